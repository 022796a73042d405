/* What programs.log says of forfeited games, and of those with faults: the player, what it did, and
 * the last words of its program. */
#pragma once

#include "experiments/play/match.h"

/* Appends what a finished game adds to programs.log: mostly nothing. */
void programs_log_append_game(const Spec *spec, const MatchRecord *record, GString *log);

/* Appends lines, each of which has an end, behind four blanks. */
void programs_log_append_words(GString *log, const char *words);

/* Appends the short name, and in parentheses the text if it says more. */
void programs_log_append_player(GString *log, const SpecPlayer *player);
