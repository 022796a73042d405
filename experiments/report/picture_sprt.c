/* How a sequential test came to its decision: the log ratio after each pair of games. */
#include <string.h>

#include "board/game.h"
#include "experiments/report/picture_tables.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"

/* The half points of the first player, which has White in the odd games; -1: @result is no
 * result. */
static int read_half_points(const char *result, int game)
{
    const int half_points = result_parse(result, strlen(result));

    return half_points < 0 || game % 2 == 1 ? half_points : 2 - half_points;
}

static void add_step(TableRows *rows, const Sprt *sprt, const PairCounts *counts)
{
    static const char *const decisions[] = {
        [SPRT_CONTINUE] = "continue",
        [SPRT_ACCEPT_H0] = "H0",
        [SPRT_ACCEPT_H1] = "H1",
    };
    const Scores scores = scores_of_pairs(counts);
    const SprtState state = sprt_state(sprt, &scores);
    TableRow row;

    row_init(&row, rows->table);
    row_count(&row, 2 * scores_units(&scores));
    row_real(&row, scores_share(&scores));
    row_real(&row, state.log_ratio);
    row_real(&row, state.lower);
    row_real(&row, state.upper);
    row_text(&row, decisions[state.decision]);
    row_real(&row, sprt->elo0);
    row_real(&row, sprt->elo1);
    row_text(&row, spec_key_find("sprt", "scale")->member.names[sprt->scale]);
    table_rows_push(rows, &row);
}

static bool arrange(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                    GError **error)
{
    g_autoptr(CsvTable) table = NULL;
    PairCounts counts = {0};

    if (run->spec->format != SPEC_SPRT)
        return experiments_fail(error, "%s holds no sequential test, and %s is the path of one",
                                run->folder, picture->table->name);
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

static const Column SPRT_COLUMNS[] = {
    {"games", TABLE_COUNT, "games", "games up to here"},
    {"score", TABLE_REAL, "0..1", "points the first player made of each", 4},
    {"log_ratio", TABLE_REAL, "nats", "logarithm of the ratio of likelihoods, H1 to H0", 4},
    {"lower", TABLE_REAL, "nats", "H0 is accepted at or below it", 4},
    {"upper", TABLE_REAL, "nats", "H1 is accepted at or above it", 4},
    {"decision", TABLE_TEXT, "", "continue, H0 or H1"},
    {"elo0", TABLE_REAL, "Elo", "H0: the first player is so much better", 4},
    {"elo1", TABLE_REAL, "Elo", "H1: the first player is so much better", 4},
    {"scale", TABLE_TEXT, "", "of elo0 and elo1: logistic or normalized"},
};

static const Table SPRT = {
    .name = "sprt",
    .file = "agentchess report --table sprt",
    .row = "a pair of games of a sequential test, in their order",
    TABLE_COLUMNS(SPRT_COLUMNS),
};

const PictureTable PICTURE_SPRT = {
    .table = &SPRT,
    .source = "games.csv",
    .arrange = arrange,
};
