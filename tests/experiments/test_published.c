/* The thesis' tables in results/published, and results of ours beside them. */
#include "experiments/report/published_answer.h"

#include <math.h>

#include "experiments/tools/csv.h"
#include "tests/data_path.h"
#include "tests/run_support.h"
#include "tests/test.h"

static char *published_folder(void)
{
    return g_test_build_filename(G_TEST_DIST, "..", "results", "published", NULL);
}

/* A table as rows of cells, the header first. */
typedef GPtrArray Matrix;

static const char *cell(const Matrix *table, guint row, guint column)
{
    char **cells = row < table->len ? table->pdata[row] : NULL;

    return cells != NULL && column < g_strv_length(cells) ? cells[column] : "";
}

static int number(const Matrix *table, guint row, guint column)
{
    return (int)g_ascii_strtoll(cell(table, row, column), NULL, 10);
}

static Matrix *read_table(int table_number)
{
    g_autofree char *name = g_strdup_printf("table_3_%d.csv", table_number);
    g_autofree char *folder = published_folder(), *path = g_build_filename(folder, name, NULL);
    g_auto(GStrv) lines = lines_of_file(path);
    Matrix *table = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);

    for (char **line = lines; *line != NULL; line++)
        g_ptr_array_add(table, csv_split(*line));
    return table;
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Matrix, g_ptr_array_unref)

/* They were compared with print, and with each other wherever those in print agree. */
TEST(the_tables_are_those_that_were_compared_with_print)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

    for (int i = 1; i <= 10; i++) {
        g_autofree char *name = g_strdup_printf("table_3_%d.csv", i);
        g_autofree char *folder = published_folder();
        g_autofree char *text = read_file(folder, name);
        g_checksum_update(sum, (const guchar *)text, -1);
    }
    g_assert_cmpstr(g_checksum_get_string(sum), ==,
                    "1a0ac62a589886c136867795157c87eba6daad73bf962e53ef0e9a028cee0879");
}

TEST(the_readme_names_every_table_and_column)
{
    g_autofree char *path =
        g_test_build_filename(G_TEST_DIST, "..", "results", "published", "README.md", NULL);
    g_auto(GStrv) lines = lines_of_file(path);
    g_autofree char *readme = g_strjoinv("\n", lines);

    for (int i = 1; i <= 10; i++) {
        g_autofree char *file = g_strdup_printf("| `table_3_%d.csv` |", i);
        g_autoptr(Matrix) table = read_table(i);
        g_assert_nonnull(strstr(readme, file));
        for (guint column = 0; column < 8 && *cell(table, 0, column); column++) {
            g_autofree char *name = g_strdup_printf("`%s`", cell(table, 0, column));
            if (strstr(readme, name) == NULL)
                g_test_fail_printf("the README does not explain %s of table 3.%d", name, i);
        }
    }
}

/* Wins, losses and draws of @player in its match with @opponent, by table 3.1. */
static bool match_of(const Matrix *matches, const char *player, const char *opponent,
                     int out_games[static 3])
{
    for (guint row = 1; row < matches->len; row++) {
        const char *first = cell(matches, row, 0), *second = cell(matches, row, 1);
        const bool backward = g_str_equal(first, opponent) && g_str_equal(second, player);
        if (!backward && !(g_str_equal(first, player) && g_str_equal(second, opponent)))
            continue;
        for (guint i = 0; i < 3; i++)
            out_games[i < 2 && backward ? 1 - i : i] = number(matches, row, 2 + i);
        return true;
    }
    return false;
}

/* Tables 3.2 to 3.7, and the level that each is about; 3.5 is about the level in each row. */
static const struct {
    int table;
    const char *player;
} MATCH_TABLES[] = {{2, "Level 7"}, {3, "Level 8"}, {4, "Level 6"},
                    {5, NULL},      {6, "Level 5"}, {7, "Level 6"}};

static Results *results_new(void)
{
    Results *results = g_new(Results, 1);

    results->runs = g_ptr_array_new_with_free_func((GDestroyNotify)results_run_free);
    results->suites = g_ptr_array_new_with_free_func((GDestroyNotify)results_suite_free);
    return results;
}

