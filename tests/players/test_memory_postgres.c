/* Memories in PostgreSQL. test_memory_postgres.py starts this program with a server of its own, and
 * does to it what it is asked for. */
#include <gio/gio.h>
#include <unistd.h>

#include "tests/memory_writers.h"
#include "tests/program.h"
#include "tests/test.h"

#define SLACK_MS 400 /* what a call may cost beyond its limit where the processor is shared */

/* Asks the program that started this one to do something to the server. */
static void ask_for(const char *command)
{
    g_autofree char *line = g_strconcat(command, "\n", NULL);
    const int ask = atoi(g_getenv("AGENTCHESS_TEST_ASK"));
    const int told = atoi(g_getenv("AGENTCHESS_TEST_TOLD"));
    char answer[3];

    if (write(ask, line, strlen(line)) != (ssize_t)strlen(line) ||
        read(told, answer, sizeof answer) != sizeof answer)
        g_error("the server's guardian does not know '%s'", command);
}

/* The URL of the database @name, which is new and empty. Owner: the caller. */
static char *new_database(const char *name)
{
    g_autofree char *command = g_strdup_printf("database %s", name);

    ask_for(command);
    return g_strdup_printf("postgresql://test@%s/%s", g_getenv("AGENTCHESS_TEST_POSTGRES"), name);
}

TEST(what_was_stored_is_found_by_others)
{
    g_autofree char *url = new_database("found");
    g_autoptr(PositionMemory) memory = memory_open(url, NULL), other = memory_open(url, NULL);
    const GameState state = memory_state(&GAME_CHESS, KIWIPETE);
    MemoryEntry stored = {.depth = 3,
                          .bound = BOUND_EXACT,
                          .evaluation = MEMORY_EVALUATION,
                          .metric_cp = -42,
                          .nodes = G_MAXINT64,
                          .found_at = 1714566600,
                          .player = "söng, \"quotes\" and 'more'"};
    MemoryEntry found = {0};

    position_memory_store(memory, &GAME_CHESS, &state, &stored,
                          memory_move(&GAME_CHESS, &state, "e2a6"));
    g_assert_true(memory_flush(memory));
    g_assert_true(memory_finds(other, &GAME_CHESS, &state, 3, &found));
    g_assert_cmpint(found.depth, ==, 3);
    g_assert_cmpstr(found.move, ==, "e2a6");
    g_assert_cmpint(found.metric_cp, ==, -42);
    g_assert_cmpuint(found.nodes, ==, G_MAXINT64);
    g_assert_cmpint(found.found_at, ==, 1714566600);
    g_assert_cmpstr(found.player, ==, "söng, \"quotes\" and 'more'");
    g_assert_false(memory_finds(other, &GAME_CHESS, &state, 4, &found));
    g_assert_false(memory_finds(other, &GAME_ANTICHESS, &state, 0, &found));
}

TEST(a_frozen_memory_stays_at_the_moment_it_was_opened)
{
    g_autofree char *url = new_database("frozen");
    g_autoptr(PositionMemory) live = memory_open(url, NULL), still = NULL;
    g_autoptr(GArray) samples = memory_sample(2);
    g_autoptr(GArray) taken = NULL;

    memory_store(live, &g_array_index(samples, MemorySample, 0), 3);
    g_assert_true(memory_flush(live));
    still = memory_open_frozen(url);
    memory_store(live, &g_array_index(samples, MemorySample, 0), 5);
    memory_store(live, &g_array_index(samples, MemorySample, 1), 5);
    memory_store(still, &g_array_index(samples, MemorySample, 1), 7);
    g_assert_true(memory_flush(live));
    g_assert_true(memory_knows(still, &g_array_index(samples, MemorySample, 0), 3));
    g_assert_false(memory_knows(still, &g_array_index(samples, MemorySample, 0), 5));
    g_assert_false(memory_knows(still, &g_array_index(samples, MemorySample, 1), 0));
    g_assert_false(memory_knows(live, &g_array_index(samples, MemorySample, 1), 6));
    taken = position_memory_take_new(still);
    g_assert_cmpuint(taken->len, ==, 1);
}

