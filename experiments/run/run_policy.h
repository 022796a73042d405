/* Conditions that end a run, or the games of a player, early: players that do nothing but forfeit,
 * sequential tests that are decided, and pairings that a race does not need. All of it follows from
 * the games that were taken in, in their order: so any number of threads stops alike. */
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

    const uint64_t *kept; /* of every pairing: how many of its first games an earlier run has
                             played; NULL: none */

    /* Of a race. Its rounds begin when all games of the one before are taken in. */
    bool *plays;          /* of every pairing: it has games in this round; NULL: this is no race */
    uint64_t round_last;  /* the last job of this round; otherwise UINT64_MAX */
    uint64_t round_games; /* those of this round that are still to be taken in */
} RunPolicy;

/* Before the first game of a session. Players that were broken in an earlier one have been mended:
 * @forfeits forgets so. */
void run_policy_init(RunPolicy *policy, const Spec *spec, bool is_whole, const uint64_t *kept,
                     Forfeits *forfeits);
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

/* Whether game @number is left out. */
bool run_policy_leaves_out(const RunPolicy *policy, uint64_t number);

/* Notes that game @number, unless it is kept or a race does not need it, is missing. Returns
 * whether it is. */
bool run_policy_pass(RunPolicy *policy, uint64_t number);

/* The job after @number, which was taken in or passed over: in a race the first of the next round,
 * if no other game of this one is needed. */
uint64_t run_policy_go_on(RunPolicy *policy, uint64_t number);

/* Whether games of a round of a race are still to come. A run goes on only between rounds, as the
 * games of a round follow from the results before it. */
static inline bool run_policy_is_in_round(const RunPolicy *policy)
{
    return policy->plays != NULL && policy->round_games > 0;
}

/* Between rounds of a race: begins the one whose first job is @next_job, in which those pairings
 * have two games each that need them most (race_pairs()), as many as there are players. Returns
 * false if no pairing needs games any more. */
bool run_policy_begin_round(RunPolicy *policy, const Totals *totals, uint64_t next_job);
