/* Runs that are stopped, killed or cut off by a full disk; commands/run.txt has the others. */
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
    g_autoptr(Folder) place = make_place(LONG_SPEC);
    g_autofree char *first = run_for_a_moment(place, "r", SIGINT);
    g_autofree char *second = run_for_a_moment(place, "r", SIGTERM);

    g_assert_true(g_str_has_prefix(second, first));
    g_assert_cmpuint(strlen(second), >, strlen(first));
}

TEST(a_killed_run_lets_go_of_its_folder)
{
    g_autoptr(Folder) place = make_place(LONG_SPEC);
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
    g_autoptr(Folder) place = make_place(LONG_SPEC);
    g_autofree char *whole = run_for_a_moment(place, "whole", SIGINT);

    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++) {
        g_autofree char *folder = g_strdup_printf("run%d", (int)i);
        g_autofree char *resumed = NULL;
        run_with_limit(place, folder, limits[i]);
        resumed = run_for_a_moment(place, folder, SIGINT);
        assert_same_beginning(resumed, whole);
    }
}

TEST(a_game_of_an_unfinished_run_is_replayed)
{
    g_autoptr(Folder) place = make_place(LONG_SPEC);
    g_autofree char *games = run_for_a_moment(place, "r", SIGINT);
    g_auto(ProgramResult) played = RUN_IN(place, "replay", "r", "--game", "1");
    g_auto(ProgramResult) to_come = RUN_IN(place, "replay", "r", "--game", "1000000");

    g_assert_nonnull(strstr(games, "\n1,1,A,B,"));
    assert_ended(&played, 0);
    g_assert_true(g_str_has_suffix(played.out, "\nas r/games.csv says\n"));
    assert_ended(&to_come, 0);
    g_assert_true(g_str_has_suffix(to_come.out, "\nr/games.csv has no row of this game\n"));
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
    g_autoptr(Folder) place = make_place(SPEC "[openings]\nrandom-plies=3\n");
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
}
