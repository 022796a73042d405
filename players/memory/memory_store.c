#include "players/memory/memory_store.h"

#include <string.h>

#include "players/memory/memory_kind.h"

bool memory_store_fail(const MemoryStore *store, MemoryError code, GError **error,
                       const char *format, ...)
{
    g_autofree char *name = memory_address_mask(store->where), *sentence = NULL;
    va_list args;

    va_start(args, format);
    sentence = g_strdup_vprintf(format, args);
    va_end(args);
    return fail_with(error, MEMORY_ERROR, (int)code, "memory '%s': %s", name, sentence);
}

static const MemoryKind *kind_of(const char *where)
{
    if (g_str_has_prefix(where, "postgresql://") || g_str_has_prefix(where, "postgres://"))
        return &MEMORY_KIND_POSTGRES;
    return *where != '\0' && strstr(where, "://") == NULL ? &MEMORY_KIND_SQLITE : NULL;
}

bool memory_store_check(const char *where, GError **error)
{
    g_autofree char *masked = memory_address_mask(where);

    return kind_of(where) != NULL ||
           memory_refuse(error,
                         "'%s' is not a memory; give the path of a file or "
                         "postgresql://USER@MACHINE/DATABASE",
                         masked);
}

/* Asks a question once. */
static bool ask_once(MemoryStore *store, MemoryQuestion question, const MemoryValue *values,
                     int count, MemoryOnRow on_row, void *data, GError **error)
{
    MemoryAsk ask = {question, values, count, 1, on_row, data, 0};

    return store->kind->ask(store, &ask, error);
}

static void keep_number(const MemoryValue *cells, void *data)
{
    *(int64_t *)data = cells[0].number;
}

/* The number of the layout; 0: there are no tables. */
static bool read_layout(MemoryStore *store, int64_t *out_layout, GError **error)
{
    int64_t tables = 0;

    if (!ask_once(store, MEMORY_QUESTION_TABLES, NULL, 0, keep_number, &tables, error))
        return false;
    if (tables == 2)
        return memory_store_fail(store, MEMORY_ERROR_REFUSED, error,
                                 "it is a database, but not a memory of positions");
    *out_layout = 0;
    return tables == 0 ||
           ask_once(store, MEMORY_QUESTION_VERSION, NULL, 0, keep_number, out_layout, error);
}

/* Makes the tables, unless another program has just made them. */
static bool make_tables(MemoryStore *store, GError **error)
{
    int64_t layout;

    if (store->kind->prepare_empty != NULL && !store->kind->prepare_empty(store, error))
        return false;
    if (memory_store_begin(store, error) && read_layout(store, &layout, error) &&
        (layout != 0 || store->kind->run(store, MEMORY_TABLES[store->kind->sql], error)) &&
        memory_store_commit(store, error))
        return true;
    memory_store_rollback(store);
    return false;
}

static bool check_layout(MemoryStore *store, bool must_exist, GError **error)
{
    int64_t layout;

    if (!read_layout(store, &layout, error))
        return false;
    if (layout == 0)
        return must_exist ? memory_store_fail(store, MEMORY_ERROR_REFUSED, error,
                                              "there is no memory of positions")
                          : make_tables(store, error);
    return layout == MEMORY_LAYOUT ||
           memory_store_fail(store, MEMORY_ERROR_REFUSED, error,
                             "its layout version is %" G_GINT64_FORMAT
                             ", not %d: export it with the version of agentchess that wrote it "
                             "('memory export'), then import the file ('memory import')",
                             layout, MEMORY_LAYOUT);
}

MemoryStore *memory_store_open(const char *where, bool must_exist, int timeout_ms, GError **error)
{
    g_autoptr(MemoryStore) store = NULL;
    MemoryEntry entry = {.key = 0}; /* is looked for: a damaged table is found at once */
    bool found;

    if (!memory_store_check(where, error))
        return NULL;
    store = g_malloc0(kind_of(where)->size);
    *store = (MemoryStore){
        .kind = kind_of(where),
        .where = g_strdup(where),
        .timeout_ms = timeout_ms > 0 ? timeout_ms : MEMORY_STORE_TIMEOUT_MS,
    };
    return store->kind->connect(store, must_exist, error) &&
                   check_layout(store, must_exist, error) &&
                   memory_store_find(store, &entry, &MEMORY_WANTED_EXACT(0), &found, error)
               ? g_steal_pointer(&store)
               : NULL;
}

void memory_store_free(MemoryStore *store)
{
    store->kind->close(store);
    g_free(store->where);
    g_free(store);
}

void memory_store_set_timeout(MemoryStore *store, int timeout_ms)
{
    store->timeout_ms = MAX(timeout_ms, 1);
}

/* Others may have written texts of any length, and any numbers: those that are too great for their
 * member stay out of its range. */
static MemoryEntry read_entry(const MemoryValue *cells)
{
    MemoryEntry entry = {.depth = 0};

    for (int i = 0; i < MEMORY_MEMBER_COUNT; i++) {
        const Member *member = &MEMORY_MEMBERS[i];
        void *place = member_at(member, &entry);
        const int64_t number = cells[i].number;
        if (member->type == MEMBER_TEXT)
            g_strlcpy(place, cells[i].text != NULL ? cells[i].text : "", member->size);
        else
            member_store(member->size < sizeof number ? CLAMP(number, G_MININT, G_MAXINT) : number,
                         place, member->size);
    }
    entry.bound = (Bound)CLAMP((int)entry.bound, BOUND_UPPER, BOUND_EXACT);
    return entry;
}

