#include "agents/agent.h"

#include "agents/logics.h"
#include "agents/team.h"

int agent_loss(const Percept *percept, int agent)
{
    const Agent *self = &percept->agents[agent];
    const OutsideReport *outside = team_outside(percept, agent);

    return outside != NULL ? outside->loss
                           : threat_loss(&percept->logics, self->value, self->exposure);
}

/* The same as suggestion_of_move(), sooner: most moves meet no piece, and without whole-threat
 * there is nothing to gain and nothing to lose then. */
static inline Suggestion judge_move(const Percept *percept, int action)
{
    const Action *move = &percept->actions[action];

    if (action_meets_nobody(move) && !percept_has(percept, LOGIC_WHOLE_THREAT))
        return (Suggestion){action, 0, false, percept->knows_any_place ? move->place : 0};
    return suggestion_of_move(percept, action);
}

/* Weighs the actions of @agent in @set, attacks or moves that are alike. With a recorder the others
 * are asked about every action, without one only about those that could be suggested: asking
 * changes nothing. */
static inline void weigh(Order *order, int agent, ActionSet set, bool attacks, Equals *equals)
{
    const int first = order->percept->agents[agent].first_action + __builtin_ctzll(set);
    const Suggestion one =
        attacks ? suggestion_of_attack(order->percept, first) : judge_move(order->percept, first);
    const int rank = suggestion_rank(&order->percept->logics, &one);
    const bool is_worse = equals->actions && rank < equals->rank;
    ActionSet allowed;

    if (is_worse && order->recorder == NULL)
        return;
    allowed = consideration_allowed(order, agent, set);
    if (is_worse || !allowed)
        return;
    if (equals->actions && rank == equals->rank)
        equals->actions |= allowed;
    else
        *equals = (Equals){allowed, rank, one};
}

/* Writes the names of @targets to @out_names and returns how many they are. */
static int name_targets(const Percept *percept, TargetSet targets,
                        AgentName out_names[static PERCEPT_MAX_TARGETS])
{
    int count = 0;

    for (TargetSet rest = targets; rest; rest &= rest - 1) {
        const int target = target_set_first(rest);
        out_names[count++] =
            (AgentName){percept->targets[target].type, percept_target_square(percept, target)};
    }
    return count;
}

/* Writes the moves of the actions of @self in @set to @out_moves and returns how many they are. */
static int list_moves(const Order *order, const Agent *self, ActionSet set, Move *out_moves)
{
    int count = 0;

    for (ActionSet rest = set; rest; rest &= rest - 1)
        out_moves[count++] = order_move(order, self->first_action + __builtin_ctzll(rest));
    return count;
}

/* Storage of the lists of a proposal. */
typedef struct {
    Move moves[PERCEPT_MAX_ACTIONS];
    AgentName planned_on[PERCEPT_MAX_TARGETS];
    Parts parts;
} ProposalLists;

/* The moves of @equals as a proposal, with the parts and the planned attack of the first. */
static Proposal make_proposal(const Order *order, const Agent *self, const Equals *equals,
                              bool attacks, ProposalLists *out_lists)
{
    const int count = list_moves(order, self, equals->actions, out_lists->moves);
    const int first = self->first_action + (count > 0 ? __builtin_ctzll(equals->actions) : 0);
    Proposal proposal;

    if (count == 0)
        return (Proposal){.move = MOVE_NONE};
    out_lists->parts.count = 0; /* of a program's worth the parts are not known */
    if (team_outside(order->percept, (int)(self - order->percept->agents)) == NULL)
        agent_worth(order, first, &out_lists->parts);
    proposal = proposal_of(out_lists->moves[0], agent_candidate(attacks, equals->one.planned),
                           equals->one.profit + equals->one.place, &out_lists->parts);
    proposal.equal_count = count;
    proposal.equals = out_lists->moves;
    proposal.planned_on = out_lists->planned_on;
    if (equals->one.planned)
        proposal.planned_count =
            name_targets(order->percept, suggestion_planned_targets(order->percept, first),
                         out_lists->planned_on);
    return proposal;
}

/* Tells what is known of the agent's threat, its attackers and defenders, also where its exposure
 * is what exchanges leave of it; and @report, unless that is NULL. */
static void tell_report(const Order *order, int agent, const Report *report)
{
    const Percept *percept = order->percept;
    const Agent *self = &percept->agents[agent];
    const Exposure exposure = percept_exposure_without(percept, agent, 0, agent);
    ProposalLists attacks, moves;
    Move disregarded[PERCEPT_MAX_ACTIONS];
    AgentName attackers[PERCEPT_MAX_TARGETS], unseen[PERCEPT_MAX_TARGETS];
    Message message = {.kind = MESSAGE_REPORT,
                       .sender = order_agent_name(order, agent),
                       .receiver = AGENT_MASTER,
                       .attackers =
                           name_targets(percept, percept_attackers(percept, agent), attackers),
                       .attacked_by = attackers,
                       .cheapest_attacker = exposure.cheapest,
                       .defended = exposure.defended,
                       .is_lost = !team_reports(percept, agent),
                       .is_outside = team_outside(percept, agent) != NULL,
                       .loss = agent_loss(percept, agent),
                       .has_actions = report != NULL,
                       .unseen = unseen,
                       .disregarded = disregarded};

    if (report != NULL) {
        message.unseen_count =
            name_targets(percept, percept->all_targets & ~percept_seen(percept, agent), unseen);
        message.attack = make_proposal(order, self, &report->attack, true, &attacks);
        message.move = make_proposal(order, self, &report->move, false, &moves);
        if (order->consults)
            message.disregarded_count =
                list_moves(order, self, order->barred[agent] & ~order->refused[agent], disregarded);
    }
    recorder_tell(order->recorder, &message);
}

