#include "agents/beyond/whole_threat.h"

#include "agents/beyond/captures_chess.h"
#include "agents/logics.h"

/* Worth of a profit to the side: where losing wins, its sign is turned. */
static int valued(const Percept *percept, int profit)
{
    return percept_reads(percept, READING_LOSING_WINS) ? -profit : profit;
}

static int square_of_captured(const Percept *percept, int action)
{
    const int target = percept_target_captured(percept, action);

    return target != NO_TARGET ? percept_target_square(percept, target) : NO_SQUARE;
}

/* The material that @action gains at once, @promoted of it by a promotion. As in the functions
 * below, parts are added to @parts, unless that is NULL. */
static int gain_of(const Percept *percept, int action, int promoted, Parts *parts)
{
    const int captured = percept->actions[action].captured;

    if (parts != NULL) {
        parts_add(parts, PART_GAIN, valued(percept, captured), square_of_captured(percept, action));
        parts_add(parts, PART_PROMOTION, valued(percept, promoted),
                  percept_destination(percept, action));
    }
    return valued(percept, captured + promoted);
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

int whole_gain(const Percept *percept, int action)
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
 * of the king to a pawn that it may capture. */
static int earned_progress(const Percept *percept, int action)
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

int whole_sure(const Percept *percept, int action, Parts *parts)
{
    int sure = parts_add(parts, PART_PROGRESS,
                         percept->urgency != 0 ? earned_progress(percept, action) : 0, NO_SQUARE);

    sure += gain_of(percept, action, gain_of_promotion(percept, action), parts);
    return percept->terms != NULL ? sure + percept->terms(percept, action, parts) : sure;
}

/* The share of @gain, 0 or more, that counts by @weight, one of those that count parts. */
static int part_of(int gain, const LogicWeights *weights, LogicWeight weight)
{
    return (int)((unsigned)(gain * weights->of[weight]) / LOGIC_WEIGHT_WHOLE);
}

/* Gain of the opponents' best answer: an exchange, or in part a gain that is larger and less
 * sure. */
static int best_threat(const LogicWeights *weights, const CapturesAfter *captures, Parts *parts)
{
    const int sure = captures->threat[0].amount;
    int overload, fork;

    parts_add(parts, PART_THREAT, -sure, captures->threat[0].square);
    if (MAX(captures->overload.amount, captures->fork.amount) <= sure)
        return sure;
    overload = part_of(MAX(0, captures->overload.amount - sure), weights, LOGIC_WEIGHT_OVERLOAD);
    fork = part_of(MAX(0, captures->fork.amount - sure), weights, LOGIC_WEIGHT_FORK);
    if (overload >= fork)
        parts_add(parts, PART_OVERLOAD, -overload, captures->overload.square);
    else
        parts_add(parts, PART_FORK, -fork, captures->fork.square);
    return sure + MAX(overload, fork);
}

int whole_best_threat(const Percept *percept, const CapturesAfter *captures)
{
    return best_threat(logic_weights(&percept->logics), captures, NULL);
}

/* Worth of the captures of both sides after an action to the side that does it. */
static int balance_of(const Percept *percept, const CapturesAfter *captures, Parts *parts)
{
    const LogicWeights *weights = logic_weights(&percept->logics);
    const Gain *own = captures->own_threat, *second_threat = &captures->threat[1];
    const int best = MIN(own[0].amount, PIECE_VALUE[PIECE_QUEEN]);
    const int second = MIN(own[1].amount, PIECE_VALUE[PIECE_QUEEN]);
    int balance = -best_threat(weights, captures, parts);

    balance += parts_add(parts, PART_SECOND_THREAT,
                         -part_of(second_threat->amount, weights, LOGIC_WEIGHT_SECOND_THREAT),
                         second_threat->square);
    balance +=
        parts_add(parts, PART_HOPE, part_of(best, weights, LOGIC_WEIGHT_HOPE), own[0].square);
    if (percept_has(percept, LOGIC_DOUBLE_ATTACK)) {
        balance += parts_add(parts, PART_SECOND_HOPE,
                             part_of(second, weights, LOGIC_WEIGHT_SECOND_HOPE), own[1].square);
        if (captures->checks)
            balance +=
                parts_add(parts, PART_CHECK, part_of(best, weights, LOGIC_WEIGHT_HOPE_WITH_CHECK),
                          own[0].square);
    }
    return balance;
}

int captures_margin(const Percept *percept, const CapturesAfter *so_far, int alpha)
{
    return alpha == INT_MIN ? INT_MAX : balance_of(percept, so_far, NULL) - alpha - 1;
}

static int worth_above(const Percept *percept, int action, int alpha, Parts *parts)
{
    const int sure = whole_sure(percept, action, parts);
    const int first = parts != NULL ? parts->count : 0;
    const bool is_bounded =
        alpha != INT_MIN && !percept_reads(percept, READING_LOSING_WINS) && !percept->hunts;
    CapturesAfter captures;
    int balance;

    percept->board->beyond->captures_after(percept, action, is_bounded ? alpha - sure : INT_MIN,
                                           &captures);
    if (captures.checks && percept_has(percept, LOGIC_MATE_HUNT) &&
        percept->board->beyond->leaves_no_move(percept, action)) {
        if (parts != NULL)
            parts->count = 0;
        return parts_add(parts, PART_MATE, WORTH_OF_MATE, NO_SQUARE);
    }
    /* Hunters of a bare king hope for nothing else: no check for the sake of a pawn. */
    if (percept->hunts && percept->all_targets == percept->king_targets)
        captures.own_threat[0].amount = captures.own_threat[1].amount = 0;
    balance = balance_of(percept, &captures, parts);
    for (int i = first; parts != NULL && i < parts->count; i++)
        parts->part[i].amount = valued(percept, parts->part[i].amount);
    return sure + valued(percept, balance);
}

int whole_worth_above(const Percept *percept, int action, int alpha)
{
    return worth_above(percept, action, alpha, NULL);
}

int whole_worth(const Percept *percept, int action, Parts *parts)
{
    return worth_above(percept, action, INT_MIN, parts);
}
