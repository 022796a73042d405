#include "agents/conversation.h"

#include "agents/logics.h"

void send_order(const Order *order, int agent, bool may_ask)
{
    if (order->recorder != NULL)
        recorder_send(order->recorder, &(Message){.kind = MESSAGE_ORDER,
                                                  .sender = AGENT_MASTER,
                                                  .receiver = order_agent_name(order, agent),
                                                  .may_ask = may_ask});
}

/* Names and moves */

static int name_agents(const Order *order, AgentSet agents,
                       AgentName out_names[static PERCEPT_MAX_AGENTS])
{
    int count = 0;

    for (; agents; agents &= agents - 1)
        out_names[count++] = order_agent_name(order, __builtin_ctz(agents));
    return count;
}

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

static int list_moves(const Order *order, int agent, ActionSet set, Move *out_moves)
{
    const int first = order->percept->agents[agent].first_action;
    int count = 0;

    for (ActionSet rest = set; rest; rest &= rest - 1)
        out_moves[count++] = order_move(order, first + __builtin_ctzll(rest));
    return count;
}

/* Sends @message, about @action or NO_ACTION, from @sender to all, with the agents that do not get
 * it: those too far away, and those for which it is lost. */
static void send_to_all(const Order *order, Message message, int sender, int action)
{
    const AgentSet others = percept_others(order->percept, sender);
    const AgentSet missed = others & ~order_reached(order, message.kind, sender, others, action);
    AgentName unheard_by[PERCEPT_MAX_AGENTS], lost_to[PERCEPT_MAX_AGENTS];
    AgentSet near = others;

    for (AgentSet rest = order->channel != NULL ? others : 0; rest; rest &= rest - 1)
        if (!order->channel->hears(order, __builtin_ctz(rest), sender))
            near &= ~(rest & -rest);
    message.sender = order_agent_name(order, sender);
    message.receiver = AGENT_ALL;
    message.unheard_count = name_agents(order, missed & ~near, unheard_by);
    message.unheard_by = unheard_by;
    message.lost_count = name_agents(order, missed & near, lost_to);
    message.lost_to = lost_to;
    recorder_send(order->recorder, &message);
}

/* Reports */

/* Storage of the lists of a proposal. */
typedef struct {
    Move moves[PERCEPT_MAX_ACTIONS];
    AgentName planned_on[PERCEPT_MAX_TARGETS];
    Parts parts;
} ProposalLists;

/* @best as a proposal, with the parts and the planned attack of its first action. */
static Proposal make_proposal(const Order *order, int agent, const Suggestion *best, bool attacks,
                              ProposalLists *out_lists)
{
    const Percept *percept = order->percept;
    const int count = list_moves(order, agent, best->actions, out_lists->moves);
    int first;
    Proposal proposal;

    if (count == 0)
        return (Proposal){.move = MOVE_NONE};
    first = percept->agents[agent].first_action + __builtin_ctzll(best->actions);
    out_lists->parts.count = 0;
    if (!order->mind[agent]->is_program)
        order->mind[agent]->worth(order, first, &out_lists->parts);
    proposal = proposal_of(out_lists->moves[0], agent_candidate(attacks, best->worth.planned),
                           best->worth.profit + best->worth.terms, &out_lists->parts);
    proposal.equal_count = count;
    proposal.equals = out_lists->moves;
    proposal.planned_on = out_lists->planned_on;
    if (best->worth.planned)
        proposal.planned_count =
            name_targets(percept, worth_planned_targets(percept, first), out_lists->planned_on);
    return proposal;
}

/* The loss that an agent reports is its own even where the master does not fear it. */
static int reported_loss(const Order *order, int agent)
{
    return order->mind[agent]->is_program
               ? agent_loss(order, agent)
               : loss_of(order->percept, order->percept->agents[agent].value,
                         order->percept->agents[agent].exposure);
}

