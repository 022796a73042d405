#include "tests/antichess_games.h"
#include "tests/test.h"

static const char *const END_NAMES[TERMINATION_COUNT] = {
    [TERMINATION_NONE] = "none",           [TERMINATION_PIECES_LOST] = "piecesLost",
    [TERMINATION_CHECKMATE] = "checkmate", [TERMINATION_STALEMATE] = "stalemate",
    [TERMINATION_TIME] = "timeExpired",
};

static void play(AntichessGame *game, const char *text)
{
    const Move move = antichess_find_move(&game->line->state, text);

    g_assert_cmpuint(move, !=, MOVE_NONE);
    antichess_game_play(game, move);
}

static void assert_outcome(const AntichessGame *game, Termination end, int winner)
{
    const GameOutcome outcome = antichess_game_outcome(game);

    g_assert_cmpint(outcome.termination, ==, end);
    g_assert_cmpint(outcome.winner, ==, winner);
}

static const char *winner_name(int winner)
{
    return winner == GAME_NOBODY ? "-" : winner == COLOR_WHITE ? "white" : "black";
}

TEST(known_games_end_as_they_should_and_not_before)
{
    g_autoptr(GArray) lines = antichess_lines();

    g_assert_cmpuint(lines->len, >, 0);
    for (guint i = 0; i < lines->len; i++) {
        const AntichessLine *line = &g_array_index(lines, AntichessLine, i);
        const int plies = (int)g_strv_length(line->moves);
        for (int ply = 0; ply <= plies; ply++) {
            g_autoptr(AntichessGame) game = antichess_line_play(line->name, ply, 0);
            const GameOutcome outcome = antichess_game_outcome(game);
            g_assert_cmpint(game->line->plies, ==, ply);
            g_assert_cmpstr(END_NAMES[outcome.termination], ==, ply == plies ? line->end : "none");
            g_assert_cmpstr(winner_name(outcome.winner), ==, ply == plies ? line->winner : "-");
        }
    }
}

TEST(time_is_taken_from_the_side_to_move)
{
    g_autoptr(AntichessGame) game = antichess_game_new(5000, 7000);

    antichess_game_spend(game, 300);
    antichess_game_spend(game, 0);
    antichess_game_spend(game, 200);
    play(game, "e2-e3");
    antichess_game_spend(game, 1000);
    g_assert_cmpint(game->left_ms[COLOR_WHITE], ==, 4500);
    g_assert_cmpint(game->left_ms[COLOR_BLACK], ==, 6000);
    assert_outcome(game, TERMINATION_NONE, GAME_NOBODY);
}

TEST(what_was_left_after_each_ply_is_kept)
{
    g_autoptr(AntichessGame) game = antichess_game_new(5000, 7000);

    antichess_game_spend(game, 1);
    play(game, "e2-e3");
    antichess_game_spend(game, 2);
    play(game, "e7-e6");
    antichess_game_spend(game, 3);
    g_assert_cmpuint(game->left_after_ms->len, ==, 2);
    g_assert_cmpint(g_array_index(game->left_after_ms, int64_t, 0), ==, 4999);
    g_assert_cmpint(g_array_index(game->left_after_ms, int64_t, 1), ==, 6998);
}

TEST(a_clock_at_zero_loses)
{
    static const int64_t takes_ms[] = {5000, 5001, G_MAXINT64};

    for (size_t i = 0; i < G_N_ELEMENTS(takes_ms); i++) {
        g_autoptr(AntichessGame) game = antichess_game_new(5000, 5000);
        play(game, "e2-e3");
        antichess_game_spend(game, takes_ms[i]);
        g_assert_cmpint(game->left_ms[COLOR_BLACK], ==, 0);
        assert_outcome(game, TERMINATION_TIME, COLOR_WHITE);
    }
}

TEST(a_side_without_a_clock_has_all_the_time)
{
    g_autoptr(AntichessGame) game = antichess_game_new(0, 10);

    antichess_game_spend(game, G_MAXINT64);
    assert_outcome(game, TERMINATION_NONE, GAME_NOBODY);
    play(game, "e2-e3");
    antichess_game_spend(game, 10);
    assert_outcome(game, TERMINATION_TIME, COLOR_WHITE);
}

TEST(a_mate_that_took_too_long_is_a_loss)
{
    g_autoptr(AntichessGame) in_time = antichess_line_play("mated-white", -1, 2001);
    g_autoptr(AntichessGame) late = antichess_line_play("mated-white", 3, 2001);

    assert_outcome(in_time, TERMINATION_CHECKMATE, COLOR_BLACK);
    antichess_game_spend(late, 1001);
    play(late, "d8-h4");
    assert_outcome(late, TERMINATION_TIME, COLOR_WHITE);
}

TEST(a_side_that_moves_twice_runs_its_clock_twice)
{
    g_autoptr(AntichessGame) game = antichess_line_play("drawn", -1, 100000);

    g_assert_cmpint(game->left_ms[COLOR_WHITE], ==, 100000 - 31000);
    g_assert_cmpint(game->left_ms[COLOR_BLACK], ==, 100000 - 32000);
}
