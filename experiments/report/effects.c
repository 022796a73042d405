#include "experiments/report/effects.h"

#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <string.h>

#include "experiments/tools/error.h"

/* Of what the strength of the hero consists, besides a constant: a value of a factor, or two of
 * two. After the last factor of the spec comes the opponent, whose values are the opponents. */
typedef struct {
    int factor[2], value[2]; /* factor[1] is -1 if there is only one */
} Term;

static int count_values(const Spec *spec, int factor)
{
    return factor == spec->factors.count ? spec->named_count : spec->factors.factor[factor].count;
}

/* The value of @factor when the hero of @cell plays @opponent. */
static int get_value(const Spec *spec, int factor, int cell, int opponent)
{
    return factor == spec->factors.count ? opponent : factors_chosen(&spec->factors, cell, factor);
}

/* Whether the value of a term is that of @cell and @opponent, less the share of the values that it
 * is: then the effects are means over all values of the other factors. */
static double regressor_value(const Spec *spec, const Term *term, int cell, int opponent)
{
    double product = 1;

    for (int i = 0; i < 2 && term->factor[i] >= 0; i++)
        product *= (get_value(spec, term->factor[i], cell, opponent) == term->value[i]) -
                   1.0 / count_values(spec, term->factor[i]);
    return product;
}

/* The row of the hero of @cell against @opponent: its strength may depend on the opponent. */
static int row_of(const Spec *spec, int cell, int opponent)
{
    return spec->named_count * (1 + cell) + opponent;
}

/* The columns are a constant for the hero, @terms, the opponents but the first; the rows are the
 * opponents, and the hero of each cell against each of them. */
static gsl_matrix *make_design(const Spec *spec, const GArray *terms)
{
    const int opponents = spec->named_count;
    const size_t rows = (size_t)row_of(spec, spec->factors.cells, 0);
    gsl_matrix *design = gsl_matrix_calloc(rows, (size_t)opponents + terms->len);

    for (int i = 1; i < opponents; i++)
        gsl_matrix_set(design, (size_t)i, terms->len + (size_t)i, 1);
    for (int i = 0; i < spec->factors.cells * opponents; i++) {
        const int cell = i / opponents, opponent = i % opponents;
        const size_t row = (size_t)row_of(spec, cell, opponent);
        gsl_matrix_set(design, row, 0, 1);
        for (guint j = 0; j < terms->len; j++)
            gsl_matrix_set(design, row, 1 + j,
                           regressor_value(spec, &g_array_index(terms, Term, j), cell, opponent));
    }
    return design;
}

/* A strength for each cell, and for each opponent but the first. */
static gsl_matrix *make_saturated_design(const Spec *spec)
{
    const size_t players = (size_t)spec->player_count;
    gsl_matrix *design = gsl_matrix_calloc(players, players - 1);

    for (size_t i = 1; i < players; i++)
        gsl_matrix_set(design, i, i - 1, 1);
    return design;
}

/* Gives the hero of each cell a number for each opponent, its row in the design. */
static void divide_hero(const Spec *spec, GArray *games)
{
    for (guint i = 0; i < games->len; i++) {
        RatingsGames *of = &g_array_index(games, RatingsGames, i);
        int *hero = of->white >= spec->named_count ? &of->white : &of->black;
        *hero = row_of(spec, *hero - spec->named_count, of->white + of->black - *hero);
    }
}

/* @is_divided: the design has a row for the hero against each opponent. */
static FactorialFit *fit_design(const gsl_matrix *design, const ResultsRun *run, bool is_divided)
{
    g_autoptr(GArray) games = totals_rated(run->totals, run->spec);
    const RatingsGames *first = (const RatingsGames *)(void *)games->data;
    g_autoptr(Ratings) ratings = ratings_new(run->spec->player_count, first, games->len);

    if (is_divided)
        divide_hero(run->spec, games);
    return factorial_fit(design, first, games->len, ratings);
}

static void line_clear(void *line)
{
    g_free(((EffectsLine *)line)->of);
}

/* Owner: the caller. */
static char *name_value(const Spec *spec, int factor, int value)
{
    return factor == spec->factors.count ? g_strdup(spec->players[value].name)
                                         : factor_value_name(&spec->factors.factor[factor], value);
}