static ResultsRun *add_run(Results *results, const char *folder, const char *text)
{
    ResultsRun *run = g_new0(ResultsRun, 1);

    run->folder = g_strdup(folder);
    run->spec = spec_of(text);
    run->totals = totals_new_for(run->spec);
    g_ptr_array_add(results->runs, run);
    return run;
}

static void set_totals(ResultsRun *run, int pairing, const int64_t games[static 5])
{
    PairingTotals *totals = &run->totals->pairings[pairing];

    totals->score.wins = games[0];
    totals->score.losses = games[1];
    totals->score.draws = games[2];
    totals->draw_wins = games[3];
    totals->draw_losses = games[4];
}

static void add_suite(Results *results, const char *folder, const char *file, const char *player,
                      int64_t positions, int64_t decisions, int64_t solved)
{
    ResultsSuite *suite = g_new(ResultsSuite, 1);

    *suite = (ResultsSuite){g_strdup(folder), g_strdup(file), g_strdup(player),
                            positions,        decisions,      solved};
    g_ptr_array_add(results->suites, suite);
}

/* What is said of @results, which must be something. */
static char *compare(const Results *results)
{
    g_autofree char *folder = published_folder();
    g_autoptr(GError) error = NULL;
    g_autoptr(PublishedAnswer) answer =
        published_compare(folder, results, (PublishedDraws){0}, &error);

    g_assert_no_error(error);
    return answer != NULL ? published_answer_format(answer, TABLE_FORMAT_TEXT) : g_strdup("");
}

static void assert_says(const char *text, const char *words)
{
    if (strstr(text, words) == NULL)
        g_test_fail_printf("'%s' is not in:\n%s", words, text);
}

/* Draw wins and draw losses of a match, from tables 3.2 to 3.7; false if they say nothing of it. */
static bool draws_of(const char *player, const char *opponent, int64_t out_draws[static 2])
{
    for (size_t i = 0; i < G_N_ELEMENTS(MATCH_TABLES); i++) {
        g_autoptr(Matrix) table = read_table(MATCH_TABLES[i].table);
        for (guint row = 1; row < table->len; row++) {
            const bool whole = MATCH_TABLES[i].player != NULL;
            const char *first = whole ? MATCH_TABLES[i].player : cell(table, row, 0);
            const char *second = whole ? cell(table, row, 0) : "Crafty";
            const bool forward = g_str_equal(first, player) && g_str_equal(second, opponent);
            const bool backward = g_str_equal(first, opponent) && g_str_equal(second, player);
            if (!forward && !backward)
                continue;
            out_draws[backward] = number(table, row, 4);
            out_draws[!backward] = number(table, row, 5);
            return true;
        }
    }
    return false;
}

static const char *thesis_name(const Spec *spec, int player)
{
    static const char *const names[] = {"Level 1", "Level 2", "Level 3", "Level 4",
                                        "Level 5", "Level 6", "Level 7", "Level 8"};
    const char *name = spec->players[player].name;

    return name[0] == 'L' ? names[name[1] - '1'] : "Crafty";
}

/* A run with a thousand times the thesis' own results: were one of them turned round it would lie
 * outside. */
static void fill_with_the_thesis(ResultsRun *run)
{
    g_autoptr(Matrix) matches = read_table(1);

    for (int i = 0; i < run->spec->pairing_count; i++) {
        const char *player = thesis_name(run->spec, run->spec->pairings[i].player);
        const char *opponent = thesis_name(run->spec, run->spec->pairings[i].opponent);
        int64_t totals[5] = {0};
        int games[3];
        if (!match_of(matches, player, opponent, games))
            continue;
        draws_of(player, opponent, totals + 3);
        for (int j = 0; j < 3; j++)
            totals[j] = games[j];
        for (int j = 0; j < 5; j++)
            totals[j] *= 1000;
        set_totals(run, i, totals);
    }
}

