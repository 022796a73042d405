/* Totals and files of runs of asynchronous games. */
#include "experiments/tally/totals.h"

#include "experiments/run/checkpoint.h"
#include "experiments/tables/run_tables.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define SPEC                                                                                     \
    "[players]\nA=async-random:pause_ms=300\nB=async-random:pause_ms=900\nC=async-random:pause_" \
    "ms=500\n"                                                                                   \
    "[experiment]\ngame=async\ngames=5\n[async]\nms-per-space=500\ntime-limit-ms=60000\n"        \
    "[record]\nmaterial=on\ntime-step-ms=700\n"
#define GAMES 15

/* The games of SPEC and their sums. */
typedef struct {
    Spec *spec;
    Totals *totals;
    MatchRecord *records[GAMES];
} Played;

static Played play_all(void)
{
    Played played = {.spec = spec_of(SPEC)};
    g_autoptr(Match) match = match_new(played.spec, NULL, NULL);

    played.totals = totals_new_for(played.spec);
    for (int i = 0; i < GAMES; i++) {
        played.records[i] = match_record_new();
        match_play(match, (uint64_t)i + 1, played.records[i]);
        totals_add(played.totals, played.records[i]);
    }
    return played;
}

static void played_clear(Played *played)
{
    for (int i = 0; i < GAMES; i++)
        match_record_free(played->records[i]);
    totals_free(played->totals);
    spec_free(played->spec);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Played, played_clear)

/* The material of @side at @time_ms, or at the end if that comes before. */
static int material_at(const MatchTimes *times, int side, int64_t time_ms)
{
    int material = 0;

    for (int i = 0; i < (int)times->changes->len; i++)
        if (match_times_change(times, i)->time_ms <= time_ms)
            material = match_times_change(times, i)->material[side];
    return material;
}

/* The difference of game @record @steps steps after its start, as its first player sees it. */
static int difference_at(const MatchRecord *record, int steps)
{
    const int side = record->job.first_side;

    return material_at(&record->times, side, steps * 700) -
           material_at(&record->times, 1 - side, steps * 700);
}

/* The step in which a game ends, from 1. */
static int last_step(const MatchRecord *record)
{
    int step = 1;

    while (step * 700 < record->times.time_ms)
        step++;
    return step;
}

TEST(mean_curves_are_those_of_the_games)
{
    g_auto(Played) played = play_all();

    for (int pairing = 0; pairing < 3; pairing++) {
        const GArray *steps = played.totals->pairings[pairing].moves;
        int longest = 0;
        for (int i = 0; i < GAMES; i++)
            if (played.records[i]->job.pairing == pairing)
                longest = MAX(longest, last_step(played.records[i]));
        g_assert_cmpint((int)steps->len, ==, longest);
        for (int step = 1; step <= (int)steps->len; step++) {
            const TotalsMove *sums = &g_array_index(steps, TotalsMove, step - 1);
            TotalsMove expected = {0};
            for (int i = 0; i < GAMES; i++) {
                const int last = last_step(played.records[i]);
                const int difference = difference_at(played.records[i], step);
                if (played.records[i]->job.pairing != pairing)
                    continue;
                expected.running += last >= step;
                expected.sum += last >= step ? difference : 0;
                expected.squares += last >= step ? difference * difference : 0;
                expected.ended_sum += last == step ? difference : 0;
                expected.ended_squares += last == step ? difference * difference : 0;
            }
            g_assert_cmpmem(sums, sizeof *sums, &expected, sizeof expected);
        }
    }
}

/* Row @number of a table, from 0, its header. */
static char *row_of(const Played *played, const char *table, int number)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) rows = NULL;

    records_append_table(played->spec, table, played->totals, text);
    rows = g_strsplit(text->str, "\n", -1);
    g_assert_cmpint(number, <, (int)g_strv_length(rows));
    return g_strdup(rows[number]);
}

TEST(the_tables_say_what_the_games_were)
{
    g_auto(Played) played = play_all();
    MatchDoings ours = {0}, theirs = {0};
    int64_t time_ms = 0;
    const PairingTotals *totals = &played.totals->pairings[2];
    g_autofree char *pairing = row_of(&played, "pairings.csv", 6);
    g_autofree char *commands = row_of(&played, "commands.csv", 5);
    g_autofree char *reversed = row_of(&played, "commands.csv", 6);
    g_autofree char *expected = NULL;
    g_autofree char *expected_commands = NULL;
    g_autofree char *expected_reversed = NULL;

    for (int i = 0; i < GAMES; i++) {
        const MatchRecord *record = played.records[i];
        const int side = record->job.first_side;
        if (record->job.pairing != 2)
            continue;
        time_ms += record->times.time_ms;
        ours.commands += record->times.of[side].commands;
        ours.refused += record->times.of[side].refused;
        ours.stopped += record->times.of[side].stopped;
        ours.killed += record->times.of[side].killed;
        theirs.commands += record->times.of[1 - side].commands;
        theirs.refused += record->times.of[1 - side].refused;
        theirs.stopped += record->times.of[1 - side].stopped;
        theirs.killed += record->times.of[1 - side].killed;
    }
    expected =
        g_strdup_printf("C,B,500,5,%d,%d,%d,%.2f", (int)totals->score.losses,
                        (int)totals->score.wins, (int)totals->score.draws, (double)time_ms / 5);
    expected_commands =
        g_strdup_printf("B,C,500,5,%d,%d,%d,%d,%d", (int)ours.commands, (int)ours.refused,
                        (int)ours.stopped, (int)ours.killed, (int)theirs.killed);
    expected_reversed =
        g_strdup_printf("C,B,500,5,%d,%d,%d,%d,%d", (int)theirs.commands, (int)theirs.refused,
                        (int)theirs.stopped, (int)theirs.killed, (int)ours.killed);
    g_assert_cmpstr(pairing, ==, expected);
    g_assert_cmpstr(commands, ==, expected_commands);
    g_assert_cmpstr(reversed, ==, expected_reversed);
    g_assert_cmpint(ours.killed + theirs.killed, >, 5);
}

