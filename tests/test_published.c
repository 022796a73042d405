/* The thesis' tables in results/published: their shape, and that their numbers agree with each
 * other wherever those in print do. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "experiments/csv.h"
#include "tests/data_path.h"

/* A table as rows of cells, the header first. */
typedef GPtrArray Table;

static const char *cell(const Table *table, guint row, guint column)
{
    char **cells = row < table->len ? table->pdata[row] : NULL;

    return cells != NULL && column < g_strv_length(cells) ? cells[column] : "";
}

static int number(const Table *table, guint row, guint column)
{
    return (int)g_ascii_strtoll(cell(table, row, column), NULL, 10);
}

static Table *read_table(int table_number)
{
    g_autofree char *name = g_strdup_printf("table_3_%d.csv", table_number);
    g_autofree char *path =
        g_test_build_filename(G_TEST_DIST, "..", "results", "published", name, NULL);
    g_auto(GStrv) lines = lines_of_file(path);
    Table *table = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);

    for (char **line = lines; *line != NULL; line++)
        g_ptr_array_add(table, csv_split(*line));
    return table;
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Table, g_ptr_array_unref)

static void test_every_table_has_its_rows_and_columns(void)
{
    static const struct {
        guint rows, columns; /* rows without the header */
    } shapes[] = {{9, 10}, {7, 8}, {4, 8}, {7, 8}, {7, 6},
                  {1, 8},  {5, 8}, {5, 4}, {8, 4}, {12, 13}};

    for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++) {
        g_autoptr(Table) table = read_table((int)i + 1);
        g_assert_cmpuint(table->len, ==, shapes[i].rows + 1);
        for (guint row = 0; row < table->len; row++)
            g_assert_cmpuint(g_strv_length(table->pdata[row]), ==, shapes[i].columns);
    }
}

static void test_the_readme_names_every_table_and_column(void)
{
    g_autofree char *path =
        g_test_build_filename(G_TEST_DIST, "..", "results", "published", "README.md", NULL);
    g_auto(GStrv) lines = lines_of_file(path);
    g_autofree char *readme = g_strjoinv("\n", lines);

    for (int i = 1; i <= 10; i++) {
        g_autofree char *file = g_strdup_printf("| `table_3_%d.csv` |", i);
        g_autoptr(Table) table = read_table(i);
        g_assert_nonnull(strstr(readme, file));
        for (guint column = 0; i != 1 && i != 10 && column < 8 && *cell(table, 0, column);
             column++) {
            g_autofree char *name = g_strdup_printf("`%s`", cell(table, 0, column));
            if (strstr(readme, name) == NULL)
                g_test_fail_printf("the README does not explain %s of table 3.%d", name, i);
        }
    }
}

/* Reads "wins, wins of the other, draws" of table 3.1 for @player in a match with @opponent. */
static bool match_of(const Table *matches, const char *player, const char *opponent,
                     int out_games[static 3])
{
    for (guint row = 1; row < matches->len; row++)
        for (guint column = 1; column < 10; column++) {
            const char *first = cell(matches, row, 0), *second = cell(matches, 0, column);
            const bool forward = g_str_equal(first, player) && g_str_equal(second, opponent);
            const bool backward = g_str_equal(first, opponent) && g_str_equal(second, player);
            g_auto(GStrv) games = g_strsplit(cell(matches, row, column), ",", -1);
            if ((!forward && !backward) || g_strv_length(games) != 3)
                continue;
            for (int i = 0; i < 3; i++)
                out_games[i < 2 && backward ? 1 - i : i] = (int)g_ascii_strtoll(games[i], NULL, 10);
            return true;
        }
    return false;
}

static void test_the_games_of_a_match_are_a_hundred(void)
{
    g_autoptr(Table) matches = read_table(1);
    int found = 0;

    for (guint row = 1; row < matches->len; row++)
        for (guint column = 1; column < 10; column++) {
            int games[3];
            if (column < row)
                g_assert_cmpstr(cell(matches, row, column), ==, "-");
            if (column <= row ||
                !match_of(matches, cell(matches, row, 0), cell(matches, 0, column), games))
                continue;
            g_assert_cmpint(games[0] + games[1] + games[2], ==, 100);
            found++;
        }
    /* All pairs of levels and Crafty, but for level 8 against levels 1 to 4. */
    g_assert_cmpint(found, ==, 9 * 8 / 2 - 4);
}

/* Tables 3.2 to 3.7, and the level each is about; 3.5 is about whoever stands in the row. */
static const struct {
    int table;
    const char *player;
} MATCH_TABLES[] = {{2, "Level 7"}, {3, "Level 8"}, {4, "Level 6"},
                    {5, NULL},      {6, "Level 5"}, {7, "Level 6"}};

