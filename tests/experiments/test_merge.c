#include "experiments/run/merge.h"

#include "experiments/run/checkpoint.h"
#include "experiments/spec/schedule.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "tests/run_support.h"
#include "tests/test.h"

/* An odd number of games, openings shared by two, and players that reason. */
#define SPEC                                                                    \
    "[players]\nL5=level:5\nL2=level:2\nchance=random\n[experiment]\ngames=7\n" \
    "[openings]\nrandom-plies=3\n[rules]\nmax-plies=80\n[record]\nmaterial=on\nevents=on\n"

#define OTHER_SEED                                                                                 \
    "[players]\nL5=level:5\nL2=level:2\nchance=random\n[rules]\nmax-plies=80\n[openings]\nrandom-" \
    "plies=3\n"                                                                                    \
    "[record]\nmaterial=on\nevents=on\n[experiment]\ngames=7\nseed=2\n"

#define SPEC_IN_TIME                                                                            \
    "[players]\nH=async-random\nA=async-random:pause_ms=300\n[experiment]\ngame=async\nformat=" \
    "gauntlet\nhero=H\ngames=7\n"                                                               \
    "[factors]\nasync.ms-per-space=500;1000\nplayer.pause_ms=400;900\n"                         \
    "[record]\nmaterial=on\n"

/* Plays part @number of @count into PLACE/NUMBER. */
static void play_shard(const char *text, const char *place, uint64_t number, uint64_t count,
                       int jobs)
{
    g_autofree char *name = g_strdup_printf("shard-%d", (int)number);
    g_autofree char *folder = g_build_filename(place, name, NULL);
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};
    const RunnerOptions options = {
        .shard = {number, count},
        .jobs = jobs,
        .folder = folder,
        .mode = JOURNAL_RESUME,
        .program = &TEST_PROGRAM,
    };

    runner_run(spec, &options, &result, &error);
    g_assert_no_error(error);
    g_assert_cmpint(result.end, ==, RUNNER_DONE);
}

static void play_whole(const char *text, const char *folder)
{
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};
    const RunnerOptions options = {.jobs = 2, .folder = folder, .program = &TEST_PROGRAM};

    runner_run(spec, &options, &result, &error);
    g_assert_no_error(error);
}

static bool merge(const char *const *paths, const char *folder, GError **error)
{
    const RunnerOptions options = {.folder = folder, .program = &TEST_PROGRAM};
    g_auto(RunnerResult) result = {0};
    g_autoptr(Spec) merged_spec = NULL;

    return merge_shards(paths, &options, &merged_spec, &result, error);
}

TEST(shards_are_all_jobs_each_once)
{
    static const char *const games[] = {"1", "2", "7", "10"};

    for (size_t i = 0; i < G_N_ELEMENTS(games); i++) {
        g_autofree char *text = g_strconcat(
            "[players]\nA=random\nB=random\nC=random\n[experiment]\ngames=", games[i], "\n", NULL);
        g_autoptr(Spec) spec = spec_of(text);
        for (uint64_t count = 1; count < 20; count++) {
            uint64_t next = 1;
            for (uint64_t number = 1; number <= count; number++) {
                const JobRange range = schedule_shard(spec, (Shard){number, count});
                g_assert_cmpuint(range.first, ==, next);
                g_assert_cmpuint(range.last + 1, >=, range.first);
                if (range.first <= schedule_count(spec))
                    g_assert_cmpuint(schedule_job(spec, range.first).game % 2, ==, 1);
                next = range.last + 1;
            }
            g_assert_cmpuint(next, ==, schedule_count(spec) + 1);
        }
    }
}

static void test_merged_shards_are_the_run_that_was_not_parted(gconstpointer text)
{
    static const uint64_t counts[] = {2, 3, 8, 30};
    g_autoptr(Folder) whole = make_folder();

    play_whole(text, whole);
    for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
        g_autoptr(Folder) place = make_folder(), merged = make_folder();
        g_autoptr(GError) error = NULL;
        for (uint64_t number = counts[i]; number >= 1; number--)
            play_shard(text, place, number, counts[i], 1 + (int)number % 3);
        g_assert_true(merge((const char *const[]){place, NULL}, merged, &error));
        g_assert_no_error(error);
        assert_same_files(whole, merged);
    }
}

static void assert_refused(const char *const *paths, const char *pattern)
{
    g_autoptr(Folder) place = make_folder();
    g_autofree char *merged = g_build_filename(place, "merged", NULL);
    g_autoptr(GError) error = NULL;

    g_assert_false(merge(paths, merged, &error));
    if (error == NULL || !g_pattern_match_simple(pattern, error->message))
        g_test_fail_printf("'%s' instead of '%s'", error != NULL ? error->message : "", pattern);
    g_assert_false(g_file_test(merged, G_FILE_TEST_EXISTS));
}

