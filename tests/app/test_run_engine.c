/* Runs against engines, as their users meet them; the engine is our toy. */
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include "tests/program.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define SPEC                                                                     \
    "[players]\nL1=level:1\ntoy=engine:toy,depth=1\n[experiment]\ngames=8\n"     \
    "[openings]\nrandom-plies=4\n[rules]\nmax-plies=60\n[record]\nmaterial=on\n" \
    "[engine toy]\nprotocol=%s\ncommand=%s %s %s\nanswer-ms=20000\n"

/* A folder with the spec "e.ini", in which the toy speaks @protocol and has @fault. Owner: the
 * caller. */
static char *make_place(const char *protocol, const char *fault)
{
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *text = g_strdup_printf(SPEC, protocol, quoted, protocol, fault);
    char *place = make_folder();

    write_file(place, "e.ini", text);
    return place;
}

#define RUN_IN(place, ...) program_run_in((place), "", (const char *const[]){__VA_ARGS__, NULL})

static void assert_ended(const ProgramResult *result, int status)
{
    if (result->status != status)
        g_test_fail_printf("exit status %d, not %d: %s", result->status, status, result->err);
}

static int count_words(const char *text, const char *word)
{
    g_auto(GStrv) parts = g_strsplit(text, word, -1);

    return (int)g_strv_length(parts) - 1;
}

/* A spec of a player and one more, whose program is @command. */
#define OTHER_SPEC \
    "[players]\nA=level:1\nB=process:%s\n[experiment]\ngames=8\n[rules]\nmax-plies=6\n"

TEST(a_check_starts_no_program_unless_asked_to)
{
    g_autofree char *place = make_folder();
    g_autofree char *spec = g_strdup_printf(OTHER_SPEC, "dir=.,touch PWNED");
    g_auto(ProgramResult) alone = {0}, check = {0}, tried = {0};
    g_autofree char *files = NULL;

    write_file(place, "e.ini", spec);
    alone = RUN_IN(place, "run", "e.ini", "--try-programs");
    check = RUN_IN(place, "run", "e.ini", "--check");
    files = list_files(place);
    tried = RUN_IN(place, "run", "e.ini", "--check", "--try-programs");

    program_assert_refused(&alone, 2, "--try-programs needs --check");
    assert_ended(&check, 0);
    g_assert_cmpstr(check.out, ==,
                    "e: 2 players, 1 pairings, 8 games\n"
                    "not tried: it starts external programs, which --try-programs permits:\n"
                    "  B: touch PWNED\n");
    g_assert_cmpstr(files, ==, "e.ini");
    assert_ended(&tried, 1);
    g_assert_nonnull(strstr(tried.err, "has exited with status 0"));
    remove_folder(place);
}

/* A program that is missing or cannot play. */
TEST(a_trial_finds_programs_that_fail)
{
    static const struct {
        const char *command, *words;
    } cases[] = {
        {"./nosuch", "there is no program './nosuch'"},
        {"true", "B (process:answer-ms=30000,true) has forfeited"},
        {"sh bad.sh", "its last words:\n    NameError: foo\n"},
    };
    g_autofree char *place = make_folder();

    write_file(place, "bad.sh", "echo 'NameError: foo' >&2\nexit 1\n");
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *spec = g_strdup_printf(OTHER_SPEC, cases[i].command);
        g_auto(ProgramResult) result = {0};
        write_file(place, "e.ini", spec);
        result = RUN_IN(place, "run", "e.ini", "--check", "--try-programs");
        assert_ended(&result, 1);
        g_assert_nonnull(strstr(result.err, cases[i].words));
    }
    remove_folder(place);
}

TEST(programs_that_play_pass_a_trial_and_are_named_by_a_run)
{
    g_autofree char *place = make_place("uci", "");
    g_auto(ProgramResult) tried = RUN_IN(place, "run", "e.ini", "--check", "--try-programs");
    g_auto(ProgramResult) run = RUN_IN(place, "run", "e.ini", "-o", "r");

    assert_ended(&tried, 0);
    g_assert_nonnull(strstr(tried.out, "\n8 games, about "));
    assert_ended(&run, 0);
    g_assert_true(g_str_has_prefix(run.err, "this run starts external programs:\n  toy: "));
    remove_folder(place);
}

