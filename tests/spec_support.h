/* What the tests of specs share. */
#pragma once

#include "experiments/tools/error.h"
#include "tests/run_support.h"

/* @text is refused with a sentence that begins with @start and has @words in it. */
static inline void assert_refused(const char *text, const char *start, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = spec_parse(text, "test.ini", NULL, "test", NULL, &error);

    g_assert_null(spec);
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    if (!g_str_has_prefix(error->message, start) || strstr(error->message, words) == NULL)
        g_test_fail_printf("'%s' does not say '%s ... %s'", error->message, start, words);
}
