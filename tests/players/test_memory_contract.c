/* The contract of stores: what each kind of them does, as maintainers use them. Places are files of
 * SQLite; test_memory_postgres has these cases, too, with databases of its server. */
#include "tests/memory_support.h"
#include "tests/test.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* A place for a new store. */
typedef struct {
    char *folder, *where;
} Place;

static Place place_new(void)
{
    static int number;
    g_autofree char *name = g_strdup_printf("contract%d", number++);
    Place place = {make_folder(), memory_new_database(name)};

    if (place.where == NULL)
        place.where = g_build_filename(place.folder, "memory.db", NULL);
    return place;
}

static void place_clear(Place *place)
{
    remove_folder(place->folder);
    g_free(place->folder);
    g_free(place->where);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Place, place_clear)

static MemoryStore *open_at(const char *where)
{
    g_autoptr(GError) error = NULL;
    MemoryStore *store = memory_store_open(where, false, 0, &error);

    g_assert_no_error(error);
    if (store == NULL)
        g_error("no store can be opened at %s", where);
    return store;
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

TEST(an_entry_is_found_as_it_was_put)
{
    g_auto(Place) place = place_new();
    MemoryEntry entry = memory_entry_of(KIWIPETE, "e2a6", 3),
                found = memory_entry_of(KIWIPETE, "", 0);
    bool is_found = false;

    entry.nodes = G_MAXINT64;
    g_strlcpy(entry.player, "söng, \"quotes\" and 'more'", sizeof entry.player);
    {
        g_autoptr(MemoryStore) store = open_at(place.where);
        put(store, &entry, true);
    }
    g_autoptr(MemoryStore) again = open_at(place.where);

    g_assert_true(memory_store_find(again, &found, &MEMORY_WANTED_EXACT(3), &is_found, NULL));
    g_assert_true(is_found);
    g_assert_cmpint(found.depth, ==, 3);
    g_assert_cmpstr(found.move, ==, "e2a6");
    g_assert_cmpint(found.metric_cp, ==, -17);
    g_assert_cmpuint(found.nodes, ==, G_MAXINT64);
    g_assert_cmpint(found.found_at, ==, 1714566600);
    g_assert_cmpstr(found.player, ==, entry.player);
}

TEST(the_deeper_search_stays_whichever_comes_first)
{
    g_auto(Place) place = place_new();
    g_autoptr(MemoryStore) store = open_at(place.where);
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
    g_auto(Place) place = place_new();
    g_autoptr(MemoryStore) store = open_at(place.where);
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
    g_auto(Place) place = place_new();
    g_autoptr(MemoryStore) store = open_at(place.where);
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
    g_auto(Place) place = place_new();
    g_autoptr(MemoryStore) store = open_at(place.where), other = open_at(place.where);
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

/* Twelve entries: depths 0 .. 10 and 10 again, each found a day after the one before. */
static MemoryStore *open_with_twelve(const char *where)
{
    MemoryStore *store = open_at(where);
    g_autoptr(GArray) samples = memory_sample(12);

    for (int i = 0; i < 12; i++) {
        MemoryEntry entry = {.depth = MIN(i, 10),
                             .bound = BOUND_EXACT,
                             .found_at = 86400 * (int64_t)i,
                             .move = "e2e4"};
        memory_entry_set_position(&entry, i < 5 ? &GAME_CHESS : &GAME_ANTICHESS,
                                  &g_array_index(samples, MemorySample, i).state);
        g_strlcpy(entry.player, i % 3 == 0 ? "a" : i % 3 == 1 ? "Z" : "ö", sizeof entry.player);
        put(store, &entry, true);
    }
    return store;
}

TEST(entries_are_counted_by_game_depth_and_player)
{
    g_auto(Place) place = place_new();
    g_autoptr(MemoryStore) store = open_with_twelve(place.where);

    assert_counts(store, "game", "antichess=7 chess=5 ");
    assert_counts(store, "depth", "0=1 1=1 2=1 3=1 4=1 5=1 6=1 7=1 8=1 9=1 10=2 ");
    assert_counts(store, "player", "Z=4 a=4 ö=4 ");
}

TEST(shallow_entries_can_be_removed)
{
    g_auto(Place) place = place_new();
    g_autoptr(MemoryStore) store = open_with_twelve(place.where);
    uint64_t removed = 0;

    g_assert_true(memory_store_prune(store, 9, &removed, NULL));
    g_assert_cmpuint(removed, ==, 9);
    assert_counts(store, "depth", "9=1 10=2 ");
}

static void run(MemoryStore *store, const char *script)
{
    g_autoptr(GError) error = NULL;

    store->kind->run(store, script, &error);
    g_assert_no_error(error);
}

static void assert_refused(const char *where, const char *words)
{
    g_autoptr(GError) error = NULL;

    g_assert_null(memory_store_open(where, false, 0, &error));
    g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    g_assert_nonnull(strstr(error->message, words));
}

TEST(another_layout_is_refused_and_left_alone)
{
    g_auto(Place) place = place_new();
    g_autoptr(MemoryStore) raw = open_at(place.where);

    run(raw, "UPDATE agentchess_layout SET version = 4");
    assert_refused(place.where, "its layout version is 4, not 3");
    run(raw, "UPDATE agentchess_layout SET version = 2");
    assert_refused(place.where, "its layout version is 2, not 3: export it with the version of ");
    run(raw, "UPDATE agentchess_layout SET version = 3");
    g_assert_cmpuint(memory_figure(place.where, "sessions"), ==, 0);
}

TEST(a_session_counts_once_however_often_it_is_written)
{
    const MemoryTally tallies[] = {{1, 1, 1, 0}, {10, 5, 3, 1}, {10, 5, 3, 1}};
    g_auto(Place) place = place_new();
    g_autoptr(MemoryStore) store = open_at(place.where);

    for (size_t i = 0; i < G_N_ELEMENTS(tallies); i++)
        g_assert_true(memory_store_put_session(store, "one", &tallies[i], NULL));
    g_assert_true(memory_store_put_session(store, "another", &tallies[0], NULL));
    assert_counts(store, "sessions", "=2 ");
    assert_counts(store, "lookups", "=11 ");
    assert_counts(store, "hits", "=6 ");
    assert_counts(store, "stored", "=4 ");
    assert_counts(store, "lost", "=1 ");
}
