/* Any text as a world of asynchronous chess: what is read must be written as it was read, and
 * whatever comes of it, instant by instant, must hold together.
 *
 * By hand: clang -g -I. -fsanitize=fuzzer,address,undefined tests/fuzz/fuzz_async.c board/[a-z]*.c
 * with GLib's flags. */
#include <glib.h>
#include <stddef.h>
#include <string.h>

#include "board/async_settle.h"
#include "board/async_world.h"
#include "require.h"

#define INSTANTS 100

static void play(AsyncWorld world, const char *text, uint64_t seed)
{
    const AsyncChance chance = {async_draw_by_seed, &seed};
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    rules.exchange_head_on = seed % 2 == 0;
    for (int i = 0; i < INSTANTS && world.end == ASYNC_GOES_ON && world.under_way; i++) {
        const int pieces = bitboard_count(async_world_occupied(&world));
        const AsyncSettled settled =
            async_settle(&world, &rules, &chance, async_world_next_ms(&world));
        require(async_world_fault(&world) == NULL, "an instant leads to a fault", text);
        require(bitboard_count(async_world_occupied(&world)) ==
                    pieces - bitboard_count(settled.killed),
                "a piece is lost", text);
    }
}

static void read_all(const char *text, uint64_t seed)
{
    g_autoptr(GError) error = NULL;
    AsyncWorld world = async_world_empty();
    char written[ASYNC_TEXT_SIZE];

    if (!async_text_parse(text, &world, &error)) {
        require(error != NULL, "refused without a reason", text);
        return;
    }
    require(error == NULL, "read with an error", text);
    require(async_world_fault(&world) == NULL, "a world with a fault is read", text);
    require(async_text_format(&world, written) < ASYNC_TEXT_SIZE, "too long", text);
    require(strcmp(written, text) == 0, "not written as it was read", text);
    play(world, text, seed);
}

/* Chance seldom finds pieces in order on lines that they move along, so bytes are also turned into
 * such, one a square: which piece, and to which of the squares it reaches. */
static void build_all(const uint8_t *data, size_t size)
{
    AsyncWorld world = async_world_empty();
    char text[ASYNC_TEXT_SIZE];

    for (Square sq = 0; sq < SQUARE_COUNT && 2U * sq + 1 < size; sq++) {
        const unsigned piece = data[2 * sq] % 24, way = data[2 * sq + 1];
        const bool at_the_edge = square_rank(sq) == 0 || square_rank(sq) == 7;
        Bitboard reach;
        if (piece >= 12 || (piece / 2 == PIECE_PAWN && at_the_edge))
            continue;
        async_world_place(&world, (Color)(piece % 2), (PieceType)(piece / 2), sq);
        reach = async_world_reach(&world, sq);
        for (int skip = way % bitboard_count(reach); skip > 0; skip--)
            reach &= reach - 1;
        if (way < 240)
            async_world_set_path(&world, sq, bitboard_first(reach), 1 + way / 160);
    }
    async_text_format(&world, text);
    read_all(text, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);

    read_all(text, size);
    build_all(data, size);
    return 0;
}
