/* What fuzz targets demand; g_assert() is off in release builds. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>

/* Falls unless @condition holds, and prints @what is wrong with @text. libFuzzer keeps the input of
 * a program that aborts, and not of one that g_error() traps. */
static inline void require(bool condition, const char *what, const char *text)
{
    if (condition)
        return;
    g_printerr("%s: %s\n", what, text);
    abort();
}
