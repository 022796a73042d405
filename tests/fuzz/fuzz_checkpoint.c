/* Any bytes as the body of a checkpoint: refused with a reason, or stored so that they are read and
 * stored the same again; what a contest has no use for is not kept. */
#include "checkpoint_head.h"
#include "experiments/run/checkpoint.h"
#include "experiments/run/integrity.h"
#include "fuzz_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GBytes) bytes = checkpoint_with_head(data, size);
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
