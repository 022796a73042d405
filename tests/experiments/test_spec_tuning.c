/* Tunings as texts, and what they play. */
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_tuning.h"
#include "tests/spec_support.h"
#include "tests/test.h"

#define TUNE "[experiment]\nformat=tune\ngames=4\nseed=7\n"
#define PLAYER "[tune]\nplayer=search:depth=1\n"
#define PARAMETERS "[parameters]\nfreedom=1; 0; 40; 4\nadvance=2; 0; 30; 2.5\n"
#define OPPONENTS "[players]\nA=random\nB=level:1\n"
#define OPENINGS                    \
    "8/8/8/4k3/8/4K3/4P3/8 w - -\n" \
    "8/8/8/4k3/8/4K3/3P4/8 w - -\n" \
    "8/8/8/4k3/8/4K3/5P2/8 w - -\n" \
    "8/8/8/4k3/8/4K3/6P1/8 w - -\n" \
    "8/8/8/4k3/8/4K3/2P5/8 w - -\n"

TEST_ROWS(what_is_wrong_is_named)
{
    assert_refused(field[0], field[1], field[2]);
}

TEST(a_tuning_is_read_as_it_was_written)
{
    g_autoptr(Spec) spec = spec_of(TUNE PLAYER "check-games=10\n" PARAMETERS OPPONENTS);
    g_autoptr(Spec) again = spec_of(spec->resolved);

    g_assert_cmpstr(again->resolved, ==, spec->resolved);
    g_assert_cmpstr(again->identity, ==, spec->identity);
    g_assert_nonnull(strstr(spec->resolved, "\nadvance=2; 0; 30; 2.5\n"));
    g_assert_cmpint(spec->named_count, ==, 2);
    g_assert_cmpint(spec->player_count, ==, 4);
    g_assert_cmpint(spec->pairing_count, ==, 4);
}

/* What was an experiment before tunings were keeps its identity. */
TEST(other_experiments_do_not_mention_tunings)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);

    g_assert_null(strstr(spec->resolved, "[tune]"));
    g_assert_null(strstr(spec->resolved, "[parameters]"));
}

TEST(values_have_bounds)
{
    Tuning tuning = {0};

    g_assert_true(tuning_add(&tuning, "a", "1000000000;-1000000000;1000000000;1", NULL));
    g_assert_false(tuning_add(&tuning, "b", "0;0;1000000001;1", NULL));
    g_assert_false(tuning_add(&tuning, "c", "0;-1000000001;0;1", NULL));
    tuning_clear(&tuning);
}

TEST(values_stand_in_their_places_or_behind)
{
    static const int64_t values[] = {5, -6};
    Tuning tuning = {0};

    g_assert_true(tuning_add(&tuning, "a", "1;0;9;1", NULL));
    g_assert_true(tuning_add(&tuning, "b", "-1;-9;9;1", NULL));
    for (char **field; (field = NEXT_ROW("values stand in their places or behind")) != NULL;) {
        g_autofree char *text = NULL;
        tuning.player = (char *)field[0];
        text = tuning_player(&tuning, values);
        g_assert_cmpstr(text, ==, field[1]);
    }
    tuning_clear(&tuning);
}

/* The first random number of a game's chance. */
static uint64_t chance_of(const Spec *spec, uint64_t number)
{
    const Job job = schedule_job(spec, number);
    Random random = schedule_random(spec, &job);

    return random_next(&random);
}

TEST(the_games_that_are_compared_have_the_same_chance)
{
    static const int64_t plus[] = {3, 4}, minus[] = {1, 0};
    g_autoptr(Spec) alone = spec_of(TUNE PLAYER PARAMETERS);
    g_autoptr(Spec) field = spec_of(TUNE PLAYER PARAMETERS OPPONENTS);
    SpecIteration *made = g_new(SpecIteration, 1);

    spec_tuning_iteration(alone, 3, plus, minus, made);
    g_assert_cmpuint(schedule_count(&made->spec), ==, 4);
    g_assert_cmpstr(made->spec.players[0].given, ==, "search:depth=1,freedom=3,advance=4");
    g_assert_cmpstr(made->spec.players[1].given, ==, "search:depth=1,freedom=1,advance=0");
    g_assert_cmpuint(chance_of(&made->spec, 1), ==, chance_of(&made->spec, 2));
    g_assert_cmpuint(chance_of(&made->spec, 3), ==, chance_of(&made->spec, 4));
    g_assert_cmpuint(chance_of(&made->spec, 1), !=, chance_of(&made->spec, 3));
    spec_iteration_clear(made);

    spec_tuning_iteration(field, 3, plus, minus, made);
    g_assert_cmpuint(schedule_count(&made->spec), ==, 16);
    for (uint64_t i = 0; i < 8; i++) {
        const uint64_t number = i / 4 * 8 + i % 4 + 1; /* of each round the first half */
        const Job ours = schedule_job(&made->spec, number);
        const Job theirs = schedule_job(&made->spec, number + 4);
        g_assert_cmpuint(chance_of(&made->spec, number), ==, chance_of(&made->spec, number + 4));
        g_assert_cmpint(ours.player[ours.first_side], ==, 2);
        g_assert_cmpint(theirs.player[theirs.first_side], ==, 3);
        g_assert_cmpint(ours.player[1 - ours.first_side], ==, theirs.player[1 - theirs.first_side]);
    }
    g_assert_cmpuint(chance_of(&made->spec, 1), !=, chance_of(&made->spec, 2));
    spec_iteration_clear(made);
    g_free(made);
}

