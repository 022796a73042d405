#include "players/memory/memories.h"

#include "tests/memory_support.h"

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

static void test_all_threads_get_the_same_memory_of_a_name(void)
{
    g_autoptr(MemoryFolder) folder = memory_folder_new();
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

static void test_what_can_be_no_memory_is_refused_each_time(void)
{
    g_autoptr(Memories) memories = memories_new(NULL);

    for (int i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(memories_get(memories, "ftp://here", &error));
        g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    }
}

static void test_memories_are_opened_as_the_options_say(void)
{
    g_autoptr(MemoryFolder) folder = memory_folder_new();
    g_autofree char *path = g_build_filename(folder, "a.db", NULL);
    const PositionMemoryOptions frozen = {.mode = POSITION_MEMORY_FROZEN};
    g_autoptr(Memories) memories = memories_new(&frozen);
    g_autoptr(GError) error = NULL;

    g_assert_null(memories_get(memories, path, &error)); /* a frozen one makes no file */
    g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/memories/all-threads-get-the-same-memory-of-a-name",
                    test_all_threads_get_the_same_memory_of_a_name);
    g_test_add_func("/memories/what-can-be-no-memory-is-refused-each-time",
                    test_what_can_be_no_memory_is_refused_each_time);
    g_test_add_func("/memories/memories-are-opened-as-the-options-say",
                    test_memories_are_opened_as_the_options_say);
    return g_test_run();
}
