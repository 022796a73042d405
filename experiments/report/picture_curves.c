/* Curves by move number or time: material, requests, threats. */
#include <string.h>

#include "experiments/numbers/statistics.h"
#include "experiments/report/picture_tables.h"
#include "experiments/tools/csv_table.h"

#define PAWN "1/100 pawn"
#define PLAYER "short name of a player"
#define OPPONENT "short name of the opponent"
#define AT_FIVE "the middle one of five move numbers, which are taken together: 3, 8, 13, ..."

#define MOVES_TOGETHER 5 /* move numbers that make a step of counts */
#define MAX_MOVE 1000000 /* no game has so many */
#define MAX_COLUMNS 24

/* A few games are only noise: a step is left out if its weight is less than two, or less than a
 * tenth of the first step's weight. */
#define LEAST 2
#define LEAST_SHARE 10

/* A step: a move number, some of them, or a step of time. */
typedef struct {
    int64_t weight; /* of which there must be enough */
    int row;        /* the last one of the source that belongs to it; 0: none */
    int64_t sum[MAX_COLUMNS];
} Step;

/* The counts of a player against an opponent, at one pace. */
typedef struct {
    const char *player, *opponent, *pace; /* borrowed of the source */
    GArray *steps;                        /* of Step */
} Curve;

static void curve_clear(gpointer curve)
{
    g_array_unref(((Curve *)curve)->steps);
}

/* What is being arranged. */
typedef struct {
    const PictureTable *picture;
    const CsvTable *source;
    const char *position; /* the column of the source that says where a row stands: "move" */
    int64_t unit;         /* the position of the first step */
    int together;         /* positions that are a step */
    bool sums;            /* the cells of a step are added up; else a step is one row */
    size_t first_column;  /* of the picture's table, the first that is copied or added up */
    GArray *curves;       /* of Curve */
} Work;

/* The curve of @row, usually the last one, as rows of a curve stand together. */
static Curve *find_curve(Work *work, int row)
{
    const char *player = csv_table_text(work->source, row, "player");
    const char *opponent =
        work->picture->pooled ? "" : csv_table_text(work->source, row, "opponent");
    const char *pace = csv_table_text(work->source, row, "ms_per_space");
    Curve curve;

    for (guint i = work->curves->len; i > 0; i--) {
        Curve *old = &g_array_index(work->curves, Curve, i - 1);
        if (g_str_equal(old->player, player) && g_str_equal(old->opponent, opponent) &&
            g_str_equal(old->pace, pace))
            return old;
    }
    curve = (Curve){player, opponent, pace, g_array_new(FALSE, TRUE, sizeof(Step))};
    g_array_append_val(work->curves, curve);
    return &g_array_index(work->curves, Curve, work->curves->len - 1);
}

/* The column that the interval in column @name is of, "own_moves" for "own_moves_low"; NULL: it is
 * no interval. */
static char *part_of_interval(const char *name)
{
    static const char *const ends[] = {"_low", "_high"};

    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
        if (g_str_has_suffix(name, ends[i]))
            return g_strndup(name, strlen(name) - strlen(ends[i]));
    return NULL;
}

/* An end of the interval of the share of @part in the weight of @step, in per cent. A game has up
 * to MOVES_TOGETHER decisions there, which may depend on each other in any way, so they count as
 * one: the variance of a game's share is never more than that of one decision.
 *
 * Source: R. Bhatia and C. Davis, A better bound on the variance, American Mathematical Monthly
 * 107, 2000. */
static double end_of_interval(const Work *work, const Step *step, const char *part, bool low)
{
    const Estimate share = statistics_share((StatisticsTries){
        .successes =
            (step->sum[table_find_column(work->picture->table, part)] + MOVES_TOGETHER / 2) /
            MOVES_TOGETHER,
        .tries = (step->weight + MOVES_TOGETHER - 1) / MOVES_TOGETHER,
    });

    return 100 * (low ? share.low : share.high);
}

