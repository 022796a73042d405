#include "experiments/run/run_policy.h"

static bool has_forfeited_too_many(const RunPolicy *policy, const Forfeits *forfeits, int player)
{
    return policy->spec->max_forfeits > 0 &&
           (uint64_t)forfeits->of[player].in_a_row >= policy->spec->max_forfeits;
}

void run_policy_init(RunPolicy *policy, const Spec *spec, bool is_whole, Forfeits *forfeits)
{
    *policy = (RunPolicy){
        .spec = spec,
        .is_whole = is_whole,
        .broken = g_new0(bool, (gsize)spec->player_count),
        .missing = g_new0(uint64_t, (gsize)spec->pairing_count),
    };
    for (int i = 0; i < spec->player_count; i++)
        if (has_forfeited_too_many(policy, forfeits, i))
            forfeits->of[i].in_a_row = 0;
}

void run_policy_clear(RunPolicy *policy)
{
    g_clear_pointer(&policy->broken, g_free);
    g_clear_pointer(&policy->missing, g_free);
}

bool run_policy_is_decided(const RunPolicy *policy, const Totals *totals)
{
    Scores scores;

    if (policy->spec->format != SPEC_SPRT || !policy->is_whole)
        return false;
    scores = scores_of_pairs(&totals->pairings[0].pairs);
    return sprt_state(&policy->spec->sprt, &scores).decision != SPRT_CONTINUE;
}

int run_policy_find_broken(const RunPolicy *policy, const Forfeits *forfeits,
                           const MatchRecord *record)
{
    const int forfeiter = match_record_forfeiter(record);
    const int player =
        forfeiter != MATCH_NO_SIDE ? record->job.player[forfeiter] : RUN_POLICY_NOBODY;

    return player != RUN_POLICY_NOBODY && has_forfeited_too_many(policy, forfeits, player)
               ? player
               : RUN_POLICY_NOBODY;
}

void run_policy_break(RunPolicy *policy, int player)
{
    policy->broken[player] = true;
    policy->is_broken = true;
}

bool run_policy_leaves_out(const RunPolicy *policy, uint64_t number, int player)
{
    Job job;

    if (!policy->is_broken && player == RUN_POLICY_NOBODY)
        return false;
    job = schedule_job(policy->spec, number);
    for (int side = 0; side < policy->spec->contest->sides; side++)
        if (policy->broken[job.player[side]] || job.player[side] == player)
            return true;
    return false;
}

void run_policy_pass(RunPolicy *policy, uint64_t number)
{
    policy->missing[schedule_job(policy->spec, number).pairing]++;
    policy->has_gaps = true;
}
