/* Tables of two-player games with turns, of three-player games, and of asynchronous games; of
 * suites and of tunings. */
#include "experiments/tables/run_tables.h"

#include "board/game.h"

#define PAWN "1/100 pawn"

/* Of this program, in games with turns. */
#define COLUMNS_OF_DELAY                                                                         \
    COLUMN("delay", TABLE_COUNT, "ms",                                                           \
           "greatest delay of agentchess itself in a turn: how long the machine kept it from "   \
           "noticing an answer or the end of a time limit, or kept a built-in player from "      \
           "thinking; empty without clocks, unless a player forfeited for want of an answer in " \
           "time"),                                                                              \
        COLUMN("doubtful", TABLE_COUNT, "",                                                      \
               "1 if a player lost on time although it would have kept its time without this "   \
               "delay, or forfeited for want of an answer in time in a turn with such a delay "  \
               "of 10 ms or more; otherwise empty")

/* Of the column `faults` of games. */
#define FAULTS_MEANING                                                                      \
    "turns in which an external agent program failed and the built-in agents replaced it; " \
    "programs.log contains the reason for the first failure"

/* The spread of a mean over games, and the mean over all games. */
#define COLUMNS_OF_SPREAD                                                                          \
    COLUMN("sd", TABLE_REAL, PAWN, "standard deviation over these games; empty for a single game", \
           2),                                                                                     \
        COLUMNS_OF_ENDS("low", "high", PAWN,                                                       \
                        "lower end of the 95 % confidence interval of the mean (Student's t); "    \
                        "empty for a single game and if games repeat others",                      \
                        2)
#define COLUMNS_OF_ALL                                                                        \
    COLUMN("mean_all", TABLE_REAL, PAWN,                                                      \
           "mean over all games; games that have ended count with their last difference", 2), \
        COLUMNS_OF_ENDS("low_all", "high_all", PAWN,                                          \
                        "lower end of the 95 % confidence interval of `mean_all` (Student's " \
                        "t); empty as `low` is",                                              \
                        2)

const char *run_result(const MatchRecord *record)
{
    return result_text(result_half_points(record->outcome.winner));
}

const char *run_player_name(const RunRow *of, int side)
{
    return of->spec->players[of->record->job.player[side]].name;
}

static void fill_head_of_game(TableRows *rows, const RunRow *of)
{
    row_count(rows, (int64_t)of->record->job.number);
    row_count(rows, of->record->job.pairing + 1);
    row_text(rows, run_player_name(of, 0));
    row_text(rows, run_player_name(of, 1));
}

void run_row_players(TableRows *rows, const RunRow *of)
{
    const SpecPairing *pairing = &of->spec->pairings[of->part];
    const char *first = of->spec->players[pairing->player].name;
    const char *second = of->spec->players[pairing->opponent].name;

    row_text(rows, of->reversed ? second : first);
    row_text(rows, of->reversed ? first : second);
}

static void fill_results(TableRows *rows, const RunRow *of)
{
    const StatisticsScore score = of->totals->score;

    row_count(rows, statistics_count(score));
    row_score(rows, of->reversed ? statistics_reverse(score) : score);
}

/* The interval is for independent games: there is none if some repeat others. */
static Estimate judge_mean(const RunRow *of, Estimate mean)
{
    if (pairing_totals_repeated(of->totals) > 0)
        mean.kind = ESTIMATE_GIVEN;
    return mean;
}

/* The spread and the interval need two games. */
void run_row_mean(TableRows *rows, const RunRow *of, const StatisticsEstimate *estimate)
{
    row_value(rows, estimate->mean);
    row_number(rows, estimate->sd, estimate->count > 1);
    row_ends(rows, judge_mean(of, estimate->mean));
}

/* A row for each move of the mean curve of a part, with the cells of @fill_place first; @with_all:
 * the means over all games, too. Games that have ended before a move count with their last
 * difference there: @ended adds them up. */
