#include "master/candidates.h"

#include "agents/logics.h"
#include "master/council.h"

static bool is_of_attacks(SourceName name)
{
    return name == SOURCE_OWN_ATTACK || name == SOURCE_ATTACK;
}

/* Levels 1 to 3 compare profits; from level 4 on every candidate is weighed against the greatest
 * loss. */
static bool weighs_nets(const Council *council)
{
    return council->worst != NO_AGENT && percept_has(council->order.percept, LOGIC_THREAT_MOVE) &&
           !percept_has(council->order.percept, LOGIC_WHOLE_THREAT);
}

/* Whether actions that are equally good to agents may differ in what the table looks at: what one
 * gains by profit another gains by its place; or one is a check, another is none. With move-attack
 * only checks are worth as much as checks. */
static bool tells_apart(const Order *order)
{
    const LogicSet *logics = &order->percept->logics;

    return order->percept->knows_any_place || order->percept->hunts ||
           (logic_is_on(logics, LOGIC_THREAT_MOVE) &&
            (!logic_is_on(logics, LOGIC_MOVE_ATTACK) || logic_is_on(logics, LOGIC_DOUBLE_ATTACK)));
}

void candidates_best(const Council *council, bool attacks, Ties *out_ties)
{
    const int except = weighs_nets(council) ? council->worst : NO_AGENT;
    const int agent_count = council->order.percept->agent_count;
    int best = INT_MIN, count = 0;

    for (int i = 0; i < agent_count; i++) {
        const Equals *equals = report_equals(&council->reports[i], attacks);
        if (!equals->actions || i == except || equals->rank < best)
            continue;
        if (equals->rank > best)
            count = 0;
        best = equals->rank;
        out_ties->tie[count++] = (Tie){.actions = equals->actions, .agent = i};
    }
    out_ties->count = count;
}

/* The best of source @name. Each agent has its chance: an equal one, or as it has actions that are
 * as good (reading one-lot). Of those of the most threatened one only its own source is among those
 * of all, as it is known where its own draw fell.
 *
 * Inline, as are the other parts of a table: else level 7 takes 0.4 % more instructions. */
static inline void collect(const Council *council, SourceName name, Ties *out_ties)
{
    const int worst = council->worst;
    const bool attacks = is_of_attacks(name);

    if (source_is_own(name)) {
        const ActionSet own =
            worst != NO_AGENT ? report_equals(&council->reports[worst], attacks)->actions : 0;
        out_ties->count = own != 0;
        out_ties->tie[0] = (Tie){own, CHANCE_ALL, worst};
        return;
    }
    candidates_best(council, attacks, out_ties);
    for (int i = 0; i < out_ties->count; i++)
        out_ties->tie[i].chance = CHANCE_ALL / (Chance)out_ties->count;
    if (percept_reads(council->order.percept, READING_ONE_LOT))
        ties_share_out(out_ties);
    for (int i = 0; i < out_ties->count; i++)
        if (out_ties->tie[i].agent == worst)
            out_ties->tie[i].actions =
                council->source[attacks ? SOURCE_OWN_ATTACK : SOURCE_OWN_MOVE].ties->tie[0].actions;
}

static void add(Council *council, SourceName from, CandidateKind kind, int worth, const Ties *ties)
{
    council->candidates.candidate[council->candidates.count++] =
        (Candidate){.from = from, .kind = kind, .worth = worth, .ties = ties};
}

bool candidates_prefer_attack(const LogicSet *logics, const Suggestion *attack,
                              const Suggestion *move)
{
    if (attack == NULL || move == NULL)
        return attack != NULL;
    if (logic_is_on(logics, LOGIC_WHOLE_THREAT))
        return attack->profit >= move->profit;
    if (attack->profit > 0)
        return true;
    if (attack->profit == 0)
        return reading_is_on(logics, READING_EVEN_TRADE) || move->profit < 0;
    return move->profit <= attack->profit;
}

bool candidates_compensate(const Order *order, int profit)
{
    return percept_reads(order->percept, READING_STRICT_COMPENSATION) ? profit > order->worst_loss
                                                                      : profit >= order->worst_loss;
}

/* The best answer to a request counts only if it is better than what the threatened agent can do
 * itself. */
static bool solution_is_better(const Council *council)
{
    const Suggestion *attack = council->source[SOURCE_OWN_ATTACK].one;
    const Suggestion *move = council->source[SOURCE_OWN_MOVE].one;
    const Offers *solution = council->solution;

    return solution != NULL && solution->ties.count > 0 &&
           (attack == NULL || solution->net > attack->profit) &&
           (move == NULL || solution->net > suggestion_net(council->order.percept, move));
}

