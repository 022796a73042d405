/* The decision of a master with whole-threat or look-ahead: it compares the suggestions of all
 * agents by one worth each, instead of by the table of candidates.
 *
 * Source: thesis, sections 4.1 and 6; the values and their form are ours. */
#include "master/beyond/deciding.h"

#include <limits.h>
#include <string.h>

#include "agents/beyond/whole_threat.h"
#include "agents/logics.h"

/* Whether a king of the side to move is attacked. */
static bool is_in_check(const Percept *percept)
{
    for (int i = 0; i < percept->agent_count; i++)
        if (percept->agents[i].type == PIECE_KING && percept->agents[i].exposure.cheapest > 0)
            return true;
    return false;
}

/* Worth of a position to a side that has no action. */
static int worth_of_no_action(const Percept *percept)
{
    if (is_in_check(percept))
        return -WORTH_OF_MATE;
    /* It is a draw, worth as much as the side is behind. */
    return master_fears_losses(percept) ? -percept->board->beyond->balance(percept)
                                        : percept->board->beyond->balance(percept);
}

/* The window in which a worth must be known exactly: above @alpha and below @beta; else only on
 * which side of them it is. */
typedef struct {
    int alpha, beta;
} Window;

#define FULL_WINDOW ((Window){INT_MIN, INT_MAX})

/* The order to the agents of @percept, an imagined board: to report the @most best of their
 * actions, as far as @window requires. */
static RankingOrder order_agents(Percept *percept, int most, Window window)
{
    RankingOrder order = ranking_order(percept, NULL, most);

    order.alpha = window.alpha;
    order.beta = window.beta;
    order.imagined = percept;
    return order;
}

/* Worth of the best action, imagined no further; once it reaches beta, no more actions are
 * examined (fail-high). */
static int search_horizon(Imagination *imagination, Percept *percept, Window window,
                          int *out_action)
{
    const int refutation = percept_find(percept, imagination->refutation[0]);
    Ranking *best = &imagination->suggested[0];
    RankingOrder order = order_agents(percept, 1, window);

    best->count = 0;
    if (refutation != NO_ACTION) {
        ranking_add(&order, percept->actions[refutation].agent, percept_only(percept, refutation),
                    best);
        order.evaluated = refutation;
    }
    /* Attacks first: they most often reach beta. */
    for (int i = 0; i < percept->agent_count; i++)
        ranking_add(&order, i, agent_attacks(&percept->agents[i]), best);
    for (int i = 0; i < percept->agent_count; i++)
        ranking_add(&order, i, agent_moves(&percept->agents[i]), best);
    *out_action = best->ranked[0].action;
    return best->ranked[0].worth;
}

static int search_position(Imagination *imagination, Percept *percept, int depth, Window window,
                           int *out_action);
