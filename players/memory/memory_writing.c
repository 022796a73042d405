/* Findings on their way into a store, by way of a file if it fails. */
#include "players/memory/memory_inside.h"

#define BATCH_LENGTH 4096

void memory_queue_finding(PositionMemory *memory, const MemoryEntry *entry)
{
    if (memory->findings.length >= (guint)memory->options.queue_length) {
        memory_note_lost(memory, 1, "the store is too slow, and too many findings wait for it");
        return;
    }
    g_queue_push_tail(&memory->findings, g_memdup2(entry, sizeof *entry));
    g_cond_broadcast(&memory->changed);
}

/* The findings of this session that wait in files. */
static uint64_t count_spooled(const PositionMemory *memory)
{
    return memory->spool != NULL ? memory->left + memory_spool_count(memory->spool) : 0;
}

/* Nobody else may use the spool between these two calls. Both are called locked; between them the
 * lock is free. */
static void begin_spooling(PositionMemory *memory)
{
    memory->spooling = true;
    g_mutex_unlock(&memory->lock);
}

static void end_spooling(PositionMemory *memory)
{
    g_mutex_lock(&memory->lock);
    memory->spooling = false;
    g_cond_broadcast(&memory->changed);
}

/* Whether findings are to be written now: to the store, or to the spool while the store is left
 * alone. Locked. */
static bool may_write(const PositionMemory *memory)
{
    return memory->findings.length > 0 &&
           (memory->spool != NULL || g_get_monotonic_time() >= memory->rest_until[LANE_STORE]);
}

/* Waits until there are findings to write, or until the store is to be tried again and given what
 * was spooled. False: the memory closes, and there is nothing to write or no time. Locked. */
static bool await_findings(PositionMemory *memory)
{
    for (;;) {
        const gint64 rest_until = memory->rest_until[LANE_STORE], now = g_get_monotonic_time();
        const bool has_spooled = count_spooled(memory) > 0;

        if (memory->closing)
            return memory->findings.length > 0 && now < memory->close_by;
        if (may_write(memory) || (has_spooled && now >= rest_until))
            return true;
        if (now < rest_until && (has_spooled || memory->findings.length > 0))
            g_cond_wait_until(&memory->changed, &memory->lock, rest_until);
        else
            g_cond_wait(&memory->changed, &memory->lock);
    }
}

/* Locked. */
static void take_batch(PositionMemory *memory)
{
    while (memory->findings.length > 0 && memory->batch->len < BATCH_LENGTH)
        g_ptr_array_add(memory->batch, g_queue_pop_head(&memory->findings));
}

/* Puts the batch back into the queue: it could not be written, but may be soon. Locked. */
static void put_back_batch(PositionMemory *memory)
{
    while (memory->batch->len > 0)
        g_queue_push_head(&memory->findings,
                          g_ptr_array_steal_index(memory->batch, memory->batch->len - 1));
}

static MemoryEntry *const *batch_of(const PositionMemory *memory)
{
    return (MemoryEntry *const *)memory->batch->pdata;
}

/* Says that @count findings of earlier sessions are stored now. Locked. */
static void note_brought(PositionMemory *memory, uint64_t count)
{
    g_autofree char *news =
        g_strdup_printf("%" G_GUINT64_FORMAT " findings that waited in %s for it are stored now",
                        count, memory->options.spool_folder);
    g_autofree char *sentence = memory_say(memory, news);

    memory->counts.brought += count;
    if (count > 0)
        memory_tell(memory, sentence);
}

/* Gives the store what waits for it in files, of this session and of earlier ones. Not locked. */
static bool bring_in(PositionMemory *memory, MemoryStore *store, GError **error)
{
    g_autoptr(GError) fault = NULL;
    uint64_t count = 0;

    g_mutex_lock(&memory->lock);
    memory->left = count_spooled(memory);
    begin_spooling(memory);
    memory_spool_leave(memory->spool, NULL);
    end_spooling(memory);
    g_mutex_unlock(&memory->lock);
    memory_spool_bring_in(memory->options.spool_folder, memory->where, store, &count, &fault);
    g_mutex_lock(&memory->lock);
    if (fault == NULL && !memory->closed) {
        memory->counts.tally.spooled -= memory->left;
        memory->counts.tally.stored += memory->left;
        memory->returned += memory->left;
        count -= MIN(memory->left, count);
        memory->left = 0;
    } else if (fault != NULL) {
        memory_note_failure(memory, LANE_STORE, fault->message);
    }
    note_brought(memory, count);
    g_mutex_unlock(&memory->lock);
    if (fault == NULL)
        return true;
    g_propagate_error(error, g_steal_pointer(&fault));
    return false;
}

/* Writes the batch into the store, then what was spooled. Not locked. */
static bool write_batch(PositionMemory *memory, MemoryStore **store, int timeout_ms, GError **error)
{
    const bool good = memory_reach(memory, store, timeout_ms, error) &&
                      (memory->batch->len == 0 ||
                       memory_store_put_all(*store, batch_of(memory), memory->batch->len, error));
    g_autoptr(GError) fault = NULL; /* the batch is in the store all the same */

    memory_let_go_after(*error, store);
    if (good && count_spooled(memory) > 0) {
        bring_in(memory, *store, &fault);
        memory_let_go_after(fault, store);
    }
    return good;
}

/* Puts the batch into the spool, or loses it. Locked. */
static void spool_batch(PositionMemory *memory, const char *reason)
{
    const uint64_t count = memory->batch->len;
    g_autoptr(GError) error = NULL;
    bool good = false;

    if (count == 0)
        return;
    if (memory->spool != NULL) {
        begin_spooling(memory);
        good = memory_spool_put(memory->spool, batch_of(memory), count, &error);
        end_spooling(memory);
    }
    if (good)
        memory->counts.tally.spooled += count;
    else
        memory_note_lost(memory, count, error != NULL ? error->message : reason);
    g_ptr_array_set_size(memory->batch, 0);
}

