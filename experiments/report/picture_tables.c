#include "experiments/report/picture_tables.h"

#include <string.h>

#include "board/game.h"
#include "experiments/report/places.h"
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"

/* At how many paces players meet. */
static int count_paces(const Spec *spec)
{
    g_autoptr(GHashTable) paces = g_hash_table_new(g_direct_hash, g_direct_equal);

    for (int i = 0; i < spec->pairing_count; i++)
        g_hash_table_add(paces, GSIZE_TO_POINTER(spec->pairings[i].ms_per_space));
    return (int)g_hash_table_size(paces);
}

static bool arrange_run(G_GNUC_UNUSED const PictureTable *table, const ResultsRun *run,
                        TableRows *rows, G_GNUC_UNUSED GError **error)
{
    const Spec *spec = run->spec;

    row_text(rows, spec->game_name);
    row_text(rows, spec_key_find("experiment", "format")->member.names[spec->format]);
    row_count(rows, spec->contest->sides);
    row_count(rows, count_paces(spec));
    row_count(rows, spec->factors.count);
    row_count(rows, (int64_t)totals_games(run->totals));
    row_count(rows, (int64_t)spec->games);
    row_count(rows, (int64_t)spec->seed);
    row_text(rows, spec->name);
    return true;
}

static const Column RUN_COLUMNS[] = {
    {"game", TABLE_TEXT, "", "value of the key `game` in the spec"},
    {"format", TABLE_TEXT, "", "value of the key `format` in the spec"},
    {"sides", TABLE_COUNT, "sides", "number of sides of the game"},
    {"paces", TABLE_COUNT, "paces", "number of paces in asynchronous chess; otherwise 1"},
    {"factors", TABLE_COUNT, "factors", "number of factors of the experiment"},
    {"games", TABLE_COUNT, "games", "games played"},
    {"pairing_games", TABLE_COUNT, "games", "games of each pairing"},
    {"seed", TABLE_COUNT, "", "seed of the experiment"},
    {"name", TABLE_TEXT, "", "name of the experiment"},
};

static const Table RUN = {REPORT_TABLE("run", "a run; the table has one row", RUN_COLUMNS, NULL)};

/* A sequential test: the log ratio after each pair of games */

typedef struct {
    const Spec *spec;
    TableRows *rows;
    PairCounts counts; /* of the pairs that count */
    int games;
    GameLine *line;       /* by which openings are found; NULL: no pair repeats another */
    GHashTable *openings; /* keys of those that were played */
} SprtPath;

static void add_step(const SprtPath *path)
{
    static const char *const decisions[] = {
        [SPRT_CONTINUE] = "continue",
        [SPRT_ACCEPT_H0] = "H0",
        [SPRT_ACCEPT_H1] = "H1",
    };
    const Sprt *sprt = &path->spec->sprt;
    const Scores scores = scores_of_pairs(&path->counts);
    const SprtState state = sprt_state(sprt, &scores);

    row_count(path->rows, path->games);
    row_count(path->rows, 2 * scores_units(&scores));
    row_real(path->rows, scores_share(&scores));
    row_real(path->rows, state.log_ratio);
    row_real(path->rows, state.lower);
    row_real(path->rows, state.upper);
    row_text(path->rows, decisions[state.decision]);
    row_real(path->rows, sprt->elo0);
    row_real(path->rows, sprt->elo1);
    row_text(path->rows, spec_key_find("sprt", "scale")->member.names[sprt->scale]);
}

/* Whether the pair that ends with game @number is of an opening that was played before. */
static bool is_repeated(const SprtPath *path, int number)
{
    const Job job = schedule_job(path->spec, (uint64_t)number);
    uint64_t key;

    if (path->line == NULL)
        return false;
    key = schedule_opening(path->spec, &job, path->line).chess.key;
    return !g_hash_table_add(path->openings, g_memdup2(&key, sizeof key));
}

