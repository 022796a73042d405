#include "experiments/run/workers.h"

#define TICK_MS 100

/* A pool at work. */
typedef struct {
    const Workers *workers;
    GMutex start;       /* is free once it is known whether there are enough threads */
    bool is_incomplete; /* there are not: nobody works */
    gint left;          /* workers that have not ended */
} Pool;

static gpointer work(gpointer data)
{
    Pool *pool = data;

    g_mutex_lock(&pool->start);
    g_mutex_unlock(&pool->start);
    if (!pool->is_incomplete)
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

bool workers_run(const Workers *workers, GError **error)
{
    Pool pool = {.workers = workers, .left = workers->count};
    g_autofree GThread **threads = g_new(GThread *, (gsize)workers->count);
    int count = 0;

    g_mutex_init(&pool.start);
    g_mutex_lock(&pool.start);
    while (count < workers->count &&
           (threads[count] = g_thread_try_new("worker", work, &pool, error)) != NULL)
        count++;
    pool.is_incomplete = count < workers->count;
    if (pool.is_incomplete)
        g_prefix_error(error, "only %d of %d threads can be started (--jobs): ", count,
                       workers->count);
    g_mutex_unlock(&pool.start);
    if (!pool.is_incomplete)
        look_after(&pool);
    while (count > 0)
        g_thread_join(threads[--count]);
    g_mutex_clear(&pool.start);
    return !pool.is_incomplete;
}
