#include "experiments/run/checkpoint.h"

#include <string.h>

#include "experiments/tools/error.h"

#define DIGITS 64 /* of a SHA-256 */
#define HEAD_SIZE (sizeof CHECKPOINT_MAGIC - 1 + DIGITS + 1)

/* Bytes and SHA-256 of each file that grows, then of memory.csv. */
#define SUMS_TYPE "a(ts)"

/* Byte order mark, identity, resolved, program, shard, next job, seconds, sums, totals,
 * forfeits. */
#define VARIANT_TYPE "(usss(tt)td" SUMS_TYPE TOTALS_VARIANT_TYPE FORFEITS_VARIANT_TYPE ")"
#define BYTE_ORDER_MARK 0x01020304U

void checkpoint_free(Checkpoint *checkpoint)
{
    g_free(checkpoint->identity);
    g_free(checkpoint->resolved);
    g_free(checkpoint->program);
    g_clear_pointer(&checkpoint->totals, totals_free);
    g_clear_pointer(&checkpoint->forfeits, forfeits_free);
    g_free(checkpoint);
}

static void add_sum(GVariantBuilder *sums, const FileSum *sum)
{
    g_variant_builder_add(sums, "(ts)", sum->bytes, sum->sha256);
}

static GVariant *to_variant(const Checkpoint *checkpoint)
{
    g_auto(GVariantBuilder) sums = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE(SUMS_TYPE));

    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        add_sum(&sums, &checkpoint->good[i]);
    add_sum(&sums, &checkpoint->memory);
    return g_variant_new("(usss(tt)td" SUMS_TYPE "@" TOTALS_VARIANT_TYPE "@" FORFEITS_VARIANT_TYPE
                         ")",
                         BYTE_ORDER_MARK, checkpoint->identity, checkpoint->resolved,
                         checkpoint->program, checkpoint->shard.number, checkpoint->shard.count,
                         checkpoint->next_job, checkpoint->seconds, &sums,
                         totals_store(checkpoint->totals), forfeits_store(checkpoint->forfeits));
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

static bool read_sum(GVariantIter *sums, FileSum *out_sum)
{
    g_autofree char *sha256 = NULL;
    guint64 bytes;

    if (!g_variant_iter_next(sums, "(ts)", &bytes, &sha256) || strlen(sha256) > FILE_SUM_DIGITS)
        return false;
    out_sum->bytes = bytes;
    g_strlcpy(out_sum->sha256, sha256, sizeof out_sum->sha256);
    return true;
}

static bool read_sums(Checkpoint *checkpoint, GVariantIter *sums)
{
    if (g_variant_iter_n_children(sums) != RECORDS_FILE_COUNT + 1)
        return false;
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (!read_sum(sums, &checkpoint->good[i]))
            return false;
    return read_sum(sums, &checkpoint->memory);
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
                  &shards, &next_job, &checkpoint->seconds, &sums, &totals, &forfeits);
    if (mark != BYTE_ORDER_MARK || !read_sums(checkpoint, sums))
        return NULL;
    checkpoint->shard = (Shard){shard, shards};
    checkpoint->next_job = next_job;
    checkpoint->totals = totals_load(totals);
    checkpoint->forfeits = forfeits_load(forfeits);
    return checkpoint->totals != NULL && checkpoint->forfeits != NULL ? g_steal_pointer(&checkpoint)
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
                            "it is not a checkpoint of this program, or it is damaged");
    return checkpoint;
}
