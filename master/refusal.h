/* The actions that a master refuses (mate-hunt). */
#pragma once

#include "agents/order.h"
#include "agents/suggestion.h"

/* Why the master refuses @action; OBJECTION_NONE: it does not. Without mate-hunt it refuses none.
 */
Objection refusal_find(const Order *order, int action);
