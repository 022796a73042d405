#include "agents/agent.h"

#include <limits.h>

int agent_loss(const Order *order, int agent)
{
    const Agent *self = &order->percept->agents[agent];

    return threat_loss(order->logics, self->value, self->exposure);
}

/* The best actions so far, all equally good. */
typedef struct {
    int rank;
    int count;
    uint16_t action[PERCEPT_MAX_ACTIONS];
} Equals;

/* With a recorder the others are asked about every action, without one only about those that could
 * be suggested: asking changes nothing. */
static inline void weigh(Order *order, int action, int rank, Equals *equals)
{
    const bool is_worse = equals->count > 0 && rank < equals->rank;

    if ((is_worse && order->recorder == NULL) || !consideration_allows(order, action) || is_worse)
        return;
    if (rank > equals->rank)
        equals->count = 0;
    equals->rank = rank;
    equals->action[equals->count++] = (uint16_t)action;
}

static int draw(Order *order, const Equals *equals)
{
    if (equals->count == 0)
        return NO_ACTION;
    return equals->action[random_below(order->random, (uint32_t)equals->count)];
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

/* How the agent stands, to be told: with exchange its exposure is what the exchanges leave of it.
 */
static Exposure exposure_told(const Percept *percept, int agent)
{
    return percept->options.exchanges ? percept_exposure_without(percept, agent, 0, agent)
                                      : percept->agents[agent].exposure;
}

/* A report of what is known of the agent's threat. */
static Message make_report(const Order *order, int agent,
                           AgentName attackers[static PERCEPT_MAX_TARGETS])
{
    const Exposure exposure = exposure_told(order->percept, agent);

    return (Message){.kind = MESSAGE_REPORT,
                     .sender = order_agent_name(order, agent),
                     .receiver = AGENT_MASTER,
                     .attackers = name_targets(order->percept,
                                               percept_attackers(order->percept, agent), attackers),
                     .attacked_by = attackers,
                     .cheapest_attacker = exposure.cheapest,
                     .defended = exposure.defended,
                     .loss = agent_loss(order, agent)};
}

/* The moves of @equals, written to @out_moves, as a proposal. */
static Proposal make_proposal(const Order *order, const Equals *equals, const Suggestion *chosen,
                              CandidateKind kind, Move *out_moves)
{
    if (chosen->action == NO_ACTION)
        return (Proposal){.move = MOVE_NONE};
    for (int i = 0; i < equals->count; i++)
        out_moves[i] = order_move(order, equals->action[i]);
    return (Proposal){.move = order_move(order, chosen->action),
                      .kind = kind,
                      .worth = chosen->profit + chosen->place,
                      .equal_count = equals->count,
                      .equals = out_moves};
}

static int list_disregarded(const Order *order, const Agent *self, Move *out_moves)
{
    int count = 0;

    for (int i = self->first_action; order->consults && i < self->end_action; i++)
        if (order->verdict[i] == VERDICT_DISREGARDED)
            out_moves[count++] = order_move(order, i);
    return count;
}

static void tell_report(const Order *order, int agent, const Report *report, const Equals *attacks,
                        const Equals *moves)
{
    Move attack_moves[PERCEPT_MAX_ACTIONS], move_moves[PERCEPT_MAX_ACTIONS];
    Move disregarded[PERCEPT_MAX_ACTIONS];
    AgentName attackers[PERCEPT_MAX_TARGETS], planned_on[PERCEPT_MAX_TARGETS];
    const CandidateKind move_kind = report->move.planned ? CANDIDATE_PLANNED_MOVE : CANDIDATE_MOVE;
    Message message = make_report(order, agent, attackers);

    message.has_actions = true;
    message.attack = make_proposal(order, attacks, &report->attack, CANDIDATE_ATTACK, attack_moves);
    message.move = make_proposal(order, moves, &report->move, move_kind, move_moves);
    if (report->move.planned) {
        message.move.planned_on = planned_on;
        message.move.planned_count = name_targets(
            order->percept,
            suggestion_planned_targets(order->logics, order->percept, report->move.action),
            planned_on);
    }
    message.disregarded = disregarded;
    message.disregarded_count =
        list_disregarded(order, &order->percept->agents[agent], disregarded);
    recorder_tell(order->recorder, &message);
}

/* One of @equals, as @suggest judges it. */
static Suggestion draw_suggestion(Order *order, const Equals *equals,
                                  Suggestion (*suggest)(const LogicSet *logics,
                                                        const Percept *percept, int action))
{
    const int action = draw(order, equals);
    Suggestion suggestion = {.action = NO_ACTION};

    if (action == NO_ACTION)
        return suggestion;
    suggestion = suggest(order->logics, order->percept, action);
    suggestion.equals = equals->count;
    return suggestion;
}

static void tell_order(const Order *order, int agent)
{
    const Message message = {
        .kind = MESSAGE_ORDER, .sender = AGENT_MASTER, .receiver = order_agent_name(order, agent)};

    recorder_tell(order->recorder, &message);
}

void agent_report(Order *order, int agent, Report *out_report)
{
    const Agent *self = &order->percept->agents[agent];
    Equals attacks, moves;

    if (order->recorder != NULL)
        tell_order(order, agent);
    attacks.rank = moves.rank = INT_MIN;
    attacks.count = moves.count = 0;
    for (int i = self->first_action; i < self->first_move; i++)
        weigh(order, i, suggestion_rank_of_attack(order->logics, order->percept, i), &attacks);
    for (int i = self->first_move; i < self->end_action; i++)
        weigh(order, i, suggestion_rank_of_move(order->logics, order->percept, i), &moves);
    out_report->attack = draw_suggestion(order, &attacks, suggestion_of_attack);
    out_report->move = draw_suggestion(order, &moves, suggestion_of_move);
    if (order->recorder != NULL)
        tell_report(order, agent, out_report, &attacks, &moves);
}

void agent_tell_threat(const Order *order, int agent)
{
    AgentName attackers[PERCEPT_MAX_TARGETS];
    const Message told = make_report(order, agent, attackers);

    tell_order(order, agent);
    recorder_tell(order->recorder, &told);
}

void agent_tell_report(const Order *order, int agent, const Report *report)
{
    Equals attacks = {.count = 1}, moves = {.count = 1};

    tell_order(order, agent);
    attacks.action[0] = (uint16_t)report->attack.action;
    moves.action[0] = (uint16_t)report->move.action;
    tell_report(order, agent, report, &attacks, &moves);
}
