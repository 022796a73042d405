#include "agents/teams/team.h"

#include "agents/consultation.h"
#include "agents/logics.h"
#include "agents/request.h"
#include "board/splitmix.h"

const char *const TEAM_DECISION_NAMES[TEAM_DECISION_COUNT] = {
    [TEAM_MASTER] = "master",
    [TEAM_VOTE] = "vote",
    [TEAM_AUCTION] = "auction",
    [TEAM_LOT] = "lot",
};

const char *const OUTSIDE_PHASE_NAMES[OUTSIDE_PHASE_COUNT] = {
    [OUTSIDE_CONSULT] = "consult", [OUTSIDE_REQUEST] = "request", [OUTSIDE_VOTE] = "vote",
    [OUTSIDE_END] = "end",         [OUTSIDE_MASTER] = "master",
};

static bool is_within(int steps, int limit)
{
    return limit == 0 || steps < limit;
}

/* The opponents that each agent sees itself, and the agents that it hears. */
static void look_and_listen(const Percept *percept, TeamSenses *senses)
{
    const PerceptBoard *board = percept->board;

    for (int i = 0; i < percept->agent_count; i++) {
        const int square = percept->agents[i].square;
        for (TargetSet rest = percept->all_targets; rest; rest &= rest - 1) {
            const int target = percept_target_square(percept, target_set_first(rest));
            if (is_within(board->steps(square, target), senses->team.sight))
                senses->seen[i] |= rest & -rest;
        }
        for (int j = 0; j < percept->agent_count; j++)
            if (is_within(board->steps(square, percept->agents[j].square), senses->team.hearing))
                senses->heard[i] |= (AgentSet)1 << j;
    }
}

/* Adds what the others see themselves; it is passed on once. */
static void share_what_is_seen(const Percept *percept, TeamSenses *senses)
{
    TargetSet own[PERCEPT_MAX_AGENTS];

    memcpy(own, senses->seen, sizeof own);
    for (int i = 0; i < percept->agent_count; i++)
        for (AgentSet rest = senses->heard[i]; rest; rest &= rest - 1)
            senses->seen[i] |= own[__builtin_ctz(rest)];
}

static void hide_from_action(Percept *percept, int action)
{
    Action *done = &percept->actions[action];
    const TargetSet seen = percept->seen[done->agent];

    if (done->captured > 0 && !(seen >> percept_target_captured(percept, action) & 1))
        done->captured = 0;
    if (done->exposure.cheapest > 0)
        done->exposure.cheapest = percept_cheapest_of(
            percept,
            percept->board->attackers_of(percept, percept_destination(percept, action), NO_SQUARE) &
                seen);
    done->targets &= seen;
}

/* Moves the actions of @self that are no longer attacks behind those that are, in their order. Its
 * moves keep their places, so that those that are alike stay so. */
static void sort_attacks(Percept *percept, Agent *self)
{
    Action moves[64];
    int attacks = self->first_action, move_count = 0;

    for (int i = self->first_action; i < self->first_move; i++) {
        const Action action = percept->actions[i];
        if (action.captured > 0 ||
            (action.is_promotion && percept_reads(percept, READING_PROMOTION_AS_ATTACK)))
            percept->actions[attacks++] = action;
        else
            moves[move_count++] = action;
    }
    for (int i = 0; i < move_count; i++)
        percept->actions[attacks + i] = moves[i];
    self->first_move = attacks;
}

static void hide(Percept *percept)
{
    for (int i = 0; i < percept->agent_count; i++) {
        Agent *self = &percept->agents[i];
        if (self->exposure.cheapest > 0)
            self->exposure.cheapest = percept_cheapest_of(percept, percept_attackers(percept, i));
        for (int action = self->first_action; action < self->end_action; action++)
            hide_from_action(percept, action);
        sort_attacks(percept, self);
    }
}

/* Draws whose reports arrive, anew until one that can do something is among them: a master that
 * hears nothing orders once more. */