/* Owner: the caller. */
static char *name_term(const Spec *spec, const Term *term)
{
    g_autofree char *first = name_value(spec, term->factor[0], term->value[0]);
    g_autofree char *second = NULL;

    if (term->factor[1] < 0)
        return g_steal_pointer(&first);
    second = name_value(spec, term->factor[1], term->value[1]);
    return g_strdup_printf("%s%s%s", first, strchr("+-", *second) != NULL ? "" : ", ", second);
}

static void add_terms_of(GArray *terms, const Spec *spec, int first, int second)
{
    const int values = second >= 0 ? count_values(spec, second) : 2;

    for (int i = 1; i < count_values(spec, first); i++)
        for (int j = 1; j < values; j++) {
            const Term term = {{first, second}, {i, second >= 0 ? j : 0}};
            g_array_append_val(terms, term);
        }
}

/* The factor called @name, or -1. */
static int find_factor(const Spec *spec, const char *name)
{
    const Factors *factors = &spec->factors;

    for (int i = 0; i < factors->count; i++)
        if (g_str_equal(factors->factor[i].key, name) ||
            g_str_equal(factor_name(&factors->factor[i]), name))
            return i;
    return g_str_equal(name, "opponent") ? factors->count : -1;
}

/* Two factors, the opponent second. */
static bool add_interaction(GArray *terms, const Spec *spec, const char *text, GError **error)
{
    g_auto(GStrv) names = g_strsplit(text, "*", -1);
    int found[2] = {-1, -1};

    for (int i = 0; i < 2 && g_strv_length(names) == 2; i++)
        found[i] = find_factor(spec, g_strstrip(names[i]));
    if (found[0] < 0 || found[1] < 0 || found[0] == found[1])
        return experiments_fail_usage(
            error, "'%s' does not name two different factors of the run in the form A*B", text);
    if (MAX(found[0], found[1]) == spec->factors.count && spec->named_count < 2)
        return experiments_fail_usage(error, "'%s': the run has only one opponent", text);
    if (found[0] == spec->factors.count)
        add_terms_of(terms, spec, found[1], found[0]);
    else
        add_terms_of(terms, spec, found[0], found[1]);
    return true;
}

static bool add_interactions(GArray *terms, const Spec *spec, const char *interactions,
                             GError **error)
{
    g_auto(GStrv) texts = g_strsplit(interactions, ";", -1);

    if (g_str_equal(interactions, "all")) {
        for (int i = 0; i < spec->factors.count; i++)
            for (int j = i + 1; j < spec->factors.count; j++)
                add_terms_of(terms, spec, i, j);
        return true;
    }
    for (int i = 0; texts[i] != NULL; i++)
        if (*g_strstrip(texts[i]) != '\0' && !add_interaction(terms, spec, texts[i], error))
            return false;
    return true;
}

/* The results of the hero in the cells with @value of @factor, against @opponent; -1: against
 * all. */
static StatisticsScore add_scores(const ResultsRun *run, int factor, int value, int opponent)
{
    const Spec *spec = run->spec;
    StatisticsScore sum = {0};

    for (int i = 0; i < run->totals->count; i++) {
        const SpecPairing *pairing = &spec->pairings[i];
        const bool is_first = pairing->player >= spec->named_count;
        const int hero = is_first ? pairing->player : pairing->opponent;
        const int other = is_first ? pairing->opponent : pairing->player;
        const StatisticsScore score = run->totals->pairings[i].score;
        if (factors_chosen(&spec->factors, hero - spec->named_count, factor) != value ||
            (opponent >= 0 && other != opponent))
            continue;
        sum = statistics_add(sum, is_first ? score : statistics_reverse(score));
    }
    return sum;
}

static double share_of(StatisticsScore score)
{
    return ((double)score.wins + (double)score.draws / 2) /
           fmax(1, (double)statistics_count(score));
}

/* Sets the scores of the line of @value of @factor. An estimate that they contradict is none: means
 * over cells or opponents can turn the difference of the scores round. */
static void set_scores(EffectsLine *line, const ResultsRun *run, int factor, int value,
                       int opponent)
{
    line->is_scored = true;
    line->first = add_scores(run, factor, 0, opponent);
    line->value = add_scores(run, factor, value, opponent);
    if (line->estimate.value * (share_of(line->value) - share_of(line->first)) < 0) {
        line->estimate = (Estimate){.kind = ESTIMATE_UNKNOWN};
        line->p = 1;
    }
}

