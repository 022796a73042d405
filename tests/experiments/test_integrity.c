/* Files of runs that were changed, replaced or removed. */
#include "experiments/run/integrity.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "experiments/report/results.h"
#include "experiments/run/merge.h"
#include "experiments/tools/error.h"
#include "experiments/tools/gzip.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define SPEC                                                            \
    TWO_RANDOM_PLAYERS "[experiment]\ngames=9\n[rules]\nmax-plies=60\n" \
                       "[record]\nmaterial=on\nevents=on\n"

static bool run_part(const char *folder, JournalMode mode, Shard shard, bool gzip, GError **error)
{
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_auto(RunnerResult) result = {0};
    const RunnerOptions options = {
        .jobs = 2,
        .folder = folder,
        .mode = mode,
        .shard = shard,
        .gzip = gzip,
        .program = &TEST_PROGRAM,
    };

    return runner_run(spec, &options, &result, error);
}

static void play(const char *folder, Shard shard, bool gzip)
{
    g_autoptr(GError) error = NULL;

    run_part(folder, JOURNAL_BEGIN, shard, gzip, &error);
    g_assert_no_error(error);
}

static void read_bytes(const char *folder, const char *name, char **out_data, gsize *out_size)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    g_assert_true(g_file_get_contents(path, out_data, out_size, NULL));
}

static void write_bytes(const char *folder, const char *name, const char *data, gsize size)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    g_assert_true(g_file_set_contents(path, data, (gssize)size, NULL));
}

/* Changes the lowest bit of a byte, so that it is a character still. */
static void flip(const char *folder, const char *name, gsize place)
{
    g_autofree char *data = NULL;
    gsize size;

    read_bytes(folder, name, &data, &size);
    data[place] ^= 1;
    write_bytes(folder, name, data, size);
}

static void assert_tells(const GError *error, const char *name, const char *words)
{
    if (error == NULL || strstr(error->message, name) == NULL ||
        strstr(error->message, words) == NULL)
        g_test_fail_printf("'%s' does not say '%s' of %s", error != NULL ? error->message : "",
                           words, name);
}

/* That @name is not as the run wrote it is told by all that read a finished run. */
static void assert_finished_is_refused(const char *folder, const char *name, const char *words)
{
    g_autoptr(GError) read = NULL, resumed = NULL;
    g_autoptr(ResultsRun) run = results_run_read(folder, NULL, &read);

    g_assert_null(run);
    assert_tells(read, name, words);
    g_assert_false(run_part(folder, JOURNAL_RESUME, JOURNAL_WHOLE, false, &resumed));
    assert_tells(resumed, name, words);
}

static void assert_finished_is_whole(const char *folder)
{
    g_autoptr(GError) error = NULL;
    G_GNUC_UNUSED g_autoptr(ResultsRun) run = results_run_read(folder, NULL, &error);

    g_assert_no_error(error);
}

static void test_a_byte_changed_in_a_finished_run_is_told(gconstpointer gzip)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *files = NULL;
    g_auto(GStrv) names = NULL;

    play(folder, JOURNAL_WHOLE, gzip != NULL);
    files = list_files(folder);
    names = g_strsplit(files, " ", -1);
    for (int i = 0; names[i] != NULL; i++) {
        g_autofree char *data = NULL;
        gsize size;
        read_bytes(folder, names[i], &data, &size);
        for (int j = 0; j < 8; j++) {
            /* That a run.json is ours is told from its first line. */
            const gint32 first = g_str_equal(names[i], "run.json") ? 64 : 0;
            flip(folder, names[i], (gsize)g_test_rand_int_range(first, (gint32)size));
            assert_finished_is_refused(folder, names[i], names[i]);
            write_bytes(folder, names[i], data, size);
        }
        assert_finished_is_whole(folder);
    }
}

TEST(a_missing_short_or_long_file_is_told)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "games.pgn", NULL);
    g_autofree char *good = NULL;
    g_autofree char *longer = NULL;

    play(folder, JOURNAL_WHOLE, false);
    good = read_file(folder, "games.pgn");
    longer = g_strconcat(good, "\n", NULL);
    write_file(folder, "games.pgn", longer);
    assert_finished_is_refused(folder, "games.pgn", " bytes instead of ");
    write_file(folder, "games.pgn", "");
    assert_finished_is_refused(folder, "games.pgn", "has 0 bytes instead of ");
    g_unlink(path);
    assert_finished_is_refused(folder, "games.pgn", "is missing");
    write_file(folder, "games.pgn", good);
    assert_finished_is_whole(folder);
}

