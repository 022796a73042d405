/* Tables of games of two sides in turn, of suites and of tunings; and cells that the tables of
 * several kinds of games have. */
#include "experiments/tables/run_tables.h"

#include "board/game.h"

#define PAWN "1/100 pawn"

const char *run_result(const MatchRecord *record)
{
    return result_text(result_half_points(record->outcome.winner));
}

const char *run_player_name(const RunRow *of, int side)
{
    return of->spec->players[of->record->job.player[side]].name;
}

void run_row_game(TableRow *row, const RunRow *of)
{
    row_count(row, (int64_t)of->record->job.number);
    row_count(row, of->record->job.pairing + 1);
    row_text(row, run_player_name(of, 0));
    row_text(row, run_player_name(of, 1));
}

void run_row_players(TableRow *row, const RunRow *of)
{
    const SpecPairing *pairing = &of->spec->pairings[of->pairing];
    const char *first = of->spec->players[pairing->player].name;
    const char *second = of->spec->players[pairing->opponent].name;

    row_text(row, of->sums.reversed ? second : first);
    row_text(row, of->sums.reversed ? first : second);
}

void run_row_results(TableRow *row, const RunRow *of)
{
    const PairingTotals *totals = of->sums.totals;
    const StatisticsScore score = {totals->wins, totals->losses, totals->draws};

    row_count(row, pairing_totals_games(totals));
    row_score(row, of->sums.reversed ? statistics_reverse(score) : score);
}

/* Cells that need two games are empty if there is only one. */
static void fill_spread(TableRow *row, const StatisticsEstimate *estimate, double value)
{
    row_number(row, value, estimate->count > 1);
}

void run_row_mean(TableRow *row, const StatisticsEstimate *estimate)
{
    row_count(row, estimate->count);
    row_real(row, estimate->mean);
    fill_spread(row, estimate, estimate->sd);
    fill_spread(row, estimate, estimate->low);
    fill_spread(row, estimate, estimate->high);
}

void run_row_mean_of_all(TableRow *row, const StatisticsEstimate *all)
{
    row_real(row, all->mean);
    fill_spread(row, all, all->low);
    fill_spread(row, all, all->high);
}

static const Column GAMES_COLUMNS[] = {
    {"game", TABLE_COUNT, "",
     "number of the game, from 1; with the spec and the seed it determines the game"},
    {"pairing", TABLE_COUNT, "", "number of the pairing, from 1, in the order of pairings.csv"},
    {"white", TABLE_TEXT, "", "short name of the player with White"},
    {"black", TABLE_TEXT, "", "short name of the player with Black"},
    {"opening", TABLE_COUNT, "", "number of the opening, from 1; 0 is the start position"},
    {"seed", TABLE_COUNT, "", "seed of the experiment"},
    {"result", TABLE_TEXT, "", "1-0, 0-1 or 1/2-1/2"},
    {"termination", TABLE_TEXT, "",
     "checkmate, stalemate, fifty-moves, repetition, insufficient-material, ply-limit, "
     "resignation, draw-claim, forfeit, pieces-lost, king-capture or time"},
    {"plies", TABLE_COUNT, "plies", "length of the game, counted from its opening"},
    {"bare_king", TABLE_TEXT, "", "the side first left with a bare king: white, black or empty"},
    {"material_white", TABLE_COUNT, PAWN, "White's material without the king at the end"},
    {"material_black", TABLE_COUNT, PAWN, "Black's material without the king at the end"},
    {"reason", TABLE_TEXT, "", "the loser's action that forfeited the game; otherwise empty"},
    {"faults", TABLE_COUNT, "turns", RUN_FAULTS_MEANING},
};

static void fill_game(TableRow *row, gconstpointer what)
{
    static const char *const sides[] = {"white", "black"};
    const RunRow *of = what;
    const MatchRecord *record = of->record;

    run_row_game(row, of);
    row_count(row, (int64_t)record->job.opening);
    row_count(row, (int64_t)of->spec->seed);
    row_text(row, run_result(record));
    row_text(row, termination_name(record->outcome.termination));
    row_count(row, record->plies);
    row_text(row, record->bare_side != MATCH_NO_SIDE ? sides[record->bare_side] : NULL);
    row_count(row, match_record_material(record, 0, record->plies));
    row_count(row, match_record_material(record, 1, record->plies));
    row_text(row, record->reason);
    row_count(row, match_record_faults(record));
}

