/* The members of run.json as a table of rows, by which they are written and read. */
#pragma once

#include <json-glib/json-glib.h>

#include "experiments/run/provenance.h"

/* The text of run.json, without a line end. Owner: the caller. */
char *run_members_write(const Provenance *provenance);

/* Fills @provenance, all zero before, from the JSON @root (NULL: empty); in part, if a member is
 * missing or wrong. provenance_free() frees it in either case.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED. */
bool run_members_read(JsonNode *root, Provenance *provenance, GError **error);