TEST(a_game_is_a_row_and_each_change_of_material_another)
{
    g_auto(Played) played = play_all();

    for (int i = 0; i < GAMES; i++) {
        const MatchRecord *record = played.records[i];
        const MatchTimes *times = &record->times;
        g_autoptr(GString) games = g_string_new(NULL);
        g_autoptr(GString) material = g_string_new(NULL);
        g_autoptr(GString) changes = g_string_new(NULL);
        g_autofree char *row = g_strdup_printf(
            "%d,%d,%s,%s,500,1,%s,%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n", i + 1,
            record->job.pairing + 1, played.spec->players[record->job.player[0]].name,
            played.spec->players[record->job.player[1]].name, run_result(record),
            termination_name(record->outcome.termination), (int)times->time_ms,
            match_times_last_material(times, 0), match_times_last_material(times, 1),
            (int)times->of[0].commands, (int)times->of[1].commands, (int)times->of[0].refused,
            (int)times->of[1].refused, (int)times->of[0].stopped, (int)times->of[1].stopped,
            (int)times->of[0].killed, (int)times->of[1].killed);
        for (int j = 0; j < (int)times->changes->len; j++)
            g_string_append_printf(changes, "%d,%d,%d,%d\n", i + 1,
                                   (int)match_times_change(times, j)->time_ms,
                                   match_times_change(times, j)->material[0],
                                   match_times_change(times, j)->material[1]);
        records_append_game(played.spec, RECORDS_GAMES, record, games);
        records_append_game(played.spec, RECORDS_MATERIAL, record, material);
        g_assert_cmpstr(games->str, ==, row);
        g_assert_cmpstr(material->str, ==, changes->str);
        g_assert_cmpint(match_times_change(times, (int)times->changes->len - 1)->time_ms, ==,
                        times->time_ms);
    }
}

TEST(what_agents_do_in_turns_has_no_files)
{
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Spec) chess = spec_of(TWO_RANDOM_PLAYERS);

    g_assert_false(records_wants_file(spec, RECORDS_PGN));
    g_assert_false(records_wants_file(spec, RECORDS_EVENTS));
    g_assert_false(records_wants_table(spec, "requests.csv"));
    g_assert_false(records_wants_table(spec, "move_attacks.csv"));
    g_assert_false(records_wants_table(spec, "threats.csv"));
    g_assert_true(records_wants_table(spec, "commands.csv"));
    g_assert_false(records_wants_table(chess, "commands.csv"));
}

static Totals *totals_of_part(const Played *played, int first, int last)
{
    Totals *totals = totals_new_for(played->spec);

    for (int i = first; i < last; i++)
        totals_add(totals, played->records[i]);
    return totals;
}

TEST(parts_add_up_and_are_read_as_they_were_stored)
{
    g_auto(Played) played = play_all();
    g_autoptr(GVariant) expected = g_variant_ref_sink(totals_store(played.totals));

    /* Between pairs of games; the last round has the fifth game of each pairing. */
    for (int cut = 0; cut <= GAMES; cut += cut < 12 ? 2 : 1) {
        g_autoptr(Totals) sum = totals_of_part(&played, 0, cut);
        g_autoptr(Totals) rest = totals_of_part(&played, cut, GAMES);
        g_autoptr(GVariant) stored = NULL;
        g_autoptr(Totals) loaded = NULL;
        totals_merge(sum, rest);
        stored = g_variant_ref_sink(totals_store(sum));
        g_assert_true(g_variant_equal(stored, expected));
        loaded = totals_load(stored);
        g_assert_nonnull(loaded);
        g_assert_true(totals_fit(loaded, played.spec));
    }
}

TEST(totals_with_turns_do_not_fit_a_game_in_time)
{
    g_autoptr(Spec) in_time =
        spec_of("[players]\nA=async-random\nB=async-random\n[experiment]\ngame=async\n");
    g_autoptr(Spec) chess = spec_of(TWO_RANDOM_PLAYERS);
    g_autoptr(Totals) times = totals_new_for(in_time);
    g_autoptr(Totals) turns = totals_new_for(chess);

    g_assert_true(totals_fit(times, in_time));
    g_assert_false(totals_fit(times, chess));
    g_assert_false(totals_fit(turns, in_time));
}
