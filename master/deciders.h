/* On which logics a decision hangs. */
#pragma once

#include "agents/logics.h"
#include "master/master.h"

/* One way of deciding, as master_decide() does but for what is asked here. */
typedef Move (*DecidersDecide)(const Percept *percept, const LogicSet *logics, Random *random,
                               const Recorder *recorder);

/* Whether @move can be decided on with @logics and some luck among equals; *@out_decided is what is
 * decided on with the luck of @random, which is only read.
 *
 * All that was equal is followed from the agents' proposals to the decision, but not what another
 * of the equal actions would do to the candidates it is weighed against: one answer of some hundred
 * is no where luck could have done it. */
bool deciders_reach(const Percept *percept, const LogicSet *logics, const Random *random, Move move,
                    DecidersDecide decide, Move *out_decided);

/* For each logic that is on in @logics, but for the foundation: whether without it, all others as
 * they are, @move is out of reach, and what is then decided on instead. @random is what the
 * decision began with; it is only read.
 *
 * Shape: LOGIC_COUNT - 1 at most; how many. */
int deciders_find(const Percept *percept, const LogicSet *logics, const Random *random, Move move,
                  DecidersDecide decide, Decider out_deciders[static LOGIC_COUNT]);
