#include "board/antichess.h"

#include "board/chess.h"
#include "board/fen.h"
#include "board/movegen.h"

#include "tests/test.h"

static const DrawRules NO_RULES = {0};
static const DrawRules ALL_RULES = {
    .fifty_moves = true, .repetition = true, .insufficient_material = INSUFFICIENT_MATERIAL_FIDE};

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

typedef struct {
    const char *fen, *moves;
} MovesCase;

static void assert_moves(const MovesCase *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        g_autofree char *moves = moves_in(cases[i].fen);
        g_assert_cmpstr(moves, ==, cases[i].moves);
    }
}

TEST(who_can_capture_must)
{
    static const MovesCase cases[] = {
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4-d5"},
        {"4k3/8/8/3p1p2/4P3/8/8/4K2R w K - 0 1", "e4-d5 e4-f5"},
        /* en passant is a capture like others */
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5-d6"},
        /* and the king captures too */
        {"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1-d2"},
    };
    assert_moves(cases, G_N_ELEMENTS(cases));
}

TEST(no_capture_is_forced_that_leaves_the_king_in_check)
{
    static const MovesCase cases[] = {
        /* the rook is pinned and cannot take on h2 */
        {"4r1k1/8/8/8/8/8/4R2p/4K3 w - - 0 1", "e2-e8"},
        {"4q1k1/8/4r3/8/8/8/p3R3/4K3 w - - 0 1", "e2-e6"},
        /* the king cannot take what is defended */
        {"4k3/8/8/8/8/2p5/3p4/4K3 w - - 0 1", "e1-d1 e1-e2 e1-f1 e1-f2"},
    };
    assert_moves(cases, G_N_ELEMENTS(cases));
}

TEST(in_check_a_capture_that_ends_the_check_goes_before_other_ways)
{
    static const MovesCase cases[] = {
        /* the bishop could take the rook; the king could also step aside; b2 takes nothing then */
        {"4r1k1/8/8/1B6/8/p7/1P6/4K3 w - - 0 1", "b5-e8"},
        /* no capture ends the check: all other ways do, the capture on a3 is no way */
        {"4r1k1/8/8/8/8/p7/1P6/4K3 w - - 0 1", "e1-d1 e1-d2 e1-f1 e1-f2"},
    };
    assert_moves(cases, G_N_ELEMENTS(cases));
}

