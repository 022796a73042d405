/* `agentchess report` as its users meet it. */
#include "tests/program.h"
#include "tests/run_support.h"

static char *published_folder(void)
{
    return g_test_build_filename(G_TEST_DIST, "..", "results", "published", NULL);
}

/* A folder with the run "m" of a match. */
static char *make_match(const char *player, const char *opponent, const char *games)
{
    char *folder = make_folder();
    g_auto(ProgramResult) result = program_run_in(
        folder, "",
        (const char *const[]){"match", player, opponent, "--games", games, "--output", "m", NULL});

    g_assert_cmpint(result.status, ==, 0);
    return folder;
}

static ProgramResult report_in(const char *folder, const char *against)
{
    return program_run_in(
        folder, "",
        (const char *const[]){"report", "m", against != NULL ? "--against" : NULL, against, NULL});
}

static void test_a_pairing_stands_beside_the_thesis_seen_from_its_first_player(void)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:3,even-trade=on", "level:1", "50");
    g_auto(ProgramResult) result = report_in(folder, published);

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_true(g_regex_match_simple(
        "^Table 3.1: wins-losses-draws in per cent of the games\n"
        " +ours  games   thesis  games      p  deviance\n"
        "A B +[0-9.]+-[0-9.]+-[0-9.]+ +50  68-1-31    100  "
        "[01]\\.[0-9]{3} +[0-9.]+  +(in|out)side\n"
        "Table 3.1: [01] of 1 inside the 95 % region of our results, deviance [0-9.]+\n"
        "\n"
        "All tables: [01] of 1 inside the 95 % region of our "
        "results, deviance [0-9.]+\n$",
        result.out, 0, 0));
    remove_folder(folder);
}

static void test_what_cannot_be_so_lies_outside(void)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:1", "level:1,even-trade=on", "10");
    g_auto(ProgramResult) same = report_in(folder, published);
    g_autofree char *other = make_match("level:8-backup-move-attack", "level:7", "100");
    g_auto(ProgramResult) result = report_in(other, published);

    program_assert_refused(&same, 1, "have none of these pairings"); /* a level against itself */
    g_assert_true(g_regex_match_simple("  15-18-67    100  0\\.000 +[0-9.]+  outside\n"
                                       "Table 3.1: 0 of 1 inside the 95 % region",
                                       result.out, 0, 0));
    remove_folder(folder);
    remove_folder(other);
}

static void test_runs_and_suites_are_compared_at_once(void)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:7", "level:6", "50");
    g_autofree char *suite = g_test_build_filename(G_TEST_DIST, "data", "suite.epd", NULL);
    g_autofree char *text = NULL;
    g_auto(ProgramResult) answers = {0}, result = {0};

    g_file_get_contents(suite, &text, NULL, NULL);
    write_file(folder, "VA.epd", text);
    answers =
        program_run_in(folder, "", (const char *const[]){"suite", "VA.epd", "--output", "s", NULL});
    result = program_run_in(
        folder, "", (const char *const[]){"report", "m", "s", "--against", published, NULL});
    g_assert_cmpint(answers.status, ==, 0);
    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(strstr(result.out, "Table 3.1: wins"));
    g_assert_nonnull(strstr(result.out, "\n\nTable 3.2: draw wins"));
    g_assert_nonnull(strstr(result.out, "\n\nTable 3.10: solved"));
    g_assert_true(g_regex_match_simple("\nVA level:7 +[0-9.]+          3     9.1         55  ",
                                       result.out, 0, 0));
    g_assert_nonnull(strstr(result.out, " of 3 inside the 95 % region of our results, deviance "));
    remove_folder(folder);
}

static void test_requests_are_compared_if_they_were_recorded(void)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:7", "level:5", "50");
    g_auto(ProgramResult) recorded = report_in(folder, published);
    g_auto(ProgramResult) again = program_run_in(
        folder, "",
        (const char *const[]){"match", "level:7", "level:5", "--games=50", "--output=m", "--force",
                              "--set=record.requests=off", NULL});
    g_auto(ProgramResult) unrecorded = report_in(folder, published);

    g_assert_cmpint(again.status, ==, 0);
    g_assert_cmpint(recorded.status, ==, 0);
    g_assert_cmpint(unrecorded.status, ==, 0);
    g_assert_true(g_regex_match_simple("\n\nTable 3.8: defence requests in 100 games\n.*\n"
                                       "A B +[1-9][0-9]*\\.[0-9] +50   227\\.0    100\n",
                                       recorded.out, 0, 0));
    g_assert_true(g_str_has_prefix(unrecorded.out,
                                   "m has no requests.csv to compare with table 3.8\n\nTable 3.1"));
    g_assert_null(strstr(unrecorded.out, "\nTable 3.8"));
    g_assert_cmpstr(strstr(recorded.out, "All tables: "), ==,
                    strstr(unrecorded.out, "All tables: "));
    remove_folder(folder);
}

