/* The averages of games of three sides, for a picture. */
#include "experiments/report/picture_tables.h"
#include "experiments/tally/seats.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"

static void append_seat(GPtrArray *rows, const char *player, const char *side,
                        const SeatTotals *totals)
{
    const StatisticsEstimate points = statistics_estimate(seat_totals_sums(totals));
    char *cells[] = {
        g_strdup(player),
        g_ascii_strdown(side, -1),
        g_strdup_printf("%" G_GINT64_FORMAT, points.count),
        points.count > 0 ? csv_format_fixed(points.mean, 4) : g_strdup(""),
        points.count > 1 ? csv_format_fixed(points.low, 4) : g_strdup(""),
        points.count > 1 ? csv_format_fixed(points.high, 4) : g_strdup(""),
        NULL,
    };

    g_ptr_array_add(rows, g_memdup2(cells, sizeof cells));
}

static bool arrange(const PictureTable *picture, const ResultsRun *run, GPtrArray *rows,
                    GError **error)
{
    const Spec *spec = run->spec;

    if (spec->contest != &CONTEST_THREE)
        return experiments_fail(error, "%s holds no games of three sides, and %s are those of such",
                                run->folder, picture->name);
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

static const MetricsColumn SEATS_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", NULL},
    {"side", METRICS_STRING, "", "what it plays: blue, green, red, or all of them", NULL},
    {"games", METRICS_INTEGER, "games", "games it has played so", NULL},
    {"average", METRICS_NUMBER, "points", "points a game", NULL},
    {"low", METRICS_NUMBER, "points", "lower end of its 95 % confidence interval", NULL},
    {"high", METRICS_NUMBER, "points", "upper end of that interval", NULL},
};

static const MetricsTable SEATS = {
    .file = "agentchess report --csv --table=seats",
    .row = "a player of games of three sides, on a seat or on all",
    .key = {"player", "side"},
    .columns = SEATS_COLUMNS,
    .column_count = G_N_ELEMENTS(SEATS_COLUMNS),
};

const PictureTable PICTURE_SEATS = {
    .name = "seats", .table = &SEATS, .arrange = arrange, .block = {"player"}};
