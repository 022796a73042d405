/* A lattice of players: a level, and the level with every subset of some changes to it. A change is
 * a logic or a reading switched to the opposite of what the level has.
 *
 * A point of the lattice is a number: bit i says whether change i is made, so 0 is the level itself
 * and 2^changes - 1 has all changes. */
#pragma once

#include "agents/logic.h"

#define SWEEP_MAX_CHANGES 7 /* 128 points; with more there would be too many players */

typedef struct {
    LogicSet base;
    int changes;
    LogicSet turned[SWEEP_MAX_CHANGES]; /* the one bit that the change flips */
} Sweep;

/* Begins the lattice of the level player @text, "level:4".
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is no level. */
bool sweep_begin(const char *text, Sweep *out_sweep, GError **error);

/* Adds a change for each logic, or each reading, that @names has, as NAME; NAME.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED: a name is unknown or given twice, the foundation would be taken
 *         away, or there are too many changes. *@sweep is left in any state. */
bool sweep_add_logics(Sweep *sweep, const char *names, GError **error);
bool sweep_add_readings(Sweep *sweep, const char *names, GError **error);

/* Whether the lattice can be played: there are changes, and no point has a logic that another of
 * its logics makes useless.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED. */
bool sweep_check(const Sweep *sweep, GError **error);

static inline int sweep_points(const Sweep *sweep)
{
    return 1 << sweep->changes;
}

/* "+attack-request" switches it on, "-check-gains-time" off. Owner: the caller. */
char *sweep_change_name(const Sweep *sweep, int change);

/* The short name of a point: "base", or its changes in a row. If the longest of these had more than
 * @max_length bytes, all are written by their initials: "+ar-cgt". Owner: the caller. */
char *sweep_point_name(const Sweep *sweep, int point, size_t max_length);

/* The player of a point, "level:4+attack-request". Owner: the caller. */
char *sweep_point_player(const Sweep *sweep, int point);
