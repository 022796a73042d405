#include "experiments/numbers/sprt.h"

#include <math.h>

#include "experiments/tools/gsl_tools.h"

#define LEVEL 0.05
#define SEED 1
#define PATHS 100     /* of each mean */
#define MEANS 7       /* with which tests are simulated, */
#define APART 1.2     /* so many standard errors apart, in logits */
#define SMOOTH 5      /* each count has one fifth added, so that any score is possible */
#define STEP_ELO 25.0 /* of the search for an end, doubled each time */
#define MOST_ELO 1600.0

/* A simulated test. */
typedef struct {
    Scores end;
    int order;      /* of its share against the one seen: -1, 0, 1 */
    double density; /* logarithm of the sum of the densities of @end for all means */
} Path;

/* The equation to solve: the mean with which a share above the one seen has a probability. */
typedef struct {
    Scores smoothed; /* the counts seen, times SMOOTH, plus 1 */
    Path paths[MEANS * PATHS];
    double of_equal; /* how much of the probability of the very share seen is added, 0 to 1 */
    double probability;
} Sought;

/* Logarithm of the probability of the units of @scores, in their order. */
static double log_density(const Scores *scores, const double *log_probability)
{
    double sum = 0;

    for (int i = 0; i < scores->values; i++)
        sum += (double)scores->count[i] * log_probability[i];
    return sum;
}

static void expect(const Sought *sought, double elo, double *out_probability,
                   double *out_log_probability)
{
    scores_expect(&sought->smoothed, elo_to_share(elo), out_probability);
    for (int i = 0; i < sought->smoothed.values; i++)
        out_log_probability[i] = log(out_probability[i]);
}

/* Exact, in whole numbers: points of the one times units of the other. */
static int compare_shares(const Scores *a, const Scores *b)
{
    const int64_t of_a = scores_units(a), of_b = scores_units(b);
    int64_t difference = 0;

    for (int i = 0; i < a->values; i++)
        difference += i * (a->count[i] * of_b - b->count[i] * of_a);
    return (difference > 0) - (difference < 0);
}

static void simulate(const Sprt *sprt, const Scores *seen, double middle, double apart,
                     Sought *sought)
{
    double log_probability[MEANS][SCORES_MAX_VALUES];

    for (int mean = 0; mean < MEANS; mean++) {
        double probability[SCORES_MAX_VALUES];
        expect(sought, middle + (mean - MEANS / 2) * apart, probability, log_probability[mean]);
        for (int i = 0; i < PATHS; i++) {
            Path *path = &sought->paths[mean * PATHS + i];
            Random random = random_for_job(SEED, (uint64_t)(mean * PATHS + i));
            *path = (Path){.end.values = seen->values};
            sprt_play(sprt, probability, &random, &path->end);
            path->order = compare_shares(&path->end, seen);
        }
    }
    for (Path *path = sought->paths; path < sought->paths + MEANS * PATHS; path++) {
        double most = -INFINITY, sum = 0;
        for (int mean = 0; mean < MEANS; mean++)
            most = fmax(most, log_density(&path->end, log_probability[mean]));
        for (int mean = 0; mean < MEANS; mean++)
            sum += exp(log_density(&path->end, log_probability[mean]) - most);
        path->density = most + log(sum);
    }
}

/* The probability of a share above the one seen, plus the part of that of the same share, less the
 * one sought. */
static double excess(double elo, void *data)
{
    const Sought *sought = data;
    double probability[SCORES_MAX_VALUES], log_probability[SCORES_MAX_VALUES];
    double weight[MEANS * PATHS], most = -INFINITY, above = 0, all = 0;

    expect(sought, elo, probability, log_probability);
    for (int i = 0; i < MEANS * PATHS; i++) {
        weight[i] = log_density(&sought->paths[i].end, log_probability) - sought->paths[i].density;
        most = fmax(most, weight[i]);
    }
    for (int i = 0; i < MEANS * PATHS; i++) {
        const int order = sought->paths[i].order;
        weight[i] = exp(weight[i] - most);
        all += weight[i];
        above += order > 0 ? weight[i] : order == 0 ? sought->of_equal * weight[i] : 0;
    }
    return above / all - sought->probability;
}

static double find_elo(Sought *sought, double start, double of_equal, double probability)
{
    double elo = start, step = STEP_ELO, next;

    sought->of_equal = of_equal;
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

/* Owner: the caller. */
static Sought *simulate_around(const Sprt *sprt, const Scores *seen, double *out_middle)
{
    Sought *sought = g_new(Sought, 1);
    double moment[5], units;

    sought->smoothed.values = seen->values;
    for (int i = 0; i < seen->values; i++)
        sought->smoothed.count[i] = SMOOTH * seen->count[i] + 1;
    scores_moments(&sought->smoothed, moment);
    units = (double)scores_units(&sought->smoothed) / SMOOTH;
    *out_middle = elo_from_share(moment[1]);
    simulate(sprt, seen, *out_middle,
             APART * ELO_PER_NAT * sqrt(moment[2] / units) / (moment[1] * (1 - moment[1])), sought);
    return sought;
}

/* The score, of at least one half, limits the value and the superiority: no estimate may be on the
 * other side of equality than the games from which it comes. */
static EloPairing pairing_by_simulation(const Sprt *sprt, const Scores *scores)
{
    const bool is_ahead = scores_share(scores) > 0.5;
    double middle;
    g_autofree Sought *sought = simulate_around(sprt, scores, &middle);
    const double low = find_elo(sought, middle, 1, LEVEL / 2);
    const double high = find_elo(sought, middle, 0, 1 - LEVEL / 2);
    const double median = find_elo(sought, middle, 0.5, 0.5);
    const double value = is_ahead ? fmax(median, 0) : median;

    sought->probability = 0;
    return (EloPairing){
        .share = {ESTIMATE_INTERVAL, elo_to_share(value), elo_to_share(low), elo_to_share(high)},
        .elo = {ESTIMATE_INTERVAL, value, low, high},
        .superiority = fmax(1 - excess(0, sought), is_ahead ? 0.5 : 0),
    };
}

/* Seen from the other player. */
static EloPairing pairing_of_turned(const Sprt *sprt, const Scores *scores)
{
    const Sprt turned = {-sprt->elo1, -sprt->elo0, sprt->beta,
                         sprt->alpha, sprt->scale, sprt->most};
    Scores mirrored = *scores;
    EloPairing pairing;

    for (int i = 0; i < scores->values; i++)
        mirrored.count[i] = scores->count[scores->values - 1 - i];
    pairing = pairing_by_simulation(&turned, &mirrored);
    return (EloPairing){
        .share = estimate_transform(pairing.share, -1, 1),
        .elo = estimate_transform(pairing.elo, -1, 0),
        .superiority = 1 - pairing.superiority,
    };
}

/* Both players are simulated with the same draws, so that exchanged players turn the estimate. */
EloPairing sprt_pairing(const Sprt *sprt, const Scores *scores)
{
    const int64_t units = scores_units(scores);

    if (units < 2 || (units < sprt->most && sprt_state(sprt, scores).decision == SPRT_CONTINUE))
        return (EloPairing){.superiority = 0.5};
    if (scores_are_alike(scores))
        return elo_pairing(scores);
    return scores_share(scores) < 0.5 ? pairing_of_turned(sprt, scores)
                                      : pairing_by_simulation(sprt, scores);
}
