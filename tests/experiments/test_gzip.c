/* Runs whose grown files are compressed: what is in them, and what a kill in between leaves. */
#include "experiments/tools/gzip.h"

#include "experiments/run/conversation.h"
#include "experiments/run/merge.h"
#include "experiments/tools/error.h"
#include "experiments/tools/text_file.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define SPEC                                                            \
    TWO_RANDOM_PLAYERS "[experiment]\ngames=9\n[rules]\nmax-plies=60\n" \
                       "[record]\nmaterial=on\nevents=on\n"

#define GROWN "events.csv", "games.csv", "games.pgn", "material.csv"

static void run_spec(const char *folder, JournalMode mode, bool gzip, RunnerEnd end)
{
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};
    const RunnerOptions options = {
        .jobs = 2,
        .folder = folder,
        .mode = mode,
        .gzip = gzip,
        .program = &TEST_PROGRAM,
    };

    runner_run(spec, &options, &result, &error);
    g_assert_no_error(error);
    g_assert_cmpint(result.end, ==, end);
}

/* What gzip_open() finds. Owner: the caller. */
static char *read_stream(const char *folder, const char *name, GError **error)
{
    g_autoptr(GInputStream) from = gzip_open(folder, name, error);
    g_autoptr(GOutputStream) to = g_memory_output_stream_new_resizable();

    if (from == NULL ||
        g_output_stream_splice(to, from, G_OUTPUT_STREAM_SPLICE_NONE, NULL, error) < 0 ||
        g_output_stream_write(to, "", 1, NULL, error) != 1 ||
        !g_output_stream_close(to, NULL, error))
        return NULL;
    return g_memory_output_stream_steal_data(G_MEMORY_OUTPUT_STREAM(to));
}

/* @folder holds the compressed run of which @plain holds the other one. */
static void assert_is_compressed(const char *folder, const char *plain)
{
    static const char *const grown[] = {GROWN};
    g_autofree char *files = list_files(folder);

    g_assert_cmpstr(
        files, ==,
        "datapackage.json events.csv.gz events_per_game.csv games.csv.gz games.pgn.gz "
        "material.csv.gz material_mean.csv move_attacks.csv pairings.csv requests.csv run.json "
        "threats.csv totals");
    for (size_t i = 0; i < G_N_ELEMENTS(grown); i++) {
        g_autofree char *expected = read_file(plain, grown[i]);
        g_autofree char *text = read_stream(folder, grown[i], NULL);
        g_assert_cmpstr(text, ==, expected);
    }
}

TEST(compressed_files_hold_what_plain_ones_would)
{
    g_autoptr(Folder) plain = make_folder(), folder = make_folder();

    run_spec(plain, JOURNAL_BEGIN, false, RUNNER_DONE);
    run_spec(folder, JOURNAL_BEGIN, true, RUNNER_DONE);
    assert_is_compressed(folder, plain);
}

/* The header of RFC 1952, section 2.3: flags in byte 3, the time in bytes 4 to 7. */
TEST(compressed_files_hold_no_time_and_no_name)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "games.csv.gz", NULL);
    g_autofree char *data = NULL;
    gsize size = 0;

    run_spec(folder, JOURNAL_BEGIN, true, RUNNER_DONE);
    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    g_assert_cmpuint(size, >, 10);
    g_assert_cmpmem(data, 8, "\x1f\x8b\x08\0\0\0\0\0", 8);
}

/* All states between the last game and the end, in which a kill may leave the folder. */
TEST(a_kill_while_compressing_costs_nothing)
{
    static const char *const grown[] = {GROWN};
    g_autoptr(Folder) plain = make_folder();

    run_spec(plain, JOURNAL_BEGIN, false, RUNNER_DONE);
    for (size_t removed = 0; removed < G_N_ELEMENTS(grown); removed++) {
        g_autoptr(Folder) folder = make_folder();
        run_spec(folder, JOURNAL_BEGIN, true, RUNNER_DONE);
        for (size_t i = removed; i < G_N_ELEMENTS(grown); i++) {
            g_autofree char *text = read_file(plain, grown[i]);
            write_file(folder, grown[i], text);
        }
        write_file(folder, "games.pgn.gz.new", "half of");
        run_spec(folder, JOURNAL_RESUME, true, RUNNER_WAS_DONE);
        assert_is_compressed(folder, plain);
    }
}

