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

static char *results_readme(void)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "results", "README.md", NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;

    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

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

/* Replaces in @page from @begin to the first @end behind it, which stays. False: there is none. */
static bool replace(GString *page, gsize begin, const char *end, const char *text)
{
    const char *stop = strstr(page->str + begin, end);

    if (stop == NULL)
        return false;
    g_string_erase(page, (gssize)begin, stop - page->str - (gssize)begin);
    g_string_insert(page, (gssize)begin, text);
    return true;
}

#define COLUMNS_HEAD "| column | unit | meaning |\n"

/* Writes what @table says of itself into its section of @page: what a row is, and its columns. */
static void write_section(GString *page, const Table *table)
{
    g_autofree char *heading =
        g_strdup_printf("\n## %s%s\n\n", table->file, table->of != NULL ? table->of : "");
    g_autofree char *row = g_strdup_printf("Each row is %s.", table->row);
    g_autofree char *columns = table_page(table);
    const char *section = strstr(page->str, heading), *old;

    if (section == NULL) {
        g_test_fail_printf("results/README.md has no section%s", heading);
        return;
    }
    g_assert_true(replace(page, (gsize)(section - page->str) + strlen(heading), "\n\n", row));
    old = strstr(strstr(page->str, heading), COLUMNS_HEAD);
    g_assert_nonnull(old);
    g_assert_true(replace(page, (gsize)(old - page->str), "|\n\n", columns));
}

/* AGENTCHESS_UPDATE_GOLDEN=1 writes the page anew. */
TEST(the_readme_has_the_columns_of_every_table)
{
    g_autoptr(GPtrArray) tables = list_tables();
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "results", "README.md", NULL);
    g_autofree char *readme = results_readme();
    g_autoptr(GString) page = g_string_new(readme);

    for (guint i = 0; i < tables->len; i++)
        write_section(page, tables->pdata[i]);
    if (g_strcmp0(g_getenv("AGENTCHESS_UPDATE_GOLDEN"), "1") == 0)
        g_assert_true(g_file_set_contents(path, page->str, -1, NULL));
    else if (!g_str_equal(page->str, readme))
        g_test_fail_printf("results/README.md does not have the columns of the tables; "
                           "AGENTCHESS_UPDATE_GOLDEN=1 writes them");
}

TEST(the_readme_names_every_file)
{
    g_autofree char *readme = results_readme();

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
