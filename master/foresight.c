/* How a master decides that weighs actions whole (whole-threat) or imagines what follows them
 * (look-ahead): it compares the suggestions of all agents by one figure, instead of by the table of
 * candidates.
 *
 * Source: thesis, sections 4.1 and 6; the figures and their form are ours. */
#include "master/council.h"

#include <limits.h>
#include <string.h>

#include "agents/logics.h"

/* Worth of a position to a side that has no action. */
static int worth_of_no_action(const Percept *percept)
{
    if (percept_in_check(percept))
        return -SUGGESTION_MATE;
    /* It is a draw, worth as much as the side is behind. */
    return council_fears_losses(percept) ? -percept->board->balance(percept)
                                         : percept->board->balance(percept);
}

/* The range in which a worth must be known exactly: above @floor and below @enough; else only on
 * which side of them it is. */
typedef struct {
    int floor, enough;
} Range;

#define ANYTHING ((Range){INT_MIN, INT_MAX})

/* The order to the agents of @percept, an imagined board: to report the @most best of their
 * actions, as far as @range requires. */
static void order_agents(Percept *percept, int most, Range range, Order *out_order)
{
    order_begin(out_order, percept, NULL);
    out_order->most = most;
    out_order->floor = range.floor;
    out_order->enough = range.enough;
    out_order->imagined = percept;
    if (!percept_has(percept, LOGIC_WHOLE_THREAT))
        council_find_worst(out_order);
}

/* Worth of the best action, imagined no further; once it is enough, no more actions are
 * examined. */
static int best_at_once(Imagination *imagination, Percept *percept, Range range, int *out_action)
{
    const int spoiler = percept_find(percept, imagination->spoiler[0]);
    Suggestions *best = &imagination->heard[0];
    Order order;

    best->count = 0;
    order_agents(percept, 1, range, &order);
    if (spoiler != NO_ACTION) {
        const int agent = percept->actions[spoiler].agent;
        agent_judge(&order, agent, percept_only(percept, spoiler), best);
        order_refuse(&order, spoiler); /* it has been judged */
    }
    /* Attacks first: they most often reach what is enough. */
    for (int i = 0; i < percept->agent_count; i++)
        agent_judge(&order, i, agent_attacks(&percept->agents[i]), best);
    for (int i = 0; i < percept->agent_count; i++)
        agent_judge(&order, i, agent_moves(&percept->agents[i]), best);
    *out_action = best->suggestion[0].action;
    return best->suggestion[0].worth;
}

static int imagine_on(Imagination *imagination, Percept *percept, int depth, Range range,
                      int *out_action);
static int imagine_round(Imagination *imagination, Percept *percept, int rounds, int ahead,
                         int *out_action);

static bool is_interrupted(Imagination *imagination)
{
    const Interruption *interruption = imagination->order->percept->interruption;

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
    const Recorder *recorder = imagination->order->recorder;

    return recorder != NULL && !imagination->is_interrupted &&
           (imagination->line_count == 0 || recorder->imagined);
}

