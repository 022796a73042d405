#include "experiments/run/workers.h"

#include <stdbool.h>

#define TICK_MS 100

/* A pool at work. */
typedef struct {
    const Workers *workers;
    gint left; /* that have not ended */
} Pool;

typedef struct {
    Pool *pool;
    int number;
    GThread *thread;
} Worker;

static gpointer work(gpointer data)
{
    const Worker *worker = data;
    Pool *pool = worker->pool;

    pool->workers->work(worker->number, pool->workers->data);
    g_atomic_int_add(&pool->left, -1);
    g_main_context_wakeup(NULL);
    return NULL;
}

static gboolean turn(G_GNUC_UNUSED gpointer data)
{
    return G_SOURCE_CONTINUE; /* all that is wanted is a turn of the main context */
}

static void look_after(Pool *pool)
{
    const guint source = g_timeout_add(TICK_MS, turn, NULL);
    bool at_work = true;

    while (at_work) {
        g_main_context_iteration(NULL, TRUE);
        at_work = g_atomic_int_get(&pool->left) > 0;
        pool->workers->tick(pool->workers->data);
    }
    g_source_remove(source);
}

void workers_run(const Workers *workers)
{
    Pool pool = {.workers = workers, .left = workers->count};
    g_autofree Worker *all = g_new(Worker, (gsize)workers->count);

    for (int i = 0; i < workers->count; i++) {
        all[i] = (Worker){.pool = &pool, .number = i};
        all[i].thread = g_thread_new(workers->name, work, &all[i]);
    }
    look_after(&pool);
    for (int i = 0; i < workers->count; i++)
        g_thread_join(all[i].thread);
}
