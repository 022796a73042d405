/* Runs that are killed at random instants, many times, and resumed: the files are those of an
 * undisturbed run. AGENTCHESS_KILLS says how many times at least (4). */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board/pgn.h"
#include "experiments/tools/folder.h"
#include "tests/memory_support.h"
#include "tests/patience.h"
#include "tests/players/toy_engine.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define EXPERIMENT                                                               \
    "[players]\nA=random\nB=level:6\nC=random\n[experiment]\nseed=5\ngames=30\n" \
    "[record]\nmaterial=on\nevents=on\n"
/* One program plays, the other dies in every game. They may take some time to answer: a game that
 * is lost by it is another game. */
#define EXPERIMENT_OF_THREE                                                       \
    "[players]\nA=mcts:playouts=20\nB=process:answer-ms=%d,toy_engine plain\n"    \
    "C=process:answer-ms=%d,toy_engine plain die\n"                               \
    "D=level:6\n[experiment]\ngame=threechess\nseed=5\ngames=6\nmax-forfeits=0\n" \
    "[rules]\nmax-plies=60\n[record]\nmaterial=on\n"

#define EXPERIMENT_IN_TIME                                                  \
    "[players]\nA=async-random:pause_ms=300\nB=async-random:pause_ms=900\n" \
    "C=async-random\n[experiment]\ngame=async\nseed=5\ngames=150\n[record]\nmaterial=on\n"

#define RACE                                                                            \
    "[players]\nA=random\nB=level:1\nC=level:3\nD=level:6\n[experiment]\nformat=race\n" \
    "seed=5\ngames=20\n[rules]\nmax-plies=60\n"

typedef struct {
    const char *text;
    int share; /* of the kills that are wanted, one in so many: programs take a while to start */
} Killed;

#define ANSWER_MS 30000

static const Killed CHESS = {EXPERIMENT, 1}, IN_TIME = {EXPERIMENT_IN_TIME, 2},
                    IN_A_RACE = {RACE, 2};

#define OTHER_EXPERIMENT "[players]\nA=random\nB=random\n[experiment]\ngames=20\n"

/* Exit statuses of the child. */
enum { ENDED = 0, REFUSED = 3, KILLED = -1 };

/* Both know the memory in a folder of its own. */
#define EXPERIMENT_WITH_MEMORY                                                                \
    "[players]\nA=homeostatic:depth=1,memory=%s\nB=homeostatic:depth=1,memory=%s\nC=random\n" \
    "[experiment]\nseed=5\ngames=20\n[rules]\nmax-plies=40\n"

static int kills_wanted(void)
{
    const char *text = g_getenv("AGENTCHESS_KILLS");

    return text != NULL ? atoi(text) : 4;
}

/* What the child does. Many checkpoints, so that many kills hit one. */
static int play(const char *text, const char *folder, JournalMode mode, int jobs)
{
    g_autoptr(Spec) spec = spec_of(text);
    const RunnerOptions options = {
        .jobs = jobs,
        .folder = folder,
        .mode = mode,
        .program = &TEST_PROGRAM,
        .checkpoint_ms = 2,
    };
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};

    return runner_run(spec, &options, &result, &error) ? ENDED : REFUSED;
}

/* Plays in a child process that is killed after @time_us (negative: not at all). */
static int play_and_kill(const char *text, const char *folder, JournalMode mode, int jobs,
                         int time_us)
{
    const pid_t child = fork();
    int status;

    g_assert_cmpint(child, >=, 0);
    if (child == 0)
        _exit(play(text, folder, mode, jobs));
    if (time_us >= 0) {
        g_usleep((gulong)time_us);
        kill(child, SIGKILL);
    }
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    return WIFSIGNALED(status) ? KILLED : WEXITSTATUS(status);
}

/* How long a whole run takes, and its files in @folder. */
static int time_whole_run(const char *text, const char *folder)
{
    const gint64 begin = g_get_monotonic_time();

    g_assert_cmpint(play_and_kill(text, folder, JOURNAL_FORCE, 2, -1), ==, ENDED);
    return (int)(g_get_monotonic_time() - begin);
}

