#include "agents/percept.h"

Bitboard percept_squares_of(const Percept *percept, AgentSet set)
{
    Bitboard squares = 0;

    for (AgentSet rest = set; rest; rest &= rest - 1)
        squares |= bitboard_of(percept->agents[__builtin_ctz(rest)].square);
    return squares;
}

static bool can_capture(const Percept *percept)
{
    for (int i = 0; i < percept->action_count; i++)
        if (percept->actions[i].captured > 0)
            return true;
    return false;
}

void percept_keep_captures(Percept *percept)
{
    int count = 0;

    if (!can_capture(percept))
        return;
    for (int i = 0; i < percept->agent_count; i++) {
        Agent *agent = &percept->agents[i];
        const int first = count;
        for (int action = agent->first_action; action < agent->first_move; action++)
            if (percept->actions[action].captured > 0)
                percept->actions[count++] = percept->actions[action];
        agent->first_action = first;
        agent->first_move = agent->end_action = count;
    }
    percept->action_count = count;
}
