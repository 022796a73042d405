#include "players/player.h"

#include <string.h>

#include "board/async_game.h"
#include "board/text_lines.h"
#include "players/player_kinds.h"

G_DEFINE_QUARK(player_error, player_error)

const PlayerKind *const PLAYER_KINDS[] = {
    &PLAYER_KIND_LEVEL,        &PLAYER_KIND_TEAM,         &PLAYER_KIND_MARCH,
    &PLAYER_KIND_HOMEOSTATIC,  &PLAYER_KIND_SEARCH,       &PLAYER_KIND_GREEDY,
    &PLAYER_KIND_MAXN,         &PLAYER_KIND_PARANOID,     &PLAYER_KIND_MCTS,
    &PLAYER_KIND_RANDOM,       &PLAYER_KIND_ENGINE,       &PLAYER_KIND_PROCESS,
    &PLAYER_KIND_ASYNC_MASTER, &PLAYER_KIND_ASYNC_PIECES, &PLAYER_KIND_ASYNC_PATIENT,
    &PLAYER_KIND_ASYNC_RANDOM,
};
const size_t PLAYER_KIND_COUNT = G_N_ELEMENTS(PLAYER_KINDS);

ThinkingWatch player_call_watch(const PlayerCall *call)
{
    const ThinkingTerms none = {0}, *terms = call->terms != NULL ? call->terms : &none;
    ThinkingTerms clock = *terms;

    if (call->left_ms != NULL)
        clock.clock_ms = MAX(call->left_ms[game_line_turn(call->line)], 1);
    return thinking_watch_new(
        call->terms, thinking_least(terms->movetime_ms, thinking_time_of_clock(&clock).steady_ms));
}

const PlayerKind *player_kind_of(const char *text)
{
    const size_t length = strcspn(text, ":");

    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++)
        if (strlen(PLAYER_KINDS[i]->name) == length &&
            strncmp(PLAYER_KINDS[i]->name, text, length) == 0)
            return PLAYER_KINDS[i];
    return NULL;
}

/* How @text, which names no player, was probably meant, to end a sentence with. Owner: the caller.
 */
static char *guess_player(const char *text)
{
    Nearest nearest = nearest_to(text, (int)strcspn(text, ":"));

    if (*text != '\0' && text[strspn(text, "0123456789")] == '\0')
        return g_strdup_printf("; did you mean 'level:%s'?", text);
    for (size_t i = 0; i < ENGINE_PRESET_COUNT; i++)
        if (g_str_equal(ENGINE_PRESETS[i].name, text))
            return g_strdup_printf("; did you mean 'engine:%s,depth=1'?", text);
    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++) {
        const char *name = PLAYER_KINDS[i]->name;
        const size_t length = strlen(name);
        g_autofree char *begin = g_strndup(text, MIN(length, strlen(text)));
        if (g_ascii_strcasecmp(begin, name) == 0 && strchr(":0123456789", text[length]) != NULL)
            return g_strdup_printf("; did you mean '%s:%s'?", name,
                                   text + length + (text[length] == ':'));
        nearest_try(&nearest, name);
    }
    return nearest_question(&nearest);
}

Player *player_new(const char *text, const Engines *engines, GError **error)
{
    const PlayerKind *kind = player_kind_of(text);
    const size_t length = strcspn(text, ":");
    g_autofree char *question = NULL;

    if (kind != NULL)
        return kind->create(text[length] == ':' ? text + length + 1 : "", engines, error);
    question = guess_player(text);
    g_set_error(
        error, PLAYER_ERROR, PLAYER_ERROR_TEXT,
        "'%s' is not a player: there is no kind '%.*s' ('agentchess players' lists the kinds)%s",
        text, (int)length, text, question);
    return NULL;
}

void player_free(Player *player)
{
    player->kind->free(player);
}

bool player_kind_plays(const PlayerKind *kind, const Game *game)
{
    return kind->plays != NULL && kind->plays(game);
}

bool player_kind_acts(const PlayerKind *kind)
{
    return kind->act != NULL;
}

bool player_kind_refuse(const PlayerKind *kind, const char *game_name, GError **error)
{
    g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT, "a player of kind '%s' does not play %s",
                kind->name, game_name);
    return false;
}

bool player_check(const Player *player, Memories *memories, GError **error)
{
    return player->kind->check == NULL || player->kind->check(player, memories, error);
}

bool player_fits(const Player *player, const Game *game, Memories *memories, GError **error)
{
    return (player_kind_plays(player->kind, game) ||
            player_kind_refuse(player->kind, game->name, error)) &&
           player_check(player, memories, error);
}

bool player_fits_in_time(const Player *player, GError **error)
{
    return (player_kind_acts(player->kind) ||
            player_kind_refuse(player->kind, ASYNC_CHESS.name, error)) &&
           player_check(player, NULL, error);
}
