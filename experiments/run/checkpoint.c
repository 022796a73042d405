#include "experiments/run/checkpoint.h"

#include <string.h>

#include "experiments/run/integrity.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/text_file.h"

#define DIGITS 64 /* of a SHA-256 */
#define HEAD_SIZE (sizeof CHECKPOINT_MAGIC - 1 + DIGITS + 1)

/* Name, bytes and SHA-256 of each file, and whether it grows. */
#define SUMS_TYPE "a(stsb)"

/* Byte order mark, identity, resolved, program, shard, next job, seconds, sums, totals,
 * forfeits. */
#define VARIANT_TYPE "(usss(tt)td" SUMS_TYPE TOTALS_VARIANT_TYPE FORFEITS_VARIANT_TYPE ")"
#define VARIANT_PARTS "(usss(tt)td" SUMS_TYPE "@" TOTALS_VARIANT_TYPE "@" FORFEITS_VARIANT_TYPE ")"
#define BYTE_ORDER_MARK 0x01020304U

RunPoint run_point_begin(const Spec *spec, Shard shard)
{
    return (RunPoint){
        .next_job = schedule_shard(spec, shard).first,
        .totals = totals_new_for(spec),
        .forfeits = forfeits_new(spec->player_count),
    };
}

void run_point_clear(RunPoint *point)
{
    g_clear_pointer(&point->totals, totals_free);
    g_clear_pointer(&point->forfeits, forfeits_free);
}

void checkpoint_free(Checkpoint *checkpoint)
{
    g_free(checkpoint->path);
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
    return g_variant_new(VARIANT_PARTS, BYTE_ORDER_MARK, checkpoint->identity, checkpoint->resolved,
                         checkpoint->program, checkpoint->shard.number, checkpoint->shard.count,
                         checkpoint->point.next_job, checkpoint->point.seconds, &sums,
                         totals_store(checkpoint->point.totals),
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
        summed_files_add(files, name, &sum, grows);
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

    g_variant_get(variant, VARIANT_PARTS, &mark, &checkpoint->identity, &checkpoint->resolved,
                  &checkpoint->program, &shard, &shards, &next_job, &checkpoint->point.seconds,
                  &sums, &totals, &forfeits);
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
        experiments_fail(error, "it is damaged, or is not a checkpoint of this program");
    return checkpoint;
}

/* The most bytes that a checkpoint may have: a sweep of thousands of players has some millions. */
#define CHECKPOINT_MOST (1 << 30)

Checkpoint *checkpoint_read(const char *path, const char *name, GError **error)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    gsize size;
    char *data = text_file_read_most(file, CHECKPOINT_MOST, &size, error);
    g_autoptr(GBytes) bytes = NULL;
    Checkpoint *checkpoint;

    if (data == NULL)
        return NULL;
    bytes = g_bytes_new_take(data, size);
    checkpoint = checkpoint_load(bytes, error);
    if (checkpoint == NULL)
        g_prefix_error(error, "%s: ", file);
    else
        checkpoint->path = g_strdup(path);
    return checkpoint;
}

Checkpoint *resume_read_checkpoint(const char *path, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_autoptr(Checkpoint) last = checkpoint_read(path, FOLDER_CHECKPOINT, &fault);

    if (last == NULL && (last = checkpoint_read(path, FOLDER_CHECKPOINT_BEFORE, NULL)) == NULL)
        g_propagate_error(error, g_steal_pointer(&fault));
    return g_steal_pointer(&last);
}

char *resume_read_spec(const char *path, GError **error)
{
    g_autoptr(Checkpoint) checkpoint = NULL;
    g_autoptr(Provenance) provenance = NULL;
    FolderState state;

    if (!folder_check(path, error) || !folder_inspect(path, &state, error))
        return NULL;
    if (state == FOLDER_UNFINISHED) {
        checkpoint = resume_read_checkpoint(path, error);
        return checkpoint != NULL ? g_steal_pointer(&checkpoint->resolved) : NULL;
    }
    if (state == FOLDER_FINISHED) {
        provenance = provenance_read(path, error);
        return provenance != NULL ? g_strdup(provenance->resolved) : NULL;
    }
    return experiments_fail(error, "'%s' contains no run", path);
}
