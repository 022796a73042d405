#include "board/pgn.h"

#include <string.h>

static void append_word(PgnMoves *moves, const char *word)
{
    pgn_moves_append(moves, word, strlen(word));
}

static void test_tags_stand_in_brackets_and_quotes(void)
{
    g_autoptr(GString) pgn = g_string_new(NULL);

    pgn_append_tag(pgn, "Event", "thesis");
    pgn_append_tag(pgn, "Date", "????.??.??");
    pgn_append_tag(pgn, "Site", "");
    g_assert_cmpstr(pgn->str, ==, "[Event \"thesis\"]\n[Date \"????.??.??\"]\n[Site \"\"]\n");
}

static void test_quotes_and_backslashes_in_a_tag_are_escaped(void)
{
    g_autoptr(GString) pgn = g_string_new(NULL);

    pgn_append_tag(pgn, "White", "the \"best\" \\ player");
    g_assert_cmpstr(pgn->str, ==, "[White \"the \\\"best\\\" \\\\ player\"]\n");
}

static void test_moves_are_numbered_and_end_with_the_result(void)
{
    g_autoptr(GString) pgn = g_string_new("[Event \"x\"]\n");
    PgnMoves moves = pgn_moves_begin(pgn);

    pgn_moves_append_number(&moves, 1, false, false);
    append_word(&moves, "e4");
    pgn_moves_append_number(&moves, 1, true, false);
    append_word(&moves, "e5");
    pgn_moves_append_number(&moves, 2, false, false);
    append_word(&moves, "Nf3");
    pgn_moves_end(&moves, "1/2-1/2");
    g_assert_cmpstr(pgn->str, ==, "[Event \"x\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n");
}

static void test_black_has_a_number_of_its_own_only_if_it_begins(void)
{
    g_autoptr(GString) pgn = g_string_new(NULL);
    PgnMoves moves = pgn_moves_begin(pgn);

    pgn_moves_append_number(&moves, 65535, true, true);
    append_word(&moves, "Kd7");
    pgn_moves_append_number(&moves, 65536, false, false);
    append_word(&moves, "Kd3");
    pgn_moves_append_number(&moves, 65536, true, false);
    append_word(&moves, "Kd8");
    pgn_moves_end(&moves, "*");
    g_assert_cmpstr(pgn->str, ==, "\n65535... Kd7 65536. Kd3 Kd8 *\n\n");
}

static void test_a_game_without_moves_is_only_a_result(void)
{
    g_autoptr(GString) pgn = g_string_new(NULL);
    PgnMoves moves = pgn_moves_begin(pgn);

    pgn_moves_end(&moves, "0-1");
    g_assert_cmpstr(pgn->str, ==, "\n0-1\n\n");
}

static void test_lines_have_at_most_79_characters_and_no_room_for_the_next_word(void)
{
    for (size_t length = 1; length <= 12; length++) {
        g_autoptr(GString) pgn = g_string_new(NULL);
        g_autofree char *word = g_strnfill(length, 'x');
        g_auto(GStrv) lines = NULL;
        PgnMoves moves = pgn_moves_begin(pgn);
        for (int i = 0; i < 100; i++)
            pgn_moves_append(&moves, word, length);
        lines = g_strsplit(pgn->str + 1, "\n", -1);
        for (char **line = lines; *line != NULL; line++) {
            g_assert_cmpuint(strlen(*line), <=, 79);
            if (line[1] != NULL)
                g_assert_cmpuint(strlen(*line) + 1 + length, >, 79);
            g_assert_false(g_str_has_prefix(*line, " ") || g_str_has_suffix(*line, " "));
        }
    }
}

static void test_a_game_behind_another_begins_on_its_own_line(void)
{
    g_autoptr(GString) pgn = g_string_new(NULL);

    for (int i = 0; i < 2; i++) {
        PgnMoves moves;
        pgn_append_tag(pgn, "Round", i == 0 ? "1" : "2");
        moves = pgn_moves_begin(pgn);
        append_word(&moves, "1.");
        append_word(&moves, "e4");
        pgn_moves_end(&moves, "*");
    }
    g_assert_cmpstr(pgn->str, ==, "[Round \"1\"]\n\n1. e4 *\n\n[Round \"2\"]\n\n1. e4 *\n\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/pgn/tags-stand-in-brackets-and-quotes",
                    test_tags_stand_in_brackets_and_quotes);
    g_test_add_func("/pgn/quotes-and-backslashes-in-a-tag-are-escaped",
                    test_quotes_and_backslashes_in_a_tag_are_escaped);
    g_test_add_func("/pgn/moves-are-numbered-and-end-with-the-result",
                    test_moves_are_numbered_and_end_with_the_result);
    g_test_add_func("/pgn/black-has-a-number-of-its-own-only-if-it-begins",
                    test_black_has_a_number_of_its_own_only_if_it_begins);
    g_test_add_func("/pgn/a-game-without-moves-is-only-a-result",
                    test_a_game_without_moves_is_only_a_result);
    g_test_add_func("/pgn/lines-have-at-most-79-characters-and-no-room-for-the-next-word",
                    test_lines_have_at_most_79_characters_and_no_room_for_the_next_word);
    g_test_add_func("/pgn/a-game-behind-another-begins-on-its-own-line",
                    test_a_game_behind_another_begins_on_its_own_line);
    return g_test_run();
}
