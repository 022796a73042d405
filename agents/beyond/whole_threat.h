/* The worth of an action by all captures that both sides can make after it (logic whole-threat),
 * and what it gains for sure.
 *
 * Units:  hundredths of a pawn.
 * Source: thesis, section 3.2.3 ("the balance logic ... is not optimal"); the values are ours. */
#pragma once

#include "agents/beyond/percept_beyond.h"
#include "agents/message.h"

/* The material that @action gains at once. */
int whole_gain(const Percept *percept, int action);

/* The same with its terms. Adds its parts to @parts, unless that is NULL. */
int whole_sure(const Percept *percept, int action, Parts *parts);

/* The worth of @action by all possible captures after it (logic whole-threat): the material it
 * gains, less the best exchange that the opponents then have and an eighth of their second best,
 * plus a sixteenth of the best exchange of the own side if it were to move again, as a plan can be
 * parried. With double-attack also a quarter of the own second best, which remains if the opponent
 * saves the dearest piece, and an eighth of the best one with check. What the opponents gain
 * besides as a defender is overloaded (with exchange) or by a double attack (with double-attack)
 * counts by three quarters, the greater of both. Places are added. As a hope a king counts no more
 * than a queen. With mate-hunt a mate is WORTH_OF_MATE. The reading losing-wins turns the sign of
 * what is captured.
 *
 * A worth that is not above @alpha may be replaced by a number that is not above @alpha and not
 * below the worth, found with less effort. INT_MIN is no bound. */
int whole_worth_above(const Percept *percept, int action, int alpha);

/* The same without a bound, and its parts, unless that is NULL. */
int whole_worth(const Percept *percept, int action, Parts *parts);

/* The gain of the opponents' best answer: an exchange, or in part what is more and less sure. */
int whole_best_threat(const Percept *percept, const CapturesAfter *captures);

/* While an outlook is found, if the threats are no less and the hopes no greater than @so_far says:
 * by how much threat[0] may grow so that the worth of all captures exceeds @alpha; below 0: it does
 * not. INT_MAX without a bound, INT_MIN. */
int captures_margin(const Percept *percept, const CapturesAfter *so_far, int alpha);
