/* run, match and replay, as their users meet them. */
#include <glib-unix.h>
#include <signal.h>
#include <sys/resource.h>

#include "board/pgn.h"
#include "experiments/play/match.h"
#include "experiments/tables/run_tables.h"
#include "tests/program.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define SPEC                                                                     \
    "[players]\nL1=level:1\nL2=level:2\nchance=random\n[experiment]\ngames=10\n" \
    "[record]\nmaterial=on\n"

/* Takes minutes, so that there is time to disturb it; it is never played to its end. */
#define LONG_SPEC "[players]\nA=random\nB=random\n[experiment]\ngames=1000000\n[record]\npgn=off\n"

/* A folder with the spec "e.ini". Owner: the caller. */
static char *make_place(const char *spec)
{
    char *place = make_folder();

    write_file(place, "e.ini", spec);
    return place;
}

#define RUN_IN(place, ...) program_run_in((place), "", (const char *const[]){__VA_ARGS__, NULL})

static void assert_ended(const ProgramResult *result, int status)
{
    if (result->status != status)
        g_test_fail_printf("exit status %d, not %d: %s", result->status, status, result->err);
}

TEST(a_run_prints_its_table_and_says_where_the_files_are)
{
    g_autofree char *place = make_place(SPEC);
    g_autofree char *folder = g_build_filename(place, "results", "e", NULL);
    g_auto(ProgramResult) result = RUN_IN(place, "run", "e.ini");
    g_autofree char *files = list_files(folder);
    g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);

    assert_ended(&result, 0);
    g_assert_cmpstr(
        files, ==,
        "datapackage.json events_per_game.csv games.csv games.pgn material.csv material_mean.csv "
        "move_attacks.csv pairings.csv requests.csv run.json threats.csv");
    g_assert_cmpuint(g_strv_length(lines), ==, 5);
    g_assert_true(g_str_has_prefix(lines[0], "        "));
    g_assert_true(g_str_has_prefix(lines[1], "L1       X  "));
    g_assert_nonnull(strstr(result.err, "files in results/e\n"));
    g_assert_null(strchr(result.err, '\r')); /* no progress but on a terminal */
    remove_folder(place);
}

TEST(the_number_of_jobs_changes_no_byte)
{
    g_autofree char *place = make_place(SPEC);
    g_autofree char *one = g_build_filename(place, "one", NULL);
    g_autofree char *two = g_build_filename(place, "two", NULL);
    g_auto(ProgramResult) first = RUN_IN(place, "run", "e.ini", "--output", "one", "--jobs", "1");
    g_auto(ProgramResult) second = RUN_IN(place, "run", "e.ini", "-o", "two", "-j", "8");

    assert_ended(&first, 0);
    assert_ended(&second, 0);
    g_assert_cmpstr(first.out, ==, second.out);
    assert_same_files(one, two);
    remove_folder(place);
}

TEST(a_folder_is_resumed_or_forced_but_never_overwritten)
{
    g_autofree char *place = make_place(SPEC);
    g_auto(ProgramResult) first = RUN_IN(place, "run", "e.ini", "-o", "r");
    g_auto(ProgramResult) again = RUN_IN(place, "run", "e.ini", "-o", "r");
    g_auto(ProgramResult) resumed = RUN_IN(place, "run", "e.ini", "-o", "r", "--resume");
    g_auto(ProgramResult) other =
        RUN_IN(place, "run", "e.ini", "-o", "r", "--resume", "--set", "experiment.seed=2");
    g_auto(ProgramResult) forced = RUN_IN(place, "run", "e.ini", "-o", "r", "--force");

    assert_ended(&first, 0);
    program_assert_refused(&again, 2, "r holds a finished run");
    assert_ended(&resumed, 0);
    g_assert_cmpstr(resumed.out, ==, first.out);
    g_assert_cmpstr(resumed.err, ==, "the run in r is finished, there is nothing to do\n");
    program_assert_refused(&other, 1, "[experiment] seed is '1' there, '2' here");
    assert_ended(&forced, 0);
    g_assert_cmpstr(forced.out, ==, first.out);
    remove_folder(place);
}

