#include "board/san.h"

#include <string.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "tests/data_path.h"
#include "tests/test.h"

static Position position_from(const char *fen)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_start();

    fen_parse(fen, &pos, &error);
    g_assert_no_error(error);
    return pos;
}

/* @text names the move @code, in coordinates, in @fen. */
static void assert_names(const char *fen, const char *text, const char *code)
{
    const Position pos = position_from(fen);
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;
    char found[MOVE_TEXT_SIZE];

    san_parse(&pos, text, &move, &error);
    g_assert_no_error(error);
    move_format(move, found);
    g_assert_cmpstr(found, ==, code);
}

/* The move @code is written @san in @fen, and both are read as the same move. */
static void assert_written(const char *fen, const char *code, const char *san)
{
    const Position pos = position_from(fen);
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;
    char text[SAN_TEXT_SIZE] = "";

    if (san_parse(&pos, code, &move, &error))
        g_assert_cmpint(san_format(&pos, move, text), ==, (int)strlen(san));
    g_assert_no_error(error);
    g_assert_cmpstr(text, ==, san);
    assert_names(fen, san, code);
}

static void assert_refused(const char *fen, const char *text, BoardError code)
{
    const Position pos = position_from(fen);
    g_autoptr(GError) error = NULL;
    Move move = 0x1234;

    g_assert_false(san_parse(&pos, text, &move, &error));
    g_assert_error(error, BOARD_ERROR, (int)code);
    g_assert_nonnull(strstr(error->message, text));
    g_assert_cmpuint(move, ==, 0x1234);
}

TEST_ROWS(moves_are_written_as_the_standard_says)
{
    assert_written(field[0], field[1], field[2]);
}

TEST_ROWS(a_piece_says_as_much_of_its_square_as_is_needed)
{
    assert_written(field[0], field[1], field[2]);
}

TEST(every_move_of_random_games_is_read_as_it_is_written)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);

    for (int game = 0; game < 40; game++) {
        Position pos = position_start();
        for (int ply = 0; ply < 200; ply++) {
            Move moves[MOVEGEN_MAX_MOVES];
            const int count = movegen_moves(&pos, moves);
            g_autoptr(GHashTable) texts =
                g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
            for (int i = 0; i < count; i++) {
                char san[SAN_TEXT_SIZE], code[MOVE_TEXT_SIZE];
                Move read = MOVE_NONE;
                g_assert_cmpint(san_format(&pos, moves[i], san), <, SAN_TEXT_SIZE);
                g_assert_true(san_parse(&pos, san, &read, NULL));
                g_assert_cmphex(read, ==, moves[i]);
                move_format(moves[i], code);
                g_assert_true(san_parse(&pos, code, &read, NULL));
                g_assert_cmphex(read, ==, moves[i]);
                g_assert_true(g_hash_table_add(texts, g_strdup(san)));
            }
            if (count == 0)
                break;
            position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
        }
    }
}

/* Plays each move of @pos and compares the sign behind it with the board. */
static void check_signs(const Position *pos)
{
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);

    for (int i = 0; i < count; i++) {
        char san[SAN_TEXT_SIZE];
        const int length = san_format(pos, moves[i], san);
        Position after = *pos;
        char expected = '\0';
        position_play(&after, moves[i]);
        if (position_checkers(&after))
            expected = movegen_any(&after) ? '+' : '#';
        g_assert_cmpint(strchr("+#", san[length - 1]) != NULL ? san[length - 1] : '\0', ==,
                        expected);
    }
}

TEST(check_and_mate_are_those_of_the_board_after_the_move)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(2);
    g_auto(GStrv) lines = data_lines("chess.perft");

    for (char **line = lines; *line != NULL; line++) {
        Position pos;
        if (!g_str_has_prefix(*line, "epd "))
            continue;
        g_assert_true(fen_parse(*line + 4, &pos, NULL));
        for (int ply = 0; ply < 80; ply++) {
            Move moves[MOVEGEN_MAX_MOVES];
            const int count = movegen_moves(&pos, moves);
            check_signs(&pos);
            if (count == 0)
                break;
            position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
        }
    }
}

TEST_ROWS(what_changes_nothing_is_forgiven)
{
    assert_names(field[0], field[1], field[2]);
}

TEST_ROWS(a_text_that_is_no_move_is_refused)
{
    assert_refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", field[0],
                   BOARD_ERROR_SYNTAX);
}

TEST_ROWS(a_move_that_is_not_legal_is_refused)
{
    assert_refused(field[0], field[1], BOARD_ERROR_RULES);
}

TEST_ROWS(a_text_that_can_be_several_moves_is_refused)
{
    assert_refused(field[0], field[1], BOARD_ERROR_RULES);
}

/* The best moves of one EPD record, "bm Qd1+ Qd2;"; how many were read. */
static int assert_best_moves(const char *line)
{
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) texts = NULL;
    g_autofree char *list = NULL;
    Position pos = position_start();
    const char *rest = "";
    int count = 0;

    fen_parse_prefix(line, &pos, &rest, NULL, &error);
    g_assert_no_error(error);
    g_assert_true(g_str_has_prefix(rest, "bm "));
    list = g_strndup(rest + 3, strcspn(rest + 3, ";"));
    texts = g_strsplit(list, " ", -1);
    for (char **text = texts; *text != NULL; text++, count++) {
        g_autoptr(GError) refusal = NULL;
        Move move = MOVE_NONE;
        if (!san_parse(&pos, *text, &move, &refusal)) {
            g_test_message("%s: %s", line, refusal->message);
            g_test_fail();
        }
    }
    return count;
}

static void test_the_best_moves_of_a_suite_are_legal(const void *name)
{
    g_auto(GStrv) lines = shared_data_lines(name);

    if (lines == NULL)
        return;
    for (char **line = lines; *line != NULL; line++)
        g_assert_cmpint(assert_best_moves(*line), >, 0);
}

TEST_CASES()
{
    g_test_add_data_func("/san/the-best-moves-of-WAC-are-legal", "epd/WAC.epd",
                         test_the_best_moves_of_a_suite_are_legal);
    g_test_add_data_func("/san/the-best-moves-of-ECM-are-legal", "epd/ECM.epd",
                         test_the_best_moves_of_a_suite_are_legal);
    g_test_add_data_func("/san/the-best-moves-of-ECE3-are-legal", "epd/ECE3.epd",
                         test_the_best_moves_of_a_suite_are_legal);
    g_test_add_data_func("/san/the-best-moves-of-BK-are-legal", "epd/BK.epd",
                         test_the_best_moves_of_a_suite_are_legal);
}
