#include "agents/agent.h"

#include <limits.h>

int agent_loss(const Order *order, int agent)
{
    const Agent *self = &order->percept->agents[agent];

    return threat_loss(order->logics, self->value, self->exposure);
}

/* The best actions so far, all equally good, and what one of them is worth; of no action if there
 * are none. */
typedef struct {
    ActionSet actions;
    int rank;
    Suggestion one;
} Equals;

/* Weighs the actions of @agent in @set, which are all worth what @one of them is. With a recorder
 * the others are asked about every action, without one only about those that could be suggested:
 * asking changes nothing. */
static inline void weigh(Order *order, int agent, ActionSet set, Suggestion one, Equals *equals)
{
    const int rank = suggestion_rank(order->logics, &one);
    const bool is_worse = equals->actions && rank < equals->rank;
    ActionSet allowed;

    if (is_worse && order->recorder == NULL)
        return;
    allowed = consideration_allowed(order, agent, set);
    if (is_worse || !allowed)
        return;
    equals->actions = rank == equals->rank ? equals->actions | allowed : allowed;
    equals->rank = rank;
    equals->one = one;
}

/* Weighs an attack, the only one in @attack. */
static inline void weigh_attack(Order *order, int agent, ActionSet attack, Equals *equals)
{
    const int action = order->percept->agents[agent].first_action + __builtin_ctzll(attack);

    weigh(order, agent, attack, suggestion_of_attack(order->logics, order->percept, action),
          equals);
}

/* Weighs a move, or several that are alike. */
static inline void weigh_moves(Order *order, int agent, ActionSet moves, Equals *equals)
{
    const int first = order->percept->agents[agent].first_action + __builtin_ctzll(moves);

    weigh(order, agent, moves, suggestion_of_move(order->logics, order->percept, first), equals);
}

/* One of the @count actions of @self in @set. */
static int draw(Order *order, const Agent *self, ActionSet set, int count)
{
    ActionSet rest = set;

    for (uint32_t lot = random_below(order->random, (uint32_t)count); lot > 0; lot--)
        rest &= rest - 1;
    return self->first_action + __builtin_ctzll(rest);
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

/* Writes the moves of the actions of @self in @set to @out_moves and returns how many they are. */
static int list_moves(const Order *order, const Agent *self, ActionSet set, Move *out_moves)
{
    int count = 0;

    for (ActionSet rest = set; rest; rest &= rest - 1)
        out_moves[count++] = order_move(order, self->first_action + __builtin_ctzll(rest));
    return count;
}

/* The moves of @equals, written to @out_moves, as a proposal. */
static Proposal make_proposal(const Order *order, const Agent *self, const Equals *equals,
                              const Suggestion *chosen, CandidateKind kind, Move *out_moves)
{
    if (chosen->action == NO_ACTION)
        return (Proposal){.move = MOVE_NONE};
    return (Proposal){.move = order_move(order, chosen->action),
                      .kind = kind,
                      .worth = chosen->profit + chosen->place,
                      .equal_count = list_moves(order, self, equals->actions, out_moves),
                      .equals = out_moves};
}

static void tell_report(const Order *order, int agent, const Report *report, const Equals *attacks,
                        const Equals *moves)
{
    Move attack_moves[PERCEPT_MAX_ACTIONS], move_moves[PERCEPT_MAX_ACTIONS];
    Move disregarded[PERCEPT_MAX_ACTIONS];
    AgentName attackers[PERCEPT_MAX_TARGETS], planned_on[PERCEPT_MAX_TARGETS];
    const CandidateKind move_kind = report->move.planned ? CANDIDATE_PLANNED_MOVE : CANDIDATE_MOVE;
    const Agent *self = &order->percept->agents[agent];
    Message message = make_report(order, agent, attackers);

    message.has_actions = true;
    message.attack =
        make_proposal(order, self, attacks, &report->attack, CANDIDATE_ATTACK, attack_moves);
    message.move = make_proposal(order, self, moves, &report->move, move_kind, move_moves);
    if (report->move.planned) {
        message.move.planned_on = planned_on;
        message.move.planned_count = name_targets(
            order->percept,
            suggestion_planned_targets(order->logics, order->percept, report->move.action),
            planned_on);
    }
    message.disregarded = disregarded;
    if (order->consults)
        message.disregarded_count =
            list_moves(order, self, order->barred[agent] & ~order->refused[agent], disregarded);
    recorder_tell(order->recorder, &message);
}

/* One of @equals. They are worth the same, but in places what one gains by profit another gains by
 * its place: then @suggest judges it once more. */
static void draw_suggestion(Order *order, const Agent *self, const Equals *equals,
                            Suggestion (*suggest)(const LogicSet *logics, const Percept *percept,
                                                  int action),
                            Suggestion *out_suggestion)
{
    int count;

    *out_suggestion = equals->one;
    if (!equals->actions)
        return;
    count = bitboard_count(equals->actions);
    out_suggestion->action = draw(order, self, equals->actions, count);
    if (order->percept->knows_any_place)
        *out_suggestion = suggest(order->logics, order->percept, out_suggestion->action);
    out_suggestion->equals = count;
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
    /* Whoever listens hears of each action in its turn. */
    const ActionSet alike = order->recorder == NULL ? self->alike : 0;
    Equals attacks = {.one.action = NO_ACTION}, moves = {.one.action = NO_ACTION};

    if (order->recorder != NULL)
        tell_order(order, agent);
    for (ActionSet rest = agent_attacks(self); rest; rest &= rest - 1)
        weigh_attack(order, agent, rest & -rest, &attacks);
    if (alike)
        weigh_moves(order, agent, alike, &moves);
    for (ActionSet rest = agent_moves(self) & ~alike; rest; rest &= rest - 1)
        weigh_moves(order, agent, rest & -rest, &moves);
    draw_suggestion(order, self, &attacks, suggestion_of_attack, &out_report->attack);
    draw_suggestion(order, self, &moves, suggestion_of_move, &out_report->move);
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

static ActionSet only(const Order *order, const Suggestion *suggestion)
{
    return suggestion->action == NO_ACTION ? 0 : percept_only(order->percept, suggestion->action);
}

void agent_tell_report(const Order *order, int agent, const Report *report)
{
    const Equals attack = {.actions = only(order, &report->attack)};
    const Equals move = {.actions = only(order, &report->move)};

    tell_order(order, agent);
    tell_report(order, agent, report, &attack, &move);
}
