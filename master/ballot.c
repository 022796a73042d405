/* Decisions without a MasterAgent: by vote, by auction, by random draw.
 *
 * Source: range voting, W. D. Smith, Range voting, 2000; the contract net, R. G. Smith, The
 * contract net protocol, IEEE Transactions on Computers C-29, 1980. */
#include "master/council.h"

/* Gain of the agent of @action, maybe an external program, by it. */
static int gain_of(const Council *council, int action)
{
    const Percept *percept = council->order.percept;
    const OutsideReport *outside = team_outside(percept, percept->actions[action].agent);

    if (outside == NULL)
        return council_gain(percept, action);
    return action_is_attack(percept, action) ? outside->attack.one.profit
                                             : MIN(0, outside->move.one.profit);
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

/* Bid of the agent of @action: what it gains and does not lose any more. By lot only the gain
 * counts. */
static int bid_of(const Council *council, int action)
{
    const Percept *percept = council->order.percept;

    return gain_of(council, action) + (team_decision(percept) == TEAM_LOT
                                           ? 0
                                           : loss_now(council, percept->actions[action].agent));
}

/* Voting */

/* Score of @action by @agent, which would be exposed as in @exposure after it. */
static int score(const Council *council, int agent, int action, Exposure exposure)
{
    const Percept *percept = council->order.percept;
    const int acting = percept->actions[action].agent;

    if (agent == acting)
        return bid_of(council, action);
    if (is_king_at_no_risk(percept, agent) || !council_fears_losses(percept) ||
        !(percept->senses->heard[agent] >> acting & 1))
        return 0;
    return loss_now(council, agent) -
           threat_loss(&percept->logics, percept->agents[agent].value, exposure);
}

/* Each agent votes on the action of @row; adds the votes of external programs to the @item_count
 * that they are asked for. */
static int vote_on(Council *council, const Candidate *row, int item_count)
{
    const Percept *percept = council->order.percept;
    const AgentSet asked = team_asked(percept, OUTSIDE_VOTE);
    const int acting = percept->actions[row->action].agent;
    int *votes = council->votes[row->action];
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
static void hold_vote(Council *council)
{
    const Percept *percept = council->order.percept;
    Candidates *rows = &council->candidates;
    int item_count = 0;

    for (int i = 0; i < rows->count; i++)
        item_count = vote_on(council, &rows->candidate[i], item_count);
    team_ask(percept, OUTSIDE_VOTE, council->worst, item_count);
    for (int i = 0; i < item_count; i++) {
        const OutsideItem *item = &percept->senses->outside->items[i];
        council->votes[item->action][item->agent] = item->number;
    }
    for (int i = 0; i < rows->count; i++) {
        Candidate *row = &rows->candidate[i];
        row->worth = 0;
        for (int agent = 0; agent < percept->agent_count; agent++)
            row->worth += council->votes[row->action][agent];
    }
}

/* Suggestions */

static void add_row(Council *council, int action, CandidateKind kind, int worth, int rank)
{
    council->candidates.candidate[council->candidates.count++] =
        (Candidate){SOURCE_BALLOT, kind, action, worth, NULL, rank};
}

static void add_equals(Council *council, int agent, bool attacks)
{
    const Equals *equals = report_equals(&council->reports[agent], attacks);
    const int first = council->order.percept->agents[agent].first_action;

    for (ActionSet rest = equals->actions; rest; rest &= rest - 1) {
        const int action = first + __builtin_ctzll(rest);
        add_row(council, action, agent_candidate(attacks, equals->one.planned),
                bid_of(council, action), attacks ? 0 : equals->rank);
    }
}

/* What agents report; by lot only what each of them prefers. */
static void add_reports(Council *council)
{
    const Percept *percept = council->order.percept;
    const bool is_lot = team_decision(percept) == TEAM_LOT;

    for (int i = 0; i < percept->agent_count; i++) {
        const Report *report = &council->reports[i];
        const bool prefers_attack = candidates_prefer_attack(
            &percept->logics, report_one(report, true), report_one(report, false));
        if (!is_lot || prefers_attack)
            add_equals(council, i, true);
        if (!is_lot || !prefers_attack)
            add_equals(council, i, false);
    }
}

const Candidate *ballot_find(const Council *council, int action)
{
    for (int i = 0; i < council->candidates.count; i++)
        if (council->candidates.candidate[i].action == action)
            return &council->candidates.candidate[i];
    return NULL;
}

/* Adds what is offered to the most threatened agent; to vote on an action twice is of no use. */
static void add_offers(Council *council)
{
    const Percept *percept = council->order.percept;
    const Offers *offers;

    if (!council->may_ask)
        return;
    /* Its own actions decide what it asks for. */
    council->source[SOURCE_OWN_ATTACK].one = report_one(&council->reports[council->worst], true);
    council->source[SOURCE_OWN_MOVE].one = report_one(&council->reports[council->worst], false);
    offers = council->solution = council_ask(council);
    for (int i = 0; offers != NULL && i < offers->ties.count; i++)
        for (Tie tie = offers->ties.tie[i]; tie.actions; tie.actions &= tie.actions - 1) {
            const int action = tie_first(percept, &tie);
            if (team_decision(percept) != TEAM_VOTE || ballot_find(council, action) == NULL)
                add_row(council, action, offers->kind, offers->net + council->order.worst_loss, 0);
        }
}

/* Asks a master that is a program, which is proposed the bids, what each row is worth. If it
 * @may_ask, it may let the most threatened agent ask for help first. */
static OutsideReply ask_master(Council *council, bool may_ask)
{
    const Percept *percept = council->order.percept;
    OutsideItem *items = percept->senses->outside->items;
    Candidates *rows = &council->candidates;
    OutsideReply reply;

    for (int i = 0; i < rows->count; i++) {
        const Candidate *row = &rows->candidate[i];
        items[i] = (OutsideItem){.agent = percept->actions[row->action].agent,
                                 .action = row->action,
                                 .kind = row->kind,
                                 .exposure = percept->actions[row->action].exposure,
                                 .number = row->worth};
    }
    reply = team_ask(percept, OUTSIDE_MASTER, may_ask ? council->worst : NO_AGENT, rows->count);
    for (int i = 0; reply == OUTSIDE_ANSWERS && i < rows->count; i++)
        rows->candidate[i].worth = items[i].number;
    return reply;
}

/* Collects the rows that may be decided on, with what they are worth. */
static void collect(Council *council)
{
    const TeamDecision decision = team_decision(council->order.percept);

    add_reports(council);
    if (team_asked(council->order.percept, OUTSIDE_MASTER)) {
        if (ask_master(council, council->may_ask) == OUTSIDE_WANTS_HELP) {
            add_offers(council);
            ask_master(council, false);
        }
    } else if (decision != TEAM_LOT) {
        add_offers(council);
    }
    if (decision == TEAM_VOTE)
        hold_vote(council);
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

/* Makes a prospect of the first @count rows of each agent; those of an agent are as good as each
 * other. */
static void add_prospects(Council *council, int count)
{
    const Percept *percept = council->order.percept;
    Prospects *prospects = &council->prospects;

    for (int agent = 0; agent < percept->agent_count; agent++) {
        Prospect *prospect = &prospects->prospect[prospects->count];
        prospect->tie = (Tie){.agent = agent};
        for (int i = 0; i < count; i++) {
            const Candidate *row = &council->candidates.candidate[i];
            if (percept->actions[row->action].agent != agent)
                continue;
            prospect->row = *row;
            prospect->tie.actions |= percept_only(percept, row->action);
        }
        prospects->count += prospect->tie.actions != 0;
    }
    for (int i = 0; i < prospects->count; i++)
        prospects->prospect[i].tie.chance = CHANCE_ALL / (Chance)prospects->count;
}

bool ballot_choose(Council *council)
{
    Candidates *candidates = &council->candidates;
    Candidate *row = candidates->candidate;
    int best = 0;

    council->prospects.count = candidates->count = 0;
    collect(council);
    g_qsort_with_data(row, candidates->count, sizeof *row, compare_rows, NULL);
    while (best < candidates->count && compare_rows(&row[best], row, NULL) == 0)
        best++;
    add_prospects(council,
                  team_decision(council->order.percept) == TEAM_LOT ? candidates->count : best);
    candidates->equal_count = council->prospects.count;
    return ballot_is_held(council->order.percept);
}
