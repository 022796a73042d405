/* Games of three sides: who sits where, what is added up, and what a run writes. */
#include "experiments/tally/totals.h"

#include "experiments/report/report.h"
#include "experiments/run/merge.h"
#include "experiments/run/provenance.h"
#include "experiments/spec/schedule.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define PLAYERS \
    "[players]\nA=random\nB=level:2\nC=random\nL=level:3\n[experiment]\ngame=threechess\n"
#define SPEC PLAYERS "games=7\n[rules]\nmax-plies=200\n[record]\nmaterial=on\n"

TEST(three_are_seated_in_all_six_ways)
{
    g_autoptr(Spec) spec = spec_of(PLAYERS "games=12\n");
    g_autoptr(GHashTable) seatings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    g_assert_cmpint(spec->pairing_count, ==, 4);
    for (uint64_t number = 1; number <= 6; number++) {
        const Job job = schedule_job(spec, number), again = schedule_job(spec, number + 4 * 6);
        g_assert_cmpmem(job.player, sizeof job.player, again.player, sizeof again.player);
        g_assert_cmpint(job.player[0] + job.player[1] + job.player[2], ==, 3);
        g_assert_cmpint(job.player[job.first_side], ==, 0);
        g_assert_true(g_hash_table_add(
            seatings, g_strdup_printf("%d %d %d", job.player[0], job.player[1], job.player[2])));
    }
    g_assert_cmpint(schedule_job(spec, 7).player[2], ==, 3); /* A, B and L */
}

TEST(six_games_in_a_row_share_their_opening)
{
    g_autoptr(Spec) spec = spec_of(PLAYERS "games=13\n[openings]\nrandom-plies=3\n");

    for (uint64_t number = 1; number <= schedule_count(spec); number++) {
        const Job job = schedule_job(spec, number);
        g_assert_cmpuint(job.opening, ==, (job.game - 1) / 6 + 1);
    }
    for (uint64_t count = 1; count < 12; count++)
        for (uint64_t part = 1; part <= count; part++) {
            const uint64_t first = schedule_shard(spec, (Shard){part, count}).first;
            if (first <= schedule_count(spec))
                g_assert_cmpuint((schedule_job(spec, first).game - 1) % 6, ==, 0);
        }
}

/* Expected are 250 games of 1000 for each player and seat; the standard deviation is 14. */
TEST(seats_by_lot_are_even_and_nobody_sits_twice)
{
    g_autoptr(Spec) spec = spec_of(PLAYERS "format=random-seats\ngames=1000\nseed=5\n");
    int seats[4][3] = {{0}};

    g_assert_cmpuint(schedule_count(spec), ==, 1000);
    for (uint64_t number = 1; number <= 1000; number++) {
        const Job job = schedule_job(spec, number), again = schedule_job(spec, number);
        g_assert_cmpmem(job.player, sizeof job.player, again.player, sizeof again.player);
        g_assert_cmpint(job.player[0], !=, job.player[1]);
        g_assert_cmpint(job.player[0], !=, job.player[2]);
        g_assert_cmpint(job.player[1], !=, job.player[2]);
        for (int side = 0; side < 3; side++)
            seats[job.player[side]][side]++;
    }
    for (int player = 0; player < 4; player++)
        for (int side = 0; side < 3; side++)
            g_assert_cmpint(ABS(seats[player][side] - 250), <, 60);
}

