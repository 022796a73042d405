/* The totals of a run, in whole numbers, so that a stop in between or a merge of parts changes
 * nothing. The contest says what that is: for two players the results of each pairing, its material
 * curve and the events of its agents; for others what they add up themselves, see ContestTally.
 *
 * With two sides, results and curve are seen from the first player of the pairing. Move m of a game
 * is the m-th move counted from its opening: plies 2m - 1 and 2m. Its difference is that after ply
 * 2m, or after the last ply if the game ends before.
 *
 * An asynchronous game has time steps in place of moves: step m ends m steps of time after the
 * start, and its difference is the one at that time, or at the end if the game ends before. */
#pragma once

#include <stddef.h>

#include "board/members.h"
#include "experiments/numbers/race.h"
#include "experiments/numbers/scores.h"
#include "experiments/numbers/statistics.h"
#include "experiments/tally/answers.h"
#include "experiments/tally/events.h"

/* One move number in all games of a pairing. Units: hundredths of a pawn. */
typedef struct {
    int64_t running;                  /* games that have the move */
    int64_t sum, squares;             /* of their differences */
    int64_t ended_sum, ended_squares; /* of the last differences of games whose last move it is */
} TotalsMove;

/* Colours of the first player. */
enum { TOTALS_WHITE, TOTALS_BLACK, TOTALS_COLORS };

/* Results of pairs of games that repeat earlier pairs and therefore count for nothing. */
typedef struct {
    PairCounts pairs;                  /* none of which waits */
    StatisticsScore as[TOTALS_COLORS]; /* their games, as in PairingTotals */
} TotalsRepeats;

#define TOTALS_MOVE_NUMBERS (sizeof(TotalsMove) / sizeof(int64_t))

/* The events of one player at one move number, by kind, in all games of a pairing: at most one of a
 * kind in a game. An event is counted at the move where it happens, a capture at the opponent's
 * move. */
typedef struct {
    uint32_t count[EVENT_KIND_COUNT];
} TotalsEvents;

#define TOTALS_PLAYERS 2 /* the players of a pairing: the first player, the opponent */

/* The sums of a part of a run: of a pairing; or, in a game of three, of a player on a seat, for
 * which a draw is a game that brought no points, and a forfeited game is no loss.
 *
 * The members before the moves are numbers of 64 bits, which are stored in this order. */
typedef struct {
    /* Of each player's quantities the sum of the squares of a game's; their sum is in @events. */
    int64_t squares[TOTALS_PLAYERS][PER_GAME_COUNT];
    int64_t distinct;   /* distinct games, if @games is empty because they were not played here; 0:
                           not known */
    int64_t may_repeat; /* not 0: spec_may_repeat() */
    int64_t openings; /* not 0: pairs of games differ in their openings, so that the two games of a
                         pair depend on each other */

    StatisticsScore score;
    int64_t forfeits;  /* of a seat: games that the player forfeited */
    int64_t draw_wins; /* draws by the fifty-move rule, the opponent first left with a bare king */
    int64_t draw_losses; /* the same, the player first */
    int64_t plies;
    StatisticsScore as[TOTALS_COLORS];       /* games in which the first player had the colour */
    int64_t terminations[TERMINATION_COUNT]; /* games by how they ended */
    int64_t time_ms; /* of asynchronous games, with the actions of the pieces */
    MatchDoings doings[TOTALS_PLAYERS];
    PairCounts pairs;
    TotalsRepeats repeats; /* of all these, the results that do not count */

    GArray *moves; /* of TotalsMove: moves 1, 2, ... up to that of the longest game */
    GArray *events[TOTALS_PLAYERS]; /* of TotalsEvents: moves 1, 2, ... of each player; empty if it
                                       is no MasterAgent */
    GArray *games;    /* of uint64_t: the least hashes of games with turns, to tell equal games; at
                       * least TOTALS_HASHES different ones, if there are so many, and at most twice
                       * as many entries */
    Answers *answers; /* if the games may repeat; else empty */
} PairingTotals;

#define TOTALS_NUMBERS (offsetof(PairingTotals, moves) / sizeof(int64_t))

/* The results that count. Statistics use no others. */
static inline StatisticsScore pairing_totals_as(const PairingTotals *totals, int colour)
{
    return statistics_subtract(totals->as[colour], totals->repeats.as[colour]);
}

