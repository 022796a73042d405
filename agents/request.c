#include "agents/request.h"

#include <limits.h>

/* What is being asked for. */
typedef struct {
    Order *order;
    int threatened;
    TargetSet attackers;
    bool wants_attack, wants_defence;
} Request;

/* The best offers so far, all equally good. */
typedef struct {
    int rank;
    int count;
    Offer offer[PERCEPT_MAX_ACTIONS];
} Offers;

static int offer_rank(const Offer *offer)
{
    return 2 * offer->net + (offer->kind == CANDIDATE_ATTACK_REQUEST);
}

static void add_offer(Offers *offers, const Offer *offer)
{
    const int rank = offer_rank(offer);

    if (offers->count > 0 && rank < offers->rank)
        return;
    if (offers->count == 0 || rank > offers->rank)
        offers->count = 0;
    offers->rank = rank;
    offers->offer[offers->count++] = *offer;
}

static int remaining_loss(const Request *request, TargetSet gone, int helper)
{
    const Percept *percept = request->order->percept;

    return threat_loss(request->order->logics, percept->agents[request->threatened].value,
                       percept_exposure_without(percept, request->threatened, gone, helper));
}

/* What the threatened agent loses after @action, by exchanges. */
static int loss_after(const Request *request, int action)
{
    const Percept *percept = request->order->percept;

    return threat_loss(request->order->logics, percept->agents[request->threatened].value,
                       percept_exposure_after(percept, request->threatened, action));
}

/* An attack answers the request if it captures one of the attackers. */
static bool answer_attack(const Request *request, int action, Offer *out_offer)
{
    Order *order = request->order;
    const Action *attack = &order->percept->actions[action];
    const int target = percept_target_captured(order->percept, action);
    TargetSet victim;

    if (target == NO_TARGET)
        return false;
    victim = (TargetSet)1 << target;
    if (!(request->attackers & victim) || !consideration_allows(order, action))
        return false;
    *out_offer = (Offer){action, CANDIDATE_ATTACK_REQUEST,
                         suggestion_of_attack(order->logics, order->percept, action).profit -
                             (logic_is_on(order->logics, LOGIC_EXCHANGE)
                                  ? loss_after(request, action)
                                  : remaining_loss(request, victim, attack->agent))};
    return true;
}

/* What the threatened agent still loses if @action is made for its defence; INT_MAX if it helps
 * nothing. */
static int loss_when_assisted(const Request *request, const Assistance *assistance, int helper)
{
    const Percept *percept = request->order->percept;
    const Agent *threatened = &percept->agents[request->threatened];
    int loss = INT_MAX;

    if (assistance->defends && threatened->type != PIECE_KING) {
        const Exposure defended = {threatened->exposure.cheapest, true};
        loss = threat_loss(request->order->logics, threatened->value, defended);
    }
    /* An agent that blocks must be defended, so that it does not sacrifice itself for nothing. */
    if (assistance->blocked && assistance->destination.defended)
        loss = MIN(loss, remaining_loss(request, assistance->blocked, helper));
    return loss;
}

/* The same by exchanges: an action that makes the loss smaller helps, however it does so. */
static int loss_when_exchanged(const Request *request, int action)
{
    const int loss = loss_after(request, action);

    return loss < request->order->worst_loss ? loss : INT_MAX;
}

/* A move answers the request if its agent then defends the threatened one or blocks an attacker. */
static bool answer_defence(const Request *request, int action, Offer *out_offer)
{
    Order *order = request->order;
    const Action *move = &order->percept->actions[action];
    Assistance assistance;
    int loss;

    if (move->is_promotion)
        return false;
    if (logic_is_on(order->logics, LOGIC_EXCHANGE)) {
        assistance.destination = move->exposure;
        loss = loss_when_exchanged(request, action);
    } else {
        assistance = percept_assistance(order->percept, request->threatened, action);
        loss = loss_when_assisted(request, &assistance, move->agent);
    }
    if (loss == INT_MAX || !consideration_allows(order, action))
        return false;
    *out_offer = (Offer){action, CANDIDATE_DEFENCE_REQUEST,
                         -loss - threat_loss(order->logics, move->value, assistance.destination)};
    return true;
}

