/* Tables of runs of asynchronous chess. */
#include "experiments/tables/run_tables.h"

#define SIDES 2
#define PAWN "1/100 pawn"
#define PACE "milliseconds per space, except for piece types with their own value"

static const Column GAMES_COLUMNS[] = {
    {"game", TABLE_COUNT, "",
     "number of the game, from 1; with the spec and the seed it determines the game"},
    {"pairing", TABLE_COUNT, "", "number of the pairing, from 1, in the order of pairings.csv"},
    {"white", TABLE_TEXT, "", "short name of the player with White"},
    {"black", TABLE_TEXT, "", "short name of the player with Black"},
    {"ms_per_space", TABLE_COUNT, "ms", PACE},
    {"seed", TABLE_COUNT, "", "seed of the experiment"},
    {"result", TABLE_TEXT, "", "1-0, 0-1 or 1/2-1/2"},
    {"termination", TABLE_TEXT, "",
     "king-capture (a draw if both kings are captured in the same instant) or time-limit"},
    {"time_ms", TABLE_COUNT, "ms", "duration of the game"},
    {"material_white", TABLE_COUNT, PAWN, "White's material without the king at the end"},
    {"material_black", TABLE_COUNT, PAWN, "Black's material without the king at the end"},
    {"commands_white", TABLE_COUNT, "commands", "commands of White that fell due during the game"},
    {"commands_black", TABLE_COUNT, "commands", "the same for Black"},
    {"refused_white", TABLE_COUNT, "commands", "commands of White that were refused"},
    {"refused_black", TABLE_COUNT, "commands", "of Black's"},
    {"stopped_white", TABLE_COUNT, "stops",
     "how often a piece of White was stopped on its way and survived"},
    {"stopped_black", TABLE_COUNT, "stops", "the same for Black"},
    {"killed_white", TABLE_COUNT, "pieces", "pieces that White lost, including the king"},
    {"killed_black", TABLE_COUNT, "pieces", "pieces that Black lost"},
};

static void fill_game(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;
    const MatchRecord *record = of->record;
    const MatchTimes *times = &record->times;

    run_row_game(row, of);
    row_count(row, times->ms_per_space);
    row_count(row, (int64_t)of->spec->seed);
    row_text(row, run_result(record));
    row_text(row, termination_name(record->outcome.termination));
    row_count(row, times->time_ms);
    for (int side = 0; side < SIDES; side++)
        row_count(row, match_times_last_material(times, side));
    for (int side = 0; side < SIDES; side++)
        row_count(row, times->of[side].commands);
    for (int side = 0; side < SIDES; side++)
        row_count(row, times->of[side].refused);
    for (int side = 0; side < SIDES; side++)
        row_count(row, times->of[side].stopped);
    for (int side = 0; side < SIDES; side++)
        row_count(row, times->of[side].killed);
}

const Table TABLE_GAMES_IN_TIME = {
    .file = "games.csv",
    .row = "an asynchronous game, in the order of the numbers",
    .key = {"game"},
    .of = " of asynchronous chess",
    .fill = fill_game,
    TABLE_COLUMNS(GAMES_COLUMNS),
};

static const Column MATERIAL_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game"},
    {"time_ms", TABLE_COUNT, "ms", "time from the start of the game"},
    {"white", TABLE_COUNT, PAWN, "White's material without the king from this time"},
    {"black", TABLE_COUNT, PAWN, "Black's material without the king from this time"},
};

static void fill_material(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;

    row_count(row, (int64_t)of->record->job.number);
    row_count(row, match_times_change(&of->record->times, of->ply)->time_ms);
    for (int side = 0; side < SIDES; side++)
        row_count(row, match_times_change(&of->record->times, of->ply)->material[side]);
}

const Table TABLE_MATERIAL_IN_TIME = {
    .file = "material.csv",
    .row = "the start, a change of material or the end of an asynchronous game",
    .key = {"game", "time_ms"},
    .refers_to = &TABLE_GAMES_IN_TIME,
    .of = " of asynchronous chess",
    .fill = fill_material,
    TABLE_COLUMNS(MATERIAL_COLUMNS),
};

