#include "players/memory/position_memory.h"

#include <string.h>

#define IDLE_MS 500         /* for writing while others think */
#define RETRY_US 20000      /* between two tries to write */
#define MOST_CACHED 65536   /* entries; then the cache begins again */
#define CONNECT_MIN_MS 1000 /* for a connection, even if a question may take less */

/* State that a memory and its forks share. */
typedef struct {
    char *where;                   /* NULL: frozen, there is no store */
    char *session;                 /* its unique name */
    PositionMemoryOptions options; /* with defaults filled in */

    GMutex lock;           /* of all below */
    MemorySnapshot *cache; /* frozen: all that can be found, which never changes */
    GArray *waiting;       /* of MemoryEntry: to be written */
    MemoryTally tally;
    MemoryTally written; /* the counts that the store has */
    bool is_failing;     /* it has failed and not worked since: a warning said so */
    gint64 rest_until;
} Shared;

struct PositionMemory {
    Shared *shared;
    GArray *fresh; /* what was collected; NULL: findings wait to be written */
    bool is_closed;
    GMutex asking;      /* of the connection */
    MemoryStore *store; /* that one; NULL: not open */
};

static gint64 in_ms(int ms)
{
    return g_get_monotonic_time() + (gint64)ms * G_TIME_SPAN_MILLISECOND;
}

static void shared_clear(void *data)
{
    Shared *shared = data;

    g_hash_table_unref(shared->cache);
    g_array_unref(shared->waiting);
    g_mutex_clear(&shared->lock);
    g_free(shared->session);
    g_free(shared->where);
}

/* @given with defaults for what is 0. */
static PositionMemoryOptions options_of(const PositionMemoryOptions *given)
{
    PositionMemoryOptions options = given != NULL ? *given : (PositionMemoryOptions){0};

    options.query_ms = options.query_ms != 0 ? options.query_ms : 5000;
    options.rest_ms = options.rest_ms != 0 ? options.rest_ms : 30000;
    options.flush_ms = options.flush_ms != 0 ? options.flush_ms : 5000;
    options.queue_length = options.queue_length != 0 ? options.queue_length : 65536;
    return options;
}

static Shared *shared_new(const char *where, const PositionMemoryOptions *options)
{
    Shared *shared = g_atomic_rc_box_new0(Shared);

    shared->where = g_strdup(where);
    shared->session = g_uuid_string_random();
    shared->options = options_of(options);
    shared->cache = memory_snapshot_new();
    shared->waiting = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));
    g_mutex_init(&shared->lock);
    return shared;
}

/* Becomes the owner of a reference to @shared. */
static PositionMemory *memory_of(Shared *shared, bool collects)
{
    PositionMemory *memory = g_new0(PositionMemory, 1);

    memory->shared = shared;
    if (collects)
        memory->fresh = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));
    g_mutex_init(&memory->asking);
    return memory;
}

/* Opens the store unless it is open, and sets its time to answer. */
static bool open_store(PositionMemory *memory, int timeout_ms, GError **error)
{
    if (memory->store == NULL)
        memory->store = memory_store_open(memory->shared->where, false, timeout_ms, error);
    if (memory->store != NULL)
        memory_store_set_timeout(memory->store, timeout_ms);
    return memory->store != NULL;
}

/* Locked. */
static void warn_once(const Shared *shared, const char *sentence)
{
    if (shared->options.warn != NULL)
        shared->options.warn(sentence, shared->options.warn_data);
}

/* Lets the store rest after a failure, and warns unless a warning has been given since it last
 * worked. @failure: NULL, it works. */
static void note_use(Shared *shared, const GError *failure, bool is_sent)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&shared->lock);

    shared->rest_until = failure != NULL ? in_ms(shared->options.rest_ms) : 0;
    if (failure != NULL && is_sent && !shared->is_failing)
        warn_once(shared, failure->message);
    shared->is_failing = failure != NULL && (is_sent || shared->is_failing);
}

