/* How a sequential test came to its decision: the log ratio after each pair of games. */
#include <string.h>

#include "board/game.h"
#include "experiments/report/picture_tables.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"

#define SHARE_DECIMALS 4
#define RATIO_DECIMALS 4

/* The half points of the first player, which has White in the odd games; -1: @result is no
 * result. */
static int read_half_points(const char *result, int game)
{
    const int half_points = result_parse(result, strlen(result));

    return half_points < 0 || game % 2 == 1 ? half_points : 2 - half_points;
}

static void add_step(GPtrArray *rows, const Sprt *sprt, const PairCounts *counts)
{
    static const char *const decisions[] = {
        [SPRT_CONTINUE] = "continue",
        [SPRT_ACCEPT_H0] = "H0",
        [SPRT_ACCEPT_H1] = "H1",
    };
    const Scores scores = scores_of_pairs(counts);
    const SprtState state = sprt_state(sprt, &scores);
    char *cells[] = {g_strdup_printf("%" G_GINT64_FORMAT, 2 * scores_units(&scores)),
                     csv_format_fixed(scores_share(&scores), SHARE_DECIMALS),
                     csv_format_fixed(state.log_ratio, RATIO_DECIMALS),
                     csv_format_fixed(state.lower, RATIO_DECIMALS),
                     csv_format_fixed(state.upper, RATIO_DECIMALS),
                     g_strdup(decisions[state.decision]),
                     csv_format_fixed(sprt->elo0, RATIO_DECIMALS),
                     csv_format_fixed(sprt->elo1, RATIO_DECIMALS),
                     g_strdup(spec_key_find("sprt", "scale")->member.names[sprt->scale]),
                     NULL};

    g_ptr_array_add(rows, g_memdup2(cells, sizeof cells));
}

static bool arrange(const PictureTable *picture, const ResultsRun *run, GPtrArray *rows,
                    GError **error)
{
    g_autoptr(CsvTable) table = NULL;
    PairCounts counts = {0};

    if (run->spec->format != SPEC_SPRT)
        return experiments_fail(error, "%s holds no sequential test, and %s is the path of one",
                                run->folder, picture->name);
    table = csv_table_read(run->folder, picture->source, error);
    for (int row = 1; table != NULL && row <= csv_table_last(table); row++) {
        const char *result = csv_table_text(table, row, "result");
        const int half_points = read_half_points(result, row);
        if (half_points < 0)
            return csv_table_fail(table, row, error, "result is '%s', not 1-0, 0-1 or 1/2-1/2",
                                  result);
        pair_counts_add(&counts, row, half_points);
        if (row % 2 == 0)
            add_step(rows, &run->spec->sprt, &counts);
    }
    return table != NULL;
}

static const MetricsColumn SPRT_COLUMNS[] = {
    {"games", METRICS_INTEGER, "games", "games up to here", NULL},
    {"score", METRICS_NUMBER, "0..1", "points the first player made of each", NULL},
    {"log_ratio", METRICS_NUMBER, "nats", "logarithm of the ratio of likelihoods, H1 to H0", NULL},
    {"lower", METRICS_NUMBER, "nats", "H0 is accepted at or below it", NULL},
    {"upper", METRICS_NUMBER, "nats", "H1 is accepted at or above it", NULL},
    {"decision", METRICS_STRING, "", "continue, H0 or H1", NULL},
    {"elo0", METRICS_NUMBER, "Elo", "H0: the first player is so much better", NULL},
    {"elo1", METRICS_NUMBER, "Elo", "H1: the first player is so much better", NULL},
    {"scale", METRICS_STRING, "", "of elo0 and elo1: logistic or normalized", NULL},
};

static const MetricsTable SPRT = {
    .file = "agentchess report --csv --table=sprt",
    .row = "a pair of games of a sequential test, in their order",
    .columns = SPRT_COLUMNS,
    .column_count = G_N_ELEMENTS(SPRT_COLUMNS),
};

const PictureTable PICTURE_SPRT = {
    .name = "sprt",
    .table = &SPRT,
    .source = "games.csv",
    .arrange = arrange,
};
