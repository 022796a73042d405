/* A memory in a file of SQLite, which many processes of one machine can share.
 *
 * Source: https://sqlite.org/c3ref/intro.html, https://sqlite.org/wal.html */
#include <sqlite3.h>

#include "players/memory/memory_kind.h"

#define RETRY_US 5000

typedef struct {
    MemoryStore store;
    sqlite3 *db;
    sqlite3_stmt *statements[MEMORY_QUESTION_COUNT]; /* NULL until first asked */
} SqliteStore;

/* Whether the same error would come again another time. */
static bool is_for_ever(int code)
{
    return code == SQLITE_NOTADB || code == SQLITE_CANTOPEN || code == SQLITE_CORRUPT ||
           code == SQLITE_ERROR;
}

static bool fail_with_message(SqliteStore *sqlite, GError **error)
{
    const int code = sqlite3_errcode(sqlite->db) & 0xff;
    const int cause = sqlite3_system_errno(sqlite->db);
    const char *reason = sqlite3_errmsg(sqlite->db);

    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return memory_store_fail(&sqlite->store, MEMORY_ERROR_UNAVAILABLE, error,
                                 "another program has locked it for more than %d ms",
                                 sqlite->store.timeout_ms);
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
}

static bool run_script(MemoryStore *store, const char *script, GError **error)
{
    SqliteStore *sqlite = (SqliteStore *)store;

    sqlite3_busy_timeout(sqlite->db, store->timeout_ms);
    return sqlite3_exec(sqlite->db, script, NULL, NULL, NULL) == SQLITE_OK ||
           fail_with_message(sqlite, error);
}

/* Switches to a write-ahead log, with which readers and writers do not wait for each other. Where
 * the file system does not allow that, all is still correct, but they wait. */
static bool use_log(MemoryStore *store, GError **error)
{
    SqliteStore *sqlite = (SqliteStore *)store;
    const gint64 deadline =
        g_get_monotonic_time() + (gint64)store->timeout_ms * G_TIME_SPAN_MILLISECOND;
    int code;

    /* If several processes make a file at the same moment, some are told "busy" at once instead of
     * waiting. */
    while (((code = sqlite3_exec(sqlite->db, "PRAGMA journal_mode=WAL", NULL, NULL, NULL) & 0xff) ==
                SQLITE_BUSY ||
            code == SQLITE_LOCKED) &&
           g_get_monotonic_time() < deadline)
        g_usleep(RETRY_US);
    return code == SQLITE_OK || fail_with_message(sqlite, error);
}

static bool connect_store(MemoryStore *store, bool must_exist, GError **error)
{
    SqliteStore *sqlite = (SqliteStore *)store;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                      (must_exist ? 0 : SQLITE_OPEN_CREATE);

    if (g_file_test(store->where, G_FILE_TEST_IS_DIR))
        return memory_store_fail(store, MEMORY_ERROR_REFUSED, error, "it is a folder");
    if (sqlite3_open_v2(store->where, &sqlite->db, flags, NULL) != SQLITE_OK)
        return fail_with_message(sqlite, error);
    /* Commits are on the disk at once: a run writes its checkpoint after them. */
    return run_script(store, "PRAGMA synchronous=FULL", error);
}

static sqlite3_stmt *prepare_question(SqliteStore *sqlite, MemoryQuestion question, GError **error)
{
    const char *text = MEMORY_QUESTIONS[question][MEMORY_SQL_SQLITE];

    if (sqlite->statements[question] == NULL &&
        sqlite3_prepare_v3(sqlite->db, text, -1, SQLITE_PREPARE_PERSISTENT,
                           &sqlite->statements[question], NULL) != SQLITE_OK)
        fail_with_message(sqlite, error);
    return sqlite->statements[question];
}

/* Binds the values of question @number. */
static void bind_values(sqlite3_stmt *statement, const MemoryAsk *ask, size_t number)
{
    for (int i = 0; i < ask->count; i++) {
        const MemoryValue *value = &ask->values[number * (size_t)ask->count + (size_t)i];
        if (value->text != NULL)
            sqlite3_bind_text(statement, i + 1, value->text, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(statement, i + 1, value->number);
    }
}

static void hand_out(sqlite3_stmt *statement, const MemoryAsk *ask)
{
    MemoryValue cells[MEMORY_MAX_VALUES] = {0};

    for (int i = 0; i < MIN(sqlite3_column_count(statement), MEMORY_MAX_VALUES); i++) {
        if (sqlite3_column_type(statement, i) == SQLITE_INTEGER)
            cells[i].number = sqlite3_column_int64(statement, i);
        else
            cells[i].text = (const char *)sqlite3_column_text(statement, i);
    }
    ask->on_row(cells, ask->data);
}

static bool ask_once(SqliteStore *sqlite, sqlite3_stmt *statement, MemoryAsk *ask, GError **error)
{
    bool good;
    int code;

    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        if (ask->on_row != NULL)
            hand_out(statement, ask);
    good = code == SQLITE_DONE || fail_with_message(sqlite, error);
    if (good)
        ask->changed += (uint64_t)sqlite3_changes64(sqlite->db);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return good;
}

static bool ask_all(MemoryStore *store, MemoryAsk *ask, GError **error)
{
    SqliteStore *sqlite = (SqliteStore *)store;
    sqlite3_stmt *statement;

    sqlite3_busy_timeout(sqlite->db, store->timeout_ms);
    statement = prepare_question(sqlite, ask->question, error);
    for (size_t i = 0; statement != NULL && i < ask->times; i++) {
        bind_values(statement, ask, i);
        if (!ask_once(sqlite, statement, ask, error))
            return false;
    }
    return statement != NULL;
}

const MemoryKind MEMORY_KIND_SQLITE = {
    .sql = MEMORY_SQL_SQLITE,
    .size = sizeof(SqliteStore),
    .begin = "BEGIN IMMEDIATE",
    .connect = connect_store,
    .close = close_store,
    .prepare_empty = use_log,
    .run = run_script,
    .ask = ask_all,
};