/* All that stores can be asked, as one text. */
static void append_entry(const MemoryEntry *entry, void *data)
{
    g_string_append_printf(
        data,
        "%s %s %d %s %d %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %s %" G_GINT64_MODIFIER "x\n",
        entry->game, entry->position, entry->depth, entry->move, entry->metric_cp, entry->nodes,
        entry->found_at, entry->player, entry->key);
}

static void append_contents(GString *text, MemoryStore *store)
{
    g_autofree char *figures = memory_figures(store);

    g_string_append(text, strstr(figures, "sessions ")); /* kinds differ in bytes */
    g_assert_true(memory_store_each(store, append_entry, text, NULL));
}

static void append_pruned(GString *text, MemoryStore *store, MemoryPrune rule, int64_t number)
{
    uint64_t removed = 0;

    g_assert_true(memory_store_prune(store, rule, number, &removed, NULL));
    g_string_append_printf(text, "removed %" G_GUINT64_FORMAT "\n", removed);
}

/* Owner: the caller. */
static char *put_and_prune(const char *where)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(MemoryStore) store = memory_store_open(where, false, 0, &error);
    g_autoptr(GArray) samples = memory_sample(300);
    GString *text = g_string_new(NULL);

    g_assert_no_error(error);
    for (int i = 0; i < 400; i++) { /* the first hundred again, some deeper */
        MemoryEntry entry = {.depth = i * 7 % 23,
                             .found_at = i * 1000,
                             .nodes = (uint64_t)i << 40,
                             .metric_cp = 100 - i,
                             .move = "e2e4",
                             .bound = (Bound)(1 + i % 3),
                             .evaluation = MEMORY_EVALUATION};
        bool changed = false;
        memory_entry_set_position(&entry, i % 300 % 3 == 0 ? &GAME_ANTICHESS : &GAME_CHESS,
                                  &g_array_index(samples, MemorySample, i % 300).state);
        g_snprintf(entry.player, sizeof entry.player, "player %c", "Zaö"[i % 3]);
        if (i % 3 == 2)
            g_strlcpy(entry.player, "player ö", sizeof entry.player);
        g_assert_true(memory_put(store, &entry, &changed, NULL));
        g_string_append_c(text, changed ? '+' : '-');
    }
    append_contents(text, store);
    append_pruned(text, store, MEMORY_PRUNE_BELOW_DEPTH, 5);
    append_pruned(text, store, MEMORY_PRUNE_BEFORE, 50000);
    append_pruned(text, store, MEMORY_PRUNE_BEYOND, 77);
    append_contents(text, store);
    g_assert_cmpuint(memory_figure(where, "bytes"), >, 10000);
    return g_string_free(text, FALSE);
}

TEST(all_kinds_of_stores_give_the_same_answers)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "memory.db", NULL);
    g_autofree char *url = new_database("same");
    g_autofree char *sqlite = put_and_prune(path), *postgres = put_and_prune(url);

    g_assert_cmpuint(strlen(sqlite), >, 10000);
    g_assert_cmpstr(postgres, ==, sqlite);
}

TEST(what_is_rolled_back_was_never_there)
{
    g_autofree char *url = new_database("rollback");
    g_autoptr(MemoryStore) store = memory_store_open(url, false, 0, NULL);
    g_autoptr(MemoryStore) other = memory_store_open(url, false, 0, NULL);
    const MemoryEntry entry = memory_entry_of(KIWIPETE, "e2a6", 3);
    g_autoptr(GString) text = g_string_new(NULL);

    g_assert_true(memory_store_begin(store, NULL));
    g_assert_true(memory_put(store, &entry, NULL, NULL));
    append_contents(text, other);
    memory_store_rollback(store);
    append_contents(text, store);
    g_assert_null(strstr(text->str, "chess"));
    g_assert_true(memory_store_begin(store, NULL));
    g_assert_true(memory_put(store, &entry, NULL, NULL));
    g_assert_true(memory_store_commit(store, NULL));
    append_contents(text, other);
    g_assert_nonnull(strstr(text->str, "chess"));
}

