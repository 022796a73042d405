/* The MasterAgent: orders the agents to evaluate their position, lets the most threatened agent ask
 * for help, and decides. What lies beyond levels 1 to 8, and how a decision is drawn, reported
 * and explained, is in master/beyond/decision.h.
 *
 * Source: thesis, sections 2.2.2 and 2.2.3. */
#pragma once

#include "agents/request.h"

/* The source of a candidate. */
typedef enum {
    FROM_ATTACK,     /* best attack of the other agents, or of all if nets are not compared */
    FROM_OWN_ATTACK, /* best attack of the most threatened agent */
    FROM_OWN_MOVE,   /* its best move */
    FROM_MOVE,       /* best move of the other agents, or of all */
    FROM_SOLUTION,   /* best offer to the most threatened agent */
    FROM_COUNT,
    /* Beyond the table of candidates: */
    FROM_WORTH,    /* an action reported with one worth */
    FROM_IMAGINED, /* an action evaluated by look-ahead */
    FROM_MATE,
    FROM_BALLOT /* suggestions and offers compared by a team */
} CandidateSource;

/* One row of the table of candidates. */
typedef struct {
    bool exists;
    CandidateSource from;
    CandidateKind kind;
    Worth worth;   /* of one of the actions; of a solution the net */
    int value;     /* compared: a net, or where nets are not compared a profit; with terms */
    Equals equals; /* the actions, all as good */
    int action;    /* that stands for them, NO_ACTION until it is drawn */
} Candidate;

typedef struct {
    Candidate row[FROM_COUNT];
    unsigned
        best; /* a bit for each of the best rows, all equally likely; 0: nothing is suggested */
    Offers solution; /* to the request, if there was one */
    bool has_asked, asked_defence;
    Report reports[PERCEPT_MAX_AGENTS];
} Table;

/* Decides, as figures 2.2a to 2.2c show it: the row that is chosen, from whose actions one is then
 * drawn; NULL: nothing is suggested. Fills in @order, which order_begin() has begun, and
 * @out_table. */
const Candidate *master_decide(Order *order, Chance *chance, Table *out_table);

/* The steps of a decision, for those that take only some of them. */

/* Fills in whom the opponents threaten, and draws the most threatened agent. */
void master_find_worst(Order *order);
void master_draw_worst(Order *order, Chance *chance);

/* Orders @agents to report; the others suggest nothing. */
void master_collect_reports(Order *order, AgentSet agents, Report *out_reports);

/* Fills in the rest of @table, which has the reports, and chooses its best rows. If @may_ask is
 * false, @table already contains the solution. */
void master_choose(Order *order, bool may_ask, Chance *chance, Table *table);

/* Draws one of the best rows; NULL: there is none. */
const Candidate *master_draw_row(const Table *table, Chance *chance);

/* Lets the most threatened agent ask for help, if its logics allow it; its best attack and its best
 * move decide what it asks for. NULL: there is no such action. */
void master_allow_requests(Order *order, const Worth *attack, const Worth *move, Table *table);

/* Whether the nets of candidates are compared (level 4), and not their profits. */
bool master_compares_nets(const Order *order);

/* Whether the best attack is preferred to the best move; NULL: there is none. */
bool master_prefers_attack(const Percept *percept, const Worth *attack, const Worth *move);

/* Whether @profit makes up for the loss of the most threatened agent. */
bool master_compensates(const Order *order, int profit);

/* Whether losses are feared: not where losing wins. */
bool master_fears_losses(const Percept *percept);