static const Column MATERIAL_MEAN_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"opponent", TABLE_TEXT, "", "short name of the opponent"},
    {"ms_per_space", TABLE_COUNT, "ms", PACE},
    {"time_ms", TABLE_COUNT, "ms", "end of the step, from the start of the game"},
    {"running", TABLE_COUNT, "games", "games that last beyond the beginning of the step"},
    {"mean", TABLE_REAL, PAWN,
     "mean over these games of the player's material minus the opponent's at the end of the step, "
     "or of the game if it ends earlier",
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

static void fill_pairing(TableRow *row, const RunRow *of)
{
    run_row_players(row, of);
    row_count(row, (int64_t)of->spec->pairings[of->pairing].ms_per_space);
}

static void fill_material_mean(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;

    fill_pairing(row, of);
    row_count(row, of->curve.move * (int64_t)of->spec->record.time_step_ms);
    run_row_mean(row, &of->curve.estimate);
    run_row_mean_of_all(row, &of->curve.all);
}

const Table TABLE_MATERIAL_MEAN_IN_TIME = {
    .file = "material_mean.csv",
    .row = "a time step of a pairing, from the point of view of one player",
    .key = {"player", "opponent", "ms_per_space", "time_ms"},
    .refers_to = &TABLE_PAIRINGS_IN_TIME,
    .of = " of asynchronous chess",
    .fill = fill_material_mean,
    TABLE_COLUMNS(MATERIAL_MEAN_COLUMNS),
};

static const Column PAIRINGS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"opponent", TABLE_TEXT, "", "short name of the opponent"},
    {"ms_per_space", TABLE_COUNT, "ms", PACE},
    {"games", TABLE_COUNT, "games", "games they played"},
    {"wins", TABLE_COUNT, "games", "games the player won"},
    {"losses", TABLE_COUNT, "games", "games the opponent won"},
    {"draws", TABLE_COUNT, "games", "games without a winner"},
    {"mean_time_ms", TABLE_REAL, "ms", "mean duration of the games", 2},
};

static void fill_results(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;

    fill_pairing(row, of);
    run_row_results(row, of);
    row_share(row, of->sums.totals->time_ms, pairing_totals_games(of->sums.totals));
}

const Table TABLE_PAIRINGS_IN_TIME = {
    .file = "pairings.csv",
    .row = "an asynchronous pairing, from the point of view of one player",
    .key = {"player", "opponent", "ms_per_space"},
    .of = " of asynchronous chess",
    .fill = fill_results,
    TABLE_COLUMNS(PAIRINGS_COLUMNS),
};

static const Column COMMANDS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"opponent", TABLE_TEXT, "", "short name of the opponent"},
    {"ms_per_space", TABLE_COUNT, "ms", PACE},
    {"games", TABLE_COUNT, "games", "games they played"},
    {"commands", TABLE_COUNT, "commands", "commands of the player that fell due during the game"},
    {"refused", TABLE_COUNT, "commands", "commands of the player that were refused"},
    {"stopped", TABLE_COUNT, "stops",
     "how often a piece of the player was stopped on its way and survived"},
    {"killed", TABLE_COUNT, "pieces", "pieces that the player lost, including kings"},
    {"kills", TABLE_COUNT, "pieces", "pieces that the opponent lost"},
};

static void fill_commands(TableRow *row, gconstpointer what)
{
    const RunRow *of = what;
    const int side = of->sums.reversed ? 1 : 0;
    const MatchDoings *own = &of->sums.totals->doings[side],
                      *others = &of->sums.totals->doings[1 - side];

    fill_pairing(row, of);
    row_count(row, pairing_totals_games(of->sums.totals));
    row_count(row, own->commands);
    row_count(row, own->refused);
    row_count(row, own->stopped);
    row_count(row, own->killed);
    row_count(row, others->killed);
}

const Table TABLE_COMMANDS = {
    .file = "commands.csv",
    .row = "an asynchronous pairing, from the point of view of one player, by the fate of commands "
           "and pieces",
    .key = {"player", "opponent", "ms_per_space"},
    .refers_to = &TABLE_PAIRINGS_IN_TIME,
    .of = " of asynchronous chess",
    .fill = fill_commands,
    TABLE_COLUMNS(COMMANDS_COLUMNS),
};
