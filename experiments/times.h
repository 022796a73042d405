/* What a run of a game in time adds up of a pairing beside its results: how long the games lasted,
 * and what the pieces of both players did, in whole numbers. */
#pragma once

#include "experiments/totals.h"

#define TIMES_PLAYERS 2 /* the first player of the pairing, the opponent */

/* Nothing but numbers of 64 bits, which are stored as they stand here. */
typedef struct {
    int64_t time_ms;
    MatchDoings of[TIMES_PLAYERS];
} TimeTotals;

/* Adds a finished game. */
void time_totals_add(TimeTotals *totals, const MatchRecord *record);

/* Adds the sums of the next part of the same run. */
void time_totals_merge(TimeTotals *totals, const TimeTotals *next);

/* How many steps of time a game has had; the last one is that in which it ends. */
int time_totals_steps(const MatchTimes *times);

/* The sums of @count pairings as one value, and back; time_totals_load() answers false for a value
 * of another number of pairings or one that contradicts itself.
 *
 * Owner: the variant is floating. */
#define TIME_TOTALS_VARIANT_TYPE "ax"
GVariant *time_totals_store(const TimeTotals *totals, int count);
bool time_totals_load(GVariant *variant, TimeTotals *out_totals, int count);

/* What a run in time adds up: pairings, and the times of each. */
extern const ContestTally TALLY_OF_TIMES;

static inline TimeTotals *totals_times(const Totals *totals)
{
    return totals->own;
}
