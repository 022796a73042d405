/* What a run of a game of three sides adds up: the results and the material curve of each player on
 * each seat, in whole numbers.
 *
 * Move m is the m-th round counted from the opening: plies 3m - 2 to 3m. Its material is that after
 * ply 3m, or after the last ply if the game ends before. */
#pragma once

#include "experiments/tally/totals.h"

/* One move number in all games of a player on a seat: the player's own material without the king.
 * Units: hundredths of a pawn. */
typedef struct {
    int64_t running, sum, squares;
} SeatMove;

/* The members before the moves are numbers of 64 bits, which are stored in this order. */
typedef struct {
    int64_t wins, neither, losses, forfeits; /* games by points: 1, 0, -1, MATCH_FORFEIT_POINTS */
    int64_t plies;
    GArray *moves; /* of SeatMove: moves 1, 2, ... up to that of the longest game */
} SeatTotals;

static inline int64_t seat_totals_games(const SeatTotals *totals)
{
    return totals->wins + totals->neither + totals->losses + totals->forfeits;
}

static inline int64_t seat_totals_points(const SeatTotals *totals)
{
    return totals->wins - totals->losses + MATCH_FORFEIT_POINTS * totals->forfeits;
}

/* The points of the games, as a sample. */
static inline StatisticsSums seat_totals_sums(const SeatTotals *totals)
{
    return (StatisticsSums){
        .count = seat_totals_games(totals),
        .sum = seat_totals_points(totals),
        .squares = totals->wins + totals->losses +
                   MATCH_FORFEIT_POINTS * MATCH_FORFEIT_POINTS * totals->forfeits,
    };
}

void seat_totals_init(SeatTotals *totals);
void seat_totals_clear(SeatTotals *totals);

/* Adds a finished game that the player has played as @side. */
void seat_totals_add(SeatTotals *totals, const MatchRecord *record, int side);

/* Adds the sums of the next part of the same run, or those of the same player on another seat. */
void seat_totals_merge(SeatTotals *totals, const SeatTotals *next);

/* The sums as one value, and back; seat_totals_load() returns false for a value that contradicts
 * itself. It must be given empty totals.
 *
 * Owner: the variant is floating. */
#define SEAT_TOTALS_VARIANT_TYPE "ax"
GVariant *seat_totals_store(const SeatTotals *totals);
bool seat_totals_load(GVariant *variant, SeatTotals *out_totals);

/* What a run of three adds up: player p has seats 3p, 3p + 1 and 3p + 2. */
extern const ContestTally TALLY_OF_SEATS;

static inline SeatTotals *totals_seats(const Totals *totals)
{
    return totals->own;
}
