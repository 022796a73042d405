/* The errors of experiments. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum {
    EXPERIMENTS_ERROR_USAGE, /* the command line asks for something impossible */
    EXPERIMENTS_ERROR_FAILED /* a file is damaged, or cannot be read or written */
} ExperimentsError;

#define EXPERIMENTS_ERROR (experiments_error_quark())
GQuark experiments_error_quark(void);

/* Sets @error to EXPERIMENTS_ERROR_FAILED with a sentence. Always false. */
bool experiments_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The same with EXPERIMENTS_ERROR_USAGE. */
bool experiments_fail_usage(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