TEST(an_engine_that_is_the_same_again_gives_the_same_files)
{
    g_autofree char *place = make_place("uci", "");
    g_autofree char *one = g_build_filename(place, "one", NULL);
    g_autofree char *two = g_build_filename(place, "two", NULL);
    g_auto(ProgramResult) first = RUN_IN(place, "run", "e.ini", "-o", "one", "--jobs", "1");
    g_auto(ProgramResult) second = RUN_IN(place, "run", "e.ini", "-o", "two", "--jobs", "2");
    g_autofree char *run = read_file(one, "run.json");

    assert_ended(&first, 0);
    assert_ended(&second, 0);
    assert_same_files(one, two);
    g_assert_nonnull(strstr(run, "\"not_reproducible\" : [\n    \"toy\"\n  ]"));
    g_assert_nonnull(strstr(run, "\"engine toy\" : {"));
    g_assert_nonnull(strstr(run, "\"titles\" : {\n    \"toy\" : \"Toy 1\"\n  }"));
    remove_folder(place);
}

TEST(a_forfeit_is_recorded_and_the_run_goes_on)
{
    g_autofree char *place = make_place("uci", "die");
    g_autofree char *folder = g_build_filename(place, "r", NULL);
    g_auto(ProgramResult) result =
        RUN_IN(place, "run", "e.ini", "-o", "r", "--set", "experiment.max-forfeits=0");
    g_autofree char *games = read_file(folder, "games.csv");
    g_autofree char *pgn = read_file(folder, "games.pgn");

    assert_ended(&result, 0);
    g_assert_cmpint(count_words(games, ",forfeit,"), ==, 8);
    g_assert_cmpint(count_words(games, ",has exited with status 3\n"), ==, 8);
    g_assert_cmpint(count_words(pgn, "[Termination \"rules infraction\"]"), ==, 8);
    g_assert_cmpint(count_words(pgn, "{forfeit: has exited with status 3}"), ==, 8);
    remove_folder(place);
}

/* The engine is mended in between: then it plays the games again that were forfeited. */
TEST(a_run_stops_when_an_engine_only_fails_and_is_resumed)
{
    g_autofree char *place = make_folder();
    g_autofree char *folder = g_build_filename(place, "r", NULL);
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *bad = g_strdup_printf("#!/bin/sh\nexec %s xboard illegal\n", quoted);
    g_autofree char *good = g_strdup_printf("#!/bin/sh\nexec %s xboard\n", quoted);
    g_autofree char *script = g_build_filename(place, "toy", NULL);
    g_autofree char *spec = g_strdup_printf("[players]\nL1=level:1\ntoy=engine:toy,depth=1\n"
                                            "[experiment]\ngames=8\nmax-forfeits=3\n"
                                            "[rules]\nmax-plies=60\n"
                                            "[engine toy]\nprotocol=xboard\ncommand=%s\n",
                                            script);
    g_auto(ProgramResult) stopped = {0};
    g_auto(ProgramResult) resumed = {0};
    g_autofree char *games = NULL;

    write_file(place, "e.ini", spec);
    write_file(place, "toy", bad);
    g_chmod(script, 0755);
    stopped = RUN_IN(place, "run", "e.ini", "-o", "r", "--jobs", "2");
    assert_ended(&stopped, 1);
    g_assert_nonnull(strstr(stopped.err,
                            "toy (engine:toy,depth=1) has forfeited 3 games, first game 1: "
                            "plays 'a1a1', which is not a legal move\n"));
    g_assert_nonnull(strstr(stopped.err, "missing: 5 of 8 games of L1 and toy\n"));
    write_file(place, "toy", good);
    g_chmod(script, 0755);
    resumed = RUN_IN(place, "run", "e.ini", "-o", "r", "--resume");
    assert_ended(&resumed, 0);
    games = read_file(folder, "games.csv");
    g_assert_cmpint(count_words(games, "\n"), ==, 9);
    g_assert_cmpint(count_words(games, ",forfeit,"), ==, 0);
    g_assert_nonnull(strstr(resumed.err, "the run goes on after game 0, and 3 games written after "
                                         "that are played again\n"));
    remove_folder(place);
}

typedef struct {
    const char *fault;
    int answer_ms;      /* the wait is so long only for silent engines */
    const char *reason; /* as games.csv quotes it */
} Forfeit;

