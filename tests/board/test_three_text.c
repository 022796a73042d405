
#include <string.h>

#include "board/threechess.h"
#include "tests/board_error.h"
#include "tests/test.h"
#include "tests/three_consistent.h"
#include "tests/three_support.h"

#define START                          \
    "RP..NP..BP..QP..KP..BP..NP..RP.." \
    "rp..np..bp..qp..kp..bp..np..rp.." \
    "41..21..31..51..61..31..21..41.."

static void assert_round_trip(const char *text)
{
    g_autoptr(GError) error = NULL;
    ThreePosition pos = three_position_empty();
    char written[THREE_TEXT_SIZE];

    three_text_parse(text, &pos, &error);
    g_assert_no_error(error);
    g_assert_cmpint(three_text_format(&pos, written), ==, (int)strlen(text));
    g_assert_cmpstr(written, ==, text);
    g_assert_true(three_is_consistent(&pos));
}

TEST(positions_are_written_as_they_are_read)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(4);

    assert_round_trip(START " B");
    assert_round_trip(START " R");
    assert_round_trip("................................................"
                      "................................................ G");
    for (int i = 0; i < 200; i++) {
        const ThreePosition pos = three_scatter(rand, i / 2);
        char text[THREE_TEXT_SIZE];
        three_text_format(&pos, text);
        assert_round_trip(text);
    }
}

TEST(the_start_is_read_as_the_start)
{
    ThreePosition pos = three_position_empty();
    const ThreePosition start = three_position_start();

    g_assert_true(three_text_parse(START " B", &pos, NULL));
    g_assert_cmpmem(&pos, sizeof pos, &start, sizeof start);
}

TEST_ROWS(what_is_no_position_is_refused_with_place_and_value)
{
    g_autoptr(GError) error = NULL;
    ThreePosition pos, before;
    memset(&pos, 0xa5, sizeof pos);
    memcpy(&before, &pos, sizeof pos);
    g_assert_false(three_text_parse(field[0], &pos, &error));
    g_assert_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX);
    g_assert_cmpstr(error != NULL ? error->message : "", ==, field[1]);
    g_assert_cmpmem(&pos, sizeof pos, &before, sizeof before);
    g_assert_false(three_text_parse(field[0], &pos, NULL));
}

TEST(moves_are_written_as_they_are_read)
{
    const ThreePosition pos = three_position_start();
    Move moves[THREE_MAX_MOVES];
    const int count = three_movegen_moves(&pos, moves);

    g_assert_cmpint(count, ==, 20);
    for (int i = 0; i < count; i++) {
        char text[THREE_MOVE_TEXT_SIZE];
        Move read = MOVE_NONE;
        g_assert_cmpint(three_text_format_move(moves[i], text), ==, 6);
        g_assert_true(three_text_parse_move(&pos, text, &read, NULL));
        g_assert_cmpuint(read, ==, moves[i]);
    }
}

TEST(what_is_no_legal_move_is_refused)
{
    const ThreePosition pos = three_position_start();

    for (char **field; (field = NEXT_ROW("what is no legal move is refused")) != NULL;) {
        g_autoptr(GError) error = NULL;
        Move move = MOVE_NONE;
        g_assert_false(three_text_parse_move(&pos, field[0], &move, &error));
        g_assert_error(error, BOARD_ERROR, board_error_of(field[1]));
        g_assert_cmpstr(error != NULL ? error->message : "", ==, field[2]);
        g_assert_cmpuint(move, ==, MOVE_NONE);
    }
}