TEST(a_check_plays_nothing)
{
    g_autofree char *place = make_place(SPEC);
    g_auto(ProgramResult) result = RUN_IN(place, "run", "e.ini", "--check");
    g_autofree char *files = list_files(place);

    assert_ended(&result, 0);
    g_assert_true(
        g_str_has_prefix(result.out, "e: 3 players, 3 pairings, 30 games\n30 games, about "));
    g_assert_cmpstr(files, ==, "e.ini");
    remove_folder(place);
}

TEST(bad_input_gets_a_sentence_and_changes_nothing)
{
    static const struct {
        int status;
        const char *words;
        const char *arguments[6];
    } cases[] = {
        {2, "SPEC is missing", {"run"}},
        {2, "too many", {"run", "e.ini", "e.ini"}},
        {2, "--jobs is '0'", {"run", "e.ini", "--jobs", "0"}},
        {2, "--jobs is 'x'", {"run", "e.ini", "--jobs", "x"}},
        {2, "cannot be given together", {"run", "e.ini", "--resume", "--force"}},
        {2,
         "--messages-games 0: '0' is no number from 1 to 30",
         {"run", "e.ini", "--messages-file=m", "--messages-games=0"}},
        {2,
         "'31' is no number from 1 to 30",
         {"run", "e.ini", "--messages-file=m", "--messages-games=1,31"}},
        {2,
         "'x' is no number",
         {"run", "e.ini", "--check", "--messages-file=m", "--messages-games=x"}},
        {2, "--messages-games needs --messages-file", {"run", "e.ini", "--messages-games=1"}},
        {2,
         "--messages-file e.ini: there is such a file already",
         {"run", "e.ini", "--messages-file=e.ini"}},
        {2,
         "--messages-file e.ini: it holds something other",
         {"run", "e.ini", "--messages-file=e.ini", "--resume"}},
        {2, "--messages-file .: it is a folder", {"run", "e.ini", "--messages-file=."}},
        {2,
         "--messages-file none/m: there is no such folder",
         {"run", "e.ini", "--messages-file=none/m"}},
        {2, "--set rules.foo=1: ", {"run", "e.ini", "--set", "rules.foo=1"}},
        {2, "--set experiment.games=0: ", {"run", "e.ini", "--set", "experiment.games=0"}},
        {1, "none.ini", {"run", "none.ini"}},
        {1, ": [rules] foo: ", {"run", "bad.ini"}},
        {1, ": [rules] foo: ", {"run", "bad.ini", "--check"}},
        {1, "holds files, but no run", {"run", "e.ini", "--output", "."}},
        {1, "e.ini/below", {"run", "e.ini", "--output", "e.ini/below"}},
        {2, "OPPONENT is missing", {"match", "random"}},
        {2, "'nobody'", {"match", "random", "nobody"}},
        {2, "did you mean 'plain'?", {"match", "random", "random", "--progress=plian"}},
        {2, "--games is '0'", {"match", "random", "random", "--games", "0"}},
        {2, "--seed is '-1'", {"match", "random", "random", "--seed=-1"}},
        {2, "need --output", {"match", "random", "random", "--resume"}},
        {2, "DIR|FILE is missing", {"replay"}},
        {2, "--game N is missing", {"replay", "."}},
        {2, "--game is '0'", {"replay", ".", "--game", "0"}},
        {2, "--ply is 'x'", {"replay", ".", "--game", "1", "--ply=x"}},
        {1, "holds no run", {"replay", ".", "--game", "1"}},
        {1, "none", {"replay", "none", "--game", "1"}},
    };
    g_autofree char *place = make_place(SPEC);

    write_file(place, "bad.ini", SPEC "[rules]\nfoo=1\n");
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(ProgramResult) result = program_run_in(place, "", cases[i].arguments);
        g_autofree char *files = list_files(place);
        program_assert_refused(&result, cases[i].status, cases[i].words);
        g_assert_cmpstr(files, ==, "bad.ini e.ini");
    }
    remove_folder(place);
}

