/* `agentchess diff` as its users meet it. */
#include <stdlib.h>

#include "tests/program.h"
#include "tests/test.h"

/* The move is not among those that a player may play, as another command answers. */
static void assert_never_drawn(const char *player, const char *position, const char *move)
{
    g_autofree char *question = g_strdup_printf(
        "{\"shares\": {\"player\": \"%s\", \"fen\": \"%s\", \"draws\": 12}}\n", player, position);
    g_autofree char *member = g_strdup_printf("\"%s\":", move);
    g_auto(ProgramResult) shares = PROGRAM_RUN(question, "ask");

    g_assert_true(g_str_has_prefix(shares.out, "{\"shares\":{\""));
    if (strstr(shares.out, member) != NULL)
        g_test_fail_printf("%s plays %s: %s", player, move, shares.out);
}

TEST(every_position_is_one_where_they_differ)
{
    g_auto(ProgramResult) csv =
        PROGRAM_RUN("", "diff", "level:5", "level:7", "--games=20", "--format=csv");
    g_auto(ProgramResult) text = PROGRAM_RUN("", "diff", "level:5", "level:7", "--games=20");
    g_auto(GStrv) lines = g_strsplit(csv.out, "\n", -1);
    const int rows = (int)g_strv_length(lines) - 2;
    g_autofree char *count = g_strdup_printf(" they decide %d differently, and ", rows);
    int sum = 0;

    g_assert_cmpint(csv.status, ==, 0);
    g_assert_true(g_str_has_prefix(csv.out, "game,ply,position,first_move,first_kind,"));
    g_assert_cmpint(rows, >, 10);
    g_assert_nonnull(strstr(text.out, count));
    g_assert_nonnull(strstr(text.out, "\n1: game "));
    for (int i = 1; i <= rows; i++) {
        g_auto(GStrv) cells = g_strsplit(lines[i], ",", -1);
        g_assert_cmpuint(g_strv_length(cells), ==, 13);
        g_assert_cmpstr(cells[3], !=, cells[7]);
        sum += g_str_equal(cells[11], "first") || g_str_equal(cells[11], "second");
        if (i % 7 != 0)
            continue;
        assert_never_drawn("level:5", cells[2], cells[7]);
        assert_never_drawn("level:7", cells[2], cells[3]);
    }
    g_assert_cmpint(sum, >, rows / 2); /* one of them has played it, perhaps with another draw */
}
