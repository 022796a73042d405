#include <string.h>

#include "players/memory/memory_kind.h"

#define TIMEOUT_MS 5000

static const MemoryKind *const KINDS[] = {&MEMORY_KIND_POSTGRES, &MEMORY_KIND_SQLITE};

/* The column that orders has no rules of a language, so that all machines agree. */
const MemoryMigration MEMORY_MIGRATIONS[] = {
    {.script = {[MEMORY_SQL_SQLITE] =
                    "CREATE TABLE agentchess_layout (version BIGINT NOT NULL);"
                    "INSERT INTO agentchess_layout VALUES (0);"
                    "CREATE TABLE agentchess_position ("
                    "key BIGINT NOT NULL, game TEXT NOT NULL, position TEXT NOT NULL,"
                    "depth BIGINT NOT NULL, move TEXT NOT NULL, metric_cp BIGINT NOT NULL,"
                    "nodes BIGINT NOT NULL, found_at BIGINT NOT NULL, player TEXT NOT NULL,"
                    "PRIMARY KEY (key, game, position)) WITHOUT ROWID",
                [MEMORY_SQL_POSTGRES] =
                    "CREATE TABLE agentchess_layout (version BIGINT NOT NULL);"
                    "INSERT INTO agentchess_layout VALUES (0);"
                    "CREATE TABLE agentchess_position ("
                    "key BIGINT NOT NULL, game TEXT COLLATE \"C\" NOT NULL,"
                    "position TEXT COLLATE \"C\" NOT NULL,"
                    "depth BIGINT NOT NULL, move TEXT NOT NULL, metric_cp BIGINT NOT NULL,"
                    "nodes BIGINT NOT NULL, found_at BIGINT NOT NULL,"
                    "player TEXT COLLATE \"C\" NOT NULL,"
                    "PRIMARY KEY (key, game, position))"}},
};
const size_t MEMORY_MIGRATION_COUNT = G_N_ELEMENTS(MEMORY_MIGRATIONS);

#define SAME(text) \
    {              \
        text, text \
    }
#define FOUND "depth, move, metric_cp, nodes, found_at, player"
#define COUNT_BY(column) \
    SAME("SELECT " column ", count(*) FROM agentchess_position GROUP BY 1 ORDER BY 1")

const char *const MEMORY_QUESTIONS[MEMORY_QUESTION_COUNT][MEMORY_SQL_COUNT] = {
    [MEMORY_QUESTION_TABLES] =
        {"SELECT CASE WHEN EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'agentchess_layout') "
         "THEN 1 WHEN EXISTS (SELECT 1 FROM sqlite_master) THEN 2 ELSE 0 END",
         /* Not to_regclass(), which in a transaction remembers that there was none. */
         "SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_class "
         "WHERE relname = 'agentchess_layout' AND pg_catalog.pg_table_is_visible(oid)) "
         "THEN 1 ELSE 0 END"},
    [MEMORY_QUESTION_VERSION] = SAME("SELECT version FROM agentchess_layout"),
    [MEMORY_QUESTION_SET_VERSION] = SAME("UPDATE agentchess_layout SET version = $1"),
    [MEMORY_QUESTION_FIND] = SAME("SELECT " FOUND " FROM agentchess_position WHERE key = $1 AND "
                                  "game = $2 AND position = $3 AND depth >= $4"),
    [MEMORY_QUESTION_PUT] =
        SAME("INSERT INTO agentchess_position (key, game, position, " FOUND ") "
             "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) "
             "ON CONFLICT (key, game, position) DO UPDATE SET depth = excluded.depth, "
             "move = excluded.move, metric_cp = excluded.metric_cp, nodes = excluded.nodes, "
             "found_at = excluded.found_at, player = excluded.player "
             "WHERE excluded.depth > agentchess_position.depth"),
    [MEMORY_QUESTION_EACH] = SAME("SELECT key, game, position, " FOUND
                                  " FROM agentchess_position ORDER BY game, position"),
    [MEMORY_QUESTION_PRUNE + MEMORY_PRUNE_BELOW_DEPTH] =
        SAME("DELETE FROM agentchess_position WHERE depth < $1"),
    [MEMORY_QUESTION_PRUNE + MEMORY_PRUNE_BEFORE] =
        SAME("DELETE FROM agentchess_position WHERE found_at < $1"),
    [MEMORY_QUESTION_PRUNE + MEMORY_PRUNE_BEYOND] =
        SAME("DELETE FROM agentchess_position WHERE (key, game, position) IN "
             "(SELECT key, game, position FROM (SELECT key, game, position, row_number() OVER "
             "(ORDER BY depth DESC, found_at DESC, game, position) AS place "
             "FROM agentchess_position) AS ranked WHERE place > $1)"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_GAME] = COUNT_BY("game"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_DEPTH] = COUNT_BY("depth"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_PLAYER] = COUNT_BY("player"),
    [MEMORY_QUESTION_SIZE] =
        {"SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
         "SELECT pg_total_relation_size('agentchess_position')"},
};

