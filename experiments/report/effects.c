#include "experiments/report/effects.h"

#include <gsl/gsl_sf_gamma.h>
#include <string.h>

#include "experiments/tools/error.h"

/* Of what the strength of the hero consists, besides a constant: a value of a factor, or two of
 * two. */
typedef struct {
    int factor[2], value[2]; /* factor[1] is -1 if there is only one */
} Term;

/* Whether the value of a term is that of @cell, less the share of the values that it is: then the
 * effects are means over all values of the other factors. */
static double regressor(const Factors *factors, const Term *term, int cell)
{
    double product = 1;

    for (int i = 0; i < 2 && term->factor[i] >= 0; i++)
        product *= (factors_chosen(factors, cell, term->factor[i]) == term->value[i]) -
                   1.0 / factors->factor[term->factor[i]].count;
    return product;
}

/* The columns are a constant for the hero, @terms, the opponents but the first. */
static gsl_matrix *make_design(const Spec *spec, const GArray *terms)
{
    const size_t opponents = (size_t)spec->named_count;
    gsl_matrix *design = gsl_matrix_calloc((size_t)spec->player_count, opponents + terms->len);

    for (size_t i = 1; i < opponents; i++)
        gsl_matrix_set(design, i, terms->len + i, 1);
    for (int cell = 0; cell < spec->factors.cells; cell++) {
        const size_t row = opponents + (size_t)cell;
        gsl_matrix_set(design, row, 0, 1);
        for (guint i = 0; i < terms->len; i++)
            gsl_matrix_set(design, row, 1 + i,
                           regressor(&spec->factors, &g_array_index(terms, Term, i), cell));
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

static FactorialFit *fit(const gsl_matrix *design, const ResultsRun *run)
{
    g_autoptr(GArray) games = totals_rated(run->totals, run->spec);
    const RatingsGames *first = (const RatingsGames *)(void *)games->data;
    g_autoptr(Ratings) ratings = ratings_new(run->spec->player_count, first, games->len);

    return factorial_fit(design, first, games->len, ratings);
}

static void line_clear(void *line)
{
    g_free(((EffectsLine *)line)->of);
}

static char *name_term(const Factors *factors, const Term *term)
{
    g_autofree char *first = factor_value_name(&factors->factor[term->factor[0]], term->value[0]);
    g_autofree char *second = NULL;

    if (term->factor[1] < 0)
        return g_steal_pointer(&first);
    second = factor_value_name(&factors->factor[term->factor[1]], term->value[1]);
    return g_strdup_printf("%s%s%s", first, strchr("+-", *second) != NULL ? "" : ", ", second);
}

static void add_terms_of(GArray *terms, const Factors *factors, int first, int second)
{
    const int values = second >= 0 ? factors->factor[second].count : 2;

    for (int i = 1; i < factors->factor[first].count; i++)
        for (int j = 1; j < values; j++) {
            const Term term = {{first, second}, {i, second >= 0 ? j : 0}};
            g_array_append_val(terms, term);
        }
}

/* The factor called @name, or -1. */
static int find_factor(const Factors *factors, const char *name)
{
    for (int i = 0; i < factors->count; i++)
        if (g_str_equal(factors->factor[i].key, name) ||
            g_str_equal(factor_name(&factors->factor[i]), name))
            return i;
    return -1;
}

static bool add_interaction(GArray *terms, const Factors *factors, const char *text, GError **error)
{
    g_auto(GStrv) names = g_strsplit(text, "*", -1);
    int found[2] = {-1, -1};

    for (int i = 0; i < 2 && g_strv_length(names) == 2; i++)
        found[i] = find_factor(factors, g_strstrip(names[i]));
    if (found[0] < 0 || found[1] < 0 || found[0] == found[1])
        return experiments_fail_usage(
            error, "'%s' does not name two different factors of the run in the form A*B", text);
    add_terms_of(terms, factors, found[0], found[1]);
    return true;
}

static bool add_interactions(GArray *terms, const Factors *factors, const char *interactions,
                             GError **error)
{
    g_auto(GStrv) texts = g_strsplit(interactions, ";", -1);

    if (g_str_equal(interactions, "all")) {
        for (int i = 0; i < factors->count; i++)
            for (int j = i + 1; j < factors->count; j++)
                add_terms_of(terms, factors, i, j);
        return true;
    }
    for (int i = 0; texts[i] != NULL; i++)
        if (*g_strstrip(texts[i]) != '\0' && !add_interaction(terms, factors, texts[i], error))
            return false;
    return true;
}

static void add_effects(const Factors *factors, const GArray *terms, const FactorialFit *fitted,
                        size_t columns, GArray *lines)
{
    for (guint i = 0; i < terms->len; i++) {
        const Term *term = &g_array_index(terms, Term, i);
        g_autoptr(gsl_vector) weights = gsl_vector_calloc(columns);
        EffectsLine line = {.quantity = term->factor[1] < 0 ? "effect" : "interaction",
                            .of = name_term(factors, term),
                            .is_tested = true};

        gsl_vector_set(weights, 1 + i, 1);
        line.estimate = factorial_estimate(fitted, weights, &line.p);
        g_array_append_val(lines, line);
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
    g_autoptr(FactorialFit) fitted = fit(design, run);
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

static bool check(const ResultsRun *run, GError **error)
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

GArray *effects_new(const ResultsRun *run, const char *interactions,
                    RatingsGoodness *out_goodness, GError **error)
{
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(EffectsLine));
    g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(Term));
    const Factors *factors = &run->spec->factors;
    g_autoptr(gsl_matrix) design = NULL;
    g_autoptr(FactorialFit) fitted = NULL;

    g_array_set_clear_func(lines, line_clear);
    if (!check(run, error))
        return NULL;
    for (int i = 0; i < factors->count; i++)
        add_terms_of(terms, factors, i, -1);
    if (!add_interactions(terms, factors, interactions, error))
        return NULL;
    design = make_design(run->spec, terms);
    fitted = fit(design, run);
    *out_goodness = factorial_goodness(fitted);
    add_effects(factors, terms, fitted, design->size2, lines);
    if (factors_are_switches(factors))
        add_shapley_values(run, lines);
    return g_steal_pointer(&lines);
}

static void fill(TableRows *rows, gconstpointer what)
{
    const EffectsLine *line = what;

    row_text(rows, line->quantity);
    row_text(rows, line->of);
    row_estimate(rows, line->estimate);
    row_number(rows, line->p, line->is_tested);
    row_number(rows, line->holm, line->is_tested);
}

static const Column COLUMNS[] = {
    {"quantity", TABLE_TEXT, "",
     "`effect`: change of the hero's rating from the first value of a factor to another value; "
     "`interaction`: interaction of two values; `shapley`: Shapley value of an option that the "
     "factors switch on and off; `all`: sum of the Shapley values",
     .heading = ""},
    {"of", TABLE_TEXT, "", "the value, the two values, the option, or all options", .heading = ""},
    {"elo", TABLE_REAL, "Elo", "estimate of the quantity; empty if the results do not determine it",
     2, "Elo", VIEW_LEAD, true},
    {"kind", TABLE_TEXT, "",
     "`interval`: both ends are known; `unknown`: the results do not determine the quantity"},
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
    TABLE("agentchess effects", "an effect, an interaction or a Shapley value", COLUMNS, fill),
    .key = {"quantity", "of"}};
