/* The logics of the agents as a set, the levels as columns of a table, the readings as switches.
 *
 * Source: thesis, table 2.1 and section 2.2.2. A level is nothing but a column of the table,
 * agents/logics.def: the code that decides asks for logics, never for the number of a level. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* A logic and a reading: members of agents/logics.h, where their names are. Logic 0 is the
 * foundation, which no set is without. */
typedef unsigned Logic;
typedef unsigned Reading;

#define NO_LOGIC 32 /* a set has no more, nor more readings */

/* Games, by the board of their percept. */
typedef enum {
    GAMES_OF_TWO = 1,   /* on 64 squares: chess, antichess, asynchronous chess */
    GAMES_OF_THREE = 2, /* three-player chess */
    ALL_GAMES = GAMES_OF_TWO | GAMES_OF_THREE
} LogicGames;

typedef struct {
    const char *name;
    const char *summary;  /* one line for people */
    uint32_t levels;      /* bit n: level n has it */
    uint32_t replaced_by; /* a bit for each logic with which this one changes nothing */
    LogicGames games;     /* that have it */
} LogicEntry;

typedef struct {
    const char *name;
    bool on_by_default;
    const char *summary;
} ReadingEntry;

/* By Logic and by Reading; after the last of them comes a row without a name. */
extern const LogicEntry LOGICS[];
extern const ReadingEntry READINGS[];

/* The reading for games that are won by losing pieces. */
extern const Reading ANTICHESS_READING;

/* Numbers that say how far and how wide look-ahead goes. */
typedef enum {
    LOGIC_NUMBER_LOOK_AHEAD,  /* how many decisions are imagined after the own one */
    LOGIC_NUMBER_SUGGESTIONS, /* how many of its agents' suggestions the master imagines */
    LOGIC_NUMBER_ANSWERS,     /* how many of the actions that others might decide on are followed
                               * further */
    LOGIC_NUMBER_COUNT
} LogicNumber;

typedef struct LogicWeights LogicWeights; /* agents/beyond/logic_weights.h */

/* The logics of a MasterAgent and its agents: a bit for each logic and each reading. */
typedef struct {
    uint32_t logics;
    uint32_t readings;
    int16_t number[LOGIC_NUMBER_COUNT]; /* by LogicNumber; the defaults without look-ahead */
    const LogicWeights *weights;        /* NULL: the standard ones */
} LogicSet;

#define LEVEL_COUNT 13
#define LEVEL_OF_THESIS_COUNT 8 /* those of table 2.1; the levels after them are ours */

/* A number of look-ahead, or a weight. */
typedef struct {
    const char *name; /* "queen-pressure-end" */
    int16_t standard, least, most;
    const char *unit;    /* of a weight: "1/100 pawn" or "1/64" */
    const char *summary; /* one line for people */
} LogicNumberEntry;

extern const LogicNumberEntry LOGIC_NUMBERS[LOGIC_NUMBER_COUNT];

/* The logic of @logics, a bit for each, that replaces @logic; NO_LOGIC: none does. */
static inline Logic logic_replaced_by(uint32_t logics, Logic logic)
{
    const uint32_t by = LOGICS[logic].replaced_by & logics;

    return by != 0 ? (Logic)__builtin_ctz(by) : NO_LOGIC;
}

/* The names of @logics, a bit for each, with @separator between them. Owner: the caller. */
char *logics_list(uint32_t logics, const char *separator);

/* A bit for each logic of table 2.1: those of levels 1 to 8. */
uint32_t logics_of_thesis(void);

/* The logics of level @level, 1 to LEVEL_COUNT, with the default readings. */
LogicSet logic_set_of_level(int level);

static inline bool logic_is_on(const LogicSet *set, Logic logic)
{
    return set->logics >> logic & 1;
}

static inline bool logic_any_is_on(const LogicSet *set, uint32_t logics)
{
    return (set->logics & logics) != 0;
}

static inline bool reading_is_on(const LogicSet *set, Reading reading)
{
    return set->readings >> reading & 1;
}
