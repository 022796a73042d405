/* Counts by move number: requests, threats. */
#include <string.h>

#include "experiments/numbers/statistics.h"
#include "experiments/report/picture_tables.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/csv_table.h"

#define MOVES_TOGETHER 5 /* move numbers that make a step */
#define MAX_MOVE 1000000 /* no game has so many */
#define MOST_COLUMNS 28

/* A few games are only noise: a step is left out if its weight is less than two, or less than a
 * tenth of the first step's weight. */
#define LEAST 2
#define LEAST_SHARE 10

/* The columns before the counts; the first count is the weight of a step, the whole of shares. */
enum { PLAYER, OPPONENT, MOVE, WEIGHT };

/* Sums of the counts of some move numbers, by column. */
typedef struct {
    int64_t sum[MOST_COLUMNS];
} Step;

/* The counts of a player against an opponent, or against all. */
typedef struct {
    const char *player, *opponent; /* borrowed of the source; "": all */
    GArray *steps;                 /* of Step */
} Curve;

static void curve_clear(gpointer curve)
{
    g_array_unref(((Curve *)curve)->steps);
}

/* Usually the last one, as rows of a curve stand together. */
static Curve *find_curve(GArray *curves, const char *player, const char *opponent)
{
    Curve curve;

    for (guint i = curves->len; i > 0; i--) {
        Curve *old = &g_array_index(curves, Curve, i - 1);
        if (g_str_equal(old->player, player) && g_str_equal(old->opponent, opponent))
            return old;
    }
    curve = (Curve){player, opponent, g_array_new(FALSE, TRUE, sizeof(Step))};
    g_array_append_val(curves, curve);
    return &g_array_index(curves, Curve, curves->len - 1);
}

/* The columns of counts stand between the move and the ends of intervals. */
static size_t end_of_counts(const Table *table)
{
    size_t end = WEIGHT;

    while (end < table->column_count && table->columns[end].type == TABLE_COUNT)
        end++;
    return end;
}

static void add_counts(Curve *curve, guint number, const Step *counts)
{
    if (number >= curve->steps->len)
        g_array_set_size(curve->steps, number + 1);
    for (int i = WEIGHT; i < MOST_COLUMNS; i++)
        g_array_index(curve->steps, Step, number).sum[i] += counts->sum[i];
}

/* Adds @row of @source to the curves of its player. */
static bool add_row(const Table *table, const CsvTable *source, int row, GArray *curves,
                    GError **error)
{
    const char *player = csv_table_text(source, row, "player");
    const char *const opponents[] = {"", csv_table_text(source, row, "opponent")};
    Step counts = {0};
    int64_t move;

    if (!csv_table_number(source, row, "move", 1, MAX_MOVE, &move, error))
        return false;
    for (size_t i = WEIGHT; i < end_of_counts(table); i++)
        if (!csv_table_number(source, row, table->columns[i].name, 0, G_MAXINT32, &counts.sum[i],
                              error))
            return false;
    for (size_t i = 0; i < G_N_ELEMENTS(opponents); i++)
        add_counts(find_curve(curves, player, opponents[i]), (guint)((move - 1) / MOVES_TOGETHER),
                   &counts);
    return true;
}

/* The interval of the share of column @part in the weight of @step. A game has up to MOVES_TOGETHER
 * decisions there, which may depend on each other in any way, so they count as one: the variance of
 * a game's share is never more than that of one decision.
 *
 * Source: R. Bhatia and C. Davis, A better bound on the variance, American Mathematical Monthly
 * 107, 2000. */
static Estimate share_of(const Step *step, int part)
{
    return statistics_share((StatisticsTries){
        .successes = (step->sum[part] + MOVES_TOGETHER / 2) / MOVES_TOGETHER,
        .tries = (step->sum[WEIGHT] + MOVES_TOGETHER - 1) / MOVES_TOGETHER,
    });
}

