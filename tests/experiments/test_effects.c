/* Effects of factors: games whose values are known, and how often intervals hold the truth. */
#include "experiments/numbers/elo.h"
#include "experiments/report/effects.h"
#include "tests/conclusions.h"
#include "tests/run_support.h"
#include "tests/synthetic.h"
#include "tests/test.h"

#include <gsl/gsl_randist.h>

static double draws_constant = 0.3; /* logarithm */
static double scatter;              /* standard deviation of the strengths of pairings, in nats */

#define LATTICE                                                                                  \
    "[experiment]\nformat=gauntlet\nhero=H\ngames=%d\n[players]\nH=level:4\nA=level:1\nB=level:" \
    "7\n"                                                                                        \
    "[factors]\nplayer.attack-request=off;on\nplayer.even-trade=off;on\nplayer.exchange=off;on\n"

/* Results of the experiment @text in which each cell has a strength, in nats. */
typedef struct {
    Spec *spec;
    Totals *totals;
} Played;

static Played played_new(const char *text, int games)
{
    g_autofree char *whole = g_strdup_printf(text, games);
    Played played = {.spec = spec_of(whole)};

    played.totals = totals_new_for(played.spec);
    return played;
}

static void played_clear(Played *played)
{
    totals_free(played->totals);
    spec_free(played->spec);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Played, played_clear)

static double strength_of_opponent(int opponent)
{
    return opponent == 0 ? 0.4 : -0.7;
}

/* Plays all games at random. */
static void play(const Played *played, const double *strengths, Random *random)
{
    for (int i = 0; i < played->spec->pairing_count; i++) {
        const SpecPairing *pairing = &played->spec->pairings[i];
        PairingTotals *totals = &played->totals->pairings[i];
        const gsl_rng rng = random_gsl(random);
        const double strength = strengths[pairing->cell] - strength_of_opponent(pairing->opponent) +
                                (scatter > 0 ? gsl_ran_gaussian(&rng, scatter) : 0);
        StatisticsScore all = {0};

        totals->as[TOTALS_WHITE] = totals->as[TOTALS_BLACK] = (StatisticsScore){0};
        for (uint64_t game = 0; game < played->spec->games; game++) {
            StatisticsScore *score = &totals->as[game % 2];
            const int half_points = synthetic_game(strength, draws_constant, random);
            *(half_points == 2   ? &score->wins
              : half_points == 1 ? &score->draws
                                 : &score->losses) += 1;
        }
        all = statistics_add(totals->as[TOTALS_WHITE], totals->as[TOTALS_BLACK]);
        totals->score = all;
    }
}

static RatingsGoodness goodness; /* of the last one */

static GArray *effects_of(const Played *played, const char *interactions)
{
    const ResultsRun run = {.folder = (char *)"r", played->spec, played->totals};
    g_autoptr(GError) error = NULL;
    GArray *effects = effects_new(&run, interactions, &goodness, &error);

    g_assert_no_error(error);
    return effects;
}

static double share_of(StatisticsScore score)
{
    return ((double)score.wins + (double)score.draws / 2) /
           fmax(1, (double)statistics_count(score));
}

static const EffectsLine *line_of(const GArray *effects, const char *quantity, const char *of)
{
    for (guint i = 0; i < effects->len; i++) {
        const EffectsLine *line = &g_array_index(effects, EffectsLine, i);
        if (g_str_equal(line->quantity, quantity) && g_str_equal(line->of, of))
            return line;
    }
    g_error("there is no %s of %s", quantity, of);
}

static double value_of(const GArray *effects, const char *quantity, const char *of)
{
    return line_of(effects, quantity, of)->estimate.value;
}

/* Cell c has bit 2 of c for attack-request, 1 for even-trade, 0 for exchange. */
static void make_strengths(double attack, double trade, double both, double *out_strengths)
{
    for (int cell = 0; cell < 8; cell++)
        out_strengths[cell] = attack * (cell >> 2 & 1) + trade * (cell >> 1 & 1) +
                              both * ((cell >> 2 & 1) && (cell >> 1 & 1));
}

