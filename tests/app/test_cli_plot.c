/* scripts/plot: every picture of a run, and what it refuses. Without gnuplot only the latter. */
#include "tests/program.h"
#include "tests/run_support.h"

/* Names that every format on the way has its own opinion of. */
#define SPEC                                                                                 \
    "[experiment]\nname=A \"run\" & <it's> 100 %d\nseed=3\ngames=8\n[rules]\nmax-plies=80\n" \
    "[players]\nL_7, \"x\" it's 50%d <&>=level:7\na/b=level:5\na b=random\n"

/* What `agentchess report --csv --table ratings` may print. */
#define RATINGS                                                           \
    "player,rating,rating_kind,low,high,games,score\n"                    \
    "\"L_7, \"\"x\"\" it's 50%d <&>\",120.5,interval,80.0,161.0,16,0.7\n" \
    "a/b,,at-least,20.0,,16,0.6\na b,,at-most,,-150.0,16,0.2\nc,,unknown,,,0,\n"

#define GRID_IN_TIME                                                                         \
    "[experiment]\nname=pace\ngame=async\nformat=grid\ngames=4\n[players]\nC=async-random\n" \
    "[grid]\nplayer=async-random:pause_ms={200;1000}\nms-per-space=300;700\n"

/* What `agentchess report --csv --table pairings` may print of a grid: a line that crosses 0.5 half
 * way, one that does not, and one that was always won at first. */
#define PAIRINGS                                                         \
    "player,opponent,score,elo,elo_kind,elo_low,elo_high,ms_per_space\n" \
    "level 4 think_ms 900,C,0.25,-190.8,interval,-250.0,-140.0,300\n"    \
    "level 4 think_ms 500,C,0.75,190.8,interval,140.0,250.0,300\n"       \
    "level 4 think_ms 650,C,0.5,0.0,interval,-40.0,40.0,700\n"           \
    "level 7 think_ms 500,C,0.4,-70.4,interval,-90.0,-50.0,300\n"        \
    "level 7 think_ms 900,C,0.2,-240.8,interval,-270.0,-200.0,300\n"     \
    "level 7 think_ms 500,C,1,,at-least,120.0,,700\nlevel 7 think_ms "   \
    "900,C,0,,at-most,,-120.0,700\n"

/* Runs scripts/plot in @folder with the environment's variable @setting, "NAME=VALUE". */
static ProgramResult plot(const char *folder, const char *setting, const char *const *arguments)
{
    g_autofree char *script = g_test_build_filename(G_TEST_DIST, "..", "scripts", "plot", NULL);
    g_autoptr(GPtrArray) words = g_ptr_array_new();

    g_ptr_array_add(words, (char *)setting);
    g_ptr_array_add(words, script);
    for (; *arguments != NULL; arguments++)
        g_ptr_array_add(words, (char *)*arguments);
    g_ptr_array_add(words, NULL);
    return program_run_other("env", folder, "", (const char *const *)words->pdata);
}

/* Ratings come from the program "report" of make_place(). */
#define PLOT(folder, ...) \
    plot((folder), "AGENTCHESS=report", (const char *const[]){__VA_ARGS__, NULL})

static bool has_gnuplot(void)
{
    g_autofree char *program = g_find_program_in_path("gnuplot");

    if (program == NULL)
        g_test_skip("gnuplot is not installed");
    return program != NULL;
}

/* A folder with the finished run "run" of the spec @text, and a program in the place of
 * agentchess that prints @ratings, or fails if it is NULL. Owner: the caller. */
static char *make_place(const char *text, const char *ratings)
{
    char *place = make_folder();
    g_autofree char *program = g_build_filename(place, "report", NULL);
    g_auto(ProgramResult) result = {0};

    write_file(place, "spec.ini", text);
    write_file(place, "ratings", ratings != NULL ? ratings : "");
    write_file(place, "report",
               ratings != NULL ? "#!/bin/sh\ncat \"$(dirname \"$0\")/ratings\"\n"
                               : "#!/bin/sh\necho no such thing >&2\nexit 1\n");
    g_chmod(program, 0755);
    result = program_run_in(place, "",
                            (const char *const[]){"run", "spec.ini", "--output", "run", NULL});
    g_assert_cmpint(result.status, ==, 0);
    return place;
}

