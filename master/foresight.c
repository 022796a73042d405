#include "master/foresight.h"

#include <limits.h>
#include <string.h>

#include "master/imagination.h"
#include "master/refusal.h"
#include "master/worth.h"

/* The worth of an action that may no longer be suggested. */
#define REFUSED INT_MIN

/* What the master weighs. */
typedef struct {
    Order *order;
    Imagination imagination;
    int depth; /* to which it was imagined last; 0: not yet */
    int worst, worst_loss;
    int worth[PERCEPT_MAX_ACTIONS]; /* as agents report it; REFUSED if they may not suggest it */
    bool is_bound[PERCEPT_MAX_ACTIONS]; /* it may be less: nobody has asked further */
    int value[PERCEPT_MAX_ACTIONS];     /* as imagined; set only if imagined */
    Move expected[PERCEPT_MAX_ACTIONS]; /* the answer to it; set only if imagined */
    bool is_imagined[PERCEPT_MAX_ACTIONS];
    bool is_spoiled[PERCEPT_MAX_ACTIONS]; /* its value may be less: nobody has imagined further;
                                             set only if imagined */
} Weighing;

/* What the master asks an agent to suppose, and what it hears of it. */
static void tell_imagined(const Order *order, const Expectation *expectation)
{
    const bool is_answered = expectation->answer != MOVE_NONE;
    const Message asked = {
        .kind = MESSAGE_IMAGINE,
        .sender = AGENT_MASTER,
        .receiver = order_agent_name(order, order->percept->actions[expectation->action].agent),
        .action = order_move(order, expectation->action),
    };
    const Message told = {
        .kind = MESSAGE_EXPECT,
        .sender = is_answered ? expectation->answerer : AGENT_ALL,
        .receiver = AGENT_MASTER,
        .action = asked.action,
        .proposal = {.move = expectation->answer,
                     .kind = expectation->is_attack ? CANDIDATE_ATTACK : CANDIDATE_MOVE,
                     .worth = expectation->worth},
    };

    recorder_tell(order->recorder, &asked);
    recorder_tell(order->recorder, &told);
}

/* Imagines @action. If it is not worth more than @floor, its value may be too great, but is not
 * above it either. */
static void imagine_action(Weighing *weighing, int action, int floor)
{
    Expectation expectation = {.action = action};

    expectation.worth = imagination_of(&weighing->imagination, weighing->order->percept, action,
                                       weighing->depth, (Range){floor, INT_MAX}, &expectation);
    if (weighing->imagination.is_interrupted)
        return;
    weighing->value[action] = expectation.worth;
    weighing->expected[action] = expectation.answer;
    weighing->is_imagined[action] = true;
    weighing->is_spoiled[action] = expectation.worth <= floor;
    if (weighing->order->recorder != NULL)
        tell_imagined(weighing->order, &expectation);
}

/* The best of @reported that was imagined to its end. */
static int best_imagined(const Weighing *weighing, const Suggestions *reported)
{
    int best = -SUGGESTION_MATE;

    for (int i = 0; i < reported->count; i++) {
        const int action = reported->suggestion[i].action;
        if (weighing->is_imagined[action] && !weighing->is_spoiled[action])
            best = MAX(best, weighing->value[action]);
    }
    return best;
}

/* Replaces the worths of @reported by imagined ones, best first. Those within @margin of the best
 * are imagined to their end. If that is interrupted, *@out_suggestions is not set. */
static void imagine_all(Weighing *weighing, const Suggestions *reported, int margin,
                        Suggestions *out_suggestions)
{
    Suggestions imagined = {.count = 0};
    int best = best_imagined(weighing, reported);

    for (int i = 0; i < reported->count; i++) {
        const int action = reported->suggestion[i].action;
        const int floor = best - margin - 1;
        if (!weighing->is_imagined[action] ||
            (weighing->is_spoiled[action] && weighing->value[action] > floor))
            imagine_action(weighing, action, floor);
        if (weighing->imagination.is_interrupted)
            return;
        best = MAX(best, weighing->value[action]);
        suggestions_insert(&imagined, action, weighing->value[action], SUGGESTIONS_MAX);
    }
    *out_suggestions = imagined;
}

