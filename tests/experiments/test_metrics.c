/* The columns of the tables, and the cells they write. */
#include "experiments/report/breakdown.h"
#include "experiments/report/effects.h"
#include "experiments/report/picture_tables.h"
#include "experiments/report/published.h"
#include "experiments/report/report_standings.h"
#include "experiments/run/records.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/csv.h"
#include "tests/run_support.h"
#include "tests/test.h"

/* The pages with the columns of tables, each once: those of files, and of commands. */
static const char *const PAGES[] = {"results/README.md", "experiments/report-tables.md"};

static char *read_page(const char *name)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", name, NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;

    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

#define COLUMNS_HEAD "| column | unit | meaning |\n| --- | --- | --- |\n"

/* All tables. Owner: the caller. */
static GPtrArray *list_tables(void)
{
    static const Table *const others[] = {
        &TABLE_SUITES,        &TABLE_ITERATIONS,   &TABLE_TUNING,     &TABLE_PARAMETERS,
        &PUBLISHED_AGREEMENT, &PUBLISHED_VARIANTS, &TABLE_COMPARISON, &TABLE_BREAKDOWN,
        &TABLE_INTERACTIONS,  &EFFECTS_TABLE,
    };
    GPtrArray *tables = g_ptr_array_new();

    for (size_t i = 0; CONTESTS[i] != NULL; i++)
        for (const RecordsEntry *entry = CONTESTS[i]->records->entries; entry->table != NULL;
             entry++)
            g_ptr_array_add(tables, (gpointer)entry->table);
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
        g_ptr_array_add(tables, (gpointer)others[i]);
    for (size_t i = 0; i < REPORT_TABLE_COUNT; i++)
        g_ptr_array_add(tables, (gpointer)&REPORT_TABLES[i]);
    for (size_t i = 0; PICTURE_TABLES[i] != NULL; i++)
        g_ptr_array_add(tables, (gpointer)PICTURE_TABLES[i]->table);
    return tables;
}

/* The section of @table in @page, behind its heading; NULL: it has none. */
static const char *find_section(const char *page, const Table *table)
{
    g_autofree char *heading =
        g_strdup_printf("\n## %s%s\n\n", table->file, table->of != NULL ? table->of : "");
    const char *section = strstr(page, heading);

    return section != NULL ? section + strlen(heading) : NULL;
}

/* What a page says of @table: what a row is, and its columns except those in @explained, to which
 * they are added. */
static char *describe_table(const Table *table, GHashTable *explained)
{
    GString *rows = g_string_new(NULL), *text = g_string_new(NULL);

    g_string_printf(text, "Each row is %s.", table->row);
    for (size_t i = 0; i < table->column_count; i++) {
        const Column *column = &table->columns[i];
        char *whole =
            g_strdup_printf("| `%s` | %s | %s |\n", column->name, column->unit, column->meaning);
        if (!g_hash_table_contains(explained, whole))
            g_string_append(rows, whole);
        else
            g_string_append_printf(text, "%s`%s`",
                                   strstr(text->str, " Columns explained above: ") == NULL
                                       ? " Columns explained above: "
                                       : ", ",
                                   column->name);
        g_hash_table_add(explained, whole);
    }
    g_string_append(text, strstr(text->str, " Columns explained above: ") != NULL ? ".\n" : "\n");
    if (rows->len > 0)
        g_string_append_printf(text, "\n" COLUMNS_HEAD "%s", rows->str);
    g_string_free(rows, TRUE);
    return g_string_free(text, FALSE);
}

/* Writes the description of @table into its section: the first paragraph and the table that may
 * follow it. */
static void write_section(GString *page, const Table *table, GHashTable *explained)
{
    g_autofree char *description = describe_table(table, explained);
    const char *begin = find_section(page->str, table), *end = strstr(begin, "\n\n");

    g_assert_nonnull(end);
    if (g_str_has_prefix(end, "\n\n" COLUMNS_HEAD))
        end = strstr(end + 2, "|\n\n") + 1;
    g_string_erase(page, begin - page->str, end + 1 - begin);
    g_string_insert(page, begin - page->str, description);
}

static int compare_places(gconstpointer a, gconstpointer b, gpointer page)
{
    const char *first = find_section(page, *(const Table *const *)a);
    const char *second = find_section(page, *(const Table *const *)b);

    return first < second ? -1 : first > second;
}

/* Writes the sections of the tables that @page has, and takes them off @tables. */
static char *write_page(const char *page, GPtrArray *tables, GHashTable *explained)
{
    g_autoptr(GPtrArray) here = g_ptr_array_new();
    GString *text = g_string_new(page);

    for (guint i = tables->len; i > 0; i--)
        if (find_section(page, tables->pdata[i - 1]) != NULL)
            g_ptr_array_add(here, g_ptr_array_remove_index(tables, i - 1));
    g_ptr_array_sort_with_data(here, compare_places, (gpointer)page);
    for (guint i = 0; i < here->len; i++)
        write_section(text, here->pdata[i], explained);
    return g_string_free(text, FALSE);
}

/* AGENTCHESS_UPDATE_GOLDEN=1 writes the pages anew. */
TEST(the_pages_have_each_column_of_every_table_once)
{
    g_autoptr(GPtrArray) tables = list_tables();
    g_autoptr(GHashTable) explained = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(PAGES); i++) {
        g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", PAGES[i], NULL);
        g_autofree char *page = read_page(PAGES[i]);
        g_autofree char *written = write_page(page, tables, explained);
        if (g_strcmp0(g_getenv("AGENTCHESS_UPDATE_GOLDEN"), "1") == 0)
            g_assert_true(g_file_set_contents(path, written, -1, NULL));
        else if (!g_str_equal(page, written))
            g_test_fail_printf("%s does not have the columns of the tables; "
                               "AGENTCHESS_UPDATE_GOLDEN=1 writes them",
                               PAGES[i]);
    }
    for (guint i = 0; i < tables->len; i++)
        g_test_fail_printf("no page has a section '%s'", ((Table *)tables->pdata[i])->file);
}