/* The folder of a shard in @place. Owner: the caller. */
static char *shard_of(const char *place, int number)
{
    g_autofree char *name = g_strdup_printf("shard-%d", number);

    return g_build_filename(place, name, NULL);
}

TEST(a_gap_and_a_double_are_named)
{
    g_autoptr(Folder) place = make_folder();
    g_autofree char *one = shard_of(place, 1);
    g_autofree char *two = shard_of(place, 2);
    g_autofree char *three = shard_of(place, 3);

    for (uint64_t number = 1; number <= 3; number++)
        play_shard(SPEC, place, number, 3, 1);
    assert_refused((const char *const[]){two, three, NULL}, "shard 1/3 is missing");
    assert_refused((const char *const[]){one, three, NULL}, "shard 2/3 is missing");
    assert_refused((const char *const[]){one, two, NULL}, "shard 3/3 is missing");
    assert_refused((const char *const[]){place, two, NULL}, "shard 2/3 is present twice: * and *");
}

TEST(shards_of_different_runs_are_named)
{
    g_autoptr(Folder) place = make_folder(), other = make_folder(), parted = make_folder();

    play_shard(SPEC, place, 1, 2, 1);
    play_shard(OTHER_SEED, other, 2, 2, 1);
    play_shard(SPEC, parted, 2, 3, 1);
    assert_refused(
        (const char *const[]){place, other, NULL},
        "* and * belong to different experiments: *experiment* seed is '2' in *, but '1' in *");
    assert_refused((const char *const[]){place, parted, NULL},
                   "*shard-2' is one of 3 shards, but *shard-1' is one of 2");
}

TEST(what_is_no_shard_is_named)
{
    g_autoptr(Folder) place = make_folder();

    assert_refused((const char *const[]){place, NULL}, "* contains no shard of a run");
    write_file(place, "games.csv", "mine\n");
    assert_refused((const char *const[]){place, NULL}, "* contains no shard of a run");
    assert_refused((const char *const[]){"/no/such/folder", NULL}, "*/no/such/folder*");
}

typedef void (*Bend)(Checkpoint *checkpoint);

static void bend_shard(Checkpoint *checkpoint)
{
    checkpoint->shard.number = 0;
}

static void bend_shard_count(Checkpoint *checkpoint)
{
    checkpoint->shard.count = 0;
}

static void bend_next_job(Checkpoint *checkpoint)
{
    checkpoint->point.next_job = 1000;
}

static void bend_identity(Checkpoint *checkpoint)
{
    checkpoint->identity[0] ^= 1;
}

/* Totals of no games. */
static void bend_totals(Checkpoint *checkpoint, int pairings)
{
    const Contest *contest = checkpoint->point.totals->contest;

    totals_free(checkpoint->point.totals);
    checkpoint->point.totals = totals_new(contest, pairings);
}

static void bend_games(Checkpoint *checkpoint)
{
    bend_totals(checkpoint, checkpoint->point.totals->parts);
}

static void bend_pairings(Checkpoint *checkpoint)
{
    bend_totals(checkpoint, 1);
}

static void bend_players(Checkpoint *checkpoint)
{
    forfeits_free(checkpoint->point.forfeits);
    checkpoint->point.forfeits = forfeits_new(1);
}

static void bend_forfeits(Checkpoint *checkpoint)
{
    checkpoint->point.forfeits->of[0].games.count = 1000;
    checkpoint->point.forfeits->of[0].played = 1000;
    checkpoint->point.forfeits->of[0].games.first_game = 1;
}

static void bend_first_forfeit(Checkpoint *checkpoint)
{
    checkpoint->point.forfeits->of[0].games.count = 1;
    checkpoint->point.forfeits->of[0].games.first_game = 1000;
}

static void bend_file(Checkpoint *checkpoint)
{
    ((SummedFile *)checkpoint->files->pdata[0])->sum.bytes = 1;
}

