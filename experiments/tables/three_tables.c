/* Tables of runs of a game of three sides. */
#include "experiments/tables/run_tables.h"

#define SIDES 3
#define PAWN "1/100 pawn"

char *run_points(const Spec *spec, const MatchRecord *record)
{
    GString *text = g_string_new(NULL);

    for (int side = 0; side < spec->contest->sides; side++)
        g_string_append_printf(text, "%s%s %d", side > 0 ? ", " : "", spec->side_names[side],
                               match_record_points(record, side));
    return g_string_free(text, FALSE);
}

static const Column GAMES_COLUMNS[] = {
    {"game", TABLE_COUNT, "",
     "number of the game, from 1; with the spec and the seed it determines the game"},
    {"blue", TABLE_TEXT, "", "short name of the player with Blue"},
    {"green", TABLE_TEXT, "", "short name of the player with Green"},
    {"red", TABLE_TEXT, "", "short name of the player with Red"},
    {"opening", TABLE_COUNT, "", "number of the opening, from 1; 0 is the start position"},
    {"seed", TABLE_COUNT, "", "seed of the experiment"},
    {"points_blue", TABLE_COUNT, "points",
     "Blue's result: 1 won, -1 lost, 0 neither, -2 forfeited (then 1 for both others)"},
    {"points_green", TABLE_COUNT, "points", "the same for Green"},
    {"points_red", TABLE_COUNT, "points", "the same for Red"},
    {"termination", TABLE_TEXT, "",
     "king-capture, stalemate, repetition, ply-limit, time or forfeit"},
    {"plies", TABLE_COUNT, "plies", "length of the game, counted from its opening"},
    {"material_blue", TABLE_COUNT, PAWN, "Blue's material without the king at the end"},
    {"material_green", TABLE_COUNT, PAWN, "Green's material without the king at the end"},
    {"material_red", TABLE_COUNT, PAWN, "Red's material without the king at the end"},
    {"reason", TABLE_TEXT, "", "the loser's action that forfeited the game; otherwise empty"},
    {"faults", TABLE_COUNT, "turns", RUN_FAULTS_MEANING},
};

static void fill_game(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;
    const MatchRecord *record = of->record;

    row_count(row, (int64_t)record->job.number);
    for (int side = 0; side < SIDES; side++)
        row_text(row, run_player_name(of, side));
    row_count(row, (int64_t)record->job.opening);
    row_count(row, (int64_t)of->spec->seed);
    for (int side = 0; side < SIDES; side++)
        row_count(row, match_record_points(record, side));
    row_text(row, termination_name(record->outcome.termination));
    row_count(row, record->plies);
    for (int side = 0; side < SIDES; side++)
        row_count(row, match_record_material(record, side, record->plies));
    row_text(row, record->reason);
    row_count(row, match_record_faults(record));
}

const Table TABLE_GAMES_OF_THREE = {
    .file = "games.csv",
    .row = "a game of three sides, in the order of the numbers",
    .key = {"game"},
    .of = " of three",
    .fill = fill_game,
    TABLE_COLUMNS(GAMES_COLUMNS),
};

static const Column MATERIAL_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game"},
    {"ply", TABLE_COUNT, "plies", "the ply after which the material is counted, from 1"},
    {"blue", TABLE_COUNT, PAWN, "Blue's material without the king"},
    {"green", TABLE_COUNT, PAWN, "Green's material without the king"},
    {"red", TABLE_COUNT, PAWN, "Red's material without the king"},
};

static void fill_material(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;

    row_count(row, (int64_t)of->record->job.number);
    row_count(row, of->ply);
    for (int side = 0; side < SIDES; side++)
        row_count(row, match_record_material(of->record, side, of->ply));
}

const Table TABLE_MATERIAL_OF_THREE = {
    .file = "material.csv",
    .row = "a ply of a game of three sides",
    .key = {"game", "ply"},
    .of = " of three",
    .refers_to = &TABLE_GAMES_OF_THREE,
    .fill = fill_material,
    TABLE_COLUMNS(MATERIAL_COLUMNS),
};

static const Column MEAN_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"side", TABLE_TEXT, "", "its seat: blue, green or red"},
    {"move", TABLE_COUNT, "moves",
     "number m of the round counted from the opening: plies 3m - 2 to 3m"},
    {"running", TABLE_COUNT, "games", "games that reach the round"},
    {"mean", TABLE_REAL, PAWN,
     "mean over these games of the player's own material after ply 3m, or after the last ply if "
     "the game ends earlier",
     2},
    {"sd", TABLE_REAL, PAWN, "their standard deviation; empty for a single game", 2},
    {"low", TABLE_REAL, PAWN, "lower end of the 95 % confidence interval of the mean (Student's t)",
     2},
    {"high", TABLE_REAL, PAWN, "upper end of that interval", 2},
};

static void fill_seat(TableRow *row, const RunRow *of)
{
    g_autofree char *side = g_ascii_strdown(of->spec->side_names[of->side], -1);

    row_text(row, of->spec->players[of->player].name);
    row_copy(row, side);
}

static void fill_mean(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;

    fill_seat(row, of);
    row_count(row, of->curve.move);
    run_row_mean(row, &of->curve.estimate);
}

const Table TABLE_MATERIAL_MEAN_OF_THREE = {
    .file = "material_mean.csv",
    .row = "a round of the games of a player on a seat",
    .key = {"player", "side", "move"},
    .of = " of three",
    .refers_to = &TABLE_SEATS,
    .fill = fill_mean,
    TABLE_COLUMNS(MEAN_COLUMNS),
};

static const Column SEATS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"side", TABLE_TEXT, "", "its seat: blue, green or red"},
    {"games", TABLE_COUNT, "games", "games that the player played on this seat"},
    {"wins", TABLE_COUNT, "games", "games with 1 point: won, or forfeited by another player"},
    {"neither", TABLE_COUNT, "games",
     "games with 0 points: drawn, or won by another player against a third"},
    {"losses", TABLE_COUNT, "games", "games with -1 point: lost"},
    {"forfeits", TABLE_COUNT, "games", "games with -2 points: forfeited"},
    {"points", TABLE_COUNT, "points", "their sum"},
    {"average", TABLE_REAL, "points", "points a game", 4},
    {"mean_plies", TABLE_REAL, "plies", "mean length of the games", 2},
    {"low", TABLE_REAL, "points",
     "lower end of the 95 % confidence interval of the average (Student's t); empty for a single "
     "game",
     4},
    {"high", TABLE_REAL, "points", "upper end of that interval", 4},
};

static void fill_seats(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;
    const PairingTotals *totals = of->sums.totals;
    const int64_t games = pairing_totals_games(totals);
    const StatisticsEstimate points = statistics_estimate(seat_totals_sums(totals));

    fill_seat(row, of);
    row_count(row, games);
    row_count(row, totals->wins);
    row_count(row, totals->draws);
    row_count(row, totals->losses);
    row_count(row, totals->forfeits);
    row_count(row, seat_totals_points(totals));
    row_share(row, seat_totals_points(totals), games);
    row_share(row, totals->plies, games);
    row_number(row, points.low, games > 1);
    row_number(row, points.high, games > 1);
}

const Table TABLE_SEATS = {
    .file = "pairings.csv",
    .row = "a player on a seat, in games of three sides",
    .key = {"player", "side"},
    .of = " of three",
    .fill = fill_seats,
    TABLE_COLUMNS(SEATS_COLUMNS),
};
