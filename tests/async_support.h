/* The common part of the tests of asynchronous chess. */
#pragma once

#include <glib.h>

#include "board/async_world.h"

static inline AsyncWorld async_read(const char *text)
{
    g_autoptr(GError) error = NULL;
    AsyncWorld world = async_world_empty();

    async_text_parse(text, &world, &error);
    g_assert_no_error(error);
    return world;
}

static inline void async_assert_is(const AsyncWorld *world, const char *expected)
{
    char text[ASYNC_TEXT_SIZE];

    async_text_format(world, text);
    g_assert_cmpstr(text, ==, expected);
}

/* A space of @set, which must not be empty. */
static inline Square async_random_space(GRand *rand, Bitboard set)
{
    for (int skip = g_rand_int_range(rand, 0, bitboard_count(set)); skip > 0; skip--)
        set &= set - 1;
    return bitboard_first(set);
}

/* Any @pieces anywhere, all idle, of kinds before @end. */
static inline AsyncWorld async_scatter(GRand *rand, int pieces, PieceType end)
{
    AsyncWorld world = async_world_empty();

    for (int i = 0; i < pieces; i++) {
        const Square sq = async_random_space(rand, ~async_world_occupied(&world));
        const bool at_the_edge = square_rank(sq) == 0 || square_rank(sq) == 7;
        async_world_place(
            &world, (Color)g_rand_int_range(rand, 0, COLOR_COUNT),
            (PieceType)g_rand_int_range(rand, at_the_edge ? PIECE_KNIGHT : PIECE_PAWN, (int)end),
            sq);
    }
    return world;
}
