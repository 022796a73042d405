#include "experiments/run/workers.h"

#define TICK_MS 100

/* A pool at work. */
typedef struct {
    const Workers *workers;
    gint left; /* that have not ended */
} Pool;

static void work(G_GNUC_UNUSED gpointer task, gpointer data)
{
    Pool *pool = data;

    pool->workers->work(pool->workers->data);
    g_atomic_int_add(&pool->left, -1);
    g_main_context_wakeup(NULL);
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
    GThreadPool *threads = g_thread_pool_new(work, &pool, workers->count, TRUE, NULL);

    for (int i = 0; i < workers->count; i++)
        g_thread_pool_push(threads, &pool, NULL); /* a task for each */
    look_after(&pool);
    g_thread_pool_free(threads, FALSE, TRUE);
}
