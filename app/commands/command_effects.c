#include <json-glib/json-glib.h>
#include <math.h>
#include <stdio.h>

#include "app/commands/commands.h"
#include "app/terminal/screen.h"
#include "experiments/report/effects.h"
#include "experiments/report/results.h"
#include "experiments/tables/sheet.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/json_writer.h"

/* A line of output: a quantity, what it is of, and its estimate. */
typedef struct {
    const char *quantity;
    char *of;
    Estimate estimate;
} Line;

static void line_clear(void *line)
{
    g_free(((Line *)line)->of);
}

static void add_line(GArray *lines, const char *quantity, char *of, Estimate estimate)
{
    const Line line = {quantity, of, estimate};

    g_array_append_val(lines, line);
}

static void add_interactions(GArray *lines, const Sweep *sweep, const EffectsLattice *lattice)
{
    for (int i = 0; i < sweep->changes; i++)
        for (int j = i + 1; j < sweep->changes; j++) {
            g_autofree char *first = sweep_change_name(sweep, i);
            g_autofree char *second = sweep_change_name(sweep, j);
            add_line(lines, "interaction", g_strconcat(first, second, NULL),
                     effects_interaction(lattice, i, j));
        }
}

/* All that is printed, in the order of printing. */
static GArray *make_lines(const ResultsRun *run, EffectsScale scale, bool interactions)
{
    const Spec *spec = run->spec;
    const Sweep *sweep = &spec->sweep.points;
    g_autofree Estimate *differences = effects_differences(spec, run->totals, scale);
    const EffectsLattice lattice = {sweep->changes, spec->named_count, differences};
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(Line));

    g_array_set_clear_func(lines, line_clear);
    for (int i = 0; i < sweep_points(sweep); i++)
        add_line(lines, "value", g_strdup(spec->players[spec->named_count + i].name),
                 effects_value(&lattice, i));
    for (int i = 0; i < sweep->changes; i++)
        add_line(lines, "mean-effect", sweep_change_name(sweep, i), effects_mean(&lattice, i));
    for (int i = 0; i < sweep->changes; i++)
        add_line(lines, "shapley", sweep_change_name(sweep, i), effects_shapley(&lattice, i));
    add_line(lines, "all-changes", sweep_point_name(sweep, sweep_points(sweep) - 1, SPEC_MAX_NAME),
             effects_all(&lattice));
    if (interactions)
        add_interactions(lines, sweep, &lattice);
    return lines;
}

/* The numbers that an estimate has: value, low, high; NULL where it has none. */
static void get_numbers(const Estimate *estimate, const double *out_numbers[3])
{
    const bool both = estimate->kind == ESTIMATE_INTERVAL;

    out_numbers[0] = both ? &estimate->value : NULL;
    out_numbers[1] = both || estimate->kind == ESTIMATE_AT_LEAST ? &estimate->low : NULL;
    out_numbers[2] = both || estimate->kind == ESTIMATE_AT_MOST ? &estimate->high : NULL;
}

static char *write_csv(const GArray *lines, EffectsScale scale)
{
    GString *csv = g_string_new(NULL);

    g_string_printf(csv, "quantity,of,kind,%s,low,high\n", EFFECTS_SCALE_NAME[scale]);
    for (guint i = 0; i < lines->len; i++) {
        const Line *line = &g_array_index(lines, Line, i);
        const double *numbers[3];

        get_numbers(&line->estimate, numbers);
        g_string_append_printf(csv, "%s,", line->quantity);
        csv_append_text(csv, line->of);
        g_string_append_printf(csv, ",%s", estimate_kind_name(line->estimate.kind));
        for (int j = 0; j < 3; j++) {
            g_string_append_c(csv, ',');
            if (numbers[j] != NULL)
                csv_append_fixed(csv, *numbers[j], 2);
        }
        g_string_append_c(csv, '\n');
    }
    return g_string_free(csv, FALSE);
}

static void add_json_line(JsonBuilder *json, const Line *line, EffectsScale scale)
{
    const char *const names[3] = {EFFECTS_SCALE_NAME[scale], "low", "high"};
    const double *numbers[3];

    get_numbers(&line->estimate, numbers);
    json_builder_begin_object(json);
    json_add_text(json, "quantity", line->quantity);
    json_add_text(json, "of", line->of);
    json_add_text(json, "kind", estimate_kind_name(line->estimate.kind));
    for (int i = 0; i < 3; i++)
        if (numbers[i] != NULL) {
            json_builder_set_member_name(json, names[i]);
            json_builder_add_double_value(json, round(100 * *numbers[i]) / 100);
        }
    json_builder_end_object(json);
}

static char *write_json(const GArray *lines, EffectsScale scale)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(JsonNode) root = NULL;
    g_autofree char *text = NULL;

    json_builder_begin_array(json);
    for (guint i = 0; i < lines->len; i++)
        add_json_line(json, &g_array_index(lines, Line, i), scale);
    json_builder_end_array(json);
    root = json_builder_get_root(json);
    text = json_to_string(root, TRUE);
    return g_strconcat(text, "\n", NULL);
}

static char *format_number(const char *before, double number)
{
    g_autoptr(GString) text = g_string_new(before);

    csv_append_fixed(text, number, 1);
    return g_strdup(text->str);
}

