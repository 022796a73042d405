#include "master/beyond/decision.h"

#include <math.h>

#include "agents/beyond/hunt_chess.h"
#include "agents/beyond/minds.h"
#include "agents/beyond/places_chess.h"
#include "agents/beyond/whole_threat.h"
#include "agents/logics.h"
#include "board/splitmix.h"
#include "master/beyond/deciding.h"

/* Drawing */

static void send_refusal(const Order *order, int action, Objection objection)
{
    recorder_send(order->recorder, &(Message){.kind = MESSAGE_REFUSE,
                                              .sender = AGENT_MASTER,
                                              .receiver = order_actor(order->percept, action),
                                              .action = order_move(order, action),
                                              .objection = objection});
}

/* The option on which @number falls, all 64 bits of which are drawn, and its action; what is
 * refused is left out. NULL: nothing is left. */
static const Option *draw_option(const Deciding *deciding, uint64_t number, int *out_action)
{
    const Percept *percept = deciding->order.percept;
    uint64_t left[OPTIONS_MAX], all = 0, place;

    for (int i = 0; i < deciding->option_count; i++) {
        const Option *option = &deciding->option[i];
        const ActionSet actions = option->actions & ~deciding->order.refused[option->agent];
        left[i] = option->chance;
        if (actions != option->actions)
            left[i] = option->chance / (unsigned)bitboard_count(option->actions) *
                      (unsigned)bitboard_count(actions);
        all += left[i];
    }
    if (all == 0)
        return NULL;
    place = chance_place(number, all);
    for (int i = 0; i < deciding->option_count; i++) {
        const Option *option = &deciding->option[i];
        ActionSet actions = option->actions & ~deciding->order.refused[option->agent];
        if (place >= left[i]) {
            place -= left[i];
            continue;
        }
        if (bitboard_has_several(actions))
            place /= left[i] / (unsigned)bitboard_count(actions);
        for (; place > 0 && bitboard_has_several(actions); place--)
            actions &= actions - 1;
        *out_action = percept->agents[option->agent].first_action + __builtin_ctzll(actions);
        return option;
    }
    g_assert_not_reached();
}

/* Decides where @number falls among the options: on the first action that nothing speaks against,
 * or in the end on one against which the least speaks. */
static Row draw_accepted(Deciding *deciding, uint64_t number, Rows *out_rows)
{
    Row chosen = {.action = NO_ACTION};
    const Option *option;
    int action, least = OBJECTION_COUNT;

    while (deciding_find_options(deciding))
        for (; (option = draw_option(deciding, number, &action)) != NULL;
             number = splitmix_mix(number)) {
            const Objection objection = deciding_objection(deciding, action);
            if (objection_weight(objection) < least) {
                least = objection_weight(objection);
                chosen = option->row;
                chosen.action = action;
                if (deciding->order.recorder != NULL)
                    deciding_list_rows(deciding, option, action, out_rows);
            }
            if (objection == OBJECTION_NONE)
                return chosen;
            send_refusal(&deciding->order, action, objection);
            order_refuse(&deciding->order, action);
        }
    return chosen;
}

/* The decision of the master of the thesis. */
static Row draw_plainly(Deciding *deciding, Chance *chance, Rows *out_rows)
{
    const Percept *percept = deciding->order.percept;
    const Candidate *row = master_decide(&deciding->order, chance, &deciding->table);
    const Row chosen = {row->from, row->kind, equals_draw(&row->equals, percept, chance),
                        row->value, 0};

    if (deciding->order.recorder != NULL)
        deciding_list_rows(deciding, NULL, chosen.action, out_rows);
    return chosen;
}

/* The message */

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
        other_count = deciding_list_shares_with(percept, &without, others);
        difference = shares_difference(shares, share_count, others, other_count);
        if (other_count == 0 || difference < SHARES_NOTICEABLE)
            continue;
        for (place = count++; place > 0 && out_deciders[place - 1].difference < difference; place--)
            out_deciders[place] = out_deciders[place - 1];
        out_deciders[place] = (Decider){logic, others[0].move, difference};
    }
    return count;
}

