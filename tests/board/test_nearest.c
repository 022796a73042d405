#include "board/text_lines.h"

#include "tests/test.h"

static const char *const WORDS[] = {"attack-request", "defence-request", "move-attack",
                                    "play",           "perft",           "run"};

static const char *nearest_of(const char *typed, int length)
{
    Nearest nearest = nearest_to(typed, length);

    for (size_t i = 0; i < G_N_ELEMENTS(WORDS); i++)
        nearest_try(&nearest, WORDS[i]);
    return nearest.word;
}

TEST(a_mistyped_word_finds_its_own)
{
    for (char **field; (field = NEXT_ROW("a mistyped word finds its own")) != NULL;)
        g_assert_cmpstr(nearest_of(field[0], -1), ==, field[1]);
    g_assert_cmpstr(nearest_of("perfd=3", 5), ==, "perft");
}

TEST_ROWS(what_is_like_no_word_finds_none)
{
    g_assert_null(nearest_of(field[0], -1));
}

TEST(the_question_ends_a_message)
{
    Nearest nearest = nearest_to("plai", -1);
    g_autofree char *without = nearest_question(&nearest);
    g_autofree char *with = NULL;

    nearest_try(&nearest, "play");
    with = nearest_question(&nearest);
    g_assert_cmpstr(without, ==, "");
    g_assert_cmpstr(with, ==, "; did you mean 'play'?");
}
