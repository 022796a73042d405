/* Decisions without a MasterAgent: by vote, by auction, by random draw.
 *
 * Source: range voting, W. D. Smith, Range voting, 2000; the contract net, R. G. Smith, The
 * contract net protocol, IEEE Transactions on Computers C-29, 1980. */
#include "agents/logics.h"
#include "master/beyond/deciding.h"

/* Gain of the agent of @action, maybe an external program, by it. */
static int gain_of(const Deciding *deciding, int action)
{
    const Order *order = &deciding->order;
    const int agent = order->percept->actions[action].agent;
    const OutsideReport *outside = team_outside(order->percept, agent);
    Worth worth;

    if (outside == NULL) {
        worth = order->mind[agent]->worth(order, action, NULL);
        return worth_gain(order->percept, action, &worth);
    }
    return action_is_attack(order->percept, action) ? outside->attack.worth.profit
                                                    : MIN(0, outside->move.worth.profit);
}

/* Legal moves never lose a king, unless kings are taken like other pieces. */
static bool is_king_at_no_risk(const Percept *percept, int agent)
{
    return percept->agents[agent].type == PIECE_KING && !percept->mode.kings_are_taken;
}

static int loss_now(const Deciding *deciding, int agent)
{
    const Percept *percept = deciding->order.percept;

    return is_king_at_no_risk(percept, agent) || !master_fears_losses(percept)
               ? 0
               : agent_loss(&deciding->order, agent);
}

/* Bid of the agent of @action: what it gains and does not lose any more. By lot only the gain
 * counts. */
static int bid_of(const Deciding *deciding, int action)
{
    const Percept *percept = deciding->order.percept;

    return gain_of(deciding, action) + (team_decision(percept) == TEAM_LOT
                                            ? 0
                                            : loss_now(deciding, percept->actions[action].agent));
}

/* Voting */

/* Score of @action by @agent, which would be exposed as in @exposure after it. */
static int score(const Deciding *deciding, int agent, int action, Exposure exposure)
{
    const Percept *percept = deciding->order.percept;
    const int acting = percept->actions[action].agent;

    if (agent == acting)
        return bid_of(deciding, action);
    if (is_king_at_no_risk(percept, agent) || !master_fears_losses(percept) ||
        !(percept->senses->heard[agent] >> acting & 1))
        return 0;
    return loss_now(deciding, agent) - loss_of(percept, percept->agents[agent].value, exposure);
}

/* Each agent votes on the action of @row; adds the votes of external programs to the @item_count
 * that they are asked for. */
static int vote_on(Deciding *deciding, const Row *row, int item_count)
{
    const Percept *percept = deciding->order.percept;
    const AgentSet asked = team_asked(percept, OUTSIDE_VOTE);
    const int acting = percept->actions[row->action].agent;
    int *votes = deciding->votes[row->action];
    Exposure exposures[PERCEPT_MAX_AGENTS];

    percept->board->stand_after(percept, row->action, exposures);
    for (int i = 0; i < percept->agent_count; i++) {
        votes[i] = score(deciding, i, row->action, exposures[i]);
        if (asked >> i & percept->senses->heard[i] >> acting & 1)
            percept->senses->outside->items[item_count++] = (OutsideItem){.agent = i,
                                                                          .action = row->action,
                                                                          .kind = row->kind,
                                                                          .exposure = exposures[i],
                                                                          .number = votes[i]};
    }
    return item_count;
}

/* The worth of each row is the sum of the votes; the answers of programs replace theirs. */
static void hold_vote(Deciding *deciding)
{
    const Percept *percept = deciding->order.percept;
    Rows *rows = &deciding->rows;
    int item_count = 0;

    for (int i = 0; i < rows->count; i++)
        item_count = vote_on(deciding, &rows->row[i], item_count);
    team_ask(percept, OUTSIDE_VOTE, deciding->order.worst, item_count);
    for (int i = 0; i < item_count; i++) {
        const OutsideItem *item = &percept->senses->outside->items[i];
        deciding->votes[item->action][item->agent] = item->number;
    }
    for (int i = 0; i < rows->count; i++) {
        Row *row = &rows->row[i];
        row->value = 0;
        for (int agent = 0; agent < percept->agent_count; agent++)
            row->value += deciding->votes[row->action][agent];
    }
}

/* Suggestions */

static void add_row(Deciding *deciding, int action, CandidateKind kind, int value, int rank)
{
    deciding->rows.row[deciding->rows.count++] = (Row){FROM_BALLOT, kind, action, value, rank};
}

static void add_suggestion(Deciding *deciding, int agent, bool attacks)
{
    const Percept *percept = deciding->order.percept;
    const Suggestion *best = report_best(&deciding->table.reports[agent], attacks);
    const int first = percept->agents[agent].first_action;

    for (ActionSet rest = best->actions; rest; rest &= rest - 1) {
        const int action = first + __builtin_ctzll(rest);
        add_row(deciding, action, agent_candidate(attacks, best->worth.planned),
                bid_of(deciding, action), attacks ? 0 : worth_rank(percept, &best->worth));
    }
}

