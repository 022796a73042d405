#include "experiments/numbers/plackett_luce.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "experiments/numbers/elo.h"
#include "experiments/numbers/likelihood.h"
#include "experiments/numbers/ratings_fit.h"

#define SEATS PLACKETT_LUCE_SEATS
#define SETS (1 << SEATS) /* of seats, a bit each */

/* The parameters of a game: the strengths of three players and three seats, and the logarithms of
 * the constants of ties of two and of three. */
#define PARTS (2 * SEATS + 2)

struct PlackettLuce {
    int players;
    const PlackettLuceGames *games; /* while it is fitted */
    size_t count;
    gsl_vector *parameters; /* players, seats, ties */
    gsl_matrix *variance, *untold;
    double freedom; /* two places of each game, less the parameters, for Student's distribution */
    gsl_vector *points; /* of each player per game */
};

static void get_parts(const PlackettLuce *fit, const PlackettLuceGames *games,
                      size_t out_parts[PARTS])
{
    for (int i = 0; i < SEATS; i++)
        out_parts[i] = (size_t)games->player[i];
    for (int i = SEATS; i < PARTS; i++)
        out_parts[i] = (size_t)(fit->players + i - SEATS);
}

/* How a set's logarithm depends on the parts: it is the mean of the strengths, and its tie. */
static double share_of_part(int set, int part)
{
    const int size = __builtin_popcount((unsigned)set);

    if (part < 2 * SEATS)
        return set >> part % SEATS & 1 ? 1.0 / size : 0;
    return size == part - 2 * SEATS + 2 ? 1 : 0;
}

/* The logarithm of the probability of a game's places, and its derivatives by the parts. */
typedef struct {
    double value, gradient[PARTS], information[PARTS][PARTS];
} Derivatives;

/* The probabilities with which sets of the seats @left have the next place; 0 for all others.
 * Returns the logarithm of that of @chosen. */
static double find_chances(const double x[PARTS], int left, int chosen, double out_chance[SETS])
{
    double log_of[SETS] = {0}, most = -INFINITY, sum = 0;

    for (int set = 1; set < SETS; set++) {
        out_chance[set] = 0;
        for (int i = 0; i < PARTS; i++)
            log_of[set] += share_of_part(set, i) * x[i];
        if ((set & ~left) == 0)
            most = fmax(most, log_of[set]);
    }
    for (int set = 1; set < SETS; set++)
        if ((set & ~left) == 0)
            sum += out_chance[set] = exp(log_of[set] - most);
    for (int set = 1; set < SETS; set++)
        out_chance[set] /= sum;
    return log_of[chosen] - most - log(sum);
}

/* Adds that the seats in @chosen had the next place of those @left. */
static void add_place(const double x[PARTS], int left, int chosen, Derivatives *out)
{
    double chance[SETS], mean[PARTS] = {0};

    out->value += find_chances(x, left, chosen, chance);
    for (int set = 1; set < SETS; set++)
        for (int i = 0; i < PARTS; i++)
            mean[i] += chance[set] * share_of_part(set, i);
    for (int i = 0; i < PARTS; i++) {
        out->gradient[i] += share_of_part(chosen, i) - mean[i];
        for (int j = 0; j < PARTS; j++)
            for (int set = 1; set < SETS; set++)
                out->information[i][j] += chance[set] * (share_of_part(set, i) - mean[i]) *
                                          (share_of_part(set, j) - mean[j]);
    }
}

/* The best of the seats @left, by points. */
static int find_best(const PlackettLuceGames *games, int left)
{
    int best = 0, most = G_MININT;

    for (int seat = 0; seat < SEATS; seat++) {
        if ((left >> seat & 1) == 0 || games->points[seat] < most)
            continue;
        best = (games->points[seat] > most ? 0 : best) | 1 << seat;
        most = games->points[seat];
    }
    return best;
}

static Derivatives derivatives_of(const PlackettLuceGames *games, const size_t parts[PARTS],
                                  const gsl_vector *parameters)
{
    Derivatives derivatives = {0};
    double x[PARTS];
    int best;

    for (int i = 0; i < PARTS; i++)
        x[i] = gsl_vector_get(parameters, parts[i]);
    for (int left = SETS - 1; left != 0; left &= ~best) {
        best = find_best(games, left);
        add_place(x, left, best, &derivatives);
    }
    return derivatives;
}

