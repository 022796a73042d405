/* How agents are heard before it is decided, by a master or by an agent that has none. */
#pragma once

#include "master/candidates.h"

/* What @agent loses where it stands: nothing where losing wins. */
int council_loss(const Order *order, int agent);

/* Orders @agents to report, one after the other; the others suggest nothing. With defence
 * consideration they ask all others before they suggest anything; if nothing is left then, the
 * consultation is dropped and the other logics decide alone. @order knows the worst loss. */
void council_hear(Order *order, AgentSet agents, Report *out_reports);
