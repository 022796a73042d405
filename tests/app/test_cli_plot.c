/* scripts/plot: every picture of a run, and what it refuses. Without gnuplot only the latter. */
#include "tests/program.h"
#include "tests/run_support.h"
#include "tests/test.h"

/* Names that every format on the way has its own opinion of. */
#define SPEC                                                                                 \
    "[experiment]\nname=A \"run\" & <it's> 100 %d\nseed=3\ngames=8\n[rules]\nmax-plies=80\n" \
    "[players]\nL_7, \"x\" it's 50%d <&>=level:7\na/b=level:5\na b=random\n"

/* What `agentchess report --format=csv --table ratings` may print. */
#define RATINGS                                                                                   \
    "player,rating,rating_kind,low,high,games,score\n\"L_7, \"\"x\"\" it's 50%d <&>\",,at-least," \
    "20.0,,16,0.6\na/b,120.5,interval,80.0,161.0,16,0.7\na b,,at-most,,-150.0,16,0.2\n"           \
    "c,,unknown,,,0,\n"

#define FACTORS_IN_TIME                                                                          \
    "[experiment]\nname=pace\ngame=async\nformat=gauntlet\nhero=H\ngames=4\n[players]\nH=async-" \
    "random\nC=async-random\n"                                                                   \
    "[factors]\nasync.ms-per-space=300;700\nplayer.pause_ms=200;1000\n"

/* What `agentchess report --format=csv --table scores` may print: a line that crosses 0.5 half way,
 * one that does so in a point, and one that was always won at first. */
#define SCORES                                                                            \
    "line,opponent,ms_per_space,choice,x,score,low,high,crossing,crossing_low,"           \
    "crossing_high\nlevel 4,C,300,think_ms,500,0.75,0.69,0.81,700,640,\n"                 \
    "level 4,C,300,think_ms,900,0.25,0.19,0.31,,,\n"                                      \
    "level 7,C,300,think_ms,500,0.4,0.37,0.43,,,\n"                                       \
    "level 7,C,300,think_ms,900,0.2,0.17,0.24,,,\n"                                       \
    "level 4,C,700,think_ms,650,0.5,0.44,0.56,650,600,700\n"                              \
    "level 4,C,700,think_ms,900,,,,,,\nlevel 7,C,700,think_ms,500,1,0.67,1,700,650,800\n" \
    "level 7,C,700,think_ms,900,0,0,0.33,,,\n"

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

/* The program that is asked for tables is "report" of make_place(). */
#define PLOT(folder, ...) \
    plot((folder), "AGENTCHESS=report", (const char *const[]){__VA_ARGS__, NULL})

static bool has_gnuplot(void)
{
    g_autofree char *program = g_find_program_in_path("gnuplot");

    if (program == NULL)
        g_test_skip("gnuplot is not installed");
    return program != NULL;
}

/* Tables that the program in the place of agentchess prints itself, those whose names begin with
 * @tables: @text, or it fails if that is NULL. */
typedef struct {
    const char *tables, *text;
} Faked;

static const Faked RATINGS_FAKED = {"ratings", RATINGS}, SCORES_FAKED = {"scores", SCORES},
                   RATINGS_FAIL = {"ratings", NULL};

static void write_program(const char *place, const Faked *faked)
{
    g_autofree char *program = g_build_filename(place, "report", NULL);
    g_autofree char *script = g_strdup_printf(
        "#!/bin/sh\ncase $* in *'--table %s'*) %s ;; esac\nexec '%s' \"$@\"\n", faked->tables,
        faked->text != NULL ? "cat \"$(dirname \"$0\")/faked\"; exit 0"
                            : "echo no such thing >&2; exit 1",
        g_getenv("AGENTCHESS_PROGRAM"));

    write_file(place, "faked", faked->text != NULL ? faked->text : "");
    write_file(place, "report", script);
    g_chmod(program, 0755);
}

/* A folder with the finished run "run" of the spec @text, and the program "report". Owner: the
 * caller. */
