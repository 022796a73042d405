#include <string.h>

#include "players/memory/memory_address.h"
#include "players/memory/memory_kind.h"

#define TIMEOUT_MS 5000

static const MemoryKind *const KINDS[] = {&MEMORY_KIND_POSTGRES, &MEMORY_KIND_SQLITE};

bool memory_store_fail(const MemoryStore *store, MemoryError code, GError **error,
                       const char *format, ...)
{
    g_autofree char *sentence = NULL, *masked = NULL;
    va_list args;

    va_start(args, format);
    sentence = g_strdup_vprintf(format, args);
    va_end(args);
    masked = memory_address_mask_text(store->where, sentence);
    g_set_error(error, MEMORY_ERROR, (gint)code, "memory '%s': %s", store->name, masked);
    return false;
}

static const MemoryKind *kind_of(const char *where)
{
    for (size_t i = 0; i < G_N_ELEMENTS(KINDS); i++)
        if (KINDS[i]->fits(where))
            return KINDS[i];
    return NULL;
}

bool memory_store_check(const char *where, GError **error)
{
    g_autofree char *masked = memory_address_mask(where);
    g_autoptr(GString) kinds = g_string_new(NULL);

    if (kind_of(where) != NULL)
        return true;
    for (size_t i = 0; i < G_N_ELEMENTS(KINDS); i++)
        g_string_append_printf(kinds, "%s%s", i > 0 ? " or " : "", KINDS[i]->summary);
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED, "'%s' names no memory; that is %s",
                masked, kinds->str);
    return false;
}

static bool ask(MemoryStore *store, MemoryQuestion question, const MemoryValue *values, int count,
                MemoryOnRow on_row, void *data, GError **error)
{
    return store->kind->ask(store, question, values, count, on_row, data, NULL, error);
}

static bool keep_number(const MemoryValue *cells, G_GNUC_UNUSED int count, void *data)
{
    *(int64_t *)data = cells[0].number;
    return true;
}

/* The number of the layout; 0: there are no tables. */
static bool read_version(MemoryStore *store, int64_t *out_version, GError **error)
{
    int64_t tables = 0, version = -1;

    if (!ask(store, MEMORY_QUESTION_TABLES, NULL, 0, keep_number, &tables, error))
        return false;
    if (tables == 2)
        return memory_store_fail(store, MEMORY_ERROR_REFUSED, error,
                                 "it is a database, but not a memory of positions");
    if (tables == 1 && !ask(store, MEMORY_QUESTION_VERSION, NULL, 0, keep_number, &version, error))
        return false;
    if (tables == 1 && version < 1)
        return memory_store_fail(store, MEMORY_ERROR_REFUSED, error,
                                 "the number of its layout is missing");
    *out_version = tables == 1 ? version : 0;
    return true;
}

/* Within a transaction: brings the layout, if it is still old, up to the newest. */
static bool migrate(MemoryStore *store, const MemoryStoreOptions *options, GError **error)
{
    const MemoryValue newest = {.number = (int64_t)options->migration_count};
    int64_t version;

    if (!read_version(store, &version, error))
        return false;
    for (; version < newest.number; version++)
        if (!store->kind->run(store, options->migrations[version].script[store->kind->sql], error))
            return false;
    return ask(store, MEMORY_QUESTION_SET_VERSION, &newest, 1, NULL, NULL, error);
}

static bool bring_up_to_date(MemoryStore *store, const MemoryStoreOptions *options, GError **error)
{
    const int64_t newest = (int64_t)options->migration_count;
    int64_t version;

    if (!read_version(store, &version, error))
        return false;
    if (version > newest)
        return memory_store_fail(store, MEMORY_ERROR_REFUSED, error,
                                 "its layout is %" G_GINT64_FORMAT ", and this program knows only "
                                 "those up to %" G_GINT64_FORMAT,
                                 version, newest);
    if (version == 0 && options->must_exist)
        return memory_store_fail(store, MEMORY_ERROR_REFUSED, error, "there is none");
    if (version == newest)
        return true;
    if (!memory_store_begin(store, error))
        return false;
    if (migrate(store, options, error) && memory_store_commit(store, error))
        return true;
    memory_store_rollback(store);
    return false;
}