static void fill_curve(TableRows *rows, const RunRow *of,
                       void (*fill_place)(TableRows *rows, const RunRow *of, int64_t move),
                       bool with_all)
{
    const GArray *moves = of->totals->moves;
    StatisticsSums ended = {.count = pairing_totals_games(of->totals)};
    StatisticsEstimate all = {0}, estimate = {0};
    const double sign = of->reversed ? -1 : 1;

    for (guint i = 0; i < moves->len; i++) {
        const TotalsMove *move = &g_array_index(moves, TotalsMove, i);
        StatisticsEstimate seen;

        all = statistics_estimate_like(
            (StatisticsSums){ended.count, ended.sum + move->sum, ended.squares + move->squares},
            all);
        seen = estimate = statistics_estimate_like(
            (StatisticsSums){move->running, move->sum, move->squares}, estimate);
        seen.mean = estimate_transform(estimate.mean, sign, 0);
        ended.sum += move->ended_sum;
        ended.squares += move->ended_squares;
        fill_place(rows, of, (int64_t)i + 1);
        row_count(rows, seen.count);
        run_row_mean(rows, of, &seen);
        if (with_all)
            row_interval(rows, judge_mean(of, estimate_transform(all.mean, sign, 0)));
    }
}

static void fill_delay(TableRows *rows, const MatchRecord *record)
{
    if (record->delay_ms == MATCH_NO_DELAY)
        row_empty(rows);
    else
        row_count(rows, record->delay_ms);
    if (record->is_doubtful)
        row_count(rows, 1);
    else
        row_empty(rows);
}

static const Column GAMES_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game, from 1"},
    {"pairing", TABLE_COUNT, "", "number of the pairing, from 1, in the order of pairings.csv"},
    {"white", TABLE_TEXT, "", "short name of the player with White"},
    {"black", TABLE_TEXT, "", "short name of the player with Black"},
    {"opening", TABLE_COUNT, "", "number of the opening, from 1; 0 is the initial position"},
    {"seed", TABLE_COUNT, "", "seed of the experiment"},
    {"result", TABLE_TEXT, "", "1-0, 0-1 or 1/2-1/2"},
    {"termination", TABLE_TEXT, "",
     "checkmate, stalemate, fifty-moves, repetition, insufficient-material, ply-limit, "
     "resignation, draw-claim, forfeit or pieces-lost (antichess)"},
    {"plies", TABLE_COUNT, "plies", "number of plies after the opening"},
    {"bare_king", TABLE_TEXT, "",
     "the side that first had a bare king: white or black; empty if neither had one"},
    {"material_white", TABLE_COUNT, PAWN, "White's material at the end, without the king"},
    {"material_black", TABLE_COUNT, PAWN, "Black's material at the end, without the king"},
    {"reason", TABLE_TEXT, "", "why the loser forfeited the game; empty if no player forfeited"},
    {"faults", TABLE_COUNT, "turns", FAULTS_MEANING},
    COLUMNS_OF_DELAY,
};

static void fill_game(TableRows *rows, gconstpointer what)
{
    static const char *const sides[] = {"white", "black"};
    const RunRow *of = what;
    const MatchRecord *record = of->record;

    fill_head_of_game(rows, of);
    row_count(rows, (int64_t)record->job.opening);
    row_count(rows, (int64_t)of->spec->seed);
    row_text(rows, run_result(record));
    row_text(rows, termination_name(record->outcome.termination));
    row_count(rows, record->plies);
    row_text(rows, record->bare_side != MATCH_NO_SIDE ? sides[record->bare_side] : NULL);
    row_count(rows, match_record_material(record, 0, record->plies));
    row_count(rows, match_record_material(record, 1, record->plies));
    row_text(rows, record->reason);
    row_count(rows, match_record_faults(record));
    fill_delay(rows, record);
}

const Table TABLE_GAMES = {
    TABLE("games.csv", "a game, in numerical order", GAMES_COLUMNS, fill_game), .key = {"game"}};

static const Column MATERIAL_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game"},
    {"ply", TABLE_COUNT, "plies", "number of the ply, from 1"},
    {"white", TABLE_COUNT, PAWN, "White's material after the ply, without the king"},
    {"black", TABLE_COUNT, PAWN, "Black's material after the ply, without the king"},
};

static void fill_material(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;

    for (int ply = 1; ply <= of->record->plies; ply++) {
        row_count(rows, (int64_t)of->record->job.number);
        row_count(rows, ply);
        for (int side = 0; side < of->spec->contest->sides; side++)
            row_count(rows, match_record_material(of->record, side, ply));
    }
}

const Table TABLE_MATERIAL = {
    TABLE("material.csv", "a ply of a game", MATERIAL_COLUMNS, fill_material),
    .key = {"game", "ply"}, .refers_to = &TABLE_GAMES};

