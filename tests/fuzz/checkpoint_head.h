/* Any bytes as a checkpoint with a right checksum. */
#pragma once

#include <string.h>

#include "experiments/run/checkpoint.h"

#define CHECKPOINT_HEAD_SIZE (sizeof CHECKPOINT_MAGIC + 64)

/* The bytes behind a head that fits them. Owner: the caller. */
static inline GBytes *checkpoint_with_head(const void *data, size_t size)
{
    g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, data, size);
    g_autofree char *head = g_strconcat(CHECKPOINT_MAGIC, sum, "\n", NULL);
    GByteArray *bytes = g_byte_array_new();

    g_byte_array_append(bytes, (const guint8 *)head, (guint)strlen(head));
    g_byte_array_append(bytes, data, (guint)size);
    return g_byte_array_free_to_bytes(bytes);
}