/* Of which effects an estimate is the sum, and how often each of them. */
static gsl_vector *make_weights(const Spec *spec, const GArray *terms, const Term *of)
{
    gsl_vector *weights = gsl_vector_calloc((size_t)spec->named_count + terms->len);
    const bool is_against = of->factor[1] == spec->factors.count;

    for (guint i = 0; i < terms->len; i++) {
        const Term *term = &g_array_index(terms, Term, i);
        if (term->factor[0] != of->factor[0] || term->value[0] != of->value[0])
            continue;
        if (term->factor[1] < 0)
            gsl_vector_set(weights, 1 + i, 1);
        else if (is_against && term->factor[1] == of->factor[1])
            gsl_vector_set(weights, 1 + i,
                           (term->value[1] == of->value[1]) - 1.0 / spec->named_count);
    }
    return weights;
}

/* The effect of a value against each opponent, if it may depend on them. */
static void add_effects_against(const ResultsRun *run, const GArray *terms,
                                const FactorialFit *fitted, const Term *effect, GArray *lines)
{
    const Spec *spec = run->spec;
    bool depends = false;

    for (guint i = 0; i < terms->len; i++) {
        const Term *term = &g_array_index(terms, Term, i);
        depends |= term->factor[0] == effect->factor[0] && term->factor[1] == spec->factors.count;
    }
    for (int opponent = 0; depends && opponent < spec->named_count; opponent++) {
        const Term against = {{effect->factor[0], spec->factors.count},
                              {effect->value[0], opponent}};
        g_autoptr(gsl_vector) weights = make_weights(spec, terms, &against);
        EffectsLine line = {
            .quantity = "against", .of = name_term(spec, &against), .is_tested = true};

        line.estimate = factorial_estimate(fitted, weights, &line.p);
        set_scores(&line, run, effect->factor[0], effect->value[0], opponent);
        g_array_append_val(lines, line);
    }
}

static void add_effects(const ResultsRun *run, const GArray *terms, const FactorialFit *fitted,
                        size_t columns, GArray *lines)
{
    const Spec *spec = run->spec;

    for (guint i = 0; i < terms->len; i++) {
        const Term *term = &g_array_index(terms, Term, i);
        const bool is_effect = term->factor[1] < 0;
        g_autoptr(gsl_vector) weights = gsl_vector_calloc(columns);
        EffectsLine line = {.quantity = is_effect ? "effect" : "interaction",
                            .of = name_term(spec, term),
                            .is_tested = true};

        gsl_vector_set(weights, 1 + i, 1);
        line.estimate = factorial_estimate(fitted, weights, &line.p);
        if (is_effect)
            set_scores(&line, run, term->factor[0], term->value[0], -1);
        g_array_append_val(lines, line);
        if (is_effect)
            add_effects_against(run, terms, fitted, term, lines);
    }
    statistics_holm_of(lines, offsetof(EffectsLine, p), offsetof(EffectsLine, holm));
}

/* The weight of @cell in the Shapley value of @factor. */
static double shapley_weight(const Factors *factors, int cell, int factor)
{
    const unsigned count = (unsigned)factors->count;
    unsigned others = 0;

    for (int i = 0; i < factors->count; i++)
        others += i != factor && factors_chosen(factors, cell, i) == 1;
    return (factors_chosen(factors, cell, factor) == 1 ? 1 : -1) * gsl_sf_fact(others) *
           gsl_sf_fact(count - others - 1) / gsl_sf_fact(count);
}

static void add_shapley_values(const ResultsRun *run, GArray *lines)
{
    const Factors *factors = &run->spec->factors;
    g_autoptr(gsl_matrix) design = make_saturated_design(run->spec);
    g_autoptr(FactorialFit) fitted = fit_design(design, run, false);
    g_autoptr(gsl_vector) all = gsl_vector_calloc(design->size2);
    const size_t first = design->size2 - (size_t)factors->cells;

    for (int i = 0; i < factors->count; i++) {
        g_autoptr(gsl_vector) weights = gsl_vector_calloc(design->size2);
        EffectsLine line = {.quantity = "shapley", .of = factor_value_name(&factors->factor[i], 1)};

        for (int cell = 0; cell < factors->cells; cell++)
            gsl_vector_set(weights, first + (size_t)cell, shapley_weight(factors, cell, i));
        line.estimate = factorial_estimate(fitted, weights, NULL);
        g_array_append_val(lines, line);
        gsl_vector_add(all, weights);
    }
    g_array_append_val(lines, ((EffectsLine){.quantity = "all",
                                             .of = factors_player_name(factors, factors->cells - 1,
                                                                       "", SPEC_MAX_NAME),
                                             .estimate = factorial_estimate(fitted, all, NULL)}));
}

