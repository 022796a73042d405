#include "master/foresight.h"

#include <limits.h>
#include <string.h>

#define MAX_SUGGESTIONS 32 /* the most that may be asked for */
#define MAX_LOOK_AHEAD 4   /* the most decisions that may be imagined */

/* What agents suggest, best first. */
typedef struct {
    int count;
    struct {
        int action;
        int worth;
    } suggestion[MAX_SUGGESTIONS];
} Suggestions;

/* What is expected to follow an action that was imagined. */
typedef struct {
    int action;
    bool is_attack; /* the answer is an attack */
    Move answer;    /* what the opponent's master might decide on; MOVE_NONE if it can do nothing */
    AgentName answerer;
    int worth; /* what the action is worth in the end */
} Expectation;

/* The worth of an action that may no longer be suggested. */
#define REFUSED INT_MIN

/* What an action is worth to a master that does not weigh it whole: its profit and its place, or
 * what the worst threatened agent loses meanwhile. */
static int plain_worth(const LogicSet *logics, const Percept *percept, int action, int worst,
                       int worst_loss)
{
    const Suggestion suggestion = action_is_attack(percept, action)
                                      ? suggestion_of_attack(logics, percept, action)
                                      : suggestion_of_move(logics, percept, action);
    const int gain = action_is_attack(percept, action)
                         ? suggestion.profit
                         : candidates_net_of_move(logics, &suggestion);

    return gain + suggestion.place - (percept->actions[action].agent == worst ? 0 : worst_loss);
}

/* If the worth is not above @floor, it may be a greater one that is not either. */
static int worth_of(const LogicSet *logics, const Percept *percept, int action, int worst,
                    int worst_loss, int floor)
{
    return logic_is_on(logics, LOGIC_WHOLE_THREAT)
               ? suggestion_worth_above(logics, percept, action, floor)
               : plain_worth(logics, percept, action, worst, worst_loss);
}

/* The agent that loses most where it stands. */
static int find_worst(const LogicSet *logics, const Percept *percept, int *out_loss)
{
    int worst = NO_AGENT;

    *out_loss = 0;
    if (logic_is_on(logics, LOGIC_WHOLE_THREAT) || reading_is_on(logics, READING_LOSING_WINS))
        return worst;
    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *agent = &percept->agents[i];
        const int loss = threat_loss(logics, agent->value, agent->exposure);
        if (loss > *out_loss) {
            *out_loss = loss;
            worst = i;
        }
    }
    return worst;
}

static void insert(Suggestions *suggestions, int action, int worth, int most)
{
    int at = suggestions->count;

    if (at == most) {
        if (worth <= suggestions->suggestion[at - 1].worth)
            return;
        at--;
    } else {
        suggestions->count++;
    }
    for (; at > 0 && suggestions->suggestion[at - 1].worth < worth; at--)
        suggestions->suggestion[at] = suggestions->suggestion[at - 1];
    suggestions->suggestion[at].action = action;
    suggestions->suggestion[at].worth = worth;
}

/* What an action must be worth more than to be inserted. */
static int floor_of(const Suggestions *suggestions, int most)
{
    return suggestions->count < most ? INT_MIN : suggestions->suggestion[most - 1].worth;
}

/* What a position is worth to a side that has no action. */
static int worth_of_no_action(const LogicSet *logics, const Percept *percept)
{
    if (percept_in_check(percept))
        return -SUGGESTION_MATE;
    /* It is a draw, worth as much as the side is behind. */
    return reading_is_on(logics, READING_LOSING_WINS) ? percept_balance(percept)
                                                      : -percept_balance(percept);
}

/* What a master keeps in mind while it imagines. */
typedef struct {
    const LogicSet *logics;
    int self;                     /* the side that imagines */
    Move spoiler[MAX_LOOK_AHEAD]; /* what was best after the action imagined last, by the decisions
                                     that are left then; MOVE_NONE: nothing yet */
} Imagination;

/* The action that is asked for first, as it was the best after an action imagined before: often it
 * spoils the next one, too. NO_ACTION if nobody can do it here. */
static int find_spoiler(const Imagination *imagination, const Percept *percept, int depth)
{
    const Move move = imagination->spoiler[depth];

    for (int i = 0; move != MOVE_NONE && i < percept->action_count; i++)
        if (percept->actions[i].move == move)
            return i;
    return NO_ACTION;
}

/* worth_of() on a board that is imagined. */
static int worth_of_imagined(const LogicSet *logics, Percept *percept, int action, int worst,
                             int worst_loss, int floor)
{
    percept_find_place(percept, action);
    return worth_of(logics, percept, action, worst, worst_loss, floor);
}