static void assert_is_picture(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *data = NULL;
    gsize size = 0;

    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    g_assert_cmpuint(size, >, 1000);
    if (size > 1000 && g_str_has_suffix(name, ".png"))
        g_assert_cmpmem(data, 8, "\x89PNG\r\n\x1a\n", 8);
    else if (size > 1000)
        g_assert_true(g_str_has_prefix(data, "<?xml") && g_str_has_suffix(data, "</svg>\n\n"));
}

static void test_every_picture_is_drawn_and_the_svg_twice_the_same(void)
{
    static const char *const pictures[] = {"crosstable",
                                           "lengths",
                                           "material",
                                           "material_L_7___x__it_s_50_d____",
                                           "material_a_b",
                                           "material_a_b-2",
                                           "ratings",
                                           "requests",
                                           "requests_L_7___x__it_s_50_d____",
                                           "requests_a_b",
                                           "terminations",
                                           "threats",
                                           "threats_L_7___x__it_s_50_d____",
                                           "threats_a_b"};
    g_autofree char *place = NULL;
    g_autofree char *first = NULL;
    g_autofree char *second = NULL;
    g_auto(ProgramResult) once = {0};
    g_auto(ProgramResult) again = {0};
    g_auto(GStrv) files = NULL;
    g_autofree char *list = NULL;

    if (!has_gnuplot())
        return;
    place = make_place(SPEC, RATINGS);
    first = g_build_filename(place, "run", "plots", NULL);
    second = g_build_filename(place, "other", NULL);
    once = PLOT(place, "run");
    again = PLOT(place, "run", "--output=other");
    g_assert_cmpstr(once.err, ==, "");
    g_assert_cmpint(once.status, ==, 0);
    g_assert_cmpstr(once.out, ==, "14 pictures, each as SVG and PNG, in run/plots\n");
    g_assert_cmpint(again.status, ==, 0);
    list = list_files(first);
    files = g_strsplit(list, " ", -1);
    g_assert_cmpuint(g_strv_length(files), ==, 2 * G_N_ELEMENTS(pictures));
    for (size_t i = 0; i < G_N_ELEMENTS(pictures); i++) {
        g_autofree char *png = g_strconcat(pictures[i], ".png", NULL);
        g_autofree char *svg = g_strconcat(pictures[i], ".svg", NULL);
        g_autofree char *here = read_file(first, svg);
        g_autofree char *there = read_file(second, svg);
        assert_is_picture(first, png);
        assert_is_picture(first, svg);
        g_assert_cmpstr(here, ==, there);
    }
    remove_folder(place);
}

static void test_compressed_games_are_drawn_too(void)
{
    g_autofree char *place = NULL;
    g_autofree char *plain = NULL;
    g_autofree char *compressed = NULL;
    g_auto(ProgramResult) run = {0};
    g_auto(ProgramResult) before = {0};
    g_auto(ProgramResult) after = {0};

    if (!has_gnuplot())
        return;
    place = make_place(SPEC, RATINGS);
    before = PLOT(place, "run", "--output=plain");
    run = program_run_in(
        place, "", (const char *const[]){"run", "spec.ini", "-z", "--force", "-o", "run", NULL});
    g_assert_cmpint(run.status, ==, 0);
    after = PLOT(place, "run", "--output=compressed");
    g_assert_cmpstr(after.err, ==, "");
    g_assert_cmpint(after.status, ==, 0);
    plain = g_build_filename(place, "plain", NULL);
    compressed = g_build_filename(place, "compressed", NULL);
    assert_same_files(plain, compressed);
    remove_folder(place);
}

