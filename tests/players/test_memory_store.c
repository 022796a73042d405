/* Files of SQLite as stores: what is true of every kind is in test_memory_contract.c. */
#include <sqlite3.h>

#include "tests/memory_support.h"
#include "tests/test.h"

/* Owner: the caller. */
static char *path_in(const char *folder)
{
    return g_build_filename(folder, "memory.db", NULL);
}

static void assert_open_refused(const char *where, bool must_exist, const char *words)
{
    g_autoptr(GError) error = NULL;
    MemoryStore *store = memory_store_open(where, must_exist, 0, &error);

    g_assert_null(store);
    g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    if (error != NULL && strstr(error->message, words) == NULL)
        g_test_message("'%s' does not say '%s'", error->message, words);
    g_assert_true(error != NULL && strstr(error->message, words) != NULL);
}

#define OPENERS 8

static void *open_and_close(void *path)
{
    g_autoptr(GError) error = NULL;
    MemoryStore *store = memory_store_open(path, false, 0, &error);

    g_assert_no_error(error);
    g_clear_pointer(&store, memory_store_free);
    return NULL;
}

TEST(all_who_open_a_new_file_at_once_share_it)
{
    for (int round = 0; round < 10; round++) {
        g_autoptr(Folder) folder = make_folder();
        g_autofree char *path = path_in(folder);
        GThread *threads[OPENERS];

        for (int i = 0; i < OPENERS; i++)
            threads[i] = g_thread_new("open", open_and_close, path);
        for (int i = 0; i < OPENERS; i++)
            g_thread_join(threads[i]);
    }
}

TEST(what_is_no_memory_is_refused_and_stays_as_it_is)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *text = g_build_filename(folder, "notes.txt", NULL);
    g_autofree char *missing = g_build_filename(folder, "missing.db", NULL);
    g_autofree char *lost = g_build_filename(folder, "no", "such", "folder.db", NULL);
    g_autofree char *content = g_strnfill(5000, 'x'), *after = NULL;

    g_assert_true(g_file_set_contents(text, content, -1, NULL));
    assert_open_refused(text, false, "not a database");
    g_assert_true(g_file_get_contents(text, &after, NULL, NULL));
    g_assert_cmpstr(after, ==, content);
    assert_open_refused(missing, true, "missing.db': No such file");
    g_assert_false(g_file_test(missing, G_FILE_TEST_EXISTS));
    assert_open_refused(lost, false, "No such file or directory");
    assert_open_refused(folder, false, "it is a folder");
    assert_open_refused("", false, "'' is not a memory");
    assert_open_refused("mysql://you:secret@machine/chess", false,
                        "'mysql://you:***@machine/chess' is not a memory");
}

TEST(a_database_of_somebody_else_is_refused_and_stays_as_it_is)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autofree char *before = NULL, *after = NULL;
    gsize length_before = 0, length_after = 0;
    sqlite3 *theirs;

    g_assert_cmpint(sqlite3_open(path, &theirs), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(theirs, "CREATE TABLE dates (day TEXT)", NULL, NULL, NULL), ==,
                    SQLITE_OK);
    sqlite3_close(theirs);
    g_assert_true(g_file_get_contents(path, &before, &length_before, NULL));
    assert_open_refused(path, false, "it is a database, but not a memory of positions");
    g_assert_true(g_file_get_contents(path, &after, &length_after, NULL));
    g_assert_cmpmem(before, length_before, after, length_after);
}

static void keep_last(const MemoryEntry *entry, void *last)
{
    *(MemoryEntry *)last = *entry;
}

TEST(numbers_of_somebody_else_stay_out_of_range_or_at_its_end)
{
    static const struct {
        const char *change;
        int depth;
        Bound bound;
    } cases[] = {
        {"bound = -5", 3, BOUND_UPPER},
        {"bound = 5000000000", 3, BOUND_EXACT},
        {"depth = 5000000000", G_MAXINT, BOUND_EXACT},
        {"depth = -5000000000", G_MININT, BOUND_EXACT},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Folder) folder = make_folder();
        g_autofree char *path = path_in(folder);
        g_autofree char *line =
            g_strdup_printf("UPDATE agentchess_position SET %s", cases[i].change);
        g_autoptr(MemoryStore) store = memory_store_open(path, false, 0, NULL);
        MemoryEntry entry = memory_entry_of(KIWIPETE, "e2a6", 3);
        sqlite3 *theirs;

        g_assert_true(memory_put(store, &entry, NULL, NULL));
        g_assert_cmpint(sqlite3_open(path, &theirs), ==, SQLITE_OK);
        g_assert_cmpint(sqlite3_exec(theirs, line, NULL, NULL, NULL), ==, SQLITE_OK);
        sqlite3_close(theirs);
        g_assert_true(memory_store_each(store, keep_last, &entry, NULL));
        g_assert_cmpint(entry.depth, ==, cases[i].depth);
        g_assert_cmpint(entry.bound, ==, cases[i].bound);
    }
}
