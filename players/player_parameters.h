/* What stands behind the colon in the text of a player: nothing, or numbers by name. */
#pragma once

#include "agents/logic.h"
#include "players/player.h"

/* Sets PLAYER_ERROR_TEXT, "player 'KIND:PARAMETERS': SENTENCE", and returns false. */
bool player_parameters_fail(const PlayerKind *kind, const char *parameters, GError **error,
                            const char *format, ...) G_GNUC_PRINTF(4, 5);

/* A player of @kind, a kind that takes no @parameters.
 *
 * Errors: PLAYER_ERROR_TEXT. */
Player *player_parameters_create_none(const PlayerKind *kind, const char *parameters,
                                      GError **error);

/* For PlayerKind.describe of such a player. */
char *player_parameters_describe_none(const Player *player);

/* For PlayerKind.free of a player that owns nothing. */
void player_parameters_free(Player *player);

/* A number that a player is given by name, "think_ms=200". It may be left out unless it is
 * required. */
typedef struct {
    const char *key;
    int64_t least, most, standard;
    bool is_required;
    bool omits_standard; /* the player's text names it only if it is another one than @standard */
} PlayerNumber;

/* The longest time, more than eleven days. */
#define PLAYER_NUMBER_MAX_MS 1000000000

/* Reads @parameters, KEY=N with commas between them, into one number for each of the @count of
 * @numbers. All other parameters go to *out_rest, in their order and with commas, "" if there are
 * none; if @out_rest is NULL they are an error.
 *
 * Errors: PLAYER_ERROR_TEXT.
 * Owner:  the caller, of *out_rest. */
bool player_parameters_numbers(const PlayerKind *kind, const char *parameters,
                               const PlayerNumber *numbers, size_t count, int64_t *out_values,
                               char **out_rest, GError **error);

/* The text of a player with nothing but numbers, "KIND:KEY=N,KEY=N", all that are not omitted.
 * Owner: the caller. */
char *player_parameters_describe_numbers(const Player *player, const PlayerNumber *numbers,
                                         size_t count, const int64_t *values);

/* The same for players that also reason with logics: @parameters name these too, "level=7", with
 * all differences that logic_set_parse() reads.
 *
 * Errors: PLAYER_ERROR_TEXT. */
bool player_parameters_logics(const PlayerKind *kind, const char *parameters,
                              const PlayerNumber *numbers, size_t count, int64_t *out_values,
                              LogicSet *out_logics, GError **error);

/* The text of such a player. Owner: the caller. */
char *player_parameters_describe_logics(const Player *player, const LogicSet *logics,
                                        const PlayerNumber *numbers, size_t count,
                                        const int64_t *values);
