
#include "board/antichess_file.h"
#include "tests/antichess_games.h"
#include "tests/board_error.h"
#include "tests/test.h"

static AntichessGame *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    AntichessGame *game = antichess_file_parse(text, strlen(text), &error);

    g_assert_no_error(error);
    return game;
}

/* @text with @to instead of the first @from. Owner: the caller. */
static char *changed(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    g_autofree char *begin = g_strndup(text, at != NULL ? (size_t)(at - text) : 0);

    if (at == NULL)
        g_error("there is no '%s'", from);
    return g_strconcat(begin, to, at + strlen(from), NULL);
}

/* Both are the same game, clocks and all. */
static void assert_same(const AntichessGame *a, const AntichessGame *b)
{
    const GameOutcome end_a = antichess_game_outcome(a), end_b = antichess_game_outcome(b);
    g_autofree char *state_a = GAME_ANTICHESS.write_state(&a->line->state);
    g_autofree char *state_b = GAME_ANTICHESS.write_state(&b->line->state);

    g_assert_cmpint(a->line->plies, ==, b->line->plies);
    for (int i = 0; i < a->line->plies; i++) {
        g_assert_cmpuint(a->line->moves[i], ==, b->line->moves[i]);
        g_assert_cmpint(g_array_index(a->left_after_ms, int64_t, i), ==,
                        g_array_index(b->left_after_ms, int64_t, i));
    }
    g_assert_cmpstr(state_a, ==, state_b);
    g_assert_cmpmem(a->initial_ms, sizeof(a->initial_ms), b->initial_ms, sizeof(b->initial_ms));
    g_assert_cmpmem(a->left_ms, sizeof(a->left_ms), b->left_ms, sizeof(b->left_ms));
    g_assert_cmpint(end_a.termination, ==, end_b.termination);
    g_assert_cmpint(end_a.winner, ==, end_b.winner);
}

TEST(a_game_is_written_as_the_assignment_had_it)
{
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", -1, 300000);
    g_autofree char *text = antichess_file_format(game);
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "data", "antichess.xml", NULL);
    g_autofree char *expected = NULL;

    g_assert_true(g_file_get_contents(path, &expected, NULL, NULL));
    g_assert_cmpstr(text, ==, expected);
}

TEST(a_game_without_two_clocks_is_untimed)
{
    static const int64_t clocks_ms[][COLOR_COUNT] = {{0, 0}, {5000, 0}, {0, 5000}};

    for (size_t i = 0; i < G_N_ELEMENTS(clocks_ms); i++) {
        g_autoptr(AntichessGame) game =
            antichess_game_new(clocks_ms[i][COLOR_WHITE], clocks_ms[i][COLOR_BLACK]);
        g_autoptr(AntichessGame) again = NULL;
        g_autofree char *text = NULL;
        antichess_game_spend(game, 1000);
        antichess_game_play(game, antichess_find_move(&game->line->state, "e2-e3"));
        text = antichess_file_format(game);
        g_assert_nonnull(strstr(text, "  <time timed=\"false\"/>\n"));
        g_assert_nonnull(strstr(text, "<move side=\"white\" value=\"e2-e3\"/>\n"));
        again = parse(text);
        g_assert_cmpint(again->line->plies, ==, 1);
        g_assert_false(antichess_game_has_clock(again, COLOR_WHITE));
        g_assert_false(antichess_game_has_clock(again, COLOR_BLACK));
    }
}

static void assert_comes_back(const AntichessGame *game)
{
    g_autofree char *text = antichess_file_format(game), *text_again = NULL;
    g_autoptr(AntichessGame) again = parse(text);

    if (again == NULL) {
        g_test_message("%s", text);
        return;
    }
    assert_same(game, again);
    text_again = antichess_file_format(again);
    g_assert_cmpstr(text, ==, text_again);
}

