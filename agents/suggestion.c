#include "agents/suggestion.h"

#include <limits.h>

#include "agents/logics.h"

int threat_loss(const LogicSet *logics, int value, Exposure exposure)
{
    if (exposure.cheapest == 0)
        return 0;
    if (!logic_any_is_on(logics, 1U << LOGIC_BACKUP | 1U << LOGIC_EXCHANGE) || !exposure.defended)
        return value;
    return value > exposure.cheapest ? value - exposure.cheapest : 0;
}

/* Worse than any attack. */
#define NO_PLAN INT_MIN

/* Worth of a profit to the side: where losing wins, its sign is turned. */
static int valued(const Percept *percept, int profit)
{
    return percept_reads(percept, READING_LOSING_WINS) ? -profit : profit;
}

static __attribute__((noinline)) int square_of_captured(const Percept *percept, int action)
{
    const int target = percept_target_captured(percept, action);

    return target != NO_TARGET ? percept_target_square(percept, target) : NO_SQUARE;
}

/* The material that @action gains at once, @promoted of it by a promotion. As in the functions
 * below, parts are added to @parts, unless that is NULL. */
static inline int gain_of(const Percept *percept, int action, int promoted, Parts *parts)
{
    const int captured = percept->actions[action].captured;

    parts_add(parts, PART_GAIN, valued(percept, captured),
              parts != NULL ? square_of_captured(percept, action) : NO_SQUARE);
    parts_add(parts, PART_PROMOTION, valued(percept, promoted),
              percept_destination(percept, action));
    return valued(percept, captured + promoted);
}

static inline int place_of(const Percept *percept, int action, Parts *parts)
{
    return parts_add(parts, PART_PLACE,
                     percept->knows_any_place ? percept->actions[action].place : 0,
                     percept_destination(percept, action));
}

/* What can be lost where @action ends, as a negative gain. */
static inline int danger_of(const Percept *percept, int action, Parts *parts)
{
    const Action *done = &percept->actions[action];

    return parts_add(parts, PART_LOSS,
                     valued(percept, -threat_loss(&percept->logics, done->value, done->exposure)),
                     percept_destination(percept, action));
}

static inline int profit_of_attack(const Percept *percept, int action, Parts *parts)
{
    const Action *attack = &percept->actions[action];
    const int promoted = attack->value - percept->agents[attack->agent].value;
    const int gain = gain_of(percept, action, promoted, parts);

    return percept_has(percept, LOGIC_BACKUP) ? gain + danger_of(percept, action, parts) : gain;
}

/* Gain of the agent of @action, a move, if it attacks @target next. */
static inline int plan_net(const Percept *percept, int action, int target)
{
    const int agent = percept->actions[action].agent;
    const int gain = percept->targets[target].value, value = percept->agents[agent].value;
    const PerceptBoard *board = percept->board;
    Exposure exposure = {0, false};

    if (percept_has(percept, LOGIC_EXCHANGE)) {
        const int net = board->gain_of_plan(percept, action, target);
        return CLAMP(net, gain - value, gain);
    }
    if (percept_has(percept, LOGIC_BACKUP)) {
        exposure.cheapest = percept_cheapest_defender(percept, agent, target);
        exposure.defended = exposure.cheapest > 0 &&
                            board->backed(percept, agent, percept_target_square(percept, target));
    }
    return gain - threat_loss(&percept->logics, value, exposure);
}

/* Whether losses are weighed, but not yet those of a move before its attack: that is level 2, which
 * some readings change. */
static bool is_level_2(const Percept *percept)
{
    return percept_has(percept, LOGIC_BACKUP) && !percept_has(percept, LOGIC_MOVE_ATTACK);
}

static TargetSet hunted(const Percept *percept, TargetSet targets)
{
    const bool spares_king =
        percept->hunts ||
        (is_level_2(percept) && !percept_reads(percept, READING_LEVEL_2_HUNTS_KING));

    return spares_king ? targets & ~percept->king_targets : targets;
}

