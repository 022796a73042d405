#include "players/memory/position_memory.h"

#include <string.h>

#include "players/memory/memory_store.h"

#define QUERY_MS 5000
#define REST_MS 30000
#define FLUSH_MS 5000
#define QUEUE_LENGTH 1024

/* Two threads, each with a connection of its own, so that questions do not wait for what is
 * written. LANE_QUEUE has none: it stands for the queue between. */
typedef enum { LANE_FIND, LANE_STORE, LANE_QUEUE, LANE_COUNT } Lane;

/* A question on its way to the store and back: of the one who asks and of the thread that answers,
 * whoever lets go of it last. */
typedef struct {
    MemoryEntry entry;
    int min_depth;
    gint64 deadline;
    bool only_opens; /* asks nothing but whether there is a store */
    bool done, found;
    GError *error;
} Question;

/* An entry of the snapshot; texts are in a chunk. */
typedef struct {
    uint64_t key, nodes;
    int64_t found_at;
    const char *game, *position, *player;
    int depth, metric_cp;
    char move[GAME_MOVE_TEXT_SIZE];
} Remembered;

/* What a store had. */
typedef struct {
    GHashTable *entries; /* of Remembered */
    GStringChunk *texts;
} Snapshot;

struct PositionMemory {
    char *where;
    PositionMemoryOptions options; /* with all numbers */

    GMutex lock;   /* of all below */
    GCond changed; /* whenever somebody may be waiting for it */
    GQueue questions, findings;
    PositionMemoryCounts counts;
    unsigned failing; /* a bit for each lane that has failed and not worked since */
    gint64 rest_until[LANE_COUNT];
    bool answering;       /* the thread is at a question that somebody waits for ... */
    bool late;            /* ... or waited for in vain */
    bool writing;         /* the other thread is at a finding */
    bool closing, closed; /* closed: nobody is told anything any more */
    gint64 close_by;
    int threads; /* at work */