TEST(known_games_come_back_at_every_ply)
{
    g_autoptr(GArray) lines = antichess_lines();

    for (guint i = 0; i < lines->len; i++) {
        const AntichessLine *line = &g_array_index(lines, AntichessLine, i);
        for (int ply = 0; ply <= (int)g_strv_length(line->moves); ply++) {
            g_autoptr(AntichessGame) timed = antichess_line_play(line->name, ply, 100000);
            g_autoptr(AntichessGame) untimed = antichess_line_play(line->name, ply, 0);
            assert_comes_back(timed);
            assert_comes_back(untimed);
            antichess_game_spend(timed, 500); /* thinking, and saved before the move */
            if (antichess_game_outcome(untimed).termination == TERMINATION_NONE)
                assert_comes_back(timed);
        }
    }
}

/* Until the game ends by the board or by time. */
TEST(random_games_come_back_at_every_ply)
{
    int ends[TERMINATION_COUNT] = {0};

    for (guint32 i = 0; i < 9; i++) {
        g_autoptr(GRand) random = g_rand_new_with_seed(i);
        const int64_t clock_ms = i % 3 == 0 ? 0 : g_rand_int_range(random, 1, 100000);
        g_autoptr(AntichessGame) game = antichess_game_new(clock_ms, clock_ms * 2);
        while (game->line->plies < 400 &&
               antichess_game_outcome(game).termination == TERMINATION_NONE) {
            Move moves[GAME_MAX_MOVES];
            const int count = GAME_ANTICHESS.moves(&game->line->state, moves);
            antichess_game_spend(game, g_rand_int_range(random, 0, 1500));
            assert_comes_back(game);
            if (i % 2 == 0 && antichess_game_outcome(game).termination != TERMINATION_NONE)
                break; /* the time was over while it thought; else the move comes too late */
            antichess_game_play(game, moves[g_rand_int_range(random, 0, count)]);
            assert_comes_back(game);
        }
        ends[antichess_game_outcome(game).termination]++;
    }
    g_assert_cmpint(ends[TERMINATION_PIECES_LOST], >, 0);
    g_assert_cmpint(ends[TERMINATION_TIME], >, 0);
}

static void assert_damaged(const char *text, size_t length, void *data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(AntichessGame) game = antichess_file_parse(text, length, &error);

    ++*(int *)data;
    if (game != NULL)
        g_test_fail_printf("this is read:\n%.*s", (int)length, text);
    else
        g_assert_true(error != NULL && error->domain == BOARD_ERROR);
}

TEST(damage_anywhere_is_found)
{
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", -1, 300000);
    g_autofree char *text = antichess_file_format(game);
    int count = 0;

    antichess_damage(text, assert_damaged, &count);
    g_test_message("%d damaged texts", count);
    g_assert_cmpint(count, >, 5000);
}

/* @text with @to instead of @from is refused with @code and @message; NULL: GLib's own. */
static void assert_fault(const char *text, const char *from, const char *to, int code,
                         const char *message)
{
    g_autofree char *damaged = changed(text, from, to);
    g_autoptr(GError) error = NULL;
    g_autoptr(AntichessGame) game = antichess_file_parse(damaged, strlen(damaged), &error);

    g_assert_null(game);
    g_assert_error(error, BOARD_ERROR, code);
    if (error != NULL && message != NULL)
        g_assert_cmpstr(error->message, ==, message);
}

TEST(what_is_no_saved_game_is_refused_with_its_line)
{
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", -1, 300000);
    g_autofree char *text = antichess_file_format(game);

    for (char **field;
         (field = NEXT_ROW("what is no saved game is refused with its line")) != NULL;)
        assert_fault(text, field[0], field[1], board_error_of(field[2]), field[3]);
}

TEST(what_no_game_can_come_to_is_refused)
{
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", -1, 300000);
    g_autofree char *text = antichess_file_format(game);

    for (char **field; (field = NEXT_ROW("what no game can come to is refused")) != NULL;)
        assert_fault(text, field[0], field[1], board_error_of(field[2]), field[3]);
}

TEST(a_game_under_way_has_no_end)
{
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", 2, 300000);
    g_autofree char *text = antichess_file_format(game);
    g_autofree char *running = changed(text, "currentWhite=\"299000\"", "currentWhite=\"298500\"");
    g_autoptr(AntichessGame) read = parse(running);

    for (char **field; (field = NEXT_ROW("a game under way has no end")) != NULL;)
        assert_fault(text, field[0], field[1], board_error_of(field[2]), field[3]);
    g_assert_cmpint(read->left_ms[COLOR_WHITE], ==, 298500);
}

