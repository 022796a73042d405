#include "experiments/datapackage.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "experiments/gzip.h"
#include "experiments/metrics.h"
#include "experiments/records.h"

static const char *const TYPE_NAMES[] = {
    [METRICS_STRING] = "string",
    [METRICS_INTEGER] = "integer",
    [METRICS_NUMBER] = "number",
};

static void add_string(JsonBuilder *json, const char *name, const char *value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, value);
}

static void add_boolean(JsonBuilder *json, const char *name, bool value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_boolean_value(json, value);
}

/* @texts ends with NULL. */
static void add_strings(JsonBuilder *json, const char *name, const char *const *texts)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
    for (; *texts != NULL; texts++)
        json_builder_add_string_value(json, *texts);
    json_builder_end_array(json);
}

static void begin_object(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_object(json);
}

/* Whether @table is one that grows with the games. */
static bool grows(const MetricsTable *table)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (g_str_equal(RECORDS_FILE_NAMES[i], table->file))
            return true;
    return false;
}

/* Whether a run of @spec writes @table. */
static bool is_written(const Spec *spec, const MetricsTable *table)
{
    if (table->contest != spec->contest)
        return false;
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (g_str_equal(RECORDS_FILE_NAMES[i], table->file))
            return records_wants_file(spec, (RecordsFile)i);
    for (int i = 0; i < RECORDS_TABLE_COUNT; i++)
        if (g_str_equal(RECORDS_TABLE_NAMES[i], table->file))
            return records_wants_table(spec, (RecordsTable)i);
    return false;
}

/* A name may have only these letters; a file's name without its end has no others. */
static char *name_of(const char *text)
{
    g_autofree char *lower = g_ascii_strdown(text, -1);

    return g_strdup(g_strcanon(lower, "abcdefghijklmnopqrstuvwxyz0123456789-_.", '-'));
}

static char *resource_name(const MetricsTable *table)
{
    return g_strndup(table->file, strlen(table->file) - strlen(".csv"));
}

/* Where it differs from RFC 4180 and where readers must not guess. */
static void add_dialect(JsonBuilder *json)
{
    begin_object(json, "dialect");
    add_string(json, "delimiter", ",");
    add_string(json, "lineTerminator", "\n");
    add_string(json, "quoteChar", "\"");
    add_boolean(json, "doubleQuote", true);
    add_boolean(json, "skipInitialSpace", false);
    add_boolean(json, "header", true);
    json_builder_end_object(json);
}

/* The unit is a member of our own, which the standard allows. */
static void add_field(JsonBuilder *json, const MetricsColumn *column)
{
    json_builder_begin_object(json);
    add_string(json, "name", column->name);
    add_string(json, "type", TYPE_NAMES[column->type]);
    add_string(json, "description", column->meaning);
    if (*column->unit != '\0')
        add_string(json, "unit", column->unit);
    json_builder_end_object(json);
}

static void add_foreign_key(JsonBuilder *json, const MetricsTable *target)
{
    g_autofree char *name = resource_name(target);

    json_builder_set_member_name(json, "foreignKeys");
    json_builder_begin_array(json);
    json_builder_begin_object(json);
    add_strings(json, "fields", target->key);
    begin_object(json, "reference");
    add_string(json, "resource", name);
    add_strings(json, "fields", target->key);
    json_builder_end_object(json);
    json_builder_end_object(json);
    json_builder_end_array(json);
}

static void add_schema(JsonBuilder *json, const Spec *spec, const MetricsTable *table)
{
    begin_object(json, "schema");
    json_builder_set_member_name(json, "fields");
    json_builder_begin_array(json);
    for (size_t i = 0; i < table->column_count; i++)
        add_field(json, &table->columns[i]);
    json_builder_end_array(json);
    add_strings(json, "missingValues", (const char *const[]){"", NULL});
    add_strings(json, "primaryKey", table->key);
    if (table->refers_to != NULL && is_written(spec, table->refers_to))
        add_foreign_key(json, table->refers_to);
    json_builder_end_object(json);
}

static void add_resource(JsonBuilder *json, const Spec *spec, const MetricsTable *table, bool gzip)
{
    const bool compressed = gzip && grows(table);
    g_autofree char *name = resource_name(table);
    g_autofree char *path = g_strconcat(table->file, compressed ? GZIP_END : NULL, NULL);
    g_autofree char *description = g_strdup_printf("A row is %s.", table->row);

    json_builder_begin_object(json);
    add_string(json, "profile", "tabular-data-resource");
    add_string(json, "name", name);
    add_string(json, "path", path);
    if (compressed)
        add_string(json, "compression", "gz");
    add_string(json, "description", description);
    add_string(json, "format", "csv");
    add_string(json, "mediatype", "text/csv");
    add_string(json, "encoding", "utf-8");
    add_dialect(json);
    add_schema(json, spec, table);
    json_builder_end_object(json);
}

static bool has_table(const Spec *spec)
{
    for (size_t i = 0; i < METRICS_TABLE_COUNT; i++)
        if (is_written(spec, METRICS_TABLES[i]))
            return true;
    return false;
}

static JsonNode *build(const Spec *spec, bool gzip)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autofree char *name = name_of(spec->name);

    json_builder_begin_object(json);
    add_string(json, "profile", "tabular-data-package");
    add_string(json, "name", name);
    add_string(json, "id", spec->identity);
    add_string(json, "title", spec->name);
    add_string(json, "description",
               "Tables of a run of AgentChess; run.json says of which experiment and program.");
    json_builder_set_member_name(json, "resources");
    json_builder_begin_array(json);
    for (size_t i = 0; i < METRICS_TABLE_COUNT; i++)
        if (is_written(spec, METRICS_TABLES[i]))
            add_resource(json, spec, METRICS_TABLES[i], gzip);
    json_builder_end_array(json);
    json_builder_end_object(json);
    return json_builder_get_root(json);
}

char *datapackage_write(const Spec *spec, bool gzip)
{
    g_autoptr(JsonNode) root = NULL;
    g_autofree char *text = NULL;

    if (!has_table(spec))
        return NULL;
    root = build(spec, gzip);
    text = json_to_string(root, TRUE);
    return g_strconcat(text, "\n", NULL);
}
