/* `agentchess report`, `compare` and `thesis` as their users meet them. */
#include <math.h>
#include <stdlib.h>

#include "experiments/tools/gzip.h"
#include "tests/program.h"
#include "tests/run_support.h"
#include "tests/test.h"

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

/* The run "m" in @folder beside the tables in @published. */
static ProgramResult thesis_in(const char *folder, const char *published)
{
    return program_run_in(folder, "",
                          (const char *const[]){"thesis", "m", "--tables", published, NULL});
}

/* Runs @line in @folder, words with a blank between them. */
static ProgramResult run_line(const char *folder, const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);

    return program_run_in(folder, "", (const char *const *)words);
}

TEST(a_pairing_stands_beside_the_thesis_seen_from_its_first_player)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:3,even-trade=on", "level:1", "50");
    g_auto(ProgramResult) result = thesis_in(folder, published);

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_true(g_regex_match_simple(
        "^Table 3.1: wins-losses-draws in per cent of the games\n"
        " +ours  games   thesis  games      p   Holm  deviance\n"
        "A B +[0-9.]+-[0-9.]+-[0-9.]+ +50  68-1-31    100  "
        "([01]\\.[0-9]{3})  \\1 +[0-9.]+  +(in|out)side\n"
        "Table 3.1: [01] of 1 inside the 95 % region of our results, deviance [0-9.]+\n"
        "\n"
        "All tables: [01] of 1 inside the 95 % region of our "
        "results, deviance [0-9.]+\n$",
        result.out, 0, 0));
    remove_folder(folder);
}

TEST(what_cannot_be_so_lies_outside)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:1", "level:1,even-trade=on", "10");
    g_auto(ProgramResult) same = thesis_in(folder, published);
    g_autofree char *other = make_match("level:8-backup-move-attack", "level:7", "100");
    g_auto(ProgramResult) result = thesis_in(other, published);

    program_assert_refused(&same, 1, "have none of these pairings"); /* a level against itself */
    g_assert_true(g_regex_match_simple("  15-18-67    100  <0\\.001  <0\\.001 +[0-9.]+  outside\n"
                                       "Table 3.1: 0 of 1 inside the 95 % region",
                                       result.out, 0, 0));
    remove_folder(folder);
    remove_folder(other);
}

TEST(runs_and_suites_are_compared_at_once)
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
    result = program_run_in(folder, "",
                            (const char *const[]){"thesis", "m", "s", "--tables", published, NULL});
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

TEST(requests_are_compared_if_they_were_recorded)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:7", "level:5", "50");
    g_auto(ProgramResult) recorded = thesis_in(folder, published);
    g_auto(ProgramResult) again = program_run_in(
        folder, "",
        (const char *const[]){"match", "level:7", "level:5", "--games=50", "--output=m", "--force",
                              "--set=record.events-per-game=off", NULL});
    g_auto(ProgramResult) unrecorded = thesis_in(folder, published);

    g_assert_cmpint(again.status, ==, 0);
    g_assert_cmpint(recorded.status, ==, 0);
    g_assert_cmpint(unrecorded.status, ==, 0);
    g_assert_true(g_regex_match_simple("\n\nTable 3.8: defence requests in 100 games\n.*\n"
                                       "A B +[1-9][0-9]*\\.[0-9] +50   227\\.0    100 .*side\n",
                                       recorded.out, 0, 0));
    g_assert_true(g_str_has_prefix(
        unrecorded.out, "m has no events_per_game.csv to compare with table 3.8\n\nTable 3.1"));
    g_assert_null(strstr(unrecorded.out, "\nTable 3.8"));
    g_assert_nonnull(strstr(recorded.out, " of 3 inside the 95 % region"));
    g_assert_nonnull(strstr(unrecorded.out, " of 2 inside the 95 % region"));
    remove_folder(folder);
}

