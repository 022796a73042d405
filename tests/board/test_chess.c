#include "board/chess.h"

#include "tests/test.h"

#define FIFTY               \
    {                       \
        .fifty_moves = true \
    }
#define REPETITION         \
    {                      \
        .repetition = true \
    }
#define BARE_KINGS                                                \
    {                                                             \
        .insufficient_material = INSUFFICIENT_MATERIAL_BARE_KINGS \
    }
#define FIDE                                                \
    {                                                       \
        .insufficient_material = INSUFFICIENT_MATERIAL_FIDE \
    }
#define ALL_BUT_PLIES                                       \
    {                                                       \
        .fifty_moves = true, .repetition = true,            \
        .insufficient_material = INSUFFICIENT_MATERIAL_FIDE \
    }

/* The outcome after @moves, separated by blanks, from @fen; the game goes on before each of them.
 */
static GameOutcome outcome_after(const char *fen, const char *moves, const DrawRules *rules)
{
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, rules);
    g_auto(GStrv) texts = g_strsplit(moves, " ", -1);
    g_autoptr(GError) error = NULL;
    GameState state = GAME_CHESS.start();

    game_read_state(&GAME_CHESS, fen, &state, &error);
    g_assert_no_error(error);
    game_line_start(line, &state);
    for (char **text = texts; *text != NULL; text++) {
        Move move = MOVE_NONE;
        g_assert_cmpstr(termination_name(game_line_outcome(line).termination), ==, "none");
        if (GAME_CHESS.parse_move(&line->state, *text, &move, &error))
            game_line_play(line, move);
        g_assert_no_error(error);
    }
    return game_line_outcome(line);
}

typedef struct {
    const char *fen, *moves;
    DrawRules rules;
    Termination termination;
    int winner;
} Case;

static void assert_outcomes(const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const GameOutcome outcome = outcome_after(cases[i].fen, cases[i].moves, &cases[i].rules);
        if (outcome.termination != cases[i].termination || outcome.winner != cases[i].winner)
            g_test_message("%s after '%s'", cases[i].fen, cases[i].moves);
        g_assert_cmpstr(termination_name(outcome.termination), ==,
                        termination_name(cases[i].termination));
        g_assert_cmpint(outcome.winner, ==, cases[i].winner);
        g_assert_cmpint(outcome.loser, ==,
                        outcome.winner == GAME_NOBODY ? GAME_NOBODY : 1 - outcome.winner);
    }
}

TEST(the_side_that_mates_wins)
{
    static const Case cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "f3 e5 g4 Qh4#",
         {0},
         TERMINATION_CHECKMATE,
         COLOR_BLACK},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#",
         {0},
         TERMINATION_CHECKMATE,
         COLOR_WHITE},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8#", ALL_BUT_PLIES, TERMINATION_CHECKMATE,
         COLOR_WHITE},
    };

    assert_outcomes(cases, G_N_ELEMENTS(cases));
}

