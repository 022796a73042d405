/* Agents whose actions are compared by one worth each (logics whole-threat and look-ahead): they
 * report the best of their actions, each with its worth, above the lower bound that the master
 * names (alpha).
 *
 * Units: hundredths of a pawn. */
#pragma once

#include "agents/agent.h"

#define RANKING_MAX 64                   /* no agent has more actions than that */
#define NO_MARGIN (8 * PIECE_KING_VALUE) /* more than two actions can differ by */

typedef struct {
    int action;
    int worth;
} Ranked;

/* Best first; of equal ones, the first action of the percept first. */
typedef struct {
    int count;
    Ranked ranked[RANKING_MAX];
} Ranking;

/* What the agents of a percept are asked for. */
typedef struct {
    const Percept *percept;
    const Order *order;    /* of the decision, which has a recorder or refuses actions; or NULL */
    int worst, worst_loss; /* the agent whose loss an action of another one does not prevent, or
                              NO_AGENT if the worth contains the loss */
    int most;              /* at most so many actions of each agent */
    int alpha;             /* lower bound: only what is worth more; INT_MIN: any */
    int margin;            /* only what is worth no more than this less than its best */
    int beta;          /* upper bound: once an action is worth as much, the search of others ends */
    int first_guess;   /* the action that is evaluated first, or NO_ACTION */
    int evaluated;     /* one that has been evaluated already, or NO_ACTION */
    Percept *imagined; /* @percept, if it is of an imagined board: its places are found as they are
                          needed; or NULL */
} RankingOrder;

/* Begins to ask the agents of @percept for at most @most actions. */
RankingOrder ranking_order(const Percept *percept, const Order *order, int most);

/* The worth that an action must exceed to be among the @most best; INT_MIN: any does. */
static inline int ranking_floor(const Ranking *ranking, int most)
{
    return ranking->count < most ? INT_MIN : ranking->ranked[most - 1].worth;
}

/* Inserts @action, which is worth more than ranking_floor(), and keeps the @most best. */
void ranking_insert(Ranking *ranking, int action, int worth, int most);

/* Adds to @ranking those of @reported that are among the @most best. */
void ranking_merge(Ranking *ranking, const Ranking *reported, int most);

/* The worth above which an action is reported, if @ranking is. */
int ranking_bound(const RankingOrder *order, const Ranking *ranking);

/* Evaluates those actions of @agent in @set that are not refused and adds them to @ranking. The
 * worth of one that is not above alpha may be a greater one that is not either. */
void ranking_add(const RankingOrder *order, int agent, ActionSet set, Ranking *ranking);

/* The report of @agent: its best actions by worth; for a recorder also as attacks and moves. */
void ranking_report(const RankingOrder *order, int agent, Ranking *out_ranking, Report *out_report);
