#include "master/imagination.h"

#include <limits.h>

#include "master/council.h"

/* What a position is worth to a side that has no action. */
static int worth_of_no_action(const LogicSet *logics, const Percept *percept)
{
    if (percept_in_check(percept))
        return -SUGGESTION_MATE;
    /* It is a draw, worth as much as the side is behind. */
    return reading_is_on(logics, READING_LOSING_WINS) ? percept->board->balance(percept)
                                                      : -percept->board->balance(percept);
}

/* The action that is asked for first, as it was the best after an action imagined before: often it
 * spoils the next one, too. NO_ACTION if no agent can do it here. */
static int find_spoiler(const Imagination *imagination, const Percept *percept, int depth)
{
    const Move move = imagination->spoiler[depth];

    for (int i = 0; move != MOVE_NONE && i < percept->action_count; i++)
        if (percept->actions[i].move == move)
            return i;
    return NO_ACTION;
}

#define ANYTHING ((Range){INT_MIN, INT_MAX})

/* What the agents of @percept, an imagined board, are ordered to report: the @most best of their
 * actions, as far as @range must be known. */
static void order_agents(const Imagination *imagination, Percept *percept, int most, Range range,
                         Order *out_order)
{
    order_begin(out_order, percept, imagination->logics, NULL);
    out_order->most = most;
    out_order->floor = range.floor;
    out_order->enough = range.enough;
    out_order->imagined = percept;
    council_settle_worst(out_order);
}

/* What the best action is worth, imagined no further; from what is enough on no more actions are
 * asked for. */
static int best_at_once(const Imagination *imagination, Percept *percept, Range range,
                        int *out_action)
{
    const int spoiler = find_spoiler(imagination, percept, 0);
    Suggestions best = {.count = 0};
    Order order;

    order_agents(imagination, percept, 1, range, &order);
    if (spoiler != NO_ACTION) {
        const int agent = percept->actions[spoiler].agent;
        agent_judge(&order, agent, percept_only(percept, spoiler), &best);
        order_refuse(&order, spoiler); /* it has been judged */
    }
    /* Attacks first: they most often reach what is enough. */
    for (int i = 0; i < percept->agent_count; i++)
        agent_judge(&order, i, agent_attacks(&percept->agents[i]), &best);
    for (int i = 0; i < percept->agent_count; i++)
        agent_judge(&order, i, agent_moves(&percept->agents[i]), &best);
    *out_action = best.suggestion[0].action;
    return best.suggestion[0].worth;
}

static int imagine_on(Imagination *imagination, Percept *percept, int depth, Range range,
                      int *out_action);
static int imagine_round(Imagination *imagination, Percept *percept, int rounds, int ahead,
                         int *out_action);

/* What must be known of the opponent's answers to an action that gains @gain. */
static Range range_of_answers(Range range, int gain)
{
    return (Range){range.enough == INT_MAX ? INT_MIN : gain - range.enough, gain - range.floor};
}

static bool is_interrupted(Imagination *imagination)
{
    const Interruption *interruption = imagination->interruption;

    if (interruption != NULL && !imagination->is_interrupted)
        imagination->is_interrupted = interruption->is_over(interruption->data);
    return imagination->is_interrupted;
}

int imagination_of(Imagination *imagination, const Percept *percept, int action, int depth,
                   Range range, Expectation *out_expectation)
{
    const int gain = suggestion_sure(imagination->logics, percept, action, NULL);
    Percept after;
    int answer = NO_ACTION, worth;
    const bool is_of_three = percept_is_of_three(percept);
    bool is_friend;

    if (is_interrupted(imagination) || !percept->board->imagine(percept, action, &after))
        return gain;
    is_friend = is_of_three || (percept->board->side(percept) == imagination->self) ==
                                   (after.board->side(&after) == imagination->self);
    worth = is_of_three ? imagine_round(imagination, &after, depth,
                                        percept->board->balance(percept) + gain, &answer)
                        : imagine_on(imagination, &after, depth - 1,
                                     is_friend ? ANYTHING : range_of_answers(range, gain), &answer);
    if (answer != NO_ACTION)
        imagination->spoiler[depth - 1] = after.actions[answer].move;
    if (out_expectation != NULL) {
        out_expectation->answer = answer == NO_ACTION ? MOVE_NONE : after.actions[answer].move;
        if (answer != NO_ACTION) {
            const Agent *agent = &after.agents[after.actions[answer].agent];
            out_expectation->answerer = (AgentName){agent->type, agent->square};
            out_expectation->is_attack = action_is_attack(&after, answer);
        }
    }
    return is_friend ? gain + worth : gain - worth;
}

/* The best answers that the agents of @percept suggest. */
static void hear_answers(const Imagination *imagination, Percept *percept, Suggestions *out)
{
    Order order;

    order_agents(imagination, percept, imagination->logics->number[LOGIC_NUMBER_ANSWERS], ANYTHING,
                 &order);
    out->count = 0;
    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *agent = &percept->agents[i];
        agent_judge(&order, i, agent_attacks(agent) | agent_moves(agent), out);
    }
}

static int imagine_on(Imagination *imagination, Percept *percept, int depth, Range range,
                      int *out_action)
{
    const int floor = MAX(range.floor, -SUGGESTION_MATE);
    Suggestions suggestions;
    int spoiler, best = INT_MIN;

    if (percept->action_count == 0)
        return worth_of_no_action(imagination->logics, percept);
    if (depth == 0)
        return best_at_once(imagination, percept, range, out_action);
    spoiler = find_spoiler(imagination, percept, depth);
    if (spoiler != NO_ACTION) {
        percept_find_place(percept, spoiler);
        best = imagination_of(imagination, percept, spoiler, depth, (Range){floor, range.enough},
                              NULL);
        *out_action = spoiler;
        if (best >= range.enough)
            return best;
    }
    hear_answers(imagination, percept, &suggestions);
    for (int i = 0; i < suggestions.count && best < range.enough; i++) {
        const int action = suggestions.suggestion[i].action;
        const int value = action == spoiler
                              ? INT_MIN
                              : imagination_of(imagination, percept, action, depth,
                                               (Range){MAX(best, floor), range.enough}, NULL);
        if (value > best) {
            best = value;
            *out_action = action;
        }
    }
    return best;
}

/* In a game of three the others are no allies: each is thought to do what is best for itself, until
 * it is our turn again. What one of them takes from the other is no loss of ours, and if that ends
 * the game it is a draw, worth as much as we are behind; @ahead is what we are ahead. */
static int imagine_round(Imagination *imagination, Percept *percept, int rounds, int ahead,
                         int *out_action)
{
    Percept after;
    int loss, next = NO_ACTION;

    if (percept->action_count == 0)
        return -ahead;
    if (percept->board->side(percept) == imagination->self)
        return imagine_on(imagination, percept, rounds - 1, ANYTHING, out_action);
    best_at_once(imagination, percept, ANYTHING, out_action);
    loss = percept_taken_from(percept, *out_action, imagination->self);
    if (!percept->board->imagine(percept, *out_action, &after))
        return loss > 0 ? -loss : -ahead;
    return imagine_round(imagination, &after, rounds, ahead - loss, &next) - loss;
}
