/* A spec as text again, with every key, and what two such texts differ in. */
#pragma once

#include "experiments/spec/spec.h"

/* The text of @spec, which must be read but for this. @with_paths: with the paths of files, which
 * say nothing about the games. Owner: the caller. */
char *spec_text_write(const Spec *spec, bool with_paths);

/* What the first difference of two such texts is, "[experiment] seed is '1' there, '2' here"; NULL
 * if they say the same. Owner: the caller. */
char *spec_text_difference(const char *there, const char *here);

/* The first difference that makes games of the same players other games, in rules, openings or
 * engines: "[rules] repetition is 'on' in THERE_NAME, 'off' in HERE_NAME"; NULL if there is none.
 * Owner: the caller. */
char *spec_text_difference_of_games(const char *there, const char *there_name, const char *here,
                                    const char *here_name);