/* Warns the first time that findings are lost, whatever the other warnings: they never come back.
 * Locked. */
static void note_lost(Shared *shared, guint count, const char *reason)
{
    g_autofree char *name = memory_address_mask(shared->where);
    g_autofree char *sentence =
        g_strdup_printf("memory '%s': findings were not stored: %s", name, reason);

    if (count > 0 && shared->tally.lost == 0)
        warn_once(shared, sentence);
    shared->tally.lost += count;
}

/* Counts all waiting entries as lost. */
static void lose_all(Shared *shared, const char *reason)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&shared->lock);

    note_lost(shared, shared->waiting->len, reason);
    g_array_set_size(shared->waiting, 0);
}

PositionMemory *position_memory_new_frozen(void)
{
    return memory_of(shared_new(NULL, NULL), true);
}

void position_memory_add(const MemoryEntry *entry, void *memory)
{
    memory_snapshot_add(entry, ((PositionMemory *)memory)->shared->cache);
}

bool position_memory_is_frozen(const PositionMemory *memory)
{
    return memory->shared->where == NULL;
}

PositionMemory *position_memory_fork(const PositionMemory *memory)
{
    return memory_of(g_atomic_rc_box_acquire(memory->shared), true);
}

PositionMemory *position_memory_open(const char *where, const PositionMemoryOptions *options,
                                     GError **error)
{
    g_autoptr(PositionMemory) memory = NULL;

    if (!memory_store_check(where, error))
        return NULL;
    memory = memory_of(shared_new(where, options), false);
    return open_store(memory, memory->shared->options.query_ms, error) ? g_steal_pointer(&memory)
                                                                       : NULL;
}

/* Adds @entry to the cache of a live memory. Locked. */
static void cache_entry(Shared *shared, const MemoryEntry *entry)
{
    if (g_hash_table_size(shared->cache) >= MOST_CACHED)
        g_hash_table_remove_all(shared->cache);
    memory_snapshot_add(entry, shared->cache);
}

/* Asks the store, unless it has failed while this question waited for another one. */
static bool ask_store(PositionMemory *memory, MemoryEntry *entry, const PositionQuestion *question)
{
    Shared *shared = memory->shared;
    const int most_ms = shared->options.query_ms;
    const int wait_ms = question->wait_ms > 0 ? MIN(question->wait_ms, most_ms) : most_ms;
    const int connect_ms = MIN(MAX(wait_ms, CONNECT_MIN_MS), most_ms);
    g_autoptr(GError) error = NULL;
    bool found = false, asks;

    g_mutex_lock(&memory->asking);
    g_mutex_lock(&shared->lock);
    asks = g_get_monotonic_time() >= shared->rest_until && !memory->is_closed;
    g_mutex_unlock(&shared->lock);
    if (asks && (!open_store(memory, memory->store == NULL ? connect_ms : wait_ms, &error) ||
                 !memory_store_find(memory->store, entry, &question->wanted, &found, &error)))
        g_clear_pointer(&memory->store, memory_store_free);
    g_mutex_unlock(&memory->asking);
    if (asks)
        note_use(shared, error, wait_ms == most_ms);
    return found && error == NULL;
}

bool position_memory_find(PositionMemory *memory, const Game *game, const GameState *state,
                          const PositionQuestion *question, MemoryEntry *out_finding,
                          Move *out_move)
{
    Shared *shared = memory->shared;
    MemoryEntry entry = {.evaluation = question->evaluation};
    bool asks, hit;

    if (!memory_entry_set_position(&entry, game, state))
        return false;
    g_mutex_lock(&shared->lock);
    shared->tally.asked++;
    hit = memory_snapshot_find(shared->cache, &entry, &question->wanted);
    asks = !hit && shared->where != NULL && g_get_monotonic_time() >= shared->rest_until;
    g_mutex_unlock(&shared->lock);
    if (asks)
        hit = ask_store(memory, &entry, question);
    if (!hit || !memory_entry_read(&entry, game, state, out_move, NULL))
        return false;
    g_mutex_lock(&shared->lock);
    shared->tally.found++;
    if (asks)
        cache_entry(shared, &entry);
    g_mutex_unlock(&shared->lock);
    *out_finding = entry;
    return true;
}

