/* The tables that pictures are drawn from. */
#include "experiments/report/picture_tables.h"

#include "experiments/tables/table_text.h"
#include "experiments/tools/csv.h"
#include "tests/run_support.h"
#include "tests/test.h"

/* A run in @folder of @spec, of which nothing was played. */
static ResultsRun run_of(const char *folder, Spec *spec)
{
    return (ResultsRun){.folder = (char *)folder, .spec = spec, .totals = totals_new_for(spec)};
}

/* @table of @run as CSV has it. Owner: the caller. */
static char *arrange(const PictureTable *table, const ResultsRun *run)
{
    g_autoptr(TableRows) rows = table_rows_new(table->table);
    g_autoptr(GError) error = NULL;

    g_assert_true(table->arrange(table, run, rows, &error));
    g_assert_no_error(error);
    return table_format(rows, TABLE_FORMAT_CSV);
}

/* What @table makes of @source, a file of a run of @text. */
static void assert_arranged(const PictureTable *table, const char *text, const char *source,
                            const char *expected)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(Spec) spec = spec_of(text);
    ResultsRun run = run_of(folder, spec);
    g_autofree char *csv = NULL;

    write_file(folder, table->source, source);
    csv = arrange(table, &run);
    g_assert_cmpstr(csv, ==, expected);
    totals_free(run.totals);
}

#define TWO "[players]\nA=level:1\nB=random\n"
#define THREATS_OF_THREE                                                              \
    "player,opponent,move,replies,captured,unthreatened,movers,movers_unthreatened\n" \
    "A,B,1,10,1,2,3,4\nA,B,5,10,1,2,3,4\nA,B,6,1,0,0,0,0\nA,C,2,20,5,5,5,5\n"         \
    "A,C,10,4,1,1,1,1\n"

/* Intervals are those of Wilson for a fifth of the replies, each of which is a game's. */
TEST(five_moves_are_added_up_of_each_opponent_and_of_all)
{
    assert_arranged(&PICTURE_THREATS, TWO, THREATS_OF_THREE,
                    "player,opponent,move,replies,captured,unthreatened,movers,movers_unthreatened,"
                    "unthreatened_low,unthreatened_high\n"
                    "A,,3,40,7,9,11,13,7.148,59.072\nA,,8,5,1,1,1,1,0.000,79.345\n"
                    "A,B,3,20,2,4,6,8,4.559,69.936\n"
                    "A,C,3,20,5,5,5,5,4.559,69.936\nA,C,8,4,1,1,1,1,0.000,79.345\n");
}

TEST(a_wrong_cell_is_named)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(Spec) spec = spec_of(TWO);
    ResultsRun run = run_of(folder, spec);
    g_autoptr(TableRows) rows = table_rows_new(PICTURE_REQUESTS.table);
    g_autoptr(GError) error = NULL;

    write_file(folder, "requests.csv",
               "player,opponent,move,decisions,threatened,attack_requests,own_moves,own_attacks,"
               "defence_requests,offers_rejected\nA,B,1,5,x,0,0,0,0,0\n");
    g_assert_false(PICTURE_REQUESTS.arrange(&PICTURE_REQUESTS, &run, rows, &error));
    g_assert_nonnull(strstr(error->message, "requests.csv:2: threatened is 'x', not a"));
    totals_free(run.totals);
}

#define FACTORS                                                                                    \
    "[experiment]\ngame=async\nformat=gauntlet\nhero=H\ngames=4\n[players]\nH=async-master\n"      \
    "C=async-random\n[async]\nms-per-space=300\n[factors]\nplayer.level=1;4\nplayer.think_ms=900;" \
    "500;650\n"

/* Wins of point @point, the others of four games are lost. */
static void set_wins(const ResultsRun *run, int point, int wins)
{
    PairingTotals *totals = &run->totals->pairings[point];

    totals->score.wins = wins;
    totals->score.losses = 4 - wins;
}

TEST(lines_of_factors_cross_the_middle_between_points_or_on_them)
{
    g_autoptr(Spec) spec = spec_of(FACTORS);
    ResultsRun run = run_of("nowhere", spec);
    g_autofree char *csv = NULL;
    g_auto(GStrv) rows = NULL;
    static const char *const starts[] = {
        "line,opponent,ms_per_space,choice,x,score,low,high,crossing,crossing_low,crossing_high",
        "level 1,C,300,think_ms,500,0.750000,", /* falls: 0.75, 0.25 */
        "level 1,C,300,think_ms,650,,,,",
        "level 1,C,300,think_ms,900,0.250000,",
        "level 4,C,300,think_ms,500,1.000000,",
        "level 4,C,300,think_ms,650,0.500000,",
        "level 4,C,300,think_ms,900,0.000000,",
    };
    static const char *const crossings[] = {"crossing", "700", "", "", "", "650", ""};

    set_wins(&run, 0, 1); /* choices in the order of the spec: 900, 500, 650 */
    set_wins(&run, 1, 3);
    set_wins(&run, 3, 0);
    set_wins(&run, 4, 4);
    set_wins(&run, 5, 2);
    csv = arrange(&PICTURE_SCORES, &run);
    rows = g_strsplit(csv, "\n", -1);
    g_assert_cmpuint(g_strv_length(rows), ==, 8);
    for (size_t i = 0; i < G_N_ELEMENTS(starts); i++) {
        g_assert_true(g_str_has_prefix(rows[i], starts[i]));
        g_auto(GStrv) cells = g_strsplit(rows[i], ",", -1);
        g_assert_cmpstr(cells[8], ==, crossings[i]);
    }
    totals_free(run.totals);
}