static void tell_request(const Request *request)
{
    const AgentName threatened = order_agent_name(request->order, request->threatened);
    const Message order = {
        .kind = MESSAGE_ORDER, .sender = AGENT_MASTER, .receiver = threatened, .may_ask = true};
    const Message message = {.kind = MESSAGE_REQUEST,
                             .sender = threatened,
                             .receiver = AGENT_ALL,
                             .wants_attack = request->wants_attack,
                             .wants_defence = request->wants_defence};

    recorder_tell(request->order->recorder, &order);
    recorder_tell(request->order->recorder, &message);
}

static void tell_offer(const Request *request, int helper, const Offer *offer)
{
    const Order *order = request->order;
    const Message message = {.kind = MESSAGE_OFFER,
                             .sender = order_agent_name(order, helper),
                             .receiver = order_agent_name(order, request->threatened),
                             .proposal = {.move = order_move(order, offer->action),
                                          .kind = offer->kind,
                                          .worth = offer->net}};

    recorder_tell(order->recorder, &message);
}

static void tell_solution(const Request *request, const Offers *offers, const Offer *solution)
{
    const Order *order = request->order;
    Move moves[PERCEPT_MAX_ACTIONS];
    Message message = {.kind = MESSAGE_SOLUTION,
                       .sender = order_agent_name(order, request->threatened),
                       .receiver = AGENT_MASTER};

    if (solution->action != NO_ACTION)
        message.proposal = (Proposal){.move = order_move(order, solution->action),
                                      .kind = solution->kind,
                                      .worth = solution->net,
                                      .equal_count = offers->count,
                                      .equals = moves};
    for (int i = 0; i < offers->count; i++)
        moves[i] = order_move(order, offers->offer[i].action);
    recorder_tell(order->recorder, &message);
}

static void add_answer(const Request *request, int helper, const Offer *offer, Offers *offers)
{
    if (request->order->recorder != NULL)
        tell_offer(request, helper, offer);
    add_offer(offers, offer);
}

/* Of the moves of @helper only those in @assisting can answer. */
static void collect_offers(const Request *request, int helper, ActionSet assisting, Offers *offers)
{
    const Agent *agent = &request->order->percept->agents[helper];
    Offer offer;

    for (int i = agent->first_action; request->wants_attack && i < agent->first_move; i++)
        if (answer_attack(request, i, &offer))
            add_answer(request, helper, &offer, offers);
    for (ActionSet rest = agent_moves(agent) & assisting; rest; rest &= rest - 1)
        if (answer_defence(request, agent->first_action + __builtin_ctzll(rest), &offer))
            add_answer(request, helper, &offer, offers);
}

/* Exchanges are made better in any way, by anybody. */
static void find_assisting(const Request *request,
                           ActionSet out_assisting[static PERCEPT_MAX_AGENTS])
{
    const size_t size = PERCEPT_MAX_AGENTS * sizeof *out_assisting;

    if (!request->wants_defence)
        memset(out_assisting, 0, size);
    else
        percept_assisting(request->order->percept, request->threatened, out_assisting);
}

Offer request_help(Order *order, int threatened, AgentSet helpers, bool wants_attack,
                   bool wants_defence)
{
    const Request request = {order, threatened, percept_attackers(order->percept, threatened),
                             wants_attack, wants_defence};
    Offer solution = {.action = NO_ACTION};
    ActionSet assisting[PERCEPT_MAX_AGENTS];
    Offers offers;

    if (order->recorder != NULL)
        tell_request(&request);
    find_assisting(&request, assisting);
    offers.rank = offers.count = 0;
    for (AgentSet rest = helpers; rest; rest &= rest - 1, order->asked++)
        collect_offers(&request, __builtin_ctz(rest), assisting[__builtin_ctz(rest)], &offers);
    if (offers.count > 0)
        solution = offers.offer[random_below(order->random, (uint32_t)offers.count)];
    if (order->recorder != NULL)
        tell_solution(&request, &offers, &solution);
    return solution;
}
