/* What stands behind the colon in the text of a player: nothing, or one number. */
#pragma once

#include "players/player.h"

/* Sets PLAYER_ERROR_TEXT, "player 'KIND:PARAMETERS': SENTENCE", and answers false. */
bool player_parameters_fail(const PlayerKind *kind, const char *parameters, GError **error,
                            const char *format, ...) G_GNUC_PRINTF(4, 5);

/* The one player of @kind, which has no @parameters.
 *
 * Errors: PLAYER_ERROR_TEXT. */
Player *player_parameters_create_none(const PlayerKind *kind, const char *parameters,
                                      GError **error);

/* For PlayerKind.describe of such a player. */
char *player_parameters_describe_none(const Player *player);

/* For PlayerKind.free of a player that owns nothing. */
void player_parameters_free(Player *player);

/* What a player begins with that is named by one number, "maxn:depth=3". */
typedef struct {
    Player player;
    const char *key; /* "depth" */
    int number;
} NumberedPlayer;

/* The player of @kind that @parameters name, which must be @key, = and a number from 1 to @most.
 *
 * Errors: PLAYER_ERROR_TEXT. */
bool player_parameters_number(const PlayerKind *kind, const char *parameters, const char *key,
                              int most, NumberedPlayer *out_player, GError **error);

/* For PlayerKind.describe. */
char *player_parameters_describe_number(const Player *player);
