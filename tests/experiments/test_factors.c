/* Factors: values of keys and options, and the cells of a design. */
#include "agents/logic.h"
#include "experiments/spec/factors.h"
#include "experiments/spec/spec.h"
#include "experiments/tools/error.h"

#include <string.h>

#include "tests/spec_support.h"
#include "tests/test.h"

static void add(Factors *factors, const char *key, const char *values)
{
    g_autoptr(GError) error = NULL;

    factors_add(factors, key, values, &error);
    g_assert_no_error(error);
}

static void make(Factors *factors, const char *design)
{
    g_autoptr(GError) error = NULL;

    factors_make_cells(factors, design, 1, &error);
    g_assert_no_error(error);
}

static void assert_name(const Factors *factors, int cell, const char *name)
{
    g_autofree char *ours = factors_player_name(factors, cell, "L", 64);

    g_assert_cmpstr(ours, ==, name);
}

TEST(all_combinations_are_cells_and_the_last_factor_changes_first)
{
    Factors factors = {0};

    add(&factors, "player.see", "off;on");
    add(&factors, "player.sight", " 1..3 ");
    make(&factors, "full");
    g_assert_cmpint(factors.cells, ==, 6);
    assert_name(&factors, 0, "L sight 1");
    assert_name(&factors, 2, "L sight 3");
    assert_name(&factors, 5, "L+see sight 3");
    factors_clear(&factors);
}

TEST(one_at_a_time_is_the_reference_and_each_other_value_alone)
{
    Factors factors = {0};

    add(&factors, "rules.repetition", "on; off");
    add(&factors, "player.sight", "1; 2; 3");
    make(&factors, "one-at-a-time");
    g_assert_cmpint(factors.cells, ==, 4);
    assert_name(&factors, 0, "L sight 1");
    assert_name(&factors, 1, "L-repetition sight 1");
    assert_name(&factors, 3, "L sight 3");
    factors_clear(&factors);
}

TEST(random_designs_have_different_cells_and_the_same_again)
{
    Factors first = {0}, second = {0};
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (int i = 0; i < 6; i++) {
        g_autofree char *key = g_strdup_printf("player.option-%d", i);
        add(&first, key, "off; on");
        add(&second, key, "off; on");
    }
    make(&first, "random 60");
    make(&second, "random 60");
    g_assert_cmpint(first.cells, ==, 60);
    g_assert_cmpmem(first.chosen, 360, second.chosen, 360);
    for (int cell = 0; cell < 60; cell++)
        g_assert_true(g_hash_table_add(seen, factors_player_name(&first, cell, "L", 640)));
    g_assert_false(factors_make_cells(&first, "random 65", 1, NULL));
    factors_clear(&first);
    factors_clear(&second);
}

TEST(long_names_become_initials)
{
    Factors factors = {0};

    add(&factors, "player.battery-backup", "on; off");
    add(&factors, "player.level-2-plans-may-lose", "off; on");
    add(&factors, "player.position", "off; on");
    add(&factors, "player.restricted-defence-request", "off; on");
    add(&factors, "player.think_ms", "100; 250");
    make(&factors, "full");
    assert_name(&factors, 31, "L-bb+l2pml+pos+rdr tm 250");
    factors_clear(&factors);
}

/* What long names become: a word its first letters, several words theirs. */
static char *initials_of(const char *name)
{
    g_auto(GStrv) words = g_strsplit(name, "-", -1);
    GString *text = g_string_new(NULL);

    if (words[1] == NULL)
        g_string_append_len(text, name, 3);
    for (int i = 0; words[1] != NULL && words[i] != NULL; i++)
        g_string_append_c(text, words[i][0]);
    return g_string_free(text, FALSE);
}

TEST(no_two_logics_or_readings_have_the_same_initials)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (Logic logic = 0; LOGICS[logic].name != NULL; logic++)
        g_assert_true(g_hash_table_add(seen, initials_of(LOGICS[logic].name)));
    for (Reading reading = 0; READINGS[reading].name != NULL; reading++)
        g_assert_true(g_hash_table_add(seen, initials_of(READINGS[reading].name)));
}

