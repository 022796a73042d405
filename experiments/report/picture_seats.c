/* The averages of games of three sides, for a picture. */
#include "experiments/report/picture_tables.h"
#include "experiments/tally/seats.h"
#include "experiments/tools/error.h"

/* @side is "Blue"; the table has "blue". */
static void append_seat(TableRows *rows, const char *player, const char *side,
                        const SeatTotals *totals)
{
    const StatisticsEstimate points = statistics_estimate(seat_totals_sums(totals));
    g_autofree char *lower = g_ascii_strdown(side, -1);
    TableRow row;

    row_init(&row, rows->table);
    row_text(&row, player);
    row_text(&row, lower);
    row_count(&row, points.count);
    row_number(&row, points.mean, points.count > 0);
    row_number(&row, points.low, points.count > 1);
    row_number(&row, points.high, points.count > 1);
    table_rows_push(rows, &row);
}

static bool arrange(const PictureTable *picture, const ResultsRun *run, TableRows *rows,
                    GError **error)
{
    const Spec *spec = run->spec;

    if (spec->contest != &CONTEST_THREE)
        return experiments_fail(error, "%s holds no games of three sides, and %s are those of such",
                                run->folder, picture->table->name);
    for (int player = 0; player < spec->player_count; player++) {
        const SeatTotals *seats = &totals_seats(run->totals)[spec->contest->sides * player];
        SeatTotals all;
        seat_totals_init(&all);
        for (int side = 0; side < spec->contest->sides; side++)
            seat_totals_merge(&all, &seats[side]);
        append_seat(rows, spec->players[player].name, "all", &all);
        for (int side = 0; side < spec->contest->sides; side++)
            append_seat(rows, spec->players[player].name, spec->side_names[side], &seats[side]);
        seat_totals_clear(&all);
    }
    return true;
}

static const Column SEATS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"side", TABLE_TEXT, "", "what it plays: blue, green, red, or all of them"},
    {"games", TABLE_COUNT, "games", "games it has played so"},
    {"average", TABLE_REAL, "points", "points a game", 4},
    {"low", TABLE_REAL, "points", "lower end of its 95 % confidence interval", 4},
    {"high", TABLE_REAL, "points", "upper end of that interval", 4},
};

static const Table SEATS = {
    .name = "seats",
    .file = "agentchess report --table seats",
    .row = "a player of games of three sides, on a seat or on all",
    .key = {"player", "side"},
    TABLE_COLUMNS(SEATS_COLUMNS),
};

const PictureTable PICTURE_SEATS = {.table = &SEATS, .arrange = arrange};
