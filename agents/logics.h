/* The logics and the readings by their names, as agents/logics.def lists them.
 *
 * Code that asks for one of them, or goes through all, includes this. Code that only passes a
 * LogicSet on includes agents/logic.h, so that few files are compiled again for a new logic. */
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

typedef struct {
    const char *name;
    const char *summary;  /* one line for people */
    uint32_t levels;      /* bit n: level n has it */
    uint32_t replaced_by; /* a bit for each logic with which this one changes nothing */
} LogicEntry;

typedef struct {
    const char *name;
    bool on_by_default;
    const char *summary;
} ReadingEntry;

extern const LogicEntry LOGICS[LOGIC_COUNT];

/* The logic of @logics, a bit for each, that replaces @logic; LOGIC_COUNT: none does. */
static inline Logic logic_replaced_by(uint32_t logics, Logic logic)
{
    const uint32_t by = LOGICS[logic].replaced_by & logics;

    return by != 0 ? (Logic)__builtin_ctz(by) : LOGIC_COUNT;
}
extern const ReadingEntry READINGS[READING_COUNT];

/* The names of @logics, a bit for each, then NULL. */
void logics_names(uint32_t logics, const char *out_names[static LOGIC_COUNT + 1]);

/* Those names with @separator between them. Owner: the caller. */
char *logics_list(uint32_t logics, const char *separator);
