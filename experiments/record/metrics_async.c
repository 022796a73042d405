/* The tables of runs of a game in time. */
#include "experiments/record/metrics_cells.h"
#include "experiments/tools/csv.h"

#define COLUMNS(array) .columns = (array), .column_count = G_N_ELEMENTS(array)

#define PAWN "1/100 pawn"

static void write_ms_per_space(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->record->times.ms_per_space);
}

static void write_time(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->record->times.time_ms);
}

/* What a game has of each side: the material at its end and at the change of the row, and what the
 * pieces did. */
#define WRITE_OF_SIDE(colour, side)                                                                \
    static void write_last_material_##colour(GString *csv, const MetricsRow *row)                  \
    {                                                                                              \
        csv_append_signed(csv, match_times_last_material(&row->record->times, side));              \
    }                                                                                              \
    static void write_material_##colour(GString *csv, const MetricsRow *row)                       \
    {                                                                                              \
        csv_append_signed(csv, match_times_change(&row->record->times, row->ply)->material[side]); \
    }                                                                                              \
    static void write_commands_##colour(GString *csv, const MetricsRow *row)                       \
    {                                                                                              \
        csv_append_signed(csv, row->record->times.of[side].commands);                              \
    }                                                                                              \
    static void write_refused_##colour(GString *csv, const MetricsRow *row)                        \
    {                                                                                              \
        csv_append_signed(csv, row->record->times.of[side].refused);                               \
    }                                                                                              \
    static void write_stopped_##colour(GString *csv, const MetricsRow *row)                        \
    {                                                                                              \
        csv_append_signed(csv, row->record->times.of[side].stopped);                               \
    }                                                                                              \
    static void write_killed_##colour(GString *csv, const MetricsRow *row)                         \
    {                                                                                              \
        csv_append_signed(csv, row->record->times.of[side].killed);                                \
    }

WRITE_OF_SIDE(white, COLOR_WHITE)
WRITE_OF_SIDE(black, COLOR_BLACK)

#define PACE "milliseconds that a piece needs for a space, unless its type has its own"

static const MetricsColumn GAMES_COLUMNS[] = {
    {"game", METRICS_INTEGER, "",
     "number of the game, from 1; with spec and seed it is the whole game again", cell_game},
    {"pairing", METRICS_INTEGER, "", "number of the pairing, from 1, in the order of pairings.csv",
     cell_pairing},
    {"white", METRICS_STRING, "", "short name of the player with White", cell_white},
    {"black", METRICS_STRING, "", "short name of the player with Black", cell_black},
    {"ms_per_space", METRICS_INTEGER, "ms", PACE, write_ms_per_space},
    {"seed", METRICS_INTEGER, "", "seed of the experiment", cell_seed},
    {"result", METRICS_STRING, "", "1-0, 0-1 or 1/2-1/2", cell_result},
    {"termination", METRICS_STRING, "",
     "king-capture, of both kings in one instant too, which is a draw; or time-limit",
     cell_termination},
    {"time_ms", METRICS_INTEGER, "ms", "how long the game lasted", write_time},
    {"material_white", METRICS_INTEGER, PAWN, "White's material without the king at the end",
     write_last_material_white},
    {"material_black", METRICS_INTEGER, PAWN, "Black's material without the king at the end",
     write_last_material_black},
    {"commands_white", METRICS_INTEGER, "commands",
     "commands of White whose time came while the game went on", write_commands_white},
    {"commands_black", METRICS_INTEGER, "commands", "the same of Black", write_commands_black},
    {"refused_white", METRICS_INTEGER, "commands", "of White's commands, those that were refused",
     write_refused_white},
    {"refused_black", METRICS_INTEGER, "commands", "of Black's", write_refused_black},
    {"stopped_white", METRICS_INTEGER, "stops",
     "how often a piece of White was stopped on its way and lived", write_stopped_white},
    {"stopped_black", METRICS_INTEGER, "stops", "the same of Black", write_stopped_black},
    {"killed_white", METRICS_INTEGER, "pieces", "pieces that White lost, kings too",
     write_killed_white},
    {"killed_black", METRICS_INTEGER, "pieces", "pieces that Black lost", write_killed_black},
};

const MetricsTable METRICS_GAMES_IN_TIME = {
    .file = "games.csv",
    .row = "a game in time, in the order of their numbers",
    .key = {"game"},
    .of = " in time",
    COLUMNS(GAMES_COLUMNS),
};

static void write_change_time(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, match_times_change(&row->record->times, row->ply)->time_ms);
}

static const MetricsColumn MATERIAL_COLUMNS[] = {
    {"game", METRICS_INTEGER, "", "number of the game", cell_game},
    {"time_ms", METRICS_INTEGER, "ms", "time from the start of the game", write_change_time},
    {"white", METRICS_INTEGER, PAWN, "White's material without the king from then on",
     write_material_white},
    {"black", METRICS_INTEGER, PAWN, "Black's material without the king from then on",
     write_material_black},
};

