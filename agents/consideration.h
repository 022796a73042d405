/* Defence consideration: before an agent suggests an action it asks the others what they would lose
 * by it.
 *
 * Source: thesis, section 2.2.2, level 7, and figure 2.2c. */
#pragma once

#include "agents/order.h"
#include "agents/suggestion.h"

/* Whether @action may be suggested. An action that the master has refused may not. If
 * @order->consults, an action may be suggested only if no other agent loses more by it than the
 * worst threatened agent loses now, or if it is an attack that gains more than any of them loses.
 * Every action is asked about once; the verdict is kept in @order. */
bool consideration_allows(Order *order, int action);
