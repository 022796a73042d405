#include "experiments/report/places.h"

#include <string.h>

#include "experiments/numbers/plackett_luce.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"

#define SEATS PLACKETT_LUCE_SEATS
#define MOST_POINTS 2
#define ELO 2 /* decimals */

static const char *const PLAYER_COLUMNS[SEATS] = {"blue", "green", "red"};
static const char *const POINTS_COLUMNS[SEATS] = {"points_blue", "points_green", "points_red"};

bool places_are_of(const ResultsRun *run)
{
    return run->spec->contest->sides == SEATS && !run->spec->contest->tally->by_pairing;
}

/* A sum in progress. */
typedef struct {
    const Spec *spec;
    GHashTable *sums; /* games that are alike in all, as bytes, to their PlackettLuceGames */
} Adding;

static bool add_game(const CsvTable *row, gpointer data, GError **error)
{
    const Adding *adding = data;
    PlackettLuceGames game, *sum;
    g_autoptr(GBytes) key = NULL;

    memset(&game, 0, sizeof game); /* it is a key, with all its bytes */
    for (int seat = 0; seat < SEATS; seat++) {
        const char *name = csv_table_text(row, 1, PLAYER_COLUMNS[seat]);
        int64_t points;
        game.player[seat] = spec_find_player(adding->spec, name);
        if (game.player[seat] < 0)
            return csv_table_fail(row, 1, error, "%s is '%s', not a player of the run",
                                  PLAYER_COLUMNS[seat], name);
        if (!csv_table_number(row, 1, POINTS_COLUMNS[seat], -MOST_POINTS, MOST_POINTS, &points,
                              error))
            return false;
        game.points[seat] = (int)points;
    }
    key = g_bytes_new(&game, sizeof game);
    sum = g_hash_table_lookup(adding->sums, key);
    if (sum == NULL) {
        sum = g_memdup2(&game, sizeof game);
        g_hash_table_insert(adding->sums, g_steal_pointer(&key), sum);
    }
    sum->count++;
    return true;
}

/* The sums in an order of their own, so that rounding is the same each time. */
static int compare_games(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(PlackettLuceGames));
}

/* Owner: the caller. */
static GArray *sum_games(const ResultsRun *run, GError **error)
{
    g_autoptr(GHashTable) sums =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, g_free);
    g_autoptr(GArray) games = g_array_new(FALSE, FALSE, sizeof(PlackettLuceGames));
    GHashTableIter iter;
    gpointer sum;

    if (!results_each_game(run, add_game, &(Adding){run->spec, sums}, error))
        return NULL;
    g_hash_table_iter_init(&iter, sums);
    while (g_hash_table_iter_next(&iter, NULL, &sum))
        g_array_append_vals(games, sum, 1);
    g_array_sort(games, compare_games);
    return g_steal_pointer(&games);
}

static bool has_played(const PlackettLuceGames *games, int player)
{
    for (int seat = 0; seat < SEATS; seat++)
        if (games->player[seat] == player)
            return true;
    return false;
}

/* In how many games both played. */
static int64_t count_games(const GArray *games, int player, int other)
{
    int64_t count = 0;

    for (guint i = 0; i < games->len; i++) {
        const PlackettLuceGames *of = &g_array_index(games, PlackettLuceGames, i);
        count += has_played(of, player) && has_played(of, other) ? of->count : 0;
    }
    return count;
}

static int compare_players(gconstpointer a, gconstpointer b)
{
    const PlacesPlayer *first = a, *second = b;
    const int unknown =
        (first->rating.kind == ESTIMATE_UNKNOWN) - (second->rating.kind == ESTIMATE_UNKNOWN);

    if (unknown != 0)
        return unknown;
    return (first->rating.value < second->rating.value) -
           (first->rating.value > second->rating.value);
}

static void add_leads(Places *places, const PlackettLuce *fit, const GArray *games, int player)
{
    const Spec *spec = places->run->spec;

    for (int other = player + 1; other < spec->player_count; other++) {
        const PlacesLead lead = {
            .lead.pairing = {.player = spec->players[player].name,
                             .opponent = spec->players[other].name},
            .lead.difference = plackett_luce_difference(fit, player, other),
            .games = count_games(games, player, other),
            .player = player,
            .opponent = other,
        };
        g_array_append_val(places->leads, lead);
    }
}