/* "L5" for "Level 5", "Crafty" for itself. Owner: the caller. */
static char *short_name(const char *name)
{
    return name[0] == 'L' ? g_strdup_printf("L%c", name[6]) : g_strdup(name);
}

#define PER_GAME "player,opponent,what,games,count,sd\n"

/* The events that go with it. */
static void record_the_thesis(const char *folder)
{
    g_autoptr(Matrix) requests = read_table(8), attacks = read_table(9);
    g_autoptr(GString) text = g_string_new(PER_GAME);

    for (guint row = 1; row < requests->len; row++) {
        g_autofree char *player = short_name(cell(requests, row, 0));
        g_autofree char *opponent = short_name(cell(requests, row, 1));
        g_string_append_printf(text, "%s,%s,defence_requests,100000,%d000,1.5\n", player, opponent,
                               number(requests, row, 2));
    }
    for (guint row = 1; row < attacks->len; row++)
        g_string_append_printf(text, "L%u,Crafty,planned,100000,%d000,9.5\n", row,
                               number(attacks, row, 1));
    write_file(folder, "events_per_game.csv", text->str);
    g_string_assign(text, "player,opponent,planned,performed\n");
    for (guint row = 1; row < attacks->len; row++)
        g_string_append_printf(text, "L%u,Crafty,%d000,%d000\n", row, number(attacks, row, 1),
                               number(attacks, row, 2));
    write_file(folder, "move_attacks.csv", text->str);
}

TEST(the_thesis_lies_inside_its_own_results_whoever_comes_first)
{
    static const char *const specs[] = {
        "[players]\nL1=level:1\nL2=level:2\nL3=level:3\nL4=level:4\nL5=level:5\nL6=level:6\n"
        "L7=level:7\nL8=level:8\nCrafty=random\n",
        "[players]\nCrafty=random\nL8=level:8\nL7=level:7\nL6=level:6\nL5=level:5\nL4=level:4\n"
        "L3=level:3\nL2=level:2\nL1=level:1\n",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(specs); i++) {
        g_autoptr(Folder) folder = make_folder();
        g_autofree char *text = NULL;
        g_autoptr(Results) results = results_new();
        ResultsRun *run = add_run(results, folder, specs[i]);
        fill_with_the_thesis(run);
        record_the_thesis(folder);
        text = compare(results);
        assert_says(text, "\nTable 3.1: 32 of 32 cells inside");
        assert_says(text, "\nTable 3.2: 7 of 7 cells inside");
        assert_says(text, "\nTable 3.3: 4 of 4 cells inside");
        assert_says(text, "\nTable 3.4: 6 of 6 cells inside"); /* one stands in table 3.2 */
        assert_says(text,
                    "\nTable 3.5: 4 of 4 cells inside"); /* two stand above, one has no draws */
        assert_says(text, "\nTable 3.6: 1 of 1 cell inside");
        assert_says(text,
                    "\nL7 L5      227.0  100000   227.0    100  1.000  1.000       0.0  inside\n");
        assert_says(text, "\nL8 Crafty   42.0  100000    42.0    100  1.000");
        assert_says(text, "\nL8 Crafty  1914.0  100000  1914.0    100  1.000");
        assert_says(text, "\nTable 3.8: 5 of 5 cells inside");
        assert_says(text, "\nTable 3.9: 8 of 8 cells inside");
        assert_says(text, "\nAll tables: 75 of 75 cells inside");
    }
}

TEST(the_lines_are_aligned_and_say_all)
{
    static const int64_t games[] = {181, 225, 594, 100, 50};
    g_autoptr(Results) results = results_new();
    ResultsRun *run = add_run(results, "r", "[players]\nL5=level:5,even-trade=on\nL7=level:7\n");
    g_autofree char *text = NULL;

    set_totals(run, 0, games);
    text = compare(results);
    g_assert_cmpstr(
        text, ==,
        "'r' has no events_per_game.csv to compare with table 3.8\n"
        "\n"
        "Table 3.1: wins-losses-draws as percentages of the games\n"
        "                 ours  games    thesis  games      p   Holm  deviance\n"
        "L5 L7  18.1-22.5-59.4   1000  26-22-52    100  0.144  0.144       3.8  inside\n"
        "Table 3.1: 1 of 1 cell inside the 95 % prediction region of our results, deviance 3.8\n"
        "\n"
        "Table 3.2: draw wins-draw losses-other draws as percentages of the draws\n"
        "                ours  draws          thesis  draws       p    Holm  deviance\n"
        "L7 L5  8.4-16.8-74.7    594  25.0-34.6-40.4     52  <0.001  <0.001      25.8  outside\n"
        "Table 3.2: 0 of 1 cell inside the 95 % prediction region of our results, deviance 25.8\n"
        "\n"
        "All tables: 1 of 2 cells inside the 95 % prediction region of our results, deviance "
        "29.6\n");
}

