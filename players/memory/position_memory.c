#include "players/memory/position_memory.h"

#include <string.h>

#include "players/memory/memory_spool.h"
#include "players/memory/memory_store.h"

#define QUERY_MS 5000
#define REST_MS 30000
#define FLUSH_MS 5000
#define QUEUE_LENGTH 65536
#define BATCH_LENGTH 4096

/* Two threads, each with its own connection, so that questions do not wait for writing. */
typedef enum { LANE_FIND, LANE_STORE, LANE_COUNT } Lane;

/* A question on its way to the store and back. It is shared by the thread that asks and the thread
 * that answers; the last of them frees it. */
typedef struct {
    MemoryEntry entry;
    MemoryWanted wanted;
    gint64 deadline;
    bool only_opens; /* asks only whether there is a store */
    bool done, found;
    GError *error;
} Question;

/* An entry of the snapshot; texts are in a chunk. */
typedef struct {
    uint64_t key, evaluation, nodes;
    int64_t found_at;
    const char *game, *position, *player;
    int depth, metric_cp;
    Bound bound;
    char move[GAME_MOVE_TEXT_SIZE];
} Remembered;

/* What a store had when it was opened. */
typedef struct {
    GHashTable *entries; /* of Remembered, one for each position, evaluation and bound */
    GStringChunk *texts;
} Snapshot;

struct PositionMemory {
    char *where;
    PositionMemoryOptions options; /* with defaults filled in */

    GMutex lock;   /* of all below */
    GCond changed; /* signals every change that a thread may wait for */
    GQueue questions, findings;
    GPtrArray *batch; /* the findings that are being written; the thread reads them unlocked */
    PositionMemoryCounts counts;
    unsigned failing; /* a bit for each lane that has failed and not worked since */
    bool has_lost;    /* it has been said that findings are lost */
    gint64 rest_until[LANE_COUNT];
    bool answering;       /* the thread works on a question that is waited for ... */
    bool late;            /* ... or that was given up */
    bool closing, closed; /* closed: nothing more is said to anybody */
    gint64 close_by;
    int threads; /* that are running */

    Snapshot *snapshot; /* if frozen, perhaps shared; else NULL */
    GArray *fresh;      /* what was collected */
    MemorySpool *spool; /* used by the thread that writes; NULL: there is none */
    bool spooling;      /* the spool is in use */
    uint64_t left;      /* findings in files that were left for the store and are still there */
    uint64_t returned;  /* findings of this session that were spooled and are stored now */
    bool is_writing;    /* there is a thread that writes ... */
    bool has_written;   /* ... and it has ended */
};

static gint64 in_ms(int ms)
{
    return g_get_monotonic_time() + (gint64)ms * G_TIME_SPAN_MILLISECOND;
}

static int ms_until(gint64 deadline)
{
    const gint64 left_us = deadline - g_get_monotonic_time();

    return (int)CLAMP((left_us + G_TIME_SPAN_MILLISECOND - 1) / G_TIME_SPAN_MILLISECOND, 1,
                      G_MAXINT);
}

static void question_free(void *question)
{
    g_clear_error(&((Question *)question)->error);
}

static void question_unref(Question *question)
{
    g_atomic_rc_box_release_full(question, question_free);
}

static void snapshot_free(void *data)
{
    Snapshot *snapshot = data;

    g_hash_table_unref(snapshot->entries);
    g_string_chunk_free(snapshot->texts);
}

static void snapshot_unref(Snapshot *snapshot)
{
    g_atomic_rc_box_release_full(snapshot, snapshot_free);
}

/* Called when the last reference to @memory is gone. */
static void memory_clear(void *data)
{
    PositionMemory *memory = data;

    g_queue_clear_full(&memory->questions, (GDestroyNotify)question_unref);
    g_queue_clear_full(&memory->findings, g_free);
    g_clear_pointer(&memory->snapshot, snapshot_unref);
    g_array_unref(memory->fresh);
    g_ptr_array_unref(memory->batch);
    g_clear_pointer(&memory->spool, memory_spool_free);
    g_free((char *)memory->options.spool_folder);
    g_mutex_clear(&memory->lock);
    g_cond_clear(&memory->changed);
    g_free(memory->where);
}

static void memory_unref(PositionMemory *memory)
{
    g_atomic_rc_box_release_full(memory, memory_clear);
}

/* Locked. */
static void tell(PositionMemory *memory, const char *sentence)
{
    if (!memory->closed && memory->options.warn != NULL)
        memory->options.warn(sentence, memory->options.warn_data);
}

