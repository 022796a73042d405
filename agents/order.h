/* What the MasterAgent hands its agents with the order to evaluate their position. */
#pragma once

#include "agents/logic.h"
#include "agents/message.h"
#include "agents/percept.h"
#include "agents/random.h"

/* The result of the consultation on an action. */
typedef enum { VERDICT_OPEN, VERDICT_ALLOWED, VERDICT_DISREGARDED, VERDICT_REFUSED } Verdict;

typedef struct {
    const LogicSet *logics;
    const Percept *percept;
    Random *random;
    const Recorder *recorder; /* or NULL */

    int asked; /* how many answers agents have been asked for so far, whether recorded or not: a
                  report of each agent; with defence consideration one of each other agent on every
                  action; and one of each helper on a request */

    int worst_loss; /* what the worst threatened agent loses; 0 if none is threatened */
    int bearable;   /* when agents ask each other, one that loses no more need not answer; -1: all
                       answer, as somebody listens or agents may lose more where they stand */
    bool consults;  /* agents ask each other before they suggest anything */
    bool screens;   /* not every action may be suggested: @consults, or some are refused */
    uint8_t verdict[PERCEPT_MAX_ACTIONS]; /* of every action; only if @screens */
    int refused_count;                    /* actions that the master wants to hear no more of */
    uint16_t refused[PERCEPT_MAX_ACTIONS];
} Order;

static inline AgentName order_agent_name(const Order *order, int agent)
{
    return (AgentName){order->percept->agents[agent].type, order->percept->agents[agent].square};
}

static inline Move order_move(const Order *order, int action)
{
    return order->percept->actions[action].move;
}