/* The net of @one, the best of source @from: less the greatest loss, unless it is of the agent that
 * suffers it, or a safe check. */
static inline int net_of(const Order *order, SourceName from, const Suggestion *one)
{
    const int net = suggestion_net(order->percept, one);

    if (from == SOURCE_MOVE && suggestion_is_safe_check(order->percept, one)) {
        if (percept_reads(order->percept, READING_PLANS_COUNT) ||
            percept_reads(order->percept, READING_CHECKS_GO_FIRST))
            return one->profit;
        if (percept_reads(order->percept, READING_CHECK_GAINS_TIME))
            return 0;
    }
    return source_is_own(from) ? net : net - order->worst_loss;
}

/* Adds the best of each source that has any, worth its net, if @by_net, or its profit, and its
 * place; and the solution. */
static inline void fill(Council *council, bool by_net)
{
    static const SourceName orders[][SOURCE_COUNT] = {
        {SOURCE_ATTACK, SOURCE_MOVE, SOURCE_OWN_ATTACK, SOURCE_OWN_MOVE},
        {SOURCE_ATTACK, SOURCE_OWN_ATTACK, SOURCE_OWN_MOVE, SOURCE_MOVE}};

    for (int i = 0; i < SOURCE_COUNT; i++) {
        const SourceName from = orders[by_net][i];
        const Source *source = &council->source[from];
        const Suggestion *one = source->one;
        if (one != NULL)
            add(council, from, agent_candidate(is_of_attacks(from), one->planned),
                one->place + (by_net ? net_of(&council->order, from, one) : one->profit),
                source->ties);
    }
    if (solution_is_better(council))
        add(council, SOURCE_SOLUTION, council->solution->kind, council->solution->net,
            &council->solution->ties);
}

/* Levels 1 to 3: the candidate, unless it does not compensate the greatest loss and some action
 * meets that threat. */
static SourceName settle_by_compensation(const Council *council)
{
    const Order *order = &council->order;
    const LogicSet *logics = &order->percept->logics;
    const Source *source = council->source;
    const Suggestion *attack = source[SOURCE_ATTACK].one, *move = source[SOURCE_MOVE].one;
    const SourceName candidate =
        candidates_prefer_attack(logics, attack, move) ? SOURCE_ATTACK : SOURCE_MOVE;

    if (council->worst == NO_AGENT || logic_is_on(logics, LOGIC_WHOLE_THREAT) ||
        candidates_compensate(order, source[candidate].one->profit))
        return candidate;
    if (reading_is_on(logics, READING_MOVE_COMPENSATES) && move != NULL &&
        candidates_compensate(order, move->profit))
        return SOURCE_MOVE;
    if (solution_is_better(council))
        return SOURCE_SOLUTION;
    if (candidates_prefer_attack(logics, source[SOURCE_OWN_ATTACK].one,
                                 source[SOURCE_OWN_MOVE].one))
        return SOURCE_OWN_ATTACK;
    return source[SOURCE_OWN_MOVE].one != NULL ? SOURCE_OWN_MOVE : candidate;
}

static void choose_by_compensation(const Council *council, Candidates *candidates)
{
    const SourceName chosen = settle_by_compensation(council);

    for (int i = 0; i < candidates->count; i++)
        if (candidates->candidate[i].from == chosen)
            candidates->best = 1U << i;
}

/* Of a row in which the greatest loss is weighed in. */
static void weigh_parts_in(const Council *council, const Candidate *row, Parts *parts)
{
    const int loss = council->order.worst_loss, sum = parts_sum(parts);

    /* A planned attack is a hope and does not count; nor does what it is a check. */
    if (sum != row->worth && sum - loss != row->worth)
        parts_keep(parts, ~(1U << PART_PLAN | 1U << PART_CHECK));
    if (parts_sum(parts) != row->worth)
        parts_add(parts, PART_REMAINING, -loss,
                  council->order.percept->agents[council->worst].square);
}

/* Whether a program says what @row is worth: of which parts is not known. */
static bool is_of_program(const Percept *percept, const Candidate *row)
{
    const int agent = percept->actions[row->action].agent;

    return row->from == SOURCE_SOLUTION ? team_asked(percept, OUTSIDE_REQUEST) >> agent & 1
                                        : team_outside(percept, agent) != NULL;
}

