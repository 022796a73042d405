/* The candidates among which the MasterAgent chooses, and the choice.
 *
 * Source: thesis, section 2.2.2, the paragraphs on the MasterAgent. */
#pragma once

#include "agents/agent.h"
#include "agents/request.h"

/* What the master knows when it decides. */
typedef struct {
    Order *order;
    const Report *reports; /* of every agent */
    int worst;             /* the worst threatened agent, or NO_AGENT */
    Offer solution;        /* the best answer to its requests */
} Council;

#define NO_AGENT (-1)

/* One candidate: its worth is a profit where profits are compared, a net where the worst threat is
 * weighed in. */
typedef struct {
    CandidateKind kind;
    int action; /* NO_ACTION: there is no such candidate */
    int worth;
} Candidate;

#define CANDIDATES_MAX 5

typedef struct {
    Candidate candidate[CANDIDATES_MAX];
    int count;
    int chosen;
    int equal_count; /* how many were as good as the chosen one, itself included */
} Candidates;

/* What the actions of the worst threatened agent itself are worth to the master: an attack its
 * profit; a move at most 0, as a planned attack is only a hope (reading plans-count: its
 * profit). */
int candidates_net_of_move(const LogicSet *logics, const Suggestion *move);

/* The candidates and the choice among them. At least one agent has an action.
 *
 * Draws among equals: first the agents' best attacks, then their best moves, then the rows. */
Candidates candidates_choose(const Council *council);
