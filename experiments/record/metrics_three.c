/* The tables of runs of a game of three sides. */
#include "experiments/record/metrics_cells.h"
#include "experiments/tools/csv.h"

#define COLUMNS(array) .columns = (array), .column_count = G_N_ELEMENTS(array)

#define PAWN "1/100 pawn"

char *metrics_points(const Spec *spec, const MatchRecord *record)
{
    GString *text = g_string_new(NULL);

    for (int side = 0; side < spec->contest->sides; side++)
        g_string_append_printf(text, "%s%s %d", side > 0 ? ", " : "", spec->side_names[side],
                               match_record_points(record, side));
    return g_string_free(text, FALSE);
}

static void write_opening(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, row->record->job.opening);
}

static void write_plies(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, (uint64_t)row->record->plies);
}

static void write_reason(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, row->record->reason);
}

/* What a game has of each side: its player, its points, the material at the end and after the ply
 * of the row. */
#define WRITE_OF_SIDE(colour, side)                                                           \
    static void write_player_##colour(GString *csv, const MetricsRow *row)                    \
    {                                                                                         \
        csv_append_text(csv, row->spec->players[row->record->job.player[side]].name);         \
    }                                                                                         \
    static void write_points_##colour(GString *csv, const MetricsRow *row)                    \
    {                                                                                         \
        csv_append_signed(csv, match_record_points(row->record, side));                       \
    }                                                                                         \
    static void write_last_material_##colour(GString *csv, const MetricsRow *row)             \
    {                                                                                         \
        csv_append_signed(csv, match_record_material(row->record, side, row->record->plies)); \
    }                                                                                         \
    static void write_material_##colour(GString *csv, const MetricsRow *row)                  \
    {                                                                                         \
        csv_append_signed(csv, match_record_material(row->record, side, row->ply));           \
    }

WRITE_OF_SIDE(blue, 0)
WRITE_OF_SIDE(green, 1)
WRITE_OF_SIDE(red, 2)

static const MetricsColumn GAMES_COLUMNS[] = {
    {"game", METRICS_INTEGER, "",
     "number of the game, from 1; with spec and seed it is the whole game again", cell_game},
    {"blue", METRICS_STRING, "", "short name of the player with Blue", write_player_blue},
    {"green", METRICS_STRING, "", "short name of the player with Green", write_player_green},
    {"red", METRICS_STRING, "", "short name of the player with Red", write_player_red},
    {"opening", METRICS_INTEGER, "", "number of the opening, from 1; 0 is the start position",
     write_opening},
    {"seed", METRICS_INTEGER, "", "seed of the experiment", cell_seed},
    {"points_blue", METRICS_INTEGER, "points",
     "what the game brings to Blue: 1 won, -1 lost, 0 neither, -2 forfeited, and then 1 to both "
     "others",
     write_points_blue},
    {"points_green", METRICS_INTEGER, "points", "the same for Green", write_points_green},
    {"points_red", METRICS_INTEGER, "points", "the same for Red", write_points_red},
    {"termination", METRICS_STRING, "",
     "king-capture, stalemate, repetition, ply-limit, time or forfeit", cell_termination},
    {"plies", METRICS_INTEGER, "plies", "length of the game, counted from its opening",
     write_plies},
    {"material_blue", METRICS_INTEGER, PAWN, "Blue's material without the king at the end",
     write_last_material_blue},
    {"material_green", METRICS_INTEGER, PAWN, "Green's material without the king at the end",
     write_last_material_green},
    {"material_red", METRICS_INTEGER, PAWN, "Red's material without the king at the end",
     write_last_material_red},
    {"reason", METRICS_STRING, "", "what the loser did that forfeits the game; else empty",
     write_reason},
};

const MetricsTable METRICS_GAMES_OF_THREE = {
    .file = "games.csv",
    .row = "a game of three, in the order of their numbers",
    .key = {"game"},
    .of = " of three",
    COLUMNS(GAMES_COLUMNS),
};

static const MetricsColumn MATERIAL_COLUMNS[] = {
    {"game", METRICS_INTEGER, "", "number of the game", cell_game},
    {"ply", METRICS_INTEGER, "plies", "the ply after which it is, from 1", cell_ply},
    {"blue", METRICS_INTEGER, PAWN, "Blue's material without the king", write_material_blue},
    {"green", METRICS_INTEGER, PAWN, "Green's material without the king", write_material_green},
    {"red", METRICS_INTEGER, PAWN, "Red's material without the king", write_material_red},
};