static Grounds find_grounds(const Order *order, const Row *chosen)
{
    const Percept *percept = order->percept;
    const Action *action = &percept->actions[chosen->action];
    Grounds grounds = {.readings = percept->logics.readings,
                       .source = chosen->from,
                       .team_decision = team_decision(percept),
                       .planned_on = AGENT_ALL};
    TargetSet targets = 0;

    if (!order->mind[action->agent]->is_program)
        order->mind[action->agent]->worth(order, chosen->action, &grounds.parts);
    if (percept->board->has_64_squares && percept_knows_hunt(percept)) {
        const Color us = (Color)percept->chess.pos.turn;
        grounds.is_hunted = hunt_is_on(&percept->chess.pos, color_opponent(us));
        grounds.hunts = percept->hunts || hunt_is_on(&percept->chess.pos, us);
    }
    if (percept->board->has_64_squares && percept_has(percept, LOGIC_PROMOTION) && !grounds.hunts &&
        !grounds.is_hunted)
        grounds.passed =
            places_promotion_gain(&percept->chess.places, &percept->chess.pos, action->move);
    if (!action_is_attack(percept, chosen->action))
        targets = worth_planned_targets(percept, chosen->action);
    if (targets != 0 && parts_amount(&grounds.parts, PART_LOSS) == 0)
        grounds.planned_on = (AgentName){percept->targets[target_set_first(targets)].type,
                                         percept_target_square(percept, target_set_first(targets))};
    return grounds;
}

#define SENT_MAX 24 /* the most candidates in a message */

static void send_decision(Deciding *deciding, const Row *chosen, const Rows *rows)
{
    const Order *order = &deciding->order;
    const int worst = order->worst;
    Proposal proposals[SENT_MAX];
    Parts parts[SENT_MAX], parts_of_chosen;
    Decider deciders[LOGIC_COUNT];
    Share shares[PERCEPT_MAX_ACTIONS];
    Vote votes[SENT_MAX * PERCEPT_MAX_AGENTS];
    Message message = {.kind = MESSAGE_DECISION,
                       .sender = AGENT_MASTER,
                       .receiver = AGENT_ALL,
                       .loss = order->worst_loss,
                       .is_threatened = worst != NO_AGENT,
                       .worst = worst != NO_AGENT ? order_agent_name(order, worst) : AGENT_ALL,
                       .candidates = proposals,
                       .candidate_count = MIN(rows->count, SENT_MAX),
                       .logics = order->percept->logics.logics,
                       .deciders = deciders,
                       .votes = votes,
                       .shares = shares,
                       .grounds = find_grounds(order, chosen)};

    deciding_in_parts(deciding, chosen, &parts_of_chosen);
    message.proposal = proposal_of(order_move(order, chosen->action), chosen->kind, chosen->value,
                                   &parts_of_chosen);
    message.proposal.equal_count = rows->equal_count;
    for (int i = 0; i < message.candidate_count; i++) {
        const Row *row = &rows->row[i];
        deciding_in_parts(deciding, row, &parts[i]);
        proposals[i] =
            proposal_of(order_move(order, row->action), row->kind, row->value, &parts[i]);
        if (team_decision(order->percept) != TEAM_VOTE)
            continue;
        for (int agent = 0; agent < order->percept->agent_count; agent++)
            if (deciding->votes[row->action][agent] != 0)
                votes[message.vote_count++] =
                    (Vote){proposals[i].move, order_agent_name(order, agent),
                           deciding->votes[row->action][agent]};
    }
    message.share_count = decision_list_shares(order->percept, shares);
    message.decider_count = find_deciders(order->percept, shares, message.share_count, deciders);
    recorder_send(order->recorder, &message);
}

static Bitboard squares_of(const Percept *percept, AgentSet set)
{
    Bitboard squares = 0;

    for (AgentSet rest = set; rest; rest &= rest - 1)
        squares |= bitboard_of(percept->agents[__builtin_ctz(rest)].square);
    return squares;
}

/* Sums up a decision in a few numbers; squares only on a board of 64. */
static Deliberation sum_up(const Deciding *deciding, const Row *chosen)
{
    const Percept *percept = deciding->order.percept;
    const bool looked_ahead = percept_has(percept, LOGIC_LOOK_AHEAD) && !deciding->is_mate;
    const Offers *solution = &deciding->table.solution;

    if (!percept->board->has_64_squares)
        return (Deliberation){0};
    return (Deliberation){
        .has_reasoned = true,
        .is_own = percept->actions[chosen->action].agent == deciding->order.worst,
        .rejects_offer = deciding->table.has_asked &&
                         equals_first(&solution->equals, percept) != NO_ACTION &&
                         !equals_have(&solution->equals, percept, chosen->action),
        .asked = deciding->order.asked,
        .kind = (uint8_t)chosen->kind,
        .threatened = squares_of(percept, deciding->order.threatened),
        .planned_on = chosen->kind == CANDIDATE_PLANNED_MOVE
                          ? worth_planned_targets(percept, chosen->action) & ~percept->king_targets
                          : 0,
        .expected = looked_ahead ? deciding->imagination.of[chosen->action].answer : MOVE_NONE,
    };
}