TEST(variants_of_factors_are_added_up)
{
    static const int64_t near[] = {260, 220, 520, 0, 0}, far[] = {100, 100, 800, 0, 0};
    g_autoptr(Results) results = results_new();
    ResultsRun *run = add_run(results, "r",
                              "[players]\nL5=level:5\nL7=level:7\n[factors]\n"
                              "player.even-trade=off;on\nrules.fifty-counts=moves;half-moves\n");
    g_autofree char *text = NULL;

    set_totals(run, 0, near);
    for (int i = 1; i < 4; i++)
        set_totals(run, i, far);
    text = compare(results);
    assert_says(text, "\nDeviance of each variant minus that of the reference\n");
    assert_says(text, "\nreference                                2       1     169.9    0.0 ");
    assert_says(text, "\nfifty-counts half-moves                  2       0     230.3  +35.2 ");
    assert_says(text, "\n+even-trade fifty-counts half-moves      2       0     230.3  +35.2 ");
}

static void assert_counts(const Results *results, PublishedDraws draws, const char *words)
{
    g_autofree char *folder = published_folder();
    g_autoptr(GError) error = NULL;
    g_autoptr(PublishedAnswer) answer = published_compare(folder, results, draws, &error);
    g_autofree char *text = NULL;

    g_assert_no_error(error);
    text = published_answer_format(answer, TABLE_FORMAT_TEXT);
    assert_says(text, words);
}

/* Of twenty draws two were won and six lost by the fifty-move rule; of all, three and nine. */
TEST(draw_wins_are_counted_by_player_or_as_a_coin_and_in_all_draws_or_some)
{
    static const int64_t games[] = {0, 0, 20, 2, 6};
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(Results) results = results_new();
    ResultsRun *run = add_run(results, folder, "[players]\nL5=level:5\nL7=level:7\n");
    g_autoptr(GString) text =
        g_string_new("pairing,white,black,result,bare_king\n1,L5,L7,1-0,black\n");

    set_totals(run, 0, games);
    assert_counts(results, (PublishedDraws){.in_all_draws = true}, "has no games.csv");
    for (int i = 0; i < 12; i++) /* L7's king is bared in three */
        g_string_append_printf(text, i % 2 == 0 ? "1,L5,L7,1/2-1/2,%s\n" : "1,L7,L5,1/2-1/2,%s\n",
                               (i % 2 == 0) == (i < 3) ? "black" : "white");
    g_string_append(text, "1,L5,L7,1/2-1/2,\n");
    write_file(folder, "games.csv", text->str);
    assert_counts(results, (PublishedDraws){0}, "L7 L5  30-10-60     20  ");
    assert_counts(results, (PublishedDraws){.as_coin = true}, "L7 L5  20-20-60     20  ");
    assert_counts(results, (PublishedDraws){.in_all_draws = true}, "L7 L5  45-15-40     20  ");
    assert_counts(results, (PublishedDraws){true, true}, "L7 L5  30-30-40     20  ");
}

/* p and deviance as Student's distribution with 39 degrees of freedom has them: t = (227 - 127.5) /
 * (2.5 sqrt(100 + 100^2 / 40)) = 2.1274. Games that are all alike scatter as Poisson's. */
