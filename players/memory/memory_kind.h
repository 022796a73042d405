/* What a kind of store is: how the questions of memory_store.c get there. Only for the files of the
 * stores; everybody else includes memory_store.h. */
#pragma once

#include "players/memory/memory_store.h"

/* Questions that are asked again and again; memory_store.c has their SQL. */
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

/* The same question in both languages, with parameters $1, $2, ... that come first in this order.
 */
extern const char *const MEMORY_QUESTIONS[MEMORY_QUESTION_COUNT][MEMORY_SQL_COUNT];

/* A parameter or a cell: a text, or where that is NULL a number. */
typedef struct {
    const char *text;
    int64_t number;
} MemoryValue;

#define MEMORY_MAX_VALUES 11

/* One row of an answer; false: enough. Texts are good for the call. */
typedef bool (*MemoryOnRow)(const MemoryValue *cells, int count, void *data);

typedef struct {
    const char *name;    /* "sqlite" */
    const char *summary; /* what it is named by */
    MemorySql sql;
    const char *begin; /* a transaction in which nobody else changes the layout */

    bool (*fits)(const char *where);

    /* A connection, nothing more. NULL with an error. */
    MemoryStore *(*connect)(const char *where, const MemoryStoreOptions *options, GError **error);
    void (*close)(MemoryStore *store);

    /* A script without an answer. */
    bool (*run)(MemoryStore *store, const char *script, GError **error);

    /* A question with its parameters; @out_changed, unless NULL, is how many rows were changed. */
    bool (*ask)(MemoryStore *store, MemoryQuestion question, const MemoryValue *values, int count,
                MemoryOnRow on_row, void *data, uint64_t *out_changed, GError **error);

    /* A question without rows in its answer, asked @times times in one go within a transaction:
     * @values are @times rows of @count, @out_changed is how many rows were changed in all. After
     * a failure the transaction is of no use. */
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

extern const MemoryKind MEMORY_KIND_SQLITE, MEMORY_KIND_POSTGRES;

/* Sets @error to "memory 'NAME': SENTENCE" without passwords. Always false. */
bool memory_store_fail(const MemoryStore *store, MemoryError code, GError **error,
                       const char *format, ...) G_GNUC_PRINTF(4, 5);
