/* The MasterAgent: orders the agents to evaluate their position, lets the most threatened agent
 * ask for help, and decides.
 *
 * Source: thesis, sections 2.2.2 and 2.2.3. */
#pragma once

#include "agents/message.h"
#include "agents/percept.h"
#include "agents/random.h"
#include "agents/recorder.h"
#include "master/deliberation.h"
#include "master/fate.h"

/* The move that a MasterAgent decides on when its agents perceive @percept, which must have an
 * action, and what led to it.
 *
 * A deliberation is a function of what is perceived and of the logics: it gives every action a
 * chance. All equally good suggestions, offers and candidates are kept; then one number is drawn,
 * and where it falls that action is taken. What the master refuses (mate-hunt) is left out, and the
 * chances of the rest grow alike; only if nothing is left are the agents heard again, without it.
 * If something speaks against everything, it is one of those against which the least speaks, among
 * those that were suggested first. @recorder, unless NULL, is told every message; it changes
 * nothing. */
Move master_decide(const Percept *percept, Random *random, const Recorder *recorder,
                   Deliberation *out_deliberation);

/* The chance of each action of @percept that a MasterAgent decides on it, as exact as numbers are:
 * they sum to 1. Returns how many can be decided on.
 *
 * Shape: those alone, the likeliest first. */
int master_list_shares(const Percept *percept, Share out_shares[static PERCEPT_MAX_ACTIONS]);

/* Fate of @move when the agents of @percept decide; of those that are equally threatened, @worst
 * was drawn. False if @move is none of its actions, as is a promotion to another piece than a
 * queen. */
bool master_follow(const Percept *percept, Move move, AgentName worst, Fate *out_fate,
                   FateOtherwise *out_otherwise);

/* Whether the master stopped imagining some candidates of @decision as soon as it knew that they
 * are worse. */
bool master_bounds_some(const Message *decision);