/* Writes @entries and @tally, the counts of the session with them, in one transaction. */
static bool put_all(PositionMemory *memory, const GArray *entries, const MemoryTally *tally,
                    GError **error)
{
    MemoryStore *store = memory->store;
    uint64_t changed = 0;

    return memory_store_begin(store, error) &&
           memory_store_put(store, (const MemoryEntry *)(const void *)entries->data, entries->len,
                            &changed, error) &&
           memory_store_put_session(store, memory->shared->session, tally, error) &&
           memory_store_commit(store, error);
}

/* Writes all that waits within @timeout_ms of the store's silence. If a commit was not answered,
 * all is written again, which has the same effect as once. */
static bool write_all(PositionMemory *memory, int timeout_ms, GError **error)
{
    Shared *shared = memory->shared;
    GArray *batch;
    MemoryTally tally;
    bool good, is_new;

    g_mutex_lock(&memory->asking);
    g_mutex_lock(&shared->lock);
    batch = shared->waiting;
    shared->waiting = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));
    tally = shared->tally;
    tally.stored += batch->len;
    is_new = memcmp(&tally, &shared->written, sizeof tally) != 0;
    g_mutex_unlock(&shared->lock);
    good =
        !is_new || (open_store(memory, timeout_ms, error) && put_all(memory, batch, &tally, error));
    if (!good)
        g_clear_pointer(&memory->store, memory_store_free); /* which rolls back */
    g_mutex_lock(&shared->lock);
    if (good && is_new) {
        shared->tally.stored += batch->len;
        shared->written = tally;
    } else if (!good) {
        g_array_prepend_vals(shared->waiting, batch->data, batch->len);
    }
    g_mutex_unlock(&shared->lock);
    g_mutex_unlock(&memory->asking);
    g_array_unref(batch);
    if (good && is_new)
        note_use(shared, NULL, false);
    return good;
}

bool position_memory_write(PositionMemory *memory, GError **error)
{
    return memory->shared->where == NULL ||
           write_all(memory, memory->shared->options.query_ms, error);
}

/* Tries until @deadline, as long as trying again can help; then *@error is set. */
static bool write_until(PositionMemory *memory, gint64 deadline, GError **error)
{
    const int most_ms = memory->shared->options.query_ms;
    gint64 left_ms = (deadline - g_get_monotonic_time()) / 1000;

    while (!write_all(memory, (int)CLAMP(left_ms, 1, most_ms), error)) {
        g_usleep(RETRY_US);
        left_ms = (deadline - g_get_monotonic_time()) / 1000;
        if (left_ms <= 0 || (*error)->code == MEMORY_ERROR_REFUSED)
            return false;
        g_clear_error(error);
    }
    return true;
}

void position_memory_write_idle(PositionMemory *memory)
{
    Shared *shared = memory->shared;
    g_autoptr(GError) error = NULL;
    bool writes;

    g_mutex_lock(&shared->lock);
    writes = shared->waiting->len > 0 && g_get_monotonic_time() >= shared->rest_until;
    g_mutex_unlock(&shared->lock);
    if (writes && !write_all(memory, IDLE_MS, &error))
        note_use(shared, error, true);
}

void position_memory_put(PositionMemory *memory, const MemoryEntry *entry)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&memory->shared->lock);

    g_array_append_val(memory->shared->waiting, *entry);
}

void position_memory_forget(PositionMemory *memory)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&memory->shared->lock);

    g_array_set_size(memory->shared->waiting, 0);
}

