/* How a master decides that weighs actions whole (whole-threat) or imagines what follows them
 * (look-ahead): it compares the suggestions of all agents by one figure, instead of by the table of
 * candidates.
 *
 * Source: thesis, sections 4.1 and 6; the figures and their form are ours. */
#pragma once

#include "master/candidates.h"
#include "master/imagination.h"

/* A master that has one of these logics decides in this way. */
#define FORESIGHT_LOGICS (1U << LOGIC_WHOLE_THREAT | 1U << LOGIC_LOOK_AHEAD)

/* What the master weighs. */
typedef struct {
    Order *order;
    Imagination imagination;
    int depth; /* to which it was imagined last; 0: not yet */
    int worst, worst_loss;
    int worth[PERCEPT_MAX_ACTIONS];     /* as agents report it */
    bool is_bound[PERCEPT_MAX_ACTIONS]; /* it may be less: nobody has asked further */
    int value[PERCEPT_MAX_ACTIONS];     /* as imagined; set only if imagined */
    Move expected[PERCEPT_MAX_ACTIONS]; /* the answer to it; set only if imagined */
    bool is_imagined[PERCEPT_MAX_ACTIONS];
    bool is_spoiled[PERCEPT_MAX_ACTIONS]; /* its value may be less: nobody has imagined further;
                                             set only if imagined */
} Weighing;

/* Begins to weigh. Tells the recorder what agents report. */
void foresight_begin(Weighing *weighing, Order *order);

/* Makes @council->prospects of the best of all that agents suggest and the master has not refused,
 * imagined if there is look-ahead: those within the weight `margin` of the best if places are known
 * and no bare king is hunted. None if all is refused. Tells the recorder what is imagined; with a
 * recorder @council->candidates are the best suggestions, chosen or not. */
void foresight_choose(Weighing *weighing, Council *council);

/* What the opponent's master is expected to answer to @action; MOVE_NONE if it was not imagined or
 * nothing can be answered. */
Move foresight_expected(const Weighing *weighing, int action);

/* Whether actions give mate, at once or by a few checks: then @council->prospects and
 * @council->candidates are those that do so soonest. */
bool foresight_find_mate(Council *council);
