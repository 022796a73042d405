/* Decisions without a MasterAgent: by vote, by auction, by random draw.
 *
 * Source: range voting, W. D. Smith, Range voting, 2000; the contract net, R. G. Smith, The
 * contract net protocol, IEEE Transactions on Computers C-29, 1980. */
#pragma once

#include "agents/team.h"
#include "master/candidates.h"

/* Whether the team of @percept decides without our master. */
static inline bool ballot_is_held(const Percept *percept)
{
    return team_decision(percept) != TEAM_MASTER || team_asked(percept, OUTSIDE_MASTER);
}

/* Makes @council->prospects from the reports and the offers, as candidates_choose() does: the
 * suggestions for which the way of the team to decide gives most; and @council->candidates, all
 * suggestions, the best first. The worth of one is the sum of the votes, or the bid. Equals are
 * told apart as in the master's table: by kind, by plan, then each agent is equally likely. A
 * master that is another program gives each suggestion its worth; if it is at fault, no ballot is
 * held any more. Returns whether it is. */
bool ballot_choose(Council *council);

/* The first of the suggestions with @action; NULL: there is none. */
const Candidate *ballot_find(const Council *council, int action);
