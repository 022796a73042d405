/* Suggestions of agents whose actions are compared by one figure, and the best of them.
 *
 * Units: hundredths of a pawn. */
#pragma once

#include "agents/percept.h"

#define SUGGESTIONS_MAX 64 /* no agent has more actions than that */

typedef struct {
    int action;
    int worth;
} Suggested;

/* Best first; of equal ones, the first action of the percept first. */
typedef struct {
    int count;
    Suggested suggestion[SUGGESTIONS_MAX];
} Suggestions;

/* The worth that an action must exceed to be among the @most best; INT_MIN: any does. */
static inline int suggestions_floor(const Suggestions *suggestions, int most)
{
    return suggestions->count < most ? INT_MIN : suggestions->suggestion[most - 1].worth;
}

/* The worth of the best; INT_MIN: there is none. */
static inline int suggestions_best(const Suggestions *suggestions)
{
    return suggestions->count > 0 ? suggestions->suggestion[0].worth : INT_MIN;
}

/* Inserts @action, which is worth more than suggestions_floor(), and keeps the @most best. */
static inline void suggestions_insert(Suggestions *suggestions, int action, int worth, int most)
{
    int at = suggestions->count < most ? suggestions->count++ : most - 1;

    for (; at > 0 && (suggestions->suggestion[at - 1].worth < worth ||
                      (suggestions->suggestion[at - 1].worth == worth &&
                       suggestions->suggestion[at - 1].action > action));
         at--)
        suggestions->suggestion[at] = suggestions->suggestion[at - 1];
    suggestions->suggestion[at] = (Suggested){action, worth};
}
