#include "master/imagination.h"

#include <limits.h>

#include "agents/logics.h"
#include "master/council.h"

/* Sets no more than what is read first: what agents suggest fills 2 KB. */
void imagination_begin(Imagination *imagination, const Order *order)
{
    imagination->interruption = order->percept->interruption;
    imagination->is_interrupted = false;
    imagination->self = order->percept->side;
    memset(imagination->spoiler, 0, sizeof imagination->spoiler);
    imagination->recorder = order->recorder;
    imagination->line_count = 0;
}

/* Worth of a position to a side that has no action. */
static int worth_of_no_action(const Percept *percept)
{
    if (percept_in_check(percept))
        return -SUGGESTION_MATE;
    /* It is a draw, worth as much as the side is behind. */
    return council_fears_losses(percept) ? -percept->board->balance(percept)
                                         : percept->board->balance(percept);
}

#define ANYTHING ((Range){INT_MIN, INT_MAX})

/* The order to the agents of @percept, an imagined board: to report the @most best of their
 * actions, as far as @range requires. */
static void order_agents(Percept *percept, int most, Range range, Order *out_order)
{
    AgentSet threatened;

    order_begin(out_order, percept, NULL);
    out_order->most = most;
    out_order->floor = range.floor;
    out_order->enough = range.enough;
    out_order->imagined = percept;
    if (!percept_has(percept, LOGIC_WHOLE_THREAT))
        council_find_worst(out_order, &threatened);
}

static bool tells_all(const Imagination *imagination)
{
    return imagination->recorder != NULL && imagination->recorder->imagined;
}

/* Worth of the best action, imagined no further; once it is enough, no more actions are
 * examined. */
static int best_at_once(Imagination *imagination, Percept *percept, Range range, int *out_action)
{
    const int spoiler = percept_find(percept, imagination->spoiler[0]);
    Suggestions best = {.count = 0};
    Order order;

    order_agents(percept, 1, range, &order);
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
    if (tells_all(imagination))
        imagination->heard[0] = best;
    *out_action = best.suggestion[0].action;
    return best.suggestion[0].worth;
}

static int imagine_on(Imagination *imagination, Percept *percept, int depth, Range range,
                      int *out_action);
static int imagine_round(Imagination *imagination, Percept *percept, int rounds, int ahead,
                         int *out_action);

static bool is_interrupted(Imagination *imagination)
{
    const Interruption *interruption = imagination->interruption;

    if (interruption != NULL && !imagination->is_interrupted)
        imagination->is_interrupted = interruption->is_over(interruption->data);
    return imagination->is_interrupted;
}

static CandidateKind kind_of(const Percept *percept, int action)
{
    return agent_candidate(action_is_attack(percept, action), false);
}

/* Whether the recorder is told what is imagined now. */
static bool tells(const Imagination *imagination)
{
    return imagination->recorder != NULL && !imagination->is_interrupted &&
           (imagination->line_count == 0 || imagination->recorder->imagined);
}

/* Asks the agent of @action to suppose that. */
static void tell_asked(const Imagination *imagination, const Percept *percept, int action)
{
    recorder_tell(imagination->recorder, &(Message){.kind = MESSAGE_IMAGINE,
                                                    .sender = AGENT_MASTER,
                                                    .receiver = order_actor(percept, action),
                                                    .action = percept->actions[action].move,
                                                    .line = imagination->line,
                                                    .line_count = imagination->line_count});
}

/* Tells what is expected of @action: @answer of the agents of @after, the board after it, or
 * NO_ACTION; and what they suggested, with @left decisions left. */
static void tell_expected(const Imagination *imagination, const Percept *percept, int action,
                          const Expectation *expectation, const Percept *after, int answer,
                          int left)
{
    const bool is_heard = after != NULL && tells_all(imagination) && !percept_is_of_three(percept);
    const Suggestions *heard = &imagination->heard[left];
    Proposal suggested[SUGGESTIONS_MAX];
    Parts parts = {.count = 0};
    Message message = {.kind = MESSAGE_EXPECT,
                       .sender = answer != NO_ACTION ? order_actor(after, answer) : AGENT_ALL,
                       .receiver = AGENT_MASTER,
                       .action = percept->actions[action].move,
                       .candidates = suggested,
                       .line = imagination->line,
                       .line_count = imagination->line_count};

    parts_add(&parts, PART_IMAGINED, expectation->worth - suggestion_sure(percept, action, &parts),
              NO_SQUARE);
    message.proposal = proposal_of(expectation->answer,
                                   answer != NO_ACTION ? kind_of(after, answer) : CANDIDATE_MOVE,
                                   expectation->worth, &parts);
    for (int i = 0; is_heard && i < heard->count; i++)
        suggested[message.candidate_count++] =
            (Proposal){after->actions[heard->suggestion[i].action].move,
                       kind_of(after, heard->suggestion[i].action), heard->suggestion[i].worth};
    recorder_tell(imagination->recorder, &message);
}