/* Keeps what could not be written: in memory if others are using the store or there is no spool,
 * else in the spool. Locked. */
static void note_not_written(PositionMemory *memory, const GError *error)
{
    const bool waits = g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_BUSY) &&
                       !memory->closing &&
                       memory->findings.length < (guint)memory->options.queue_length / 2;

    if (!waits || memory->spool == NULL)
        memory_note_failure(memory, LANE_STORE, error->message);
    if (!waits && memory->spool != NULL)
        spool_batch(memory, error->message);
    else
        put_back_batch(memory);
}

/* Locked. */
static void note_written(PositionMemory *memory)
{
    memory->counts.tally.stored += memory->batch->len;
    memory_note_success(memory, LANE_STORE);
    g_ptr_array_set_size(memory->batch, 0);
}

/* Writes what waits, to the store or the spool; whether the store took it. Locked. */
static bool write_some(PositionMemory *memory, MemoryStore **store)
{
    const bool rests = !memory->closing && g_get_monotonic_time() < memory->rest_until[LANE_STORE];
    const int timeout_ms = memory->closing
                               ? MIN(memory->options.query_ms, memory_ms_until(memory->close_by))
                               : memory->options.query_ms;
    g_autoptr(GError) error = NULL;
    bool good;

    take_batch(memory);
    if (rests) {
        spool_batch(memory, "");
        return false;
    }
    g_mutex_unlock(&memory->lock);
    good = write_batch(memory, store, timeout_ms, &error);
    g_mutex_lock(&memory->lock);
    if (memory->closed) /* it took too long: the closing thread has taken care of everything */
        return false;
    if (good)
        note_written(memory);
    else
        note_not_written(memory, error);
    return good;
}

/* Puts all that is still in memory into the spool. Locked. */
static void spool_rest(PositionMemory *memory, const char *reason)
{
    spool_batch(memory, reason);
    while (memory->findings.length > 0) {
        take_batch(memory);
        spool_batch(memory, reason);
    }
}

/* Adds the counts of the session to those of the store, or leaves them in the spool. Locked. */
static void end_session(PositionMemory *memory, MemoryStore **store)
{
    MemoryTally tally = memory->counts.tally;
    const bool is_empty =
        tally.asked == 0 && tally.stored == 0 && tally.spooled == 0 && tally.lost == 0;
    const char *path = memory->spool != NULL ? memory_spool_path(memory->spool) : NULL;

    tally.sessions = 1;
    tally.stored -= memory->returned; /* the files have told the store of these */
    if (path != NULL) {
        g_autofree char *news = g_strdup_printf(
            "%" G_GUINT64_FORMAT " findings wait in %s for the next run with this memory from "
            "the same folder, or for 'agentchess memory import'",
            tally.spooled, path);
        g_autofree char *sentence = memory_say(memory, news);
        memory_tell(memory, sentence);
    }
    tally.spooled = 0;
    begin_spooling(memory);
    if (path != NULL)
        memory_spool_leave(memory->spool, &tally);
    else if (!is_empty && *store != NULL)
        memory_store_add_tally(*store, &tally, NULL);
    end_spooling(memory);
}

void *memory_write_findings(void *data)
{
    PositionMemory *memory = data;
    MemoryStore *store = NULL;
    bool gives_up = false;

    g_mutex_lock(&memory->lock);
    if (memory->spool != NULL) {
        g_mutex_unlock(&memory->lock);
        if (memory_reach(memory, &store, memory->options.query_ms, NULL) &&
            !bring_in(memory, store, NULL))
            g_clear_pointer(&store, memory_store_free);
        g_mutex_lock(&memory->lock);
    }
    while (!gives_up && await_findings(memory)) {
        gives_up = !write_some(memory, &store) && memory->closing;
        g_cond_broadcast(&memory->changed);
    }
    /* Brings in what was spooled meanwhile, if the store is back. */
    if (!gives_up && count_spooled(memory) > 0)
        write_some(memory, &store);
    if (!memory->closed) {
        spool_rest(memory, "the memory closes, and the store has not answered");
        end_session(memory, &store);
    }
    memory->has_written = true;
    g_cond_broadcast(&memory->changed);
    g_mutex_unlock(&memory->lock);
    g_clear_pointer(&store, memory_store_free);
    g_mutex_lock(&memory->lock);
    memory_leave(memory);
    return NULL;
}

void memory_rescue_findings(PositionMemory *memory)
{
    g_autoptr(GPtrArray) rest = g_ptr_array_new();
    g_autoptr(GError) error = NULL;
    bool good = false;

    for (guint i = 0; i < memory->batch->len; i++)
        g_ptr_array_add(rest, memory->batch->pdata[i]);
    for (const GList *link = memory->findings.head; link != NULL; link = link->next)
        g_ptr_array_add(rest, link->data);
    while (memory->spooling)
        g_cond_wait(&memory->changed, &memory->lock);
    if (memory->spool != NULL && rest->len > 0) {
        begin_spooling(memory);
        good =
            memory_spool_put(memory->spool, (MemoryEntry *const *)rest->pdata, rest->len, &error);
        end_spooling(memory);
    }
    if (good)
        memory->counts.tally.spooled += rest->len;
    else
        memory_note_lost(memory, rest->len,
                         error != NULL ? error->message
                                       : "the memory closes, and the store has not answered");
    end_session(memory, &(MemoryStore *){NULL});
}