/* Asks the agent of @action to suppose that. */
static void tell_asked(const Imagination *imagination, const Percept *percept, int action)
{
    recorder_tell(imagination->order->recorder, &(Message){.kind = MESSAGE_IMAGINE,
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
    const bool is_heard =
        after != NULL && imagination->order->recorder->imagined && !percept_is_of_three(percept);
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
    recorder_tell(imagination->order->recorder, &message);
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
    if (percept->side == after->side)
        return gain + imagine_on(imagination, after, depth - 1, ANYTHING, out_answer);
    return gain - imagine_on(imagination, after, depth - 1, answers, out_answer);
}

/* What is expected of @action if the sides to move after it decide for the best, @depth decisions
 * on; in a game of three, @depth rounds of decisions on. The recorder receives imagined boards;
 * those imagined after others only if it asks for them. */
static Expectation imagine(Imagination *imagination, const Percept *percept, int action, int depth,
                           Range range)
{
    const int gain = suggestion_sure(percept, action, NULL);
    Expectation expectation = {.is_imagined = true, .worth = gain, .answer = MOVE_NONE};
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
    expectation.is_bound = expectation.worth <= range.floor;
    if (tells(imagination))
        tell_expected(imagination, percept, action, &expectation, goes_on ? &after : NULL, answer,
                      depth - 1);
    return expectation;
}

/* The best answers that the agents of @percept suggest. */
static void hear_answers(Percept *percept, Suggestions *out)
{
    Order order;

    order_agents(percept, percept->logics.number[LOGIC_NUMBER_ANSWERS], ANYTHING, &order);
    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *agent = &percept->agents[i];
        agent_judge(&order, i, agent_attacks(agent) | agent_moves(agent), out);
    }
}

static int imagine_on(Imagination *imagination, Percept *percept, int depth, Range range,
                      int *out_action)
{
    const int floor = MAX(range.floor, -SUGGESTION_MATE);
    Suggestions *heard = &imagination->heard[depth];
    int spoiler, best = INT_MIN;

    heard->count = 0;
    if (percept->action_count == 0)
        return worth_of_no_action(percept);
    if (depth == 0)
        return best_at_once(imagination, percept, range, out_action);
    spoiler = percept_find(percept, imagination->spoiler[depth]);
    if (spoiler != NO_ACTION) {
        percept_find_place(percept, spoiler);
        best = imagine(imagination, percept, spoiler, depth, (Range){floor, range.enough}).worth;
        *out_action = spoiler;
        if (best >= range.enough)
            return best;
    }
    hear_answers(percept, heard);
    for (int i = 0; i < heard->count && best < range.enough; i++) {
        const int action = heard->suggestion[i].action;
        int value;
        if (action == spoiler)
            continue;
        value =
            imagine(imagination, percept, action, depth, (Range){MAX(best, floor), range.enough})
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
    if (percept->side == imagination->order->percept->side)
        return imagine_on(imagination, percept, rounds - 1, ANYTHING, out_action);
    best_at_once(imagination, percept, ANYTHING, out_action);
    loss = percept_taken_from(percept, *out_action, imagination->order->percept->side);
    if (!percept->board->imagine(percept, *out_action, &after))
        return loss > 0 ? -loss : -ahead;
    imagination->line[imagination->line_count++] = percept->actions[*out_action].move;
    worth = imagine_round(imagination, &after, rounds, ahead - loss, &next) - loss;
    imagination->line_count--;
    return worth;
}

/* The best of @reported that was imagined to its end. */
static int best_imagined(const Imagination *imagination, const Suggestions *reported)
{
    int best = -SUGGESTION_MATE;

    for (int i = 0; i < reported->count; i++) {
        const Expectation *expectation = &imagination->of[reported->suggestion[i].action];
        if (expectation->is_imagined && !expectation->is_bound)
            best = MAX(best, expectation->worth);
    }
    return best;
}

/* Replaces the worths of @reported by imagined ones, best first. Those within @margin of the best
 * are imagined to their end; the worths of others may be too great. If that is interrupted,
 * *@out_suggestions is not set. */
static void imagine_all(Imagination *imagination, const Percept *percept,
                        const Suggestions *reported, int margin, Suggestions *out_suggestions)
{
    Suggestions imagined;
    int best = best_imagined(imagination, reported);

    for (int i = 0; i < reported->count; i++) {
        const int action = reported->suggestion[i].action;
        const int floor = best - margin - 1;
        int place = i;
        Expectation expectation = imagination->of[action];
        if (!expectation.is_imagined || (expectation.is_bound && expectation.worth > floor))
            expectation =
                imagine(imagination, percept, action, imagination->depth, (Range){floor, INT_MAX});
        if (imagination->is_interrupted)
            return;
        imagination->of[action] = expectation;
        best = MAX(best, expectation.worth);
        /* Those of equal worth keep their order. */
        for (; place > 0 && imagined.suggestion[place - 1].worth < expectation.worth; place--)
            imagined.suggestion[place] = imagined.suggestion[place - 1];
        imagined.suggestion[place] = (Suggested){action, expectation.worth};
    }
    imagined.count = reported->count;
    *out_suggestions = imagined;
}

static void begin_depth(Imagination *imagination, int depth)
{
    imagination->depth = depth;
    memset(imagination->spoiler, 0, sizeof imagination->spoiler);
    memset(imagination->of, 0, sizeof imagination->of);
}

/* The same as far as the master looks ahead. If it may be interrupted it goes depth by depth, as a
 * search does, and keeps what the last whole depth has found. */
static void look_ahead(Imagination *imagination, const Percept *percept, Suggestions *suggestions,
                       int margin)
{
    const Suggestions reported = *suggestions;
    const int most = percept->logics.number[LOGIC_NUMBER_LOOK_AHEAD];

    imagine_all(imagination, percept, &reported, margin, suggestions);
    while (imagination->depth < most && !imagination->is_interrupted) {
        begin_depth(imagination, imagination->depth + 1);
        imagine_all(imagination, percept, &reported, margin, suggestions);
    }
}

#define TOLD_MAX 5

/* Makes prospects of the first @equals of @suggestions, all equally likely, and candidates of the
 * first of all @count. */
static void choose(Council *council, SourceName from, const Suggested *suggestions, int count,
                   int equals)
{
    const Percept *percept = council->order.percept;
    Candidates *candidates = &council->candidates;

    council->prospects.count = candidates->equal_count = equals;
    candidates->count = MIN(count, TOLD_MAX);
    for (int i = 0; i < count; i++) {
        const int action = suggestions[i].action;
        const Candidate row = {from, kind_of(percept, action), action, suggestions[i].worth, NULL,
                               0};
        candidates->candidate[i] = row;
        council->prospects.prospect[i] =
            (Prospect){.tie = {percept_only(percept, action), CHANCE_ALL / (Chance)equals,
                               percept->actions[action].agent},
                       .row = row};
    }
}

bool foresight_find_mate(Council *council)
{
    const Percept *percept = council->order.percept;
    int mates[PERCEPT_MAX_ACTIONS];
    Suggested suggestions[PERCEPT_MAX_ACTIONS];
    const int count = percept->mode.kings_are_taken
                          ? 0
                          : percept->board->find_mates(percept, PERCEPT_MATE_MOVES, mates);

    for (int i = 0; i < count; i++)
        suggestions[i] = (Suggested){mates[i], SUGGESTION_MATE};
    choose(council, SOURCE_MATE, suggestions, count, count);
    return count > 0;
}

/* Margin below the best prospect that still counts as equal. A hunt is judged more finely than
 * places. */
static int find_margin(const Order *order)
{
    return percept_has(order->percept, LOGIC_POSITION) && !order->percept->hunts
               ? logic_weights(&order->percept->logics)->of[LOGIC_WEIGHT_MARGIN]
               : 0;
}

void foresight_begin(Council *council)
{
    Order *order = &council->order;
    Imagination *imagination = &council->imagination;

    if (!percept_has(order->percept, LOGIC_LOOK_AHEAD)) {
        order->most = SUGGESTIONS_MAX;
        if (order->recorder == NULL) /* which is told worse actions, too */
            order->margin = find_margin(order);
        return;
    }
    order->most = order->percept->logics.number[LOGIC_NUMBER_SUGGESTIONS];
    /* Sets no more than what is read first: what agents suggest fills 2 KB. */
    imagination->order = order;
    imagination->is_interrupted = false;
    begin_depth(imagination, order->percept->interruption != NULL
                                 ? 1
                                 : order->percept->logics.number[LOGIC_NUMBER_LOOK_AHEAD]);
    imagination->line_count = 0;
}

void foresight_choose(Council *council)
{
    const Order *order = &council->order;
    const bool looks_ahead = percept_has(order->percept, LOGIC_LOOK_AHEAD);
    const int margin = find_margin(order);
    Suggestions suggestions = {.count = 0};
    const Suggested *first = suggestions.suggestion;
    int equals = 0;

    for (int i = 0; i < order->percept->agent_count; i++)
        council_merge(order, &council->reports[i], &suggestions);
    if (looks_ahead)
        look_ahead(&council->imagination, order->percept, &suggestions, margin);
    while (equals < suggestions.count && first[equals].worth >= first->worth - margin)
        equals++;
    choose(council, looks_ahead ? SOURCE_IMAGINED : SOURCE_WORTH, first, suggestions.count, equals);
}
