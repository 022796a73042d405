#include "experiments/run/checkpoint.h"

#include <string.h>

#include "experiments/run/integrity.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/error.h"
#include "experiments/tools/text_file.h"

#define DIGITS 64 /* of a SHA-256 */
#define HEAD_SIZE (sizeof CHECKPOINT_MAGIC - 1 + DIGITS + 1)

/* Name, bytes and SHA-256 of each file, and whether it grows. */
#define SUMS_TYPE "a(stsb)"

/* Byte order mark, identity, resolved, program, shard, next job, seconds, sums, totals,
 * forfeits. */
#define VARIANT_TYPE "(usss(tt)td" SUMS_TYPE TOTALS_VARIANT_TYPE FORFEITS_VARIANT_TYPE ")"
#define BYTE_ORDER_MARK 0x01020304U

void run_point_clear(RunPoint *point)
{
    g_clear_pointer(&point->totals, totals_free);
    g_clear_pointer(&point->forfeits, forfeits_free);
}

void checkpoint_free(Checkpoint *checkpoint)
{
    g_free(checkpoint->identity);
    g_free(checkpoint->resolved);
    g_free(checkpoint->program);
    run_point_clear(&checkpoint->point);
    g_clear_pointer(&checkpoint->files, g_ptr_array_unref);
    g_free(checkpoint);
}

static GVariant *to_variant(const Checkpoint *checkpoint)
{
    g_auto(GVariantBuilder) sums = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE(SUMS_TYPE));

    for (guint i = 0; i < checkpoint->files->len; i++) {
        const SummedFile *file = checkpoint->files->pdata[i];
        g_variant_builder_add(&sums, "(stsb)", file->name, file->sum.bytes, file->sum.sha256,
                              file->grows);
    }
    return g_variant_new(
        "(usss(tt)td" SUMS_TYPE "@" TOTALS_VARIANT_TYPE "@" FORFEITS_VARIANT_TYPE ")",
        BYTE_ORDER_MARK, checkpoint->identity, checkpoint->resolved, checkpoint->program,
        checkpoint->shard.number, checkpoint->shard.count, checkpoint->point.next_job,
        checkpoint->point.seconds, &sums, totals_store(checkpoint->point.totals),
        forfeits_store(checkpoint->point.forfeits));
}

/* The checkpoint of a long run has some megabytes: they are not copied more
 * than they must be. */
GBytes *checkpoint_store(const Checkpoint *checkpoint)
{
    g_autoptr(GVariant) variant = g_variant_ref_sink(to_variant(checkpoint));
    const gsize size = g_variant_get_size(variant);
    char *bytes = g_malloc(HEAD_SIZE + size);
    FileSum sum;

    memcpy(bytes + HEAD_SIZE, g_variant_get_data(variant), size);
    sum = file_sum_of(bytes + HEAD_SIZE, size);
    memcpy(bytes, CHECKPOINT_MAGIC, sizeof CHECKPOINT_MAGIC - 1);
    memcpy(bytes + sizeof CHECKPOINT_MAGIC - 1, sum.sha256, DIGITS);
    bytes[HEAD_SIZE - 1] = '\n';
    return g_bytes_new_take(bytes, HEAD_SIZE + size);
}

/* The body of a checkpoint whose head is right, or NULL. */
static GBytes *check_head(GBytes *bytes)
{
    gsize size;
    const char *data = g_bytes_get_data(bytes, &size);
    g_autoptr(GBytes) body = NULL;
    FileSum sum;

    if (size < HEAD_SIZE || memcmp(data, CHECKPOINT_MAGIC, sizeof CHECKPOINT_MAGIC - 1) != 0)
        return NULL;
    body = g_bytes_new_from_bytes(bytes, HEAD_SIZE, size - HEAD_SIZE);
    sum = file_sum_of(data + HEAD_SIZE, size - HEAD_SIZE);
    return memcmp(data + sizeof CHECKPOINT_MAGIC - 1, sum.sha256, DIGITS) == 0
               ? g_steal_pointer(&body)
               : NULL;
}

static bool read_sums(GVariantIter *sums, GPtrArray *files)
{
    const char *name, *sha256;
    FileSum sum;
    gboolean grows;

    while (g_variant_iter_next(sums, "(&st&sb)", &name, &sum.bytes, &sha256, &grows)) {
        if (strlen(sha256) > FILE_SUM_DIGITS || strchr(name, '/') != NULL)
            return false;
        g_strlcpy(sum.sha256, sha256, sizeof sum.sha256);
        g_ptr_array_add(files, summed_file_new(name, &sum, grows));
    }
    return true;
}