TEST(the_readme_names_every_file)
{
    g_autofree char *readme = read_page(PAGES[0]);

    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        g_assert_nonnull(strstr(readme, RECORDS_FILE_NAMES[i]));
    g_assert_nonnull(strstr(readme, "## datapackage.json\n"));
    g_assert_nonnull(strstr(readme, "## run.json\n"));
}

static void assert_names_differ(const Table *table)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);

    for (size_t i = 0; i < table->column_count; i++)
        g_assert_true(g_hash_table_add(names, (char *)table->columns[i].name));
}

TEST(no_two_columns_of_a_table_have_one_name)
{
    g_autoptr(GPtrArray) tables = list_tables();
    for (guint i = 0; i < tables->len; i++)
        assert_names_differ(tables->pdata[i]);
}

/* What @table says of its column @name; the test fails if it has none. */
static const char *meaning_of(const Table *table, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (g_str_equal(table->columns[i].name, name))
            return table->columns[i].meaning;
    g_test_fail_printf("%s has no column '%s'", table->file, name);
    return "";
}

TEST(every_way_to_end_a_game_is_explained)
{
    const char *with_turns = meaning_of(&TABLE_GAMES, "termination");
    const char *in_time = meaning_of(&TABLE_GAMES_IN_TIME, "termination");

    for (int i = TERMINATION_NONE + 1; i < TERMINATION_COUNT; i++) {
        const char *name = termination_name((Termination)i);
        if (strstr(with_turns, name) == NULL && strstr(in_time, name) == NULL)
            g_test_fail_printf("'%s' is not explained", name);
    }
    g_assert_nonnull(strstr(in_time, "king-capture"));
}

TEST(every_event_with_a_name_is_explained)
{
    const char *meaning = NULL;

    for (size_t i = 0; i < TABLE_EVENTS.column_count; i++)
        if (g_str_equal(TABLE_EVENTS.columns[i].name, "event"))
            meaning = TABLE_EVENTS.columns[i].meaning;
    g_assert_nonnull(meaning);
    for (int i = 0; i < EVENT_KIND_COUNT; i++)
        if (EVENT_NAMES[i] != NULL)
            g_assert_nonnull(strstr(meaning, EVENT_NAMES[i]));
}

TEST(the_head_of_a_file_is_the_names_of_its_columns)
{
    g_autoptr(GString) csv = g_string_new(NULL);

    table_append_head(csv, &TABLE_MATERIAL);
    g_assert_cmpstr(csv->str, ==, "game,ply,white,black\n");
}

TEST(whole_numbers_are_written_whole)
{
    static const struct {
        int64_t number;
        const char *text;
    } cases[] = {{0, "0"},
                 {7, "7"},
                 {10, "10"},
                 {-1, "-1"},
                 {-1050, "-1050"},
                 {G_MAXINT64, "9223372036854775807"},
                 {G_MININT64, "-9223372036854775808"}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) csv = g_string_new(NULL);
        csv_append_signed(csv, cases[i].number);
        g_assert_cmpstr(csv->str, ==, cases[i].text);
    }
}

TEST(the_greatest_number_fits)
{
    g_autoptr(GString) csv = g_string_new(NULL);

    csv_append_number(csv, G_MAXUINT64);
    g_assert_cmpstr(csv->str, ==, "18446744073709551615");
}

TEST_ROWS(fractions_have_fixed_decimals_and_zero_no_sign)
{
    g_autoptr(GString) csv = g_string_new(NULL);
    csv_append_fixed(csv, g_ascii_strtod(field[0], NULL), atoi(field[1]));
    g_assert_cmpstr(csv->str, ==, field[2]);
}

TEST_ROWS(names_are_quoted_if_they_need_it)
{
    g_autoptr(GString) csv = g_string_new(NULL);
    csv_append_text(csv, field[0]);
    g_assert_cmpstr(csv->str, ==, field[1]);
}

TEST_ROWS(what_a_spreadsheet_takes_for_a_formula_has_an_apostrophe)
{
    g_autoptr(GString) csv = g_string_new(NULL);
    csv_append_text(csv, field[0]);
    g_assert_cmpstr(csv->str, ==, field[1]);
}

/* Names of players may come from any file. */
TEST(names_with_markup_are_escaped_in_markdown)
{
    static const char *const cells[] = {"<script>", "a|b", "[x](y)", "<= 3", NULL};
    g_autoptr(GPtrArray) sheet = sheet_new(cells);
    g_autoptr(GString) text = g_string_new(NULL);

    sheet_append(text, NULL, sheet, NULL, true);
    g_assert_true(g_str_has_prefix(text->str, "| &lt;script> | a\\|b | \\[x\\](y) | <= 3 |\n"));
}

TEST(a_row_is_read_as_it_was_written)
{
    static const char *const cells[] = {
        "L7", "a,b", "the \"third\"", "", "\"", "1.5", "=1+1", "'+a,b", "@x", "-", "'"};
    g_autoptr(GString) csv = g_string_new(NULL);
    g_auto(GStrv) read = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(cells); i++) {
        if (i > 0)
            g_string_append_c(csv, ',');
        csv_append_text(csv, cells[i]);
    }
    read = csv_split(csv->str);
    g_assert_cmpuint(g_strv_length(read), ==, G_N_ELEMENTS(cells));
    for (size_t i = 0; i < G_N_ELEMENTS(cells) && read[i] != NULL; i++)
        g_assert_cmpstr(read[i], ==, cells[i]);
}