static const Forfeit FORFEITS[] = {
    {"illegal", 20000, "\"plays 'a1a1', which is not a legal move\""},
    {"die", 20000, "has exited with status 3"},
    {"silent", 40, "has not answered for 40 ms"},
};

/* A run of all threes of four players; what games.csv of @folder holds then. Owner: the caller. */
static char *play_threes(const char *place, const char *folder, const char *bad)
{
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *path = g_build_filename(place, folder, NULL);
    g_autofree char *spec =
        g_strdup_printf("[experiment]\ngame=threechess\ngames=6\nmax-forfeits=0\n"
                        "[players]\ngood=process:%s plain\nbad=%s\nchance=random\n"
                        "greedy=greedy\n[rules]\nmax-plies=30\n",
                        quoted, bad);
    g_auto(ProgramResult) result = {0};

    write_file(place, "e.ini", spec);
    result = RUN_IN(place, "run", "e.ini", "-o", folder, "--jobs", "2");
    assert_ended(&result, 0);
    return read_file(path, "games.csv");
}

/* The lines of @games in which the player `bad` does not sit. Owner: the caller. */
static char *without_bad(const char *games)
{
    g_auto(GStrv) lines = g_strsplit(games, "\n", -1);
    GString *others = g_string_new(NULL);

    for (char **line = lines; *line != NULL; line++)
        if (strstr(*line, ",bad,") == NULL)
            g_string_append_printf(others, "%s\n", *line);
    return g_string_free(others, FALSE);
}

/* What a program forfeits costs it two points and brings one to each of both others; games in which
 * it does not sit are those they would be without it. */
static void test_a_program_that_fails_among_three_loses_its_own_games_alone(gconstpointer data)
{
    const Forfeit *forfeit = data;
    g_autofree char *place = make_folder();
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *bad = g_strdup_printf("process:answer-ms=%d,%s plain %s", forfeit->answer_ms,
                                           quoted, forfeit->fault);
    g_autofree char *reason = g_strdup_printf(",%s\n", forfeit->reason);
    g_autofree char *games = play_threes(place, "r", bad);
    g_autofree char *calm = play_threes(place, "calm", "random");
    g_autofree char *others = without_bad(games), *others_calm = without_bad(calm);
    g_autofree char *folder = g_build_filename(place, "r", NULL);
    g_autofree char *run = read_file(folder, "run.json");

    g_assert_cmpint(count_words(games, ",forfeit,"), ==, 18);
    g_assert_cmpint(count_words(games, reason), ==, 18);
    g_assert_cmpint(count_words(games, ",-2,1,1,forfeit,") +
                        count_words(games, ",1,-2,1,forfeit,") +
                        count_words(games, ",1,1,-2,forfeit,"),
                    ==, 18);
    g_assert_cmpint(count_words(others, "\n"), ==, 8); /* a header, six games, and the end */
    g_assert_cmpstr(others, ==, others_calm);
    g_assert_nonnull(strstr(run, "\"not_reproducible\" : [\n    \"good\",\n    \"bad\"\n  ]"));
    remove_folder(place);
}

/* A program that ends as an exception ends a script, and what it says then. */
#define BROKEN_SCRIPT "echo 'NameError: foo' >&2\nexit 1\n"
#define BROKEN_SPEC                                                          \
    "[players]\nL1=level:1\nbad=process:sh bad.sh\nR=random\n[experiment]\n" \
    "games=8\nmax-forfeits=3\n[rules]\nmax-plies=20\n"

