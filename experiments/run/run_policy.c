#include "experiments/run/run_policy.h"

static bool has_forfeited_too_many(const RunPolicy *policy, const Forfeits *forfeits, int player)
{
    return policy->spec->max_forfeits > 0 &&
           (uint64_t)forfeits->of[player].in_a_row >= policy->spec->max_forfeits;
}

void run_policy_init(RunPolicy *policy, const Spec *spec, bool is_whole, const uint64_t *kept,
                     Forfeits *forfeits)
{
    *policy = (RunPolicy){
        .spec = spec,
        .is_whole = is_whole,
        .broken = g_new0(bool, (gsize)spec->player_count),
        .missing = g_new0(uint64_t, (gsize)spec->pairing_count),
        .plays = spec->format == SPEC_RACE ? g_new0(bool, (gsize)spec->pairing_count) : NULL,
        .kept = kept,
        .round_last = UINT64_MAX,
    };
    for (int i = 0; i < spec->player_count; i++)
        if (has_forfeited_too_many(policy, forfeits, i))
            forfeits->of[i].in_a_row = 0;
}

void run_policy_clear(RunPolicy *policy)
{
    g_clear_pointer(&policy->broken, g_free);
    g_clear_pointer(&policy->missing, g_free);
    g_clear_pointer(&policy->plays, g_free);
}

bool run_policy_is_decided(const RunPolicy *policy, const Totals *totals)
{
    Scores scores;

    if (policy->spec->format != SPEC_SPRT || !policy->is_whole)
        return false;
    scores = pairing_totals_pairs(&totals->pairings[0]);
    return sprt_state(&policy->spec->sprt, &scores).decision != SPRT_CONTINUE;
}

int run_policy_find_broken(const RunPolicy *policy, const Forfeits *forfeits,
                           const MatchRecord *record)
{
    const int side = match_record_forfeiter(record);

    return side != MATCH_NO_SIDE &&
                   has_forfeited_too_many(policy, forfeits, record->job.player[side])
               ? record->job.player[side]
               : RUN_POLICY_NOBODY;
}

void run_policy_break(RunPolicy *policy, int player)
{
    policy->broken[player] = true;
    policy->is_broken = true;
}

/* Whether a race, or the run as it is, needs the game of @job. */
static bool is_needed(const RunPolicy *policy, const Job *job)
{
    return (policy->plays == NULL || policy->plays[job->pairing]) &&
           (policy->kept == NULL || job->game > policy->kept[job->pairing]);
}

bool run_policy_leaves_out(const RunPolicy *policy, uint64_t number)
{
    Job job;

    if (!policy->is_broken && policy->plays == NULL && policy->kept == NULL)
        return false;
    job = schedule_job(policy->spec, number);
    if (!is_needed(policy, &job))
        return true;
    for (int side = 0; side < policy->spec->contest->sides; side++)
        if (policy->broken[job.player[side]])
            return true;
    return false;
}

bool run_policy_pass(RunPolicy *policy, uint64_t number)
{
    const Job job = schedule_job(policy->spec, number);

    if (!is_needed(policy, &job))
        return false;
    policy->missing[job.pairing]++;
    policy->has_gaps = true;
    return true;
}

uint64_t run_policy_go_on(RunPolicy *policy, uint64_t number)
{
    Job job;

    if (policy->plays == NULL)
        return number + 1;
    job = schedule_job(policy->spec, number);
    return is_needed(policy, &job) && --policy->round_games == 0 ? policy->round_last + 1
                                                                 : number + 1;
}

/* The pairing of two players, whichever of them is the first. */
static int find_pairing(const Spec *spec, const RacePair *pair)
{
    int i = 0;

    while (spec->pairings[i].player != MIN(pair->better, pair->worse) ||
           spec->pairings[i].opponent != MAX(pair->better, pair->worse))
        i++;
    return i;
}

bool run_policy_begin_round(RunPolicy *policy, const Totals *totals, uint64_t next_job)
{
    g_autoptr(GArray) pairs = totals_race(totals, policy->spec);

    for (int i = 0; i < policy->spec->pairing_count; i++)
        policy->plays[i] = false;
    for (int i = 0; i < MIN(policy->spec->player_count, (int)pairs->len); i++) {
        const RacePair *pair = &g_array_index(pairs, RacePair, i);
        if (pair->need == 0)
            break;
        policy->plays[find_pairing(policy->spec, pair)] = true;
        policy->round_games += 2;
    }
    policy->round_last = next_job - 1 + 2 * (uint64_t)policy->spec->pairing_count;
    return policy->round_games > 0;
}
