#include "master/foresight.h"

#include <limits.h>
#include <string.h>

#include "master/worth.h"

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

static void add_candidate(Council *council, int action, int worth)
{
    const bool is_attack = action_is_attack(council->order->percept, action);
    Candidates *candidates = &council->candidates;

    if (candidates->count < CANDIDATES_MAX)
        candidates->candidate[candidates->count++] =
            (Candidate){is_attack ? CANDIDATE_ATTACK : CANDIDATE_MOVE, action, worth, NULL};
}

/* One of @count prospects, equally likely. */
static void add_prospect(Council *council, int action, int worth, int count)
{
    const Percept *percept = council->order->percept;
    const Lot lot = {percept_only(percept, action), CHANCE_ALL / (Chance)count,
                     percept->actions[action].agent};

    council->prospects.prospect[council->prospects.count++] =
        (Prospect){.lot = lot,
                   .kind = action_is_attack(percept, action) ? CANDIDATE_ATTACK : CANDIDATE_MOVE,
                   .worth = worth};
}

bool foresight_find_mate(Council *council)
{
    const Percept *percept = council->order->percept;
    int mates[PERCEPT_MAX_ACTIONS];
    const int count = percept_find_mates(percept, PERCEPT_MATE_MOVES, PERCEPT_MAX_ACTIONS, mates);

    council->prospects.count = council->candidates.count = 0;
    council->candidates.equal_count = count;
    for (int i = 0; i < count; i++) {
        add_prospect(council, mates[i], SUGGESTION_MATE, count);
        add_candidate(council, mates[i], SUGGESTION_MATE);
    }
    return count > 0;
}

/* The best suggestions, and those within @margin of the first as prospects. */
static void choose_within(Council *council, const Suggestions *suggestions, int margin)
{
    int equals = 0;

    while (equals < suggestions->count &&
           suggestions->suggestion[equals].worth >= suggestions->suggestion[0].worth - margin)
        equals++;
    council->prospects.count = council->candidates.count = 0;
    council->candidates.equal_count = equals;
    for (int i = 0; i < equals; i++)
        add_prospect(council, suggestions->suggestion[i].action, suggestions->suggestion[i].worth,
                     equals);
    for (int i = 0; council->order->recorder != NULL && i < suggestions->count; i++)
        add_candidate(council, suggestions->suggestion[i].action, suggestions->suggestion[i].worth);
}

/* The best of the actions from @first to before @end. */
static Equals best_between(const Percept *percept, const int *worth, int first, int end)
{
    Equals best = {.actions = 0};

    for (int i = first; i < end; i++)
        if (best.actions == 0 || worth[i] > best.one.profit)
            best = (Equals){.actions = percept_only(percept, i),
                            .one = {.action = i, .profit = worth[i]}};
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
            best_between(percept, weighing->worth, agent->first_action, agent->first_move),
            best_between(percept, weighing->worth, agent->first_move, agent->end_action)};
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

static bool is_refused(const Order *order, int action)
{
    return (order->refused[order->percept->actions[action].agent] &
            percept_only(order->percept, action)) != 0;
}

/* An action that is not worth more is worse by more than @margin than the best. */
static int guess_floor(Weighing *weighing, int margin)
{
    const int surest = find_surest(weighing->order->logics, weighing->order->percept);

    if (is_refused(weighing->order, surest))
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
        if (!is_refused(weighing->order, i) && weigh(weighing, i, floor))
            suggestions_insert(out, i, weighing->worth[i], most);
    }
}

void foresight_begin(Weighing *weighing, Order *order)
{
    begin_weighing(weighing, order);
    if (order->recorder != NULL)
        tell_reports(weighing);
}

void foresight_choose(Weighing *weighing, Council *council)
{
    const Order *order = weighing->order;
    const LogicSet *logics = order->logics;
    const bool looks_ahead = logic_is_on(logics, LOGIC_LOOK_AHEAD);
    /* A hunt is judged more finely than places. */
    const int margin = logic_is_on(logics, LOGIC_POSITION) && !order->percept->hunts
                           ? logic_weights(logics)->of[LOGIC_WEIGHT_MARGIN]
                           : 0;
    const int most = looks_ahead ? logics->number[LOGIC_NUMBER_SUGGESTIONS] : SUGGESTIONS_MAX;
    /* Actions that are worse are told, but they are neither imagined nor drawn. */
    const bool asks_all = looks_ahead || order->recorder != NULL;
    Suggestions suggestions;

    collect(weighing, most, asks_all ? INT_MAX : margin, &suggestions);
    if (looks_ahead)
        look_ahead(weighing, &suggestions, margin);
    choose_within(council, &suggestions, margin);
}

Move foresight_expected(const Weighing *weighing, int action)
{
    return weighing->is_imagined[action] ? weighing->expected[action] : MOVE_NONE;
}
