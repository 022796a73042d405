/* The MasterAgent: orders the agents to evaluate their position, lets the worst threatened agent
 * ask for help, and decides.
 *
 * Source: thesis, sections 2.2.2 and 2.2.3. */
#pragma once

#include "agents/logic.h"
#include "agents/percept.h"
#include "agents/random.h"
#include "agents/recorder.h"
#include "master/deliberation.h"

/* How agents with @logics perceive a board. */
PerceptOptions master_percept_options(const LogicSet *logics);

/* The move that a MasterAgent with @logics decides on when its agents perceive @percept, which must
 * have an action, and what led to it.
 *
 * Draws among equals, and only where there are several, in this order: the worst threatened agent;
 * agent by agent, a1 to h8, its best attack and its best move; the offers to a request; the best
 * attack and the best move among the agents; the rows of the table of candidates. @recorder, unless
 * NULL, is told every message; it changes nothing. */
Move master_decide(const Percept *percept, const LogicSet *logics, Random *random,
                   const Recorder *recorder, Deliberation *out_deliberation);

/* Whether a MasterAgent with @logics can decide on @move where its agents perceive @percept, with
 * some luck among equals; @random is what the decision begins with, and only read. See
 * deciders_reach() for how far luck is followed. */
bool master_could_decide(const Percept *percept, const LogicSet *logics, const Random *random,
                         Move move);