TEST(requests_are_judged_by_how_games_differ)
{
    static const int64_t games[] = {20, 20, 0, 0, 0};
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *text = NULL;
    g_autoptr(Results) results = results_new();
    ResultsRun *run = add_run(results, folder, "[players]\nL5=level:5\nL7=level:7\nL6=level:6\n");

    write_file(folder, "events_per_game.csv",
               PER_GAME "L5,L7,defence_requests,40,1800,9\n"
                        "L7,L5,offers_rejected,40,900,9\nL7,L5,defence_requests,40,51,2.5\n"
                        "L7,L6,defence_requests,40,900,9\nL6,L5,defence_requests,40,0,0\n");
    set_totals(run, 0, games);
    set_totals(run, 1, games);
    text = compare(results);
    assert_says(
        text,
        "\n\nTable 3.8: defence requests in 100 games\n"
        "        ours  games  thesis  games       p    Holm  deviance\n"
        "L7 L5  127.5     40   227.0    100   0.040   0.040       4.4  outside\n"
        "L6 L5    0.0     40   123.0    100  <0.001  <0.001     179.8  outside\n"
        "Table 3.8: 0 of 2 cells inside the 95 % prediction region of our results, deviance 184.2\n"
        "\n"
        "All tables: 0 of 4 cells inside"); /* both of table 3.1 */
}

TEST(one_game_judges_nothing)
{
    static const int64_t games[] = {1, 0, 0, 0, 0};
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *text = NULL;
    g_autoptr(Results) results = results_new();

    set_totals(add_run(results, folder, "[players]\nL7=level:7\nL5=level:5\n"), 0, games);
    write_file(folder, "events_per_game.csv", PER_GAME "L7,L5,defence_requests,1,2,\n");
    text = compare(results);
    assert_says(text,
                "has only one game of L7 against L5, from which no variance can be estimated");
    g_assert_null(strstr(text, "\nTable 3.8"));
}

/* p and deviance of the performed are those of 40 of 1000 tries for 29 of 520, and 2 of 10 for 189
 * of 1852. */
TEST(move_attacks_are_planned_in_games_and_performed_of_the_planned)
{
    static const int64_t games[] = {50, 0, 0, 0, 0};
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *text = NULL;
    g_autoptr(Results) results = results_new();
    ResultsRun *run = add_run(results, folder,
                              "[experiment]\nformat=gauntlet\nhero=Crafty\n"
                              "[players]\nCrafty=march\nL1=level:1\nL2=level:2\nL7=level:7\n");

    write_file(folder, "move_attacks.csv",
               "player,opponent,games,planned,planned_on_king,performed,performed_share\n"
               "L1,Crafty,50,0,0,0,\n"
               "L2,Crafty,50,1000,100,40,0.0400\n"
               "L7,Crafty,50,10,0,2,0.2000\n");
    write_file(folder, "events_per_game.csv",
               PER_GAME "L7,Crafty,defence_requests,50,0,0\nL1,Crafty,planned,50,0,0\n"
                        "L2,Crafty,planned,50,1000,8\nL7,Crafty,planned,50,10,0.4\n");
    for (int i = 0; i < 3; i++)
        set_totals(run, i, games);
    text = compare(results);
    assert_says(text, "\n\nTable 3.9: move-attacks planned in 100 games\n"
                      "             ours  games  thesis  games       p    Holm  deviance\n"
                      "L1 Crafty     0.0     50  1246.0    100  <0.001");
    assert_says(
        text,
        "\n\n"
        "Table 3.9: move-attacks performed as percentages of the planned\n"
        "           ours  planned  thesis  planned      p   Holm  deviance\n"
        "L2 Crafty   4.0     1000     5.6      520  0.144  0.578       2.3  inside\n"
        "L7 Crafty  20.0       10    10.2     1852  0.537  1.000       6.0  inside\n"
        "Table 3.9: 2 of 2 cells inside the 95 % prediction region of our results, deviance 8.3\n"
        "\n"
        "All tables: 4 of 9 cells inside");
}

