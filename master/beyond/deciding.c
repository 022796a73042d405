#include "master/beyond/deciding.h"

#include "agents/beyond/minds.h"
#include "agents/beyond/whole_threat.h"
#include "agents/logics.h"

bool deciding_is_plain(const Percept *percept)
{
    return !mind_has_single_worths(percept) && !percept_has(percept, LOGIC_MATE_HUNT) &&
           !ballot_is_held(percept);
}

void deciding_open(Deciding *deciding, const Percept *percept, const Recorder *recorder)
{
    Order *order = &deciding->order;

    order_begin(order, percept, recorder, mind_of(percept));
    team_join(order);
    deciding->option_count = 0;
    deciding->table.has_asked = false;
    /* A mate leaves nothing to compare. */
    deciding->is_mate = percept_has(percept, LOGIC_MATE_HUNT) && foresight_find_mate(deciding);
    if (!deciding->is_mate && mind_has_single_worths(percept))
        foresight_begin(deciding);
}

/* Options from the table of candidates */

/* Adds @actions of @agent from @row. In several ways the same ones may be chosen. */
static void add_option(Deciding *deciding, const Candidate *row, int agent, uint64_t chance,
                       int way)
{
    const ActionSet actions = row->equals.of[agent];

    for (int i = 0; way > 0 && i < deciding->option_count; i++) {
        Option *option = &deciding->option[i];
        if (option->actions == actions && option->agent == agent && option->row.kind == row->kind &&
            option->row.value == row->value) {
            option->chance += chance;
            return;
        }
    }
    deciding->option[deciding->option_count++] =
        (Option){actions, agent, chance, {row->from, row->kind, NO_ACTION, row->value, 0}, way};
}

static void add_options(Deciding *deciding, uint64_t chance, int way)
{
    const Table *table = &deciding->table;
    const int agent_count = deciding->order.percept->agent_count;

    if (table->best == 0)
        return;
    chance /= (unsigned)bitboard_count(table->best);
    for (unsigned rest = table->best; rest; rest &= rest - 1) {
        const Candidate *row = &table->row[__builtin_ctz(rest)];
        const unsigned all = (unsigned)equals_count(&row->equals, deciding->order.percept);
        unsigned agents = 0;
        for (int i = 0; i < agent_count; i++)
            agents += row->equals.of[i] != 0;
        for (int i = 0; i < agent_count; i++)
            if (row->equals.of[i])
                add_option(deciding, row, i,
                           row->equals.is_one_draw
                               ? chance / all * (unsigned)bitboard_count(row->equals.of[i])
                               : chance / agents,
                           way);
    }
}

/* A table under way: one for each way in which the draws among the suggestions that the master can
 * tell apart can fall. The recorder receives what is said for the first. */
typedef struct {
    Chance chance;
    Order order;
    Report own; /* of the most threatened agent */
} Ways;

static void begin_ways(const Deciding *deciding, Ways *out_ways)
{
    *out_ways = (Ways){.chance = CHANCE_ALL_WAYS, .order = deciding->order};
    if (deciding->order.worst != NO_AGENT)
        out_ways->own = deciding->table.reports[deciding->order.worst];
}

static void make_table(Deciding *deciding, Ways *ways)
{
    if (ways->order.worst != NO_AGENT)
        deciding->table.reports[ways->order.worst] = ways->own;
    master_choose(&ways->order, true, &ways->chance, &deciding->table);
    ways->order.recorder = NULL;
}

static void choose_candidates(Deciding *deciding)
{
    Ways ways;
    int way = 0;

    deciding->option_count = 0;
    begin_ways(deciding, &ways);
    do {
        uint64_t chance = OPTION_CERTAIN;
        make_table(deciding, &ways);
        if (way == 0)
            deciding->order.asked = ways.order.asked;
        for (int i = 0; i < ways.chance.count; i++)
            chance /= (unsigned)ways.chance.sides[i];
        add_options(deciding, chance, way++);
    } while (chance_next_way(&ways.chance));
    if (ways.order.worst != NO_AGENT)
        deciding->table.reports[ways.order.worst] = ways.own;
}

bool deciding_find_options(Deciding *deciding)
{
    Order *order = &deciding->order;

    if (deciding->is_mate)
        return true;
    if (mind_has_single_worths(order->percept)) {
        foresight_choose(deciding);
        return deciding->option_count > 0;
    }
    master_collect_reports(order, percept_everyone(order->percept), deciding->table.reports);
    if (!ballot_is_held(order->percept) || !ballot_choose(deciding))
        choose_candidates(deciding);
    return deciding->option_count > 0;
}

