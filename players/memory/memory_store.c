#include <string.h>

#include "players/memory/memory_kind.h"

#define TIMEOUT_MS 5000

static const MemoryKind *const KINDS[] = {&MEMORY_KIND_POSTGRES, &MEMORY_KIND_SQLITE};

#define TALLY "sessions, asked, found, stored, spooled, lost"
#define TALLY_TABLE                                                                            \
    "CREATE TABLE agentchess_tally (sessions BIGINT NOT NULL, asked BIGINT NOT NULL, found "   \
    "BIGINT NOT NULL, stored BIGINT NOT NULL, spooled BIGINT NOT NULL, lost BIGINT NOT NULL);" \
    "INSERT INTO agentchess_tally VALUES (0, 0, 0, 0, 0, 0)"

/* The sorting column uses no language's rules, so that all machines sort alike. */
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
    /* The evaluation of older entries is not known. */
    {.script = {[MEMORY_SQL_SQLITE] =
                    "ALTER TABLE agentchess_position RENAME TO agentchess_former;"
                    "CREATE TABLE agentchess_position ("
                    "key BIGINT NOT NULL, game TEXT NOT NULL, position TEXT NOT NULL,"
                    "depth BIGINT NOT NULL, move TEXT NOT NULL, metric_cp BIGINT NOT NULL,"
                    "nodes BIGINT NOT NULL, found_at BIGINT NOT NULL, player TEXT NOT NULL,"
                    "bound BIGINT NOT NULL, evaluation BIGINT NOT NULL,"
                    "PRIMARY KEY (key, game, position, evaluation, bound)) WITHOUT ROWID;"
                    "INSERT INTO agentchess_position SELECT key, game, position, depth, move, "
                    "metric_cp, nodes, found_at, player, 3, 0 FROM agentchess_former;"
                    "DROP TABLE agentchess_former;" TALLY_TABLE,
                [MEMORY_SQL_POSTGRES] =
                    "ALTER TABLE agentchess_position "
                    "ADD COLUMN bound BIGINT NOT NULL DEFAULT 3,"
                    "ADD COLUMN evaluation BIGINT NOT NULL DEFAULT 0,"
                    "DROP CONSTRAINT agentchess_position_pkey,"
                    "ADD PRIMARY KEY (key, game, position, evaluation, bound);" TALLY_TABLE}},
};
const size_t MEMORY_MIGRATION_COUNT = G_N_ELEMENTS(MEMORY_MIGRATIONS);

#define SAME(text) \
    {              \
        text, text \
    }
#define FOUND "depth, move, metric_cp, nodes, found_at, player, bound, evaluation"
#define COUNT_BY(column) \
    SAME("SELECT " column ", count(*) FROM agentchess_position GROUP BY 1 ORDER BY 1")