/* NULL: nothing is suggested. */
static const Worth *worth_in(const Suggestion *best)
{
    return best->actions ? &best->worth : NULL;
}

/* What agents report; by lot only what each of them prefers. */
static void add_reports(Deciding *deciding)
{
    const Percept *percept = deciding->order.percept;
    const bool is_lot = team_decision(percept) == TEAM_LOT;

    for (int i = 0; i < percept->agent_count; i++) {
        const Report *report = &deciding->table.reports[i];
        const bool prefers_attack =
            master_prefers_attack(percept, worth_in(&report->attack), worth_in(&report->move));
        if (!is_lot || prefers_attack)
            add_suggestion(deciding, i, true);
        if (!is_lot || !prefers_attack)
            add_suggestion(deciding, i, false);
    }
}

/* Adds what is offered to the most threatened agent; to vote on an action twice is of no use. */
static void add_offers(Deciding *deciding)
{
    const Percept *percept = deciding->order.percept;
    const int worst = deciding->order.worst;
    Table *table = &deciding->table;

    if (worst == NO_AGENT)
        return;
    master_allow_requests(&deciding->order, worth_in(&table->reports[worst].attack),
                          worth_in(&table->reports[worst].move), table);
    for (int action = 0; table->has_asked && action < percept->action_count; action++)
        if (equals_have(&table->solution.equals, percept, action) &&
            (team_decision(percept) != TEAM_VOTE || rows_find(&deciding->rows, action) == NULL))
            add_row(deciding, action, table->solution.kind,
                    table->solution.net + deciding->order.worst_loss, 0);
}

/* Asks a master that is a program, which is proposed the bids, what each row is worth. If it
 * @may_ask, it may let the most threatened agent ask for help first. */
static OutsideReply ask_master(Deciding *deciding, bool may_ask)
{
    const Percept *percept = deciding->order.percept;
    OutsideItem *items = percept->senses->outside->items;
    Rows *rows = &deciding->rows;
    OutsideReply reply;

    for (int i = 0; i < rows->count; i++) {
        const Row *row = &rows->row[i];
        items[i] = (OutsideItem){.agent = percept->actions[row->action].agent,
                                 .action = row->action,
                                 .kind = row->kind,
                                 .exposure = percept->actions[row->action].exposure,
                                 .number = row->value};
    }
    reply =
        team_ask(percept, OUTSIDE_MASTER, may_ask ? deciding->order.worst : NO_AGENT, rows->count);
    for (int i = 0; reply == OUTSIDE_ANSWERS && i < rows->count; i++)
        rows->row[i].value = items[i].number;
    return reply;
}

/* Collects the rows that may be decided on, with what they are worth. */
static void collect(Deciding *deciding)
{
    const TeamDecision decision = team_decision(deciding->order.percept);

    add_reports(deciding);
    if (team_asked(deciding->order.percept, OUTSIDE_MASTER)) {
        if (ask_master(deciding, deciding->order.worst != NO_AGENT) == OUTSIDE_WANTS_HELP) {
            add_offers(deciding);
            ask_master(deciding, false);
        }
    } else if (decision != TEAM_LOT) {
        add_offers(deciding);
    }
    if (decision == TEAM_VOTE)
        hold_vote(deciding);
}

/* The better row first. */
static int compare_rows(const void *one, const void *other, G_GNUC_UNUSED void *data)
{
    const Row *a = one, *b = other;

    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return (a->rank < b->rank) - (a->rank > b->rank);
}

/* Makes an option of the first @count rows of each agent; those of an agent are as good as each
 * other. */
static void add_options(Deciding *deciding, int count)
{
    const Percept *percept = deciding->order.percept;

    deciding->option_count = 0;
    for (int agent = 0; agent < percept->agent_count; agent++) {
        Option *option = &deciding->option[deciding->option_count];
        *option = (Option){.agent = agent};
        for (int i = 0; i < count; i++) {
            const Row *row = &deciding->rows.row[i];
            if (percept->actions[row->action].agent != agent)
                continue;
            option->row = *row;
            option->actions |= percept_only(percept, row->action);
        }
        deciding->option_count += option->actions != 0;
    }
    for (int i = 0; i < deciding->option_count; i++)
        deciding->option[i].chance = OPTION_CERTAIN / (unsigned)deciding->option_count;
}

bool ballot_choose(Deciding *deciding)
{
    Rows *rows = &deciding->rows;
    int best = 0;

    rows->count = 0;
    deciding->table.has_asked = false;
    collect(deciding);
    g_qsort_with_data(rows->row, rows->count, sizeof *rows->row, compare_rows, NULL);
    while (best < rows->count && compare_rows(&rows->row[best], rows->row, NULL) == 0)
        best++;
    add_options(deciding, team_decision(deciding->order.percept) == TEAM_LOT ? rows->count : best);
    rows->equal_count = deciding->option_count;
    return ballot_is_held(deciding->order.percept);
}