/* Whether the infinite value of an attacked king turns into its opposite. */
static bool is_shunned(const Percept *percept, const Action *move)
{
    return is_level_2(percept) && percept_reads(percept, READING_LEVEL_2_SHUNS_CHECKS) &&
           (move->targets & percept->king_targets) != 0;
}

/* The attacks that can be planned from where an action ends. */
typedef struct {
    int best, second;  /* nets, or NO_PLAN */
    TargetSet targets; /* all of the best net */
} Plans;

/* Inlined without what is not asked for: plans are an inner loop. */
__attribute__((always_inline)) static inline Plans find_plans(const Percept *percept, int action)
{
    const TargetSet targets = hunted(percept, percept->actions[action].targets);
    Plans plans = {NO_PLAN, NO_PLAN, 0};

    for (TargetSet rest = targets; rest; rest &= rest - 1) {
        const int target = target_set_first(rest);
        const int net = plan_net(percept, action, target);
        plans.second = MAX(plans.second, MIN(net, plans.best));
        if (net > plans.best)
            plans.targets = 0;
        if (net >= plans.best)
            plans.targets |= rest & -rest;
        plans.best = MAX(plans.best, net);
    }
    return plans;
}

TargetSet suggestion_planned_targets(const Percept *percept, int action)
{
    return find_plans(percept, action).targets;
}

/* Remaining plans if the opponent saves the target of the best one, 0 if it alone gains. */
static int plan_with_second(const Percept *percept, int action)
{
    const Plans plans = find_plans(percept, action);

    return plans.best > 0 ? MAX(plans.second, 0) : plans.best;
}

/* Plans from where @action ends, a move into no danger. A function of its own, so that moves into
 * danger cost next to nothing. */
static __attribute__((noinline)) int profit_of_plan(const Percept *percept, int action,
                                                    bool *out_planned)
{
    const int plan = percept_has(percept, LOGIC_DOUBLE_ATTACK) ? plan_with_second(percept, action)
                                                               : find_plans(percept, action).best;
    const bool pays = plan > 0 || (plan == 0 && percept_has(percept, LOGIC_MOVE_ATTACK));
    const bool may_lose =
        is_level_2(percept) && percept_reads(percept, READING_LEVEL_2_PLANS_MAY_LOSE);

    /* Where losing wins, an attack planned is a capture that may be forced, and no plan. */
    *out_planned = pays && !percept_reads(percept, READING_LOSING_WINS);
    return pays || (may_lose && plan != NO_PLAN) ? valued(percept, plan) : 0;
}

static int square_of_plan(const Percept *percept, int action)
{
    const TargetSet targets = suggestion_planned_targets(percept, action);

    return targets ? percept_target_square(percept, target_set_first(targets)) : NO_SQUARE;
}

static inline int profit_of_move(const Percept *percept, int action, bool *out_planned,
                                 Parts *parts)
{
    const Action *move = &percept->actions[action];
    const int danger =
        percept_has(percept, LOGIC_MOVE_ATTACK) ? danger_of(percept, action, parts) : 0;

    *out_planned = false;
    if (danger != 0)
        return danger;
    if (is_shunned(percept, move))
        return parts_add(parts, PART_CHECK, valued(percept, -PIECE_KING_VALUE), NO_SQUARE);
    return move->targets ? parts_add(parts, PART_PLAN, profit_of_plan(percept, action, out_planned),
                                     parts != NULL ? square_of_plan(percept, action) : NO_SQUARE)
                         : 0;
}

/* Cost of a promotion on an imagined board, so that one that can be made now is not put off. Where
 * losing wins, none is wanted. */
#define PROMOTION_PUT_OFF 50

static int gain_of_promotion(const Percept *percept, int action)
{
    const bool is_put_off =
        percept->mode.is_imagined && !percept_reads(percept, READING_LOSING_WINS);

    if (!percept->actions[action].is_promotion)
        return 0;
    return GAIN_OF_PROMOTION - (is_put_off ? PROMOTION_PUT_OFF : 0);
}

int suggestion_gain(const Percept *percept, int action)
{
    return gain_of(percept, action, gain_of_promotion(percept, action), NULL);
}

