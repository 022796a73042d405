/* Ratings of the players of a run of three by the places of its games, and how much better each is
 * than each other. */
#pragma once

#include "experiments/report/comparison.h"
#include "experiments/report/results.h"
#include "experiments/tables/table_text.h"

/* A player and its rating if the first player of the spec has 0. */
typedef struct {
    const char *name; /* borrowed from the run */
    Estimate rating;
    int64_t games;
} PlacesPlayer;

/* Two players. */
typedef struct {
    DifferenceRow lead; /* of the first one; p-values are adjusted for all of them */
    int64_t games;      /* in which both played */
    int player, opponent;
} PlacesLead;

typedef struct {
    const ResultsRun *run; /* borrowed */
    GArray *players;       /* of PlacesPlayer, the best first */
    GArray *leads;         /* of PlacesLead, in the order of the spec */
    Estimate seats[2];     /* by how much its first and second seat are better than the third */
} Places;

/* Whether @run is of games of three, which have places. */
bool places_are_of(const ResultsRun *run);

/* Of @run, which has places.
 *
 * Errors: G_FILE_ERROR, games.csv cannot be read; EXPERIMENTS_ERROR_FAILED, it is wrong.
 * Owner:  the caller. */
Places *places_new(const ResultsRun *run, GError **error);
void places_free(Places *places);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Places, places_free)

/* Both tables; in CSV that of players. Errors: as places_new(). Owner: the caller. */
char *places_report(const ResultsRun *run, TableFormat format, GError **error);

extern const Table TABLE_PLACES, TABLE_LEADS;
