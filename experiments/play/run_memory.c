#include "experiments/play/run_memory.h"

#include <errno.h>

#include "experiments/play/memory_csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "players/memory/memory_batch.h"
#include "players/memory/memory_spool.h"
#include "players/memory/memory_store.h"

#define BLOCK_SIZE (64 * 1024)

G_DEFINE_AUTOPTR_CLEANUP_FUNC(FILE, fclose)

struct RunMemory {
    const Spec *spec;
    PositionMemoryWarn warn;
    void *warn_data;
    Memories *live;         /* SPEC_MEMORY_LIVE */
    PositionMemory *frozen; /* SPEC_MEMORY_FROZEN, once it has been read */
    char *sha256;
    char *spool_folder;
    GMutex lock; /* of the tally, while games are played */
    MemoryTally tally;
    bool is_finished;
};

/* The folder that holds @folder. Owner: the caller. */
static char *beside(const char *folder)
{
    g_autofree char *full = folder != NULL ? g_canonicalize_filename(folder, NULL) : NULL;

    return full != NULL ? g_path_get_dirname(full) : g_strdup(".");
}

RunMemory *run_memory_new(const Spec *spec, const char *folder, PositionMemoryWarn warn,
                          void *warn_data)
{
    g_autofree char *spool_folder = beside(folder);
    const PositionMemoryOptions options = {
        .spool_folder = spool_folder, .warn = warn, .warn_data = warn_data};
    RunMemory *memory = g_new0(RunMemory, 1);

    g_mutex_init(&memory->lock);
    memory->spool_folder = g_strdup(spool_folder);
    memory->spec = spec;
    memory->warn = warn;
    memory->warn_data = warn_data;
    if (spec->memory == SPEC_MEMORY_LIVE)
        memory->live = memories_new(&options);
    return memory;
}

void run_memory_free(RunMemory *memory)
{
    g_clear_pointer(&memory->live, memories_free);
    g_clear_pointer(&memory->frozen, position_memory_free);
    g_free(memory->sha256);
    g_free(memory->spool_folder);
    g_mutex_clear(&memory->lock);
    g_free(memory);
}

static bool has_file(const char *folder)
{
    g_autofree char *path = NULL;

    if (folder == NULL)
        return false;
    path = g_build_filename(folder, FOLDER_MEMORY, NULL);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

bool run_memory_check(RunMemory *memory, const char *folder, GError **error)
{
    const Spec *spec = memory->spec;
    g_autoptr(MemoryStore) store = NULL;

    for (int i = 0; memory->live != NULL && i < spec->player_count; i++)
        if (spec->players[i].memory != NULL &&
            memories_get(memory->live, spec->players[i].memory, error) == NULL)
            return false;
    if (spec->frozen == NULL || has_file(folder))
        return true;
    store = memory_store_open(spec->frozen, NULL, error);
    return store != NULL;
}

static bool add_row(const MemoryEntry *entry, void *data, G_GNUC_UNUSED GError **error)
{
    position_memory_add(data, entry);
    return true;
}

/* The checksum of the content of @file. Owner: the caller. */
static char *sum_up(FILE *file)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree guchar *block = g_malloc(BLOCK_SIZE);
    size_t count;

    while ((count = fread(block, 1, BLOCK_SIZE, file)) > 0)
        g_checksum_update(sum, block, (gssize)count);
    rewind(file);
    return g_strdup(g_checksum_get_string(sum));
}

bool run_memory_read(RunMemory *memory, const char *folder, GError **error)
{
    g_autofree char *path = NULL;
    g_autoptr(FILE) file = NULL;
    g_autoptr(PositionMemory) frozen = NULL;

    if (memory->spec->frozen == NULL)
        return true;
    path = g_build_filename(folder, FOLDER_MEMORY, NULL);
    file = fopen(path, "rbe");
    if (file == NULL)
        return experiments_fail(error,
                                "%s: %s; it is what the memory had when the run began, without "
                                "which its games cannot be played",
                                path, g_strerror(errno));
    memory->sha256 = sum_up(file);
    frozen = position_memory_new_frozen();
    if (!memory_csv_read(file, path, add_row, frozen, error))
        return false;
    memory->frozen = g_steal_pointer(&frozen);
    return true;
}

/* Others may have written anything into a store: invalid entries are left out. */
static bool write_row(const MemoryEntry *entry, void *data)
{
    FILE *file = data;
    g_autoptr(GString) csv = g_string_new(NULL);

    if (!memory_entry_check(entry, NULL))
        return true;
    memory_csv_append(csv, entry);
    fwrite(csv->str, 1, csv->len, file);
    return !ferror(file);
}

/* Writes all that @store has to the file @name in @folder, and closes it. */
static bool export_to(MemoryStore *store, const char *folder, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    FILE *file = fopen(path, "wbe");
    bool good;

    if (file == NULL)
        return folder_fail("write", folder, name, error);
    fprintf(file, "%s\n", MEMORY_CSV_HEADER);
    if (!memory_store_each(store, write_row, file, error)) {
        fclose(file);
        return false;
    }
    good = !ferror(file);
    good = fclose(file) == 0 && good;
    return good || folder_fail("write", folder, name, error);
}

static bool freeze_to(MemoryStore *store, const char *folder, GError **error)
{
    if (export_to(store, folder, FOLDER_MEMORY FOLDER_NEW, error))
        return folder_publish(folder, FOLDER_MEMORY, error);
    folder_remove(folder, FOLDER_MEMORY FOLDER_NEW);
    return false;
}

