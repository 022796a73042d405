#include "experiments/play/run_memory.h"

#include "experiments/play/memory_csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/file_sum.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/text_file.h"
#include "players/memory/memory_store.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(FILE, fclose)

#define PATIENCE_MS 60000
#define RETRY_US 100000 /* between two tries */

struct RunMemory {
    const Spec *spec;
    RunMemoryOptions options;
    Memories *live;         /* SPEC_MEMORY_LIVE */
    GPtrArray *in_use;      /* of PositionMemory, in @live: those that players name */
    GPtrArray *names;       /* of these */
    PositionMemory *frozen; /* SPEC_MEMORY_FROZEN, once it has been read */
    GArray *found;          /* of MemoryEntry, if that is in no folder; else NULL */
    char *sha256;
    char *session;     /* the unique name of the session in the store */
    MemoryTally tally; /* of the session, once its games have ended */
};

RunMemory *run_memory_new(const Spec *spec, const RunMemoryOptions *options)
{
    RunMemory *memory = g_new0(RunMemory, 1);

    memory->spec = spec;
    if (options != NULL)
        memory->options = *options;
    if (memory->options.patience_ms == 0)
        memory->options.patience_ms = PATIENCE_MS;
    memory->session = g_uuid_string_random();
    memory->in_use = g_ptr_array_new();
    memory->names = g_ptr_array_new();
    if (spec->memory == SPEC_MEMORY_LIVE) {
        const PositionMemoryOptions live = {
            .warn = memory->options.warn,
            .warn_data = memory->options.warn_data,
        };
        memory->live = memories_new(&live);
    }
    return memory;
}

void run_memory_free(RunMemory *memory)
{
    g_clear_pointer(&memory->live, memories_free);
    g_clear_pointer(&memory->frozen, position_memory_free);
    g_clear_pointer(&memory->found, g_array_unref);
    g_ptr_array_unref(memory->in_use);
    g_ptr_array_unref(memory->names);
    g_free(memory->session);
    g_free(memory->sha256);
    g_free(memory);
}

/* Opens the memory called @name, unless it is open. */
static bool use(RunMemory *memory, char *name, GError **error)
{
    PositionMemory *used = memories_get(memory->live, name, error);

    if (used != NULL && !g_ptr_array_find(memory->in_use, used, NULL)) {
        g_ptr_array_add(memory->in_use, used);
        g_ptr_array_add(memory->names, name);
    }
    return used != NULL;
}

bool run_memory_check(RunMemory *memory, const char *folder, GError **error)
{
    const Spec *spec = memory->spec;
    g_autofree char *file = folder != NULL ? g_build_filename(folder, FOLDER_MEMORY, NULL) : NULL;
    g_autoptr(MemoryStore) store = NULL;

    for (int i = 0; memory->live != NULL && i < spec->player_count; i++)
        if (spec->players[i].memory != NULL && !use(memory, spec->players[i].memory, error))
            return false;
    if (spec->frozen == NULL || (file != NULL && g_file_test(file, G_FILE_TEST_EXISTS)))
        return true;
    store = memory_store_open(spec->frozen, false, 0, error);
    return store != NULL;
}

static bool add_row(const MemoryEntry *entry, void *data, G_GNUC_UNUSED GError **error)
{
    position_memory_add(entry, data);
    return true;
}

static FILE *open_file(const char *path, GError **error)
{
    const int fd = text_file_open(path, error);

    return fd >= 0 ? fdopen(fd, "rb") : NULL;
}

bool run_memory_read(RunMemory *memory, const char *folder, GError **error)
{
    g_autofree char *path = NULL;
    g_autoptr(FILE) file = NULL;
    g_autoptr(PositionMemory) frozen = NULL;
    FileSum sum;

    if (memory->spec->frozen == NULL)
        return true;
    path = g_build_filename(folder, FOLDER_MEMORY, NULL);
    file = open_file(path, error);
    if (file == NULL) {
        g_prefix_error(error, "the entries of the memory at the start of the run: ");
        return false;
    }
    if (!file_sum_read(folder, FOLDER_MEMORY, &sum, error))
        return false;
    memory->sha256 = g_strdup(sum.sha256);
    frozen = position_memory_new_frozen();
    if (!memory_csv_read(file, path, add_row, frozen, error))
        return false;
    memory->frozen = g_steal_pointer(&frozen);
    return true;
}

/* Others may have written anything into a store: invalid entries are left out. */
static void append_row(const MemoryEntry *entry, void *csv)
{
    if (memory_entry_check(entry, NULL))
        memory_csv_append(csv, entry);
}