const MetricsTable METRICS_MATERIAL_OF_THREE = {
    .file = "material.csv",
    .row = "a ply of a game of three",
    .key = {"game", "ply"},
    .of = " of three",
    .refers_to = &METRICS_GAMES_OF_THREE,
    COLUMNS(MATERIAL_COLUMNS),
};

static void write_player(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, row->spec->players[row->seat.player].name);
}

static void write_side(GString *csv, const MetricsRow *row)
{
    g_autofree char *side = g_ascii_strdown(row->spec->side_names[row->seat.side], -1);

    g_string_append(csv, side);
}

static const MetricsColumn MEAN_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", write_player},
    {"side", METRICS_STRING, "", "what it plays: blue, green or red", write_side},
    {"move", METRICS_INTEGER, "moves",
     "number m of the round counted from the opening: plies 3m - 2 to 3m", cell_move},
    {"running", METRICS_INTEGER, "games", "games that have the round", cell_running},
    {"mean", METRICS_NUMBER, PAWN,
     "mean over these games of the player's own material after ply 3m, or after the last ply if "
     "the "
     "game ends before",
     cell_mean},
    {"sd", METRICS_NUMBER, PAWN, "their standard deviation; empty for a single game", cell_sd},
    {"low", METRICS_NUMBER, PAWN,
     "lower end of the 95 % confidence interval of the mean (Student's t)", cell_low},
    {"high", METRICS_NUMBER, PAWN, "upper end of that interval", cell_high},
};

const MetricsTable METRICS_MATERIAL_MEAN_OF_THREE = {
    .file = "material_mean.csv",
    .row = "a round of the games of a player on a seat",
    .key = {"player", "side", "move"},
    .of = " of three",
    .refers_to = &METRICS_SEATS,
    COLUMNS(MEAN_COLUMNS),
};

static void write_games(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, seat_totals_games(row->seat.totals));
}

static void write_wins(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->seat.totals->wins);
}

static void write_neither(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->seat.totals->neither);
}

static void write_losses(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->seat.totals->losses);
}

static void write_forfeits(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->seat.totals->forfeits);
}

static void write_points(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, seat_totals_points(row->seat.totals));
}

/* Appends nothing for a seat without games. */
static void append_per_game(GString *csv, const MetricsRow *row, int64_t sum, int decimals)
{
    const int64_t games = seat_totals_games(row->seat.totals);

    if (games > 0)
        csv_append_fixed(csv, (double)sum / (double)games, decimals);
}

static void write_average(GString *csv, const MetricsRow *row)
{
    append_per_game(csv, row, seat_totals_points(row->seat.totals), 4);
}

/* The points of the games of a seat. */
static StatisticsEstimate estimate_points(const SeatTotals *seat)
{
    return statistics_estimate(seat_totals_sums(seat));
}

static void write_average_low(GString *csv, const MetricsRow *row)
{
    if (seat_totals_games(row->seat.totals) > 1)
        csv_append_fixed(csv, estimate_points(row->seat.totals).low, 4);
}

static void write_average_high(GString *csv, const MetricsRow *row)
{
    if (seat_totals_games(row->seat.totals) > 1)
        csv_append_fixed(csv, estimate_points(row->seat.totals).high, 4);
}

static void write_mean_plies(GString *csv, const MetricsRow *row)
{
    append_per_game(csv, row, row->seat.totals->plies, 2);
}

static const MetricsColumn SEATS_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", write_player},
    {"side", METRICS_STRING, "", "what it plays: blue, green or red", write_side},
    {"games", METRICS_INTEGER, "games", "games the player has played as that side", write_games},
    {"wins", METRICS_INTEGER, "games", "games that brought 1 point: won, or another one forfeited",
     write_wins},
    {"neither", METRICS_INTEGER, "games", "games that brought none: neither won nor lost, or drawn",
     write_neither},
    {"losses", METRICS_INTEGER, "games", "games that brought -1: lost", write_losses},
    {"forfeits", METRICS_INTEGER, "games", "games that brought -2: forfeited", write_forfeits},
    {"points", METRICS_INTEGER, "points", "their sum", write_points},
    {"average", METRICS_NUMBER, "points", "points a game", write_average},
    {"mean_plies", METRICS_NUMBER, "plies", "mean length of the games", write_mean_plies},
    {"low", METRICS_NUMBER, "points",
     "lower end of the 95 % confidence interval of the average (Student's t); empty for a single "
     "game",
     write_average_low},
    {"high", METRICS_NUMBER, "points", "upper end of that interval", write_average_high},
};

const MetricsTable METRICS_SEATS = {
    .file = "pairings.csv",
    .row = "a player on a seat, in games of three",
    .key = {"player", "side"},
    .of = " of three",
    COLUMNS(SEATS_COLUMNS),
};
