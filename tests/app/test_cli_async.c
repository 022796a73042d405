/* Experiments in asynchronous chess, as users meet them. */
#include <glib.h>
#include <string.h>

#include "tests/program.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define GRID                                                                       \
    "[experiment]\ngame=async\nformat=grid\ngames=10\n[players]\nC=async-random\n" \
    "[grid]\nplayer=async-random:pause_ms={100;2000}\nms-per-space=300;1000\n"

/* A folder with spec.ini, which says @text, and the finished run "run" of it. Owner: the caller. */
static char *make_run(const char *text)
{
    char *place = make_folder();
    g_auto(ProgramResult) result = {0};

    write_file(place, "spec.ini", text);
    result = program_run_in(place, "",
                            (const char *const[]){"run", "spec.ini", "--output", "run", NULL});
    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(strstr(result.out, "C, 300 ms  C, 1000 ms\n"));
    g_assert_nonnull(strstr(result.out, "\npause_ms 2000 "));
    return place;
}

#define RUN_IN(place, ...) program_run_in((place), "", (const char *const[]){__VA_ARGS__, NULL})

TEST(a_run_has_tables_in_time)
{
    g_autofree char *place = make_run(GRID);
    g_autofree char *folder = g_build_filename(place, "run", NULL);
    g_autofree char *files = list_files(folder);
    g_autofree char *pairings = read_file(folder, "pairings.csv");
    g_auto(GStrv) rows = g_strsplit(pairings, "\n", -1);

    g_assert_cmpstr(files, ==,
                    "commands.csv datapackage.json games.csv material_mean.csv pairings.csv "
                    "run.json");
    g_assert_cmpuint(g_strv_length(rows), ==, 1 + 8 + 1);
    g_assert_true(g_str_has_prefix(rows[1], "pause_ms 100,C,300,10,"));
    g_assert_true(g_str_has_prefix(rows[4], "C,pause_ms 100,1000,10,"));
    remove_folder(place);
}

TEST(a_report_keeps_paces_apart_and_says_that_ratings_do_not)
{
    g_autofree char *place = make_run(GRID);
    g_auto(ProgramResult) text = RUN_IN(place, "report", "run");
    g_auto(ProgramResult) csv = RUN_IN(place, "report", "run", "--csv", "--table=pairings");
    g_auto(ProgramResult) json = RUN_IN(place, "report", "run", "--json");
    g_auto(ProgramResult) markdown = RUN_IN(place, "report", "run", "--markdown");

    g_assert_cmpint(text.status, ==, 0);
    g_assert_true(g_str_has_prefix(text.out, "Note: pairings differ in the milliseconds a space"));
    g_assert_nonnull(strstr(text.out, "\npause_ms 2000 - C, 300 ms "));
    g_assert_cmpint(csv.status, ==, 0);
    g_assert_nonnull(strstr(csv.out, ",pairs,ms_per_space\npause_ms 100,C,10,"));
    g_assert_nonnull(strstr(csv.out, ",5,300\n"));
    g_assert_nonnull(strstr(csv.out, ",5,1000\n"));
    g_assert_cmpint(json.status, ==, 0);
    g_assert_nonnull(strstr(json.out, "\"ms_per_space\": 300}"));
    g_assert_cmpint(markdown.status, ==, 0);
    g_assert_nonnull(strstr(markdown.out, "| pause_ms 100 - C, 1000 ms | 10 |"));
    remove_folder(place);
}

TEST(what_needs_turns_is_refused)
{
    g_autofree char *place = make_run(GRID);
    g_auto(ProgramResult) replay = RUN_IN(place, "replay", "run", "--game", "1", "--ply", "2");
    g_auto(ProgramResult) effects = RUN_IN(place, "effects", "run");
    g_auto(ProgramResult) messages =
        RUN_IN(place, "run", "spec.ini", "--output", "new", "--messages-file", "messages");
    g_auto(ProgramResult) moves = RUN_IN(place, "moves", "--game", "async");

    program_assert_refused(&replay, 2, "--ply, --boards and --messages are for games with turns");
    program_assert_refused(&effects, 1, "is of no sweep");
    program_assert_refused(&messages, 2, "this game has no turns");
    program_assert_refused(&moves, 2, "which has no turns and so no legal moves");
    remove_folder(place);
}

TEST(games_of_a_run_are_played_again_and_recorded)
{
    g_autofree char *place = make_run(GRID);

    for (int number = 1; number <= 40; number += 13) {
        g_autofree char *game = g_strdup_printf("%d", number);
        g_autofree char *file = g_strdup_printf("game%d.jsonl", number);
        g_auto(ProgramResult) again =
            RUN_IN(place, "replay", "run", "--game", game, "--record", file);
        g_auto(ProgramResult) recorded = RUN_IN(place, "replay", file);
        g_auto(ProgramResult) twice =
            RUN_IN(place, "replay", "run", "--game", game, "--record", file);
        g_auto(GStrv) lines = g_strsplit(again.out, "\n", -1);

        g_assert_cmpint(again.status, ==, 0);
        g_assert_nonnull(strstr(again.out, "\nas run/games.csv says\n"));
        g_assert_cmpuint(g_strv_length(lines), >=, 4);
        g_assert_cmpint(recorded.status, ==, 0);
        g_assert_nonnull(strstr(recorded.out, lines[3])); /* how it ended */
        g_assert_nonnull(strstr(recorded.out, "\nplayed again, it is the same to the byte\n"));
        program_assert_refused(&twice, 1, "File exists");
    }
    remove_folder(place);
}
