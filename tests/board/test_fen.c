#include "board/fen.h"

#include <stdlib.h>
#include <string.h>

#include "board/movegen.h"
#include "tests/board_error.h"
#include "tests/data_path.h"
#include "tests/position_damage.h"
#include "tests/test.h"

/* Reads and writes @text, which must be a FEN as this program writes it. */
static void assert_round_trip(const char *text)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_start();
    char written[FEN_TEXT_SIZE];

    fen_parse(text, &pos, &error);
    g_assert_no_error(error);
    g_assert_cmpint(fen_format(&pos, written), ==, (int)strlen(text));
    g_assert_cmpstr(written, ==, text);
    g_assert_cmpstr(position_damage(&pos), ==, NULL);
}

/* @text is read, and written as @written. */
static void assert_written(const char *text, const char *written)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_empty();
    char again[FEN_TEXT_SIZE];

    fen_parse(text, &pos, &error);
    g_assert_no_error(error);
    fen_format(&pos, again);
    g_assert_cmpstr(again, ==, written);
}

/* @text is refused with @code and a sentence with @words in it; nothing else happens. */
static void assert_refused(const char *text, BoardError code, const char *words)
{
    g_autoptr(GError) error = NULL;
    Position pos, before;

    memset(&pos, 0xa5, sizeof pos);
    memcpy(&before, &pos, sizeof pos);
    g_assert_false(fen_parse(text, &pos, &error));
    g_assert_error(error, BOARD_ERROR, (int)code);
    if (error != NULL && strstr(error->message, words) == NULL) {
        g_test_message("'%s': '%s' does not say '%s'", text, error->message, words);
        g_test_fail();
    }
    g_assert_cmpmem(&pos, sizeof pos, &before, sizeof before);
    g_assert_false(fen_parse(text, &pos, NULL));
}

TEST(own_positions_are_written_as_they_are_read)
{
    g_auto(GStrv) lines = data_lines("chess.perft");
    int count = 0;

    for (char **line = lines; *line != NULL; line++) {
        g_auto(GStrv) word = g_strsplit(*line, " ", -1);
        if (!g_str_equal(word[0] != NULL ? word[0] : "", "epd"))
            continue;
        if (g_str_equal(word[4], "-")) /* others may have no legal capture */
            assert_round_trip(*line + 4);
        count++;
    }
    g_assert_cmpint(count, >, 40);
}

TEST_ROWS(positions_are_written_as_they_are_read)
{
    assert_round_trip(field[0]);
}

TEST(every_shared_opening_is_written_as_it_is_read)
{
    g_auto(GStrv) lines = shared_data_lines("openings/noob_2moves.epd");

    if (lines == NULL)
        return;
    for (char **line = lines; *line != NULL; line++)
        assert_round_trip(*line);
    g_assert_cmpuint(g_strv_length(lines), ==, 7314);
}

TEST(every_shared_decision_is_about_a_position_that_can_be_read)
{
    g_auto(GStrv) lines = shared_data_lines("agent-logic-decisions.tsv");

    if (lines == NULL)
        return;
    for (char **line = lines + 1; *line != NULL; line++) {
        g_auto(GStrv) field = g_strsplit(*line, "\t", -1);
        assert_round_trip(field[0]);
    }
}

TEST(every_position_along_random_games_is_read_as_it_is_written)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);

    for (int game = 0; game < 30; game++) {
        Position pos = position_start();
        for (int ply = 0; ply < 200; ply++) {
            Move moves[MOVEGEN_MAX_MOVES];
            const int count = movegen_moves(&pos, moves);
            char text[FEN_TEXT_SIZE];
            Position read = position_empty();
            if (count == 0)
                break;
            position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
            fen_format(&pos, text);
            g_assert_true(fen_parse(text, &read, NULL));
            g_assert_cmphex(read.key, ==, pos.key);
            assert_round_trip(text);
        }
    }
}

TEST(without_counters_they_are_0_and_1)
{
    assert_written("4k3/8/8/8/8/8/8/4K2R b K -", "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
}

TEST_ROWS(what_other_programs_write_is_read)
{
    assert_written(field[0], field[1]);
}

TEST_ROWS(an_en_passant_square_without_a_legal_capture_is_dropped)
{
    assert_written(field[0], field[1]);
}

TEST(a_wrong_number_of_fields_is_refused)
{
    static const char board[] = "4k3/8/8/8/8/8/8/4K3";

    for (char **field; (field = NEXT_ROW("a wrong number of fields is refused")) != NULL;) {
        g_autofree char *text = g_strconcat(board, field[0], NULL);
        assert_refused(text, BOARD_ERROR_SYNTAX, field[1]);
    }
    assert_refused("", BOARD_ERROR_SYNTAX, "this one has 0");
}

TEST_ROWS(a_field_that_cannot_be_read_is_named)
{
    assert_refused(field[0], BOARD_ERROR_SYNTAX, field[1]);
}

TEST_ROWS(a_position_that_no_game_has_is_refused)
{
    assert_refused(field[0], BOARD_ERROR_RULES, field[1]);
}

TEST(a_position_with_more_moves_than_any_game_has_is_refused)
{
    assert_refused("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5RB/QQQQKBRk w - - 0 1", BOARD_ERROR_RULES,
                   "White has more promoted pieces");
}

TEST_ROWS(what_stands_behind_the_record_is_left)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_empty();
    const char *rest = "nothing";
    fen_parse_prefix(field[0], &pos, &rest, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(rest, ==, field[1]);
    g_assert_cmpint(pos.halfmove_clock, ==, atoi(field[2]));
    g_assert_cmpint(pos.fullmove_number, ==, atoi(field[3]));
}

TEST_ROWS(a_bad_record_before_operations_is_refused)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_empty();
    const Position before = pos;
    const char *rest = NULL;
    g_assert_false(fen_parse_prefix(field[0], &pos, &rest, NULL, &error));
    g_assert_error(error, BOARD_ERROR, board_error_of(field[1]));
    g_assert_null(rest);
    g_assert_cmpmem(&pos, sizeof pos, &before, sizeof before);
}

/* Kings may have been taken in some games; chess says that one is missing. */
TEST(a_board_may_lack_a_king_but_chess_may_not)
{
    static const char fen[] = "4k3/8/8/8/8/8/8/8 w - - 0 1";
    g_autoptr(GError) error = NULL;
    Position pos;

    g_assert_true(fen_parse_board(fen, &pos, NULL));
    g_assert_false(fen_parse_board("4k3/8/8/8/8/8/8/K6K w - - 0 1", &pos, NULL));
    g_assert_false(fen_parse(fen, &pos, &error));
    g_assert_error(error, BOARD_ERROR, BOARD_ERROR_RULES);
    g_assert_cmpstr(error->message, ==, "White does not have exactly one king");
}
