/* `agentchess effects` as its users meet it. */
#include <glib/gstdio.h>

#include "tests/program.h"
#include "tests/test.h"

/* Runs a sweep of six games a pairing against @opponent, with short answers, into "s" of a folder.
 * Owner: the caller, which removes it with remove_sweep(). */
static char *make_sweep(const char *opponent)
{
    g_autoptr(GError) error = NULL;
    char *folder = g_dir_make_tmp("agentchess-XXXXXX", &error);
    g_autofree char *path = g_build_filename(folder, "s.ini", NULL);
    g_autofree char *text =
        g_strdup_printf("[experiment]\nformat=sweep\ngames=6\n[players]\nA=%s\n[sweep]\n"
                        "base=level:4\nlogics=attack-request\nreadings=even-trade\n"
                        "[record]\ngames=off\npairings=off\npgn=off\nmaterial-mean=off\n"
                        "requests=off\nmove-attacks=off\nthreats=off\n",
                        opponent);
    g_auto(ProgramResult) result = {0};

    g_assert_no_error(error);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    result =
        program_run_in(folder, "", (const char *const[]){"run", "s.ini", "--output", "s", NULL});
    g_assert_cmpint(result.status, ==, 0);
    g_assert_true(g_regex_match_simple("^ +A\nbase +[0-9]+-[0-9]+-[0-9]+\n\\+attack-request ",
                                       result.out, 0, 0));
    return folder;
}

static void remove_sweep(const char *folder)
{
    static const char *const names[] = {"s/run.json", "s", "s.ini", "m/run.json", "m", ""};

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        g_remove(path);
    }
}

TEST(values_and_effects_are_told_with_intervals)
{
    g_autofree char *folder = make_sweep("level:5");
    g_auto(ProgramResult) result =
        program_run_in(folder, "", (const char *const[]){"effects", "s", "-i", NULL});

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_nonnull(strstr(result.out, "Values: Elo above A, 6 games each; base is level:4\n"));
    g_assert_nonnull(strstr(result.out, "\nbase  "));
    g_assert_nonnull(strstr(result.out, "\n+attack-request+even-trade  "));
    g_assert_nonnull(strstr(result.out, "\n\nMean effects: "));
    g_assert_nonnull(strstr(result.out, "\n\nShapley values: "));
    g_assert_nonnull(strstr(result.out, "\n\nInteractions: "));
    remove_sweep(folder);
}

TEST(csv_has_a_row_for_each_number)
{
    g_autofree char *folder = make_sweep("level:5");
    g_auto(ProgramResult) result =
        program_run_in(folder, "", (const char *const[]){"effects", "s", "--format=csv", NULL});
    g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpuint(g_strv_length(lines), ==, 1 + 4 + 2 + 2 + 1 + 1);
    g_assert_cmpstr(lines[0], ==, "quantity,of,kind,elo,low,high");
    g_assert_true(g_str_has_prefix(lines[1], "value,base,interval,"));
    g_assert_true(g_str_has_prefix(lines[7], "shapley,'+attack-request,interval,"));
    g_assert_null(strstr(result.out, "nan"));
    remove_sweep(folder);
}

TEST(who_won_everything_has_bounds_and_no_infinities)
{
    g_autofree char *folder = make_sweep("random");
    g_auto(ProgramResult) text =
        program_run_in(folder, "", (const char *const[]){"effects", "s", NULL});
    g_auto(ProgramResult) json =
        program_run_in(folder, "", (const char *const[]){"effects", "s", "--format=json", NULL});

    g_assert_cmpint(text.status, ==, 0);
    g_assert_cmpint(json.status, ==, 0);
    for (const char *const *word = (const char *const[]){"nan", "inf ", "inf\n", NULL};
         *word != NULL; word++) {
        g_assert_null(strstr(text.out, *word));
        g_assert_null(strstr(json.out, *word));
    }
    if (strstr(text.out, "at least") != NULL)
        g_assert_nonnull(strstr(text.out, "won or lost every game"));
    remove_sweep(folder);
}

/* Each of the points is the opponent's or the player's, whatever was won. */
TEST(points_are_known_even_where_all_is_won)
{
    g_autofree char *folder = make_sweep("random");
    g_auto(ProgramResult) csv = program_run_in(
        folder, "", (const char *const[]){"effects", "s", "--scale=points", "--format=csv", NULL});
    g_auto(ProgramResult) text =
        program_run_in(folder, "", (const char *const[]){"effects", "s", "--scale=points", NULL});
    g_auto(GStrv) lines = g_strsplit(csv.out, "\n", -1);

    g_assert_cmpstr(lines[0], ==, "quantity,of,kind,points,low,high");
    for (int i = 1; *lines[i] != '\0'; i++) {
        g_auto(GStrv) cells = g_strsplit(lines[i], ",", -1);
        const double points = g_ascii_strtod(cells[3], NULL);
        g_assert_cmpstr(cells[2], ==, "interval");
        g_assert_cmpfloat(g_ascii_strtod(cells[4], NULL), <=, points);
        g_assert_cmpfloat(points, <=, g_ascii_strtod(cells[5], NULL));
        if (g_str_equal(cells[0], "value"))
            g_assert_cmpfloat(points, >, 50);
        g_assert_cmpfloat(points, <=, 100);
    }
    g_assert_nonnull(strstr(
        text.out, "Values: per cent of the points against A, 6 games each; base is level:4\n"));
    g_assert_null(strstr(text.out, "won or lost every game"));
    remove_sweep(folder);
}

TEST(what_is_no_sweep_is_refused)
{
    g_autofree char *folder = make_sweep("level:5");
    g_auto(ProgramResult) match = program_run_in(
        folder, "",
        (const char *const[]){"match", "level:1", "random", "--games", "2", "-o", "m", NULL});
    g_auto(ProgramResult) no_sweep =
        program_run_in(folder, "", (const char *const[]){"effects", "m", NULL});
    g_auto(ProgramResult) no_run = PROGRAM_RUN("", "effects", "no-such-folder");
    g_auto(ProgramResult) nothing = PROGRAM_RUN("", "effects");
    g_auto(ProgramResult) format =
        program_run_in(folder, "", (const char *const[]){"effects", "s", "--format=xml", NULL});
    g_auto(ProgramResult) scale =
        program_run_in(folder, "", (const char *const[]){"effects", "s", "--scale=pints", NULL});

    g_assert_cmpint(match.status, ==, 0);
    program_assert_refused(&no_sweep, 1, "m/run.json is of no sweep");
    program_assert_refused(&no_run, 1, "no-such-folder");
    program_assert_refused(&nothing, 2, "DIR is missing");
    program_assert_refused(&format, 2, "--format is 'xml', not text, csv or json");
    program_assert_refused(&scale, 2, "--scale is 'pints', not elo or points");
    remove_sweep(folder);
}
