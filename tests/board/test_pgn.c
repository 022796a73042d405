#include "board/pgn.h"

#include <string.h>

#include "tests/test.h"

static void append_word(PgnMoves *moves, const char *word)
{
    pgn_moves_append(moves, word, strlen(word));
}

TEST(tags_stand_in_brackets_and_quotes)
{
    g_autoptr(GString) pgn = g_string_new(NULL);

    pgn_append_tag(pgn, "Event", "thesis");
    pgn_append_tag(pgn, "Date", "????.??.??");
    pgn_append_tag(pgn, "Site", "");
    g_assert_cmpstr(pgn->str, ==, "[Event \"thesis\"]\n[Date \"????.??.??\"]\n[Site \"\"]\n");
}

TEST(quotes_and_backslashes_in_a_tag_are_escaped)
{
    g_autoptr(GString) pgn = g_string_new(NULL);

    pgn_append_tag(pgn, "White", "the \"best\" \\ player");
    g_assert_cmpstr(pgn->str, ==, "[White \"the \\\"best\\\" \\\\ player\"]\n");
}

TEST(moves_are_numbered_and_end_with_the_result)
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

TEST(black_has_a_number_of_its_own_only_if_it_begins)
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

TEST(a_game_without_moves_is_only_a_result)
{
    g_autoptr(GString) pgn = g_string_new(NULL);
    PgnMoves moves = pgn_moves_begin(pgn);

    pgn_moves_end(&moves, "0-1");
    g_assert_cmpstr(pgn->str, ==, "\n0-1\n\n");
}

TEST(lines_have_at_most_79_characters_and_no_room_for_the_next_word)
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

TEST(a_game_behind_another_begins_on_its_own_line)
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

#define EMPTY_BOARD_FEN "7k/8/8/8/8/8/4P3/4K3 w - - 0 1"

/* The moves of the next game in coordinates, a blank between them, and its result; NULL at the end
 * of the text; the sentence if the game is damaged. Owner: the caller. */
static char *next_game(PgnReader *reader)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(PgnGame) game = pgn_reader_next(reader, &error);
    GString *text;

    if (error != NULL)
        return g_strdup(error->message);
    if (game == NULL)
        return NULL;
    text = g_string_new(NULL);
    for (guint i = 0; i < game->moves->len; i++) {
        char move[MOVE_TEXT_SIZE];
        move_format(g_array_index(game->moves, Move, i), move);
        g_string_append_printf(text, "%s ", move);
    }
    g_string_append(text, game->result);
    return g_string_free(text, FALSE);
}

/* Reading @text gives @games, which end with NULL. */
static void assert_read(const char *text, const char *const *games)
{
    PgnReader reader = pgn_reader_begin(text);

    for (int i = 0; i == 0 || games[i - 1] != NULL; i++) {
        g_autofree char *game = next_game(&reader);
        g_assert_cmpstr(game, ==, games[i]);
        if (game == NULL)
            return;
    }
}

#define ASSERT_READ(text, ...) assert_read((text), (const char *const[]){__VA_ARGS__, NULL})

TEST(games_are_read_one_after_the_other)
{
    ASSERT_READ("[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
                "[Event \"b\"]\n\n*\n\n1. d4 Nf6 1/2-1/2 1.c4 0-1",
                "e2e4 e7e5 g1f3 1-0", "*", "d2d4 g8f6 1/2-1/2", "c2c4 0-1");
    assert_read("", (const char *const[]){NULL});
    assert_read(" \r\n; nothing\n{here}\n", (const char *const[]){NULL});
}

TEST_ROWS(lines_may_end_as_any_system_writes_them)
{
    g_autoptr(GString) text = g_string_new("[Event \"a\"]\n\n1. e4 {not\nclosed\n[Event \"b\"]\n\n"
                                           "1. d4 ; Nf6\n% c5\nd5 1-0\n\n[Event \"c\n");
    g_string_replace(text, "\n", field[0], 0);
    ASSERT_READ(text->str, "line 3: a comment is not closed", "d2d4 d7d5 1-0",
                "line 11: '[Event \"c' is not a tag: [Name \"value\"]");
}

TEST(tags_are_kept_as_they_were_written)
{
    PgnReader reader = pgn_reader_begin("\xef\xbb\xbf; first\n[White \"the \\\"best\\\" \\\\\"]\r\n"
                                        "  [ Black  \"\" ] [Round\t\"1\"]\n[White \"again\"]\n*");
    g_autoptr(PgnGame) game = pgn_reader_next(&reader, NULL);

    g_assert_nonnull(game);
    g_assert_cmpint(game->line, ==, 2);
    g_assert_cmpuint(game->tags->len, ==, 2 * 4);
    g_assert_cmpstr(pgn_game_tag(game, "White"), ==, "the \"best\" \\");
    g_assert_cmpstr(pgn_game_tag(game, "Black"), ==, "");
    g_assert_cmpstr(pgn_game_tag(game, "Round"), ==, "1");
    g_assert_null(pgn_game_tag(game, "Site"));
}

TEST(what_is_said_about_the_moves_is_dropped)
{
    ASSERT_READ("1. e4 {best by test; (really)\n[%clk 0:01] } e5 ; (a line 2. d4\n"
                "% 2. h4 h5\n2. Nf3!? $14$6 Nc6?? !! 3.Bb5{}a6 1-0",
                "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 1-0");
}

