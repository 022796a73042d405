#include "agents/agent.h"

#include "agents/consultation.h"
#include "agents/logics.h"
#include "agents/request.h"

void order_begin(Order *order, const Percept *percept, const Recorder *recorder, const Mind *mind)
{
    *order = (Order){.percept = percept, .recorder = recorder, .worst = NO_AGENT};
    for (int i = 0; i < percept->agent_count; i++)
        order->mind[i] = mind;
}

AgentSet order_reached(const Order *order, MessageKind kind, int sender, AgentSet receivers,
                       int action)
{
    const Channel *channel = order->channel;
    AgentSet reached = 0;

    if (channel == NULL)
        return receivers;
    for (AgentSet rest = receivers; rest; rest &= rest - 1) {
        const int receiver = __builtin_ctz(rest);
        if (channel->hears(order, receiver, sender) &&
            !channel->loses(order, kind, sender, receiver, action))
            reached |= rest & -rest;
    }
    return reached;
}

/* Levels 1 and 2: losses */

int loss_of(const Percept *percept, int value, Exposure exposure)
{
    if (exposure.cheapest == 0)
        return 0;
    if (!percept->considers_backup || !exposure.defended)
        return value;
    return MAX(0, value - exposure.cheapest);
}

int agent_loss_after(const Order *order, int agent, G_GNUC_UNUSED int action, Exposure exposure)
{
    return loss_of(order->percept, order->percept->agents[agent].value, exposure);
}

/* Levels 1 and 2: attacks */

/* What can be lost where @action ends, as a negative gain. As in the functions below, parts are
 * added to @parts, unless that is NULL. */
static int danger_of(const Percept *percept, int action, Parts *parts)
{
    const Action *done = &percept->actions[action];

    if (done->exposure.cheapest == 0)
        return 0;
    return parts_add(parts, PART_LOSS, -loss_of(percept, done->value, done->exposure),
                     percept_destination(percept, action));
}

/* Level 2: "The possible threat at the square the agent can attack to is added to the estimated
 * profit of the action." */
static int profit_of_attack(const Percept *percept, int action, Parts *parts)
{
    const Action *attack = &percept->actions[action];
    const int target = percept_target_captured(percept, action);
    int profit =
        parts_add(parts, PART_GAIN, attack->captured,
                  target != NO_TARGET ? percept_target_square(percept, target) : NO_SQUARE);

    profit += parts_add(parts, PART_PROMOTION, attack->value - percept->agents[attack->agent].value,
                        percept_destination(percept, action));
    return percept_has(percept, LOGIC_BACKUP) ? profit + danger_of(percept, action, parts) : profit;
}

/* Levels 1 to 3: moves and the attacks planned after them */

/* Level 1: moves are compared by "the most valuable opponent piece it might be able to attack
 * next". */
int worth_of_plan(const Percept *percept, int action, int target)
{
    const int value = percept->agents[percept->actions[action].agent].value;
    const int gain = percept->targets[target].value;

    if (!percept->considers_backup)
        return gain;
    return gain - loss_of(percept, value, percept->board->exposed_in_plan(percept, action, target));
}

/* Level 2: losses count, but not yet those of a move before its attack. Some readings change it. */
static bool has_backup_alone(const Percept *percept)
{
    return percept_has(percept, LOGIC_BACKUP) && !percept_has(percept, LOGIC_MOVE_ATTACK);
}

TargetSet worth_plan_targets(const Percept *percept, int action)
{
    TargetSet spared = percept->spared_targets;

    if (has_backup_alone(percept) && !percept_reads(percept, READING_LEVEL_2_HUNTS_KING))
        spared |= percept->king_targets;
    return percept->actions[action].targets & ~spared;
}

#define NO_PLAN INT_MIN

/* The greatest gain of a plan, or NO_PLAN; and the targets by which it is gained. */
static int best_plan(const Percept *percept, int action, TargetSet *out_targets)
{
    int best = NO_PLAN;

    *out_targets = 0;
    for (TargetSet rest = worth_plan_targets(percept, action); rest; rest &= rest - 1) {
        const int gain = worth_of_plan(percept, action, target_set_first(rest));
        if (gain > best)
            *out_targets = 0;
        if (gain >= best)
            *out_targets |= rest & -rest;
        best = MAX(best, gain);
    }
    return best;
}

TargetSet worth_planned_targets(const Percept *percept, int action)
{
    TargetSet targets;

    best_plan(percept, action, &targets);
    return targets;
}