const MetricsTable METRICS_MATERIAL_IN_TIME = {
    .file = "material.csv",
    .row = "the start, a change of material or the end of a game in time",
    .key = {"game", "time_ms"},
    .refers_to = &METRICS_GAMES_IN_TIME,
    .of = " in time",
    COLUMNS(MATERIAL_COLUMNS),
};

static void write_pace(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, row->spec->pairings[row->pairing].ms_per_space);
}

static void write_step_end(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, (uint64_t)row->curve.move * row->spec->record.time_step_ms);
}

static const MetricsColumn MATERIAL_MEAN_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", cell_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", cell_opponent},
    {"ms_per_space", METRICS_INTEGER, "ms", PACE, write_pace},
    {"time_ms", METRICS_INTEGER, "ms", "end of the step, from the start of the game",
     write_step_end},
    {"running", METRICS_INTEGER, "games", "games that last longer than to the step's beginning",
     cell_running},
    {"mean", METRICS_NUMBER, PAWN,
     "mean over these games of the player's material minus the opponent's at the end of the step, "
     "or of the game if that comes before",
     cell_mean},
    {"sd", METRICS_NUMBER, PAWN, "their standard deviation; empty for a single game", cell_sd},
    {"low", METRICS_NUMBER, PAWN,
     "lower end of the 95 % confidence interval of the mean (Student's t)", cell_low},
    {"high", METRICS_NUMBER, PAWN, "upper end of that interval", cell_high},
    {"mean_all", METRICS_NUMBER, PAWN,
     "mean over all games, those that have ended with their last difference", cell_mean_all},
    {"low_all", METRICS_NUMBER, PAWN,
     "lower end of the 95 % confidence interval of that mean (Student's t); empty for a single "
     "game",
     cell_low_all},
    {"high_all", METRICS_NUMBER, PAWN, "upper end of that interval", cell_high_all},
};

const MetricsTable METRICS_MATERIAL_MEAN_IN_TIME = {
    .file = "material_mean.csv",
    .row = "a step of time of a pairing, seen from one of its players",
    .key = {"player", "opponent", "ms_per_space", "time_ms"},
    .refers_to = &METRICS_PAIRINGS_IN_TIME,
    .of = " in time",
    COLUMNS(MATERIAL_MEAN_COLUMNS),
};

static void write_mean_time(GString *csv, const MetricsRow *row)
{
    const int64_t games = pairing_totals_games(row->sums.totals);

    if (games > 0)
        csv_append_fixed(csv, (double)row->sums.times->time_ms / (double)games, 2);
}

static const MetricsColumn PAIRINGS_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", cell_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", cell_opponent},
    {"ms_per_space", METRICS_INTEGER, "ms", PACE, write_pace},
    {"games", METRICS_INTEGER, "games", "games they played", cell_games},
    {"wins", METRICS_INTEGER, "games", "games the player won", cell_wins},
    {"losses", METRICS_INTEGER, "games", "games the opponent won", cell_losses},
    {"draws", METRICS_INTEGER, "games", "games nobody won", cell_draws},
    {"mean_time_ms", METRICS_NUMBER, "ms", "mean time that the games lasted", write_mean_time},
};

const MetricsTable METRICS_PAIRINGS_IN_TIME = {
    .file = "pairings.csv",
    .row = "a pairing in time, seen from one of its players",
    .key = {"player", "opponent", "ms_per_space"},
    .of = " in time",
    COLUMNS(PAIRINGS_COLUMNS),
};

/* What the player of the row did, and what the opponent did. */
static const MatchDoings *own(const MetricsRow *row)
{
    return &row->sums.times->of[row->sums.reversed ? 1 : 0];
}

static const MatchDoings *others(const MetricsRow *row)
{
    return &row->sums.times->of[row->sums.reversed ? 0 : 1];
}

static void write_commands(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, own(row)->commands);
}

static void write_refused(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, own(row)->refused);
}

static void write_stopped(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, own(row)->stopped);
}

static void write_killed(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, own(row)->killed);
}

static void write_kills(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, others(row)->killed);
}

static const MetricsColumn COMMANDS_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", cell_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", cell_opponent},
    {"ms_per_space", METRICS_INTEGER, "ms", PACE, write_pace},
    {"games", METRICS_INTEGER, "games", "games they played", cell_games},
    {"commands", METRICS_INTEGER, "commands",
     "commands of the player whose time came while the game went on", write_commands},
    {"refused", METRICS_INTEGER, "commands", "of them, those that were refused", write_refused},
    {"stopped", METRICS_INTEGER, "stops",
     "how often a piece of the player was stopped on its way and lived", write_stopped},
    {"killed", METRICS_INTEGER, "pieces", "pieces that the player lost, kings too", write_killed},
    {"kills", METRICS_INTEGER, "pieces", "pieces that the opponent lost", write_kills},
};

const MetricsTable METRICS_COMMANDS = {
    .file = "commands.csv",
    .row = "a pairing in time, seen from one of its players, by what became of commands and pieces",
    .key = {"player", "opponent", "ms_per_space"},
    .refers_to = &METRICS_PAIRINGS_IN_TIME,
    .of = " in time",
    COLUMNS(COMMANDS_COLUMNS),
};
