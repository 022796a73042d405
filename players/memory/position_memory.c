#include "players/memory/position_memory.h"

#include "players/memory/memory_finding.h"
#include "players/memory/memory_inside.h"

#define QUERY_MS 5000
#define REST_MS 30000
#define FLUSH_MS 5000
#define QUEUE_LENGTH 65536

/* Called when the last reference to @memory is gone. */
static void memory_clear(void *data)
{
    PositionMemory *memory = data;

    g_queue_clear_full(&memory->questions, (GDestroyNotify)waiting_question_unref);
    g_queue_clear_full(&memory->findings, g_free);
    g_clear_pointer(&memory->snapshot, memory_snapshot_unref);
    g_array_unref(memory->fresh);
    g_ptr_array_unref(memory->batch);
    g_clear_pointer(&memory->spool, memory_spool_free);
    g_free((char *)memory->options.spool_folder);
    g_mutex_clear(&memory->lock);
    g_cond_clear(&memory->changed);
    g_free(memory->where);
}

void memory_unref(PositionMemory *memory)
{
    g_atomic_rc_box_release_full(memory, memory_clear);
}

static void fill_in_defaults(PositionMemoryOptions *options)
{
    if (options->query_ms == 0)
        options->query_ms = QUERY_MS;
    if (options->rest_ms == 0)
        options->rest_ms = REST_MS;
    if (options->flush_ms == 0)
        options->flush_ms = FLUSH_MS;
    if (options->queue_length == 0)
        options->queue_length = QUEUE_LENGTH;
}

static bool take_snapshot(PositionMemory *memory, GError **error)
{
    g_autoptr(MemoryStore) store = memory_open_store(memory, memory->options.query_ms, error);

    memory->snapshot = memory_snapshot_new();
    return store != NULL && memory_store_each(store, memory_snapshot_add, memory->snapshot, error);
}

static PositionMemory *memory_new(const char *where, const PositionMemoryOptions *options)
{
    PositionMemory *memory = g_atomic_rc_box_new0(PositionMemory);

    memory->where = g_strdup(where);
    if (options != NULL)
        memory->options = *options;
    fill_in_defaults(&memory->options);
    g_mutex_init(&memory->lock);
    g_cond_init(&memory->changed);
    g_queue_init(&memory->questions);
    g_queue_init(&memory->findings);
    memory->fresh = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));
    memory->batch = g_ptr_array_new_with_free_func(g_free);
    memory->options.spool_folder = g_strdup(memory->options.spool_folder);
    if (where != NULL && memory->options.spool_folder != NULL)
        memory->spool = memory_spool_new(memory->options.spool_folder, where);
    return memory;
}

static PositionMemory *memory_of_snapshot(MemorySnapshot *snapshot)
{
    PositionMemory *memory = memory_new(NULL, NULL);

    memory->options.mode = POSITION_MEMORY_FROZEN;
    memory->snapshot = snapshot;
    return memory;
}

PositionMemory *position_memory_new_frozen(void)
{
    return memory_of_snapshot(memory_snapshot_new());
}

bool position_memory_is_frozen(const PositionMemory *memory)
{
    return memory->snapshot != NULL;
}

void position_memory_add(PositionMemory *memory, const MemoryEntry *entry)
{
    memory_snapshot_add(entry, memory->snapshot);
}

PositionMemory *position_memory_fork(const PositionMemory *frozen)
{
    return memory_of_snapshot(memory_snapshot_ref(frozen->snapshot));
}

PositionMemory *position_memory_open(const char *where, const PositionMemoryOptions *options,
                                     GError **error)
{
    g_autoptr(PositionMemory) memory = NULL;

    if (!memory_store_check(where, error))
        return NULL;
    memory = memory_new(where, options);
    if (memory->options.mode == POSITION_MEMORY_FROZEN)
        return take_snapshot(memory, error) ? g_steal_pointer(&memory) : NULL;
    memory_start_thread(memory, "memory-find", memory_answer_questions);
    if (!memory_try_store(memory, error)) {
        g_clear_pointer(&memory, position_memory_free);
        return NULL;
    }
    memory->is_writing = true;
    memory_start_thread(memory, "memory-store", memory_write_findings);
    return g_steal_pointer(&memory);
}

