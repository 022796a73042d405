#include "app/terminal/screen.h"

#include "tests/test.h"

static void assert_folded(const char *text, int width, const char *expected)
{
    g_autofree char *folded = screen_fold(text, width, false);

    g_assert_cmpstr(folded, ==, expected);
}

TEST(what_fits_stays_as_it_is)
{
    for (char **field; (field = NEXT_ROW("what fits stays as it is")) != NULL;) {
        assert_folded(field[0], 20, field[0]);
        assert_folded(field[0], 0, field[0]);
    }
    assert_folded("a line that is far longer than twenty columns", 0,
                  "a line that is far longer than twenty columns");
}

TEST(long_lines_go_on_below_their_last_column)
{
    assert_folded("one two three four five six\n", 20, "one two three four\n    five six\n");
    assert_folded("  -a, --all  one two three\n", 30, "  -a, --all  one two three\n");
    assert_folded("  -a, --all  one two three four five\n", 30,
                  "  -a, --all  one two three\n             four five\n");
    assert_folded("averyveryverylongword and more\n", 20, "averyveryverylongword\n    and more\n");
    assert_folded("  agentchess run with a long line\n", 20, "  agentchess run with a long line\n");
}

/* A board of three sides was broken on terminals of 60 columns. */
TEST(rows_of_a_board_stay_whole)
{
    const char *const rows[] = {"  D  gQ    gP            rP    rK  E\n",
                                "      .    .     .    .   .    .\n",
                                "  C  \033[1;32mgB\033[0m           .   .          rB  F\n"};

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
        assert_folded(rows[i], 20, rows[i]);
    assert_folded("it is a row of words, no board\n", 20, "it is a row of\n    words, no board\n");
}

TEST(sentences_are_broken_anew)
{
    g_autofree char *folded =
        screen_fold("One sentence that goes\non here.\n\nAnother.\n  a  b\n", 20, true);

    g_assert_cmpstr(folded, ==, "One sentence that\ngoes on here.\n\nAnother.\n  a  b\n");
}
