#include "board/async_text.h"

#include <string.h>

#include "board/move.h"
#include "board/text_lines.h"

static const char PIECE_LETTERS[] = "PNBRQKpnbrqk"; /* in the order of Color, then PieceType */

static const char *const END_TEXT[ASYNC_END_COUNT] = {
    [ASYNC_GOES_ON] = "-",           [ASYNC_WHITE_KING_KILLED] = "K",
    [ASYNC_BLACK_KING_KILLED] = "k", [ASYNC_BOTH_KINGS_KILLED] = "Kk",
    [ASYNC_TIME_UP] = "time",
};

static bool refuse(const char *what, const char *text, const char *wanted, GError **error)
{
    g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "%s is '%s', not %s", what, text, wanted);
    return false;
}

static bool parse_time(const char *text, int64_t *out_ms)
{
    guint64 value;

    if ((text[0] == '0' && text[1] != '\0') || !text_read_digits(text, G_MAXUINT64, &value) ||
        value > 2000 * ASYNC_MAX_MS)
        return false;
    *out_ms = (int64_t)value;
    return true;
}

static bool parse_end(const char *text, uint64_t *out_end)
{
    for (unsigned end = 0; end < ASYNC_END_COUNT; end++)
        if (g_str_equal(text, END_TEXT[end])) {
            *out_end = end;
            return true;
        }
    return false;
}

/* Reads what comes after the space of a piece. */
static bool parse_path(const char *text, AsyncWorld *world, Square from)
{
    const Square to = square_parse(text);
    int64_t due_ms;

    if (to == SQUARE_NONE || text[2] != '@' || !parse_time(text + 3, &due_ms))
        return false;
    async_world_set_path(world, from, to, due_ms);
    return true;
}

/* Reads one piece, which must stand behind @last, the space of the piece before it; -1: it is the
 * first. */
static bool parse_piece(const char *text, AsyncWorld *world, int *last, GError **error)
{
    const char *letter = text[0] != '\0' ? strchr(PIECE_LETTERS, text[0]) : NULL;
    const Square sq = letter != NULL ? square_parse(text + 1) : SQUARE_NONE;
    const int piece = letter != NULL ? (int)(letter - PIECE_LETTERS) : 0;

    if (sq == SQUARE_NONE)
        return refuse("a piece", text, "one like Ke1 or Ra1a8@2000", error);
    if (sq <= *last)
        return refuse("a piece", text, "after the one before it, from a1 to h8", error);
    async_world_place(world, (Color)(piece / PIECE_TYPE_COUNT),
                      (PieceType)(piece % PIECE_TYPE_COUNT), sq);
    *last = sq;
    if (text[3] != '\0' && !parse_path(text + 3, world, sq))
        return refuse("a piece", text, "one like Ke1 or Ra1a8@2000", error);
    return true;
}

static bool check(const AsyncWorld *world, GError **error)
{
    const char *fault = async_world_fault(world);

    if (fault != NULL)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_RULES, "there is no such world: %s", fault);
    return fault == NULL;
}

bool async_text_parse(const char *text, AsyncWorld *out_world, GError **error)
{
    AsyncWorld world = async_world_empty(); /* *out_world stays untouched until all is good */
    g_auto(GStrv) field = g_strsplit(text, " ", -1);
    const guint count = g_strv_length(field);
    int last = -1;

    if (count < 1 || !parse_time(field[0], &world.now_ms))
        return refuse("the time", count < 1 ? "" : field[0], "a number of milliseconds", error);
    if (count < 2 || !parse_end(field[1], &world.end))
        return refuse("the state of the game", count < 2 ? "" : field[1], "-, K, k, Kk or time",
                      error);
    for (guint i = 2; i < count; i++)
        if (!parse_piece(field[i], &world, &last, error))
            return false;
    if (!check(&world, error))
        return false;
    *out_world = world;
    return true;
}

static char *write_piece(const AsyncWorld *world, Square sq, char *text)
{
    *text++ = ' ';
    *text++ =
        PIECE_LETTERS[PIECE_TYPE_COUNT * (int)async_world_color_at(world, sq) + world->type_at[sq]];
    square_format(sq, text);
    text += 2;
    if (!bitboard_has(world->under_way, sq))
        return text;
    square_format(world->to[sq], text);
    return text + 2 + g_snprintf(text + 2, 24, "@%" G_GINT64_FORMAT, world->due_ms[sq]);
}

int async_text_format(const AsyncWorld *world, char out_text[static ASYNC_TEXT_SIZE])
{
    char *text = out_text;

    text += g_snprintf(text, ASYNC_TEXT_SIZE, "%" G_GINT64_FORMAT " %s", world->now_ms,
                       END_TEXT[world->end]);
    for (Bitboard rest = async_world_occupied(world); rest; rest &= rest - 1)
        text = write_piece(world, bitboard_first(rest), text);
    *text = '\0';
    return (int)(text - out_text);
}
