/* The players that look ahead: the homeostatic one and the one with all that users expect. They
 * differ in what they begin with (search_settings.h). */
#pragma once

#include "players/player.h"
#include "players/search/search_settings.h"

extern const PlayerKind PLAYER_KIND_HOMEOSTATIC;
extern const PlayerKind PLAYER_KIND_SEARCH;

/* How @player searches, or NULL if it is of another kind. */
const SearchSettings *player_search_settings(const Player *player);

/* The memory of positions that @player names, maybe with a password; NULL if it names none. Owner:
 * @player. */
const char *player_search_memory(const Player *player);

/* Has @player, one of these, search as @settings say from its next move on. */
void player_search_change(Player *player, const SearchSettings *settings);
