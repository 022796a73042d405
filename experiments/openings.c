#include "experiments/openings.h"

#include <string.h>

#include "board/chess.h"
#include "board/fen.h"
#include "experiments/error.h"

/* Chess positions may be followed by EPD operations, each of which ends with a semicolon. */
static bool parse_chess(const char *text, GameState *out_state, GError **error)
{
    const char *rest;

    if (!fen_parse_prefix(text, &out_state->chess, &rest, error))
        return false;
    if (*rest != '\0' && !g_str_has_suffix(rest, ";")) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                    "'%s' behind the position is no EPD operation, it does not end with ;", rest);
        return false;
    }
    return true;
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

static bool parse_lines(const char *path, const char *text, GameLine *line, GArray *states,
                        GError **error)
{
    g_auto(GStrv) rows = g_strsplit(text, "\n", -1);

    for (int i = 0; rows[i] != NULL; i++) {
        const char *row = g_strstrip(rows[i]);
        g_autoptr(GError) fault = NULL;

        if (*row == '\0' || *row == '#')
            continue;
        if (!parse_position(row, line, &fault)) {
            g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "%s, line %d: %s", path,
                        i + 1, fault->message);
            return false;
        }
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
    g_autofree char *text = NULL;
    g_autoptr(GArray) states = g_array_new(FALSE, FALSE, sizeof(GameState));
    g_autoptr(GameLine) line = game_line_new(game, rules);
    gsize length;

    if (!g_file_get_contents(path, &text, &length, error))
        return false;
    if (strlen(text) != length) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "%s is no text", path);
        return false;
    }
    if (!parse_lines(path, text, line, states, error))
        return false;
    out_openings->count = states->len;
    out_openings->states = (GameState *)(void *)g_array_free(g_steal_pointer(&states), FALSE);
    out_openings->sha256 = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (guchar *)text, length);
    return true;
}

void openings_clear(Openings *openings)
{
    g_clear_pointer(&openings->states, g_free);
    g_clear_pointer(&openings->sha256, g_free);
    openings->count = 0;
}
