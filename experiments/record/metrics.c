#include "experiments/record/metrics.h"

#include "board/game.h"
#include "experiments/record/metrics_cells.h"
#include "experiments/tools/csv.h"

#define COLUMNS(array) .columns = (array), .column_count = G_N_ELEMENTS(array)

#define PAWN "1/100 pawn"

const char *metrics_result(const MatchRecord *record)
{
    return result_text(result_half_points(record->outcome.winner));
}

static void write_opening(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, row->record->job.opening);
}

static void write_plies(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, (uint64_t)row->record->plies);
}

static void write_bare_king(GString *csv, const MetricsRow *row)
{
    static const char *const sides[] = {"white", "black"};

    if (row->record->bare_side != MATCH_NO_SIDE)
        g_string_append(csv, sides[row->record->bare_side]);
}

static void append_material(GString *csv, const MetricsRow *row, int side, int ply)
{
    csv_append_number(csv, (uint64_t)match_record_material(row->record, side, ply));
}

static void write_last_material_white(GString *csv, const MetricsRow *row)
{
    append_material(csv, row, 0, row->record->plies);
}

static void write_last_material_black(GString *csv, const MetricsRow *row)
{
    append_material(csv, row, 1, row->record->plies);
}

static void write_reason(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, row->record->reason);
}

static const MetricsColumn GAMES_COLUMNS[] = {
    {"game", METRICS_INTEGER, "",
     "number of the game, from 1; with spec and seed it is the whole game again", cell_game},
    {"pairing", METRICS_INTEGER, "", "number of the pairing, from 1, in the order of pairings.csv",
     cell_pairing},
    {"white", METRICS_STRING, "", "short name of the player with White", cell_white},
    {"black", METRICS_STRING, "", "short name of the player with Black", cell_black},
    {"opening", METRICS_INTEGER, "", "number of the opening, from 1; 0 is the start position",
     write_opening},
    {"seed", METRICS_INTEGER, "", "seed of the experiment", cell_seed},
    {"result", METRICS_STRING, "", "1-0, 0-1 or 1/2-1/2", cell_result},
    {"termination", METRICS_STRING, "",
     "checkmate, stalemate, fifty-moves, repetition, insufficient-material, ply-limit, "
     "resignation, draw-claim, forfeit, pieces-lost, king-capture or time",
     cell_termination},
    {"plies", METRICS_INTEGER, "plies", "length of the game, counted from its opening",
     write_plies},
    {"bare_king", METRICS_STRING, "", "first side left with its bare king: white, black or empty",
     write_bare_king},
    {"material_white", METRICS_INTEGER, PAWN, "White's material without the king at the end",
     write_last_material_white},
    {"material_black", METRICS_INTEGER, PAWN, "Black's material without the king at the end",
     write_last_material_black},
    {"reason", METRICS_STRING, "", "what the loser did that forfeits the game; else empty",
     write_reason},
};

const MetricsTable METRICS_GAMES = {
    .file = "games.csv",
    .row = "a game, in the order of their numbers",
    .key = {"game"},
    COLUMNS(GAMES_COLUMNS),
};

static void write_material_white(GString *csv, const MetricsRow *row)
{
    append_material(csv, row, 0, row->ply);
}

static void write_material_black(GString *csv, const MetricsRow *row)
{
    append_material(csv, row, 1, row->ply);
}

static const MetricsColumn MATERIAL_COLUMNS[] = {
    {"game", METRICS_INTEGER, "", "number of the game", cell_game},
    {"ply", METRICS_INTEGER, "plies", "the ply after which it is, from 1", cell_ply},
    {"white", METRICS_INTEGER, PAWN, "White's material without the king", write_material_white},
    {"black", METRICS_INTEGER, PAWN, "Black's material without the king", write_material_black},
};

const MetricsTable METRICS_MATERIAL = {
    .file = "material.csv",
    .row = "a ply of a game",
    .key = {"game", "ply"},
    .refers_to = &METRICS_GAMES,
    COLUMNS(MATERIAL_COLUMNS),
};

