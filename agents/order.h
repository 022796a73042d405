/* What the MasterAgent hands its agents with the order to evaluate their position. */
#pragma once

#include "agents/logic.h"
#include "agents/message.h"
#include "agents/percept.h"

typedef struct {
    const LogicSet *logics;
    const Percept *percept;
    const Recorder *recorder; /* or NULL */

    int asked; /* how many answers agents have been asked for so far, whether recorded or not: a
                  report of each agent; with defence consideration one of each other agent on every
                  action; and one of each helper on a request */

    int worst_loss; /* what the worst threatened agent loses; 0 if none is threatened */
    int bearable;   /* when agents ask each other, one that loses no more need not answer; -1: all
                       answer, as somebody listens or agents may lose more where they stand */
    bool consults;  /* agents ask each other before they suggest anything */

    /* Of each agent: */
    ActionSet refused[PERCEPT_MAX_AGENTS]; /* what the master wants to hear no more of */
    ActionSet settled[PERCEPT_MAX_AGENTS]; /* what nobody need be asked about any more */
    ActionSet barred[PERCEPT_MAX_AGENTS];  /* what is not suggested: it is refused, or disregarded
                                              for what others have answered */
} Order;

static inline AgentName order_agent_name(const Order *order, int agent)
{
    return (AgentName){order->percept->agents[agent].type, order->percept->agents[agent].square};
}

static inline Move order_move(const Order *order, int action)
{
    return order->percept->actions[action].move;
}

static inline void order_refuse_nothing(Order *order)
{
    memset(order->refused, 0, sizeof order->refused);
}

static inline void order_refuse(Order *order, int action)
{
    order->refused[order->percept->actions[action].agent] |= percept_only(order->percept, action);
}