TEST(what_was_not_recorded_is_said_and_not_compared)
{
    static const int64_t games[] = {20, 20, 0, 0, 0};
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *text = NULL, *note = NULL;
    g_autoptr(Results) results = results_new();
    ResultsRun *run = add_run(results, folder, "[players]\nL7=level:7\nL5=level:5\nX=march\n");

    note = g_strdup_printf("'%s' has no events_per_game.csv to compare with table 3.8\n\nTable 3.1",
                           folder);
    set_totals(run, 0, games);
    text = compare(results);
    g_assert_true(g_str_has_prefix(text, note));
    g_assert_null(strstr(text, "\nTable 3.8"));
    g_assert_null(strstr(text, "3.9"));
    assert_says(text, "\nAll tables: 0 of 1 cell inside");
}

TEST(a_record_with_a_fault_is_named_with_line_and_value)
{
    static const int64_t games[] = {20, 20, 0, 0, 0};

    for (char **field;
         (field = NEXT_ROW("a record with a fault is named with line and value")) != NULL;) {
        g_autoptr(Folder) folder = make_folder();
        g_autofree char *published = published_folder();
        g_autoptr(Results) results = results_new();
        g_autoptr(GError) error = NULL;
        set_totals(add_run(results, folder, "[players]\nL7=level:7\nCrafty=march\n"), 0, games);
        write_file(folder, "events_per_game.csv", field[0]);
        write_file(folder, "move_attacks.csv", field[1]);
        g_assert_null(published_compare(published, results, (PublishedDraws){0}, &error));
        g_assert_nonnull(error);
        if (error != NULL)
            assert_says(error->message, field[2]);
    }
}

TEST(draws_are_not_compared_where_there_are_none)
{
    static const int64_t no_draws[] = {10, 90, 0, 0, 0};
    g_autoptr(Results) results = results_new();
    g_autofree char *text = NULL;

    set_totals(add_run(results, "r", "[players]\nL5=level:5\nL7=level:7\n"), 0, no_draws);
    text = compare(results);
    assert_says(text, "All tables: 0 of 1 cell inside");
}

TEST(whoever_stands_for_crafty_is_named)
{
    static const int64_t games[] = {98, 0, 2, 0, 0};
    g_autoptr(Results) results = results_new();
    ResultsRun *run = add_run(results, "r", "[players]\nCrafty=march\nL1=level:1\n");
    g_autofree char *text = NULL;

    set_totals(run, 0, games);
    add_suite(results, "s", "WAC.epd", "engine:phalanx,depth=1", 300, 300, 39);
    add_suite(results, "s", "WAC.epd", "engine:crafty,depth=2,hash=1", 300, 300, 73);
    add_suite(results, "s", "WAC.epd", "engine:crafty,depth=9", 300, 300, 290); /* no such row */
    text = compare(results);
    g_assert_true(g_str_has_prefix(
        text,
        "Crafty = march replaces the thesis' Crafty 19.00, but is a different program\n'r' "
        "has no events_per_game.csv to compare with table 3.9\n'r' has no move_attacks.csv to "
        "compare with table 3.9\nengine:phalanx,depth=1 replaces the thesis' Crafty 19.00, "
        "but is a different program\nengine:crafty,depth=2,hash=1 replaces the thesis' Crafty "
        "19.00\n\nTable 3.1: "));
    assert_says(text,
                "\nCrafty L1  98-0-2    100  98-0-2    100  0.843  1.000       1.4  inside\n");
    assert_says(text, "\nTable 3.10: 2 of 2 cells inside");
}

