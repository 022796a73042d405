#include "players/memory/position_memory.h"

#include "players/memory/memory_address.h"
#include "players/memory/memory_finding.h"
#include "players/memory/memory_snapshot.h"

#define QUERY_MS 5000
#define REST_MS 30000
#define FLUSH_MS 5000
#define QUEUE_LENGTH 65536
#define IDLE_MS 500         /* for writing while others think */
#define RETRY_US 20000      /* between two tries to write */
#define MOST_CACHED 65536   /* entries; then the cache begins again */
#define CONNECT_MIN_MS 1000 /* for a connection, even if a question may take less */

/* What a memory and its forks share. */
typedef struct {
    char *where;                   /* NULL: there is no store */
    PositionMemoryOptions options; /* with defaults filled in */
    bool is_frozen;

    GMutex lock;           /* of all below */
    MemorySnapshot *cache; /* frozen: all that can be found, which never changes */
    GArray *waiting;       /* of MemoryEntry: to be written */
    PositionMemoryCounts counts;
    MemoryTally told; /* the counts that the store has */
    bool is_failing;  /* it has failed and not worked since: that was said */
    bool has_lost;    /* it has been said that findings are lost */
    gint64 rest_until;

    GMutex writing;     /* of the connection for writing */
    MemoryStore *store; /* that one; NULL: not open */
} Shared;

struct PositionMemory {
    Shared *shared;
    GArray *fresh; /* what was collected; NULL: findings wait to be written */
    bool is_fork, is_closed;
    GMutex asking;      /* of the connection for questions */
    MemoryStore *store; /* that one; NULL: not open */
};

static gint64 in_ms(int ms)
{
    return g_get_monotonic_time() + (gint64)ms * G_TIME_SPAN_MILLISECOND;
}

static void shared_clear(void *data)
{
    Shared *shared = data;

    g_clear_pointer(&shared->cache, memory_snapshot_unref);
    g_clear_pointer(&shared->store, memory_store_free);
    g_array_unref(shared->waiting);
    g_mutex_clear(&shared->lock);
    g_mutex_clear(&shared->writing);
    g_free(shared->where);
}

static Shared *shared_new(const char *where, const PositionMemoryOptions *options)
{
    Shared *shared = g_atomic_rc_box_new0(Shared);

    shared->where = g_strdup(where);
    if (options != NULL)
        shared->options = *options;
    if (shared->options.query_ms == 0)
        shared->options.query_ms = QUERY_MS;
    if (shared->options.rest_ms == 0)
        shared->options.rest_ms = REST_MS;
    if (shared->options.flush_ms == 0)
        shared->options.flush_ms = FLUSH_MS;
    if (shared->options.queue_length == 0)
        shared->options.queue_length = QUEUE_LENGTH;
    shared->is_frozen = where == NULL || shared->options.mode == POSITION_MEMORY_FROZEN;
    shared->cache = memory_snapshot_new();
    shared->waiting = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));
    g_mutex_init(&shared->lock);
    g_mutex_init(&shared->writing);
    return shared;
}

/* Becomes the owner of a reference to @shared. */
static PositionMemory *memory_of(Shared *shared, bool is_fork)
{
    PositionMemory *memory = g_new0(PositionMemory, 1);

    memory->shared = shared;
    memory->is_fork = is_fork;
    if (is_fork || shared->is_frozen)
        memory->fresh = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));
    g_mutex_init(&memory->asking);
    return memory;
}

static MemoryStore *open_store(const Shared *shared, int timeout_ms, GError **error)
{
    const MemoryStoreOptions options = {
        .timeout_ms = timeout_ms,
        .must_exist = shared->is_frozen,
        .max_pages = shared->options.max_pages,
    };

    return memory_store_open(shared->where, &options, error);
}

/* Opens @store unless it is open, and sets its time to answer. */
static bool reach(const Shared *shared, MemoryStore **store, int timeout_ms, GError **error)
{
    if (*store == NULL)
        *store = open_store(shared, timeout_ms, error);
    if (*store != NULL)
        memory_store_set_timeout(*store, timeout_ms);
    return *store != NULL;
}

/* Locked. */
static void warn(const Shared *shared, const char *sentence)
{
    if (shared->options.warn != NULL)
        shared->options.warn(sentence, shared->options.warn_data);
}