/* The same as far as the master looks ahead. If it may be interrupted it goes depth by depth, as a
 * search does, and keeps what the last whole depth has found. */
static void look_ahead(Weighing *weighing, Suggestions *suggestions, int margin)
{
    const Suggestions reported = *suggestions;
    const int most = weighing->order->logics->number[LOGIC_NUMBER_LOOK_AHEAD];

    if (weighing->imagination.interruption == NULL || weighing->depth == most) {
        weighing->depth = most;
        imagine_all(weighing, &reported, margin, suggestions);
        return;
    }
    while (weighing->depth < most && !weighing->imagination.is_interrupted) {
        weighing->depth++;
        memset(weighing->imagination.spoiler, 0, sizeof weighing->imagination.spoiler);
        memset(weighing->is_imagined, 0, sizeof weighing->is_imagined);
        imagine_all(weighing, &reported, margin, suggestions);
    }
}

static Candidate candidate_of(const Percept *percept, int action, int worth)
{
    return (Candidate){action_is_attack(percept, action) ? CANDIDATE_ATTACK : CANDIDATE_MOVE,
                       action, worth};
}

bool foresight_find_mate(const Order *order, Candidates *out_candidates)
{
    const Percept *percept = order->percept;
    Candidates candidates = {.count = 0};
    int mates[CANDIDATES_MAX];

    candidates.count = percept_find_mates(percept, PERCEPT_MATE_MOVES, CANDIDATES_MAX, mates);
    if (candidates.count == 0)
        return false;
    for (int i = 0; i < candidates.count; i++)
        candidates.candidate[i] = candidate_of(percept, mates[i], SUGGESTION_MATE);
    candidates.equal_count = candidates.count;
    candidates.chosen = (int)random_below(order->random, (uint32_t)candidates.count);
    *out_candidates = candidates;
    return true;
}

/* The rows of the table, which are the best suggestions, and the choice among those within
 * @margin. */
static Candidates draw(const Order *order, const Suggestions *suggestions, int margin)
{
    Candidates candidates = {.count = 0};
    int equals = 0;

    while (equals < suggestions->count &&
           suggestions->suggestion[equals].worth >= suggestions->suggestion[0].worth - margin)
        equals++;
    for (int i = 0; i < MIN(suggestions->count, CANDIDATES_MAX); i++)
        candidates.candidate[candidates.count++] = candidate_of(
            order->percept, suggestions->suggestion[i].action, suggestions->suggestion[i].worth);
    candidates.equal_count = MIN(equals, CANDIDATES_MAX);
    candidates.chosen = (int)random_below(order->random, (uint32_t)candidates.equal_count);
    return candidates;
}

/* The best of the actions from @first to before @end. */
static Suggestion best_between(const int *worth, int first, int end)
{
    Suggestion best = {.action = NO_ACTION};

    for (int i = first; i < end; i++)
        if (best.action == NO_ACTION || worth[i] > best.profit)
            best = (Suggestion){.action = i, .profit = worth[i]};
    return best;
}

static void begin_weighing(Weighing *weighing, Order *order)
{
    weighing->order = order;
    weighing->depth = 0;
    weighing->imagination = (Imagination){.logics = order->logics,
                                          .interruption = order->percept->interruption,
                                          .self = percept_side(order->percept)};
    weighing->worst = worth_find_worst(order->logics, order->percept, &weighing->worst_loss);
    memset(weighing->is_imagined, 0, sizeof weighing->is_imagined);
    for (int i = 0; i < order->percept->action_count; i++) {
        weighing->worth[i] = INT_MAX;
        weighing->is_bound[i] = true;
    }
}

