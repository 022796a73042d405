/* The games of a run on their way: they are begun in the order of their numbers, finish in any, and
 * are taken in in the order of their numbers again. No more than a window of them are on their way
 * at once, so that memory does not grow with the games. Whoever uses a window locks it. */
#pragma once

#include <stdbool.h>

#include "experiments/spec/schedule.h"

typedef struct {
    JobRange range;           /* of all games; its end may come nearer */
    uint64_t next_to_play;    /* the first game that is not begun */
    uint64_t next_to_take_in; /* the first game that is not taken in */
    gpointer *finished;       /* game n, which waits for its turn, in slot n % size */
    uint64_t size;
} RunWindow;

/* The games of @range from @first on, of which @size may be on their way at once. */
void run_window_init(RunWindow *window, JobRange range, uint64_t first, uint64_t size);

/* Frees what waits in it by @free. */
void run_window_clear(RunWindow *window, GDestroyNotify free);

/* Whether game @number has been passed over: nobody waits for it any more. */
static inline bool run_window_has_passed(const RunWindow *window, uint64_t number)
{
    return number < window->next_to_take_in;
}

/* Puts the finished game @number, which was not passed over, in its place. */
void run_window_put(RunWindow *window, uint64_t number, gpointer game);

/* Takes game @number out of its place; NULL: it is not finished, or comes after the last one. */
gpointer run_window_take(RunWindow *window, uint64_t number);

/* Whether all games are begun; whether one more has to wait for those before it. */
static inline bool run_window_is_empty(const RunWindow *window)
{
    return window->next_to_play > window->range.last;
}

static inline bool run_window_is_full(const RunWindow *window)
{
    return !run_window_is_empty(window) &&
           window->next_to_play >= window->next_to_take_in + window->size;
}