static void test_damaged_compressed_games_are_said(void)
{
    g_autofree char *place = NULL;
    g_autofree char *folder = NULL;
    g_autofree char *games = NULL;
    g_auto(ProgramResult) result = {0};

    if (!has_gnuplot())
        return;
    place = make_place(SPEC, RATINGS);
    folder = g_build_filename(place, "run", NULL);
    games = g_build_filename(folder, "games.csv", NULL);
    g_unlink(games);
    write_file(folder, "games.csv.gz", "no gzip at all");
    result = PLOT(place, "run");
    g_assert_cmpint(result.status, ==, 1);
    g_assert_nonnull(strstr(result.err, "games.csv.gz is damaged"));
    remove_folder(place);
}

static void test_a_picture_has_title_units_games_and_seed(void)
{
    static const char *const words[] = {
        ">Material of level 7 by move number<", ">against 50% &lt;it's><", ">move number<",
        ">difference (pawns)<", ">Run e: 8 games, 8 a pairing, seed 3.<"};
    g_autofree char *place = NULL;
    g_autofree char *folder = NULL;
    g_autofree char *svg = NULL;
    g_auto(ProgramResult) result = {0};

    if (!has_gnuplot())
        return;
    place = make_place("[experiment]\nname=e\nseed=3\ngames=8\n[players]\nlevel 7=level:7\n"
                       "50% <it's>=random\n[record]\ngames=off\npairings=off\nrequests=off\n"
                       "threats=off\n",
                       RATINGS);
    folder = g_build_filename(place, "run", "plots", NULL);
    result = PLOT(place, "run");
    svg = read_file(folder, "material_level_7.svg");
    g_assert_nonnull(svg);
    for (size_t i = 0; i < G_N_ELEMENTS(words) && svg != NULL; i++)
        if (strstr(svg, words[i]) == NULL)
            g_test_fail_printf("nowhere '%s'", words[i]);
    remove_folder(place);
}

static void assert_says(const char *svg, const char *words)
{
    if (svg == NULL || strstr(svg, words) == NULL)
        g_test_fail_printf("nowhere '%s'", words);
}

static void test_the_scores_of_a_grid_say_where_they_cross_the_middle(void)
{
    static const char *const words[] = {
        ">Score by think_ms<",
        ">against C, 300 ms a space<",
        ">against C, 700 ms a space<",
        ">think_ms (milliseconds)<",
        ">level 4: 700<",
        ">level 4: 650<",
        ">level 7: 700<",
        ">Run pace: 16 games, 4 a pairing, seed 1.<",
    };
    g_autofree char *place = NULL;
    g_autofree char *folder = NULL;
    g_autofree char *svg = NULL;
    g_autofree char *files = NULL;
    g_auto(GStrv) once = NULL;
    g_auto(ProgramResult) result = {0};

    if (!has_gnuplot())
        return;
    place = make_place(GRID_IN_TIME, PAIRINGS);
    folder = g_build_filename(place, "run", "plots", NULL);
    result = PLOT(place, "run");
    g_assert_cmpint(result.status, ==, 0);
    files = list_files(folder);
    g_assert_cmpstr(files, ==,
                    "material_C.png material_C.svg material_pause_ms_1000.png "
                    "material_pause_ms_1000.svg material_pause_ms_200.png "
                    "material_pause_ms_200.svg scores.png scores.svg");
    assert_is_picture(folder, "scores.png");
    svg = read_file(folder, "scores.svg");
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        assert_says(svg, words[i]);
    once = g_strsplit(svg != NULL ? svg : "", ">level 7: ", -1);
    g_assert_cmpuint(g_strv_length(once), ==, 2);
    remove_folder(place);
}

static void test_material_in_time_is_drawn_over_seconds(void)
{
    g_autofree char *place = NULL;
    g_autofree char *folder = NULL;
    g_autofree char *all = NULL;
    g_autofree char *lengths = NULL;
    g_autofree char *setting = g_strdup_printf("AGENTCHESS=%s", g_getenv("AGENTCHESS_PROGRAM"));
    g_auto(ProgramResult) result = {0};

    if (!has_gnuplot())
        return;
    place = make_place("[experiment]\ngame=async\ngames=6\n[players]\nA=async-random\n"
                       "B=async-random:pause_ms=400\n",
                       NULL);
    folder = g_build_filename(place, "run", "plots", NULL);
    result = plot(place, setting, (const char *const[]){"run", NULL});
    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.out, ==, "7 pictures, each as SVG and PNG, in run/plots\n");
    all = read_file(folder, "material.svg");
    lengths = read_file(folder, "lengths.svg");
    assert_says(all, ">Material of each player over time<");
    assert_says(all, ">time of the game (s)<");
    assert_says(lengths, ">length (seconds)<");
    remove_folder(place);
}

