/* What folders of ours hold, read back. */
#include "experiments/report/results.h"

#include <stddef.h>

#include "experiments/tools/error.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define GAMES \
    "[players]\nA=level:1\nB=level:3\nC=random\n[experiment]\ngames=21\n[rules]\nrepetition=off\n"
#define SUITES_HEAD "file,line,id,player,draws,share\n"

/* Plays @text into @folder. */
static void play_into(const char *folder, const char *text, RunnerResult *out_result)
{
    const RunnerOptions options = {.jobs = 1, .folder = folder, .program = &TEST_PROGRAM};
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(GError) error = NULL;

    g_assert_true(runner_run(spec, &options, out_result, &error));
    g_assert_no_error(error);
}

static Results *read_one(const char *folder, GError **error)
{
    return results_read((char *[]){(char *)folder, NULL}, NULL, error);
}

/* Reading @folder fails with a sentence that has @words in it. */
static void assert_refused(const char *folder, const char *words)
{
    g_autoptr(GError) error = NULL;

    g_assert_null(read_one(folder, &error));
    g_assert_nonnull(error);
    if (error != NULL && strstr(error->message, words) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", error->message, words);
}

#define RESULTS_SIZE (offsetof(PairingTotals, moves) - offsetof(PairingTotals, score))

TEST(a_run_is_read_as_it_was_played)
{
    g_autoptr(Folder) folder = make_folder();
    g_auto(RunnerResult) played = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(ResultsRun) run = NULL;

    play_into(folder, GAMES, &played);
    run = results_run_read(folder, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(run->folder, ==, folder);
    g_assert_cmpint(run->spec->pairing_count, ==, 3);
    for (int i = 0; i < 3; i++)
        g_assert_cmpmem(&run->totals->pairings[i].score.wins, RESULTS_SIZE,
                        &played.totals->pairings[i].score.wins, RESULTS_SIZE);
}

/* Leaves a run of @text in @folder that was killed after its first @games games: it has written
 * more than its last checkpoint calls good. */
static void leave_unfinished(const char *folder, const char *text, uint64_t games)
{
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(GError) error = NULL;
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    g_autoptr(GString) cut = g_string_new("9999,1,A");
    g_autoptr(Journal) journal = NULL;
    g_auto(RunPoint) point = {0};

    g_assert_true(journal_open(spec, folder, JOURNAL_BEGIN, JOURNAL_WHOLE, &TEST_PROGRAM, &journal,
                               &point, &error));
    for (; point.next_job <= games; point.next_job++) {
        g_assert_true(match_play(match, point.next_job, record));
        for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
            g_autoptr(GString) rows = g_string_new(NULL);
            if (!records_wants_file(spec, (RecordsFile)i))
                continue;
            records_append_game(spec, (RecordsFile)i, record, rows);
            g_assert_true(journal_append(journal, (RecordsFile)i, rows, &error));
        }
        totals_add(point.totals, record);
        forfeits_add(point.forfeits, record, spec->contest->sides);
    }
    g_assert_true(journal_checkpoint(journal, &point, &error));
    g_assert_true(journal_append(journal, RECORDS_GAMES, cut, &error));
    g_assert_true(journal_flush(journal, &error));
    g_assert_no_error(error);
}

static bool count_game(G_GNUC_UNUSED const CsvTable *row, gpointer data,
                       G_GNUC_UNUSED GError **error)
{
    ++*(int *)data;
    return true;
}

TEST(results_run_read_reads_as_much_of_an_unfinished_run_as_there_is)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *note = g_strdup_printf("'%s': unfinished, 8 of 63 games", folder);
    g_autoptr(ResultsRun) run = NULL;
    g_autoptr(GError) error = NULL;
    int games = 0;

    leave_unfinished(folder, GAMES, 8);
    run = results_run_read(folder, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpint(pairing_totals_games(&run->totals->pairings[0]), ==, 4); /* two rounds */
    g_assert_cmpint(pairing_totals_games(&run->totals->pairings[2]), ==, 2); /* only one */
    g_assert_true(results_each_game(run, count_game, &games, &error));
    g_assert_cmpint(games, ==, 8);
    results_add_notes(run, notes);
    g_assert_cmpuint(notes->len, ==, 1);
    g_assert_cmpstr(notes->pdata[0], ==, note);
}

TEST(results_run_read_refuses_a_run_without_a_game_and_a_shard)
{
    g_autoptr(Folder) empty = make_folder(), shard = make_folder();
    g_autoptr(Spec) spec = spec_of(GAMES);
    const RunnerOptions options = {
        .jobs = 1, .folder = shard, .program = &TEST_PROGRAM, .shard = {2, 3}};
    g_auto(RunnerResult) result = {0};

    leave_unfinished(empty, GAMES, 0);
    assert_refused(empty, "has no finished games yet");
    g_assert_true(runner_run(spec, &options, &result, NULL));
    assert_refused(shard, "contains shard 2/3 of a run: merge the shards");
}

TEST(results_need_no_table)
{
    g_autoptr(Folder) folder = make_folder();
    g_auto(RunnerResult) played = {0};
    g_autoptr(ResultsRun) run = NULL;

    play_into(folder, GAMES "[record]\npairings=off\ngames=off\n", &played);
    run = results_run_read(folder, NULL, NULL);
    g_assert_nonnull(run);
}

TEST(results_that_contradict_themselves_are_refused)
{
    g_autoptr(Folder) folder = make_folder();
    g_auto(RunnerResult) played = {0};
    g_autofree char *text = NULL;

    play_into(folder, GAMES, &played);
    text = read_file(folder, "run.json");
    for (char **field;
         (field = NEXT_ROW("results that contradict themselves are refused")) != NULL;) {
        bend_run(folder, text, field[0], field[1]);
        assert_refused(folder, "run.json' was not written by a run");
    }
}

TEST(a_run_that_knew_fewer_ends_of_games_is_read)
{
    g_autoptr(Folder) folder = make_folder();
    g_auto(RunnerResult) played = {0};
    g_autofree char *text = NULL;
    g_autoptr(ResultsRun) run = NULL;
    g_autoptr(GError) error = NULL;

    play_into(folder, GAMES, &played);
    text = read_file(folder, "run.json");
    bend_run(folder, text, ",\n        \"king-capture\" : 0", "");
    run = results_run_read(folder, NULL, &error);
    g_assert_no_error(error);
}

TEST(answers_are_added_up_by_suite_and_player)
{
    static const struct {
        const char *file, *player;
        int64_t positions, decisions, solved;
    } expected[] = {
        {"a.epd", "level:1", 2, 16, 9},
        {"a.epd", "level:2,even-trade=on", 1, 8, 0},
        {"b.epd", "level:1", 1, 3, 1},
        {"b.epd", "level:1", 1, 3, 2},            /* the same file once more */
        {"c.epd", "level:1", 1, 1000000, 125000}, /* an exact share */
    };
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GError) error = NULL;
    g_autoptr(Results) results = NULL;

    write_file(folder, "suites.csv",
               SUITES_HEAD "a.epd,1,one,level:1,8,1.000000\n"
                           "a.epd,4,\"two, three\",level:1,8,0.125000\n"
                           "a.epd,1,one,\"level:2,even-trade=on\",8,0.000000\n"
                           "b.epd,7,,level:1,3,0.333333\n"
                           "b.epd,7,,level:1,3,0.666667\n"
                           "c.epd,2,,level:1,0,0.125000\n");
    results = read_one(folder, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(results->runs->len, ==, 0);
    g_assert_cmpuint(results->suites->len, ==, G_N_ELEMENTS(expected));
    for (guint i = 0; i < MIN(results->suites->len, G_N_ELEMENTS(expected)); i++) {
        const ResultsSuite *suite = results->suites->pdata[i];
        g_assert_cmpstr(suite->file, ==, expected[i].file);
        g_assert_cmpstr(suite->player, ==, expected[i].player);
        g_assert_cmpint(suite->positions, ==, expected[i].positions);
        g_assert_cmpint(suite->decisions, ==, expected[i].decisions);
        g_assert_cmpint(suite->solved, ==, expected[i].solved);
    }
}

TEST(answers_that_cannot_be_are_refused)
{
    g_autoptr(Folder) folder = make_folder();

    for (char **field; (field = NEXT_ROW("answers that cannot be are refused")) != NULL;) {
        write_file(folder, "suites.csv", field[0]);
        assert_refused(folder, field[1]);
    }
}

TEST(folders_are_read_in_their_order_and_may_hold_both)
{
    g_autoptr(Folder) both = make_folder(), other = make_folder();
    g_auto(RunnerResult) played = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(Results) results = NULL;

    play_into(both, GAMES, &played);
    write_file(both, "suites.csv", SUITES_HEAD "a.epd,1,,level:1,1,1\n");
    write_file(other, "suites.csv", SUITES_HEAD "b.epd,1,,level:1,1,1\n");
    results = results_read((char *[]){other, both, NULL}, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(results->runs->len, ==, 1);
    g_assert_cmpuint(results->suites->len, ==, 2);
    g_assert_cmpstr(((ResultsSuite *)results->suites->pdata[0])->file, ==, "b.epd");
    g_assert_cmpstr(((ResultsSuite *)results->suites->pdata[1])->folder, ==, both);
}

TEST(a_folder_with_neither_is_refused)
{
    g_autoptr(Folder) folder = make_folder();

    assert_refused(folder, folder);
    assert_refused("no-such-folder", "there is no folder 'no-such-folder'");
    write_file(folder, "run.json", "{}");
    assert_refused(folder, "run.json' was not written by a run");
}
