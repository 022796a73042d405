/* Games in time as a match plays them: instant by instant. */
#pragma once

#include "experiments/play/match.h"
#include "players/async/async_table.h"

/* A table at which games in time are played one after the other. */
typedef struct MatchAsync MatchAsync;

MatchAsync *match_async_new(void);
void match_async_free(MatchAsync *match);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MatchAsync, match_async_free)

/* Begins the game of @job, of @spec, between @players, White first. The seed of its random draws
 * is taken from @random, from which the players draw too. All is borrowed for the game. */
void match_async_begin(MatchAsync *match, const Spec *spec, const Job *job,
                       Player *const players[COLOR_COUNT], Random *random, MatchTimes *out_times);

/* Plays the next instant of a game that goes on, and says whether and how it is over. */
GameOutcome match_async_step(MatchAsync *match, MatchTimes *times);

/* The game under way, NULL before the first; and the seed of its random draws. */
const AsyncGame *match_async_game(const MatchAsync *match);
uint64_t match_async_seed(const MatchAsync *match);

extern const ContestPlay PLAY_IN_TIME;

/* The game under way at a table of games in time, NULL at another table; and the seed of its
 * random draws. */
const AsyncGame *match_game_in_time(const Match *match);
uint64_t match_draw_seed(const Match *match);
