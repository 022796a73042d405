/* What each change of a sweep is worth, for a picture. */
#include "experiments/report/effects.h"
#include "experiments/report/picture_tables.h"
#include "experiments/tools/error.h"

static void append_effect(TableRows *rows, const char *quantity, const Sweep *points, int change,
                          Estimate effect)
{
    g_autofree char *name = sweep_change_name(points, change);
    TableRow row;

    row_init(&row, rows->table);
    row_text(&row, quantity);
    row_text(&row, name);
    row_text(&row, estimate_kind_name(effect.kind));
    row_interval(&row, effect);
    table_rows_push(rows, &row);
}

static bool arrange(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                    GError **error)
{
    const Spec *spec = run->spec;
    g_autofree Estimate *differences = NULL;
    EffectsLattice lattice = {.changes = spec->sweep.points.changes,
                              .opponents = spec->named_count};

    if (spec->format != SPEC_SWEEP)
        return experiments_fail(error, "%s holds no sweep, and %s are those of one", run->folder,
                                picture->table->name);
    differences = effects_differences(spec, run->totals, EFFECTS_ELO);
    lattice.differences = differences;
    for (int i = 0; i < lattice.changes; i++)
        append_effect(rows, "shapley", &spec->sweep.points, i, effects_shapley(&lattice, i));
    for (int i = 0; i < lattice.changes; i++)
        append_effect(rows, "mean-effect", &spec->sweep.points, i, effects_mean(&lattice, i));
    return true;
}

static const Column EFFECTS_COLUMNS[] = {
    {"quantity", TABLE_TEXT, "",
     "shapley, over all orders of making the changes; or mean-effect, over all subsets of the "
     "others"},
    {"change", TABLE_TEXT, "", "what is changed"},
    {"kind", TABLE_TEXT, "", "interval, at-least, at-most or unknown"},
    {"elo", TABLE_REAL, "Elo", "what it is worth", 2},
    {"low", TABLE_REAL, "Elo", "lower end of its 95 % interval", 2},
    {"high", TABLE_REAL, "Elo", "upper end of that interval", 2},
};

static const Table EFFECTS = {
    .name = "effects",
    .file = "agentchess report --table effects",
    .row = "a change of a sweep",
    .key = {"quantity", "change"},
    TABLE_COLUMNS(EFFECTS_COLUMNS),
};

const PictureTable PICTURE_EFFECTS = {.table = &EFFECTS, .arrange = arrange};
