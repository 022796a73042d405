#include "board/antichess.h"

#include "board/chess.h"
#include "board/fen.h"
#include "board/movegen.h"

#include "tests/position_damage.h"
#include "tests/test.h"

static GameState state_of(const char *fen)
{
    g_autoptr(GError) error = NULL;
    GameState state = GAME_ANTICHESS.start();

    game_read_state(&GAME_ANTICHESS, fen, &state, &error);
    g_assert_no_error(error);
    return state;
}

static int compare_texts(const void *a, const void *b)
{
    return g_strcmp0(*(char *const *)a, *(char *const *)b);
}

/* The legal moves in @fen, sorted, with a blank between them. Owner: the caller. */
static char *moves_in(const char *fen)
{
    const GameState state = state_of(fen);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    Move moves[GAME_MAX_MOVES];
    const int count = GAME_ANTICHESS.moves(&state, moves);

    for (int i = 0; i < count; i++) {
        char text[ANTICHESS_MOVE_TEXT_SIZE];
        antichess_format_move(moves[i], text);
        g_ptr_array_add(texts, g_strdup(text));
    }
    g_ptr_array_sort(texts, compare_texts);
    g_ptr_array_add(texts, NULL);
    return g_strjoinv(" ", (char **)texts->pdata);
}

static uint64_t count_nodes(const GameState *state, int depth)
{
    Move moves[GAME_MAX_MOVES];
    const int count = GAME_ANTICHESS.moves(state, moves);
    uint64_t nodes = 0;

    for (int i = 0; i < count; i++) {
        GameState next = *state;
        GAME_ANTICHESS.play(&next, moves[i]);
        nodes += depth == 1 ? 1 : count_nodes(&next, depth - 1);
    }
    return nodes;
}

TEST(the_tree_from_the_start_has_the_known_size)
{
    static const uint64_t nodes[] = {20, 400, 8067, 152955};
    const GameState start = GAME_ANTICHESS.start();

    for (int depth = 1; depth <= (int)G_N_ELEMENTS(nodes); depth++)
        g_assert_cmpuint(count_nodes(&start, depth), ==, nodes[depth - 1]);
}

static void assert_moves(char **field)
{
    g_autofree char *moves = moves_in(field[0]);

    g_assert_cmpstr(moves, ==, field[1]);
}

TEST_EACH(who_can_capture_must, assert_moves);
TEST_EACH(no_capture_is_forced_that_leaves_the_king_in_check, assert_moves);
TEST_EACH(in_check_a_capture_that_ends_the_check_goes_before_other_ways, assert_moves);

TEST(a_pawn_becomes_a_queen)
{
    static const char fen[] = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    const GameState state = state_of(fen);
    g_autofree char *moves = moves_in(fen);
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;

    g_assert_cmpstr(moves, ==, "a1-a2 a1-b1 a1-b2 a7-a8");
    g_assert_true(GAME_ANTICHESS.parse_move(&state, "a7-a8", &move, NULL));
    g_assert_cmpint(move_promotion(move), ==, PIECE_QUEEN);
    g_assert_true(GAME_ANTICHESS.parse_move(&state, "a8=Q", &move, NULL));
    g_assert_false(GAME_ANTICHESS.parse_move(&state, "a7a8r", &move, &error));
    g_assert_error(error, BOARD_ERROR, BOARD_ERROR_RULES);
    g_assert_cmpstr(error->message, ==, "'a7a8r' is not legal: a pawn can promote only to a queen");
}

TEST(a_move_is_found_in_the_standard_format_only)
{
    const GameState state = state_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    char text[ANTICHESS_MOVE_TEXT_SIZE];

    antichess_format_move(antichess_find_move(&state, "e4-d5"), text);
    g_assert_cmpstr(text, ==, "e4-d5");
    for (char **field; (field = NEXT_ROW("a move is found in the standard format only")) != NULL;)
        g_assert_cmpuint(antichess_find_move(&state, field[0]), ==, MOVE_NONE);
}

TEST(a_move_that_is_no_capture_is_refused_where_one_is_forced)
{
    const GameState state = state_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;

    g_assert_false(GAME_ANTICHESS.parse_move(&state, "e4e5", &move, &error));
    g_assert_error(error, BOARD_ERROR, BOARD_ERROR_RULES);
    g_assert_cmpstr(error->message, ==, "'e4e5' is not legal: a capture is forced");
    g_assert_cmpuint(move, ==, MOVE_NONE);
}

/* Black's king has no square and its pawn is blocked. */
TEST(who_cannot_move_is_skipped)
{
    GameState state = state_of("7k/5K2/6P1/8/p7/P7/8/2B5 w - - 5 40");
    const uint64_t before = GAME_ANTICHESS.key(&state);
    g_autofree char *text = NULL;
    Move move = MOVE_NONE;

    g_assert_true(GAME_ANTICHESS.parse_move(&state, "c1-d2", &move, NULL));
    GAME_ANTICHESS.play(&state, move);
    text = GAME_ANTICHESS.write_state(&state);
    g_assert_cmpstr(text, ==, "7k/5K2/6P1/8/p7/P7/3B4/8 w - - 6 41");
    g_assert_null(position_damage(&state.chess));
    g_assert_true(GAME_ANTICHESS.parse_move(&state, "d2-c1", &move, NULL));
    GAME_ANTICHESS.play(&state, move);
    g_assert_cmphex(GAME_ANTICHESS.key(&state), ==, before);
}

TEST(a_position_of_one_who_is_skipped_is_read_as_the_other_s)
{
    const GameState state = state_of("7k/5K2/6P1/8/p7/P7/3B4/8 b - - 6 40");

    g_assert_cmpint(GAME_ANTICHESS.turn(&state), ==, COLOR_WHITE);
}

/* The reader of FENs leaves it to the game what is possible there. */
TEST(a_position_with_the_other_side_in_check_is_refused_by_the_game)
{
    static const char fen[] = "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1";
    g_autoptr(GError) error = NULL;
    GameState state;
    Position pos;

    g_assert_true(fen_parse_board(fen, &pos, NULL));
    g_assert_false(game_read_state(&GAME_ANTICHESS, fen, &state, &error));
    g_assert_error(error, BOARD_ERROR, BOARD_ERROR_RULES);
    g_assert_cmpstr(error->message, ==, "the side not to move is in check");
}
