/* The results of games of three, for people and pictures. */
#include "experiments/report/report_seats.h"
#include "experiments/report/picture_tables.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/error.h"

#define SIDES 3
#define POINTS 4 /* decimals */

/* A player of a game of three: the sums of all its seats, and of each. */
typedef struct {
    const char *name;
    PairingTotals all;
    const PairingTotals *seats;
} Standing;

/* The points of a game, with the interval where 95 % of such intervals have the true mean: games of
 * a player on several seats are others, so they are independent. */
static Estimate points_of(const PairingTotals *totals)
{
    return statistics_estimate(seat_totals_sums(totals)).mean;
}

static int compare_standings(gconstpointer a, gconstpointer b)
{
    const double first = points_of(&((const Standing *)a)->all).value;
    const double second = points_of(&((const Standing *)b)->all).value;

    return first > second ? -1 : first < second ? 1 : 0;
}

static void fill_row(TableRows *rows, gconstpointer what)
{
    const Standing *standing = what;

    row_text(rows, standing->name);
    row_count(rows, pairing_totals_games(&standing->all));
    row_count(rows, standing->all.score.wins);
    row_count(rows, standing->all.score.draws);
    row_count(rows, standing->all.score.losses);
    row_count(rows, standing->all.forfeits);
    row_interval(rows, points_of(&standing->all));
    for (int side = 0; side < SIDES; side++)
        row_interval(rows, points_of(&standing->seats[side]));
}

#define POINTS_ON(name, heading, meaning, interval)                                     \
    COLUMN(name, TABLE_REAL, "points", meaning, POINTS, heading, VIEW_SHARE, interval), \
        COLUMNS_OF_ENDS(name "_low", name "_high", "points",                            \
                        "lower end of its 95 % confidence interval", POINTS)

static const Column COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player", .heading = ""},
    {"games", TABLE_COUNT, "games", "games the player played", .heading = "games"},
    {"wins", TABLE_COUNT, "games", "games that the player won or that another player forfeited",
     .heading = "won"},
    {"neither", TABLE_COUNT, "games", "games that the player neither won nor lost",
     .heading = "neither"},
    {"losses", TABLE_COUNT, "games", "games that the player lost without a forfeit",
     .heading = "lost"},
    {"forfeits", TABLE_COUNT, "games", "games that the player forfeited", .heading = "forfeited"},
    POINTS_ON("average", "average", "points per game; empty if there are no games", true),
    POINTS_ON("blue", "Blue", "points per game as Blue", false),
    POINTS_ON("green", "Green", "points per game as Green", false),
    POINTS_ON("red", "Red", "points per game as Red", false),
};

static const Table SEATS = {REPORT_TABLE("seats",
                                         "a player of three-player games, highest average first",
                                         COLUMNS, fill_row),
                            .key = {"player"}};

/* Equals in the order of the spec. */
static void add_standings(const Spec *spec, const Totals *totals, TableRows *rows)
{
    g_autoptr(GArray) standings = g_array_new(FALSE, FALSE, sizeof(Standing));

    for (int i = 0; i < spec->player_count; i++) {
        Standing standing = {.name = spec->players[i].name, .seats = &totals->pairings[SIDES * i]};
        for (int side = 0; side < SIDES; side++)
            pairing_totals_pool(&standing.all, &standing.seats[side], false);
        g_array_append_val(standings, standing);
    }
    g_array_sort(standings, compare_standings);
    table_rows_add(rows, standings);
}

GPtrArray *report_seat_rows(const Spec *spec, const Totals *totals)
{
    g_autoptr(TableRows) rows = table_rows_new(&SEATS);

    add_standings(spec, totals, rows);
    return sheet_of(rows, G_MAXUINT);
}

static bool arrange_seats(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                          GError **error)
{
    if (run->spec->contest != &CONTEST_THREE)
        return picture_table_lack(picture, run, "three-player games", error);
    add_standings(run->spec, run->totals, rows);
    return true;
}

const PictureTable PICTURE_SEATS = {.table = &SEATS, .any_contest = true, .arrange = arrange_seats};
