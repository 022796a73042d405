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

TEST(what_is_like_no_word_finds_none)
{
    static const char *const typed[] = {"", "x", "stockfish", "7", "ponderous-elephant"};

    for (size_t i = 0; i < G_N_ELEMENTS(typed); i++)
        g_assert_null(nearest_of(typed[i], -1));
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
