/* Stores as maintainers use them: files of SQLite, and all that is the same for every kind. */
#include <sqlite3.h>

#include "tests/memory_support.h"
#include "tests/test.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static MemoryStore *open_at(const char *path)
{
    g_autoptr(GError) error = NULL;
    MemoryStore *store = memory_store_open(path, false, 0, &error);

    g_assert_no_error(error);
    if (store == NULL)
        g_error("no store can be opened at %s", path);
    return store;
}

/* Owner: the caller. */
static char *path_in(const char *folder)
{
    return g_build_filename(folder, "memory.db", NULL);
}

static void put(MemoryStore *store, const MemoryEntry *entry, bool changes)
{
    g_autoptr(GError) error = NULL;
    bool changed = !changes;

    g_assert_true(memory_put(store, entry, &changed, &error));
    g_assert_no_error(error);
    g_assert_cmpint(changed, ==, changes);
}

/* The depth that is known of the position of @entry, at least @min_depth; -1: none is. */
static int find_depth(MemoryStore *store, const MemoryEntry *entry, int min_depth)
{
    g_autoptr(GError) error = NULL;
    MemoryEntry found = *entry;
    bool is_found = false;

    found.depth = -1;
    g_assert_true(
        memory_store_find(store, &found, &MEMORY_WANTED_EXACT(min_depth), &is_found, &error));
    g_assert_no_error(error);
    return is_found ? found.depth : -1;
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

TEST(an_entry_is_found_as_it_was_put)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    const MemoryEntry entry = memory_entry_of(KIWIPETE, "e2a6", 3);
    MemoryEntry found = memory_entry_of(KIWIPETE, "", 0);
    bool is_found = false;
    {
        g_autoptr(MemoryStore) store = open_at(path);
        put(store, &entry, true);
    }
    g_autoptr(MemoryStore) again = open_at(path);

    g_assert_true(memory_store_find(again, &found, &MEMORY_WANTED_EXACT(3), &is_found, NULL));
    g_assert_true(is_found);
    g_assert_cmpint(found.depth, ==, 3);
    g_assert_cmpstr(found.move, ==, "e2a6");
    g_assert_cmpint(found.metric_cp, ==, -17);
    g_assert_cmpuint(found.nodes, ==, 123456);
    g_assert_cmpint(found.found_at, ==, 1714566600);
    g_assert_cmpstr(found.player, ==, "search:depth=4");
}

TEST(the_deeper_search_stays_whichever_comes_first)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryStore) store = open_at(path);
    const MemoryEntry deep = memory_entry_of(KIWIPETE, "e2a6", 5);
    const MemoryEntry shallow = memory_entry_of(KIWIPETE, "e5g6", 4);
    const MemoryEntry as_deep = memory_entry_of(KIWIPETE, "e5g6", 5);
    const MemoryEntry deeper = memory_entry_of(KIWIPETE, "e5g6", 6);

    put(store, &deep, true);
    put(store, &shallow, false);
    put(store, &as_deep, false);
    g_assert_cmpint(find_depth(store, &deep, 0), ==, 5);
    g_assert_cmpint(find_depth(store, &deep, 5), ==, 5);
    g_assert_cmpint(find_depth(store, &deep, 6), ==, -1);
    put(store, &deeper, true);
    g_assert_cmpint(find_depth(store, &deep, 6), ==, 6);
}

/* Two positions of one key: the other one is neither found nor replaced. */
TEST(a_key_that_collides_does_not_lie)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryStore) store = open_at(path);
    const MemoryEntry entry = memory_entry_of(KIWIPETE, "e2a6", 3);
    MemoryEntry twin = memory_entry_of(START, "e2e4", 9);
    MemoryEntry antichess = entry;

    twin.key = entry.key;
    g_strlcpy(antichess.game, "antichess", sizeof antichess.game);
    put(store, &entry, true);
    g_assert_cmpint(find_depth(store, &twin, 0), ==, -1);
    g_assert_cmpint(find_depth(store, &antichess, 0), ==, -1);
    put(store, &twin, true);
    g_assert_cmpint(find_depth(store, &entry, 0), ==, 3);
    g_assert_cmpint(find_depth(store, &twin, 0), ==, 9);
}

static void collect(const MemoryEntry *entry, void *data)
{
    g_array_append_val((GArray *)data, *entry);
}