TEST(iterations_have_seeds_of_their_own)
{
    static const int64_t values[] = {1, 2};
    g_autoptr(Spec) spec = spec_of(TUNE PLAYER "check-games=2\n" PARAMETERS);
    g_autoptr(GHashTable) seeds = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(Spec) check = spec_tuning_check(spec, values, NULL, NULL);
    SpecIteration *made = g_new(SpecIteration, 1);

    g_assert_true(g_hash_table_add(seeds, g_memdup2(&spec->seed, sizeof spec->seed)));
    g_assert_true(g_hash_table_add(seeds, g_memdup2(&check->seed, sizeof check->seed)));
    for (uint64_t i = 0; i < 1000; i++) {
        spec_tuning_iteration(spec, i, values, values, made);
        g_assert_true(g_hash_table_add(seeds, g_memdup2(&made->spec.seed, sizeof spec->seed)));
        spec_iteration_clear(made);
    }
    g_free(made);
}

TEST(iterations_go_through_the_openings_that_are_not_held_back)
{
    static const int64_t values[] = {1, 2};
    static const uint64_t expected[] = {1, 2, 3, 1, 2, 3, 1, 2};
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "openings.epd", NULL);
    g_autofree char *held = g_build_filename(folder, "held.epd", NULL);
    g_autofree char *text = g_strdup_printf(
        TUNE PLAYER "held-back=2\ncheck-games=6\n" PARAMETERS "[openings]\nfile=%s\n", path);
    g_autofree char *all = g_strdup_printf(
        TUNE PLAYER "held-back=5\ncheck-games=6\n" PARAMETERS "[openings]\nfile=%s\n", path);
    SpecIteration *made = g_new(SpecIteration, 1);
    g_autofree char *back = NULL;
    g_autoptr(Spec) spec = NULL, check = NULL;

    write_file(folder, "openings.epd", OPENINGS);
    assert_refused(all, "test.ini: [tune] held-back: ", "number of openings in the file, 5");
    spec = spec_of(text);
    for (uint64_t i = 0; i < 4; i++) {
        spec_tuning_iteration(spec, i, values, values, made);
        g_assert_cmpuint(schedule_job(&made->spec, 1).opening, ==, expected[2 * i]);
        g_assert_cmpuint(schedule_job(&made->spec, 2).opening, ==, expected[2 * i]);
        g_assert_cmpuint(schedule_job(&made->spec, 3).opening, ==, expected[2 * i + 1]);
        spec_iteration_clear(made);
    }
    back = spec_tuning_held_back(spec);
    g_assert_cmpstr(back, ==, "8/8/8/4k3/8/4K3/6P1/8 w - - 0 1\n8/8/8/4k3/8/4K3/2P5/8 w - - 0 1\n");
    write_file(folder, "held.epd", back);
    check = spec_tuning_check(spec, values, held, NULL);
    g_assert_cmpuint(check->openings.positions.count, ==, 2);
    g_free(made);
}

TEST(the_check_is_a_run_of_its_own)
{
    static const int64_t tuned[] = {9, 0};
    g_autoptr(Spec) spec = spec_of(TUNE PLAYER "check-games=10\n" PARAMETERS OPPONENTS);
    g_autoptr(Spec) check = spec_tuning_check(spec, tuned, NULL, NULL);
    g_autoptr(Spec) again = spec_of(check->resolved);

    g_assert_cmpstr(check->name, ==, "test-check");
    g_assert_cmpint(check->format, ==, SPEC_PAIRS);
    g_assert_cmpuint(check->games, ==, 10);
    g_assert_cmpstr(check->pairs, ==, "tuned:start; tuned:A; start:A; tuned:B; start:B");
    g_assert_cmpstr(check->players[2].text, ==, "search:depth=1,freedom=9,advance=0");
    g_assert_cmpstr(check->players[3].text, ==, "search:depth=1");
    g_assert_cmpstr(check->identity, ==, again->identity);
}
