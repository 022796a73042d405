#include "agents/beyond/minds.h"

#include "agents/beyond/whole_threat.h"
#include "agents/logics.h"
#include "agents/request.h"

/* Double attacks: the plan that remains if the opponent saves the target of the best one, 0 if it
 * alone gains. */
static void plan_for_second(const Percept *percept, int action, Worth *worth, Parts *parts)
{
    const TargetSet best = worth_planned_targets(percept, action);
    int second = 0;

    if (bitboard_has_several(best))
        return;
    for (TargetSet others = worth_plan_targets(percept, action) & ~best; others;
         others &= others - 1)
        second = MAX(second, worth_of_plan(percept, action, target_set_first(others)));
    worth->profit = second;
    worth->planned = second > 0 || percept_has(percept, LOGIC_MOVE_ATTACK);
    if (parts != NULL && second == 0)
        parts_keep(parts, ~(1U << PART_PLAN));
    for (int i = 0; parts != NULL && i < parts->count; i++)
        if (parts->part[i].kind == PART_PLAN)
            parts->part[i].amount = second;
}

/* Losing wins: what is gained is a loss, and a planned attack is a capture that may be forced, and
 * no plan. */
static void turn_sign(Worth *worth, Parts *parts)
{
    worth->profit = -worth->profit;
    worth->planned = false;
    for (int i = 0; parts != NULL && i < parts->count; i++)
        if (!(PARTS_OF_TERMS >> parts->part[i].kind & 1))
            parts->part[i].amount = -parts->part[i].amount;
}

Worth mind_worth(const Percept *percept, int action, Parts *out_parts)
{
    Worth worth;

    if (percept_has(percept, LOGIC_WHOLE_THREAT)) {
        if (out_parts != NULL)
            out_parts->count = 0;
        return (Worth){.profit = whole_worth(percept, action, out_parts)};
    }
    worth = worth_of(percept, action, out_parts);
    if (percept_has(percept, LOGIC_DOUBLE_ATTACK) && worth.planned && worth.profit > 0)
        plan_for_second(percept, action, &worth, out_parts);
    if (percept_reads(percept, READING_LOSING_WINS))
        turn_sign(&worth, out_parts);
    return worth;
}

int mind_single_worth(const Percept *percept, int action, int worst, int worst_loss,
                      Parts *out_parts)
{
    const Worth worth = mind_worth(percept, action, out_parts);
    const int gain = worth_gain(percept, action, &worth);
    int remaining = 0;

    if (percept_has(percept, LOGIC_WHOLE_THREAT))
        return worth.profit;
    if (gain < worth.profit && out_parts != NULL)
        parts_keep(out_parts, ~(1U << PART_PLAN));
    /* Without whole-threat, actions of other agents do not prevent the greatest loss. */
    if (worst != NO_AGENT && percept->actions[action].agent != worst)
        remaining =
            parts_add(out_parts, PART_REMAINING, -worst_loss, percept->agents[worst].square);
    return gain + worth.terms + remaining;
}

bool mind_has_single_worths(const Percept *percept)
{
    return logic_any_is_on(&percept->logics, 1U << LOGIC_WHOLE_THREAT | 1U << LOGIC_LOOK_AHEAD);
}

static Worth worth(const Order *order, int action, Parts *out_parts)
{
    const int worst = order->worst_ones ? __builtin_ctz(order->worst_ones) : NO_AGENT;

    if (!mind_has_single_worths(order->percept))
        return mind_worth(order->percept, action, out_parts);
    return (Worth){
        .profit = mind_single_worth(order->percept, action, worst, order->worst_loss, out_parts)};
}

/* Exchanges: a capture of an attacker helps, and a move that makes the loss smaller, however it
 * does so. */
static int remaining(const Order *order, int action, Exposure *out_own)
{
    const Percept *percept = order->percept;
    const Action *done = &percept->actions[action];
    const bool is_attack = action_is_attack(percept, action);
    const int target = percept_target_captured(percept, action);
    int loss;

    if (!percept_has(percept, LOGIC_EXCHANGE))
        return request_remaining(order, action, out_own);
    if (is_attack ? target == NO_TARGET || !(percept_attackers(percept, order->worst) >> target & 1)
                  : done->is_promotion)
        return NO_HELP;
    if (!is_attack && percept->board->beyond->may_help != NULL &&
        !percept->board->beyond->may_help(percept, order->worst, action))
        return NO_HELP;
    if (!is_attack)
        *out_own = done->exposure;
    loss = loss_of(percept, percept->agents[order->worst].value,
                   percept->board->beyond->exposure_after(percept, order->worst, action));
    return is_attack || loss < order->worst_loss ? loss : NO_HELP;
}

const Mind *mind_of(const Percept *percept)
{
    static const Mind beyond = {
        .worth = worth, .loss = agent_loss_after, .remaining = remaining, .report = agent_report};

    return percept->logics.logics & ~logics_of_thesis() ||
                   percept_reads(percept, READING_LOSING_WINS)
               ? &beyond
               : &MIND_OF_THESIS;
}
