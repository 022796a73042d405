/* The errors of experiments, and the sentences in which they are told. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "board/text_lines.h"

typedef enum {
    EXPERIMENTS_ERROR_USAGE, /* the command line asks for something impossible */
    EXPERIMENTS_ERROR_FAILED /* a file is damaged, or cannot be read or written */
} ExperimentsError;

#define EXPERIMENTS_ERROR (experiments_error_quark())
GQuark experiments_error_quark(void);

/* Sets @error to EXPERIMENTS_ERROR_FAILED with a sentence. Always NULL. */
#define experiments_fail(error, ...) \
    fail_with(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, __VA_ARGS__)

/* The same with EXPERIMENTS_ERROR_USAGE. */
#define experiments_fail_usage(error, ...) \
    fail_with(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, __VA_ARGS__)

/* The ending of the noun of which there are @count: "s", or "" if there is one. */
static inline const char *plural_ending(guint64 count)
{
    return count == 1 ? "" : "s";
}
