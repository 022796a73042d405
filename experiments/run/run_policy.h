/* What ends a run, or the games of a player, before their time: players that do nothing but
 * forfeit, and sequential tests that are decided. All of it follows from the games that were taken
 * in, in their order: so any number of threads stops alike. */
#pragma once

#include "experiments/run/forfeits.h"
#include "experiments/spec/schedule.h"
#include "experiments/tally/totals.h"

typedef struct {
    const Spec *spec;
    bool is_whole;     /* all games are played here: a shard does not know what was before it */
    bool *broken;      /* of every player: its games are left out from now on */
    bool is_broken;    /* some player is */
    uint64_t *missing; /* of every pairing: games that were left out */
    bool has_gaps;     /* some were */
} RunPolicy;

/* Before the first game of a session. Players that were broken in an earlier one have been mended:
 * @forfeits forgets so. */
void run_policy_init(RunPolicy *policy, const Spec *spec, bool is_whole, Forfeits *forfeits);
void run_policy_clear(RunPolicy *policy);

/* Whether the games taken in decide a sequential test. */
bool run_policy_is_decided(const RunPolicy *policy, const Totals *totals);

#define RUN_POLICY_NOBODY (-1)

/* The player of a game just taken in, also in @forfeits, that has now forfeited too many in a row,
 * or RUN_POLICY_NOBODY. */
int run_policy_find_broken(const RunPolicy *policy, const Forfeits *forfeits,
                           const MatchRecord *record);

/* The games of @player end here. */
void run_policy_break(RunPolicy *policy, int player);

/* Whether game @number is left out; also, unless it is RUN_POLICY_NOBODY, if @player is broken. */
bool run_policy_leaves_out(const RunPolicy *policy, uint64_t number, int player);

/* Notes that game @number is passed over. */
void run_policy_pass(RunPolicy *policy, uint64_t number);
