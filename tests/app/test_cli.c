/* The program as its users meet it. AGENTCHESS_UPDATE_GOLDEN=1 writes the help texts anew. */
#include <glib/gstdio.h>
#include <signal.h>

#include "tests/program.h"
#include "tests/test.h"

static void assert_golden(const char *name, const char *text)
{
    g_autofree char *file = g_test_build_filename(G_TEST_DIST, "golden", name, NULL);
    g_autofree char *expected = NULL;
    g_autoptr(GError) error = NULL;

    if (g_strcmp0(g_getenv("AGENTCHESS_UPDATE_GOLDEN"), "1") == 0)
        g_assert_true(g_file_set_contents(file, text, -1, NULL));
    if (!g_file_get_contents(file, &expected, NULL, &error))
        g_test_message("%s; AGENTCHESS_UPDATE_GOLDEN=1 writes it", error->message);
    g_assert_cmpstr(text, ==, expected);
}

/* The names of the commands, from the list in --help. */
static GPtrArray *command_names(void)
{
    g_auto(ProgramResult) result = PROGRAM_RUN("", "--help");
    const char *list = strstr(result.out, "Commands:\n");
    g_auto(GStrv) line = g_strsplit(list != NULL ? list : "", "\n", -1);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

    for (int i = 1; line[0] != NULL && line[i] != NULL && g_str_has_prefix(line[i], "  "); i++)
        g_ptr_array_add(names, g_strndup(line[i] + 2, strcspn(line[i] + 2, " ")));
    return names;
}

TEST(help_is_as_approved)
{
    g_autoptr(GPtrArray) names = command_names();
    g_auto(ProgramResult) general = PROGRAM_RUN("", "--help");

    g_assert_cmpint(general.status, ==, 0);
    g_assert_cmpstr(general.err, ==, "");
    assert_golden("help.txt", general.out);
    g_assert_cmpuint(names->len, >, 0);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *file = g_strdup_printf("help_%s.txt", (char *)names->pdata[i]);
        g_auto(ProgramResult) result = PROGRAM_RUN("", names->pdata[i], "--help");
        g_assert_cmpint(result.status, ==, 0);
        g_assert_cmpstr(result.err, ==, "");
        assert_golden(file, result.out);
    }
}

TEST(every_command_refuses_an_unknown_option)
{
    g_autoptr(GPtrArray) names = command_names();

    for (guint i = 0; i < names->len; i++) {
        g_auto(ProgramResult) result = PROGRAM_RUN("", names->pdata[i], "--no-such-option");
        program_assert_refused(&result, 2, "--no-such-option");
    }
}

/* Says @line to a program under way and returns what it answers. Owner: the caller. */
static char *ask(GSubprocess *process, GDataInputStream *answers, const char *line)
{
    GOutputStream *in = g_subprocess_get_stdin_pipe(process);

    g_assert_true(g_output_stream_write_all(in, line, strlen(line), NULL, NULL, NULL));
    g_assert_true(g_output_stream_flush(in, NULL, NULL));
    return g_data_input_stream_read_line(answers, NULL, NULL, NULL);
}

TEST(xboard_answers_line_by_line_and_ctrl_c_does_not_end_it)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GSubprocess) process =
        g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                         g_getenv("AGENTCHESS_PROGRAM"), "xboard", NULL);
    g_autoptr(GDataInputStream) answers =
        g_data_input_stream_new(g_subprocess_get_stdout_pipe(process));
    g_autofree char *first = ask(process, answers, "ping 1\n");
    g_autofree char *second = NULL;

    g_assert_no_error(error);
    g_assert_cmpstr(first, ==, "pong 1");
    g_subprocess_send_signal(process, SIGINT);
    second = ask(process, answers, "ping 2\n");
    g_assert_cmpstr(second, ==, "pong 2");
    g_output_stream_close(g_subprocess_get_stdin_pipe(process), NULL, NULL);
    g_assert_true(g_subprocess_wait_check(process, NULL, &error));
    g_assert_no_error(error);
}
