#include "board/pgn.h"

#include <string.h>

#define MAX_LINE 79

void pgn_append_tag(GString *pgn, const char *name, const char *value)
{
    g_string_append_printf(pgn, "[%s \"", name);
    for (const char *c = value; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            g_string_append_c(pgn, '\\');
        g_string_append_c(pgn, *c);
    }
    g_string_append(pgn, "\"]\n");
}

PgnMoves pgn_moves_begin(GString *pgn)
{
    g_string_append_c(pgn, '\n');
    return (PgnMoves){pgn, pgn->len};
}

void pgn_moves_append(PgnMoves *moves, const char *word, size_t length)
{
    GString *pgn = moves->pgn;

    if (pgn->len + 1 + length > moves->line_start + MAX_LINE) {
        g_string_append_c(pgn, '\n');
        moves->line_start = pgn->len;
    } else if (pgn->len > moves->line_start) {
        g_string_append_c(pgn, ' ');
    }
    g_string_append_len(pgn, word, (gssize)length);
}

void pgn_moves_append_number(PgnMoves *moves, unsigned number, bool black_to_move,
                             bool black_begins)
{
    char text[16];

    if (black_to_move && !black_begins)
        return;
    g_snprintf(text, sizeof text, black_to_move ? "%u..." : "%u.", number);
    pgn_moves_append(moves, text, strlen(text));
}

void pgn_moves_end(PgnMoves *moves, const char *result)
{
    pgn_moves_append(moves, result, strlen(result));
    g_string_append(moves->pgn, "\n\n");
}
