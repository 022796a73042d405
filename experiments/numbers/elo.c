#include "experiments/numbers/elo.h"
#include "experiments/tools/gsl_tools.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define LEVEL 0.05

double elo_from_share(double share)
{
    return ELO_PER_NAT * log(share / (1 - share));
}

double elo_to_share(double difference)
{
    return 1 / (1 + exp(-difference / ELO_PER_NAT));
}

/* How far a difference of ratings is refuted beyond the 5 % level, in standard deviations. */
static double excess(double elo, void *data)
{
    return sqrt(scores_chi_square(data, elo_to_share(elo))) - gsl_cdf_ugaussian_Qinv(LEVEL / 2);
}

/* The end of the interval around @elo on the side of @step's sign. */
static double find_end(const Scores *scores, double elo, double step)
{
    Scores copy = *scores;
    double inside = elo, outside = elo + step;

    while (excess(outside, &copy) < 0) {
        inside = outside;
        step *= 2;
        outside += step;
    }
    return root_find(excess, &copy, fmin(inside, outside), fmax(inside, outside), 1e-9);
}

static EloPairing pairing_of_spread(const Scores *scores)
{
    const double share = scores_share(scores), elo = elo_from_share(share);
    const double low = find_end(scores, elo, -100), high = find_end(scores, elo, 100);
    const double root = sqrt(scores_chi_square(scores, 0.5));

    return (EloPairing){
        .share = {ESTIMATE_INTERVAL, share, elo_to_share(low), elo_to_share(high)},
        .elo = {ESTIMATE_INTERVAL, elo, low, high},
        .superiority = gsl_cdf_ugaussian_P(share < 0.5 ? -root : root),
    };
}

static Estimate elo_of_alike(Estimate share)
{
    if (share.value >= 1)
        return (Estimate){.kind = ESTIMATE_AT_LEAST, .low = elo_from_share(share.low)};
    if (share.value <= 0)
        return (Estimate){.kind = ESTIMATE_AT_MOST, .high = elo_from_share(share.high)};
    return (Estimate){ESTIMATE_ALIKE, elo_from_share(share.value), elo_from_share(share.low),
                      elo_from_share(share.high)};
}

static EloPairing pairing_of_alike(const Scores *scores)
{
    const double units = (double)scores_units(scores);
    const double share = scores_share(scores), least = pow(LEVEL, 1 / units);
    const double worse = pow(2 * fmax(share, 1 - share), -units) / 2;
    const Estimate estimate = {ESTIMATE_ALIKE, share, share * least, 1 - (1 - share) * least};

    return (EloPairing){
        .share = estimate,
        .elo = elo_of_alike(estimate),
        .superiority = share < 0.5 ? worse : 1 - worse,
    };
}

EloPairing elo_pairing(const Scores *scores)
{
    if (scores_units(scores) == 0)
        return (EloPairing){.superiority = 0.5};
    return scores_are_alike(scores) ? pairing_of_alike(scores) : pairing_of_spread(scores);
}

Estimate elo_normalized(const Scores *scores)
{
    const double units = (double)scores_units(scores);
    const double games_a_unit = scores->values == 3 ? 1 : 2;
    const double scale = ELO_PER_DEVIATION / sqrt(games_a_unit);
    double moment[5], by, margin;

    if (units == 0 || scores_are_alike(scores))
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    scores_moments(scores, moment);
    by = (moment[1] - 0.5) / sqrt(moment[2]);
    margin = gsl_cdf_ugaussian_Qinv(LEVEL / 2) *
             sqrt((1 - by * moment[3] / pow(moment[2], 1.5) +
                   by * by * (moment[4] / (moment[2] * moment[2]) - 1) / 4) /
                  units);
    return (Estimate){ESTIMATE_INTERVAL, scale * by, scale * (by - margin), scale * (by + margin)};
}

/* Deviations of the mean score by which a lead must exceed one half. */
static double reach(void)
{
    return gsl_cdf_ugaussian_Qinv(LEVEL / 2) + gsl_cdf_ugaussian_Pinv(ELO_POWER);
}

double elo_games_needed(double elo, double deviation)
{
    return ceil(pow(reach() * deviation / (elo_to_share(elo) - 0.5), 2));
}

double elo_detected(double games, double deviation)
{
    return elo_from_share(fmin(0.5 + reach() * deviation / sqrt(games), 1 - 1e-9));
}

double elo_deviation(double draws)
{
    return sqrt((1 - draws) / 4);
}