static void test_without_the_thesis_it_says_who_is_how_much_better(void)
{
    g_autofree char *folder = make_match("level:7", "level:1", "20");
    g_auto(ProgramResult) result = report_in(folder, NULL);

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_true(g_regex_match_simple("^Pairings, seen from the first player\n.*\n"
                                       "A - B +20 +[0-9]+-[0-9]+-[0-9]+ .* 10\n"
                                       "(A - B: .*\n)?"
                                       "\nRatings of all players together\n.*\nA +0\\.0 +20 ",
                                       result.out, 0, 0));
    g_assert_nonnull(strstr(result.out, "\nHow the games ended\n"));
    remove_folder(folder);
}

/* Runs "report" in @folder with @arguments, words with a blank between them. */
static ProgramResult report_with(const char *folder, const char *arguments)
{
    g_autofree char *line = g_strconcat("report ", arguments, NULL);
    g_auto(GStrv) words = g_strsplit(line, " ", -1);

    return program_run_in(folder, "", (const char *const *)words);
}

static void test_csv_is_one_table_and_notes_are_apart(void)
{
    g_autofree char *folder = make_match("level:7", "level:1", "4");
    g_auto(ProgramResult) more =
        program_run_in(folder, "",
                       (const char *const[]){"match", "level:1", "level:7", "--games=6", "--seed=2",
                                             "--set=rules.max-plies=200", "--output=n", NULL});
    g_auto(ProgramResult) pairings = report_with(folder, "m n --csv");
    g_auto(ProgramResult) ratings = report_with(folder, "m n --csv --table ratings");
    g_auto(ProgramResult) endings = report_with(folder, "m --csv -t terminations");

    g_assert_cmpint(pairings.status, ==, 0);
    g_assert_true(g_str_has_prefix(pairings.out, "player,opponent,games,wins,"));
    g_assert_nonnull(strstr(pairings.out, "\nlevel:7,level:1,10,"));
    g_assert_cmpstr(pairings.err, ==,
                    "agentchess report: not all games were played alike: [rules] max-plies is '0' "
                    "in m, '200' in n\n");
    g_assert_true(g_str_has_prefix(ratings.out, "player,rating,rating_kind,"));
    g_assert_true(
        g_str_has_prefix(endings.out, "player,opponent,termination,games,ms_per_space\nA,B,"));
    remove_folder(folder);
}

static void test_the_anchor_goes_by_name_or_in_full(void)
{
    static const char *const cases[][2] = {
        {"m --anchor B=1000", "B is laid down as 1000.0\n"},
        {"m --anchor=A", "A is laid down as 0.0\n"},
        {"m --anchor=level:7,even-trade=on", "A is laid down as 0.0\n"},
        {"m --anchor=level:7,even-trade=on=-50.5", "A is laid down as -50.5\n"},
        {"m --resample=100 --seed=7", "intervals of 100 resamples\n"},
    };
    g_autofree char *folder = make_match("level:7,even-trade=on", "level:1", "20");

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(ProgramResult) result = report_with(folder, cases[i][0]);
        g_assert_cmpint(result.status, ==, 0);
        if (strstr(result.out, cases[i][1]) == NULL)
            g_test_fail_printf("%s does not say '%s' but:\n%s%s", cases[i][0], cases[i][1],
                               result.out, result.err);
    }
    remove_folder(folder);
}

