#include "experiments/run/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiments/run/checkpoint.h"
#include "experiments/run/datapackage.h"
#include "experiments/run/integrity.h"
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_part.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/error.h"
#include "experiments/tools/gzip.h"

/* How much is collected before it is written. */
#define PENDING_SIZE (256 * 1024)

typedef struct {
    int fd; /* -1: not wanted */
    FileSummer good;
    GString *pending; /* what is still to be written */
} GrowingFile;

struct Journal {
    const Spec *spec;
    Shard shard;
    char *path;
    char *program;
    int lock;
    bool made_folder;
    GrowingFile files[RECORDS_FILE_COUNT];
    GPtrArray *whole; /* of SummedFile: memory.csv, then the files of the finished run */
    char *notice;     /* what resuming gives up; NULL: nothing */
};

static Journal *journal_new(const Spec *spec, const char *path, Shard shard,
                            const ProvenanceProgram *program)
{
    Journal *journal = g_new0(Journal, 1);

    journal->spec = spec;
    journal->shard = shard;
    journal->path = g_strdup(path);
    journal->program = g_strdup_printf("agentchess %s (%s)", program->version, program->commit);
    journal->lock = -1;
    journal->whole = summed_files_new();
    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        journal->files[i].fd = -1;
        file_summer_init(&journal->files[i].good);
        journal->files[i].pending =
            g_string_sized_new(records_wants_file(spec, (RecordsFile)i) ? 2 * PENDING_SIZE : 0);
    }
    return journal;
}

void journal_free(Journal *journal)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        if (journal->files[i].fd >= 0)
            close(journal->files[i].fd);
        g_string_free(journal->files[i].pending, TRUE);
    }
    if (journal->lock >= 0)
        folder_unlock(journal->path, journal->lock);
    if (journal->made_folder)
        g_rmdir(journal->path); /* only if it is empty */
    g_ptr_array_unref(journal->whole);
    g_free(journal->path);
    g_free(journal->program);
    g_free(journal->notice);
    g_free(journal);
}

const char *journal_notice(const Journal *journal)
{
    return journal->notice;
}

const char *journal_path(const Journal *journal)
{
    return journal->path;
}

static bool flush(Journal *journal, RecordsFile file, GError **error)
{
    GrowingFile *growing = &journal->files[file];

    if (!folder_write(growing->fd, growing->pending->str, growing->pending->len))
        return folder_fail("write", journal->path, RECORDS_FILE_NAMES[file], error);
    file_summer_add(&growing->good, growing->pending->str, growing->pending->len);
    g_string_truncate(growing->pending, 0);
    return true;
}

bool journal_append(Journal *journal, RecordsFile file, const GString *text, GError **error)
{
    GString *pending = journal->files[file].pending;

    g_string_append_len(pending, text->str, (gssize)text->len);
    return pending->len < PENDING_SIZE || flush(journal, file, error);
}

/* Whether the file of that name is still the one being written, and holds only what was written. */
static bool check_own_file(const Journal *journal, RecordsFile file, GError **error)
{
    const GrowingFile *growing = &journal->files[file];
    const char *name = RECORDS_FILE_NAMES[file];
    struct stat info;

    if (!folder_is_still_there(growing->fd, journal->path, name))
        return experiments_fail(error,
                                "'%s/%s' was removed or replaced during the run, "
                                "so its contents are lost; use --force to repeat the run",
                                journal->path, name);
    if (fstat(growing->fd, &info) == 0 && (uint64_t)info.st_size == growing->good.bytes)
        return true;
    return experiments_fail(
        error, "another program wrote to '%s/%s' during the run: use --force to repeat the run",
        journal->path, name);
}

/* Writes what is pending. Others may have changed the folder meanwhile. */
bool journal_flush(Journal *journal, GError **error)
{
    if (!folder_is_still_there(journal->lock, journal->path, FOLDER_LOCK))
        return experiments_fail(error,
                                "'%s' no longer belongs to this run: the file " FOLDER_LOCK
                                " was removed or replaced",
                                journal->path);
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (journal->files[i].fd >= 0 && (!flush(journal, (RecordsFile)i, error) ||
                                          !check_own_file(journal, (RecordsFile)i, error)))
            return false;
    return true;
}

