/* Any text as a position of three-player chess, and what stands on its second line as a move there:
 * what is read must hold together, and so must all that comes of its moves.
 *
 * By hand: clang -g -I. -fsanitize=fuzzer,address,undefined tests/fuzz/fuzz_three.c board/[a-z]*.c
 * with GLib's flags. */
#include <glib.h>
#include <stddef.h>
#include <string.h>

#include "board/three_position.h"
#include "board/threechess.h"
#include "require.h"
#include "tests/three_consistent.h"

static void check_move(const ThreePosition *pos, Move move)
{
    char text[THREE_MOVE_TEXT_SIZE];
    ThreePosition next = *pos;
    Move read = MOVE_NONE;

    require(three_text_format_move(move, text) == THREE_MOVE_TEXT_SIZE - 1, "too long", text);
    require(move != MOVE_NONE, "a move that is none", text);
    require(three_text_parse_move(pos, text, &read, NULL) && read == move, "read as another", text);
    three_position_play(&next, move);
    require(three_is_consistent(&next), "a legal move leads to a fault", text);
}

/* Every so-manieth move is played: other inputs play the others. */
#define STRIDE 16

/* The squares that can be entered are those of the moves. */
static void check_moves(const ThreePosition *pos, int first)
{
    Move moves[THREE_MAX_MOVES];
    const int count = three_movegen_moves(pos, moves);
    int destinations = 0;

    require(count <= THREE_MAX_MOVES, "too many moves", "");
    require((count > 0) == three_movegen_any(pos), "listed and found", "");
    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++)
        destinations += three_set_count(three_movegen_destinations(pos, sq));
    require(destinations == count, "listed and counted", "");
    for (int i = first; i < count; i += STRIDE)
        check_move(pos, moves[i]);
}

static void read_move(const ThreePosition *pos, const char *text)
{
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;

    if (three_text_parse_move(pos, text, &move, &error))
        check_move(pos, move);
    else
        require(error != NULL && move == MOVE_NONE, "refused without a reason", text);
}

static void read_all(const char *all)
{
    g_auto(GStrv) text = g_strsplit(all, "\n", 2);
    g_autoptr(GError) error = NULL;
    ThreePosition pos = three_position_empty();
    char written[THREE_TEXT_SIZE];

    if (text[0] == NULL)
        return;
    if (!three_text_parse(text[0], &pos, &error)) {
        require(error != NULL, "refused without a reason", text[0]);
        return;
    }
    require(error == NULL, "read with an error", text[0]);
    require(three_is_consistent(&pos), "a position with a fault is read", text[0]);
    three_text_format(&pos, written);
    require(strcmp(written, text[0]) == 0, "not written as it was read", text[0]);
    check_moves(&pos, (int)(strlen(all) + (uint8_t)text[0][THREE_SQUARE_COUNT / 2]) % STRIDE);
    if (text[1] != NULL)
        read_move(&pos, text[1]);
}

/* Chance seldom finds 96 letters in a row, so bytes are also turned into them, one each; what they
 * do not suffice for stays empty. */
static char *letters_of(const uint8_t *data, size_t size)
{
    static const char letters[] = ".PNBRQKpnbrqk123456";
    const char turn = size > 0 ? THREE_COLOR_LETTERS[data[0] % THREE_COLOR_COUNT] : 'B';
    GString *text = g_string_new(NULL);

    for (size_t i = 0; i < THREE_SQUARE_COUNT; i++)
        g_string_append_c(text, i + 1 < size ? letters[data[i + 1] % (sizeof letters - 1)] : '.');
    g_string_append_printf(text, " %c", turn);
    return g_string_free(text, FALSE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const bool is_text = size > THREE_SQUARE_COUNT && data[THREE_SQUARE_COUNT] == ' ';
    g_autofree char *text =
        is_text || size % 8 == 0 ? g_strndup((const char *)data, size) : letters_of(data, size);

    read_all(text);
    return 0;
}