static void test_a_grid_without_numbers_has_no_picture_of_scores(void)
{
    g_autofree char *place = NULL;
    g_auto(ProgramResult) result = {0};

    if (!has_gnuplot())
        return;
    place = make_place("[experiment]\nformat=grid\ngames=2\n[players]\nA=random\n"
                       "[grid]\nplayer={march;random}\n[rules]\nmax-plies=20\n"
                       "[record]\nmaterial-mean=off\n",
                       "player,opponent,score,elo_low,elo_high,ms_per_space,rating_kind\n"
                       "march,A,0.5,-9.0,9.0,,unknown\n");
    result = PLOT(place, "run");
    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(strstr(result.err, "the last choices of the grid are no numbers\n"));
    remove_folder(place);
}

static void test_what_was_not_recorded_is_said_and_is_no_failure(void)
{
    g_autofree char *place = NULL;
    g_autofree char *files = NULL;
    g_autofree char *folder = NULL;
    g_auto(ProgramResult) result = {0};

    if (!has_gnuplot())
        return;
    place = make_place(TWO_RANDOM_PLAYERS "[experiment]\ngames=1\n[record]\npairings=off\n"
                                          "games=off\nmaterial-mean=off\nthreats=off\n",
                       RATINGS);
    folder = g_build_filename(place, "run", "plots", NULL);
    result = PLOT(place, "run");
    files = list_files(folder);
    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(files, ==, "ratings.png ratings.svg");
    g_assert_nonnull(strstr(result.err, "no pictures of pairings.csv, which was not recorded\n"));
    g_assert_nonnull(strstr(result.err, "no pictures of requests.csv, which has no rows\n"));
    remove_folder(place);
}

static void test_without_ratings_the_others_are_drawn_and_the_status_tells(void)
{
    g_autofree char *place = NULL;
    g_autofree char *files = NULL;
    g_autofree char *folder = NULL;
    g_auto(ProgramResult) result = {0};

    if (!has_gnuplot())
        return;
    place = make_place(TWO_RANDOM_PLAYERS "[experiment]\ngames=2\n[record]\ngames=off\n"
                                          "material-mean=off\n",
                       NULL);
    folder = g_build_filename(place, "run", "plots", NULL);
    result = PLOT(place, "run");
    files = list_files(folder);
    g_assert_cmpint(result.status, ==, 1);
    g_assert_cmpstr(files, ==, "crosstable.png crosstable.svg");
    g_assert_nonnull(strstr(result.err, "report' fails: no such thing"));
    remove_folder(place);
}

