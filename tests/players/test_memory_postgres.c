/* Memories in PostgreSQL, beside the contract of stores. test_memory_postgres.py starts this
 * program with a server of its own, and does to it what it is asked for. */
#include <gio/gio.h>

#include "tests/memory_writers.h"
#include "tests/program.h"
#include "tests/test.h"

#define SLACK_MS 400 /* what a call may cost beyond its limit where the processor is shared */

static void count_entry(G_GNUC_UNUSED const MemoryEntry *entry, void *count)
{
    ++*(guint *)count;
}

/* Six hundred entries go as a pipeline; the server refuses one of them. */
TEST(a_batch_is_kept_whole_or_not_at_all)
{
    enum { COUNT = 600, BAD = 300 };
    g_autofree char *url = memory_new_database("batch");
    g_autoptr(MemoryStore) store = memory_store_open(url, false, 0, NULL);
    g_autoptr(GArray) samples = memory_sample(COUNT);
    g_autofree MemoryEntry *entries = g_new0(MemoryEntry, COUNT);
    g_autoptr(GError) error = NULL, fine = NULL;
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
    g_assert_true(memory_store_each(store, count_entry, &count, NULL));
    g_assert_cmpuint(count, ==, 0);

    g_strlcpy(entries[BAD].player, "a player", sizeof entries[BAD].player);
    changed = 0;
    g_assert_true(memory_store_put(store, entries, COUNT, &changed, &fine));
    g_assert_no_error(fine);
    g_assert_cmpuint(changed, ==, COUNT);
    g_assert_true(memory_store_each(store, count_entry, &count, NULL));
    g_assert_cmpuint(count, ==, COUNT);
}

TEST(of_two_four_and_eight_processes_that_write_the_deepest_search_stays)
{
    for (int writers = 2; writers <= MEMORY_WRITERS; writers *= 2) {
        g_autofree char *name = g_strdup_printf("writers%d", writers);
        g_autofree char *url = memory_new_database(name);
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
    g_autofree char *url = memory_new_database("killed");
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
    memory_ask_server("kill");
    g_assert_cmpint(play_on(memory, &unseen, 1500), <, LIMIT_MS + SLACK_MS);
    g_assert_false(knows_next(memory, &unseen));
    memory_store(memory, deep, 6);
    memory_warnings_assert_one(warnings, "postgresql://test@127.0.0.1:");
    memory_ask_server("start");
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
    g_autofree char *url = memory_new_database("away");
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
            memory_ask_server("kill");
        if (i == FOUND * 3 / 4) {
            g_usleep(5 * G_USEC_PER_SEC);
            memory_ask_server("start");
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
    g_autofree char *url = memory_new_database("stands");
    g_autoptr(MemoryWarnings) warnings = memory_warnings_new();
    const PositionMemoryOptions options = short_options(warnings);
    Unseen unseen = store_unseen(url);
    G_GNUC_UNUSED g_autoptr(GArray) samples = unseen.samples;
    g_autoptr(PositionMemory) memory = memory_open(url, &options);
    gint64 start;

    memory_ask_server("freeze");
    start = g_get_monotonic_time();
    g_assert_false(knows_next(memory, &unseen));
    g_assert_cmpint(memory_ms_since(start), >=, LIMIT_MS - 50);
    g_assert_cmpint(memory_ms_since(start), <, LIMIT_MS + SLACK_MS);
    start = g_get_monotonic_time(); /* it rests */
    g_assert_false(knows_next(memory, &unseen));
    g_assert_cmpint(memory_ms_since(start), <, REST_MS / 2);
    g_assert_cmpint(play_on(memory, &unseen, 1500), <, LIMIT_MS + SLACK_MS);
    memory_warnings_assert_one(warnings, "it has not answered within ");
    memory_ask_server("thaw");
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
    G_GNUC_UNUSED g_autofree char *ignored = memory_new_database("guarded");
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
    g_autofree char *url = memory_new_database("command"), *other = memory_new_database("command2");
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
    g_assert_cmpstr(imported.err, ==, "entries read: 50, stored: 50\n");
    again = PROGRAM_RUN("", "memory", "export", other);
    g_assert_cmpstr(again.out, ==, exported.out);
    g_assert_cmpint(again.status + exported.status + imported.status + stats.status, ==, 0);
}

/* Frozen, and then live; and the password is in no record. */
TEST(matches_remember_on_a_server)
{
    G_GNUC_UNUSED g_autofree char *ignored = memory_new_database("played");
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