const Table TABLE_GAMES = {
    .file = "games.csv",
    .row = "a game, in the order of the numbers",
    .key = {"game"},
    .fill = fill_game,
    TABLE_COLUMNS(GAMES_COLUMNS),
};

static const Column MATERIAL_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game"},
    {"ply", TABLE_COUNT, "plies", "the ply after which the material is counted, from 1"},
    {"white", TABLE_COUNT, PAWN, "White's material without the king"},
    {"black", TABLE_COUNT, PAWN, "Black's material without the king"},
};

static void fill_material(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;

    row_count(row, (int64_t)of->record->job.number);
    row_count(row, of->ply);
    row_count(row, match_record_material(of->record, 0, of->ply));
    row_count(row, match_record_material(of->record, 1, of->ply));
}

const Table TABLE_MATERIAL = {
    .file = "material.csv",
    .row = "a ply of a game",
    .key = {"game", "ply"},
    .refers_to = &TABLE_GAMES,
    .fill = fill_material,
    TABLE_COLUMNS(MATERIAL_COLUMNS),
};

static const Column MATERIAL_MEAN_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"opponent", TABLE_TEXT, "", "short name of the opponent"},
    {"move", TABLE_COUNT, "moves",
     "number m of the move counted from the opening: plies 2m - 1 and 2m"},
    {"running", TABLE_COUNT, "games", "games that reach the move"},
    {"mean", TABLE_REAL, PAWN,
     "mean over these games of the player's material minus the opponent's after ply 2m, or after "
     "ply 2m - 1 if the game ends there",
     2},
    {"sd", TABLE_REAL, PAWN, "their standard deviation; empty for a single game", 2},
    {"low", TABLE_REAL, PAWN, "lower end of the 95 % confidence interval of the mean (Student's t)",
     2},
    {"high", TABLE_REAL, PAWN, "upper end of that interval", 2},
    {"mean_all", TABLE_REAL, PAWN,
     "mean over all games; games that have ended count with their last difference", 2},
    {"low_all", TABLE_REAL, PAWN,
     "lower end of the 95 % confidence interval of that mean (Student's t); empty for a single "
     "game",
     2},
    {"high_all", TABLE_REAL, PAWN, "upper end of that interval", 2},
};

static void fill_material_mean(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;

    run_row_players(row, of);
    row_count(row, of->curve.move);
    run_row_mean(row, &of->curve.estimate);
    run_row_mean_of_all(row, &of->curve.all);
}

const Table TABLE_MATERIAL_MEAN = {
    .file = "material_mean.csv",
    .row = "a move number of a pairing, from the point of view of one player",
    .key = {"player", "opponent", "move"},
    .refers_to = &TABLE_PAIRINGS,
    .fill = fill_material_mean,
    TABLE_COLUMNS(MATERIAL_MEAN_COLUMNS),
};

static const Column PAIRINGS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"opponent", TABLE_TEXT, "", "short name of the opponent"},
    {"games", TABLE_COUNT, "games", "games they played"},
    {"wins", TABLE_COUNT, "games", "games the player won"},
    {"losses", TABLE_COUNT, "games", "games the opponent won"},
    {"draws", TABLE_COUNT, "games", "games without a winner"},
    {"draw_wins", TABLE_COUNT, "games",
     "draws by the fifty-move rule in which the opponent was first left with a bare king"},
    {"draw_losses", TABLE_COUNT, "games",
     "draws by the fifty-move rule in which the player was first left with a bare king"},
    {"mean_plies", TABLE_REAL, "plies", "mean length of the games", 2},
    {"distinct_games", TABLE_COUNT, "games",
     "number of distinct games by opening and moves; the others repeat a game and carry no "
     "information; above 8192 an estimate with a standard error of 1.1 %, set to the number of "
     "games if it is less than three standard errors below it"},
};

static void fill_pairing(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;
    const PairingTotals *totals = of->sums.totals;

    run_row_players(row, of);
    run_row_results(row, of);
    row_count(row, of->sums.reversed ? totals->draw_losses : totals->draw_wins);
    row_count(row, of->sums.reversed ? totals->draw_wins : totals->draw_losses);
    row_share(row, totals->plies, pairing_totals_games(totals));
    row_count(row, pairing_totals_distinct(totals));
}

