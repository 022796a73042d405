/* Imagination of a master (look-ahead): the boards after an action, and on each what the sides
 * might decide there. */
#pragma once

#include "agents/order.h"
#include "agents/suggestions.h"

#define IMAGINATION_MAX_DEPTH 4 /* the most decisions that may be imagined */

/* The state of a master while it imagines. */
typedef struct {
    const Interruption *interruption;    /* or NULL */
    bool is_interrupted;                 /* what is imagined from then on means nothing */
    int self;                            /* the side that imagines */
    Move spoiler[IMAGINATION_MAX_DEPTH]; /* what was best after the action imagined last, by the
                                            decisions that are left then; MOVE_NONE: nothing yet.
                                            Often it spoils the next action, too: it is asked for
                                            first */

    const Recorder *recorder;             /* or NULL; the following are set only for it: */
    Move line[3 * IMAGINATION_MAX_DEPTH]; /* what was imagined before */
    int line_count;
    Suggestions heard[IMAGINATION_MAX_DEPTH]; /* what agents suggested last, by the decisions that
                                                 are left then */
} Imagination;

/* Begins to imagine for the side to move of @order. */
void imagination_begin(Imagination *imagination, const Order *order);

/* The expected course after an imagined action. */
typedef struct {
    int worth;     /* what the action is worth in the end */
    Move answer;   /* what the opponent's master might decide on; MOVE_NONE if it can do nothing */
    bool is_bound; /* the action may be worth less: it was imagined no further */
} Expectation;

/* The range in which a worth must be known exactly: above @floor and below @enough; else only on
 * which side of them it is. */
typedef struct {
    int floor, enough;
} Range;

/* What is expected of @action if the sides to move after it decide for the best, @depth decisions
 * on; in a game of three, @depth rounds of decisions on. The recorder receives imagined boards;
 * those imagined after others only if it asks for them.
 *
 * Units: hundredths of a pawn. */
Expectation imagination_of(Imagination *imagination, const Percept *percept, int action, int depth,
                           Range range);
