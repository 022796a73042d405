/* An experiment that is part of a larger one: with fewer games, players or values of factors, and
 * the same in all else. Its games are games of the larger one, which have the same chance there and
 * come in the same order. */
#pragma once

#include "experiments/spec/spec.h"

typedef struct {
    int *players, *pairings; /* of each player and pairing of the part, its number in the whole */
} SpecPart;

/* Whether an experiment can be part of a larger one: no game depends on the results of others, or
 * on a memory that is frozen when games begin. */
bool spec_can_grow(const Spec *spec);

/* Finds the experiment @part, of the run in @folder, in @whole.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is no part of it: the first key that says so.
 * Owner:  the caller, spec_part_clear(). */
bool spec_part_find(const Spec *part, const char *folder, const Spec *whole, SpecPart *out_part,
                    GError **error);
void spec_part_clear(SpecPart *part);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SpecPart, spec_part_clear)