TEST(suites_go_by_their_names_and_any_case)
{
    g_autoptr(Results) results = results_new();
    g_autofree char *text = NULL;

    add_suite(results, "s", "wac.epd", "level:1", 300, 30000, 5300);
    add_suite(results, "s", "ECM.epd", "level:2,even-trade=on", 879, 87900, 6840);
    add_suite(results, "s", "BK.epd", "level:1", 24, 2400, 100); /* the thesis has none of these */
    add_suite(results, "s", "WAC.epd", "level:8", 300, 30000, 0);
    add_suite(results, "s", "WAC.epd", "random", 300, 30000, 0);
    add_suite(results, "s", "player.epd", "level:1", 300, 30000, 0);
    text = compare(results);
    g_assert_cmpstr(
        text, ==,
        "'BK.epd' is not compared: suites are found by the names of their files, and "
        "table_3_10.csv has no suite 'BK'\n"
        "'player.epd' is not compared: suites are found by the names of their files, and "
        "table_3_10.csv has no suite 'PLAYER'\n"
        "\n"
        "Table 3.10: solved as percentages of the positions\n"
        "                           ours  positions  thesis  positions       p    Holm  deviance\n"
        "WAC level:1                17.7        300    17.7        300   1.000   1.000       0.0   "
        "inside\n"
        "ECM level:2,even-trade=on   7.8        879     0.1        879  <0.001  <0.001     131.1  "
        "outside\n"
        "Table 3.10: 1 of 2 cells inside the 95 % prediction region of our results, deviance "
        "131.1\n"
        "\n"
        "All tables: 1 of 2 cells inside the 95 % prediction region of our results, deviance "
        "131.1\n");
}

TEST(of_several_folders_each_is_named)
{
    static const int64_t games[] = {1, 68, 31, 0, 0};
    g_autoptr(Results) results = results_new();
    g_autofree char *text = NULL;

    set_totals(add_run(results, "x/a", "[players]\nL1=level:1\nL3=level:3\n"), 0, games);
    set_totals(add_run(results, "x/b", "[players]\nL1=level:1\nL3=level:3\n"), 0, games);
    add_suite(results, "x/one", "WAC.epd", "level:1", 300, 300, 53);
    add_suite(results, "x/two/", "WAC.epd", "level:1", 300, 300, 53);
    text = compare(results);
    assert_says(text, "\na: L1 L3  1-68-31 ");
    assert_says(text, "\nb: L1 L3  1-68-31 ");
    assert_says(text, "\none: WAC level:1  17.7 ");
    assert_says(text, "\ntwo: WAC level:1  17.7 ");
}

TEST(nothing_to_compare_is_an_error)
{
    static const int64_t games[] = {1, 68, 31, 0, 0};
    g_autoptr(Results) results = results_new();
    g_autofree char *folder = published_folder();
    g_autoptr(GError) error = NULL;

    set_totals(add_run(results, "r", "[players]\nL8=level:8\nL1=level:1\nR=random\n"), 0, games);
    set_totals(add_run(results, "r", "[players]\nA=level:1\nB=level:1,even-trade=on\n"), 0, games);
    g_assert_null(published_compare(folder, results, (PublishedDraws){0}, &error));
    g_assert_nonnull(error);
    if (error != NULL)
        assert_says(error->message, "contain none of the pairings and suites of the given folders");
}

/* Copies the tables into @folder, with @text in the place of the table @name. */
static void copy_tables(const char *folder, const char *name, const char *text)
{
    g_autofree char *published = published_folder();

    for (int i = 1; i <= 10; i++) {
        g_autofree char *file = g_strdup_printf("table_3_%d.csv", i);
        g_autofree char *table = read_file(published, file);
        write_file(folder, file, g_str_equal(file, name) ? text : table);
    }
}

TEST(a_table_with_a_fault_is_named_with_line_and_value)
{
    static const int64_t games[] = {26, 22, 52, 18, 13};
    g_autoptr(Folder) run = make_folder();
    g_autoptr(Results) results = results_new();

    write_file(run, "events_per_game.csv", PER_GAME "L7,L5,defence_requests,100,227,1\n");
    set_totals(add_run(results, run, "[players]\nL5=level:5\nL7=level:7\n"), 0, games);
    add_suite(results, "s", "WAC.epd", "level:1", 300, 300, 53);
    for (char **field;
         (field = NEXT_ROW("a table with a fault is named with line and value")) != NULL;) {
        g_autoptr(Folder) folder = make_folder();
        g_autoptr(GError) error = NULL;
        copy_tables(folder, field[0], field[1]);
        g_assert_null(published_compare(folder, results, (PublishedDraws){0}, &error));
        g_assert_nonnull(error);
        if (error != NULL)
            assert_says(error->message, field[2]);
    }
}
