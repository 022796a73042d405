/* The names that our players and suites have in the thesis' tables. */
#pragma once

#include "experiments/spec/spec.h"

#define PUBLISHED_CRAFTY "Crafty"

/* "Level 7" for "level:7" and all its readings; NULL if it is no level. Borrowed. */
const char *published_level_name(const char *player);

/* The name of a player in tables of matches: a level's, or Crafty's, for which any engine and any
 * player called so stands; NULL: none. Borrowed. */
const char *published_player_name(const SpecPlayer *player);

/* Whether it plays as the thesis' Crafty, but is another program. */
bool published_stands_in(const SpecPlayer *player);

/* The name of a player in the table of suites, "Crafty depth 1" for "engine:crafty,depth=1", or
 * NULL. Owner: the caller. */
char *published_solver_name(const char *player);

/* "WAC" for "wac.epd". Owner: the caller. */
char *published_suite_name(const char *file);