bool journal_note_memory(Journal *journal, GError **error)
{
    FileSum sum;

    if (!file_sum_read(journal->path, FOLDER_MEMORY, &sum, error))
        return false;
    summed_files_add(journal->whole, FOLDER_MEMORY, &sum, false);
    return true;
}

static GBytes *store_checkpoint(const Journal *journal, const RunPoint *point)
{
    g_autoptr(GPtrArray) files = summed_files_new();
    const SummedFile *memory = summed_files_find(journal->whole, FOLDER_MEMORY);
    const Checkpoint checkpoint = {
        .identity = journal->spec->identity,
        .resolved = journal->spec->resolved,
        .program = journal->program,
        .shard = journal->shard,
        .point = *point,
        .files = files,
    };

    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        const FileSum sum = file_summer_sum(&journal->files[i].good);
        if (sum.bytes > 0)
            summed_files_add(files, RECORDS_FILE_NAMES[i], &sum, true);
    }
    if (memory != NULL)
        summed_files_add(files, memory->name, &memory->sum, false);
    return checkpoint_store(&checkpoint);
}

/* Files must be on the disk before a checkpoint that calls them good. */
static bool sync_files(const Journal *journal, GError **error)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (journal->files[i].fd >= 0 && !folder_sync(journal->files[i].fd))
            return folder_fail("sync to disk", journal->path, RECORDS_FILE_NAMES[i], error);
    return true;
}

/* The checkpoint so far becomes the one before. A failure in between leaves that one. */
static bool keep_checkpoint_before(const Journal *journal, GError **error)
{
    g_autofree char *last = g_build_filename(journal->path, FOLDER_CHECKPOINT, NULL);
    g_autofree char *before = g_build_filename(journal->path, FOLDER_CHECKPOINT_BEFORE, NULL);

    return rename(last, before) == 0 || errno == ENOENT ||
           folder_fail("write", journal->path, FOLDER_CHECKPOINT_BEFORE, error);
}

GBytes *journal_prepare_point(Journal *journal, const RunPoint *point, GError **error)
{
    return journal_flush(journal, error) ? store_checkpoint(journal, point) : NULL;
}

bool journal_put_point(Journal *journal, GBytes *prepared, GError **error)
{
    gsize size;
    const void *data = g_bytes_get_data(prepared, &size);

    return sync_files(journal, error) &&
           folder_prepare(journal->path, FOLDER_CHECKPOINT, data, size, error) &&
           keep_checkpoint_before(journal, error) &&
           folder_publish(journal->path, FOLDER_CHECKPOINT, error) &&
           folder_sync_file(journal->path, "", error);
}

bool journal_checkpoint(Journal *journal, const RunPoint *point, GError **error)
{
    g_autoptr(GBytes) bytes = journal_prepare_point(journal, point, error);

    return bytes != NULL && journal_put_point(journal, bytes, error);
}

bool journal_put_file(Journal *journal, const char *name, const char *text, GError **error)
{
    const size_t size = strlen(text);
    const FileSum sum = file_sum_of(text, size);

    summed_files_add(journal->whole, name, &sum, false);
    return folder_put(journal->path, name, text, size, error);
}

static bool finish_tables(Journal *journal, const Totals *totals, GError **error)
{
    const RecordsEntry *entry = journal->spec->contest->records->entries;

    for (; entry->table != NULL; entry++) {
        const char *name = entry->table->file;
        g_autoptr(GString) text = NULL;
        if (!records_wants_table(journal->spec, name))
            continue;
        text = g_string_new(NULL);
        records_append_table(journal->spec, name, totals, text);
        if (!journal_put_file(journal, name, text->str, error))
            return false;
    }
    return true;
}

/* Keeps the totals whole, from which a larger run can go on. The same games give the same bytes,
 * however long they took. */
static bool put_totals(const Journal *journal, const ProvenanceRun *run, GError **error)
{
    const RunPoint point = {
        .next_job = schedule_count(journal->spec) + 1,
        .totals = (Totals *)run->totals,
        .forfeits = (Forfeits *)run->forfeits,
    };
    g_autoptr(GBytes) bytes = NULL;
    gsize size;
    const void *data;

    if (!spec_can_grow(journal->spec))
        return true;
    totals_note_spec(point.totals, journal->spec);
    bytes = store_checkpoint(journal, &point);
    data = g_bytes_get_data(bytes, &size);
    return folder_put(journal->path, FOLDER_TOTALS, data, size, error);
}

