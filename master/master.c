#include "master/master.h"

#include "master/council.h"
#include "master/deciders.h"
#include "master/foresight.h"
#include "master/refusal.h"

/* The agent with the greatest loss, if that is above 0, and all that lose something. */
static int find_worst_threatened(Order *order, AgentSet *out_threatened)
{
    int equals[PERCEPT_MAX_AGENTS];
    int count = 0;

    order->worst_loss = 0;
    *out_threatened = 0;
    for (int i = 0; i < order->percept->agent_count; i++) {
        const int loss = council_loss(order, i);
        if (loss == 0)
            continue;
        *out_threatened |= (AgentSet)1 << i;
        if (loss < order->worst_loss)
            continue;
        if (loss > order->worst_loss)
            count = 0;
        order->worst_loss = loss;
        equals[count++] = i;
    }
    return count > 0 ? equals[random_below(order->random, (uint32_t)count)] : NO_AGENT;
}

/* The same of all that @agent could do if nothing were disregarded. */
static bool all_actions_lose(const Order *order, const Agent *agent)
{
    const LogicSet *logics = order->logics;

    for (int i = agent->first_action; i < agent->first_move; i++)
        if (suggestion_of_attack(logics, order->percept, i).profit >= 0)
            return false;
    for (int i = agent->first_move; i < agent->end_action; i++) {
        const Suggestion move = suggestion_of_move(logics, order->percept, i);
        if (candidates_net_of_move(logics, &move) >= 0)
            return false;
    }
    return true;
}

/* Whether every action of the threatened agent itself loses something. */
static bool own_actions_all_lose(const Order *order, int worst, const Report *own)
{
    const LogicSet *logics = order->logics;
    const bool has_attack = own->attack.action != NO_ACTION;
    const bool has_move = own->move.action != NO_ACTION;

    if (reading_is_on(logics, READING_RESTRICTED_NEEDS_OWN_ACTION) && !has_attack && !has_move)
        return false;
    if (reading_is_on(logics, READING_RESTRICTED_COUNTS_DISREGARDED))
        return all_actions_lose(order, &order->percept->agents[worst]);
    return (!has_attack || own->attack.profit < 0) &&
           (!has_move || candidates_net_of_move(logics, &own->move) < 0);
}

static Offer ask_for_help(Order *order, const Report *reports, int worst)
{
    const LogicSet *logics = order->logics;
    const bool wants_attack = logic_is_on(logics, LOGIC_ATTACK_REQUEST);
    const bool wants_defence = logic_is_on(logics, LOGIC_DEFENCE_REQUEST) ||
                               (logic_is_on(logics, LOGIC_RESTRICTED_DEFENCE_REQUEST) &&
                                own_actions_all_lose(order, worst, &reports[worst]));

    if (!wants_attack && !wants_defence)
        return (Offer){.action = NO_ACTION};
    return request_help(order, worst, percept_others(order->percept, worst), wants_attack,
                        wants_defence);
}

static void tell_decision(const Council *council, const Candidates *candidates,
                          const Decider *deciders, int decider_count)
{
    const Order *order = council->order;
    Proposal rows[CANDIDATES_MAX];
    Message message = {.kind = MESSAGE_DECISION,
                       .sender = AGENT_MASTER,
                       .receiver = AGENT_ALL,
                       .loss = order->worst_loss,
                       .is_threatened = council->worst != NO_AGENT,
                       .candidates = rows,
                       .candidate_count = candidates->count,
                       .logics = order->logics->logics,
                       .deciders = deciders,
                       .decider_count = decider_count};

    for (int i = 0; i < candidates->count; i++) {
        const Candidate *row = &candidates->candidate[i];
        rows[i] = (Proposal){
            .move = order_move(order, row->action), .kind = row->kind, .worth = row->worth};
    }
    message.proposal = rows[candidates->chosen];
    message.proposal.equal_count = candidates->equal_count;
    message.worst =
        council->worst != NO_AGENT ? order_agent_name(order, council->worst) : AGENT_ALL;
    recorder_tell(order->recorder, &message);
}

/* The squares of the opponents that the chosen move plans to attack next. */
static Bitboard planned_on(const Order *order, const Candidate *chosen)
{
    return chosen->kind == CANDIDATE_PLANNED_MOVE
               ? suggestion_planned_targets(order->logics, order->percept, chosen->action) &
                     ~order->percept->king_targets
               : 0;
}

/* Sums up a decision in a few numbers; squares only on a board of 64. */
static Deliberation sum_up(const Council *council, const Candidates *candidates,
                           AgentSet threatened, Move expected)
{
    const Candidate *chosen = &candidates->candidate[candidates->chosen];
    const Percept *percept = council->order->percept;
    const int solution = council->solution.action;

    if (!percept->board->has_64_squares)
        return (Deliberation){0};
    return (Deliberation){
        .has_reasoned = true,
        .is_own = percept->actions[chosen->action].agent == council->worst,
        .rejects_offer = solution != NO_ACTION && solution != chosen->action,
        .asked = council->order->asked,
        .kind = (uint8_t)chosen->kind,
        .threatened = percept_squares_of(percept, threatened),
        .planned_on = planned_on(council->order, chosen),
        .expected = expected,
    };
}