TEST(where_effects_add_up_each_is_found)
{
    g_auto(Played) played = played_new(LATTICE, 20000);
    g_autoptr(GArray) effects = NULL;
    Random random = random_for_job(3, 1);
    double strengths[8], scale;

    make_strengths(0.5, -0.2, 0, strengths);
    play(&played, strengths, &random);
    effects = effects_of(&played, "all");
    g_assert_cmpuint(effects->len, ==, 3 + 3 + 3 + 1);
    scale = value_of(effects, "effect", "+attack-request") / 0.5;
    g_assert_cmpfloat_with_epsilon(value_of(effects, "effect", "+even-trade") / scale, -0.2, 0.03);
    g_assert_cmpfloat_with_epsilon(value_of(effects, "effect", "+exchange") / scale, 0, 0.03);
    g_assert_cmpfloat_with_epsilon(
        value_of(effects, "interaction", "+attack-request+even-trade") / scale, 0, 0.06);
    g_assert_cmpfloat_with_epsilon(value_of(effects, "shapley", "+attack-request") / scale, 0.5,
                                   0.03);
    g_assert_cmpfloat(line_of(effects, "effect", "+attack-request")->holm, <, 0.001);
    g_assert_cmpfloat(line_of(effects, "effect", "+exchange")->p, >, 0.001);
}

TEST(what_takes_two_is_shared_in_halves_and_shapley_values_add_up)
{
    g_auto(Played) played = played_new(LATTICE, 20000);
    g_autoptr(GArray) effects = NULL;
    Random random = random_for_job(4, 1);
    double strengths[8], all, sum;

    make_strengths(0, 0, 0.8, strengths);
    play(&played, strengths, &random);
    effects = effects_of(&played, "attack-request*even-trade");
    all = value_of(effects, "all", "+attack-request+even-trade+exchange");
    sum = value_of(effects, "shapley", "+attack-request") +
          value_of(effects, "shapley", "+even-trade") + value_of(effects, "shapley", "+exchange");
    g_assert_cmpfloat_with_epsilon(sum, all, 1e-6);
    g_assert_cmpfloat_with_epsilon(value_of(effects, "shapley", "+attack-request") / all, 0.5,
                                   0.05);
    g_assert_cmpfloat_with_epsilon(
        value_of(effects, "interaction", "+attack-request+even-trade") / all, 1, 0.1);
}

/* The effect is good against A and bad against B; its mean over both tells neither. */
TEST(effects_against_each_opponent_are_found)
{
    g_auto(Played) played = played_new(LATTICE, 20000), other = played_new(LATTICE, 20000);
    g_autoptr(GArray) pooled = NULL, effects = NULL;
    Random random = random_for_job(6, 1);
    double strengths[8], misfit, against_a, against_b;

    make_strengths(0.5, 0, 0, strengths);
    play(&played, strengths, &random);
    make_strengths(-0.3, 0, 0, strengths);
    play(&other, strengths, &random);
    for (int i = 0; i < played.spec->pairing_count; i++)
        if (played.spec->pairings[i].opponent == 1) {
            PairingTotals *totals = &played.totals->pairings[i];
            totals->score = other.totals->pairings[i].score;
            memcpy(totals->as, other.totals->pairings[i].as, sizeof totals->as);
        }
    pooled = effects_of(&played, "");
    misfit = goodness.dispersion;
    effects = effects_of(&played, "opponent*attack-request");
    against_a = value_of(effects, "against", "+attack-request, A");
    against_b = value_of(effects, "against", "+attack-request, B");
    g_assert_cmpfloat_with_epsilon(against_b / against_a, -0.3 / 0.5, 0.05);
    g_assert_cmpfloat_with_epsilon(value_of(effects, "effect", "+attack-request"),
                                   (against_a + against_b) / 2, 1e-6);
    g_assert_cmpfloat_with_epsilon(value_of(effects, "interaction", "+attack-request, B"),
                                   against_b - against_a, 1e-6);
    g_assert_cmpfloat(line_of(effects, "interaction", "+attack-request, B")->holm, <, 0.001);
    g_assert_cmpfloat(misfit, >, 10);
    g_assert_cmpfloat(goodness.dispersion, <, 2.5);
    g_assert_cmpint(line_of(effects, "against", "+attack-request, A")->first.wins, <,
                    line_of(effects, "against", "+attack-request, A")->value.wins);
}