static double log_likelihood(void *data, const gsl_vector *x)
{
    const PlackettLuce *fit = data;
    double sum = 0;

    for (size_t i = 0; i < fit->count; i++) {
        size_t parts[PARTS];
        get_parts(fit, &fit->games[i], parts);
        sum += (double)fit->games[i].count * derivatives_of(&fit->games[i], parts, x).value;
    }
    return sum;
}

static void differentiate(void *data, const gsl_vector *x, gsl_vector *gradient,
                          gsl_matrix *information)
{
    const PlackettLuce *fit = data;

    gsl_vector_set_zero(gradient);
    gsl_matrix_set_zero(information);
    for (size_t game = 0; game < fit->count; game++) {
        const double count = (double)fit->games[game].count;
        Derivatives of;
        size_t parts[PARTS];
        get_parts(fit, &fit->games[game], parts);
        of = derivatives_of(&fit->games[game], parts, x);
        for (int i = 0; i < PARTS; i++) {
            *gsl_vector_ptr(gradient, parts[i]) += count * of.gradient[i];
            for (int j = 0; j < PARTS; j++)
                *gsl_matrix_ptr(information, parts[i], parts[j]) += count * of.information[i][j];
        }
    }
}

static double count_games(const PlackettLuce *fit)
{
    double count = 0;

    for (size_t game = 0; game < fit->count; game++)
        count += (double)fit->games[game].count;
    return count;
}

/* The points of a player per game. */
static double average_points(const PlackettLuce *fit, int player)
{
    double points = 0, count = 0;

    for (size_t game = 0; game < fit->count; game++)
        for (int seat = 0; seat < SEATS; seat++)
            if (fit->games[game].player[seat] == player) {
                count += (double)fit->games[game].count;
                points += (double)(fit->games[game].count * fit->games[game].points[seat]);
            }
    return points / fmax(count, 1);
}

PlackettLuce *plackett_luce_fit(int players, const PlackettLuceGames *games, size_t count)
{
    const size_t size = (size_t)players + PARTS - SEATS;
    PlackettLuce *fit = g_new(PlackettLuce, 1);
    const Likelihood likelihood = {fit, log_likelihood, differentiate};
    g_autoptr(gsl_vector) gradient = gsl_vector_alloc(size);
    g_autoptr(gsl_matrix) information = gsl_matrix_alloc(size, size);

    *fit = (PlackettLuce){
        .players = players,
        .games = games,
        .count = count,
        .parameters = gsl_vector_calloc(size),
        .variance = gsl_matrix_alloc(size, size),
        .untold = gsl_matrix_alloc(size, size),
        .points = gsl_vector_alloc((size_t)players),
    };
    likelihood_climb(&likelihood, fit->parameters);
    differentiate(fit, fit->parameters, gradient, information);
    ratings_split(information, fit->variance, fit->untold);
    fit->freedom = fmax(1, 2 * count_games(fit) - (double)ratings_count_told(fit->untold));
    for (int i = 0; i < players; i++)
        gsl_vector_set(fit->points, (size_t)i, average_points(fit, i));
    fit->games = NULL;
    return fit;
}

void plackett_luce_free(PlackettLuce *fit)
{
    gsl_vector_free(fit->parameters);
    gsl_matrix_free(fit->variance);
    gsl_matrix_free(fit->untold);
    gsl_vector_free(fit->points);
    g_free(fit);
}

static Estimate estimate(const PlackettLuce *fit, RatingsContrast c)
{
    const double value = ELO_PER_NAT * ratings_get_contrast(fit->parameters, c);
    const double variance = ratings_get_product(fit->variance, c, c);
    const double margin =
        ELO_PER_NAT * gsl_cdf_tdist_Qinv(0.025, fit->freedom) * sqrt(fmax(variance, 0));

    if (c.parameter == c.other)
        return (Estimate){.kind = ESTIMATE_GIVEN};
    if (!ratings_is_told(fit->untold, c))
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    return (Estimate){ESTIMATE_INTERVAL, value, value - margin, value + margin};
}

Estimate plackett_luce_difference(const PlackettLuce *fit, int player, int other)
{
    const Estimate lead = estimate(fit, (RatingsContrast){player, other});
    const double ahead =
        gsl_vector_get(fit->points, (size_t)player) - gsl_vector_get(fit->points, (size_t)other);

    return lead.value * ahead < 0 ? (Estimate){.kind = ESTIMATE_UNKNOWN} : lead;
}

Estimate plackett_luce_seats(const PlackettLuce *fit, int seat, int other)
{
    return estimate(fit, (RatingsContrast){fit->players + seat, fit->players + other});
}
