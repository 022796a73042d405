#include "agents/suggestion.h"

#include <limits.h>

/* Worse than any attack. */
#define NO_PLAN INT_MIN

/* What a profit is worth to the side: where losing wins, its sign is turned. */
static int valued(const LogicSet *logics, int profit)
{
    return reading_is_on(logics, READING_LOSING_WINS) ? -profit : profit;
}

static int profit_of_attack(const LogicSet *logics, const Percept *percept, int action)
{
    const Action *attack = &percept->actions[action];
    const int promoted = attack->value - percept->agents[attack->agent].value;
    const int gained = attack->captured + promoted;

    return logic_is_on(logics, LOGIC_BACKUP)
               ? gained - threat_loss(logics, attack->value, attack->exposure)
               : gained;
}

/* Those of @targets, which @action attacks, on which a friend would back its agent up: asked only
 * where it matters. */
static TargetSet backed(const LogicSet *logics, const Percept *percept, int action,
                        TargetSet targets)
{
    return logic_is_on(logics, LOGIC_BACKUP) && !logic_is_on(logics, LOGIC_EXCHANGE)
               ? percept_others_attack(percept, percept->actions[action].agent, targets)
               : 0;
}

/* What the agent of @action, a move, would gain by attacking @target next. */
static inline int plan_net(const LogicSet *logics, const Percept *percept, int action, int target,
                           TargetSet backed)
{
    const Target *victim = &percept->targets[target];
    const int agent = percept->actions[action].agent;
    const int value = percept->agents[agent].value;
    const Exposure exposure = {percept_cheapest_defender(percept, agent, target),
                               backed >> target & 1};

    if (logic_is_on(logics, LOGIC_EXCHANGE))
        return victim->value -
               threat_loss(logics, value, percept_exposure_of_plan(percept, action, target));
    return logic_is_on(logics, LOGIC_BACKUP) ? victim->value - threat_loss(logics, value, exposure)
                                             : victim->value;
}

/* What remains if the opponent saves the target of the best plan: the second best net, 0 if there
 * is but one plan that gains; NO_PLAN if there is none at all. */
static __attribute__((noinline)) int second_plan(const LogicSet *logics, const Percept *percept,
                                                 int action, TargetSet targets)
{
    const TargetSet backed_up = backed(logics, percept, action, targets);
    int best = NO_PLAN, second = NO_PLAN;

    for (TargetSet rest = targets; rest; rest &= rest - 1) {
        const int net = plan_net(logics, percept, action, target_set_first(rest), backed_up);
        second = MAX(second, MIN(net, best));
        best = MAX(best, net);
    }
    return best > 0 ? MAX(second, 0) : best;
}

/* The net of the attack planned on one of @targets, or NO_PLAN. */
static int best_plan(const LogicSet *logics, const Percept *percept, int action, TargetSet targets)
{
    const bool most_expensive = reading_is_on(logics, READING_PLAN_FOR_MOST_EXPENSIVE);
    const TargetSet backed_up = backed(logics, percept, action, targets);
    int best = NO_PLAN, best_value = 0;

    for (TargetSet rest = targets; rest; rest &= rest - 1) {
        const int target = target_set_first(rest);
        const int net = plan_net(logics, percept, action, target, backed_up);
        const int value = most_expensive ? percept->targets[target].value : 0;
        if (value > best_value || (value == best_value && net > best)) {
            best = net;
            best_value = value;
        }
    }
    return best;
}

/* Whether losses are weighed, but not yet those of a move before its attack: that is level 2, which
 * some readings change. */
static bool is_level_2(const LogicSet *logics)
{
    return logic_is_on(logics, LOGIC_BACKUP) && !logic_is_on(logics, LOGIC_MOVE_ATTACK);
}

static TargetSet hunted(const LogicSet *logics, const Percept *percept, TargetSet targets)
{
    if (percept->hunts)
        return targets & ~percept->king_targets;
    return is_level_2(logics) && !reading_is_on(logics, READING_LEVEL_2_HUNTS_KING)
               ? targets & ~percept->king_targets
               : targets;
}