/* Owner: the caller. */
static char *say(const PositionMemory *memory, const char *sentence)
{
    g_autofree char *masked = memory_store_mask(memory->where);

    return g_strdup_printf("memory '%s': %s", masked, sentence);
}

/* Says what is wrong with the store, unless that was said since it last worked. Locked. */
static void note_failure(PositionMemory *memory, Lane lane, const char *sentence)
{
    memory->counts.failures++;
    memory->rest_until[lane] = in_ms(memory->options.rest_ms);
    if (memory->failing == 0)
        tell(memory, sentence);
    memory->failing |= 1U << lane;
}

/* Says, the first time, that findings are lost, whatever else has been said: they never come back.
 * Locked. */
static void note_lost(PositionMemory *memory, uint64_t count, const char *reason)
{
    g_autofree char *why = NULL, *sentence = NULL;

    memory->counts.tally.lost += count;
    if (memory->has_lost || count == 0)
        return;
    memory->has_lost = true;
    why = g_strdup_printf("findings are lost: %s", reason);
    sentence = say(memory, why);
    tell(memory, sentence);
}

static void note_success(PositionMemory *memory, Lane lane)
{
    memory->failing &= ~(1U << lane);
}

static MemoryStore *open_store(const PositionMemory *memory, int timeout_ms, GError **error)
{
    const MemoryStoreOptions options = {
        .timeout_ms = timeout_ms,
        .max_pages = memory->options.max_pages,
        .must_exist = memory->options.mode == POSITION_MEMORY_FROZEN,
    };

    return memory_store_open(memory->where, &options, error);
}

/* Opens the store unless it is open, and sets its time to answer. */
static bool reach(const PositionMemory *memory, MemoryStore **store, int timeout_ms, GError **error)
{
    if (*store == NULL)
        *store = open_store(memory, timeout_ms, error);
    if (*store == NULL)
        return false;
    memory_store_set_timeout(*store, timeout_ms);
    return true;
}

/* Closes a store that has failed, so that it is opened anew the next time. */
static void let_go_after(const GError *error, MemoryStore **store)
{
    if (error != NULL)
        g_clear_pointer(store, memory_store_free);
}

/* Opening and asking share the time. */
static void answer(const PositionMemory *memory, MemoryStore **store, Question *question,
                   GError **error)
{
    if (reach(memory, store, ms_until(question->deadline), error) && !question->only_opens &&
        reach(memory, store, ms_until(question->deadline), error))
        memory_store_find(*store, &question->entry, &question->wanted, &question->found, error);
    let_go_after(*error, store);
}

/* Ends a thread. Locked. */
static void leave(PositionMemory *memory)
{
    memory->threads--;
    g_cond_broadcast(&memory->changed);
    g_mutex_unlock(&memory->lock);
    memory_unref(memory);
}

/* The thread that answers questions. The thread that asked may have given up meanwhile. */
static void *answer_questions(void *data)
{
    PositionMemory *memory = data;
    MemoryStore *store = NULL;

    g_mutex_lock(&memory->lock);
    for (;;) {
        Question *question;
        GError *error = NULL;

        while (!memory->closing && memory->questions.length == 0)
            g_cond_wait(&memory->changed, &memory->lock);
        if (memory->closing)
            break;
        question = g_queue_pop_head(&memory->questions);
        memory->answering = true;
        g_mutex_unlock(&memory->lock);
        answer(memory, &store, question, &error);
        g_mutex_lock(&memory->lock);
        memory->answering = memory->late = false;
        question->error = error;
        question->done = true;
        g_cond_broadcast(&memory->changed);
        question_unref(question);
    }
    g_mutex_unlock(&memory->lock);
    g_clear_pointer(&store, memory_store_free);
    g_mutex_lock(&memory->lock);
    leave(memory);
    return NULL;
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
    g_autofree char *sentence = say(memory, news);

    memory->counts.brought += count;
    if (count > 0)
        tell(memory, sentence);
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
        note_failure(memory, LANE_STORE, fault->message);
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
    const bool good = reach(memory, store, timeout_ms, error) &&
                      (memory->batch->len == 0 ||
                       memory_store_put_all(*store, batch_of(memory), memory->batch->len, error));
    g_autoptr(GError) fault = NULL; /* the batch is in the store all the same */

    let_go_after(*error, store);
    if (good && count_spooled(memory) > 0) {
        bring_in(memory, *store, &fault);
        let_go_after(fault, store);
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
        note_lost(memory, count, error != NULL ? error->message : reason);
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
        note_failure(memory, LANE_STORE, error->message);
    if (!waits && memory->spool != NULL)
        spool_batch(memory, error->message);
    else
        put_back_batch(memory);
}

/* Locked. */
static void note_written(PositionMemory *memory)
{
    memory->counts.tally.stored += memory->batch->len;
    note_success(memory, LANE_STORE);
    g_ptr_array_set_size(memory->batch, 0);
}

/* Writes what waits, to the store or the spool; whether the store took it. Locked. */
static bool write_some(PositionMemory *memory, MemoryStore **store)
{
    const bool rests = !memory->closing && g_get_monotonic_time() < memory->rest_until[LANE_STORE];
    const int timeout_ms = memory->closing
                               ? MIN(memory->options.query_ms, ms_until(memory->close_by))
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
        g_autofree char *sentence = say(memory, news);
        tell(memory, sentence);
    }
    tally.spooled = 0;
    begin_spooling(memory);
    if (path != NULL)
        memory_spool_leave(memory->spool, &tally);
    else if (!is_empty && *store != NULL)
        memory_store_add_tally(*store, &tally, NULL);
    end_spooling(memory);
}

