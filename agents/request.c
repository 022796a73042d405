#include "agents/request.h"

#include "agents/consultation.h"
#include "agents/conversation.h"
#include "agents/logics.h"

/* What the most threatened agent still loses if it is exposed as in @exposure. */
static int loss_with(const Order *order, Exposure exposure)
{
    return loss_of(order->percept, order->percept->agents[order->worst].value, exposure);
}

/* Level 5, attack request: the agent of @action captures one of the attackers. */
static int remaining_after_attack(const Order *order, int action)
{
    const Percept *percept = order->percept;
    const int target = percept_target_captured(percept, action);
    const TargetSet victim = target != NO_TARGET ? (TargetSet)1 << target : 0;

    if (!(percept_attackers(percept, order->worst) & victim))
        return NO_HELP;
    return loss_with(order, percept_exposure_without(percept, order->worst, victim,
                                                     percept->actions[action].agent));
}

/* Level 6, defence request: the agent positions itself "to attack the opponent after it has
 * fulfilled its attack", or blocks its way where it is defended: helpers are "not sacrificing
 * themselves for nothing". */
static int remaining_after_move(const Order *order, int action, Exposure *out_own)
{
    const Percept *percept = order->percept;
    const Agent *worst = &percept->agents[order->worst];
    Assistance assistance;
    int loss = NO_HELP;

    if (percept->actions[action].is_promotion)
        return NO_HELP;
    assistance = percept_assistance(percept, order->worst, action);
    *out_own = assistance.helper_exposure;
    if (assistance.defends && worst->type != PIECE_KING)
        loss = loss_with(order, (Exposure){worst->exposure.cheapest, true});
    if (assistance.blocked)
        loss =
            MIN(loss,
                loss_with(order, percept_exposure_without(percept, order->worst, assistance.blocked,
                                                          percept->actions[action].agent)));
    return loss;
}

int request_remaining(const Order *order, int action, Exposure *out_own)
{
    return action_is_attack(order->percept, action) ? remaining_after_attack(order, action)
                                                    : remaining_after_move(order, action, out_own);
}

/* The offer of @action, if it helps: its net is what the helper gains or loses by it, less the loss
 * that remains. The profit of an attack already includes what the helper may lose. */
static bool make_offer(const Order *order, int action, Offer *out_offer)
{
    const Percept *percept = order->percept;
    const Action *done = &percept->actions[action];
    const bool is_attack = action_is_attack(percept, action);
    Parts *parts = &out_offer->parts;
    Exposure own = {0, false};
    const int remaining = order->mind[done->agent]->remaining(order, action, &own);

    if (remaining == NO_HELP)
        return false;
    *out_offer = (Offer){
        .action = action,
        .kind = is_attack ? CANDIDATE_ATTACK_REQUEST : CANDIDATE_DEFENCE_REQUEST,
    };
    if (is_attack) {
        out_offer->net = order->mind[done->agent]->worth(order, action, parts).profit;
        parts_keep(parts, ~PARTS_OF_TERMS);
    }
    out_offer->net +=
        parts_add(parts, PART_REMAINING, -remaining, percept->agents[order->worst].square);
    if (!is_attack)
        out_offer->net += parts_add(parts, PART_LOSS, -loss_of(percept, done->value, own),
                                    percept_destination(percept, action));
    return true;
}

bool request_answer(const Order *order, int action, bool wants_defence, Offer *out_offer)
{
    const bool is_asked = action_is_attack(order->percept, action)
                              ? percept_has(order->percept, LOGIC_ATTACK_REQUEST)
                              : wants_defence;

    return is_asked && make_offer(order, action, out_offer);
}

static int rank_of(CandidateKind kind, int net)
{
    return 2 * net + (kind == CANDIDATE_ATTACK_REQUEST);
}

/* Keeps @offer unless those of @best are better. */
static void keep(const Percept *percept, const Offer *offer, bool is_first, Offers *best)
{
    const int better =
        is_first ? 1 : rank_of(offer->kind, offer->net) - rank_of(best->kind, best->net);

    if (better < 0)
        return;
    if (better > 0)
        *best = (Offers){offer->kind, offer->net, {.is_one_draw = true}};
    best->equals.of[percept->actions[offer->action].agent] |= percept_only(percept, offer->action);
}

int request_list_offers(Order *order, int helper, bool wants_defence,
                        Offer out_offers[static REQUEST_MAX_OFFERS])
{
    const Agent *self = &order->percept->agents[helper];
    const bool wants_attack = percept_has(order->percept, LOGIC_ATTACK_REQUEST);
    const int end = wants_defence ? self->end_action : self->first_move;
    int count = 0;

    /* 2.2.3: defence consideration "is also performed here when evaluating the request moves". */
    for (int action = wants_attack ? self->first_action : self->first_move; action < end; action++)
        count += !order_refuses(order, action) && make_offer(order, action, &out_offers[count]) &&
                 consultation_allows(order, action);
    return count;
}

/* Takes the offers of @helper into @best; returns whether there are any yet. */
static bool collect_offers(Order *order, int helper, bool wants_defence, bool any, Offers *best)
{
    const Mind *mind = order->mind[helper];
    Offer offers[REQUEST_MAX_OFFERS];
    const int count = request_list_offers(order, helper, wants_defence, offers);

    for (int i = 0; i < count; i++) {
        bool is_lost;
        if (mind->offers != NULL && !mind->offers(order, &offers[i]))
            continue;
        is_lost = order->channel != NULL && order->channel->loses(order, MESSAGE_OFFER, helper,
                                                                  order->worst, offers[i].action);
        send_offer(order, helper, &offers[i], is_lost);
        if (is_lost)
            continue;
        keep(order->percept, &offers[i], !any, best);
        any = true;
    }
    return any;
}

void request_help(Order *order, AgentSet helpers, bool wants_defence, Offers *out_offers)
{
    const AgentSet reached =
        order_reached(order, MESSAGE_REQUEST, order->worst, helpers, NO_ACTION);
    bool any = false;

    send_request(order, wants_defence);
    order->asked += bitboard_count(helpers);
    *out_offers = (Offers){.kind = CANDIDATE_ATTACK_REQUEST};
    if (order->channel != NULL)
        order->channel->before_offers(order, reached, wants_defence);
    for (AgentSet rest = reached; rest; rest &= rest - 1)
        any = collect_offers(order, __builtin_ctz(rest), wants_defence, any, out_offers);
    send_solution(order, out_offers);
}
