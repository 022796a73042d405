/* Threads that work side by side, and the thread that waits for them: it sees to signals meanwhile
 * and tells how things stand. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
    int count; /* at least 1 */

    /* The work of each worker, in a separate thread. */
    void (*work)(void *data);

    /* Called in the waiting thread some times a second, and once when all workers have ended. */
    void (*tick)(void *data);

    void *data;
} Workers;

/* Lets all workers work and waits until they have ended. Meanwhile the calling thread iterates the
 * default main context, where sources for signals are served.
 *
 * Errors: G_THREAD_ERROR, the system cannot start as many threads; then no worker has worked. */
bool workers_run(const Workers *workers, GError **error);