static const MetricsColumn MATERIAL_MEAN_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", cell_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", cell_opponent},
    {"move", METRICS_INTEGER, "moves",
     "number m of the move counted from the opening: plies 2m - 1 and 2m", cell_move},
    {"running", METRICS_INTEGER, "games", "games that have the move", cell_running},
    {"mean", METRICS_NUMBER, PAWN,
     "mean over these games of the player's material minus the opponent's after ply 2m, or after "
     "the last ply if the game ends with 2m - 1",
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

const MetricsTable METRICS_MATERIAL_MEAN = {
    .file = "material_mean.csv",
    .row = "a move number of a pairing, seen from one of its players",
    .key = {"player", "opponent", "move"},
    .refers_to = &METRICS_PAIRINGS,
    COLUMNS(MATERIAL_MEAN_COLUMNS),
};

static void write_draw_wins(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->sums.reversed ? row->sums.totals->draw_losses
                                              : row->sums.totals->draw_wins);
}

static void write_draw_losses(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->sums.reversed ? row->sums.totals->draw_wins
                                              : row->sums.totals->draw_losses);
}

static void write_mean_plies(GString *csv, const MetricsRow *row)
{
    const int64_t games = pairing_totals_games(row->sums.totals);

    if (games > 0)
        csv_append_fixed(csv, (double)row->sums.totals->plies / (double)games, 2);
}

static void write_distinct_games(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, pairing_totals_distinct(row->sums.totals));
}

static const MetricsColumn PAIRINGS_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", cell_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", cell_opponent},
    {"games", METRICS_INTEGER, "games", "games they played", cell_games},
    {"wins", METRICS_INTEGER, "games", "games the player won", cell_wins},
    {"losses", METRICS_INTEGER, "games", "games the opponent won", cell_losses},
    {"draws", METRICS_INTEGER, "games", "games nobody won", cell_draws},
    {"draw_wins", METRICS_INTEGER, "games",
     "draws by the fifty-move rule in which the opponent was first left with a bare king",
     write_draw_wins},
    {"draw_losses", METRICS_INTEGER, "games",
     "draws by the fifty-move rule in which the player was", write_draw_losses},
    {"mean_plies", METRICS_NUMBER, "plies", "mean length of the games", write_mean_plies},
    {"distinct_games", METRICS_INTEGER, "games",
     "games that differ from each other in opening or moves; fewer than games: some are the same "
     "game played again, and say nothing new",
     write_distinct_games},
};

const MetricsTable METRICS_PAIRINGS = {
    .file = "pairings.csv",
    .row = "a pairing, seen from one of its players",
    .key = {"player", "opponent"},
    COLUMNS(PAIRINGS_COLUMNS),
};

static void write_suite_file(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, row->suite->file);
}

static void write_suite_line(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, (uint64_t)row->suite->line);
}

static void write_suite_id(GString *csv, const MetricsRow *row)
{
    if (row->suite->id != NULL)
        csv_append_text(csv, row->suite->id);
}

static void write_suite_player(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, row->suite->player);
}

static void write_suite_draws(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, (uint64_t)row->suite->draws);
}

static void write_suite_share(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, row->suite->share, 6);
}

static const MetricsColumn SUITES_COLUMNS[] = {
    {"file", METRICS_STRING, "", "name of the suite's file, without its folder", write_suite_file},
    {"line", METRICS_INTEGER, "", "line of the file, from 1", write_suite_line},
    {"id", METRICS_STRING, "", "what the record calls itself (operation id)", write_suite_id},
    {"player", METRICS_STRING, "", "the player, as it was named on the command line",
     write_suite_player},
    {"draws", METRICS_INTEGER, "", "how often the player decided in the position",
     write_suite_draws},
    {"share", METRICS_NUMBER, "0..1", "share of these decisions that solve the position",
     write_suite_share},
};

const MetricsTable METRICS_SUITES = {
    .file = "suites.csv",
    .row = "a position of a test suite and a player, in the order of files, players and lines",
    COLUMNS(SUITES_COLUMNS),
};

void metrics_append_header(GString *csv, const MetricsTable *table)
{
    for (size_t i = 0; i < table->column_count; i++) {
        if (i > 0)
            g_string_append_c(csv, ',');
        g_string_append(csv, table->columns[i].name);
    }
    g_string_append_c(csv, '\n');
}

void metrics_append_row(GString *csv, const MetricsTable *table, const MetricsRow *row)
{
    for (size_t i = 0; i < table->column_count; i++) {
        if (i > 0)
            g_string_append_c(csv, ',');
        table->columns[i].write(csv, row);
    }
    g_string_append_c(csv, '\n');
}
