/* What a player without agents makes of each of its moves: a table that its choose() fills in while
 * it decides, if the caller of it wants one. */
#pragma once

#include "board/game.h"

#define GRADE_COLUMNS 9

typedef struct {
    Move move;
    int value[GRADE_COLUMNS];
} Grade;

typedef struct {
    const char *column[GRADE_COLUMNS + 1]; /* their names, then NULL */
    int by;                                /* the column of which the greatest is chosen */
    int count;                             /* 0: the player fills in no such table */
    Grade grade[GAME_MAX_MOVES];
} Grades;

/* Adds a row to @grades, unless that is NULL.
 *
 * Shape: @values, as many as there are columns. */
static inline void grades_add(Grades *grades, Move move, const int *values)
{
    if (grades == NULL)
        return;
    grades->grade[grades->count].move = move;
    for (int i = 0; grades->column[i] != NULL; i++)
        grades->grade[grades->count].value[i] = values[i];
    grades->count++;
}

/* Begins a table of @columns, a list that ends with NULL; the move is chosen by the last. */
static inline void grades_begin(Grades *grades, const char *const *columns)
{
    if (grades == NULL)
        return;
    grades->count = 0;
    for (grades->by = -1; columns[grades->by + 1] != NULL; grades->by++)
        grades->column[grades->by + 1] = columns[grades->by + 1];
    grades->column[grades->by + 1] = NULL;
}
