/* A memory in a file of SQLite, which many processes of one machine can share.
 *
 * Source: https://sqlite.org/c3ref/intro.html, https://sqlite.org/wal.html */
#include <errno.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "players/memory/memory_kind.h"

#define RETRY_US 5000

typedef struct {
    MemoryStore store;
    sqlite3 *db;
    sqlite3_stmt *statements[MEMORY_QUESTION_COUNT]; /* NULL until first asked */
} SqliteStore;

static bool fits(const char *where)
{
    return *where != '\0' && strstr(where, "://") == NULL;
}

/* Whether the same error would come again another time. */
static bool is_for_ever(int code)
{
    return code == SQLITE_NOTADB || code == SQLITE_CANTOPEN || code == SQLITE_CORRUPT ||
           code == SQLITE_ERROR;
}

static bool fail(SqliteStore *sqlite, GError **error)
{
    const int code = sqlite3_errcode(sqlite->db) & 0xff;
    const int cause = sqlite3_system_errno(sqlite->db);
    const char *reason = sqlite3_errmsg(sqlite->db);

    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return memory_store_fail(&sqlite->store, MEMORY_ERROR_BUSY, error,
                                 "another program has locked it for more than %d ms",
                                 sqlite->store.timeout_ms);
    if (code == SQLITE_INTERRUPT)
        return memory_store_fail(&sqlite->store, MEMORY_ERROR_UNAVAILABLE, error,
                                 "it has not answered within %d ms", sqlite->store.timeout_ms);
    if (code == SQLITE_CANTOPEN && cause != 0)
        reason = g_strerror(cause);
    return memory_store_fail(&sqlite->store,
                             is_for_ever(code) ? MEMORY_ERROR_REFUSED : MEMORY_ERROR_UNAVAILABLE,
                             error, "%s", reason);
}

static void close_store(MemoryStore *store)
{
    SqliteStore *sqlite = (SqliteStore *)store;

    for (size_t i = 0; i < G_N_ELEMENTS(sqlite->statements); i++)
        sqlite3_finalize(sqlite->statements[i]);
    sqlite3_close(sqlite->db);
    g_free(store->where);
    g_free(store->name);
    g_free(store);
}

static bool run(MemoryStore *store, const char *script, GError **error)
{
    SqliteStore *sqlite = (SqliteStore *)store;

    sqlite3_busy_timeout(sqlite->db, store->timeout_ms);
    return sqlite3_exec(sqlite->db, script, NULL, NULL, NULL) == SQLITE_OK || fail(sqlite, error);
}

/* Switches to a write-ahead log, with which readers and writers do not wait for each other. Where
 * the file system does not allow that, all is still correct, but they wait. */
static bool use_log(SqliteStore *sqlite, GError **error)
{
    const gint64 deadline =
        g_get_monotonic_time() + (gint64)sqlite->store.timeout_ms * G_TIME_SPAN_MILLISECOND;
    int code;

    /* If several processes make a file at the same moment, some are told "busy" at once instead of
     * waiting. */
    do {
        code = sqlite3_exec(sqlite->db, "PRAGMA journal_mode=WAL", NULL, NULL, NULL) & 0xff;
        if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
            g_usleep(RETRY_US);
    } while ((code == SQLITE_BUSY || code == SQLITE_LOCKED) && g_get_monotonic_time() < deadline);
    if (code != SQLITE_OK)
        return fail(sqlite, error);
    /* What is committed is on the disk: a run writes its checkpoint behind it. */
    return run(&sqlite->store, "PRAGMA synchronous=FULL", error);
}

/* Whether nobody can write the file and there is no log beside it. Then it does not change, and it
 * is read without the files that SQLite would make beside it. */
static bool is_immutable(const char *path)
{
    g_autofree char *log = g_strconcat(path, "-wal", NULL);

    return g_access(path, F_OK) == 0 && g_access(path, W_OK) != 0 && g_access(log, F_OK) != 0;
}

/* Owner: the caller. */
static char *uri_of(const char *path, bool immutable)
{
    g_autofree char *escaped = g_uri_escape_string(path, "/", FALSE);

    /* Two slashes behind "file:" would begin the name of a machine. */
    return g_strconcat("file:", *path == '/' ? "//" : "", escaped, immutable ? "?immutable=1" : "",
                       NULL);
}

static bool set_page_limit(SqliteStore *sqlite, int max_pages, GError **error)
{
    g_autofree char *pragma = g_strdup_printf("PRAGMA max_page_count=%d", max_pages);

    return max_pages == 0 || run(&sqlite->store, pragma, error);
}

static bool open_file(SqliteStore *sqlite, const MemoryStoreOptions *options, GError **error)
{
    const char *path = sqlite->store.where;
    const bool immutable = is_immutable(path);
    g_autofree char *uri = uri_of(path, immutable);
    const int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                      (immutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) |
                      (options->must_exist || immutable ? 0 : SQLITE_OPEN_CREATE);

    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return memory_store_fail(&sqlite->store, MEMORY_ERROR_REFUSED, error, "it is a folder");
    if (sqlite3_open_v2(uri, &sqlite->db, flags, NULL) != SQLITE_OK)
        return fail(sqlite, error);
    return set_page_limit(sqlite, options->max_pages, error);
}

