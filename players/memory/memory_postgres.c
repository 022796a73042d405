/* A memory in a database of PostgreSQL, which many machines can share. Nothing here waits for the
 * server longer than the store's time allows, except the look-up of a machine's name, which the
 * system does.
 *
 * Source: PostgreSQL 15 documentation, chapter 34, libpq; 34.1.1.2, connection URIs; appendix A,
 *         error codes. */
#include <gmodule.h>
#include <libpq-fe.h>
#include <string.h>

#include "players/memory/memory_kind.h"

#define NUMBER_SIZE 24

/* libpq needs twenty more libraries, and would double the time in which the program starts: the
 * first memory in PostgreSQL loads it. */
static struct {
#define FUNCTION(name) __typeof__(name) *name;
#include "players/memory/libpq.def"
#undef FUNCTION
} libpq;

static const struct {
    const char *name;
    gpointer *address;
} FUNCTIONS[] = {
#define FUNCTION(name) {#name, (gpointer *)&libpq.name},
#include "players/memory/libpq.def"
#undef FUNCTION
};

typedef struct {
    MemoryStore store;
    PGconn *connection;
    bool is_prepared[MEMORY_QUESTION_COUNT];
} PostgresStore;

static void close_store(MemoryStore *store)
{
    PostgresStore *postgres = (PostgresStore *)store;

    if (postgres->connection != NULL)
        libpq.PQfinish(postgres->connection);
}

/* The first line of what the server or libpq says, without "ERROR:". Owner: the caller. */
static char *first_line(const char *text)
{
    const char *colon = strstr(text, ":  ");
    const size_t length = strcspn(text, "\n");

    if (colon != NULL && colon < text + length) {
        colon += strlen(":  ");
        return g_strndup(colon, (gsize)(text + length - colon));
    }
    return g_strndup(text, length);
}

static bool fail_with_text(PostgresStore *postgres, MemoryError code, const char *text,
                           GError **error)
{
    g_autofree char *line = first_line(text);

    return memory_store_fail(&postgres->store, code, error, "%s",
                             *line != '\0' ? line : "the connection is lost");
}

static bool load_libpq(PostgresStore *postgres, GError **error)
{
    static GMutex mutex;
    static bool is_loaded;
    bool good;

    g_mutex_lock(&mutex);
    if (!is_loaded) {
        GModule *module = g_module_open("libpq.so.5", G_MODULE_BIND_LAZY);

        is_loaded = module != NULL;
        for (size_t i = 0; i < G_N_ELEMENTS(FUNCTIONS) && is_loaded; i++)
            is_loaded = g_module_symbol(module, FUNCTIONS[i].name, FUNCTIONS[i].address);
    }
    good = is_loaded || fail_with_text(postgres, MEMORY_ERROR_REFUSED, g_module_error(), error);
    g_mutex_unlock(&mutex);
    return good;
}

/* The connection is of no use any more. */
static bool lose_connection(PostgresStore *postgres, GError **error)
{
    return fail_with_text(postgres, MEMORY_ERROR_UNAVAILABLE,
                          libpq.PQerrorMessage(postgres->connection), error);
}

static gint64 deadline_of(const PostgresStore *postgres)
{
    return g_get_monotonic_time() + (gint64)postgres->store.timeout_ms * G_TIME_SPAN_MILLISECOND;
}

/* Waits until something can be done with the connection. */
static bool wait_for(PostgresStore *postgres, gushort events, gint64 deadline, GError **error)
{
    gint64 left;

    while ((left = deadline - g_get_monotonic_time()) > 0) {
        GPollFD poll = {.fd = libpq.PQsocket(postgres->connection),
                        .events = (gushort)(events | G_IO_HUP | G_IO_ERR)};
        if (g_poll(&poll, 1, (gint)MIN((left + 999) / 1000, G_MAXINT)) > 0)
            return true;
    }
    return memory_store_fail(&postgres->store, MEMORY_ERROR_UNAVAILABLE, error,
                             "it has not answered within %d ms", postgres->store.timeout_ms);
}

static bool complete_connection(PostgresStore *postgres, GError **error)
{
    const gint64 deadline = deadline_of(postgres);
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;

    if (libpq.PQstatus(postgres->connection) == CONNECTION_BAD)
        return lose_connection(postgres, error);
    while (status != PGRES_POLLING_OK) {
        if (!wait_for(postgres, status == PGRES_POLLING_READING ? G_IO_IN : G_IO_OUT, deadline,
                      error))
            return false;
        status = libpq.PQconnectPoll(postgres->connection);
        if (status == PGRES_POLLING_FAILED)
            return lose_connection(postgres, error);
    }
    libpq.PQsetnonblocking(postgres->connection, 1);
    return true;
}

