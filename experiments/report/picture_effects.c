/* What each change of a sweep is worth, for a picture. */
#include "experiments/report/effects.h"
#include "experiments/report/picture_tables.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"

static void append_effect(GPtrArray *rows, const char *quantity, char *change, Estimate effect)
{
    char *cells[] = {
        g_strdup(quantity),
        change,
        g_strdup(estimate_kind_name(effect.kind)),
        estimate_has_value(effect.kind) ? csv_format_fixed(effect.value, 2) : g_strdup(""),
        estimate_has_low(effect.kind) ? csv_format_fixed(effect.low, 2) : g_strdup(""),
        estimate_has_high(effect.kind) ? csv_format_fixed(effect.high, 2) : g_strdup(""),
        NULL,
    };

    g_ptr_array_add(rows, g_memdup2(cells, sizeof cells));
}

static bool arrange(const PictureTable *picture, const ResultsRun *run, GPtrArray *rows,
                    GError **error)
{
    const Spec *spec = run->spec;
    g_autofree Estimate *differences = NULL;
    EffectsLattice lattice = {.changes = spec->sweep.points.changes,
                              .opponents = spec->named_count};

    if (spec->format != SPEC_SWEEP)
        return experiments_fail(error, "%s holds no sweep, and %s are those of one", run->folder,
                                picture->name);
    differences = effects_differences(spec, run->totals, EFFECTS_ELO);
    lattice.differences = differences;
    for (int i = 0; i < lattice.changes; i++)
        append_effect(rows, "shapley", sweep_change_name(&spec->sweep.points, i),
                      effects_shapley(&lattice, i));
    for (int i = 0; i < lattice.changes; i++)
        append_effect(rows, "mean-effect", sweep_change_name(&spec->sweep.points, i),
                      effects_mean(&lattice, i));
    return true;
}

static const MetricsColumn EFFECTS_COLUMNS[] = {
    {"quantity", METRICS_STRING, "",
     "shapley, over all orders of making the changes; or mean-effect, over all subsets of the "
     "others",
     NULL},
    {"change", METRICS_STRING, "", "what is changed", NULL},
    {"kind", METRICS_STRING, "", "interval, at-least, at-most or unknown", NULL},
    {"elo", METRICS_NUMBER, "Elo", "what it is worth", NULL},
    {"low", METRICS_NUMBER, "Elo", "lower end of its 95 % interval", NULL},
    {"high", METRICS_NUMBER, "Elo", "upper end of that interval", NULL},
};

static const MetricsTable EFFECTS = {
    .file = "agentchess report --csv --table=effects",
    .row = "a change of a sweep",
    .key = {"quantity", "change"},
    .columns = EFFECTS_COLUMNS,
    .column_count = G_N_ELEMENTS(EFFECTS_COLUMNS),
};

const PictureTable PICTURE_EFFECTS = {
    .name = "effects", .table = &EFFECTS, .arrange = arrange, .block = {"quantity"}};