/* Worth of an action of @percept, which gains @gain, after the decisions on the board after it,
 * @after. */
static int go_on(Imagination *imagination, const Percept *percept, int gain, Percept *after,
                 int depth, Range range, int *out_answer)
{
    /* In which the answers to it must be known. */
    const Range answers = {range.enough == INT_MAX ? INT_MIN : gain - range.enough,
                           gain - range.floor};

    if (percept_is_of_three(percept))
        return gain + imagine_round(imagination, after, depth,
                                    percept->board->balance(percept) + gain, out_answer);
    if ((percept->side == imagination->self) == (after->side == imagination->self))
        return gain + imagine_on(imagination, after, depth - 1, ANYTHING, out_answer);
    return gain - imagine_on(imagination, after, depth - 1, answers, out_answer);
}

Expectation imagination_of(Imagination *imagination, const Percept *percept, int action, int depth,
                           Range range)
{
    const int gain = suggestion_sure(percept, action, NULL);
    Expectation expectation = {.worth = gain, .answer = MOVE_NONE};
    int answer = NO_ACTION;
    Percept after;
    bool goes_on;

    if (tells(imagination))
        tell_asked(imagination, percept, action);
    goes_on = !is_interrupted(imagination) && percept->board->imagine(percept, action, &after);
    if (goes_on) {
        imagination->line[imagination->line_count++] = percept->actions[action].move;
        expectation.worth = go_on(imagination, percept, gain, &after, depth, range, &answer);
        imagination->line_count--;
    }
    if (answer != NO_ACTION)
        imagination->spoiler[depth - 1] = expectation.answer = after.actions[answer].move;
    if (tells(imagination))
        tell_expected(imagination, percept, action, &expectation, goes_on ? &after : NULL, answer,
                      depth - 1);
    return expectation;
}

/* The best answers that the agents of @percept suggest. */
static void hear_answers(Imagination *imagination, Percept *percept, int depth, Suggestions *out)
{
    Order order;

    order_agents(percept, percept->logics.number[LOGIC_NUMBER_ANSWERS], ANYTHING, &order);
    out->count = 0;
    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *agent = &percept->agents[i];
        agent_judge(&order, i, agent_attacks(agent) | agent_moves(agent), out);
    }
    if (tells_all(imagination))
        imagination->heard[depth] = *out;
}

static int imagine_on(Imagination *imagination, Percept *percept, int depth, Range range,
                      int *out_action)
{
    const int floor = MAX(range.floor, -SUGGESTION_MATE);
    Suggestions suggestions;
    int spoiler, best = INT_MIN;

    if (tells_all(imagination))
        imagination->heard[depth].count = 0;
    if (percept->action_count == 0)
        return worth_of_no_action(percept);
    if (depth == 0)
        return best_at_once(imagination, percept, range, out_action);
    spoiler = percept_find(percept, imagination->spoiler[depth]);
    if (spoiler != NO_ACTION) {
        percept_find_place(percept, spoiler);
        best = imagination_of(imagination, percept, spoiler, depth, (Range){floor, range.enough})
                   .worth;
        *out_action = spoiler;
        if (best >= range.enough)
            return best;
    }
    hear_answers(imagination, percept, depth, &suggestions);
    for (int i = 0; i < suggestions.count && best < range.enough; i++) {
        const int action = suggestions.suggestion[i].action;
        int value;
        if (action == spoiler)
            continue;
        value = imagination_of(imagination, percept, action, depth,
                               (Range){MAX(best, floor), range.enough})
                    .worth;
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
    int loss, worth, next = NO_ACTION;

    if (percept->action_count == 0)
        return -ahead;
    if (percept->side == imagination->self)
        return imagine_on(imagination, percept, rounds - 1, ANYTHING, out_action);
    best_at_once(imagination, percept, ANYTHING, out_action);
    loss = percept_taken_from(percept, *out_action, imagination->self);
    if (!percept->board->imagine(percept, *out_action, &after))
        return loss > 0 ? -loss : -ahead;
    imagination->line[imagination->line_count++] = percept->actions[*out_action].move;
    worth = imagine_round(imagination, &after, rounds, ahead - loss, &next) - loss;
    imagination->line_count--;
    return worth;
}
