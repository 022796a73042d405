/* Terms: what logics beyond the thesis add to the worth of an action. */
#pragma once

#include "agents/percept.h"

/* Lets the agents of @percept add the terms of their logics (Percept.terms), if there are any. All
 * else must have been perceived. */
void terms_perceive(Percept *percept);
