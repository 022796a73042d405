#include "master/ballot.h"

#include "master/council.h"

/* Gain of the agent of @action, maybe an external program, by it. */
static int gain_of(const Council *council, int action)
{
    const Percept *percept = council->order.percept;
    const OutsideReport *outside = team_outside(percept, percept->actions[action].agent);

    if (outside == NULL)
        return council_gain(percept, action);
    return action_is_attack(percept, action) ? outside->attack.profit
                                             : MIN(0, outside->move.profit);
}

/* Legal moves never lose a king, unless kings are taken like other pieces. */
static bool is_king_at_no_risk(const Percept *percept, int agent)
{
    return percept->agents[agent].type == PIECE_KING && !percept->mode.kings_are_taken;
}

static int loss_now(const Council *council, int agent)
{
    const Percept *percept = council->order.percept;

    return is_king_at_no_risk(percept, agent) ? 0 : council_loss(percept, agent);
}

/* Voting */

/* Score of @action by @agent, which would be exposed as in @exposure after it. */
static int score(const Council *council, int agent, int action, Exposure exposure)
{
    const Percept *percept = council->order.percept;
    const int acting = percept->actions[action].agent;

    if (agent == acting)
        return gain_of(council, action) + loss_now(council, agent);
    if (is_king_at_no_risk(percept, agent) || !council_fears_losses(percept) ||
        !(percept->senses->heard[agent] >> acting & 1))
        return 0;
    return loss_now(council, agent) -
           threat_loss(&percept->logics, percept->agents[agent].value, exposure);
}

static int sum_of_votes(const Council *council, const Candidate *row)
{
    const Percept *percept = council->order.percept;
    Exposure exposures[PERCEPT_MAX_AGENTS];
    int sum = 0;

    percept->board->stand_after(percept, row->action, -1, exposures);
    for (int i = 0; i < percept->agent_count; i++)
        sum += score(council, i, row->action, exposures[i]);
    return sum;
}

/* Bidding */

static int bid_of(const Council *council, const Candidate *row)
{
    if (row->kind == CANDIDATE_ATTACK_REQUEST || row->kind == CANDIDATE_DEFENCE_REQUEST)
        return council->solution->net + council->order.worst_loss;
    return gain_of(council, row->action) +
           loss_now(council, council->order.percept->actions[row->action].agent);
}

/* Suggestions */

static void add_row(Ballot *rows, int action, CandidateKind kind, int rank)
{
    rows->row[rows->count++] = (Candidate){.action = action, .kind = kind, .rank = rank};
}

static void add_equals(const Council *council, int agent, const Equals *equals, bool attacks,
                       Ballot *rows)
{
    const int first = council->order.percept->agents[agent].first_action;

    for (ActionSet rest = equals->actions; rest; rest &= rest - 1)
        add_row(rows, first + __builtin_ctzll(rest), agent_candidate(attacks, equals->one.planned),
                attacks ? 0 : equals->rank);
}

static void add_reports(const Council *council, Ballot *rows)
{
    for (int i = 0; i < council->order.percept->agent_count; i++) {
        add_equals(council, i, &council->reports[i].attack, true, rows);
        add_equals(council, i, &council->reports[i].move, false, rows);
    }
}

Candidate *ballot_find(Ballot *ballot, int action)
{
    for (int i = 0; i < ballot->count; i++)
        if (ballot->row[i].action == action)
            return &ballot->row[i];
    return NULL;
}

/* The own actions of the most threatened agent, which decide what it asks for. */
static void note_own(Council *council, Ties *ties)
{
    for (SourceName name = SOURCE_OWN_ATTACK; name <= SOURCE_OWN_MOVE; name++) {
        const Equals *equals =
            report_equals(&council->reports[council->worst], name == SOURCE_OWN_ATTACK);
        ties[name].count = equals->actions != 0;
        council->source[name] = (Source){.ties = &ties[name], .one = equals->one};
    }
}

/* Adds what is offered to the most threatened agent; to vote on an action twice is of no use. */
static void add_offers(Council *council, bool is_once, Ballot *rows)
{
    Ties own[SOURCE_OWN_MOVE + 1];
    const Offers *offers;

    if (!council->may_ask)
        return;
    note_own(council, own);
    offers = council->solution = council_ask(council);
    for (int i = 0; offers != NULL && i < offers->ties.count; i++)
        for (Tie tie = offers->ties.tie[i]; tie.actions; tie.actions &= tie.actions - 1) {
            const int action = tie_first(council->order.percept, &tie);
            if (!is_once || ballot_find(rows, action) == NULL)
                add_row(rows, action, offers->kind, 0);
        }
}