TEST(entries_come_in_an_order_that_is_always_the_same)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryStore) store = open_at(path);
    g_autoptr(GArray) samples = memory_sample(200);
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));

    for (guint i = 0; i < samples->len; i++) {
        MemoryEntry entry = memory_entry_of(KIWIPETE, "e2a6", 3);
        memory_entry_set_position(&entry, i % 2 == 0 ? &GAME_CHESS : &GAME_ANTICHESS,
                                  &g_array_index(samples, MemorySample, i).state);
        put(store, &entry, true);
    }
    g_assert_true(memory_store_each(store, collect, all, NULL));
    g_assert_cmpuint(all->len, ==, samples->len);
    for (guint i = 1; i < all->len; i++) {
        const MemoryEntry *before = &g_array_index(all, MemoryEntry, i - 1);
        const MemoryEntry *after = &g_array_index(all, MemoryEntry, i);
        const int games = strcmp(before->game, after->game);
        g_assert_true(games < 0 || (games == 0 && strcmp(before->position, after->position) < 0));
    }
}

TEST(what_is_rolled_back_was_never_there)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryStore) store = open_at(path), other = open_at(path);
    const MemoryEntry entry = memory_entry_of(KIWIPETE, "e2a6", 3);

    g_assert_true(memory_store_begin(store, NULL));
    put(store, &entry, true);
    g_assert_cmpint(find_depth(other, &entry, 0), ==, -1);
    memory_store_rollback(store);
    g_assert_cmpint(find_depth(store, &entry, 0), ==, -1);
    g_assert_true(memory_store_begin(store, NULL));
    put(store, &entry, true);
    g_assert_true(memory_store_commit(store, NULL));
    g_assert_cmpint(find_depth(other, &entry, 0), ==, 3);
}

/* Asserts that the figures of @quantity are @expected. */
static void assert_counts(MemoryStore *store, const char *quantity, const char *expected)
{
    g_autofree char *figures = memory_figures(store);
    g_auto(GStrv) lines = g_strsplit(figures, "\n", -1);
    g_autoptr(GString) text = g_string_new(NULL);

    for (char **line = lines; *line != NULL; line++)
        if (g_str_has_prefix(*line, quantity))
            g_string_append_printf(text, "%s ", strchr(*line, ' ') + 1);
    g_assert_cmpstr(text->str, ==, expected);
}

/* Twelve entries: depths 0 .. 11, each found a day after the one before. */
static MemoryStore *open_with_twelve(const char *path)
{
    MemoryStore *store = open_at(path);
    g_autoptr(GArray) samples = memory_sample(12);

    for (int i = 0; i < 12; i++) {
        MemoryEntry entry = {
            .depth = i, .bound = BOUND_EXACT, .found_at = 86400 * (int64_t)i, .move = "e2e4"};
        memory_entry_set_position(&entry, i < 5 ? &GAME_CHESS : &GAME_ANTICHESS,
                                  &g_array_index(samples, MemorySample, i).state);
        g_strlcpy(entry.player, i % 3 == 0 ? "a" : "b", sizeof entry.player);
        put(store, &entry, true);
    }
    return store;
}

TEST(entries_are_counted_by_game_depth_and_player)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryStore) store = open_with_twelve(path);

    assert_counts(store, "game", "antichess=7 chess=5 ");
    assert_counts(store, "depth", "0=1 1=1 2=1 3=1 4=1 5=1 6=1 7=1 8=1 9=1 10=1 11=1 ");
    assert_counts(store, "player", "a=4 b=8 ");
}

static void prune(MemoryStore *store, MemoryPrune rule, int64_t number, uint64_t removed)
{
    uint64_t count = 0;

    g_assert_true(memory_store_prune(store, rule, number, &count, NULL));
    g_assert_cmpuint(count, ==, removed);
}

TEST(entries_go_by_depth_age_and_number)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);
    g_autoptr(MemoryStore) store = open_with_twelve(path);

    prune(store, MEMORY_PRUNE_BELOW_DEPTH, 2, 2);
    assert_counts(store, "depth", "2=1 3=1 4=1 5=1 6=1 7=1 8=1 9=1 10=1 11=1 ");
    prune(store, MEMORY_PRUNE_BEFORE, 86400 * 4, 2);
    assert_counts(store, "depth", "4=1 5=1 6=1 7=1 8=1 9=1 10=1 11=1 ");
    prune(store, MEMORY_PRUNE_BEYOND, 8, 0);
    prune(store, MEMORY_PRUNE_BEYOND, 3, 5);
    assert_counts(store, "depth", "9=1 10=1 11=1 ");
    prune(store, MEMORY_PRUNE_BEYOND, 0, 3);
    assert_counts(store, "game", "");
}

TEST(another_layout_is_refused_and_left_alone)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);

    memory_assert_layouts(path);
}

TEST(a_session_counts_once_however_often_it_is_written)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = path_in(folder);

    memory_assert_sessions(path);
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
    assert_open_refused(path, false,
                        "it is a database, but does not contain a memory of positions");
    g_assert_true(g_file_get_contents(path, &after, &length_after, NULL));
    g_assert_cmpmem(before, length_before, after, length_after);
}
