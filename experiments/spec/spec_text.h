/* Writes a spec as text again, with every key, and compares two such texts. */
#pragma once

#include "experiments/spec/spec.h"

/* The text of @spec, whose other members must be filled in. @with_paths: also the paths of files,
 * which do not change the games. Owner: the caller. */
char *spec_text_write(const Spec *spec, bool with_paths);

/* The first difference between two such texts, "[experiment] seed is '1' there, '2' here"; NULL if
 * they say the same. Owner: the caller. */
char *spec_text_difference(const char *there, const char *here);

/* The first difference because of which the same players would play other games, in rules, openings
 * or engines: "[rules] repetition is 'on' in THERE_NAME, 'off' in HERE_NAME"; NULL if there is
 * none.
 * Owner: the caller. */
char *spec_text_difference_of_games(const char *there, const char *there_name, const char *here,
                                    const char *here_name);