Move decision_make(const Percept *percept, Random *random, const Recorder *recorder,
                   Deliberation *out_deliberation)
{
    Chance chance = chance_thrown(random_next(random));
    Deciding deciding;
    Rows rows;
    Row chosen;

    deciding_open(&deciding, percept, recorder);
    if (deciding_is_plain(percept)) {
        chosen = draw_plainly(&deciding, &chance, &rows);
    } else {
        master_find_worst(&deciding.order);
        master_draw_worst(&deciding.order, &chance);
        chosen = draw_accepted(&deciding, chance.number, &rows);
    }
    if (recorder != NULL)
        send_decision(&deciding, &chosen, &rows);
    *out_deliberation = sum_up(&deciding, &chosen);
    return percept->actions[chosen.action].move;
}

bool decision_bounds_some(const Message *decision)
{
    return decision->logics >> LOGIC_LOOK_AHEAD & 1 && decision->proposal.worth != WORTH_OF_MATE &&
           decision->candidate_count > decision->proposal.equal_count;
}

/* Shares */

/* Adds the shares of the table that the draws of @chance led to. */
static void add_table(const Percept *percept, const Table *table, double share, double *shares)
{
    const int count = bitboard_count(table->best);

    for (unsigned rest = table->best; rest; rest &= rest - 1)
        for (int i = 0; i < percept->action_count; i++)
            shares[i] +=
                share / count * equals_share(&table->row[__builtin_ctz(rest)].equals, percept, i);
}

/* Of the master of the thesis: the same decision for each way in which the draws can fall. */
static void add_plainly(Deciding *deciding, double *shares)
{
    Chance chance = CHANCE_ALL_WAYS;

    do {
        master_find_worst(&deciding->order);
        master_draw_worst(&deciding->order, &chance);
        master_collect_reports(&deciding->order, percept_everyone(deciding->order.percept),
                               deciding->table.reports);
        master_choose(&deciding->order, true, &chance, &deciding->table);
        add_table(deciding->order.percept, &deciding->table, chance_of_way(&chance), shares);
    } while (chance_next_way(&chance));
}

/* Adds to @shares, each multiplied by @share, those of the decision with the most threatened agent
 * of the order: among what the least speaks against. */
static void add_accepted(Deciding *deciding, double share, double *shares)
{
    Round round = NO_ROUND, best = NO_ROUND;
    double all = 0;

    memset(deciding->order.refused, 0, sizeof deciding->order.refused);
    while (deciding_next_round(deciding, &round))
        if (round.is_better)
            best = round;
    for (int i = 0; i < deciding->order.percept->action_count; i++) {
        if (best.share[i] > 0 && best.objection[i] > best.least)
            best.share[i] = 0;
        all += best.share[i];
    }
    for (int i = 0; i < deciding->order.percept->action_count; i++)
        if (best.share[i] > 0)
            shares[i] += best.share[i] / all * share;
}

static int compare_shares(const void *one, const void *other, G_GNUC_UNUSED void *data)
{
    const double a = ((const Share *)one)->share, b = ((const Share *)other)->share;

    return (a < b) - (a > b);
}

int decision_list_shares(const Percept *percept, Share out_shares[static PERCEPT_MAX_ACTIONS])
{
    double shares[PERCEPT_MAX_ACTIONS] = {0};
    Chance chance = CHANCE_ALL_WAYS;
    Deciding deciding;
    int count = 0;

    deciding_open(&deciding, percept, NULL);
    if (deciding_is_plain(percept)) {
        add_plainly(&deciding, shares);
    } else {
        master_find_worst(&deciding.order);
        do {
            if (!deciding.is_mate && !mind_has_single_worths(percept))
                master_draw_worst(&deciding.order, &chance);
            add_accepted(&deciding, chance_of_way(&chance), shares);
        } while (chance_next_way(&chance));
    }
    /* Without the rounding errors of the sums equal shares are equal, and short in print. */
    for (int i = 0; i < percept->action_count; i++)
        if (shares[i] > 0)
            out_shares[count++] = (Share){percept->actions[i].move, rint(shares[i] * 1e12) / 1e12};
    g_qsort_with_data(out_shares, count, sizeof *out_shares, compare_shares, NULL);
    return count;
}

int deciding_list_shares_with(const Percept *percept, const LogicSet *logics,
                              Share out_shares[static PERCEPT_MAX_ACTIONS])
{
    Move moves[PERCEPT_MAX_ACTIONS];
    TeamSenses senses;
    Percept again;

    if (percept->senses != NULL && !team_may_have(&percept->senses->team, logics))
        return 0;
    for (int i = 0; i < percept->action_count; i++)
        moves[i] = percept->actions[i].move;
    percept->board->beyond->again(percept, logics, &again);
    percept_keep_moves(&again, moves, percept->action_count);
    team_sense_again(percept, &again, &senses);
    again.past = percept->past;
    again.interruption = percept->interruption;
    return decision_list_shares(&again, out_shares);
}
