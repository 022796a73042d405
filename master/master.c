#include "master/master.h"

#include <math.h>

#include "board/splitmix.h"
#include "master/ballot.h"
#include "master/council.h"
#include "master/foresight.h"
#include "master/refusal.h"

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

/* What a master thinks with. */
typedef struct {
    Order order;
    Council council;
    Weighing weighing; /* only if it weighs actions whole or looks ahead */
    AgentSet worst;    /* the most threatened agents, which lose the same */
    AgentSet threatened;
    bool is_mate;   /* something gives mate: nothing else is weighed */
    bool has_heard; /* the reports of its agents, without what it has refused */
} Mind;

/* What is decided. */
typedef struct {
    int action;
    CandidateKind kind;
    int worth;
    int objection;         /* how much speaks against it */
    Candidates candidates; /* from which it was chosen; only with a recorder */
} Decision;

static bool foresees(const Mind *mind)
{
    return logic_any_is_on(mind->order.logics, ORDER_FORESIGHT);
}

static void open_mind(Mind *mind, const Percept *percept, const LogicSet *logics,
                      const Recorder *recorder)
{
    Order *order = &mind->order;

    order->logics = logics;
    order->percept = percept;
    order->recorder = recorder;
    order->asked = 0;
    order_ask(order, 0);
    order_refuse_nothing(order);
    mind->council.order = order;
    mind->council.solution = NULL;
    mind->worst = council_find_worst(order, &mind->threatened);
    order->bearable = recorder != NULL || reading_is_on(logics, READING_ANY_WORSE_DISREGARDED)
                          ? -1
                          : order->worst_loss;
    order->worst = mind->worst && !logic_is_on(logics, LOGIC_WHOLE_THREAT)
                       ? __builtin_ctz(mind->worst)
                       : NO_AGENT;
    mind->has_heard = false;
    /* A mate leaves nothing to weigh. */
    mind->is_mate = logic_is_on(logics, LOGIC_MATE_HUNT) && foresight_find_mate(&mind->council);
    if (!mind->is_mate && foresees(mind))
        foresight_begin(&mind->weighing, order);
}

/* Turns to @worst, one of the most threatened agents, or to NO_AGENT. */
static void turn_to(Mind *mind, int worst)
{
    mind->council.worst = worst;
    mind->council.may_ask = worst != NO_AGENT;
}

/* The agents report, the worst threatened asks for help, and the master compares what they suggest:
 * that are the prospects. Whether there are any. What agents report does not depend on which of the
 * most threatened it is. */
static bool hear_and_choose(Mind *mind)
{
    Council *council = &mind->council;

    if (!mind->has_heard)
        council_hear(&mind->order, percept_everyone(mind->order.percept), council->reports);
    mind->has_heard = true;
    council->has_asked[false] = council->has_asked[true] = false;
    if (foresees(mind))
        foresight_choose(&mind->weighing, council);
    else if (ballot_is_held(mind->order.percept))
        ballot_choose(council);
    else
        candidates_choose(council);
    return council->prospects.count > 0;
}

static void refuse(Mind *mind, int action)
{
    order_refuse(&mind->order, action);
    mind->has_heard = false;
}

/* Decides where @number falls among the prospects, on the first that nothing speaks against. Keeps
 * the one against which the least speaks in @decision; returns whether that is nothing. */
static bool draw(Mind *mind, uint64_t *number, Decision *decision)
{
    Council *council = &mind->council;
    const Prospect *prospect;
    int action;

    for (; (prospect = candidates_draw(council, *number, &action)) != NULL;
         *number = splitmix_mix(*number)) {
        const Objection objection =
            mind->is_mate ? OBJECTION_NONE : refusal_find(&mind->order, action);
        if (objection_weight(objection) < decision->objection) {
            *decision = (Decision){.action = action,
                                   .kind = prospect->kind,
                                   .worth = prospect->worth,
                                   .objection = objection_weight(objection)};
            if (mind->order.recorder != NULL) {
                if (!mind->is_mate && !foresees(mind) && !ballot_is_held(mind->order.percept))
                    candidates_show(council, prospect, action);
                decision->candidates = council->candidates;
            }
        }
        if (objection == OBJECTION_NONE)
            return true;
        refusal_tell(&mind->order, action, objection);
        refuse(mind, action);
    }
    return false;
}

static Decision choose(Mind *mind, uint64_t number)
{
    Decision decision = {.action = NO_ACTION, .objection = OBJECTION_COUNT};

    if (mind->is_mate)
        draw(mind, &number, &decision);
    else
        while (hear_and_choose(mind) && !draw(mind, &number, &decision))
            ;
    return decision;
}

/* One of the most threatened agents; NO_AGENT: there is none. */
static int draw_worst(AgentSet worst, uint64_t *number)
{
    uint64_t draw;

    if (worst == 0)
        return NO_AGENT;
    for (draw = chance_spend(number, (uint64_t)bitboard_count(worst)); draw > 0; draw--)
        worst &= worst - 1;
    return __builtin_ctz(worst);
}

