#include "players/player.h"

#include <string.h>

#include "agents/beyond/logic_text.h"
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

ThinkingDeadline player_call_deadline(const PlayerCall *call)
{
    if (call->limits == NULL) /* nothing ends it: reads no clock a ply */
        return (ThinkingDeadline){0};
    return thinking_deadline_new(call->limits, thinking_time(call->limits).steady_us);
}

/* All players that think with a clock are asked here, so that each learns how late its answers are.
 */
Choice player_choose(Player *player, const PlayerCall *call)
{
    ThinkingLimits limits = call->limits != NULL ? *call->limits : (ThinkingLimits){0};
    PlayerCall timed = *call;
    Choice choice;

    if (call->left_ms != NULL)
        limits.clock_ms = MAX(call->left_ms[game_line_turn(call->line)], 1);
    if (limits.clock_ms == 0 && limits.movetime_ms == 0)
        return player->kind->choose(player, call);
    thinking_lag_begin(&player->lag, call->line, &limits);
    limits.lag = &player->lag;
    timed.limits = &limits;
    choice = player->kind->choose(player, &timed);
    thinking_lag_end(&player->lag);
    return choice;
}

const PlayerKind *player_kind_of(const char *text)
{
    const size_t length = strcspn(text, ":");

    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++)
        if (text_is(text, length, PLAYER_KINDS[i]->name))
            return PLAYER_KINDS[i];
    return NULL;
}

static bool is_level(const char *text)
{
    LogicSet set;

    return logic_set_parse(text, &set, NULL);
}

/* How @text, which names no player, was probably meant, to end a sentence with. Owner: the caller.
 */