TEST(a_file_compressed_by_hand_stands_for_itself)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "games.csv", NULL);
    g_autoptr(GError) error = NULL;

    play(folder, JOURNAL_WHOLE, false);
    g_assert_true(gzip_file(folder, "games.csv", &error));
    run_part(folder, JOURNAL_RESUME, JOURNAL_WHOLE, false, &error);
    g_assert_no_error(error);
    g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS)); /* it is the run's own */
    g_unlink(path);
    assert_finished_is_whole(folder);
    flip(folder, "games.csv.gz", 40);
    assert_finished_is_refused(folder, "games.csv", "games.csv");
}

TEST(a_byte_changed_in_an_unfinished_run_is_told)
{
    g_autoptr(Folder) folder = make_folder();
    const Shard half = {1, 2}; /* like a run that was stopped, with files that are as good */

    play(folder, half, false);
    for (char **field; (field = NEXT_ROW("a byte changed in an unfinished run is told")) != NULL;) {
        g_autofree char *good = read_file(folder, field[0]);
        g_autofree char *files = list_files(folder);
        g_autofree char *files_after = NULL;
        g_autofree char *after = NULL;
        g_autofree char *changed = NULL;
        g_autoptr(GError) error = NULL;
        flip(folder, field[0], strlen(good) - 1);
        changed = read_file(folder, field[0]);
        g_assert_false(run_part(folder, JOURNAL_RESUME, half, false, &error));
        assert_tells(error, field[0], "was changed");
        files_after = list_files(folder);
        after = read_file(folder, field[0]);
        g_assert_cmpstr(files_after, ==, files);
        g_assert_cmpstr(after, ==, changed);
        write_file(folder, field[0], good);
    }
    g_assert_true(run_part(folder, JOURNAL_RESUME, half, false, NULL));
}

#define LONG_SPEC TWO_RANDOM_PLAYERS "[experiment]\ngames=3000\n[rules]\nmax-plies=60\n"

static void keep_sentence(const char *sentence, void *data)
{
    g_free(*(char **)data);
    *(char **)data = g_strdup(sentence);
}

/* Plays half of a run with many checkpoints. *@out_notice: what it warned of. Owner: the caller. */
static bool play_half(const char *folder, JournalMode mode, char **out_notice, GError **error)
{
    g_autoptr(Spec) spec = spec_of(LONG_SPEC);
    g_auto(RunnerResult) result = {0};
    const RunnerOptions options = {
        .jobs = 1,
        .folder = folder,
        .mode = mode,
        .shard = {1, 2},
        .program = &TEST_PROGRAM,
        .checkpoint_ms = 1,
        .warn = keep_sentence,
        .warn_data = out_notice,
    };

    return runner_run(spec, &options, &result, error);
}

/* As after a disk that said too early that it had written. */
TEST(a_run_goes_on_from_the_checkpoint_before_if_the_last_one_is_no_good)
{
    static const char *const damaged[] = {"games.csv", "checkpoint"};
    g_autoptr(Folder) whole = make_folder(), folder = make_folder();
    g_autofree char *notice = NULL;
    g_autofree char *expected = NULL;

    g_assert_true(play_half(whole, JOURNAL_BEGIN, &notice, NULL));
    g_assert_null(notice);
    expected = read_file(whole, "games.csv");
    for (size_t i = 0; i < G_N_ELEMENTS(damaged); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *games = NULL, *data = NULL;
        gsize size;
        g_assert_true(play_half(folder, JOURNAL_FORCE, &notice, &error));
        read_bytes(folder, damaged[i], &data, &size);
        write_bytes(folder, damaged[i], data, size - 1);
        if (!play_half(folder, JOURNAL_RESUME, &notice, &error)) {
            g_test_message("%s: too fast for two checkpoints", error->message);
            continue;
        }
        g_assert_nonnull(notice);
        g_assert_nonnull(strstr(notice, damaged[i]));
        g_assert_nonnull(strstr(notice, "the run continues with game "));
        g_assert_nonnull(strstr(notice, "all later ones are played again"));
        games = read_file(folder, "games.csv");
        g_assert_cmpstr(games, ==, expected);
    }
}

/* The state that a kill leaves between "checkpoint" becoming "checkpoint.before" and
 * "checkpoint.new" becoming "checkpoint", here before the first game. */
TEST(a_run_killed_between_two_renames_goes_on)
{
    static const bool at_once = true;
    g_autoptr(Folder) whole = make_folder(), folder = make_folder();
    g_autofree char *last = g_build_filename(folder, "checkpoint", NULL);
    g_autofree char *before = g_build_filename(folder, "checkpoint.before", NULL);
    g_autofree char *notice = NULL, *games = NULL, *expected = NULL;
    g_autoptr(Spec) spec = spec_of(LONG_SPEC);
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};
    const RunnerOptions stopped = {
        .jobs = 1, .folder = folder, .shard = {1, 2}, .program = &TEST_PROGRAM, .stop = &at_once};

    g_assert_true(runner_run(spec, &stopped, &result, &error));
    g_assert_cmpuint(result.progress.done, ==, 0);
    g_assert_cmpint(g_rename(last, before), ==, 0);
    g_assert_true(play_half(folder, JOURNAL_RESUME, &notice, &error));
    g_assert_no_error(error);
    g_assert_null(notice);
    g_assert_true(play_half(whole, JOURNAL_BEGIN, &notice, NULL));
    games = read_file(folder, "games.csv");
    expected = read_file(whole, "games.csv");
    g_assert_cmpstr(games, ==, expected);
}

