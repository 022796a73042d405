#include "experiments/tools/error.h"

G_DEFINE_QUARK(experiments_error, experiments_error)

bool experiments_fail(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_propagate_error(
        error, g_error_new_valist(EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, format, args));
    va_end(args);
    return false;
}

bool experiments_fail_usage(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_propagate_error(error,
                      g_error_new_valist(EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, format, args));
    va_end(args);
    return false;
}
