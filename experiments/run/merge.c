#include "experiments/run/merge.h"

#include <string.h>

#include "board/game.h"
#include "experiments/run/integrity.h"
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"

#define COPY_SIZE (256 * 1024)

static bool add_part(GPtrArray *parts, const char *path, GError **error)
{
    Checkpoint *part;

    if (folder_is_locked(path))
        return experiments_fail(error, "a run is still using '%s': wait until it ends, then merge",
                                path);
    part = resume_read_checkpoint(path, error);
    if (part != NULL)
        g_ptr_array_add(parts, part);
    return part != NULL;
}

static bool add_parts(GPtrArray *parts, const char *path, GError **error)
{
    const guint before = parts->len;
    g_autoptr(GPtrArray) folders = NULL;
    FolderState state;

    if (!folder_check(path, error) || !folder_inspect(path, &state, error))
        return false;
    if (state == FOLDER_UNFINISHED)
        return add_part(parts, path, error);
    folders = folder_list(path, error);
    if (folders == NULL)
        return false;
    for (guint i = 0; i < folders->len; i++) {
        if (!folder_inspect(folders->pdata[i], &state, error))
            return false;
        if (state == FOLDER_UNFINISHED && !add_part(parts, folders->pdata[i], error))
            return false;
    }
    return parts->len > before || experiments_fail(error, "'%s' contains no shard of a run", path);
}

static int compare_numbers(gconstpointer a, gconstpointer b)
{
    const Checkpoint *first = *(Checkpoint *const *)a, *second = *(Checkpoint *const *)b;

    return (first->shard.number > second->shard.number) -
           (first->shard.number < second->shard.number);
}

/* The checkpoints of all shards, sorted. */
static GPtrArray *read_parts(const char *const *paths, GError **error)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func((GDestroyNotify)checkpoint_free);

    for (int i = 0; paths[i] != NULL; i++)
        if (!add_parts(parts, paths[i], error))
            return NULL;
    g_ptr_array_sort(parts, compare_numbers);
    return g_steal_pointer(&parts);
}

/* Checks that @part is of the same run as the first one. */
static bool check_same_run(const Checkpoint *first, const Checkpoint *part, GError **error)
{
    g_autofree char *difference = NULL;

    if (!g_str_equal(first->identity, part->identity)) {
        difference = spec_text_difference(part->resolved, part->path, first->resolved, first->path,
                                          SPEC_TEXT_ALL);
        return experiments_fail(error, "'%s' and '%s' belong to different experiments: %s",
                                part->path, first->path,
                                difference != NULL ? difference : "their identities differ");
    }
    if (!g_str_equal(first->program, part->program))
        return experiments_fail(
            error,
            "'%s' was played by %s, but '%s' by %s: all shards must be played by the same program",
            part->path, part->program, first->path, first->program);
    return first->shard.count == part->shard.count ||
           experiments_fail(error,
                            "'%s' is one of %" G_GUINT64_FORMAT
                            " shards, but '%s' is one of %" G_GUINT64_FORMAT,
                            part->path, part->shard.count, first->path, first->shard.count);
}

static bool check_finished(const Spec *spec, const Checkpoint *part, GError **error)
{
    return part->point.next_job == schedule_shard(spec, part->shard).last + 1 ||
           experiments_fail(error,
                            "'%s' is unfinished: repeat its command with --resume, then merge",
                            part->path);
}

/* Checks that the frozen memory is the same everywhere, byte for byte: the files have the sums of
 * their checkpoints. */
static bool check_memory(const GPtrArray *parts, GError **error)
{
    const Checkpoint *first = parts->pdata[0];
    const SummedFile *ours = summed_files_find(first->files, FOLDER_MEMORY);

    for (guint i = 1; ours != NULL && i < parts->len; i++) {
        const Checkpoint *part = parts->pdata[i];
        const SummedFile *theirs = summed_files_find(part->files, FOLDER_MEMORY);
        if (theirs == NULL || !file_sum_equal(&theirs->sum, &ours->sum))
            return experiments_fail(
                error,
                "'%s' and '%s' were played with different memories: " FOLDER_MEMORY
                " differs; all shards must start before the memory changes",
                part->path, first->path);
    }
    return true;
}

