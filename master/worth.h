/* What an action is worth to a master that compares the suggestions of all agents by one figure,
 * and the best of them.
 *
 * Units: hundredths of a pawn. */
#pragma once

#include "master/candidates.h"

#define SUGGESTIONS_MAX 32 /* the most that may be asked for */

/* What agents suggest, best first. */
typedef struct {
    int count;
    struct {
        int action;
        int worth;
    } suggestion[SUGGESTIONS_MAX];
} Suggestions;

/* Inserts @action behind those that are worth as much, if it is among the @most best. */
void suggestions_insert(Suggestions *suggestions, int action, int worth, int most);

/* What an action must be worth more than to be inserted; INT_MIN: any will be. */
int suggestions_floor(const Suggestions *suggestions, int most);

/* The agent that loses most where it stands, NO_AGENT if none loses anything or actions are weighed
 * whole (whole-threat); @out_loss is what it loses. */
int worth_find_worst(const LogicSet *logics, const Percept *percept, int *out_loss);

/* What @action is worth, if @worst and @worst_loss are what worth_find_worst() says. If that is not
 * above @floor, it may be a greater one that is not either. */
int worth_of_action(const LogicSet *logics, const Percept *percept, int action, int worst,
                    int worst_loss, int floor);
