/* datapackage.json, and whether the tables of a run are what it says. */
#include <json-glib/json-glib.h>

#include "experiments/run/datapackage.h"
#include "experiments/tools/csv_table.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define EXPERIMENT                                                                           \
    "[players]\nA=random\n6, level=level:6\nC=random\n[experiment]\nname=Small \"run\" Ä\n" \
    "seed=9223372036854775807\ngames=6\n[rules]\nmax-plies=60\n[openings]\nrandom-plies=3\n" \
    "[record]\nmaterial=on\nevents=on\n"

/* A run, and how many files it has but for datapackage.json and run.json. */
typedef struct {
    const char *text;
    guint files;
} Written;

static const Written WITH_TURNS = {EXPERIMENT, 10};
static const Written IN_TIME = {
    "[players]\nH=async-random\n6, x=async-random:pause_ms=300\n[experiment]\ngame=async\n"
    "format=gauntlet\nhero=H\ngames=5\n"
    "[factors]\nasync.ms-per-space=500;1000\nplayer.pause_ms=400;900\n[record]\nmaterial="
    "on\n",
    5};

static void run_experiment(const char *text, const char *folder, bool gzip)
{
    g_autoptr(Spec) spec = spec_of(text);
    const RunnerOptions options = {
        .jobs = 1,
        .folder = folder,
        .gzip = gzip,
        .program = &TEST_PROGRAM,
    };
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};

    g_assert_true(runner_run(spec, &options, &result, &error));
    g_assert_no_error(error);
}

static JsonNode *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    JsonNode *root = json_from_string(text, &error);

    g_assert_no_error(error);
    return root;
}

/* datapackage.json of a run of the spec @text. Owner: the caller. */
static JsonNode *package_of(const char *text)
{
    g_autofree char *folder = make_folder();
    g_autofree char *json = NULL;

    run_experiment(text, folder, false);
    json = read_file(folder, "datapackage.json");
    remove_folder(folder);
    return parse(json);
}

static JsonArray *resources_of(JsonNode *package)
{
    return json_object_get_array_member(json_node_get_object(package), "resources");
}

static bool is_table(JsonObject *resource)
{
    return json_object_has_member(resource, "schema");
}

static void assert_matches(JsonObject *object, const char *member, const char *pattern)
{
    const char *text = json_object_get_string_member_with_default(object, member, "");

    if (!g_regex_match_simple(pattern, text, 0, 0))
        g_test_fail_printf("%s is '%s', not %s", member, text, pattern);
}

/* What a cell of each type of Table Schema looks like; of the many ways to write a number tables
 * have only this one. */
static const char *pattern_of(const char *type)
{
    static const char *const patterns[][2] = {
        {"string", ""}, {"integer", "^-?[0-9]+$"}, {"number", "^-?[0-9]+\\.[0-9]+$"}};

    for (size_t i = 0; i < G_N_ELEMENTS(patterns); i++)
        if (g_str_equal(patterns[i][0], type))
            return patterns[i][1];
    g_test_fail_printf("'%s' is no type", type);
    return "";
}

/* All columns are there, in their order, and every cell of @row is of its column's type. */
static void check_row(const CsvTable *table, int row, JsonArray *fields)
{
    char **cells = g_ptr_array_index(table->rows, row);

    g_assert_cmpuint(g_strv_length(cells), ==, json_array_get_length(fields));
    for (guint i = 0; i < json_array_get_length(fields) && cells[i] != NULL; i++) {
        JsonObject *field = json_array_get_object_element(fields, i);
        const char *name = json_object_get_string_member(field, "name");
        const char *type = json_object_get_string_member(field, "type");
        if (row == 0)
            g_assert_cmpstr(cells[i], ==, name);
        else if (*cells[i] != '\0' && !g_regex_match_simple(pattern_of(type), cells[i], 0, 0))
            g_test_fail_printf("%s:%d: %s is '%s', no %s", table->path, row + 1, name, cells[i],
                               type);
    }
}

/* The cells of @row in @columns. Owner: the caller. */
static char *key_of(const CsvTable *table, int row, JsonArray *columns)
{
    GString *key = g_string_new(NULL);

    for (guint i = 0; i < json_array_get_length(columns); i++)
        g_string_append_printf(
            key, "%s\n", csv_table_text(table, row, json_array_get_string_element(columns, i)));
    return g_string_free(key, FALSE);
}

/* The keys of all rows; the test fails if two are the same. Owner: the caller. */
static GHashTable *collect_keys(const CsvTable *table, JsonArray *columns)
{
    GHashTable *keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (int row = 1; row <= csv_table_last(table); row++)
        if (!g_hash_table_add(keys, key_of(table, row, columns)))
            g_test_fail_printf("%s:%d: its key is that of another row", table->path, row + 1);
    return keys;
}