/* Starts "agentchess run e.ini -o FOLDER ..." in @place. */
static GSubprocess *start_run(const char *place, const char *folder, const char *option)
{
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
    g_autoptr(GError) error = NULL;
    GSubprocess *process;

    g_subprocess_launcher_set_cwd(launcher, place);
    process = g_subprocess_launcher_spawn(launcher, &error, g_getenv("AGENTCHESS_PROGRAM"), "run",
                                          "e.ini", "-o", folder, option, NULL);
    g_assert_no_error(error);
    return process;
}

/* The bytes of games.csv; 0 if there is none. */
static goffset size_of_games(const char *place, const char *folder)
{
    g_autofree char *path = g_build_filename(place, folder, "games.csv", NULL);
    GStatBuf info;

    return g_stat(path, &info) == 0 ? info.st_size : 0;
}

/* Waits until the run has written more games than the @size bytes there were before: they reach
 * the file with a checkpoint, after two seconds, when the run has long been listening to signals.
 */
static void wait_for_games(const char *place, const char *folder, goffset size)
{
    for (int i = 0; i < 60000 && size_of_games(place, folder) <= size; i++)
        g_usleep(1000);
}

static int wait_for_end(GSubprocess *process, char **out_errors)
{
    g_autoptr(GError) error = NULL;

    g_subprocess_communicate_utf8(process, NULL, NULL, NULL, out_errors, &error);
    g_assert_no_error(error);
    return g_subprocess_get_if_exited(process) ? g_subprocess_get_exit_status(process)
                                               : 128 + g_subprocess_get_term_sig(process);
}

/* Runs for a moment and ends it by @signal; what stands in games.csv then. Owner: the caller. */
static char *run_for_a_moment(const char *place, const char *folder, int signal)
{
    g_autofree char *path = g_build_filename(place, folder, NULL);
    g_autofree char *errors = NULL;
    g_autofree char *files = NULL;
    const goffset size = size_of_games(place, folder);
    g_autoptr(GSubprocess) process = start_run(place, folder, "--resume");

    wait_for_games(place, folder, size);
    g_subprocess_send_signal(process, signal);
    g_assert_cmpint(wait_for_end(process, &errors), ==, 130);
    g_assert_nonnull(strstr(errors, "finishing the games under way; Ctrl-C again ends at once"));
    g_assert_nonnull(strstr(errors, "the same command with --resume continues\n"));
    files = list_files(path);
    g_assert_cmpstr(files, ==, "checkpoint checkpoint.before games.csv");
    return read_file(path, "games.csv");
}

/* Of the same experiment the shorter text is the beginning of the longer one. */
static void assert_same_beginning(const char *a, const char *b)
{
    const size_t length = MIN(strlen(a), strlen(b));

    g_assert_cmpuint(length, >, strlen("game,pairing,"));
    g_assert_true(strncmp(a, b, length) == 0);
}

TEST(ctrl_c_ends_a_run_that_can_be_resumed)
{
    g_autofree char *place = make_place(LONG_SPEC);
    g_autofree char *first = run_for_a_moment(place, "r", SIGINT);
    g_autofree char *second = run_for_a_moment(place, "r", SIGTERM);

    g_assert_true(g_str_has_prefix(second, first));
    g_assert_cmpuint(strlen(second), >, strlen(first));
    remove_folder(place);
}

TEST(a_killed_run_lets_go_of_its_folder)
{
    g_autofree char *place = make_place(LONG_SPEC);
    g_autofree char *whole = run_for_a_moment(place, "whole", SIGINT);
    g_autofree char *resumed = NULL;
    g_autofree char *errors = NULL;
    g_autoptr(GSubprocess) process = start_run(place, "killed", "--jobs=2");

    wait_for_games(place, "killed", 0);
    {
        g_auto(ProgramResult) second = RUN_IN(place, "run", "e.ini", "-o", "killed", "--resume");
        g_auto(ProgramResult) third = RUN_IN(place, "run", "e.ini", "-o", "killed");
        program_assert_refused(&second, 1, "another run is at work in killed");
        program_assert_refused(&third, 1, "another run is at work in killed");
    }
    g_subprocess_force_exit(process);
    g_assert_cmpint(wait_for_end(process, &errors), ==, 128 + SIGKILL);
    resumed = run_for_a_moment(place, "killed", SIGINT);
    assert_same_beginning(resumed, whole);
    remove_folder(place);
}

