#include "experiments/run/workers.h"

#define TICK_MS 100

/* A pool at work. */
typedef struct {
    const Workers *workers;
    gint left; /* that have not ended */
} Pool;

static gpointer work(gpointer data)
{
    Pool *pool = data;

    pool->workers->work(pool->workers->data);
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
    gint left = pool->workers->count;

    while (left > 0) {
        g_main_context_iteration(NULL, TRUE);
        left = g_atomic_int_get(&pool->left);
        pool->workers->tick(pool->workers->data);
    }
    g_source_remove(source);
}

void workers_run(const Workers *workers)
{
    Pool pool = {.workers = workers, .left = workers->count};
    g_autofree GThread **threads = g_new(GThread *, (gsize)workers->count);

    for (int i = 0; i < workers->count; i++)
        threads[i] = g_thread_new("worker", work, &pool);
    look_after(&pool);
    for (int i = 0; i < workers->count; i++)
        g_thread_join(threads[i]);
}