/* Steps from @square to the nearest pawn of the opponents; 0 if there is none. */
static int steps_to_pawn(const Percept *percept, int square)
{
    int least = INT_MAX;

    for (TargetSet rest = percept->all_targets; rest; rest &= rest - 1) {
        const int target = target_set_first(rest);
        if (percept->targets[target].type == PIECE_PAWN)
            least =
                MIN(least, percept->board->steps(square, percept_target_square(percept, target)));
    }
    return least < INT_MAX ? least : 0;
}

/* What of the urgency @action earns: all of it by a capture or a move of a pawn, a part by a step
 * of the king to a pawn that it may capture. Apart, as there is hardly ever any urgency. */
static __attribute__((noinline)) int earned_progress(const Percept *percept, int action)
{
    const Action *done = &percept->actions[action];
    const Agent *self = &percept->agents[done->agent];

    if (done->captured > 0 || done->is_promotion || self->type == PIECE_PAWN)
        return percept->urgency;
    if (self->type != PIECE_KING)
        return 0;
    return percept->urgency / 8 *
           (steps_to_pawn(percept, self->square) -
            steps_to_pawn(percept, percept_destination(percept, action)));
}

int suggestion_sure(const Percept *percept, int action, Parts *parts)
{
    int sure = parts_add(parts, PART_PROGRESS,
                         percept->urgency != 0 ? earned_progress(percept, action) : 0, NO_SQUARE);

    sure += gain_of(percept, action, gain_of_promotion(percept, action), parts);
    return sure + place_of(percept, action, parts);
}

/* The share of @gain, 0 or more, that counts by @weight, one of those that count parts. */
static inline int part_of(int gain, const LogicWeights *weights, LogicWeight weight)
{
    return (int)((unsigned)(gain * weights->of[weight]) / LOGIC_WEIGHT_WHOLE);
}

/* Gain of the opponents' best answer: an exchange, or in part a gain that is larger and less
 * sure. */
__attribute__((always_inline)) static inline int best_threat(const LogicWeights *weights,
                                                             const Outlook *outlook, Parts *parts)
{
    const int sure = outlook->threat[0].amount;
    int overload, fork;

    parts_add(parts, PART_THREAT, -sure, outlook->threat[0].square);
    if (MAX(outlook->overload.amount, outlook->fork.amount) <= sure)
        return sure;
    overload = part_of(MAX(0, outlook->overload.amount - sure), weights, LOGIC_WEIGHT_OVERLOAD);
    fork = part_of(MAX(0, outlook->fork.amount - sure), weights, LOGIC_WEIGHT_FORK);
    if (overload >= fork)
        parts_add(parts, PART_OVERLOAD, -overload, outlook->overload.square);
    else
        parts_add(parts, PART_FORK, -fork, outlook->fork.square);
    return sure + MAX(overload, fork);
}

int suggestion_best_threat(const Percept *percept, const Outlook *outlook)
{
    return best_threat(logic_weights(&percept->logics), outlook, NULL);
}

/* Worth of the captures of both sides after an action to the side that does it. Inlined because it
 * is called most often, and mostly without parts: that is 3 % of a decision of level 11. */
__attribute__((always_inline)) static inline int balance_of(const Percept *percept,
                                                            const Outlook *outlook, Parts *parts)
{
    const LogicWeights *weights = logic_weights(&percept->logics);
    const Gain *hopes = outlook->hope, *second_threat = &outlook->threat[1];
    const int hope = MIN(hopes[0].amount, PIECE_VALUE[PIECE_QUEEN]);
    const int second = MIN(hopes[1].amount, PIECE_VALUE[PIECE_QUEEN]);
    int balance = -best_threat(weights, outlook, parts);

    balance += parts_add(parts, PART_SECOND_THREAT,
                         -part_of(second_threat->amount, weights, LOGIC_WEIGHT_SECOND_THREAT),
                         second_threat->square);
    balance +=
        parts_add(parts, PART_HOPE, part_of(hope, weights, LOGIC_WEIGHT_HOPE), hopes[0].square);
    if (percept_has(percept, LOGIC_DOUBLE_ATTACK)) {
        balance += parts_add(parts, PART_SECOND_HOPE,
                             part_of(second, weights, LOGIC_WEIGHT_SECOND_HOPE), hopes[1].square);
        if (outlook->checks)
            balance +=
                parts_add(parts, PART_CHECK, part_of(hope, weights, LOGIC_WEIGHT_HOPE_WITH_CHECK),
                          hopes[0].square);
    }
    return balance;
}