static void ignore_notice(G_GNUC_UNUSED void *data, G_GNUC_UNUSED const char *message)
{
}

/* libpq may quote a password of a URL that it cannot read. */
static bool check_url(PostgresStore *postgres, GError **error)
{
    const char *where = postgres->store.where;
    g_autofree char *masked = memory_address_mask(where);
    char *fault = NULL;
    PQconninfoOption *options = libpq.PQconninfoParse(where, &fault);
    const bool good = options != NULL;

    if (!good)
        fail_with_text(
            postgres, MEMORY_ERROR_REFUSED,
            fault != NULL && g_str_equal(masked, where) ? fault : "it is not a valid URL", error);
    libpq.PQconninfoFree(options);
    libpq.PQfreemem(fault);
    return good;
}

static bool connect_store(MemoryStore *store, G_GNUC_UNUSED bool must_exist, GError **error)
{
    const char *const names[] = {"dbname", "client_encoding", "fallback_application_name", NULL};
    const char *const values[] = {store->where, "UTF8", "agentchess", NULL};
    PostgresStore *postgres = (PostgresStore *)store;

    if (!load_libpq(postgres, error) || !check_url(postgres, error))
        return false;
    postgres->connection = libpq.PQconnectStartParams(names, values, 1);
    if (postgres->connection == NULL)
        return fail_with_text(postgres, MEMORY_ERROR_UNAVAILABLE, "out of memory", error);
    libpq.PQsetNoticeProcessor(postgres->connection, ignore_notice, NULL);
    return complete_connection(postgres, error);
}

/* Waits until more can be sent or has been received. */
static bool go_on(PostgresStore *postgres, gushort events, gint64 deadline, GError **error)
{
    return wait_for(postgres, events, deadline, error) &&
           (libpq.PQconsumeInput(postgres->connection) || lose_connection(postgres, error));
}

static bool send_all(PostgresStore *postgres, gint64 deadline, GError **error)
{
    int left;

    while ((left = libpq.PQflush(postgres->connection)) > 0)
        if (!go_on(postgres, G_IO_IN | G_IO_OUT, deadline, error))
            return false;
    return left == 0 || lose_connection(postgres, error);
}

/* The next part of an answer, NULL at its end. */
static bool receive_part(PostgresStore *postgres, gint64 deadline, PGresult **out_part,
                         GError **error)
{
    while (libpq.PQisBusy(postgres->connection))
        if (!go_on(postgres, G_IO_IN, deadline, error))
            return false;
    *out_part = libpq.PQgetResult(postgres->connection);
    return true;
}

/* Classes of errors that would be the same another time: the database, the user, the tables or the
 * rights to them are missing, or a value is invalid. */
static MemoryError code_of(const PGresult *part)
{
    static const char *const classes[] = {"22", "23", "28", "3D", "3F", "42"};
    const char *state = libpq.PQresultErrorField(part, PG_DIAG_SQLSTATE);

    for (size_t i = 0; state != NULL && i < G_N_ELEMENTS(classes); i++)
        if (g_str_has_prefix(state, classes[i]))
            return MEMORY_ERROR_REFUSED;
    return MEMORY_ERROR_UNAVAILABLE;
}

static void hand_out_row(const PGresult *part, int row, const MemoryAsk *ask)
{
    MemoryValue cells[MEMORY_MAX_VALUES] = {0};

    for (int i = 0; i < MIN(libpq.PQnfields(part), MEMORY_MAX_VALUES); i++) {
        cells[i].text = libpq.PQgetvalue(part, row, i);
        cells[i].number = g_ascii_strtoll(cells[i].text, NULL, 10);
    }
    ask->on_row(cells, ask->data);
}

/* Takes a part of an answer; false: it is a failure. */
static bool take_part(PostgresStore *postgres, const PGresult *part, MemoryAsk *ask, GError **error)
{
    switch (libpq.PQresultStatus(part)) {
    case PGRES_SINGLE_TUPLE:
    case PGRES_TUPLES_OK:
        for (int row = 0; ask->on_row != NULL && row < libpq.PQntuples(part); row++)
            hand_out_row(part, row, ask);
        return true;
    case PGRES_PIPELINE_SYNC:
        return true;
    case PGRES_COMMAND_OK:
        ask->changed += g_ascii_strtoull(libpq.PQcmdTuples((PGresult *)part), NULL, 10);
        return true;
    default:
        return fail_with_text(postgres, code_of(part), libpq.PQresultErrorMessage(part), error);
    }
}

/* Waits for the whole answer to what was sent; the time begins again with each part. In a pipeline
 * a NULL ends the answer to one question, and the whole ends with a part of its own. */
