#include "players/thinking.h"

#include <glib.h>
#include <stdlib.h>

#include "board/antichess.h"

#define MOVES_EXPECTED 28 /* moves until the end of the game, if no number is given */
#define MOST_OF_CLOCK 4   /* one move may take a quarter of what is above the reserve */

#define MS INT64_C(1000)       /* in microseconds */
#define CAUTION_US (1000 * MS) /* less above the reserve, thoughts become shorter */
#define LONGEST_US (1000000000 * MS)

/* A player answers at once with what it sees in half a millisecond. Where lags are long that is too
 * much: a program that uses less than a millisecond is not made to wait for others. */
#define LEAST_US (MS / 2)
#define LONG_LAG_US (20 * MS)

#define LAG_MOST_US (1000 * MS) /* a machine that was asleep is no example */

/* The parts by which the lag fades with each answer in time. One that was given at once tells
 * little of how late another would have been. */
#define LAG_FADES 4
#define LAG_FADES_AT_ONCE 32
#define AT_ONCE_US MS

#define TEST_US (3 * MS)

void thinking_lag_begin(ThinkingLag *lag, const GameLine *line, const ThinkingLimits *limits)
{
    const bool goes_on = lag->clock_ms > 0 && limits->clock_ms > 0 && line->plies > lag->plies &&
                         line->keys[lag->plies] == lag->key;

    if (lag->begin_us > 0) {
        const int64_t spent_us = goes_on ? (lag->clock_ms - limits->clock_ms) * MS : 0;
        const int64_t way_us = MAX(spent_us - lag->taken_us, 0);
        const int64_t delay_us = MIN(lag->late_us + way_us, LAG_MOST_US);
        const int fades = lag->taken_us < AT_ONCE_US ? LAG_FADES_AT_ONCE : LAG_FADES;
        lag->lag_us = MAX(lag->lag_us - lag->lag_us / fades, delay_us);
    }
    lag->key = line->game->key(&line->state);
    lag->plies = line->plies;
    lag->clock_ms = limits->clock_ms > 0 ? limits->clock_ms + limits->increment_ms : 0;
    lag->end_us = 0;
    lag->begin_us = g_get_monotonic_time();
}

void thinking_lag_end(ThinkingLag *lag)
{
    const int64_t now_us = g_get_monotonic_time();

    lag->taken_us = now_us - lag->begin_us;
    lag->late_us = lag->end_us > 0 ? MAX(now_us - lag->end_us, 0) : 0;
}

void thinking_lag_test(ThinkingLag *lag)
{
    const int64_t begin_us = g_get_monotonic_time();
    int64_t now_us = begin_us;

    while (now_us < begin_us + TEST_US)
        now_us = g_get_monotonic_time();
    lag->lag_us = MAX(lag->lag_us, MIN(now_us - begin_us - TEST_US, LAG_MOST_US));
}

/* @wanted_us, from @least_us to @most_us, less what a lag of @lag_us takes beyond the overhead. */
static int64_t limit_us(int64_t wanted_us, int64_t least_us, int64_t most_us, int64_t lag_us)
{
    const int64_t limit_us = CLAMP(wanted_us, least_us, MAX(most_us, least_us));

    return MAX(limit_us - MAX(lag_us - THINKING_OVERHEAD_MS * MS, 0), 1);
}

/* The soft limit is a share of the clock; a depth that is begun may go on for some time. */
static ThinkingTime time_of_clock(const ThinkingLimits *limits, int64_t lag_us)
{
    const int moves =
        limits->moves_to_go > 0 ? MIN(limits->moves_to_go, MOVES_EXPECTED) : MOVES_EXPECTED;
    const int64_t reserve_us = MAX(THINKING_RESERVE_MS * MS, 2 * lag_us);
    const int64_t clock_us = MIN(limits->clock_ms, LONGEST_US / MS) * MS;
    const int64_t increment_us = MIN(limits->increment_ms, LONGEST_US / MS) * MS;
    const int64_t left_us = MAX(clock_us - reserve_us, 0);
    const int64_t added_us = MAX(increment_us - THINKING_OVERHEAD_MS * MS, 0);
    const int64_t share_us =
        (left_us / moves + added_us * 3 / 4) * MIN(left_us, CAUTION_US) / CAUTION_US;
    const int64_t most_us = moves == 1 ? left_us * 4 / 5 : left_us / MOST_OF_CLOCK;
    const int64_t least_us = lag_us > LONG_LAG_US ? 1 : LEAST_US;

    return (ThinkingTime){.soft_us = limit_us(share_us * 3 / 5, least_us, most_us, lag_us),
                          .steady_us = limit_us(share_us, least_us, most_us, lag_us),
                          .hard_us = limit_us(share_us * 3, least_us, most_us, lag_us)};
}

ThinkingTime thinking_time(const ThinkingLimits *limits)
{
    const int64_t lag_us = limits->lag != NULL ? limits->lag->lag_us : 0;
    const int64_t move_us = MIN(limits->movetime_ms, LONGEST_US / MS) * MS;
    ThinkingTime time = {0};

    if (limits->clock_ms > 0)
        time = time_of_clock(limits, lag_us);
    if (move_us > 0) {
        const int64_t most_us = limit_us(move_us, 1, move_us, lag_us);
        time.steady_us = thinking_least(time.steady_us, most_us);
        time.hard_us = thinking_least(time.hard_us, most_us);
    }
    return time;
}

ThinkingDeadline thinking_deadline_new(const ThinkingLimits *limits, int64_t most_us)
{
    ThinkingLag *lag = limits != NULL ? limits->lag : NULL;
    const int64_t begin_us = lag != NULL ? lag->begin_us : g_get_monotonic_time();

    if (lag != NULL && most_us > 0)
        lag->end_us = begin_us + most_us;
    return (ThinkingDeadline){limits, begin_us, most_us};
}

int64_t thinking_deadline_elapsed_us(const ThinkingDeadline *deadline)
{
    return g_get_monotonic_time() - deadline->begin_us;
}

bool thinking_deadline_is_over(const ThinkingDeadline *deadline)
{
    const ThinkingLimits *limits = deadline->limits;

    return (deadline->most_us > 0 && thinking_deadline_elapsed_us(deadline) >= deadline->most_us) ||
           (limits != NULL && limits->is_interrupted != NULL &&
            limits->is_interrupted(limits->data));
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
