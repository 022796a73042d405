/* Runs put together. */
#include "experiments/report/pool.h"

#include "experiments/tools/error.h"
#include "tests/run_support.h"
#include "tests/test.h"

static GPtrArray *runs_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)results_run_free);
}

/* Adds a run in which the first player of every pairing won one game with White, and drew one with
 * Black. */
static ResultsRun *add_run(GPtrArray *runs, const char *folder, const char *text)
{
    ResultsRun *run = g_new0(ResultsRun, 1);

    run->folder = g_strdup(folder);
    run->spec = spec_of(text);
    run->totals = totals_new_for(run->spec);
    for (int i = 0; i < run->totals->count; i++) {
        PairingTotals *totals = &run->totals->pairings[i];
        totals->score.wins = totals->score.draws = 1;
        totals->as[TOTALS_WHITE].wins = totals->as[TOTALS_BLACK].draws = 1;
        totals->terminations[TERMINATION_CHECKMATE] = 1;
        totals->terminations[TERMINATION_STALEMATE] = 1;
        totals->pairs.pairs[3] = 1;
    }
    g_ptr_array_add(runs, run);
    return run;
}

static Pool *pool_of(const GPtrArray *runs)
{
    g_autoptr(GError) error = NULL;
    Pool *pool = pool_new(runs, &error);

    g_assert_no_error(error);
    return pool;
}

static void assert_note(const Pool *pool, guint number, const char *words)
{
    g_assert_cmpuint(pool->notes->len, >, number);
    if (number < pool->notes->len && strstr(pool->notes->pdata[number], words) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", (char *)pool->notes->pdata[number], words);
}

TEST(the_same_two_players_are_one_pairing)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(Pool) pool = NULL;
    const PoolPairing *pairing;

    add_run(runs, "a", "[players]\nL1=level:1\nL7=level:7\n");
    add_run(runs, "b", "[players]\nL1=level:1\nL7=level:7\nL3=level:3\n[experiment]\nseed=2\n");
    pool = pool_of(runs);
    g_assert_cmpuint(pool->players->len, ==, 3);
    g_assert_cmpuint(pool->pairings->len, ==, 3);
    pairing = pool_pairing(pool, 0);
    g_assert_cmpint(pairing->totals.score.wins, ==, 2);
    g_assert_cmpint(pairing->totals.score.draws, ==, 2);
    g_assert_cmpint(pairing->totals.pairs.pairs[3], ==, 2);
    g_assert_cmpint(pairing->totals.terminations[TERMINATION_STALEMATE], ==, 2);
    g_assert_cmpuint(pool->notes->len, ==, 0);
    g_assert_cmpstr(pool_player(pool, 2)->name, ==, "L3");
}

TEST(in_time_games_at_other_paces_are_another_pairing)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(Pool) pool = NULL;
    static const char *const text = "[players]\nH=async-random\nA=async-random\n"
                                    "[factors]\nasync.ms-per-space=100;200\nplayer.pause_ms=5;9\n"
                                    "[experiment]\ngame=async\nformat=gauntlet\nhero=H\n";
    g_autofree char *again = g_strconcat(text, "seed=2\n", NULL);

    add_run(runs, "a", text);
    add_run(runs, "b", again);
    pool = pool_of(runs);
    g_assert_cmpuint(pool->pairings->len, ==, 4);
    for (int i = 0; i < 4; i++) {
        g_assert_cmpuint(pool_pairing(pool, i)->ms_per_space, ==, i < 2 ? 100 : 200);
        g_assert_cmpint(pool_pairing(pool, i)->totals.score.wins, ==, 2);
    }
    g_assert_cmpuint(pool->notes->len, ==, 1);
    assert_note(pool, 0, "pairings at different paces");
}

TEST(who_comes_second_in_another_run_is_turned_round)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(Pool) pool = NULL;
    const PairingTotals *totals;

    add_run(runs, "a", "[players]\nL1=level:1\nL7=level:7\n");
    add_run(runs, "b", "[players]\nL7=level:7\nL1=level:1\n[experiment]\nseed=2\n");
    pool = pool_of(runs);
    g_assert_cmpuint(pool->pairings->len, ==, 1);
    totals = &pool_pairing(pool, 0)->totals;
    g_assert_cmpint(totals->score.wins, ==, 1);
    g_assert_cmpint(totals->score.losses, ==, 1);
    g_assert_cmpint(totals->as[TOTALS_WHITE].wins, ==, 1);
    g_assert_cmpint(totals->as[TOTALS_WHITE].draws, ==, 1);
    g_assert_cmpint(totals->as[TOTALS_BLACK].draws, ==, 1);
    g_assert_cmpint(totals->as[TOTALS_BLACK].losses, ==, 1);
    g_assert_cmpint(totals->pairs.pairs[3], ==, 1);
    g_assert_cmpint(totals->pairs.pairs[1], ==, 1);
    g_assert_true(pairing_totals_agree(totals));
}

