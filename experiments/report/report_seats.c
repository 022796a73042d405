/* The results of games of three, for people. */
#include "experiments/report/report.h"
#include "experiments/tally/seats.h"
#include "experiments/tools/csv.h"

/* A player of a game of three: the sums of all its seats, and of each. */
typedef struct {
    const char *name;
    SeatTotals all;
    const SeatTotals *seats;
} Standing;

static double average(const SeatTotals *totals)
{
    const int64_t games = seat_totals_games(totals);

    return games > 0 ? (double)seat_totals_points(totals) / (double)games : 0;
}

static int compare_standings(gconstpointer a, gconstpointer b)
{
    const double first = average(&((const Standing *)a)->all);
    const double second = average(&((const Standing *)b)->all);

    return first > second ? -1 : first < second ? 1 : 0;
}

/* Points for each game; "" without games. Owner: the caller. */
static char *format_average(const SeatTotals *totals)
{
    return seat_totals_games(totals) > 0 ? csv_format_fixed(average(totals), 3) : g_strdup("-");
}

/* Where 95 % of such intervals have the true average. The games of a player on several seats are
 * others, so they are independent. Owner: the caller. */
static char *format_interval(const SeatTotals *totals)
{
    const StatisticsEstimate estimate = statistics_estimate(seat_totals_sums(totals));
    g_autofree char *low = csv_format_fixed(estimate.low, 3);
    g_autofree char *high = csv_format_fixed(estimate.high, 3);

    return estimate.count > 1 ? g_strdup_printf("%s to %s", low, high) : g_strdup("-");
}

static char *format_count(int64_t count)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, count);
}

static void add_standing(GPtrArray *rows, const Standing *standing)
{
    char *cells[] = {
        g_strdup(standing->name),
        format_count(seat_totals_games(&standing->all)),
        format_count(standing->all.wins),
        format_count(standing->all.neither),
        format_count(standing->all.losses),
        format_count(standing->all.forfeits),
        format_average(&standing->all),
        format_interval(&standing->all),
        format_average(&standing->seats[0]),
        format_average(&standing->seats[1]),
        format_average(&standing->seats[2]),
        NULL,
    };

    g_ptr_array_add(rows, g_memdup2(cells, sizeof cells));
}

/* The players of a game of three, the one with the most points a game first; equals in the order
 * of the spec. */
static GPtrArray *seat_rows(const Spec *spec, const Totals *totals)
{
    static const char *const head[] = {"",     "games",     "won",     "neither",
                                       "lost", "forfeited", "average", "95 % interval",
                                       "Blue", "Green",     "Red",     NULL};
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    g_autoptr(GArray) standings = g_array_new(FALSE, FALSE, sizeof(Standing));

    for (int i = 0; i < spec->player_count; i++) {
        Standing standing = {.name = spec->players[i].name, .seats = &totals_seats(totals)[3 * i]};
        seat_totals_init(&standing.all);
        for (int side = 0; side < 3; side++)
            seat_totals_merge(&standing.all, &standing.seats[side]);
        g_array_append_val(standings, standing);
    }
    g_array_sort(standings, compare_standings);
    g_ptr_array_add(rows, g_strdupv((char **)head));
    for (guint i = 0; i < standings->len; i++) {
        Standing *standing = &g_array_index(standings, Standing, i);
        add_standing(rows, standing);
        seat_totals_clear(&standing->all);
    }
    return rows;
}

const ContestReport REPORT_OF_SEATS = {.rows = seat_rows};
