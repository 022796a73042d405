/* Runs against engines that are stopped or killed; the engine is our toy. commands/engine.txt has
 * the others. */
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
    g_autoptr(Folder) place = make_place("uci", "linger");
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
    g_autoptr(Folder) place = make_folder();
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
}

TEST_CASES()
{
    for (size_t i = 0; i < G_N_ELEMENTS(BROODS); i++) {
        g_autofree char *path =
            g_strdup_printf("/run-engine/no-child-of-a-program-survives-the-run/%d", (int)i + 1);
        g_test_add_data_func(path, &BROODS[i], test_no_child_of_a_program_survives_the_run);
    }
}
