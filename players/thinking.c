#include "players/thinking.h"

#include <glib.h>
#include <stdlib.h>

#include "board/antichess.h"

#define MOVES_EXPECTED 28 /* moves until the end of the game, if no number is given */
#define CAUTION_MS 1000   /* less above the reserve, thoughts become shorter */
#define MOST_OF_CLOCK 4   /* one move may take a quarter of what is above the reserve */

/* The soft limit is a share of the clock; a depth that is begun may go on for some time. */
ThinkingTime thinking_time_of_clock(const ThinkingTerms *terms)
{
    const int moves =
        terms->moves_to_go > 0 ? MIN(terms->moves_to_go, MOVES_EXPECTED) : MOVES_EXPECTED;
    const int64_t left = MAX(terms->clock_ms - THINKING_RESERVE_MS, 0);
    const int64_t added = MAX(terms->increment_ms - THINKING_OVERHEAD_MS, 0);
    const int64_t share = (left / moves + added * 3 / 4) * MIN(left, CAUTION_MS) / CAUTION_MS;
    const int64_t most = MAX(moves == 1 ? left * 4 / 5 : left / MOST_OF_CLOCK, 1);

    if (terms->clock_ms == 0)
        return (ThinkingTime){0};
    return (ThinkingTime){.soft_ms = CLAMP(share * 3 / 5, 1, most),
                          .steady_ms = CLAMP(share, 1, most),
                          .hard_ms = CLAMP(share * 3, 1, most)};
}

ThinkingWatch thinking_watch_new(const ThinkingTerms *terms, int64_t most_ms)
{
    return (ThinkingWatch){terms, g_get_monotonic_time(), most_ms};
}

int64_t thinking_watch_elapsed_ms(const ThinkingWatch *watch)
{
    return (g_get_monotonic_time() - watch->begin_us) / 1000;
}

bool thinking_watch_is_over(const ThinkingWatch *watch)
{
    const ThinkingTerms *terms = watch->terms;

    return (watch->most_ms > 0 && thinking_watch_elapsed_ms(watch) >= watch->most_ms) ||
           (terms != NULL && terms->is_interrupted != NULL && terms->is_interrupted(terms->data));
}

char *thought_format_worth(const Thought *thought, const Game *game, const GameState *state)
{
    const int turn = game->turn(state);

    if (thought->mate == 0)
        return g_strdup_printf("%.2f", thought_metric(thought, turn));
    return g_strdup_printf("%s in %d for %s", game == &GAME_ANTICHESS ? "win" : "mate",
                           abs(thought->mate), game->side_name[thought->mate > 0 ? turn : !turn]);
}

char *thought_format(const Thought *thought, const Game *game, const GameState *state)
{
    GString *text = g_string_new(NULL);

    if (thought->kind == THOUGHT_REMEMBERED)
        g_string_printf(text, "From the memory: depth %d, %" G_GUINT64_FORMAT " positions, by %s",
                        thought->depth, (guint64)thought->nodes, thought->player);
    else
        g_string_printf(
            text, "Considering %s (move %d of %d), replies: %d, positions: %" G_GUINT64_FORMAT,
            game_move_text(game, state, thought->move).text, thought->number, thought->count,
            thought->replies, (guint64)thought->nodes);
    if (thought->line_length > 0) {
        g_autofree char *worth = thought_format_worth(thought, game, state);
        g_string_append_printf(text, "; %s (%s)",
                               game_move_text(game, state, thought->line[0]).text, worth);
    }
    return g_string_free(text, FALSE);
}