/* Says what is wrong with the store, unless that was said since it last worked, and lets it rest.
 */
static void note_failure(Shared *shared, const char *sentence, bool is_said)
{
    g_mutex_lock(&shared->lock);
    shared->counts.failures++;
    shared->rest_until = in_ms(shared->options.rest_ms);
    if (is_said && !shared->is_failing) {
        shared->is_failing = true;
        warn(shared, sentence);
    }
    g_mutex_unlock(&shared->lock);
}

static void note_success(Shared *shared)
{
    g_mutex_lock(&shared->lock);
    shared->is_failing = false;
    shared->rest_until = 0;
    g_mutex_unlock(&shared->lock);
}

/* Says, the first time, that findings are lost, whatever else has been said: they never come back.
 * Locked. */
static void note_lost(Shared *shared, uint64_t count, const char *reason)
{
    g_autofree char *name = memory_address_mask(shared->where);
    g_autofree char *sentence = g_strdup_printf("memory '%s': findings are lost: %s", name, reason);

    shared->counts.tally.lost += count;
    if (!shared->has_lost)
        warn(shared, sentence);
    shared->has_lost = true;
}

static bool add_entry(const MemoryEntry *entry, void *data)
{
    return memory_snapshot_add(entry, data);
}

PositionMemory *position_memory_new_frozen(void)
{
    return memory_of(shared_new(NULL, NULL), false);
}

void position_memory_add(PositionMemory *memory, const MemoryEntry *entry)
{
    memory_snapshot_add(entry, memory->shared->cache);
}

bool position_memory_is_frozen(const PositionMemory *memory)
{
    return memory->shared->is_frozen;
}

PositionMemory *position_memory_fork(const PositionMemory *memory)
{
    return memory_of(g_atomic_rc_box_acquire(memory->shared), true);
}

PositionMemory *position_memory_open(const char *where, const PositionMemoryOptions *options,
                                     GError **error)
{
    g_autoptr(PositionMemory) memory = NULL;
    Shared *shared;

    if (!memory_store_check(where, error))
        return NULL;
    shared = shared_new(where, options);
    memory = memory_of(shared, false);
    if (!reach(shared, &memory->store, shared->options.query_ms, error))
        return NULL;
    if (!shared->is_frozen)
        return g_steal_pointer(&memory);
    return memory_store_each(memory->store, add_entry, shared->cache, error)
               ? g_steal_pointer(&memory)
               : NULL;
}

/* Adds @entry to the cache of a live memory. Locked. */
static void cache(Shared *shared, const MemoryEntry *entry)
{
    if (memory_snapshot_size(shared->cache) >= MOST_CACHED) {
        memory_snapshot_unref(shared->cache);
        shared->cache = memory_snapshot_new();
    }
    memory_snapshot_add(entry, shared->cache);
}

static bool rests(Shared *shared)
{
    bool so;

    g_mutex_lock(&shared->lock);
    so = g_get_monotonic_time() < shared->rest_until;
    g_mutex_unlock(&shared->lock);
    return so;
}

/* Asks the store, unless it has failed while this question waited for another one. */
static bool ask(PositionMemory *memory, MemoryEntry *entry, const PositionQuestion *question)
{
    Shared *shared = memory->shared;
    const bool is_short = question->wait_ms > 0 && question->wait_ms < shared->options.query_ms;
    const int wait_ms = is_short ? question->wait_ms : shared->options.query_ms;
    const int connect_ms = MIN(MAX(wait_ms, CONNECT_MIN_MS), shared->options.query_ms);
    g_autoptr(GError) error = NULL;
    bool found = false, asks;

    g_mutex_lock(&memory->asking);
    asks = !rests(shared) && !memory->is_closed;
    if (asks && (!reach(shared, &memory->store, connect_ms, &error) ||
                 !reach(shared, &memory->store, wait_ms, &error) ||
                 !memory_store_find(memory->store, entry, &question->wanted, &found, &error)))
        g_clear_pointer(&memory->store, memory_store_free);
    g_mutex_unlock(&memory->asking);
    if (error != NULL)
        note_failure(shared, error->message, !is_short);
    else if (asks)
        note_success(shared);
    return found && error == NULL;
}