static const Column MATERIAL_MEAN_COLUMNS[] = {
    COLUMNS_OF_PLAYERS,
    {"move", TABLE_COUNT, "moves",
     "number m of the move, counted from the opening: plies 2m - 1 and 2m"},
    {"running", TABLE_COUNT, "games", "games that reach the move"},
    {"mean", TABLE_REAL, PAWN,
     "mean over these games of the player's material minus the opponent's after ply 2m, or after "
     "ply 2m - 1 if the game ends there",
     2},
    COLUMNS_OF_SPREAD,
    COLUMNS_OF_ALL,
};

static void fill_move(TableRows *rows, const RunRow *of, int64_t move)
{
    run_row_players(rows, of);
    row_count(rows, move);
}

static void fill_material_mean(TableRows *rows, gconstpointer what)
{
    fill_curve(rows, what, fill_move, true);
}

const Table TABLE_MATERIAL_MEAN = {
    TABLE("material_mean.csv",
          "a move number in the games of a pairing, from the point of view of one player",
          MATERIAL_MEAN_COLUMNS, fill_material_mean),
    .key = {"player", "opponent", "move"}, .refers_to = &TABLE_PAIRINGS};

static const Column PAIRINGS_COLUMNS[] = {
    COLUMNS_OF_PLAYERS,
    {"games", TABLE_COUNT, "games", "games of the pairing"},
    {"wins", TABLE_COUNT, "games", "games the player won"},
    {"losses", TABLE_COUNT, "games", "games the opponent won"},
    {"draws", TABLE_COUNT, "games", "games without a winner"},
    {"draw_wins", TABLE_COUNT, "games",
     "draws by the fifty-move rule in which the opponent was the first to have a bare king"},
    {"draw_losses", TABLE_COUNT, "games",
     "draws by the fifty-move rule in which the player was the first to have a bare king"},
    {"mean_plies", TABLE_REAL, "plies", "mean length of the games", 2},
    {"distinct_games", TABLE_COUNT, "games",
     "number of games that differ in opening or moves; repeated games add no information. "
     "Numbers from 8192 on are estimates with a standard error of 1.1 %; "
     "an estimate within three standard errors of `games` is replaced by `games`"},
};

static void fill_pairing(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;
    const PairingTotals *totals = of->totals;

    run_row_players(rows, of);
    fill_results(rows, of);
    row_count(rows, of->reversed ? totals->draw_losses : totals->draw_wins);
    row_count(rows, of->reversed ? totals->draw_wins : totals->draw_losses);
    row_share(rows, totals->plies, pairing_totals_games(totals));
    row_count(rows, pairing_totals_distinct(totals));
}

const Table TABLE_PAIRINGS = {TABLE("pairings.csv",
                                    "a pairing, from the point of view of one player",
                                    PAIRINGS_COLUMNS, fill_pairing),
                              .key = {"player", "opponent"}};

/* Three-player games */

char *run_points(const Spec *spec, const MatchRecord *record)
{
    GString *text = g_string_new(NULL);

    for (int side = 0; side < spec->contest->sides; side++)
        g_string_append_printf(text, "%s%s %d", side > 0 ? ", " : "", spec->side_names[side],
                               match_record_points(record, side));
    return g_string_free(text, FALSE);
}

static const Column THREE_GAMES_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game, from 1"},
    {"blue", TABLE_TEXT, "", "short name of the player with Blue"},
    {"green", TABLE_TEXT, "", "short name of the player with Green"},
    {"red", TABLE_TEXT, "", "short name of the player with Red"},
    {"opening", TABLE_COUNT, "", "number of the opening, from 1; 0 is the initial position"},
    {"seed", TABLE_COUNT, "", "seed of the experiment"},
    {"points_blue", TABLE_COUNT, "points",
     "Blue's points: 1 for a win or another player's forfeit, -1 for a loss, "
     "-2 for a forfeit, 0 otherwise"},
    {"points_green", TABLE_COUNT, "points", "Green's points, as for Blue"},
    {"points_red", TABLE_COUNT, "points", "Red's points, as for Blue"},
    {"termination", TABLE_TEXT, "",
     "king-capture, stalemate, repetition, ply-limit, resignation, time or forfeit"},
    {"plies", TABLE_COUNT, "plies", "number of plies after the opening"},
    {"material_blue", TABLE_COUNT, PAWN, "Blue's material at the end, without the king"},
    {"material_green", TABLE_COUNT, PAWN, "Green's material at the end, without the king"},
    {"material_red", TABLE_COUNT, PAWN, "Red's material at the end, without the king"},
    {"reason", TABLE_TEXT, "", "why the loser forfeited the game; empty if no player forfeited"},
    {"faults", TABLE_COUNT, "turns", FAULTS_MEANING},
    COLUMNS_OF_DELAY,
};