/* Refusals */

static bool is_ahead_after(const Percept *percept, int action)
{
    const int balance = percept->board->beyond->balance(percept);
    const int ahead = percept_reads(percept, READING_LOSING_WINS) ? -balance : balance;

    return ahead + whole_gain(percept, action) >
           logic_weights(&percept->logics)->of[LOGIC_WEIGHT_AHEAD];
}

/* Whether a side with a lead loses much of it by @action. With whole-threat the
 * worth contains that already. */
static bool wastes_lead(const Percept *percept, int action)
{
    CapturesAfter captures;

    if (percept_has(percept, LOGIC_WHOLE_THREAT) || !percept_keeps_lead(percept))
        return false;
    percept->board->beyond->captures_after(percept, action, INT_MIN, &captures);
    return whole_best_threat(percept, &captures) - whole_gain(percept, action) >
           logic_weights(&percept->logics)->of[LOGIC_WEIGHT_BEARABLE];
}

Objection deciding_objection(const Deciding *deciding, int action)
{
    const Percept *percept = deciding->order.percept;
    const bool can_mate = !percept->mode.kings_are_taken;

    if (deciding->is_mate || !percept_has(percept, LOGIC_MATE_HUNT))
        return OBJECTION_NONE;
    if (can_mate && percept->board->beyond->allows_mate(percept, action, PERCEPT_MATE_MOVES))
        return percept->board->beyond->allows_mate(percept, action, 1) ? OBJECTION_MATE
                                                                       : OBJECTION_MATE_BY_CHECKS;
    if (!is_ahead_after(percept, action))
        return OBJECTION_NONE;
    /* No action mates: that would have been found. */
    if (can_mate && percept->board->beyond->leaves_no_move(percept, action))
        return OBJECTION_STALEMATE;
    if (percept_returns(percept, action) || percept_lets_repeat(percept, action))
        return OBJECTION_REPETITION;
    return wastes_lead(percept, action) ? OBJECTION_LEAD : OBJECTION_NONE;
}

int deciding_accepted(const Deciding *deciding, int agent, ActionSet actions)
{
    const int first = deciding->order.percept->agents[agent].first_action;

    for (; actions; actions &= actions - 1)
        if (deciding_objection(deciding, first + __builtin_ctzll(actions)) == OBJECTION_NONE)
            return first + __builtin_ctzll(actions);
    return NO_ACTION;
}

/* Rounds */

static void take_round(const Deciding *deciding, Round *round)
{
    const Percept *percept = deciding->order.percept;
    const int least_before = round->least;

    memset(round->share, 0, sizeof round->share);
    for (int i = 0; i < deciding->option_count; i++) {
        const Option *option = &deciding->option[i];
        const double share = (double)option->chance / bitboard_count(option->actions);
        for (ActionSet rest = option->actions; rest; rest &= rest - 1) {
            const int action = percept->agents[option->agent].first_action + __builtin_ctzll(rest);
            round->share[action] += share;
            round->objection[action] = objection_weight(deciding_objection(deciding, action));
            round->least = MIN(round->least, round->objection[action]);
        }
    }
    round->is_better = round->least < least_before;
}

bool deciding_next_round(Deciding *deciding, Round *round)
{
    for (int i = 0; round->least > 0 && i < deciding->order.percept->action_count; i++)
        if (round->share[i] > 0)
            order_refuse(&deciding->order, i);
    if (round->least == 0 || !deciding_find_options(deciding))
        return false;
    take_round(deciding, round);
    return true;
}

/* Rows */

const Row *rows_find(const Rows *rows, int action)
{
    for (int i = 0; i < rows->count; i++)
        if (rows->row[i].action == action)
            return &rows->row[i];
    return NULL;
}

/* The action that stands for @row: of the best rows @action, or one that is accepted. */
static int find_action(const Deciding *deciding, const Candidate *row, bool is_best, int action)
{
    const Percept *percept = deciding->order.percept;

    if (is_best && equals_have(&row->equals, percept, action))
        return action;
    for (int i = 0; is_best && i < percept->agent_count; i++) {
        const int accepted = deciding_accepted(deciding, i, row->equals.of[i]);
        if (accepted != NO_ACTION)
            return accepted;
    }
    return equals_first(&row->equals, percept);
}