TEST(a_pawn_becomes_a_queen)
{
    static const MovesCase cases[] = {{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a1-a2 a1-b1 a1-b2 a7-a8"}};
    const GameState state = state_of(cases[0].fen);
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;

    assert_moves(cases, G_N_ELEMENTS(cases));
    g_assert_true(GAME_ANTICHESS.parse_move(&state, "a7-a8", &move, NULL));
    g_assert_cmpint(move_promotion(move), ==, PIECE_QUEEN);
    g_assert_true(GAME_ANTICHESS.parse_move(&state, "a8=Q", &move, NULL));
    g_assert_false(GAME_ANTICHESS.parse_move(&state, "a7a8r", &move, &error));
    g_assert_error(error, BOARD_ERROR, BOARD_ERROR_RULES);
    g_assert_cmpstr(error->message, ==, "'a7a8r' is not legal: a pawn becomes a queen");
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

typedef struct {
    const char *fen, *moves; /* played from there, with a blank between them */
    Termination termination;
    int winner;
} EndCase;

static GameOutcome outcome_after(const EndCase *end, const DrawRules *rules)
{
    g_autoptr(GameLine) line = game_line_new(&GAME_ANTICHESS, rules);
    g_auto(GStrv) texts = g_strsplit(end->moves, " ", -1);
    const GameState state = state_of(end->fen);

    game_line_start(line, &state);
    for (char **text = texts; *text != NULL && **text != '\0'; text++) {
        g_autoptr(GError) error = NULL;
        Move move = MOVE_NONE;
        g_assert_cmpint(game_line_outcome(line).termination, ==, TERMINATION_NONE);
        if (GAME_ANTICHESS.parse_move(&line->state, *text, &move, &error))
            game_line_play(line, move);
        g_assert_no_error(error);
    }
    return game_line_outcome(line);
}

static void assert_ends(const EndCase *cases, size_t count, const DrawRules *rules)
{
    for (size_t i = 0; i < count; i++) {
        const GameOutcome outcome = outcome_after(&cases[i], rules);
        if (outcome.termination != cases[i].termination || outcome.winner != cases[i].winner)
            g_test_fail_printf("%s, %s: %s, winner %d", cases[i].fen, cases[i].moves,
                               termination_name(outcome.termination), outcome.winner);
    }
}

TEST(the_page_s_ends_are_called)
{
    static const EndCase cases[] = {
        /* Black takes the last white piece: White has won */
        {"4k3/8/8/3p4/4P3/8/8/K7 b - - 0 1", "d5-e4", TERMINATION_PIECES_LOST, COLOR_WHITE},
        {"4k3/8/8/3p4/4P3/8/8/K7 w - - 0 1", "e4-d5", TERMINATION_PIECES_LOST, COLOR_BLACK},
        {"6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", "b1-b8", TERMINATION_CHECKMATE, COLOR_WHITE},
        /* the mate prevails over the last piece that it takes */
        {"1r4k1/R7/6K1/8/8/8/8/1R6 w - - 0 1", "b1-b8", TERMINATION_CHECKMATE, COLOR_WHITE},
        /* without the mate the last piece decides */
        {"1r4k1/8/6K1/8/8/8/8/1R6 w - - 0 1", "", TERMINATION_NONE, GAME_NOBODY},
        /* neither side can move any more */
        {"kb6/p1p5/P1P5/3p4/8/3P1p1p/5P1P/6BK w - - 0 1", "d3-d4", TERMINATION_STALEMATE,
         GAME_NOBODY},
    };
    assert_ends(cases, G_N_ELEMENTS(cases), &NO_RULES);
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
    g_assert_null(position_fault(&state.chess));
    g_assert_true(GAME_ANTICHESS.parse_move(&state, "d2-c1", &move, NULL));
    GAME_ANTICHESS.play(&state, move);
    g_assert_cmphex(GAME_ANTICHESS.key(&state), ==, before);
}

TEST(a_position_of_one_who_is_skipped_is_read_as_the_other_s)
{
    const GameState state = state_of("7k/5K2/6P1/8/p7/P7/3B4/8 b - - 6 40");

    g_assert_cmpint(GAME_ANTICHESS.turn(&state), ==, COLOR_WHITE);
}

/* An odd number of plies apart. */
TEST(repetitions_are_counted_over_skipped_turns)
{
    static const EndCase ends[] = {{"7k/5K2/6P1/8/p7/P7/8/2B5 w - - 0 40",
                                    "c1-d2 d2-e3 e3-c1 c1-d2 d2-e3 e3-c1", TERMINATION_REPETITION,
                                    GAME_NOBODY}};

    assert_ends(ends, G_N_ELEMENTS(ends), &ALL_RULES);
}

TEST(draws_are_called_only_where_they_are_asked_for)
{
    static const char shuffle[] = "Ra2 Rh7 Ra1 Rh8 Ra2 Rh7 Ra1 Rh8";
    static const EndCase called[] = {
        {"4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", shuffle, TERMINATION_REPETITION, GAME_NOBODY},
        {"4k2r/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra2", TERMINATION_FIFTY_MOVES, GAME_NOBODY}};
    static const EndCase off[] = {
        {"4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", shuffle, TERMINATION_NONE, GAME_NOBODY},
        {"4k2r/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra2", TERMINATION_NONE, GAME_NOBODY}};

    assert_ends(called, G_N_ELEMENTS(called), &ALL_RULES);
    assert_ends(off, G_N_ELEMENTS(off), &NO_RULES);
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