PerceptOptions master_percept_options(const LogicSet *logics)
{
    const bool gives_away = reading_is_on(logics, READING_LOSING_WINS);

    return (PerceptOptions){
        .promotions_are_attacks = reading_is_on(logics, READING_PROMOTION_AS_ATTACK),
        .lifts_agent = reading_is_on(logics, READING_BATTERY_BACKUP),
        .gives_away = gives_away,
        .exchanges = logic_is_on(logics, LOGIC_EXCHANGE),
        .weighs_outlooks = logic_is_on(logics, LOGIC_WHOLE_THREAT),
        .looks_for_forks = logic_is_on(logics, LOGIC_DOUBLE_ATTACK),
        .knows_places = logic_is_on(logics, LOGIC_POSITION),
        .knows_passed = logic_is_on(logics, LOGIC_PROMOTION),
        .knows_hunt = logic_is_on(logics, LOGIC_MATE_HUNT) && !gives_away,
        .keeps_lead = logic_is_on(logics, LOGIC_MATE_HUNT) && !gives_away,
        .weights = logics->weights,
    };
}

/* The agents report, the worst threatened asks for help, and the master chooses. */
static Candidates hear_and_choose(Council *council, Report *out_reports)
{
    council_hear(council->order, percept_everyone(council->order->percept), out_reports);
    if (council->worst != NO_AGENT)
        council->solution = ask_for_help(council->order, out_reports, council->worst);
    return candidates_choose(council);
}

/* The same until nothing speaks against the choice. If something speaks against every action, the
 * first of the choices against which the least speaks is taken. */
static Candidates consult(Council *council, Report *out_reports)
{
    Order *order = council->order;
    LastResort choice = LAST_RESORT_NONE;

    for (int refused = 0; refused < order->percept->action_count; refused++) {
        const Candidates candidates = hear_and_choose(council, out_reports);
        if (!refusal_of_choice(order, &candidates, MOVE_NONE, &choice))
            break;
        order_refuse(order, candidates.candidate[candidates.chosen].action);
        council->solution = (Offer){.action = NO_ACTION};
    }
    return choice.candidates;
}

static Candidates find_candidates(Council *council, Report *out_reports, Move *out_expected)
{
    const LogicSet *logics = council->order->logics;
    Candidates candidates;

    *out_expected = MOVE_NONE;
    /* A mate leaves nothing to weigh. */
    if (logic_is_on(logics, LOGIC_MATE_HUNT) && foresight_find_mate(council->order, &candidates))
        return candidates;
    return logic_any_is_on(logics, FORESIGHT_LOGICS)
               ? foresight_choose(council->order, out_expected)
               : consult(council, out_reports);
}

static Move decide_briefly(const Percept *percept, const LogicSet *logics, Random *random,
                           const Recorder *recorder);

/* Decides. If @explains, the decision says on which logics it depends. */
static Move decide(const Percept *percept, const LogicSet *logics, Random *random,
                   const Recorder *recorder, bool explains, Deliberation *out_deliberation)
{
    const Random before = *random;
    Report reports[PERCEPT_MAX_AGENTS];
    Order order;
    Council council = {.order = &order, .reports = reports, .solution = {.action = NO_ACTION}};
    Candidates candidates;
    AgentSet threatened;
    Move move, expected;

    order.logics = logics;
    order.percept = percept;
    order.random = random;
    order.recorder = recorder;
    order.asked = 0;
    order_refuse_nothing(&order);
    council.worst = find_worst_threatened(&order, &threatened);
    order.bearable = recorder != NULL || reading_is_on(logics, READING_ANY_WORSE_DISREGARDED)
                         ? -1
                         : order.worst_loss;
    candidates = find_candidates(&council, reports, &expected);
    move = percept->actions[candidates.candidate[candidates.chosen].action].move;
    if (recorder != NULL) {
        Decider deciders[LOGIC_COUNT];
        const int count =
            explains ? deciders_find(percept, logics, &before, move, decide_briefly, deciders) : 0;
        tell_decision(&council, &candidates, deciders, count);
    }
    *out_deliberation = sum_up(&council, &candidates, threatened, expected);
    return move;
}

static Move decide_briefly(const Percept *percept, const LogicSet *logics, Random *random,
                           const Recorder *recorder)
{
    Deliberation deliberation;

    return decide(percept, logics, random, recorder, false, &deliberation);
}

Move master_decide(const Percept *percept, const LogicSet *logics, Random *random,
                   const Recorder *recorder, Deliberation *out_deliberation)
{
    return decide(percept, logics, random, recorder, true, out_deliberation);
}

bool master_could_decide(const Percept *percept, const LogicSet *logics, const Random *random,
                         Move move)
{
    Move decided;

    return deciders_reach(percept, logics, random, move, decide_briefly, &decided);
}
