/* Losses of an agent, the heart of its reasoning, and the worth of an attack or a move to the agent
 * that makes it.
 *
 * Source: thesis, section 2.2.2: level 1 (no defence is considered), level 2 (the opponent captures
 * with the cheapest piece it has, which is lost in turn if the square is defended), level 3. */
#pragma once

#include "agents/percept.h"

/* The loss of an agent worth @value with @exposure, 0 or more.
 *
 * A king that is the only attacker of a defended square is no threat: it is worth more than
 * anything it could take. */
int threat_loss(const LogicSet *logics, int value, Exposure exposure);

/* The worth of a mate: more than an attack on the king. */
#define SUGGESTION_MATE (2 * PIECE_KING_VALUE)

/* Whether @worth is that of a mate, for or against the side that judges. */
static inline bool suggestion_is_mate(int worth)
{
    return ABS(worth) > SUGGESTION_MATE - PIECE_KING_VALUE / 2;
}

/* A suggestion of an agent. */
typedef struct {
    int action;   /* an action of the percept, or NO_ACTION */
    int profit;   /* material gained, negative for a loss */
    bool planned; /* a move that prepares an attack which does not lose */
    int place;    /* what the place is worth besides, see Action; 0 if no places are known */
} Suggestion;

/* The best attacks or the best moves of an agent, all equally good. */
typedef struct {
    ActionSet actions; /* none: it has nothing to suggest */
    int rank;          /* how good they are */
    Suggestion one;    /* what one of them is worth. Where places are known the others may gain by
                          profit what this one gains by its place */
} Equals;

/* How the agent of @action, a legal action, judges it.
 *
 * An attack is worth what it captures and gains by promotion, less what can be lost where it ends.
 * A move is worth what the attack planned from its destination would gain, or what can be lost
 * there. With whole-threat both are worth suggestion_worth_above(), and nothing is planned. The
 * reading losing-wins turns the sign of both, and then no attack is planned. */
Suggestion suggestion_of_attack(const Percept *percept, int action);
Suggestion suggestion_of_move(const Percept *percept, int action);

static inline Suggestion suggestion_of(const Percept *percept, int action)
{
    return action_is_attack(percept, action) ? suggestion_of_attack(percept, action)
                                             : suggestion_of_move(percept, action);
}

/* The same of any action, and what its profit and its place are made of, unless that is NULL. */
Suggestion suggestion_in_parts(const Percept *percept, int action, Parts *out_parts);

/* The worth of @action by all possible captures after it (logic whole-threat): the material it
 * gains, less the best exchange that the opponents then have and an eighth of their second best,
 * plus a sixteenth of the best exchange of the own side if it were to move again, as a plan can be
 * parried. With double-attack also a quarter of the own second best, which remains if the opponent
 * saves the dearest piece, and an eighth of the best one with check. What the opponents gain
 * besides as a defender is overloaded (with exchange) or by a double attack (with double-attack)
 * counts by three quarters, the greater of both. Places are added. As a hope a king counts no more
 * than a queen. With mate-hunt a mate is SUGGESTION_MATE. The reading losing-wins turns the sign of
 * what is captured.
 *
 * A worth that is not above @floor may be replaced by a number that is not above @floor and not
 * below the worth, found with less effort. INT_MIN is no floor. */
int suggestion_worth_above(const Percept *percept, int action, int floor);

/* The gain of the opponents' best answer: an exchange, or in part what is more and less sure. */
int suggestion_best_threat(const Percept *percept, const Outlook *outlook);

/* While an outlook is found, if the threats are no less and the hopes no greater than @so_far says:
 * by how much threat[0] may grow so that the worth of all captures exceeds @floor; below 0: it does
 * not. INT_MAX without a floor, INT_MIN. */
int outlook_slack(const Percept *percept, const Outlook *so_far, int floor);

/* The material that @action gains at once. */
int suggestion_gain(const Percept *percept, int action);

/* The same with what its place gains. Adds its parts to @parts, unless that is NULL. */
int suggestion_sure(const Percept *percept, int action, Parts *parts);

/* The targets of the attack that @action, a move with a planned attack, prepares: all by which the
 * plan would gain what the move is worth, as none of them is preferred. A king is never among
 * others, as it is worth more than they. */
TargetSet suggestion_planned_targets(const Percept *percept, int action);

/* The order in which suggestions are preferred: by profit, and with move-attack consideration a
 * move with a planned attack before one without. Greater is better. */
int suggestion_rank(const LogicSet *logics, const Suggestion *suggestion);

/* The worth of @suggestion of the most threatened agent itself to the master: its profit, but of a
 * move at most 0, as a planned attack is only a hope (reading plans-count: its profit). */
int suggestion_net(const Percept *percept, const Suggestion *suggestion);

/* Whether @suggestion, a move, attacks the king from a square where nothing is lost. */
bool suggestion_is_safe_check(const Percept *percept, const Suggestion *suggestion);
