#include "master/foresight.h"

#include <limits.h>
#include <string.h>

#include "agents/logics.h"
#include "master/council.h"

/* Imagines @action. If it is not worth more than @floor, its worth may be too great, but is not
 * above it either. */
static void imagine_action(Weighing *weighing, const Order *order, int action, int floor)
{
    const Expectation expectation = imagination_of(&weighing->imagination, order->percept, action,
                                                   weighing->depth, (Range){floor, INT_MAX});

    if (weighing->imagination.is_interrupted)
        return;
    weighing->of[action] = expectation;
    weighing->is_imagined[action] = true;
    weighing->of[action].is_bound = expectation.worth <= floor;
}

/* The best of @reported that was imagined to its end. */
static int best_imagined(const Weighing *weighing, const Suggestions *reported)
{
    int best = -SUGGESTION_MATE;

    for (int i = 0; i < reported->count; i++) {
        const int action = reported->suggestion[i].action;
        if (weighing->is_imagined[action] && !weighing->of[action].is_bound)
            best = MAX(best, weighing->of[action].worth);
    }
    return best;
}

static int compare_worths(const void *one, const void *other, G_GNUC_UNUSED void *data)
{
    const int a = ((const Suggested *)one)->worth, b = ((const Suggested *)other)->worth;

    return (a < b) - (a > b);
}

/* Replaces the worths of @reported by imagined ones, best first. Those within @margin of the best
 * are imagined to their end. If that is interrupted, *@out_suggestions is not set. */
static void imagine_all(Weighing *weighing, const Order *order, const Suggestions *reported,
                        int margin, Suggestions *out_suggestions)
{
    Suggestions imagined = *reported;
    int best = best_imagined(weighing, reported);

    for (int i = 0; i < reported->count; i++) {
        const int action = reported->suggestion[i].action;
        const int floor = best - margin - 1;
        if (!weighing->is_imagined[action] ||
            (weighing->of[action].is_bound && weighing->of[action].worth > floor))
            imagine_action(weighing, order, action, floor);
        if (weighing->imagination.is_interrupted)
            return;
        best = MAX(best, weighing->of[action].worth);
        imagined.suggestion[i].worth = weighing->of[action].worth;
    }
    /* Those of equal worth keep their order. */
    g_qsort_with_data(imagined.suggestion, imagined.count, sizeof *imagined.suggestion,
                      compare_worths, NULL);
    *out_suggestions = imagined;
}

/* The same as far as the master looks ahead. If it may be interrupted it goes depth by depth, as a
 * search does, and keeps what the last whole depth has found. */
static void look_ahead(Weighing *weighing, const Order *order, Suggestions *suggestions, int margin)
{
    const Suggestions reported = *suggestions;
    const int most = order->percept->logics.number[LOGIC_NUMBER_LOOK_AHEAD];

    if (weighing->imagination.interruption == NULL || weighing->depth == most) {
        weighing->depth = most;
        imagine_all(weighing, order, &reported, margin, suggestions);
        return;
    }
    while (weighing->depth < most && !weighing->imagination.is_interrupted) {
        weighing->depth++;
        memset(weighing->imagination.spoiler, 0, sizeof weighing->imagination.spoiler);
        memset(weighing->is_imagined, 0, sizeof weighing->is_imagined);
        imagine_all(weighing, order, &reported, margin, suggestions);
    }
}

/* Begins to choose @count actions, equally likely. */
static void begin_choice(Council *council, int count)
{
    council->prospects.count = council->candidates.count = 0;
    council->candidates.equal_count = count;
}

#define TOLD_MAX 5

/* Adds @action to the candidates, which a recorder is told, and if it @is_chosen to the
 * prospects. */
static void add(Council *council, SourceName from, int action, int worth, bool is_chosen)
{
    const Percept *percept = council->order.percept;
    const Candidate row = {
        from, agent_candidate(action_is_attack(percept, action), false), action, worth, NULL, 0};
    Candidates *candidates = &council->candidates;

    if (is_chosen)
        council->prospects.prospect[council->prospects.count++] = (Prospect){
            .tie = {percept_only(percept, action), CHANCE_ALL / (Chance)candidates->equal_count,
                    percept->actions[action].agent},
            .row = row};
    if (council->order.recorder != NULL && candidates->count < TOLD_MAX)
        candidates->candidate[candidates->count++] = row;
}

bool foresight_find_mate(Council *council)
{
    const Percept *percept = council->order.percept;
    int mates[PERCEPT_MAX_ACTIONS];
    const int count = percept->mode.kings_are_taken
                          ? 0
                          : percept->board->find_mates(percept, PERCEPT_MATE_MOVES, mates);

    begin_choice(council, count);
    for (int i = 0; i < count; i++)
        add(council, SOURCE_MATE, mates[i], SUGGESTION_MATE, true);
    return count > 0;
}

/* The best suggestions, and those within @margin of the first as prospects. */
static void choose_within(Council *council, const Suggestions *suggestions, int margin)
{
    const bool looks_ahead = percept_has(council->order.percept, LOGIC_LOOK_AHEAD);
    const Suggested *suggestion = suggestions->suggestion;
    int equals = 0;

    while (equals < suggestions->count && suggestion[equals].worth >= suggestion[0].worth - margin)
        equals++;
    begin_choice(council, equals);
    for (int i = 0; i < suggestions->count; i++)
        add(council, looks_ahead ? SOURCE_IMAGINED : SOURCE_WORTH, suggestion[i].action,
            suggestion[i].worth, i < equals);
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
    Weighing *weighing = &council->weighing;
    const bool looks_ahead = percept_has(order->percept, LOGIC_LOOK_AHEAD);

    weighing->depth = 0;
    if (looks_ahead) {
        imagination_begin(&weighing->imagination, order);
        memset(weighing->is_imagined, 0, sizeof weighing->is_imagined);
    }
    order->most =
        looks_ahead ? order->percept->logics.number[LOGIC_NUMBER_SUGGESTIONS] : SUGGESTIONS_MAX;
    /* Actions that are worse may be imagined, and they are told. */
    if (!looks_ahead && order->recorder == NULL)
        order->margin = find_margin(order);
}

void foresight_choose(Council *council)
{
    const Order *order = &council->order;
    const int margin = find_margin(order);
    Suggestions suggestions = {.count = 0};

    for (int i = 0; i < order->percept->agent_count; i++)
        council_merge(order, &council->reports[i], &suggestions);
    if (percept_has(order->percept, LOGIC_LOOK_AHEAD))
        look_ahead(&council->weighing, order, &suggestions, margin);
    choose_within(council, &suggestions, margin);
}