bool position_memory_find(PositionMemory *memory, const Game *game, const GameState *state,
                          const PositionQuestion *question, PositionFinding *out_finding)
{
    Shared *shared = memory->shared;
    MemoryEntry entry = {.evaluation = question->evaluation};
    bool asks, hit;

    if (!memory_entry_set_position(&entry, game, state))
        return false;
    g_mutex_lock(&shared->lock);
    shared->counts.tally.asked++;
    hit = memory_snapshot_find(shared->cache, &entry, &question->wanted);
    asks = !hit && !shared->is_frozen && g_get_monotonic_time() >= shared->rest_until;
    g_mutex_unlock(&shared->lock);
    if (asks)
        hit = ask(memory, &entry, question);
    if (!hit || !memory_finding_of_entry(&entry, game, state, out_finding))
        return false;
    g_mutex_lock(&shared->lock);
    shared->counts.tally.found++;
    if (asks)
        cache(shared, &entry);
    g_mutex_unlock(&shared->lock);
    return true;
}

/* Takes what waits, to be written. */
static GArray *take_waiting(Shared *shared, MemoryTally *out_news)
{
    GArray *batch = shared->waiting;

    shared->waiting = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));
    *out_news = (MemoryTally){
        .sessions = 1 - shared->told.sessions,
        .asked = shared->counts.tally.asked - shared->told.asked,
        .found = shared->counts.tally.found - shared->told.found,
        .stored = batch->len,
        .lost = shared->counts.tally.lost - shared->told.lost,
    };
    return batch;
}

static bool put_all(MemoryStore *store, const GArray *entries, const MemoryTally *news,
                    GError **error)
{
    g_autoptr(MemoryBatch) batch = memory_batch_new(store);

    if (!memory_store_begin(store, error))
        return false;
    for (guint i = 0; i < entries->len; i++)
        if (!memory_batch_add(batch, &g_array_index(entries, MemoryEntry, i), error))
            return false;
    return memory_batch_end(batch, NULL, error) && memory_store_add_tally(store, news, error) &&
           memory_store_commit(store, error);
}

/* Writes all that waits within @timeout_ms of the store's silence. */
static bool write_all(Shared *shared, int timeout_ms, GError **error)
{
    GError *fault = NULL;
    MemoryTally news;
    GArray *batch;
    bool good;

    g_mutex_lock(&shared->writing);
    g_mutex_lock(&shared->lock);
    batch = take_waiting(shared, &news);
    g_mutex_unlock(&shared->lock);
    good = (batch->len == 0 && news.asked == 0 && news.lost == 0) ||
           (reach(shared, &shared->store, timeout_ms, &fault) &&
            put_all(shared->store, batch, &news, &fault));
    if (!good)
        g_clear_pointer(&shared->store, memory_store_free); /* which rolls back */
    g_mutex_lock(&shared->lock);
    if (good && batch->len + news.asked + news.lost > 0) {
        shared->counts.tally.stored += batch->len;
        memory_tally_add(&shared->told, &news);
        shared->is_failing = false;
        shared->rest_until = 0;
    } else if (!good) {
        g_array_prepend_vals(shared->waiting, batch->data, batch->len);
    }
    g_mutex_unlock(&shared->lock);
    g_mutex_unlock(&shared->writing);
    g_array_unref(batch);
    if (fault != NULL)
        g_propagate_error(error, fault);
    return good;
}

bool position_memory_write(PositionMemory *memory, GError **error)
{
    return memory->shared->is_frozen ||
           write_all(memory->shared, memory->shared->options.query_ms, error);
}

/* Tries until @deadline, as long as trying again can help. */
static bool write_until(Shared *shared, gint64 deadline, GError **error)
{
    for (;;) {
        const gint64 left_us = deadline - g_get_monotonic_time();
        const int left_ms = (int)CLAMP(left_us / 1000, 1, shared->options.query_ms);
        g_autoptr(GError) fault = NULL;

        if (write_all(shared, left_ms, &fault))
            return true;
        if (g_error_matches(fault, MEMORY_ERROR, MEMORY_ERROR_REFUSED) ||
            g_get_monotonic_time() + RETRY_US >= deadline) {
            g_propagate_error(error, g_steal_pointer(&fault));
            return false;
        }
        g_usleep(RETRY_US);
    }
}