/* The passwords of a URL stand between the colon behind the user and the "@", and in parameters. A
 * malformed URL rather loses too much than shows one. */
static const char *find_user_password(const char *where, size_t *out_length)
{
    const char *scheme_end = strstr(where, "://");
    const char *user = scheme_end != NULL ? scheme_end + strlen("://") : NULL;
    const char *at = user != NULL ? strrchr(user, '@') : NULL;
    const char *colon = at != NULL ? memchr(user, ':', (size_t)(at - user)) : NULL;

    if (colon == NULL)
        return NULL;
    *out_length = (size_t)(at - colon - 1);
    return colon + 1;
}

/* The next value of a parameter "...password=" at or behind @text. */
static const char *find_parameter_password(const char *text, size_t *out_length)
{
    const char *name = strstr(text, "password=");

    if (name == NULL)
        return NULL;
    name += strlen("password=");
    *out_length = strcspn(name, "&");
    return name;
}

/* The passwords in @where, each as it stands there. */
static GPtrArray *list_passwords(const char *where)
{
    GPtrArray *passwords = g_ptr_array_new_with_free_func(g_free);
    size_t length = 0;
    const char *password = find_user_password(where, &length);

    if (password != NULL && length > 0)
        g_ptr_array_add(passwords, g_strndup(password, length));
    if (strstr(where, "://") == NULL)
        return passwords;
    for (password = where; (password = find_parameter_password(password, &length)) != NULL;
         password += length)
        if (length > 0)
            g_ptr_array_add(passwords, g_strndup(password, length));
    return passwords;
}

char *memory_store_mask_text(const char *where, const char *text)
{
    g_autoptr(GPtrArray) passwords = list_passwords(where);
    g_autoptr(GString) masked = g_string_new(text);

    for (guint i = 0; i < passwords->len; i++) {
        g_autofree char *decoded = g_uri_unescape_string(passwords->pdata[i], NULL);
        g_string_replace(masked, passwords->pdata[i], "***", 0);
        if (decoded != NULL && *decoded != '\0' && !g_str_equal(decoded, passwords->pdata[i]))
            g_string_replace(masked, decoded, "***", 0);
    }
    return g_strdup(masked->str);
}

static void mask_part(GString *text, const char *part, size_t length, const char *whole)
{
    g_string_erase(text, part - whole, (gssize)length);
    g_string_insert(text, part - whole, "***");
}

char *memory_store_mask(const char *where)
{
    g_autoptr(GString) masked = g_string_new(where);
    size_t length = 0;
    const char *password = find_user_password(where, &length);
    size_t from = 0;

    if (password != NULL)
        mask_part(masked, password, length, where);
    while (strstr(where, "://") != NULL &&
           (password = find_parameter_password(masked->str + from, &length)) != NULL) {
        from = (size_t)(password - masked->str) + strlen("***");
        mask_part(masked, password, length, masked->str);
    }
    return g_strdup(masked->str);
}

/* Removes one password with what belongs to it; false: there is none. */
static bool remove_password(GString *where)
{
    const char *text = where->str;
    size_t length, from;
    const char *password = find_user_password(text, &length);

    if (password != NULL) {
        g_string_erase(where, password - 1 - text, (gssize)length + 1); /* and the colon */
        return true;
    }
    password = strstr(text, "://") != NULL ? find_parameter_password(text, &length) : NULL;
    if (password == NULL)
        return false;
    length += (size_t)(password - text);
    from = (size_t)(password - text) - strlen("password=");
    while (from > 0 && text[from - 1] != '?' && text[from - 1] != '&' && text[from - 1] != '/')
        from--; /* "sslpassword=" */
    if (text[length] == '&')
        length++; /* what follows takes its place */
    else if (from > 0 && text[from - 1] != '/')
        from--;
    g_string_erase(where, (gssize)from, (gssize)(length - from));
    return true;
}