static Checkpoint *from_variant(GVariant *variant)
{
    g_autoptr(Checkpoint) checkpoint = g_new0(Checkpoint, 1);
    g_autoptr(GVariantIter) sums = NULL;
    g_autoptr(GVariant) totals = NULL;
    g_autoptr(GVariant) forfeits = NULL;
    guint32 mark;
    guint64 next_job, shard, shards;

    g_variant_get(variant,
                  "(usss(tt)td" SUMS_TYPE "@" TOTALS_VARIANT_TYPE "@" FORFEITS_VARIANT_TYPE ")",
                  &mark, &checkpoint->identity, &checkpoint->resolved, &checkpoint->program, &shard,
                  &shards, &next_job, &checkpoint->point.seconds, &sums, &totals, &forfeits);
    checkpoint->files = summed_files_new();
    if (mark != BYTE_ORDER_MARK || !read_sums(sums, checkpoint->files))
        return NULL;
    checkpoint->shard = (Shard){shard, shards};
    checkpoint->point.next_job = next_job;
    checkpoint->point.totals = totals_load(totals);
    checkpoint->point.forfeits = forfeits_load(forfeits);
    return checkpoint->point.totals != NULL && checkpoint->point.forfeits != NULL
               ? g_steal_pointer(&checkpoint)
               : NULL;
}

Checkpoint *checkpoint_load(GBytes *bytes, GError **error)
{
    g_autoptr(GBytes) body = check_head(bytes);
    g_autoptr(GVariant) variant = NULL;
    Checkpoint *checkpoint = NULL;

    if (body != NULL) {
        variant =
            g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(VARIANT_TYPE), body, FALSE));
        if (g_variant_is_normal_form(variant))
            checkpoint = from_variant(variant);
    }
    if (checkpoint == NULL)
        g_set_error_literal(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                            "it is not a checkpoint of this program, or is damaged");
    return checkpoint;
}

/* The most bytes that a checkpoint may have: a sweep of thousands of players has some millions. */
#define CHECKPOINT_MOST (1 << 30)

/* From which a run can go on; the last one is tried first. */
static const char *const CHECKPOINTS[] = {FOLDER_CHECKPOINT, FOLDER_CHECKPOINT_BEFORE};

char *resume_name_program(const ProvenanceProgram *program)
{
    return g_strdup_printf("agentchess %s (%s)", program->version, program->commit);
}

static Checkpoint *read_checkpoint(const char *path, const char *name, GError **error)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    g_autofree char *data = NULL;
    g_autoptr(GBytes) bytes = NULL;
    Checkpoint *checkpoint;
    gsize size;

    data = text_file_read_most(file, CHECKPOINT_MOST, &size, error);
    if (data == NULL)
        return NULL;
    bytes = g_bytes_new_take(g_steal_pointer(&data), size);
    checkpoint = checkpoint_load(bytes, error);
    if (checkpoint == NULL)
        g_prefix_error(error, "%s: ", file);
    return checkpoint;
}

Checkpoint *resume_read_checkpoint(const char *path, GError **error)
{
    g_autoptr(GError) fault = NULL;
    Checkpoint *checkpoint = read_checkpoint(path, FOLDER_CHECKPOINT, &fault);

    if (checkpoint == NULL)
        checkpoint = read_checkpoint(path, FOLDER_CHECKPOINT_BEFORE, NULL);
    if (checkpoint == NULL)
        g_propagate_error(error, g_steal_pointer(&fault));
    return checkpoint;
}

bool resume_check_identity(const Spec *spec, const char *path, const char *identity,
                           const char *resolved, GError **error)
{
    g_autofree char *difference = NULL;

    if (g_str_equal(spec->identity, identity))
        return true;
    difference = spec_text_difference(resolved, spec->resolved);
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                "%s contains a run of another experiment: %s; choose another folder, or --force to "
                "delete that run",
                path, difference != NULL ? difference : "its identity differs");
    return false;
}

static bool check_program(const char *path, const char *there, const char *program, GError **error)
{
    if (g_str_equal(there, program))
        return true;
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                "the run in %s was started by %s; this is %s, which may play other games: finish "
                "it with that program, or use --force to start again",
                path, there, program);
    return false;
}

static bool check_shard(const Checkpoint *checkpoint, Shard shard, const char *path, GError **error)
{
    const Shard there = checkpoint->shard;

    if (there.number == shard.number && there.count == shard.count)
        return true;
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                "%s contains shard %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT " of the run, not "
                "%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT,
                path, there.number, there.count, shard.number, shard.count);
    return false;
}

/* Checks that the files hold what @checkpoint says; @out_good are their sums, to be gone on with.
 */
static bool read_files(const Checkpoint *checkpoint, const char *path,
                       FileSummer out_good[static RECORDS_FILE_COUNT], GError **error)
{
    const SummedFile *memory = summed_files_find(checkpoint->files, FOLDER_MEMORY);
    FileSummer summer;

    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        const SummedFile *file = summed_files_find(checkpoint->files, RECORDS_FILE_NAMES[i]);
        file_summer_init(&out_good[i]); /* another checkpoint may have been tried */
        if (file != NULL && !integrity_read(path, file, &out_good[i], error))
            return false;
    }
    return memory == NULL || integrity_read(path, memory, &summer, error);
}

