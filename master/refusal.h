/* What a master does not let agents do (mate-hunt), and what it decides on if something speaks
 * against all that they can do. */
#pragma once

#include "agents/order.h"
#include "master/candidates.h"

/* Why the master refuses @action; OBJECTION_NONE: it does not. Without mate-hunt it refuses none.
 */
Objection refusal_find(const Order *order, int action);

/* What the master falls back on: of its choices so far, the one against which the least speaks. */
typedef struct {
    Candidates candidates;
    Move expected; /* the answer to it; MOVE_NONE if none was imagined */
    int objection; /* how much speaks against it */
} LastResort;

/* Before anything was chosen. */
#define LAST_RESORT_NONE ((LastResort){.objection = OBJECTION_COUNT})

/* Keeps the choice of @candidates in @best if less speaks against it than against what is there;
 * the first one is always kept. Whether the master refuses it, which the recorder is told: then it
 * should choose again among the others. */
bool refusal_of_choice(const Order *order, const Candidates *candidates, Move expected,
                       LastResort *best);
