/* One piece agent: an order in, a report out.
 *
 * Source: thesis, sections 2.2.2 and 2.2.3. */
#pragma once

#include "agents/consideration.h"
#include "agents/order.h"
#include "agents/suggestion.h"

/* The best attacks or the best moves of an agent, all equally good. */
typedef struct {
    ActionSet actions; /* none: it has nothing to suggest */
    int rank;          /* how good they are */
    Suggestion one;    /* what one of them is worth. Where places are known the others may gain by
                          profit what this one gains by its place */
} Equals;

/* What an agent reports to the MasterAgent, and nothing else. */
typedef struct {
    Equals attack, move;
} Report;

/* What @agent would lose where it stands. */
int agent_loss(const Order *order, int agent);

/* Finds the best attacks and the best moves of @agent. Tells the recorder the order and the report;
 * between them comes what the agent asks others while it thinks. */
void agent_report(Order *order, int agent, Report *out_report);

/* Tells the recorder the order to report and @report, which was made in another way. */
void agent_tell_report(const Order *order, int agent, const Report *report);

/* Tells the recorder the order to look only at the agent's own threat, and the report of it. Agents
 * do so before they consult each other. */
void agent_tell_threat(const Order *order, int agent);