TEST(a_side_without_moves_and_without_check_is_stalemated)
{
    static const Case cases[] = {
        {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", {0}, TERMINATION_STALEMATE, GAME_NOBODY},
        {"kb5R/p7/P7/8/8/8/8/K7 b - - 0 1", "", {0}, TERMINATION_STALEMATE, GAME_NOBODY},
        {"8/8/8/8/8/1q6/8/K1k5 w - - 0 1", "", ALL_BUT_PLIES, TERMINATION_STALEMATE, GAME_NOBODY},
        /* A capture en passant is the only move left. */
        {"7k/5Q2/6K1/8/4pP2/8/8/8 b - f3 0 1", "", {0}, TERMINATION_NONE, GAME_NOBODY},
        {"7k/5Q2/6K1/4p3/4P3/8/8/8 b - - 0 1", "", {0}, TERMINATION_STALEMATE, GAME_NOBODY},
    };

    assert_outcomes(cases, G_N_ELEMENTS(cases));
}

TEST(a_hundred_plies_without_capture_or_pawn_move_are_a_draw)
{
    static const char rook[] = "7k/8/8/8/8/8/P7/R3K3 w - - 98 80";
    static const Case cases[] = {
        {rook, "Rb1", FIFTY, TERMINATION_NONE, GAME_NOBODY},
        {rook, "Rb1 Kg8", FIFTY, TERMINATION_FIFTY_MOVES, GAME_NOBODY},
        {rook, "Rb1 Kg8 Rc1", {0}, TERMINATION_NONE, GAME_NOBODY},
        {rook, "Rb1 Kg8 Rc1", REPETITION, TERMINATION_NONE, GAME_NOBODY},
        {rook, "a4 Kg8", FIFTY, TERMINATION_NONE, GAME_NOBODY},
        {"7k/8/8/8/8/8/1n6/R3K3 w - - 98 80", "Rb1 Nd3+", FIFTY, TERMINATION_FIFTY_MOVES,
         GAME_NOBODY},
        {"7k/8/8/8/8/8/1n6/1R2K3 w - - 99 80", "Rxb2", FIFTY, TERMINATION_NONE, GAME_NOBODY},
        {"7k/8/8/8/8/8/8/R3K3 w Q - 99 80", "O-O-O", FIFTY, TERMINATION_FIFTY_MOVES, GAME_NOBODY},
        {"7k/8/8/8/8/8/P7/R3K3 w - - 150 80", "", FIFTY, TERMINATION_FIFTY_MOVES, GAME_NOBODY},
    };

    assert_outcomes(cases, G_N_ELEMENTS(cases));
}

TEST(fifty_may_count_half_moves)
{
    const DrawRules half = {.fifty_moves = true, .fifty_counts_half_moves = true};
    const Case cases[] = {
        {"7k/8/8/8/8/8/P7/R3K3 w - - 48 80", "Rb1", half, TERMINATION_NONE, GAME_NOBODY},
        {"7k/8/8/8/8/8/P7/R3K3 w - - 48 80", "Rb1 Kg8", half, TERMINATION_FIFTY_MOVES, GAME_NOBODY},
        {"7k/8/8/8/8/8/P7/R3K3 w - - 48 80", "Rb1 Kg8", FIFTY, TERMINATION_NONE, GAME_NOBODY},
    };

    assert_outcomes(cases, G_N_ELEMENTS(cases));
}

TEST(a_mate_or_stalemate_on_the_last_ply_counts)
{
    static const DrawRules limit = {.fifty_moves = true, .max_plies = 1};
    const char *mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80";
    const GameOutcome at_the_limit = outcome_after(mate, "Ra8#", &limit);
    static const Case cases[] = {
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", "Ra8#", FIFTY, TERMINATION_CHECKMATE, COLOR_WHITE},
        {"r3k3/8/8/8/8/8/5PPP/6K1 b - - 99 80", "Ra1#", ALL_BUT_PLIES, TERMINATION_CHECKMATE,
         COLOR_BLACK},
        {"7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "Qf7", FIFTY, TERMINATION_STALEMATE, GAME_NOBODY},
    };

    assert_outcomes(cases, G_N_ELEMENTS(cases));
    g_assert_cmpstr(termination_name(at_the_limit.termination), ==, "checkmate");
}

TEST(the_third_time_a_position_stands_is_a_draw)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const Case cases[] = {
        {start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", REPETITION, TERMINATION_NONE, GAME_NOBODY},
        {start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", REPETITION, TERMINATION_REPETITION, GAME_NOBODY},
        {start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3", {0}, TERMINATION_NONE, GAME_NOBODY},
        {start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3", FIFTY, TERMINATION_NONE, GAME_NOBODY},
        /* On other ways and with other moves between. */
        {start, "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8", REPETITION, TERMINATION_REPETITION, GAME_NOBODY},
        {start, "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", REPETITION, TERMINATION_REPETITION,
         GAME_NOBODY},
        /* The same pieces with the other side to move are another position: the white rook loses a
         * move. */
        {"7k/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra2 Kg8 Ra3 Kh8 Ra1 Kg8 Ra2 Kh8", REPETITION,
         TERMINATION_NONE, GAME_NOBODY},
    };

    assert_outcomes(cases, G_N_ELEMENTS(cases));
}

TEST(positions_with_different_castling_rights_are_not_the_same)
{
    static const char castling[] = "4k3/8/8/8/8/8/p7/R3K2R w KQ - 0 1";
    static const Case cases[] = {
        {castling, "Rg1 Ke7 Rh1 Ke8 Rg1 Ke7 Rh1 Ke8", REPETITION, TERMINATION_NONE, GAME_NOBODY},
        {castling, "Rg1 Ke7 Rh1 Ke8 Rg1 Ke7 Rh1 Ke8 Rg1", REPETITION, TERMINATION_REPETITION,
         GAME_NOBODY},
        {"4k3/8/8/8/8/8/p7/R3K2R w Q - 0 1", "Rg1 Ke7 Rh1 Ke8 Rg1 Ke7 Rh1 Ke8", REPETITION,
         TERMINATION_REPETITION, GAME_NOBODY},
    };

    assert_outcomes(cases, G_N_ELEMENTS(cases));
}

TEST(positions_with_different_en_passant_rights_are_not_the_same)
{
    static const Case cases[] = {
        /* After e4 Black could have captured, later not. */
        {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1", REPETITION,
         TERMINATION_NONE, GAME_NOBODY},
        {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1 Kd8", REPETITION,
         TERMINATION_REPETITION, GAME_NOBODY},
        /* No pawn could capture: the position after e4 counts. */
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1", REPETITION,
         TERMINATION_REPETITION, GAME_NOBODY},
        /* The pawn that could is pinned: the same. */
        {"3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e4 Kc8 Kf1 Kd8 Ke1 Kc8 Kf1 Kd8 Ke1", REPETITION,
         TERMINATION_REPETITION, GAME_NOBODY},
    };

    assert_outcomes(cases, G_N_ELEMENTS(cases));
}

TEST_ROWS(material_is_insufficient_as_the_rule_says)
{
    static const DrawRules off = {0}, bare_kings = BARE_KINGS, fide = FIDE;
    g_autofree char *fen = g_strconcat(field[0], " w - - 0 1", NULL);
    const Case outcomes[] = {
        {fen, "", off, TERMINATION_NONE, GAME_NOBODY},
        {fen, "", bare_kings,
         g_str_equal(field[1], "true") ? TERMINATION_INSUFFICIENT_MATERIAL : TERMINATION_NONE,
         GAME_NOBODY},
        {fen, "", fide,
         g_str_equal(field[2], "true") ? TERMINATION_INSUFFICIENT_MATERIAL : TERMINATION_NONE,
         GAME_NOBODY},
    };

    assert_outcomes(outcomes, G_N_ELEMENTS(outcomes));
}

TEST(the_last_capture_ends_the_game_between_bare_kings)
{
    static const Case cases[] = {
        {"8/8/3k4/8/8/8/4q3/4K3 w - - 0 1", "Kxe2", BARE_KINGS, TERMINATION_INSUFFICIENT_MATERIAL,
         GAME_NOBODY},
        {"8/8/3k4/8/8/8/4q3/4K3 w - - 0 1", "Kxe2", {0}, TERMINATION_NONE, GAME_NOBODY},
        {"8/8/8/8/8/4k3/1p6/K7 w - - 0 1", "Kxb2", FIDE, TERMINATION_INSUFFICIENT_MATERIAL,
         GAME_NOBODY},
    };

    assert_outcomes(cases, G_N_ELEMENTS(cases));
}

TEST(a_game_of_as_many_plies_as_the_limit_is_a_draw)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const Case cases[] = {
        {start, "e4 e5", {.max_plies = 3}, TERMINATION_NONE, GAME_NOBODY},
        {start, "e4 e5 Nf3", {.max_plies = 3}, TERMINATION_PLY_LIMIT, GAME_NOBODY},
        /* Plies of the line count, not those before its first position. */
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 60", "e4", {.max_plies = 2}, TERMINATION_NONE, GAME_NOBODY},
    };

    assert_outcomes(cases, G_N_ELEMENTS(cases));
}

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
