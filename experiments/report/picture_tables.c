#include "experiments/report/picture_tables.h"

#include "experiments/report/standings.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/error.h"

static double per_cent(double part, double whole)
{
    return 100 * part / whole;
}

static bool arrange_run(G_GNUC_UNUSED const PictureTable *table, const ResultsRun *run,
                        TableRows *rows, G_GNUC_UNUSED GError **error)
{
    const Spec *spec = run->spec;
    TableRow row;

    row_init(&row, rows->table);
    row_text(&row, spec->game_name);
    row_text(&row, spec_key_find("experiment", "format")->member.names[spec->format]);
    row_count(&row, spec->contest->sides);
    row_count(&row, spec->format == SPEC_GRID ? spec->grid.pace_count : 1);
    row_count(&row, (int64_t)totals_games(run->totals));
    row_count(&row, (int64_t)spec->games);
    row_count(&row, (int64_t)spec->seed);
    row_text(&row, spec->name);
    table_rows_push(rows, &row);
    return true;
}

static const Column RUN_COLUMNS[] = {
    {"game", TABLE_TEXT, "", "the game, as the spec calls it"},
    {"format", TABLE_TEXT, "", "who meets whom, as the spec calls it"},
    {"sides", TABLE_COUNT, "sides", "how many the game has"},
    {"paces", TABLE_COUNT, "paces", "at how many the players meet; one with turns"},
    {"games", TABLE_COUNT, "games", "games that were played"},
    {"pairing_games", TABLE_COUNT, "games", "games of each pairing"},
    {"seed", TABLE_COUNT, "", "seed of the experiment"},
    {"name", TABLE_TEXT, "", "its name"},
};

static const Table RUN = {
    .name = "run",
    .file = "agentchess report --table run",
    .row = "the run itself",
    TABLE_COLUMNS(RUN_COLUMNS),
};

static const PictureTable PICTURE_RUN = {
    .table = &RUN,
    .arrange = arrange_run,
};

static void add_score(const Spec *spec, int player, int opponent, StatisticsScore score,
                      TableRows *rows)
{
    const int64_t games = score.wins + score.losses + score.draws;
    TableRow row;

    row_init(&row, rows->table);
    row_text(&row, spec->players[player].name);
    row_text(&row, spec->players[opponent].name);
    row_count(&row, games);
    row_real(&row, per_cent((double)score.wins + (double)score.draws / 2, (double)games));
    table_rows_push(rows, &row);
}

static bool arrange_crosstable(G_GNUC_UNUSED const PictureTable *table, const ResultsRun *run,
                               TableRows *rows, G_GNUC_UNUSED GError **error)
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

static const Column CROSSTABLE_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"opponent", TABLE_TEXT, "", "short name of the opponent"},
    {"games", TABLE_COUNT, "games", "games they played"},
    {"score", TABLE_REAL, "%", "the player's wins and half of the draws, of the games", 6},
};

static const Table CROSSTABLE = {
    .name = "crosstable",
    .file = "agentchess report --table crosstable",
    .row = "a pairing with games, seen from one of its players",
    .key = {"player", "opponent"},
    TABLE_COLUMNS(CROSSTABLE_COLUMNS),
};

static const PictureTable PICTURE_CROSSTABLE = {
    .table = &CROSSTABLE,
    .arrange = arrange_crosstable,
};

static bool arrange_fit(G_GNUC_UNUSED const PictureTable *table, const ResultsRun *run,
                        TableRows *rows, GError **error)
{
    const StandingsOptions options = {.anchor = POOL_NOBODY};
    g_autoptr(GPtrArray) runs = g_ptr_array_new();
    g_autoptr(Standings) standings = NULL;
    g_autoptr(Pool) pool = NULL;
    TableRow row;

    g_ptr_array_add(runs, (gpointer)run);
    pool = pool_new(runs, error);
    if (pool == NULL)
        return false;
    standings = standings_new(pool, &options);
    row_init(&row, rows->table);
    row_count(&row, standings->goodness.freedom);
    row_real(&row, standings->goodness.deviance);
    row_real(&row, standings->goodness.p);
    table_rows_push(rows, &row);
    return true;
}

static const Column FIT_COLUMNS[] = {
    {"freedom", TABLE_COUNT, "", "degrees of freedom; 0: there is nothing to explain"},
    {"deviance", TABLE_REAL, "", "deviance of the results from the ratings", 2},
    {"p", TABLE_REAL, "0..1",
     "probability of so great a deviance if one rating per player explains all results", 6},
};

static const Table FIT = {
    .name = "fit",
    .file = "agentchess report --table fit",
    .row = "the ratings of the run",
    TABLE_COLUMNS(FIT_COLUMNS),
};

static const PictureTable PICTURE_FIT = {.table = &FIT, .arrange = arrange_fit};

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

static void add_ends_row(const Spec *spec, EndsOf *ends, Termination termination, TableRows *rows)
{
    const int64_t ended = ends->ended[termination];
    TableRow row;

    row_init(&row, rows->table);
    row_text(&row, spec->players[ends->player].name);
    row_text(&row, termination_name(termination));
    row_count(&row, ended);
    row_real(&row, per_cent((double)ended, (double)ends->games));
    row_real(&row, per_cent((double)ends->below, (double)ends->games));
    table_rows_push(rows, &row);
    ends->below += ended;
}

static bool arrange_ends(G_GNUC_UNUSED const PictureTable *table, const ResultsRun *run,
                         TableRows *rows, G_GNUC_UNUSED GError **error)
{
    g_autoptr(GArray) ends = collect_ends(run);

    for (Termination termination = 0; termination < TERMINATION_COUNT; termination++)
        for (guint i = 0; is_met(ends, termination) && i < ends->len; i++)
            add_ends_row(run->spec, &g_array_index(ends, EndsOf, i), termination, rows);
    return true;
}

static const Column ENDS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"termination", TABLE_TEXT, "", "how games ended, as in games.csv"},
    {"games", TABLE_COUNT, "games", "games of the player that did"},
    {"share", TABLE_REAL, "%", "their share of the player's games", 6},
    {"below", TABLE_REAL, "%",
     "the share of those in the rows above: behind it stands the box of these", 6},
};

static const Table ENDS = {
    .name = "ends",
    .file = "agentchess report --table ends",
    .row = "a way in which games of the run ended, and a player",
    .key = {"player", "termination"},
    TABLE_COLUMNS(ENDS_COLUMNS),
};

static const PictureTable PICTURE_ENDS = {
    .table = &ENDS,
    .arrange = arrange_ends,
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
        if (g_str_equal(PICTURE_TABLES[i]->table->name, name))
            return PICTURE_TABLES[i];
    return NULL;
}

/* Only the table of the run itself is for any contest; that of seats asks for itself. */
static bool check_contest(const PictureTable *table, const ResultsRun *run, GError **error)
{
    return table == &PICTURE_RUN || table == &PICTURE_SEATS ||
           run->spec->contest->tally->by_pairing ||
           experiments_fail(error, "%s holds a run of %s, and '%s' is a table of games of two",
                            run->folder, run->spec->game_name, table->table->name);
}

TableRows *picture_table_rows(const PictureTable *table, const char *folder, GError **error)
{
    g_autoptr(ResultsRun) run = results_run_read_file(folder, table->source, error);
    g_autoptr(TableRows) rows = table_rows_new(table->table);

    if (run == NULL || !check_contest(table, run, error) ||
        !table->arrange(table, run, rows, error))
        return NULL;
    return g_steal_pointer(&rows);
}
