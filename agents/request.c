#include "agents/request.h"

#include <limits.h>

#include "agents/agent.h"
#include "agents/logics.h"
#include "agents/team.h"

/* A request in progress. */
typedef struct {
    Order *order;
    int threatened;
    TargetSet attackers;
    bool wants_attack, wants_defence;
    ActionSet assisting[PERCEPT_MAX_AGENTS]; /* of each agent, if it wants defence */
    const OutsideItem *stated;               /* what the programs say of their next offers */
} Request;

static inline Request make_request(Order *order, int threatened, bool wants_defence)
{
    Request request = {.order = order,
                       .threatened = threatened,
                       .attackers = percept_attackers(order->percept, threatened),
                       .wants_attack = percept_has(order->percept, LOGIC_ATTACK_REQUEST),
                       .wants_defence = wants_defence};

    if (wants_defence)
        percept_assisting(order->percept, threatened, request.assisting);
    return request;
}

static int offer_rank(CandidateKind kind, int net)
{
    return 2 * net + (kind == CANDIDATE_ATTACK_REQUEST);
}

/* Keeps @offer in @offers if no better one is there; those of an agent come one after another. */
static void add_offer(const Percept *percept, const Offer *offer, Offers *offers)
{
    const int agent = percept->actions[offer->action].agent;
    const int better = offer_rank(offer->kind, offer->net) - offer_rank(offers->kind, offers->net);
    Ties *ties = &offers->ties;

    if (ties->count > 0 && better < 0)
        return;
    if (ties->count == 0 || better > 0) {
        ties->count = 0;
        offers->kind = offer->kind;
        offers->net = offer->net;
    }
    if (ties->count == 0 || ties->tie[ties->count - 1].agent != agent)
        ties->tie[ties->count++] = (Tie){.agent = agent};
    ties->tie[ties->count - 1].actions |= percept_only(percept, offer->action);
}

/* Loss of the threatened agent with @exposure. */
static int loss_with(const Request *request, Exposure exposure)
{
    const Percept *percept = request->order->percept;

    return threat_loss(&percept->logics, percept->agents[request->threatened].value, exposure);
}

/* Loss that remains after an attack, which answers the request if it captures one of the attackers;
 * INT_MAX: it does not. */
static int loss_after_attack(const Request *request, int action)
{
    const Percept *percept = request->order->percept;
    const int target = percept_target_captured(percept, action);
    const TargetSet victim = target != NO_TARGET ? (TargetSet)1 << target : 0;

    if (!(request->attackers & victim))
        return INT_MAX;
    return loss_with(request,
                     percept_has(percept, LOGIC_EXCHANGE)
                         ? percept->board->exposure_after(percept, request->threatened, action)
                         : percept_exposure_without(percept, request->threatened, victim,
                                                    percept->actions[action].agent));
}

/* The same after a move, which answers the request if its agent then defends the threatened one or
 * blocks an attacker; @out_own is how the agent itself is then exposed. */
static int loss_after_move(const Request *request, int action, Exposure *out_own)
{
    const Percept *percept = request->order->percept;
    const Action *move = &percept->actions[action];
    const Agent *threatened = &percept->agents[request->threatened];
    Assistance assistance;
    int loss = INT_MAX;

    *out_own = move->exposure;
    if (move->is_promotion)
        return INT_MAX;
    if (percept_has(percept, LOGIC_EXCHANGE)) {
        /* An action that makes the loss smaller helps, however it does so. */
        loss = loss_with(request,
                         percept->board->exposure_after(percept, request->threatened, action));
        return loss < request->order->worst_loss ? loss : INT_MAX;
    }
    assistance = percept_assistance(percept, request->threatened, action);
    *out_own = assistance.destination;
    if (assistance.defends && threatened->type != PIECE_KING)
        loss = loss_with(request, (Exposure){threatened->exposure.cheapest, true});
    /* An agent that blocks is defended: it does not sacrifice itself for nothing. */
    if (assistance.blocked)
        loss = MIN(loss,
                   loss_with(request, percept_exposure_without(percept, request->threatened,
                                                               assistance.blocked, move->agent)));
    return loss;
}

/* Whether @action, which may answer the request, does so. */
static inline bool answer(const Request *request, int action, Offer *out_offer)
{
    const Percept *percept = request->order->percept;
    const bool is_attack = action_is_attack(percept, action);
    Parts *parts = &out_offer->parts;
    Exposure own = {0, false}; /* of an attack, in its profit */
    const int remaining =
        is_attack ? loss_after_attack(request, action) : loss_after_move(request, action, &own);

    if (remaining == INT_MAX)
        return false;
    out_offer->action = action;
    out_offer->kind = is_attack ? CANDIDATE_ATTACK_REQUEST : CANDIDATE_DEFENCE_REQUEST;
    out_offer->net = parts->count = 0;
    if (is_attack) {
        out_offer->net = suggestion_in_parts(percept, action, parts).profit;
        parts_keep(parts, ~(1U << PART_PLACE));
    }
    out_offer->net +=
        parts_add(parts, PART_REMAINING, -remaining, percept->agents[request->threatened].square);
    out_offer->net += parts_add(parts, PART_LOSS,
                                -threat_loss(&percept->logics, percept->actions[action].value, own),
                                percept_destination(percept, action));
    return true;
}

/* Whether a program is asked what @agent offers, and for which net. */
static bool is_asked(const Request *request, int agent)
{
    return team_asked(request->order->percept, OUTSIDE_REQUEST) >> agent & 1;
}

static void tell_request(const Request *request)
{
    const Order *order = request->order;

    agent_tell_order(order, request->threatened, true);
    order_tell_all(order,
                   (Message){.kind = MESSAGE_REQUEST,
                             .wants_attack = request->wants_attack,
                             .wants_defence = request->wants_defence},
                   request->threatened, NO_ACTION);
}