/* The better row first. */
static int compare_rows(const void *one, const void *other, G_GNUC_UNUSED void *data)
{
    const Candidate *a = one, *b = other;

    if (a->worth != b->worth)
        return a->worth > b->worth ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return (a->rank < b->rank) - (a->rank > b->rank);
}

/* Each way to decide weighs the suggestions: those with the greatest worth are decided on. */
static int (*const WEIGH[TEAM_DECISION_COUNT])(const Council *council, const Candidate *row) = {
    [TEAM_MASTER] = bid_of, /* a proposal to a program, which weighs itself */
    [TEAM_VOTE] = sum_of_votes,
    [TEAM_AUCTION] = bid_of,
};

/* Programs */

/* Adds the agents that are external programs to the votes on @row; their answers replace the
 * values. */
static void add_voters(const Council *council, const Candidate *row, Ballot *rows)
{
    const Percept *percept = council->order.percept;
    const int acting = percept->actions[row->action].agent;
    Exposure exposures[PERCEPT_MAX_AGENTS];

    percept->board->stand_after(percept, row->action, -1, exposures);
    for (AgentSet rest = team_asked(percept, OUTSIDE_VOTE); rest; rest &= rest - 1) {
        const int agent = __builtin_ctz(rest);
        if (percept->senses->heard[agent] >> acting & 1 && rows->item_count < OUTSIDE_MAX_ITEMS)
            percept->senses->outside->items[rows->item_count++] =
                (OutsideItem){.agent = agent,
                              .action = row->action,
                              .kind = row->kind,
                              .exposure = exposures[agent],
                              .number = score(council, agent, row->action, exposures[agent])};
    }
}

static void ask_voters(const Council *council, Ballot *rows)
{
    const Percept *percept = council->order.percept;
    const OutsideItem *items;

    rows->item_count = 0;
    if (!team_asked(percept, OUTSIDE_VOTE))
        return;
    for (int i = 0; i < rows->count; i++)
        add_voters(council, &rows->row[i], rows);
    items = percept->senses->outside->items;
    for (int i = 0; i < rows->item_count; i++)
        ballot_find(rows, items[i].action)->worth -= items[i].number;
    team_ask(percept, OUTSIDE_VOTE, council->worst, rows->item_count);
    for (int i = 0; i < rows->item_count; i++)
        ballot_find(rows, items[i].action)->worth += items[i].number;
}

static OutsideReply ask_master(const Council *council, bool may_ask, Ballot *rows)
{
    const Percept *percept = council->order.percept;
    OutsideItem *items = percept->senses->outside->items;
    OutsideReply reply;

    for (int i = 0; i < rows->count; i++) {
        const Candidate *row = &rows->row[i];
        items[i] = (OutsideItem){.agent = percept->actions[row->action].agent,
                                 .action = row->action,
                                 .kind = row->kind,
                                 .exposure = percept->actions[row->action].exposure,
                                 .number = row->worth};
    }
    reply = team_ask(percept, OUTSIDE_MASTER, may_ask ? council->worst : NO_AGENT, rows->count);
    for (int i = 0; reply == OUTSIDE_ANSWERS && i < rows->count; i++)
        rows->row[i].worth = items[i].number;
    return reply;
}

static void weigh_rows(Council *council, Ballot *rows)
{
    const int decision = council->order.percept->senses->team.decision;

    for (int i = 0; i < rows->count; i++)
        rows->row[i].worth = WEIGH[decision](council, &rows->row[i]);
}

static void collect_and_weigh(Council *council, Ballot *rows)
{
    const bool is_vote = council->order.percept->senses->team.decision == TEAM_VOTE;

    rows->count = 0;
    add_reports(council, rows);
    add_offers(council, is_vote, rows);
    weigh_rows(council, rows);
    if (is_vote)
        ask_voters(council, rows);
}

/* The master that is a program may have the most threatened agent ask for help, once. */
static void let_program_weigh(Council *council, Ballot *rows)
{
    rows->count = 0;
    add_reports(council, rows);
    weigh_rows(council, rows);
    if (ask_master(council, council->may_ask, rows) != OUTSIDE_WANTS_HELP)
        return;
    add_offers(council, false, rows);
    weigh_rows(council, rows);
    ask_master(council, false, rows);
}

/* Any agent plays what it thinks best */