bool position_memory_flush(PositionMemory *memory)
{
    Shared *shared = memory->shared;
    g_autoptr(GError) error = NULL;

    if (shared->is_frozen || write_until(shared, in_ms(shared->options.flush_ms), &error))
        return true;
    note_failure(shared, error->message, true);
    return false;
}

void position_memory_write_idle(PositionMemory *memory)
{
    Shared *shared = memory->shared;
    g_autoptr(GError) error = NULL;
    bool is_empty;

    g_mutex_lock(&shared->lock);
    is_empty = shared->waiting->len == 0;
    g_mutex_unlock(&shared->lock);
    if (!is_empty && !rests(shared) && !write_all(shared, IDLE_MS, &error))
        note_failure(shared, error->message, true);
}

void position_memory_put(PositionMemory *memory, const MemoryEntry *entry)
{
    g_mutex_lock(&memory->shared->lock);
    g_array_append_val(memory->shared->waiting, *entry);
    g_mutex_unlock(&memory->shared->lock);
}

void position_memory_forget(PositionMemory *memory)
{
    g_mutex_lock(&memory->shared->lock);
    g_array_set_size(memory->shared->waiting, 0);
    g_mutex_unlock(&memory->shared->lock);
}

/* Locked. Whether so many wait that they are to be written. */
static bool queue(Shared *shared, const MemoryEntry *entry)
{
    const guint most = (guint)shared->options.queue_length;

    if (shared->waiting->len >= most) {
        note_lost(shared, 1, "too many wait to be stored");
        return false;
    }
    g_array_append_val(shared->waiting, *entry);
    return shared->waiting->len >= (most + 1) / 2;
}

void position_memory_store(PositionMemory *memory, const Game *game, const GameState *state,
                           const PositionFinding *finding)
{
    Shared *shared = memory->shared;
    MemoryEntry entry = {0};
    bool is_full = false;

    if (!memory_entry_set_position(&entry, game, state) || memory->is_closed)
        return;
    memory_finding_to_entry(finding, game, &entry);
    g_mutex_lock(&shared->lock);
    if (!shared->is_frozen)
        cache(shared, &entry);
    if (memory->fresh != NULL)
        g_array_append_val(memory->fresh, entry);
    else
        is_full = queue(shared, &entry);
    g_mutex_unlock(&shared->lock);
    if (is_full)
        position_memory_write_idle(memory);
}

GArray *position_memory_take_new(PositionMemory *memory)
{
    GArray *taken = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));

    g_mutex_lock(&memory->shared->lock);
    if (memory->fresh != NULL && memory->fresh->len > 0) {
        g_array_append_vals(taken, memory->fresh->data, memory->fresh->len);
        g_array_set_size(memory->fresh, 0);
    }
    g_mutex_unlock(&memory->shared->lock);
    return taken;
}

PositionMemoryCounts position_memory_counts(PositionMemory *memory)
{
    PositionMemoryCounts counts;

    g_mutex_lock(&memory->shared->lock);
    counts = memory->shared->counts;
    g_mutex_unlock(&memory->shared->lock);
    return counts;
}

/* What is still to be written is lost. */
static void give_up(Shared *shared, const char *reason)
{
    g_mutex_lock(&shared->lock);
    if (shared->waiting->len > 0)
        note_lost(shared, shared->waiting->len, reason);
    g_array_set_size(shared->waiting, 0);
    g_mutex_unlock(&shared->lock);
}

PositionMemoryCounts position_memory_close(PositionMemory *memory)
{
    Shared *shared = memory->shared;
    g_autoptr(GError) error = NULL;

    if (!memory->is_fork && !memory->is_closed && !shared->is_frozen &&
        !write_until(shared, in_ms(shared->options.flush_ms), &error))
        give_up(shared, error->message);
    g_mutex_lock(&memory->asking);
    memory->is_closed = true;
    g_clear_pointer(&memory->store, memory_store_free);
    g_mutex_unlock(&memory->asking);
    return position_memory_counts(memory);
}

void position_memory_free(PositionMemory *memory)
{
    position_memory_close(memory);
    if (memory->fresh != NULL)
        g_array_unref(memory->fresh);
    g_mutex_clear(&memory->asking);
    g_atomic_rc_box_release_full(memory->shared, shared_clear);
    g_free(memory);
}