TEST(factors_of_several_values_and_fractions_of_the_cells_have_effects)
{
    g_auto(Played) played = played_new(
        "[experiment]\nformat=gauntlet\nhero=H\ngames=%d\n[players]\nH=level:4\nA=level:1\n"
        "B=level:7\n[factors]\ndesign=random 20\nrules.max-plies=10..13\nplayer.even-trade=off;on\n"
        "player.exchange=off;on\nrules.repetition=on;off\n",
        20000);
    g_autoptr(GArray) effects = NULL;
    Random random = random_for_job(5, 1);
    double strengths[20], scale;

    for (int cell = 0; cell < 20; cell++)
        strengths[cell] = 0.2 * factors_chosen(&played.spec->factors, cell, 0) -
                          0.3 * factors_chosen(&played.spec->factors, cell, 3);
    play(&played, strengths, &random);
    effects = effects_of(&played, "");
    g_assert_cmpuint(effects->len, ==, 3 + 1 + 1 + 1);
    scale = value_of(effects, "effect", "max-plies 13") / 0.6;
    g_assert_cmpfloat_with_epsilon(value_of(effects, "effect", "max-plies 11") / scale, 0.2, 0.04);
    g_assert_cmpfloat_with_epsilon(value_of(effects, "effect", "-repetition") / scale, -0.3, 0.04);
    g_assert_cmpfloat(goodness.dispersion, <, 1.6);
}

TEST(a_hero_that_wins_everything_in_a_cell_has_no_infinity)
{
    g_auto(Played) played = played_new(LATTICE, 10);
    g_autoptr(GArray) effects = NULL;

    for (int i = 0; i < played.spec->pairing_count; i++)
        for (int color = 0; color < 2; color++)
            played.totals->pairings[i].as[color] = (StatisticsScore){5, 0, 0};
    effects = effects_of(&played, "");
    for (guint i = 0; i < effects->len; i++) {
        const EffectsLine *line = &g_array_index(effects, EffectsLine, i);
        g_assert_true(isfinite(line->estimate.value) && isfinite(line->estimate.low));
        g_assert_true(line->estimate.kind == ESTIMATE_UNKNOWN ||
                      line->estimate.kind == ESTIMATE_INTERVAL);
    }
}

TEST(effects_without_a_scale_are_unknown)
{
    static const StatisticsScore lost = {0, 1, 0}, won = {1, 0, 0}, drawn = {0, 0, 1};
    g_auto(Played) played = played_new(LATTICE, 2);
    g_autoptr(GArray) effects = NULL;

    for (int i = 0; i < played.spec->pairing_count; i++)
        for (int color = 0; color < 2; color++) {
            const int cell = played.spec->pairings[i].cell;
            played.totals->pairings[i].as[color] = (cell & 1) != 0   ? lost
                                                   : (cell & 2) == 0 ? drawn
                                                   : color == 0      ? won
                                                                     : lost;
        }
    effects = effects_of(&played, "");
    g_assert_cmpint(line_of(effects, "effect", "+even-trade")->estimate.kind, ==, ESTIMATE_UNKNOWN);
    g_assert_cmpfloat(line_of(effects, "effect", "+even-trade")->p, ==, 1);
}

