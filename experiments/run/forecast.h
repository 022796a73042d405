/* How long the games of a spec are going to take, by playing some of them. */
#pragma once

#include "experiments/run/forfeits.h"
#include "experiments/spec/schedule.h"

typedef struct {
    Shard shard;         /* the part to be played; {1, 1}: all of it */
    int jobs;            /* threads that are to play it, at least 1 */
    double seconds;      /* that may be spent on trying; the ply under way is not cut short */
    uint64_t most_games; /* that may be tried */
    Forfeits *forfeits;  /* gets those of the sample games; NULL: they are not wanted */
} ForecastOptions;

typedef struct {
    uint64_t games; /* to be played */
    uint64_t tried; /* of them, to the end */
    double seconds; /* that all of them take, about */
    bool is_least;  /* more than that: no game ended before the forecast did */
    bool is_most;   /* or less: a test may be decided before its last game (SPEC_SPRT), and a race,
                       too */
    int jobs;       /* how many games are played at the same time: no more than processors */
} Forecast;

/* Plays some games of @spec, spread over all of them, without memories of positions; they leave no
 * record, and the games of a run are the same afterwards. The forecast is the time that these games
 * took on one thread, extrapolated; processor time unless external programs play. If they do, each
 * of them is first asked for a move, however long that takes.
 *
 * Errors: PLAYER_ERROR, a player cannot be had. */
bool forecast_make(const Spec *spec, const ForecastOptions *options, Forecast *out_forecast,
                   GError **error);

/* "2800 games, about 3 min on 2 threads (40 sample games)". Owner: the caller. */
char *forecast_format(const Forecast *forecast);