TEST(a_run_killed_before_run_json_is_compressed_by_the_next)
{
    g_autoptr(Folder) plain = make_folder(), folder = make_folder();
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Journal) journal = NULL;
    g_autoptr(GError) error = NULL;
    RunPoint point;

    run_spec(plain, JOURNAL_BEGIN, false, RUNNER_DONE);
    g_assert_true(journal_open(spec, folder, JOURNAL_BEGIN, JOURNAL_WHOLE, &TEST_PROGRAM, &journal,
                               &point, &error));
    run_point_clear(&point);
    g_clear_pointer(&journal, journal_free);
    write_file(folder, "games.csv.gz", "of another run");
    write_file(folder, "events.csv.gz.new", "half of");
    run_spec(folder, JOURNAL_RESUME, true, RUNNER_DONE);
    assert_is_compressed(folder, plain);
}

TEST(a_run_that_starts_anew_leaves_no_compressed_file)
{
    g_autoptr(Folder) plain = make_folder(), folder = make_folder();

    run_spec(plain, JOURNAL_BEGIN, false, RUNNER_DONE);
    run_spec(folder, JOURNAL_BEGIN, true, RUNNER_DONE);
    run_spec(folder, JOURNAL_FORCE, false, RUNNER_DONE);
    assert_same_files(plain, folder);
}

TEST(what_cannot_be_compressed_is_named_and_the_run_stays)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *blocked = g_build_filename(folder, "games.csv.gz.new", NULL);
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};
    RunnerOptions options = {.jobs = 1, .folder = folder, .gzip = true, .program = &TEST_PROGRAM};
    g_autoptr(Journal) journal = NULL;
    RunPoint point;

    g_assert_true(journal_open(spec, folder, JOURNAL_BEGIN, JOURNAL_WHOLE, &TEST_PROGRAM, &journal,
                               &point, NULL));
    run_point_clear(&point);
    g_clear_pointer(&journal, journal_free);
    g_mkdir(blocked, 0777);
    options.mode = JOURNAL_RESUME;
    g_assert_false(runner_run(spec, &options, &result, &error));
    g_assert_nonnull(strstr(error->message, "/games.csv': "));
    g_assert_nonnull(strstr(error->message, "games.csv.gz.new"));
    g_rmdir(blocked);
    run_spec(folder, JOURNAL_RESUME, true, RUNNER_DONE);
}

TEST(rows_are_found_in_a_compressed_file)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    g_autofree char *row = NULL;
    g_auto(RunRows) rows = {0};

    run_spec(folder, JOURNAL_BEGIN, true, RUNNER_DONE);
    rows = run_rows_open(folder, G_MAXINT64);
    match_play(match, 3, record);
    g_assert_true(run_rows_find(&rows, spec, record, &row));
    g_assert_null(row);
    match_play(match, 7, record);
    record->job.number = 8;
    g_assert_true(run_rows_find(&rows, spec, record, &row));
    g_assert_true(row != NULL && g_str_has_prefix(row, "8,"));
    g_clear_pointer(&row, g_free);
    record->job.number = 7;
    g_assert_false(run_rows_find(&rows, spec, record, &row));
}

TEST(a_damaged_file_is_an_error)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;

    write_file(folder, "games.csv.gz", "no gzip at all");
    text = read_stream(folder, "games.csv", &error);
    g_assert_null(text);
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

/* Members of all sizes, so that they end anywhere in the blocks that are read; an empty one is what
 * bgzip ends a file with. What follows the last member is damage. */
TEST(gzip_open_reads_all_members)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "all.gz", NULL);
    g_autoptr(GString) expected = g_string_new(NULL), bytes = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL, *spoilt = NULL;
    Random random = random_for_job(1, 1);

    for (int i = 0; i < 300; i++) {
        g_autofree char *name = g_strdup_printf("%d", i);
        g_autofree char *zipped = g_strdup_printf("%s/%d.gz", folder, i);
        g_autofree char *member = NULL;
        const size_t begin = expected->len;
        gsize size;
        for (uint32_t left = i % 7 == 0 ? 0 : 1 + random_below(&random, 200); left > 0; left--)
            g_string_append_c(expected, (char)('!' + random_below(&random, 90)));
        write_file(folder, name, expected->str + begin);
        g_assert_true(gzip_file(folder, name, &error));
        g_assert_true(g_file_get_contents(zipped, &member, &size, NULL));
        g_string_append_len(bytes, member, (gssize)size);
    }
    g_assert_true(g_file_set_contents(path, bytes->str, (gssize)bytes->len, NULL));
    text = read_stream(folder, "all", &error);
    g_assert_no_error(error);
    g_assert_true(g_str_equal(text, expected->str));
    g_string_append(bytes, "and so on");
    g_assert_true(g_file_set_contents(path, bytes->str, (gssize)bytes->len, NULL));
    spoilt = read_stream(folder, "all", &error);
    g_assert_null(spoilt);
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

