/* datapackage.json, and whether the tables of a run are what it says. */
#include <json-glib/json-glib.h>

#include "experiments/run/datapackage.h"
#include "experiments/run/records.h"
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

/* Values that are integers, numbers and texts. */
static const Written WITH_FACTORS = {
    "[players]\nH=team:level=3\nB=random\n[experiment]\nformat=gauntlet\nhero=H\ngames=2\n"
    "[factors]\nplayer.share=off;on\nrules.max-plies=40;20\nplayer.message-loss=0;25\n"
    "design=one-at-a-time\n[record]\nmaterial=on\n",
    9};

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

/* datapackage.json in @folder. Owner: the caller. */
static JsonNode *package_in(const char *folder)
{
    g_autofree char *text = read_file(folder, "datapackage.json");
    g_autoptr(GError) error = NULL;
    JsonNode *root = json_from_string(text, &error);

    g_assert_no_error(error);
    return root;
}

static JsonArray *resources_of(JsonNode *package)
{
    return json_object_get_array_member(json_node_get_object(package), "resources");
}

static bool is_table(JsonObject *resource)
{
    return json_object_has_member(resource, "schema");
}

/* What a cell of each type of Table Schema looks like; of the many ways to write a number tables
 * have only this one. */
static const char *pattern_of(const char *type)
{
    static const char *const patterns[][2] = {
        {"string", ""}, {"integer", "^-?[0-9]+$"}, {"number", "^-?[0-9]+(\\.[0-9]+)?$"}};

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
    g_autofree char *files = NULL;
    g_autoptr(JsonNode) package = NULL;
    JsonArray *resources;

    run_experiment(written->text, folder, false);
    files = list_files(folder);
    package = package_in(folder);
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

TEST(a_run_without_files_has_no_package)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *files = NULL;

    run_experiment(TWO_RANDOM_PLAYERS "[record]\ngames=off\npairings=off\nmaterial-mean=off\n"
                                      "requests=off\nthreats=off\nmove-attacks=off\npgn=off\n"
                                      "events-per-game=off\n",
                   folder, false);
    files = list_files(folder);
    g_assert_cmpstr(files, ==, "run.json totals");
}

TEST(a_compressed_file_says_so)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(JsonNode) package = NULL;
    JsonArray *resources;
    int compressed = 0;

    run_experiment(EXPERIMENT, folder, true);
    package = package_in(folder);
    resources = resources_of(package);
    for (guint i = 0; i < json_array_get_length(resources); i++) {
        JsonObject *resource = json_array_get_object_element(resources, i);
        const char *compression =
            json_object_get_string_member_with_default(resource, "compression", NULL);
        g_assert_cmpstr(
            compression, ==,
            g_str_has_suffix(json_object_get_string_member(resource, "path"), ".gz") ? "gz" : NULL);
        check_sum(folder, resource);
        compressed += compression != NULL;
    }
    g_assert_cmpint(compressed, ==, 4);
}

TEST(the_column_of_a_factor_is_of_numbers_if_all_its_values_are)
{
    static const struct {
        const char *values;
        ColumnType type;
    } cases[] = {
        {"1..3", TABLE_COUNT},    {"-1; 20", TABLE_COUNT},  {"0.5; 2", TABLE_REAL},
        {"2; -0.25", TABLE_REAL}, {"0.5; all", TABLE_TEXT}, {"1; 1.; 2.5", TABLE_TEXT},
        {"1; 1e5", TABLE_TEXT},   {"off; on", TABLE_TEXT},  {"1; 1234567890123456789", TABLE_TEXT},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        Factors factors = {0};
        g_assert_true(factors_add(&factors, "player.x", cases[i].values, NULL));
        g_assert_cmpint(records_factor_column(&factors.factor[0]).type, ==, cases[i].type);
        factors_clear(&factors);
    }
}

/* The values of row @row of @file as "on 40 all". Owner: the caller. */
static char *factors_in(const char *folder, const char *file, int row, const char *const *keys)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CsvTable) table = csv_table_read(folder, file, &error);
    GString *text = g_string_new(NULL);

    g_assert_no_error(error);
    for (; *keys != NULL; keys++)
        g_string_append_printf(text, "%s ", csv_table_text(table, row, *keys));
    return g_string_free(text, FALSE);
}

TEST(factors_are_columns_of_games_pairings_and_curves)
{
    static const char *const keys[] = {"player.share", "rules.max-plies", "player.message-loss",
                                       NULL};
    static const struct {
        const char *file;
        int row;
        const char *values;
    } cells[] = {
        {"games.csv", 2, "off 40 0 "},    {"games.csv", 3, "on 40 0 "},
        {"games.csv", 7, "off 40 25 "},   {"pairings.csv", 4, "on 40 0 "},
        {"pairings.csv", 6, "off 20 0 "}, {"material_mean.csv", 1, "off 40 0 "},
        {"material.csv", 1, "   "}, /* the game has them */
    };
    static const char *const types[] = {"\"player.share\",\\s+\"type\" : \"string\"",
                                        "\"rules.max-plies\",\\s+\"type\" : \"integer\"",
                                        "\"player.message-loss\",\\s+\"type\" : \"integer\""};
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *package = NULL;

    run_experiment(WITH_FACTORS.text, folder, false);
    for (size_t i = 0; i < G_N_ELEMENTS(cells); i++) {
        g_autofree char *values = factors_in(folder, cells[i].file, cells[i].row, keys);
        g_assert_cmpstr(values, ==, cells[i].values);
    }
    package = read_file(folder, "datapackage.json");
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
        g_assert_true(g_regex_match_simple(types[i], package, 0, 0));
}

TEST_CASES()
{
    g_test_add_data_func("/datapackage/every-table-of-a-run-is-what-its-schema-says/turns",
                         &WITH_TURNS, test_every_table_of_a_run_is_what_its_schema_says);
    g_test_add_data_func("/datapackage/every-table-of-a-run-is-what-its-schema-says/factors",
                         &WITH_FACTORS, test_every_table_of_a_run_is_what_its_schema_says);
    g_test_add_data_func("/datapackage/every-table-of-a-run-is-what-its-schema-says/in-time",
                         &IN_TIME, test_every_table_of_a_run_is_what_its_schema_says);
}
