#include "agents/consideration.h"

static void tell_consult(const Order *order, int action)
{
    const Message message = {.kind = MESSAGE_CONSULT,
                             .sender =
                                 order_agent_name(order, order->percept->actions[action].agent),
                             .receiver = AGENT_ALL,
                             .action = order_move(order, action)};

    recorder_tell(order->recorder, &message);
}

/* Only an agent that is worse off by the action and loses something answers. */
static void tell_answer(const Order *order, int action, int agent, int loss)
{
    const Message message = {.kind = MESSAGE_ANSWER,
                             .sender = order_agent_name(order, agent),
                             .receiver =
                                 order_agent_name(order, order->percept->actions[action].agent),
                             .action = order_move(order, action),
                             .loss = loss};

    if (loss > 0)
        recorder_tell(order->recorder, &message);
}

/* Whether an agent that would lose @loss speaks against an action: always; or if it is worse off
 * than now. */
static bool speaks(const Order *order, int agent, int loss)
{
    const Agent *self = &order->percept->agents[agent];

    return !reading_is_on(order->logics, READING_ANY_WORSE_DISREGARDED) ||
           loss > threat_loss(order->logics, self->value, self->exposure);
}

/* The greatest loss among the agents that speak against @action. Those that are not worse off after
 * it lose no more than the worst threatened agent anyway. */
static int greatest_answer(const Order *order, int action)
{
    Threatened threatened[PERCEPT_MAX_AGENTS];
    const int count = percept_threatened_after(order->percept, action, order->bearable, threatened);
    int greatest = 0;

    if (order->recorder != NULL)
        tell_consult(order, action);
    for (int i = 0; i < count; i++) {
        const int agent = threatened[i].agent;
        const int loss =
            threat_loss(order->logics, order->percept->agents[agent].value, threatened[i].exposure);
        if (order->recorder != NULL)
            tell_answer(order, action, agent, loss);
        if (speaks(order, agent, loss))
            greatest = MAX(greatest, loss);
    }
    return greatest;
}

/* Whether @action, an attack or a safe check that counts as one, gains more than @answer. */
static bool is_worth_it(const Order *order, int action, int answer)
{
    Suggestion move;

    if (action_is_attack(order->percept, action))
        return suggestion_of_attack(order->logics, order->percept, action).profit > answer;
    if (!reading_is_on(order->logics, READING_CHECKS_OVERRULE))
        return false;
    move = suggestion_of_move(order->logics, order->percept, action);
    return suggestion_is_safe_check(order->logics, order->percept, &move) && move.profit > answer;
}

/* What others may lose by an action. */
static int bearable(const Order *order)
{
    return reading_is_on(order->logics, READING_ANY_WORSE_DISREGARDED) ? 0 : order->worst_loss;
}

bool consideration_allows(Order *order, int action)
{
    uint8_t *verdict;

    if (!order->screens)
        return true;
    verdict = &order->verdict[action];
    if (*verdict == VERDICT_OPEN && !order->consults)
        return true;
    if (*verdict == VERDICT_OPEN) {
        const int answer = greatest_answer(order, action);
        *verdict = answer <= bearable(order) || is_worth_it(order, action, answer)
                       ? VERDICT_ALLOWED
                       : VERDICT_DISREGARDED;
    }
    return *verdict == VERDICT_ALLOWED;
}