static bool fail_missing(guint number, uint64_t count, GError **error)
{
    return experiments_fail(error, "shard %u/%" G_GUINT64_FORMAT " is missing", number, count);
}

/* The parts must be each shard once. */
static bool check_parts(const Spec *spec, const GPtrArray *parts, GError **error)
{
    const Checkpoint *first = parts->pdata[0], *before = NULL;
    const uint64_t count = first->shard.count;

    for (guint i = 0; i < parts->len; i++) {
        const Checkpoint *part = parts->pdata[i];
        if (!check_same_run(first, part, error) || !checkpoint_check(part, spec, error) ||
            !check_finished(spec, part, error) || !integrity_check(part->path, part->files, error))
            return false;
        if (part->shard.number <= i)
            return experiments_fail(error,
                                    "shard %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT
                                    " is present twice: '%s' and '%s'",
                                    part->shard.number, count, before->path, part->path);
        if (part->shard.number > i + 1)
            return fail_missing(i + 1, count, error);
        before = part;
    }
    return parts->len == count || fail_missing(parts->len + 1, count, error);
}

/* Appends what @part has in @file behind the header line, which each shard has. */
static bool append_file(const Spec *spec, const Checkpoint *part, RecordsFile file,
                        Journal *journal, GError **error)
{
    const SummedFile *there = summed_files_find(part->files, RECORDS_FILE_NAMES[file]);
    g_autofree char *path = g_build_filename(part->path, RECORDS_FILE_NAMES[file], NULL);
    g_autoptr(GFile) from = g_file_new_for_path(path);
    g_autoptr(GFileInputStream) stream = NULL;
    g_autoptr(GString) block = g_string_sized_new(COPY_SIZE);
    uint64_t rest;

    if (there == NULL) /* it is empty */
        return true;
    records_append_head(spec, file, block);
    rest = there->sum.bytes - block->len;
    stream = g_file_read(from, NULL, error);
    if (stream == NULL ||
        !g_seekable_seek(G_SEEKABLE(stream), (goffset)block->len, G_SEEK_SET, NULL, error))
        return false;
    for (; rest > 0; rest -= block->len) {
        const gssize count = g_input_stream_read(G_INPUT_STREAM(stream), block->str,
                                                 MIN(rest, COPY_SIZE), NULL, error);
        if (count == 0)
            return experiments_fail(error, "'%s' is truncated", path);
        if (count < 0)
            return false;
        block->len = (gsize)count;
        if (!journal_append(journal, file, block, error))
            return false;
    }
    return true;
}

static bool append_part(const Spec *spec, const Checkpoint *part, Journal *journal, RunPoint *point,
                        GError **error)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (records_wants_file(spec, (RecordsFile)i) &&
            !append_file(spec, part, (RecordsFile)i, journal, error))
            return false;
    totals_merge(point->totals, part->point.totals);
    if (!totals_agree(point->totals))
        return experiments_fail(error, "the results of '%s' cannot be added to those before it",
                                part->path);
    forfeits_merge(point->forfeits, part->point.forfeits);
    point->seconds += part->point.seconds;
    return true;
}

/* The pairs of the parts up to a game, and of these the distinct ones. */
typedef struct {
    PairCounts all;
    Scores distinct;
    Answers *answers;
} Prefix;

/* Adds the answers of @part up to game @number, from answer *@next on. */
static void add_answers(Prefix *prefix, const PairingTotals *part, uint64_t number, guint *next)
{
    for (; *next < answers_count(part->answers); ++*next) {
        const Answer *answer = answers_at(part->answers, *next);
        if (answer->last > number)
            return;
        if (answers_add(prefix->answers, answer) == ANSWER_NEW)
            prefix->distinct.count[answer->half_points[0] + answer->half_points[1]]++;
    }
}