/* The units by which a pairing is estimated: pairs of games with colours exchanged if there are
 * any, otherwise games, or if all games of one opening have the same result, of which they say more
 * than their pairs; pairing_totals_pairs(): pairs in any case, as sequential tests count. */
Scores pairing_totals_scores(const PairingTotals *totals);
Scores pairing_totals_pairs(const PairingTotals *totals);

/* How many games repeat earlier ones and do not count. */
static inline int64_t pairing_totals_repeated(const PairingTotals *totals)
{
    return statistics_count(totals->repeats.as[TOTALS_WHITE]) +
           statistics_count(totals->repeats.as[TOTALS_BLACK]);
}

static inline int64_t pairing_totals_games(const PairingTotals *totals)
{
    return statistics_count(totals->score) + totals->forfeits;
}

/* The points of the games on a seat: match_record_points(). */
static inline int64_t seat_totals_points(const PairingTotals *totals)
{
    return totals->score.wins - totals->score.losses + MATCH_FORFEIT_POINTS * totals->forfeits;
}

/* The same as a sample. */
static inline StatisticsSums seat_totals_sums(const PairingTotals *totals)
{
    return (StatisticsSums){
        .count = pairing_totals_games(totals),
        .sum = seat_totals_points(totals),
        .squares = totals->score.wins + totals->score.losses +
                   MATCH_FORFEIT_POINTS * MATCH_FORFEIT_POINTS * totals->forfeits,
    };
}

/* Up to so many distinct games are counted; more are estimated with a standard error of 1.1 %. */
#define TOTALS_HASHES 8192

/* Appends the games that count of @player and @opponent with either colour of the first to @games,
 * an array of RatingsGames. */
static inline void pairing_totals_rated(const PairingTotals *totals, int player, int opponent,
                                        GArray *games)
{
    const RatingsGames both[] = {
        {player, opponent, pairing_totals_as(totals, TOTALS_WHITE)},
        {opponent, player, statistics_reverse(pairing_totals_as(totals, TOTALS_BLACK))},
    };

    g_array_append_vals(games, both, G_N_ELEMENTS(both));
}

/* How many of the games differ in opening or moves; 0: not known, for example for asynchronous
 * games. An estimate that is less than three standard errors below all games is all games.
 *
 * Source: Z. Bar-Yossef, T. S. Jayram, R. Kumar, D. Sivakumar and L. Trevisan, Counting distinct
 *         elements in a data stream, RANDOM 2002: of k least hashes, uniform from 0 to 1, the
 *         greatest is h, and there are about (k - 1) / h. */
int64_t pairing_totals_distinct(const PairingTotals *totals);

static inline void totals_add_numbers(int64_t *numbers, const int64_t *others, size_t count)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] += others[i];
}

/* Whether the numbers of a pairing are consistent. */
bool pairing_totals_agree(const PairingTotals *totals);

/* Adds the results of the same players in another run; @reversed: there the first player is the
 * opponent. Curves, events with their squares and distinct games stay as they are. A game without a
 * partner finds none in the other run. */
void pairing_totals_pool(PairingTotals *totals, const PairingTotals *other, bool reversed);

/* The events of all moves in @events, by kind. */
void pairing_totals_count_events(const GArray *events, int64_t out_counts[static EVENT_KIND_COUNT]);

/* Adds the last difference of a game, at its last move. */
static inline void totals_move_end(TotalsMove *move, int64_t difference)
{
    move->ended_sum += difference;
    move->ended_squares += difference * difference;
}

static inline void totals_move_add(TotalsMove *move, int64_t difference)
{
    move->running++;
    move->sum += difference;
    move->squares += difference * difference;
}

/* Makes room in @curve, an array of TotalsMove, for at least @count moves and returns them. */
static inline TotalsMove *totals_curve_moves(GArray *curve, int count)
{
    if (curve->len < (guint)count)
        g_array_set_size(curve, (guint)count);
    return (TotalsMove *)(void *)curve->data;
}

