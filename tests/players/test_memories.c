
#include "players/memory/position_memory.h"
#include "tests/memory_support.h"
#include "tests/test.h"

#define THREADS 8

typedef struct {
    Memories *memories;
    const char *where;
} Asker;

static void *ask(void *data)
{
    const Asker *asker = data;

    return memories_get(asker->memories, asker->where, NULL);
}

TEST(all_threads_get_the_same_memory_of_a_name)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "a.db", NULL);
    g_autofree char *other = g_build_filename(folder, "b.db", NULL);
    g_autoptr(Memories) memories = memories_new(NULL);
    const Asker asker = {memories, path};
    GThread *threads[THREADS];
    const PositionMemory *first = NULL;

    for (int i = 0; i < THREADS; i++)
        threads[i] = g_thread_new("ask", ask, (void *)&asker);
    for (int i = 0; i < THREADS; i++) {
        const PositionMemory *got = g_thread_join(threads[i]);
        g_assert_nonnull(got);
        if (i == 0)
            first = got;
        g_assert_true(got == first);
    }
    g_assert_true(memories_get(memories, other, NULL) != first);
}

TEST(what_can_be_no_memory_is_refused_each_time)
{
    g_autoptr(Memories) memories = memories_new(NULL);

    for (int i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(memories_get(memories, "ftp://here", &error));
        g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    }
}