/* Checks only whether the tables are ours. */
static bool check_tables(MemoryStore *store, GError **error)
{
    const MemoryWanted nothing = MEMORY_WANTED_EXACT(0);
    g_autoptr(GError) fault = NULL;
    MemoryEntry entry = {0};
    MemoryTally tally;
    bool found;

    if (memory_store_find(store, &entry, &nothing, &found, &fault) &&
        memory_store_tally(store, &tally, &fault))
        return true;
    if (!g_error_matches(fault, MEMORY_ERROR, MEMORY_ERROR_REFUSED)) {
        g_propagate_error(error, g_steal_pointer(&fault));
        return false;
    }
    return memory_store_fail(store, MEMORY_ERROR_REFUSED, error,
                             "it cannot be read as a memory of positions: %s",
                             strstr(fault->message, "': ") + strlen("': "));
}

MemoryStore *memory_store_open(const char *where, const MemoryStoreOptions *options, GError **error)
{
    MemoryStoreOptions given = options != NULL ? *options : (MemoryStoreOptions){0};
    g_autoptr(MemoryStore) store = NULL;

    if (!memory_store_check(where, error))
        return NULL;
    if (given.timeout_ms == 0)
        given.timeout_ms = TIMEOUT_MS;
    if (given.migrations == NULL) {
        given.migrations = MEMORY_MIGRATIONS;
        given.migration_count = MEMORY_MIGRATION_COUNT;
    }
    store = kind_of(where)->connect(where, &given, error);
    if (store == NULL || !bring_up_to_date(store, &given, error) || !check_tables(store, error))
        return NULL;
    return g_steal_pointer(&store);
}

void memory_store_free(MemoryStore *store)
{
    store->kind->close(store);
}

void memory_store_set_timeout(MemoryStore *store, int timeout_ms)
{
    store->timeout_ms = MAX(timeout_ms, 1);
}

/* Copies a text that others may have written, of any length. */
static void copy_text(const MemoryValue *cell, char *out_text, size_t size)
{
    g_strlcpy(out_text, cell->text != NULL ? cell->text : "", size);
}

/* Cells in the order in which memory_sql.c asks for them. */
static void read_found(const MemoryValue *cells, MemoryEntry *entry)
{
    entry->depth = (int)CLAMP(cells[0].number, G_MININT, G_MAXINT);
    copy_text(&cells[1], entry->move, sizeof entry->move);
    entry->metric_cp = (int)CLAMP(cells[2].number, G_MININT, G_MAXINT);
    entry->nodes = (uint64_t)cells[3].number;
    entry->found_at = cells[4].number;
    copy_text(&cells[5], entry->player, sizeof entry->player);
    entry->bound = (Bound)CLAMP(cells[6].number, BOUND_UPPER, BOUND_EXACT);
    entry->evaluation = (uint64_t)cells[7].number;
}

typedef struct {
    MemoryEntry *entry;
    bool found;
} Finding;

static bool keep_found(const MemoryValue *cells, G_GNUC_UNUSED int count, void *data)
{
    Finding *finding = data;

    read_found(cells, finding->entry);
    finding->found = true;
    return true;
}

bool memory_store_find(MemoryStore *store, MemoryEntry *entry, const MemoryWanted *wanted,
                       bool *out_found, GError **error)
{
    const MemoryValue values[] = {
        {.number = (int64_t)entry->key}, {.text = entry->game},
        {.text = entry->position},       {.number = (int64_t)entry->evaluation},
        {.number = wanted->min_depth},   {.number = wanted->at_least_cp},
        {.number = wanted->at_most_cp},
    };
    Finding finding = {.entry = entry};

    if (!ask(store, MEMORY_QUESTION_FIND, values, G_N_ELEMENTS(values), keep_found, &finding,
             error))
        return false;
    *out_found = finding.found;
    return true;
}