static char *guess_player(const char *text)
{
    Nearest nearest = nearest_to(text, (int)strcspn(text, ":"));
    const char *level = text + strspn(text, "LlEeVv: "); /* "L7", "lvl 7", "7+exchange" */

    if (is_level(level))
        return g_strdup_printf("; did you mean 'level:%s'?", level);
    if (engines_find(NULL, text) != NULL)
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

/* The index of the number that @word, "KEY=...", sets, or -1. */
static int find_number(const PlayerKind *kind, const char *word)
{
    const size_t length = strcspn(word, "=");
    int i = kind->number_count - 1;

    while (i >= 0 && !text_is(word, length, kind->numbers[i].key))
        i--;
    return i;
}

static bool refuse_word(const PlayerKind *kind, const char *word, GError **error)
{
    const int length = (int)strcspn(word, "=");
    Nearest nearest = nearest_to(word, length);
    g_autofree char *question = NULL;

    for (int i = 0; i < kind->number_count; i++)
        nearest_try(&nearest, kind->numbers[i].key);
    question = nearest_question(&nearest);
    return player_refuse(error, PLAYER_NO_OPTION, length, word, question);
}

bool player_read_number(const char *name, const char *text, gint64 least, gint64 most,
                        gint64 *out_number, GError **error)
{
    return (g_ascii_isdigit(*text) &&
            g_ascii_string_to_signed(text, 10, least, most, out_number, NULL)) ||
           player_refuse(error,
                         "%s is '%s', not a whole number from %" G_GINT64_FORMAT
                         " to %" G_GINT64_FORMAT,
                         name, text, least, most);
}

#define LEVEL_KEY "level="

static bool read_logics(Player *player, const char *text, GError **error)
{
    uint32_t unused;
    const char *name;

    if (*text == '\0')
        return player_refuse(error, LEVEL_KEY "N is missing");
    if (!g_str_has_prefix(text, LEVEL_KEY))
        return player_refuse(error, "'%s' does not begin with " LEVEL_KEY "N", text);
    if (!logic_set_parse(text + strlen(LEVEL_KEY), &player->logics, error))
        return false;
    unused = player->logics.logics & player->kind->unused_logics;
    if (unused == 0)
        return true;
    name = LOGICS[__builtin_ctz(unused)].name;
    return player_refuse(error, "it does not use the logic '%s' (write '-%s')", name, name);
}

/* Reads @parameters into the numbers and logics of @player. */
static bool read_parameters(Player *player, const char *parameters, GError **error)
{
    const PlayerKind *kind = player->kind;
    g_auto(GStrv) words = g_strsplit(parameters, ",", -1);
    g_autoptr(GString) logics = g_string_new(NULL);
    bool given[PLAYER_MAX_NUMBERS] = {false};

    for (char **word = words; *word != NULL; word++) {
        const int index = find_number(kind, *word);
        const PlayerNumber *number;
        const char *value = *word + strcspn(*word, "=");
        if (index < 0 && (!kind->has_logics || **word == '\0'))
            return refuse_word(kind, *word, error);
        if (index < 0) {
            g_string_append_printf(logics, "%s%s", logics->len > 0 ? "," : "", *word);
            continue;
        }
        number = &kind->numbers[index];
        if (given[index])
            return player_refuse(error, "%s is given twice", number->key);
        given[index] = true;
        if (!player_read_number(number->key, value + (*value == '='), number->least, number->most,
                                &player->number[index], error))
            return false;
    }
    for (int i = 0; i < kind->number_count; i++) {
        if (kind->numbers[i].is_required && !given[i])
            return player_refuse(error, "%s=N is missing", kind->numbers[i].key);
        if (!given[i])
            player->number[i] = kind->numbers[i].standard;
    }
    return !kind->has_logics || read_logics(player, logics->str, error);
}

char *player_describe(const Player *player)
{
    const PlayerKind *kind = player->kind;
    GString *text;

    if (kind->describe != NULL)
        return kind->describe(player);
    text = g_string_new(kind->name);
    if (kind->has_logics) {
        g_autofree char *logics = logic_set_format(&player->logics);
        g_string_append_printf(text, ":" LEVEL_KEY "%s", logics);
    }
    for (int i = 0; i < kind->number_count; i++)
        if (!kind->numbers[i].omits_standard || player->number[i] != kind->numbers[i].standard)
            g_string_append_printf(text, "%c%s=%" G_GINT64_FORMAT,
                                   i == 0 && !kind->has_logics ? ':' : ',', kind->numbers[i].key,
                                   player->number[i]);
    return g_string_free(text, FALSE);
}

Player *player_new(const char *text, const Engines *engines, GError **error)
{
    const PlayerKind *kind = player_kind_of(text);
    const size_t length = strcspn(text, ":");
    const char *parameters = text[length] == ':' ? text + length + 1 : "";
    g_autoptr(Player) player = NULL;
    g_autoptr(GError) fault = NULL;
    g_autofree char *masked = NULL;

    if (kind == NULL) {
        g_autofree char *question = guess_player(text);
        player_refuse(error, "there is no player '%s' (see 'agentchess players')%s", text,
                      question);
        return NULL;
    }
    player = g_malloc0(MAX(kind->size, sizeof *player));
    player->kind = kind;
    if (kind->read != NULL ? kind->read(player, parameters, engines, &fault)
                           : read_parameters(player, parameters, &fault))
        return g_steal_pointer(&player);
    masked = memory_address_mask(parameters);
    player_refuse(error, "player '%s:%s': %s", kind->name, masked, fault->message);
    return NULL;
}

void player_free(Player *player)
{
    if (player->kind->clear != NULL)
        player->kind->clear(player);
    g_free(player);
}

bool player_kind_plays(const PlayerKind *kind, const Game *game)
{
    bool plays = kind->plays_all;

    for (int i = 0; i < PLAYER_MAX_GAMES; i++)
        plays |= kind->games[i] == game;
    return plays;
}

bool player_kind_refuse(const PlayerKind *kind, const char *game_name, GError **error)
{
    return player_refuse(error, "a player of kind '%s' does not play the game '%s'", kind->name,
                         game_name);
}

bool player_logics_fit(const Player *player, const Game *game, const char *name, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_autofree char *text = NULL;

    if (logic_set_check_game(&player->logics,
                             game != NULL && game->sides == 3 ? GAMES_OF_THREE : GAMES_OF_TWO, name,
                             &fault))
        return true;
    text = player_describe(player);
    return player_refuse(error, "player '%s': %s", text, fault->message);
}

bool player_check(const Player *player, Memories *memories, GError **error)
{
    return player->kind->check == NULL || player->kind->check(player, memories, error);
}

bool player_fits(const Player *player, const Game *game, Memories *memories, GError **error)
{
    return (player_kind_plays(player->kind, game) ||
            player_kind_refuse(player->kind, game->name, error)) &&
           player_logics_fit(player, game, game->name, error) &&
           player_check(player, memories, error);
}

bool player_fits_in_time(const Player *player, GError **error)
{
    return (player->kind->act != NULL ||
            player_kind_refuse(player->kind, ASYNC_CHESS.name, error)) &&
           player_logics_fit(player, NULL, ASYNC_CHESS.name, error) &&
           player_check(player, NULL, error);
}

bool player_fail_choice(const char *name, const Choice *choice, GError **error)
{
    g_autofree char *words = g_strdup(choice->words != NULL ? choice->words : "");

    return player_fail(error, PLAYER_ERROR_FAILED, "%s%s %s%s%s", name,
                       choice->kind == CHOICE_INTERRUPTION ? ":" : "", choice->reason,
                       *words != '\0' ? "; its last output: " : "",
                       g_strdelimit(g_strchomp(words), "\n", ' '));
}

/* Counts @move and keeps the likeliest first; returns how many there are. */
static int count_move(Share *shares, int count, Move move)
{
    int i = 0;

    while (i < count && shares[i].move != move)
        i++;
    if (i == count)
        shares[count++] = (Share){.move = move};
    shares[i].share++;
    for (; i > 0 && shares[i - 1].share < shares[i].share; i--) {
        const Share likelier = shares[i];
        shares[i] = shares[i - 1];
        shares[i - 1] = likelier;
    }
    return count;
}

int player_shares(Player *player, const PlayerCall *call, uint64_t seed, int draws,
                  Share out_shares[static GAME_MAX_MOVES], GError **error)
{
    PlayerCall drawn = *call;
    int count = player->kind->shares != NULL ? player->kind->shares(player, call, out_shares) : 0;
    const int known = count;

    for (int draw = 1; draw <= draws && known == 0; draw++) {
        Random random = random_for_job(seed, (uint64_t)draw);
        Choice choice;
        drawn.random = &random;
        choice = player_choose(player, &drawn);
        if (choice.reason != NULL) {
            g_autofree char *text = player_describe(player);
            player_fail_choice(text, &choice, error);
            return -1;
        }
        if (choice.kind == CHOICE_MOVE)
            count = count_move(out_shares, count, choice.move);
    }
    for (int i = 0; i < count && known == 0; i++)
        out_shares[i].share /= draws;
    return count;
}