static void link_to(const char *target, const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    g_unlink(path);
    g_assert_cmpint(symlink(target, path), ==, 0);
}

TEST(what_a_symbolic_link_points_to_is_never_written)
{
    g_autoptr(Folder) folder = make_folder(), place = make_folder();
    g_autofree char *victim = g_build_filename(place, "victim", NULL);
    const Shard half = {1, 2};
    g_autoptr(GError) error = NULL;

    write_file(place, "victim", "mine");
    play(folder, half, false);
    for (char **field;
         (field = NEXT_ROW("what a symbolic link points to is never written")) != NULL;) {
        g_autofree char *text = NULL;
        g_autofree char *path = g_build_filename(folder, field[0], NULL);
        link_to(victim, folder, field[0]);
        g_assert_true(run_part(folder, JOURNAL_FORCE, (Shard){1, 1}, false, &error));
        g_assert_no_error(error);
        g_assert_false(g_file_test(path, G_FILE_TEST_IS_SYMLINK));
        text = read_file(place, "victim");
        g_assert_cmpstr(text, ==, "mine");
    }
    g_assert_true(run_part(folder, JOURNAL_FORCE, half, false, &error));
    {
        g_autofree char *games = read_file(folder, "games.csv");
        write_file(place, "victim", games);
    }
    link_to(victim, folder, "games.csv");
    g_assert_false(run_part(folder, JOURNAL_RESUME, half, false, &error));
    assert_tells(error, "games.csv", "it is a symbolic link");
}

/* What becomes of a file while a run is writing it. */
typedef void (*Deed)(const char *path);

static void remove_it(const char *path)
{
    g_unlink(path);
}

static void replace_it(const char *path)
{
    g_autofree char *data = NULL;
    gsize size;

    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    g_assert_true(g_file_set_contents(path, data, (gssize)size, NULL));
}

static void move_it(const char *path)
{
    g_autofree char *there = g_strconcat(path, ".old", NULL);

    g_rename(path, there);
}

static void truncate_it(const char *path)
{
    g_assert_cmpint(truncate(path, 3), ==, 0);
}

static void append_to_it(const char *path)
{
    FILE *file = fopen(path, "a");

    fputs("more\n", file);
    fclose(file);
}

static const struct {
    Deed deed;
    const char *words;
} DEEDS[] = {
    {remove_it, "was removed or replaced"},  {replace_it, "was removed or replaced"},
    {move_it, "was removed or replaced"},    {truncate_it, "another program wrote"},
    {append_to_it, "another program wrote"},
};

TEST(a_run_looks_whether_its_files_are_its_own)
{
    g_autoptr(Spec) spec = spec_of(SPEC);

    for (size_t i = 0; i < G_N_ELEMENTS(DEEDS); i++) {
        g_autoptr(Folder) folder = make_folder();
        g_autofree char *path = g_build_filename(folder, "games.csv", NULL);
        g_autoptr(Journal) journal = NULL;
        g_autoptr(GError) error = NULL;
        RunPoint point;
        g_assert_true(journal_open(spec, folder, JOURNAL_BEGIN, JOURNAL_WHOLE, &TEST_PROGRAM,
                                   &journal, &point, &error));
        g_assert_true(journal_checkpoint(journal, &point, &error));
        DEEDS[i].deed(path);
        g_assert_false(journal_checkpoint(journal, &point, &error));
        assert_tells(error, "games.csv", DEEDS[i].words);
        run_point_clear(&point);
    }
}

/* The second run must find its lock where it was. */
TEST(a_run_leaves_a_folder_that_is_another_s_now)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *lock = g_build_filename(folder, "lock", NULL);
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Journal) first = NULL, second = NULL;
    g_autoptr(GError) error = NULL;
    RunPoint point, other;

    g_assert_true(journal_open(spec, folder, JOURNAL_BEGIN, JOURNAL_WHOLE, &TEST_PROGRAM, &first,
                               &point, &error));
    g_unlink(lock);
    g_assert_true(journal_open(spec, folder, JOURNAL_FORCE, JOURNAL_WHOLE, &TEST_PROGRAM, &second,
                               &other, &error));
    g_assert_false(journal_checkpoint(first, &point, &error));
    assert_tells(error, "lock", "no longer belongs to this run");
    g_clear_pointer(&first, journal_free);
    g_clear_error(&error);
    g_assert_true(journal_checkpoint(second, &other, &error));
    run_point_clear(&point);
    run_point_clear(&other);
    g_clear_pointer(&second, journal_free);
}