static void count_entry(G_GNUC_UNUSED const MemoryEntry *entry, void *count)
{
    ++*(guint *)count;
}

/* Six hundred entries go as a pipeline; the server refuses one of them. */
TEST(a_batch_is_kept_whole_or_not_at_all)
{
    enum { COUNT = 600, BAD = 300 };
    g_autofree char *url = new_database("batch");
    g_autoptr(MemoryStore) store = memory_store_open(url, false, 0, NULL);
    g_autoptr(GArray) samples = memory_sample(COUNT);
    g_autofree MemoryEntry *entries = g_new0(MemoryEntry, COUNT);
    g_autoptr(GError) error = NULL, fine = NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    uint64_t changed = 0;
    guint count = 0;

    for (int i = 0; i < COUNT; i++) {
        memory_entry_set_position(&entries[i], &GAME_CHESS,
                                  &g_array_index(samples, MemorySample, i).state);
        entries[i].bound = BOUND_EXACT;
        g_strlcpy(entries[i].player, i == BAD ? "\xff" : "a player", sizeof entries[i].player);
    }
    g_assert_true(memory_store_begin(store, NULL));
    g_assert_false(memory_store_put(store, entries, COUNT, &changed, &error));
    memory_store_rollback(store);
    g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    g_assert_nonnull(strstr(error->message, "UTF8"));
    append_contents(text, store);
    g_assert_null(strstr(text->str, "chess"));

    g_strlcpy(entries[BAD].player, "a player", sizeof entries[BAD].player);
    changed = 0;
    g_assert_true(memory_store_put(store, entries, COUNT, &changed, &fine));
    g_assert_no_error(fine);
    g_assert_cmpuint(changed, ==, COUNT);
    g_assert_true(memory_store_each(store, count_entry, &count, NULL));
    g_assert_cmpuint(count, ==, COUNT);
}

TEST(another_layout_is_refused_and_left_alone)
{
    g_autofree char *url = new_database("layouts");

    memory_assert_layouts(url);
}

TEST(a_session_counts_once_however_often_it_is_written)
{
    g_autofree char *url = new_database("sessions");

    memory_assert_sessions(url);
}

TEST(of_two_four_and_eight_processes_that_write_the_deepest_search_stays)
{
    for (int writers = 2; writers <= MEMORY_WRITERS; writers *= 2) {
        g_autofree char *name = g_strdup_printf("writers%d", writers);
        g_autofree char *url = new_database(name);
        memory_assert_writers(url, writers);
    }
}

/* Positions that the store knows, each asked about once: what is found is in the cache. */
typedef struct {
    GArray *samples;
    guint next;
} Unseen;

static Unseen store_unseen(const char *url)
{
    const Unseen unseen = {memory_sample(20000), 0};
    g_autoptr(PositionMemory) other = memory_open(url, NULL);

    for (guint i = 0; i < unseen.samples->len; i++)
        memory_store(other, &g_array_index(unseen.samples, MemorySample, i), 1);
    g_assert_true(memory_flush(other));
    return unseen;
}

/* Whether @memory knows the next one. */
static bool knows_next(PositionMemory *memory, Unseen *unseen)
{
    g_assert_cmpuint(unseen->next, <, unseen->samples->len);
    return memory_knows(memory, &g_array_index(unseen->samples, MemorySample, unseen->next++), 1);
}

/* Waits until @memory knows the next one, at most MEMORY_SOON_MS; whether it does. */
static bool comes_to_know_next(PositionMemory *memory, Unseen *unseen)
{
    const gint64 start = g_get_monotonic_time();

    while (!knows_next(memory, unseen)) {
        if (memory_ms_since(start) > MEMORY_SOON_MS)
            return false;
        g_usleep(5000);
    }
    return true;
}