static bool add_to_sums(Work *work, Step *step, int row, GError **error)
{
    const Table *table = work->picture->table;

    for (size_t i = work->first_column; i < table->column_count; i++) {
        g_autofree char *part = part_of_interval(table->columns[i].name);
        int64_t count;
        if (part != NULL)
            continue;
        if (!csv_table_number(work->source, row, table->columns[i].name, 0, G_MAXINT32, &count,
                              error))
            return false;
        step->sum[i] += count;
    }
    return true;
}

static bool add_row(Work *work, int row, GError **error)
{
    Curve *curve = find_curve(work, row);
    int64_t position, weight;
    Step *step;
    guint number;

    if (!csv_table_number(work->source, row, work->position, 1, MAX_MOVE * work->unit, &position,
                          error) ||
        !csv_table_number(work->source, row, work->picture->enough, 0, G_MAXINT32, &weight, error))
        return false;
    number = (guint)((position / work->unit - 1) / work->together);
    if (number >= curve->steps->len)
        g_array_set_size(curve->steps, number + 1);
    step = &g_array_index(curve->steps, Step, number);
    step->weight += weight;
    step->row = row;
    return !work->sums || add_to_sums(work, step, row, error);
}

/* The position of step @number in its picture. */
static void fill_position(TableRow *row, const Work *work, guint number)
{
    const int64_t position = (int64_t)number * work->together + (work->together + 1) / 2;

    if (work->unit > 1)
        row_real(row, (double)(position * work->unit) / 1000);
    else
        row_count(row, position);
}

/* The cell of @column, one of those before the counts. */
static void fill_head(TableRow *row, const Work *work, const Curve *curve, guint number,
                      const char *column)
{
    if (g_str_equal(column, "player"))
        row_text(row, curve->player);
    else if (g_str_equal(column, "opponent"))
        row_text(row, curve->opponent);
    else if (g_str_equal(column, "ms_per_space"))
        row_text(row, curve->pace);
    else if (g_str_equal(column, "seconds") == (work->unit > 1))
        fill_position(row, work, number);
    else
        row_empty(row);
}

static void fill_row(TableRow *row, const Work *work, const Curve *curve, guint number)
{
    const Table *table = work->picture->table;
    const Step *step = &g_array_index(curve->steps, Step, number);

    for (size_t i = 0; i < table->column_count; i++) {
        const char *column = table->columns[i].name;
        g_autofree char *part = work->sums ? part_of_interval(column) : NULL;
        if (i < work->first_column)
            fill_head(row, work, curve, number, column);
        else if (part != NULL)
            row_real(row, end_of_interval(work, step, part, g_str_has_suffix(column, "_low")));
        else if (work->sums)
            row_count(row, step->sum[i]);
        else
            row_text(row, csv_table_text(work->source, step->row, column));
    }
}

static void append_row(const Work *work, const Curve *curve, guint number, TableRows *rows)
{
    TableRow row;

    row_init(&row, rows->table);
    fill_row(&row, work, curve, number);
    table_rows_push(rows, &row);
}

static void append_rows(const Work *work, const Curve *curve, TableRows *rows)
{
    const Step *steps = (const Step *)curve->steps->data;

    for (guint i = 0; i < curve->steps->len; i++)
        if (steps[i].weight >= LEAST && LEAST_SHARE * steps[i].weight >= steps[0].weight)
            append_row(work, curve, i, rows);
}

static bool arrange(Work *work, TableRows *rows, GError **error)
{
    g_autoptr(GArray) curves = g_array_new(FALSE, FALSE, sizeof(Curve));

    g_assert(work->picture->table->column_count <= MAX_COLUMNS);
    g_array_set_clear_func(curves, curve_clear);
    work->curves = curves;
    for (int row = 1; row <= csv_table_last(work->source); row++)
        if (!add_row(work, row, error))
            return false;
    for (guint i = 0; i < curves->len; i++)
        append_rows(work, &g_array_index(curves, Curve, i), rows);
    return true;
}

