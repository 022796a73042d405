/* Runs the program as a user would and keeps what it said. AGENTCHESS_PROGRAM says where it is;
 * tests/meson.build sets it. */
#pragma once

#include <gio/gio.h>
#include <string.h>

typedef struct {
    int status; /* the exit status; 128 + N if signal N killed it, as a shell says */
    char *out;
    char *err;
} ProgramResult;

static inline void program_result_clear(ProgramResult *result)
{
    g_free(result->out);
    g_free(result->err);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ProgramResult, program_result_clear)

static inline char *program_text(GBytes *bytes)
{
    g_autoptr(GString) text = g_string_new(NULL);
    size_t length = 0;
    const void *data = bytes != NULL ? g_bytes_get_data(bytes, &length) : NULL;

    if (length > 0)
        g_string_append_len(text, data, (gssize)length);
    return g_strdup(text->str);
}

/* Runs "@program ARGUMENTS..." in @folder (NULL: where the test runs) with @input as its standard
 * input ("" for none). @arguments ends with NULL.
 *
 * Owner: g_auto(ProgramResult), or program_result_clear(). */
static inline ProgramResult program_run_other(const char *program, const char *folder,
                                              const char *input, const char *const *arguments)
{
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                  G_SUBPROCESS_FLAGS_STDERR_PIPE);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_autoptr(GBytes) in = g_bytes_new(input, strlen(input));
    g_autoptr(GBytes) out = NULL, err = NULL;
    g_autoptr(GSubprocess) process = NULL;
    g_autoptr(GError) error = NULL;

    g_ptr_array_add(argv, (char *)program);
    for (size_t i = 0; arguments[i] != NULL; i++)
        g_ptr_array_add(argv, (char *)arguments[i]);
    g_ptr_array_add(argv, NULL);
    if (folder != NULL)
        g_subprocess_launcher_set_cwd(launcher, folder);
    process = g_subprocess_launcher_spawnv(launcher, (const char *const *)argv->pdata, &error);
    g_assert_no_error(error);
    g_subprocess_communicate(process, in, NULL, &out, &err, &error);
    /* It is no error if the program ends before it has read all of its input. */
    if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
        g_assert_no_error(error);
    g_subprocess_wait(process, NULL, NULL);
    return (ProgramResult){
        .status = g_subprocess_get_if_exited(process) ? g_subprocess_get_exit_status(process)
                                                      : 128 + g_subprocess_get_term_sig(process),
        .out = program_text(out),
        .err = program_text(err),
    };
}

/* Runs "agentchess ARGUMENTS..." like program_run_other(). */
static inline ProgramResult program_run_in(const char *folder, const char *input,
                                           const char *const *arguments)
{
    const char *program = g_getenv("AGENTCHESS_PROGRAM");

    if (program == NULL)
        g_error("AGENTCHESS_PROGRAM is not set: run this with 'meson test'");
    return program_run_other(program, folder, input, arguments);
}

/* Runs "agentchess WORD WORD ...": PROGRAM_RUN("", "perft", "2"). */
#define PROGRAM_RUN(input, ...) \
    program_run_in(NULL, (input), (const char *const[]){__VA_ARGS__, NULL})

/* Checks that the program refused, with @status: nothing on stdout, one sentence on stderr that
 * begins with "agentchess" and has @words in it. */
static inline void program_assert_refused(const ProgramResult *result, int status,
                                          const char *words)
{
    const size_t length = strlen(result->err);

    g_assert_cmpint(result->status, ==, status);
    g_assert_cmpstr(result->out, ==, "");
    g_assert_true(g_str_has_prefix(result->err, "agentchess"));
    if (strstr(result->err, words) == NULL)
        g_test_message("'%s' does not say '%s'", result->err, words);
    g_assert_nonnull(strstr(result->err, words));
    g_assert_true(length > 0 && strchr(result->err, '\n') == result->err + length - 1);
}