const char *const MEMORY_QUESTIONS[MEMORY_QUESTION_COUNT][MEMORY_SQL_COUNT] = {
    [MEMORY_QUESTION_TABLES] =
        {"SELECT CASE WHEN EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'agentchess_layout') "
         "THEN 1 WHEN EXISTS (SELECT 1 FROM sqlite_master) THEN 2 ELSE 0 END",
         /* Not to_regclass(): in a transaction it would still say that there is none. */
         "SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_class "
         "WHERE relname = 'agentchess_layout' AND pg_catalog.pg_table_is_visible(oid)) "
         "THEN 1 ELSE 0 END"},
    [MEMORY_QUESTION_VERSION] = SAME("SELECT version FROM agentchess_layout"),
    [MEMORY_QUESTION_SET_VERSION] = SAME("UPDATE agentchess_layout SET version = $1"),
    [MEMORY_QUESTION_FIND] = SAME("SELECT " FOUND " FROM agentchess_position WHERE key = $1 AND "
                                  "game = $2 AND position = $3 AND evaluation = $4 AND "
                                  "depth >= $5 AND (bound = 3 OR (bound = 2 AND metric_cp >= $6) "
                                  "OR (bound = 1 AND metric_cp <= $7)) "
                                  "ORDER BY bound DESC LIMIT 1"),
    [MEMORY_QUESTION_PUT] =
        SAME("INSERT INTO agentchess_position (key, game, position, " FOUND ") "
             "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
             "ON CONFLICT (key, game, position, evaluation, bound) DO UPDATE SET depth = "
             "excluded.depth, "
             "move = excluded.move, metric_cp = excluded.metric_cp, nodes = excluded.nodes, "
             "found_at = excluded.found_at, player = excluded.player "
             "WHERE excluded.depth > agentchess_position.depth"),
    [MEMORY_QUESTION_OF_POSITION] =
        SAME("SELECT key, game, position, " FOUND " FROM agentchess_position WHERE key = $1 AND "
             "game = $2 AND position = $3 ORDER BY evaluation, bound DESC"),
    [MEMORY_QUESTION_EACH] =
        SAME("SELECT key, game, position, " FOUND
             " FROM agentchess_position ORDER BY game, position, evaluation, bound"),
    [MEMORY_QUESTION_TALLY] = SAME("SELECT " TALLY " FROM agentchess_tally"),
    [MEMORY_QUESTION_ADD_TALLY] =
        SAME("UPDATE agentchess_tally SET sessions = sessions + $1, asked = asked + $2, "
             "found = found + $3, stored = stored + $4, spooled = spooled + $5, lost = lost + $6"),
    [MEMORY_QUESTION_PRUNE + MEMORY_PRUNE_BELOW_DEPTH] =
        SAME("DELETE FROM agentchess_position WHERE depth < $1"),
    [MEMORY_QUESTION_PRUNE + MEMORY_PRUNE_BEFORE] =
        SAME("DELETE FROM agentchess_position WHERE found_at < $1"),
    [MEMORY_QUESTION_PRUNE + MEMORY_PRUNE_BEYOND] =
        SAME("DELETE FROM agentchess_position WHERE (key, game, position, evaluation, bound) IN "
             "(SELECT key, game, position, evaluation, bound FROM "
             "(SELECT key, game, position, evaluation, bound, row_number() OVER "
             "(ORDER BY depth DESC, found_at DESC, game, position, evaluation, bound) AS place "
             "FROM agentchess_position) AS ranked WHERE place > $1)"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_GAME] = COUNT_BY("game"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_DEPTH] = COUNT_BY("depth"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_BOUND] =
        COUNT_BY("CASE bound WHEN 1 THEN 'upper' WHEN 2 THEN 'lower' ELSE 'exact' END"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_PLAYER] = COUNT_BY("player"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_EVALUATION] = COUNT_BY("evaluation"),
    [MEMORY_QUESTION_SIZE] =
        {"SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
         "SELECT pg_total_relation_size('agentchess_position')"},
};

/* The passwords of a URL stand between the colon behind the user and the "@", and in parameters. Of
 * a malformed URL too much is hidden rather than too little. */
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

/* The passwords in @where, as they are written there. */
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

/* Removes one password with its separators; false: there is none. */
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
        length++; /* the separator behind it goes as well */
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

/* Cells in the order of FOUND. */
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

bool memory_store_put_all(MemoryStore *store, MemoryEntry *const *entries, size_t count,
                          GError **error)
{
    uint64_t changed;

    if (!memory_store_begin(store, error))
        return false;
    if (memory_store_put_each(store, entries, count, &changed, error) &&
        memory_store_commit(store, error))
        return true;
    memory_store_rollback(store);
    return false;
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
    tally->spooled += more->spooled;
    tally->lost += more->lost;
}

static bool keep_tally(const MemoryValue *cells, G_GNUC_UNUSED int count, void *data)
{
    *(MemoryTally *)data = (MemoryTally){
        .sessions = (uint64_t)cells[0].number,
        .asked = (uint64_t)cells[1].number,
        .found = (uint64_t)cells[2].number,
        .stored = (uint64_t)cells[3].number,
        .spooled = (uint64_t)cells[4].number,
        .lost = (uint64_t)cells[5].number,
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
        {.number = (int64_t)tally->spooled},  {.number = (int64_t)tally->lost},
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
