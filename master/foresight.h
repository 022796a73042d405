/* How a master decides that weighs actions whole (whole-threat) or imagines what follows them
 * (look-ahead): it compares the suggestions of all agents by one figure, instead of by the table of
 * candidates.
 *
 * Source: thesis, sections 4.1 and 6; the figures and their form are ours. */
#pragma once

#include "master/candidates.h"
#include "master/imagination.h"

/* The results of look-ahead. */
typedef struct {
    Imagination imagination;
    int depth;                           /* to which it was imagined last; 0: not yet */
    Expectation of[PERCEPT_MAX_ACTIONS]; /* set only if imagined */
    bool is_imagined[PERCEPT_MAX_ACTIONS];
} Weighing;

/* Begins to weigh; sets what the order asks of the agents. */
void foresight_begin(Council *council);

/* Makes @council->prospects of the best of all that agents have reported, imagined if there is
 * look-ahead: those within the weight `margin` of the best if places are known and no king is
 * hunted. None if nothing is reported. Tells the recorder what is imagined; with a recorder
 * @council->candidates are the best suggestions, chosen or not. */
void foresight_choose(Council *council);

/* Whether actions give mate, at once or by a few checks: then @council->prospects, and with a
 * recorder @council->candidates, are those that do so soonest. */
bool foresight_find_mate(Council *council);
