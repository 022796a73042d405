#include "board/game.h"

#include <string.h>

#include "tests/test.h"

TEST(a_word_is_read_as_it_was_written)
{
    static const struct {
        int winner, half_points;
        const char *text;
    } cases[] = {
        {COLOR_WHITE, 2, "1-0"},
        {COLOR_BLACK, 0, "0-1"},
        {GAME_NOBODY, 1, "1/2-1/2"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_cmpint(result_half_points(cases[i].winner), ==, cases[i].half_points);
        g_assert_cmpstr(result_text(cases[i].half_points), ==, cases[i].text);
        g_assert_cmpint(result_parse(cases[i].text, strlen(cases[i].text)), ==,
                        cases[i].half_points);
    }
}

TEST(other_words_are_no_results)
{
    for (char **field; (field = NEXT_ROW("other words are no results")) != NULL;)
        g_assert_cmpint(result_parse(field[0], strlen(field[0])), ==, -1);
    g_assert_cmpint(result_parse("1-0\"]", 3), ==, 2);
}