/* All have a right checksum. */
TEST(merge_refuses_a_checkpoint_with_numbers_that_no_run_stores)
{
    static const struct {
        Bend bend;
        const char *pattern;
    } cases[] = {
        {bend_shard, "*damaged, or is not a checkpoint of this program"},
        {bend_shard_count, "*damaged, or is not a checkpoint of this program"},
        {bend_next_job, "the games played in the checkpoint of *shard-1' do not match the spec"},
        {bend_identity, "the identity in the checkpoint of *shard-1' is not that of its spec"},
        {bend_games, "the results in the checkpoint of *shard-1' do not match the spec"},
        {bend_pairings, "the results in the checkpoint of *"},
        {bend_players, "the forfeits in the checkpoint of *"},
        {bend_forfeits, "the forfeits in the checkpoint of *"},
        {bend_first_forfeit, "the forfeits in the checkpoint of *"},
        {bend_file, "the files in the checkpoint of *"},
    };
    g_autoptr(Folder) place = make_folder();
    g_autofree char *one = shard_of(place, 1);
    g_autofree char *file = g_build_filename(one, FOLDER_CHECKPOINT, NULL);
    g_autofree char *before = g_build_filename(one, FOLDER_CHECKPOINT_BEFORE, NULL);

    play_shard(SPEC, place, 1, 2, 1);
    play_shard(SPEC, place, 2, 2, 1);
    g_unlink(before); /* else merge() reads it in place of one that cannot be read */
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(Checkpoint) good = resume_read_checkpoint(one, &error);
        g_autoptr(Checkpoint) bent = resume_read_checkpoint(one, NULL);
        g_autoptr(GBytes) stored = checkpoint_store(good), other = NULL;
        cases[i].bend(bent);
        other = checkpoint_store(bent);
        g_assert_true(g_file_set_contents(file, g_bytes_get_data(other, NULL),
                                          (gssize)g_bytes_get_size(other), NULL));
        assert_refused((const char *const[]){place, NULL}, cases[i].pattern);
        g_assert_true(g_file_set_contents(file, g_bytes_get_data(stored, NULL),
                                          (gssize)g_bytes_get_size(stored), NULL));
    }
}

TEST(an_unfinished_shard_is_named_and_can_be_finished)
{
    static const char text[] = "[players]\nA=random\nB=random\n[experiment]\ngames=40\n"
                               "[record]\npgn=off\n";
    g_autoptr(Folder) place = make_folder();
    g_autofree char *folder = shard_of(place, 1);
    g_autoptr(Folder) merged = make_folder();
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};
    const bool stop = true;
    const RunnerOptions options = {
        .shard = {1, 2},
        .jobs = 1,
        .folder = folder,
        .program = &TEST_PROGRAM,
        .stop = &stop,
    };
    int lock;

    g_assert_true(runner_run(spec, &options, &result, &error));
    g_assert_cmpint(result.end, ==, RUNNER_STOPPED);
    g_assert_cmpuint(result.progress.total, ==, 20);
    play_shard(text, place, 2, 2, 1);
    lock = folder_lock(folder, NULL);
    assert_refused((const char *const[]){place, NULL}, "a run is still using *shard-1': *");
    folder_unlock(folder, lock);
    assert_refused((const char *const[]){place, NULL},
                   "*shard-1' is unfinished: repeat its command with --resume*");
    play_shard(text, place, 1, 2, 2);
    g_assert_true(merge((const char *const[]){place, NULL}, merged, &error));
    g_assert_no_error(error);
}

/* The test is decided in the third of five parts. */
TEST(a_sequential_test_ends_where_one_piece_would_have)
{
    static const char text[] = "[players]\nA=level:4\nB=level:1\n[experiment]\nformat=sprt\n"
                               "games=200\n[sprt]\nelo1=60\n[rules]\nmax-plies=160\n";
    g_autoptr(Folder) place = make_folder(), whole = make_folder(), merged = make_folder();
    g_autoptr(GError) error = NULL;
    g_autofree char *run = NULL;

    for (uint64_t number = 1; number <= 5; number++)
        play_shard(text, place, number, 5, 1);
    play_whole(text, whole);
    g_assert_true(merge((const char *const[]){place, NULL}, merged, &error));
    g_assert_no_error(error);
    assert_same_files(whole, merged);
    run = read_file(merged, "run.json");
    g_assert_nonnull(strstr(run, "\"decision\" : \"accept-h1\""));
    g_assert_null(strstr(run, "\"games\" : 200,\n"));
}

TEST(a_folder_holds_one_shard)
{
    g_autoptr(Folder) place = make_folder();
    g_autofree char *folder = shard_of(place, 1);
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};
    const RunnerOptions options = {
        .shard = {2, 3},
        .jobs = 1,
        .folder = folder,
        .mode = JOURNAL_RESUME,
        .program = &TEST_PROGRAM,
    };

    play_shard(SPEC, place, 1, 3, 1);
    g_assert_false(runner_run(spec, &options, &result, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    g_assert_nonnull(strstr(error->message, " contains another part of the run: shard 1/3"));
}

TEST_CASES()
{
    g_test_add_data_func("/merge/merged-shards-are-the-run-that-was-not-parted/chess", SPEC,
                         test_merged_shards_are_the_run_that_was_not_parted);
    g_test_add_data_func("/merge/merged-shards-are-the-run-that-was-not-parted/in-time",
                         SPEC_IN_TIME, test_merged_shards_are_the_run_that_was_not_parted);
}