#define GRACE_MS 500 /* for spooling what the store did not take in time */

/* A thread that hangs in its store is left behind; what it uses is not freed. */
PositionMemoryCounts position_memory_close(PositionMemory *memory)
{
    PositionMemoryCounts counts;
    gint64 grace;

    g_mutex_lock(&memory->lock);
    memory->closing = true;
    memory->close_by = memory_in_ms(memory->options.flush_ms);
    grace = memory->close_by + GRACE_MS * G_TIME_SPAN_MILLISECOND;
    g_cond_broadcast(&memory->changed);
    while (memory->threads > 0 &&
           g_cond_wait_until(&memory->changed, &memory->lock, memory->close_by))
        ;
    while (memory->is_writing && !memory->has_written &&
           g_cond_wait_until(&memory->changed, &memory->lock, grace))
        ;
    if (memory->is_writing && !memory->has_written && !memory->closed)
        memory_rescue_findings(memory);
    memory->closed = true;
    counts = memory->counts;
    g_mutex_unlock(&memory->lock);
    return counts;
}

void position_memory_free(PositionMemory *memory)
{
    if (!memory->closed)
        position_memory_close(memory);
    memory_unref(memory);
}

bool position_memory_find(PositionMemory *memory, const Game *game, const GameState *state,
                          const PositionQuestion *question, PositionFinding *out_finding)
{
    MemoryEntry entry = {.evaluation = question->evaluation};
    bool hit = false;

    if (!memory_entry_set_position(&entry, game, state))
        return false;
    g_mutex_lock(&memory->lock);
    memory->counts.tally.asked++;
    if (memory->snapshot != NULL)
        hit = memory_snapshot_find(memory->snapshot, &entry, &question->wanted);
    else if (memory_may_ask(memory))
        hit = memory_ask_store(memory, &entry, question);
    g_mutex_unlock(&memory->lock);
    if (!hit || !memory_finding_of_entry(&entry, game, state, out_finding))
        return false;
    g_mutex_lock(&memory->lock);
    memory->counts.tally.found++;
    g_mutex_unlock(&memory->lock);
    return true;
}

void position_memory_store(PositionMemory *memory, const Game *game, const GameState *state,
                           const PositionFinding *finding)
{
    MemoryEntry entry = {0};

    if (!memory_entry_set_position(&entry, game, state))
        return;
    memory_finding_to_entry(finding, game, &entry);
    g_mutex_lock(&memory->lock);
    if (memory->snapshot != NULL)
        g_array_append_val(memory->fresh, entry);
    else
        memory_queue_finding(memory, &entry);
    g_mutex_unlock(&memory->lock);
}

bool position_memory_flush(PositionMemory *memory)
{
    const gint64 deadline = memory_in_ms(memory->options.flush_ms);
    bool good;

    g_mutex_lock(&memory->lock);
    while ((memory->findings.length > 0 || memory->batch->len > 0) &&
           g_cond_wait_until(&memory->changed, &memory->lock, deadline))
        ;
    good = memory->findings.length == 0 && memory->batch->len == 0;
    g_mutex_unlock(&memory->lock);
    return good;
}

GArray *position_memory_take_new(PositionMemory *memory)
{
    GArray *taken = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));

    g_mutex_lock(&memory->lock);
    if (memory->fresh->len > 0)
        g_array_append_vals(taken, memory->fresh->data, memory->fresh->len);
    g_array_set_size(memory->fresh, 0);
    g_mutex_unlock(&memory->lock);
    return taken;
}

PositionMemoryCounts position_memory_counts(PositionMemory *memory)
{
    PositionMemoryCounts counts;

    g_mutex_lock(&memory->lock);
    counts = memory->counts;
    g_mutex_unlock(&memory->lock);
    return counts;
}
