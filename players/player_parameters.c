#include "players/player_parameters.h"

#include <string.h>

bool player_parameters_fail(const PlayerKind *kind, const char *parameters, GError **error,
                            const char *format, ...)
{
    g_autofree char *sentence = NULL;
    va_list args;

    va_start(args, format);
    sentence = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT, "player '%s:%s': %s", kind->name,
                parameters, sentence);
    return false;
}

Player *player_parameters_create_none(const PlayerKind *kind, const char *parameters,
                                      GError **error)
{
    Player *player;

    if (*parameters != '\0') {
        g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT,
                    "the player '%s' takes no parameters, not '%s'", kind->name, parameters);
        return NULL;
    }
    player = g_new0(Player, 1);
    player->kind = kind;
    return player;
}

char *player_parameters_describe_none(const Player *player)
{
    return g_strdup(player->kind->name);
}

void player_parameters_free(Player *player)
{
    g_free(player);
}

bool player_parameters_number(const PlayerKind *kind, const char *parameters, const char *key,
                              int most, NumberedPlayer *out_player, GError **error)
{
    const size_t length = strlen(key);
    guint64 number;

    if (strncmp(parameters, key, length) != 0 || parameters[length] != '=' ||
        !g_ascii_string_to_unsigned(parameters + length + 1, 10, 1, (guint64)most, &number, NULL)) {
        g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT,
                    "player '%s:%s': '%s' is not %s=N with N from 1 to %d", kind->name, parameters,
                    parameters, key, most);
        return false;
    }
    *out_player = (NumberedPlayer){.player.kind = kind, .key = key, .number = (int)number};
    return true;
}

char *player_parameters_describe_number(const Player *player)
{
    const NumberedPlayer *numbered = (const NumberedPlayer *)player;

    return g_strdup_printf("%s:%s=%d", player->kind->name, numbered->key, numbered->number);
}