/* The three cells of an estimate: "12.3", "4.5", "20.1"; or "at least 30.2" and nothing. */
static void set_cells(char **cells, const Estimate *estimate)
{
    const double *numbers[3];

    get_numbers(estimate, numbers);
    for (int i = 0; i < 3; i++)
        cells[i] = numbers[0] != NULL ? format_number("", *numbers[i]) : g_strdup("");
    if (numbers[0] != NULL)
        return;
    g_free(cells[0]);
    if (estimate->kind == ESTIMATE_UNKNOWN)
        cells[0] = g_strdup("unknown");
    else
        cells[0] = numbers[1] != NULL ? format_number("at least ", *numbers[1])
                                      : format_number("at most ", *numbers[2]);
}

/* A block of lines: all of @quantity. */
static void append_block(GString *text, const GArray *lines, EffectsScale scale, const char *title,
                         const char *quantity)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    const char *const head[] = {"", scale == EFFECTS_ELO ? "Elo" : "points", "low", "high", NULL};

    g_ptr_array_add(rows, g_strdupv((char **)head));
    for (guint i = 0; i < lines->len; i++) {
        const Line *line = &g_array_index(lines, Line, i);
        char **cells;

        if (!g_str_equal(line->quantity, quantity))
            continue;
        cells = g_new0(char *, 5);
        cells[0] = g_strdup(line->of);
        set_cells(cells + 1, &line->estimate);
        g_ptr_array_add(rows, cells);
    }
    if (rows->len == 1)
        return;
    g_string_append_printf(text, "%s%s\n", text->len > 0 ? "\n" : "", title);
    sheet_append_aligned(text, rows);
}

/* "Values: the mean over L4, L5, L7 of the difference ..." Owner: the caller. */
static char *describe_values(const Spec *spec, EffectsScale scale)
{
    g_autoptr(GString) names = g_string_new(NULL);

    for (int i = 0; i < spec->named_count; i++)
        g_string_append_printf(names, "%s%s", i > 0 ? ", " : "", spec->players[i].name);
    return g_strdup_printf("Values: %s %s%s, %" G_GUINT64_FORMAT " games each; base is %s",
                           scale == EFFECTS_ELO ? "Elo above" : "per cent of the points against",
                           spec->named_count > 1 ? "the mean of " : "", names->str, spec->games,
                           spec->sweep.base);
}

/* Appends why some lines have no number. */
static void append_remark(GString *text, const GArray *lines)
{
    for (guint i = 0; i < lines->len; i++)
        if (g_array_index(lines, Line, i).estimate.kind != ESTIMATE_INTERVAL) {
            g_string_append(text, "\nBounds, or nothing, are known where a player won or lost "
                                  "every game against an opponent.\n");
            return;
        }
}

static char *write_text(const ResultsRun *run, const GArray *lines, EffectsScale scale)
{
    g_autofree char *values = describe_values(run->spec, scale);
    GString *text = g_string_new(NULL);

    append_block(text, lines, scale, values, "value");
    append_block(text, lines, scale, "Mean effects: over all subsets of the other changes",
                 "mean-effect");
    append_block(text, lines, scale, "Shapley values: over all orders of making the changes",
                 "shapley");
    append_block(text, lines, scale, "All changes together: the sum of the Shapley values",
                 "all-changes");
    append_block(text, lines, scale, "Interactions: together above the sum of each alone",
                 "interaction");
    append_remark(text, lines);
    return g_string_free(text, FALSE);
}

static ResultsRun *read_sweep(const char *folder, GError **error)
{
    g_autoptr(ResultsRun) run = results_run_read(folder, error);

    if (run != NULL && run->spec->format != SPEC_SWEEP) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                    "%s%s" FOLDER_RUN " is of no sweep: its spec has another format", folder,
                    g_str_has_suffix(folder, "/") ? "" : "/");
        return NULL;
    }
    return g_steal_pointer(&run);
}

static int run(int argc, char **argv)
{
    static const char *const formats[] = {"text", "csv", "json", NULL};
    bool interactions = false;
    int scale = EFFECTS_ELO, format = 0;
    const Option entries[] = {
        {"scale", 0, NULL, "Unit of the values: Elo, or per cent of the points (elo)",
         .choice = &scale, .choices = EFFECTS_SCALE_NAME},
        {"interactions", 'i', NULL, "Also the interactions of two changes", .on = &interactions},
        {"format", 0, NULL, "How to print it (text)", .choice = &format, .choices = formats},
        {NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autoptr(ResultsRun) sweep = NULL;
    g_autoptr(GArray) lines = NULL;
    g_autofree char *text = NULL;
    int status;

    if (!command_parse(&COMMAND_EFFECTS, entries, &argc, &argv, 1, 1, &status))
        return status;
    sweep = read_sweep(argv[1], &error);
    if (sweep == NULL)
        return command_fail(STATUS_FAILURE, error);
    lines = make_lines(sweep, (EffectsScale)scale, interactions);
    text = format == 1   ? write_csv(lines, (EffectsScale)scale)
           : format == 2 ? write_json(lines, (EffectsScale)scale)
                         : write_text(sweep, lines, (EffectsScale)scale);
    screen_print(text);
    return STATUS_OK;
}

const Command COMMAND_EFFECTS = {
    .name = "effects",
    .arguments = "DIR",
    .summary = "Estimate what each logic or reading of a sweep is worth",
    .run = run,
};