/* The interval of a crossing has the choices at which the score may be 0.5: its ends are nearer the
 * more games there are, and there is none where the line ends before. */
TEST(a_crossing_has_the_interval_that_games_allow)
{
    g_autoptr(Spec) spec = spec_of(FACTORS);
    double width[2];

    for (int i = 0; i < 2; i++) {
        ResultsRun run = run_of("nowhere", spec);
        g_autofree char *csv = NULL;
        g_auto(GStrv) rows = NULL, cells = NULL;
        const int64_t games = i == 0 ? 100 : 10000;
        const int64_t wins[] = {games / 10, games * 9 / 10, games / 2};
        for (int pairing = 0; pairing < 3; pairing++) {
            run.totals->pairings[pairing].score.wins = wins[pairing];
            run.totals->pairings[pairing].score.losses = games - wins[pairing];
        }
        csv = arrange(&PICTURE_SCORES, &run);
        rows = g_strsplit(csv, "\n", -1);
        cells = g_strsplit(rows[2], ",", -1);
        g_assert_cmpstr(cells[8], ==, "650");
        g_assert_cmpfloat(g_ascii_strtod(cells[9], NULL), <, 650);
        g_assert_cmpfloat(g_ascii_strtod(cells[9], NULL), >, 500);
        g_assert_cmpfloat(g_ascii_strtod(cells[10], NULL), >, 650);
        width[i] = g_ascii_strtod(cells[10], NULL) - g_ascii_strtod(cells[9], NULL);
        totals_free(run.totals);
    }
    /* About the root of the games, but narrower between points than on them. */
    g_assert_cmpfloat(width[0] / width[1], >, 7);
    g_assert_cmpfloat(width[0] / width[1], <, 11);
}

TEST(values_that_are_no_numbers_have_no_line)
{
    g_autoptr(Spec) spec =
        spec_of("[experiment]\nformat=gauntlet\nhero=H\ngames=2\n[players]\nH=march\n"
                "A=random\n[factors]\nplayers.H=march;random\n");
    ResultsRun run = run_of("nowhere", spec);
    g_autofree char *csv = arrange(&PICTURE_SCORES, &run);

    g_assert_cmpstr(
        csv, ==,
        "line,opponent,ms_per_space,choice,x,score,low,high,crossing,crossing_low,crossing_high\n");
    totals_free(run.totals);
}

/* A table that has all kinds of columns. */
static const Column COLUMNS[] = {
    {"player", TABLE_TEXT, "", ""},
    {"move", TABLE_COUNT, "moves", ""},
    {"end", TABLE_TEXT, "", ""},
    {"mean", TABLE_REAL, "games", ""},
};
static const Table NONE = {.name = "t", TABLE("none", "nothing", COLUMNS, NULL)};

/* Rows from texts, as CSV without a head has them; "" is an empty cell. Owner: the caller. */
static TableRows *rows_of(const char *csv)
{
    g_auto(GStrv) lines = g_strsplit(csv, "\n", -1);
    TableRows *rows = table_rows_new(&NONE);

    for (int i = 0; lines[i] != NULL && *lines[i] != '\0'; i++) {
        g_auto(GStrv) cells = csv_split(lines[i]);
        for (int j = 0; cells[j] != NULL; j++)
            row_text(rows, cells[j]);
    }
    return rows;
}

TEST(the_same_rows_are_written_for_other_readers)
{
    g_autoptr(TableRows) rows = rows_of("\"a,b\",1,mate,\n");
    g_autofree char *csv = table_format(rows, TABLE_FORMAT_CSV);
    g_autofree char *json = table_format(rows, TABLE_FORMAT_JSON);
    g_autofree char *markdown = table_format(rows, TABLE_FORMAT_MARKDOWN);
    g_autofree char *text = table_format(rows, TABLE_FORMAT_TEXT);

    g_assert_cmpstr(csv, ==, "player,move,end,mean\n\"a,b\",1,mate,\n");
    g_assert_cmpstr(json, ==,
                    "{\n  \"t\": [\n    {\"player\": \"a,b\", \"move\": 1, \"end\": \"mate\", "
                    "\"mean\": null}\n  ]\n}\n");
    g_assert_cmpstr(markdown, ==,
                    "| player | move | end | mean |\n| --- | ---: | ---: | ---: |\n"
                    "| a,b | 1 | mate |  |\n");
    g_assert_nonnull(strstr(text, "player  move   end  mean\na,b        1  mate"));
}