TEST(another_short_name_is_noted)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(Pool) pool = NULL;

    add_run(runs, "a", "[players]\nL1=level:1\nL7=level:7\n");
    add_run(runs, "b", "[players]\nhero=level:7\nL1=level:1\n[experiment]\nseed=2\n");
    pool = pool_of(runs);
    g_assert_cmpstr(pool_player(pool, 1)->name, ==, "L7");
    g_assert_cmpuint(pool->notes->len, ==, 1);
    assert_note(pool, 0, "hero of b is shown as L7: both names denote the player level:7");
}

TEST(a_short_name_of_several_players_gives_way_to_the_text)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(Pool) pool = NULL;

    add_run(runs, "a", "[players]\nA=level:1\nB=level:7\n");
    add_run(runs, "b", "[players]\nA=level:1\nB=level:6\n");
    pool = pool_of(runs);
    g_assert_cmpstr(pool_player(pool, 0)->name, ==, "A");
    g_assert_cmpstr(pool_player(pool, 1)->name, ==, "level:7");
    g_assert_cmpstr(pool_player(pool, 2)->name, ==, "level:6");
    g_assert_cmpuint(pool->notes->len, ==, 0);
    g_assert_cmpint(pool_find(pool, "level:6"), ==, 2);
    g_assert_cmpint(pool_find(pool, "A"), ==, 0);
    g_assert_cmpint(pool_find(pool, "level:1"), ==, 0);
    g_assert_cmpint(pool_find(pool, "B"), ==, POOL_NOBODY);
}

TEST(a_player_may_meet_its_double)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(Pool) pool = NULL;

    add_run(runs, "a", TWO_RANDOM_PLAYERS);
    add_run(runs, "b", "[players]\nB=random\nA=random\n[experiment]\nseed=2\n");
    pool = pool_of(runs);
    g_assert_cmpuint(pool->players->len, ==, 2);
    g_assert_cmpuint(pool->pairings->len, ==, 1);
    g_assert_cmpint(pool_pairing(pool, 0)->totals.score.wins, ==, 2);
    g_assert_cmpstr(pool_player(pool, 0)->name, ==, "random");
    g_assert_cmpstr(pool_player(pool, 1)->name, ==, "random #2");
}

#define SAME_PLAYER \
    "A and B are the same player, random: differences between them are due to chance"

TEST(other_rules_and_openings_are_noted)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(Pool) pool = NULL;

    add_run(runs, "a", TWO_RANDOM_PLAYERS);
    add_run(runs, "b", TWO_RANDOM_PLAYERS "[rules]\nrepetition=off\n");
    add_run(runs, "c", TWO_RANDOM_PLAYERS "[openings]\nrandom-plies=4\n[record]\npgn=off\n");
    pool = pool_of(runs);
    g_assert_cmpuint(pool->notes->len, ==, 3);
    assert_note(pool, 0,
                "not all games were played under the same conditions: [rules] repetition is 'on' "
                "in 'a', but 'off' in 'b'");
    assert_note(pool, 1, "[openings] random-plies is '0' in 'a', but '4' in 'c'");
    assert_note(pool, 2, SAME_PLAYER);
}

TEST(games_that_may_count_twice_are_noted)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(Pool) pool = NULL;

    add_run(runs, "a", TWO_RANDOM_PLAYERS);
    add_run(runs, "b", TWO_RANDOM_PLAYERS "[experiment]\ngames=1000\n");
    add_run(runs, "c", TWO_RANDOM_PLAYERS "[experiment]\ngames=1000\nseed=2\n");
    pool = pool_of(runs);
    g_assert_cmpuint(pool->notes->len, ==, 2);
    assert_note(pool, 1, SAME_PLAYER);
    assert_note(pool, 0, "'b' has the same seed as 'a': some games may count twice");
}

TEST(the_same_run_twice_is_refused)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(GError) error = NULL;

    add_run(runs, "a", TWO_RANDOM_PLAYERS);
    add_run(runs, "b", TWO_RANDOM_PLAYERS);
    g_assert_null(pool_new(runs, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    g_assert_cmpstr(error->message, ==,
                    "'b' has the same experiment and seed as 'a': its games would count twice");
}

TEST(a_run_whose_games_depend_on_the_machine_may_be_played_again)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(Pool) pool = NULL;

    for (int i = 0; i < 2; i++)
        add_run(runs, "a", "[players]\nA=random\nB=homeostatic:movetime=10\n");
    pool = pool_of(runs);
    g_assert_nonnull(pool);
}

TEST(without_a_run_there_is_nothing_to_put_together)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(GError) error = NULL;

    g_assert_null(pool_new(runs, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
}

/* A hero against as many doubles of @player. Owner: the caller. */
static char *spec_of_many(int count, const char *player)
{
    GString *text = g_string_new("[experiment]\nformat=gauntlet\nhero=H\n[players]\nH=random\n");

    for (int i = 1; i < count; i++)
        g_string_append_printf(text, "P%d=%s\n", i, player);
    return g_string_free(text, FALSE);
}

TEST(too_many_players_are_refused)
{
    g_autoptr(GPtrArray) runs = runs_new();
    g_autoptr(GError) error = NULL;
    g_autofree char *first = spec_of_many(200, "random"), *second = spec_of_many(200, "march");

    add_run(runs, "a", first);
    add_run(runs, "b", second);
    g_assert_null(pool_new(runs, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    g_assert_nonnull(strstr(error->message, "there are 399 players"));
}