/* The same board as agents with @logics perceive it. */
static void perceive_again(const Percept *percept, const LogicSet *logics, Percept *out_percept,
                           TeamSenses *out_senses)
{
    PerceptOptions options = master_percept_options(logics);
    Move moves[PERCEPT_MAX_ACTIONS];

    for (int i = 0; i < percept->action_count; i++)
        moves[i] = percept->actions[i].move;
    options.captures_are_forced = percept->options.captures_are_forced;
    percept_again(percept, &options, out_percept);
    percept_keep_moves(out_percept, moves, percept->action_count);
    team_sense_again(percept, out_percept, out_senses);
    out_percept->past = percept->past;
    out_percept->interruption = percept->interruption;
}

static void sort_shares(Share *shares, int count)
{
    for (int i = 1; i < count; i++) {
        const Share share = shares[i];
        int place = i;
        for (; place > 0 && shares[place - 1].share < share.share; place--)
            shares[place] = shares[place - 1];
        shares[place] = share;
    }
}

/* Without what the sum of chances was rounded by: equal shares are equal, and short in print. */
static double round_share(double share)
{
    return rint(share * 1e12) / 1e12;
}

int master_list_shares(const Percept *percept, const LogicSet *logics,
                       Share out_shares[static PERCEPT_MAX_ACTIONS])
{
    double shares[PERCEPT_MAX_ACTIONS];
    int count = 0;

    master_shares(percept, logics, shares);
    for (int i = 0; i < percept->action_count; i++)
        if (shares[i] > 0)
            out_shares[count++] = (Share){percept->actions[i].move, round_share(shares[i])};
    sort_shares(out_shares, count);
    return count;
}

/* For each logic but the foundation: whether @move could not be decided on without it, and how far
 * @shares differ then. */
static int find_deciders(const Percept *percept, const LogicSet *logics, Move move,
                         const Share *shares, int share_count,
                         Decider out_deciders[static LOGIC_COUNT])
{
    int count = 0;

    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++) {
        LogicSet without = *logics;
        Share others[PERCEPT_MAX_ACTIONS];
        Percept again;
        TeamSenses senses;
        int other_count;
        if (!logic_is_on(logics, logic) || logic_replaced_by(logics->logics, logic) < LOGIC_COUNT)
            continue;
        without.logics &= ~(1U << logic);
        perceive_again(percept, &without, &again, &senses);
        other_count = master_list_shares(&again, &without, others);
        if (shares_find(others, other_count, move) == 0)
            out_deciders[count++] = (Decider){
                logic, others[0].move, shares_difference(shares, share_count, others, other_count)};
    }
    return count;
}

static void tell_decision(Mind *mind, const Decision *decision)
{
    const Order *order = &mind->order;
    const int worst = mind->council.worst;
    const Candidates *candidates = &decision->candidates;
    const Move move = order_move(order, decision->action);
    Proposal rows[CANDIDATES_MAX];
    Parts parts[CANDIDATES_MAX];
    Decider deciders[LOGIC_COUNT];
    Share shares[PERCEPT_MAX_ACTIONS];
    const int share_count = master_list_shares(order->percept, order->logics, shares);
    BallotPaper paper;
    Message message = {.kind = MESSAGE_DECISION,
                       .sender = AGENT_MASTER,
                       .receiver = AGENT_ALL,
                       .loss = order->worst_loss,
                       .is_threatened = worst != NO_AGENT,
                       .worst = worst != NO_AGENT ? order_agent_name(order, worst) : AGENT_ALL,
                       .proposal = {.move = move,
                                    .kind = decision->kind,
                                    .worth = decision->worth,
                                    .equal_count = candidates->equal_count},
                       .candidates = rows,
                       .candidate_count = candidates->count,
                       .logics = order->logics->logics,
                       .deciders = deciders,
                       .decider_count = find_deciders(order->percept, order->logics, move, shares,
                                                      share_count, deciders),
                       .shares = shares,
                       .share_count = share_count};

    for (int i = 0; i < candidates->count; i++) {
        const Candidate *row = &candidates->candidate[i];
        candidates_in_parts(&mind->council, row, &parts[i]);
        rows[i] = (Proposal){.move = order_move(order, row->action),
                             .kind = row->kind,
                             .worth = row->worth,
                             .parts = parts[i].part,
                             .part_count = parts[i].count};
        if (row->action == decision->action && row->kind == decision->kind &&
            row->worth == decision->worth) {
            message.proposal.parts = rows[i].parts;
            message.proposal.part_count = rows[i].part_count;
        }
    }
    if (ballot_is_held(order->percept)) {
        ballot_show(&mind->council, &paper);
        message.candidates = paper.rows;
        message.candidate_count = paper.row_count;
        message.votes = paper.vote_count > 0 ? paper.votes : NULL;
        message.vote_count = paper.vote_count;
        message.proposal.equal_count = mind->council.prospects.count;
    }
    recorder_tell(order->recorder, &message);
}

/* The squares of the opponents that the chosen move plans to attack next. */
static Bitboard planned_on(const Order *order, CandidateKind kind, int action)
{
    return kind == CANDIDATE_PLANNED_MOVE
               ? suggestion_planned_targets(order->logics, order->percept, action) &
                     ~order->percept->king_targets
               : 0;
}

