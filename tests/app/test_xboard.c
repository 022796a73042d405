/* XBoard itself plays games with us, on a virtual screen; the PGN it writes is read and
 * every move checked. Skips without XBoard or the other engine. */
#include "board/movegen.h"
#include "board/pgn.h"
#include "tests/program.h"
#include "tests/run_support.h"
#include "tests/test.h"

/* Where Debian has programs that play. */
static char *path_with_games(void)
{
    return g_strconcat(g_getenv("PATH"), ":/usr/games", NULL);
}

/* Whether all of @programs are here; the test says that it skips if not. */
static bool has_programs(const char *const *programs)
{
    g_autofree char *path = path_with_games();

    for (; *programs != NULL; programs++) {
        g_autofree char *command = g_strdup_printf("PATH='%s'; command -v %s", path, *programs);
        const char *const argv[] = {"/bin/sh", "-c", command, NULL};
        int status = -1;
        g_spawn_sync(NULL, (char **)argv, NULL,
                     G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL,
                     NULL, &status, NULL);
        if (status != 0) {
            g_test_skip_printf("there is no %s here; scripts/setup --check installs it", *programs);
            return false;
        }
    }
    return true;
}

/* Lets XBoard play one game of @white and @black, commands of engines, and returns the PGN; a
 * folder of its own is its home, so that no settings of a user are read or written. Without the
 * options on sounds and messages it plays slowly and never ends. Owner: the caller. */
static char *play(const char *white, const char *black)
{
    g_autofree char *folder = make_folder();
    g_autofree char *path = path_with_games();
    g_auto(GStrv) environment = g_get_environ();
    g_autofree char *errors = NULL, *pgn = NULL;
    const char *const argv[] = {"timeout",  "-k",
                                "5",        "120",
                                "xvfb-run", "-a",
                                "xboard",   "-fcp",
                                white,      "-scp",
                                black,      "-mg",
                                "1",        "-st",
                                "0:01",     "-depth",
                                "2",        "-matchPause",
                                "100",      "-popupExitMessage",
                                "false",    "-popupMoveErrors",
                                "false",    "-soundProgram",
                                "true",     "-animateMoving",
                                "false",    "-sgf",
                                "out.pgn",  NULL};
    int status = -1;

    environment = g_environ_setenv(environment, "PATH", path, TRUE);
    environment = g_environ_setenv(environment, "HOME", folder, TRUE);
    g_assert_true(g_spawn_sync(folder, (char **)argv, environment,
                               G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                               &errors, &status, NULL));
    pgn = read_file(folder, "out.pgn");
    if (pgn == NULL)
        g_test_fail_printf("XBoard wrote no game, status %d: %s", status, errors);
    remove_folder(folder);
    return g_steal_pointer(&pgn);
}

static Position last_position(const PgnGame *game)
{
    Position pos = game->start;

    for (guint i = 0; i < game->moves->len; i++)
        position_play(&pos, g_array_index(game->moves, Move, i));
    return pos;
}

/* The text holds one whole game, whose winner, if there is one, won by mate. */
static void assert_whole_game(const char *pgn, const char *white)
{
    PgnReader reader = pgn_reader_begin(pgn);
    g_autoptr(GError) error = NULL;
    g_autoptr(PgnGame) game = pgn_reader_next(&reader, &error);
    Position pos;

    g_assert_no_error(error);
    if (game == NULL)
        return;
    g_test_message("%s", pgn);
    g_assert_true(g_str_has_prefix(pgn_game_tag(game, "White"), white));
    g_assert_cmpuint(game->moves->len, >, 4);
    g_assert_cmpstr(game->result, !=, "*");
    pos = last_position(game);
    if (!g_str_equal(game->result, "1/2-1/2"))
        g_assert_true(position_checkers(&pos) && !movegen_any(&pos));
    g_assert_null(pgn_reader_next(&reader, &error));
    g_assert_no_error(error);
}

static void check_match(const char *player, const char *opponent)
{
    const char *program = g_getenv("AGENTCHESS_PROGRAM");
    g_autofree char *white = g_strdup_printf("\"%s\" xboard --player %s", program, player);
    g_autofree char *pgn = play(white, opponent);

    if (pgn != NULL)
        assert_whole_game(pgn, "AgentChess");
}

TEST(two_of_our_levels_play_to_the_end)
{
    const char *program = g_getenv("AGENTCHESS_PROGRAM");
    g_autofree char *black = g_strdup_printf("\"%s\" xboard --player level:2", program);

    if (has_programs((const char *const[]){"xvfb-run", "xauth", "xboard", NULL}))
        check_match("level:7", black);
}

TEST(a_level_plays_fairymax_to_the_end)
{
    if (has_programs((const char *const[]){"xvfb-run", "xauth", "xboard", "fairymax", NULL}))
        check_match("level:7", "fairymax");
}

TEST(a_level_plays_phalanx_to_the_end)
{
    if (has_programs((const char *const[]){"xvfb-run", "xauth", "xboard", "phalanx", NULL}))
        check_match("level:5", "phalanx -b- -l-");
}
