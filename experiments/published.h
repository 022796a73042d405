/* A run beside the thesis: each pairing of levels and what table 3.1 says of it. */
#pragma once

#include "experiments/spec.h"
#include "experiments/totals.h"

#define PUBLISHED_TABLE "table_3_1.csv"

/* A line for each pairing of two levels that the table in @folder has, and one that sums up:
 * "L5 L7 18.1-22.5-59.4 of 1000 thesis 26-22-52 p 0.192 inside". Ours are per cent of the games; p
 * is that of statistics_agreement(), and inside is 0.05 or more. A player is a level whatever its
 * other logics and readings are, so that these too can be compared.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, the table cannot be read, or has none of the
 *         pairings.
 * Owner:  the caller. */
char *published_compare(const char *folder, const Spec *spec, const Totals *totals, GError **error);