static AgentSet draw_reporting(const Percept *percept, const TeamSenses *senses)
{
    uint64_t counter = senses->key;
    AgentSet reporting = percept_everyone(percept);
    bool any = senses->team.report_loss == 0;

    while (!any) {
        reporting = 0;
        for (int i = 0; i < percept->agent_count; i++) {
            const Agent *self = &percept->agents[i];
            if ((splitmix_next(&counter) >> 32) * 100 >> 32 < (uint64_t)senses->team.report_loss)
                continue;
            reporting |= (AgentSet)1 << i;
            any |= self->end_action > self->first_action;
        }
    }
    return reporting;
}

bool team_may_have(const Team *team, const LogicSet *logics)
{
    if (logics->logics & ~logics_of_thesis())
        return false;
    return !team->outside || !logic_is_on(logics, LOGIC_THREAT_MOVE) ||
           logic_is_on(logics, LOGIC_MOVE_ATTACK);
}

void team_sense(const Team *team, uint64_t key, Percept *percept, TeamSenses *out_senses)
{
    if (team->sight == 0 && team->hearing == 0 && team->message_loss == 0 &&
        team->report_loss == 0 && team->decision == TEAM_MASTER && !team->outside)
        return;
    *out_senses = (TeamSenses){.team = *team, .key = key};
    look_and_listen(percept, out_senses);
    if (team->share)
        share_what_is_seen(percept, out_senses);
    out_senses->reporting = draw_reporting(percept, out_senses);
    percept->senses = out_senses;
    if (team->sight == 0)
        return;
    percept->seen = out_senses->seen;
    hide(percept);
}

void team_sense_again(const Percept *percept, Percept *out_percept, TeamSenses *out_senses)
{
    if (percept->senses == NULL)
        return;
    team_sense(&percept->senses->team, percept->senses->key, out_percept, out_senses);
    /* Programs speak of actions by their numbers, which do not depend on logics. */
    g_assert(out_percept->action_count == percept->action_count);
    out_senses->outside = percept->senses->outside;
}

/* Messages */

static bool hears(const Order *order, int receiver, int sender)
{
    return order->percept->senses->heard[receiver] >> sender & 1;
}

/* A function of the key alone: recording messages changes none. */
static bool loses(const Order *order, MessageKind kind, int sender, int receiver, int action)
{
    const TeamSenses *senses = order->percept->senses;
    const uint64_t message = ((uint64_t)kind << 32 | (uint64_t)sender << 24 |
                              (uint64_t)receiver << 16 | (uint64_t)(action + 1)) *
                             SPLITMIX_STEP;

    if (senses->team.message_loss == 0)
        return false;
    return (splitmix_mix(senses->key ^ message) >> 32) * 100 >> 32 <
           (uint64_t)senses->team.message_loss;
}

static bool reports(const Order *order, int agent)
{
    return order->percept->senses->reporting >> agent & 1;
}

/* Programs */

/* Asks the programs once about all actions that leave their agents worse off and of which they
 * hear. */
static void before_consultation(Order *order)
{
    const Percept *percept = order->percept;
    const OutsideAgents *outside = percept->senses->outside;
    Exposure exposures[PERCEPT_MAX_AGENTS];
    int count = 0;

    for (AgentSet rest = team_asked(percept, OUTSIDE_CONSULT); rest; rest &= rest - 1) {
        const int agent = __builtin_ctz(rest);
        const AgentSet only = rest & -rest;
        for (int action = 0; action < percept->action_count; action++) {
            const int asker = percept->actions[action].agent;
            int loss = 0;
            outside->losses[agent][action] = -1;
            if (asker != agent && order_reached(order, MESSAGE_CONSULT, asker, only, action) &&
                percept->board->threatened_after(percept, action, exposures) & only)
                loss = loss_of(percept, percept->agents[agent].value, exposures[agent]);
            if (loss > agent_loss(order, agent))
                outside->items[count++] = (OutsideItem){
                    .agent = agent, .action = action, .exposure = exposures[agent], .number = loss};
        }
    }
    if (count == 0)
        return;
    team_ask(percept, OUTSIDE_CONSULT, NO_AGENT, count);
    for (int i = 0; i < count; i++)
        outside->losses[outside->items[i].agent][outside->items[i].action] =
            outside->items[i].number;
}

