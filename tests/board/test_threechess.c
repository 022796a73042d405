#include "board/threechess.h"

#include <stdlib.h>

#include "tests/test.h"
#include "tests/three_support.h"

TEST(a_game_that_is_over_has_no_moves)
{
    GameState state = {.three = three_arrange("B BKBE1 BRGE4 GKGE1 GPGA2 RKRE1")};
    Move moves[GAME_MAX_MOVES];
    g_autoptr(GError) error = NULL;

    g_assert_cmpint(GAME_THREECHESS.moves(&state, moves), >, 0);
    three_play(&state.three, "GE4GE1");
    g_assert_cmpint(GAME_THREECHESS.moves(&state, moves), ==, 0);
    g_assert_cmpint(three_movegen_moves(&state.three, moves), ==, 2); /* by the rules of movement */
    g_assert_false(GAME_THREECHESS.parse_move(&state, "GA2GA3", moves, &error));
    g_assert_error(error, BOARD_ERROR, BOARD_ERROR_RULES);
    three_position_set_turn(&state.three, THREE_RED);
    g_assert_cmpint(GAME_THREECHESS.moves(&state, moves), ==, 0);
    g_assert_cmpint(three_movegen_moves(&state.three, moves), ==, 5);
}

TEST(sides_material_and_moves_are_those_of_the_game)
{
    GameState state = GAME_THREECHESS.start();
    int material[GAME_MAX_SIDES];
    Move moves[GAME_MAX_MOVES];
    char text[GAME_MOVE_TEXT_SIZE];

    g_assert_cmpint(GAME_THREECHESS.sides, ==, 3);
    g_assert_cmpstr(GAME_THREECHESS.side_name[THREE_GREEN], ==, "Green");
    g_assert_cmpint(GAME_THREECHESS.turn(&state), ==, 0);
    g_assert_cmpint(GAME_THREECHESS.moves(&state, moves), ==, 20);
    state.three = three_arrange("R BKBE1 BBBC1 RKRE1 RKRE2 RQRD1 RNRB1 RRRA1 RPRA2");
    GAME_THREECHESS.material(&state, material);
    g_assert_cmpint(material[THREE_BLUE], ==, 300);
    g_assert_cmpint(material[THREE_GREEN], ==, 0);
    g_assert_cmpint(material[THREE_RED], ==, 1800);
    g_assert_true(GAME_THREECHESS.parse_move(&state, "RA2RA4", &moves[0], NULL));
    g_assert_cmpint(GAME_THREECHESS.format_move(&state, moves[0], text), ==, 6);
    g_assert_cmpstr(text, ==, "RA2RA4");
}

TEST(the_board_is_drawn_with_blue_below)
{
    GameState state = GAME_THREECHESS.start();
    g_autofree char *text = NULL;

    three_play(&state.three, "BD2BD4");
    text = GAME_THREECHESS.draw(&state, false);
    g_assert_cmpstr(text, ==,
                    "                       1   2   3   4   4   3   2   1\n"
                    "                   A   gR  gP   .   .   .   .  rP  rR  H\n"
                    "                 B   gN                              rN  G\n"
                    "                         gP    .             .   rP\n"
                    "               C   gB               .   .              rB  F\n"
                    "             D   gQ     gP                        rP     rK  E\n"
                    "                              .    .     .    .\n"
                    "           E   gK      gP                          rP      rQ  D\n"
                    "        F   gB      gP       .                 .      rP      rB  C\n"
                    "                                   .     .\n"
                    "     G   gN      gP        .                     .       rP      rN  B\n"
                    "  H1   gR    gP       .         .           .         .      rP    rR  A1\n"
                    "     2   gP       .        .                     .        .      rP  2\n"
                    "                                  bP     .\n"
                    "        3    .       .       .                 .       .       .  3\n"
                    "           4    .       .                           .       .  4\n"
                    "                              .    .     .    .\n"
                    "             4    .      .                         .      .  4\n"
                    "               3    .               .  bP               .  3\n"
                    "                         bP   bP            bP   bP\n"
                    "                 2   bP                              bP  2\n"
                    "                   1   bR  bN  bB  bQ  bK  bB  bN  bR  1\n"
                    "                       A   B   C   D   E   F   G   H\n");
}

/* Where a drawing shows the only piece on it. */
static void find_piece(const char *text, int *out_line, int *out_column)
{
    const char *piece = strstr(text, "bQ");

    *out_line = *out_column = 0;
    g_assert_nonnull(piece);
    for (const char *c = text; piece != NULL && c < piece; c++) {
        *out_column = *c == '\n' ? 0 : *out_column + 1;
        *out_line += *c == '\n';
    }
}

TEST(neighbours_are_drawn_side_by_side)
{
    int line[THREE_SQUARE_COUNT], column[THREE_SQUARE_COUNT];

    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        GameState state = {.three = three_position_empty()};
        g_autofree char *text = NULL;
        three_position_place(&state.three, THREE_BLUE, PIECE_QUEEN, sq);
        text = GAME_THREECHESS.draw(&state, false);
        find_piece(text, &line[sq], &column[sq]);
        for (ThreeSquare other = 0; other < sq; other++)
            g_assert_true(line[sq] != line[other] || column[sq] != column[other]);
    }
    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++)
        for (ThreeDirection d = THREE_FORWARD; d < THREE_DIRECTION_COUNT; d++) {
            const ThreeSquare other = three_neighbour(sq, d);
            if (other == THREE_SQUARE_NONE)
                continue;
            g_assert_cmpint(abs(line[sq] - line[other]), <=, 4);
            g_assert_cmpint(abs(column[sq] - column[other]), <=, 8);
        }
}