void send_report(const Order *order, int agent, const Report *report)
{
    const Percept *percept = order->percept;
    ProposalLists attacks, moves;
    Move disregarded[PERCEPT_MAX_ACTIONS];
    AgentName attackers[PERCEPT_MAX_TARGETS], unseen[PERCEPT_MAX_TARGETS];
    Exposure exposure;
    Message message;

    if (order->recorder == NULL)
        return;
    /* As the board stands, also where the agent's own exposure follows captures to their end. */
    exposure = percept_exposure_without(percept, agent, 0, agent);
    message =
        (Message){.kind = MESSAGE_REPORT,
                  .sender = order_agent_name(order, agent),
                  .receiver = AGENT_MASTER,
                  .attackers = name_targets(percept, percept_attackers(percept, agent), attackers),
                  .attacked_by = attackers,
                  .cheapest_attacker = exposure.cheapest,
                  .defended = exposure.defended,
                  .is_lost = !order_reports(order, agent),
                  .is_outside = order->mind[agent]->is_program,
                  .loss = reported_loss(order, agent),
                  .has_actions = report != NULL,
                  .unseen = unseen,
                  .disregarded = disregarded};
    if (report != NULL) {
        message.unseen_count =
            name_targets(percept, percept->all_targets & ~percept_seen(percept, agent), unseen);
        message.attack = make_proposal(order, agent, &report->attack, true, &attacks);
        message.move = make_proposal(order, agent, &report->move, false, &moves);
        if (order->consults)
            message.disregarded_count =
                list_moves(order, agent, order->disregarded[agent], disregarded);
    }
    recorder_send(order->recorder, &message);
}

/* Consultations */

void send_consult(const Order *order, int action)
{
    if (order->recorder != NULL)
        send_to_all(order, (Message){.kind = MESSAGE_CONSULT, .action = order_move(order, action)},
                    order->percept->actions[action].agent, action);
}

void send_answer(const Order *order, int action, int agent, int loss, bool is_lost)
{
    if (order->recorder != NULL)
        recorder_send(order->recorder, &(Message){.kind = MESSAGE_ANSWER,
                                                  .sender = order_agent_name(order, agent),
                                                  .receiver = order_actor(order->percept, action),
                                                  .action = order_move(order, action),
                                                  .loss = loss,
                                                  .is_lost = is_lost});
}

/* Requests */

void send_request(const Order *order, bool wants_defence)
{
    send_order(order, order->worst, true);
    if (order->recorder != NULL)
        send_to_all(order,
                    (Message){.kind = MESSAGE_REQUEST,
                              .wants_attack = percept_has(order->percept, LOGIC_ATTACK_REQUEST),
                              .wants_defence = wants_defence},
                    order->worst, NO_ACTION);
}

void send_offer(const Order *order, int helper, const Offer *offer, bool is_lost)
{
    if (order->recorder != NULL)
        recorder_send(order->recorder,
                      &(Message){.kind = MESSAGE_OFFER,
                                 .sender = order_agent_name(order, helper),
                                 .receiver = order_agent_name(order, order->worst),
                                 .proposal = proposal_of(order_move(order, offer->action),
                                                         offer->kind, offer->net, &offer->parts),
                                 .is_lost = is_lost});
}

void send_solution(const Order *order, const Offers *offers)
{
    const Percept *percept = order->percept;
    const int first = equals_first(&offers->equals, percept);
    Move moves[PERCEPT_MAX_ACTIONS];
    Offer offer = {.parts.count = 0};
    int count = 0;
    Message message;

    if (order->recorder == NULL)
        return;
    message = (Message){.kind = MESSAGE_SOLUTION,
                        .sender = order_agent_name(order, order->worst),
                        .receiver = AGENT_MASTER};
    for (int i = 0; i < percept->agent_count; i++)
        count += list_moves(order, i, offers->equals.of[i], moves + count);
    if (count > 0) {
        request_answer(order, first, true, &offer);
        if (order->mind[percept->actions[first].agent]->is_program)
            offer.parts.count = 0;
        message.proposal = proposal_of(moves[0], offers->kind, offers->net, &offer.parts);
        message.proposal.equal_count = count;
        message.proposal.equals = moves;
    }
    recorder_send(order->recorder, &message);
}
