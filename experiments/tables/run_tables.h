/* The tables that runs, suites and tunings write. */
#pragma once

#include "experiments/play/match.h"
#include "experiments/tables/table.h"
#include "experiments/tally/totals.h"

/* What rows are about: a game, or a part of the totals of a run. */
typedef struct {
    const Spec *spec;
    const MatchRecord *record; /* the game */

    /* The part: its sums; the number of a pairing, or of the seat of a player, ContestTally; and
     * whether the rows are those of the pairing's opponent. */
    const PairingTotals *totals;
    int part;
    bool reversed;
} RunRow;

/* Of two-player games with turns; of three-player games; of asynchronous games. */
extern const Table TABLE_GAMES, TABLE_MATERIAL, TABLE_MATERIAL_MEAN, TABLE_PAIRINGS, TABLE_REQUESTS,
    TABLE_MOVE_ATTACKS, TABLE_EVENTS_PER_GAME, TABLE_EXPECTATIONS, TABLE_THREATS, TABLE_EVENTS;
extern const Table TABLE_GAMES_OF_THREE, TABLE_MATERIAL_OF_THREE, TABLE_MATERIAL_MEAN_OF_THREE,
    TABLE_SEATS;
extern const Table TABLE_GAMES_IN_TIME, TABLE_MATERIAL_IN_TIME, TABLE_MATERIAL_MEAN_IN_TIME,
    TABLE_PAIRINGS_IN_TIME, TABLE_COMMANDS;

/* Of `agentchess suite`, and of tunings; run/suite.c and run/tuning.c fill their rows. */
extern const Table TABLE_SUITES, TABLE_ITERATIONS, TABLE_TUNING, TABLE_PARAMETERS;

/* The file with the openings held back. */
#define TUNING_CHECK_OPENINGS "check-openings.epd"

/* The result of a two-player game: "1-0", "0-1" or "1/2-1/2". */
const char *run_result(const MatchRecord *record);

/* The points of a three-player game: "Blue 1, Green -1, Red 0". Owner: the caller. */
char *run_points(const Spec *spec, const MatchRecord *record);

/* The short name of the player of @side in the game of @of. */
const char *run_player_name(const RunRow *of, int side);

/* The columns of run_row_players(). */
#define COLUMNS_OF_PLAYERS                                      \
    COLUMN("player", TABLE_TEXT, "", "short name of a player"), \
        COLUMN("opponent", TABLE_TEXT, "", "short name of the opponent")

/* Counts of agents: PER_GAME_REQUESTS and PER_GAME_THREATS. */
#define COLUMNS_OF_REQUESTS                                                                       \
    COLUMN("decisions", TABLE_COUNT, "decisions", "decisions of the player's agents"),            \
        COLUMN("threatened", TABLE_COUNT, "decisions", "decisions with a most threatened agent"), \
        COLUMN("attack_requests", TABLE_COUNT, "decisions",                                       \
               "decisions in which another agent performed an attack request, that is, captured " \
               "an attacker of the most threatened agent (thesis, figure 3.3, top lines)"),       \
        COLUMN("own_moves", TABLE_COUNT, "decisions",                                             \
               "decisions in which the most threatened agent moved without capturing (thesis, "   \
               "figure 3.3, bottom lines)"),                                                      \
        COLUMN("own_attacks", TABLE_COUNT, "decisions",                                           \
               "decisions in which the most threatened agent captured"),                          \
        COLUMN("defence_requests", TABLE_COUNT, "decisions",                                      \
               "decisions in which another agent performed a defence request, that is, moved to " \
               "defend or shield the most threatened agent (thesis, table 3.8: the sum over all " \
               "moves)"),                                                                         \
        COLUMN("offers_rejected", TABLE_COUNT, "decisions",                                       \
               "decisions in which the most threatened agent received offers, but the best of "   \
               "them was not chosen")
#define COLUMNS_OF_THREATS                                                                        \
    COLUMN("replies", TABLE_COUNT, "moves",                                                       \
           "the opponent's moves that follow a decision of the player's agents"),                 \
        COLUMN("captured", TABLE_COUNT, "pieces", "the player's pieces captured by these moves"), \
        COLUMN("unthreatened", TABLE_COUNT, "pieces",                                             \
               "captured pieces that had reported no loss in the preceding decision (thesis, "    \
               "figure 3.5)"),                                                                    \
        COLUMN("movers", TABLE_COUNT, "pieces", "captured pieces that had just moved"),           \
        COLUMN("movers_unthreatened", TABLE_COUNT, "pieces",                                      \
               "captured pieces that had just moved and had reported no loss on their previous "  \
               "square")

/* Cells that several tables begin with: player and opponent of a pairing, seen from one of them. */
void run_row_players(TableRows *rows, const RunRow *of);

/* Mean, standard deviation and ends of the interval. */
void run_row_mean(TableRows *rows, const RunRow *of, const StatisticsEstimate *estimate);