TEST(merged_shards_are_compressed_too)
{
    g_autoptr(Folder) plain = make_folder(), parts = make_folder(), folder = make_folder();
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) merged = {0};
    g_autoptr(Spec) merged_spec = NULL;
    const RunnerOptions options = {.folder = folder, .gzip = true, .program = &TEST_PROGRAM};

    for (uint64_t i = 1; i <= 2; i++) {
        g_autofree char *name = g_strdup_printf("%d", (int)i);
        g_autofree char *part = g_build_filename(parts, name, NULL);
        g_auto(RunnerResult) result = {0};
        const RunnerOptions shard = {
            .jobs = 1, .shard = {i, 2}, .folder = part, .program = &TEST_PROGRAM};
        g_assert_true(runner_run(spec, &shard, &result, &error));
    }
    run_spec(plain, JOURNAL_BEGIN, false, RUNNER_DONE);
    g_assert_true(
        merge_shards((const char *const[]){parts, NULL}, &options, &merged_spec, &merged, &error));
    assert_is_compressed(folder, plain);
}

/* Lines of 1 and @most - 1 bytes, and one of @most. */
static LineReader *read_lines_of(size_t most)
{
    g_autoptr(GString) text = g_string_new("1\n");
    g_autoptr(GInputStream) stream = NULL;

    for (size_t i = 0; i < most - 1; i++)
        g_string_append_c(text, 'x');
    g_string_append_c(text, '\n');
    for (size_t i = 0; i < most; i++)
        g_string_append_c(text, 'y');
    stream =
        g_memory_input_stream_new_from_data(g_memdup2(text->str, text->len), text->len, g_free);
    return line_reader_new(stream, "it");
}

TEST(lines_of_any_length_are_read)
{
    static const size_t most[] = {2, 1000, 65535, 65536, 65537, 200000, LINE_READER_MOST};

    for (size_t i = 0; i < G_N_ELEMENTS(most); i++) {
        g_autoptr(LineReader) lines = read_lines_of(most[i]);
        g_autoptr(GError) error = NULL;
        size_t length;
        g_assert_cmpstr(line_reader_next(lines, &length, &error), ==, "1");
        g_assert_cmpuint(length, ==, 1);
        g_assert_nonnull(line_reader_next(lines, &length, &error));
        g_assert_cmpuint(length, ==, most[i] - 1);
        g_assert_nonnull(line_reader_next(lines, &length, &error));
        g_assert_cmpuint(length, ==, most[i]);
        g_assert_null(line_reader_next(lines, &length, &error));
        g_assert_no_error(error);
    }
}

/* Four megabytes of zeros are as long as the longest line four times; a device of zeros has no
 * end. */
TEST(zeros_without_end_are_refused)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "zeros.gz", NULL);
    g_autofree char *zeros = g_malloc0(4 << 20);
    g_autoptr(GFile) file = g_file_new_build_filename(folder, "zeros", NULL);
    g_autoptr(GError) error = NULL, fault = NULL;
    g_autoptr(GInputStream) stream = NULL;
    g_autoptr(LineReader) lines = NULL;
    size_t length;

    g_assert_true(g_file_replace_contents(file, zeros, 4 << 20, NULL, FALSE, G_FILE_CREATE_NONE,
                                          NULL, NULL, &error));
    g_assert_true(gzip_file(folder, "zeros", &error));
    stream = gzip_open_path(path, &error);
    g_assert_no_error(error);
    lines = line_reader_new(stream, "zeros.gz");
    g_assert_null(line_reader_next(lines, NULL, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    g_assert_cmpstr(error->message, ==, "zeros.gz:1: the line is longer than 1048576 bytes");
    g_assert_null(text_file_unpack(path, 100000, &length, &fault));
    g_assert_true(g_str_has_suffix(fault->message, "is larger than the limit of 100000 bytes"));
    g_clear_error(&fault);
    g_assert_null(text_file_read("/dev/zero", NULL, &fault));
    g_assert_cmpstr(fault->message, ==,
                    "cannot read '/dev/zero': it is a device or a socket, not a file");
}
