/* What can go wrong with an experiment. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum {
    EXPERIMENTS_ERROR_USAGE, /* what was asked for cannot be: another command line would do */
    EXPERIMENTS_ERROR_FAILED /* a file says something wrong, or cannot be read or written */
} ExperimentsError;

#define EXPERIMENTS_ERROR (experiments_error_quark())
GQuark experiments_error_quark(void);

/* Sets @error to EXPERIMENTS_ERROR_FAILED with a sentence. Always false. */
bool experiments_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