static sqlite3_stmt *prepare(SqliteStore *sqlite, MemoryQuestion question, GError **error)
{
    const char *text = MEMORY_QUESTIONS[question][MEMORY_SQL_SQLITE];

    if (sqlite->statements[question] == NULL &&
        sqlite3_prepare_v3(sqlite->db, text, -1, SQLITE_PREPARE_PERSISTENT,
                           &sqlite->statements[question], NULL) != SQLITE_OK)
        fail(sqlite, error);
    return sqlite->statements[question];
}

static void bind(sqlite3_stmt *statement, const MemoryValue *values, int count)
{
    for (int i = 0; i < count; i++)
        if (values[i].text != NULL)
            sqlite3_bind_text(statement, i + 1, values[i].text, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(statement, i + 1, values[i].number);
}

static bool hand_out(sqlite3_stmt *statement, MemoryOnRow on_row, void *data)
{
    MemoryValue cells[MEMORY_MAX_VALUES];
    const int count = MIN(sqlite3_column_count(statement), MEMORY_MAX_VALUES);

    for (int i = 0; i < count; i++) {
        const bool is_number = sqlite3_column_type(statement, i) == SQLITE_INTEGER;
        cells[i].number = sqlite3_column_int64(statement, i);
        cells[i].text = is_number ? NULL : (const char *)sqlite3_column_text(statement, i);
        if (!is_number && cells[i].text == NULL)
            cells[i].text = "";
    }
    return on_row(cells, count, data);
}

#define STEPS_A_LOOK 1000 /* of SQLite's machine, between two looks at the clock */

static int is_late(void *deadline)
{
    return g_get_monotonic_time() > *(const gint64 *)deadline;
}

static bool ask(MemoryStore *store, MemoryQuestion question, const MemoryValue *values, int count,
                MemoryOnRow on_row, void *data, uint64_t *out_changed, GError **error)
{
    SqliteStore *sqlite = (SqliteStore *)store;
    sqlite3_stmt *statement;
    gint64 deadline = g_get_monotonic_time() + (gint64)store->timeout_ms * G_TIME_SPAN_MILLISECOND;
    bool more = true, good;
    int code = SQLITE_DONE;

    sqlite3_busy_timeout(sqlite->db, store->timeout_ms);
    /* Players wait for what is found; all else may take as long as it works. */
    sqlite3_progress_handler(sqlite->db, question == MEMORY_QUESTION_FIND ? STEPS_A_LOOK : 0,
                             is_late, &deadline);
    statement = prepare(sqlite, question, error);
    if (statement == NULL)
        return false;
    bind(statement, values, count);
    while (more && (code = sqlite3_step(statement)) == SQLITE_ROW)
        more = on_row == NULL || hand_out(statement, on_row, data);
    good = code == SQLITE_DONE || code == SQLITE_ROW || fail(sqlite, error);
    if (good && out_changed != NULL)
        *out_changed = (uint64_t)sqlite3_changes64(sqlite->db);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return good;
}

static bool ask_each(MemoryStore *store, MemoryQuestion question, const MemoryValue *values,
                     int count, size_t times, uint64_t *out_changed, GError **error)
{
    uint64_t changed;

    *out_changed = 0;
    for (size_t i = 0; i < times; i++) {
        if (!ask(store, question, values + i * (size_t)count, count, NULL, NULL, &changed, error))
            return false;
        *out_changed += changed;
    }
    return true;
}

static bool keep_number(const MemoryValue *cells, G_GNUC_UNUSED int count, void *data)
{
    *(int64_t *)data = cells[0].number;
    return true;
}

/* Changes nothing in a file that is not ours. */
static bool prepare_file(SqliteStore *sqlite, const MemoryStoreOptions *options, GError **error)
{
    int64_t tables = 0;

    if (!ask(&sqlite->store, MEMORY_QUESTION_TABLES, NULL, 0, keep_number, &tables, NULL, error))
        return false;
    if (tables == 2 || (tables == 0 && options->must_exist) ||
        sqlite3_db_readonly(sqlite->db, "main") == 1)
        return true;
    return use_log(sqlite, error);
}

static MemoryStore *connect_store(const char *where, const MemoryStoreOptions *options,
                                  GError **error)
{
    SqliteStore *sqlite = g_new0(SqliteStore, 1);

    sqlite->store = memory_store_named(&MEMORY_KIND_SQLITE, where, options);
    if (open_file(sqlite, options, error) && prepare_file(sqlite, options, error))
        return &sqlite->store;
    close_store(&sqlite->store);
    return NULL;
}

const MemoryKind MEMORY_KIND_SQLITE = {
    .name = "sqlite",
    .summary = "the path of a file",
    .sql = MEMORY_SQL_SQLITE,
    .begin = "BEGIN IMMEDIATE",
    .fits = fits,
    .connect = connect_store,
    .close = close_store,
    .run = run,
    .ask = ask,
    .ask_each = ask_each,
};
