/* A game that the program does not have: four players in turn, no board. Each draws a number as
 * often as the spec has plies; the highest sum wins and the lowest loses. It is registered by the
 * table at the end of this file, which is linked in place of the program's own; nothing else knows
 * of it, and yet a run of it is whole. */
#include <json-glib/json-glib.h>

#include "experiments/report/report.h"
#include "experiments/report/results.h"
#include "experiments/run/conversation.h"
#include "experiments/run/merge.h"
#include "experiments/run/provenance.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/json_members.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define SIDES 4

/* Set by a test: how long a game takes, and the game after which the run is asked to stop. */
static struct {
    gulong pause_us;
    uint64_t last;
    bool stop;
} Pace;

static const char *const SIDE_NAMES[SIDES] = {"North", "East", "South", "West"};
static const TimedGame DICE = {.name = "dice", .side_name = SIDE_NAMES};

static bool is_for(const PlayerKind *kind)
{
    return g_str_equal(kind->name, "random");
}

static bool check_format(const SpecReader *reader)
{
    return reader->spec->format == SPEC_ROUND_ROBIN ||
           spec_reader_fail(reader, "experiment", "format", "all seats of dice are alike");
}

static bool check_rules(const SpecReader *reader)
{
    return reader->spec->rules.draws.max_plies > 0 ||
           spec_reader_fail(reader, "rules", "max-plies", "dice without end");
}

static const ContestKey STRAYS[] = {{"async", NULL}, {"openings", NULL}, {NULL, NULL}};

static const uint8_t SEATINGS[][CONTEST_MAX_SIDES] = {
    {0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}};

typedef struct {
    uint32_t sum[SIDES];
} Dice;

static gpointer dice_new(G_GNUC_UNUSED const Spec *spec)
{
    return g_new(Dice, 1);
}

static void begin(gpointer own, G_GNUC_UNUSED MatchSeats *seats, G_GNUC_UNUSED MatchRecord *record)
{
    *(Dice *)own = (Dice){0};
    g_usleep(Pace.pause_us);
}

static bool step(gpointer own, MatchSeats *seats, MatchRecord *record,
                 G_GNUC_UNUSED const Recorder *recorder)
{
    uint32_t *sum = ((Dice *)own)->sum;
    int best = 0, worst = 0;

    record->ply[record->plies].side = (uint8_t)(record->plies % SIDES);
    sum[record->plies++ % SIDES] += random_below(&seats->random, 1000);
    if (record->plies < seats->spec->rules.draws.max_plies * SIDES)
        return true;
    for (int side = 1; side < SIDES; side++) {
        best = sum[side] > sum[best] ? side : best;
        worst = sum[side] < sum[worst] ? side : worst;
    }
    record->outcome = (GameOutcome){TERMINATION_PLY_LIMIT, best, worst};
    if (Pace.last != 0 && record->job.number >= Pace.last)
        Pace.stop = true;
    return true;
}

static const ContestPlay PLAY = {
    .own_new = dice_new, .own_free = g_free, .begin = begin, .step = step};

static int count_players(const Spec *spec)
{
    return spec->player_count;
}

static void add(Totals *totals, const MatchRecord *record)
{
    for (int side = 0; side < SIDES; side++) {
        PairingTotals *luck = &totals->pairings[record->job.player[side]];
        luck->score.wins += record->outcome.winner == side;
        luck->score.draws += record->outcome.winner != side;
    }
}

static void name_part(JsonBuilder *json, const Spec *spec, int part)
{
    json_add_text(json, "player", spec->players[part].name);
}

static const Member ROWS[] = {TOTALS_NUMBER("wins", score.wins),
                              TOTALS_NUMBER("others", score.draws)};
static const MemberTable RESULTS = {MEMBER_TABLE(ROWS, PairingTotals)};

static const ContestTally TALLY = {
    .count_parts = count_players,
    .add = add,
    .name_part = name_part,
    .results = &RESULTS,
};

static void fill_game(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;

    row_count(rows, (int64_t)of->record->job.number);
    row_text(rows, run_player_name(of, of->record->outcome.winner));
}