/* Plays on for @ms: a question and a finding again and again. The longest that one took. */
static int play_on(PositionMemory *memory, Unseen *unseen, int ms)
{
    const gint64 start = g_get_monotonic_time();
    int longest = 0;

    while (memory_ms_since(start) < ms) {
        const gint64 before = g_get_monotonic_time();
        knows_next(memory, unseen);
        memory_store(memory, &g_array_index(unseen->samples, MemorySample, 0), 1);
        longest = MAX(longest, memory_ms_since(before));
        g_usleep(2000);
    }
    return longest;
}

#define LIMIT_MS 500
#define REST_MS 200

static PositionMemoryOptions short_options(MemoryWarnings *warnings)
{
    return (PositionMemoryOptions){.query_ms = LIMIT_MS,
                                   .rest_ms = REST_MS,
                                   .flush_ms = MEMORY_SOON_MS,
                                   .queue_length = 100000,
                                   .warn = memory_warnings_add,
                                   .warn_data = warnings};
}

TEST(a_server_that_is_killed_costs_no_move_and_is_used_again)
{
    g_autofree char *url = new_database("killed");
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    const PositionMemoryOptions options = short_options(warnings);
    Unseen unseen = store_unseen(url);
    g_autoptr(GArray) samples = unseen.samples;
    g_autoptr(PositionMemory) memory = memory_open(url, &options);
    const MemorySample *deep = &g_array_index(samples, MemorySample, 1);

    g_assert_cmpint(play_on(memory, &unseen, 200), <, LIMIT_MS + SLACK_MS);
    g_assert_true(memory_flush(memory));
    g_assert_true(knows_next(memory, &unseen));
    g_assert_cmpuint(memory_warnings_count(warnings), ==, 0);
    ask_for("kill");
    g_assert_cmpint(play_on(memory, &unseen, 1500), <, LIMIT_MS + SLACK_MS);
    g_assert_false(knows_next(memory, &unseen));
    memory_store(memory, deep, 6);
    memory_warnings_assert_one(warnings, "postgresql://test@127.0.0.1:");
    ask_for("start");
    g_assert_true(comes_to_know_next(memory, &unseen));
    g_assert_true(memory_flush(memory));
    {
        g_autoptr(PositionMemory) other = memory_open(url, NULL);
        g_assert_true(memory_knows(other, deep, 6));
    }
    memory_warnings_assert_one(warnings, "");
}

#define FOUND 2000

TEST(what_is_found_while_the_server_is_away_is_not_lost)
{
    g_autofree char *url = new_database("away");
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    PositionMemoryOptions options = short_options(warnings);
    g_autoptr(GArray) samples = memory_sample(FOUND);
    PositionMemory *memory;
    MemoryTally tally;

    options.query_ms = 5000;
    options.rest_ms = 1000;
    memory = memory_open(url, &options);
    for (guint i = 0; i < samples->len; i++) {
        if (i == FOUND / 4)
            ask_for("kill");
        if (i == FOUND * 3 / 4) {
            g_usleep(5 * G_USEC_PER_SEC);
            ask_for("start");
        }
        memory_store(memory, &g_array_index(samples, MemorySample, i), 3);
        if (i % 100 == 0)
            position_memory_write_idle(memory);
    }
    tally = position_memory_close(memory);
    position_memory_free(memory);
    g_assert_cmpuint(tally.stored, ==, samples->len);
    g_assert_cmpuint(tally.lost, ==, 0);
    memory = memory_open(url, &options);
    for (guint i = 0; i < samples->len; i++)
        g_assert_true(memory_knows(memory, &g_array_index(samples, MemorySample, i), 3));
    position_memory_free(memory);
}

