/* The decisions of a MasterAgent, with all its logics: what it plays, how likely each action is,
 * and what became of one.
 *
 * Source: thesis, sections 2.2.2 and 2.2.3. */
#pragma once

#include "agents/message.h"
#include "agents/percept.h"
#include "agents/random.h"
#include "agents/recorder.h"
#include "master/beyond/deliberation.h"
#include "master/beyond/fate.h"

/* The move that a MasterAgent decides on when its agents perceive @percept, which must have an
 * action, and what led to it. One number is drawn from @random.
 *
 * What the master refuses (mate-hunt) is left out, and the probabilities of the rest grow alike;
 * only if nothing is left do the agents report again, without it. If there are objections to all
 * actions, it is one of those to which the objection is weakest, among those that were suggested
 * first. @recorder, unless NULL, receives every message; it changes nothing. */
Move decision_make(const Percept *percept, Random *random, const Recorder *recorder,
                   Deliberation *out_deliberation);

/* The probability of each action of @percept that a MasterAgent decides on it, as exact as numbers
 * are: they sum to 1. Returns how many can be decided on.
 *
 * Shape: those alone, the likeliest first. */
int decision_list_shares(const Percept *percept, Share out_shares[static PERCEPT_MAX_ACTIONS]);

/* Whether the master stopped imagining some candidates of @decision as soon as it knew that they
 * are worse. */
bool decision_bounds_some(const Message *decision);
