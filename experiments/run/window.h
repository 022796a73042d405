/* The games of a run on their way: they are begun in the order of their numbers, finish in any, and
 * are taken in in the order of their numbers again. No more than a window of them are on their way
 * at once, so that memory does not grow with the games. It is used with the lock of the runner. */
#pragma once

#include "experiments/spec/schedule.h"

typedef struct {
    JobRange range;           /* of all games; its end may come nearer */
    uint64_t next_to_play;    /* the first game that is not begun */
    uint64_t next_to_take_in; /* the first game that is not taken in */
    gpointer *finished;       /* game n, which waits for its turn, in slot n % size */
    uint64_t size;
} Window;

/* The games of @range from @first on, of which @size may be on their way at once. */
void window_init(Window *window, JobRange range, uint64_t first, uint64_t size);

/* Frees finished games with @free. */
void window_clear(Window *window, GDestroyNotify free);

/* Puts the finished game @number, which was not passed over, in its place. */
void window_put(Window *window, uint64_t number, gpointer game);

/* Takes game @number out of its place; NULL: it is not finished, or comes after the last one. */
gpointer window_take(Window *window, uint64_t number);

/* Whether game @number has been passed over: no game waits for it any more. */
bool window_has_passed(const Window *window, uint64_t number);

/* Whether all games are begun; whether one more has to wait for those before it. */
bool window_is_empty(const Window *window);
bool window_is_full(const Window *window);