static void keep_best_of_agent(const Council *council, int agent, Ballot *rows)
{
    const Report *report = &council->reports[agent];
    const bool attacks = candidates_prefer_attack(
        &council->order.percept->logics, report->attack.actions ? &report->attack.one : NULL,
        report->move.actions ? &report->move.one : NULL);

    add_equals(council, agent, report_equals(report, attacks), attacks, rows);
}

static void collect_best_of_each(Council *council, Ballot *rows)
{
    rows->count = 0;
    for (int i = 0; i < council->order.percept->agent_count; i++)
        if (council->reports[i].attack.actions | council->reports[i].move.actions)
            keep_best_of_agent(council, i, rows);
    for (int i = 0; i < rows->count; i++)
        rows->row[i].worth = gain_of(council, rows->row[i].action);
}

/* The rows that may be decided on */

static void collect(Council *council, Ballot *rows)
{
    if (team_asked(council->order.percept, OUTSIDE_MASTER))
        let_program_weigh(council, rows);
    else if (council->order.percept->senses->team.decision == TEAM_LOT)
        collect_best_of_each(council, rows);
    else
        collect_and_weigh(council, rows);
}

/* Makes a prospect of the first @count rows of each agent; those of an agent are as good as each
 * other. */
static void add_prospects(Council *council, int count)
{
    const Percept *percept = council->order.percept;
    Prospects *prospects = &council->prospects;
    int place[PERCEPT_MAX_AGENTS];

    memset(place, -1, sizeof place);
    for (int i = 0; i < count; i++) {
        const Candidate *row = &council->ballot.row[i];
        const int agent = percept->actions[row->action].agent;
        if (place[agent] < 0) {
            place[agent] = prospects->count;
            prospects->prospect[prospects->count++] =
                (Prospect){{0, 0, agent}, row->kind, row->worth, 0};
        }
        prospects->prospect[place[agent]].tie.actions |= percept_only(percept, row->action);
    }
    for (int i = 0; i < prospects->count; i++)
        prospects->prospect[i].tie.chance = CHANCE_ALL / (Chance)prospects->count;
}

bool ballot_choose(Council *council)
{
    const bool is_lot = council->order.percept->senses->team.decision == TEAM_LOT;
    Ballot *ballot = &council->ballot;
    int best = 0;

    council->prospects.count = 0;
    council->candidates.count = council->candidates.equal_count = 0; /* see ballot_show() */
    council->solution = NULL;
    collect(council, ballot);
    if (is_lot)
        add_prospects(council, ballot->count);
    g_qsort_with_data(ballot->row, ballot->count, sizeof *ballot->row, compare_rows, NULL);
    while (best < ballot->count && compare_rows(&ballot->row[best], ballot->row, NULL) == 0)
        best++;
    if (!is_lot)
        add_prospects(council, best);
    return ballot_is_held(council->order.percept);
}

/* Telling */

/* Score that @agent has given @action. */
static int find_score(const Council *council, int agent, int action, Exposure exposure)
{
    const Percept *percept = council->order.percept;

    for (int i = 0;
         team_asked(percept, OUTSIDE_VOTE) >> agent & 1 && i < council->ballot.item_count; i++) {
        const OutsideItem *item = &percept->senses->outside->items[i];
        if (item->agent == agent && item->action == action)
            return item->number;
    }
    return score(council, agent, action, exposure);
}

static void show_votes(const Council *council, int action, BallotPaper *paper)
{
    const Order *order = &council->order;
    Exposure exposures[PERCEPT_MAX_AGENTS];

    order->percept->board->stand_after(order->percept, action, -1, exposures);
    for (int i = 0; i < order->percept->agent_count; i++) {
        const int said = find_score(council, i, action, exposures[i]);
        if (said != 0)
            paper->votes[paper->vote_count++] =
                (Vote){order_move(order, action), order_agent_name(order, i), said};
    }
}

void ballot_show(const Council *council, BallotPaper *out_paper)
{
    const Ballot *ballot = &council->ballot;

    *out_paper = (BallotPaper){.row_count = MIN(ballot->count, BALLOT_MAX_ROWS)};
    for (int i = 0; i < out_paper->row_count; i++) {
        const Candidate *row = &ballot->row[i];
        out_paper->rows[i] = (Proposal){.move = order_move(&council->order, row->action),
                                        .kind = row->kind,
                                        .worth = row->worth};
        if (council->order.percept->senses->team.decision == TEAM_VOTE)
            show_votes(council, row->action, out_paper);
    }
}
