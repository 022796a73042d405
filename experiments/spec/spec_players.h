/* Reading the players of a spec. */
#pragma once

#include "experiments/spec/spec_text.h"

/* Reads the players that the text names, and makes the pairings of its format.
 *
 * Errors: as spec_parse(). */
bool spec_players_read(const SpecReader *reader);

/* @text, which names a player, with the settings of the group [team NAME] if it is team:NAME.
 * Owner: the caller. */
char *spec_reader_complete_team(const SpecReader *reader, const char *text);

/* Checks that what is frozen is the memory of @player alone, and notes it. */
bool spec_note_memory(const SpecReader *reader, const SpecPlayer *player);
