/* The die of a decision. Each draw is written as one throw, pick(); the die is either thrown, or
 * all the ways in which it can fall are gone through one after the other, which gives exact
 * probabilities. */
#pragma once

#include "agents/percept.h"

#define CHANCE_MAX_DRAWS 16

typedef struct {
    bool is_thrown;
    uint64_t number; /* if thrown: what is left of a number drawn from all 64 bits */

    /* If all ways are gone through: the draws of the present way. */
    int depth, count, fell[CHANCE_MAX_DRAWS], sides[CHANCE_MAX_DRAWS];
} Chance;

static inline Chance chance_thrown(uint64_t number)
{
    return (Chance){.is_thrown = true, .number = number};
}

#define CHANCE_ALL_WAYS ((Chance){.is_thrown = false})

/* Where @number, drawn from all 64 bits, falls below @count. */
uint64_t chance_place(uint64_t number, uint64_t count);

/* One of 0 to @n - 1, all equally likely. */
int pick(Chance *chance, int n);

/* Turns to the next way in which the die can fall; false: there is none. */
bool chance_next_way(Chance *chance);

/* The probability of the present way. */
double chance_of_way(const Chance *chance);

/* Equally good actions, from which one is drawn: first an agent, then one of its actions; or, if
 * it @is_one_draw, one of all actions. */
typedef struct {
    ActionSet of[PERCEPT_MAX_AGENTS];
    bool is_one_draw;
} Equals;

static inline bool equals_have(const Equals *equals, const Percept *percept, int action)
{
    return (equals->of[percept->actions[action].agent] & percept_only(percept, action)) != 0;
}

/* How many actions they are. */
int equals_count(const Equals *equals, const Percept *percept);

/* The first of them, or NO_ACTION. */
int equals_first(const Equals *equals, const Percept *percept);

/* Draws one of them; NO_ACTION: there are none. */
int equals_draw(const Equals *equals, const Percept *percept, Chance *chance);

/* The probability that it is @action. */
double equals_share(const Equals *equals, const Percept *percept, int action);