TEST(a_server_that_stands_still_costs_no_move_and_is_used_again)
{
    g_autofree char *url = new_database("stands");
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    const PositionMemoryOptions options = short_options(warnings);
    Unseen unseen = store_unseen(url);
    g_autoptr(GArray) samples = unseen.samples;
    g_autoptr(PositionMemory) memory = memory_open(url, &options);
    gint64 start;

    ask_for("freeze");
    start = g_get_monotonic_time();
    g_assert_false(knows_next(memory, &unseen));
    g_assert_cmpint(memory_ms_since(start), >=, LIMIT_MS - 50);
    g_assert_cmpint(memory_ms_since(start), <, LIMIT_MS + SLACK_MS);
    start = g_get_monotonic_time(); /* it rests */
    g_assert_false(knows_next(memory, &unseen));
    g_assert_cmpint(memory_ms_since(start), <, REST_MS / 2);
    g_assert_cmpint(play_on(memory, &unseen, 1500), <, LIMIT_MS + SLACK_MS);
    memory_warnings_assert_one(warnings, "it has not answered within ");
    ask_for("thaw");
    g_assert_true(comes_to_know_next(memory, &unseen));
    g_assert_true(memory_flush(memory));
    memory_warnings_assert_one(warnings, "");
}

/* The port of a socket that is bound and, if @listens, taken by a server that never says anything:
 * the system accepts connections. Owner: the caller closes @out_socket. */
static char *deaf_url(bool listens, GSocket **out_socket)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GInetAddress) loopback = g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
    g_autoptr(GSocketAddress) address = g_inet_socket_address_new(loopback, 0), bound = NULL;

    *out_socket =
        g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error);
    g_assert_no_error(error);
    g_assert_true(g_socket_bind(*out_socket, address, FALSE, NULL));
    if (listens)
        g_assert_true(g_socket_listen(*out_socket, NULL));
    bound = g_socket_get_local_address(*out_socket, NULL);
    return g_strdup_printf("postgresql://you:secret@127.0.0.1:%d/chess",
                           g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(bound)));
}

TEST(without_a_server_nothing_begins)
{
    for (int listens = 0; listens <= 1; listens++) {
        g_autoptr(GSocket) deaf = NULL;
        g_autofree char *url = deaf_url(listens, &deaf);
        g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
        const PositionMemoryOptions options = short_options(warnings);
        const gint64 start = g_get_monotonic_time();
        g_autoptr(GError) error = NULL;

        g_assert_null(position_memory_open(url, &options, &error));
        g_assert_cmpint(memory_ms_since(start), <, LIMIT_MS + SLACK_MS);
        g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_UNAVAILABLE);
        g_assert_nonnull(strstr(error->message, "memory 'postgresql://you:***@127.0.0.1:"));
        g_assert_nonnull(
            strstr(error->message, listens ? "it has not answered within " : "refused"));
        g_assert_cmpuint(memory_warnings_count(warnings), ==, 0);
    }
}

TEST_ROWS(a_url_that_is_none_is_refused_without_its_password)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(position_memory_open(field[0], NULL, &error));
    g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    g_test_message("%s", error != NULL ? error->message : "no error");
    g_assert_true(error != NULL && strstr(error->message, "cret") == NULL);
    g_assert_true(error != NULL && strstr(error->message, "***") != NULL);
    g_assert_true(error != NULL && strchr(error->message, '\n') == NULL);
}

TEST(passwords_open_doors_and_are_not_repeated)
{
    G_GNUC_UNUSED g_autofree char *ignored = new_database("guarded");
    const char *server = g_getenv("AGENTCHESS_TEST_POSTGRES");
    g_autofree char *right =
        g_strdup_printf("postgresql://%s@%s/guarded", g_getenv("AGENTCHESS_TEST_GUARDED"), server);
    g_autofree char *wrong = g_strdup_printf("postgresql://guarded:s3cret@%s/guarded", server);
    g_autoptr(GError) error = NULL;

    position_memory_free(memory_open(right, NULL));
    g_assert_null(position_memory_open(wrong, NULL, &error));
    g_assert_true(error != NULL && strstr(error->message, "s3cret") == NULL);
    g_assert_true(error != NULL &&
                  strstr(error->message, "password authentication failed for user") != NULL);
}