/* Asks for the worth of @action, if it may be above @floor; returns whether it is. */
static bool weigh(Weighing *weighing, int action, int floor)
{
    if (weighing->is_bound[action] && weighing->worth[action] > floor) {
        weighing->worth[action] =
            worth_of_action(weighing->order->logics, weighing->order->percept, action,
                            weighing->worst, weighing->worst_loss, floor);
        weighing->is_bound[action] = weighing->worth[action] <= floor;
    }
    return weighing->worth[action] > floor;
}

static void tell_reports(Weighing *weighing)
{
    const Percept *percept = weighing->order->percept;

    for (int i = 0; i < percept->action_count; i++)
        weigh(weighing, i, INT_MIN);
    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *agent = &percept->agents[i];
        const Report report = {
            best_between(weighing->worth, agent->first_action, agent->first_move),
            best_between(weighing->worth, agent->first_move, agent->end_action)};
        weighing->order->consults = false;
        agent_tell_report(weighing->order, i, &report);
    }
}

/* The action that gains most before anything is threatened or hoped for: a good guess at the best.
 * What it is worth lets others be left out early. */
static int find_surest(const LogicSet *logics, const Percept *percept)
{
    int surest = 0, most = INT_MIN;

    for (int i = 0; i < percept->action_count; i++) {
        const int sure = suggestion_sure(logics, percept, i);
        if (sure > most) {
            most = sure;
            surest = i;
        }
    }
    return surest;
}

/* An action that is not worth more is worse by more than @margin than the best. */
static int guess_floor(Weighing *weighing, int margin)
{
    const int surest = find_surest(weighing->order->logics, weighing->order->percept);

    if (weighing->worth[surest] == REFUSED)
        return INT_MIN;
    weigh(weighing, surest, INT_MIN);
    return weighing->worth[surest] - margin - 1;
}

/* What the agents suggest: the @most best actions that they may do, whichever agents do them, as
 * far as they are no more than @margin worse than the best. */
static void collect(Weighing *weighing, int most, int margin, Suggestions *out)
{
    const int least = margin < INT_MAX ? guess_floor(weighing, margin) : INT_MIN;

    out->count = 0;
    for (int i = 0; i < weighing->order->percept->action_count; i++) {
        int floor = MAX(least, suggestions_floor(out, most));
        if (out->count > 0 && margin < INT_MAX)
            floor = MAX(floor, out->suggestion[0].worth - margin - 1);
        if (weighing->worth[i] != REFUSED && weigh(weighing, i, floor))
            suggestions_insert(out, i, weighing->worth[i], most);
    }
}

Candidates foresight_choose(Order *order, Move *out_expected)
{
    const Percept *percept = order->percept;
    const LogicSet *logics = order->logics;
    const bool looks_ahead = logic_is_on(logics, LOGIC_LOOK_AHEAD);
    /* A hunt is judged more finely than places. */
    const int margin = logic_is_on(logics, LOGIC_POSITION) && !percept->hunts
                           ? logic_weights(logics)->of[LOGIC_WEIGHT_MARGIN]
                           : 0;
    const int most = looks_ahead ? logics->number[LOGIC_NUMBER_SUGGESTIONS] : CANDIDATES_MAX;
    LastResort choice = LAST_RESORT_NONE;
    /* Actions that are worse are told, but they are neither imagined nor drawn. */
    const bool asks_all = looks_ahead || order->recorder != NULL;
    Weighing weighing;

    begin_weighing(&weighing, order);
    if (order->recorder != NULL)
        tell_reports(&weighing);
    for (int refused = 0; refused < percept->action_count; refused++) {
        Suggestions suggestions;
        Candidates candidates;
        int action;
        collect(&weighing, most, asks_all ? INT_MAX : margin, &suggestions);
        if (looks_ahead)
            look_ahead(&weighing, &suggestions, margin);
        candidates = draw(order, &suggestions, margin);
        action = candidates.candidate[candidates.chosen].action;
        if (!refusal_of_choice(order, &candidates,
                               weighing.is_imagined[action] ? weighing.expected[action] : MOVE_NONE,
                               &choice))
            break;
        weighing.worth[action] = REFUSED;
    }
    *out_expected = choice.expected;
    return choice.candidates;
}
