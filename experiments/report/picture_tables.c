#include "experiments/report/picture_tables.h"

#include "experiments/report/standings.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"

#define COLUMNS(array) .columns = (array), .column_count = G_N_ELEMENTS(array)

#define PER_CENT_DECIMALS 6

static char *format_count(int64_t count)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, count);
}

static char *format_per_cent(double part, double whole)
{
    return csv_format_fixed(100 * part / whole, PER_CENT_DECIMALS);
}

/* Takes the texts of @cells, of which the last is NULL. */
static void add_row(GPtrArray *rows, char *const *cells, size_t size)
{
    g_ptr_array_add(rows, g_memdup2(cells, size));
}

static bool arrange_run(G_GNUC_UNUSED const PictureTable *table, const ResultsRun *run,
                        GPtrArray *rows, G_GNUC_UNUSED GError **error)
{
    const Spec *spec = run->spec;
    char *cells[] = {g_strdup(spec->game_name),
                     g_strdup(spec_key_find("experiment", "format")->member.names[spec->format]),
                     format_count(spec->contest->sides),
                     format_count(spec->format == SPEC_GRID ? spec->grid.pace_count : 1),
                     format_count((int64_t)totals_games(run->totals)),
                     format_count((int64_t)spec->games),
                     format_count((int64_t)spec->seed),
                     g_strdup(spec->name),
                     NULL};

    add_row(rows, cells, sizeof cells);
    return true;
}

static const MetricsColumn RUN_COLUMNS[] = {
    {"game", METRICS_STRING, "", "the game, as the spec calls it", NULL},
    {"format", METRICS_STRING, "", "who meets whom, as the spec calls it", NULL},
    {"sides", METRICS_INTEGER, "sides", "how many the game has", NULL},
    {"paces", METRICS_INTEGER, "paces", "at how many the players meet; one with turns", NULL},
    {"games", METRICS_INTEGER, "games", "games that were played", NULL},
    {"pairing_games", METRICS_INTEGER, "games", "games of each pairing", NULL},
    {"seed", METRICS_INTEGER, "", "seed of the experiment", NULL},
    {"name", METRICS_STRING, "", "its name", NULL},
};

static const MetricsTable RUN = {
    .file = "agentchess report --csv --table=run",
    .row = "the run itself",
    COLUMNS(RUN_COLUMNS),
};

static const PictureTable PICTURE_RUN = {
    .name = "run",
    .table = &RUN,
    .arrange = arrange_run,
    .block = {"name", "games", "pairing_games", "seed"},
};

static void add_score(const Spec *spec, int player, int opponent, StatisticsScore score,
                      GPtrArray *rows)
{
    const int64_t games = score.wins + score.losses + score.draws;
    char *cells[] = {g_strdup(spec->players[player].name), g_strdup(spec->players[opponent].name),
                     format_count(games),
                     format_per_cent((double)score.wins + (double)score.draws / 2, (double)games),
                     NULL};

    add_row(rows, cells, sizeof cells);
}

static bool arrange_crosstable(G_GNUC_UNUSED const PictureTable *table, const ResultsRun *run,
                               GPtrArray *rows, G_GNUC_UNUSED GError **error)
{
    const Spec *spec = run->spec;

    for (int i = 0; i < run->totals->count; i++) {
        const PairingTotals *totals = &run->totals->pairings[i];
        const SpecPairing *pairing = &spec->pairings[i];
        const StatisticsScore score = {totals->wins, totals->losses, totals->draws};
        if (pairing_totals_games(totals) == 0)
            continue;
        add_score(spec, pairing->player, pairing->opponent, score, rows);
        add_score(spec, pairing->opponent, pairing->player, statistics_reverse(score), rows);
    }
    return true;
}

static const MetricsColumn CROSSTABLE_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", NULL},
    {"opponent", METRICS_STRING, "", "short name of the opponent", NULL},
    {"games", METRICS_INTEGER, "games", "games they played", NULL},
    {"score", METRICS_NUMBER, "%", "the player's wins and half of the draws, of the games", NULL},
};

static const MetricsTable CROSSTABLE = {
    .file = "agentchess report --csv --table=crosstable",
    .row = "a pairing with games, seen from one of its players",
    .key = {"player", "opponent"},
    COLUMNS(CROSSTABLE_COLUMNS),
};

static const PictureTable PICTURE_CROSSTABLE = {
    .name = "crosstable",
    .table = &CROSSTABLE,
    .arrange = arrange_crosstable,
};

static bool arrange_fit(G_GNUC_UNUSED const PictureTable *table, const ResultsRun *run,
                        GPtrArray *rows, GError **error)
{
    const StandingsOptions options = {.anchor = POOL_NOBODY};
    g_autoptr(GPtrArray) runs = g_ptr_array_new();
    g_autoptr(Standings) standings = NULL;
    g_autoptr(Pool) pool = NULL;

    g_ptr_array_add(runs, (gpointer)run);
    pool = pool_new(runs, error);
    if (pool == NULL)
        return false;
    standings = standings_new(pool, &options);
    add_row(rows,
            (char *[]){format_count(standings->goodness.freedom),
                       csv_format_fixed(standings->goodness.deviance, 2),
                       csv_format_fixed(standings->goodness.p, PER_CENT_DECIMALS), NULL},
            4 * sizeof(char *));
    return true;
}

static const MetricsColumn FIT_COLUMNS[] = {
    {"freedom", METRICS_INTEGER, "", "degrees of freedom; 0: there is nothing to explain", NULL},
    {"deviance", METRICS_NUMBER, "", "deviance of the results from the ratings", NULL},
    {"p", METRICS_NUMBER, "0..1",
     "probability of so great a deviance if one rating per player explains all results", NULL},
};

