/* What an attack or a move is worth to the agent that makes it.
 *
 * Source: thesis, section 2.2.2, levels 1 to 3. */
#pragma once

#include "agents/threat.h"

#define NO_ACTION (-1)

/* What a mate is worth: more than an attack on the king. */
#define SUGGESTION_MATE (2 * PIECE_KING_VALUE)

/* What an agent suggests, or what the best of several suggests. */
typedef struct {
    int action;   /* an action of the percept, or NO_ACTION */
    int profit;   /* material gained, negative for a loss */
    bool planned; /* a move that prepares an attack which does not lose */
    int place;    /* what the place is worth besides, see Action; 0 if nobody knows places */
} Suggestion;

/* What the agent of @action, a legal action, makes of it.
 *
 * An attack is worth what it captures and gains by promotion, less what can be lost where it ends;
 * a move what the attack planned from where it goes would gain, or what can be lost there. With
 * whole-threat both are worth suggestion_worth(), and nothing is planned. The
 * reading losing-wins turns the sign of both, and then no attack is planned. */
Suggestion suggestion_of_attack(const LogicSet *logics, const Percept *percept, int action);
Suggestion suggestion_of_move(const LogicSet *logics, const Percept *percept, int action);

/* What @action is worth by all that may be captured after it (logic whole-threat): the material it
 * gains, less the best exchange of the opponents then and an eighth of their second best one, and a
 * sixteenth of the own best one if the side were to move again, for so much a plan is worth that
 * can be parried; with double-attack a quarter of the second best as well, which remains if the
 * opponent saves what is dearest, and an eighth of the best with check; and the places. No king
 * counts more than a queen as a hope. A mate is SUGGESTION_MATE with mate-hunt. The reading
 * losing-wins turns the sign of what is captured. */
int suggestion_worth(const LogicSet *logics, const Percept *percept, int action);

/* The material that @action gains at once. */
int suggestion_gain(const LogicSet *logics, const Percept *percept, int action);

/* Whom the attack that @action, a move with a planned one, prepares may fall on: all targets with
 * which it would gain what the move is worth, as none of them is preferred. A king among them is
 * alone, as it is worth more than all others. */
TargetSet suggestion_planned_targets(const LogicSet *logics, const Percept *percept, int action);

/* The order in which suggestions are preferred: by profit, and with move-attack consideration a
 * move with a planned attack before one without. Greater is better. */
static inline int suggestion_rank(const LogicSet *logics, const Suggestion *suggestion)
{
    return 2 * (suggestion->profit + suggestion->place) +
           (suggestion->planned && logic_is_on(logics, LOGIC_MOVE_ATTACK) ? 1 : 0);
}

/* The ranks of what suggestion_of_attack() and suggestion_of_move() make of @action. */
int suggestion_rank_of_attack(const LogicSet *logics, const Percept *percept, int action);
int suggestion_rank_of_eventful_move(const LogicSet *logics, const Percept *percept, int action);

static inline int suggestion_rank_of_move(const LogicSet *logics, const Percept *percept,
                                          int action)
{
    const Action *move = &percept->actions[action];

    /* Most moves meet nobody: nothing to gain and nothing to lose. */
    if (move->targets == 0 && move->exposure.cheapest == 0 &&
        !logic_is_on(logics, LOGIC_WHOLE_THREAT))
        return percept->knows_any_place ? 2 * move->place : 0;
    return suggestion_rank_of_eventful_move(logics, percept, action);
}

/* Whether @suggestion, a move, attacks the king from a square where nothing is lost. */
bool suggestion_is_safe_check(const LogicSet *logics, const Percept *percept,
                              const Suggestion *suggestion);