/* Locked. Whether so many wait that they are to be written. */
static bool queue_entry(Shared *shared, const MemoryEntry *entry)
{
    const guint most = (guint)shared->options.queue_length;

    if (shared->waiting->len >= most) {
        note_lost(shared, 1, "too many findings are waiting to be stored");
        return false;
    }
    g_array_append_val(shared->waiting, *entry);
    return shared->waiting->len >= (most + 1) / 2;
}

void position_memory_store(PositionMemory *memory, const Game *game, const GameState *state,
                           const MemoryEntry *finding, Move move)
{
    Shared *shared = memory->shared;
    MemoryEntry entry = *finding;
    bool is_full = false;

    if (!memory_entry_set_position(&entry, game, state) || memory->is_closed)
        return;
    game->format_move_code(move, entry.move);
    if (entry.found_at == 0)
        entry.found_at = g_get_real_time() / G_USEC_PER_SEC;
    g_mutex_lock(&shared->lock);
    if (shared->where != NULL)
        cache_entry(shared, &entry);
    if (memory->fresh != NULL)
        g_array_append_val(memory->fresh, entry);
    else
        is_full = queue_entry(shared, &entry);
    g_mutex_unlock(&shared->lock);
    if (is_full)
        position_memory_write_idle(memory);
}

GArray *position_memory_take_new(PositionMemory *memory)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&memory->shared->lock);
    GArray *next = g_array_new(FALSE, FALSE, sizeof(MemoryEntry)), *taken = next;

    if (memory->fresh != NULL) {
        taken = memory->fresh;
        memory->fresh = next;
    }
    return taken;
}

MemoryTally position_memory_counts(PositionMemory *memory)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&memory->shared->lock);

    return memory->shared->tally;
}

MemoryTally position_memory_close(PositionMemory *memory)
{
    Shared *shared = memory->shared;
    g_autoptr(GError) error = NULL;

    if (memory->fresh == NULL && !memory->is_closed &&
        !write_until(memory, in_ms(shared->options.flush_ms), &error))
        lose_all(shared, error->message);
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

struct Memories {
    PositionMemoryOptions options;
    GMutex lock;       /* of the table; held while a memory is opened, so others wait */
    GHashTable *table; /* "positions.db" to its PositionMemory */
};

Memories *memories_new(const PositionMemoryOptions *options)
{
    Memories *memories = g_new0(Memories, 1);

    if (options != NULL)
        memories->options = *options;
    g_mutex_init(&memories->lock);
    memories->table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                            (GDestroyNotify)position_memory_free);
    return memories;
}

void memories_free(Memories *memories)
{
    g_hash_table_unref(memories->table);
    g_mutex_clear(&memories->lock);
    g_free(memories);
}

void memories_put(Memories *memories, const char *where, PositionMemory *memory)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&memories->lock);

    g_hash_table_insert(memories->table, g_strdup(where), memory);
}

MemoryTally memories_close(Memories *memories)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&memories->lock);
    MemoryTally sum = {0};
    GHashTableIter iter;
    void *memory;

    g_hash_table_iter_init(&iter, memories->table);
    while (g_hash_table_iter_next(&iter, NULL, &memory)) {
        const MemoryTally tally = position_memory_close(memory);
        sum.asked += tally.asked;
        sum.found += tally.found;
        sum.stored += tally.stored;
        sum.lost += tally.lost;
    }
    return sum;
}

void memories_write_idle(Memories *memories)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&memories->lock);
    GHashTableIter iter;
    void *memory;

    g_hash_table_iter_init(&iter, memories->table);
    while (g_hash_table_iter_next(&iter, NULL, &memory))
        position_memory_write_idle(memory);
}

int memories_count(Memories *memories)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&memories->lock);

    return (int)g_hash_table_size(memories->table);
}

PositionMemory *memories_get(Memories *memories, const char *where, GError **error)
{
    G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&memories->lock);
    PositionMemory *memory = g_hash_table_lookup(memories->table, where);

    if (memory == NULL && (memory = position_memory_open(where, &memories->options, error)) != NULL)
        g_hash_table_insert(memories->table, g_strdup(where), memory);
    return memory;
}
