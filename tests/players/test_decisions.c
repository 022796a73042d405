#include <math.h>
#include <string.h>

#include "board/chess.h"
#include "data_path.h"
#include "players/decisions.h"

#include "tests/test.h"

/* The draws behind the shares of the files; ours are exact. */
#define DRAWS 1000

/* A rarer action may be missing on either side. */
#define RARE 0.03

static double share_of(const Decisions *decisions, const char *text)
{
    for (int i = 0; i < decisions->count; i++) {
        char move[GAME_MOVE_TEXT_SIZE];
        decisions->game->format_move_code(decisions->decision[i].move, move);
        if (g_str_equal(move, text))
            return decisions->decision[i].share;
    }
    return 0;
}

static bool are_equal(const Decisions *a, const Decisions *b)
{
    bool equal = a->count == b->count;

    for (int i = 0; equal && i < a->count; i++)
        equal = a->decision[i].move == b->decision[i].move &&
                a->decision[i].times == b->decision[i].times;
    return equal;
}

/* How far @drawn, a share of DRAWS draws, is from @exact, in standard deviations. */
static double deviation(double drawn, double exact)
{
    const double variance = exact * (1 - exact) / DRAWS;

    return variance > 1e-9 ? fabs(drawn - exact) / sqrt(variance) : fabs(drawn - exact) * DRAWS;
}

/* Whether the expected "MOVE:SHARE MOVE:SHARE ..." has come out. */
static bool agrees(const Decisions *decisions, const char *expected)
{
    g_auto(GStrv) words = g_strsplit(expected, " ", -1);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);

    for (char **word = words; *word != NULL; word++) {
        char *colon = strchr(*word, ':');
        const double share = g_ascii_strtod(colon + 1, NULL);
        *colon = '\0';
        g_hash_table_add(known, *word);
        if (share_of(decisions, *word) == 0 && share >= RARE)
            return false;
        if (share_of(decisions, *word) > 0 && deviation(share, share_of(decisions, *word)) > 5)
            return false;
    }
    for (int i = 0; i < decisions->count; i++) {
        char move[GAME_MOVE_TEXT_SIZE];
        decisions->game->format_move_code(decisions->decision[i].move, move);
        if (!g_hash_table_contains(known, move) && decisions->decision[i].share >= RARE)
            return false;
    }
    return true;
}

static void check_line(GameLine *game, const char *text, int *exceptions)
{
    g_auto(GStrv) field = g_strsplit(text, "\t", -1);
    g_autofree char *name = g_strconcat("level:", field[1], NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(name, NULL, &error);
    GameState state = GAME_CHESS.start();
    Decisions decisions;

    g_assert_no_error(error);
    game_read_state(&GAME_CHESS, field[0], &state, &error);
    g_assert_no_error(error);
    game_line_start(game, &state);
    g_assert_true(decisions_find(player, &(PlayerCall){.line = game}, 1, DRAWS, &decisions, NULL));
    g_assert_cmpint(decisions.draws, ==, 0);
    if (!agrees(&decisions, field[2])) {
        g_test_message("%s, %s: not %s", field[0], name, field[2]);
        (*exceptions)++;
    }
}

static void check_file(char **lines)
{
    const DrawRules rules = {0};
    g_autoptr(GameLine) game = game_line_new(&GAME_CHESS, &rules);
    int exceptions = 0;

    for (char **line = lines + 1; *line != NULL; line++) /* the first line names the columns */
        check_line(game, *line, &exceptions);
    g_assert_cmpint(exceptions, ==, 0);
}

/* Made once by the program itself: what it decided then it decides now. */
TEST(decisions_are_those_of_before)
{
    g_auto(GStrv) lines = data_lines("decisions.tsv");

    check_file(lines);
}

TEST(decisions_are_those_of_an_independent_implementation)
{
    g_auto(GStrv) lines = shared_data_lines("agent-logic-decisions.tsv");

    if (lines != NULL)
        check_file(lines);
}

TEST(the_same_seed_draws_the_same_decisions)
{
    const DrawRules rules = {0};
    g_autoptr(GameLine) game = game_line_new(&GAME_CHESS, &rules);
    g_autoptr(Player) player = player_new("level:3", NULL, NULL);
    Decisions first, second, other;

    g_assert_true(decisions_draw(player, &(PlayerCall){.line = game}, 7, 100, &first, NULL));
    g_assert_true(decisions_draw(player, &(PlayerCall){.line = game}, 7, 100, &second, NULL));
    g_assert_true(decisions_draw(player, &(PlayerCall){.line = game}, 8, 100, &other, NULL));
    g_assert_true(are_equal(&first, &second));
    g_assert_false(are_equal(&first, &other));
}
