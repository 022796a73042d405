/* Players that search, as other programs meet them: stopped while they think long, and flooded with
 * lines. */
#include <gio/gio.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "tests/program.h"
#include "tests/test.h"

#ifdef __SANITIZE_ADDRESS__
#define SLOWNESS 20 /* of a build that looks after itself */
#else
#define SLOWNESS 1
#endif

#define SCRIPT_MS 1100 /* the end of the input alone leaves a second to a script */
#define MOST_MS 50     /* of processor time, from the call to the answer */

/* The program under test, with pipes to it and from it. */
typedef struct {
    GSubprocess *process;
    GOutputStream *in;
    GDataInputStream *out;
} Talk;

static void talk_begin(Talk *talk, const char *command, const char *player)
{
    g_autoptr(GError) error = NULL;

    talk->process =
        g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                         g_getenv("AGENTCHESS_PROGRAM"), command, "--player", player, NULL);
    g_assert_no_error(error);
    talk->in = g_subprocess_get_stdin_pipe(talk->process);
    talk->out = g_data_input_stream_new(g_subprocess_get_stdout_pipe(talk->process));
}

static void talk_clear(Talk *talk)
{
    g_subprocess_force_exit(talk->process);
    g_subprocess_wait(talk->process, NULL, NULL);
    g_clear_object(&talk->out);
    g_clear_object(&talk->process);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Talk, talk_clear)

static void say(Talk *talk, const char *text)
{
    g_assert_true(g_output_stream_write_all(talk->in, text, strlen(text), NULL, NULL, NULL));
    g_assert_true(g_output_stream_flush(talk->in, NULL, NULL));
}

/* The next line that begins with @start; NULL: the program has ended before. Owner: the caller. */
static char *hear(Talk *talk, const char *start)
{
    char *line;

    while ((line = g_data_input_stream_read_line(talk->out, NULL, NULL, NULL)) != NULL) {
        if (g_str_has_prefix(line, start))
            return line;
        g_free(line);
    }
    return NULL;
}

static void assert_hears(Talk *talk, const char *start)
{
    g_autofree char *line = hear(talk, start);

    if (line == NULL)
        g_test_fail_printf("no '%s' is said", start);
}

/* The processor time that the program has taken; -1 if it has ended. */
static int64_t processor_ms(Talk *talk)
{
    const char *id = g_subprocess_get_identifier(talk->process);
    struct timespec taken;
    clockid_t clock;

    if (id == NULL || clock_getcpuclockid((pid_t)g_ascii_strtoll(id, NULL, 10), &clock) != 0 ||
        clock_gettime(clock, &taken) != 0)
        return -1;
    return taken.tv_sec * 1000 + taken.tv_nsec / 1000000;
}

/* The program plays and is called; its answers begin as the last fields do. */
TEST_ROWS(a_long_search_is_stopped_at_once)
{
    const char *command = field[0], *player = field[1], *begin = field[2], *call = field[3];
    const bool ends = *call == '\0';
    g_auto(Talk) talk = {0};
    int64_t before_ms, after_ms;

    talk_begin(&talk, command, player);
    say(&talk, begin);
    g_usleep((ends ? SCRIPT_MS : 40) * 1000);
    before_ms = processor_ms(&talk);
    if (ends)
        g_output_stream_close(talk.in, NULL, NULL);
    else
        say(&talk, call);
    for (char **answer = field + 4; *answer != NULL; answer++)
        assert_hears(&talk, *answer);
    after_ms = processor_ms(&talk);
    g_test_message("%s %s: %d ms", command, player, (int)(after_ms - before_ms));
    if (after_ms >= 0)
        g_assert_cmpint(after_ms - before_ms, <=, MOST_MS * SLOWNESS);
}

/* Limits of time that the protocols have, where a depth alone would take hours. */
TEST_ROWS(limits_of_time_are_kept_at_any_depth)
{
    const char *command = field[0], *player = field[1], *lines = field[2], *answer = field[3];
    g_auto(Talk) talk = {0};
    g_autofree char *started = NULL;

    talk_begin(&talk, command, player);
    say(&talk, lines);
    if (*answer == '\0')
        started = hear(&talk, "New game started");
    assert_hears(&talk, answer);
    g_assert_cmpint(processor_ms(&talk), <=, 1500 * SLOWNESS);
}

/* "VmHWM:    13580 kB". */
static int peak_kibibytes(Talk *talk)
{
    g_autofree char *path =
        g_strdup_printf("/proc/%s/status", g_subprocess_get_identifier(talk->process));
    g_autofree char *status = NULL;
    const char *peak;

    g_assert_true(g_file_get_contents(path, &status, NULL, NULL));
    peak = strstr(status, "VmHWM:");
    return peak != NULL ? (int)g_ascii_strtoll(peak + strlen("VmHWM:"), NULL, 10) : 0;
}

/* Writes 200,000 lines, as long as they are read. */
static void *pour(void *data)
{
    Talk *talk = data;
    g_autofree char *line = g_strdup_printf("go depth 2%200s\n", "");

    for (int i = 0; i < 200000; i++)
        if (!g_output_stream_write_all(talk->in, line, strlen(line), NULL, NULL, NULL))
            break;
    return NULL;
}

TEST(lines_that_come_too_fast_wait_in_the_pipe)
{
    g_auto(Talk) talk = {0};
    GThread *pouring;

    talk_begin(&talk, "uci", "search:depth=2,hash=1");
    pouring = g_thread_new("pour", pour, &talk);
    for (int i = 0; i < 500; i++)
        assert_hears(&talk, "bestmove ");
    g_usleep(500 * 1000); /* the answers are not read: it waits, and reads no more itself */
    g_test_message("%d KiB", peak_kibibytes(&talk));
    if (SLOWNESS == 1)
        g_assert_cmpint(peak_kibibytes(&talk), <, 32 * 1024); /* they are 42 MB */
    g_subprocess_force_exit(talk.process);
    g_thread_join(pouring);
}

/* More lines than are read ahead must not hide that the search is stopped. */
TEST(a_stop_behind_a_flood_is_heard)
{
    g_auto(Talk) talk = {0};
    g_autoptr(GString) flood = g_string_new("go infinite\n");

    for (int i = 0; i < 20000; i++)
        g_string_append(flood, i % 2 == 0 ? "debug off\n" : "no command\n");
    g_string_append(flood, "stop\nisready\n");
    talk_begin(&talk, "uci", "search:hash=1");
    say(&talk, flood->str);
    assert_hears(&talk, "bestmove ");
    assert_hears(&talk, "readyok");
}

TEST_CASES()
{
    signal(SIGPIPE, SIG_IGN); /* a program that is ended reads no more */
}