static char *make_place(const char *text, const Faked *faked)
{
    char *place = make_folder();
    g_auto(ProgramResult) result = {0};

    write_file(place, "spec.ini", text);
    write_program(place, faked);
    result = program_run_in(place, "",
                            (const char *const[]){"run", "spec.ini", "--output", "run", NULL});
    g_assert_cmpint(result.status, ==, 0);
    return place;
}

/* What was drawn of a run: "run" in @place, the pictures in @folder, called @files. */
typedef struct {
    char *place, *folder, *files;
    ProgramResult result;
} Drawn;

static void drawn_clear(Drawn *drawn)
{
    if (drawn->place != NULL)
        remove_folder(drawn->place);
    g_free(drawn->place);
    g_free(drawn->folder);
    g_free(drawn->files);
    program_result_clear(&drawn->result);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Drawn, drawn_clear)

/* Plays the spec @text and draws its pictures; false without gnuplot, where the test is skipped. */
static bool draw(const char *text, const Faked *faked, Drawn *out_drawn)
{
    if (!has_gnuplot())
        return false;
    out_drawn->place = make_place(text, faked);
    out_drawn->folder = g_build_filename(out_drawn->place, "run", "plots", NULL);
    out_drawn->result = PLOT(out_drawn->place, "run");
    out_drawn->files = list_files(out_drawn->folder);
    return true;
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

TEST(every_picture_is_drawn_and_the_svg_twice_the_same)
{
    static const char *const pictures[] = {"agreement",
                                           "asked",
                                           "asked_L_7___x__it_s_50_d____",
                                           "asked_a_b",
                                           "crosstable",
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
    g_auto(Drawn) drawn = {0};
    g_autofree char *second = NULL;
    g_auto(ProgramResult) again = {0};
    g_auto(GStrv) files = NULL;

    if (!draw(SPEC, &RATINGS_FAKED, &drawn))
        return;
    second = g_build_filename(drawn.place, "other", NULL);
    again = PLOT(drawn.place, "run", "--output=other");
    g_assert_cmpstr(drawn.result.err, ==, "");
    g_assert_cmpint(drawn.result.status, ==, 0);
    g_assert_cmpstr(drawn.result.out, ==, "18 pictures, each as SVG and PNG, in run/plots\n");
    g_assert_cmpint(again.status, ==, 0);
    files = g_strsplit(drawn.files, " ", -1);
    g_assert_cmpuint(g_strv_length(files), ==, 2 * G_N_ELEMENTS(pictures));
    for (size_t i = 0; i < G_N_ELEMENTS(pictures); i++) {
        g_autofree char *png = g_strconcat(pictures[i], ".png", NULL);
        g_autofree char *svg = g_strconcat(pictures[i], ".svg", NULL);
        g_autofree char *here = read_file(drawn.folder, svg);
        g_autofree char *there = read_file(second, svg);
        assert_is_picture(drawn.folder, png);
        assert_is_picture(drawn.folder, svg);
        g_assert_cmpstr(here, ==, there);
    }
}

TEST(compressed_games_are_drawn_too)
{
    g_auto(Drawn) drawn = {0};
    g_autofree char *compressed = NULL;
    g_auto(ProgramResult) run = {0};
    g_auto(ProgramResult) before = {0};
    g_auto(ProgramResult) after = {0};
    g_autofree char *plain = NULL;

    if (!draw(SPEC, &RATINGS_FAKED, &drawn))
        return;
    before = PLOT(drawn.place, "run", "--output=plain");
    run = program_run_in(
        drawn.place, "",
        (const char *const[]){"run", "spec.ini", "-z", "--force", "-o", "run", NULL});
    g_assert_cmpint(run.status, ==, 0);
    after = PLOT(drawn.place, "run", "--output=compressed");
    g_assert_cmpstr(after.err, ==, "");
    g_assert_cmpint(after.status, ==, 0);
    plain = g_build_filename(drawn.place, "plain", NULL);
    compressed = g_build_filename(drawn.place, "compressed", NULL);
    assert_same_files(plain, compressed);
}

TEST(damaged_compressed_games_are_said)
{
    g_autofree char *place = NULL;
    g_autofree char *folder = NULL;
    g_autofree char *games = NULL;
    g_auto(ProgramResult) result = {0};

    if (!has_gnuplot())
        return;
    place = make_place(SPEC, &RATINGS_FAKED);
    folder = g_build_filename(place, "run", NULL);
    games = g_build_filename(folder, "games.csv", NULL);
    g_unlink(games);
    write_file(folder, "games.csv.gz", "no gzip at all");
    result = PLOT(place, "run");
    g_assert_cmpint(result.status, ==, 1);
    g_assert_nonnull(strstr(result.err, "games.csv.gz is damaged"));
    remove_folder(place);
}

static void assert_says(const char *svg, const char *words)
{
    if (svg == NULL || strstr(svg, words) == NULL)
        g_test_fail_printf("nowhere '%s'", words);
}

TEST(a_picture_has_title_units_games_and_seed)
{
    g_auto(Drawn) drawn = {0};
    g_autofree char *svg = NULL;

    if (!draw("[experiment]\nname=e\nseed=3\ngames=8\n[players]\nlevel 7=level:7\n"
              "50% <it's>=random\n[record]\ngames=off\npairings=off\nrequests=off\n"
              "threats=off\n",
              &RATINGS_FAKED, &drawn))
        return;
    svg = read_file(drawn.folder, "material_level_7.svg");
    g_assert_nonnull(svg);
    for (char **field; (field = NEXT_ROW("a picture has title units games and seed")) != NULL;)
        assert_says(svg, field[0]);
}

TEST(ratings_say_who_has_none_or_only_a_bound)
{
    g_auto(Drawn) drawn = {0};
    g_autofree char *svg = NULL;

    if (!draw(TWO_RANDOM_PLAYERS "[experiment]\ngames=2\n", &RATINGS_FAKED, &drawn))
        return;
    svg = read_file(drawn.folder, "ratings.svg");
    assert_says(svg, ">L_7, \"x\" it's 50%d &lt;&amp;><");
    assert_says(svg, ">a/b<");
    assert_says(svg, ">a b<");
    assert_says(svg, "rated are left out");
    g_assert_true(svg == NULL || strstr(svg, ">c<") == NULL);
}

TEST(the_scores_of_factors_say_where_they_cross_the_middle)
{
    g_auto(Drawn) drawn = {0};
    g_autofree char *svg = NULL;
    g_auto(GStrv) once = NULL;

    if (!draw(FACTORS_IN_TIME, &SCORES_FAKED, &drawn))
        return;
    g_assert_cmpint(drawn.result.status, ==, 0);
    g_assert_cmpstr(drawn.files, ==,
                    "effects.png effects.svg material_C.png material_C.svg "
                    "material_H_ms-per-space_300_pause_ms_1000.png "
                    "material_H_ms-per-space_300_pause_ms_1000.svg "
                    "material_H_ms-per-space_300_pause_ms_200.png "
                    "material_H_ms-per-space_300_pause_ms_200.svg "
                    "material_H_ms-per-space_700_pause_ms_1000.png "
                    "material_H_ms-per-space_700_pause_ms_1000.svg "
                    "material_H_ms-per-space_700_pause_ms_200.png "
                    "material_H_ms-per-space_700_pause_ms_200.svg scores.png scores.svg");
    assert_is_picture(drawn.folder, "scores.png");
    svg = read_file(drawn.folder, "scores.svg");
    for (char **field;
         (field = NEXT_ROW("the scores of factors say where they cross the middle")) != NULL;)
        assert_says(svg, field[0]);
    once = g_strsplit(svg != NULL ? svg : "", ">level 7: ", -1);
    g_assert_cmpuint(g_strv_length(once), ==, 2);
}

TEST(material_in_time_is_drawn_over_seconds)
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
                       &RATINGS_FAIL);
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

TEST(the_path_of_a_sequential_test_is_drawn)
{
    g_auto(Drawn) drawn = {0};
    g_autofree char *svg = NULL;

    if (!draw("[experiment]\nformat=sprt\ngames=8\n[players]\nA=level:4\nB=random\n",
              &RATINGS_FAKED, &drawn))
        return;
    g_assert_cmpint(drawn.result.status, ==, 0);
    svg = read_file(drawn.folder, "sprt.svg");
    assert_says(svg, ">Path of the sequential test<");
    assert_says(svg, ">H1 is accepted<");
    assert_says(svg, "H0: the first player leads by 0 Elo");
}

TEST(a_factor_without_numbers_has_no_picture_of_scores)
{
    g_auto(Drawn) drawn = {0};

    if (!draw("[experiment]\nformat=gauntlet\nhero=H\ngames=2\n[players]\nH=march\n"
              "A=random\n[factors]\nplayers.H=march;random\n[rules]\nmax-plies=20\n"
              "[record]\nmaterial-mean=off\n",
              &RATINGS_FAKED, &drawn))
        return;
    g_assert_cmpint(drawn.result.status, ==, 0);
    g_assert_nonnull(strstr(drawn.result.err, "the values of the last factor are no numbers\n"));
}

TEST(what_was_not_recorded_is_said_and_is_no_failure)
{
    g_auto(Drawn) drawn = {0};

    if (!draw(TWO_RANDOM_PLAYERS "[experiment]\ngames=1\n[record]\npairings=off\n"
                                 "games=off\nmaterial-mean=off\nthreats=off\n",
              &RATINGS_FAKED, &drawn))
        return;
    g_assert_cmpint(drawn.result.status, ==, 0);
    g_assert_cmpstr(drawn.files, ==, "ratings.png ratings.svg");
    g_assert_nonnull(
        strstr(drawn.result.err, "no pictures of pairings.csv, which was not recorded\n"));
    g_assert_nonnull(strstr(drawn.result.err, "no pictures of requests.csv, which has no rows\n"));
}

TEST(without_ratings_the_others_are_drawn_and_the_status_tells)
{
    g_auto(Drawn) drawn = {0};

    if (!draw(TWO_RANDOM_PLAYERS "[experiment]\ngames=2\n[record]\ngames=off\n"
                                 "material-mean=off\n",
              &RATINGS_FAIL, &drawn))
        return;
    g_assert_cmpint(drawn.result.status, ==, 1);
    g_assert_cmpstr(drawn.files, ==, "crosstable.png crosstable.svg");
    g_assert_nonnull(strstr(drawn.result.err, "report' fails: no such thing"));
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

TEST(wrong_words_are_refused)
{
    g_auto(ProgramResult) none = plot(NULL, "A=B", (const char *const[]){NULL});
    g_auto(ProgramResult) two = PLOT(NULL, "a", "b", "c");
    g_auto(ProgramResult) option = PLOT(NULL, "a", "--colour");
    g_auto(ProgramResult) output = PLOT(NULL, "a", "--output");

    assert_refused(&none, 2, "which run?");
    assert_refused(&two, 2, "'c' is one folder too many");
    assert_refused(&option, 2, "unknown option '--colour'");
    assert_refused(&output, 2, "--output wants a value");
}

TEST(words_of_options_are_checked)
{
    g_auto(ProgramResult) picture = PLOT(NULL, "a", "--pictures", "material,curves");
    g_auto(ProgramResult) format = PLOT(NULL, "a", "--format=gif");
    g_auto(ProgramResult) size = PLOT(NULL, "a", "--size", "wide");
    g_auto(ProgramResult) dpi = PLOT(NULL, "a", "--dpi=0");
    g_auto(ProgramResult) scale = PLOT(NULL, "a", "--scale", "both");
    g_auto(ProgramResult) font = PLOT(NULL, "a", "--font", "it's");

    assert_refused(&picture, 2, "--pictures has 'curves', not one of material requests asked");
    assert_refused(&format, 2, "--format has 'gif', not svg, png, pdf or tex");
    assert_refused(&size, 2, "--size is 'wide', not millimetres");
    assert_refused(&dpi, 2, "--dpi is '0', not 10 to 9999");
    assert_refused(&scale, 2, "--scale is 'both', not one or each");
    assert_refused(&font, 2, "--font is 'it's', not a name");
}

/* The width of a PNG in dots: the first number of its header. */
static int width_of_png(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *data = NULL;
    gsize size = 0;

    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    g_assert_cmpuint(size, >, 24);
    return (guint8)data[18] << 8 | (guint8)data[19];
}

TEST(what_is_asked_for_is_drawn_as_it_is_asked_for)
{
    g_autofree char *place = NULL, *folder = NULL, *files = NULL, *svg = NULL, *tex = NULL;
    g_auto(ProgramResult) result = {0};

    if (!has_gnuplot())
        return;
    place = make_place("[experiment]\ngames=8\n[players]\nA=level:7\nB_b=level:5\n"
                       "[rules]\nmax-plies=40\n",
                       &RATINGS_FAKED);
    folder = g_build_filename(place, "p", NULL);
    result = PLOT(place, "run", "--output=p", "--pictures", "crosstable,material", "--players=A",
                  "--format", "svg,png,pdf,tex", "--size", "84", "--dpi=300", "--no-title",
                  "--no-caption", "--font", "Sans");
    g_assert_cmpstr(result.err, ==, "");
    g_assert_cmpstr(result.out, ==, "2 pictures, each as SVG and PNG and PDF and TEX, in p\n");
    files = list_files(folder);
    g_assert_cmpstr(files, ==,
                    "crosstable.pdf crosstable.png crosstable.svg crosstable.tex material_A.pdf "
                    "material_A.png material_A.svg material_A.tex");
    svg = read_file(folder, "material_A.svg");
    tex = read_file(folder, "material_A.tex");
    assert_says(svg, "width=\"84mm\"");
    g_assert_null(strstr(svg, ">Material of"));
    g_assert_null(strstr(svg, ">Run e"));
    assert_says(tex, "against B\\_b");
    g_assert_cmpint(width_of_png(folder, "material_A.png"), ==, 992); /* 84 mm in dots */
    remove_folder(place);
}

/* What scripts/plots/NAME.awk makes of @rows. */
static void assert_arranged(const char *name, const char *rows, const char *expected)
{
    g_autofree char *file = g_strconcat(name, ".awk", NULL);
    g_autofree char *script =
        g_test_build_filename(G_TEST_DIST, "..", "scripts", "plots", file, NULL);
    g_auto(ProgramResult) result = program_run_other(
        "awk", NULL, rows,
        (const char *const[]){"-v", "ENDS=checkmate stalemate", "-f", script, NULL});

    g_assert_cmpstr(result.err, ==, "");
    g_assert_cmpstr(result.out, ==, expected);
}

TEST(rows_of_tables_are_arranged_for_pictures)
{
    assert_arranged("crosstable",
                    "player,opponent,games,wins,losses,draws\nA,B,4,2,1,1\nA,C,0,0,0,0\n",
                    "player,opponent,games,score\nA,B,4,62.5\nB,A,4,37.5\n");
    assert_arranged("terminations",
                    "player,opponent,termination,games\nA,B,stalemate,1\nA,B,checkmate,3\n",
                    "player,termination,games,share,below\nA,checkmate,3,75,0\nB,checkmate,3,75,0\n"
                    "A,stalemate,1,25,75\nB,stalemate,1,25,75\n");
    assert_arranged("lengths",
                    "game,white,black,result,plies\n1,A,B,1-0,1\n2,B,A,1-0,1\n3,A,B,1/2-1/2,0\n",
                    "player,result,unit,from,to,games,below\n"
                    "A,won,plies,0,1,0,0\nA,won,plies,1,2,1,0\n"
                    "A,drawn,plies,0,1,1,0\nA,drawn,plies,1,2,0,1\n"
                    "A,lost,plies,0,1,0,1\nA,lost,plies,1,2,1,1\n"
                    "B,won,plies,0,1,0,0\nB,won,plies,1,2,1,0\n"
                    "B,drawn,plies,0,1,1,0\nB,drawn,plies,1,2,0,1\n"
                    "B,lost,plies,0,1,0,1\nB,lost,plies,1,2,1,1\n");
    assert_arranged("lengths", "game,white,black,result,time_ms\n1,A,B,0-1,1999\n",
                    "player,result,unit,from,to,games,below\n"
                    "A,won,seconds,0,1,0,0\nA,won,seconds,1,2,0,0\n"
                    "A,drawn,seconds,0,1,0,0\nA,drawn,seconds,1,2,0,0\n"
                    "A,lost,seconds,0,1,0,0\nA,lost,seconds,1,2,1,0\n"
                    "B,won,seconds,0,1,0,0\nB,won,seconds,1,2,1,0\n"
                    "B,drawn,seconds,0,1,0,0\nB,drawn,seconds,1,2,0,1\n"
                    "B,lost,seconds,0,1,0,0\nB,lost,seconds,1,2,0,1\n");
}

TEST(each_diagram_of_curves_may_have_a_scale_of_its_own)
{
    g_autofree char *place = NULL;

    if (!has_gnuplot())
        return;
    place = make_place("[experiment]\ngames=4\n[players]\nA=level:7\nB=level:5\nC=random\n"
                       "[rules]\nmax-plies=40\n",
                       &RATINGS_FAKED);
    for (int each = 0; each < 2; each++) {
        const char *scale = each ? "--scale=each" : "--scale=one";
        g_auto(ProgramResult) result = PLOT(place, "run", "--output=p", "--pictures=material",
                                            "--players=A", "--format=svg", scale);
        g_autofree char *folder = g_build_filename(place, "p", NULL);
        g_autofree char *svg = read_file(folder, "material_A.svg");
        g_auto(GStrv) zeros = g_strsplit(svg, ">0</text>", -1);
        g_assert_cmpstr(result.err, ==, "");
        /* two numbers on the shared y-axis or on two, and on two x-axes */
        g_assert_cmpuint(g_strv_length(zeros) - 1, ==, each ? 4 : 3);
    }
    remove_folder(place);
}

TEST(points_of_three_are_drawn)
{
    g_auto(Drawn) drawn = {0};
    g_autofree char *svg = NULL;

    if (!draw("[experiment]\ngame=threechess\ngames=2\n[rules]\nmax-plies=9\n"
              "[players]\nA=random\nB=random\nC=random\n",
              &RATINGS_FAIL, &drawn))
        return;
    g_assert_cmpint(drawn.result.status, ==, 0);
    g_assert_cmpstr(drawn.files, ==, "seats.png seats.svg");
    svg = read_file(drawn.folder, "seats.svg");
    assert_says(svg, ">Points of each player<");
}

TEST(the_effects_of_factors_are_drawn)
{
    g_auto(Drawn) drawn = {0};
    g_autofree char *svg = NULL;

    if (!draw("[experiment]\nformat=gauntlet\nhero=H\ngames=4\n[players]\nH=level:4\n"
              "A=level:1\n[factors]\nplayer.attack-request=off; on\n"
              "player.defence-request=off; on\n[rules]\nmax-plies=60\n",
              &RATINGS_FAKED, &drawn))
        return;
    svg = read_file(drawn.folder, "effects.svg");
    assert_says(svg, ">Effect of each value<");
    assert_says(svg, ">+attack-request<");
}

/* Two runs in which A and B are the same players; the third has another name in each. */
static char *make_two_runs(void)
{
    g_autofree char *place = make_place("[experiment]\ngames=6\nseed=1\n[players]\nA=level:7\n"
                                        "B=level:5\nC, it's 5%d=random\n[rules]\nmax-plies=60\n",
                                        &RATINGS_FAKED);
    g_auto(ProgramResult) result = {0};

    write_program(place, &(Faked){"nothing", ""});
    write_file(place, "spec.ini",
               "[experiment]\ngames=8\nseed=2\n[players]\nA=level:7\nB=level:5\nD=random\n"
               "[rules]\nmax-plies=60\n");
    result = program_run_in(place, "",
                            (const char *const[]){"run", "spec.ini", "--output", "it's <2>", NULL});
    g_assert_cmpint(result.status, ==, 0);
    return g_steal_pointer(&place);
}

TEST(two_runs_are_drawn_in_one_picture)
{
    g_autofree char *place = NULL, *folder = NULL, *files = NULL, *material = NULL;
    g_autofree char *ratings = NULL, *changes = NULL;
    g_auto(ProgramResult) result = {0}, lone = {0};

    if (!has_gnuplot())
        return;
    place = make_two_runs();
    folder = g_build_filename(place, "run", "plots", "with-it's <2>", NULL);
    result = PLOT(place, "run", "it's <2>", "--format=svg");
    g_assert_cmpstr(result.err, ==, "");
    g_assert_cmpint(result.status, ==, 0);
    files = list_files(folder);
    g_assert_cmpstr(files, ==,
                    "changes.svg material_A.svg material_B.svg ratings.svg requests.svg "
                    "threats.svg");
    material = read_file(folder, "material_A.svg");
    assert_says(material, ">Material of A by move number in two runs<");
    assert_says(material, ">against B<");
    g_assert_null(strstr(material, ">against D<"));
    assert_says(material, ">Run run: 6 a pairing, seed 1.<");
    assert_says(material, ">Run it's &lt;2>: 8 a pairing, seed 2.<");
    ratings = read_file(folder, "ratings.svg");
    assert_says(ratings, ">C, it's 5%d<");
    assert_says(ratings, ">D<");
    changes = read_file(folder, "changes.svg");
    assert_says(changes, ">A - B<");
    lone = PLOT(place, "run", "run", "--pictures=changes");
    g_assert_cmpint(lone.status, ==, 1);
    assert_says(lone.err, "are the same experiment with the same seed");
    remove_folder(place);
}

TEST(what_is_no_run_is_refused)
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

TEST(a_missing_gnuplot_is_named_with_its_package)
{
    g_autofree char *place = make_folder();
    g_auto(ProgramResult) result = {0};

    write_file(place, "run.json", "{}");
    result = plot(place, "PATH=/nowhere", (const char *const[]){".", NULL});
    assert_refused(&result, 1, "apt-get install --no-install-recommends gnuplot-nox");
    remove_folder(place);
}

TEST(help_is_help)
{
    g_auto(ProgramResult) result = PLOT(NULL, "--help");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_true(g_str_has_prefix(result.out, "usage: scripts/plot DIR [DIR2] [OPTION ...]\n"));
}

#define TUNING                                                                              \
    "[experiment]\nname=it's <tuned>\nformat=tune\ngames=2\n[tune]\nplayer=search:depth=1," \
    "piece-squares=off,hash=1\niterations=3\n[parameters]\nfreedom=1; 0; 40; 4\n"           \
    "queen=900; 0; 1500; 150\n[rules]\nmax-plies=20\n"

TEST(the_way_of_a_tuning_is_drawn)
{
    g_autofree char *place = make_folder();
    g_auto(ProgramResult) tuned = {0}, drawn = {0};
    g_autofree char *svg = NULL;

    write_file(place, "spec.ini", TUNING);
    tuned = program_run_in(place, "",
                           (const char *const[]){"tune", "spec.ini", "--output", "run", NULL});
    g_assert_cmpint(tuned.status, ==, 0);
    if (has_gnuplot()) {
        write_program(place, &RATINGS_FAIL);
        drawn = PLOT(place, "run", "--output", "drawn", "--format", "svg");
        g_assert_cmpint(drawn.status, ==, 0);
        svg = read_file(place, "drawn/tuning.svg");
        g_assert_nonnull(strstr(svg, "freedom 1"));
        g_assert_nonnull(strstr(svg, "6 games, 2 an iteration"));
    }
    remove_folder(place);
}