/* Whether the infinite value of an attacked king turns into its opposite. */
static bool is_shunned(const LogicSet *logics, const Percept *percept, const Action *move)
{
    return is_level_2(logics) && reading_is_on(logics, READING_LEVEL_2_SHUNS_CHECKS) &&
           (move->targets & percept->king_targets) != 0;
}

/* What is planned from where @action ends, a move into no danger. Apart, so that moves into danger
 * cost next to nothing. */
static __attribute__((noinline)) int profit_of_plan(const LogicSet *logics, const Percept *percept,
                                                    int action, bool *out_planned)
{
    const TargetSet targets = hunted(logics, percept, percept->actions[action].targets);
    const int plan = logic_is_on(logics, LOGIC_DOUBLE_ATTACK)
                         ? second_plan(logics, percept, action, targets)
                         : best_plan(logics, percept, action, targets);

    *out_planned = plan > 0 || (plan == 0 && logic_is_on(logics, LOGIC_MOVE_ATTACK));
    if (is_level_2(logics) && reading_is_on(logics, READING_LEVEL_2_PLANS_MAY_LOSE) &&
        plan != NO_PLAN)
        return plan;
    return *out_planned ? plan : 0;
}

static inline int profit_of_move(const LogicSet *logics, const Percept *percept, int action,
                                 bool *out_planned)
{
    const Action *move = &percept->actions[action];
    const int danger = logic_is_on(logics, LOGIC_MOVE_ATTACK)
                           ? threat_loss(logics, move->value, move->exposure)
                           : 0;

    *out_planned = false;
    if (danger > 0)
        return -danger;
    if (is_shunned(logics, percept, move))
        return -PIECE_KING_VALUE;
    return move->targets ? profit_of_plan(logics, percept, action, out_planned) : 0;
}

static int place_of(const Percept *percept, int action)
{
    return percept->knows_any_place ? percept->actions[action].place : 0;
}

int suggestion_gain(const LogicSet *logics, const Percept *percept, int action)
{
    const Action *done = &percept->actions[action];
    const int promoted =
        done->is_promotion ? PIECE_VALUE[PIECE_QUEEN] - PIECE_VALUE[PIECE_PAWN] : 0;

    return valued(logics, done->captured + promoted);
}

int suggestion_sure(const LogicSet *logics, const Percept *percept, int action)
{
    return suggestion_gain(logics, percept, action) + place_of(percept, action);
}

/* What counts of @gain, 0 or more, by @weight, one of those that count parts. */
static inline int part_of(int gain, const LogicWeights *weights, LogicWeight weight)
{
    return (int)((unsigned)(gain * weights->of[weight]) / LOGIC_WEIGHT_WHOLE);
}

/* What the opponents' best answer gains: an exchange, or in part what is more and less sure. */
static int best_threat(const LogicWeights *weights, const Outlook *outlook)
{
    const int sure = outlook->threat[0];

    return sure + MAX(part_of(MAX(0, outlook->overload - sure), weights, LOGIC_WEIGHT_OVERLOAD),
                      part_of(MAX(0, outlook->fork - sure), weights, LOGIC_WEIGHT_FORK));
}

int suggestion_best_threat(const LogicSet *logics, const Outlook *outlook)
{
    return best_threat(logic_weights(logics), outlook);
}

/* What both sides may capture after an action is worth to the side that does it. */
static int balance_of(const LogicSet *logics, const Outlook *outlook)
{
    const LogicWeights *weights = logic_weights(logics);
    const int hope = MIN(outlook->hope[0], PIECE_VALUE[PIECE_QUEEN]);
    int balance = part_of(hope, weights, LOGIC_WEIGHT_HOPE) - best_threat(weights, outlook) -
                  part_of(outlook->threat[1], weights, LOGIC_WEIGHT_SECOND_THREAT);

    if (logic_is_on(logics, LOGIC_DOUBLE_ATTACK)) {
        balance += part_of(MIN(outlook->hope[1], PIECE_VALUE[PIECE_QUEEN]), weights,
                           LOGIC_WEIGHT_SECOND_HOPE);
        balance += outlook->checks ? part_of(hope, weights, LOGIC_WEIGHT_HOPE_WITH_CHECK) : 0;
    }
    return balance;
}

