/* What a kind of store is: how it is asked the questions of memory_store.c. Only for the files of
 * the stores; all others include memory_store.h. */
#pragma once

#include "players/memory/memory_address.h"
#include "players/memory/memory_store.h"

/* The questions to a store; memory_sql.c has their SQL. */
typedef enum {
    MEMORY_QUESTION_TABLES, /* 0: there is nothing, 1: our tables, 2: those of somebody else */
    MEMORY_QUESTION_VERSION,
    MEMORY_QUESTION_SET_VERSION,
    MEMORY_QUESTION_FIND,
    MEMORY_QUESTION_PUT,
    MEMORY_QUESTION_OF_POSITION,
    MEMORY_QUESTION_EACH,
    MEMORY_QUESTION_TALLY,
    MEMORY_QUESTION_ADD_TALLY,
    MEMORY_QUESTION_PRUNE,
    MEMORY_QUESTION_COUNT_BY = MEMORY_QUESTION_PRUNE + MEMORY_PRUNE_COUNT,
    MEMORY_QUESTION_SIZE = MEMORY_QUESTION_COUNT_BY + MEMORY_BY_COUNT,
    MEMORY_QUESTION_COUNT
} MemoryQuestion;

/* Each question in the SQL of each kind, with parameters $1, $2, ..., which first appear in this
 * order. */
extern const char *const MEMORY_QUESTIONS[MEMORY_QUESTION_COUNT][MEMORY_SQL_COUNT];

/* A parameter or a cell: a text or, if that is NULL, a number. */
typedef struct {
    const char *text;
    int64_t number;
} MemoryValue;

#define MEMORY_MAX_VALUES 11

/* Takes one row of an answer; false: no more rows are wanted. Texts are valid during the call. */
typedef bool (*MemoryOnRow)(const MemoryValue *cells, int count, void *data);

typedef struct {
    const char *name;    /* "sqlite" */
    const char *summary; /* how it is named */
    MemorySql sql;
    const char *begin; /* begins a transaction in which nobody else changes the layout */

    bool (*fits)(const char *where);

    /* Connects, and does nothing more. NULL with an error. */
    MemoryStore *(*connect)(const char *where, const MemoryStoreOptions *options, GError **error);
    void (*close)(MemoryStore *store);

    /* Runs a script that has no answer. */
    bool (*run)(MemoryStore *store, const char *script, GError **error);

    /* Asks a question with its parameters; @out_changed, unless NULL, is how many rows were
     * changed. */
    bool (*ask)(MemoryStore *store, MemoryQuestion question, const MemoryValue *values, int count,
                MemoryOnRow on_row, void *data, uint64_t *out_changed, GError **error);

    /* Asks a question without rows in its answer @times times in one trip, within a transaction:
     * @values are @times rows of @count, @out_changed is how many rows were changed in all. After a
     * failure the transaction can only be rolled back. */
    bool (*ask_each)(MemoryStore *store, MemoryQuestion question, const MemoryValue *values,
                     int count, size_t times, uint64_t *out_changed, GError **error);
} MemoryKind;

/* What every store begins with. */
struct MemoryStore {
    const MemoryKind *kind;
    char *where;
    char *name; /* @where as it may be shown */
    int timeout_ms;
};

/* A store of @kind that is not connected yet. Owner: the caller, of its texts. */
static inline MemoryStore memory_store_named(const MemoryKind *kind, const char *where,
                                             const MemoryStoreOptions *options)
{
    return (MemoryStore){
        .kind = kind,
        .where = g_strdup(where),
        .name = memory_address_mask(where),
        .timeout_ms = options->timeout_ms,
    };
}

extern const MemoryKind MEMORY_KIND_SQLITE, MEMORY_KIND_POSTGRES;

/* Sets @error to "memory 'NAME': SENTENCE" without passwords. Always returns false. */
bool memory_store_fail(const MemoryStore *store, MemoryError code, GError **error,
                       const char *format, ...) G_GNUC_PRINTF(4, 5);