/* The pairs that count for the test, as pairing_totals_pairs() has them. */
static Scores count_pairs(const Prefix *prefix, const PairingTotals *part)
{
    return part->may_repeat && !answers_differ(prefix->answers) ? prefix->distinct
                                                                : scores_of_pairs(&prefix->all);
}

/* Whether the games of @part, behind those of @prefix, decide the sequential test; adds them up to
 * there. */
static bool look_for_decision(const Spec *spec, const Checkpoint *part, Prefix *prefix,
                              bool *out_decided, GError **error)
{
    const uint64_t first = schedule_shard(spec, part->shard).first;
    const PairingTotals *totals = &part->point.totals->pairings[0];
    g_autoptr(CsvTable) games =
        csv_table_read(part->path, RECORDS_FILE_NAMES[RECORDS_GAMES], error);
    guint next = 0;

    *out_decided = false;
    for (int row = 1; games != NULL && row <= csv_table_last(games) && !*out_decided; row++) {
        const Job job = schedule_job(spec, first + (uint64_t)row - 1);
        Scores scores;
        int points;
        if (!csv_table_result(games, row, &points, error))
            return false;
        pair_counts_add(&prefix->all, (int64_t)job.game, job.first_side == 0 ? points : 2 - points);
        add_answers(prefix, totals, job.game, &next);
        scores = count_pairs(prefix, totals);
        *out_decided = sprt_state(&spec->sprt, &scores).decision != SPRT_CONTINUE;
    }
    return games != NULL;
}

/* How many parts are to be taken whole: all, or those before the one in which a sequential test is
 * decided. */
static bool count_whole_parts(const Spec *spec, const GPtrArray *parts, guint *out_count,
                              GError **error)
{
    g_autoptr(Answers) answers = answers_new();
    Prefix prefix = {.distinct.values = 5, .answers = answers};
    bool decided = false;

    *out_count = parts->len;
    for (guint i = 0; spec->format == SPEC_SPRT && i < parts->len && !decided; i++) {
        if (!look_for_decision(spec, parts->pdata[i], &prefix, &decided, error))
            return false;
        if (decided)
            *out_count = i;
    }
    return true;
}

/* Plays on where the parts taken end, as a run would have, until the test is decided. The games are
 * those of the next part: only their sums are not to be had otherwise. */
static bool play_to_decision(const Spec *spec, const RunnerOptions *options,
                             RunnerResult *out_result, GError **error)
{
    RunnerOptions to_decision = *options;

    to_decision.jobs = (int)g_get_num_processors();
    to_decision.mode = JOURNAL_RESUME;
    return runner_run(spec, &to_decision, out_result, error);
}

/* Checks of a spec that are possible before anything is written. */
static bool check_spec(const Spec *spec, const char *path, GError **error)
{
    if (spec->format == SPEC_TUNE)
        return experiments_fail(error, "'%s' contains a tuning, which has no shards", path);
    if (spec->format != SPEC_SPRT)
        return true;
    if (!spec->record.games)
        return experiments_fail(error, "the shards of a sequential test cannot be merged without "
                                       "games.csv, which [record] games = off omits");
    for (int i = 0; i < spec->player_count; i++)
        if (spec->players[i].depends_on_machine)
            return experiments_fail(error,
                                    "the shards of a sequential test cannot be merged, because "
                                    "the games of %s (%s) cannot be replayed",
                                    spec->players[i].name, spec->players[i].text);
    return true;
}

static bool finish(const Spec *spec, Journal *journal, const GPtrArray *parts,
                   const RunnerOptions *options, const RunPoint *point, GError **error)
{
    const RunMemoryOptions memory_options = {.warn = options->warn,
                                             .warn_data = options->warn_data};
    g_autoptr(RunMemory) memory = run_memory_new(spec, &memory_options);
    ProvenanceRun run = {.program = options->program, .jobs = (int)parts->len};

    return run_memory_read(memory, options->folder, error) &&
           runner_finish(journal, memory, point, &run, options->gzip, error);
}