/* Some file systems tell only now that the disk is full. */
static bool close_files(Journal *journal, GError **error)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        const int fd = journal->files[i].fd;
        journal->files[i].fd = -1;
        if (fd >= 0 && close(fd) != 0)
            return folder_fail("write", journal->path, RECORDS_FILE_NAMES[i], error);
    }
    return true;
}

/* Makes a compressed file of @file, which must be unchanged and stays for now. */
static bool compress_file(Journal *journal, const SummedFile *file, GError **error)
{
    g_autofree char *compressed = g_strconcat(file->name, GZIP_END, NULL);
    FileSum sum;

    if (!integrity_read(journal->path, file, NULL, error) ||
        !gzip_file(journal->path, file->name, error) ||
        !file_sum_read(journal->path, compressed, &sum, error))
        return false;
    summed_files_add(journal->whole, compressed, &sum, false);
    return true;
}

/* Notes the files that have grown; with @gzip it compresses them. */
static bool finish_growing(Journal *journal, bool gzip, GError **error)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        const SummedFile file = {
            .name = (char *)RECORDS_FILE_NAMES[i],
            .sum = file_summer_sum(&journal->files[i].good),
        };
        if (!records_wants_file(journal->spec, (RecordsFile)i))
            continue;
        if (!gzip)
            summed_files_add(journal->whole, file.name, &file.sum, false);
        else if (!compress_file(journal, &file, error))
            return false;
    }
    return true;
}

/* Removes the files for which there are compressed ones among @files, those of a finished run. */
static void remove_compressed_files(const char *path, const GPtrArray *files)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        const SummedFile *file = summed_files_find(files, RECORDS_FILE_NAMES[i]);
        if (file != NULL && g_str_has_suffix(file->name, GZIP_END))
            folder_remove(path, RECORDS_FILE_NAMES[i]);
    }
}

/* Writes datapackage.json and run.json. */
static bool finish_descriptions(Journal *journal, const ProvenanceRun *run, GError **error)
{
    g_autofree char *package = datapackage_write(journal->spec, journal->whole);
    g_autofree char *provenance = NULL;
    ProvenanceRun sealed = *run;

    if (package != NULL) {
        if (!journal_put_file(journal, FOLDER_DATAPACKAGE, package, error))
            return false;
        sealed.package_sha256 = summed_files_find(journal->whole, FOLDER_DATAPACKAGE)->sum.sha256;
    }
    provenance = provenance_write(journal->spec, &sealed);
    return journal_put_file(journal, FOLDER_RUN, provenance, error);
}

/* Removes what only an unfinished run needs. The files that were compressed go last: until the
 * checkpoint is gone from the disk, a resumed run goes on with them. */
static bool remove_unfinished(const Journal *journal, bool gzip, GError **error)
{
    folder_remove(journal->path, FOLDER_CHECKPOINT_BEFORE);
    folder_remove(journal->path, FOLDER_CHECKPOINT);
    if (!gzip)
        return true;
    if (!folder_sync_file(journal->path, "", error))
        return false;
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        folder_remove(journal->path, RECORDS_FILE_NAMES[i]);
    return true;
}

bool journal_finish(Journal *journal, const ProvenanceRun *run, bool gzip, GError **error)
{
    return journal_flush(journal, error) && sync_files(journal, error) &&
           close_files(journal, error) && finish_growing(journal, gzip, error) &&
           finish_tables(journal, run->totals, error) && put_totals(journal, run, error) &&
           finish_descriptions(journal, run, error) && folder_sync_file(journal->path, "", error) &&
           remove_unfinished(journal, gzip, error);
}