static const MetricsTable FIT = {
    .file = "agentchess report --csv --table=fit",
    .row = "the ratings of the run",
    COLUMNS(FIT_COLUMNS),
};

static const PictureTable PICTURE_FIT = {.name = "fit", .table = &FIT, .arrange = arrange_fit};

/* How the games of a player ended. */
typedef struct {
    int player;
    int64_t games, below; /* @below: those of the terminations that were added */
    int64_t ended[TERMINATION_COUNT];
} EndsOf;

static EndsOf *find_ends(GArray *ends, int player)
{
    const EndsOf none = {.player = player};

    for (guint i = 0; i < ends->len; i++)
        if (g_array_index(ends, EndsOf, i).player == player)
            return &g_array_index(ends, EndsOf, i);
    g_array_append_val(ends, none);
    return &g_array_index(ends, EndsOf, ends->len - 1);
}

static void add_ends(EndsOf *ends, const PairingTotals *totals)
{
    ends->games += pairing_totals_games(totals);
    for (int i = 0; i < TERMINATION_COUNT; i++)
        ends->ended[i] += totals->terminations[i];
}

/* The ends of the games of all players that have some, in the order of the pairings. Owner: the
 * caller. */
static GArray *collect_ends(const ResultsRun *run)
{
    GArray *ends = g_array_new(FALSE, FALSE, sizeof(EndsOf));

    for (int i = 0; i < run->totals->count; i++) {
        const PairingTotals *totals = &run->totals->pairings[i];
        if (pairing_totals_games(totals) == 0)
            continue;
        add_ends(find_ends(ends, run->spec->pairings[i].player), totals);
        add_ends(find_ends(ends, run->spec->pairings[i].opponent), totals);
    }
    return ends;
}

static bool is_met(const GArray *ends, Termination termination)
{
    for (guint i = 0; i < ends->len; i++)
        if (g_array_index(ends, EndsOf, i).ended[termination] > 0)
            return true;
    return false;
}

static void add_ends_row(const Spec *spec, EndsOf *ends, Termination termination, GPtrArray *rows)
{
    const int64_t ended = ends->ended[termination];
    char *cells[] = {g_strdup(spec->players[ends->player].name),
                     g_strdup(termination_name(termination)),
                     format_count(ended),
                     format_per_cent((double)ended, (double)ends->games),
                     format_per_cent((double)ends->below, (double)ends->games),
                     NULL};

    add_row(rows, cells, sizeof cells);
    ends->below += ended;
}

static bool arrange_ends(G_GNUC_UNUSED const PictureTable *table, const ResultsRun *run,
                         GPtrArray *rows, G_GNUC_UNUSED GError **error)
{
    g_autoptr(GArray) ends = collect_ends(run);

    for (Termination termination = 0; termination < TERMINATION_COUNT; termination++)
        for (guint i = 0; is_met(ends, termination) && i < ends->len; i++)
            add_ends_row(run->spec, &g_array_index(ends, EndsOf, i), termination, rows);
    return true;
}

static const MetricsColumn ENDS_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", NULL},
    {"termination", METRICS_STRING, "", "how games ended, as in games.csv", NULL},
    {"games", METRICS_INTEGER, "games", "games of the player that did", NULL},
    {"share", METRICS_NUMBER, "%", "their share of the player's games", NULL},
    {"below", METRICS_NUMBER, "%",
     "the share of those in the rows above: behind it stands the box of these", NULL},
};

static const MetricsTable ENDS = {
    .file = "agentchess report --csv --table=ends",
    .row = "a way in which games of the run ended, and a player",
    .key = {"player", "termination"},
    COLUMNS(ENDS_COLUMNS),
};

static const PictureTable PICTURE_ENDS = {
    .name = "ends",
    .table = &ENDS,
    .arrange = arrange_ends,
    .block = {"termination"},
};

const PictureTable *const PICTURE_TABLES[] = {
    &PICTURE_RUN,          &PICTURE_MATERIAL, &PICTURE_REQUESTS,
    &PICTURE_ALL_REQUESTS, &PICTURE_THREATS,  &PICTURE_ALL_THREATS,
    &PICTURE_CROSSTABLE,   &PICTURE_LENGTHS,  &PICTURE_ENDS,
    &PICTURE_SCORES,       &PICTURE_SPRT,     &PICTURE_EFFECTS,
    &PICTURE_SEATS,        &PICTURE_FIT,      NULL,
};

const PictureTable *picture_table_find(const char *name)
{
    for (size_t i = 0; PICTURE_TABLES[i] != NULL; i++)
        if (g_str_equal(PICTURE_TABLES[i]->name, name))
            return PICTURE_TABLES[i];
    return NULL;
}

/* Only the table of the run itself is for any contest; that of seats asks for itself. */
static bool check_contest(const PictureTable *table, const ResultsRun *run, GError **error)
{
    return table == &PICTURE_RUN || table == &PICTURE_SEATS ||
           run->spec->contest->tally->by_pairing ||
           experiments_fail(error, "%s holds a run of %s, and '%s' is a table of games of two",
                            run->folder, run->spec->game_name, table->name);
}

GPtrArray *picture_table_rows(const PictureTable *table, const char *folder, GError **error)
{
    g_autoptr(ResultsRun) run = results_run_read_file(folder, table->source, error);
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);

    if (run == NULL || !check_contest(table, run, error) ||
        !table->arrange(table, run, rows, error))
        return NULL;
    return g_steal_pointer(&rows);
}
