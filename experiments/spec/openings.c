#include "experiments/spec/openings.h"

#include <string.h>

#include "board/chess.h"
#include "board/fen.h"
#include "board/text_lines.h"
#include "experiments/tools/error.h"

/* Chess positions may be followed by EPD operations. */
static bool parse_chess(const char *text, GameState *out_state, GError **error)
{
    const char *rest;

    if (!fen_parse_prefix(text, &out_state->chess, &rest, error))
        return false;
    return *rest == '\0' || *rest == ';' || g_ascii_isalpha(*rest) ||
           experiments_fail(error,
                            "'%s' behind the position is no EPD operation, which begins with a "
                            "letter",
                            rest);
}

static bool parse_position(const char *text, GameLine *line, GError **error)
{
    GameState state;
    Termination termination;
    const bool good = line->game == &GAME_CHESS ? parse_chess(text, &state, error)
                                                : line->game->read_state(text, &state, error);

    if (!good)
        return false;
    game_line_start(line, &state);
    termination = game_line_outcome(line).termination;
    if (termination != TERMINATION_NONE)
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                    "the game is already over in this position (%s)",
                    termination_name(termination));
    return termination == TERMINATION_NONE;
}

static bool parse_row(const TextLine *row, GameLine *line, GError **error)
{
    if (row->has_nul)
        return experiments_fail(error, "there is a NUL character in it");
    return parse_position(row->text, line, error);
}

/* Cuts up @text. */
static bool parse_rows(const char *path, char *text, size_t length, GameLine *line, GArray *states,
                       GError **error)
{
    g_autoptr(GArray) rows = text_lines_cut(text, length);

    for (guint i = 0; i < rows->len; i++) {
        const TextLine *row = &g_array_index(rows, TextLine, i);
        g_autoptr(GError) fault = NULL;

        if (!parse_row(row, line, &fault))
            return experiments_fail(error, "%s, line %d: %s", path, row->number, fault->message);
        g_array_append_val(states, line->state);
    }
    if (states->len == 0)
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "%s holds no position",
                    path);
    return states->len > 0;
}

bool openings_read(const char *path, const Game *game, const DrawRules *rules,
                   Openings *out_openings, GError **error)
{
    g_autofree char *text = NULL, *sha256 = NULL;
    g_autoptr(GArray) states = g_array_new(FALSE, FALSE, sizeof(GameState));
    g_autoptr(GameLine) line = game_line_new(game, rules);
    gsize length;

    if (!g_file_get_contents(path, &text, &length, error))
        return false;
    sha256 = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (guchar *)text, length);
    if (!parse_rows(path, text, length, line, states, error))
        return false;
    out_openings->count = states->len;
    out_openings->states = (GameState *)(void *)g_array_free(g_steal_pointer(&states), FALSE);
    out_openings->sha256 = g_steal_pointer(&sha256);
    return true;
}

void openings_clear(Openings *openings)
{
    g_clear_pointer(&openings->states, g_free);
    g_clear_pointer(&openings->sha256, g_free);
    openings->count = 0;
}