/* Writes all that @store has to memory.csv in @folder. */
static bool freeze_to(MemoryStore *store, const char *folder, GError **error)
{
    g_autoptr(GString) csv = g_string_new(MEMORY_CSV_HEADER);

    g_string_append_c(csv, '\n');
    return memory_store_each(store, append_row, csv, error) &&
           folder_put(folder, FOLDER_MEMORY, csv->str, csv->len, error);
}

static void add_entry(const MemoryEntry *entry, void *data)
{
    if (memory_entry_check(entry, NULL))
        position_memory_add(entry, data);
}

bool run_memory_freeze(RunMemory *memory, const char *folder, GError **error)
{
    g_autoptr(MemoryStore) store = NULL;

    if (memory->spec->frozen == NULL)
        return true;
    store = memory_store_open(memory->spec->frozen, false, 0, error);
    if (store == NULL)
        return false;
    if (folder != NULL)
        return freeze_to(store, folder, error) && run_memory_read(memory, folder, error);
    memory->found = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));
    memory->frozen = position_memory_new_frozen();
    return memory_store_each(store, add_entry, memory->frozen, error);
}

const char *run_memory_sha256(const RunMemory *memory)
{
    return memory->sha256;
}

static void add_collector(RunMemoryTable *table, const PositionMemory *of, const char *name)
{
    PositionMemory *collector = position_memory_fork(of);

    memories_put(table->all, name, collector);
    g_ptr_array_add(table->collectors, collector);
}

RunMemoryTable run_memory_table(RunMemory *memory)
{
    RunMemoryTable table = {.all = memory->live};

    if (memory->frozen == NULL && memory->in_use->len == 0)
        return table; /* perhaps a game of a live run that is replayed: its players look it up */
    table.all = memories_new(NULL);
    table.collectors = g_ptr_array_new();
    if (memory->frozen != NULL)
        add_collector(&table, memory->frozen, memory->spec->frozen);
    for (guint i = 0; i < memory->in_use->len; i++)
        add_collector(&table, memory->in_use->pdata[i], memory->names->pdata[i]);
    return table;
}

void run_memory_table_clear(RunMemoryTable *table)
{
    if (table->collectors == NULL)
        return;
    g_ptr_array_unref(table->collectors);
    table->collectors = NULL;
    g_clear_pointer(&table->all, memories_free);
}

void run_memory_table_take(RunMemoryTable *table, GArray *findings)
{
    for (guint i = 0; table->collectors != NULL && i < table->collectors->len; i++) {
        g_autoptr(GArray) taken = position_memory_take_new(table->collectors->pdata[i]);
        for (guint j = 0; j < taken->len; j++) {
            const RunFinding finding = {(int)i, g_array_index(taken, MemoryEntry, j)};
            g_array_append_val(findings, finding);
        }
    }
}

void run_memory_keep(RunMemory *memory, const GArray *findings)
{
    for (guint i = 0; i < findings->len; i++) {
        const RunFinding *finding = &g_array_index(findings, RunFinding, i);
        if (memory->found != NULL)
            g_array_append_val(memory->found, finding->entry);
        else if (memory->in_use->len > 0)
            position_memory_put(memory->in_use->pdata[finding->memory], &finding->entry);
    }
}

/* Something to be done with a store; it can be done again if it fails. */
typedef bool (*Attempt)(RunMemory *memory, void *data, GError **error);

static void say_that_it_waits(const RunMemory *memory, const GError *fault)
{
    g_autofree char *sentence =
        g_strdup_printf("%s; the run tries again for at most %d s", fault->message,
                        (memory->options.patience_ms + 999) / 1000);

    if (memory->options.warn != NULL)
        memory->options.warn(sentence, memory->options.warn_data);
}

static bool is_asked_to_stop(const RunMemory *memory)
{
    return memory->options.stop != NULL && *memory->options.stop;
}

/* Tries @attempt until it succeeds, patience is at its end or trying again cannot help. */
static bool try_patiently(RunMemory *memory, Attempt attempt, void *data, GError **error)
{
    const gint64 deadline =
        g_get_monotonic_time() + (gint64)memory->options.patience_ms * G_TIME_SPAN_MILLISECOND;
    bool is_sent = false;

    for (;;) {
        g_autoptr(GError) fault = NULL;
        if (attempt(memory, data, &fault))
            return true;
        if (!g_error_matches(fault, MEMORY_ERROR, MEMORY_ERROR_UNAVAILABLE)) {
            g_propagate_error(error, g_steal_pointer(&fault));
            return false;
        }
        if (g_get_monotonic_time() >= deadline || is_asked_to_stop(memory)) {
            g_propagate_prefixed_error(error, g_steal_pointer(&fault),
                                       "search results cannot be stored: ");
            return false;
        }
        if (!is_sent)
            say_that_it_waits(memory, fault);
        is_sent = true;
        g_usleep(RETRY_US);
    }
}