/* The limit stands for a full disk: write() fails in the middle of a file. */
static void limit_file_size(gpointer data)
{
    const struct rlimit limit = {(rlim_t)GPOINTER_TO_INT(data), (rlim_t)GPOINTER_TO_INT(data)};

    setrlimit(RLIMIT_FSIZE, &limit);
}

static void run_with_limit(const char *place, const char *folder, int limit)
{
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDERR_PIPE);
    g_autoptr(GSubprocess) process = NULL;
    g_autofree char *errors = NULL;

    g_subprocess_launcher_set_cwd(launcher, place);
    g_subprocess_launcher_set_child_setup(launcher, limit_file_size, GINT_TO_POINTER(limit), NULL);
    process = g_subprocess_launcher_spawn(launcher, NULL, g_getenv("AGENTCHESS_PROGRAM"), "run",
                                          "e.ini", "-o", folder, NULL);
    g_assert_cmpint(wait_for_end(process, &errors), ==, 1);
    g_assert_nonnull(strstr(errors, "agentchess run: cannot write "));
    g_assert_nonnull(strstr(errors, "File too large"));
}

TEST(a_full_disk_ends_with_a_sentence_and_a_resumable_folder)
{
    static const int limits[] = {100, 100000}; /* in the first checkpoint; in games.csv */
    g_autofree char *place = make_place(LONG_SPEC);
    g_autofree char *whole = run_for_a_moment(place, "whole", SIGINT);

    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++) {
        g_autofree char *folder = g_strdup_printf("run%d", (int)i);
        g_autofree char *resumed = NULL;
        run_with_limit(place, folder, limits[i]);
        resumed = run_for_a_moment(place, folder, SIGINT);
        assert_same_beginning(resumed, whole);
    }
    remove_folder(place);
}

#define TALK "[players]\nL1=level:1\nL7=level:7\n[experiment]\ngames=4\n[rules]\nmax-plies=20\n"

TEST(messages_of_chosen_games_are_written)
{
    g_autofree char *place = make_place(TALK);
    g_auto(ProgramResult) one = RUN_IN(place, "run", "e.ini", "-o", "one", "-j", "1",
                                       "--messages-file", "one.jsonl", "--messages-games", "3-4,1");
    g_auto(ProgramResult) two = RUN_IN(place, "run", "e.ini", "-o", "two", "-j", "8",
                                       "--messages-file", "two/m.jsonl", "--messages-games=1,3,4");
    g_autofree char *first = read_file(place, "one.jsonl");
    g_autofree char *folder = g_build_filename(place, "two", NULL);
    g_autofree char *second = read_file(folder, "m.jsonl");

    assert_ended(&one, 0);
    assert_ended(&two, 0);
    g_assert_true(g_str_has_suffix(one.err, "\nmessages of 3 games in one.jsonl\n"));
    g_assert_true(g_str_has_prefix(first, "{\"game\":1,\"ply\":0,\"kind\":\"start\","));
    g_assert_nonnull(strstr(first, "\n{\"game\":3,\"ply\":1,\"kind\":\"order\","));
    g_assert_null(strstr(first, "\n{\"game\":2,"));
    g_assert_cmpstr(first, ==, second);
    remove_folder(place);
}

/* The run may have been stopped in between, or have been played long ago. */
TEST(a_finished_run_can_still_be_asked_for_its_messages)
{
    g_autofree char *place = make_place(TALK);
    g_auto(ProgramResult) run = RUN_IN(place, "run", "e.ini", "-o", "r");
    g_auto(ProgramResult) later =
        RUN_IN(place, "run", "e.ini", "-o", "r", "--resume", "--messages-file", "m.jsonl");
    g_autofree char *text = read_file(place, "m.jsonl");
    g_auto(ProgramResult) again = RUN_IN(place, "run", "e.ini", "-o", "r", "--resume",
                                         "--messages-file", "m.jsonl", "--messages-games", "2");
    g_autofree char *less = read_file(place, "m.jsonl");
    g_autofree char *files = list_files(place);

    assert_ended(&run, 0);
    assert_ended(&later, 0);
    assert_ended(&again, 0);
    g_assert_true(g_str_has_suffix(later.err, "messages of 4 games in m.jsonl\n"));
    g_assert_true(g_str_has_prefix(less, "{\"game\":2,\"ply\":0,"));
    g_assert_nonnull(strstr(text, less));
    g_assert_cmpstr(files, ==, "e.ini m.jsonl r");
    remove_folder(place);
}

