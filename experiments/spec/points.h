/* Players made from one, each a point with a number from 0: those of a grid, a text with choices in
 * braces, and those of a sweep, a level with every subset of some changes to it. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "agents/logic.h"

/* A grid: "async-master:level={1;4},think_ms={0;500}" is a player for each way to choose; the last
 * choice changes first. */

#define GRID_MAX_AXES 8
#define GRID_MAX_POINTS 255 /* players, so that there can be an opponent */

typedef struct {
    char *before;   /* the text before the brace */
    char *name;     /* the word before it, "level" in "level={1;4}"; "" if there is none */
    char **choices; /* one or more */
    int count;
} GridAxis;

typedef struct {
    int axes;
    GridAxis axis[GRID_MAX_AXES];
    char *after; /* the text behind the last brace */
} Grid;

/* The grid of @text.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED: there are no braces, one is not closed, a choice is empty or
 *         is given twice, or there are too many points.
 * Owner:  the caller. */
Grid *grid_new(const char *text, GError **error);
void grid_free(Grid *grid);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Grid, grid_free)

int grid_points(const Grid *grid);

/* The short name of a point: "level 4 think_ms 500". Owner: the caller. */
char *grid_point_name(const Grid *grid, int point);

/* The player of a point, "async-master:level=4,think_ms=500". Owner: the caller. */
char *grid_point_player(const Grid *grid, int point);

/* The text of the grid without blanks around the choices. Owner: the caller. */
char *grid_format(const Grid *grid);

/* A sweep, a lattice of players. A change is a logic or a reading switched to the opposite of what
 * the level has. In the number of a point bit i says whether change i is made, so 0 is the level
 * itself and 2^changes - 1 has all changes. */

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
