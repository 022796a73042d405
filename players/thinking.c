#include "players/thinking.h"

#include <glib.h>

/* ": Bc5 (0.47)". */
static void append_best(GString *text, const Thought *thought, const Game *game,
                        const GameState *state)
{
    char best[GAME_MOVE_TEXT_SIZE];

    game->format_move(state, thought->line[0], best);
    g_string_append_printf(text, ": %s (%.2f)", best, thought_metric(thought, game->turn(state)));
}

char *thought_format_considering(const Thought *thought, const Game *game, const GameState *state)
{
    char considered[GAME_MOVE_TEXT_SIZE];
    GString *text = g_string_new(NULL);

    game->format_move(state, thought->move, considered);
    g_string_printf(
        text, "Considering %s (%d) of %d moves, %d replies, %" G_GUINT64_FORMAT " positions",
        considered, thought->number, thought->count, thought->replies, (guint64)thought->nodes);
    if (thought->line_length > 0)
        append_best(text, thought, game, state);
    return g_string_free(text, FALSE);
}

char *thought_format_remembered(const Thought *thought, const Game *game, const GameState *state)
{
    GString *text = g_string_new(NULL);

    g_string_printf(text, "From the memory: depth %d, %" G_GUINT64_FORMAT " positions, by %s",
                    thought->depth, (guint64)thought->nodes, thought->player);
    append_best(text, thought, game, state);
    return g_string_free(text, FALSE);
}
