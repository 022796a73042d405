/* Asynchronous chess: what happens when pieces enter spaces, all those of one instant together.
 *
 * It is settled in the seven steps of the source:
 *
 * 1. The entries that are due are gathered.
 * 2. Of several pieces of one side that enter one space, one is drawn; the others stop.
 * 3. A piece that would enter a space on which a friend stands stops, and so do two friends that
 *    would exchange their spaces. A piece that stops stands in the way of others, which stop in
 *    turn. Three or more friends in a ring all move.
 * 4. Of opponents that meet one is drawn, the other is killed: first those that would exchange
 *    their spaces [reading: exchange_head_on in the rules], then those that enter the same space.
 * 5. A pawn stops if it goes straight onto a space where a piece stands, or diagonally onto one
 *    where no opponent stands; pieces killed in step 4 no longer stand there. A space counts as
 *    left once it is certain that its piece leaves, so chains are judged from the front. A piece
 *    that has stopped stands in the way of friends as in step 3. In a ring all pieces count as
 *    leaving; if pawns in it may not move, one of them is drawn and stops, and the rest is judged
 *    as a chain.
 * 6. All others enter at once, and kill the opponents that stand there.
 * 7. If a king was killed, the game is over.
 *
 * A piece stands on its space if it does not enter another one in this instant. It is idle again
 * when it has reached the end of its path, and when it stops, kills, or wins a draw of step 4.
 *
 * Source: Asynchronous Chess, as in async_world.h, "Server Deconfliction Method". */
#pragma once

#include "board/async_world.h"
#include "board/bitboard.h"
#include "board/move.h"

/* The random draws of asynchronous chess: one of some pieces is chosen. The rules ask, and the
 * caller that plays the game answers, so that a test can force any outcome.
 *
 * A draw is identified by its fields, and no instant has two that are the same. An answer computed
 * from these fields alone does not depend on the order in which the spaces are looked at. */

typedef enum {
    ASYNC_DRAW_ONE_A_SIDE, /* which of the pieces of `side` enters `space` */
    ASYNC_DRAW_HEAD_ON,    /* which of two opponents that would exchange their spaces wins */
    ASYNC_DRAW_CONTESTED,  /* which of two opponents that enter `space` wins */
    ASYNC_DRAW_RING,       /* which of some pawns in a ring stops */
    ASYNC_DRAW_KIND_COUNT
} AsyncDrawKind;

typedef struct {
    int64_t time_ms;
    AsyncDrawKind kind;
    Square space;        /* the space entered; head on and in a ring the lowest of the candidates */
    Color side;          /* COLOR_COUNT if the draw is between both sides */
    Bitboard candidates; /* where they stand; two or more */
} AsyncDraw;

/* Answers each draw with one of its candidates, by means of @source. */
typedef struct {
    Square (*choose)(const void *source, const AsyncDraw *draw);
    const void *source;
} AsyncChance;

/* A choose() whose source is a seed, a uint64_t: all candidates are equally likely, and draws that
 * differ in anything but the candidates are independent of each other. */
Square async_draw_by_seed(const void *seed, const AsyncDraw *draw);

/* The changes of an instant: each piece by its previous space. */
typedef struct {
    Bitboard entered; /* has entered the next space on its path */
    Bitboard stopped; /* stays where it is and is idle, unless it is killed there */
    Bitboard killed;
} AsyncSettled;

/* Settles the entries of @world that are due at @time_ms, which is neither before the time of
 * @world nor after its next entry. The game must not be over. @chance is asked only where there is
 * a choice. */
AsyncSettled async_settle(AsyncWorld *world, const AsyncRules *rules, const AsyncChance *chance,
                          int64_t time_ms);
