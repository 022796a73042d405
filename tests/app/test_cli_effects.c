/* `agentchess effects` as its users meet it. */
#include "tests/folder.h"
#include "tests/program.h"
#include "tests/test.h"

/* Runs factors with six games a pairing against @opponent, into "s" of a folder. Owner: the caller,
 * as a Folder. */
static char *make_run(const char *opponent)
{
    char *folder = make_folder();
    g_autofree char *text =
        g_strdup_printf("[experiment]\nformat=gauntlet\nhero=base\ngames=6\n[players]\n"
                        "base=level:4\nA=%s\n[factors]\nplayer.attack-request=off;on\n"
                        "player.even-trade=off;on\n[record]\ngames=off\npairings=off\npgn=off\n"
                        "material-mean=off\nrequests=off\nmove-attacks=off\nthreats=off\n",
                        opponent);
    g_auto(ProgramResult) result = {0};

    write_file(folder, "s.ini", text);
    result =
        program_run_in(folder, "", (const char *const[]){"run", "s.ini", "--output", "s", NULL});
    g_assert_cmpint(result.status, ==, 0);
    g_assert_true(g_regex_match_simple("^ +A\nbase +[0-9]+-[0-9]+-[0-9]+\nbase\\+even-trade ",
                                       result.out, 0, 0));
    return folder;
}

TEST(effects_are_printed_with_intervals_and_the_fit)
{
    g_autoptr(Folder) folder = make_run("level:5");
    g_auto(ProgramResult) result =
        program_run_in(folder, "", (const char *const[]){"effects", "s", "-i", "all", NULL});

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_nonnull(strstr(result.out, "\neffect "));
    g_assert_nonnull(strstr(result.out, "\ninteraction  +attack-request+even-trade "));
    g_assert_nonnull(strstr(result.out, "\nshapley "));
    g_assert_nonnull(
        strstr(result.out, "\nbase in 4 cells, games against each of 1 opponents: 6; "));
}

TEST(csv_has_a_row_for_each_number)
{
    g_autoptr(Folder) folder = make_run("level:5");
    g_auto(ProgramResult) result =
        program_run_in(folder, "", (const char *const[]){"effects", "s", "--format=csv", NULL});
    g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpuint(g_strv_length(lines), ==, 1 + 2 + 2 + 1 + 1);
    g_assert_cmpstr(lines[0], ==, "quantity,of,elo,kind,low,high,p,holm");
    g_assert_true(g_str_has_prefix(lines[1], "effect,'+attack-request,"));
    g_assert_null(strstr(result.out, "nan"));
}

TEST(what_has_no_factors_is_refused)
{
    g_autoptr(Folder) folder = make_run("random");
    g_auto(ProgramResult) match = program_run_in(
        folder, "",
        (const char *const[]){"match", "level:1", "random", "--games", "2", "-o", "m", NULL});
    g_auto(ProgramResult) none =
        program_run_in(folder, "", (const char *const[]){"effects", "m", NULL});
    g_auto(ProgramResult) unknown =
        program_run_in(folder, "", (const char *const[]){"effects", "s", "-i", "a*b", NULL});
    g_auto(ProgramResult) no_run = PROGRAM_RUN("", "effects", "no-such-folder");
    g_auto(ProgramResult) nothing = PROGRAM_RUN("", "effects");
    g_auto(ProgramResult) format =
        program_run_in(folder, "", (const char *const[]){"effects", "s", "--format=xml", NULL});

    g_assert_cmpint(match.status, ==, 0);
    program_assert_refused(&none, 1, "m: the experiment has no factors");
    program_assert_refused(&unknown, 2, "'a*b' is not two factors");
    program_assert_refused(&no_run, 1, "no-such-folder");
    program_assert_refused(&nothing, 2, "DIR is missing");
    program_assert_refused(&format, 2, "--format is 'xml', not text, csv, json or markdown");
}