int outlook_slack(const Percept *percept, const Outlook *so_far, int floor)
{
    return floor == INT_MIN ? INT_MAX : balance_of(percept, so_far, NULL) - floor - 1;
}

__attribute__((always_inline)) static inline int worth_above(const Percept *percept, int action,
                                                             int floor, Parts *parts)
{
    const int sure = suggestion_sure(percept, action, parts);
    const int first = parts != NULL ? parts->count : 0;
    const bool is_bounded =
        floor != INT_MIN && !percept_reads(percept, READING_LOSING_WINS) && !percept->hunts;
    Outlook outlook;
    int balance;

    percept->board->outlook(percept, action, is_bounded ? floor - sure : INT_MIN, &outlook);
    if (outlook.checks && percept_has(percept, LOGIC_MATE_HUNT) &&
        percept->board->leaves_no_move(percept, action)) {
        if (parts != NULL)
            parts->count = 0;
        return parts_add(parts, PART_MATE, SUGGESTION_MATE, NO_SQUARE);
    }
    /* Hunters of a bare king hope for nothing else: no check for the sake of a pawn. */
    if (percept->hunts && percept->all_targets == percept->king_targets)
        outlook.hope[0].amount = outlook.hope[1].amount = 0;
    balance = balance_of(percept, &outlook, parts);
    for (int i = first; parts != NULL && i < parts->count; i++)
        parts->part[i].amount = valued(percept, parts->part[i].amount);
    return sure + valued(percept, balance);
}

int suggestion_worth_above(const Percept *percept, int action, int floor)
{
    return worth_above(percept, action, floor, NULL);
}

/* Apart, so that suggestions of the other levels save no registers for it. */
static __attribute__((noinline)) Suggestion suggestion_by_worth(const Percept *percept, int action,
                                                                Parts *parts)
{
    return (Suggestion){.action = action, .profit = worth_above(percept, action, INT_MIN, parts)};
}

__attribute__((always_inline)) static inline Suggestion judge(const Percept *percept, int action,
                                                              bool is_attack, Parts *parts)
{
    Suggestion suggestion = {.action = action};

    if (percept_has(percept, LOGIC_WHOLE_THREAT))
        return suggestion_by_worth(percept, action, parts);
    suggestion.profit = is_attack ? profit_of_attack(percept, action, parts)
                                  : profit_of_move(percept, action, &suggestion.planned, parts);
    suggestion.place = place_of(percept, action, parts);
    return suggestion;
}

Suggestion suggestion_of_attack(const Percept *percept, int action)
{
    return judge(percept, action, true, NULL);
}

Suggestion suggestion_of_move(const Percept *percept, int action)
{
    return judge(percept, action, false, NULL);
}

Suggestion suggestion_in_parts(const Percept *percept, int action, Parts *out_parts)
{
    if (out_parts != NULL)
        out_parts->count = 0;
    return judge(percept, action, action_is_attack(percept, action), out_parts);
}

int suggestion_rank(const LogicSet *logics, const Suggestion *suggestion)
{
    return 2 * (suggestion->profit + suggestion->place) +
           (suggestion->planned && logic_is_on(logics, LOGIC_MOVE_ATTACK) ? 1 : 0);
}

int suggestion_net(const Percept *percept, const Suggestion *suggestion)
{
    return action_is_attack(percept, suggestion->action) ||
                   percept_reads(percept, READING_PLANS_COUNT)
               ? suggestion->profit
               : MIN(0, suggestion->profit);
}

bool suggestion_is_safe_check(const Percept *percept, const Suggestion *suggestion)
{
    const Action *move = &percept->actions[suggestion->action];

    return move->targets & percept->king_targets &&
           threat_loss(&percept->logics, move->value, move->exposure) == 0;
}