static bool take_answer(PostgresStore *postgres, MemoryAsk *ask, bool pipelined, GError **error)
{
    bool good = true, is_end = false;

    if (!send_all(postgres, deadline_of(postgres), error))
        return false;
    while (!is_end) {
        PGresult *part = NULL;

        if (pipelined && ask->times == 1) /* an answer may be larger than the memory */
            libpq.PQsetSingleRowMode(postgres->connection);
        if (!receive_part(postgres, deadline_of(postgres), &part, good ? error : NULL))
            return false;
        if (part != NULL)
            good = take_part(postgres, part, ask, good ? error : NULL) && good;
        is_end = pipelined ? libpq.PQresultStatus(part) == PGRES_PIPELINE_SYNC : part == NULL;
        libpq.PQclear(part);
        if (pipelined && part == NULL && libpq.PQstatus(postgres->connection) == CONNECTION_BAD)
            return lose_connection(postgres, good ? error : NULL);
    }
    return good;
}

static bool run_script(MemoryStore *store, const char *script, GError **error)
{
    PostgresStore *postgres = (PostgresStore *)store;
    MemoryAsk none = {0};

    if (!libpq.PQsendQuery(postgres->connection, script))
        return lose_connection(postgres, error);
    return take_answer(postgres, &none, false, error);
}

static void name_statement(MemoryQuestion question, char out_name[static NUMBER_SIZE])
{
    g_snprintf(out_name, NUMBER_SIZE, "agentchess_%d", (int)question);
}

static bool prepare_question(PostgresStore *postgres, MemoryQuestion question, GError **error)
{
    const char *own = MEMORY_QUESTIONS[question][MEMORY_SQL_POSTGRES];
    const char *text = own != NULL ? own : MEMORY_QUESTIONS[question][MEMORY_SQL_SQLITE];
    char name[NUMBER_SIZE];
    MemoryAsk none = {0};

    if (postgres->is_prepared[question])
        return true;
    name_statement(question, name);
    if (!libpq.PQsendPrepare(postgres->connection, name, text, 0, NULL))
        return lose_connection(postgres, error);
    postgres->is_prepared[question] = take_answer(postgres, &none, false, error);
    return postgres->is_prepared[question];
}

static bool send_question(PostgresStore *postgres, MemoryQuestion question,
                          const MemoryValue *values, int count)
{
    char numbers[MEMORY_MAX_VALUES][NUMBER_SIZE], name[NUMBER_SIZE];
    const char *texts[MEMORY_MAX_VALUES];

    name_statement(question, name);
    for (int i = 0; i < count; i++) {
        texts[i] = values[i].text != NULL ? values[i].text : numbers[i];
        g_snprintf(numbers[i], NUMBER_SIZE, "%" G_GINT64_FORMAT, values[i].number);
    }
    return libpq.PQsendQueryPrepared(postgres->connection, name, count, texts, NULL, NULL, 0) == 1;
}

static bool send_all_questions(PostgresStore *postgres, const MemoryAsk *ask, GError **error)
{
    for (size_t i = 0; i < ask->times; i++)
        if (!send_question(postgres, ask->question, ask->values + i * (size_t)ask->count,
                           ask->count))
            return lose_connection(postgres, error);
    return libpq.PQpipelineSync(postgres->connection) == 1 || lose_connection(postgres, error);
}

/* A trip to the server takes longer than the work there, so the questions go as a pipeline. After
 * the first that fails the server skips the others, and says so for each.
 *
 * Source: PostgreSQL 15 documentation, 34.5, pipeline mode. */
static bool ask_all(MemoryStore *store, MemoryAsk *ask, GError **error)
{
    PostgresStore *postgres = (PostgresStore *)store;
    bool good;

    if (!prepare_question(postgres, ask->question, error))
        return false;
    if (!libpq.PQenterPipelineMode(postgres->connection))
        return lose_connection(postgres, error);
    if (!send_all_questions(postgres, ask, error))
        return false;
    good = take_answer(postgres, ask, true, error);
    return (libpq.PQexitPipelineMode(postgres->connection) == 1 ||
            lose_connection(postgres, good ? error : NULL)) &&
           good;
}

/* A lock of our own, held while the layout or many entries are changed; reading and writing single
 * entries does not need it. The number is "AgentCh" in ASCII. */
#define BEGIN "BEGIN; SELECT pg_advisory_xact_lock(18409558828663656)"

const MemoryKind MEMORY_KIND_POSTGRES = {
    .sql = MEMORY_SQL_POSTGRES,
    .size = sizeof(PostgresStore),
    .begin = BEGIN,
    .connect = connect_store,
    .close = close_store,
    .run = run_script,
    .ask = ask_all,
};
