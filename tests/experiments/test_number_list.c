#include <string.h>

#include "experiments/tools/error.h"
#include "experiments/tools/number_list.h"

#include "tests/test.h"

/* The list that @text is, as "1-3 7-7". Owner: the caller. */
static char *list_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) list = number_list_parse(text, 30, &error);
    GString *found = g_string_new(NULL);

    g_assert_no_error(error);
    for (guint i = 0; list != NULL && i < list->len; i++) {
        const NumberRange *range = &g_array_index(list, NumberRange, i);
        g_string_append_printf(found, "%s%d-%d", i > 0 ? " " : "", (int)range->first,
                               (int)range->last);
    }
    return g_string_free(found, FALSE);
}

TEST_ROWS(numbers_and_ranges_come_out_in_order)
{
    g_autofree char *list = list_of(field[0]);

    g_assert_cmpstr(list, ==, field[1]);
}

TEST_ROWS(what_is_no_number_is_named)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) list = number_list_parse(field[0], 30, &error);
    g_assert_null(list);
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE);
    if (error != NULL && strstr(error->message, field[1]) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", error->message, field[1]);
}

TEST(the_numbers_are_counted_once)
{
    g_autoptr(GArray) list = number_list_parse("1-5,3-4,9", 30, NULL);
    g_autoptr(GArray) all = number_list_parse("1-9223372036854775807", G_MAXINT64, NULL);

    g_assert_cmpuint(number_list_count(list), ==, 6);
    g_assert_cmpuint(number_list_count(all), ==, G_MAXINT64);
}
