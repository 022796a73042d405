#include "master/master.h"

#include "agents/logics.h"
#include "board/splitmix.h"
#include "master/council.h"

static void tell_refusal(const Order *order, int action, Objection objection)
{
    recorder_tell(order->recorder, &(Message){.kind = MESSAGE_REFUSE,
                                              .sender = AGENT_MASTER,
                                              .receiver = order_actor(order->percept, action),
                                              .action = order_move(order, action),
                                              .objection = objection});
}

/* Keeps the table from which @prospect was chosen, with @action in it. */
static void keep_table(Council *council, const Prospect *prospect, int action)
{
    if (prospect->row.from <= SOURCE_SOLUTION)
        candidates_find(council, action, prospect->table);
    else
        council->kept = council->candidates;
}

/* Decides where @number falls among the prospects: on the first action that nothing speaks against,
 * or in the end on one against which the least speaks. */
static Candidate choose(Council *council, uint64_t number)
{
    Candidate chosen = {.action = NO_ACTION};
    const Prospect *prospect;
    int action, least = OBJECTION_COUNT;

    while (council_choose(council))
        for (; (prospect = candidates_draw(council, number, &action)) != NULL;
             number = splitmix_mix(number)) {
            const Objection objection = council_objection(council, action);
            if (objection_weight(objection) < least) {
                least = objection_weight(objection);
                chosen = prospect->row;
                chosen.action = action;
                if (council->order.recorder != NULL)
                    keep_table(council, prospect, action);
            }
            if (objection == OBJECTION_NONE)
                return chosen;
            tell_refusal(&council->order, action, objection);
            order_refuse(&council->order, action);
        }
    return chosen;
}

/* Draws one of @worst: the first of the set that is returned, which is empty if @worst is. */
static AgentSet draw_worst(AgentSet worst, uint64_t *number)
{
    if (worst)
        for (uint64_t draw = chance_spend(number, (uint64_t)bitboard_count(worst)); draw > 0;
             draw--)
            worst &= worst - 1;
    return worst;
}

/* The logics without which @shares differ noticeably, the one without which they differ most first;
 * not those that others replace. */
static int find_deciders(const Percept *percept, const Share *shares, int share_count,
                         Decider out_deciders[static LOGIC_COUNT])
{
    int count = 0;

    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++) {
        LogicSet without = percept->logics;
        Share others[PERCEPT_MAX_ACTIONS];
        double difference;
        int place, other_count;
        if (!percept_has(percept, logic) ||
            logic_replaced_by(percept->logics.logics, logic) != NO_LOGIC)
            continue;
        without.logics &= ~(1U << logic);
        other_count = council_list_shares_with(percept, &without, others);
        difference = shares_difference(shares, share_count, others, other_count);
        if (other_count == 0 || difference < SHARES_NOTICEABLE)
            continue;
        for (place = count++; place > 0 && out_deciders[place - 1].difference < difference; place--)
            out_deciders[place] = out_deciders[place - 1];
        out_deciders[place] = (Decider){logic, others[0].move, difference};
    }
    return count;
}

#define TOLD_MAX 24 /* the most candidates that are told */

static void tell_decision(Council *council, const Candidate *chosen)
{
    const Order *order = &council->order;
    const int worst = council->worst;
    const Candidates *candidates = &council->kept;
    Proposal rows[TOLD_MAX];
    Parts parts[TOLD_MAX];
    Decider deciders[LOGIC_COUNT];
    Share shares[PERCEPT_MAX_ACTIONS];
    Vote votes[TOLD_MAX * PERCEPT_MAX_AGENTS];
    Message message = {.kind = MESSAGE_DECISION,
                       .sender = AGENT_MASTER,
                       .receiver = AGENT_ALL,
                       .loss = order->worst_loss,
                       .is_threatened = worst != NO_AGENT,
                       .worst = worst != NO_AGENT ? order_agent_name(order, worst) : AGENT_ALL,
                       .proposal = {.move = order_move(order, chosen->action),
                                    .kind = chosen->kind,
                                    .worth = chosen->worth,
                                    .equal_count = candidates->equal_count},
                       .candidates = rows,
                       .candidate_count = MIN(candidates->count, TOLD_MAX),
                       .logics = order->percept->logics.logics,
                       .deciders = deciders,
                       .votes = votes,
                       .shares = shares};

    for (int i = 0; i < message.candidate_count; i++) {
        const Candidate *row = &candidates->candidate[i];
        candidates_in_parts(council, row, &parts[i]);
        rows[i] = proposal_of(order_move(order, row->action), row->kind, row->worth, &parts[i]);
        if (row->action == chosen->action && row->kind == chosen->kind &&
            row->worth == chosen->worth) {
            message.proposal.parts = rows[i].parts;
            message.proposal.part_count = rows[i].part_count;
        }
        if (team_decision(order->percept) != TEAM_VOTE)
            continue;
        for (int agent = 0; agent < order->percept->agent_count; agent++)
            if (council->votes[row->action][agent] != 0)
                votes[message.vote_count++] = (Vote){rows[i].move, order_agent_name(order, agent),
                                                     council->votes[row->action][agent]};
    }
    message.share_count = master_list_shares(order->percept, shares);
    message.decider_count = find_deciders(order->percept, shares, message.share_count, deciders);
    recorder_tell(order->recorder, &message);
}

static bool is_offered(const Council *council, int action)
{
    for (int i = 0; i < 2; i++)
        if (council->has_asked[i] &&
            ties_have(&council->offers[i].ties, council->order.percept, action))
            return true;
    return false;
}

/* Sums up a decision in a few numbers; squares only on a board of 64. */
static Deliberation sum_up(const Council *council, const Candidate *chosen)
{
    const Percept *percept = council->order.percept;
    const bool looked_ahead = percept_has(percept, LOGIC_LOOK_AHEAD) && !council->is_mate;
    const Offers *solution = council->solution;

    if (!percept->board->has_64_squares)
        return (Deliberation){0};
    return (Deliberation){
        .has_reasoned = true,
        .is_own = percept->actions[chosen->action].agent == council->worst,
        .rejects_offer =
            solution != NULL && solution->ties.count > 0 && !is_offered(council, chosen->action),
        .asked = council->order.asked,
        .kind = (uint8_t)chosen->kind,
        .threatened = percept_squares_of(percept, council->order.threatened),
        .planned_on =
            chosen->kind == CANDIDATE_PLANNED_MOVE
                ? suggestion_planned_targets(percept, chosen->action) & ~percept->king_targets
                : 0,
        .expected = looked_ahead ? council->imagination.of[chosen->action].answer : MOVE_NONE,
    };
}

Move master_decide(const Percept *percept, Random *random, const Recorder *recorder,
                   Deliberation *out_deliberation)
{
    uint64_t number = random_next(random);
    Council council;
    Candidate chosen;

    council_open(&council, percept, recorder);
    council_turn_to(&council, draw_worst(council.worst_ones, &number));
    chosen = choose(&council, number);
    if (recorder != NULL)
        tell_decision(&council, &chosen);
    *out_deliberation = sum_up(&council, &chosen);
    return percept->actions[chosen.action].move;
}

bool master_bounds_some(const Message *decision)
{
    return decision->logics >> LOGIC_LOOK_AHEAD & 1 &&
           decision->proposal.worth != SUGGESTION_MATE &&
           decision->candidate_count > decision->proposal.equal_count;
}