const Table TABLE_PAIRINGS = {
    .file = "pairings.csv",
    .row = "a pairing, from the point of view of one player",
    .key = {"player", "opponent"},
    .fill = fill_pairing,
    TABLE_COLUMNS(PAIRINGS_COLUMNS),
};

static const Column SUITES_COLUMNS[] = {
    {"file", TABLE_TEXT, "", "name of the suite's file, without its folder"},
    {"line", TABLE_COUNT, "", "line of the file, from 1"},
    {"id", TABLE_TEXT, "", "name of the record (operation id)"},
    {"player", TABLE_TEXT, "", "the player as given on the command line"},
    {"draws", TABLE_COUNT, "",
     "how often the player decided in the position; 0: its share is exact"},
    {"share", TABLE_REAL, "0..1", "share of these decisions that solve the position", 6},
};

static void fill_suite(TableRow *row, gconstpointer what)
{
    const SuiteAnswer *answer = what;

    row_text(row, answer->file);
    row_count(row, answer->line);
    row_text(row, answer->id);
    row_text(row, answer->player);
    row_count(row, answer->draws);
    row_real(row, answer->share);
}

const Table TABLE_SUITES = {
    .file = "suites.csv",
    .row = "a position of a test suite and a player, in the order of files, players and lines",
    .fill = fill_suite,
    TABLE_COLUMNS(SUITES_COLUMNS),
};

static const Column ITERATIONS_COLUMNS[] = {
    {"iteration", TABLE_COUNT, "", "number of the iteration, from 1"},
    {"games", TABLE_COUNT, "games", "games played in it"},
    {"plus_wins", TABLE_COUNT, "games", "games that the side plus won"},
    {"plus_draws", TABLE_COUNT, "games", "games of that side without a winner"},
    {"plus_losses", TABLE_COUNT, "games", "games that it lost"},
    {"minus_wins", TABLE_COUNT, "games",
     "games that the side minus won; without other opponents plus plays against minus"},
    {"minus_draws", TABLE_COUNT, "games", "games of that side without a winner"},
    {"minus_losses", TABLE_COUNT, "games", "games that it lost"},
    {"gain", TABLE_REAL, "steps",
     "gain: movement of each parameter for a slope of 1 (one step of it wins or loses all games)",
     4},
    {"aside", TABLE_REAL, "steps", "perturbation of each parameter", 4},
};

const Table TABLE_ITERATIONS = {
    .file = "iterations.csv",
    .row = "an iteration of the tuning, with the results of its games",
    .key = {"iteration"},
    TABLE_COLUMNS(ITERATIONS_COLUMNS),
};

static const Column TUNING_COLUMNS[] = {
    {"iteration", TABLE_COUNT, "", "number of the iteration, from 1"},
    {"parameter", TABLE_TEXT, "", "name of the parameter"},
    {"direction", TABLE_COUNT, "", "direction in which plus was perturbed: 1 up, -1 down"},
    {"plus", TABLE_COUNT, "", "the value that the side plus played with"},
    {"minus", TABLE_COUNT, "", "the value that the side minus played with"},
    {"value", TABLE_REAL, "", "value of the parameter after the iteration", 4},
    {"way", TABLE_REAL, "steps", "distance of the value from its start, in steps", 4},
};

const Table TABLE_TUNING = {
    .file = "tuning.csv",
    .row = "a parameter in an iteration",
    .key = {"iteration", "parameter"},
    .refers_to = &TABLE_ITERATIONS,
    TABLE_COLUMNS(TUNING_COLUMNS),
};

static const Column PARAMETERS_COLUMNS[] = {
    {"parameter", TABLE_TEXT, "", "name of the parameter"},
    {"start", TABLE_COUNT, "", "its value at the start"},
    {"low", TABLE_COUNT, "", "its lowest value"},
    {"high", TABLE_COUNT, "", "the highest"},
    {"step", TABLE_REAL, "", "its initial perturbation", 4},
    {"value", TABLE_REAL, "", "its value after the last iteration", 4},
    {"tuned", TABLE_COUNT, "", "the tuned value: value rounded to a whole number"},
};

const Table TABLE_PARAMETERS = {
    .file = "parameters.csv",
    .row = "a parameter and its tuned value",
    .key = {"parameter"},
    TABLE_COLUMNS(PARAMETERS_COLUMNS),
};
