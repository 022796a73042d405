/* The order of the MasterAgent to its agents, to evaluate their position. */
#pragma once

#include "agents/logic.h"
#include "agents/message.h"
#include "agents/percept.h"

#define NO_AGENT (-1)
#define NO_MARGIN (8 * PIECE_KING_VALUE) /* more than two actions can differ by */

typedef struct {
    const Percept *percept;
    const Recorder *recorder; /* or NULL */

    int asked; /* how many answers agents have been asked for so far, whether recorded or not: a
                  report of each agent; with defence consideration one of each other agent on every
                  action; and one of each helper on a request */

    int worst;      /* the agent whose loss an action of another one does not prevent; NO_AGENT if
                       losses are weighed otherwise */
    int worst_loss; /* what the most threatened agent loses; 0 if none is threatened */
    AgentSet threatened; /* the agents that lose something where they stand */
    int bearable;  /* when agents ask each other, one that loses no more need not answer; -1: all
                      answer, as a recorder listens or agents may lose more where they stand */
    bool consults; /* agents ask each other before they suggest anything */

    /* Where a master compares actions by one figure an agent reports the best of its actions, each
     * with its worth: */
    int most;   /* at most so many; 0: its best attacks and its best moves instead */
    int floor;  /* only what is worth more; INT_MIN: any */
    int margin; /* only what is worth no more than this less than its best */
    int enough; /* if an action is worth as much, others need not be judged */
    int surest; /* the action that is judged first, as it is surely worth most; or NO_ACTION */
    Percept *imagined; /* @percept, if it is of an imagined board: its places are found as they are
                          needed; or NULL */

    /* Of each agent: */
    ActionSet refused[PERCEPT_MAX_AGENTS]; /* what the master wants to hear no more of */
    ActionSet settled[PERCEPT_MAX_AGENTS]; /* what need not be asked about any more */
    ActionSet barred[PERCEPT_MAX_AGENTS];  /* what is not suggested: it is refused, or disregarded
                                              for what others have answered */
} Order;

static inline AgentName order_agent_name(const Order *order, int agent)
{
    return (AgentName){order->percept->agents[agent].type, order->percept->agents[agent].square};
}

/* The agent of @action. */
static inline AgentName order_actor(const Percept *percept, int action)
{
    const Agent *agent = &percept->agents[percept->actions[action].agent];

    return (AgentName){agent->type, agent->square};
}

/* Tells the recorder @message, about @action or NO_ACTION, of @sender to all, with the agents that
 * do not get it: those too far away, and those for which it is lost. */
void order_tell_all(const Order *order, Message message, int sender, int action);

static inline Move order_move(const Order *order, int action)
{
    return order->percept->actions[action].move;
}

/* Begins a decision in which nothing is asked or refused yet; the caller sets the threats. */
static inline void order_begin(Order *order, const Percept *percept, const Recorder *recorder)
{
    *order = (Order){.percept = percept,
                     .recorder = recorder,
                     .worst = NO_AGENT,
                     .floor = INT_MIN,
                     .margin = NO_MARGIN,
                     .enough = INT_MAX,
                     .surest = NO_ACTION};
}

static inline bool order_refuses(const Order *order, int action)
{
    return (order->refused[order->percept->actions[action].agent] &
            percept_only(order->percept, action)) != 0;
}

static inline void order_refuse(Order *order, int action)
{
    order->refused[order->percept->actions[action].agent] |= percept_only(order->percept, action);
}
