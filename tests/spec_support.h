/* The common part of the tests of specs. */
#pragma once

#include "experiments/tools/error.h"
#include "tests/run_support.h"

/* @message, in which "test.ini, line 7: [group]" has become "test.ini: [group]". Owner: the caller.
 */
static inline char *without_line(const char *message)
{
    g_autoptr(GRegex) line = g_regex_new(", line [0-9]+(?=: \\[)", 0, 0, NULL);

    return g_regex_replace_literal(line, message, -1, 0, "", 0, NULL);
}

/* @text is refused with a sentence that begins with @start, where lines count only if it tells one,
 * and has @words in it. */
static inline void assert_refused(const char *text, const char *start, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = spec_parse(text, "test.ini", NULL, "test", NULL, &error);
    g_autofree char *message = NULL;

    g_assert_null(spec);
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    message =
        strstr(start, ", line ") != NULL ? g_strdup(error->message) : without_line(error->message);
    if (!g_str_has_prefix(message, start) || strstr(message, words) == NULL)
        g_test_fail_printf("'%s' does not say '%s ... %s'", error->message, start, words);
}