/* The same, but of several runs the shortest: kills that come too late hit nothing. */
static int time_short_run(const char *text, const char *folder)
{
    int shortest_us = time_whole_run(text, folder);

    for (int i = 0; i < 2; i++)
        shortest_us = MIN(shortest_us, time_whole_run(text, folder));
    return shortest_us;
}

static void test_a_run_killed_at_any_instant_is_resumed_to_the_same_bytes(gconstpointer data)
{
    const Killed *killed = data;
    g_autoptr(Folder) whole = make_folder();
    int whole_us = time_short_run(killed->text, whole);
    int kills = 0, runs = 0;

    while (kills < kills_wanted() / killed->share) {
        g_autofree char *folder = make_folder();
        const gint64 begin = g_get_monotonic_time();
        const int kills_before = kills;
        int latest_us = whole_us * 5 / 4, end;
        do {
            /* Some kills come late, when tables and run.json are written. They come later and
             * later, as a machine that has become slower must reach a checkpoint, too. */
            const int time_us = g_test_rand_int_range(0, latest_us);
            latest_us += whole_us / 8;
            end = play_and_kill(killed->text, folder, JOURNAL_RESUME, 1 + kills % 3, time_us);
            kills += end == KILLED;
        } while (end == KILLED);
        g_assert_cmpint(end, ==, ENDED);
        /* The machine may have become faster: a run that nothing killed tells. */
        if (kills == kills_before)
            whole_us = MIN(whole_us, (int)(g_get_monotonic_time() - begin));
        assert_same_files(whole, folder);
        remove_folder(folder);
        runs++;
    }
    g_test_message("%d kills in %d runs of %d ms", kills, runs, whole_us / 1000);
}

/* The findings of all sessions are in the store at the end. */
TEST(a_run_with_a_memory_killed_at_any_instant_stores_all_it_found)
{
    g_autoptr(Folder) whole = make_folder(), home = make_folder();
    g_autofree char *store = g_build_filename(home, "m.db", NULL);
    g_autofree char *text = g_strdup_printf(EXPERIMENT_WITH_MEMORY, store, store);
    const int whole_us = time_whole_run(text, whole);
    const uint64_t stored = memory_figure(store, "entries");
    int kills = 0;

    g_assert_cmpuint(stored, >, 100);
    while (kills < kills_wanted() / 4) {
        g_autoptr(Folder) folder = make_folder();
        int latest_us = whole_us * 5 / 4, end;
        g_remove(store); /* it is empty when the run begins */
        do {
            const int time_us = g_test_rand_int_range(0, latest_us);
            latest_us += whole_us / 8;
            end = play_and_kill(text, folder, JOURNAL_RESUME, 1 + kills % 3, time_us);
            kills += end == KILLED;
        } while (end == KILLED);
        g_assert_cmpint(end, ==, ENDED);
        assert_same_files(whole, folder);
        g_assert_cmpuint(memory_figure(store, "entries"), ==, stored);
    }
}

#define EXPERIMENT_WITH_LIVE_MEMORY                                                 \
    "[players]\nA=homeostatic:depth=1,memory=%s\nB=homeostatic:depth=1,memory=%s\n" \
    "[experiment]\nseed=5\ngames=60\nmemory=live\n[openings]\nrandom-plies=8\n"     \
    "[rules]\nmax-plies=40\n[record]\npgn=on\n"

static void note_position(const MemoryEntry *entry, void *data)
{
    g_hash_table_add(data, g_memdup2(&entry->key, sizeof entry->key));
}

/* Of the positions in which a player has decided in @game: *@out_unknown that the store lacks.
 * Positions that come again are not stored. */
static void count_unknown(const PgnGame *game, GHashTable *known, int *out_decided,
                          int *out_unknown)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
    g_autofree uint64_t *keys = g_new(uint64_t, game->moves->len);
    Position pos = game->start;

    for (guint i = 0; i < game->moves->len; i++) {
        keys[i] = pos.key;
        if (g_hash_table_add(seen, &keys[i])) {
            *out_decided += 1;
            *out_unknown += !g_hash_table_contains(known, &keys[i]);
        }
        position_play(&pos, g_array_index(game->moves, Move, i));
    }
}