static void tell_offer(const Request *request, int helper, const Offer *offer, bool is_lost)
{
    const Order *order = request->order;
    const Message message = {.kind = MESSAGE_OFFER,
                             .sender = order_agent_name(order, helper),
                             .receiver = order_agent_name(order, request->threatened),
                             .proposal = proposal_of(order_move(order, offer->action), offer->kind,
                                                     offer->net, &offer->parts),
                             .is_lost = is_lost};

    recorder_tell(order->recorder, &message);
}

static void tell_solution(const Request *request, const Offers *offers)
{
    const Order *order = request->order;
    Move moves[PERCEPT_MAX_ACTIONS];
    int count = 0;
    Offer first;
    Message message = {.kind = MESSAGE_SOLUTION,
                       .sender = order_agent_name(order, request->threatened),
                       .receiver = AGENT_MASTER};

    for (int i = 0; i < offers->ties.count; i++)
        for (Tie tie = offers->ties.tie[i]; tie.actions; tie.actions &= tie.actions - 1)
            moves[count++] = order_move(order, tie_first(order->percept, &tie));
    if (count > 0) {
        answer(request, tie_first(order->percept, &offers->ties.tie[0]), &first);
        if (is_asked(request, offers->ties.tie[0].agent))
            first.parts.count = 0;
        message.proposal = proposal_of(moves[0], offers->kind, offers->net, &first.parts);
        message.proposal.equal_count = count;
        message.proposal.equals = moves;
    }
    recorder_tell(order->recorder, &message);
}

/* The actions with which @agent may answer: attacks, and moves that assist. */
static inline ActionSet find_answers(const Request *request, int agent)
{
    const Agent *self = &request->order->percept->agents[agent];

    return (request->wants_attack ? agent_attacks(self) : 0) |
           (request->wants_defence ? agent_moves(self) & request->assisting[agent] : 0);
}

/* All that @helper can do without what is disregarded or refused. */
static int list_offers(const Request *request, int helper,
                       Offer out_offers[static PERCEPT_MAX_TARGETS])
{
    const int first = request->order->percept->agents[helper].first_action;
    int count = 0;

    for (ActionSet rest = find_answers(request, helper); rest; rest &= rest - 1) {
        const int action = first + __builtin_ctzll(rest);
        count += answer(request, action, &out_offers[count]) &&
                 consideration_allows(request->order, action);
    }
    return count;
}

/* Takes what the program that thinks for the agent of @offer, the next of those it was asked about,
 * says of it; false: it withholds the offer. */
static bool take_stated(Request *request, Offer *offer)
{
    const OutsideItem *item = request->stated++;

    offer->net = item->number;
    offer->parts.count = 0; /* they are not known */
    return !item->is_withheld;
}

static void collect_offers(Request *request, int helper, Offers *offers)
{
    const Order *order = request->order;
    Offer offer[PERCEPT_MAX_TARGETS];
    const int count = list_offers(request, helper, offer);

    for (int i = 0; i < count; i++) {
        const bool is_lost =
            team_loses(order->percept, MESSAGE_OFFER, helper, request->threatened, offer[i].action);
        if (is_asked(request, helper) && !take_stated(request, &offer[i]))
            continue;
        if (order->recorder != NULL)
            tell_offer(request, helper, &offer[i], is_lost);
        if (!is_lost)
            add_offer(order->percept, &offer[i], offers);
    }
}

/* Asks the programs what their agents offer of all that they could do. */
static void ask_programs(Request *request, AgentSet helpers)
{
    const Percept *percept = request->order->percept;
    const AgentSet asked = helpers & team_asked(percept, OUTSIDE_REQUEST);
    OutsideItem *items = asked ? percept->senses->outside->items : NULL;
    Offer offer[PERCEPT_MAX_TARGETS];
    int item_count = 0;

    for (AgentSet rest = asked; rest; rest &= rest - 1) {
        const int helper = __builtin_ctz(rest);
        const int count = list_offers(request, helper, offer);
        for (int i = 0; i < count; i++)
            items[item_count++] =
                (OutsideItem){.agent = helper,
                              .action = offer[i].action,
                              .kind = offer[i].kind,
                              .exposure = percept->actions[offer[i].action].exposure,
                              .number = offer[i].net};
    }
    request->stated = items;
    if (asked)
        team_ask(percept, OUTSIDE_REQUEST, request->threatened, item_count);
}

void request_help(Order *order, int threatened, AgentSet helpers, bool wants_defence,
                  Offers *out_offers)
{
    Request request = make_request(order, threatened, wants_defence);
    AgentSet reached;

    if (order->recorder != NULL)
        tell_request(&request);
    out_offers->kind = CANDIDATE_ATTACK_REQUEST;
    out_offers->net = 0;
    out_offers->ties.count = 0;
    order->asked += bitboard_count(helpers);
    reached = team_reached(order->percept, MESSAGE_REQUEST, threatened, helpers, NO_ACTION);
    ask_programs(&request, reached);
    for (AgentSet rest = reached; rest; rest &= rest - 1)
        if (find_answers(&request, __builtin_ctz(rest)))
            collect_offers(&request, __builtin_ctz(rest), out_offers);
    ties_share_out(&out_offers->ties);
    if (order->recorder != NULL)
        tell_solution(&request, out_offers);
}

bool request_answer(Order *order, int threatened, int action, bool wants_defence, Offer *out_offer)
{
    const Percept *percept = order->percept;
    const Request request = make_request(order, threatened, wants_defence);

    return find_answers(&request, percept->actions[action].agent) & percept_only(percept, action) &&
           answer(&request, action, out_offer);
}