static void fill_game_of_three(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;
    const MatchRecord *record = of->record;

    row_count(rows, (int64_t)record->job.number);
    for (int side = 0; side < of->spec->contest->sides; side++)
        row_text(rows, run_player_name(of, side));
    row_count(rows, (int64_t)record->job.opening);
    row_count(rows, (int64_t)of->spec->seed);
    for (int side = 0; side < of->spec->contest->sides; side++)
        row_count(rows, match_record_points(record, side));
    row_text(rows, termination_name(record->outcome.termination));
    row_count(rows, record->plies);
    for (int side = 0; side < of->spec->contest->sides; side++)
        row_count(rows, match_record_material(record, side, record->plies));
    row_text(rows, record->reason);
    row_count(rows, match_record_faults(record));
    fill_delay(rows, record);
}

const Table TABLE_GAMES_OF_THREE = {TABLE("games.csv", "a three-player game, in numerical order",
                                          THREE_GAMES_COLUMNS, fill_game_of_three),
                                    .key = {"game"}, .of = " of three-player games"};

static const Column THREE_MATERIAL_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game"},
    {"ply", TABLE_COUNT, "plies", "number of the ply, from 1"},
    {"blue", TABLE_COUNT, PAWN, "Blue's material after the ply, without the king"},
    {"green", TABLE_COUNT, PAWN, "Green's material after the ply, without the king"},
    {"red", TABLE_COUNT, PAWN, "Red's material after the ply, without the king"},
};

const Table TABLE_MATERIAL_OF_THREE = {
    TABLE("material.csv", "a ply of a three-player game", THREE_MATERIAL_COLUMNS, fill_material),
    .key = {"game", "ply"}, .of = " of three-player games", .refers_to = &TABLE_GAMES_OF_THREE};

static const Column THREE_MEAN_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"side", TABLE_TEXT, "", "seat of the player: blue, green or red"},
    {"move", TABLE_COUNT, "moves",
     "number m of the round, counted from the opening: plies 3m - 2 to 3m"},
    {"running", TABLE_COUNT, "games", "games that reach the round"},
    {"mean", TABLE_REAL, PAWN,
     "mean over these games of the player's own material after ply 3m, or after the last ply if "
     "the game ends earlier",
     2},
    COLUMNS_OF_SPREAD,
};

static void fill_seat(TableRows *rows, const RunRow *of)
{
    const int sides = of->spec->contest->sides;
    g_autofree char *side = g_ascii_strdown(of->spec->side_names[of->part % sides], -1);

    row_text(rows, of->spec->players[of->part / sides].name);
    row_text(rows, side);
}

static void fill_round(TableRows *rows, const RunRow *of, int64_t round)
{
    fill_seat(rows, of);
    row_count(rows, round);
}

static void fill_mean_of_three(TableRows *rows, gconstpointer what)
{
    fill_curve(rows, what, fill_round, false);
}

const Table TABLE_MATERIAL_MEAN_OF_THREE = {
    TABLE("material_mean.csv", "a round in the games of a player in one seat", THREE_MEAN_COLUMNS,
          fill_mean_of_three),
    .key = {"player", "side", "move"}, .of = " of three-player games", .refers_to = &TABLE_SEATS};

static const Column THREE_SEATS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"side", TABLE_TEXT, "", "seat of the player: blue, green or red"},
    {"games", TABLE_COUNT, "games", "games that the player played in this seat"},
    {"wins", TABLE_COUNT, "games", "games with 1 point: won, or forfeited by another player"},
    {"neither", TABLE_COUNT, "games",
     "games with 0 points: drawn games, and games in which another player "
     "lost to the third player or resigned"},
    {"losses", TABLE_COUNT, "games", "games with -1 point: lost without a forfeit"},
    {"forfeits", TABLE_COUNT, "games", "games with -2 points: forfeited"},
    {"points", TABLE_COUNT, "points", "sum of the points of these games"},
    {"average", TABLE_REAL, "points", "points per game; empty if there are no games", 4},
    {"mean_plies", TABLE_REAL, "plies", "mean length of the games", 2},
    COLUMNS_OF_ENDS(
        "low", "high", "points",
        "lower end of the 95 % confidence interval of `average` (Student's t); empty with fewer "
        "than two games",
        4),
};

