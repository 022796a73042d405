/* What the two threads of a memory have in common: the one that answers questions and the one that
 * writes findings. */
#include "players/memory/memory_address.h"
#include "players/memory/memory_inside.h"

void memory_tell(PositionMemory *memory, const char *sentence)
{
    if (!memory->closed && memory->options.warn != NULL)
        memory->options.warn(sentence, memory->options.warn_data);
}

char *memory_say(const PositionMemory *memory, const char *sentence)
{
    g_autofree char *masked = memory_address_mask(memory->where);

    return g_strdup_printf("memory '%s': %s", masked, sentence);
}

void memory_note_failure(PositionMemory *memory, MemoryLane lane, const char *sentence)
{
    memory->counts.failures++;
    memory->rest_until[lane] = memory_in_ms(memory->options.rest_ms);
    if (memory->failing == 0)
        memory_tell(memory, sentence);
    memory->failing |= 1U << lane;
}

void memory_note_lost(PositionMemory *memory, uint64_t count, const char *reason)
{
    g_autofree char *why = NULL, *sentence = NULL;

    memory->counts.tally.lost += count;
    if (memory->has_lost || count == 0)
        return;
    memory->has_lost = true;
    why = g_strdup_printf("findings are lost: %s", reason);
    sentence = memory_say(memory, why);
    memory_tell(memory, sentence);
}

void memory_note_success(PositionMemory *memory, MemoryLane lane)
{
    memory->failing &= ~(1U << lane);
}

MemoryStore *memory_open_store(const PositionMemory *memory, int timeout_ms, GError **error)
{
    const MemoryStoreOptions options = {
        .timeout_ms = timeout_ms,
        .max_pages = memory->options.max_pages,
        .must_exist = memory->options.mode == POSITION_MEMORY_FROZEN,
    };

    return memory_store_open(memory->where, &options, error);
}

bool memory_reach(const PositionMemory *memory, MemoryStore **store, int timeout_ms, GError **error)
{
    if (*store == NULL)
        *store = memory_open_store(memory, timeout_ms, error);
    if (*store == NULL)
        return false;
    memory_store_set_timeout(*store, timeout_ms);
    return true;
}

void memory_let_go_after(const GError *error, MemoryStore **store)
{
    if (error != NULL)
        g_clear_pointer(store, memory_store_free);
}

void memory_start_thread(PositionMemory *memory, const char *name, GThreadFunc work)
{
    g_mutex_lock(&memory->lock);
    memory->threads++;
    g_mutex_unlock(&memory->lock);
    g_thread_unref(g_thread_new(name, work, g_atomic_rc_box_acquire(memory)));
}

void memory_leave(PositionMemory *memory)
{
    memory->threads--;
    g_cond_broadcast(&memory->changed);
    g_mutex_unlock(&memory->lock);
    memory_unref(memory);
}