/* Means stay as they are: a step is a row. */
static bool arrange_means(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                          GError **error)
{
    g_autoptr(CsvTable) source = csv_table_read(run->folder, picture->source, error);
    const bool in_time = run->spec->game == NULL;
    Work work = {
        .picture = picture,
        .source = source,
        .position = in_time ? "time_ms" : "move",
        .unit = in_time ? (int64_t)run->spec->record.time_step_ms : 1,
        .together = 1,
        .first_column = 5,
    };

    return source != NULL && arrange(&work, rows, error);
}

static bool arrange_counts(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                           GError **error)
{
    g_autoptr(CsvTable) source = csv_table_read(run->folder, picture->source, error);
    Work work = {
        .picture = picture,
        .source = source,
        .position = "move",
        .unit = 1,
        .together = MOVES_TOGETHER,
        .sums = true,
        .first_column = picture->pooled ? 2 : 3,
    };

    return source != NULL && arrange(&work, rows, error);
}

static const Column MATERIAL_COLUMNS[] = {
    {"player", TABLE_TEXT, "", PLAYER},
    {"opponent", TABLE_TEXT, "", OPPONENT},
    {"ms_per_space", TABLE_COUNT, "ms",
     "in asynchronous chess milliseconds that a piece needs for a space; else empty"},
    {"move", TABLE_COUNT, "moves", "the move number; empty in asynchronous chess"},
    {"seconds", TABLE_REAL, "s", "in asynchronous chess the end of the step, else empty", 3},
    {"running", TABLE_COUNT, "games", "games that have the move, or the step"},
    {"mean", TABLE_REAL, PAWN,
     "mean over these games of the player's material minus the opponent's", 2},
    {"sd", TABLE_REAL, PAWN, "their standard deviation", 2},
    {"low", TABLE_REAL, PAWN, "lower end of the 95 % confidence interval of the mean", 2},
    {"high", TABLE_REAL, PAWN, "upper end of that interval", 2},
    {"mean_all", TABLE_REAL, PAWN,
     "mean over all games, those that have ended with their last difference", 2},
    {"low_all", TABLE_REAL, PAWN, "lower end of the 95 % confidence interval of that mean", 2},
    {"high_all", TABLE_REAL, PAWN, "upper end of that interval", 2},
};

static const Table MATERIAL = {
    .name = "material",
    .file = "agentchess report --table material",
    .row = "a move number or time step of a pairing, seen from one of its players, while at "
           "least a tenth of the games last",
    .key = {"player", "opponent", "ms_per_space", "move"},
    TABLE_COLUMNS(MATERIAL_COLUMNS),
};

const PictureTable PICTURE_MATERIAL = {
    .table = &MATERIAL,
    .source = "material_mean.csv",
    .enough = "running",
    .arrange = arrange_means,
};

/* The ends of the interval of a share. */
#define INTERVAL(part, whole)                                            \
    {part "_low", TABLE_REAL, "%",                                       \
     "lower end of the 95 % interval of the share of " part " in " whole \
     ", as wide as if the five moves of a game counted as one",          \
     3},                                                                 \
    {                                                                    \
        part "_high", TABLE_REAL, "%", "upper end of that interval", 3   \
    }

#define OF_DECISIONS                                                                   \
    {"decisions", TABLE_COUNT, "decisions", "decisions of the player's agents"},       \
        {"threatened", TABLE_COUNT, "decisions",                                       \
         "of them, those in which an agent was the worst threatened"},                 \
        {"attack_requests", TABLE_COUNT, "decisions",                                  \
         "attack requests performed: another agent captured an attacker of it"},       \
        {"own_moves", TABLE_COUNT, "decisions", "it moved itself, without a capture"}, \
        {"own_attacks", TABLE_COUNT, "decisions", "it captured something itself"},     \
        {"defence_requests", TABLE_COUNT, "decisions",                                 \
         "defence requests performed: another agent moved to defend or shield it"},    \
        {"offers_rejected", TABLE_COUNT, "decisions",                                  \
         "it was offered help, and something else than the best offer was done"},      \
        INTERVAL("attack_requests", "decisions"), INTERVAL("own_moves", "decisions"),  \
        INTERVAL("own_attacks", "decisions"), INTERVAL("defence_requests", "decisions")