static void fill_seats(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;
    const PairingTotals *totals = of->totals;
    const int64_t games = pairing_totals_games(totals);
    const Estimate average = statistics_estimate(seat_totals_sums(totals)).mean;

    fill_seat(rows, of);
    row_count(rows, games);
    row_count(rows, totals->score.wins);
    row_count(rows, totals->score.draws);
    row_count(rows, totals->score.losses);
    row_count(rows, totals->forfeits);
    row_count(rows, seat_totals_points(totals));
    row_value(rows, average);
    row_share(rows, totals->plies, games);
    row_ends(rows, average);
}

const Table TABLE_SEATS = {TABLE("pairings.csv", "a player of three-player games in one seat",
                                 THREE_SEATS_COLUMNS, fill_seats),
                           .key = {"player", "side"}, .of = " of three-player games"};

/* Asynchronous chess */

#define PACE "milliseconds per space, for piece types without a separate value"

static const Column TIME_GAMES_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game, from 1"},
    {"pairing", TABLE_COUNT, "", "number of the pairing, from 1, in the order of pairings.csv"},
    {"white", TABLE_TEXT, "", "short name of the player with White"},
    {"black", TABLE_TEXT, "", "short name of the player with Black"},
    {"ms_per_space", TABLE_COUNT, "ms", PACE},
    {"seed", TABLE_COUNT, "", "seed of the experiment"},
    {"result", TABLE_TEXT, "", "1-0, 0-1 or 1/2-1/2"},
    {"termination", TABLE_TEXT, "",
     "king-capture (a draw if both kings are captured at the same instant) or time-limit"},
    {"time_ms", TABLE_COUNT, "ms", "duration of the game"},
    {"material_white", TABLE_COUNT, PAWN, "White's material at the end, without the king"},
    {"material_black", TABLE_COUNT, PAWN, "Black's material at the end, without the king"},
    {"commands_white", TABLE_COUNT, "commands",
     "White's commands that came due before the end of the game, accepted or refused"},
    {"commands_black", TABLE_COUNT, "commands",
     "Black's commands that came due before the end of the game, accepted or refused"},
    {"refused_white", TABLE_COUNT, "commands", "White's commands that were refused"},
    {"refused_black", TABLE_COUNT, "commands", "Black's commands that were refused"},
    {"stopped_white", TABLE_COUNT, "stops",
     "number of times that a piece of White was stopped on its way and survived"},
    {"stopped_black", TABLE_COUNT, "stops",
     "number of times that a piece of Black was stopped on its way and survived"},
    {"killed_white", TABLE_COUNT, "pieces", "pieces that White lost, including the king"},
    {"killed_black", TABLE_COUNT, "pieces", "pieces that Black lost, including the king"},
};

static void fill_game_in_time(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;
    const MatchRecord *record = of->record;
    const MatchTimes *times = &record->times;

    fill_head_of_game(rows, of);
    row_count(rows, times->ms_per_space);
    row_count(rows, (int64_t)of->spec->seed);
    row_text(rows, run_result(record));
    row_text(rows, termination_name(record->outcome.termination));
    row_count(rows, times->time_ms);
    for (int side = 0; side < of->spec->contest->sides; side++)
        row_count(rows, match_times_last_material(times, side));
    for (size_t i = 0; i < sizeof(MatchDoings) / sizeof(int64_t); i++)
        for (int side = 0; side < of->spec->contest->sides; side++)
            row_count(rows, ((const int64_t *)&times->of[side])[i]);
}

const Table TABLE_GAMES_IN_TIME = {TABLE("games.csv", "an asynchronous game, in numerical order",
                                         TIME_GAMES_COLUMNS, fill_game_in_time),
                                   .key = {"game"}, .of = " of asynchronous chess"};

static const Column TIME_MATERIAL_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game"},
    {"time_ms", TABLE_COUNT, "ms", "time from the start of the game"},
    {"white", TABLE_COUNT, PAWN, "White's material without the king, from this time on"},
    {"black", TABLE_COUNT, PAWN, "Black's material without the king, from this time on"},
};

