#include <math.h>
#include <string.h>

#include "board/chess.h"
#include "data_path.h"
#include "players/player.h"

#include "tests/test.h"

/* The draws behind the shares of the files; ours are exact. */
#define DRAWS 1000

/* A rarer action may be missing on either side. */
#define RARE 0.03

typedef struct {
    Share share[GAME_MAX_MOVES];
    int count;
} Shares;

static double share_of(const Shares *shares, const char *text)
{
    for (int i = 0; i < shares->count; i++) {
        char move[GAME_MOVE_TEXT_SIZE];
        GAME_CHESS.format_move_code(shares->share[i].move, move);
        if (g_str_equal(move, text))
            return shares->share[i].share;
    }
    return 0;
}

/* How far @drawn, a share of DRAWS draws, is from @exact, in standard deviations. */
static double deviation(double drawn, double exact)
{
    const double variance = exact * (1 - exact) / DRAWS;

    return variance > 1e-9 ? fabs(drawn - exact) / sqrt(variance) : fabs(drawn - exact) * DRAWS;
}

/* Whether the expected "MOVE:SHARE MOVE:SHARE ..." has come out. */
static bool agrees(const Shares *shares, const char *expected)
{
    g_auto(GStrv) words = g_strsplit(expected, " ", -1);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);

    for (char **word = words; *word != NULL; word++) {
        char *colon = strchr(*word, ':');
        const double share = g_ascii_strtod(colon + 1, NULL);
        *colon = '\0';
        g_hash_table_add(known, *word);
        if (share_of(shares, *word) == 0 && share >= RARE)
            return false;
        if (share_of(shares, *word) > 0 && deviation(share, share_of(shares, *word)) > 5)
            return false;
    }
    for (int i = 0; i < shares->count; i++) {
        char move[GAME_MOVE_TEXT_SIZE];
        GAME_CHESS.format_move_code(shares->share[i].move, move);
        if (!g_hash_table_contains(known, move) && shares->share[i].share >= RARE)
            return false;
    }
    return true;
}

static void check_line(GameLine *game, const char *text, int *exceptions)
{
    g_auto(GStrv) field = g_strsplit(text, "\t", -1);
    /* Both files are older than these readings. */
    g_autofree char *name = g_strconcat(
        "level:", field[1], ",any-worse-disregarded=off,restricted-counts-disregarded=off", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(name, NULL, &error);
    GameState state = GAME_CHESS.start();
    Shares shares;

    g_assert_no_error(error);
    g_assert_nonnull(player->kind->shares);
    game_read_state(&GAME_CHESS, field[0], &state, &error);
    g_assert_no_error(error);
    game_line_start(game, &state);
    shares.count = player_shares(player, &(PlayerCall){.line = game}, 1, 1, shares.share, NULL);
    if (!agrees(&shares, field[2])) {
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
    const uint64_t seeds[] = {7, 7, 8};
    g_autoptr(GameLine) game = game_line_new(&GAME_CHESS, &rules);
    g_autoptr(Player) player = player_new("random", NULL, NULL);
    Shares drawn[3];

    for (size_t i = 0; i < G_N_ELEMENTS(seeds); i++) {
        Shares *shares = &drawn[i];
        double sum = 0;
        shares->count =
            player_shares(player, &(PlayerCall){.line = game}, seeds[i], 100, shares->share, NULL);
        for (int j = 0; j < shares->count; j++) {
            sum += shares->share[j].share;
            g_assert_true(j == 0 || shares->share[j].share <= shares->share[j - 1].share);
        }
        g_assert_cmpfloat_with_epsilon(sum, 1, 1e-9);
    }
    g_assert_cmpint(drawn[0].count, ==, drawn[1].count);
    for (int i = 0; i < drawn[0].count; i++)
        g_assert_cmpint(drawn[0].share[i].move, ==, drawn[1].share[i].move);
    g_assert_cmpfloat(
        shares_difference(drawn[0].share, drawn[0].count, drawn[1].share, drawn[1].count), <, 1e-9);
    g_assert_cmpfloat(
        shares_difference(drawn[0].share, drawn[0].count, drawn[2].share, drawn[2].count), >, 0.01);
}
