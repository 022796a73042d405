/* The parts of a worth.
 *
 * Units: hundredths of a pawn. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define NO_SQUARE (-1)

/* A possible gain and its square; 0 if there is none. */
typedef struct {
    int amount;
    int square; /* numbered as its board does; NO_SQUARE: it is not known */
} Gain;

typedef enum {
    PART_GAIN,          /* what is captured, on its square */
    PART_PROMOTION,     /* a queen instead of a pawn */
    PART_PLACE,         /* places, passed pawns and the hunt of a king */
    PART_PROGRESS,      /* a draw by the fifty-move rule put off by a side with a lead */
    PART_LOSS,          /* what can be lost where the agent goes */
    PART_PLAN,          /* the attack that is planned, on its target */
    PART_REMAINING,     /* what the most threatened agent still loses */
    PART_THREAT,        /* with whole-threat: the opponents' best exchange */
    PART_SECOND_THREAT, /* their second best one */
    PART_OVERLOAD,      /* what they gain besides as a defender is overloaded, */
    PART_FORK,          /* or by a double attack */
    PART_HOPE,          /* the own best exchange, if the side were to move again */
    PART_SECOND_HOPE,
    PART_CHECK, /* what a check adds to the hope, or costs */
    PART_MATE,
    PART_IMAGINED, /* what is expected to follow (look-ahead) */
#define LOGIC(...)
#define TERM(member, ...) PART_##member,
#include "agents/logics.def"
    PART_COUNT
} PartKind;

extern const char *const PART_NAMES[PART_COUNT]; /* "second threat" */

typedef struct {
    PartKind kind;
    int amount; /* not 0 */
    bool has_square;
    int square; /* of the board on which the agents stand */
} WorthPart;

/* Parts that sum to a worth, no two of a kind. */
typedef struct {
    int count;
    WorthPart part[PART_COUNT];
} Parts;

/* Adds a part to @parts, unless it is NULL or @amount is 0; returns @amount. */
static inline int parts_add(Parts *parts, PartKind kind, int amount, int square)
{
    if (parts != NULL && amount != 0)
        parts->part[parts->count++] = (WorthPart){kind, amount, square != NO_SQUARE, square};
    return amount;
}

static inline int parts_sum(const Parts *parts)
{
    int sum = 0;

    for (int i = 0; i < parts->count; i++)
        sum += parts->part[i].amount;
    return sum;
}

/* Of the part @kind; 0 if there is none. */
static inline int parts_amount(const Parts *parts, PartKind kind)
{
    for (int i = 0; i < parts->count; i++)
        if (parts->part[i].kind == kind)
            return parts->part[i].amount;
    return 0;
}

/* The parts that terms add to a worth (Percept.terms): places, and those after all others. */
#define PARTS_OF_TERMS (1U << PART_PLACE | ~((2U << PART_IMAGINED) - 1))

/* Keeps the parts of which @kinds has the bit. */
static inline void parts_keep(Parts *parts, unsigned kinds)
{
    int count = 0;

    for (int i = 0; i < parts->count; i++)
        if (kinds >> parts->part[i].kind & 1)
            parts->part[count++] = parts->part[i];
    parts->count = count;
}