static void fill_changes(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;

    for (int i = 0; i < (int)of->record->times.changes->len; i++) {
        const MatchChange *change = match_times_change(&of->record->times, i);
        row_count(rows, (int64_t)of->record->job.number);
        row_count(rows, change->time_ms);
        for (int side = 0; side < of->spec->contest->sides; side++)
            row_count(rows, change->material[side]);
    }
}

const Table TABLE_MATERIAL_IN_TIME = {
    TABLE("material.csv",
          "the start of an asynchronous game, a change of material, or the end of the game",
          TIME_MATERIAL_COLUMNS, fill_changes),
    .key = {"game", "time_ms"}, .of = " of asynchronous chess", .refers_to = &TABLE_GAMES_IN_TIME};

static const Column TIME_MATERIAL_MEAN_COLUMNS[] = {
    COLUMNS_OF_PLAYERS,
    {"ms_per_space", TABLE_COUNT, "ms", PACE},
    {"time_ms", TABLE_COUNT, "ms", "time from the start of the game to the end of the step"},
    {"running", TABLE_COUNT, "games", "games in progress at the beginning of the step"},
    {"mean", TABLE_REAL, PAWN,
     "mean over these games of the player's material minus the opponent's, at the end of the step "
     "or at the end of the game if the game ends earlier",
     2},
    COLUMNS_OF_SPREAD,
    COLUMNS_OF_ALL,
};

static void fill_pace(TableRows *rows, const RunRow *of)
{
    run_row_players(rows, of);
    row_count(rows, (int64_t)of->spec->pairings[of->part].ms_per_space);
}

static void fill_step(TableRows *rows, const RunRow *of, int64_t step)
{
    fill_pace(rows, of);
    row_count(rows, step * (int64_t)of->spec->record.time_step_ms);
}

static void fill_mean_in_time(TableRows *rows, gconstpointer what)
{
    fill_curve(rows, what, fill_step, true);
}

const Table TABLE_MATERIAL_MEAN_IN_TIME = {
    TABLE("material_mean.csv",
          "a time step of an asynchronous pairing, from the point of view of one player",
          TIME_MATERIAL_MEAN_COLUMNS, fill_mean_in_time),
    .key = {"player", "opponent", "ms_per_space", "time_ms"}, .of = " of asynchronous chess",
    .refers_to = &TABLE_PAIRINGS_IN_TIME};

static const Column TIME_PAIRINGS_COLUMNS[] = {
    COLUMNS_OF_PLAYERS,
    {"ms_per_space", TABLE_COUNT, "ms", PACE},
    {"games", TABLE_COUNT, "games", "games of the pairing"},
    {"wins", TABLE_COUNT, "games", "games the player won"},
    {"losses", TABLE_COUNT, "games", "games the opponent won"},
    {"draws", TABLE_COUNT, "games", "games without a winner"},
    {"mean_time_ms", TABLE_REAL, "ms", "mean duration of the games", 2},
};

static void fill_pairing_in_time(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;

    fill_pace(rows, of);
    fill_results(rows, of);
    row_share(rows, of->totals->time_ms, pairing_totals_games(of->totals));
}

const Table TABLE_PAIRINGS_IN_TIME = {
    TABLE("pairings.csv", "an asynchronous pairing, from the point of view of one player",
          TIME_PAIRINGS_COLUMNS, fill_pairing_in_time),
    .key = {"player", "opponent", "ms_per_space"}, .of = " of asynchronous chess"};

static const Column TIME_COMMANDS_COLUMNS[] = {
    COLUMNS_OF_PLAYERS,
    {"ms_per_space", TABLE_COUNT, "ms", PACE},
    {"games", TABLE_COUNT, "games", "games of the pairing"},
    {"commands", TABLE_COUNT, "commands",
     "the player's commands that came due before the end of the game, accepted or refused"},
    {"refused", TABLE_COUNT, "commands", "the player's commands that were refused"},
    {"stopped", TABLE_COUNT, "stops",
     "number of times that a piece of the player was stopped on its way and survived"},
    {"killed", TABLE_COUNT, "pieces", "pieces that the player lost, including kings"},
    {"kills", TABLE_COUNT, "pieces", "pieces that the opponent lost, including kings"},
};

static void fill_commands(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;
    const int side = of->reversed ? 1 : 0;
    const MatchDoings *own = &of->totals->doings[side], *others = &of->totals->doings[1 - side];

    fill_pace(rows, of);
    row_count(rows, pairing_totals_games(of->totals));
    row_count(rows, own->commands);
    row_count(rows, own->refused);
    row_count(rows, own->stopped);
    row_count(rows, own->killed);
    row_count(rows, others->killed);
}

