/* What fuzz targets demand; g_assert() is off in release builds. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Falls unless @condition holds, and says @what is wrong with @text. */
static inline void require(bool condition, const char *what, const char *text)
{
    if (!condition)
        g_error("%s: %s", what, text);
}
