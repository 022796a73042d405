#include "master/beyond/alone.h"

#include "agents/beyond/minds.h"
#include "agents/logics.h"
#include "master/master.h"

int alone_loss(const Percept *percept, int agent)
{
    const Agent *self = &percept->agents[agent];

    return master_fears_losses(percept) ? loss_of(percept, self->value, self->exposure) : 0;
}

bool alone_sees_profit(const Percept *percept, int agent)
{
    const Agent *self = &percept->agents[agent];

    for (int i = self->first_action; i < self->first_move; i++)
        if (mind_worth(percept, i, NULL).profit > 0)
            return true;
    return false;
}

/* Lets @agent alone report, with what @worst would lose. */
static void collect_report(const Percept *percept, int agent, int worst, Order *out_order,
                           Table *out_table)
{
    order_begin(out_order, percept, NULL, mind_of(percept));
    out_order->worst = worst;
    out_order->worst_loss = worst != NO_AGENT ? alone_loss(percept, worst) : 0;
    out_table->has_asked = false;
    master_collect_reports(out_order, (AgentSet)1 << agent, out_table->reports);
}

/* With whole-threat, actions are compared by their worth alone. */
static int choose_by_worth(const Order *order, int agent, const Report *report, Chance *chance)
{
    const Suggestion *attack = &report->attack, *move = &report->move;
    const bool prefers_attack =
        attack->actions && (!move->actions || attack->worth.profit >= move->worth.profit);
    Equals best = {.is_one_draw = false};

    best.of[agent] = prefers_attack ? attack->actions : move->actions;
    return equals_draw(&best, order->percept, chance);
}

/* The action of @agent; NO_ACTION, without a draw: it can do nothing. */
static int choose_action(Order *order, int agent, Table *table, Random *random)
{
    const Percept *percept = order->percept;
    const Report *report = &table->reports[agent];
    const bool compares_worths = percept_has(percept, LOGIC_WHOLE_THREAT);
    const bool is_solved = !compares_worths && master_compares_nets(order) && table->has_asked &&
                           equals_first(&table->solution.equals, percept) != NO_ACTION;
    Chance chance;
    const Candidate *row;

    if (!report->attack.actions && !report->move.actions && !is_solved)
        return NO_ACTION;
    chance = chance_thrown(random_next(random));
    if (compares_worths)
        return choose_by_worth(order, agent, report, &chance);
    master_choose(order, false, &chance, table);
    row = master_draw_row(table, &chance);
    return row != NULL ? equals_draw(&row->equals, percept, &chance) : NO_ACTION;
}

static int gain_of(const Percept *percept, int action)
{
    const Worth worth = mind_worth(percept, action, NULL);

    return worth_gain(percept, action, &worth);
}

/* A loss that others may still prevent. */
static bool needs_help(const Order *order, int worth)
{
    static const uint32_t asking = 1U << LOGIC_ATTACK_REQUEST | 1U << LOGIC_DEFENCE_REQUEST |
                                   1U << LOGIC_RESTRICTED_DEFENCE_REQUEST;

    return order->worst_loss > 0 && worth < 0 && logic_any_is_on(&order->percept->logics, asking);
}

Resolve alone_decide(const Percept *percept, Random *random, int agent)
{
    Order order;
    Table table;
    int action, worth;

    collect_report(percept, agent, alone_loss(percept, agent) > 0 ? agent : NO_AGENT, &order,
                   &table);
    action = choose_action(&order, agent, &table, random);
    if (action == NO_ACTION)
        return (Resolve){.move = MOVE_NONE, .needs_help = needs_help(&order, -1)};
    worth = gain_of(percept, action);
    return (Resolve){order_move(&order, action), worth + order.worst_loss,
                     needs_help(&order, worth)};
}

Resolve alone_answer(const Percept *percept, Random *random, int agent, int threatened)
{
    Order order;
    Table table;
    int action;

    collect_report(percept, agent, threatened, &order, &table);
    if (order.worst_loss == 0)
        return (Resolve){.move = MOVE_NONE};
    request_help(&order, (AgentSet)1 << agent,
                 percept_has(percept, LOGIC_DEFENCE_REQUEST) ||
                     percept_has(percept, LOGIC_RESTRICTED_DEFENCE_REQUEST),
                 &table.solution);
    table.has_asked = true;
    table.reports[agent].move.actions = 0;
    action = choose_action(&order, agent, &table, random);
    if (action == NO_ACTION)
        return (Resolve){.move = MOVE_NONE};
    return (Resolve){.move = order_move(&order, action),
                     .gain = equals_have(&table.solution.equals, percept, action)
                                 ? table.solution.net + order.worst_loss
                                 : gain_of(percept, action)};
}
