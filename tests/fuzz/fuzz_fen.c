/* Any text as an EPD record: what is read must be a position in which everything holds.
 *
 * By hand: clang -g -I. -fsanitize=fuzzer,address,undefined tests/fuzz/fuzz_fen.c board/[a-z]*.c
 * with GLib's flags. */
#include <glib.h>
#include <stddef.h>
#include <string.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/san.h"
#include "require.h"
#include "tests/position_damage.h"

static void check_text(const Position *pos)
{
    char text[FEN_TEXT_SIZE], again[FEN_TEXT_SIZE];
    Position read = position_empty();

    require(fen_format(pos, text) < FEN_TEXT_SIZE, "too long", text);
    require(fen_parse(text, &read, NULL), "not read as it was written", text);
    fen_format(&read, again);
    require(strcmp(text, again) == 0, "read as another position", text);
    require(read.key == pos->key, "read with another key", text);
}

static void check_move(const Position *pos, Move move)
{
    Position next = *pos;
    char san[SAN_TEXT_SIZE], code[MOVE_TEXT_SIZE];
    Move read = MOVE_NONE;

    san_format(pos, move, san);
    require(san_parse(pos, san, &read, NULL) && read == move, "SAN read as another move", san);
    move_format(move, code);
    require(san_parse(pos, code, &read, NULL) && read == move, "move read as another", code);
    position_play(&next, move);
    require(position_damage(&next) == NULL, "a legal move leads to a fault", code);
    check_text(&next);
}

static void check_moves(const Position *pos)
{
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);

    require(count == movegen_count(pos), "listed and counted", "");
    require((count > 0) == movegen_any(pos), "counted and found", "");
    for (int i = 0; i < count; i++)
        check_move(pos, moves[i]);
}

FUZZ_TEXT(text)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_empty();
    const char *rest = NULL;
    Move move = MOVE_NONE;

    if (!fen_parse_prefix(text, &pos, &rest, NULL, &error)) {
        require(error != NULL && rest == NULL, "refused without a reason", text);
        return;
    }
    require(error == NULL && rest >= text && rest <= text + strlen(text), "read wrongly", text);
    require(position_damage(&pos) == NULL, "a position with a fault is read", text);
    check_text(&pos);
    check_moves(&pos);
    san_parse(&pos, rest, &move, NULL); /* whatever stands there */
}