static bool check_run(const ResultsRun *run, GError **error)
{
    const Spec *spec = run->spec;

    if (spec->factors.count == 0)
        return results_lack(run, "this command", "factors", error);
    if (*spec->hero == '\0')
        return results_lack(run, "this command", "a hero ([experiment] format = gauntlet)", error);
    return spec->player_count == spec->named_count + spec->factors.cells ||
           experiments_fail(error, "the opponents of the hero in '%s' differ between the cells",
                            run->folder);
}

GArray *effects_new(const ResultsRun *run, const char *interactions, RatingsGoodness *out_goodness,
                    GError **error)
{
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(EffectsLine));
    g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(Term));
    const Factors *factors = &run->spec->factors;
    g_autoptr(gsl_matrix) design = NULL;
    g_autoptr(FactorialFit) fitted = NULL;

    g_array_set_clear_func(lines, line_clear);
    if (!check_run(run, error))
        return NULL;
    for (int i = 0; i < factors->count; i++)
        add_terms_of(terms, run->spec, i, -1);
    if (!add_interactions(terms, run->spec, interactions, error))
        return NULL;
    design = make_design(run->spec, terms);
    fitted = fit_design(design, run, true);
    *out_goodness = factorial_goodness(fitted);
    add_effects(run, terms, fitted, design->size2, lines);
    if (factors_are_switches(factors))
        add_shapley_values(run, lines);
    return g_steal_pointer(&lines);
}

static void fill_share(TableRows *rows, StatisticsScore score, bool is_scored)
{
    row_share(rows, 2 * score.wins + score.draws, is_scored ? 2 * statistics_count(score) : 0);
}

static void fill_row(TableRows *rows, gconstpointer what)
{
    const EffectsLine *line = what;

    row_text(rows, line->quantity);
    row_text(rows, line->of);
    fill_share(rows, line->first, line->is_scored);
    fill_share(rows, line->value, line->is_scored);
    row_estimate(rows, line->estimate);
    row_number(rows, line->p, line->is_tested);
    row_number(rows, line->holm, line->is_tested);
}

static const Column COLUMNS[] = {
    {"quantity", TABLE_TEXT, "",
     "`effect`: change of the hero's rating from the first value of a factor to another value; "
     "`against`: the same against one opponent; "
     "`interaction`: interaction of two values; `shapley`: Shapley value of an option that the "
     "factors switch on and off; `all`: sum of the Shapley values",
     .heading = ""},
    {"of", TABLE_TEXT, "",
     "the value, the value and the opponent, the two values, the option, or all options",
     .heading = ""},
    {"score_first", TABLE_REAL, "0..1",
     "mean points of the hero per game with the first value of the factor; empty unless the "
     "quantity is an `effect` or `against`",
     4, "first", VIEW_SHARE},
    {"score_value", TABLE_REAL, "0..1", "the same with the other value", 4, "value", VIEW_SHARE},
    {"elo", TABLE_REAL, "Elo",
     "estimate of the quantity; empty if the results do not determine it, or if it contradicts the "
     "scores",
     2, "Elo", VIEW_LEAD, true},
    {"kind", TABLE_TEXT, "", "`interval`: both ends are known; `unknown`: there is no estimate"},
    COLUMNS_OF_ENDS("low", "high", "Elo", "lower end of its 95 % interval", 2),
    {"p", TABLE_REAL, "0..1",
     "probability of an estimate at least this far from 0 if the true value is 0; "
     "1 if there is no interval; empty for Shapley values",
     6, "p", VIEW_P},
    {"holm", TABLE_REAL, "0..1",
     "`p` with Holm's correction for all effects and interactions of the table", 6, "Holm", VIEW_P},
};

const Table EFFECTS_TABLE = {
    .name = "effects",
    TABLE("agentchess effects", "an effect, an interaction or a Shapley value", COLUMNS, fill_row),
    .key = {"quantity", "of"}};