/* The files after --resume are those of a run whose program was never broken. */
TEST(a_broken_program_stops_its_own_games_alone)
{
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *good = g_strdup_printf("exec %s plain\n", quoted);
    g_autofree char *place = make_folder();
    g_autofree char *one = g_build_filename(place, "one", NULL);
    g_autofree char *first_games = NULL;

    write_file(place, "e.ini", BROKEN_SPEC);
    for (int jobs = 1; jobs <= 3; jobs++) {
        g_autofree char *name = g_strdup_printf("%d", jobs);
        g_autofree char *folder = g_build_filename(place, name, NULL);
        g_auto(ProgramResult) broken = {0};
        g_auto(ProgramResult) again = {0};
        g_auto(ProgramResult) mended = {0}, fresh = {0};
        g_autofree char *games = NULL, *log = NULL, *all = NULL;

        write_file(place, "bad.sh", BROKEN_SCRIPT);
        broken = RUN_IN(place, "run", "e.ini", "-o", name, "--jobs", name);
        assert_ended(&broken, 1);
        g_assert_nonnull(strstr(broken.err, "missing: 5 of 8 games of L1 and bad\n"));
        g_assert_nonnull(strstr(broken.err, "missing: 8 of 8 games of bad and R\n"));
        g_assert_nonnull(strstr(broken.err, "has exited with status 1; its last words:\n"
                                            "    NameError: foo\n"));
        g_assert_nonnull(strstr(broken.out, "L1    X  3-0-0"));
        games = read_file(folder, "games.csv");
        g_assert_cmpint(count_words(games, "\n"), ==, 1 + 3 + 8);
        if (first_games == NULL)
            first_games = g_strdup(games);
        g_assert_cmpstr(games, ==, first_games);
        log = read_file(folder, "programs.log");
        g_assert_cmpint(count_words(log, "\n    NameError: foo\n"), ==, 3);
        again = RUN_IN(place, "merge", name, "-o", "m");
        g_assert_cmpint(again.status, ==, 1);
        write_file(place, "bad.sh", good);
        mended = RUN_IN(place, "run", "e.ini", "-o", name, "--jobs", name, "--resume");
        assert_ended(&mended, 0);
        g_assert_null(strstr(mended.err, "has forfeited"));
        g_assert_nonnull(strstr(mended.err, "the run goes on after game 0, and 11 games written "
                                            "after that are played again\n"));
        all = read_file(folder, "games.csv");
        g_assert_cmpint(count_words(all, "\n"), ==, 1 + 24);
        g_assert_cmpint(count_words(all, ",forfeit,"), ==, 0);
        fresh = RUN_IN(place, "run", "e.ini", "-o", "one", "--force");
        assert_ended(&fresh, 0);
        assert_same_files(one, folder);
    }
    remove_folder(place);
}

/* Fewer than end a run are told, too, also those of shards. */
TEST(forfeits_are_told_at_the_end)
{
    g_autofree char *place = make_folder();
    g_auto(ProgramResult) match = {0};
    g_auto(ProgramResult) first = {0};
    g_auto(ProgramResult) second = {0};
    g_auto(ProgramResult) merged = {0};
    g_autofree char *folder = g_build_filename(place, "m", NULL);
    g_autofree char *log = NULL;

    write_file(place, "bad.sh", BROKEN_SCRIPT);
    write_file(place, "e.ini", BROKEN_SPEC);
    match = RUN_IN(place, "match", "level:1", "process:sh bad.sh", "--games", "2");
    assert_ended(&match, 1);
    g_assert_nonnull(strstr(match.out, "\nforfeits 2\n"));
    g_assert_nonnull(strstr(match.err,
                            "B (process:answer-ms=30000,sh bad.sh) has forfeited 2 games, "
                            "first game 1: has exited with status 1; its last words:\n"
                            "    NameError: foo\n"));
    first = RUN_IN(place, "run", "e.ini", "-o", "s", "--shard", "1/2", "--set",
                   "experiment.max-forfeits=0");
    second = RUN_IN(place, "run", "e.ini", "-o", "s", "--shard", "2/2", "--set",
                    "experiment.max-forfeits=0");
    assert_ended(&first, 0);
    assert_ended(&second, 0);
    merged = RUN_IN(place, "merge", "s", "-o", "m");
    assert_ended(&merged, 0);
    g_assert_nonnull(strstr(merged.err, " has forfeited 16 games, first game 1: "));
    log = read_file(folder, "programs.log");
    g_assert_cmpint(count_words(log, "NameError"), ==, 16);
    remove_folder(place);
}

/* Whether there are programs' folders in @folder. */
static bool has_programs(const char *folder)
{
    g_autofree char *names = list_files(folder);

    return *names != '\0';
}

static bool wait_for_programs(const char *folder, bool some)
{
    for (int i = 0; i < 2000 && has_programs(folder) != some; i++)
        g_usleep(G_USEC_PER_SEC / 50);
    return has_programs(folder) == some;
}

