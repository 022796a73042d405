#include "experiments/numbers/sprt.h"

#include <gsl/gsl_sf_erf.h>
#include <math.h>

#include "experiments/tools/gsl_tools.h"

#define LEVEL 0.05
#define REFLECTIONS 20
#define OVERSHOOT                                                                              \
    0.5826            /* -zeta(1/2) / sqrt(2 pi): steps by which a test ends beyond its limits \
                       */
#define STEP_ELO 25.0 /* of the search for an end, doubled each time */
#define MOST_ELO 1600.0

/* The log ratio as a Brownian motion from 0 between two limits, observed at @time. */
typedef struct {
    double lower, upper;
    double time, at; /* at: where it was, within the limits */
} Motion;

static double log_upper_tail(double z)
{
    return gsl_sf_log_erfc(z * M_SQRT1_2) - M_LN2;
}

/* exp(@weight) times the standard normal probability of @low to @high; the weight may be great
 * where the probability is tiny. */
static double weigh_interval(double weight, double low, double high)
{
    const double near = low < 0 ? -high : low, far = low < 0 ? -low : high;

    return exp(weight + log_upper_tail(near)) - exp(weight + log_upper_tail(far));
}

/* exp(@weight) times the probability of reaching @distance > 0 in time. */
static double weigh_passage(const Motion *motion, double drift, double variance, double weight,
                            double distance)
{
    const double deviation = sqrt(variance * motion->time), mean = drift * motion->time;

    return exp(weight + log_upper_tail((distance - mean) / deviation)) +
           exp(weight + 2 * drift / variance * distance +
               log_upper_tail((distance + mean) / deviation));
}

/* The probability that the motion does better than observed: reaches the upper limit before, or
 * neither limit and is higher at that time. By reflections at both limits, enough of them for all
 * times at which a test may end. */
static double do_better(const Motion *motion, double drift, double variance)
{
    const double width = motion->upper - motion->lower, tilt = drift / variance;
    const double deviation = sqrt(variance * motion->time), mean = drift * motion->time;
    double sum = 0;

    for (int k = -REFLECTIONS; k <= REFLECTIONS; k++) {
        const double shift = 2 * k * width, turned = 2 * motion->upper + shift;
        const double to = motion->upper + shift;
        const double passage =
            weigh_passage(motion, drift, variance, tilt * (motion->upper - fabs(to)), fabs(to));
        sum += copysign(passage, to);
        sum += weigh_interval(tilt * shift, (motion->at - shift - mean) / deviation,
                              (motion->upper - shift - mean) / deviation) -
               weigh_interval(tilt * turned, (motion->at - turned - mean) / deviation,
                              (motion->upper - turned - mean) / deviation);
    }
    return fmin(fmax(sum, 0), 1);
}

/* The equation to solve: the difference of ratings for which the test does better with a
 * probability. */
typedef struct {
    Motion motion;
    double share, variance; /* of the units */
    double share0, share1;  /* of the hypotheses */
    double probability;
    bool is_decided;
} Sought;

/* The log ratio gains so much with a unit, on average, if @share is what players are expected to
 * make; *@out_variance is how far it scatters. The variance of units is the most likely one for
 * @share. If the test was decided, the log ratio at its end is given, and is in units of that
 * variance; otherwise the number of units is given, and the log ratio is what they made of it. */
static double drift_of(const Sought *sought, double share, double *out_variance)
{
    const double apart = sought->share1 - sought->share0, off = share - sought->share;
    const double variance = sought->variance + off * off;
    const double gain = apart / (sought->is_decided ? variance : sought->variance);

    *out_variance = gain * gain * variance;
    return (share - (sought->share0 + sought->share1) / 2) * gain;
}

static double excess(double elo, void *data)
{
    const Sought *sought = data;
    double variance;
    const double drift = drift_of(sought, elo_to_share(elo), &variance);

    return do_better(&sought->motion, drift, variance) - sought->probability;
}

static double find_elo(Sought *sought, double probability)
{
    double elo = elo_from_share(sought->share), step = STEP_ELO, next;

    sought->probability = probability;
    if (excess(elo, sought) > 0)
        step = -step;
    for (; fabs(elo) < MOST_ELO; elo = next, step *= 2) {
        next = elo + step;
        if (excess(next, sought) * step >= 0)
            return root_find(excess, sought, fmin(elo, next), fmax(elo, next), 1e-6);
    }
    return elo;
}

/* The share of a hypothesis for units of this deviation. */
static double share_of(const Sprt *sprt, const Scores *scores, double elo, double deviation)
{
    if (sprt->scale == SPRT_LOGISTIC)
        return elo_to_share(elo);
    return 0.5 + elo / ELO_PER_DEVIATION * deviation * (scores->values == 3 ? 1 : M_SQRT2);
}

/* The motion that the test was: it ended at a limit, or within them with its last game. */
static Motion motion_of(const Sought *sought, const SprtState *state, double units)
{
    double variance;
    const double at = units * drift_of(sought, sought->share, &variance);
    const double beyond = OVERSHOOT * sqrt(variance);
    const double lower = state->lower - beyond, upper = state->upper + beyond;
    const double end[] = {
        [SPRT_CONTINUE] = fmin(fmax(at, lower), upper),
        [SPRT_ACCEPT_H0] = lower,
        [SPRT_ACCEPT_H1] = upper,
    };

    return (Motion){lower, upper, units, end[state->decision]};
}

EloPairing sprt_pairing(const Sprt *sprt, const Scores *scores)
{
    const SprtState state = sprt_state(sprt, scores);
    double moment[5], low, value, high;
    Sought sought;

    if (scores_units(scores) == 0 || scores_are_alike(scores))
        return elo_pairing(scores);
    scores_moments(scores, moment);
    sought = (Sought){
        .share = moment[1],
        .variance = moment[2],
        .share0 = share_of(sprt, scores, sprt->elo0, sqrt(moment[2])),
        .share1 = share_of(sprt, scores, sprt->elo1, sqrt(moment[2])),
        .is_decided = state.decision != SPRT_CONTINUE,
    };
    sought.motion = motion_of(&sought, &state, (double)scores_units(scores));
    low = find_elo(&sought, LEVEL / 2);
    value = find_elo(&sought, 0.5);
    high = find_elo(&sought, 1 - LEVEL / 2);
    sought.probability = 0;
    return (EloPairing){
        .share = {ESTIMATE_INTERVAL, elo_to_share(value), elo_to_share(low), elo_to_share(high)},
        .elo = {ESTIMATE_INTERVAL, value, low, high},
        .superiority = 1 - excess(0, &sought),
    };
}