    Snapshot *snapshot; /* if frozen, maybe with others; else NULL */
    GArray *fresh;      /* what was collected */
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

/* The last one who has to do with @memory. */
static void memory_clear(void *data)
{
    PositionMemory *memory = data;

    g_queue_clear_full(&memory->questions, (GDestroyNotify)question_unref);
    g_queue_clear_full(&memory->findings, g_free);
    g_clear_pointer(&memory->snapshot, snapshot_unref);
    g_array_unref(memory->fresh);
    g_mutex_clear(&memory->lock);
    g_cond_clear(&memory->changed);
    g_free(memory->where);
}

static void memory_unref(PositionMemory *memory)
{
    g_atomic_rc_box_release_full(memory, memory_clear);
}

/* Says what is wrong unless something is already known to be. Locked. */
static void complain(PositionMemory *memory, Lane lane, const char *sentence)
{
    if (memory->failing == 0 && !memory->closed && memory->options.warn != NULL)
        memory->options.warn(sentence, memory->options.warn_data);
    memory->failing |= 1U << lane;
}

static void note_failure(PositionMemory *memory, Lane lane, const char *sentence)
{
    memory->counts.failures++;
    memory->rest_until[lane] = in_ms(memory->options.rest_ms);
    complain(memory, lane, sentence);
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

/* Opens the store unless it is open, and gives it so much time. */
static bool reach(const PositionMemory *memory, MemoryStore **store, int timeout_ms, GError **error)
{
    if (*store == NULL)
        *store = open_store(memory, timeout_ms, error);
    if (*store == NULL)
        return false;
    memory_store_set_timeout(*store, timeout_ms);
    return true;
}

/* What has failed is opened anew the next time. */
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
        memory_store_find(*store, &question->entry, question->min_depth, &question->found, error);
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

/* The thread that answers questions. Who has asked may have gone meanwhile. */
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

/* Waits until the oldest finding can be written; false: the memory closes, and there is none or no
 * time. Locked. */
static bool await_finding(PositionMemory *memory)
{
    for (;;) {
        const gint64 now = g_get_monotonic_time();
        const gint64 rest_until = memory->rest_until[LANE_STORE];

        if (memory->closing)
            return memory->findings.length > 0 && now < memory->close_by;
        if (memory->findings.length == 0)
            g_cond_wait(&memory->changed, &memory->lock);
        else if (now < rest_until)
            g_cond_wait_until(&memory->changed, &memory->lock, rest_until);
        else
            return true;
    }
}

static void write_finding(PositionMemory *memory, MemoryStore **store, const MemoryEntry *entry,
                          int timeout_ms, GError **error)
{
    if (reach(memory, store, timeout_ms, error))
        memory_store_put(*store, entry, NULL, error);
    let_go_after(*error, store);
}

/* A finding that could not be written goes back to where it was, so long as there is room. Locked.
 */
static void note_written(PositionMemory *memory, MemoryEntry *entry, const GError *error)
{
    if (error == NULL) {
        memory->counts.stored++;
        note_success(memory, LANE_STORE);
        if (memory->findings.length == 0)
            note_success(memory, LANE_QUEUE);
        g_free(entry);
        return;
    }
    note_failure(memory, LANE_STORE, error->message);
    g_queue_push_head(&memory->findings, entry);
}

/* The thread that writes findings. */
static void *write_findings(void *data)
{
    PositionMemory *memory = data;
    MemoryStore *store = NULL;
    bool gives_up = false;

    g_mutex_lock(&memory->lock);
    while (!gives_up && await_finding(memory)) {
        MemoryEntry *entry = g_queue_pop_head(&memory->findings);
        const int timeout_ms = memory->closing
                                   ? MIN(memory->options.query_ms, ms_until(memory->close_by))
                                   : memory->options.query_ms;
        g_autoptr(GError) error = NULL;

        memory->writing = true;
        g_mutex_unlock(&memory->lock);
        write_finding(memory, &store, entry, timeout_ms, &error);
        g_mutex_lock(&memory->lock);
        memory->writing = false;
        note_written(memory, entry, error);
        gives_up = memory->closing && error != NULL;
        g_cond_broadcast(&memory->changed);
    }
    g_mutex_unlock(&memory->lock);
    g_clear_pointer(&store, memory_store_free);
    g_mutex_lock(&memory->lock);
    leave(memory);
    return NULL;
}

/* Owner: the caller. */
static char *say(const PositionMemory *memory, const char *sentence)
{
    g_autofree char *masked = memory_store_mask(memory->where);

    return g_strdup_printf("memory '%s': %s", masked, sentence);
}

/* The time of @question is up. Locked. */
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

/* Hands @question over and waits for the answer: at most until its deadline, whatever the store
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

/* A store that cannot be had is an error; one that does not answer only if it is required. */
static bool try_store(PositionMemory *memory, GError **error)
{
    Question *question = g_atomic_rc_box_new0(Question);
    GError *fault = NULL;
    bool good;

    question->only_opens = true;
    question->deadline = in_ms(memory->options.query_ms);
    g_mutex_lock(&memory->lock);
    good = await_answer(memory, question, &fault);
    if (!memory->options.required &&
        g_error_matches(fault, MEMORY_ERROR, MEMORY_ERROR_UNAVAILABLE)) {
        note_failure(memory, LANE_FIND, fault->message);
        memory->rest_until[LANE_STORE] = memory->rest_until[LANE_FIND];
        g_clear_error(&fault);
        good = true;
    }
    g_mutex_unlock(&memory->lock);
    question_unref(question);
    if (fault != NULL)
        g_propagate_error(error, fault);
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

    return first->key == second->key && g_str_equal(first->position, second->position) &&
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
        .nodes = entry->nodes,
        .found_at = entry->found_at,
        .game = g_string_chunk_insert_const(snapshot->texts, entry->game),
        .position = g_string_chunk_insert(snapshot->texts, entry->position),
        .player = g_string_chunk_insert_const(snapshot->texts, entry->player),
        .depth = entry->depth,
        .metric_cp = entry->metric_cp,
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
    if (!try_store(memory, error))
        return NULL;
    start_thread(memory, "memory-store", write_findings);
    return g_steal_pointer(&memory);
}

/* A thread that hangs in its store is left behind, with what it needs. */
void position_memory_free(PositionMemory *memory)
{
    g_mutex_lock(&memory->lock);
    memory->closing = true;
    memory->close_by = in_ms(memory->options.flush_ms);
    g_cond_broadcast(&memory->changed);
    while (memory->threads > 0 &&
           g_cond_wait_until(&memory->changed, &memory->lock, memory->close_by))
        ;
    if (memory->findings.length > 0 || memory->writing) {
        g_autofree char *sentence = say(memory, "not all that was found could still be stored");
        complain(memory, LANE_QUEUE, sentence);
    }
    memory->closed = true;
    g_mutex_unlock(&memory->lock);
    memory_unref(memory);
}

/* Whether the store can be asked now. Locked. */
static bool may_ask(const PositionMemory *memory)
{
    return !memory->late && g_get_monotonic_time() >= memory->rest_until[LANE_FIND];
}

static bool ask_store(PositionMemory *memory, MemoryEntry *entry, int min_depth)
{
    Question *question = g_atomic_rc_box_new0(Question);
    g_autoptr(GError) error = NULL;
    bool found = false;

    question->entry = *entry;
    question->min_depth = min_depth;
    question->deadline = in_ms(memory->options.query_ms);
    if (await_answer(memory, question, &error)) {
        note_success(memory, LANE_FIND);
        found = question->found;
        *entry = question->entry;
    } else {
        note_failure(memory, LANE_FIND, error->message);
    }
    question_unref(question);
    return found;
}

static bool look_up(const PositionMemory *memory, MemoryEntry *entry, int min_depth)
{
    const Remembered wanted = {.key = entry->key, .game = entry->game, .position = entry->position};
    const Remembered *item = g_hash_table_lookup(memory->snapshot->entries, &wanted);

    if (item == NULL || item->depth < min_depth)
        return false;
    entry->depth = item->depth;
    memcpy(entry->move, item->move, sizeof entry->move);
    entry->metric_cp = item->metric_cp;
    entry->nodes = item->nodes;
    entry->found_at = item->found_at;
    g_strlcpy(entry->player, item->player, sizeof entry->player);
    return true;
}

/* @player as every store can keep it: UTF-8 that is not too long, without control characters. */
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
        .metric_cp = CLAMP(entry->metric_cp, -MEMORY_MAX_METRIC, MEMORY_MAX_METRIC),
        .nodes = entry->nodes,
        .found_at = entry->found_at,
    };
    copy_player(entry->player, out_finding->player); /* others can write what they like */
    return true;
}

