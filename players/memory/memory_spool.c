#include "players/memory/memory_spool.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "players/memory/memory_address.h"

#define PREFIX "agentchess-spool-"
#define SUFFIX ".db"
#define STORE_DIGITS 12
#define BATCH 4096

struct MemorySpool {
    char *folder, *prefix;
    char *path; /* NULL: there is no file */
    int lock;   /* descriptor of the file, which only holds the lock */
    MemoryStore *store;
    uint64_t count;
};

/* The paths of the files that this process writes: opening and closing them would release the locks
 * that SQLite has on them. */
static GMutex writing_lock;
static GHashTable *writing;

static void note_writing(const char *path, bool begins)
{
    g_mutex_lock(&writing_lock);
    if (writing == NULL)
        writing = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (begins)
        g_hash_table_add(writing, g_strdup(path));
    else
        g_hash_table_remove(writing, path);
    g_mutex_unlock(&writing_lock);
}

static bool is_written_here(const char *path)
{
    bool is_written;

    g_mutex_lock(&writing_lock);
    is_written = writing != NULL && g_hash_table_contains(writing, path);
    g_mutex_unlock(&writing_lock);
    return is_written;
}

/* "agentchess-spool-0123456789ab-". Owner: the caller. */
static char *prefix_of(const char *where)
{
    g_autofree char *open = memory_address_without_password(where);
    g_autofree char *full =
        strstr(open, "://") != NULL ? g_strdup(open) : g_canonicalize_filename(open, NULL);
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, full, -1);

    return g_strdup_printf(PREFIX "%.*s-", STORE_DIGITS, sum);
}

MemorySpool *memory_spool_new(const char *folder, const char *where)
{
    MemorySpool *spool = g_new0(MemorySpool, 1);

    /* An absolute path, as the working directory may change. */
    spool->folder = g_canonicalize_filename(folder, NULL);
    spool->prefix = prefix_of(where);
    return spool;
}

static void close_file(MemorySpool *spool)
{
    /* The store first: closing any other descriptor of its file would release SQLite's locks. */
    g_clear_pointer(&spool->store, memory_store_free);
    if (spool->path != NULL) {
        close(spool->lock);
        note_writing(spool->path, false);
    }
    g_clear_pointer(&spool->path, g_free);
    spool->count = 0;
}

void memory_spool_free(MemorySpool *spool)
{
    close_file(spool);
    g_free(spool->folder);
    g_free(spool->prefix);
    g_free(spool);
}

static bool fail(const char *path, GError **error)
{
    const int cause = errno;

    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_UNAVAILABLE, "%s: %s", path, g_strerror(cause));
    return false;
}

/* Makes a new file and locks it. */
static bool make_file(MemorySpool *spool, GError **error)
{
    static gint number;

    for (;;) {
        g_autofree char *name = g_strdup_printf("%s%d-%d" SUFFIX, spool->prefix, (int)getpid(),
                                                g_atomic_int_add(&number, 1) + 1);
        g_autofree char *path = g_build_filename(spool->folder, name, NULL);
        const int file = g_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

        if (file < 0 && errno == EEXIST)
            continue;
        if (file < 0)
            return fail(path, error);
        note_writing(path, true);
        flock(file, LOCK_EX);
        spool->lock = file;
        spool->path = g_steal_pointer(&path);
        return true;
    }
}

static bool open_file(MemorySpool *spool, GError **error)
{
    if (spool->store != NULL)
        return true;
    if (spool->path == NULL && !make_file(spool, error))
        return false;
    spool->store = memory_store_open(spool->path, NULL, error);
    if (spool->store != NULL)
        return true;
    g_unlink(spool->path);
    close_file(spool);
    return false;
}

MemoryStore *memory_spool_open(MemorySpool *spool, GError **error)
{
    return open_file(spool, error) ? spool->store : NULL;
}

bool memory_spool_put(MemorySpool *spool, MemoryEntry *const *entries, size_t count, GError **error)
{
    const MemoryTally tally = {.spooled = count};
    uint64_t changed;

    if (!open_file(spool, error) || !memory_store_begin(spool->store, error))
        return false;
    if (!memory_store_add_tally(spool->store, &tally, error) ||
        !memory_store_put_each(spool->store, entries, count, &changed, error) ||
        !memory_store_commit(spool->store, error)) {
        memory_store_rollback(spool->store);
        return false;
    }
    spool->count += count;
    return true;
}

uint64_t memory_spool_count(const MemorySpool *spool)
{
    return spool->count;
}

