/* A master that deliberates: what it thinks with, and the steps of its course that drawing a
 * decision, adding up its shares and following one of its actions have in common. Private to
 * master/. */
#pragma once

#include "agents/team.h"
#include "master/foresight.h"
#include "master/master.h"

/* The state of a master's deliberation. */
typedef struct {
    Order order;
    Council council;
    Weighing weighing; /* only if it weighs actions whole or looks ahead */
    AgentSet worst;    /* the most threatened agents, which lose the same */
    AgentSet threatened;
    bool is_mate;           /* something gives mate: nothing else is weighed */
    bool has_heard;         /* the reports of its agents, without what it has refused */
    Candidates chosen_from; /* by a decision; only with a recorder */
} Mind;

static inline bool mind_foresees(const Mind *mind)
{
    return logic_any_is_on(mind->order.logics, ORDER_FORESIGHT);
}

/* Perceives the threats, and whether something gives mate. */
void mind_open(Mind *mind, const Percept *percept, const Recorder *recorder);

/* Turns to @worst, one of the most threatened agents, or to NO_AGENT. */
void mind_turn_to(Mind *mind, int worst);

/* The agents report, the most threatened asks for help, and the master compares what they suggest:
 * those are the prospects. Returns whether there are any. What agents report does not depend on
 * which of the most threatened it is. */
bool mind_choose(Mind *mind);

/* Why the master refuses @action; OBJECTION_NONE: it does not. Only with mate-hunt does it refuse
 * any, and no mate. */
Objection mind_objection(const Mind *mind, int action);

/* Refuses @action. */
void mind_refuse(Mind *mind, int action);

/* The possible decisions after one round of reports. */
typedef struct {
    double chance[PERCEPT_MAX_ACTIONS]; /* of each action, in parts of the sum; 0: it may not be */
    int objection[PERCEPT_MAX_ACTIONS]; /* how much speaks against it; set only if it may be */
    int least;                          /* the least of that */
    bool has_refused;                   /* something was refused before */
} Round;

#define NO_ROUND ((Round){.least = OBJECTION_COUNT})

/* Goes on from @round, at first NO_ROUND, to the next one, without what the rounds before it
 * suggested; false, and nothing is refused any more: nothing speaks against some action, or nothing
 * is left. */
bool mind_next_round(Mind *mind, Round *round);

/* master_list_shares() of the same board as agents with @logics perceive it. */
int mind_list_shares_with(const Percept *percept, const LogicSet *logics,
                          Share out_shares[static PERCEPT_MAX_ACTIONS]);
