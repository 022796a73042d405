/* The logics on which a decision depends. */
#pragma once

#include "agents/logics.h"
#include "agents/message.h"
#include "master/master.h"

/* A function that decides as master_decide() does, without asking the questions of this module. */
typedef Move (*DecidersDecide)(const Percept *percept, const LogicSet *logics, Random *random,
                               const Recorder *recorder);

/* Whether @move can be decided on with @logics and some luck among equals; *@out_decided is the
 * move decided on with the luck of @random, which is only read.
 *
 * All equal proposals of the agents are followed to the decision, but not how another of the equal
 * actions would change the candidates that it is weighed against: one answer in some hundred is no
 * although luck could have led to the move. */
bool deciders_reach(const Percept *percept, const LogicSet *logics, const Random *random, Move move,
                    DecidersDecide decide, Move *out_decided);

/* For each logic that is on in @logics, except the foundation: whether @move is out of reach
 * without it, with all others as they are, and the move that is then decided on instead. @random is
 * the state with which the decision began; it is only read.
 *
 * Shape: LOGIC_COUNT - 1 at most; how many. */
int deciders_find(const Percept *percept, const LogicSet *logics, const Random *random, Move move,
                  DecidersDecide decide, Decider out_deciders[static LOGIC_COUNT]);