/* Puts the first @whole parts into @journal; *@point is where they end. */
static bool append_parts(const Spec *spec, const GPtrArray *parts, guint whole, Journal *journal,
                         RunPoint *point, GError **error)
{
    for (guint i = 0; i < whole; i++)
        if (!append_part(spec, parts->pdata[i], journal, point, error))
            return false;
    point->next_job = whole < parts->len
                          ? schedule_shard(spec, ((Checkpoint *)parts->pdata[whole])->shard).first
                          : schedule_count(spec) + 1;
    return true;
}

/* Puts the memory of the first part, if it has one, beside the other files. */
static bool copy_memory(const Spec *spec, const Checkpoint *first, Journal *journal, GError **error)
{
    const char *folder = journal_path(journal);
    g_autoptr(GFile) from = g_file_new_build_filename(first->path, FOLDER_MEMORY, NULL);
    g_autoptr(GFile) to = g_file_new_build_filename(folder, FOLDER_MEMORY FOLDER_NEW, NULL);

    return spec->frozen == NULL ||
           (g_file_copy(from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error) &&
            folder_sync_file(folder, FOLDER_MEMORY FOLDER_NEW, error) &&
            folder_publish(folder, FOLDER_MEMORY, error) && journal_note_memory(journal, error));
}

/* A merge begins again or not at all: nothing of it is worth to be resumed. */
static bool check_folder(const RunnerOptions *options, GError **error)
{
    FolderState state;

    if (!folder_inspect(options->folder, &state, error))
        return false;
    return state != FOLDER_UNFINISHED || options->mode == JOURNAL_FORCE ||
           folder_is_locked(options->folder) ||
           experiments_fail_usage(
               error,
               "'%s' contains an unfinished run or merge: choose another folder, "
               "or use --force to delete it",
               options->folder);
}

/* Nothing is left of a merge that fails. */
static bool write_run(const Spec *spec, const GPtrArray *parts, const RunnerOptions *options,
                      RunnerResult *out_result, GError **error)
{
    g_auto(RunPoint) point = {0};
    Journal *journal;
    guint whole;
    bool good;

    if (!check_memory(parts, error) || !count_whole_parts(spec, parts, &whole, error) ||
        !check_folder(options, error) ||
        !journal_open(spec, options->folder, options->mode, JOURNAL_WHOLE, options->program,
                      &journal, &point, error))
        return false;
    good = copy_memory(spec, parts->pdata[0], journal, error) &&
           append_parts(spec, parts, whole, journal, &point, error) &&
           (whole == parts->len ? finish(spec, journal, parts, options, &point, error)
                                : journal_checkpoint(journal, &point, error));
    if (!good) {
        journal_discard(journal);
        return false;
    }
    journal_free(journal);
    if (whole < parts->len)
        return play_to_decision(spec, options, out_result, error);
    *out_result = (RunnerResult){.totals = point.totals, .forfeits = point.forfeits};
    point = (RunPoint){0};
    return true;
}

bool merge_shards(const char *const *paths, const RunnerOptions *options, Spec **out_spec,
                  RunnerResult *out_result, GError **error)
{
    g_autoptr(GPtrArray) parts = read_parts(paths, error);
    g_autoptr(Spec) spec = NULL;
    const Checkpoint *first;

    if (parts == NULL)
        return false;
    first = parts->pdata[0];
    spec = spec_parse(first->resolved, first->path, NULL, "", NULL, error);
    if (spec == NULL || !check_spec(spec, first->path, error) || !check_parts(spec, parts, error) ||
        !write_run(spec, parts, options, out_result, error))
        return false;
    *out_spec = g_steal_pointer(&spec);
    return true;
}