TEST(messages_that_are_not_of_the_run_are_not_written)
{
    g_autofree char *place = make_place(TALK);
    g_autofree char *folder = g_build_filename(place, "r", NULL);
    g_auto(ProgramResult) run = RUN_IN(place, "run", "e.ini", "-o", "r");
    g_autofree char *games = read_file(folder, "games.csv");
    g_autoptr(GString) changed = g_string_new(games);

    assert_ended(&run, 0);
    g_string_replace(changed, "\n2,1,", "\n2,1,X", 0);
    write_file(folder, "games.csv", changed->str);
    {
        g_auto(ProgramResult) refused =
            RUN_IN(place, "run", "e.ini", "-o", "r", "--resume", "--messages-file", "m.jsonl");
        g_autofree char *files = list_files(place);
        g_assert_cmpint(refused.status, ==, 1);
        g_assert_nonnull(strstr(refused.err, "r/games.csv is too long"));
        g_assert_cmpstr(files, ==, "e.ini r");
    }
    remove_folder(place);
}

TEST(a_match_prints_its_result_and_writes_nothing)
{
    g_autofree char *place = make_folder();
    g_auto(ProgramResult) result = RUN_IN(place, "match", "level:2", "level:1", "--games", "20");
    g_auto(ProgramResult) again =
        RUN_IN(place, "match", "level:2", "level:1", "--games=20", "--seed=1", "--jobs=1");
    g_autofree char *files = list_files(place);
    const char *speed = strstr(result.out, "games/s ");

    assert_ended(&result, 0);
    g_assert_true(g_str_has_prefix(
        result.out, "player level:2\nopponent level:1\ngames 20\nwins-losses-draws "));
    g_assert_nonnull(strstr(result.out, "\ndraw-wins-losses "));
    g_assert_nonnull(strstr(result.out, "\nmean-plies "));
    g_assert_nonnull(strstr(result.out, "\nscore 0."));
    g_assert_nonnull(strstr(result.out, "\nelo "));
    g_assert_nonnull(strstr(result.out, "\nverdict "));
    g_assert_nonnull(speed);
    g_assert_cmpint(strncmp(result.out, again.out, (size_t)(speed - result.out)), ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_cmpstr(files, ==, "");
    remove_folder(place);
}

TEST(a_match_of_few_games_says_how_many_would_tell)
{
    g_auto(ProgramResult) even = PROGRAM_RUN("", "match", "level:7", "level:6", "--games", "1");
    g_auto(ProgramResult) lead = PROGRAM_RUN("", "match", "level:12", "random", "--games", "2");

    g_assert_nonnull(strstr(even.out, "\nverdict nothing is decided, and the two are even so far; "
                                      "about 600 games would tell a lead of 20 points\n"));
    g_assert_nonnull(strstr(lead.out, "\nverdict nothing is decided; if the score stays, about 10 "
                                      "games would tell\n"));
}

TEST(a_match_takes_the_options_of_run)
{
    g_autofree char *place = make_folder();
    g_autofree char *folder = g_build_filename(place, "m", NULL);
    g_auto(ProgramResult) result =
        RUN_IN(place, "match", "random", "random", "--games", "3", "--output", "m", "--set",
               "rules.max-plies=7", "--seed", "9");
    g_auto(ProgramResult) again =
        RUN_IN(place, "match", "random", "random", "--games", "3", "--output", "m");
    g_autofree char *games = read_file(folder, "games.csv");

    assert_ended(&result, 0);
    g_assert_nonnull(strstr(result.out, "\nmean-plies 7.00\n"));
    g_assert_nonnull(strstr(games, "\n1,1,A,B,0,9,1/2-1/2,ply-limit,7,"));
    program_assert_refused(&again, 2, "m holds a finished run");
    remove_folder(place);
}

TEST(a_replay_is_the_game_that_was_played)
{
    g_autofree char *place = make_place(SPEC "[openings]\nrandom-plies=3\n");
    g_auto(ProgramResult) result = RUN_IN(place, "run", "e.ini", "-o", "r");

    assert_ended(&result, 0);
    for (int game = 1; game <= 30; game++) {
        g_autofree char *number = g_strdup_printf("%d", game);
        g_auto(ProgramResult) replay = RUN_IN(place, "replay", "r", "--game", number);
        assert_ended(&replay, 0);
        g_assert_true(g_str_has_suffix(replay.out, "\nas r/games.csv says\n"));
    }
    remove_folder(place);
}

TEST(a_replay_stops_where_it_is_asked_to)
{
    g_autofree char *place = make_place("[players]\nA=level:3\nB=level:1\n");
    g_auto(ProgramResult) result =
        RUN_IN(place, "run", "e.ini", "-o", "r", "--set", "experiment.games=1");
    g_auto(ProgramResult) start = RUN_IN(place, "replay", "r", "--game", "1", "--ply", "0");
    g_auto(ProgramResult) third = RUN_IN(place, "replay", "r", "--game", "1", "--ply", "3");
    g_auto(ProgramResult) beyond = RUN_IN(place, "replay", "r", "--game", "1", "--ply", "9999");
    g_auto(ProgramResult) second = RUN_IN(place, "replay", "r", "--game", "2");

    assert_ended(&result, 0);
    g_assert_nonnull(strstr(start.out, "\nWhite to move after 0 of "));
    g_assert_nonnull(
        strstr(start.out, "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
    g_assert_nonnull(strstr(third.out, "\nBlack to move after 3 of "));
    g_assert_nonnull(strstr(third.out, "\n\n1. "));
    g_assert_nonnull(strstr(third.out, " 2. "));
    g_assert_null(strstr(third.out, " 3. "));
    program_assert_refused(&beyond, 2, "--ply is 9999, but the game has ");
    program_assert_refused(&second, 2, "--game is 2, but the run has 1 games");
    remove_folder(place);
}

TEST(verify_says_whether_a_run_is_whole)
{
    g_autofree char *place = make_place(SPEC);
    g_autofree char *folder = g_build_filename(place, "r", NULL);
    g_auto(ProgramResult) run = RUN_IN(place, "run", "e.ini", "-o", "r");
    g_auto(ProgramResult) whole = RUN_IN(place, "verify", "r");
    g_auto(ProgramResult) above = RUN_IN(place, "verify", ".");
    g_auto(ProgramResult) none = RUN_IN(place, "verify", "r", "nowhere");
    g_auto(ProgramResult) nothing = RUN_IN(place, "verify");
    g_auto(ProgramResult) changed = {0};
    g_autofree char *games = read_file(folder, "games.csv");

    assert_ended(&run, 0);
    assert_ended(&whole, 0);
    g_assert_true(g_str_has_prefix(whole.out, "r: whole and finished, "));
    assert_ended(&above, 0);
    g_assert_nonnull(strstr(above.out, "r: whole and finished, "));
    assert_ended(&none, 1);
    g_assert_true(g_str_has_prefix(none.out, "r: whole and finished, "));
    g_assert_cmpstr(none.err, ==, "agentchess verify: there is no folder 'nowhere'\n");
    program_assert_refused(&nothing, 2, "DIR ... is missing");

    games[strlen(games) - 2] ^= 1;
    write_file(folder, "games.csv", games);
    changed = RUN_IN(place, "verify", "r");
    assert_ended(&changed, 1);
    g_assert_nonnull(strstr(changed.out, "games.csv"));
    g_assert_null(strstr(changed.out, "whole"));
    remove_folder(place);
}

TEST(a_replay_prints_what_the_agents_said)
{
    g_autofree char *place = make_place("[players]\nA=level:3\nB=level:1\n[experiment]\ngames=1\n");
    g_auto(ProgramResult) result = RUN_IN(place, "run", "e.ini", "-o", "r");
    g_auto(ProgramResult) one =
        RUN_IN(place, "replay", "r", "--game", "1", "--ply", "2", "--messages");
    g_auto(ProgramResult) all = RUN_IN(place, "replay", "r", "--game", "1", "--messages");

    assert_ended(&result, 0);
    g_assert_true(g_str_has_prefix(one.out, "ply 2, Black:\n"));
    g_assert_nonnull(strstr(one.out, "to master"));
    g_assert_true(g_str_has_prefix(all.out, "ply 1, White:\n"));
    g_assert_nonnull(strstr(all.out, "\nply 2, Black:\n"));
    g_assert_null(strstr(one.out, "\nply 3, "));
    remove_folder(place);
}

TEST(a_replay_notices_results_of_another_program)
{
    g_autofree char *place = make_place(SPEC);
    g_autofree char *folder = g_build_filename(place, "r", NULL);
    g_auto(ProgramResult) result = RUN_IN(place, "run", "e.ini", "-o", "r");
    g_autofree char *games = read_file(folder, "games.csv");
    g_autoptr(GString) changed = g_string_new(games);

    assert_ended(&result, 0);
    g_string_replace(changed, "\n7,1,", "\n7,1,X", 0);
    write_file(folder, "games.csv", changed->str);
    {
        g_auto(ProgramResult) other = RUN_IN(place, "replay", "r", "--game", "7");
        g_auto(ProgramResult) same = RUN_IN(place, "replay", "r", "--game", "6");
        g_assert_cmpint(other.status, ==, 1);
        g_assert_nonnull(strstr(other.err, "r/games.csv says otherwise"));
        assert_ended(&same, 0);
    }
    remove_folder(place);
}

TEST(a_game_of_an_unfinished_run_is_replayed)
{
    g_autofree char *place = make_place(LONG_SPEC);
    g_autofree char *games = run_for_a_moment(place, "r", SIGINT);
    g_auto(ProgramResult) played = RUN_IN(place, "replay", "r", "--game", "1");
    g_auto(ProgramResult) to_come = RUN_IN(place, "replay", "r", "--game", "1000000");

    g_assert_nonnull(strstr(games, "\n1,1,A,B,"));
    assert_ended(&played, 0);
    g_assert_true(g_str_has_suffix(played.out, "\nas r/games.csv says\n"));
    assert_ended(&to_come, 0);
    g_assert_true(g_str_has_suffix(to_come.out, "\nr/games.csv has no row of this game\n"));
    remove_folder(place);
}

/* The games of a run were played once more beside it; its PGN must say the same. */
static void assert_game_is(const PgnGame *game, const MatchRecord *record)
{
    g_assert_cmpint((int)game->moves->len, ==, record->plies);
    for (int i = 0; i < record->plies && i < (int)game->moves->len; i++)
        g_assert_cmpuint(g_array_index(game->moves, Move, i), ==, record->ply[i].move);
    g_assert_cmpuint(game->start.key, ==, record->opening.chess.key);
    g_assert_cmpstr(game->result, ==, run_result(record));
}

TEST(the_games_can_be_read_again_move_by_move)
{
    g_autofree char *place = make_place(SPEC "[openings]\nrandom-plies=3\n");
    g_autofree char *folder = g_build_filename(place, "r", NULL);
    g_auto(ProgramResult) result = RUN_IN(place, "run", "e.ini", "-o", "r");
    g_autoptr(Spec) spec = spec_of(SPEC "[openings]\nrandom-plies=3\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(Match) match = match_new(spec, NULL, &error);
    g_autoptr(MatchRecord) record = match_record_new();
    g_autofree char *text = read_file(folder, "games.pgn");
    PgnReader reader = pgn_reader_begin(text);

    assert_ended(&result, 0);
    for (uint64_t number = 1; number <= 30; number++) {
        g_autoptr(PgnGame) game = pgn_reader_next(&reader, &error);
        g_assert_no_error(error);
        if (game == NULL) {
            g_test_fail_printf("there is no game %d", (int)number);
            break;
        }
        match_play(match, number, record);
        assert_game_is(game, record);
    }
    g_assert_null(pgn_reader_next(&reader, &error));
    g_assert_no_error(error);
    remove_folder(place);
}
