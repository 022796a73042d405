/* Numbers chosen by a text like "1,5,10-12". */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t first, last;
} NumberRange;

/* The numbers from 1 to @max that @text chooses.
 *
 * Shape:  NumberRange, ascending; no two touch each other.
 * Errors: EXPERIMENTS_ERROR_USAGE, a part of the text is no number and no range of them.
 * Owner:  the caller frees it with g_array_unref(). */
GArray *number_list_parse(const char *text, uint64_t max, GError **error);

/* How many numbers there are. */
uint64_t number_list_count(const GArray *list);