/* The thread that writes findings. */
static void *write_findings(void *data)
{
    PositionMemory *memory = data;
    MemoryStore *store = NULL;
    bool gives_up = false;

    g_mutex_lock(&memory->lock);
    if (memory->spool != NULL) {
        g_mutex_unlock(&memory->lock);
        if (reach(memory, &store, memory->options.query_ms, NULL) && !bring_in(memory, store, NULL))
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
    leave(memory);
    return NULL;
}

/* Gives up @question, whose time is over. Locked. */
static void give_up(PositionMemory *memory, Question *question, GError **error)
{
    g_autofree char *late =
        g_strdup_printf("it has not answered within %d ms", memory->options.query_ms);
    g_autofree char *sentence = say(memory, late);

    if (g_queue_remove(&memory->questions, question))
        question_unref(question);
    memory->late = memory->answering;
    g_set_error_literal(error, MEMORY_ERROR, MEMORY_ERROR_UNAVAILABLE, sentence);
}

/* Hands @question over and waits for the answer, at most until its deadline, whatever the store
 * does. Locked. */
static bool await_answer(PositionMemory *memory, Question *question, GError **error)
{
    g_queue_push_tail(&memory->questions, g_atomic_rc_box_acquire(question));
    g_cond_broadcast(&memory->changed);
    while (!question->done &&
           g_cond_wait_until(&memory->changed, &memory->lock, question->deadline))
        ;
    if (!question->done) {
        give_up(memory, question, error);
        return false;
    }
    if (question->error == NULL)
        return true;
    g_propagate_error(error, g_steal_pointer(&question->error));
    return false;
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

static void start_thread(PositionMemory *memory, const char *name, GThreadFunc work)
{
    g_mutex_lock(&memory->lock);
    memory->threads++;
    g_mutex_unlock(&memory->lock);
    g_thread_unref(g_thread_new(name, work, g_atomic_rc_box_acquire(memory)));
}

/* Whether the store can be opened. */
static bool try_store(PositionMemory *memory, GError **error)
{
    Question *question = g_atomic_rc_box_new0(Question);
    bool good;

    question->only_opens = true;
    question->deadline = in_ms(memory->options.query_ms);
    g_mutex_lock(&memory->lock);
    good = await_answer(memory, question, error);
    g_mutex_unlock(&memory->lock);
    question_unref(question);
    return good;
}

static guint hash_remembered(const void *item)
{
    const uint64_t key = ((const Remembered *)item)->key;

    return (guint)(key ^ key >> 32);
}

static gboolean same_remembered(const void *a, const void *b)
{
    const Remembered *first = a, *second = b;

    return first->key == second->key && first->evaluation == second->evaluation &&
           first->bound == second->bound && g_str_equal(first->position, second->position) &&
           g_str_equal(first->game, second->game);
}

static Snapshot *snapshot_new(void)
{
    Snapshot *snapshot = g_atomic_rc_box_new(Snapshot);

    snapshot->texts = g_string_chunk_new(1 << 16);
    snapshot->entries = g_hash_table_new_full(hash_remembered, same_remembered, g_free, NULL);
    return snapshot;
}

static bool remember(const MemoryEntry *entry, void *data)
{
    Snapshot *snapshot = data;
    Remembered *item = g_new(Remembered, 1);

    *item = (Remembered){
        .key = entry->key,
        .evaluation = entry->evaluation,
        .nodes = entry->nodes,
        .found_at = entry->found_at,
        .game = g_string_chunk_insert_const(snapshot->texts, entry->game),
        .position = g_string_chunk_insert(snapshot->texts, entry->position),
        .player = g_string_chunk_insert_const(snapshot->texts, entry->player),
        .depth = entry->depth,
        .metric_cp = entry->metric_cp,
        .bound = entry->bound,
    };
    memcpy(item->move, entry->move, sizeof item->move);
    g_hash_table_add(snapshot->entries, item);
    return true;
}

static bool take_snapshot(PositionMemory *memory, GError **error)
{
    g_autoptr(MemoryStore) store = open_store(memory, memory->options.query_ms, error);

    memory->snapshot = snapshot_new();
    return store != NULL && memory_store_each(store, remember, memory->snapshot, error);
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

static PositionMemory *memory_of_snapshot(Snapshot *snapshot)
{
    PositionMemory *memory = memory_new(NULL, NULL);

    memory->options.mode = POSITION_MEMORY_FROZEN;
    memory->snapshot = snapshot;
    return memory;
}

PositionMemory *position_memory_new_frozen(void)
{
    return memory_of_snapshot(snapshot_new());
}

bool position_memory_is_frozen(const PositionMemory *memory)
{
    return memory->snapshot != NULL;
}

void position_memory_add(PositionMemory *memory, const MemoryEntry *entry)
{
    remember(entry, memory->snapshot);
}

PositionMemory *position_memory_fork(const PositionMemory *frozen)
{
    return memory_of_snapshot(g_atomic_rc_box_acquire(frozen->snapshot));
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
    start_thread(memory, "memory-find", answer_questions);
    if (!try_store(memory, error)) {
        g_clear_pointer(&memory, position_memory_free);
        return NULL;
    }
    memory->is_writing = true;
    start_thread(memory, "memory-store", write_findings);
    return g_steal_pointer(&memory);
}

/* For when the thread that writes hangs in the store: what it should have written goes into the
 * spool or is lost. The entries are not freed, as the thread may still read them. Locked. */
static void rescue_findings(PositionMemory *memory)
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
        note_lost(memory, rest->len,
                  error != NULL ? error->message
                                : "the memory closes, and the store has not answered");
    end_session(memory, &(MemoryStore *){NULL});
}

#define GRACE_MS 500 /* for spooling what the store did not take in time */

/* A thread that hangs in its store is left behind; what it uses is not freed. */
PositionMemoryCounts position_memory_close(PositionMemory *memory)
{
    PositionMemoryCounts counts;
    gint64 grace;

    g_mutex_lock(&memory->lock);
    memory->closing = true;
    memory->close_by = in_ms(memory->options.flush_ms);
    grace = memory->close_by + GRACE_MS * G_TIME_SPAN_MILLISECOND;
    g_cond_broadcast(&memory->changed);
    while (memory->threads > 0 &&
           g_cond_wait_until(&memory->changed, &memory->lock, memory->close_by))
        ;
    while (memory->is_writing && !memory->has_written &&
           g_cond_wait_until(&memory->changed, &memory->lock, grace))
        ;
    if (memory->is_writing && !memory->has_written && !memory->closed)
        rescue_findings(memory);
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

/* Whether the store can be asked now. Locked. */
static bool may_ask(const PositionMemory *memory)
{
    return !memory->closing && !memory->late &&
           g_get_monotonic_time() >= memory->rest_until[LANE_FIND];
}

static bool ask_store(PositionMemory *memory, MemoryEntry *entry, const PositionQuestion *asked)
{
    const bool is_short = asked->wait_ms > 0 && asked->wait_ms < memory->options.query_ms;
    Question *question = g_atomic_rc_box_new0(Question);
    g_autoptr(GError) error = NULL;
    bool found = false;

    question->entry = *entry;
    question->wanted = asked->wanted;
    question->deadline = in_ms(is_short ? asked->wait_ms : memory->options.query_ms);
    if (await_answer(memory, question, &error)) {
        note_success(memory, LANE_FIND);
        found = question->found;
        *entry = question->entry;
    } else if (question->done || !is_short) {
        note_failure(memory, LANE_FIND, error->message);
    }
    question_unref(question);
    return found;
}

/* Whether @item is useful for @wanted. */
static bool is_of_use(const Remembered *item, const MemoryWanted *wanted)
{
    return item->depth >= wanted->min_depth &&
           (item->bound == BOUND_EXACT ||
            (item->bound == BOUND_LOWER ? item->metric_cp >= wanted->at_least_cp
                                        : item->metric_cp <= wanted->at_most_cp));
}

static bool look_up(const PositionMemory *memory, MemoryEntry *entry, const MemoryWanted *wanted)
{
    Remembered key = {.key = entry->key,
                      .evaluation = entry->evaluation,
                      .game = entry->game,
                      .position = entry->position};
    const Remembered *item = NULL;

    for (key.bound = BOUND_EXACT; key.bound > BOUND_NONE; key.bound--) {
        item = g_hash_table_lookup(memory->snapshot->entries, &key);
        if (item != NULL && is_of_use(item, wanted))
            break;
        item = NULL;
    }
    if (item == NULL)
        return false;
    entry->depth = item->depth;
    memcpy(entry->move, item->move, sizeof entry->move);
    entry->bound = item->bound;
    entry->metric_cp = item->metric_cp;
    entry->nodes = item->nodes;
    entry->found_at = item->found_at;
    g_strlcpy(entry->player, item->player, sizeof entry->player);
    return true;
}

/* Copies @player as every store can keep it: UTF-8 that is not too long, without control
 * characters. */
static void copy_player(const char *player, char out_text[static MEMORY_PLAYER_SIZE])
{
    g_autofree char *valid = g_utf8_make_valid(player, -1);
    const char *end;

    for (char *c = valid; *c != '\0'; c++)
        if (g_ascii_iscntrl(*c))
            *c = ' ';
    g_strlcpy(out_text, *valid != '\0' ? valid : "unknown", MEMORY_PLAYER_SIZE);
    if (!g_utf8_validate(out_text, -1, &end)) /* cut off within a letter */
        out_text[end - out_text] = '\0';
}

static bool make_finding(const MemoryEntry *entry, const Game *game, const GameState *state,
                         PositionFinding *out_finding)
{
    Move move;

    if (!memory_entry_read_move(entry, game, state, &move))
        return false;
    *out_finding = (PositionFinding){
        .depth = entry->depth,
        .move = move,
        .bound = entry->bound,
        .evaluation = entry->evaluation,
        .metric_cp = CLAMP(entry->metric_cp, -MEMORY_MAX_METRIC, MEMORY_MAX_METRIC),
        .nodes = entry->nodes,
        .found_at = entry->found_at,
    };
    copy_player(entry->player, out_finding->player); /* others may have written anything there */
    return true;
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
        hit = look_up(memory, &entry, &question->wanted);
    else if (may_ask(memory))
        hit = ask_store(memory, &entry, question);
    g_mutex_unlock(&memory->lock);
    if (!hit || !make_finding(&entry, game, state, out_finding))
        return false;
    g_mutex_lock(&memory->lock);
    memory->counts.tally.found++;
    g_mutex_unlock(&memory->lock);
    return true;
}

static void fill_in_finding(MemoryEntry *entry, const Game *game, const PositionFinding *finding)
{
    entry->depth = CLAMP(finding->depth, 0, MEMORY_MAX_DEPTH);
    game->format_move_code(finding->move, entry->move);
    entry->bound = finding->bound;
    entry->evaluation = finding->evaluation;
    entry->metric_cp = CLAMP(finding->metric_cp, -MEMORY_MAX_METRIC, MEMORY_MAX_METRIC);
    entry->nodes = MIN(finding->nodes, G_MAXINT64);
    entry->found_at = finding->found_at != 0 ? CLAMP(finding->found_at, 0, MEMORY_MAX_TIME)
                                             : g_get_real_time() / G_USEC_PER_SEC;
    copy_player(finding->player, entry->player);
}

/* Locked. */
static void queue_finding(PositionMemory *memory, const MemoryEntry *entry)
{
    if (memory->findings.length >= (guint)memory->options.queue_length) {
        note_lost(memory, 1, "the store is too slow, and too many findings wait for it");
        return;
    }
    g_queue_push_tail(&memory->findings, g_memdup2(entry, sizeof *entry));
    g_cond_broadcast(&memory->changed);
}

void position_memory_store(PositionMemory *memory, const Game *game, const GameState *state,
                           const PositionFinding *finding)
{
    MemoryEntry entry = {0};

    if (!memory_entry_set_position(&entry, game, state))
        return;
    fill_in_finding(&entry, game, finding);
    g_mutex_lock(&memory->lock);
    if (memory->snapshot != NULL)
        g_array_append_val(memory->fresh, entry);
    else
        queue_finding(memory, &entry);
    g_mutex_unlock(&memory->lock);
}

bool position_memory_flush(PositionMemory *memory)
{
    const gint64 deadline = in_ms(memory->options.flush_ms);
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