static void append_row(const Curve *curve, guint number, TableRows *rows)
{
    const Table *table = rows->table;
    const Step *step = &g_array_index(curve->steps, Step, number);
    const size_t counts = end_of_counts(table);

    row_text(rows, curve->player);
    row_text(rows, curve->opponent);
    row_count(rows, (int64_t)number * MOVES_TOGETHER + (MOVES_TOGETHER + 1) / 2);
    for (size_t i = WEIGHT; i < counts; i++)
        row_count(rows, step->sum[i]);
    for (size_t i = counts; i < table->column_count; i += 2) { /* NAME_low, NAME_high */
        const char *low = table->columns[i].name;
        g_autofree char *part = g_strndup(low, strlen(low) - strlen("_low"));
        const Estimate share = share_of(step, table_find_column(table, part));
        row_real(rows, 100 * share.low);
        row_real(rows, 100 * share.high);
    }
}

static bool arrange_curves(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                           GError **error)
{
    g_autoptr(CsvTable) source = csv_table_read(run->folder, picture->source, error);
    g_autoptr(GArray) curves = g_array_new(FALSE, FALSE, sizeof(Curve));

    g_array_set_clear_func(curves, curve_clear);
    for (int row = 1; source != NULL && row <= csv_table_last(source); row++)
        if (!add_row(picture->table, source, row, curves, error))
            return false;
    for (guint i = 0; i < curves->len; i++) {
        const Curve *curve = &g_array_index(curves, Curve, i);
        const Step *steps = (const Step *)curve->steps->data;
        for (guint j = 0; j < curve->steps->len; j++)
            if (steps[j].sum[WEIGHT] >= LEAST &&
                LEAST_SHARE * steps[j].sum[WEIGHT] >= steps[0].sum[WEIGHT])
                append_row(curve, j, rows);
    }
    return source != NULL;
}

#define HEAD                                                                                    \
    COLUMN("player", TABLE_TEXT, "", "short name of a player"),                                 \
        COLUMN("opponent", TABLE_TEXT, "", "short name of the opponent; empty: all opponents"), \
        COLUMN("move", TABLE_COUNT, "moves", "the middle of the five move numbers: 3, 8, 13, ...")

/* The ends of the interval of a share. */
#define INTERVAL(part, whole)                       \
    COLUMNS_OF_ENDS(part "_low", part "_high", "%", \
                    "lower end of the 95 % interval of `" part "` / `" whole "`", 3)

static const Column REQUESTS_COLUMNS[] = {
    HEAD,
    COLUMNS_OF_REQUESTS,
    INTERVAL("attack_requests", "decisions"),
    INTERVAL("own_moves", "decisions"),
    INTERVAL("own_attacks", "decisions"),
    INTERVAL("defence_requests", "decisions"),
};
G_STATIC_ASSERT(G_N_ELEMENTS(REQUESTS_COLUMNS) <= MOST_COLUMNS);

static const Table REQUESTS = {
    REPORT_TABLE(
        "requests",
        "a group of five move numbers of a player with agents, against one opponent or against all",
        REQUESTS_COLUMNS, NULL),
    .key = {"player", "opponent", "move"}};

const PictureTable PICTURE_REQUESTS = {&REQUESTS, "requests.csv", .arrange = arrange_curves};

static const Column THREATS_COLUMNS[] = {
    HEAD,
    COLUMNS_OF_THREATS,
    INTERVAL("unthreatened", "replies"),
};
G_STATIC_ASSERT(G_N_ELEMENTS(THREATS_COLUMNS) <= MOST_COLUMNS);

static const Table THREATS = {
    REPORT_TABLE(
        "threats",
        "a group of five move numbers of a player with agents, against one opponent or against all",
        THREATS_COLUMNS, NULL),
    .key = {"player", "opponent", "move"}};

const PictureTable PICTURE_THREATS = {&THREATS, "threats.csv", .arrange = arrange_curves};