static bool add_game(const CsvTable *row, gpointer data, GError **error)
{
    SprtPath *path = data;
    PairCounts counts = path->counts;
    int of_white;

    if (!csv_table_result(row, 1, &of_white, error))
        return false;
    path->games++; /* the first player has White in the odd ones */
    pair_counts_add(&counts, path->games, path->games % 2 == 1 ? of_white : 2 - of_white);
    if (path->games % 2 == 1 || !is_repeated(path, path->games))
        path->counts = counts;
    else
        memset(path->counts.waiting, 0, sizeof path->counts.waiting);
    if (path->games % 2 == 0)
        add_step(path);
    return true;
}

static bool arrange_sprt(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                         GError **error)
{
    g_autoptr(GHashTable) openings =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GameLine) line = NULL;
    SprtPath path = {.spec = run->spec, .rows = rows, .openings = openings};

    if (run->spec->format != SPEC_SPRT)
        return picture_table_lack(picture, run, "a sequential test", error);
    if (pairing_totals_repeated(&run->totals->pairings[0]) > 0)
        path.line = line = game_line_new(run->spec->game, &run->spec->rules.draws);
    return results_each_game(run, add_game, &path, error);
}

static const Column SPRT_COLUMNS[] = {
    {"games", TABLE_COUNT, "games", "number of games up to and including this pair"},
    {"counted", TABLE_COUNT, "games", "these games without pairs that repeat earlier ones"},
    {"score", TABLE_REAL, "0..1", "mean points of the first player per game that counts", 4},
    {"log_ratio", TABLE_REAL, "nats", "log-likelihood ratio of H1 to H0, of the games that count",
     4},
    {"lower", TABLE_REAL, "nats", "limit at or below which H0 is accepted", 4},
    {"upper", TABLE_REAL, "nats", "limit at or above which H1 is accepted", 4},
    {"decision", TABLE_TEXT, "", "`continue`, `H0` or `H1`"},
    {"elo0", TABLE_REAL, "Elo", "lead of the first player under H0", 4},
    {"elo1", TABLE_REAL, "Elo", "lead of the first player under H1", 4},
    {"scale", TABLE_TEXT, "", "unit of `elo0` and `elo1`: `logistic` or `normalized`"},
};

static const Table SPRT = {REPORT_TABLE(
    "sprt", "a pair of games of a sequential test, in the order of the games", SPRT_COLUMNS, NULL)};

/* Ratings by the places of three-player games */

static bool arrange_places(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                           GError **error)
{
    g_autoptr(Places) places = NULL;

    if (!places_are_of(run))
        return picture_table_lack(picture, run, "three-player games", error);
    places = places_new(run, error);
    if (places != NULL)
        table_rows_add(rows, picture->table == &TABLE_PLACES ? places->players : places->leads);
    return places != NULL;
}

const PictureTable *const PICTURE_TABLES[] = {
    &(const PictureTable){&RUN, .any_contest = true, .arrange = arrange_run},
    &PICTURE_REQUESTS,
    &PICTURE_THREATS,
    &PICTURE_SCORES,
    &(const PictureTable){&SPRT, "games.csv", .arrange = arrange_sprt},
    &PICTURE_SEATS,
    &(const PictureTable){&TABLE_PLACES, "games.csv", true, arrange_places},
    &(const PictureTable){&TABLE_LEADS, "games.csv", true, arrange_places},
    &PICTURE_DECISIONS,
    &PICTURE_DECIDED,
    NULL,
};

bool picture_table_lack(const PictureTable *picture, const ResultsRun *run, const char *needed,
                        GError **error)
{
    g_autofree char *what = g_strconcat("--table=", picture->table->name, NULL);

    return results_lack(run, what, needed, error);
}

TableRows *picture_table_rows(const PictureTable *table, const char *folder, GError **error)
{
    g_autoptr(ResultsRun) run = results_run_read_file(folder, table->source, error);
    g_autoptr(TableRows) rows = table_rows_new(table->table);

    if (run == NULL)
        return NULL;
    if (!table->any_contest && !run->spec->contest->tally->by_pairing)
        picture_table_lack(table, run, "two-player games", error);
    else if (table->arrange(table, run, rows, error))
        return g_steal_pointer(&rows);
    return NULL;
}