/* Asks the programs what their agents offer of all that they could do; the answers are taken by
 * offers() in the order of the questions. */
static void before_offers(Order *order, AgentSet helpers, bool wants_defence)
{
    const Percept *percept = order->percept;
    const AgentSet asked = helpers & team_asked(percept, OUTSIDE_REQUEST);
    OutsideItem *items = asked ? percept->senses->outside->items : NULL;
    Offer offer[REQUEST_MAX_OFFERS];
    int item_count = 0;

    for (AgentSet rest = asked; rest; rest &= rest - 1) {
        const int helper = __builtin_ctz(rest);
        const int count = request_list_offers(order, helper, wants_defence, offer);
        for (int i = 0; i < count; i++)
            items[item_count++] =
                (OutsideItem){.agent = helper,
                              .action = offer[i].action,
                              .kind = offer[i].kind,
                              .exposure = percept->actions[offer[i].action].exposure,
                              .number = offer[i].net};
    }
    team_ask(percept, OUTSIDE_REQUEST, order->worst, item_count);
    order->offer_count = item_count;
}

static const OutsideReport *outside_report(const Order *order, int agent)
{
    return team_outside(order->percept, agent);
}

/* The profit that the program reports; whatever else the master looks at is as the board says. */
static Suggestion take_suggestion(Order *order, int agent, Suggestion said)
{
    const int first = order->percept->agents[agent].first_action;
    ActionSet allowed = 0;

    if (said.actions)
        said.worth.safe_check =
            worth_of(order->percept, first + __builtin_ctzll(said.actions), NULL).safe_check;
    for (ActionSet rest = said.actions & ~order->refused[agent]; rest; rest &= rest - 1)
        if (consultation_allows(order, first + __builtin_ctzll(rest)))
            allowed |= rest & -rest;
    said.actions = allowed;
    return said;
}

static void program_report(Order *order, int agent, Report *out_report)
{
    const OutsideReport *said = outside_report(order, agent);

    out_report->attack = take_suggestion(order, agent, said->attack);
    out_report->move = take_suggestion(order, agent, said->move);
}

static int program_loss(const Order *order, int agent, int action, Exposure exposure)
{
    const OutsideAgents *outside = order->percept->senses->outside;
    int loss = -1;

    if (action == NO_ACTION && outside_report(order, agent) != NULL)
        return outside_report(order, agent)->loss;
    if (action != NO_ACTION && outside->asked[OUTSIDE_CONSULT] >> agent & 1)
        loss = outside->losses[agent][action];
    return loss >= 0 ? loss : agent_loss_after(order, agent, action, exposure);
}

static bool program_offers(const Order *order, Offer *offer)
{
    const OutsideAgents *outside = order->percept->senses->outside;
    const int agent = order->percept->actions[offer->action].agent;

    if (!(outside->asked[OUTSIDE_REQUEST] >> agent & 1))
        return true;
    for (int i = 0; i < order->offer_count; i++) {
        const OutsideItem *item = &outside->items[i];
        if (item->agent != agent || item->action != offer->action)
            continue;
        offer->net = item->number;
        offer->parts.count = 0; /* they are not known */
        return !item->is_withheld;
    }
    g_assert_not_reached();
}

static Worth program_worth(const Order *order, int action, Parts *out_parts)
{
    return worth_of(order->percept, action, out_parts);
}

static const Mind PROGRAM = {program_worth,  program_loss,   request_remaining,
                             program_report, program_offers, true};

void team_join(Order *order)
{
    static const Channel channel = {hears, loses, reports, before_consultation, before_offers};

    if (order->percept->senses == NULL)
        return;
    order->channel = &channel;
    for (int i = 0; i < order->percept->agent_count; i++)
        if (outside_report(order, i) != NULL)
            order->mind[i] = &PROGRAM;
}
