#include "board/game.h"

#include "board/chess.h"
#include "board/threechess.h"
#include "tests/board/contract_game.h"
#include "tests/test.h"

static const DrawRules NO_RULES = {0};

/* Four plies after which the initial position stands on the board again. */
static const char *const SHUFFLE[] = {"Nf3", "Nf6", "Ng1", "Ng8"};

static void play(GameLine *line, const char *text)
{
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;

    if (line->game->parse_move(&line->state, text, &move, &error))
        game_line_play(line, move);
    g_assert_no_error(error);
}

TEST(games_are_found_by_name)
{
    g_assert_true(game_by_name("chess") == &GAME_CHESS);
    g_assert_true(game_by_name("threechess") == &GAME_THREECHESS);
    g_assert_null(game_by_name("Chess"));
    g_assert_null(game_by_name("checkers"));
    g_assert_null(game_by_name(""));
}

TEST(every_termination_has_a_name_of_its_own)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);

    for (Termination i = 0; i < TERMINATION_COUNT; i++) {
        g_assert_nonnull(termination_name(i));
        g_assert_true(g_hash_table_add(names, (char *)termination_name(i)));
    }
    g_assert_cmpstr(termination_name(TERMINATION_NONE), ==, "none");
}

TEST(a_line_remembers_every_state_it_left)
{
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &NO_RULES);
    const uint64_t start = GAME_CHESS.key(&line->state);

    g_assert_cmpint(line->plies, ==, 0);
    for (int ply = 0; ply < 5000; ply++)
        play(line, SHUFFLE[ply % 4]);
    g_assert_cmpint(line->plies, ==, 5000);
    for (int ply = 0; ply < 5000; ply++)
        g_assert_true((line->keys[ply] == start) == (ply % 4 == 0));
}

TEST(repetitions_are_counted_as_far_back_as_asked)
{
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &NO_RULES);
    const uint64_t start = GAME_CHESS.key(&line->state);

    g_assert_cmpint(game_line_repetitions(line, start, 100), ==, 0);
    for (int ply = 0; ply < 12; ply++)
        play(line, SHUFFLE[ply % 4]);
    g_assert_cmpint(game_line_repetitions(line, start, 100), ==, 3);
    g_assert_cmpint(game_line_repetitions(line, start, 12), ==, 3);
    g_assert_cmpint(game_line_repetitions(line, start, 11), ==, 2);
    g_assert_cmpint(game_line_repetitions(line, start, 4), ==, 1);
    g_assert_cmpint(game_line_repetitions(line, start, 3), ==, 0);
    g_assert_cmpint(game_line_repetitions(line, start, 0), ==, 0);
    g_assert_cmpint(game_line_repetitions(line, start + 1, 100), ==, 0);
}

TEST(a_new_game_forgets_the_one_before)
{
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &NO_RULES);
    const GameState start = line->state;

    for (int ply = 0; ply < 8; ply++)
        play(line, SHUFFLE[ply % 4]);
    game_line_start(line, &start);
    g_assert_cmpint(line->plies, ==, 0);
    g_assert_cmpint(game_line_turn(line), ==, 0);
    g_assert_cmpint(game_line_repetitions(line, GAME_CHESS.key(&start), 100), ==, 0);
    play(line, "e4");
    g_assert_cmpint(line->plies, ==, 1);
    g_assert_cmpint(game_line_turn(line), ==, 1);
}

TEST_CASES()
{
    for (size_t i = 0; i < GAME_COUNT; i++)
        contract_game_add_tests(GAMES[i]);
}
