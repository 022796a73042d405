#include "players/memory/memory_batch.h"

/* If a trip takes a millisecond, that makes a quarter of a million entries a second. */
#define ENTRIES 256

struct MemoryBatch {
    MemoryStore *store;
    GPtrArray *entries;
    uint64_t changed;
};

MemoryBatch *memory_batch_new(MemoryStore *store)
{
    MemoryBatch *batch = g_new0(MemoryBatch, 1);

    batch->store = store;
    batch->entries = g_ptr_array_new_full(ENTRIES, g_free);
    return batch;
}

void memory_batch_free(MemoryBatch *batch)
{
    g_ptr_array_free(batch->entries, true);
    g_free(batch);
}

static bool take_trip(MemoryBatch *batch, GError **error)
{
    uint64_t changed = 0;
    const bool good =
        batch->entries->len == 0 ||
        memory_store_put_each(batch->store, (MemoryEntry *const *)batch->entries->pdata,
                              batch->entries->len, &changed, error);

    g_ptr_array_set_size(batch->entries, 0);
    batch->changed += changed;
    return good;
}

bool memory_batch_add(MemoryBatch *batch, const MemoryEntry *entry, GError **error)
{
    g_ptr_array_add(batch->entries, g_memdup2(entry, sizeof *entry));
    return batch->entries->len < ENTRIES || take_trip(batch, error);
}

bool memory_batch_end(MemoryBatch *batch, uint64_t *out_changed, GError **error)
{
    if (!take_trip(batch, error))
        return false;
    if (out_changed != NULL)
        *out_changed = batch->changed;
    return true;
}