enum { PUT_VALUES = 11 };

/* The parameters of MEMORY_QUESTION_PUT. */
static void write_found(const MemoryEntry *entry, MemoryValue out_values[static PUT_VALUES])
{
    const MemoryValue values[PUT_VALUES] = {
        {.number = (int64_t)entry->key},
        {.text = entry->game},
        {.text = entry->position},
        {.number = entry->depth},
        {.text = entry->move},
        {.number = entry->metric_cp},
        {.number = (int64_t)entry->nodes},
        {.number = entry->found_at},
        {.text = entry->player},
        {.number = entry->bound},
        {.number = (int64_t)entry->evaluation},
    };

    memcpy(out_values, values, sizeof values);
}

bool memory_store_put_each(MemoryStore *store, MemoryEntry *const *entries, size_t count,
                           uint64_t *out_changed, GError **error)
{
    g_autofree MemoryValue *values = g_new(MemoryValue, count * PUT_VALUES);

    for (size_t i = 0; i < count; i++)
        write_found(entries[i], values + i * PUT_VALUES);
    return store->kind->ask_each(store, MEMORY_QUESTION_PUT, values, PUT_VALUES, count, out_changed,
                                 error);
}

bool memory_store_begin(MemoryStore *store, GError **error)
{
    return store->kind->run(store, store->kind->begin, error);
}

bool memory_store_commit(MemoryStore *store, GError **error)
{
    return store->kind->run(store, "COMMIT", error);
}

void memory_store_rollback(MemoryStore *store)
{
    store->kind->run(store, "ROLLBACK", NULL);
}

/* If a trip takes a millisecond, that makes a quarter of a million entries a second. */
#define BATCH_ENTRIES 256

struct MemoryBatch {
    MemoryStore *store;
    GPtrArray *entries;
    uint64_t changed;
};

MemoryBatch *memory_batch_new(MemoryStore *store)
{
    MemoryBatch *batch = g_new0(MemoryBatch, 1);

    batch->store = store;
    batch->entries = g_ptr_array_new_full(BATCH_ENTRIES, g_free);
    return batch;
}

void memory_batch_free(MemoryBatch *batch)
{
    g_ptr_array_free(batch->entries, true);
    g_free(batch);
}

static bool take_trip(MemoryBatch *batch, GError **error)
{
    uint64_t changed = 0;
    const bool good =
        batch->entries->len == 0 ||
        memory_store_put_each(batch->store, (MemoryEntry *const *)batch->entries->pdata,
                              batch->entries->len, &changed, error);

    g_ptr_array_set_size(batch->entries, 0);
    batch->changed += changed;
    return good;
}

bool memory_batch_add(MemoryBatch *batch, const MemoryEntry *entry, GError **error)
{
    g_ptr_array_add(batch->entries, g_memdup2(entry, sizeof *entry));
    return batch->entries->len < BATCH_ENTRIES || take_trip(batch, error);
}

bool memory_batch_end(MemoryBatch *batch, uint64_t *out_changed, GError **error)
{
    if (!take_trip(batch, error))
        return false;
    if (out_changed != NULL)
        *out_changed = batch->changed;
    return true;
}

typedef struct {
    MemoryVisit visit;
    void *data;
} Walk;

static bool visit_row(const MemoryValue *cells, G_GNUC_UNUSED int count, void *data)
{
    const Walk *walk = data;
    MemoryEntry entry = {.key = (uint64_t)cells[0].number};

    copy_text(&cells[1], entry.game, sizeof entry.game);
    copy_text(&cells[2], entry.position, sizeof entry.position);
    read_found(cells + 3, &entry);
    return walk->visit(&entry, walk->data);
}