const Table TABLE_COMMANDS = {TABLE("commands.csv",
                                    "an asynchronous pairing, from the point of view of one player",
                                    TIME_COMMANDS_COLUMNS, fill_commands),
                              .key = {"player", "opponent", "ms_per_space"},
                              .of = " of asynchronous chess", .refers_to = &TABLE_PAIRINGS_IN_TIME};

/* Suites and tunings */

static const Column SUITES_COLUMNS[] = {
    {"file", TABLE_TEXT, "", "name of the file, without the folder"},
    {"line", TABLE_COUNT, "", "line of the file, from 1"},
    {"id", TABLE_TEXT, "", "name of the position (EPD operation `id`)"},
    {"player", TABLE_TEXT, "", "the player as given on the command line"},
    {"draws", TABLE_COUNT, "",
     "number of decisions made in the position; 0 if `share` is computed exactly"},
    {"share", TABLE_REAL, "0..1", "share of decisions that solve the position", 6},
};

const Table TABLE_SUITES = {
    TABLE("suites.csv",
          "a position of a test suite, for one player, in the order of files, players and lines",
          SUITES_COLUMNS, NULL)};

static const Column ITERATIONS_COLUMNS[] = {
    {"iteration", TABLE_COUNT, "", "number of the iteration, from 1"},
    {"games", TABLE_COUNT, "games", "games played in the iteration"},
    {"plus_wins", TABLE_COUNT, "games", "games that the player `plus` won"},
    {"plus_draws", TABLE_COUNT, "games", "games that `plus` drew"},
    {"plus_losses", TABLE_COUNT, "games", "games that `plus` lost"},
    {"minus_wins", TABLE_COUNT, "games",
     "games that the player `minus` won; "
     "if the spec has no `[players]`, `plus` and `minus` meet each other"},
    {"minus_draws", TABLE_COUNT, "games", "games that `minus` drew"},
    {"minus_losses", TABLE_COUNT, "games", "games that `minus` lost"},
    {"gain", TABLE_REAL, "steps", "gain(k), defined in experiments/README.md", 4},
    {"aside", TABLE_REAL, "steps", "size of the perturbation of each parameter", 4},
};

const Table TABLE_ITERATIONS = {TABLE("iterations.csv",
                                      "an iteration of the tuning, with the results of its games",
                                      ITERATIONS_COLUMNS, NULL),
                                .key = {"iteration"}};

static const Column TUNING_COLUMNS[] = {
    {"iteration", TABLE_COUNT, "", "number of the iteration, from 1"},
    {"parameter", TABLE_TEXT, "", "name of the parameter"},
    {"direction", TABLE_COUNT, "",
     "direction of the perturbation for `plus`: 1 increases the value, -1 decreases it"},
    {"plus", TABLE_COUNT, "", "value of the parameter for the player `plus`"},
    {"minus", TABLE_COUNT, "",
     "value of the parameter for the player `minus`, perturbed in the opposite direction"},
    {"value", TABLE_REAL, "", "value of the parameter after the iteration", 4},
    {"way", TABLE_REAL, "steps", "`value` minus the start value, in steps", 4},
};

const Table TABLE_TUNING = {
    TABLE("tuning.csv", "a parameter in an iteration", TUNING_COLUMNS, NULL),
    .key = {"iteration", "parameter"}, .refers_to = &TABLE_ITERATIONS};

static const Column PARAMETERS_COLUMNS[] = {
    {"parameter", TABLE_TEXT, "", "name of the parameter"},
    {"start", TABLE_COUNT, "", "value of the parameter at the start"},
    {"low", TABLE_COUNT, "", "lower bound of the parameter"},
    {"high", TABLE_COUNT, "", "upper bound of the parameter"},
    {"step", TABLE_REAL, "", "initial perturbation of the parameter", 4},
    {"value", TABLE_REAL, "", "value of the parameter after the last iteration", 4},
    {"tuned", TABLE_COUNT, "", "the tuned value: `value` rounded to an integer"},
};

const Table TABLE_PARAMETERS = {
    TABLE("parameters.csv", "a parameter and its tuned value", PARAMETERS_COLUMNS, NULL),
    .key = {"parameter"}};