/* Adds the differences of a finished game with turns to @curve. */
static inline void totals_curve_add(GArray *curve, const MatchRecord *record)
{
    const int side = record->job.first_side;
    const int count = (record->plies + 1) / 2;
    TotalsMove *move = totals_curve_moves(curve, count);
    int64_t difference = 0;

    for (int i = 0; i < count; i++) {
        const int32_t *material = record->ply[MIN(2 * i + 1, record->plies - 1)].material;
        difference = material[side] - material[1 - side];
        totals_move_add(&move[i], difference);
    }
    if (count > 0)
        totals_move_end(&move[count - 1], difference);
}

/* Of JSON-GLib, which only the sources that write results include. */
struct _JsonBuilder;
struct _JsonObject;

struct Totals {
    const Contest *contest;
    int parts;               /* how many parts results are added up for: pairings, seats */
    int count;               /* how many pairings; 0 if the parts are none */
    PairingTotals *pairings; /* @parts of them */
};

/* The totals of a contest. */
struct ContestTally {
    bool by_pairing; /* the parts are pairings, of which each game has one; else each side of a game
                        counts in a part of its own */

    int (*count_parts)(const Spec *spec);
    void (*add)(Totals *totals, const MatchRecord *record);

    /* The result of a part in run.json: the members that name the part, and its numbers, a table of
     * PairingTotals. */
    void (*name_part)(struct _JsonBuilder *json, const Spec *spec, int part);
    const MemberTable *results;
};

/* Rows of such a table: a number. */
#define TOTALS_NUMBER(text, field)                                    \
    {                                                                 \
        MEMBER(text, NUMBER, PairingTotals, field), .max = MATCH_MOST \
    }

extern const MemberTable TOTALS_REPEATS;     /* of TotalsRepeats */
extern const ContestTally TALLY_OF_PAIRINGS; /* two in turn */
extern const ContestTally TALLY_OF_TIMES;    /* asynchronous: pairings, with their times */
extern const ContestTally TALLY_OF_SEATS;    /* three in turn: player p has parts 3p to 3p + 2 */

/* Empty totals for the games of @spec, or of @contest with @parts. totals_note_spec() notes in
 * those of @contest what is known of the games of @spec. */
Totals *totals_new_for(const Spec *spec);
void totals_note_spec(Totals *totals, const Spec *spec);
Totals *totals_new(const Contest *contest, int parts);

void totals_free(Totals *totals);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Totals, totals_free)

/* Adds a finished game. Games of a pairing come in the order of their numbers. */
void totals_add(Totals *totals, const MatchRecord *record);

/* How many games have been added. */
int64_t totals_games(const Totals *totals);

/* Whether the totals are of such games as @spec has. */
bool totals_fit(const Totals *totals, const Spec *spec);

/* Whether the numbers before the moves are consistent, and so small that they can be added up over
 * all parts, and over the parts of as many again. */
bool totals_agree(const Totals *totals);

/* The games of all pairings, with either colour. Owner: the caller; a GArray of RatingsGames. */
GArray *totals_rated(const Totals *totals, const Spec *spec);

/* Which of the players of @spec need games for their order, by the totals of all pairings.
 *
 * Owner: as race_pairs(). */
GArray *totals_race(const Totals *totals, const Spec *spec);

/* Adds the sums of the next part of the same run, whose first game is the one behind the last of
 * @totals. The run may be cut between any two pairs of games; the sums are those of the whole to
 * the last digit. */
void totals_merge(Totals *totals, const Totals *next);

/* All sums as one value, and back; totals_load() returns NULL for a value that no program has
 * stored.
 *
 * Shape: TOTALS_VARIANT_TYPE; the contest; for each part its numbers, in the order of
 *        PairingTotals, then the moves, five each; then the events of both players,
 *        EVENT_KIND_COUNT a move; then its games; then its answers, five each.
 * Owner: the variant is floating; the totals are the caller's. */
#define TOTALS_VARIANT_TYPE "(sa(axauauatat))"
GVariant *totals_store(const Totals *totals);
Totals *totals_load(GVariant *variant);

/* The members of the result of part @part in run.json, without curves and events; and back: false
 * if one is missing or wrong. */
void totals_write_result(struct _JsonBuilder *json, const Spec *spec, const Totals *totals,
                         int part);
bool totals_read_result(struct _JsonObject *object, Totals *out_totals, int part);