/* A run as it is to go on. */
typedef struct {
    const Spec *spec;
    const char *path, *program;
    Shard shard;
} Resuming;

/* The checkpoint @name, if the run can go on from it. */
static Checkpoint *check_checkpoint(const Resuming *run, const char *name,
                                    FileSummer out_good[static RECORDS_FILE_COUNT], GError **error)
{
    g_autoptr(Checkpoint) checkpoint = read_checkpoint(run->path, name, error);

    if (checkpoint == NULL ||
        !resume_check_identity(run->spec, run->path, checkpoint->identity, checkpoint->resolved,
                               error) ||
        !check_program(run->path, checkpoint->program, run->program, error) ||
        !check_shard(checkpoint, run->shard, run->path, error))
        return NULL;
    return read_files(checkpoint, run->path, out_good, error) ? g_steal_pointer(&checkpoint) : NULL;
}

/* How many lines the file @name has behind its first @good bytes. */
static uint64_t count_lines_behind(const char *path, const char *name, uint64_t good)
{
    g_autoptr(GFile) file = g_file_new_build_filename(path, name, NULL);
    g_autoptr(GFileInputStream) stream = g_file_read(file, NULL, NULL);
    char block[4096];
    uint64_t lines = 0;
    gssize size;

    if (stream == NULL ||
        !g_seekable_seek(G_SEEKABLE(stream), (goffset)good, G_SEEK_SET, NULL, NULL))
        return 0;
    while ((size = g_input_stream_read(G_INPUT_STREAM(stream), block, sizeof block, NULL, NULL)) >
           0)
        for (gssize i = 0; i < size; i++)
            lines += block[i] == '\n';
    return lines;
}

/* A sentence on the games that are given up, and why, if it is for a @fault; NULL: none are. Owner:
 * the caller. */
static char *describe_loss(const char *path, const Checkpoint *checkpoint, const GError *fault)
{
    const char *name = RECORDS_FILE_NAMES[RECORDS_GAMES];
    const SummedFile *file = summed_files_find(checkpoint->files, name);
    const uint64_t good = file != NULL ? file->sum.bytes : 0;
    const uint64_t lines = count_lines_behind(path, name, good);
    const uint64_t games = good > 0 || lines == 0 ? lines : lines - 1; /* without the head */

    if (fault == NULL && games == 0)
        return NULL;
    return g_strdup_printf("%s%sthe run continues after game %" G_GUINT64_FORMAT
                           ", and %" G_GUINT64_FORMAT " game%s written after that %s played again",
                           fault != NULL ? fault->message : "", fault != NULL ? "; " : "",
                           checkpoint->point.next_job - 1, games, games == 1 ? "" : "s",
                           games == 1 ? "is" : "are");
}

/* Whether @checkpoint has games to go on from: to begin again is for the user to decide. */
static bool has_games(const Checkpoint *checkpoint)
{
    return totals_games(checkpoint->point.totals) > 0;
}

Checkpoint *resume_find(const Spec *spec, const char *path, Shard shard, const char *program,
                        FileSummer out_good[static RECORDS_FILE_COUNT], char **out_notice,
                        GError **error)
{
    const Resuming run = {.spec = spec, .path = path, .program = program, .shard = shard};
    g_autoptr(GError) fault = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(CHECKPOINTS); i++) {
        GError *reason = NULL;
        Checkpoint *checkpoint = check_checkpoint(&run, CHECKPOINTS[i], out_good, &reason);
        /* A kill between the two renames of journal_put_point() leaves no last one: no fault. */
        const bool is_between = g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT);
        if (checkpoint != NULL && (fault == NULL || is_between || has_games(checkpoint))) {
            *out_notice = describe_loss(path, checkpoint, is_between ? NULL : fault);
            return checkpoint;
        }
        g_clear_pointer(&checkpoint, checkpoint_free);
        if (fault == NULL)
            fault = reason;
        else
            g_clear_error(&reason);
    }
    g_propagate_error(error, g_steal_pointer(&fault));
    return NULL;
}

char *resume_read_spec(const char *path, GError **error)
{
    g_autoptr(Checkpoint) checkpoint = NULL;
    g_autoptr(Provenance) provenance = NULL;
    FolderState state;

    if (!folder_inspect(path, &state, error))
        return NULL;
    if (state == FOLDER_UNFINISHED) {
        checkpoint = resume_read_checkpoint(path, error);
        return checkpoint != NULL ? g_steal_pointer(&checkpoint->resolved) : NULL;
    }
    if (state == FOLDER_FINISHED) {
        provenance = provenance_read(path, error);
        return provenance != NULL ? g_strdup(provenance->resolved) : NULL;
    }
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "%s contains no run", path);
    return NULL;
}
