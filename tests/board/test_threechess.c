#include "board/threechess.h"

#include <stdlib.h>

#include "tests/test.h"
#include "tests/three_support.h"

#define REPETITION         \
    {                      \
        .repetition = true \
    }
#define ALL_RULES                                           \
    {                                                       \
        .fifty_moves = true, .repetition = true,            \
        .insufficient_material = INSUFFICIENT_MATERIAL_FIDE \
    }

/* Six plies after which the same position stands on the board. */
#define SHUFFLE "BG1BF3 GG1GF3 RG1RF3 BF3BG1 GF3GG1 RF3RG1 "

/* The outcome after @moves, each followed by a blank, from @arrangement (NULL: the start); the game
 * goes on before each of them. */
static GameOutcome outcome_after(const char *arrangement, const char *moves, const DrawRules *rules)
{
    g_autoptr(GameLine) line = game_line_new(&GAME_THREECHESS, rules);
    g_auto(GStrv) texts = g_strsplit(moves, " ", -1);
    GameState state = GAME_THREECHESS.start();

    if (arrangement != NULL)
        state.three = three_arrange(arrangement);
    game_line_start(line, &state);
    for (char **text = texts; *text != NULL && **text != '\0'; text++) {
        g_autoptr(GError) error = NULL;
        Move move = MOVE_NONE;
        g_assert_cmpstr(termination_name(game_line_outcome(line).termination), ==, "none");
        if (GAME_THREECHESS.parse_move(&line->state, *text, &move, &error))
            game_line_play(line, move);
        g_assert_no_error(error);
    }
    return game_line_outcome(line);
}

static void assert_outcome(GameOutcome outcome, Termination termination, int winner, int loser)
{
    g_assert_cmpstr(termination_name(outcome.termination), ==, termination_name(termination));
    g_assert_cmpint(outcome.winner, ==, winner);
    g_assert_cmpint(outcome.loser, ==, loser);
}

TEST(who_takes_a_king_wins_and_its_owner_loses)
{
    static const DrawRules rules = ALL_RULES;

    assert_outcome(outcome_after("B BKBE1 BRGE4 GKGE1 RKRE1", "GE4GE1 ", &rules),
                   TERMINATION_KING_CAPTURE, THREE_BLUE, THREE_GREEN);
    assert_outcome(outcome_after("B BKBE1 GKGE1 RKRA4 RBBC3", "BE1BD2 GE1GE2 BC3BD2 ", &rules),
                   TERMINATION_KING_CAPTURE, THREE_RED, THREE_BLUE);
    assert_outcome(outcome_after(NULL,
                                 "BB2BB3 GA2GA3 RA2RA3 BC1BA3 GH2GH3 RH2RH3 BA3GD2 GA3GA4 RA3RA4 "
                                 "GD2GE1 ",
                                 &rules),
                   TERMINATION_KING_CAPTURE, THREE_BLUE, THREE_GREEN);
}

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

TEST(a_side_without_a_legal_move_draws)
{
    static const DrawRules no_rules = {0};

    assert_outcome(outcome_after("B BPBA2 GNBA3 GKGE1 RKRE1", "", &no_rules), TERMINATION_STALEMATE,
                   GAME_NOBODY, GAME_NOBODY);
    assert_outcome(outcome_after("R BPBA2 GNBA3 GKGE1 RKRE1", "RE1RE2 ", &no_rules),
                   TERMINATION_STALEMATE, GAME_NOBODY, GAME_NOBODY);
    /* also if its pieces are all taken */
    assert_outcome(outcome_after("B BKBE1 BRRA1 GKGE1 RPRA2", "RA1RA2 GE1GE2 ", &no_rules),
                   TERMINATION_STALEMATE, GAME_NOBODY, GAME_NOBODY);
}

TEST(the_third_time_a_position_stands_is_a_draw)
{
    static const DrawRules rules = REPETITION, no_rules = {0};

    assert_outcome(outcome_after(NULL, SHUFFLE SHUFFLE, &rules), TERMINATION_REPETITION,
                   GAME_NOBODY, GAME_NOBODY);
    assert_outcome(outcome_after(NULL, SHUFFLE, &rules), TERMINATION_NONE, GAME_NOBODY,
                   GAME_NOBODY);
    assert_outcome(outcome_after(NULL, SHUFFLE SHUFFLE SHUFFLE, &no_rules), TERMINATION_NONE,
                   GAME_NOBODY, GAME_NOBODY);
    /* a pawn never comes back */
    assert_outcome(outcome_after(NULL, SHUFFLE "BA2BA3 GA2GA3 RA2RA3 " SHUFFLE SHUFFLE, &rules),
                   TERMINATION_REPETITION, GAME_NOBODY, GAME_NOBODY);
    assert_outcome(outcome_after(NULL, SHUFFLE "BA2BA3 GA2GA3 RA2RA3 " SHUFFLE, &rules),
                   TERMINATION_NONE, GAME_NOBODY, GAME_NOBODY);
}

TEST(rights_to_castle_do_not_tell_positions_apart)
{
    static const DrawRules rules = REPETITION;
    const char *const there_and_back = "BH1BG1 GE1GE2 RE1RE2 BG1BH1 GE2GE1 RE2RE1 ";
    g_autofree char *twice = g_strconcat(there_and_back, there_and_back, NULL);

    assert_outcome(outcome_after("B BKBE1 BRBH1 GKGE1 RKRE1", twice, &rules),
                   TERMINATION_REPETITION, GAME_NOBODY, GAME_NOBODY);
}

TEST(a_game_of_as_many_plies_as_the_limit_is_a_draw)
{
    static const DrawRules rules = {.max_plies = 3}, one = {.max_plies = 1};

    assert_outcome(outcome_after(NULL, "BA2BA3 GA2GA3 RA2RA3 ", &rules), TERMINATION_PLY_LIMIT,
                   GAME_NOBODY, GAME_NOBODY);
    assert_outcome(outcome_after(NULL, "BA2BA3 GA2GA3 ", &rules), TERMINATION_NONE, GAME_NOBODY,
                   GAME_NOBODY);
    assert_outcome(outcome_after("R RRGE4 BKBE1 GKGE1 RKRE1", "GE4GE1 ", &one),
                   TERMINATION_KING_CAPTURE, THREE_RED, THREE_GREEN);
}

TEST(draws_of_chess_are_not_called)
{
    static const DrawRules rules = {.fifty_moves = true,
                                    .insufficient_material = INSUFFICIENT_MATERIAL_BARE_KINGS};
    g_autoptr(GString) moves = g_string_new(NULL);

    for (int i = 0; i < 40; i++)
        g_string_append(moves, "BE1BE2 GE1GE2 RE1RE2 BE2BE1 GE2GE1 RE2RE1 ");
    assert_outcome(outcome_after("B BKBE1 GKGE1 RKRE1", moves->str, &rules), TERMINATION_NONE,
                   GAME_NOBODY, GAME_NOBODY);
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