static const Column REQUESTS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", PLAYER},
    {"opponent", TABLE_TEXT, "", OPPONENT},
    {"move", TABLE_COUNT, "moves", AT_FIVE},
    OF_DECISIONS,
};

static const Table REQUESTS = {
    .name = "requests",
    .file = "agentchess report --table requests",
    .row = "five move numbers of a pairing, seen from one of its players that has agents, while "
           "there are a tenth of the decisions of the first five",
    .key = {"player", "opponent", "move"},
    TABLE_COLUMNS(REQUESTS_COLUMNS),
};

const PictureTable PICTURE_REQUESTS = {
    .table = &REQUESTS,
    .source = "requests.csv",
    .enough = "decisions",
    .arrange = arrange_counts,
};

static const Column ALL_REQUESTS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", PLAYER},
    {"move", TABLE_COUNT, "moves", AT_FIVE},
    OF_DECISIONS,
};

static const Table ALL_REQUESTS = {
    .name = "requests-all",
    .file = "agentchess report --table requests-all",
    .row = "five move numbers of a player that has agents, against all opponents, while there are "
           "a tenth of the decisions of the first five",
    .key = {"player", "move"},
    TABLE_COLUMNS(ALL_REQUESTS_COLUMNS),
};

const PictureTable PICTURE_ALL_REQUESTS = {
    .table = &ALL_REQUESTS,
    .source = "requests.csv",
    .enough = "decisions",
    .pooled = true,
    .arrange = arrange_counts,
};

#define OF_REPLIES                                                                         \
    {"replies", TABLE_COUNT, "moves",                                                      \
     "the opponent's moves that follow a decision of the player's agents"},                \
        {"captured", TABLE_COUNT, "pieces", "the player's pieces captured by them"},       \
        {"unthreatened", TABLE_COUNT, "pieces",                                            \
         "of them, those that had reported no loss in that decision"},                     \
        {"movers", TABLE_COUNT, "pieces", "of those captured, those that had just moved"}, \
        {"movers_unthreatened", TABLE_COUNT, "pieces",                                     \
         "of those that had just moved, those that had reported no loss where they stood " \
         "before"},                                                                        \
        INTERVAL("unthreatened", "replies")

static const Column THREATS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", PLAYER},
    {"opponent", TABLE_TEXT, "", OPPONENT},
    {"move", TABLE_COUNT, "moves", AT_FIVE},
    OF_REPLIES,
};

static const Table THREATS = {
    .name = "threats",
    .file = "agentchess report --table threats",
    .row = "five move numbers of a pairing, seen from one of its players that has agents, while "
           "there are a tenth of the replies to the first five",
    .key = {"player", "opponent", "move"},
    TABLE_COLUMNS(THREATS_COLUMNS),
};

const PictureTable PICTURE_THREATS = {
    .table = &THREATS,
    .source = "threats.csv",
    .enough = "replies",
    .arrange = arrange_counts,
};

static const Column ALL_THREATS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", PLAYER},
    {"move", TABLE_COUNT, "moves", AT_FIVE},
    OF_REPLIES,
};

static const Table ALL_THREATS = {
    .name = "threats-all",
    .file = "agentchess report --table threats-all",
    .row = "five move numbers of a player that has agents, against all opponents, while there are "
           "a tenth of the replies to the first five",
    .key = {"player", "move"},
    TABLE_COLUMNS(ALL_THREATS_COLUMNS),
};

const PictureTable PICTURE_ALL_THREATS = {
    .table = &ALL_THREATS,
    .source = "threats.csv",
    .enough = "replies",
    .pooled = true,
    .arrange = arrange_counts,
};
