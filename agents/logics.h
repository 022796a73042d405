/* The names of the logics and the readings, as agents/logics.def lists them.
 *
 * Code that asks for one of them by its name includes this. Code that passes a LogicSet on, or goes
 * through the tables, needs agents/logic.h alone: few files are compiled again for a new logic. */
#pragma once

#include "agents/logic.h"

/* A Logic: LOGIC_FOUNDATION, LOGIC_BACKUP, ... */
enum {
#define LOGIC(member, name, levels, replaced_by, summary) LOGIC_##member,
#include "agents/logics.def"
    LOGIC_COUNT
};

/* A Reading: READING_BATTERY_BACKUP, ... */
enum {
#define READING(member, name, is_on_by_default, summary) READING_##member,
#include "agents/logics.def"
    READING_COUNT
};