const char *memory_spool_path(const MemorySpool *spool)
{
    return spool->path;
}

void memory_spool_leave(MemorySpool *spool, const MemoryTally *tally)
{
    MemoryTally rest;

    if (spool->path == NULL)
        return;
    if (tally != NULL) {
        rest = *tally;
        rest.spooled = 0; /* the spool has counted them */
        memory_store_add_tally(spool->store, &rest, NULL);
    }
    close_file(spool);
}

/* Calls @visit with the path of each file of the store at @where that no process is writing, and
 * locks the file meanwhile; @visit ends the walk by returning false. */
typedef bool (*VisitFile)(const char *path, void *data);

static bool visit_file(const char *path, VisitFile visit, void *data)
{
    bool goes_on;
    int file;

    if (is_written_here(path) || (file = g_open(path, O_RDONLY | O_CLOEXEC, 0)) < 0)
        return true;
    goes_on = flock(file, LOCK_EX | LOCK_NB) != 0 || visit(path, data);
    close(file);
    return goes_on;
}

static bool each_file(const char *folder, const char *where, VisitFile visit, void *data)
{
    g_autofree char *prefix = prefix_of(where), *full = g_canonicalize_filename(folder, NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    bool goes_on = true;

    while (goes_on && dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(full, name, NULL);
        if (g_str_has_prefix(name, prefix) && g_str_has_suffix(name, SUFFIX))
            goes_on = visit_file(path, visit, data);
    }
    return goes_on;
}

typedef struct {
    MemoryStore *store;
    GPtrArray *batch;
    uint64_t count;
    GError *error;
} Bringing;

static bool put_batch(Bringing *bringing)
{
    const bool good =
        memory_store_put_all(bringing->store, (MemoryEntry *const *)bringing->batch->pdata,
                             bringing->batch->len, &bringing->error);

    g_ptr_array_set_size(bringing->batch, 0);
    return good;
}

static bool take_entry(const MemoryEntry *entry, void *data)
{
    Bringing *bringing = data;

    if (memory_entry_check(entry, NULL))
        g_ptr_array_add(bringing->batch, g_memdup2(entry, sizeof *entry));
    return bringing->batch->len < BATCH || put_batch(bringing);
}

/* Adds the counts of the file to those of the store: what was spooled is stored now. */
static bool take_tally(Bringing *bringing, MemoryStore *spool)
{
    MemoryTally tally;

    if (!memory_store_tally(spool, &tally, &bringing->error))
        return false;
    bringing->count += tally.spooled;
    tally.stored += tally.spooled;
    tally.spooled = 0;
    return memory_store_add_tally(bringing->store, &tally, &bringing->error);
}

static void remove_file(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm"};

    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
        g_autofree char *file = g_strconcat(path, ends[i], NULL);
        g_unlink(file);
    }
}

/* A file that is none of ours stays, and so does one whose process was killed before it wrote
 * anything. */
static bool bring_file(const char *path, void *data)
{
    const MemoryStoreOptions options = {.must_exist = true};
    Bringing *bringing = data;
    MemoryStore *spool = memory_store_open(path, &options, NULL);
    bool good;

    if (spool == NULL)
        return true;
    good = memory_store_each(spool, take_entry, bringing, &bringing->error) &&
           bringing->error == NULL && put_batch(bringing) && take_tally(bringing, spool);
    memory_store_free(spool);
    if (good)
        remove_file(path);
    return good;
}

bool memory_spool_bring_in(const char *folder, const char *where, MemoryStore *store,
                           uint64_t *out_count, GError **error)
{
    g_autoptr(GPtrArray) batch = g_ptr_array_new_with_free_func(g_free);
    Bringing bringing = {.store = store, .batch = batch};

    each_file(folder, where, bring_file, &bringing);
    *out_count = bringing.count;
    if (bringing.error == NULL)
        return true;
    g_propagate_error(error, bringing.error);
    return false;
}

static bool count_file(const char *path, void *data)
{
    const MemoryStoreOptions options = {.must_exist = true};
    g_autoptr(MemoryStore) spool = memory_store_open(path, &options, NULL);
    MemoryTally tally;

    if (spool != NULL && memory_store_tally(spool, &tally, NULL))
        *(uint64_t *)data += tally.spooled;
    return true;
}

uint64_t memory_spool_waiting(const char *folder, const char *where)
{
    uint64_t count = 0;

    each_file(folder, where, count_file, &count);
    return count;
}
