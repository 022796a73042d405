/* How a master decides that weighs actions whole (whole-threat) or imagines what follows them
 * (look-ahead): it compares the suggestions of all agents by one figure, instead of by the table of
 * candidates.
 *
 * Source: thesis, sections 4.1 and 6; the figures and their form are ours. */
#pragma once

#include "agents/order.h"
#include "master/candidates.h"

/* A master that has one of these logics decides in this way. */
#define FORESIGHT_LOGICS (1U << LOGIC_WHOLE_THREAT | 1U << LOGIC_LOOK_AHEAD)

/* The candidates and the choice: the best of all that agents suggest, imagined if there is
 * look-ahead. At least one agent must have an action. Tells the recorder what agents report and
 * what is imagined. Draws among equally good actions: within the weight `margin` if places are
 * known and no bare king is hunted. *@out_expected is what the opponent's master is expected to
 * answer, MOVE_NONE if nothing was imagined or nothing can be answered. */
Candidates foresight_choose(Order *order, Move *out_expected);

/* Whether an action gives mate, at once or by a few checks. The candidates are those that do so
 * soonest; one of them is drawn. */
bool foresight_find_mate(const Order *order, Candidates *out_candidates);