TEST(without_the_thesis_it_says_who_is_how_much_better)
{
    g_autofree char *folder = make_match("level:7", "level:1", "20");
    g_auto(ProgramResult) result = run_line(folder, "report m");

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

/* The last step says what the run said when it ended, and no step before has decided. */
TEST(a_sequential_test_shows_its_path)
{
    static const char spec[] = "[experiment]\nformat=sprt\ngames=2000\n"
                               "[players]\nA=level:4\nB=level:2\n"
                               "[sprt]\nelo0=0\nelo1=40\nscale=normalized\n";
    g_autofree char *folder = make_folder(), *last = NULL;
    g_auto(ProgramResult) run = {0}, path = {0}, match = {0}, refused = {0};
    g_auto(GStrv) lines = NULL, cells = NULL;
    guint count;

    write_file(folder, "s.ini", spec);
    run = program_run_in(folder, "", (const char *const[]){"run", "s.ini", "--output=m", NULL});
    g_assert_cmpint(run.status, ==, 0);
    path = run_line(folder, "report m --table sprt --format=csv");
    lines = g_strsplit(path.out, "\n", -1);
    count = g_strv_length(lines);
    g_assert_cmpuint(count, >, 3);
    for (guint i = 1; i + 3 < count; i++)
        g_assert_true(g_str_has_suffix(lines[i], ",continue,0.0000,40.0000,normalized"));
    cells = g_strsplit(lines[count - 2], ",", -1);
    g_assert_cmpstr(cells[5], ==, "H1");
    last = g_strdup_printf("sprt: H1 is accepted after %s games: log ratio ", cells[0]);
    g_assert_nonnull(strstr(run.out, last));
    match = program_run_in(
        folder, "",
        (const char *const[]){"match", "level:1", "level:2", "--games=4", "--output=n", NULL});
    g_assert_cmpint(match.status, ==, 0);
    refused = run_line(folder, "report n --table sprt");
    program_assert_refused(&refused, 1, "n holds no sequential test");
    remove_folder(folder);
}

/* Cell @column of line @line, from 0. Owner: the caller. */
static char *cell_at(const char *csv, int line, int column)
{
    g_auto(GStrv) lines = g_strsplit(csv, "\n", -1);
    g_auto(GStrv) cells = NULL;

    g_assert_cmpint((int)g_strv_length(lines), >, line);
    cells = g_strsplit(lines[line], ",", -1);
    g_assert_cmpint((int)g_strv_length(cells), >, column);
    return g_strdup(cells[column]);
}

static double number_at(const char *csv, int line, int column)
{
    g_autofree char *cell = cell_at(csv, line, column);

    return g_ascii_strtod(cell, NULL);
}

/* Numbers as the tables of pairings of both runs have them, and the ends by Zou and Donner. */
TEST(what_a_second_run_has_changed_is_told)
{
    g_autofree char *folder = make_match("level:7", "level:4", "400");
    g_auto(ProgramResult) other =
        program_run_in(folder, "",
                       (const char *const[]){"match", "level:4", "level:7", "--games=600",
                                             "--seed=2", "--output=n", NULL});
    g_auto(ProgramResult) first = run_line(folder, "report m --format=csv");
    g_auto(ProgramResult) second = run_line(folder, "report n --format=csv");
    g_auto(ProgramResult) compared = run_line(folder, "compare m n --format=csv");
    g_auto(ProgramResult) text = run_line(folder, "compare m n");
    g_auto(ProgramResult) itself = run_line(folder, "compare m m");
    const double elo[2] = {number_at(first.out, 1, 7), -number_at(second.out, 1, 7)};
    const double down =
        hypot(elo[1] + number_at(second.out, 1, 10), number_at(first.out, 1, 10) - elo[0]);

    g_assert_cmpint(other.status, ==, 0);
    g_assert_true(g_str_has_prefix(compared.out, "player,opponent,first_games,second_games,"));
    g_assert_cmpfloat(number_at(compared.out, 1, 2), ==, 400);
    g_assert_cmpfloat(number_at(compared.out, 1, 3), ==, 600);
    g_assert_cmpfloat_with_epsilon(number_at(compared.out, 1, 5), elo[1], 0.011);
    g_assert_cmpfloat_with_epsilon(number_at(compared.out, 1, 6), elo[1] - elo[0], 0.03);
    g_assert_cmpfloat_with_epsilon(number_at(compared.out, 1, 8), elo[1] - elo[0] - down, 0.05);
    g_assert_nonnull(strstr(text.out, " of 1 pairings differ, with an error of 5 %"));
    program_assert_refused(&itself, 1, "same experiment");
    remove_folder(folder);
}

/* Counted again from games.csv, where opening 3 and 4 are those of the second file. */
TEST(a_run_is_divided_by_sets_of_openings)
{
    static const char spec[] = "[experiment]\ngames=80\n[players]\nA=level:7\nB=level:3\n"
                               "[openings]\nsets=first.epd; second.epd\n";
    g_autofree char *folder = make_folder(), *games = NULL, *path = NULL;
    g_auto(ProgramResult) run = {0}, by = {0}, both = {0}, colour = {0}, pairings = {0}, bad = {0};
    g_auto(GStrv) lines = NULL;
    int wins[2] = {0}, count[2] = {0};

    write_file(folder, "first.epd",
               "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n"
               "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -\n");
    write_file(folder, "second.epd",
               "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\n"
               "r3k3/pppp4/8/8/8/8/PPPP4/R3K3 w - -\n");
    write_file(folder, "s.ini", spec);
    run = program_run_in(folder, "", (const char *const[]){"run", "s.ini", "--output=m", NULL});
    g_assert_cmpint(run.status, ==, 0);
    path = g_build_filename(folder, "m", "games.csv", NULL);
    g_file_get_contents(path, &games, NULL, NULL);
    lines = g_strsplit(games, "\n", -1);
    for (int i = 1; i <= 80; i++) {
        g_auto(GStrv) cells = g_strsplit(lines[i], ",", -1);
        const int set = atoi(cells[4]) > 2;
        const char *won = i % 2 == 1 ? "1-0" : "0-1";
        count[set]++;
        wins[set] += g_str_equal(cells[6], won);
    }
    by = run_line(folder, "compare m --by opening-set --format=csv");
    for (int set = 0; set < 2; set++) {
        g_autofree char *name = cell_at(by.out, 1 + set, 2);
        g_assert_cmpstr(name, ==, set == 0 ? "first" : "second");
        g_assert_cmpint(count[set], ==, 40);
        g_assert_cmpfloat(number_at(by.out, 1 + set, 3), ==, count[set]);
        g_assert_cmpfloat(number_at(by.out, 1 + set, 4), ==, wins[set]);
    }
    both = run_line(folder, "compare m --by opening-set --format=csv --interactions");
    g_assert_cmpfloat_with_epsilon(number_at(both.out, 1, 4),
                                   number_at(by.out, 1, 8) - number_at(by.out, 2, 8), 0.03);
    colour = run_line(folder, "compare m --by colour --format=csv");
    pairings = run_line(folder, "report m --format=csv");
    g_assert_cmpfloat(number_at(colour.out, 1, 7), ==, number_at(pairings.out, 1, 12));
    g_assert_cmpfloat(number_at(colour.out, 2, 7), ==, number_at(pairings.out, 1, 13));
    bad = run_line(folder, "compare m --by weather");
    program_assert_refused(&bad, 2, "--by is 'weather', not opening-set, colour or termination");
    remove_folder(folder);
}

/* A byte-order mark, names in ISO 8859-1, tags in one line, results only behind the moves. */
TEST(games_of_other_programs_are_read_as_they_are)
{
    static const char games[] =
        "\xef\xbb\xbf[White \"Gr\xfcn\"]\r\n[Black \"B\"]\r\n[Result \"1-0\"]\r\n\r\n1-0\r\n\r\n"
        "[White \"B\"] [Black \"Gr\xc3\xbcn\"] [Result \"0-1\"]\n\n1. e4 e5 0-1\n\n"
        "[White \"B\"]\n[Black \"Gr\xfcn\"]\n\n1. e4\ne5 1/2-1/2 \n\n"
        "[White \"B\"]\n[Black \"Gr\xfcn\"]\n[Result \"*\"]\n\n1. e4 0-1\n\n"
        "[White \"B\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1-0\n";
    g_autofree char *folder = make_folder();
    g_auto(ProgramResult) csv = {0}, packed = {0}, cut = {0};
    g_autoptr(GError) error = NULL;

    write_file(folder, "games.pgn", games);
    csv = run_line(folder, "report games.pgn --format=csv");
    g_assert_nonnull(strstr(csv.out, "\nGr\xc3\xbcn,B,3,2,0,1,"));
    g_assert_nonnull(strstr(csv.err, "2 games without a result or names left out"));
    g_assert_true(gzip_file(folder, "games.pgn", &error));
    packed = run_line(folder, "report games.pgn.gz --format=csv");
    g_assert_cmpstr(packed.out, ==, csv.out);
    write_file(folder, "cut.pgn.gz", "\x1f\x8b\x08");
    cut = run_line(folder, "report cut.pgn.gz");
    g_assert_cmpint(cut.status, ==, 1);
    g_assert_nonnull(strstr(cut.err, "cut.pgn.gz: "));
    remove_folder(folder);
}

/* The same player has White in all games: the ratings say what the pairing says. */
TEST(of_two_players_both_figures_are_one)
{
    static const char game[] = "[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n";
    g_autofree char *folder = make_folder();
    g_autoptr(GString) games = g_string_new(NULL);
    g_auto(ProgramResult) pairings = {0}, ratings = {0};

    for (int i = 0; i < 8; i++)
        g_string_append(games, game);
    write_file(folder, "games.pgn", games->str);
    pairings = run_line(folder, "report games.pgn --format=csv");
    ratings = run_line(folder, "report games.pgn --format=csv --table ratings");
    g_assert_cmpfloat(number_at(pairings.out, 1, 10), >, 50);
    g_assert_cmpfloat(number_at(ratings.out, 2, 4), ==, number_at(pairings.out, 1, 10));
    remove_folder(folder);
}

/* Counted by hand: Ann beats Bob with White, draws with Black and loses once; one game has no end,
 * one no Black. Lines end with CR LF or LF, a comment looks nearly like a tag. */
TEST(games_of_anybody_are_rated)
{
    static const char games[] =
        "[Event \"x\"]\r\n[White \"Ann\"]\r\n[Black \"Bob \\\"B\\\" O\"]\r\n"
        "[Result \"1-0\"]\r\n\r\n1. e4 e5 {\r\n[%clk 1:00] [White \"Eve\"]\r\n} 1-0\r\n\r\n"
        "[Event \"x\"]\n[White \"Bob \\\"B\\\" O\"]\n[Black \"Ann\"]\n[Result \"1/2-1/2\"]\n"
        "\n1. d4 1/2-1/2\n\n"
        "[White \"Bob \\\"B\\\" O\"]\n[Black \"Ann\"]\n[Result \"1-0\"]\n\n1. d4 1-0\n\n"
        "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n1. d4 *\n\n"
        "[White \"Ann\"]\n[Result \"1-0\"]\n\n1-0";
    g_autofree char *folder = make_folder();
    g_auto(ProgramResult) csv = {0}, text = {0}, refused = {0}, none = {0};

    write_file(folder, "Games.PGN", games);
    write_file(folder, "none.pgn", "1. e4 e5 *\n");
    csv = run_line(folder, "report Games.PGN --format=csv");
    g_assert_nonnull(strstr(csv.out, "\nAnn,\"Bob \"\"B\"\" O\",3,1,1,1,0.5000,0.00,"));
    g_assert_nonnull(strstr(csv.out, ",1.0000,0.2500,0,\n"));
    g_assert_nonnull(strstr(csv.err, "2 games without a result or names left out"));
    text = run_line(folder, "report Games.PGN");
    g_assert_null(strstr(text.out, "How the games ended"));
    refused = run_line(folder, "compare Games.PGN --by colour");
    program_assert_refused(&refused, 1, "Games.PGN/run.json");
    none = run_line(folder, "report none.pgn");
    program_assert_refused(&none, 1, "no game has the tags White and Black, of two ");
    remove_folder(folder);
}

/* Ratings do not depend on which of a run's files tells its games. */
TEST(a_run_and_its_games_have_the_same_ratings)
{
    g_autofree char *folder = make_match("level:7", "level:4", "101");
    g_auto(ProgramResult) run = run_line(folder, "report m --format=csv");
    g_auto(ProgramResult) games = run_line(folder, "report m/games.pgn --format=csv");

    for (int column = 2; column <= 6; column++)
        g_assert_cmpfloat(number_at(run.out, 1, column), ==, number_at(games.out, 1, column));
    g_assert_cmpfloat(number_at(run.out, 1, 12), ==, number_at(games.out, 1, 12));
    remove_folder(folder);
}

TEST(csv_is_one_table_and_notes_are_apart)
{
    g_autofree char *folder = make_match("level:7", "level:1", "4");
    g_auto(ProgramResult) more =
        program_run_in(folder, "",
                       (const char *const[]){"match", "level:1", "level:7", "--games=6", "--seed=2",
                                             "--set=rules.max-plies=200", "--output=n", NULL});
    g_auto(ProgramResult) pairings = run_line(folder, "report m n --format=csv");
    g_auto(ProgramResult) ratings = run_line(folder, "report m n --format=csv --table ratings");
    g_auto(ProgramResult) endings = run_line(folder, "report m --format=csv -t terminations");

    g_assert_cmpint(more.status + pairings.status, ==, 0);
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

TEST(the_anchor_goes_by_name_or_in_full)
{
    g_autofree char *folder = make_match("level:7,even-trade=on", "level:1", "20");

    for (char **field; (field = NEXT_ROW("the anchor goes by name or in full")) != NULL;) {
        g_auto(ProgramResult) result = run_line(folder, field[0]);
        g_assert_cmpint(result.status, ==, 0);
        if (strstr(result.out, field[1]) == NULL)
            g_test_fail_printf("%s does not say '%s' but:\n%s%s", field[0], field[1], result.out,
                               result.err);
    }
    remove_folder(folder);
}

TEST(what_a_report_cannot_be_asked_is_refused)
{
    g_autofree char *folder = make_match("level:1", "random", "4");

    for (char **field; (field = NEXT_ROW("what a report cannot be asked is refused")) != NULL;) {
        g_auto(ProgramResult) result = run_line(folder, field[0]);
        program_assert_refused(&result, atoi(field[1]), field[2]);
    }
    remove_folder(folder);
}

TEST(the_thesis_beside_ours_is_a_table_for_programs_too)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:7", "level:6", "20");
    g_auto(ProgramResult) result = program_run_in(
        folder, "",
        (const char *const[]){"thesis", "m", "--format=csv", "--tables", published, NULL});

    g_assert_cmpint(result.status, ==, 0);
    g_assert_true(g_regex_match_simple(
        "^table,cell,part,ours,our_whole,thesis,thesis_whole,low,high,p,holm,deviance,stands_in\n"
        "3.1,A B,wins,[0-9.]+,20,24,100,[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+,no\n"
        "3.1,A B,losses,[0-9.]+,20,21,100,[^\n]*\n3.1,A B,draws,[0-9.]+,20,55,100,",
        result.out, 0, 0));
    remove_folder(folder);
}

TEST(answers_to_suites_have_no_ratings)
{
    g_autofree char *folder = make_folder();
    g_auto(ProgramResult) result = {0};

    write_file(folder, "suites.csv", "file,line,id,player,draws,share\na.epd,1,,level:1,1,1\n");
    result = run_line(folder, "report .");
    program_assert_refused(&result, 1, "there is no finished run, only results of test suites");
    remove_folder(folder);
}

TEST(what_is_no_run_or_no_table_is_refused)
{
    g_autofree char *published = published_folder();
    g_autofree char *folder = make_match("level:1", "random", "4");
    g_auto(ProgramResult) levels = thesis_in(folder, published);
    g_auto(ProgramResult) table = thesis_in(folder, "no-such-folder");
    g_auto(ProgramResult) run = PROGRAM_RUN("", "report", "no-such-folder");
    g_auto(ProgramResult) missing = PROGRAM_RUN("", "report");
    g_auto(ProgramResult) neither = PROGRAM_RUN("", "thesis", "--tables", published, published);

    program_assert_refused(&levels, 1, "have none of these pairings");
    program_assert_refused(&table, 1, "no-such-folder");
    program_assert_refused(&run, 1, "no-such-folder");
    program_assert_refused(&missing, 2, "DIR");
    program_assert_refused(&neither, 1, "neither the run.json of a finished run nor a suites.csv");
    remove_folder(folder);
}