void candidates_in_parts(Council *council, const Candidate *row, Parts *out_parts)
{
    const Order *order = &council->order;
    Offer offer;

    out_parts->count = 0;
    if (is_of_program(order->percept, row))
        return;
    if (row->from == SOURCE_MATE)
        parts_add(out_parts, PART_MATE, row->worth, NO_SQUARE);
    else if (row->from == SOURCE_SOLUTION) {
        if (request_answer(&council->order, council->worst, row->action, true, &offer))
            *out_parts = offer.parts;
    } else if (row->from == SOURCE_IMAGINED)
        parts_add(out_parts, PART_IMAGINED,
                  row->worth - suggestion_sure(order->percept, row->action, out_parts), NO_SQUARE);
    else if (row->from != SOURCE_BALLOT)
        agent_worth(order, row->action, out_parts);
    if (row->from < SOURCE_COUNT && weighs_nets(council))
        weigh_parts_in(council, row, out_parts);
}

/* Level 4 on, with a most threatened agent, against which all are weighed: the greatest net; at
 * equal nets the kind that goes first; then all of them. */
static void choose_by_net(Candidates *candidates)
{
    const Candidate *best = &candidates->candidate[0];

    for (int i = 0; i < candidates->count; i++) {
        const Candidate *row = &candidates->candidate[i];
        if (row->worth > best->worth || (row->worth == best->worth && row->kind < best->kind)) {
            best = row;
            candidates->best = 0;
        }
        if (row->worth == best->worth && row->kind == best->kind)
            candidates->best |= 1U << i;
    }
}

/* Adds the actions of @tie, if it is @row that is drawn, with @chance, to the prospects. Several
 * tables may choose the same ones. */
static void add_prospect(Council *council, const Candidate *row, const Tie *tie, Chance chance)
{
    Prospects *prospects = &council->prospects;

    chance = chance_of_both(chance, tie->chance);
    for (int i = 0; council->table_count > 0 && i < prospects->count; i++) {
        Prospect *prospect = &prospects->prospect[i];
        if (prospect->tie.actions == tie->actions && prospect->tie.agent == tie->agent &&
            prospect->row.kind == row->kind && prospect->row.worth == row->worth) {
            prospect->tie.chance += chance;
            return;
        }
    }
    prospects->prospect[prospects->count++] =
        (Prospect){{tie->actions, chance, tie->agent}, *row, council->table_count};
}

/* The chance that the draws other than that of @ties fall as this table supposes. */
static Chance chance_of_others(const Council *council, const Ties *ties)
{
    Chance chance = CHANCE_ALL;

    for (int i = 0; i < SOURCE_COUNT; i++)
        if (council->source[i].ties != ties && council->source[i].chance != CHANCE_ALL)
            chance = chance_of_both(chance, council->source[i].chance);
    return chance;
}

static void add_prospects(Council *council, const Candidates *candidates)
{
    for (unsigned rest = candidates->best; rest; rest &= rest - 1) {
        const Candidate *row = &candidates->candidate[__builtin_ctz(rest)];
        const Chance others =
            chance_of_others(council, row->ties) / (Chance)candidates->equal_count;
        for (int i = 0; i < row->ties->count; i++)
            add_prospect(council, row, &row->ties->tie[i], others);
    }
}

/* The action that stands for @row: of the best rows that of @watch, or one that is accepted. */
static int find_action(const Council *council, const Candidate *row, bool is_best)
{
    const Percept *percept = council->order.percept;
    int action = NO_ACTION;

    if (is_best && ties_have(row->ties, percept, council->watch->action))
        return council->watch->action;
    if (is_best)
        action = council_find_accepted(council, row->ties->tie, row->ties->count);
    return action != NO_ACTION ? action : tie_first(percept, &row->ties->tie[0]);
}

/* Keeps the table, unless the action that is watched is worth as much in an earlier one. */
static void keep_table(Council *council)
{
    Watch *watch = council->watch;
    Candidates *kept = &council->kept;
    const Candidate *best = NULL, *rows = council->candidates.candidate;

    for (int i = 0; i < council->candidates.count; i++)
        if (rows[i].worth > watch->worth &&
            ties_have(rows[i].ties, council->order.percept, watch->action)) {
            best = &rows[i];
            watch->worth = best->worth;
        }
    if (best == NULL)
        return;
    *kept = council->candidates;
    watch->row = &kept->candidate[best - rows];
    for (int i = 0; i < kept->count; i++)
        kept->candidate[i].action = find_action(council, &kept->candidate[i], kept->best >> i & 1);
}