/* Nothing is left of a run that is killed, also if its programs heed no end of their input. */
TEST(the_folders_of_programs_are_gone_when_we_are_killed)
{
    g_autofree char *place = make_place("uci", "linger");
    g_autofree char *temporary = g_build_filename(place, "tmp", NULL);
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
    g_autoptr(GSubprocess) run = NULL;

    g_assert_cmpint(g_mkdir(temporary, 0700), ==, 0);
    g_subprocess_launcher_set_cwd(launcher, place);
    g_subprocess_launcher_setenv(launcher, "TMPDIR", temporary, TRUE);
    run =
        g_subprocess_launcher_spawn(launcher, NULL, g_getenv("AGENTCHESS_PROGRAM"), "run", "e.ini",
                                    "-o", "r", "--set", "experiment.games=1000000", NULL);
    g_assert_nonnull(run);
    g_assert_true(wait_for_programs(temporary, true));
    g_usleep(G_USEC_PER_SEC / 2);
    g_subprocess_force_exit(run);
    g_subprocess_wait(run, NULL, NULL);
    g_assert_true(wait_for_programs(temporary, false));
    remove_folder(place);
}

/* A program with a child that outlives it, and holds a lock as long as it lives. */
#define BROOD_SPEC                                                              \
    "[players]\nA=random\nB=process:%ssh brood.sh %s\n[experiment]\ngames=%d\n" \
    "[rules]\nmax-plies=6\n"
#define BROOD                                                          \
    "exec 9>\"$1\"\nflock 9\nsleep 300 </dev/null >/dev/null 2>&1 &\n" \
    "exec %s plain 9>&-\n"

static bool is_locked(const char *path)
{
    const int file = g_open(path, O_RDWR | O_CLOEXEC, 0);
    const bool locked = file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0;

    if (file >= 0)
        close(file);
    return locked;
}

static bool wait_for_lock(const char *path, bool locked)
{
    for (int i = 0; i < 1000 && is_locked(path) != locked; i++)
        g_usleep(G_USEC_PER_SEC / 50);
    return is_locked(path) == locked;
}

typedef struct {
    const char *dir; /* the option of the player */
    int games;
    int signals[2]; /* what the run is sent, and again; 0: nothing */
} Brood;

static const Brood BROODS[] = {
    {"", 20, {0}},
    {"dir=.,", 20, {0}},
    {"", 1000000, {SIGKILL}},
    {"dir=.,", 1000000, {SIGKILL}},
    {"", 1000000, {SIGINT}},
    {"dir=.,", 1000000, {SIGINT, SIGINT}},
};

static void test_no_child_of_a_program_survives_the_run(gconstpointer data)
{
    const Brood *brood = data;
    g_autofree char *place = make_folder();
    g_autofree char *lock = g_build_filename(place, "lock", NULL);
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *script = g_strdup_printf(BROOD, quoted);
    g_autofree char *spec = g_strdup_printf(BROOD_SPEC, brood->dir, lock, brood->games);
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
    g_autoptr(GSubprocess) run = NULL;

    write_file(place, "e.ini", spec);
    write_file(place, "brood.sh", script);
    g_subprocess_launcher_set_cwd(launcher, place);
    run = g_subprocess_launcher_spawn(launcher, NULL, g_getenv("AGENTCHESS_PROGRAM"), "run",
                                      "e.ini", "-o", "r", "--jobs", "1", NULL);
    g_assert_nonnull(run);
    if (brood->signals[0] != 0)
        g_assert_true(wait_for_lock(lock, true));
    for (size_t i = 0; i < G_N_ELEMENTS(brood->signals) && brood->signals[i] != 0; i++) {
        g_subprocess_send_signal(run, brood->signals[i]);
        g_usleep(G_USEC_PER_SEC / 20);
    }
    g_subprocess_wait(run, NULL, NULL);
    g_assert_true(wait_for_lock(lock, false));
    g_assert_true(g_file_test(lock, G_FILE_TEST_EXISTS)); /* there was a child */
    remove_folder(place);
}

TEST(a_missing_program_is_named_before_the_first_game)
{
    g_autofree char *place = make_folder();
    g_auto(ProgramResult) result = RUN_IN(place, "match", "level:1", "engine:gone,depth=1",
                                          "--engine", "gone=no-such-program");

    program_assert_refused(&result, 1,
                           "engine 'gone': there is no program 'no-such-program', on PATH or in "
                           "/usr/games");
    remove_folder(place);
}

