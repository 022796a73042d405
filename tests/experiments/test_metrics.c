/* The columns of the tables, and the cells they write. */
#include "experiments/record/metrics_tuning.h"
#include "experiments/record/records.h"
#include "experiments/report/breakdown.h"
#include "experiments/report/comparison.h"
#include "experiments/report/metrics_report.h"
#include "experiments/report/picture_tables.h"
#include "experiments/report/published.h"
#include "experiments/tools/csv.h"
#include "tests/run_support.h"
#include "tests/test.h"

static char *results_readme(void)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "results", "README.md", NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;

    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

/* The tables of all contests, and those of none. Owner: the caller. */
static GPtrArray *list_tables(void)
{
    GPtrArray *tables = g_ptr_array_new();

    for (size_t i = 0; CONTESTS[i] != NULL; i++)
        for (const RecordsEntry *entry = CONTESTS[i]->records->entries; entry->table != NULL;
             entry++)
            g_ptr_array_add(tables, (gpointer)entry->table);
    g_ptr_array_add(tables, (gpointer)&METRICS_SUITES);
    g_ptr_array_add(tables, (gpointer)&METRICS_ITERATIONS);
    g_ptr_array_add(tables, (gpointer)&METRICS_TUNING);
    g_ptr_array_add(tables, (gpointer)&METRICS_PARAMETERS);
    return tables;
}

/* The part of the README about @table. Owner: the caller. */
static char *section_of(const char *readme, const MetricsTable *table)
{
    g_autofree char *head = g_strdup_printf("\n## %s%s\n\nA row is %s.\n", table->file,
                                            table->of != NULL ? table->of : "", table->row);
    const char *begin = strstr(readme, head);
    const char *end = begin != NULL ? strstr(begin + 4, "\n## ") : NULL;

    if (begin == NULL)
        g_test_fail_printf("results/README.md has not%s", head);
    return begin == NULL ? g_strdup("")
                         : g_strndup(begin, end != NULL ? (gsize)(end + 1 - begin) : strlen(begin));
}

static void assert_explained(const char *readme, const MetricsTable *table)
{
    g_autofree char *section = section_of(readme, table);
    g_autoptr(GString) expected =
        g_string_new("| column | unit | meaning |\n| --- | --- | --- |\n");

    for (size_t i = 0; i < table->column_count; i++)
        g_string_append_printf(expected, "| `%s` | %s | %s |\n", table->columns[i].name,
                               table->columns[i].unit, table->columns[i].meaning);
    g_string_append_c(expected, '\n');
    if (strstr(section, expected->str) == NULL)
        g_test_fail_printf("of %s results/README.md should say:\n%s", table->file, expected->str);
}

TEST(the_readme_explains_every_column_and_no_other)
{
    g_autoptr(GPtrArray) tables = list_tables();
    g_autofree char *readme = results_readme();

    for (guint i = 0; i < tables->len; i++)
        assert_explained(readme, tables->pdata[i]);
    for (size_t i = 0; i < METRICS_REPORT_COUNT; i++)
        assert_explained(readme, METRICS_REPORTS[i]);
    assert_explained(readme, &PUBLISHED_AGREEMENT);
    assert_explained(readme, &METRICS_COMPARISON);
    assert_explained(readme, &METRICS_BREAKDOWN);
    assert_explained(readme, &METRICS_INTERACTIONS);
    for (size_t i = 0; PICTURE_TABLES[i] != NULL; i++)
        assert_explained(readme, PICTURE_TABLES[i]->table);
}

TEST(the_readme_names_every_file)
{
    g_autofree char *readme = results_readme();

    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        g_assert_nonnull(strstr(readme, RECORDS_FILE_NAMES[i]));
    for (int i = 0; i < RECORDS_TABLE_COUNT; i++)
        g_assert_nonnull(strstr(readme, RECORDS_TABLE_NAMES[i]));
    g_assert_nonnull(strstr(readme, "## datapackage.json\n"));
    g_assert_nonnull(strstr(readme, "## run.json\n"));
}