static bool add_entry(const MemoryEntry *entry, void *data)
{
    if (memory_entry_check(entry, NULL))
        position_memory_add(data, entry);
    return true;
}

bool run_memory_freeze(RunMemory *memory, const char *folder, GError **error)
{
    g_autoptr(MemoryStore) store = NULL;

    if (memory->spec->frozen == NULL)
        return true;
    store = memory_store_open(memory->spec->frozen, NULL, error);
    if (store == NULL)
        return false;
    if (folder != NULL)
        return freeze_to(store, folder, error) && run_memory_read(memory, folder, error);
    memory->frozen = position_memory_new_frozen();
    return memory_store_each(store, add_entry, memory->frozen, error);
}

const char *run_memory_sha256(const RunMemory *memory)
{
    return memory->sha256;
}

RunMemoryTable run_memory_table(RunMemory *memory)
{
    RunMemoryTable table = {.all = memory->live, .of = memory};

    if (memory->frozen == NULL)
        return table;
    table.collects = position_memory_fork(memory->frozen);
    table.all = table.own = memories_new(NULL);
    memories_put(table.own, memory->spec->frozen, table.collects);
    return table;
}

void run_memory_table_clear(RunMemoryTable *table)
{
    if (table->collects != NULL) {
        const PositionMemoryCounts counts = position_memory_counts(table->collects);
        g_mutex_lock(&table->of->lock);
        memory_tally_add(&table->of->tally, &counts.tally);
        g_mutex_unlock(&table->of->lock);
    }
    table->collects = NULL;
    g_clear_pointer(&table->own, memories_free);
}

/* All findings get the time at which they are stored. */
typedef struct {
    MemoryBatch *batch;
    uint64_t count;
} Storing;

static bool put(const MemoryEntry *entry, void *data, GError **error)
{
    Storing *storing = data;
    MemoryEntry now = *entry;

    storing->count++;
    now.found_at = g_get_real_time() / G_USEC_PER_SEC;
    return memory_batch_add(storing->batch, &now, error);
}

/* Puts all findings into @store, and adds the session to its sums; all or nothing. */
static bool put_all(RunMemory *memory, MemoryStore *store, FILE *findings, const char *name,
                    bool spools, GError **error)
{
    g_autoptr(MemoryBatch) batch = memory_batch_new(store);
    Storing storing = {.batch = batch};
    MemoryTally tally = memory->tally;

    rewind(findings);
    if (!memory_store_begin(store, error))
        return false;
    if (memory_csv_read(findings, name, put, &storing, error) &&
        memory_batch_end(batch, NULL, error)) {
        tally.sessions = 1;
        tally.stored = spools ? 0 : storing.count;
        tally.spooled = spools ? storing.count : 0;
        if (memory_store_add_tally(store, &tally, error) && memory_store_commit(store, error)) {
            memory->tally.stored = tally.stored;
            memory->tally.spooled = tally.spooled;
            return true;
        }
    }
    memory_store_rollback(store);
    memory->tally.lost = storing.count;
    return false;
}

/* Brings in what waits for the store first, then the findings, which are deeper. */
static bool put_into_store(RunMemory *memory, FILE *findings, const char *name, GError **error)
{
    const char *where = memory->spec->frozen;
    g_autoptr(MemoryStore) store = memory_store_open(where, NULL, error);
    uint64_t brought = 0;

    return store != NULL &&
           memory_spool_bring_in(memory->spool_folder, where, store, &brought, error) &&
           put_all(memory, store, findings, name, false, error);
}

static bool put_into_spool(RunMemory *memory, FILE *findings, const char *name, char **out_path,
                           GError **error)
{
    g_autoptr(MemorySpool) spool = memory_spool_new(memory->spool_folder, memory->spec->frozen);
    MemoryStore *store = memory_spool_open(spool, error);

    *out_path = g_strdup(memory_spool_path(spool));
    return store != NULL && put_all(memory, store, findings, name, true, error);
}

/* Stores what was found, or keeps it in a file, or says that it is lost. @rest, or NULL, says where
 * it is kept in any case. */
static void store_findings(RunMemory *memory, FILE *findings, const char *name, const char *rest)
{
    g_autoptr(GError) error = NULL, fault = NULL;
    g_autofree char *sentence = NULL, *path = NULL;

    if (put_into_store(memory, findings, name, &error))
        return;
    if (put_into_spool(memory, findings, name, &path, &fault))
        sentence = g_strdup_printf("%s; what was found waits in %s for the next run, or for "
                                   "'agentchess memory import'",
                                   error->message, path);
    else
        sentence =
            g_strdup_printf("%s; and %s; what was found %s%s", error->message, fault->message,
                            rest != NULL ? "stands only in " : "is lost", rest != NULL ? rest : "");
    if (memory->warn != NULL)
        memory->warn(sentence, memory->warn_data);
}

bool run_memory_store(RunMemory *memory, const char *folder, GError **error)
{
    const char *name = FOLDER_FINDINGS;
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(FILE) file = fopen(path, "rbe");

    if (file == NULL)
        return folder_fail("read", folder, name, error);
    store_findings(memory, file, path, path);
    return true;
}

void run_memory_store_file(RunMemory *memory, FILE *findings)
{
    store_findings(memory, findings, "what was found", NULL);
}

const MemoryTally *run_memory_finish(RunMemory *memory)
{
    if (memory->live != NULL && !memory->is_finished)
        memory->tally = memories_close(memory->live).tally;
    memory->is_finished = true;
    return memory->spec->frozen != NULL ||
                   (memory->live != NULL && memories_count(memory->live) > 0)
               ? &memory->tally
               : NULL;
}