static CsvTable *read_resource(const char *folder, JsonObject *resource)
{
    g_autoptr(GError) error = NULL;
    CsvTable *table =
        csv_table_read(folder, json_object_get_string_member(resource, "path"), &error);

    g_assert_no_error(error);
    return table;
}

static JsonArray *primary_key_of(JsonObject *resource)
{
    return json_object_get_array_member(json_object_get_object_member(resource, "schema"),
                                        "primaryKey");
}

/* Every row of @table refers to a row of the resource that @key names. */
static void check_foreign_key(const char *folder, JsonArray *resources, const CsvTable *table,
                              JsonObject *key)
{
    JsonArray *columns = json_object_get_array_member(key, "fields");
    JsonObject *reference = json_object_get_object_member(key, "reference");
    const char *target = json_object_get_string_member(reference, "resource");

    for (guint i = 0; i < json_array_get_length(resources); i++) {
        JsonObject *resource = json_array_get_object_element(resources, i);
        g_autoptr(CsvTable) other = NULL;
        g_autoptr(GHashTable) keys = NULL;
        if (!g_str_equal(json_object_get_string_member(resource, "name"), target))
            continue;
        other = read_resource(folder, resource);
        keys = collect_keys(other, json_object_get_array_member(reference, "fields"));
        for (int row = 1; row <= csv_table_last(table); row++) {
            g_autofree char *text = key_of(table, row, columns);
            g_assert_true(g_hash_table_contains(keys, text));
        }
        return;
    }
    g_test_fail_printf("there is no resource '%s'", target);
}

static void check_resource(const char *folder, JsonArray *resources, JsonObject *resource)
{
    JsonObject *schema = json_object_get_object_member(resource, "schema");
    JsonArray *fields = json_object_get_array_member(schema, "fields");
    g_autoptr(CsvTable) table = read_resource(folder, resource);
    g_autoptr(GHashTable) keys = collect_keys(table, primary_key_of(resource));

    g_assert_cmpuint(g_hash_table_size(keys), >, 0);
    for (int row = 0; row <= csv_table_last(table); row++)
        check_row(table, row, fields);
    if (json_object_has_member(schema, "foreignKeys")) {
        JsonArray *foreign = json_object_get_array_member(schema, "foreignKeys");
        for (guint i = 0; i < json_array_get_length(foreign); i++)
            check_foreign_key(folder, resources, table, json_array_get_object_element(foreign, i));
    }
}

/* As another program would see to it. */
static void check_sum(const char *folder, JsonObject *resource)
{
    g_autofree char *path =
        g_build_filename(folder, json_object_get_string_member(resource, "path"), NULL);
    g_autofree char *data = NULL;
    g_autofree char *sum = NULL;
    g_autofree char *hash = NULL;
    gsize size = 0;

    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)data, size);
    hash = g_strconcat("sha256:", sum, NULL);
    g_assert_cmpint(json_object_get_int_member(resource, "bytes"), ==, (gint64)size);
    g_assert_cmpstr(json_object_get_string_member(resource, "hash"), ==, hash);
}

static void test_every_table_of_a_run_is_what_its_schema_says(gconstpointer data)
{
    const Written *written = data;
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *text = NULL;
    g_autofree char *files = NULL;
    g_autoptr(JsonNode) package = NULL;
    JsonArray *resources;

    run_experiment(written->text, folder, false);
    text = read_file(folder, "datapackage.json");
    files = list_files(folder);
    package = parse(text);
    resources = resources_of(package);
    g_assert_cmpuint(json_array_get_length(resources), ==, written->files);
    for (guint i = 0; i < json_array_get_length(resources); i++) {
        JsonObject *resource = json_array_get_object_element(resources, i);
        g_assert_nonnull(strstr(files, json_object_get_string_member(resource, "path")));
        check_sum(folder, resource);
        if (is_table(resource))
            check_resource(folder, resources, resource);
    }
}

