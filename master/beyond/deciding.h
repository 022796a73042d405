/* A decision under way, with all that lies beyond the table of candidates: mates, refusals, worths
 * instead of candidates, look-ahead, and teams that decide without a master.
 *
 * Source: thesis, section 6. */
#pragma once

#include "agents/beyond/ranking.h"
#include "agents/teams/team.h"
#include "master/master.h"

/* An action and what it is worth, as it is compared. */
typedef struct {
    CandidateSource from;
    CandidateKind kind;
    int action; /* one of several equally good ones */
    int value;
    int rank; /* of a suggestion in a ballot, among moves: how good the plan is */
} Row;

/* A table has at most FROM_COUNT; in a ballot an action may be suggested and offered. */
#define ROWS_MAX (2 * PERCEPT_MAX_ACTIONS)

typedef struct {
    int count;
    Row row[ROWS_MAX];
    int equal_count; /* how many of them are as good as the one chosen */
    unsigned best;   /* of a table of candidates: a bit for each of these */
} Rows;

/* The first row of @action; NULL: there is none. */
const Row *rows_find(const Rows *rows, int action);

/* Equally good actions of an agent that may be decided on. */
typedef struct {
    ActionSet actions;
    int agent;
    uint64_t chance; /* in parts of OPTION_CERTAIN */
    Row row;         /* its action is not set */
    int way;         /* of a table of candidates: in which way the draws fell, counted from 0 */
} Option;

#define OPTION_CERTAIN ((uint64_t)1 << 62)
#define OPTIONS_MAX (PERCEPT_MAX_ACTIONS + 4 * PERCEPT_MAX_AGENTS)

#define IMAGINATION_MAX_DEPTH 4 /* the most decisions that may be imagined */

/* The expected course after an action. */
typedef struct {
    bool is_imagined; /* else nothing is known: */
    bool is_bound;    /* the action may be worth less: it was imagined no further */
    Move answer; /* what the opponent's master might decide on; MOVE_NONE if it can do nothing */
    int worth;   /* what the action is worth in the end */
} Expectation;

/* The state of a master while it imagines (look-ahead) the boards after an action, and on each what
 * the sides might decide there. */
typedef struct {
    const Order *order;  /* of the decision: for its side, its recorder and what may interrupt it */
    bool is_interrupted; /* what is imagined from then on means nothing */
    int depth;           /* to which it is imagined */
    Expectation of[PERCEPT_MAX_ACTIONS];
    Move refutation[IMAGINATION_MAX_DEPTH]; /* what was best after the action imagined last, by the
                                               decisions that are left then; MOVE_NONE: nothing yet.
                                               Often it refutes the next action, too: it is asked
                                               for first */

    Ranking suggested[IMAGINATION_MAX_DEPTH]; /* what agents suggested last, by the decisions that
                                                 are left then */

    Move line[3 * IMAGINATION_MAX_DEPTH]; /* what was imagined before */
    int line_count;
} Imagination;

typedef struct {
    Order order;
    Table table; /* the table of candidates made last */
    int option_count;
    Option option[OPTIONS_MAX];
    Rows rows; /* the candidates in a ballot, or the worths */
    int votes[PERCEPT_MAX_ACTIONS][PERCEPT_MAX_AGENTS]; /* on each action, if the team votes */
    bool is_mate;                         /* something gives mate: nothing else is compared */
    Ranking reported[PERCEPT_MAX_AGENTS]; /* only if worths are compared; */
    RankingOrder ranking;
    Imagination imagination; /* and if it looks ahead */
} Deciding;

/* Begins to decide: whether something gives mate. */
void deciding_open(Deciding *deciding, const Percept *percept, const Recorder *recorder);

/* Whether the table of candidates alone decides: that is the master of the thesis. */
bool deciding_is_plain(const Percept *percept);

/* Finds what may be decided on, without what the order refuses; false: nothing. */
bool deciding_find_options(Deciding *deciding);

/* Why the master refuses @action; OBJECTION_NONE: it does not. Only with mate-hunt does it refuse
 * any, and no mate. */
Objection deciding_objection(const Deciding *deciding, int action);

/* The first of @actions of @agent that the master does not refuse; NO_ACTION: it refuses all. */
int deciding_accepted(const Deciding *deciding, int agent, ActionSet actions);

/* The rows of the table in which @option was chosen, with @action in it. */
void deciding_list_rows(Deciding *deciding, const Option *option, int action, Rows *out_rows);

/* Of all tables that may be made, that in which @action is worth most; returns its row, whose
 * action is set to @action, or NULL if @action is in none. */
Row *deciding_find_row(Deciding *deciding, int action, Rows *out_rows);

/* The parts of the worth of @row: none if they are not known. */
void deciding_in_parts(const Deciding *deciding, const Row *row, Parts *out_parts);

/* The possible decisions after one round of reports. */
typedef struct {
    double share[PERCEPT_MAX_ACTIONS];  /* of each action, in parts of the sum; 0: it may not be */
    int objection[PERCEPT_MAX_ACTIONS]; /* how much speaks against it; set only if it may be */
    int least;                          /* the least of that in all rounds so far */
    bool is_better;                     /* it was more in the rounds before */
} Round;

#define NO_ROUND ((Round){.least = OBJECTION_COUNT})

/* Goes on from @round, at first NO_ROUND, to the next one, without what the rounds before it
 * suggested; false: nothing speaks against some action, or nothing is left. */
bool deciding_next_round(Deciding *deciding, Round *round);

/* The shares of the same board as agents with @logics perceive it; 0: the team may not have them.
 */
int deciding_list_shares_with(const Percept *percept, const LogicSet *logics,
                              Share out_shares[static PERCEPT_MAX_ACTIONS]);

/* foresight.c: whether actions give mate, at once or by a few checks: then the options and the rows
 * are those that do so soonest. */
bool foresight_find_mate(Deciding *deciding);

/* Begins to compare worths: what the agents are asked for, and what is imagined of it. */
void foresight_begin(Deciding *deciding);

/* Lets the agents report worths and makes options of the best of all, imagined if there is
 * look-ahead: those within the weight `margin` of the best if places are known and no king is
 * hunted. None if nothing is reported. The rows are the best suggestions, chosen or not. */
void foresight_choose(Deciding *deciding);

/* ballot.c: whether the team of @percept decides without our master. */
static inline bool ballot_is_held(const Percept *percept)
{
    return team_decision(percept) != TEAM_MASTER || team_asked(percept, OUTSIDE_MASTER);
}

/* Makes options of the reports and the offers: the suggestions for which the way of the team to
 * decide gives most; the rows are all suggestions, the best first. The worth of one is the sum of
 * the votes, or the bid. Equals are ordered as in the master's table: by kind, by plan, then
 * each agent is equally likely. A master that is another program gives each suggestion its worth;
 * if it is at fault, no ballot is held any more. Returns whether it is. */
bool ballot_choose(Deciding *deciding);