static bool is_offered(const Council *council, int action)
{
    for (int i = 0; i < 2; i++)
        if (council->has_asked[i] &&
            ties_have(&council->offers[i].ties, council->order->percept, action))
            return true;
    return false;
}

/* Sums up a decision in a few numbers; squares only on a board of 64. */
static Deliberation sum_up(const Mind *mind, const Decision *decision)
{
    const Council *council = &mind->council;
    const Percept *percept = mind->order.percept;
    const bool foresaw = foresees(mind) && !mind->is_mate;
    const Offers *solution = council->solution;

    if (!percept->board->has_64_squares)
        return (Deliberation){0};
    return (Deliberation){
        .has_reasoned = true,
        .is_own = percept->actions[decision->action].agent == council->worst,
        .rejects_offer =
            solution != NULL && solution->ties.count > 0 && !is_offered(council, decision->action),
        .asked = mind->order.asked,
        .kind = (uint8_t)decision->kind,
        .threatened = percept_squares_of(percept, mind->threatened),
        .planned_on = planned_on(&mind->order, decision->kind, decision->action),
        .expected = foresaw ? foresight_expected(&mind->weighing, decision->action) : MOVE_NONE,
    };
}

Move master_decide(const Percept *percept, const LogicSet *logics, Random *random,
                   const Recorder *recorder, Deliberation *out_deliberation)
{
    uint64_t number = random_next(random);
    Mind mind;
    Decision decision;

    open_mind(&mind, percept, logics, recorder);
    turn_to(&mind, draw_worst(mind.worst, &number));
    decision = choose(&mind, number);
    if (recorder != NULL)
        tell_decision(&mind, &decision);
    *out_deliberation = sum_up(&mind, &decision);
    return percept->actions[decision.action].move;
}

/* Shares @chance out among the prospects against which only @objection speaks; @objections are
 * those to each action. */
static void share_out(const Mind *mind, const int *objections, int objection, double chance,
                      double *out_shares)
{
    const Percept *percept = mind->order.percept;
    const Prospects *prospects = &mind->council.prospects;
    double all = 0;

    memset(out_shares, 0, (size_t)percept->action_count * sizeof *out_shares);
    for (int i = 0; i < prospects->count; i++)
        for (Tie tie = prospects->prospect[i].tie; tie.actions; tie.actions &= tie.actions - 1) {
            const int action = tie_first(percept, &tie);
            if (objections[action] != objection)
                continue;
            out_shares[action] += (double)tie.chance;
            all += (double)tie.chance;
        }
    for (int i = 0; i < percept->action_count; i++)
        out_shares[i] *= chance / all;
}

/* How much speaks against each prospect; returns the least of it. */
static int find_objections(const Mind *mind, int *out_objections)
{
    const Prospects *prospects = &mind->council.prospects;
    int least = OBJECTION_COUNT;

    for (int i = 0; i < prospects->count; i++)
        for (Tie tie = prospects->prospect[i].tie; tie.actions; tie.actions &= tie.actions - 1) {
            const int action = tie_first(mind->order.percept, &tie);
            out_objections[action] =
                mind->is_mate ? 0 : objection_weight(refusal_find(&mind->order, action));
            least = MIN(least, out_objections[action]);
        }
    return least;
}

static void refuse_prospects(Mind *mind)
{
    const Prospects *prospects = &mind->council.prospects;

    for (int i = 0; i < prospects->count; i++)
        for (Tie tie = prospects->prospect[i].tie; tie.actions; tie.actions &= tie.actions - 1)
            refuse(mind, tie_first(mind->order.percept, &tie));
}

/* Adds what each action has of @chance if it is @worst that is worst threatened. */
static void add_shares(Mind *mind, int worst, double chance, double *shares)
{
    double best[PERCEPT_MAX_ACTIONS] = {0};
    int least = OBJECTION_COUNT;

    turn_to(mind, worst);
    while (least > 0 && (mind->is_mate || hear_and_choose(mind))) {
        int objections[PERCEPT_MAX_ACTIONS];
        const int objection = find_objections(mind, objections);
        if (objection < least)
            share_out(mind, objections, objection, chance, best);
        least = MIN(least, objection);
        if (least > 0)
            refuse_prospects(mind);
    }
    for (int i = 0; i < mind->order.percept->action_count; i++)
        shares[i] += best[i];
    if (!mind->has_heard)
        order_refuse_nothing(&mind->order);
}

void master_shares(const Percept *percept, const LogicSet *logics,
                   double out_shares[static PERCEPT_MAX_ACTIONS])
{
    Mind mind;
    double chance;

    open_mind(&mind, percept, logics, NULL);
    memset(out_shares, 0, (size_t)percept->action_count * sizeof *out_shares);
    if (mind.worst == 0 || mind.is_mate || foresees(&mind)) {
        add_shares(&mind, NO_AGENT, 1, out_shares);
        return;
    }
    chance = 1.0 / bitboard_count(mind.worst);
    for (AgentSet rest = mind.worst; rest; rest &= rest - 1)
        add_shares(&mind, __builtin_ctz(rest), chance, out_shares);
}