static int search_round(Imagination *imagination, Percept *percept, int rounds, int ahead,
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

/* Whether the recorder receives what is imagined now. */
static bool records(const Imagination *imagination)
{
    const Recorder *recorder = imagination->order->recorder;

    return recorder != NULL && !imagination->is_interrupted &&
           (imagination->line_count == 0 || recorder->imagined);
}

/* Asks the agent of @action to suppose that. */
static void send_question(const Imagination *imagination, const Percept *percept, int action)
{
    recorder_send(imagination->order->recorder, &(Message){.kind = MESSAGE_IMAGINE,
                                                           .sender = AGENT_MASTER,
                                                           .receiver = order_actor(percept, action),
                                                           .action = percept->actions[action].move,
                                                           .line = imagination->line,
                                                           .line_count = imagination->line_count});
}

/* Sends what is expected of @action: @answer of the agents of @after, the board after it, or
 * NO_ACTION; and what they suggested, with @left decisions left. */
static void send_expectation(const Imagination *imagination, const Percept *percept, int action,
                             const Expectation *expectation, const Percept *after, int answer,
                             int left)
{
    const bool is_heard =
        after != NULL && imagination->order->recorder->imagined && !percept_is_of_three(percept);
    const Ranking *suggested_by_agents = &imagination->suggested[left];
    Proposal suggested[RANKING_MAX];
    Parts parts = {.count = 0};
    Message message = {.kind = MESSAGE_EXPECT,
                       .sender = answer != NO_ACTION ? order_actor(after, answer) : AGENT_ALL,
                       .receiver = AGENT_MASTER,
                       .action = percept->actions[action].move,
                       .candidates = suggested,
                       .line = imagination->line,
                       .line_count = imagination->line_count};

    parts_add(&parts, PART_IMAGINED, expectation->worth - whole_sure(percept, action, &parts),
              NO_SQUARE);
    message.proposal = proposal_of(expectation->answer,
                                   answer != NO_ACTION ? kind_of(after, answer) : CANDIDATE_MOVE,
                                   expectation->worth, &parts);
    for (int i = 0; is_heard && i < suggested_by_agents->count; i++)
        suggested[message.candidate_count++] =
            (Proposal){after->actions[suggested_by_agents->ranked[i].action].move,
                       kind_of(after, suggested_by_agents->ranked[i].action),
                       suggested_by_agents->ranked[i].worth};
    recorder_send(imagination->order->recorder, &message);
}

/* Worth of an action of @percept, which gains @gain, after the decisions on the board after it,
 * @after. */
static int search_after(Imagination *imagination, const Percept *percept, int gain, Percept *after,
                        int depth, Window window, int *out_answer)
{
    /* In which the answers to it must be known. */
    const Window answers = {window.beta == INT_MAX ? INT_MIN : gain - window.beta,
                            gain - window.alpha};

    if (percept_is_of_three(percept))
        return gain + search_round(imagination, after, depth,
                                   percept->board->beyond->balance(percept) + gain, out_answer);
    if (percept->side == after->side)
        return gain + search_position(imagination, after, depth - 1, FULL_WINDOW, out_answer);
    return gain - search_position(imagination, after, depth - 1, answers, out_answer);
}

/* What is expected of @action if the sides to move after it decide for the best, @depth decisions
 * on; in a game of three, @depth rounds of decisions on. The recorder receives imagined boards;
 * those imagined after others only if it asks for them. */
static Expectation search_action(Imagination *imagination, const Percept *percept, int action,
                                 int depth, Window window)
{
    const int gain = whole_sure(percept, action, NULL);
    Expectation expectation = {.is_imagined = true, .worth = gain, .answer = MOVE_NONE};
    int answer = NO_ACTION;
    Percept after;
    bool goes_on;

    if (records(imagination))
        send_question(imagination, percept, action);
    goes_on =
        !is_interrupted(imagination) && percept->board->beyond->imagine(percept, action, &after);
    if (goes_on) {
        imagination->line[imagination->line_count++] = percept->actions[action].move;
        expectation.worth =
            search_after(imagination, percept, gain, &after, depth, window, &answer);
        imagination->line_count--;
    }
    if (answer != NO_ACTION)
        imagination->refutation[depth - 1] = expectation.answer = after.actions[answer].move;
    expectation.is_bound = expectation.worth <= window.alpha;
    if (records(imagination))
        send_expectation(imagination, percept, action, &expectation, goes_on ? &after : NULL,
                         answer, depth - 1);
    return expectation;
}

/* The best answers that the agents of @percept suggest. */
static void find_answers(Percept *percept, Ranking *out)
{
    const RankingOrder order =
        order_agents(percept, percept->logics.number[LOGIC_NUMBER_ANSWERS], FULL_WINDOW);

    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *agent = &percept->agents[i];
        ranking_add(&order, i, agent_attacks(agent) | agent_moves(agent), out);
    }
}

static int search_position(Imagination *imagination, Percept *percept, int depth, Window window,
                           int *out_action)
{
    const int alpha = MAX(window.alpha, -WORTH_OF_MATE);
    Ranking *suggested = &imagination->suggested[depth];
    int refutation, best = INT_MIN;

    suggested->count = 0;
    if (percept->action_count == 0)
        return worth_of_no_action(percept);
    if (depth == 0)
        return search_horizon(imagination, percept, window, out_action);
    refutation = percept_find(percept, imagination->refutation[depth]);
    if (refutation != NO_ACTION) {
        percept_find_place(percept, refutation);
        best = search_action(imagination, percept, refutation, depth, (Window){alpha, window.beta})
                   .worth;
        *out_action = refutation;
        if (best >= window.beta)
            return best;
    }
    find_answers(percept, suggested);
    for (int i = 0; i < suggested->count && best < window.beta; i++) {
        const int action = suggested->ranked[i].action;
        int value;
        if (action == refutation)
            continue;
        value = search_action(imagination, percept, action, depth,
                              (Window){MAX(best, alpha), window.beta})
                    .worth;
        if (value > best) {
            best = value;
            *out_action = action;
        }
    }
    return best;
}

/* The value of what @action captures if that is a piece of @side, else 0. Only in a game of three.
 */
static int taken_from(const Percept *percept, int action, int side)
{
    const Action *done = &percept->actions[action];

    return done->captured > 0 &&
                   (int)three_piece_color(
                       percept->three.pos->piece_at[three_move_to(done->move)]) == side
               ? done->captured
               : 0;
}

