/* The candidates among which the MasterAgent chooses, and the choice.
 *
 * Source: thesis, section 2.2.2, the paragraphs on the MasterAgent. */
#pragma once

#include "agents/agent.h"
#include "agents/request.h"

/* Equally good actions that the table need not tell apart. */
typedef struct {
    const Ties *ties;
    const Suggestion *one; /* what each of them is worth; NULL: there are none */
    Chance chance;         /* that the draw among all that are as good falls on one of them */
} Source;

/* Where candidates come from besides requests: the most threatened agent, and the others or all.
 */
typedef enum {
    SOURCE_OWN_ATTACK,
    SOURCE_OWN_MOVE,
    SOURCE_ATTACK,
    SOURCE_MOVE,
    SOURCE_COUNT,
    /* Candidates come from these, too: */
    SOURCE_SOLUTION = SOURCE_COUNT,
    SOURCE_WORTH,    /* reported, where worths are, */
    SOURCE_IMAGINED, /* and imagined further */
    SOURCE_MATE,
    SOURCE_BALLOT /* suggestions and offers weighed by a team */
} SourceName;

/* Whether it is of the most threatened agent. */
static inline bool source_is_own(SourceName name)
{
    return name == SOURCE_OWN_ATTACK || name == SOURCE_OWN_MOVE;
}

/* One candidate: its worth is a profit where profits are compared, a net where the greatest loss is
 * weighed in. */
typedef struct {
    SourceName from;
    CandidateKind kind;
    int action; /* one of several equally good ones */
    int worth;
    const Ties *ties; /* all of them, while the table is made */
    int rank;         /* of a suggestion in a ballot, among moves: how good the plan is */
} Candidate;

/* A table has at most 5; in a ballot an action may be suggested and offered. */
#define CANDIDATES_MAX (2 * PERCEPT_MAX_ACTIONS)

typedef struct {
    int count;
    Candidate candidate[CANDIDATES_MAX];
    unsigned best;   /* a bit for each of those that are chosen, all equally likely */
    int equal_count; /* how many they are */
} Candidates;

/* The possible decisions: one agent's actions of a candidate that was chosen. */
typedef struct {
    Tie tie;
    Candidate row; /* its action is not set */
    int table;     /* which table of candidates it was chosen from first */
} Prospect;

/* An agent has one of its actions in few prospects: its best attacks or moves, and two requests. */
#define PROSPECTS_MAX (PERCEPT_MAX_ACTIONS + 4 * PERCEPT_MAX_AGENTS)

typedef struct {
    int count;
    Prospect prospect[PROSPECTS_MAX];
} Prospects;

/* An action to look for in the tables of candidates as they are made. */
typedef struct {
    int action;
    int table;      /* the only one that counts, or ANY_TABLE */
    Candidate *row; /* in which it is worth most, of those made so far; NULL: it is in none */
    int worth;      /* of that row, or INT_MIN */
} Watch;

#define ANY_TABLE (-1)

typedef struct Council Council; /* master/council.h */

/* Whether the best attack is preferred to the best move; NULL: there is none. */
bool candidates_prefer_attack(const LogicSet *logics, const Suggestion *attack,
                              const Suggestion *move);

/* Whether @profit makes up for the loss of the most threatened agent. */
bool candidates_compensate(const Order *order, int profit);

/* Makes @council->prospects from the reports, and keeps a table for @watch, unless NULL: none if no
 * agent suggests anything. Their chances sum to CHANCE_ALL, but for what is lost by rounding.
 *
 * There is one table of candidates for all, unless actions that are equally good to their agents
 * are not so to the master, which then has one for each way in which the draws can fall. */
void candidates_choose(Council *council, Watch *watch);

/* Makes the tables once more, and keeps in @council->kept the one in which @action is worth
 * most; only @table counts, unless it is ANY_TABLE. Returns the row, whose action may be another
 * one that is as good; NULL: @action is in none. */
Candidate *candidates_find(Council *council, int action, int table);

/* The best attacks, or the best moves, of the agents that share a row: of all, or where the nets of
 * candidates are weighed, of those other than the most threatened one. Chances are left out. */
void candidates_best(const Council *council, bool attacks, Ties *out_ties);

/* The parts of the worth of @row, a candidate of @council: none if it is of a ballot or of a
 * program. */
void candidates_in_parts(Council *council, const Candidate *row, Parts *out_parts);

/* The prospect on which @number falls, all 64 bits of which are drawn, and its action; what is
 * refused in @council->order is left out. NULL: nothing is left. */
const Prospect *candidates_draw(const Council *council, uint64_t number, int *out_action);
