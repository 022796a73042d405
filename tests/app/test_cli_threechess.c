#include <glib.h>
#include <string.h>

#include "tests/program.h"
#include "tests/run_support.h"
#include "tests/test.h"

/* Red can take Green's king with the rook on GE4. */
#define ROOK_ON_KING                   \
    "................K..............." \
    "................k..4............" \
    "................6..............." \
    " R"

/* Blue's pawn is blocked, and Blue has nothing else. */
#define BLOCKED                        \
    ".Pn............................." \
    "................k..............." \
    "................6..............." \
    " B"

/* What the program prints on a terminal, @environment before it. Owner: the caller. */
static char *play_on_terminal(const char *environment)
{
    g_autofree char *command = g_strdup_printf(
        "%s script -qec '%s play --game threechess --player random' /dev/null </dev/null",
        environment, g_getenv("AGENTCHESS_PROGRAM"));
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    char *out = NULL;
    int status = 0;
    g_autoptr(GError) error = NULL;

    g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status,
                 &error);
    g_assert_no_error(error);
    g_assert_cmpint(status, ==, 0);
    return out;
}

TEST(the_board_is_in_colour_on_a_terminal_that_may_have_it)
{
    g_autofree char *script = g_find_program_in_path("script");
    g_autofree char *color = NULL, *declined = NULL, *dumb = NULL;

    if (script == NULL) {
        g_test_skip("there is no program 'script' to make a terminal");
        return;
    }
    color = play_on_terminal("TERM=xterm NO_COLOR=");
    declined = play_on_terminal("TERM=xterm NO_COLOR=1");
    dumb = play_on_terminal("TERM=dumb NO_COLOR=");
    g_assert_nonnull(strstr(color, "\033[1;34mbK\033[0m"));
    g_assert_nonnull(strstr(declined, "  bK  "));
    g_assert_null(strchr(declined, '\033'));
    g_assert_nonnull(strstr(dumb, "  bK  "));
    g_assert_null(strchr(dumb, '\033'));
}

/* The side that begins takes longer than the clocks allow, on any machine. */
TEST(games_with_clocks_end_by_time_and_are_not_played_again)
{
    g_autofree char *folder = make_folder();
    g_autofree char *spec = g_build_filename(folder, "e.ini", NULL);
    g_autofree char *results = g_build_filename(folder, "r", NULL);
    g_autofree char *games = NULL, *pgn = NULL, *provenance = NULL;

    write_file(folder, "e.ini",
               "[experiment]\ngame=threechess\ngames=1\n[players]\n"
               "A=process:sh -c 'while read -r q; do sleep 0.05; echo BA2BA3; done'\n"
               "B=random\nC=random\n[rules]\nrules=threechess\ntime-limit-ms=1\n");
    {
        g_auto(ProgramResult) run = PROGRAM_RUN("", "run", spec, "-o", results);
        g_auto(ProgramResult) replay = PROGRAM_RUN("", "replay", results, "--game", "1");
        g_auto(ProgramResult) again = PROGRAM_RUN("", "run", spec, "-o", results, "--resume");
        g_assert_cmpint(run.status, ==, 0);
        g_assert_cmpint(again.status, ==, 0);
        program_assert_refused(&replay, 1,
                               "game 1 cannot be played again: it was played with clocks");
    }
    games = read_file(results, "games.csv");
    pgn = read_file(results, "games.pgn");
    provenance = read_file(results, "run.json");
    g_assert_nonnull(strstr(games, "1,A,B,C,0,1,-1,1,0,time,0,3900,3900,3900,\n"));
    g_assert_nonnull(strstr(pgn, "[Termination \"time forfeit\"]"));
    g_assert_nonnull(strstr(provenance, "\"not_reproducible\" : [\n    \"A\",\n    \"B\","));
    remove_folder(folder);
}
