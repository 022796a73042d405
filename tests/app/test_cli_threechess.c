#include <string.h>

#include "tests/program.h"
#include "tests/test.h"

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