static void test_the_matches_of_a_level_are_those_of_table_3_1(void)
{
    g_autoptr(Table) matches = read_table(1);

    for (size_t i = 0; i < G_N_ELEMENTS(MATCH_TABLES); i++) {
        g_autoptr(Table) table = read_table(MATCH_TABLES[i].table);
        for (guint row = 1; row < table->len; row++) {
            const char *first = MATCH_TABLES[i].player;
            const char *player = first != NULL ? first : cell(table, row, 0);
            const char *opponent = first != NULL ? cell(table, row, 0) : "Crafty";
            int games[3] = {-1, -1, -1};
            g_assert_true(match_of(matches, player, opponent, games));
            for (guint j = 0; j < 3; j++)
                g_assert_cmpint(number(table, row, j + 1), ==, games[j]);
        }
    }
}

static void test_table_3_7_is_a_part_of_table_3_4(void)
{
    g_autoptr(Table) whole = read_table(4), part = read_table(7);

    for (guint row = 0; row < part->len; row++)
        for (guint column = 0; column < 8; column++)
            g_assert_cmpstr(cell(part, row, column), ==, cell(whole, row, column));
}

static void test_a_match_in_two_tables_has_one_set_of_draws(void)
{
    g_autoptr(Table) level_7 = read_table(2), level_6 = read_table(4), crafty = read_table(5);

    /* Level 6 is row 6 of table 3.2, level 7 row 6 of table 3.4: each is the other's opponent. */
    g_assert_cmpint(number(level_7, 6, 4), ==, number(level_6, 6, 5));
    g_assert_cmpint(number(level_7, 6, 5), ==, number(level_6, 6, 4));
    for (guint column = 4; column < 6; column++) {
        g_assert_cmpint(number(level_6, 7, column), ==, number(crafty, 6, column));
        g_assert_cmpint(number(level_7, 7, column), ==, number(crafty, 7, column));
    }
}

/* The cell says how many per cent @part is of @whole, or @printed if that is what the thesis has
 * instead. */
static void assert_share(const Table *table, guint row, guint column, int part, int whole,
                         const char *printed)
{
    g_autofree char *share = g_strdup_printf("%.0f%%", round(100.0 * part / whole));

    g_assert_cmpstr(cell(table, row, column), ==, printed != NULL ? printed : share);
    if (printed != NULL)
        g_assert_cmpstr(printed, !=, share);
}

static void test_shares_are_those_of_the_draws_but_for_one(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(MATCH_TABLES); i++) {
        const bool is_wrong_table = MATCH_TABLES[i].table == 3;
        g_autoptr(Table) table = read_table(MATCH_TABLES[i].table);
        for (guint row = 1; row < table->len && MATCH_TABLES[i].table != 5; row++) {
            const bool is_wrong = is_wrong_table && g_str_equal(cell(table, row, 0), "Level 7");
            const int draws = number(table, row, 3);
            assert_share(table, row, 6, number(table, row, 4), draws, NULL);
            assert_share(table, row, 7, number(table, row, 5), draws, is_wrong ? "37%" : NULL);
        }
    }
}

static void test_shares_are_those_of_move_attacks_and_suites(void)
{
    g_autoptr(Table) move_attacks = read_table(9), suites = read_table(10);

    for (guint row = 1; row < move_attacks->len; row++)
        assert_share(move_attacks, row, 3, number(move_attacks, row, 2),
                     number(move_attacks, row, 1), NULL);
    for (guint row = 2; row < suites->len; row++)
        for (guint column = 1; column < 13; column += 2)
            assert_share(suites, row, column + 1, number(suites, row, column),
                         number(suites, 1, column), NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/published/every-table-has-its-rows-and-columns",
                    test_every_table_has_its_rows_and_columns);
    g_test_add_func("/published/the-readme-names-every-table-and-column",
                    test_the_readme_names_every_table_and_column);
    g_test_add_func("/published/the-games-of-a-match-are-a-hundred",
                    test_the_games_of_a_match_are_a_hundred);
    g_test_add_func("/published/the-matches-of-a-level-are-those-of-table-3.1",
                    test_the_matches_of_a_level_are_those_of_table_3_1);
    g_test_add_func("/published/table-3.7-is-a-part-of-table-3.4",
                    test_table_3_7_is_a_part_of_table_3_4);
    g_test_add_func("/published/a-match-in-two-tables-has-one-set-of-draws",
                    test_a_match_in_two_tables_has_one_set_of_draws);
    g_test_add_func("/published/shares-are-those-of-the-draws-but-for-one",
                    test_shares_are_those_of_the_draws_but_for_one);
    g_test_add_func("/published/shares-are-those-of-move-attacks-and-suites",
                    test_shares_are_those_of_move_attacks_and_suites);
    return g_test_run();
}