static void assert_names_differ(const MetricsTable *table)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);

    for (size_t i = 0; i < table->column_count; i++)
        g_assert_true(g_hash_table_add(names, (char *)table->columns[i].name));
}

TEST(no_two_columns_of_a_table_have_one_name)
{
    g_autoptr(GPtrArray) tables = list_tables();
    for (guint i = 0; i < tables->len; i++)
        assert_names_differ(tables->pdata[i]);
    for (size_t i = 0; i < METRICS_REPORT_COUNT; i++)
        assert_names_differ(METRICS_REPORTS[i]);
    for (size_t i = 0; PICTURE_TABLES[i] != NULL; i++)
        assert_names_differ(PICTURE_TABLES[i]->table);
}

/* What @table says of its column @name; the test fails if it has none. */
static const char *meaning_of(const MetricsTable *table, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (g_str_equal(table->columns[i].name, name))
            return table->columns[i].meaning;
    g_test_fail_printf("%s has no column '%s'", table->file, name);
    return "";
}

TEST(every_way_to_end_a_game_is_explained)
{
    const char *with_turns = meaning_of(&METRICS_GAMES, "termination");
    const char *in_time = meaning_of(&METRICS_GAMES_IN_TIME, "termination");

    for (int i = TERMINATION_NONE + 1; i < TERMINATION_COUNT; i++) {
        const char *name = termination_name((Termination)i);
        if (strstr(with_turns, name) == NULL && strstr(in_time, name) == NULL)
            g_test_fail_printf("'%s' is not explained", name);
    }
    g_assert_nonnull(strstr(in_time, "king-capture"));
}

TEST(every_event_with_a_name_is_explained)
{
    const char *meaning = NULL;

    for (size_t i = 0; i < METRICS_EVENTS.column_count; i++)
        if (g_str_equal(METRICS_EVENTS.columns[i].name, "event"))
            meaning = METRICS_EVENTS.columns[i].meaning;
    g_assert_nonnull(meaning);
    for (int i = 0; i < EVENT_KIND_COUNT; i++)
        if (EVENT_NAMES[i] != NULL)
            g_assert_nonnull(strstr(meaning, EVENT_NAMES[i]));
}

static void assert_header(const MetricsTable *table, const char *header)
{
    g_autoptr(GString) csv = g_string_new(NULL);

    metrics_append_header(csv, table);
    g_assert_cmpstr(csv->str, ==, header);
}

TEST(headers_are_as_promised)
{
    g_autoptr(GPtrArray) tables = list_tables();
    static const char *const headers[] = {
        ("game,pairing,white,black,opening,seed,result,termination,plies,bare_king,"
         "material_white,material_black,reason\n"),
        "game,ply,white,black\n",
        "player,opponent,move,running,mean,sd,low,high,mean_all,low_all,high_all\n",
        "player,opponent,games,wins,losses,draws,draw_wins,draw_losses,mean_plies,"
        "distinct_games\n",
        ("player,opponent,move,decisions,threatened,attack_requests,own_moves,own_attacks,"
         "defence_requests,offers_rejected\n"),
        "player,opponent,games,planned,planned_on_king,performed,performed_share\n",
        "player,opponent,move,replies,captured,unthreatened,movers,movers_unthreatened\n",
        "player,opponent,what,games,count,mean,sd,low,high\n",
        "player,opponent,games,replies,expected,came,came_share\n",
        "game,ply,player,event,from,to,squares\n",
        ("game,blue,green,red,opening,seed,points_blue,points_green,points_red,termination,plies,"
         "material_blue,material_green,material_red,reason\n"),
        "game,ply,blue,green,red\n",
        "player,side,move,running,mean,sd,low,high\n",
        "player,side,games,wins,neither,losses,forfeits,points,average,mean_plies,low,high\n",
        ("game,pairing,white,black,ms_per_space,seed,result,termination,time_ms,material_white,"
         "material_black,commands_white,commands_black,refused_white,refused_black,stopped_white,"
         "stopped_black,killed_white,killed_black\n"),
        "game,time_ms,white,black\n",
        "player,opponent,ms_per_space,time_ms,running,mean,sd,low,high,mean_all,low_all,high_all\n",
        "player,opponent,ms_per_space,games,wins,losses,draws,mean_time_ms\n",
        "player,opponent,ms_per_space,games,commands,refused,stopped,killed,kills\n",
        "file,line,id,player,draws,share\n",
        ("iteration,games,plus_wins,plus_draws,plus_losses,minus_wins,minus_draws,minus_losses,"
         "gain,aside\n"),
        "iteration,parameter,direction,plus,minus,value,way\n",
        "parameter,start,low,high,step,value,tuned\n",
    };
    static const char *const report_headers[] = {
        ("player,opponent,games,wins,losses,draws,score,elo,elo_kind,elo_low,elo_high,"
         "superiority,"
         "white_score,black_score,pairs,ms_per_space\n"),
        "player,rating,rating_kind,low,high,games,score\n",
        "player,opponent,games,score,expected,elo,z,p\n",
        "player,mass,low,high\n",
        ("player,opponent,pairs,points_0,points_half,points_1,points_1_half,points_2,"
         "normalized_elo,low,high,ms_per_space\n"),
        "player,opponent,termination,games,ms_per_space\n",
    };

    for (guint i = 0; i < tables->len; i++)
        assert_header(tables->pdata[i], headers[i]);
    for (size_t i = 0; i < METRICS_REPORT_COUNT; i++)
        assert_header(METRICS_REPORTS[i], report_headers[i]);
}