/* The profit of a move by the attack that may follow it. Level 3: one that ends up equally goes
 * before a move without any. */
static int profit_of_plan(const Percept *percept, int action, bool *out_planned, Parts *parts)
{
    TargetSet targets;
    const int plan = best_plan(percept, action, &targets);
    const bool may_lose =
        has_backup_alone(percept) && percept_reads(percept, READING_LEVEL_2_PLANS_MAY_LOSE);

    *out_planned = plan > 0 || (plan == 0 && percept_has(percept, LOGIC_MOVE_ATTACK));
    if (plan == NO_PLAN || (!*out_planned && !may_lose))
        return 0;
    return parts_add(parts, PART_PLAN, plan,
                     percept_target_square(percept, target_set_first(targets)));
}

/* Level 3: "The possible attack profit is not considered if the square to move to before is
 * dangerous." */
static int profit_of_move(const Percept *percept, int action, bool *out_planned, Parts *parts)
{
    const int danger =
        percept_has(percept, LOGIC_MOVE_ATTACK) ? danger_of(percept, action, parts) : 0;

    *out_planned = false;
    if (danger != 0)
        return danger;
    if (has_backup_alone(percept) && percept_reads(percept, READING_LEVEL_2_SHUNS_CHECKS) &&
        percept->actions[action].targets & percept->king_targets)
        return parts_add(parts, PART_CHECK, -PIECE_KING_VALUE, NO_SQUARE);
    return percept->actions[action].targets ? profit_of_plan(percept, action, out_planned, parts)
                                            : 0;
}

static bool is_safe_check(const Percept *percept, int action)
{
    const Action *move = &percept->actions[action];

    return move->targets & percept->king_targets &&
           loss_of(percept, move->value, move->exposure) == 0;
}

Worth worth_of(const Percept *percept, int action, Parts *out_parts)
{
    Worth worth = {.planned = false};

    if (out_parts != NULL)
        out_parts->count = 0;
    if (action_is_attack(percept, action)) {
        worth.profit = profit_of_attack(percept, action, out_parts);
    } else {
        worth.profit = profit_of_move(percept, action, &worth.planned, out_parts);
        worth.safe_check =
            percept_has(percept, LOGIC_THREAT_MOVE) && is_safe_check(percept, action);
    }
    if (percept->terms != NULL)
        worth.terms = percept->terms(percept, action, out_parts);
    return worth;
}

int worth_rank(const Percept *percept, const Worth *worth)
{
    return 2 * (worth->profit + worth->terms) +
           (worth->planned && percept_has(percept, LOGIC_MOVE_ATTACK));
}

int worth_gain(const Percept *percept, int action, const Worth *worth)
{
    return action_is_attack(percept, action) || percept_reads(percept, READING_PLANS_COUNT)
               ? worth->profit
               : MIN(0, worth->profit);
}

bool worth_is_same(const Worth *one, const Worth *other)
{
    return one->profit == other->profit && one->terms == other->terms &&
           one->planned == other->planned && one->safe_check == other->safe_check;
}

/* The report */

/* Without a recorder, actions that are worse than the best one so far are skipped before the
 * consultation, which could not make them the best. */
void agent_report(Order *order, int agent, Report *out_report)
{
    const Percept *percept = order->percept;
    const Agent *self = &percept->agents[agent];
    int greatest[] = {INT_MIN, INT_MIN}; /* ranks of the attacks and of the moves */

    *out_report = (Report){.attack.actions = 0};
    for (int action = self->first_action; action < self->end_action; action++) {
        const bool is_move = action >= self->first_move;
        Suggestion *best = is_move ? &out_report->move : &out_report->attack;
        const Worth worth = order->mind[agent]->worth(order, action, NULL);
        const int rank = worth_rank(percept, &worth);
        const ActionSet only = (ActionSet)1 << (action - self->first_action);
        if (order->refused[agent] & only || (rank < greatest[is_move] && order->recorder == NULL) ||
            !consultation_allows(order, action) || rank < greatest[is_move])
            continue;
        if (rank > greatest[is_move])
            *best = (Suggestion){.worth = worth};
        else if (!worth_is_same(&worth, &best->worth))
            best->is_mixed = true;
        greatest[is_move] = rank;
        best->actions |= only;
    }
}

static Worth worth(const Order *order, int action, Parts *out_parts)
{
    return worth_of(order->percept, action, out_parts);
}

const Mind MIND_OF_THESIS = {
    .worth = worth,
    .loss = agent_loss_after,
    .remaining = request_remaining,
    .report = agent_report,
};