/* Makes the table of the sources as they are, and chooses from it. */
static void make_table(Council *council)
{
    const Watch *watch = council->watch;
    Candidates *candidates = &council->candidates;

    candidates->count = 0;
    candidates->best = 0;
    if (council->may_ask)
        council->solution = council_ask(council);
    if (weighs_nets(council)) {
        fill(council, true);
        choose_by_net(candidates);
    } else if (council->source[SOURCE_ATTACK].one != NULL ||
               council->source[SOURCE_MOVE].one != NULL) {
        fill(council, false);
        choose_by_compensation(council, candidates);
    }
    /* Mostly one: to count it takes 0.14 % more instructions at level 7. */
    candidates->equal_count =
        bitboard_has_several(candidates->best) ? bitboard_count(candidates->best) : 1;
    add_prospects(council, candidates);
    if (watch != NULL && (watch->table == ANY_TABLE || watch->table == council->table_count))
        keep_table(council);
    council->table_count++;
}

/* Whether the table sees no difference between two attacks, or between two moves. */
static bool is_alike(const Order *order, bool attacks, const Suggestion *one,
                     const Suggestion *other)
{
    return one->profit == other->profit && one->place == other->place &&
           one->planned == other->planned &&
           (attacks || suggestion_is_safe_check(order->percept, one) ==
                           suggestion_is_safe_check(order->percept, other));
}

/* Takes the first action and those like it from @rest to @out_ties; each is worth @out_one. Returns
 * their chance. */
static Chance take_alike(const Order *order, bool attacks, Ties *rest, Ties *out_ties,
                         Suggestion *out_one)
{
    Chance chance = 0;
    int left = 0;

    *out_one = suggestion_of(order->percept, tie_first(order->percept, &rest->tie[0]));
    out_ties->count = 0;
    for (int i = 0; i < rest->count; i++) {
        const Tie whole = rest->tie[i];
        ActionSet alike = 0;
        for (Tie tie = whole; tie.actions; tie.actions &= tie.actions - 1) {
            const Suggestion suggestion =
                suggestion_of(order->percept, tie_first(order->percept, &tie));
            if (is_alike(order, attacks, out_one, &suggestion))
                alike |= tie.actions & -tie.actions;
        }
        if (alike) {
            out_ties->tie[out_ties->count] = tie_part(&whole, alike);
            chance += out_ties->tie[out_ties->count++].chance;
        }
        if (whole.actions & ~alike)
            rest->tie[left++] = tie_part(&whole, whole.actions & ~alike);
    }
    rest->count = left;
    return chance;
}

/* Makes a table for each way in which the draws from source @name on can fall. */
static void make_tables(Council *council, SourceName name, bool splits)
{
    const bool attacks = is_of_attacks(name);
    Source *source = &council->source[name];
    Ties rest, ties;
    Suggestion one;

    if (name == SOURCE_COUNT) {
        make_table(council);
        return;
    }
    collect(council, name, &rest);
    do {
        *source = (Source){.ties = &rest, .chance = CHANCE_ALL};
        if (rest.count > 0 && splits)
            *source =
                (Source){&ties, &one, take_alike(&council->order, attacks, &rest, &ties, &one)};
        else if (rest.count > 0)
            source->one = report_one(&council->reports[rest.tie[0].agent], attacks);
        make_tables(council, name + 1, splits);
    } while (splits && rest.count > 0);
}

void candidates_choose(Council *council, Watch *watch)
{
    council->watch = watch;
    council->prospects.count = council->table_count = 0;
    make_tables(council, 0, tells_apart(&council->order));
}

Candidate *candidates_find(Council *council, int action, int table)
{
    Watch watch = {.action = action, .table = table, .worth = INT_MIN};

    candidates_choose(council, &watch); /* the same prospects again */
    return watch.row;
}

/* Those actions of @prospect that are not refused. */
static Tie left_of(const Order *order, const Prospect *prospect)
{
    return tie_part(&prospect->tie, prospect->tie.actions & ~order->refused[prospect->tie.agent]);
}

const Prospect *candidates_draw(const Council *council, uint64_t number, int *out_action)
{
    const Prospects *prospects = &council->prospects;
    Chance all = 0, place;

    for (int i = 0; i < prospects->count; i++)
        all += left_of(&council->order, &prospects->prospect[i]).chance;
    if (all == 0)
        return NULL;
    place = chance_spend(&number, all);
    for (int i = 0; i < prospects->count; i++) {
        Tie left = left_of(&council->order, &prospects->prospect[i]);
        if (place >= left.chance) {
            place -= left.chance;
            continue;
        }
        if (bitboard_has_several(left.actions))
            place /= left.chance / (Chance)bitboard_count(left.actions);
        for (; place > 0 && bitboard_has_several(left.actions); place--)
            left.actions &= left.actions - 1;
        *out_action = tie_first(council->order.percept, &left);
        return &prospects->prospect[i];
    }
    g_assert_not_reached();
}