TEST(members_are_those_of_the_standard)
{
    g_autoptr(JsonNode) package = package_of(EXPERIMENT);
    JsonObject *object = json_node_get_object(package);
    JsonArray *resources = resources_of(package);

    assert_matches(object, "$schema", "^https://datapackage.org/profiles/1.0/datapackage.json$");
    assert_matches(object, "profile", "^data-package$");
    assert_matches(object, "name", "^[-a-z0-9._]+$");
    assert_matches(object, "id", "^[0-9a-f]{64}$");
    assert_matches(object, "title", "^Small \"run\" Ä$");
    assert_matches(object, "description", ".");
    for (guint i = 0; i < json_array_get_length(resources); i++) {
        JsonObject *resource = json_array_get_object_element(resources, i);
        JsonObject *dialect, *schema;
        if (!is_table(resource)) {
            assert_matches(resource, "profile", "^data-resource$");
            assert_matches(resource, "path", "^games\\.pgn$");
            assert_matches(resource, "mediatype", "^application/vnd\\.chess-pgn$");
            continue;
        }
        dialect = json_object_get_object_member(resource, "dialect");
        schema = json_object_get_object_member(resource, "schema");
        assert_matches(resource, "profile", "^tabular-data-resource$");
        assert_matches(resource, "name", "^[a-z_]+$");
        assert_matches(resource, "path", "^[a-z_]+\\.csv$");
        assert_matches(resource, "mediatype", "^text/csv$");
        assert_matches(resource, "encoding", "^utf-8$");
        assert_matches(dialect, "delimiter", "^,$");
        assert_matches(dialect, "lineTerminator", "^\n$");
        g_assert_true(json_object_get_boolean_member(dialect, "doubleQuote"));
        g_assert_cmpuint(
            json_array_get_length(json_object_get_array_member(schema, "missingValues")), ==, 1);
    }
}

/* What @fields says of the column @name. */
static JsonObject *field_of(JsonArray *fields, const char *name)
{
    for (guint i = 0; i < json_array_get_length(fields); i++) {
        JsonObject *field = json_array_get_object_element(fields, i);

        if (strcmp(json_object_get_string_member(field, "name"), name) == 0)
            return field;
    }
    g_error("no column is called %s", name);
}

TEST(a_unit_stands_with_its_column)
{
    g_autoptr(JsonNode) package = package_of(EXPERIMENT);
    JsonObject *games = json_array_get_object_element(resources_of(package), 0);
    JsonArray *fields =
        json_object_get_array_member(json_object_get_object_member(games, "schema"), "fields");

    g_assert_false(json_object_has_member(field_of(fields, "game"), "unit"));
    assert_matches(field_of(fields, "plies"), "unit", "^plies$");
    assert_matches(field_of(fields, "material_white"), "unit", "^1/100 pawn$");
}

TEST(what_is_not_recorded_is_no_resource_and_not_referred_to)
{
    g_autoptr(JsonNode) package =
        package_of(TWO_RANDOM_PLAYERS "[record]\ngames=off\npairings=off\nmaterial=on\n"
                                      "requests=off\nthreats=off\nmove-attacks=off\n"
                                      "events-per-game=off\n");
    JsonArray *resources = resources_of(package);

    g_assert_cmpuint(json_array_get_length(resources), ==, 3);
    for (guint i = 0; i < json_array_get_length(resources); i++) {
        JsonObject *resource = json_array_get_object_element(resources, i);
        if (!is_table(resource))
            continue;
        assert_matches(resource, "name", "^material");
        g_assert_false(json_object_has_member(json_object_get_object_member(resource, "schema"),
                                              "foreignKeys"));
    }
}

TEST(a_run_without_files_has_no_package)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *files = NULL;

    run_experiment(TWO_RANDOM_PLAYERS "[record]\ngames=off\npairings=off\nmaterial-mean=off\n"
                                      "requests=off\nthreats=off\nmove-attacks=off\npgn=off\n"
                                      "events-per-game=off\n",
                   folder, false);
    files = list_files(folder);
    g_assert_cmpstr(files, ==, "run.json");
}

TEST(a_compressed_file_says_so)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *json = NULL;
    g_autoptr(JsonNode) package = NULL;
    JsonArray *resources;
    int compressed = 0;

    run_experiment(EXPERIMENT, folder, true);
    json = read_file(folder, "datapackage.json");
    package = parse(json);
    resources = resources_of(package);
    for (guint i = 0; i < json_array_get_length(resources); i++) {
        JsonObject *resource = json_array_get_object_element(resources, i);
        const bool says_so = json_object_has_member(resource, "compression");
        assert_matches(resource, "path",
                       says_so ? "^(games|material|events)\\.(csv|pgn)\\.gz$" : "\\.csv$");
        check_sum(folder, resource);
        if (says_so)
            assert_matches(resource, "compression", "^gz$");
        compressed += says_so;
    }
    g_assert_cmpint(compressed, ==, 4);
}

TEST_CASES()
{
    g_test_add_data_func("/datapackage/every-table-of-a-run-is-what-its-schema-says/turns",
                         &WITH_TURNS, test_every_table_of_a_run_is_what_its_schema_says);
    g_test_add_data_func("/datapackage/every-table-of-a-run-is-what-its-schema-says/in-time",
                         &IN_TIME, test_every_table_of_a_run_is_what_its_schema_says);
}
