#include "board/async_picture.h"

#include <stdlib.h>

#include "board/async_view.h"
#include "board/move.h"

static char letter_at(const AsyncWorld *world, Square sq)
{
    const char *letters = async_world_color_at(world, sq) == COLOR_WHITE ? "PNBRQK." : "pnbrqk.";

    return letters[async_world_type_at(world, sq)];
}

/* A square takes three columns, the third for the mark of a piece under way; no line ends in a
 * blank. */
static void append_square(GString *text, const AsyncWorld *world, Square sq, bool in_color)
{
    const char *blank = square_file(sq) < 7 ? " " : "";

    if (!bitboard_has(world->under_way, sq))
        g_string_append_printf(text, " %c%s", letter_at(world, sq), blank);
    else
        g_string_append_printf(text, " %s%c*%s", in_color ? "\033[1;33m" : "", letter_at(world, sq),
                               in_color ? "\033[0m" : "");
}

static void append_board(GString *text, const AsyncWorld *world, bool in_color)
{
    for (int rank = 7; rank >= 0; rank--) {
        g_string_append_printf(text, "  %d ", rank + 1);
        for (int file = 0; file < 8; file++)
            append_square(text, world, square_at(file, rank), in_color);
        g_string_append_c(text, '\n');
    }
    g_string_append(text, "\n     a  b  c  d  e  f  g  h\n\n");
}

static void append_time(GString *text, int64_t time_ms)
{
    g_string_append_printf(text, "%" G_GINT64_FORMAT ":%02d.%03d", time_ms / 60000,
                           (int)(time_ms / 1000 % 60), (int)(time_ms % 1000));
}

static void append_standing(GString *text, const AsyncWorld *world)
{
    static const char *const standing[ASYNC_END_COUNT] = {
        [ASYNC_GOES_ON] = "the game goes on",
        [ASYNC_WHITE_KING_KILLED] = "Black has won: White's king is killed",
        [ASYNC_BLACK_KING_KILLED] = "White has won: Black's king is killed",
        [ASYNC_BOTH_KINGS_KILLED] = "drawn: both kings are killed",
        [ASYNC_TIME_UP] = "drawn: the time is up",
    };

    append_time(text, world->now_ms);
    g_string_append_printf(text, ", %s\n", standing[world->end]);
}

/* A piece under way, and when it enters its next space; ASYNC_NEVER if that is hidden. */
typedef struct {
    int64_t due_ms;
    Square from;
} Traveller;

static int compare_travellers(const void *a, const void *b)
{
    const Traveller *first = a, *second = b;

    if (first->due_ms != second->due_ms)
        return first->due_ms < second->due_ms ? -1 : 1;
    return (int)first->from - (int)second->from;
}

static int find_travellers(const AsyncWorld *world, Traveller travellers[static SQUARE_COUNT])
{
    int count = 0;

    for (Bitboard rest = world->under_way; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        travellers[count++] = (Traveller){
            async_view_has_path(world, from) ? world->due_ms[from] : ASYNC_NEVER,
            from,
        };
    }
    qsort(travellers, (size_t)count, sizeof travellers[0], compare_travellers);
    return count;
}

static void append_traveller(GString *text, const AsyncWorld *world, const Traveller *traveller)
{
    char from[3] = "", to[3] = "", next[3] = "";

    square_format(traveller->from, from);
    g_string_append_printf(text, "  %c %s", letter_at(world, traveller->from), from);
    if (traveller->due_ms == ASYNC_NEVER) {
        g_string_append(text, ", where to is hidden\n");
        return;
    }
    square_format(world->to[traveller->from], to);
    square_format(async_world_next_space(world, traveller->from), next);
    g_string_append_printf(text, " -> %s, enters %s at ", to, next);
    append_time(text, traveller->due_ms);
    g_string_append_c(text, '\n');
}

char *async_picture_draw(const AsyncWorld *world, bool in_color)
{
    GString *text = g_string_new(NULL);
    Traveller travellers[SQUARE_COUNT];
    const int count = find_travellers(world, travellers);

    append_board(text, world, in_color);
    append_standing(text, world);
    if (count > 0)
        g_string_append(text,
                        world->end == ASYNC_GOES_ON ? "Under way\n" : "Under way when it ended\n");
    for (int i = 0; i < count; i++)
        append_traveller(text, world, &travellers[i]);
    return g_string_free(text, FALSE);
}
