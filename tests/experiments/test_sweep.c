/* Levels with every subset of some changes. */
#include "agents/logics.h"
#include "experiments/spec/points.h"
#include "experiments/tools/error.h"

#include <string.h>

#include "tests/test.h"

#define ALL_NAMES                                                                      \
    "battery-backup; plan-for-most-expensive; level-2-hunts-king; promotion-as-attack" \
    "; strict-compensation; move-compensates; even-trade"

/* The lattice of @base; the test fails if it is refused. */
static Sweep sweep_of(const char *base, const char *logics, const char *readings)
{
    g_autoptr(GError) error = NULL;
    Sweep sweep = {0};

    if (!sweep_begin(base, &sweep, &error) || !sweep_add_logics(&sweep, logics, &error) ||
        !sweep_add_readings(&sweep, readings, &error) || !sweep_check(&sweep, &error))
        g_test_fail_printf("%s", error->message);
    return sweep;
}

static void assert_point(const Sweep *sweep, int point, const char *name, const char *player)
{
    g_autofree char *our_name = sweep_point_name(sweep, point, 64);
    g_autofree char *our_player = sweep_point_player(sweep, point);

    g_assert_cmpstr(our_name, ==, name);
    g_assert_cmpstr(our_player, ==, player);
}

TEST(a_change_switches_what_the_base_has_and_has_not)
{
    const Sweep sweep = sweep_of("level:7", "defence-request", "check-gains-time;plans-count");

    g_assert_cmpint(sweep_points(&sweep), ==, 8);
    assert_point(&sweep, 0, "base", "level:7");
    assert_point(&sweep, 1, "-defence-request", "level:5+defence-consideration");
    assert_point(&sweep, 2, "-check-gains-time", "level:7,check-gains-time=off");
    assert_point(&sweep, 4, "+plans-count", "level:7,plans-count=on");
    assert_point(&sweep, 7, "-defence-request-check-gains-time+plans-count",
                 "level:5+defence-consideration,check-gains-time=off,plans-count=on");
}

TEST(every_point_is_another_player_with_another_name)
{
    const Sweep sweeps[] = {
        sweep_of("level:4", "attack-request;defence-request;defence-consideration", ""),
        sweep_of("level:1", "", ALL_NAMES),
        sweep_of("level:5", "backup;move-attack;threat-move;attack-request;defence-request", ""),
    };

    for (size_t i = 0; i < G_N_ELEMENTS(sweeps); i++) {
        g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        for (int point = 0; point < sweep_points(&sweeps[i]); point++) {
            char *name = sweep_point_name(&sweeps[i], point, 64);
            g_assert_cmpuint(strlen(name), <=, 64);
            g_assert_true(g_hash_table_add(seen, name));
            g_assert_true(g_hash_table_add(seen, sweep_point_player(&sweeps[i], point)));
        }
    }
}

TEST(long_names_become_initials)
{
    const Sweep sweep = sweep_of("level:1", "", ALL_NAMES);

    assert_point(&sweep, 3, "-bb+pfme", "level:1,battery-backup=off,plan-for-most-expensive=on");
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

    for (Logic logic = 0; logic < LOGIC_COUNT; logic++)
        g_assert_true(g_hash_table_add(seen, initials_of(LOGICS[logic].name)));
    for (Reading reading = 0; reading < READING_COUNT; reading++)
        g_assert_true(g_hash_table_add(seen, initials_of(READINGS[reading].name)));
}

TEST(only_levels_are_changed)
{
    static const char *const cases[] = {"random", "march", "level:14", "nobody", ""};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        Sweep sweep;

        g_assert_false(sweep_begin(cases[i], &sweep, &error));
        g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    }
}

TEST(seven_changes_are_the_most)
{
    Sweep sweep = sweep_of("level:1", "", ALL_NAMES);
    g_autoptr(GError) error = NULL;

    g_assert_cmpint(sweep_points(&sweep), ==, 128);
    g_assert_false(sweep_add_logics(&sweep, "backup", &error));
    g_assert_nonnull(strstr(error->message, "'backup'"));
}

TEST(a_logic_that_another_makes_idle_is_refused)
{
    g_autoptr(GError) error = NULL;
    Sweep sweep = {0};

    g_assert_true(sweep_begin("level:6", &sweep, NULL));
    g_assert_true(sweep_add_logics(&sweep, "restricted-defence-request", NULL));
    g_assert_false(sweep_check(&sweep, &error));
    g_assert_nonnull(strstr(error->message, "'restricted-defence-request', which then is idle"));
}
