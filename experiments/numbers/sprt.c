#include "experiments/numbers/sprt.h"
#include "experiments/numbers/elo.h"
#include "experiments/tools/error.h"

#include <math.h>

#define ELO_LIMIT 4000.0

/* Written so that NaN fails. */
bool sprt_check(const Sprt *sprt, GError **error)
{
    if (!(sprt->elo0 >= -ELO_LIMIT && sprt->elo0 < sprt->elo1 && sprt->elo1 <= ELO_LIMIT))
        return experiments_fail_usage(
            error, "elo0 is %g and elo1 is %g: elo0 must be less than elo1, both from %g to %g",
            sprt->elo0, sprt->elo1, -ELO_LIMIT, ELO_LIMIT);
    if (!(sprt->alpha > 0 && sprt->beta > 0 && sprt->alpha + sprt->beta < 1))
        return experiments_fail_usage(
            error, "alpha is %g and beta is %g: both must be above 0 and their sum below 1",
            sprt->alpha, sprt->beta);
    return true;
}

static SprtDecision decide(const SprtState *state)
{
    if (state->log_ratio >= state->upper)
        return SPRT_ACCEPT_H1;
    return state->log_ratio <= state->lower ? SPRT_ACCEPT_H0 : SPRT_CONTINUE;
}

static double log_ratio(const Sprt *sprt, const Scores *scores, double elo)
{
    return sprt->scale == SPRT_NORMALIZED
               ? scores_log_ratio_of_lead(scores, elo / ELO_PER_DEVIATION)
               : scores_log_ratio(scores, elo_to_share(elo));
}

SprtState sprt_state(const Sprt *sprt, const Scores *scores)
{
    SprtState state = {
        .log_ratio = log_ratio(sprt, scores, sprt->elo0) - log_ratio(sprt, scores, sprt->elo1),
        .lower = log(sprt->beta / (1 - sprt->alpha)),
        .upper = log((1 - sprt->beta) / sprt->alpha),
    };

    state.decision = decide(&state);
    return state;
}