static const Column GAMES_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game"},
    {"winner", TABLE_TEXT, "", "short name of the winner"},
};

static void fill_player(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;

    row_text(rows, of->spec->players[of->part].name);
    row_count(rows, of->totals->score.wins);
}

static const Column PLAYERS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", "short name of a player"},
    {"wins", TABLE_COUNT, "games", "games won"},
};

static const Table GAMES_TABLE = {TABLE("games.csv", "a game", GAMES_COLUMNS, fill_game),
                                  .key = {"game"}};

static const Table PLAYERS_TABLE = {TABLE("pairings.csv", "a player", PLAYERS_COLUMNS, fill_player),
                                    .key = {"player"}};

static const RecordsEntry ENTRIES[] = {
    {&GAMES_TABLE, RECORDS_SWITCH(games)},
    {&PLAYERS_TABLE, RECORDS_SWITCH(pairings)},
    {NULL},
};

static char *describe_result(const Spec *spec, const MatchRecord *record)
{
    return g_strdup_printf("%s wins", spec->side_names[record->outcome.winner]);
}

static const ContestRecords RECORDS = {.entries = ENTRIES, .describe_result = describe_result};

static GPtrArray *list_rows(const Spec *spec, const Totals *totals)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);

    for (int i = 0; i < totals->parts; i++) {
        char *cells[] = {g_strdup(spec->players[i].name),
                         g_strdup_printf("%d", (int)totals->pairings[i].score.wins), NULL};
        g_ptr_array_add(rows, g_memdup2(cells, sizeof cells));
    }
    return rows;
}

static const Contest CONTEST_LOTS = {
    .name = "dice",
    .sides = SIDES,
    .own_game = &DICE,
    .is_for = is_for,
    .check_format = check_format,
    .check_rules = check_rules,
    .strays = STRAYS,
    .no_messages = "dice send no messages",
    .seatings = SEATINGS,
    .seating_count = G_N_ELEMENTS(SEATINGS),
    .play = &PLAY,
    .tally = &TALLY,
    .records = &RECORDS,
    .result_rows = list_rows,
};

const Contest *const CONTESTS[] = {&CONTEST_TWO, &CONTEST_LOTS, NULL};

#define PLAYERS "[players]\nA=random\nB=random\nC=random\nD=random\nE=random\n"
#define SPEC PLAYERS "[experiment]\ngame=dice\ngames=8\n[rules]\nmax-plies=3\n"
#define GAMES 40 /* five fours of five players, eight games each */

TEST(all_fours_meet_and_go_through_all_seatings)
{
    g_autoptr(Spec) spec = spec_of(SPEC);
    int seats[5][SIDES] = {{0}};

    g_assert_cmpint(spec->pairing_count, ==, 5);
    g_assert_cmpuint(schedule_count(spec), ==, GAMES);
    for (uint64_t number = 1; number <= GAMES; number++) {
        const Job job = schedule_job(spec, number);
        for (int side = 0; side < SIDES; side++)
            seats[job.player[side]][side]++;
    }
    for (int player = 0; player < 5; player++)
        for (int side = 0; side < SIDES; side++)
            g_assert_cmpint(seats[player][side], ==, 8); /* in four of five fours */
}