/* The rows of the table made last, in the order in which they are compared. */
static void list_rows(const Deciding *deciding, int action, Rows *out_rows)
{
    static const CandidateSource orders[][FROM_COUNT] = {
        {FROM_ATTACK, FROM_MOVE, FROM_OWN_ATTACK, FROM_OWN_MOVE, FROM_SOLUTION},
        {FROM_ATTACK, FROM_OWN_ATTACK, FROM_OWN_MOVE, FROM_MOVE, FROM_SOLUTION}};
    const Table *table = &deciding->table;

    out_rows->count = 0;
    out_rows->best = 0;
    out_rows->equal_count = bitboard_count(table->best);
    for (int i = 0; i < FROM_COUNT; i++) {
        const CandidateSource from = orders[master_compares_nets(&deciding->order)][i];
        const Candidate *row = &table->row[from];
        const bool is_best = table->best >> from & 1;
        if (!row->exists)
            continue;
        if (is_best)
            out_rows->best |= 1U << out_rows->count;
        out_rows->row[out_rows->count++] =
            (Row){from, row->kind, find_action(deciding, row, is_best, action), row->value, 0};
    }
}

void deciding_list_rows(Deciding *deciding, const Option *option, int action, Rows *out_rows)
{
    Ways ways;

    if (option != NULL && option->row.from >= FROM_COUNT) {
        *out_rows = deciding->rows;
        return;
    }
    begin_ways(deciding, &ways);
    ways.order.recorder = NULL;
    if (option != NULL) { /* else the table is the right one */
        make_table(deciding, &ways);
        for (int way = 0; way < option->way && chance_next_way(&ways.chance); way++)
            make_table(deciding, &ways);
        if (ways.order.worst != NO_AGENT)
            deciding->table.reports[ways.order.worst] = ways.own;
    }
    list_rows(deciding, action, out_rows);
}

Row *deciding_find_row(Deciding *deciding, int action, Rows *out_rows)
{
    const Percept *percept = deciding->order.percept;
    Row *found = NULL;
    Ways ways;

    begin_ways(deciding, &ways);
    ways.order.recorder = NULL;
    do {
        const Candidate *best = NULL;
        make_table(deciding, &ways);
        for (CandidateSource from = 0; from < FROM_COUNT; from++) {
            const Candidate *row = &deciding->table.row[from];
            if (row->exists && equals_have(&row->equals, percept, action) &&
                row->value > (best != NULL    ? best->value
                              : found != NULL ? found->value
                                              : INT_MIN))
                best = row;
        }
        if (best == NULL)
            continue;
        list_rows(deciding, action, out_rows);
        for (int i = 0; i < out_rows->count; i++)
            if (out_rows->row[i].from == best->from)
                found = &out_rows->row[i];
        found->action = action;
    } while (chance_next_way(&ways.chance));
    if (ways.order.worst != NO_AGENT)
        deciding->table.reports[ways.order.worst] = ways.own;
    return found;
}

/* Parts */

/* Makes the parts of the profit those of the net of @row. */
static void adjust_parts_to_net(const Order *order, const Row *row, Parts *parts)
{
    const int loss = order->worst_loss, sum = parts_sum(parts);

    /* A planned attack is a hope and does not count; nor does what it is a check. */
    if (sum != row->value && sum - loss != row->value)
        parts_keep(parts, ~(1U << PART_PLAN | 1U << PART_CHECK));
    if (parts_sum(parts) != row->value)
        parts_add(parts, PART_REMAINING, -loss, order->percept->agents[order->worst].square);
}

/* Whether a program says what @row is worth: of which parts is not known. */
static bool is_of_program(const Order *order, const Row *row)
{
    const int agent = order->percept->actions[row->action].agent;

    return row->from == FROM_SOLUTION ? team_asked(order->percept, OUTSIDE_REQUEST) >> agent & 1
                                      : order->mind[agent]->is_program;
}

void deciding_in_parts(const Deciding *deciding, const Row *row, Parts *out_parts)
{
    const Order *order = &deciding->order;
    Offer offer;

    out_parts->count = 0;
    if (is_of_program(order, row))
        return;
    if (row->from == FROM_MATE)
        parts_add(out_parts, PART_MATE, row->value, NO_SQUARE);
    else if (row->from == FROM_SOLUTION) {
        if (request_answer(order, row->action, true, &offer))
            *out_parts = offer.parts;
    } else if (row->from == FROM_IMAGINED)
        parts_add(out_parts, PART_IMAGINED,
                  row->value - whole_sure(order->percept, row->action, out_parts), NO_SQUARE);
    else if (row->from != FROM_BALLOT)
        order->mind[order->percept->actions[row->action].agent]->worth(order, row->action,
                                                                       out_parts);
    if (row->from < FROM_SOLUTION && master_compares_nets(order))
        adjust_parts_to_net(order, row, out_parts);
}
