#include "master/refusal.h"

static bool is_ahead_after(const Order *order, int action)
{
    const int balance = order->percept->board->balance(order->percept);
    const int ahead = reading_is_on(order->logics, READING_LOSING_WINS) ? -balance : balance;

    return ahead + suggestion_gain(order->percept, action) >
           logic_weights(order->logics)->of[LOGIC_WEIGHT_AHEAD];
}

/* Whether a side with a lead loses much of it by @action. A master that weighs actions whole has
 * seen that already. */
static bool wastes_lead(const Order *order, int action)
{
    Outlook outlook;

    if (logic_is_on(order->logics, LOGIC_WHOLE_THREAT) || !percept_keeps_lead(order->percept))
        return false;
    order->percept->board->outlook(order->percept, action, NULL, &outlook);
    return suggestion_best_threat(order->percept, &outlook) -
               suggestion_gain(order->percept, action) >
           logic_weights(order->logics)->of[LOGIC_WEIGHT_BEARABLE];
}

Objection refusal_find(const Order *order, int action)
{
    const Percept *percept = order->percept;
    const bool is_of_three = percept_is_of_three(percept);

    if (!logic_is_on(order->logics, LOGIC_MATE_HUNT))
        return OBJECTION_NONE;
    if (!is_of_three && percept->board->allows_mate(percept, action, PERCEPT_MATE_MOVES))
        return percept->board->allows_mate(percept, action, 1) ? OBJECTION_MATE
                                                               : OBJECTION_MATE_BY_CHECKS;
    if (!is_ahead_after(order, action))
        return OBJECTION_NONE;
    if (!is_of_three && percept->board->stalemates(percept, action))
        return OBJECTION_STALEMATE;
    if (percept_returns(percept, action) || percept_lets_repeat(percept, action))
        return OBJECTION_REPETITION;
    return wastes_lead(order, action) ? OBJECTION_LEAD : OBJECTION_NONE;
}