/* Whether a run may begin, go on or start again in a folder in @state. */
static bool check_state(const char *path, FolderState state, JournalMode mode, GError **error)
{
    if (state == FOLDER_FOREIGN)
        return experiments_fail(
            error, "'%s' contains files, but no run: choose an empty or a new folder", path);
    if (mode != JOURNAL_BEGIN || (state != FOLDER_UNFINISHED && state != FOLDER_FINISHED))
        return true;
    return experiments_fail_usage(
        error,
        state == FOLDER_UNFINISHED
            ? "'%s' contains an unfinished run: --resume continues it, --force deletes it"
            : "'%s' contains a finished run: choose another folder, or use --force to delete the "
              "run",
        path);
}

/* Which of a run's files are removed. */
typedef enum {
    REMOVE_NEW,   /* those that were being written when a run was killed */
    REMOVE_OTHER, /* and those that do not grow in this run: tables, and files of a run that was
                     thrown away */
    REMOVE_ALL
} Removal;

/* Removes the file @name of a run, which @stays unless all are removed, with what was made of it.
 */
static void remove_file(const char *path, const char *name, bool stays, Removal removal)
{
    static const char *const endings[] = {FOLDER_NEW, GZIP_END FOLDER_NEW, GZIP_END, ""};
    const int count = removal == REMOVE_NEW ? 2 : stays && removal == REMOVE_OTHER ? 3 : 4;

    for (int i = 0; i < count; i++) {
        g_autofree char *whole = g_strconcat(name, endings[i], NULL);
        folder_remove(path, whole);
    }
}

/* The files of the run of @spec, or of any run, in the folder @path. The checkpoint is the last
 * one: until then the folder holds a run of ours. */
static void remove_files(const Spec *spec, const char *path, Removal removal)
{
    static const char *const whole[] = {"parameters.csv", TUNING_CHECK_OPENINGS, FOLDER_TOTALS,
                                        FOLDER_DATAPACKAGE, FOLDER_RUN};
    static const char *const kept[] = {FOLDER_MEMORY, FOLDER_CHECKPOINT_BEFORE, FOLDER_CHECKPOINT};

    for (int i = 0; CONTESTS[i] != NULL; i++)
        for (const RecordsEntry *entry = CONTESTS[i]->records->entries; entry->table != NULL;
             entry++)
            if (!records_file_grows(entry->table->file))
                remove_file(path, entry->table->file, false, removal);
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        remove_file(path, RECORDS_FILE_NAMES[i], records_wants_file(spec, (RecordsFile)i), removal);
    for (size_t i = 0; i < G_N_ELEMENTS(whole); i++)
        remove_file(path, whole[i], false, removal);
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++)
        remove_file(path, kept[i], true, removal);
}

void journal_discard(Journal *journal)
{
    if (folder_is_still_there(journal->lock, journal->path, FOLDER_LOCK)) /* else not this run's */
        remove_files(journal->spec, journal->path, REMOVE_ALL);
    journal_free(journal);
}

/* Opens a file and cuts off everything behind its good part; one without a good part is made anew.
 * A symbolic link is never followed: what it points to is not the run's. */
static bool open_file(Journal *journal, RecordsFile file, GError **error)
{
    GrowingFile *growing = &journal->files[file];
    const char *name = RECORDS_FILE_NAMES[file];
    g_autofree char *path = g_build_filename(journal->path, name, NULL);

    if (growing->good.bytes == 0) {
        growing->fd = folder_create(journal->path, name, error);
        records_append_head(journal->spec, file, growing->pending);
        return growing->fd >= 0;
    }
    growing->fd = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (growing->fd < 0 && errno == ELOOP)
        return experiments_fail(error, "cannot write '%s': it is a symbolic link", path);
    return (growing->fd >= 0 && ftruncate(growing->fd, (off_t)growing->good.bytes) == 0 &&
            lseek(growing->fd, 0, SEEK_END) >= 0) ||
           folder_fail("write", journal->path, name, error);
}

static bool open_files(Journal *journal, GError **error)
{
    remove_files(journal->spec, journal->path, REMOVE_OTHER);
    if (journal->files[RECORDS_FINDINGS].good.bytes == 0) /* of a run that was thrown away */
        folder_remove(journal->path, FOLDER_MEMORY);
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (records_wants_file(journal->spec, (RecordsFile)i) &&
            !open_file(journal, (RecordsFile)i, error))
            return false;
    return true;
}

