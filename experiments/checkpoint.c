#include "experiments/checkpoint.h"

#include <string.h>

#include "experiments/error.h"

#define DIGITS 64 /* of a SHA-256 */
#define HEAD_SIZE (sizeof CHECKPOINT_MAGIC - 1 + DIGITS + 1)

/* Byte order mark, identity, resolved, program, shard, next job, seconds, offsets, totals,
 * forfeits. */
#define VARIANT_TYPE "(usss(tt)tdat" TOTALS_VARIANT_TYPE FORFEITS_VARIANT_TYPE ")"
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

static GVariant *to_variant(const Checkpoint *checkpoint)
{
    GVariant *offsets = g_variant_new_fixed_array(G_VARIANT_TYPE_UINT64, checkpoint->offset,
                                                  RECORDS_FILE_COUNT, sizeof(uint64_t));

    return g_variant_new("(usss(tt)td@at@" TOTALS_VARIANT_TYPE "@" FORFEITS_VARIANT_TYPE ")",
                         BYTE_ORDER_MARK, checkpoint->identity, checkpoint->resolved,
                         checkpoint->program, checkpoint->shard.number, checkpoint->shard.count,
                         checkpoint->next_job, checkpoint->seconds, offsets,
                         totals_store(checkpoint->totals), forfeits_store(checkpoint->forfeits));
}

GBytes *checkpoint_store(const Checkpoint *checkpoint)
{
    g_autoptr(GVariant) variant = g_variant_ref_sink(to_variant(checkpoint));
    g_autoptr(GBytes) body = g_variant_get_data_as_bytes(variant);
    g_autofree char *sum = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, body);
    GByteArray *bytes = g_byte_array_new();
    gsize size;
    const guint8 *data = g_bytes_get_data(body, &size);

    g_byte_array_append(bytes, (const guint8 *)CHECKPOINT_MAGIC, sizeof CHECKPOINT_MAGIC - 1);
    g_byte_array_append(bytes, (const guint8 *)sum, DIGITS);
    g_byte_array_append(bytes, (const guint8 *)"\n", 1);
    g_byte_array_append(bytes, data, (guint)size);
    return g_byte_array_free_to_bytes(bytes);
}

/* The body of a checkpoint whose head is right, or NULL. */
static GBytes *check_head(GBytes *bytes)
{
    gsize size;
    const char *data = g_bytes_get_data(bytes, &size);
    g_autoptr(GBytes) body = NULL;
    g_autofree char *sum = NULL;

    if (size < HEAD_SIZE || memcmp(data, CHECKPOINT_MAGIC, sizeof CHECKPOINT_MAGIC - 1) != 0)
        return NULL;
    body = g_bytes_new_from_bytes(bytes, HEAD_SIZE, size - HEAD_SIZE);
    sum = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, body);
    return memcmp(data + sizeof CHECKPOINT_MAGIC - 1, sum, DIGITS) == 0 ? g_steal_pointer(&body)
                                                                        : NULL;
}

static Checkpoint *from_variant(GVariant *variant)
{
    g_autoptr(Checkpoint) checkpoint = g_new0(Checkpoint, 1);
    g_autoptr(GVariant) offsets = NULL;
    g_autoptr(GVariant) totals = NULL;
    g_autoptr(GVariant) forfeits = NULL;
    guint32 mark;
    guint64 next_job, shard, shards;
    gsize count;
    const uint64_t *offset;

    g_variant_get(variant, "(usss(tt)td@at@" TOTALS_VARIANT_TYPE "@" FORFEITS_VARIANT_TYPE ")",
                  &mark, &checkpoint->identity, &checkpoint->resolved, &checkpoint->program, &shard,
                  &shards, &next_job, &checkpoint->seconds, &offsets, &totals, &forfeits);
    if (mark != BYTE_ORDER_MARK)
        return NULL;
    offset = g_variant_get_fixed_array(offsets, &count, sizeof(uint64_t));
    if (count != RECORDS_FILE_COUNT)
        return NULL;
    memcpy(checkpoint->offset, offset, sizeof checkpoint->offset);
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
                            "it is no checkpoint of this program, or damaged");
    return checkpoint;
}
