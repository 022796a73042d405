#include "experiments/report/sprt_path.h"

#include "experiments/report/report.h"
#include "experiments/report/report_table.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"

#define SHOWN 20 /* steps that people see */
#define SHARE_DECIMALS 4
#define RATIO_DECIMALS 4

static const SprtStep *step_of(const MetricsRow *row)
{
    return row->own;
}

static void write_games(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, step_of(row)->games);
}

static void write_share(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, step_of(row)->share, SHARE_DECIMALS);
}

static void write_ratio(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, step_of(row)->state.log_ratio, RATIO_DECIMALS);
}

static void write_lower(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, step_of(row)->state.lower, RATIO_DECIMALS);
}

static void write_upper(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, step_of(row)->state.upper, RATIO_DECIMALS);
}

static const char *name_of(SprtDecision decision)
{
    static const char *const names[] = {
        [SPRT_CONTINUE] = "continue",
        [SPRT_ACCEPT_H0] = "H0",
        [SPRT_ACCEPT_H1] = "H1",
    };

    return names[decision];
}

static void write_decision(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, name_of(step_of(row)->state.decision));
}

static const MetricsColumn COLUMNS[] = {
    {"games", METRICS_INTEGER, "games", "games up to here", write_games},
    {"score", METRICS_NUMBER, "0..1", "points the first player made of each", write_share},
    {"log_ratio", METRICS_NUMBER, "nats", "logarithm of the ratio of likelihoods, H1 to H0",
     write_ratio},
    {"lower", METRICS_NUMBER, "nats", "H0 is accepted at or below it", write_lower},
    {"upper", METRICS_NUMBER, "nats", "H1 is accepted at or above it", write_upper},
    {"decision", METRICS_STRING, "", "continue, H0 or H1", write_decision},
};

const MetricsTable METRICS_SPRT_PATH = {
    .file = "agentchess report --csv --table=sprt",
    .row = "a pair of games of a sequential test, in their order",
    .columns = COLUMNS,
    .column_count = G_N_ELEMENTS(COLUMNS),
};

/* The half points of the first player, who has White in the odd games. */
static bool read_half_points(const CsvTable *table, int row, int *out_half_points, GError **error)
{
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    const char *result = csv_table_text(table, row, "result");

    for (int i = 0; i < (int)G_N_ELEMENTS(results); i++)
        if (g_str_equal(result, results[i])) {
            *out_half_points = row % 2 == 1 ? i : 2 - i;
            return true;
        }
    return csv_table_fail(table, row, error, "result is '%s', not 1-0, 0-1 or 1/2-1/2", result);
}

static void add_step(GArray *path, const Sprt *sprt, const PairCounts *counts)
{
    const Scores scores = scores_of_pairs(counts);
    const SprtStep step = {2 * scores_units(&scores), scores_share(&scores),
                           sprt_state(sprt, &scores)};

    g_array_append_val(path, step);
}

GArray *sprt_path_read(const ResultsRun *run, GError **error)
{
    g_autoptr(CsvTable) table = NULL;
    g_autoptr(GArray) path = g_array_new(FALSE, FALSE, sizeof(SprtStep));
    PairCounts counts = {0};

    if (run->spec->format != SPEC_SPRT) {
        experiments_fail(error,
                         "the run in %s is no sequential test, which has a path: its format "
                         "is not sprt",
                         run->folder);
        return NULL;
    }
    table = csv_table_read(run->folder, "games.csv", error);
    if (table == NULL)
        return NULL;
    for (int row = 1; row <= csv_table_last(table); row++) {
        int half_points = 0;
        if (!read_half_points(table, row, &half_points, error))
            return NULL;
        pair_counts_add(&counts, row, half_points);
        if (row % 2 == 0)
            add_step(path, &run->spec->sprt, &counts);
    }
    return g_steal_pointer(&path);
}

static char *format_ratio(double value)
{
    return csv_format_fixed(value, 2);
}

static char *report_for_people(const ResultsRun *run, const GArray *path, bool markdown)
{
    static const char *const head[] = {"games", "score", "log ratio", "decision", NULL};
    g_auto(ReportTable) table = report_table_new(head);
    g_autofree char *verdict = report_sprt(run->spec, run->totals);
    const guint apart = MAX(1, (path->len + SHOWN - 1) / SHOWN);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < path->len; i++) {
        const SprtStep *step = &g_array_index(path, SprtStep, i);
        char *cells[] = {
            report_format_count(step->games),
            report_format_share(step->share),
            format_ratio(step->state.log_ratio),
            g_strdup(name_of(step->state.decision)),
            NULL,
        };
        if ((i + 1) % apart == 0 || i + 1 == path->len)
            report_table_add(&table, cells, G_N_ELEMENTS(cells));
        else
            for (int j = 0; cells[j] != NULL; j++)
                g_free(cells[j]);
    }
    g_string_append(table.below, verdict);
    report_table_append(text, "Path of the sequential test", &table, markdown);
    return g_string_free(text, FALSE);
}

char *sprt_path_report(const ResultsRun *run, const GArray *path, ReportFormat format)
{
    const ReportRows tables[] = {{"sprt", &METRICS_SPRT_PATH, path}, {NULL}};

    if (format == REPORT_CSV)
        return report_rows_csv(tables);
    if (format == REPORT_JSON)
        return report_rows_json(tables);
    return report_for_people(run, path, format == REPORT_MARKDOWN);
}
