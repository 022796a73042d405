/* How a master decides that weighs actions whole (whole-threat) or imagines what follows them
 * (look-ahead): it compares the suggestions of all agents by one figure, instead of by the table of
 * candidates.
 *
 * Source: thesis, sections 4.1 and 6; the figures and their form are ours. */
#pragma once

#include "agents/suggestions.h"
#include "master/candidates.h"

#define IMAGINATION_MAX_DEPTH 4 /* the most decisions that may be imagined */

/* The expected course after an action. */
typedef struct {
    bool is_imagined; /* else nothing is known: */
    bool is_bound;    /* the action may be worth less: it was imagined no further */
    Move answer; /* what the opponent's master might decide on; MOVE_NONE if it can do nothing */
    int worth;   /* what the action is worth in the end */
} Expectation;

/* The state of a master while it imagines (look-ahead) the boards after an action, and on each what
 * the sides might decide there. */
typedef struct {
    const Interruption *interruption; /* or NULL */
    bool is_interrupted;              /* what is imagined from then on means nothing */
    int self;                         /* the side that imagines */
    int depth;                        /* to which it was imagined last; 0: not yet */
    Expectation of[PERCEPT_MAX_ACTIONS];
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

/* Begins to weigh; sets what the order asks of the agents. */
void foresight_begin(Council *council);

/* Makes @council->prospects of the best of all that agents have reported, imagined if there is
 * look-ahead: those within the weight `margin` of the best if places are known and no king is
 * hunted. None if nothing is reported. Tells the recorder what is imagined;
 * @council->candidates are the best suggestions, chosen or not. */
void foresight_choose(Council *council);

/* Whether actions give mate, at once or by a few checks: then @council->prospects and
 * @council->candidates are those that do so soonest. */
bool foresight_find_mate(Council *council);