TEST(a_draw_has_no_winner)
{
    static const struct {
        const char *from, *to;
        BoardError code;
        const char *message;
    } cases[] = {
        {"<gameOver", "<gameOver winner=\"white\"", BOARD_ERROR_RULES,
         "line 77: attribute 'winner' of element 'gameOver' is 'white': no player has won"},
        {"<gameOver", "<gameOver winner=\"\"", BOARD_ERROR_RULES,
         "line 77: attribute 'winner' of element 'gameOver' is '': no player has won"},
    };
    g_autoptr(AntichessGame) game = antichess_line_play("drawn", -1, 300000);
    g_autofree char *text = antichess_file_format(game);

    g_assert_nonnull(strstr(text, "  <gameOver description=\"stalemate\"/>\n"));

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_fault(text, cases[i].from, cases[i].to, cases[i].code, cases[i].message);
}

TEST(a_side_that_was_skipped_must_not_move)
{
    g_autoptr(AntichessGame) game = antichess_line_play("drawn", -1, 0);
    g_autofree char *text = antichess_file_format(game);
    g_autofree char *alternating =
        changed(text, "side=\"black\" value=\"h5-h4\"", "side=\"white\" value=\"h5-h4\"");
    g_autoptr(GError) error = NULL;

    g_assert_nonnull(strstr(text, "side=\"black\" value=\"h4-h3\"/>\n"
                                  "    <move side=\"black\" value=\"h5-h4\"/>\n"));
    g_assert_null(antichess_file_parse(alternating, strlen(alternating), &error));
    g_assert_error(error, BOARD_ERROR, BOARD_ERROR_RULES);
}

TEST(time_decides_before_the_board)
{
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", 3, 3000);
    g_autofree char *text = NULL;

    antichess_game_spend(game, 2000);
    antichess_game_play(game, antichess_find_move(&game->line->state, "d8-h4"));
    text = antichess_file_format(game);
    g_assert_nonnull(strstr(text, "value=\"d8-h4\" time=\"0\"/>"));
    g_assert_nonnull(strstr(text, "<gameOver winner=\"white\" description=\"timeExpired\"/>"));
    assert_comes_back(game);
}

TEST(what_extends_the_format_is_skipped)
{
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", -1, 300000);
    g_autofree char *text = antichess_file_format(game);

    for (char **field; (field = NEXT_ROW("what extends the format is skipped")) != NULL;) {
        g_autofree char *extended = changed(text, field[0], field[1]);
        g_autoptr(AntichessGame) read = parse(extended);
        if (read != NULL)
            assert_same(game, read);
    }
}

TEST(the_parts_may_stand_in_any_order)
{
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", -1, 300000);
    g_autofree char *text = antichess_file_format(game);
    const char *time = strstr(text, "  <time"), *history = strstr(text, "  <moveHistory>"),
               *pieces = strstr(text, "  <pieces>"), *over = strstr(text, "  <gameOver"),
               *end = strstr(text, "</game>");
    g_autofree char *turned =
        g_strdup_printf("%.*s%.*s%.*s%.*s%.*s%s", (int)(time - text), text, (int)(end - over), over,
                        (int)(over - pieces), pieces, (int)(pieces - history), history,
                        (int)(history - time), time, end);
    g_autoptr(AntichessGame) read = parse(turned);

    g_assert_cmpstr(turned, !=, text);
    if (read != NULL)
        assert_same(game, read);
}

TEST(no_time_is_looked_at_in_an_untimed_game)
{
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", 2, 300000);
    g_autofree char *text = antichess_file_format(game);
    g_autofree char *untimed = changed(text, "timed=\"true\"", "timed=\"false\"");
    g_autofree char *odd = changed(untimed, "time=\"299000\"", "time=\"-1\"");
    g_autoptr(AntichessGame) read = parse(odd);

    g_assert_false(antichess_game_has_clock(read, COLOR_WHITE));
    g_assert_cmpint(read->left_ms[COLOR_WHITE], ==, 0);
    g_assert_cmpint(g_array_index(read->left_after_ms, int64_t, 0), ==, 0);
}