/* Whether the store at @path has what was found in all games of the run in @folder. */
static void assert_store_has_all(const char *path, const char *folder)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(MemoryStore) store = memory_store_open(path, false, 0, NULL);
    g_autofree char *text = read_file(folder, "games.pgn");
    PgnReader reader = pgn_reader_begin(text);
    int games = 0, decided = 0, unknown = 0;
    PgnGame *game;

    g_assert_true(memory_store_each(store, note_position, known, NULL));
    while ((game = pgn_reader_next(&reader, NULL)) != NULL) {
        count_unknown(game, known, &decided, &unknown);
        pgn_game_free(game);
        games++;
    }
    g_assert_cmpint(games, ==, 60);
    g_assert_cmpint(decided, >, 1000);
    g_assert_cmpint(unknown, ==, 0);
    g_assert_cmpuint(memory_figure(path, "lost"), ==, 0);
}

TEST(the_store_has_what_a_killed_run_has_found_live)
{
    g_autoptr(Folder) home = make_folder();
    g_autofree char *store = g_build_filename(home, "m.db", NULL);
    g_autoptr(Folder) whole = make_folder();
    g_autofree char *text = g_strdup_printf(EXPERIMENT_WITH_LIVE_MEMORY, store, store);
    const int whole_us = time_whole_run(text, whole);
    int kills = 0;

    assert_store_has_all(store, whole);
    while (kills < kills_wanted() / 4) {
        g_autoptr(Folder) folder = make_folder();
        int latest_us = whole_us, end;
        g_remove(store);
        do {
            const int time_us = g_test_rand_int_range(0, latest_us);
            latest_us += whole_us / 8;
            end = play_and_kill(text, folder, JOURNAL_RESUME, 1 + kills % 3, time_us);
            kills += end == KILLED;
        } while (end == KILLED);
        g_assert_cmpint(end, ==, ENDED);
        assert_store_has_all(store, folder);
    }
}

/* Until the new run has its checkpoint the folder holds the old one, whole; from then on nothing
 * of the old one is left at the end. */
TEST(a_forced_start_killed_at_any_instant_leaves_one_run_or_the_other)
{
    g_autoptr(Folder) whole = make_folder(), other = make_folder();
    int olds = 0;

    time_whole_run(OTHER_EXPERIMENT, whole);
    time_whole_run(EXPERIMENT, other);
    for (int i = 0; i < kills_wanted() / 4; i++) {
        g_autoptr(Folder) folder = make_folder();
        int end;
        time_whole_run(EXPERIMENT, folder);
        play_and_kill(OTHER_EXPERIMENT, folder, JOURNAL_FORCE, 2, g_test_rand_int_range(0, 6000));
        end = play_and_kill(OTHER_EXPERIMENT, folder, JOURNAL_RESUME, 2, -1);
        if (end == REFUSED) {
            olds++;
            g_assert_cmpint(play_and_kill(EXPERIMENT, folder, JOURNAL_RESUME, 1, -1), ==, ENDED);
        }
        assert_same_files(end == REFUSED ? other : whole, folder);
    }
    g_test_message("the old run was left %d times", olds);
}

TEST_CASES()
{
    static Killed three; /* the case reads it after this */
    const int answer_ms = patience_ms(ANSWER_MS);

    three = (Killed){g_strdup_printf(EXPERIMENT_OF_THREE, answer_ms, answer_ms), 4};
    toy_engine_add_to_path();
    g_test_add_data_func("/run-kill/a-run-killed-at-any-instant-is-resumed-to-the-same-bytes/chess",
                         &CHESS, test_a_run_killed_at_any_instant_is_resumed_to_the_same_bytes);
    g_test_add_data_func("/run-kill/a-run-killed-at-any-instant-is-resumed-to-the-same-bytes/three",
                         &three, test_a_run_killed_at_any_instant_is_resumed_to_the_same_bytes);
    g_test_add_data_func("/run-kill/a-run-killed-at-any-instant-is-resumed-to-the-same-bytes/time",
                         &IN_TIME, test_a_run_killed_at_any_instant_is_resumed_to_the_same_bytes);
    g_test_add_data_func("/run-kill/a-run-killed-at-any-instant-is-resumed-to-the-same-bytes/race",
                         &IN_A_RACE, test_a_run_killed_at_any_instant_is_resumed_to_the_same_bytes);
}
