/* Players with choices in braces. */
#include "experiments/spec/points.h"

#include <string.h>

#include "experiments/tools/error.h"

#include "tests/test.h"

static Grid *grid_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    Grid *grid = grid_new(text, &error);

    g_assert_no_error(error);
    return grid;
}

static void assert_point(const Grid *grid, int point, const char *name, const char *player)
{
    g_autofree char *our_name = grid_point_name(grid, point);
    g_autofree char *our_player = grid_point_player(grid, point);

    g_assert_cmpstr(our_name, ==, name);
    g_assert_cmpstr(our_player, ==, player);
}

TEST(every_way_to_choose_is_a_point_and_the_last_choice_changes_first)
{
    g_autoptr(Grid) grid = grid_of("async-master:level={1; 4 ;7},see=on,think_ms={0;500},x=2");

    g_assert_cmpint(grid_points(grid), ==, 6);
    assert_point(grid, 0, "level 1 think_ms 0", "async-master:level=1,see=on,think_ms=0,x=2");
    assert_point(grid, 1, "level 1 think_ms 500", "async-master:level=1,see=on,think_ms=500,x=2");
    assert_point(grid, 2, "level 4 think_ms 0", "async-master:level=4,see=on,think_ms=0,x=2");
    assert_point(grid, 5, "level 7 think_ms 500", "async-master:level=7,see=on,think_ms=500,x=2");
}

TEST(choices_without_a_word_in_front_are_called_by_themselves)
{
    g_autoptr(Grid) grid = grid_of("{random;march}");
    g_autoptr(Grid) one = grid_of("level:{5}");

    g_assert_cmpint(grid_points(grid), ==, 2);
    assert_point(grid, 1, "march", "march");
    g_assert_cmpint(grid_points(one), ==, 1);
    assert_point(one, 0, "5", "level:5");
}

TEST(a_grid_is_written_as_it_was_read_but_for_blanks)
{
    g_autoptr(Grid) grid = grid_of("a:b={ 1 ; 2},c={x}y");
    g_autofree char *text = grid_format(grid);
    g_autoptr(Grid) again = grid_of(text);
    g_autofree char *text_again = grid_format(again);

    g_assert_cmpstr(text, ==, "a:b={1;2},c={x}y");
    g_assert_cmpstr(text_again, ==, text);
}

TEST(what_is_no_grid_is_refused)
{
    g_autoptr(GString) many = g_string_new("a={0");
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"level:4", "'level:4' has no choices"},
        {"level:{4;5", "not closed: '{4;5'"},
        {"level:{4;{5}}", "not closed: '{4;{5}}'"},
        {"level:{4;4}", "'4' is given twice after 'level:'"},
        {"level:{4;}", "after 'level:' a choice is empty"},
        {"level:{}", "after 'level:' a choice is empty"},
        {"{1}{2}{3}{4}{5}{6}{7}{8}{9}", "more than 8 lists"},
        {"a={1;2;3;4;5;6;7;8},b={1;2;3;4;5;6;7;8},c={1;2;3;4}", "more than 255 players"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(grid_new(cases[i].text, &error));
        g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
        if (strstr(error->message, cases[i].words) == NULL)
            g_test_fail_printf("'%s' does not say '%s'", error->message, cases[i].words);
    }
    for (int i = 1; i <= GRID_MAX_POINTS; i++)
        g_string_append_printf(many, ";%d", i);
    g_string_append_c(many, '}');
    g_assert_null(grid_new(many->str, NULL));
}