Places *places_new(const ResultsRun *run, GError **error)
{
    const Spec *spec = run->spec;
    g_autoptr(GArray) games = NULL;
    g_autoptr(PlackettLuce) fit = NULL;
    Places *places;

    games = sum_games(run, error);
    if (games == NULL)
        return NULL;
    fit = plackett_luce_fit(spec->player_count, (const PlackettLuceGames *)(void *)games->data,
                            games->len);
    places = g_new0(Places, 1);
    places->run = run;
    places->players = g_array_new(FALSE, FALSE, sizeof(PlacesPlayer));
    places->leads = g_array_new(FALSE, FALSE, sizeof(PlacesLead));
    for (int i = 0; i < spec->player_count; i++) {
        const PlacesPlayer player = {spec->players[i].name, plackett_luce_difference(fit, i, 0),
                                     count_games(games, i, i)};
        g_array_append_val(places->players, player);
        add_leads(places, fit, games, i);
    }
    g_array_sort(places->players, compare_players);
    difference_rows_test(places->leads);
    for (int seat = 0; seat < SEATS - 1; seat++)
        places->seats[seat] = plackett_luce_seats(fit, seat, SEATS - 1);
    return places;
}

void places_free(Places *places)
{
    g_array_unref(places->players);
    g_array_unref(places->leads);
    g_free(places);
}

static const Column PLAYERS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player", .heading = ""},
    {"rating", TABLE_REAL, "Elo",
     "rating, estimated from the places in all games; fixed at 0 for the first player of the spec",
     ELO, "rating", VIEW_RATING, true},
    {"rating_kind", TABLE_TEXT, "",
     "`interval`: both ends are known; `given`: the rating is fixed; `unknown`: the results do not "
     "determine the rating, for example because the player won all games, or its points "
     "per game say the opposite"},
    COLUMNS_OF_ENDS("low", "high", "Elo", "lower end of its 95 % interval", ELO),
    {"games", TABLE_COUNT, "games", "games the player played", .heading = "games"},
};

static void fill_player(TableRows *rows, gconstpointer what)
{
    const PlacesPlayer *player = what;

    row_text(rows, player->name);
    row_estimate(rows, player->rating);
    row_count(rows, player->games);
}

const Table TABLE_PLACES = {REPORT_TABLE("places",
                                         "a player of three-player games, strongest first",
                                         PLAYERS_COLUMNS, fill_player),
                            .key = {"player"}};

static const Column LEADS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player", .heading = "", .view = VIEW_PAIRING},
    {"opponent", TABLE_TEXT, "", "short name of another player"},
    {"games", TABLE_COUNT, "games", "games with both players", .heading = "games"},
    COLUMNS_OF_DIFFERENCE(
        "elo", "elo_kind", "Elo",
        "rating of the player minus rating of the opponent, as in the table `places`"),
};

static void fill_lead(TableRows *rows, gconstpointer what)
{
    const PlacesLead *lead = what;

    pairing_row_fill(rows, &lead->lead.pairing);
    row_count(rows, lead->games);
    difference_row_fill(rows, &lead->lead);
}

const Table TABLE_LEADS = {
    REPORT_TABLE("leads", "a pair of players of three-player games", LEADS_COLUMNS, fill_lead),
    .key = {"player", "opponent"}};

/* "Blue less Red: +12.3 (+1.2 to +23.4)". */
static void append_terms(GString *text, const Places *places)
{
    const Spec *spec = places->run->spec;

    g_string_append_printf(
        text, "Elo, estimated from the places of the players in all games; %s is fixed at 0.0\n",
        spec->players[0].name);
    for (int seat = 0; seat < SEATS - 1; seat++) {
        g_autofree char *name =
            g_strdup_printf("%s minus %s", spec->side_names[seat], spec->side_names[SEATS - 1]);
        sheet_append_quantity(text, name, places->seats[seat], format_difference);
        g_string_append_c(text, '\n');
    }
}

char *places_report(const ResultsRun *run, TableFormat format, GError **error)
{
    g_autoptr(Places) places = places_new(run, error);
    g_autoptr(TableReport) report = table_report_new(NULL);
    const TablePart *part;

    if (places == NULL)
        return NULL;
    part = table_report_add(report, "Ratings of all players together",
                            table_rows_of(&TABLE_PLACES, places->players));
    append_terms(part->below, places);
    results_add_notes(run, report->notes);
    table_report_add(report, "Differences", table_rows_of(&TABLE_LEADS, places->leads));
    return table_report_write(report, format);
}
