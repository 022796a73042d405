/* A game in time as a match plays it: the table, and what is noted of it. */
#pragma once

#include "experiments/schedule.h"
#include "players/async_table.h"

/* What the pieces of a side did and suffered. */
typedef struct {
    int64_t commands; /* that came to their time while the game went on */
    int64_t refused;  /* of them */
    int64_t stopped;  /* times that a piece of its own stopped on its way and lived */
    int64_t killed;   /* pieces of its own */
} MatchDoings;

/* The material from a time on. Units: hundredths of a pawn, without kings. */
typedef struct {
    int64_t time_ms;
    int32_t material[COLOR_COUNT];
} MatchChange;

/* What a game in time leaves. */
typedef struct {
    int64_t ms_per_space;
    int64_t step_ms; /* of the mean curve of material */
    int64_t time_ms; /* how long the game has lasted */
    GArray *changes; /* of MatchChange, by time: the start, each change, and the end of the game,
                        where there is one entry in any case */
    MatchDoings of[COLOR_COUNT];
} MatchTimes;

void match_times_init(MatchTimes *times);
void match_times_clear(MatchTimes *times);

/* Change number @i, from 0 to times->changes->len - 1. */
static inline const MatchChange *match_times_change(const MatchTimes *times, int i)
{
    return &g_array_index(times->changes, MatchChange, i);
}

/* The material of @side when the game is over. */
int32_t match_times_last_material(const MatchTimes *times, int side);

/* A table at which games in time are played one after the other. */
typedef struct MatchAsync MatchAsync;

MatchAsync *match_async_new(void);
void match_async_free(MatchAsync *match);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MatchAsync, match_async_free)

/* Begins the game of @job, of @spec, between @players, White first. The seed of its draws is taken
 * from @random, which the players draw from. All is borrowed for the game. */
void match_async_begin(MatchAsync *match, const Spec *spec, const Job *job,
                       Player *const players[COLOR_COUNT], Random *random, MatchTimes *out_times);

/* Plays the next instant of a game that goes on, and says whether and how it is over. */
GameOutcome match_async_step(MatchAsync *match, MatchTimes *times);

/* The game under way; NULL before the first. And the seed of its draws. */
const AsyncGame *match_async_game(const MatchAsync *match);
uint64_t match_async_seed(const MatchAsync *match);
