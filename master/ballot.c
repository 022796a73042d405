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

/* Each agent votes on @action; adds the votes of external programs to the @item_count that they are
 * asked for. */
static int vote_on(const Council *council, const Candidate *row, Ballot *ballot, int item_count)
{
    const Percept *percept = council->order.percept;
    const AgentSet asked = team_asked(percept, OUTSIDE_VOTE);
    const int acting = percept->actions[row->action].agent;
    int *votes = ballot->votes[row->action];
    Exposure exposures[PERCEPT_MAX_AGENTS];

    percept->board->stand_after(percept, row->action, -1, exposures);
    for (int i = 0; i < percept->agent_count; i++) {
        votes[i] = score(council, i, row->action, exposures[i]);
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
static void hold_vote(const Council *council, Ballot *ballot)
{
    const Percept *percept = council->order.percept;
    int item_count = 0;

    for (int i = 0; i < ballot->count; i++)
        item_count = vote_on(council, &ballot->row[i], ballot, item_count);
    team_ask(percept, OUTSIDE_VOTE, council->worst, item_count);
    for (int i = 0; i < item_count; i++) {
        const OutsideItem *item = &percept->senses->outside->items[i];
        ballot->votes[item->action][item->agent] = item->number;
    }
    for (int i = 0; i < ballot->count; i++)
        for (int agent = 0; agent < percept->agent_count; agent++)
            ballot->row[i].worth += ballot->votes[ballot->row[i].action][agent];
}

int ballot_list_votes(const Council *council,
                      Vote out_votes[static CANDIDATES_MAX * PERCEPT_MAX_AGENTS])
{
    const Order *order = &council->order;
    const bool is_vote = order->percept->senses->team.decision == TEAM_VOTE;
    int count = 0;

    for (int i = 0; is_vote && i < council->chosen_from.count; i++) {
        const int action = council->chosen_from.candidate[i].action;
        for (int agent = 0; agent < order->percept->agent_count; agent++)
            if (council->ballot.votes[action][agent] != 0)
                out_votes[count++] =
                    (Vote){order_move(order, action), order_agent_name(order, agent),
                           council->ballot.votes[action][agent]};
    }
    return count;
}

/* Bidding */

static void weigh_by_bids(const Council *council, Ballot *rows)
{
    for (int i = 0; i < rows->count; i++) {
        Candidate *row = &rows->row[i];
        const bool is_offer =
            row->kind == CANDIDATE_ATTACK_REQUEST || row->kind == CANDIDATE_DEFENCE_REQUEST;
        row->worth =
            is_offer ? council->solution->net + council->order.worst_loss
                     : gain_of(council, row->action) +
                           loss_now(council, council->order.percept->actions[row->action].agent);
    }
}

/* Suggestions */

static void add_row(Ballot *rows, int action, CandidateKind kind, int rank)
{
    rows->row[rows->count++] =
        (Candidate){.from = SOURCE_BALLOT, .action = action, .kind = kind, .rank = rank};
}

static void add_equals(const Council *council, int agent, bool attacks, Ballot *rows)
{
    const Equals *equals = report_equals(&council->reports[agent], attacks);
    const int first = council->order.percept->agents[agent].first_action;

    for (ActionSet rest = equals->actions; rest; rest &= rest - 1)
        add_row(rows, first + __builtin_ctzll(rest), agent_candidate(attacks, equals->one.planned),
                attacks ? 0 : equals->rank);
}

static void add_reports(const Council *council, Ballot *rows)
{
    for (int i = 0; i < council->order.percept->agent_count; i++) {
        add_equals(council, i, true, rows);
        add_equals(council, i, false, rows);
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

/* A master that is a program */

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

/* The master that is a program may have the most threatened agent ask for help, once. */
static void let_program_weigh(Council *council, Ballot *rows)
{
    add_reports(council, rows);
    weigh_by_bids(council, rows); /* what it is proposed */
    if (ask_master(council, council->may_ask, rows) != OUTSIDE_WANTS_HELP)
        return;
    add_offers(council, false, rows);
    weigh_by_bids(council, rows);
    ask_master(council, false, rows);
}

/* Any agent plays what it thinks best */

static void collect_best_of_each(const Council *council, Ballot *rows)
{
    for (int i = 0; i < council->order.percept->agent_count; i++) {
        const Report *report = &council->reports[i];
        const bool attacks = candidates_prefer_attack(
            &council->order.percept->logics, report->attack.actions ? &report->attack.one : NULL,
            report->move.actions ? &report->move.one : NULL);
        add_equals(council, i, attacks, rows);
    }
    for (int i = 0; i < rows->count; i++)
        rows->row[i].worth = gain_of(council, rows->row[i].action);
}

/* The rows that may be decided on */

static void collect(Council *council, Ballot *rows)
{
    const int decision = council->order.percept->senses->team.decision;

    rows->count = 0;
    if (team_asked(council->order.percept, OUTSIDE_MASTER)) {
        let_program_weigh(council, rows);
    } else if (decision == TEAM_LOT) {
        collect_best_of_each(council, rows);
    } else {
        add_reports(council, rows);
        add_offers(council, decision == TEAM_VOTE, rows);
        if (decision == TEAM_VOTE)
            hold_vote(council, rows);
        else
            weigh_by_bids(council, rows);
    }
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
            prospects->prospect[prospects->count++] = (Prospect){.tie.agent = agent, .row = *row};
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
    Candidates *candidates = &council->candidates;
    int best = 0;

    council->prospects.count = 0;
    council->solution = NULL;
    collect(council, ballot);
    if (is_lot)
        add_prospects(council, ballot->count);
    g_qsort_with_data(ballot->row, ballot->count, sizeof *ballot->row, compare_rows, NULL);
    while (best < ballot->count && compare_rows(&ballot->row[best], ballot->row, NULL) == 0)
        best++;
    if (!is_lot)
        add_prospects(council, best);
    candidates->count = MIN(ballot->count, CANDIDATES_MAX);
    candidates->equal_count = council->prospects.count;
    memcpy(candidates->candidate, ballot->row, (size_t)candidates->count * sizeof *ballot->row);
    return ballot_is_held(council->order.percept);
}