static bool begin(Journal *journal, RunPoint *out_point, GError **error)
{
    g_auto(RunPoint) point = run_point_begin(journal->spec, journal->shard);

    if (!journal_checkpoint(journal, &point, error))
        return false;
    folder_remove(journal->path, FOLDER_CHECKPOINT_BEFORE); /* of a run that is thrown away */
    if (!open_files(journal, error))
        return false;
    *out_point = point;
    point = (RunPoint){0};
    return true;
}

/* Checks that the run with @identity and @resolved in the folder @path is one of @spec; if not, the
 * error has the first key that differs. */
static bool check_identity(const Spec *spec, const char *path, const char *identity,
                           const char *resolved, GError **error)
{
    g_autofree char *difference = NULL;

    if (g_str_equal(spec->identity, identity))
        return true;
    difference = spec_text_difference(resolved, path, spec->resolved, NULL, SPEC_TEXT_ALL);
    return experiments_fail(
        error,
        "'%s' contains a run of another experiment: %s; choose another folder, or use "
        "--force to delete that run",
        path, difference != NULL ? difference : "the identities differ");
}

static bool check_same_run(const Journal *journal, const Checkpoint *checkpoint, GError **error)
{
    const Shard there = checkpoint->shard, here = journal->shard;

    if (!check_identity(journal->spec, journal->path, checkpoint->identity, checkpoint->resolved,
                        error))
        return false;
    if (!g_str_equal(checkpoint->program, journal->program))
        return experiments_fail(
            error,
            "the run in '%s' was started by %s, but this program is %s and may decide differently: "
            "finish the run with %s, or use --force to delete the run",
            journal->path, checkpoint->program, journal->program, checkpoint->program);
    return (there.number == here.number && there.count == here.count) ||
           experiments_fail(error,
                            "'%s' contains another part of the run: shard %" G_GUINT64_FORMAT
                            "/%" G_GUINT64_FORMAT,
                            journal->path, there.number, there.count);
}

/* Checks that the files hold what @checkpoint says; their sums are gone on with. */
static bool read_files(Journal *journal, const Checkpoint *checkpoint, GError **error)
{
    const SummedFile *memory = summed_files_find(checkpoint->files, FOLDER_MEMORY);

    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        const SummedFile *file = summed_files_find(checkpoint->files, RECORDS_FILE_NAMES[i]);
        file_summer_init(&journal->files[i].good); /* another checkpoint may have been tried */
        if (file != NULL && !integrity_read(journal->path, file, &journal->files[i].good, error))
            return false;
    }
    return memory == NULL || integrity_read(journal->path, memory, NULL, error);
}

/* The checkpoint @name, if the run can go on from it. */
static Checkpoint *check_checkpoint(Journal *journal, const char *name, GError **error)
{
    g_autoptr(Checkpoint) checkpoint = checkpoint_read(journal->path, name, error);

    return checkpoint != NULL && check_same_run(journal, checkpoint, error) &&
                   checkpoint_check(checkpoint, journal->spec, error) &&
                   read_files(journal, checkpoint, error)
               ? g_steal_pointer(&checkpoint)
               : NULL;
}

/* A sentence on the games that are given up, and why, if it is for a @fault; NULL: none are. Owner:
 * the caller. */
static char *describe_loss(const Journal *journal, const RunPoint *point, const GError *fault)
{
    const char *name = RECORDS_FILE_NAMES[RECORDS_GAMES];
    const uint64_t good = journal->files[RECORDS_GAMES].good.bytes;
    g_autofree char *path = g_build_filename(journal->path, name, NULL);
    g_autoptr(GString) head = g_string_new(NULL);
    struct stat info;

    records_append_head(journal->spec, RECORDS_GAMES, head);
    if (fault == NULL && (stat(path, &info) != 0 || (uint64_t)info.st_size <= MAX(good, head->len)))
        return NULL;
    return g_strdup_printf("%s%sthe run continues with game %" G_GUINT64_FORMAT
                           "; this game and all later ones are played again",
                           fault != NULL ? fault->message : "", fault != NULL ? "; " : "",
                           point->next_job);
}

