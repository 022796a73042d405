#include "experiments/run/datapackage.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "experiments/run/records.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/gzip.h"
#include "experiments/tools/json_members.h"

static const char *const TYPE_NAMES[] = {
    [TABLE_TEXT] = "string",
    [TABLE_COUNT] = "integer",
    [TABLE_REAL] = "number",
};

/* A name may have only these letters; a file's name without its end has no others. */
static char *name_of(const char *text)
{
    g_autofree char *lower = g_ascii_strdown(text, -1);

    return g_strdup(g_strcanon(lower, "abcdefghijklmnopqrstuvwxyz0123456789-_.", '-'));
}

static char *resource_name(const Table *table)
{
    return g_strndup(table->file, strlen(table->file) - strlen(".csv"));
}

/* Where it differs from RFC 4180 and where readers must not guess. */
static void add_dialect(JsonBuilder *json)
{
    json_begin_object(json, "dialect");
    json_add_text(json, "delimiter", ",");
    json_add_text(json, "lineTerminator", "\n");
    json_add_text(json, "quoteChar", "\"");
    json_add_flag(json, "doubleQuote", true);
    json_add_flag(json, "skipInitialSpace", false);
    json_add_flag(json, "header", true);
    json_builder_end_object(json);
}

/* The unit is a member of our own, which the standard allows. */
static void add_field(JsonBuilder *json, const Column *column)
{
    json_builder_begin_object(json);
    json_add_text(json, "name", column->name);
    json_add_text(json, "type", TYPE_NAMES[column->type]);
    json_add_text(json, "description", column->meaning);
    if (*column->unit != '\0')
        json_add_text(json, "unit", column->unit);
    json_builder_end_object(json);
}

static void add_foreign_key(JsonBuilder *json, const Table *target)
{
    g_autofree char *name = resource_name(target);

    json_begin_list(json, "foreignKeys");
    json_builder_begin_object(json);
    json_add_texts(json, "fields", target->key);
    json_begin_object(json, "reference");
    json_add_text(json, "resource", name);
    json_add_texts(json, "fields", target->key);
    json_builder_end_object(json);
    json_builder_end_object(json);
    json_builder_end_array(json);
}

static void add_schema(JsonBuilder *json, const GPtrArray *files, const Table *table,
                       const Factors *factors)
{
    json_begin_object(json, "schema");
    json_begin_list(json, "fields");
    for (size_t i = 0; i < table->column_count; i++)
        add_field(json, &table->columns[i]);
    for (int i = 0; factors != NULL && i < factors->count; i++) {
        const Column column = records_factor_column(&factors->factor[i]);
        add_field(json, &column);
    }
    json_builder_end_array(json);
    json_add_texts(json, "missingValues", (const char *const[]){"", NULL});
    if (table->key[0] != NULL)
        json_add_texts(json, "primaryKey", table->key);
    if (table->refers_to != NULL && summed_files_find(files, table->refers_to->file) != NULL)
        add_foreign_key(json, table->refers_to);
    json_builder_end_object(json);
}

/* A file, for people and for programs. */
typedef struct {
    const char *name, *description, *format, *type;
} Description;

/* Begins the resource of a file of any kind. The names must differ. */
static void begin_resource(JsonBuilder *json, const char *profile, const SummedFile *file,
                           const Description *of)
{
    g_autofree char *hash = g_strconcat(FILE_SUM_PREFIX, file->sum.sha256, NULL);

    json_builder_begin_object(json);
    json_add_text(json, "profile", profile);
    json_add_text(json, "name", of->name);
    json_add_text(json, "path", file->name);
    if (g_str_has_suffix(file->name, GZIP_END))
        json_add_text(json, "compression", "gz");
    json_add_number(json, "bytes", (int64_t)file->sum.bytes);
    json_add_text(json, "hash", hash);
    json_add_text(json, "description", of->description);
    json_add_text(json, "format", of->format);
    json_add_text(json, "mediatype", of->type);
    json_add_text(json, "encoding", "utf-8");
}

/* @factors: those whose columns the file has behind those of @table; NULL: none. */
static void add_table(JsonBuilder *json, const GPtrArray *files, const Table *table,
                      const Factors *factors)
{
    g_autofree char *name = resource_name(table);
    g_autofree char *description = g_strdup_printf("Each row is %s.", table->row);

    begin_resource(json, "tabular-data-resource", summed_files_find(files, table->file),
                   &(Description){name, description, "csv", "text/csv"});
    add_dialect(json);
    add_schema(json, files, table, factors);
    json_builder_end_object(json);
}

/* Files that are no table of ours. */
static const Description OTHER_FILES[] = {
    {"games.pgn", "The moves of all games.", "pgn", "application/vnd.chess-pgn"},
    {"findings.csv", "Results of searches during the games, as entries for a memory.", "csv",
     "text/csv"},
    {TUNING_CHECK_OPENINGS, "Openings used only by the check.", "epd", "text/plain"},
    {"memory.csv", "Entries of the memory of positions at the start of the run.", "csv",
     "text/csv"},
};

static void add_other_files(JsonBuilder *json, const GPtrArray *files)
{
    for (size_t i = 0; i < G_N_ELEMENTS(OTHER_FILES); i++) {
        const SummedFile *file = summed_files_find(files, OTHER_FILES[i].name);
        if (file == NULL)
            continue;
        begin_resource(json, "data-resource", file, &OTHER_FILES[i]);
        json_builder_end_object(json);
    }
}

/* Which version of the standard it is, as the second one says it of the first. */
#define SCHEMA "https://datapackage.org/profiles/1.0/datapackage.json"

/* Opens the package, up to its resources. */
static void begin_package(JsonBuilder *json, const char *title, const char *id,
                          const char *description)
{
    g_autofree char *name = name_of(title);

    json_builder_begin_object(json);
    json_add_text(json, "$schema", SCHEMA);
    json_add_text(json, "profile", "data-package");
    json_add_text(json, "name", name);
    json_add_text(json, "id", id);
    json_add_text(json, "title", title);
    json_add_text(json, "description", description);
    json_begin_list(json, "resources");
}

/* Closes it. Owner: the caller. */
static char *end_package(JsonBuilder *json)
{
    json_builder_end_array(json);
    json_builder_end_object(json);
    return json_finish_indented(json);
}

char *datapackage_write(const Spec *spec, const GPtrArray *files)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    if (files->len == 0)
        return NULL;
    begin_package(json, spec->name, spec->identity,
                  "Files of a run of AgentChess; run.json names the experiment and the program.");
    for (const RecordsEntry *entry = records_entries(spec); entry->table != NULL; entry++)
        if (summed_files_find(files, entry->table->file) != NULL)
            add_table(json, files, entry->table, records_factors(spec, entry->table));
    add_other_files(json, files);
    return end_package(json);
}

char *datapackage_write_table(const Table *table, const void *data, size_t size)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GPtrArray) files = summed_files_new();
    g_autofree char *title = resource_name(table);
    const FileSum sum = file_sum_of(data, size);

    summed_files_add(files, table->file, &sum, false);
    begin_package(json, title, sum.sha256, "A table written by AgentChess.");
    add_table(json, files, table, NULL);
    return end_package(json);
}
