#include "app/async/async_error.h"

G_DEFINE_QUARK(async_error, async_error)

bool async_fail(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_propagate_error(error, g_error_new_valist(ASYNC_ERROR, ASYNC_ERROR_FAILED, format, args));
    va_end(args);
    return false;
}