TEST(points_are_those_of_the_source)
{
    static const struct {
        GameOutcome outcome;
        int points[3];
    } cases[] = {
        {{TERMINATION_KING_CAPTURE, 1, 2}, {0, 1, -1}},
        {{TERMINATION_REPETITION, GAME_NOBODY, GAME_NOBODY}, {0, 0, 0}},
        {{TERMINATION_FORFEIT, GAME_NOBODY, 0}, {-2, 1, 1}},
        {{TERMINATION_RESIGNATION, GAME_NOBODY, 1}, {0, -1, 0}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const MatchRecord record = {.outcome = cases[i].outcome};
        for (int side = 0; side < 3; side++)
            g_assert_cmpint(match_record_points(&record, side), ==, cases[i].points[side]);
    }
}

/* The sums of jobs @first to @last of @spec. Owner: the caller. */
static Totals *totals_of(const Spec *spec, uint64_t first, uint64_t last)
{
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    Totals *totals = totals_new_for(spec);

    for (uint64_t number = first; number <= last; number++) {
        match_play(match, number, record);
        totals_add(totals, record);
    }
    return totals;
}

TEST(parts_add_up_and_are_read_as_they_were_stored)
{
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Totals) whole = totals_of(spec, 1, 28);
    g_autoptr(GVariant) expected = g_variant_ref_sink(totals_store(whole));
    int64_t points = 0;

    g_assert_cmpint(totals_games(whole), ==, 28);
    g_assert_true(totals_fit(whole, spec));
    for (int i = 0; i < whole->parts; i++)
        points += seat_totals_points(&whole->pairings[i]);
    g_assert_cmpint(points, ==, 0);
    for (uint64_t cut = 0; cut <= 28; cut += 7) {
        g_autoptr(Totals) sum = totals_of(spec, 1, cut);
        g_autoptr(Totals) rest = totals_of(spec, cut + 1, 28);
        g_autoptr(GVariant) stored = NULL;
        g_autoptr(Totals) loaded = NULL;
        totals_merge(sum, rest);
        stored = g_variant_ref_sink(totals_store(sum));
        g_assert_true(g_variant_equal(stored, expected));
        loaded = totals_load(stored);
        g_assert_nonnull(loaded);
    }
}

static void play(const Spec *spec, const char *folder, int jobs, Shard shard)
{
    const RunnerOptions options = {
        .jobs = jobs, .folder = folder, .shard = shard, .program = &TEST_PROGRAM};
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};

    runner_run(spec, &options, &result, &error);
    g_assert_no_error(error);
}

TEST(files_do_not_depend_on_threads_or_shards)
{
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Folder) one = make_folder(), two = make_folder(), parts = make_folder(),
                      merged = make_folder();
    g_autofree char *files = NULL;
    const RunnerOptions options = {.folder = merged, .program = &TEST_PROGRAM};
    g_auto(RunnerResult) result = {0};
    g_autoptr(Spec) merged_spec = NULL;
    g_autoptr(GError) error = NULL;

    play(spec, one, 1, JOURNAL_WHOLE);
    play(spec, two, 2, JOURNAL_WHOLE);
    for (uint64_t i = 1; i <= 3; i++) {
        g_autofree char *name = g_strdup_printf("%d", (int)i);
        g_autofree char *part = g_build_filename(parts, name, NULL);
        play(spec, part, 1, (Shard){i, 3});
    }
    merge_shards((const char *const[]){parts, NULL}, &options, &merged_spec, &result, &error);
    g_assert_no_error(error);
    files = list_files(one);
    g_assert_cmpstr(files, ==,
                    "datapackage.json games.csv games.pgn material.csv material_mean.csv "
                    "pairings.csv run.json totals");
    assert_same_files(one, two);
    assert_same_files(one, merged);
}

TEST(a_finished_run_is_read_back_with_its_seats)
{
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *table = NULL;
    g_autofree char *again = NULL;
    g_autoptr(Totals) totals = totals_of(spec, 1, 28);
    g_autoptr(Provenance) provenance = NULL;
    g_autoptr(GError) error = NULL;

    play(spec, folder, 2, JOURNAL_WHOLE);
    provenance = provenance_read(folder, &error);
    g_assert_no_error(error);
    g_assert_nonnull(provenance);
    table = report_cross_table(spec, totals);
    again = report_cross_table(spec, provenance->totals);
    g_assert_cmpstr(again, ==, table);
    g_assert_true(g_str_has_prefix(table, "   games  won  neither  lost"));
}
