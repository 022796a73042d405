/* What can go wrong between those that play asynchronous chess over a socket, and with recordings
 * of it. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum {
    ASYNC_ERROR_FAILED /* a line says something wrong or at a wrong time, or cannot be passed on */
} AsyncError;

#define ASYNC_ERROR (async_error_quark())
GQuark async_error_quark(void);

/* Sets @error to ASYNC_ERROR_FAILED with a sentence. Always false. */
bool async_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