static void test_what_a_report_cannot_be_asked_is_refused(void)
{
    static const struct {
        const char *arguments;
        int status;
        const char *words;
    } cases[] = {
        {"m --csv --json", 2, "--csv, --json, --markdown and --gnuplot exclude each other"},
        {"m --json --markdown", 2, "exclude each other"},
        {"m --table games", 2,
         "--table is 'games', not pairings, ratings, terminations, run, material, requests, "
         "requests-all, threats, threats-all, crosstable, lengths, ends or scores"},
        {"m --csv --gnuplot", 2, "exclude each other"},
        {"m m --table=ends", 2, "--table=ends is of one run, and 'm' is one too many"},
        {"m --table=ends --anchor=B", 2, "--anchor and --resample are for ratings"},
        {"m --table scores", 1, "m holds no run of a grid, and scores are those of one"},
        {"nowhere --table run", 1, "nowhere/run.json"},
        {"m --anchor C", 2, "--anchor is 'C', but no player is called so"},
        {"m --anchor C=7", 2, "--anchor is 'C=7', but no player is called so"},
        {"m --anchor B=", 2, "--anchor has the rating '', not a number"},
        {"m --anchor B=nan", 2, "--anchor has the rating 'nan', not a number"},
        {"m --anchor B=1e9", 2, "--anchor has the rating '1e9', not a number"},
        {"m --resample 99", 2, "--resample is '99', not a number from 100"},
        {"m --seed 1", 2, "--seed is for --resample"},
        {"m --resample 100 --seed x", 2, "--seed is 'x'"},
        {"m --against p --csv", 2, "--against goes with no other option"},
        {"m m", 1, "m has the same experiment and seed as m"},
        {"m none", 1, "there is no folder 'none'"},
    };
    g_autofree char *folder = make_match("level:1", "random", "4");

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(ProgramResult) result = report_with(folder, cases[i].arguments);
        program_assert_refused(&result, cases[i].status, cases[i].words);
    }
    remove_folder(folder);
}

static void test_answers_to_suites_have_no_ratings(void)
{
    g_autofree char *folder = make_folder();
    g_auto(ProgramResult) result = {0};

    write_file(folder, "suites.csv", "file,line,id,player,draws,share\na.epd,1,,level:1,1,1\n");
    result = report_with(folder, ".");
    program_assert_refused(&result, 1, "there is no finished run, only answers to test suites");
    remove_folder(folder);
}

static void test_what_is_no_run_or_no_table_is_refused(void)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:1", "random", "4");
    g_auto(ProgramResult) levels = report_in(folder, published);
    g_auto(ProgramResult) table = report_in(folder, "no-such-folder");
    g_auto(ProgramResult) run = PROGRAM_RUN("", "report", "no-such-folder");
    g_auto(ProgramResult) missing = PROGRAM_RUN("", "report");
    g_auto(ProgramResult) neither = PROGRAM_RUN("", "report", "--against", published, published);

    program_assert_refused(&levels, 1, "have none of these pairings");
    program_assert_refused(&table, 1, "no-such-folder");
    program_assert_refused(&run, 1, "no-such-folder");
    program_assert_refused(&missing, 2, "DIR");
    program_assert_refused(&neither, 1, "neither the run.json of a finished run nor a suites.csv");
    remove_folder(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/cli/report/a-pairing-stands-beside-the-thesis-seen-from-its-first-player",
                    test_a_pairing_stands_beside_the_thesis_seen_from_its_first_player);
    g_test_add_func("/cli/report/what-cannot-be-so-lies-outside",
                    test_what_cannot_be_so_lies_outside);
    g_test_add_func("/cli/report/runs-and-suites-are-compared-at-once",
                    test_runs_and_suites_are_compared_at_once);
    g_test_add_func("/cli/report/requests-are-compared-if-they-were-recorded",
                    test_requests_are_compared_if_they_were_recorded);
    g_test_add_func("/cli/report/without-the-thesis-it-says-who-is-how-much-better",
                    test_without_the_thesis_it_says_who_is_how_much_better);
    g_test_add_func("/cli/report/csv-is-one-table-and-notes-are-apart",
                    test_csv_is_one_table_and_notes_are_apart);
    g_test_add_func("/cli/report/the-anchor-goes-by-name-or-in-full",
                    test_the_anchor_goes_by_name_or_in_full);
    g_test_add_func("/cli/report/what-a-report-cannot-be-asked-is-refused",
                    test_what_a_report_cannot_be_asked_is_refused);
    g_test_add_func("/cli/report/answers-to-suites-have-no-ratings",
                    test_answers_to_suites_have_no_ratings);
    g_test_add_func("/cli/report/what-is-no-run-or-no-table-is-refused",
                    test_what_is_no_run_or_no_table_is_refused);
    return g_test_run();
}