TEST(variations_are_dropped_however_deep)
{
    ASSERT_READ("1. e4 (1. d4 d5 (1... Nf6 {) (} 2. c4 $1) 2. c4 1-0) (1. c4 ; )\n) 1... e5 *",
                "e2e4 e7e5 *");
}

TEST(move_numbers_need_not_be_right)
{
    ASSERT_READ("1 e4 1... e5 7.Nf3 . ... Nc6 12.", "line 1: the game ends without a result");
    ASSERT_READ("e4 e5 1. . 7.Nf3 ... Nc6 0-1", "e2e4 e7e5 g1f3 b8c6 0-1");
}

TEST(castling_with_noughts_is_no_number_and_no_result)
{
    ASSERT_READ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5.d3 0-0 0-1",
                "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 e8g8 0-1");
}

TEST(a_game_begins_where_its_tags_say)
{
    ASSERT_READ("[SetUp \"1\"]\n[FEN \"" EMPTY_BOARD_FEN "\"]\n\n1. e4 Kg8 *\n"
                "[FEN \"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 7\"]\n7... fxe3 e.p. *\n1. e4 *",
                "e2e4 h8g8 *", "f4e3 *", "e2e4 *");
}

TEST(a_game_may_say_that_it_is_chess)
{
    ASSERT_READ("[Variant \"Standard\"]\n\n1. e4 *\n[Variant \"From Position\"]\n"
                "[FEN \"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 7\"]\n7... fxe3 e.p. *\n",
                "e2e4 *", "f4e3 *");
}

TEST_ROWS(a_damaged_game_is_named_by_its_line_and_the_next_one_read)
{
    g_autofree char *text =
        g_strdup_printf("%s\n[Event \"next\"]\n[Site \"?\"]\n\n1. d4 *\n", field[0]);
    PgnReader reader = pgn_reader_begin(text);
    g_autofree char *fault = next_game(&reader);
    g_autofree char *next = next_game(&reader);
    g_autofree char *end = next_game(&reader);

    if (fault == NULL || !g_str_has_prefix(fault, field[1]))
        g_test_fail_printf("'%s' instead of '%s'", fault, field[1]);
    if (g_strcmp0(next, "d2d4 *") != 0)
        g_test_fail_printf("'%s' after '%s'", next, field[1]);
    g_assert_null(end);
}

TEST(a_text_that_is_no_utf_8_is_quoted_in_pieces_that_are)
{
    PgnReader reader = pgn_reader_begin("1. e\xff\xfe"
                                        "4 *");
    g_autofree char *fault = next_game(&reader);

    g_assert_true(g_utf8_validate(fault, -1, NULL));
}

/* The next game as "White-Black RESULT", the sentence if it is damaged; NULL at the end of the
 * text. Owner: the caller. */
static char *next_tags(PgnReader *reader)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(PgnGame) game = pgn_reader_next_tags(reader, &error);

    if (error != NULL)
        return g_strdup(error->message);
    return game == NULL ? NULL
                        : g_strdup_printf("%s-%s %s", pgn_game_tag(game, "White"),
                                          pgn_game_tag(game, "Black"), game->result);
}

TEST_ROWS(pgn_reader_next_tags_reads_every_game)
{
    PgnReader reader = pgn_reader_begin(field[0]);
    g_autoptr(GString) games = g_string_new(NULL);
    char *game;

    while ((game = next_tags(&reader)) != NULL) {
        g_string_append_printf(games, "%s%s", games->len > 0 ? ", " : "", game);
        g_free(game);
    }
    g_assert_cmpstr(games->str, ==, field[1]);
    g_assert_cmpint(*reader.text, ==, '\0');
}

TEST_ROWS(pgn_reader_next_reads_values_whose_quotes_are_not_escaped)
{
    g_autofree char *text = g_strdup_printf("[White \"%s\"]\n[Black \"B\"]\n\n1. e4 *\n", field[0]);
    PgnReader reader = pgn_reader_begin(text);
    g_autoptr(GError) error = NULL;
    g_autoptr(PgnGame) game = pgn_reader_next(&reader, &error);

    g_assert_no_error(error);
    g_assert_cmpstr(pgn_game_tag(game, "White"), ==, field[1]);
    g_assert_cmpstr(pgn_game_tag(game, "Black"), ==, "B");
}

TEST(pgn_reader_next_goes_on_behind_a_damaged_game_without_tags)
{
    ASSERT_READ("1. e4 e4 1-0\n\n1. d4 d5 0-1\n\n1. e4 (1. c4 e4 1-0) 1... -- 1-0 1. c4 *",
                "line 1: 'e4' is not a legal move here", "d2d4 d7d5 0-1",
                "line 5: '--' is not a move", "c2c4 *");
}

TEST(pgn_reader_next_ends_a_game_whose_tags_have_no_moves)
{
    ASSERT_READ("[Event \"a\"]\n[Result \"1-0\"]\n\n\n[Event \"b\"]\n\n1. e4 *\n",
                "line 5: the game ends without a result", "e2e4 *");
}