static bool merge(const char *place, const char *folder, bool force, GError **error)
{
    const RunnerOptions options = {
        .folder = folder, .mode = force ? JOURNAL_FORCE : JOURNAL_BEGIN, .program = &TEST_PROGRAM};
    g_auto(RunnerResult) result = {0};
    g_autoptr(Spec) merged_spec = NULL;

    return merge_shards((const char *const[]){place, NULL}, &options, &merged_spec, &result, error);
}

/* Two shards in folders of @place. Owner: the caller, of the folder of the first one. */
static char *play_shards(const char *place)
{
    char *one = g_build_filename(place, "one", NULL);
    g_autofree char *two = g_build_filename(place, "two", NULL);

    play(one, (Shard){1, 2}, false);
    play(two, (Shard){2, 2}, false);
    return one;
}

TEST(a_byte_changed_in_a_shard_is_told_before_anything_is_written)
{
    g_autoptr(Folder) home = make_folder(), place = make_folder(),
                      merged = g_build_filename(home, "merged", NULL);
    G_GNUC_UNUSED g_autofree char *shard = play_shards(place);
    g_autoptr(GError) error = NULL;

    flip(shard, "games.csv", 200);
    g_assert_false(merge(place, merged, false, &error));
    assert_tells(error, "games.csv", "was changed");
    g_assert_false(g_file_test(merged, G_FILE_TEST_EXISTS));
    flip(shard, "games.csv", 200);
    g_assert_true(merge(place, merged, false, NULL));
    assert_finished_is_whole(merged);
}

/* A limit on the size of files is the fullest disk to be had everywhere. */
TEST(nothing_is_left_of_a_merge_that_fails)
{
    g_autoptr(Folder) home = make_folder(), place = make_folder(),
                      merged = g_build_filename(home, "merged", NULL);
    G_GNUC_UNUSED g_autofree char *shard = play_shards(place);
    g_autoptr(GError) error = NULL;
    struct rlimit before, small;

    signal(SIGXFSZ, SIG_IGN);
    g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &before), ==, 0);
    small = (struct rlimit){.rlim_cur = 8000, .rlim_max = before.rlim_max};
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &small), ==, 0);
    g_assert_false(merge(place, merged, false, &error));
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &before), ==, 0);
    assert_tells(error, "merged", g_strerror(EFBIG));
    g_assert_false(g_file_test(merged, G_FILE_TEST_EXISTS));
    g_assert_true(merge(place, merged, false, NULL));
    assert_finished_is_whole(merged);
}

/* One that was killed leaves a run that is unfinished, and is told what there is to do. */
TEST(a_merge_advises_no_resume)
{
    g_autoptr(Folder) merged = make_folder(), place = make_folder();
    G_GNUC_UNUSED g_autofree char *shard = play_shards(place);
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Journal) journal = NULL;
    g_autoptr(GError) error = NULL;
    RunPoint point;

    g_assert_true(journal_open(spec, merged, JOURNAL_BEGIN, JOURNAL_WHOLE, &TEST_PROGRAM, &journal,
                               &point, &error));
    run_point_clear(&point);
    g_clear_pointer(&journal, journal_free);
    g_assert_false(merge(place, merged, false, &error));
    assert_tells(error, "--force", "an unfinished run or merge");
    g_assert_null(strstr(error->message, "--resume"));
    g_assert_true(merge(place, merged, true, NULL));
    assert_finished_is_whole(merged);
}

TEST_CASES()
{
    g_test_add_data_func("/integrity/a-byte-changed-in-a-finished-run-is-told/plain", NULL,
                         test_a_byte_changed_in_a_finished_run_is_told);
    g_test_add_data_func("/integrity/a-byte-changed-in-a-finished-run-is-told/compressed", "gzip",
                         test_a_byte_changed_in_a_finished_run_is_told);
}

/* A list that run.json vouches for is still no reason to read files elsewhere, or to fail. */
TEST(a_list_of_files_that_no_run_writes_is_refused)
{
    g_autoptr(Folder) folder = make_folder();

    for (char **field;
         (field = NEXT_ROW("a list of files that no run writes is refused")) != NULL;) {
        const FileSum sum = file_sum_of(field[0], strlen(field[0]));
        const Provenance provenance = {.package_sha256 = (char *)sum.sha256};
        g_autoptr(GError) error = NULL;
        write_file(folder, "datapackage.json", field[0]);
        g_assert_null(integrity_list_finished(folder, &provenance, &error));
        g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    }
}