/* In a game of three the others are no allies: each is thought to do what is best for itself, until
 * it is our turn again. What one of them takes from the other is no loss of ours, and if that ends
 * the game it is a draw, worth as much as we are behind; @ahead is what we are ahead. */
static int search_round(Imagination *imagination, Percept *percept, int rounds, int ahead,
                        int *out_action)
{
    Percept after;
    int loss, worth, next = NO_ACTION;

    if (percept->action_count == 0)
        return -ahead;
    if (percept->side == imagination->order->percept->side)
        return search_position(imagination, percept, rounds - 1, FULL_WINDOW, out_action);
    search_horizon(imagination, percept, FULL_WINDOW, out_action);
    loss = taken_from(percept, *out_action, imagination->order->percept->side);
    if (!percept->board->beyond->imagine(percept, *out_action, &after))
        return loss > 0 ? -loss : -ahead;
    imagination->line[imagination->line_count++] = percept->actions[*out_action].move;
    worth = search_round(imagination, &after, rounds, ahead - loss, &next) - loss;
    imagination->line_count--;
    return worth;
}

/* The best of @reported that was imagined to its end. */
static int find_best_searched(const Imagination *imagination, const Ranking *reported)
{
    int best = -WORTH_OF_MATE;

    for (int i = 0; i < reported->count; i++) {
        const Expectation *expectation = &imagination->of[reported->ranked[i].action];
        if (expectation->is_imagined && !expectation->is_bound)
            best = MAX(best, expectation->worth);
    }
    return best;
}

/* Replaces the worths of @reported by imagined ones, best first. Those within @margin of the best
 * are imagined to their end; the worths of others may be too great. If that is interrupted,
 * *@out_suggestions is not set. */
static void search_actions(Imagination *imagination, const Percept *percept,
                           const Ranking *reported, int margin, Ranking *out_ranking)
{
    Ranking imagined;
    int best = find_best_searched(imagination, reported);

    for (int i = 0; i < reported->count; i++) {
        const int action = reported->ranked[i].action;
        const int alpha = best - margin - 1;
        int place = i;
        Expectation expectation = imagination->of[action];
        if (!expectation.is_imagined || (expectation.is_bound && expectation.worth > alpha))
            expectation = search_action(imagination, percept, action, imagination->depth,
                                        (Window){alpha, INT_MAX});
        if (imagination->is_interrupted)
            return;
        imagination->of[action] = expectation;
        best = MAX(best, expectation.worth);
        /* Those of equal worth keep their order. */
        for (; place > 0 && imagined.ranked[place - 1].worth < expectation.worth; place--)
            imagined.ranked[place] = imagined.ranked[place - 1];
        imagined.ranked[place] = (Ranked){action, expectation.worth};
    }
    imagined.count = reported->count;
    *out_ranking = imagined;
}

static void begin_search(Imagination *imagination, int depth)
{
    imagination->depth = depth;
    memset(imagination->refutation, 0, sizeof imagination->refutation);
    memset(imagination->of, 0, sizeof imagination->of);
}

/* The same as far as the master looks ahead. If it may be interrupted it goes depth by depth, as a
 * search does, and keeps what the last whole depth has found. */
static void search_deeper(Imagination *imagination, const Percept *percept, Ranking *suggestions,
                          int margin)
{
    const Ranking reported = *suggestions;
    const int most = percept->logics.number[LOGIC_NUMBER_LOOK_AHEAD];

    search_actions(imagination, percept, &reported, margin, suggestions);
    while (imagination->depth < most && !imagination->is_interrupted) {
        begin_search(imagination, imagination->depth + 1);
        search_actions(imagination, percept, &reported, margin, suggestions);
    }
}

#define ROWS_SENT_MAX 5

/* Makes options of the first @equals of @ranked, all equally likely, and rows of the first of all
 * @count. */
static void set_options(Deciding *deciding, CandidateSource from, const Ranked *ranked, int count,
                        int equals)
{
    const Percept *percept = deciding->order.percept;

    deciding->option_count = deciding->rows.equal_count = equals;
    deciding->rows.count = MIN(count, ROWS_SENT_MAX);
    for (int i = 0; i < count; i++) {
        const int action = ranked[i].action;
        const Row row = {from, kind_of(percept, action), action, ranked[i].worth, 0};
        deciding->rows.row[i] = row;
        deciding->option[i] = (Option){.actions = percept_only(percept, action),
                                       .agent = percept->actions[action].agent,
                                       .chance = OPTION_CERTAIN / (unsigned)equals,
                                       .row = row};
    }
}