/* Refused with @status and one sentence that has @words in it. */
static void assert_refused(const ProgramResult *result, int status, const char *words)
{
    g_assert_cmpint(result->status, ==, status);
    g_assert_cmpstr(result->out, ==, "");
    g_assert_true(g_str_has_prefix(result->err, "scripts/plot: "));
    if (strstr(result->err, words) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", result->err, words);
    g_assert_true(strchr(result->err, '\n') == result->err + strlen(result->err) - 1);
}

static void test_wrong_words_are_refused(void)
{
    g_auto(ProgramResult) none = plot(NULL, "A=B", (const char *const[]){NULL});
    g_auto(ProgramResult) two = PLOT(NULL, "a", "b");
    g_auto(ProgramResult) option = PLOT(NULL, "a", "--colour");
    g_auto(ProgramResult) output = PLOT(NULL, "a", "--output");

    assert_refused(&none, 2, "which run?");
    assert_refused(&two, 2, "'b' is one folder too many");
    assert_refused(&option, 2, "unknown option '--colour'");
    assert_refused(&output, 2, "--output wants a folder");
}

static void test_games_of_three_are_refused(void)
{
    g_autofree char *place = NULL;
    g_autofree char *plots = NULL;
    g_auto(ProgramResult) result = {0};

    if (!has_gnuplot())
        return;
    place = make_place("[experiment]\ngame=threechess\ngames=1\n[rules]\nmax-plies=9\n"
                       "[players]\nA=random\nB=random\nC=random\n",
                       NULL);
    plots = g_build_filename(place, "run", "plots", NULL);
    result = PLOT(place, "run");
    g_assert_cmpint(result.status, ==, 1);
    g_assert_cmpstr(result.err, ==,
                    "scripts/plot: 'run' holds a run of a game of three sides, and the pictures "
                    "are of games of two\n");
    g_assert_false(g_file_test(plots, G_FILE_TEST_EXISTS));
    remove_folder(place);
}

static void test_what_is_no_run_is_refused(void)
{
    g_autofree char *place = make_folder();
    g_auto(ProgramResult) missing = PLOT(place, "nowhere");
    g_auto(ProgramResult) empty = PLOT(place, ".");
    g_autofree char *files = list_files(place);

    assert_refused(&missing, 1, "there is no folder 'nowhere'");
    assert_refused(&empty, 1, "'.' holds no finished run");
    g_assert_cmpstr(files, ==, "");
    remove_folder(place);
}

static void test_a_missing_gnuplot_is_named_with_its_package(void)
{
    g_autofree char *place = make_folder();
    g_auto(ProgramResult) result = {0};

    write_file(place, "run.json", "{}");
    result = plot(place, "PATH=/nowhere", (const char *const[]){".", NULL});
    assert_refused(&result, 1, "apt-get install --no-install-recommends gnuplot-nox");
    remove_folder(place);
}

static void test_help_is_help(void)
{
    g_auto(ProgramResult) result = PLOT(NULL, "--help");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_true(g_str_has_prefix(result.out, "usage: scripts/plot DIR [--output DIR2]\n"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/plot/every-picture-is-drawn-and-the-svg-twice-the-same",
                    test_every_picture_is_drawn_and_the_svg_twice_the_same);
    g_test_add_func("/plot/compressed-games-are-drawn-too", test_compressed_games_are_drawn_too);
    g_test_add_func("/plot/damaged-compressed-games-are-said",
                    test_damaged_compressed_games_are_said);
    g_test_add_func("/plot/a-picture-has-title-units-games-and-seed",
                    test_a_picture_has_title_units_games_and_seed);
    g_test_add_func("/plot/the-scores-of-a-grid-say-where-they-cross-the-middle",
                    test_the_scores_of_a_grid_say_where_they_cross_the_middle);
    g_test_add_func("/plot/material-in-time-is-drawn-over-seconds",
                    test_material_in_time_is_drawn_over_seconds);
    g_test_add_func("/plot/a-grid-without-numbers-has-no-picture-of-scores",
                    test_a_grid_without_numbers_has_no_picture_of_scores);
    g_test_add_func("/plot/what-was-not-recorded-is-said-and-is-no-failure",
                    test_what_was_not_recorded_is_said_and_is_no_failure);
    g_test_add_func("/plot/without-ratings-the-others-are-drawn-and-the-status-tells",
                    test_without_ratings_the_others_are_drawn_and_the_status_tells);
    g_test_add_func("/plot/wrong-words-are-refused", test_wrong_words_are_refused);
    g_test_add_func("/plot/games-of-three-are-refused", test_games_of_three_are_refused);
    g_test_add_func("/plot/what-is-no-run-is-refused", test_what_is_no_run_is_refused);
    g_test_add_func("/plot/a-missing-gnuplot-is-named-with-its-package",
                    test_a_missing_gnuplot_is_named_with_its_package);
    g_test_add_func("/plot/help-is-help", test_help_is_help);
    return g_test_run();
}
