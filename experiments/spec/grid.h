/* A grid of players: a text with choices in braces, "async-master:level={1;4},think_ms={0;500}", is
 * a player for each way to choose. A point of the grid is a number from 0; the last choice changes
 * first. */
#pragma once

#include <glib.h>
#include <stdbool.h>

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
