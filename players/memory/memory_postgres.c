/* A memory in a database of PostgreSQL, which many machines can share. Nothing here waits for the
 * server longer than the store's time allows, except the look-up of a machine's name, which the
 * system does.
 *
 * Source: PostgreSQL 15 documentation, chapter 34, libpq; 34.1.1.2, connection URIs; appendix A,
 *         error codes. */
#include <libpq-fe.h>
#include <string.h>

#include "players/memory/memory_kind.h"

#define NUMBER_SIZE 24

typedef struct {
    MemoryStore store;
    PGconn *connection;
    bool lost; /* a question was not answered in full: nothing more can be asked */
    bool is_prepared[MEMORY_QUESTION_COUNT];
} PostgresStore;

static void close_store(MemoryStore *store)
{
    PostgresStore *postgres = (PostgresStore *)store;

    PQfinish(postgres->connection);
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

static bool fail(PostgresStore *postgres, MemoryError code, const char *text, GError **error)
{
    g_autofree char *line = first_line(text);

    return memory_store_fail(&postgres->store, code, error, "%s",
                             *line != '\0' ? line : "the connection is lost");
}

/* The connection is of no use any more. */
static bool lose(PostgresStore *postgres, GError **error)
{
    postgres->lost = true;
    return fail(postgres, MEMORY_ERROR_UNAVAILABLE, PQerrorMessage(postgres->connection), error);
}

static bool lose_silent(PostgresStore *postgres, GError **error)
{
    postgres->lost = true;
    return memory_store_fail(&postgres->store, MEMORY_ERROR_UNAVAILABLE, error,
                             "it has not answered within %d ms", postgres->store.timeout_ms);
}

static gint64 deadline_of(const PostgresStore *postgres)
{
    return g_get_monotonic_time() + (gint64)postgres->store.timeout_ms * G_TIME_SPAN_MILLISECOND;
}

/* Waits until something can be done with the connection, or the deadline has passed. */
static bool wait_for(PostgresStore *postgres, gushort events, gint64 deadline)
{
    gint64 left;

    while ((left = deadline - g_get_monotonic_time()) > 0) {
        GPollFD poll = {.fd = PQsocket(postgres->connection),
                        .events = (gushort)(events | G_IO_HUP | G_IO_ERR)};
        if (g_poll(&poll, 1, (gint)MIN((left + 999) / 1000, G_MAXINT)) > 0)
            return true;
    }
    return false;
}

static bool complete_connection(PostgresStore *postgres, GError **error)
{
    const gint64 deadline = deadline_of(postgres);
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;

    if (PQstatus(postgres->connection) == CONNECTION_BAD)
        return lose(postgres, error);
    while (status != PGRES_POLLING_OK) {
        if (!wait_for(postgres, status == PGRES_POLLING_READING ? G_IO_IN : G_IO_OUT, deadline))
            return lose_silent(postgres, error);
        status = PQconnectPoll(postgres->connection);
        if (status == PGRES_POLLING_FAILED)
            return lose(postgres, error);
    }
    PQsetnonblocking(postgres->connection, 1);
    return true;
}

static void ignore_notice(G_GNUC_UNUSED void *data, G_GNUC_UNUSED const char *message)
{
}

static bool check_url(PostgresStore *postgres, GError **error)
{
    char *fault = NULL;
    PQconninfoOption *options = PQconninfoParse(postgres->store.where, &fault);
    const bool good = options != NULL;

    if (!good)
        fail(postgres, MEMORY_ERROR_REFUSED, fault != NULL ? fault : "out of memory", error);
    PQconninfoFree(options);
    PQfreemem(fault);
    return good;
}

static bool begin_connection(PostgresStore *postgres, GError **error)
{
    const char *const names[] = {"dbname", "client_encoding", "fallback_application_name", NULL};
    const char *const values[] = {postgres->store.where, "UTF8", "agentchess", NULL};

    postgres->connection = PQconnectStartParams(names, values, 1);
    if (postgres->connection == NULL)
        return fail(postgres, MEMORY_ERROR_UNAVAILABLE, "out of memory", error);
    PQsetNoticeProcessor(postgres->connection, ignore_notice, NULL);
    return complete_connection(postgres, error);
}

static bool connect_store(MemoryStore *store, G_GNUC_UNUSED bool must_exist, GError **error)
{
    PostgresStore *postgres = (PostgresStore *)store;

    return check_url(postgres, error) && begin_connection(postgres, error);
}

static bool send_all(PostgresStore *postgres, gint64 deadline, GError **error)
{
    int left;

    while ((left = PQflush(postgres->connection)) > 0) {
        if (!wait_for(postgres, G_IO_IN | G_IO_OUT, deadline))
            return lose_silent(postgres, error);
        if (!PQconsumeInput(postgres->connection))
            return lose(postgres, error);
    }
    return left == 0 || lose(postgres, error);
}

/* The next part of an answer, NULL at its end. */
static bool receive(PostgresStore *postgres, gint64 deadline, PGresult **out_part, GError **error)
{
    while (PQisBusy(postgres->connection)) {
        if (!wait_for(postgres, G_IO_IN, deadline))
            return lose_silent(postgres, error);
        if (!PQconsumeInput(postgres->connection))
            return lose(postgres, error);
    }
    *out_part = PQgetResult(postgres->connection);
    return true;
}

/* Classes of errors that would be the same another time: the database, the user, the tables or the
 * rights to them are missing, or a value is invalid. */
static MemoryError code_of(const PGresult *part)
{
    static const char *const classes[] = {"22", "23", "28", "3D", "3F", "42"};
    const char *state = PQresultErrorField(part, PG_DIAG_SQLSTATE);

    for (size_t i = 0; state != NULL && i < G_N_ELEMENTS(classes); i++)
        if (g_str_has_prefix(state, classes[i]))
            return MEMORY_ERROR_REFUSED;
    return MEMORY_ERROR_UNAVAILABLE;
}

static bool hand_out_row(const PGresult *part, int row, const MemoryAsk *ask)
{
    MemoryValue cells[MEMORY_MAX_VALUES] = {0};

    for (int i = 0; i < MIN(PQnfields(part), MEMORY_MAX_VALUES); i++) {
        cells[i].text = PQgetvalue(part, row, i);
        cells[i].number = g_ascii_strtoll(cells[i].text, NULL, 10);
    }
    return ask->on_row(cells, ask->data);
}

/* An answer that is being taken. */
typedef struct {
    MemoryAsk *ask;
    bool is_enough; /* no more rows are wanted */
    bool failed;
} Answer;

static void take_part(PostgresStore *postgres, const PGresult *part, Answer *answer, GError **error)
{
    MemoryAsk *ask = answer->ask;

    switch (PQresultStatus(part)) {
    case PGRES_SINGLE_TUPLE:
    case PGRES_TUPLES_OK:
        for (int row = 0; ask->on_row != NULL && !answer->is_enough && row < PQntuples(part); row++)
            answer->is_enough = !hand_out_row(part, row, ask);
        break;
    case PGRES_PIPELINE_SYNC:
        break;
    case PGRES_COMMAND_OK:
        ask->changed += g_ascii_strtoull(PQcmdTuples((PGresult *)part), NULL, 10);
        break;
    default:
        if (!answer->failed)
            fail(postgres, code_of(part), PQresultErrorMessage(part), error);
        answer->failed = true;
    }
}

/* Waits for the whole answer to what was sent; the time begins again with each part. */
static bool take_answer(PostgresStore *postgres, Answer *answer, GError **error)
{
    PGresult *part = NULL;

    if (!send_all(postgres, deadline_of(postgres), error))
        return false;
    for (;;) {
        g_autoptr(GError) fault = NULL;

        if (!receive(postgres, deadline_of(postgres), &part, &fault)) {
            if (!answer->failed)
                g_propagate_error(error, g_steal_pointer(&fault));
            return false;
        }
        if (part == NULL)
            return !answer->failed;
        take_part(postgres, part, answer, error);
        PQclear(part);
    }
}

/* Whether questions can be asked. */
static bool is_connected(PostgresStore *postgres, GError **error)
{
    return (!postgres->lost && PQstatus(postgres->connection) == CONNECTION_OK) ||
           fail(postgres, MEMORY_ERROR_UNAVAILABLE, "", error);
}

static bool run(MemoryStore *store, const char *script, GError **error)
{
    PostgresStore *postgres = (PostgresStore *)store;
    MemoryAsk none = {0};
    Answer answer = {.ask = &none};

    if (!is_connected(postgres, error))
        return false;
    if (!PQsendQuery(postgres->connection, script))
        return lose(postgres, error);
    return take_answer(postgres, &answer, error);
}

static void name_statement(MemoryQuestion question, char out_name[static NUMBER_SIZE])
{
    g_snprintf(out_name, NUMBER_SIZE, "agentchess_%d", (int)question);
}

static bool prepare(PostgresStore *postgres, MemoryQuestion question, GError **error)
{
    const char *text = MEMORY_QUESTIONS[question][MEMORY_SQL_POSTGRES];
    char name[NUMBER_SIZE];
    MemoryAsk none = {0};
    Answer answer = {.ask = &none};

    if (postgres->is_prepared[question])
        return true;
    name_statement(question, name);
    if (!PQsendPrepare(postgres->connection, name, text, 0, NULL))
        return lose(postgres, error);
    postgres->is_prepared[question] = take_answer(postgres, &answer, error);
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
    return PQsendQueryPrepared(postgres->connection, name, count, texts, NULL, NULL, 0) == 1;
}

static bool send_all_questions(PostgresStore *postgres, const MemoryAsk *ask, GError **error)
{
    for (size_t i = 0; i < ask->times; i++)
        if (!send_question(postgres, ask->question, ask->values + i * (size_t)ask->count,
                           ask->count))
            return lose(postgres, error);
    if (ask->times == 1)
        PQsetSingleRowMode(postgres->connection); /* an answer may be larger than the memory */
    return PQpipelineSync(postgres->connection) == 1 || lose(postgres, error);
}

/* A trip to the server takes longer than the work there, so the questions go as a pipeline. After
 * the first that fails the server skips the others, and says so for each.
 *
 * Source: PostgreSQL 15 documentation, 34.5, pipeline mode. */
static bool ask_all(MemoryStore *store, MemoryAsk *ask, GError **error)
{
    PostgresStore *postgres = (PostgresStore *)store;
    Answer answer = {.ask = ask};
    bool good = true;

    if (!is_connected(postgres, error) || !prepare(postgres, ask->question, error))
        return false;
    if (!PQenterPipelineMode(postgres->connection))
        return lose(postgres, error);
    if (!send_all_questions(postgres, ask, error))
        return false;
    for (size_t i = 0; !postgres->lost && i <= ask->times; i++) /* the last: the pipeline's end */
        good = take_answer(postgres, &answer, good ? error : NULL) && good;
    return postgres->lost || PQexitPipelineMode(postgres->connection) == 1
               ? good
               : lose(postgres, good ? error : NULL);
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
    .run = run,
    .ask = ask_all,
};
