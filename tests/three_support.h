/* Positions of three-player chess for tests. */
#pragma once

#include <glib.h>
#include <string.h>

#include "board/three_position.h"
#include "board/threechess.h"

/* The position that @text arranges, "G BKBE1 GRGA1": the side to move, then each piece as its
 * colour, its kind and its square. */
static inline ThreePosition three_arrange(const char *text)
{
    g_auto(GStrv) word = g_strsplit(text, " ", -1);
    ThreePosition pos = three_position_empty();

    for (int i = 1; word[i] != NULL; i++)
        three_position_place(
            &pos, (ThreeColor)(strchr(THREE_COLOR_LETTERS, word[i][0]) - THREE_COLOR_LETTERS),
            (PieceType)(strchr("PNBRQK", word[i][1]) - "PNBRQK"), three_square_parse(word[i] + 2));
    three_position_set_turn(
        &pos, (ThreeColor)(strchr(THREE_COLOR_LETTERS, word[0][0]) - THREE_COLOR_LETTERS));
    return pos;
}

/* Any arrangement of about @pieces pieces, kings and pawns as they come. */
static inline ThreePosition three_scatter(GRand *rand, int pieces)
{
    ThreePosition pos = three_position_empty();

    for (int i = 0; i < pieces; i++) {
        const ThreeSquare sq = (ThreeSquare)g_rand_int_range(rand, 0, THREE_SQUARE_COUNT);
        if (pos.piece_at[sq] == PIECE_NONE)
            three_position_place(&pos, (ThreeColor)g_rand_int_range(rand, 0, THREE_COLOR_COUNT),
                                 (PieceType)g_rand_int_range(rand, 0, PIECE_TYPE_COUNT), sq);
    }
    three_position_set_turn(&pos, (ThreeColor)g_rand_int_range(rand, 0, THREE_COLOR_COUNT));
    return pos;
}

/* Plays the move that @text names if it is legal; whether it was. */
static inline bool three_play(ThreePosition *pos, const char *text)
{
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;

    if (three_text_parse_move(pos, text, &move, &error))
        three_position_play(pos, move);
    g_assert_no_error(error);
    return error == NULL;
}

static inline int three_compare_moves(const void *a, const void *b)
{
    const Move first = *(const Move *)a, second = *(const Move *)b;
    const int from = three_move_from(first) - three_move_from(second);

    return from != 0 ? from : three_move_to(first) - three_move_to(second);
}

/* The legal moves in ascending order of the square left, then of the square entered; how many. */
static inline int three_sorted_moves(const ThreePosition *pos,
                                     Move out_moves[static THREE_MAX_MOVES])
{
    const int count = three_movegen_moves(pos, out_moves);

    qsort(out_moves, (size_t)count, sizeof *out_moves, three_compare_moves);
    return count;
}
