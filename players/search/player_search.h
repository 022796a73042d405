/* The players that search, for other modules. */
#pragma once

#include "players/player.h"
#include "players/search/search_settings.h"

/* How @player searches, or NULL if it is of another kind. */
const SearchSettings *player_search_settings(const Player *player);

/* The name of the memory of positions that @player uses, which may hold a password; NULL if it uses
 * none. Owner: @player. */
const char *player_search_memory(const Player *player);