TEST_ROWS(what_its_record_refuses_is_refused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = spec_parse(field[0], "test.ini", NULL, "test", NULL, &error);
    g_assert_null(spec);
    if (strstr(error->message, field[1]) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", error->message, field[1]);
}

static RunnerEnd play(const Spec *spec, const char *folder, int jobs, JournalMode mode, Shard shard)
{
    const RunnerOptions options = {.jobs = jobs,
                                   .folder = folder,
                                   .mode = mode,
                                   .shard = shard,
                                   .program = &TEST_PROGRAM,
                                   .stop = &Pace.stop};
    g_autoptr(GError) error = NULL;
    g_auto(RunnerResult) result = {0};

    runner_run(spec, &options, &result, &error);
    g_assert_no_error(error);
    return result.end;
}

TEST(a_run_stopped_and_resumed_writes_the_same_files)
{
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Folder) whole = make_folder(), stopped = make_folder();
    g_autofree char *files = NULL;

    g_assert_cmpint(play(spec, whole, 2, JOURNAL_BEGIN, JOURNAL_WHOLE), ==, RUNNER_DONE);
    files = list_files(whole);
    g_assert_cmpstr(files, ==, "datapackage.json games.csv pairings.csv run.json totals");
    Pace.pause_us = 20000;
    Pace.last = 5;
    g_assert_cmpint(play(spec, stopped, 1, JOURNAL_BEGIN, JOURNAL_WHOLE), ==, RUNNER_STOPPED);
    Pace.pause_us = 0;
    Pace.last = 0;
    Pace.stop = false;
    g_assert_cmpint(play(spec, stopped, 1, JOURNAL_RESUME, JOURNAL_WHOLE), ==, RUNNER_DONE);
    assert_same_files(whole, stopped);
}

TEST(shards_are_merged_into_the_same_files)
{
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Folder) whole = make_folder(), parts = make_folder(), merged = make_folder();
    const RunnerOptions options = {.folder = merged, .program = &TEST_PROGRAM};
    g_auto(RunnerResult) result = {0};
    g_autoptr(Spec) merged_spec = NULL;
    g_autoptr(GError) error = NULL;

    play(spec, whole, 1, JOURNAL_BEGIN, JOURNAL_WHOLE);
    for (uint64_t i = 1; i <= 3; i++) {
        g_autofree char *name = g_strdup_printf("%d", (int)i);
        g_autofree char *part = g_build_filename(parts, name, NULL);
        play(spec, part, 1, JOURNAL_BEGIN, (Shard){i, 3});
    }
    merge_shards((const char *const[]){parts, NULL}, &options, &merged_spec, &result, &error);
    g_assert_no_error(error);
    assert_same_files(whole, merged);
}

TEST(tables_report_and_replay_say_the_same)
{
    g_autoptr(Spec) spec = spec_of(SPEC);
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *table = NULL, *again = NULL, *progress = NULL;
    g_autofree char *pairings = NULL, *package = NULL;
    g_autoptr(Provenance) provenance = NULL;
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    g_autoptr(Totals) totals = totals_new_for(spec);
    g_autoptr(GString) expected = g_string_new("player,wins\n");
    g_autoptr(GError) error = NULL;
    const RunnerProgress standing = {.done = 20, .total = GAMES, .seconds = 1};
    int64_t wins = 0;

    play(spec, folder, 2, JOURNAL_BEGIN, JOURNAL_WHOLE);
    {
        g_auto(RunRows) rows = run_rows_open(folder, G_MAXINT64);
        for (uint64_t number = 1; number <= GAMES; number++) {
            g_autofree char *row = NULL;
            match_play(match, number, record);
            totals_add(totals, record);
            g_assert_cmpint(record->plies, ==, 3 * SIDES);
            g_assert_true(run_rows_find(&rows, spec, record, &row));
            g_assert_null(row);
        }
    }
    for (int i = 0; i < totals->parts; i++) {
        wins += (int)totals->pairings[i].score.wins;
        g_string_append_printf(expected, "%s,%d\n", spec->players[i].name,
                               (int)totals->pairings[i].score.wins);
    }
    g_assert_cmpint(wins, ==, GAMES);
    pairings = read_file(folder, "pairings.csv");
    g_assert_cmpstr(pairings, ==, expected->str);
    package = read_file(folder, "datapackage.json");
    g_assert_nonnull(strstr(package, "short name of the winner"));
    provenance = provenance_read(folder, &error);
    g_assert_no_error(error);
    table = report_cross_table(spec, totals);
    again = report_cross_table(spec, provenance->totals);
    g_assert_cmpstr(again, ==, table);
    progress = report_progress(spec, &standing);
    g_assert_nonnull(strstr(progress, "20/40 games"));
    g_assert_null(results_run_read(folder, "this", &error));
    g_assert_nonnull(strstr(error->message, "this requires two-player games, but '"));
}