/* What must be known of a worth: how much it is if it is above @floor and below @enough; else only
 * on which side of them it is. */
typedef struct {
    int floor, enough;
} Range;

#define ANYTHING ((Range){INT_MIN, INT_MAX})

/* What the best action is worth, imagined no further; from what is enough on no more actions are
 * asked for. */
static int best_at_once(const Imagination *imagination, Percept *percept, Range range,
                        int *out_action)
{
    const LogicSet *logics = imagination->logics;
    const int spoiler = find_spoiler(imagination, percept, 0);
    int worst_loss;
    const int worst = find_worst(logics, percept, &worst_loss);
    int best = INT_MIN;

    if (spoiler != NO_ACTION) {
        best = worth_of_imagined(logics, percept, spoiler, worst, worst_loss, range.floor);
        *out_action = spoiler;
    }
    /* Attacks first: they most often reach @enough. */
    for (int attacks = 1; attacks >= 0; attacks--)
        for (int i = 0; i < percept->agent_count; i++) {
            const Agent *agent = &percept->agents[i];
            const int first = attacks ? agent->first_action : agent->first_move;
            const int end = attacks ? agent->first_move : agent->end_action;
            for (int action = first; action < end && best < range.enough; action++) {
                const int worth = action == spoiler
                                      ? INT_MIN
                                      : worth_of_imagined(logics, percept, action, worst,
                                                          worst_loss, MAX(best, range.floor));
                if (worth <= best)
                    continue;
                best = worth;
                *out_action = action;
            }
        }
    return best;
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

/* What @action is worth if the sides to move after it decide for the best, @depth decisions on; in
 * a game of three, @depth rounds of decisions on. */
static int imagine(Imagination *imagination, const Percept *percept, int action, int depth,
                   Range range, Expectation *out_expectation)
{
    const int gain = suggestion_sure(imagination->logics, percept, action);
    Percept after;
    int answer = NO_ACTION, worth;
    const bool is_of_three = percept_is_of_three(percept);
    bool is_friend;

    if (!percept_imagine(percept, action, &after))
        return gain;
    is_friend = is_of_three || (percept_side(percept) == imagination->self) ==
                                   (percept_side(&after) == imagination->self);
    worth = is_of_three ? imagine_round(imagination, &after, depth, percept_balance(percept) + gain,
                                        &answer)
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
static Suggestions hear_answers(const LogicSet *logics, Percept *percept)
{
    const int most = logics->number[LOGIC_NUMBER_ANSWERS];
    Suggestions suggestions = {.count = 0};
    int worst_loss;
    const int worst = find_worst(logics, percept, &worst_loss);

    for (int i = 0; i < percept->action_count; i++)
        insert(
            &suggestions, i,
            worth_of_imagined(logics, percept, i, worst, worst_loss, floor_of(&suggestions, most)),
            most);
    return suggestions;
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
        best = imagine(imagination, percept, spoiler, depth, (Range){floor, range.enough}, NULL);
        *out_action = spoiler;
        if (best >= range.enough)
            return best;
    }
    suggestions = hear_answers(imagination->logics, percept);
    for (int i = 0; i < suggestions.count && best < range.enough; i++) {
        const int action = suggestions.suggestion[i].action;
        const int value = action == spoiler
                              ? INT_MIN
                              : imagine(imagination, percept, action, depth,
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
    if (percept_side(percept) == imagination->self)
        return imagine_on(imagination, percept, rounds - 1, ANYTHING, out_action);
    best_at_once(imagination, percept, ANYTHING, out_action);
    loss = percept_taken_from(percept, *out_action, imagination->self);
    if (!percept_imagine(percept, *out_action, &after))
        return loss > 0 ? -loss : -ahead;
    return imagine_round(imagination, &after, rounds, ahead - loss, &next) - loss;
}

static bool is_ahead_after(const Order *order, int action)
{
    const int balance = percept_balance(order->percept);
    const int ahead = reading_is_on(order->logics, READING_LOSING_WINS) ? -balance : balance;

    return ahead + suggestion_gain(order->logics, order->percept, action) >
           logic_weights(order->logics)->of[LOGIC_WEIGHT_AHEAD];
}

/* Whether a side with a lead loses much of it by @action. A master that weighs actions whole has
 * seen that already. */
static bool wastes_lead(const Order *order, int action)
{
    Outlook outlook;

    if (logic_is_on(order->logics, LOGIC_WHOLE_THREAT) || !percept_keeps_lead(order->percept))
        return false;
    percept_outlook(order->percept, action, NULL, &outlook);
    return suggestion_best_threat(order->logics, &outlook) -
               suggestion_gain(order->logics, order->percept, action) >
           logic_weights(order->logics)->of[LOGIC_WEIGHT_BEARABLE];
}

Objection foresight_object(const Order *order, int action)
{
    const Percept *percept = order->percept;

    if (!logic_is_on(order->logics, LOGIC_MATE_HUNT))
        return OBJECTION_NONE;
    if (percept_allows_mate(percept, action, PERCEPT_MATE_MOVES))
        return percept_allows_mate(percept, action, 1) ? OBJECTION_MATE : OBJECTION_MATE_BY_CHECKS;
    if (!is_ahead_after(order, action))
        return OBJECTION_NONE;
    if (percept_stalemates(percept, action))
        return OBJECTION_STALEMATE;
    if (percept_returns(percept, action) || percept_lets_repeat(percept, action))
        return OBJECTION_REPETITION;
    return wastes_lead(order, action) ? OBJECTION_LEAD : OBJECTION_NONE;
}

void foresight_tell_refusal(const Order *order, int action, Objection objection)
{
    if (order->recorder == NULL)
        return;
    recorder_tell(order->recorder,
                  &(Message){
                      .kind = MESSAGE_REFUSE,
                      .sender = AGENT_MASTER,
                      .receiver = order_agent_name(order, order->percept->actions[action].agent),
                      .action = order_move(order, action),
                      .objection = objection,
                  });
}

/* What the master weighs. */
typedef struct {
    Order *order;
    Imagination imagination;
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
    const int depth = weighing->order->logics->number[LOGIC_NUMBER_LOOK_AHEAD];
    Expectation expectation = {.action = action};

    expectation.worth = imagine(&weighing->imagination, weighing->order->percept, action, depth,
                                (Range){floor, INT_MAX}, &expectation);
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

/* Replaces the reported worths by imagined ones, best first. Those within @margin of the best are
 * imagined to their end. */
static void imagine_all(Weighing *weighing, Suggestions *suggestions, int margin)
{
    const Suggestions reported = *suggestions;
    int best = best_imagined(weighing, &reported);

    suggestions->count = 0;
    for (int i = 0; i < reported.count; i++) {
        const int action = reported.suggestion[i].action;
        const int floor = best - margin - 1;
        if (!weighing->is_imagined[action] ||
            (weighing->is_spoiled[action] && weighing->value[action] > floor))
            imagine_action(weighing, action, floor);
        best = MAX(best, weighing->value[action]);
        insert(suggestions, action, weighing->value[action], MAX_SUGGESTIONS);
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
    weighing->imagination = (Imagination){order->logics, percept_side(order->percept), {MOVE_NONE}};
    weighing->worst = find_worst(order->logics, order->percept, &weighing->worst_loss);
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
        weighing->worth[action] = worth_of(weighing->order->logics, weighing->order->percept,
                                           action, weighing->worst, weighing->worst_loss, floor);
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
        int floor = MAX(least, floor_of(out, most));
        if (out->count > 0 && margin < INT_MAX)
            floor = MAX(floor, out->suggestion[0].worth - margin - 1);
        if (weighing->worth[i] != REFUSED && weigh(weighing, i, floor))
            insert(out, i, weighing->worth[i], most);
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
    Candidates choice = {.count = 0};
    int least = OBJECTION_COUNT;
    /* Actions that are worse are told, but they are neither imagined nor drawn. */
    const bool asks_all = looks_ahead || order->recorder != NULL;
    Weighing weighing;

    begin_weighing(&weighing, order);
    if (order->recorder != NULL)
        tell_reports(&weighing);
    for (int refused = 0; refused < percept->action_count; refused++) {
        Suggestions suggestions;
        Candidates candidates;
        Objection objection;
        int action;
        collect(&weighing, most, asks_all ? INT_MAX : margin, &suggestions);
        if (looks_ahead)
            imagine_all(&weighing, &suggestions, margin);
        candidates = draw(order, &suggestions, margin);
        action = candidates.candidate[candidates.chosen].action;
        objection = foresight_object(order, action);
        if (objection_weight(objection) < least) {
            choice = candidates;
            least = objection_weight(objection);
            *out_expected = weighing.is_imagined[action] ? weighing.expected[action] : MOVE_NONE;
        }
        if (objection == OBJECTION_NONE)
            break;
        foresight_tell_refusal(order, action, objection);
        weighing.worth[action] = REFUSED;
    }
    return choice;
}