TEST(whole_numbers_are_written_whole)
{
    static const struct {
        int64_t number;
        const char *text;
    } cases[] = {{0, "0"},
                 {7, "7"},
                 {10, "10"},
                 {-1, "-1"},
                 {-1050, "-1050"},
                 {G_MAXINT64, "9223372036854775807"},
                 {G_MININT64, "-9223372036854775808"}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) csv = g_string_new(NULL);
        csv_append_signed(csv, cases[i].number);
        g_assert_cmpstr(csv->str, ==, cases[i].text);
    }
}

TEST(the_greatest_number_fits)
{
    g_autoptr(GString) csv = g_string_new(NULL);

    csv_append_number(csv, G_MAXUINT64);
    g_assert_cmpstr(csv->str, ==, "18446744073709551615");
}

TEST(fractions_have_fixed_decimals_and_zero_no_sign)
{
    static const struct {
        double number;
        int decimals;
        const char *text;
    } cases[] = {{0, 2, "0.00"},        {-0.001, 2, "0.00"},    {0.005, 2, "0.01"},
                 {-12.5, 0, "-13"},     {-12.345, 2, "-12.35"}, {1234567.891, 2, "1234567.89"},
                 {99.999, 2, "100.00"}, {0.05, 4, "0.0500"},    {-0.5, 1, "-0.5"}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) csv = g_string_new(NULL);
        csv_append_fixed(csv, cases[i].number, cases[i].decimals);
        g_assert_cmpstr(csv->str, ==, cases[i].text);
    }
}

TEST(names_are_quoted_if_they_need_it)
{
    static const char *const cases[][2] = {{"L7", "L7"},
                                           {"level 7", "level 7"},
                                           {"a,b", "\"a,b\""},
                                           {"the \"third\"", "\"the \"\"third\"\"\""},
                                           {"", ""}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) csv = g_string_new(NULL);
        csv_append_text(csv, cases[i][0]);
        g_assert_cmpstr(csv->str, ==, cases[i][1]);
    }
}

TEST(a_row_is_read_as_it_was_written)
{
    static const char *const cells[] = {"L7", "a,b", "the \"third\"", "", "\"", "1.5"};
    g_autoptr(GString) csv = g_string_new(NULL);
    g_auto(GStrv) read = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(cells); i++) {
        if (i > 0)
            g_string_append_c(csv, ',');
        csv_append_text(csv, cells[i]);
    }
    read = csv_split(csv->str);
    g_assert_cmpuint(g_strv_length(read), ==, G_N_ELEMENTS(cells));
    for (size_t i = 0; i < G_N_ELEMENTS(cells) && read[i] != NULL; i++)
        g_assert_cmpstr(read[i], ==, cells[i]);
}