static bool write_one(G_GNUC_UNUSED RunMemory *memory, void *data, GError **error)
{
    return position_memory_write(data, error);
}

bool run_memory_write(RunMemory *memory, GError **error)
{
    for (guint i = 0; i < memory->in_use->len; i++)
        if (!try_patiently(memory, write_one, memory->in_use->pdata[i], error))
            return false;
    return true;
}

void run_memory_forget(RunMemory *memory)
{
    for (guint i = 0; i < memory->in_use->len; i++)
        position_memory_forget(memory->in_use->pdata[i]);
}

#define BATCH_LENGTH 256

typedef struct {
    MemoryStore *store;
    int64_t found_at;
    GArray *batch; /* of MemoryEntry: to be put into the store in one trip */
    uint64_t read, kept;
} Import;

static bool put_batch(Import *import, GError **error)
{
    const guint count = import->batch->len;

    import->read += count;
    if (!memory_store_put(import->store, (const MemoryEntry *)(const void *)import->batch->data,
                          count, &import->kept, error))
        return false;
    g_array_set_size(import->batch, 0);
    return true;
}

static bool put(const MemoryEntry *entry, void *data, GError **error)
{
    Import *import = data;
    MemoryEntry copy = *entry;

    if (import->found_at != 0)
        copy.found_at = import->found_at;
    g_array_append_val(import->batch, copy);
    return import->batch->len < BATCH_LENGTH || put_batch(import, error);
}

bool run_memory_import(MemoryStore *store, FILE *file, const char *name, int64_t found_at,
                       uint64_t *out_read, uint64_t *out_kept, GError **error)
{
    g_autoptr(GArray) batch = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));
    Import import = {store, found_at, batch, 0, 0};

    if (!memory_csv_read(file, name, put, &import, error) || !put_batch(&import, error))
        return false;
    *out_read = import.read;
    *out_kept = import.kept;
    return true;
}

/* Puts the findings into @store, those of findings.csv in @folder unless it is NULL; *@stored is
 * how many. */
static bool put_findings_into(RunMemory *memory, MemoryStore *store, const char *folder,
                              uint64_t *stored, GError **error)
{
    const int64_t now = g_get_real_time() / G_USEC_PER_SEC;
    g_autofree char *path = NULL;
    g_autoptr(FILE) file = NULL;
    uint64_t kept = 0;

    if (folder == NULL) {
        *stored = memory->found->len;
        for (guint i = 0; i < memory->found->len; i++)
            g_array_index(memory->found, MemoryEntry, i).found_at = now;
        return memory_store_put(store, (const MemoryEntry *)(const void *)memory->found->data,
                                memory->found->len, &kept, error);
    }
    path = g_build_filename(folder, FOLDER_FINDINGS, NULL);
    file = open_file(path, error);
    return file != NULL && run_memory_import(store, file, path, now, stored, &kept, error);
}

/* Puts all findings into the frozen memory's store, and adds the session to its sums; all or
 * nothing: closing the store undoes what was not committed. */
static bool put_findings(RunMemory *memory, void *folder, GError **error)
{
    g_autoptr(MemoryStore) store = memory_store_open(memory->spec->frozen, false, 0, error);
    MemoryTally tally = memory->tally;

    if (store == NULL || !memory_store_begin(store, error) ||
        !put_findings_into(memory, store, folder, &tally.stored, error) ||
        !memory_store_put_session(store, memory->session, &tally, error) ||
        !memory_store_commit(store, error))
        return false;
    memory->tally.stored = tally.stored;
    return true;
}

bool run_memory_store(RunMemory *memory, const char *folder, GError **error)
{
    if (memory->spec->frozen == NULL)
        return true;
    memory->tally = position_memory_counts(memory->frozen);
    return try_patiently(memory, put_findings, (void *)folder, error);
}

const MemoryTally *run_memory_finish(RunMemory *memory)
{
    if (memory->live != NULL)
        memory->tally = memories_close(memory->live);
    return memory->spec->frozen != NULL ||
                   (memory->live != NULL && memories_count(memory->live) > 0)
               ? &memory->tally
               : NULL;
}