/* Goes on from the last checkpoint that is of this run and whose files are good, or fails with what
 * is wrong with the last one of all. The one before is for damage, and must have games: to begin
 * again is for the user to decide. But a kill between the two renames of journal_put_point() leaves
 * no last one, which is no fault. */
static bool go_on(Journal *journal, RunPoint *out_point, GError **error)
{
    static const char *const names[] = {FOLDER_CHECKPOINT, FOLDER_CHECKPOINT_BEFORE};
    g_autoptr(GError) fault = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(GError) reason = NULL;
        g_autoptr(Checkpoint) checkpoint = check_checkpoint(journal, names[i], &reason);
        const bool is_between = g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT);
        if (checkpoint != NULL &&
            (fault == NULL || is_between || totals_games(checkpoint->point.totals) > 0)) {
            journal->notice = describe_loss(journal, &checkpoint->point, is_between ? NULL : fault);
            if (!open_files(journal, error))
                return false;
            *out_point = checkpoint->point;
            checkpoint->point = (RunPoint){0};
            return true;
        }
        if (fault == NULL)
            fault = g_steal_pointer(&reason);
    }
    g_propagate_error(error, g_steal_pointer(&fault));
    return false;
}

/* Checks all files, and removes what a killed run has left beside them. */
static bool read_finished(const Spec *spec, const char *path, RunPoint *out_point, GError **error)
{
    g_autoptr(Provenance) provenance = provenance_read(path, error);
    g_autoptr(GPtrArray) files = NULL;

    if (provenance == NULL ||
        !check_identity(spec, path, provenance->identity, provenance->resolved, error))
        return false;
    if (!totals_fit(provenance->totals, spec) ||
        (provenance->forfeits != NULL && provenance->forfeits->count != spec->player_count))
        return experiments_fail(
            error, "the results in '%s/%s' do not match the spec; use --force to delete the run",
            path, FOLDER_RUN);
    files = integrity_list_finished(path, provenance, error);
    if (files == NULL || !integrity_check(path, files, error))
        return false;
    remove_files(spec, path, REMOVE_NEW);
    remove_compressed_files(path, files);
    *out_point = (RunPoint){
        .next_job = schedule_count(spec) + 1,
        .totals = g_steal_pointer(&provenance->totals),
        .forfeits = provenance->forfeits != NULL ? g_steal_pointer(&provenance->forfeits)
                                                 : forfeits_new(spec->player_count),
    };
    return true;
}

/* Opens the folder that this process has locked. */
static bool open_locked(Journal *journal, JournalMode mode, bool *out_finished, RunPoint *out_point,
                        GError **error)
{
    FolderState state; /* inspected again: another run may just have ended here */

    *out_finished = false;
    if (!folder_inspect(journal->path, &state, error) ||
        !check_state(journal->path, state, mode, error))
        return false;
    if (mode == JOURNAL_RESUME && state == FOLDER_FINISHED) {
        *out_finished = read_finished(journal->spec, journal->path, out_point, error);
        return *out_finished;
    }
    return mode == JOURNAL_RESUME && state == FOLDER_UNFINISHED ? go_on(journal, out_point, error)
                                                                : begin(journal, out_point, error);
}

bool journal_open(const Spec *spec, const char *path, JournalMode mode, Shard shard,
                  const ProvenanceProgram *program, Journal **out_journal, RunPoint *out_point,
                  GError **error)
{
    g_autofree char *parent = g_path_get_dirname(path);
    g_autoptr(Journal) journal = NULL;
    FolderState state;
    bool finished;

    if (!folder_inspect(path, &state, error) ||
        (!folder_is_locked(path) && !check_state(path, state, mode, error)))
        return false;
    if (g_mkdir_with_parents(path, 0777) != 0)
        return folder_fail("create the folder", path, "", error);
    journal = journal_new(spec, path, shard, program);
    journal->made_folder = state == FOLDER_MISSING;
    if (journal->made_folder && !folder_sync_file(parent, "", error)) /* has its name */
        return false;
    journal->lock = folder_lock(path, error);
    if (journal->lock < 0 || !open_locked(journal, mode, &finished, out_point, error))
        return false;
    *out_journal = finished ? NULL : g_steal_pointer(&journal);
    return true;
}