TEST_ROWS(runs_without_factors_or_a_hero_are_refused)
{
    g_autoptr(Spec) spec = spec_of(field[0]);
    g_autoptr(GError) error = NULL;
    Totals *totals = totals_new_for(spec);
    const ResultsRun run = {.folder = (char *)"r", spec, totals};
    g_assert_null(effects_new(&run, field[1], &goodness, &error));
    g_assert_nonnull(strstr(error->message, field[2]));
    totals_free(totals);
}

/* Quantities of the simulated experiments, as effects_new() names them. */
static const char *const CHECKED[][2] = {{"effect", "+attack-request"},
                                         {"against", "+attack-request, A"},
                                         {"interaction", "+attack-request+even-trade"},
                                         {"shapley", "+even-trade"}};
#define INTERACTIONS "attack-request*even-trade;attack-request*opponent"

/* The true effects of @strengths, from many games. */
static void find_truth(const double *strengths, double *out_truth)
{
    g_auto(Played) played = played_new(LATTICE, 200000);
    g_autoptr(GArray) effects = NULL;
    const double of_pairings = scatter;
    Random random = random_for_job(7, 1);

    scatter = 0;
    play(&played, strengths, &random);
    scatter = of_pairings;
    effects = effects_of(&played, INTERACTIONS);
    for (size_t i = 0; i < G_N_ELEMENTS(CHECKED); i++)
        out_truth[i] = value_of(effects, CHECKED[i][0], CHECKED[i][1]);
}

/* How much more the hero scored with the value of @line than with the first one. */
static double seen_in(const EffectsLine *line)
{
    return line->is_scored ? share_of(line->value) - share_of(line->first) : 0;
}

/* Cells of @games games against each opponent. */
static void check_effects(int games, int draws, double size)
{
    g_auto(Played) played = played_new(LATTICE, games);
    const int trials = conclusions_experiments();
    double strengths[8], truth[G_N_ELEMENTS(CHECKED)] = {0};
    Conclusions cells[G_N_ELEMENTS(CHECKED)] = {{0}};

    draws_constant = synthetic_draws_constant(draws);
    make_strengths(size, -size / 2, size / 2, strengths);
    if (size != 0)
        find_truth(strengths, truth);
    for (int trial = 0; trial < trials; trial++) {
        Random random = random_for_job((uint64_t)(games * 100 + draws), (uint64_t)trial);
        g_autoptr(GArray) effects = NULL;
        play(&played, strengths, &random);
        effects = effects_of(&played, INTERACTIONS);
        for (size_t i = 0; i < G_N_ELEMENTS(CHECKED); i++) {
            const EffectsLine *line = line_of(effects, CHECKED[i][0], CHECKED[i][1]);
            cells[i].experiments++;
            conclusions_add(&cells[i], line->estimate, truth[i], seen_in(line));
            conclusions_decide(&cells[i], conclusions_sign_of(line->estimate), truth[i]);
        }
    }
    for (size_t i = 0; i < G_N_ELEMENTS(CHECKED); i++) {
        g_autofree char *name = g_strdup_printf("`effects`, %d games: %s | %d %% | %.0f", games,
                                                CHECKED[i][0], draws, truth[i]);
        conclusions_check(&cells[i], name, games < 6);
    }
}

/* Pairings with strengths of their own: their scatter is found if it is greater than that of the
 * games. */
TEST(effects_of_pairings_that_scatter_have_wider_intervals)
{
    static const int sizes[] = {100, 400}, draws[] = {30, 60};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(draws); j++) {
            scatter = 0.25;
            check_effects(sizes[i], draws[j], 0.4);
            scatter = 0;
        }
}

TEST(effects_conclude_what_is_true)
{
    static const int sizes[] = {2, 6, 20, 100}, draws[] = {30, 85};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(draws); j++) {
            check_effects(sizes[i], draws[j], 0);
            check_effects(sizes[i], draws[j], 0.4);
        }
}