void agent_tell_order(const Order *order, int agent, bool may_ask)
{
    const Message message = {.kind = MESSAGE_ORDER,
                             .sender = AGENT_MASTER,
                             .receiver = order_agent_name(order, agent),
                             .may_ask = may_ask};

    recorder_tell(order->recorder, &message);
}

int agent_worth(const Order *order, int action, Parts *out_parts)
{
    const Percept *percept = order->percept;
    const Suggestion suggestion = suggestion_in_parts(percept, action, out_parts);
    const int net = suggestion_net(percept, &suggestion);
    int remaining = 0;

    if (order->most == 0 || percept_has(percept, LOGIC_WHOLE_THREAT))
        return suggestion.profit + suggestion.place;
    /* A master that does not weigh it whole subtracts the loss that it does not prevent. */
    if (net < suggestion.profit && out_parts != NULL)
        parts_keep(out_parts, ~(1U << PART_PLAN));
    if (order->worst != NO_AGENT && percept->actions[action].agent != order->worst)
        remaining = parts_add(out_parts, PART_REMAINING, -order->worst_loss,
                              percept->agents[order->worst].square);
    return net + suggestion.place + remaining;
}

static inline int worth_of(const Order *order, int action, int floor)
{
    if (order->imagined != NULL)
        percept_find_place(order->imagined, action);
    return percept_has(order->percept, LOGIC_WHOLE_THREAT)
               ? suggestion_worth_above(order->percept, action, floor)
               : agent_worth(order, action, NULL);
}

void agent_judge(const Order *order, int agent, ActionSet set, Suggestions *suggestions)
{
    const int first = order->percept->agents[agent].first_action;
    const bool tells = order->recorder != NULL && percept_has(order->percept, LOGIC_WHOLE_THREAT);

    for (ActionSet rest = set & ~order->refused[agent];
         rest && suggestions_best(suggestions) < order->enough; rest &= rest - 1) {
        const int action = first + __builtin_ctzll(rest);
        const int least = suggestions_floor(suggestions, order->most);
        const int worth = worth_of(order, action, MAX(least, agent_floor(order, suggestions)));
        if (tells)
            consideration_tell(order, action);
        if (worth > least)
            suggestions_insert(suggestions, action, worth, order->most);
    }
}

/* The best of @suggestions that are attacks, or moves. */
static Equals find_equals(const Percept *percept, const Suggestions *suggestions, bool attacks)
{
    Equals equals = {.actions = 0};

    for (int i = 0; i < suggestions->count; i++) {
        const int action = suggestions->suggestion[i].action;
        const int worth = suggestions->suggestion[i].worth;
        if (action_is_attack(percept, action) != attacks)
            continue;
        if (!equals.actions)
            equals.one = (Suggestion){.action = action, .profit = worth};
        if (worth == equals.one.profit)
            equals.actions |= percept_only(percept, action);
    }
    return equals;
}

/* Reports the best actions by worth. */
static void report_best(const Order *order, int agent, Report *out_report)
{
    const Agent *self = &order->percept->agents[agent];
    const int surest = order->surest;
    Suggestions *best = &out_report->best;
    ActionSet rest = agent_attacks(self) | agent_moves(self);

    best->count = 0;
    if (surest != NO_ACTION && order->percept->actions[surest].agent == agent) {
        agent_judge(order, agent, percept_only(order->percept, surest), best);
        rest &= ~percept_only(order->percept, surest);
    }
    agent_judge(order, agent, rest, best);
    for (const int floor = agent_floor(order, best);
         best->count > 0 && best->suggestion[best->count - 1].worth <= floor;)
        best->count--;
    if (order->recorder != NULL) {
        out_report->attack = find_equals(order->percept, best, true);
        out_report->move = find_equals(order->percept, best, false);
    }
}

static void weigh_all(Order *order, int agent, Report *report)
{
    const Agent *self = &order->percept->agents[agent];
    /* A recorder hears of each action in its turn. */
    const ActionSet alike = order->recorder == NULL ? self->alike : 0;

    for (ActionSet rest = agent_attacks(self); rest; rest &= rest - 1)
        weigh(order, agent, rest & -rest, true, &report->attack);
    if (alike)
        weigh(order, agent, alike, false, &report->move);
    for (ActionSet rest = agent_moves(self) & ~alike; rest; rest &= rest - 1)
        weigh(order, agent, rest & -rest, false, &report->move);
}

/* Takes what another program has said, as far as it may be suggested. */
static Equals take_outside(Order *order, int agent, Equals said)
{
    said.actions = consideration_allowed(order, agent, said.actions);
    said.rank = suggestion_rank(&order->percept->logics, &said.one);
    return said;
}

void agent_report(Order *order, int agent, Report *out_report)
{
    const OutsideReport *said = team_outside(order->percept, agent);

    out_report->attack.actions = out_report->move.actions = 0;
    if (order->recorder != NULL)
        agent_tell_order(order, agent, false);
    if (order->most > 0) {
        report_best(order, agent, out_report);
    } else if (said != NULL) {
        out_report->attack = take_outside(order, agent, said->attack);
        out_report->move = take_outside(order, agent, said->move);
    } else {
        weigh_all(order, agent, out_report);
    }
    if (order->recorder != NULL)
        tell_report(order, agent, out_report);
}

void agent_tell_threat(const Order *order, int agent)
{
    agent_tell_order(order, agent, false);
    tell_report(order, agent, NULL);
}