TEST_ROWS(options_and_logics_are_set_in_the_text_of_a_player)
{
    g_autofree char *changed = factors_set_option(field[0], field[1], field[2]);

    g_assert_cmpstr(changed, ==, field[3]);
}

#define HERO                                                                  \
    "[experiment]\nformat=gauntlet\nhero=H\n[players]\nH=level:4\nA=random\n" \
    "B=level:5\n[factors]\n"

TEST(the_hero_has_a_player_in_each_cell_and_the_others_are_shared)
{
    g_autoptr(Spec) spec = spec_of(HERO "player.attack-request=off;on\nrules.repetition=on;off\n");

    g_assert_cmpint(spec->named_count, ==, 2);
    g_assert_cmpint(spec->player_count, ==, 6);
    g_assert_cmpint(spec->pairing_count, ==, 8);
    g_assert_cmpstr(spec->players[0].name, ==, "A");
    g_assert_cmpstr(spec->players[2].name, ==, "H");
    g_assert_cmpstr(spec->players[5].name, ==, "H+attack-request-repetition");
    g_assert_cmpstr(spec->players[5].text, ==, "level:5");
    g_assert_cmpint(spec->pairings[7].player, ==, 5);
    g_assert_cmpint(spec->pairings[7].opponent, ==, 1);
    g_assert_true(spec_of_pairing(spec, 0)->rules.draws.repetition);
    g_assert_false(spec_of_pairing(spec, 7)->rules.draws.repetition);
}

TEST(options_of_a_team_are_factors)
{
    g_autoptr(Spec) spec =
        spec_of("[experiment]\nformat=gauntlet\nhero=T\n[players]\nT=team:radio\n"
                "A=level:7\n[team radio]\nlevel=7\nhearing=4\n[factors]\n"
                "player.sight=2;5\n");
    g_autoptr(Spec) again = spec_of(spec->resolved);

    g_assert_cmpstr(spec->players[2].text, ==, "team:sight=5,hearing=4,level=7");
    g_assert_cmpstr(again->identity, ==, spec->identity);
}

TEST(without_a_hero_all_players_differ_between_cells)
{
    g_autoptr(Spec) spec = spec_of("[players]\nA=level:4\nB=level:5\nC=level:6\n[factors]\n"
                                   "player.even-trade=off;on\n");

    g_assert_cmpint(spec->named_count, ==, 0);
    g_assert_cmpint(spec->player_count, ==, 6);
    g_assert_cmpint(spec->pairing_count, ==, 6);
    g_assert_cmpstr(spec->players[3].name, ==, "A+even-trade");
    g_assert_cmpstr(spec->players[3].text, ==, "level:4,even-trade=on");
    g_assert_cmpint(spec->pairings[5].player, ==, 4);
    g_assert_cmpint(spec->pairings[5].opponent, ==, 5);
}

TEST(factors_read_again_are_the_same_experiment)
{
    g_autoptr(Spec) spec = spec_of(HERO "design=random 5\nplayer.attack-request=off;on\n"
                                        "rules.max-plies=20..30\nplayers.H=level:3;level:6\n");
    g_autoptr(Spec) again = spec_of(spec->resolved);

    g_assert_cmpstr(again->resolved, ==, spec->resolved);
    g_assert_cmpstr(again->identity, ==, spec->identity);
    g_assert_cmpint(again->player_count, ==, 7);
}

TEST(pairs_of_cells_are_read_again_as_they_were_named)
{
    g_autoptr(Spec) spec =
        spec_of("[experiment]\nformat=pairs\npairs=B : A\n[players]\nA=level:1\nB=level:3\n"
                "[factors]\nplayer.attack-request=off;on\nrules.repetition=on;off\n");
    g_autoptr(Spec) again = spec_of(spec->resolved);

    g_assert_cmpstr(spec->pairs, ==, "B:A");
    g_assert_cmpstr(again->identity, ==, spec->identity);
    g_assert_cmpint(again->pairing_count, ==, 4);
}

TEST_ROWS(factors_that_cannot_be_are_refused)
{
    assert_refused(field[0], field[1], field[2]);
}