TEST(the_command_looks_after_a_server)
{
    g_autofree char *url = new_database("command"), *other = new_database("command2");
    g_autoptr(GArray) samples = memory_sample(50);
    g_auto(ProgramResult) exported = {0}, imported = {0}, again = {0}, bad = {0}, stats = {0};
    g_autofree char *cut = NULL;
    {
        g_autoptr(PositionMemory) memory = memory_open(url, NULL);
        for (guint i = 0; i < samples->len; i++)
            memory_store(memory, &g_array_index(samples, MemorySample, i), 2);
    }
    exported = PROGRAM_RUN("", "memory", "export", url);
    cut = g_strndup(exported.out, strlen(exported.out) - 3);
    bad = PROGRAM_RUN(cut, "memory", "import", other);
    program_assert_refused(&bad, 1, "standard input:51: the last line is incomplete");
    stats = PROGRAM_RUN("", "memory", "stats", other);
    g_assert_nonnull(strstr(stats.out, "entries           0\n"));
    imported = PROGRAM_RUN(exported.out, "memory", "import", other);
    g_assert_cmpstr(imported.err, ==, "50 entries read, 50 of them new to the store or deeper\n");
    again = PROGRAM_RUN("", "memory", "export", other);
    g_assert_cmpstr(again.out, ==, exported.out);
    g_assert_cmpint(again.status + exported.status + imported.status + stats.status, ==, 0);
}

/* Frozen, and then live; and the password is in no record. */
TEST(matches_remember_on_a_server)
{
    G_GNUC_UNUSED g_autofree char *ignored = new_database("played");
    g_autofree char *url =
        g_strdup_printf("postgresql://%s@%s/played", g_getenv("AGENTCHESS_TEST_GUARDED"),
                        g_getenv("AGENTCHESS_TEST_POSTGRES"));
    g_autofree char *player = g_strdup_printf("homeostatic:depth=1,memory=%s", url);
    g_autofree char *run = NULL, *snapshot = NULL;
    uint64_t before = 0;

    for (int i = 0; i < 3; i++) {
        static const char *const memory[] = {"experiment.memory=frozen", "experiment.memory=live",
                                             "experiment.memory=frozen"};
        g_auto(ProgramResult) match =
            PROGRAM_RUN("", "match", player, player, "--games", "4", "--set", memory[i], "--set",
                        "rules.max-plies=20", "--set", "openings.random-plies=4", "--output",
                        "played", "--force");
        g_auto(ProgramResult) stats = PROGRAM_RUN("", "memory", "stats", url);
        const char *entries = strstr(stats.out, "entries ");
        const uint64_t count =
            entries != NULL ? g_ascii_strtoull(entries + strlen("entries "), NULL, 10) : 0;
        if (match.status + stats.status != 0)
            g_test_fail_printf("%d, %d: %s%s", match.status, stats.status, match.err, stats.err);
        g_assert_null(strstr(match.out, "p@ss"));
        g_assert_cmpuint(count, >, i == 0 ? 20 : 0);
        g_assert_cmpuint(count, >=, before);
        before = count;
    }
    g_assert_true(g_file_get_contents("played/run.json", &run, NULL, NULL));
    g_assert_null(strstr(run, "w0rd"));
    g_assert_true(g_file_get_contents("played/memory.csv", &snapshot, NULL, NULL));
    g_assert_nonnull(strstr(snapshot, ",homeostatic:depth=1,"));
}

int main(int argc, char **argv)
{
    if (memory_writer_is_wanted())
        return memory_writer_main();
    if (g_getenv("AGENTCHESS_TEST_POSTGRES") == NULL)
        g_error("this program is started by test_memory_postgres.py");
    return tests_run(argc, argv);
}
