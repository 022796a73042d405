/* Defence consideration: before an agent suggests an action it asks the others what they would lose
 * by it.
 *
 * Source: thesis, section 2.2.2, level 7, and figure 2.2c. */
#pragma once

#include "agents/agent.h"

/* Forgets what agents have asked each other. */
void consultation_begin(Order *order);

/* Asks the other agents about @action. Those that are worse off by it answer; returns the greatest
 * loss that arrives, 0 if none does, and whose it is, or NO_AGENT. */
int consultation_greatest(const Order *order, int action, int *out_loser);

/* Whether @action may be suggested, if @order->consults: "that it is not causing a worse situation
 * by performing the move. If so, the move or attack evaluated is to be disregarded", unless it is
 * an attack "that grants higher profit than can be lost". Each action is asked about once. */
bool consultation_allows(Order *order, int action);
