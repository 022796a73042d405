#include <glib.h>

#include "board/nearest.h"

static const char *const WORDS[] = {"attack-request", "defence-request", "move-attack",
                                    "play",           "perft",           "run"};

static const char *nearest_of(const char *typed, int length)
{
    Nearest nearest = nearest_to(typed, length);

    for (size_t i = 0; i < G_N_ELEMENTS(WORDS); i++)
        nearest_try(&nearest, WORDS[i]);
    return nearest.word;
}

static void test_a_mistyped_word_finds_its_own(void)
{
    static const char *const typed[][2] = {
        {"atack-request", "attack-request"},
        {"defnce-requset", "defence-request"},
        {"plya", "play"},
        {"PERFT", "perft"},
        {"rn", "run"},
        {"move_attack", "move-attack"},
        {"move", "move-attack"},
        {"defence", "defence-request"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(typed); i++)
        g_assert_cmpstr(nearest_of(typed[i][0], -1), ==, typed[i][1]);
    g_assert_cmpstr(nearest_of("perfd=3", 5), ==, "perft");
}

static void test_what_is_like_no_word_finds_none(void)
{
    static const char *const typed[] = {"", "x", "stockfish", "7", "ponderous-elephant"};

    for (size_t i = 0; i < G_N_ELEMENTS(typed); i++)
        g_assert_null(nearest_of(typed[i], -1));
}

static void test_the_question_ends_a_message(void)
{
    Nearest nearest = nearest_to("plai", -1);
    g_autofree char *without = nearest_question(&nearest);
    g_autofree char *with = NULL;

    nearest_try(&nearest, "play");
    with = nearest_question(&nearest);
    g_assert_cmpstr(without, ==, "");
    g_assert_cmpstr(with, ==, "; did you mean 'play'?");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/nearest/a-mistyped-word-finds-its-own", test_a_mistyped_word_finds_its_own);
    g_test_add_func("/nearest/what-is-like-no-word-finds-none",
                    test_what_is_like_no_word_finds_none);
    g_test_add_func("/nearest/the-question-ends-a-message", test_the_question_ends_a_message);
    return g_test_run();
}
