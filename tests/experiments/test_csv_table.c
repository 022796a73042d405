/* Tables read back by the names of their columns. */
#include "experiments/tools/csv_table.h"

#include "experiments/tools/error.h"
#include "tests/run_support.h"
#include "tests/test.h"

static CsvTable *table_of(const char *text)
{
    g_autofree char *folder = make_folder();
    g_autoptr(GError) error = NULL;
    CsvTable *table;

    write_file(folder, "t.csv", text);
    table = csv_table_read(folder, "t.csv", &error);
    g_assert_no_error(error);
    remove_folder(folder);
    return table;
}

TEST(cells_go_by_the_names_of_their_columns)
{
    g_autoptr(CsvTable) table = table_of("name,score\n\"A, the first\",1\n\nB,2\n");

    g_assert_cmpint(csv_table_last(table), ==, 3);
    g_assert_cmpstr(csv_table_text(table, 1, "name"), ==, "A, the first");
    g_assert_cmpstr(csv_table_text(table, 3, "score"), ==, "2");
    g_assert_cmpint(csv_table_find(table, (const char *[]){"name", "B", NULL}), ==, 3);
    g_assert_cmpint(csv_table_find(table, (const char *[]){"score", "1", NULL}), ==, 1);
}

TEST(what_is_not_there_is_empty)
{
    g_autoptr(CsvTable) table = table_of("name,score\nA\n");
    g_autoptr(CsvTable) empty = table_of("");

    g_assert_cmpstr(csv_table_text(table, 1, "score"), ==, "");
    g_assert_cmpstr(csv_table_text(table, 1, "colour"), ==, "");
    g_assert_cmpstr(csv_table_text(table, 0, "name"), ==, "");
    g_assert_cmpstr(csv_table_text(table, 2, "name"), ==, "");
    g_assert_cmpint(csv_table_find(table, (const char *[]){"name", "name", NULL}), ==, 0);
    g_assert_cmpint(csv_table_last(empty), ==, 0);
}

TEST(numbers_and_shares_have_bounds)
{
    static const char *const bad_numbers[] = {"-1", "11", "", "1.5", "1 ", "x"};
    static const char *const bad_shares[] = {"-0.1", "1.01", "", "0.5%", "nan", "x"};
    g_autoptr(CsvTable) good = table_of("n,s\n10,0.25\n");
    int64_t number = 0;
    double share = 0;

    g_assert_true(csv_table_number(good, 1, "n", 0, 10, &number, NULL));
    g_assert_true(csv_table_real(good, 1, "s", 1, "a share from 0 to 1", &share, NULL));
    g_assert_cmpint(number, ==, 10);
    g_assert_cmpfloat(share, ==, 0.25);
    for (size_t i = 0; i < G_N_ELEMENTS(bad_numbers); i++) {
        g_autofree char *text = g_strdup_printf("n,s\n%s,%s\n", bad_numbers[i], bad_shares[i]);
        g_autoptr(CsvTable) table = table_of(text);
        g_assert_false(csv_table_number(table, 1, "n", 0, 10, &number, NULL));
        g_assert_false(csv_table_real(table, 1, "s", 1, "a share from 0 to 1", &share, NULL));
    }
    g_assert_cmpint(number, ==, 10);
    g_assert_cmpfloat(share, ==, 0.25);
}

TEST(other_numbers_have_the_bound_and_the_name_they_are_asked_with)
{
    g_autoptr(CsvTable) table = table_of("sd\n2.5\n2.51\n-0.1\ninf\n");
    g_autoptr(GError) error = NULL;
    double sd = 0;

    g_assert_true(csv_table_real(table, 1, "sd", 2.5, "a deviation", &sd, NULL));
    g_assert_cmpfloat(sd, ==, 2.5);
    for (int row = 2; row <= csv_table_last(table); row++)
        g_assert_false(csv_table_real(table, row, "sd", 2.5, "a deviation", &sd, NULL));
    g_assert_cmpfloat(sd, ==, 2.5);
    g_assert_false(csv_table_real(table, 2, "sd", 2.5, "a deviation", &sd, &error));
    g_assert_true(g_str_has_suffix(error->message, "t.csv:3: sd is '2.51', not a deviation"));
}

TEST(an_error_names_file_line_column_and_value)
{
    g_autoptr(CsvTable) table = table_of("n,s\n1,1\nmany,half\n");
    g_autoptr(GError) number_error = NULL, share_error = NULL;
    int64_t number;
    double share;

    g_assert_false(csv_table_number(table, 2, "n", 0, 10, &number, &number_error));
    g_assert_false(csv_table_real(table, 2, "s", 1, "a share from 0 to 1", &share, &share_error));
    g_assert_error(number_error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    g_assert_true(g_str_has_suffix(number_error->message,
                                   "t.csv:3: n is 'many', not a whole number from 0 to 10"));
    g_assert_true(
        g_str_has_suffix(share_error->message, "t.csv:3: s is 'half', not a share from 0 to 1"));
}

TEST(a_file_that_is_not_there_is_an_error)
{
    g_autoptr(GError) error = NULL;

    g_assert_null(csv_table_read("no-such-folder", "t.csv", &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

static bool add_number(const CsvTable *row, gpointer sum, GError **error)
{
    int64_t number;

    if (!csv_table_number(row, 1, "n", 0, 10, &number, error))
        return false;
    *(int64_t *)sum += number;
    return true;
}

TEST(rows_are_read_one_at_a_time_and_errors_name_their_lines)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GError) error = NULL;
    int64_t sum = 0;

    write_file(folder, "t.csv", "m,n\n5,1\n\"6\",2\n7,3\n");
    g_assert_true(csv_table_each(folder, "t.csv", G_MAXINT64, add_number, &sum, &error));
    g_assert_no_error(error);
    g_assert_cmpint(sum, ==, 6);
    write_file(folder, "t.csv", "m,n\n5,1\n6,2\n7,many\n");
    g_assert_false(csv_table_each(folder, "t.csv", G_MAXINT64, add_number, &sum, &error));
    g_assert_true(
        g_str_has_suffix(error->message, "t.csv:4: n is 'many', not a whole number from 0 to 10"));
}