bool memory_store_each(MemoryStore *store, MemoryVisit visit, void *data, GError **error)
{
    Walk walk = {visit, data};

    return ask(store, MEMORY_QUESTION_EACH, NULL, 0, visit_row, &walk, error);
}

bool memory_store_each_of(MemoryStore *store, const MemoryEntry *entry, MemoryVisit visit,
                          void *data, GError **error)
{
    const MemoryValue values[] = {
        {.number = (int64_t)entry->key},
        {.text = entry->game},
        {.text = entry->position},
    };
    Walk walk = {visit, data};

    return ask(store, MEMORY_QUESTION_OF_POSITION, values, G_N_ELEMENTS(values), visit_row, &walk,
               error);
}

void memory_tally_add(MemoryTally *tally, const MemoryTally *more)
{
    tally->sessions += more->sessions;
    tally->asked += more->asked;
    tally->found += more->found;
    tally->stored += more->stored;
    tally->lost += more->lost;
}

static bool keep_tally(const MemoryValue *cells, G_GNUC_UNUSED int count, void *data)
{
    *(MemoryTally *)data = (MemoryTally){
        .sessions = (uint64_t)cells[0].number,
        .asked = (uint64_t)cells[1].number,
        .found = (uint64_t)cells[2].number,
        .stored = (uint64_t)cells[3].number,
        .lost = (uint64_t)cells[4].number,
    };
    return true;
}

bool memory_store_tally(MemoryStore *store, MemoryTally *out_tally, GError **error)
{
    *out_tally = (MemoryTally){0};
    return ask(store, MEMORY_QUESTION_TALLY, NULL, 0, keep_tally, out_tally, error);
}

bool memory_store_add_tally(MemoryStore *store, const MemoryTally *tally, GError **error)
{
    const MemoryValue values[] = {
        {.number = (int64_t)tally->sessions}, {.number = (int64_t)tally->asked},
        {.number = (int64_t)tally->found},    {.number = (int64_t)tally->stored},
        {.number = (int64_t)tally->lost},
    };

    return ask(store, MEMORY_QUESTION_ADD_TALLY, values, G_N_ELEMENTS(values), NULL, NULL, error);
}

bool memory_store_prune(MemoryStore *store, MemoryPrune rule, int64_t number, uint64_t *out_removed,
                        GError **error)
{
    const MemoryValue value = {.number = number};

    return store->kind->ask(store, (MemoryQuestion)(MEMORY_QUESTION_PRUNE + rule), &value, 1, NULL,
                            NULL, out_removed, error);
}

typedef struct {
    MemoryBy by;
    MemoryVisitCount visit;
    void *data;
} Counting;

static bool visit_count(const MemoryValue *cells, G_GNUC_UNUSED int count, void *data)
{
    const Counting *counting = data;
    char number[32];

    if (counting->by == MEMORY_BY_EVALUATION)
        g_snprintf(number, sizeof number, "%016" G_GINT64_MODIFIER "x", (uint64_t)cells[0].number);
    else
        g_snprintf(number, sizeof number, "%" G_GINT64_FORMAT, cells[0].number);
    counting->visit(cells[0].text != NULL ? cells[0].text : number, (uint64_t)cells[1].number,
                    counting->data);
    return true;
}

bool memory_store_count(MemoryStore *store, MemoryBy by, MemoryVisitCount visit, void *data,
                        GError **error)
{
    Counting counting = {by, visit, data};

    return ask(store, (MemoryQuestion)(MEMORY_QUESTION_COUNT_BY + by), NULL, 0, visit_count,
               &counting, error);
}

bool memory_store_size(MemoryStore *store, uint64_t *out_bytes, GError **error)
{
    int64_t bytes = 0;

    if (!ask(store, MEMORY_QUESTION_SIZE, NULL, 0, keep_number, &bytes, error))
        return false;
    *out_bytes = (uint64_t)bytes;
    return true;
}