TEST(an_engine_can_be_named_on_the_command_line)
{
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *engine = g_strdup_printf("toy=%s xboard", quoted);
    g_auto(ProgramResult) match =
        PROGRAM_RUN("", "match", "random", "engine:toy,depth=1", "--games", "4", "--engine", engine,
                    "--engine", "toy.protocol=xboard", "--set", "rules.max-plies=40");
    g_auto(ProgramResult) play = PROGRAM_RUN("e4\n", "play", "--player", "engine:toy,depth=1",
                                             "--engine", engine, "--engine", "toy.protocol=xboard");
    g_auto(ProgramResult) wrong = PROGRAM_RUN("", "match", "random", "random", "--engine", "toy");

    assert_ended(&match, 0);
    g_assert_nonnull(strstr(match.out, "opponent engine:toy,depth=1\ngames 4\n"));
    assert_ended(&play, 0);
    g_assert_nonnull(strstr(play.out, "Black plays "));
    program_assert_refused(&wrong, 2, "--engine toy: this is not NAME=COMMAND or NAME.KEY=VALUE");
}

/* Draws that the rules do not call, but a player claims. */
TEST(claimed_draws_are_told_in_the_summary)
{
    g_autofree char *place = make_place("xboard", "fifty");
    const char *const off[] = {"run",   "e.ini",
                               "-o",    "off",
                               "--set", "openings.file=o.epd",
                               "--set", "openings.random-plies=0",
                               "--set", "rules.fifty-moves=off",
                               "--set", "rules.draw-claims=off",
                               NULL};
    g_auto(ProgramResult) on = {0}, forbidden = {0};

    write_file(place, "o.epd", "4k2r/8/8/8/8/8/8/R3K3 w - - 98 80\n");
    on = RUN_IN(place, "run", "e.ini", "-o", "on", "--set", "openings.file=o.epd", "--set",
                "openings.random-plies=0", "--set", "rules.fifty-moves=off");
    forbidden = program_run_in(place, "", off);
    assert_ended(&on, 0);
    g_assert_nonnull(strstr(on.err, " ended as a player claimed a draw; rules.draw-claims=off "
                                    "forbids that\n"));
    assert_ended(&forbidden, 0);
    g_assert_null(strstr(forbidden.err, "claimed a draw"));
    remove_folder(place);
}

TEST(a_suite_shows_the_last_words_of_a_program)
{
    g_autofree char *place = make_folder();
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *engine = g_strdup_printf("toy=%s uci cry=1", quoted);
    g_auto(ProgramResult) result = {0};

    write_file(place, "s.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n");
    result = RUN_IN(place, "suite", "s.epd", "--player", "engine:toy,depth=1", "--engine", engine);
    program_assert_refused(&result, 1, "; its last words: ");
    g_assert_nonnull(strstr(result.err, "standing in "));
    remove_folder(place);
}

TEST(a_game_of_an_engine_cannot_be_played_again)
{
    g_autofree char *place = make_place("uci", "");
    g_auto(ProgramResult) run = RUN_IN(place, "run", "e.ini", "-o", "r");
    g_auto(ProgramResult) replay = RUN_IN(place, "replay", "r", "--game", "1");

    assert_ended(&run, 0);
    program_assert_refused(&replay, 1, "game 1 cannot be played again: what toy");
    remove_folder(place);
}

TEST_CASES()
{
    for (size_t i = 0; i < G_N_ELEMENTS(FORFEITS); i++) {
        g_autofree char *path =
            g_strdup_printf("/run-engine/a-program-that-fails-among-three-loses-its-own-games-alone"
                            "/%s",
                            FORFEITS[i].fault);
        g_test_add_data_func(path, &FORFEITS[i],
                             test_a_program_that_fails_among_three_loses_its_own_games_alone);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(BROODS); i++) {
        g_autofree char *path =
            g_strdup_printf("/run-engine/no-child-of-a-program-survives-the-run/%d", (int)i + 1);
        g_test_add_data_func(path, &BROODS[i], test_no_child_of_a_program_survives_the_run);
    }
}
