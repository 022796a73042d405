/* The logics and the readings by their names, as agents/logics.def lists them.
 *
 * Code that asks for one of them, or goes through all, includes this. Code that only passes a
 * LogicSet on includes agents/logic.h, so that few files are compiled again for a new logic. */
#pragma once

#include "agents/logic.h"

/* A Logic: LOGIC_FOUNDATION, LOGIC_BACKUP, ... */
enum {
#define LOGIC(member, name, levels, summary) LOGIC_##member,
#include "agents/logics.def"
    LOGIC_COUNT
};

/* A Reading: READING_BATTERY_BACKUP, ... */
enum {
#define READING(member, name, is_on_by_default, summary) READING_##member,
#include "agents/logics.def"
    READING_COUNT
};

typedef struct {
    const char *name;
    const char *summary; /* one line for people */
    uint32_t levels;     /* bit n: level n has it */
} LogicEntry;

typedef struct {
    const char *name;
    bool on_by_default;
    const char *summary;
} ReadingEntry;

extern const LogicEntry LOGICS[LOGIC_COUNT];
extern const ReadingEntry READINGS[READING_COUNT];
