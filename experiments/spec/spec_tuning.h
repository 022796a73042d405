/* The parts of a tuning, as specs: its iterations, and the check of its result. */
#pragma once

#include "experiments/spec/spec.h"

/* The players of an iteration, and where its chance comes from. */
typedef struct {
    Spec spec; /* its games; borrows all but the players from the spec of the tuning */
    SpecPlayer players[SPEC_MAX_PLAYERS];
} SpecIteration;

/* Makes *@out_iteration iteration @iteration, from 0, of the tuning @spec, whose sides have the
 * values @plus and @minus. Each iteration has a seed and a turn of openings of its own. The games
 * of its spec are known by number alone: it has no text and no identity.
 *
 * Owner: spec_iteration_clear() frees what it holds; it must not be moved in memory. */
void spec_tuning_iteration(const Spec *spec, uint64_t iteration, const int64_t *plus,
                           const int64_t *minus, SpecIteration *out_iteration);
void spec_iteration_clear(SpecIteration *iteration);

/* The openings that the tuning @spec holds back, a position a line; NULL if it holds back none.
 * Owner: the caller. */
char *spec_tuning_held_back(const Spec *spec);

/* The check of the tuning @spec: SPEC_TUNED, with the values @tuned, meets SPEC_START, and both
 * meet all players named; pairing 0 is theirs, 2i + 1 that of SPEC_TUNED and named player i, 2i + 2
 * that of SPEC_START. Its chance is not that of any iteration. @openings is the file with the
 * openings held back, or NULL.
 *
 * Errors: as spec_parse(), if @openings cannot be read.
 * Owner:  the caller. */
Spec *spec_tuning_check(const Spec *spec, const int64_t *tuned, const char *openings,
                        GError **error);
