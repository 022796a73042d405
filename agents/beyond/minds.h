/* Minds beyond the thesis: exchanges, double attacks, look-ahead, whole threats, and games in which
 * losing wins.
 *
 * Source: thesis, section 6. */
#pragma once

#include "agents/agent.h"

/* The mind of built-in agents with the logics of @percept. */
const Mind *mind_of(const Percept *percept);

/* The worth of @action to such an agent, and its parts, unless @out_parts is NULL. */
Worth mind_worth(const Percept *percept, int action, Parts *out_parts);

/* Whether the actions of all agents are compared by one worth each. */
bool mind_has_single_worths(const Percept *percept);

/* What the actions of agents compared by one worth each are worth (logics whole-threat and
 * look-ahead); @worst is the agent whose loss an action of another does not prevent, and loses
 * @worst_loss, or NO_AGENT. */
int mind_single_worth(const Percept *percept, int action, int worst, int worst_loss,
                      Parts *out_parts);