static void keep_entry(const MemoryValue *cells, void *data)
{
    *(MemoryEntry *)data = read_entry(cells);
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
    MemoryEntry found = {.bound = BOUND_NONE};

    if (!ask_once(store, MEMORY_QUESTION_FIND, values, G_N_ELEMENTS(values), keep_entry, &found,
                  error))
        return false;
    *out_found = found.bound != BOUND_NONE;
    if (*out_found)
        *entry = found;
    return true;
}

/* The parameters of MEMORY_QUESTION_PUT. */
static void write_found(const MemoryEntry *entry, MemoryValue out_values[static MEMORY_MAX_VALUES])
{
    for (int i = 0; i < MEMORY_MEMBER_COUNT; i++) {
        const Member *member = &MEMORY_MEMBERS[i];
        const void *place = member_at(member, entry);
        out_values[i] = member->type == MEMBER_TEXT
                            ? (MemoryValue){.text = place}
                            : (MemoryValue){.number = member_load(place, member->size)};
    }
}

/* If a trip takes a millisecond, that makes a quarter of a million entries a second. */
#define TRIP_ENTRIES 256

bool memory_store_put(MemoryStore *store, const MemoryEntry *entries, size_t count,
                      uint64_t *changed, GError **error)
{
    g_autofree MemoryValue *values = g_new(MemoryValue, TRIP_ENTRIES * MEMORY_MAX_VALUES);

    for (size_t done = 0; done < count; done += TRIP_ENTRIES) {
        MemoryAsk trip = {MEMORY_QUESTION_PUT, values, MEMORY_MAX_VALUES,
                          .times = MIN(count - done, TRIP_ENTRIES)};
        for (size_t i = 0; i < trip.times; i++)
            write_found(&entries[done + i], values + i * MEMORY_MAX_VALUES);
        if (!store->kind->ask(store, &trip, error))
            return false;
        *changed += trip.changed;
    }
    return true;
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

typedef struct {
    MemoryVisit visit;
    void *data;
} Walk;

static void visit_row(const MemoryValue *cells, void *data)
{
    const Walk *walk = data;
    const MemoryEntry entry = read_entry(cells);

    walk->visit(&entry, walk->data);
}

bool memory_store_each(MemoryStore *store, MemoryVisit visit, void *data, GError **error)
{
    Walk walk = {visit, data};

    return ask_once(store, MEMORY_QUESTION_EACH, NULL, 0, visit_row, &walk, error);
}

bool memory_store_put_session(MemoryStore *store, const char *session, const MemoryTally *tally,
                              GError **error)
{
    const MemoryValue values[] = {
        {.text = session},
        {.number = (int64_t)tally->asked},
        {.number = (int64_t)tally->found},
        {.number = (int64_t)tally->stored},
        {.number = (int64_t)tally->lost},
    };

    return ask_once(store, MEMORY_QUESTION_PUT_SESSION, values, G_N_ELEMENTS(values), NULL, NULL,
                    error);
}

bool memory_store_prune(MemoryStore *store, uint64_t depth, uint64_t *out_removed, GError **error)
{
    const MemoryValue value = {.number = (int64_t)depth};
    MemoryAsk ask = {MEMORY_QUESTION_PRUNE, &value, 1, .times = 1};

    if (!store->kind->ask(store, &ask, error))
        return false;
    *out_removed = ask.changed;
    return true;
}

typedef struct {
    MemoryVisitFigure visit;
    void *data;
} Figures;

static void visit_figure(const MemoryValue *cells, void *data)
{
    const Figures *figures = data;

    figures->visit(cells[0].text, cells[1].text, (uint64_t)cells[2].number, figures->data);
}

bool memory_store_stats(MemoryStore *store, MemoryVisitFigure visit, void *data, GError **error)
{
    Figures figures = {visit, data};

    for (int i = MEMORY_QUESTION_STATS; i <= MEMORY_QUESTION_STATS_LAST; i++)
        if (!ask_once(store, (MemoryQuestion)i, NULL, 0, visit_figure, &figures, error))
            return false;
    return true;
}

/* Passwords of a URL are between the first colon of the user and the last "@", and in parameters.
 * Of a malformed URL too much is hidden rather than too little. */
#define PARAMETER "[^?&=]*password=[^&]*"

/* @where with all matches of @pattern replaced, if it is a URL. Owner: the caller. */
static char *replace_matches(const char *where, const char *pattern, const char *by)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_RAW, 0, NULL);

    return strstr(where, "://") != NULL ? g_regex_replace(regex, where, -1, 0, by, 0, NULL)
                                        : g_strdup(where);
}

char *memory_address_mask(const char *where)
{
    return replace_matches(where, "(://[^:]*:).*(?=@)|(password=)[^&]*", "\\1\\2***");
}

char *memory_address_without_password(const char *where)
{
    g_autofree char *open = replace_matches(where, "(://[^:]*):.*(?=@)", "\\1");

    /* With its separator goes each parameter: all of them, the last ones, or one before others. */
    return replace_matches(
        open, "\\?(?:" PARAMETER "(?:&|$))+$|(?:&" PARAMETER ")+$|(?<=[?&])" PARAMETER "&", "");
}
