#include "experiments/play/run_memory.h"

#include <errno.h>

#include "experiments/play/memory_csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "players/memory/memory_store.h"

#define BLOCK_SIZE (64 * 1024)

G_DEFINE_AUTOPTR_CLEANUP_FUNC(FILE, fclose)

struct RunMemory {
    const Spec *spec;
    PositionMemoryWarn warn;
    void *warn_data;
    Memories *live;         /* SPEC_MEMORY_LIVE */
    PositionMemory *frozen; /* SPEC_MEMORY_FROZEN, once it was read */
    char *sha256;
};

RunMemory *run_memory_new(const Spec *spec, PositionMemoryWarn warn, void *warn_data)
{
    const PositionMemoryOptions options = {.warn = warn, .warn_data = warn_data};
    RunMemory *memory = g_new0(RunMemory, 1);

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

/* The checksum of all that @file holds. Owner: the caller. */
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

/* Others can write what they like into a store: what is no entry is left out. */
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
    RunMemoryTable table = {.all = memory->live};

    if (memory->frozen == NULL)
        return table;
    table.collects = position_memory_fork(memory->frozen);
    table.all = table.own = memories_new(NULL);
    memories_put(table.own, memory->spec->frozen, table.collects);
    return table;
}

void run_memory_table_clear(RunMemoryTable *table)
{
    g_clear_pointer(&table->own, memories_free);
}

/* The time of all that is stored is that of the storing. */
static bool put(const MemoryEntry *entry, void *data, GError **error)
{
    MemoryEntry now = *entry;

    now.found_at = g_get_real_time() / G_USEC_PER_SEC;
    return memory_store_put(data, &now, NULL, error);
}

static bool put_all(const RunMemory *memory, FILE *findings, const char *name, GError **error)
{
    g_autoptr(MemoryStore) store = memory_store_open(memory->spec->frozen, NULL, error);

    if (store == NULL || !memory_store_begin(store, error))
        return false;
    if (memory_csv_read(findings, name, put, store, error) && memory_store_commit(store, error))
        return true;
    memory_store_rollback(store);
    return false;
}

/* As put_all(); @rest is said behind what went wrong. */
static void try_to_put(const RunMemory *memory, FILE *findings, const char *name, const char *rest)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *sentence = NULL;

    if (put_all(memory, findings, name, &error) || memory->warn == NULL)
        return;
    sentence = g_strdup_printf("%s; %s", error->message, rest);
    memory->warn(sentence, memory->warn_data);
}

bool run_memory_store(const RunMemory *memory, const char *folder, GError **error)
{
    const char *name = FOLDER_FINDINGS;
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *rest = g_strdup_printf("what was found is not stored but stands in %s, from "
                                            "where 'agentchess memory import' takes it",
                                            path);
    g_autoptr(FILE) file = fopen(path, "rbe");

    if (file == NULL)
        return folder_fail("read", folder, name, error);
    try_to_put(memory, file, path, rest);
    return true;
}

void run_memory_store_file(const RunMemory *memory, FILE *findings)
{
    try_to_put(memory, findings, "what was found", "what was found is lost");
}
