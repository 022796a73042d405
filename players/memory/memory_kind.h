/* Interface of a kind of store to memory_store.c. Only for the files of the stores; all others
 * include memory_store.h. */
#pragma once

#include "players/memory/memory_store.h"

typedef enum { MEMORY_SQL_SQLITE, MEMORY_SQL_POSTGRES, MEMORY_SQL_COUNT } MemorySql;

/* The number of the layout of the tables, and the scripts that make them. */
enum { MEMORY_LAYOUT = 3 };
extern const char *const MEMORY_TABLES[MEMORY_SQL_COUNT];

/* The questions to a store; memory_sql.c has their SQL. */
typedef enum {
    MEMORY_QUESTION_TABLES, /* 0: there is nothing, 1: our tables, 2: those of another program */
    MEMORY_QUESTION_VERSION,
    MEMORY_QUESTION_FIND,
    MEMORY_QUESTION_PUT,
    MEMORY_QUESTION_EACH,
    MEMORY_QUESTION_PUT_SESSION,
    MEMORY_QUESTION_PRUNE,
    MEMORY_QUESTION_STATS,
    MEMORY_QUESTION_STATS_LAST = MEMORY_QUESTION_STATS + 5,
    MEMORY_QUESTION_COUNT
} MemoryQuestion;

/* Each question in the SQL of each kind, that of SQLite where it is NULL, with parameters $1, $2,
 * ..., which first appear in this order. */
extern const char *const MEMORY_QUESTIONS[MEMORY_QUESTION_COUNT][MEMORY_SQL_COUNT];

/* A parameter: a text or, if that is NULL, a number. Or a cell: a column of numbers has the number,
 * one of texts the text. */
typedef struct {
    const char *text;
    int64_t number;
} MemoryValue;

#define MEMORY_MAX_VALUES MEMORY_MEMBER_COUNT

/* Takes one row of an answer. Texts are valid during the call. */
typedef void (*MemoryOnRow)(const MemoryValue *cells, void *data);

/* A question with its parameters, @times rows of @count: it is asked so often in one trip. More
 * than once only within a transaction and without rows in the answer. */
typedef struct {
    MemoryQuestion question;
    const MemoryValue *values;
    int count;
    size_t times;
    MemoryOnRow on_row; /* NULL: rows are ignored */
    void *data;
    uint64_t changed; /* set: how many rows were changed in all */
} MemoryAsk;

typedef struct {
    MemorySql sql;
    size_t size;       /* of the struct that begins with a MemoryStore */
    const char *begin; /* begins a transaction in which no other program changes the layout */

    /* Connects, and does nothing more. */
    bool (*connect)(MemoryStore *store, bool must_exist, GError **error);
    void (*close)(MemoryStore *store);

    /* Prepares an empty store before its tables are made; NULL: there is nothing to do. */
    bool (*prepare_empty)(MemoryStore *store, GError **error);

    /* Runs a script that has no answer. */
    bool (*run)(MemoryStore *store, const char *script, GError **error);

    /* Asks. After a failure a transaction can only be rolled back. */
    bool (*ask)(MemoryStore *store, MemoryAsk *ask, GError **error);
} MemoryKind;

/* The head of every store. */
struct MemoryStore {
    const MemoryKind *kind;
    char *where;
    int timeout_ms;
};

extern const MemoryKind MEMORY_KIND_SQLITE, MEMORY_KIND_POSTGRES;
