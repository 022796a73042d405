/* Any bytes as the body of a checkpoint: refused with a reason, or stored so that they are read and
 * stored the same again; what a contest has no use for is not kept. */
#include <string.h>

#include "experiments/run/checkpoint.h"
#include "experiments/run/integrity.h"
#include "fuzz_folder.h"

/* The bytes behind a head that fits them. */
static GBytes *with_head(const uint8_t *data, size_t size)
{
    g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, data, size);
    g_autofree char *head = g_strconcat(CHECKPOINT_MAGIC, sum, "\n", NULL);
    GByteArray *bytes = g_byte_array_new();

    g_byte_array_append(bytes, (const guint8 *)head, (guint)strlen(head));
    g_byte_array_append(bytes, data, (guint)size);
    return g_byte_array_free_to_bytes(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GBytes) bytes = with_head(data, size);
    g_autoptr(GError) error = NULL;
    g_autoptr(Checkpoint) checkpoint = checkpoint_load(bytes, &error);
    g_autoptr(Checkpoint) reloaded = NULL;
    g_autoptr(GBytes) again = NULL;
    g_autoptr(GBytes) twice = NULL;
    g_autoptr(Spec) spec = NULL;

    require((checkpoint == NULL) == (error != NULL), "refused without a reason", "");
    if (checkpoint == NULL)
        return 0;
    again = checkpoint_store(checkpoint);
    reloaded = checkpoint_load(again, NULL);
    require(reloaded != NULL, "what was stored is not read", "");
    twice = checkpoint_store(reloaded);
    require(g_bytes_equal(again, twice), "stored in another way", "");
    integrity_check(fuzz_folder(), checkpoint->files, NULL);
    spec = spec_parse(checkpoint->resolved, "fuzz", NULL, "", NULL, NULL);
    if (spec != NULL)
        totals_fit(checkpoint->point.totals, spec);
    return 0;
}
