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

/* A test under way. */
typedef struct {
    const Sprt *sprt;
    Scores *scores;
    ScoresRatio of[2]; /* of H0 and H1 */
    SprtState state;
} Walk;

static void look(Walk *walk)
{
    for (int i = 0; i < 2; i++) {
        const double elo = i == 0 ? walk->sprt->elo0 : walk->sprt->elo1;
        if (walk->sprt->scale == SPRT_NORMALIZED)
            scores_ratio_of_lead_update(walk->scores, elo / ELO_PER_DEVIATION, &walk->of[i]);
        else
            scores_ratio_update(walk->scores, elo_to_share(elo), &walk->of[i]);
    }
    walk->state.log_ratio = walk->of[0].value - walk->of[1].value;
    walk->state.decision = decide(&walk->state);
}

#define MOST_SKIPPED 1e6

/* So many further units cannot decide: they use half of the way to the nearer limit by what a unit
 * changes to first order, and less than the rest by what they change besides. */
static int64_t count_undecisive(const Walk *walk)
{
    const double way =
        fmin(walk->state.upper - walk->state.log_ratio, walk->state.log_ratio - walk->state.lower);
    const double bend = walk->of[0].bend + walk->of[1].bend;
    double gain = 0;

    for (int i = 0; i < walk->scores->values; i++)
        gain = fmax(gain, fabs(walk->of[0].gain[i] - walk->of[1].gain[i]));
    if (!isfinite(gain) || !isfinite(bend))
        return 0;
    return (int64_t)fmin(fmin(way / 2 / gain, sqrt(way / 4 / bend)), MOST_SKIPPED);
}

static void draw_unit(const double *probability, Random *random, Scores *scores)
{
    double at = (double)(random_next(random) >> 11) * 0x1p-53;
    int value = 0;

    for (; value < scores->values - 1 && at >= probability[value]; value++)
        at -= probability[value];
    scores->count[value]++;
}

void sprt_play(const Sprt *sprt, const double *probability, Random *random, Scores *scores)
{
    Walk walk = {.sprt = sprt, .scores = scores, .state = sprt_state(sprt, scores)};
    const int64_t most = sprt->most > 0 ? sprt->most : INT64_MAX;
    int64_t undecisive = 0;

    for (int64_t units = scores_units(scores); units < most; units++) {
        draw_unit(probability, random, scores);
        if (undecisive-- > 0)
            continue;
        look(&walk);
        if (walk.state.decision != SPRT_CONTINUE)
            return;
        undecisive = count_undecisive(&walk);
    }
}