bool position_memory_find(PositionMemory *memory, const Game *game, const GameState *state,
                          int min_depth, PositionFinding *out_finding)
{
    MemoryEntry entry = {0};
    bool hit = false;

    if (!memory_entry_set_position(&entry, game, state))
        return false;
    g_mutex_lock(&memory->lock);
    memory->counts.questions++;
    if (memory->snapshot != NULL)
        hit = look_up(memory, &entry, min_depth);
    else if (may_ask(memory))
        hit = ask_store(memory, &entry, min_depth);
    g_mutex_unlock(&memory->lock);
    if (!hit || !make_finding(&entry, game, state, out_finding))
        return false;
    g_mutex_lock(&memory->lock);
    memory->counts.hits++;
    g_mutex_unlock(&memory->lock);
    return true;
}

static void fill_in_finding(MemoryEntry *entry, const Game *game, const PositionFinding *finding)
{
    entry->depth = CLAMP(finding->depth, 0, MEMORY_MAX_DEPTH);
    game->format_move_code(finding->move, entry->move);
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
        g_autofree char *sentence =
            say(memory, "it is too slow, and what is found now is not stored");
        memory->counts.dropped++;
        complain(memory, LANE_QUEUE, sentence);
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
    while ((memory->findings.length > 0 || memory->writing) &&
           g_cond_wait_until(&memory->changed, &memory->lock, deadline))
        ;
    good = memory->findings.length == 0 && !memory->writing;
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