/* A balance must be greater to matter. */
typedef struct {
    const LogicSet *logics;
    int balance;
} Floor;

static bool is_above(const Outlook *so_far, const void *data)
{
    const Floor *floor = data;

    return balance_of(floor->logics, so_far) > floor->balance;
}

static int bearable(const Outlook *so_far, const void *data)
{
    const Floor *floor = data;

    return so_far->threat[0] + balance_of(floor->logics, so_far) - floor->balance - 1;
}

int suggestion_worth_above(const LogicSet *logics, const Percept *percept, int action, int floor)
{
    const int sure = suggestion_sure(logics, percept, action);
    const bool is_bounded =
        floor != INT_MIN && !reading_is_on(logics, READING_LOSING_WINS) && !percept->hunts;
    const Floor least = {logics, is_bounded ? floor - sure : 0};
    const OutlookInterest interest = {is_above, bearable, &least};
    Outlook outlook;

    percept_outlook(percept, action, is_bounded ? &interest : NULL, &outlook);
    if (outlook.checks && logic_is_on(logics, LOGIC_MATE_HUNT) && percept_mates(percept, action))
        return SUGGESTION_MATE;
    /* Hunters of the king hope for nothing else: no check for the sake of a pawn. */
    if (percept->hunts)
        outlook.hope[0] = outlook.hope[1] = 0;
    return sure + valued(logics, balance_of(logics, &outlook));
}

int suggestion_worth(const LogicSet *logics, const Percept *percept, int action)
{
    return suggestion_worth_above(logics, percept, action, INT_MIN);
}

Suggestion suggestion_of_attack(const LogicSet *logics, const Percept *percept, int action)
{
    if (logic_is_on(logics, LOGIC_WHOLE_THREAT))
        return (Suggestion){.action = action, .profit = suggestion_worth(logics, percept, action)};
    return (Suggestion){.action = action,
                        .profit = valued(logics, profit_of_attack(logics, percept, action)),
                        .place = place_of(percept, action)};
}

Suggestion suggestion_of_eventful_move(const LogicSet *logics, const Percept *percept, int action)
{
    Suggestion suggestion = {.action = action};

    if (logic_is_on(logics, LOGIC_WHOLE_THREAT)) {
        suggestion.profit = suggestion_worth(logics, percept, action);
        return suggestion;
    }
    suggestion.place = place_of(percept, action);
    suggestion.profit =
        valued(logics, profit_of_move(logics, percept, action, &suggestion.planned));
    /* Where losing wins, an attack planned is a capture that may be forced, and no plan. */
    suggestion.planned &= !reading_is_on(logics, READING_LOSING_WINS);
    return suggestion;
}

TargetSet suggestion_planned_targets(const LogicSet *logics, const Percept *percept, int action)
{
    const Action *move = &percept->actions[action];
    const bool most_expensive = reading_is_on(logics, READING_PLAN_FOR_MOST_EXPENSIVE);
    const TargetSet targets = hunted(logics, percept, move->targets);
    const TargetSet backed_up = backed(logics, percept, action, targets);
    TargetSet planned = 0;
    int best = NO_PLAN, best_value = 0;

    for (TargetSet rest = targets; rest; rest &= rest - 1) {
        const int target = target_set_first(rest);
        const int net = plan_net(logics, percept, action, target, backed_up);
        const int value = most_expensive ? percept->targets[target].value : 0;
        if (value < best_value || (value == best_value && net < best))
            continue;
        if (value > best_value || net > best)
            planned = 0;
        best = net;
        best_value = value;
        planned |= rest & -rest;
    }
    return planned;
}

bool suggestion_is_safe_check(const LogicSet *logics, const Percept *percept,
                              const Suggestion *suggestion)
{
    const Action *move = &percept->actions[suggestion->action];

    return move->targets & percept->king_targets &&
           threat_loss(logics, move->value, move->exposure) == 0;
}