bool foresight_find_mate(Deciding *deciding)
{
    const Percept *percept = deciding->order.percept;
    int mates[PERCEPT_MAX_ACTIONS];
    Ranked ranked[PERCEPT_MAX_ACTIONS];
    const int count = percept->mode.kings_are_taken
                          ? 0
                          : percept->board->beyond->find_mates(percept, PERCEPT_MATE_MOVES, mates);

    for (int i = 0; i < count; i++)
        ranked[i] = (Ranked){mates[i], WORTH_OF_MATE};
    set_options(deciding, FROM_MATE, ranked, count, count);
    return count > 0;
}

/* Margin below the best option that still counts as equal. A hunt is evaluated more finely than
 * places. */
static int find_margin(const Percept *percept)
{
    return percept_has(percept, LOGIC_POSITION) && !percept->hunts
               ? logic_weights(&percept->logics)->of[LOGIC_WEIGHT_MARGIN]
               : 0;
}

void foresight_begin(Deciding *deciding)
{
    const Percept *percept = deciding->order.percept;
    Imagination *imagination = &deciding->imagination;

    if (!percept_has(percept, LOGIC_LOOK_AHEAD)) {
        deciding->ranking = ranking_order(percept, &deciding->order, RANKING_MAX);
        if (deciding->order.recorder == NULL) /* which receives worse actions, too */
            deciding->ranking.margin = find_margin(percept);
        return;
    }
    deciding->ranking =
        ranking_order(percept, &deciding->order, percept->logics.number[LOGIC_NUMBER_SUGGESTIONS]);
    /* Sets no more than what is read first: what agents suggest fills 2 KB. */
    imagination->order = &deciding->order;
    imagination->is_interrupted = false;
    begin_search(imagination, percept->interruption != NULL
                                  ? 1
                                  : percept->logics.number[LOGIC_NUMBER_LOOK_AHEAD]);
    imagination->line_count = 0;
}

/* The action, not refused, that gains most before anything is threatened or hoped for: a good guess
 * at the best. NO_ACTION: there is none. */
static int find_first_guess(const Order *order)
{
    int guess = NO_ACTION, most = INT_MIN;

    for (int i = 0; i < order->percept->action_count; i++) {
        const int sure = whole_sure(order->percept, i, NULL);
        if (sure > most && !order_refuses(order, i)) {
            most = sure;
            guess = i;
        }
    }
    return guess;
}

/* Lets all agents report. If worths raise alpha for the others, the agent with the first guess
 * reports first, so that most of the others need not look closely. */
static void collect_reports(Deciding *deciding, Ranking *out_best)
{
    const Percept *percept = deciding->order.percept;
    RankingOrder *ranking = &deciding->ranking;
    const AgentSet everyone = percept_everyone(percept);

    deciding->order.asked += percept->agent_count;
    ranking->alpha = INT_MIN;
    ranking->first_guess =
        ranking->margin < NO_MARGIN ? find_first_guess(&deciding->order) : NO_ACTION;
    out_best->count = 0;
    for (AgentSet rest = everyone; rest;) {
        const bool is_guess = rest == everyone && ranking->first_guess != NO_ACTION;
        const int agent =
            is_guess ? percept->actions[ranking->first_guess].agent : __builtin_ctz(rest);
        ranking_report(ranking, agent, &deciding->reported[agent], &deciding->table.reports[agent]);
        ranking_merge(out_best, &deciding->reported[agent], ranking->most);
        ranking->alpha =
            MAX(ranking_floor(out_best, ranking->most), ranking_bound(ranking, out_best));
        rest &= ~((AgentSet)1 << agent);
    }
}

void foresight_choose(Deciding *deciding)
{
    const Percept *percept = deciding->order.percept;
    const bool looks_ahead = percept_has(percept, LOGIC_LOOK_AHEAD);
    const int margin = find_margin(percept);
    Ranking best = {.count = 0};
    int equals = 0;

    collect_reports(deciding, &best);
    best.count = 0;
    for (int i = 0; i < percept->agent_count; i++)
        ranking_merge(&best, &deciding->reported[i], deciding->ranking.most);
    if (looks_ahead)
        search_deeper(&deciding->imagination, percept, &best, margin);
    while (equals < best.count && best.ranked[equals].worth >= best.ranked[0].worth - margin)
        equals++;
    set_options(deciding, looks_ahead ? FROM_IMAGINED : FROM_WORTH, best.ranked, best.count,
                equals);
}
