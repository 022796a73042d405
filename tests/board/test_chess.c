#include "board/chess.h"

#include "tests/test.h"

TEST(sides_material_and_moves_are_those_of_chess)
{
    GameState state = GAME_CHESS.start();
    Move moves[GAME_MAX_MOVES];
    int material[GAME_MAX_SIDES];
    char text[GAME_MOVE_TEXT_SIZE];

    g_assert_cmpint(GAME_CHESS.sides, ==, 2);
    g_assert_cmpstr(GAME_CHESS.side_name[0], ==, "White");
    g_assert_cmpstr(GAME_CHESS.side_name[1], ==, "Black");
    g_assert_cmpint(GAME_CHESS.turn(&state), ==, 0);
    g_assert_cmpint(GAME_CHESS.moves(&state, moves), ==, 20);
    g_assert_true(game_read_state(&GAME_CHESS, "4k2r/8/8/8/8/8/P7/R3K3 b k -", &state, NULL));
    g_assert_cmpint(GAME_CHESS.turn(&state), ==, 1);
    GAME_CHESS.material(&state, material);
    g_assert_cmpint(material[0], ==, 600);
    g_assert_cmpint(material[1], ==, 500);
    g_assert_true(GAME_CHESS.parse_move(&state, "O-O", &moves[0], NULL));
    GAME_CHESS.format_move(&state, moves[0], text);
    g_assert_cmpstr(text, ==, "O-O");
    GAME_CHESS.format_move_code(moves[0], text);
    g_assert_cmpstr(text, ==, "e8g8");
}

TEST(the_board_is_drawn_with_white_below)
{
    const GameState state = GAME_CHESS.start();
    g_autofree char *text = GAME_CHESS.draw(&state, false);

    g_assert_cmpstr(text, ==,
                    "  8  r n b q k b n r\n"
                    "  7  p p p p p p p p\n"
                    "  6  . . . . . . . .\n"
                    "  5  . . . . . . . .\n"
                    "  4  . . . . . . . .\n"
                    "  3  . . . . . . . .\n"
                    "  2  P P P P P P P P\n"
                    "  1  R N B Q K B N R\n"
                    "\n"
                    "     a b c d e f g h\n");
}