char *memory_store_without_password(const char *where)
{
    g_autoptr(GString) text = g_string_new(where);

    while (remove_password(text))
        ;
    return g_strdup(text->str);
}

bool memory_store_fail(const MemoryStore *store, MemoryError code, GError **error,
                       const char *format, ...)
{
    g_autofree char *sentence = NULL, *masked = NULL;
    va_list args;

    va_start(args, format);
    sentence = g_strdup_vprintf(format, args);
    va_end(args);
    masked = memory_store_mask_text(store->where, sentence);
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
    g_autofree char *masked = memory_store_mask(where);
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
                                 "it is a database, but no memory of positions");
    if (tables == 1 && !ask(store, MEMORY_QUESTION_VERSION, NULL, 0, keep_number, &version, error))
        return false;
    if (tables == 1 && version < 1)
        return memory_store_fail(store, MEMORY_ERROR_REFUSED, error,
                                 "the number of its layout is missing");
    *out_version = tables == 1 ? version : 0;
    return true;
}

/* In a transaction: from the layout that is there, if it is still old, to the newest. */
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
    if (store == NULL || !bring_up_to_date(store, &given, error))
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

/* Whatever others have written there. */
static void copy_text(const MemoryValue *cell, char *out_text, size_t size)
{
    g_strlcpy(out_text, cell->text != NULL ? cell->text : "", size);
}

/* Cells in the order of FOUND. */
static void read_found(const MemoryValue *cells, MemoryEntry *entry)
{
    entry->depth = (int)CLAMP(cells[0].number, G_MININT, G_MAXINT);
    copy_text(&cells[1], entry->move, sizeof entry->move);
    entry->metric_cp = (int)CLAMP(cells[2].number, G_MININT, G_MAXINT);
    entry->nodes = (uint64_t)cells[3].number;
    entry->found_at = cells[4].number;
    copy_text(&cells[5], entry->player, sizeof entry->player);
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

bool memory_store_find(MemoryStore *store, MemoryEntry *entry, int min_depth, bool *out_found,
                       GError **error)
{
    const MemoryValue values[] = {
        {.number = (int64_t)entry->key},
        {.text = entry->game},
        {.text = entry->position},
        {.number = min_depth},
    };
    Finding finding = {.entry = entry};

    if (!ask(store, MEMORY_QUESTION_FIND, values, G_N_ELEMENTS(values), keep_found, &finding,
             error))
        return false;
    *out_found = finding.found;
    return true;
}

bool memory_store_put(MemoryStore *store, const MemoryEntry *entry, bool *out_changed,
                      GError **error)
{
    const MemoryValue values[] = {
        {.number = (int64_t)entry->key},
        {.text = entry->game},
        {.text = entry->position},
        {.number = entry->depth},
        {.text = entry->move},
        {.number = entry->metric_cp},
        {.number = (int64_t)entry->nodes},
        {.number = entry->found_at},
        {.text = entry->player},
    };
    uint64_t changed = 0;

    if (!store->kind->ask(store, MEMORY_QUESTION_PUT, values, G_N_ELEMENTS(values), NULL, NULL,
                          &changed, error))
        return false;
    if (out_changed != NULL)
        *out_changed = changed > 0;
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

bool memory_store_prune(MemoryStore *store, MemoryPrune rule, int64_t number, uint64_t *out_removed,
                        GError **error)
{
    const MemoryValue value = {.number = number};

    return store->kind->ask(store, (MemoryQuestion)(MEMORY_QUESTION_PRUNE + rule), &value, 1, NULL,
                            NULL, out_removed, error);
}

typedef struct {
    MemoryVisitCount visit;
    void *data;
} Counting;

static bool visit_count(const MemoryValue *cells, G_GNUC_UNUSED int count, void *data)
{
    const Counting *counting = data;
    char number[32];

    g_snprintf(number, sizeof number, "%" G_GINT64_FORMAT, cells[0].number);
    counting->visit(cells[0].text != NULL ? cells[0].text : number, (uint64_t)cells[1].number,
                    counting->data);
    return true;
}

bool memory_store_count(MemoryStore *store, MemoryBy by, MemoryVisitCount visit, void *data,
                        GError **error)
{
    Counting counting = {visit, data};

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
