/* One piece agent: an order in, a report out.
 *
 * Source: thesis, sections 2.2.2 and 2.2.3. */
#pragma once

#include "agents/consideration.h"
#include "agents/order.h"
#include "agents/suggestion.h"
#include "agents/suggestions.h"

/* The report of an agent to the MasterAgent. */
typedef struct {
    Equals attack, move;
    Suggestions best; /* only if the order asks for it; then the others only with a recorder */
} Report;

static inline const Equals *report_equals(const Report *report, bool attacks)
{
    return attacks ? &report->attack : &report->move;
}

/* What each of them is worth; NULL: there are none. */
static inline const Suggestion *report_one(const Report *report, bool attacks)
{
    const Equals *equals = report_equals(report, attacks);

    return equals->actions ? &equals->one : NULL;
}

/* The kind of candidate that an attack is, or a move, which may be planned to prepare an attack. */
static inline CandidateKind agent_candidate(bool is_attack, bool is_planned)
{
    return is_attack ? CANDIDATE_ATTACK : is_planned ? CANDIDATE_PLANNED_MOVE : CANDIDATE_MOVE;
}

/* The loss of @agent on its square. */
int agent_loss(const Percept *percept, int agent);

/* The worth above which an action is reported, if @suggestions are. */
static inline int agent_floor(const Order *order, const Suggestions *suggestions)
{
    const int best = suggestions_best(suggestions);

    return best > INT_MIN ? MAX(order->floor, best - order->margin - 1) : order->floor;
}

/* Judges those actions of @agent in @set that are not refused, as @order asks for, and adds them to
 * @suggestions. The worth of one that is not above the floor may be a greater one that is not
 * either. */
void agent_judge(const Order *order, int agent, ActionSet set, Suggestions *suggestions);

/* The worth of @action as its agent reports it to @order, and its parts, unless @out_parts is NULL.
 */
int agent_worth(const Order *order, int action, Parts *out_parts);

/* Finds the best attacks and the best moves of @agent, or its best actions by worth. Tells the
 * recorder the order and the report; between them comes what the agent asks others while it thinks.
 */
void agent_report(Order *order, int agent, Report *out_report);

/* Tells the recorder the order to evaluate the position, or to ask the others for help. */
void agent_tell_order(const Order *order, int agent, bool may_ask);

/* Tells the recorder the order to look only at the agent's own threat, and the report of it. Agents
 * do so before they consult each other. */
void agent_tell_threat(const Order *order, int agent);
