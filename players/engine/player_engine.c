/* The player "engine": a chess program in a process of its own. */
#include <string.h>

#include "board/chess.h"
#include "board/text_lines.h"
#include "players/engine/engine.h"
#include "players/player_kinds.h"

#define MAX_AMOUNT 1000000000000 /* the greatest limit: a trillion nodes, or thirty years */

typedef struct {
    Player player;
    const EngineSettings *settings;
    EngineLimit limit;
    Engine *engine;
} PlayerEngine;

static bool fail_limit(const char *parameters, const char *text, GError **error)
{
    Nearest nearest = nearest_to(text, (int)strcspn(text, "="));
    g_autofree char *question = NULL;

    for (int kind = 0; strchr(text, '=') != NULL && kind < ENGINE_LIMIT_COUNT; kind++)
        nearest_try(&nearest, ENGINE_LIMIT_NAMES[kind]);
    question = nearest_question(&nearest);
    return player_refuse(&PLAYER_KIND_ENGINE, parameters, error,
                         "'%s' is not depth=N, nodes=N or movetime=MS%s", text, question);
}

static bool read_limit(const char *text, const char *parameters, EngineLimit *out_limit,
                       GError **error)
{
    const size_t length = strcspn(text, "=");
    guint64 amount;

    for (int kind = 0; kind < ENGINE_LIMIT_COUNT; kind++) {
        const char *name = ENGINE_LIMIT_NAMES[kind];
        if (text[length] == '\0' || strlen(name) != length || strncmp(name, text, length) != 0)
            continue;
        if (!g_ascii_string_to_unsigned(text + length + 1, 10, 1, MAX_AMOUNT, &amount, NULL))
            return player_refuse(&PLAYER_KIND_ENGINE, parameters, error,
                                 "'%s' is not a number from 1", text + length + 1);
        *out_limit = (EngineLimit){(EngineLimitKind)kind, amount};
        return true;
    }
    return fail_limit(parameters, text, error);
}

static bool check_limit(const EngineSettings *settings, EngineLimit limit, const char *parameters,
                        GError **error)
{
    const bool cecp = settings->protocol == ENGINE_PROTOCOL_CECP;

    if (settings->refuses[limit.kind] || (cecp && limit.kind == ENGINE_LIMIT_NODES))
        return player_refuse(&PLAYER_KIND_ENGINE, parameters, error,
                             "this engine cannot be limited by %s", ENGINE_LIMIT_NAMES[limit.kind]);
    if (cecp && limit.kind == ENGINE_LIMIT_MOVETIME && limit.amount % 1000 != 0)
        return player_refuse(&PLAYER_KIND_ENGINE, parameters, error,
                             "this engine counts whole seconds, movetime=1000 or more");
    return true;
}

static bool refuse_name(const char *parameters, const Engines *engines, const char *name,
                        GError **error)
{
    Nearest nearest = nearest_to(name, -1);
    g_autofree char *question = NULL;
    const EngineSettings *own;

    for (size_t i = 0; i < ENGINE_PRESET_COUNT; i++)
        nearest_try(&nearest, ENGINE_PRESETS[i].name);
    for (size_t i = 0; engines != NULL && (own = engines_at(engines, i)) != NULL; i++)
        nearest_try(&nearest, own->name);
    question = nearest_question(&nearest);
    return player_refuse(&PLAYER_KIND_ENGINE, parameters, error,
                         "there is no engine '%s' ('agentchess players' lists the known ones)%s",
                         name, question);
}

static bool read_parameters(const char *parameters, const Engines *engines, PlayerEngine *out,
                            GError **error)
{
    g_auto(GStrv) parts = g_strsplit(parameters, ",", -1);

    if (g_strv_length(parts) != 2)
        return player_refuse(&PLAYER_KIND_ENGINE, parameters, error,
                             "NAME,depth=N, NAME,nodes=N or NAME,movetime=MS is needed");
    out->settings = engines_find(engines, parts[0]);
    if (out->settings == NULL)
        return refuse_name(parameters, engines, parts[0], error);
    if (*out->settings->command == '\0')
        return player_refuse(&PLAYER_KIND_ENGINE, parameters, error,
                             "the engine '%s' has no command", parts[0]);
    return read_limit(parts[1], parameters, &out->limit, error) &&
           check_limit(out->settings, out->limit, parameters, error);
}

static Player *create(const char *parameters, const Engines *engines, GError **error)
{
    PlayerEngine read = {.player = {.kind = &PLAYER_KIND_ENGINE, .depends_on_machine = true}};
    PlayerEngine *engine;

    if (!read_parameters(parameters, engines, &read, error))
        return NULL;
    engine = g_memdup2(&read, sizeof read);
    engine->engine = engine_new(engine->settings, engine->limit);
    return &engine->player;
}

static void free_player(Player *player)
{
    engine_free(((PlayerEngine *)player)->engine);
    g_free(player);
}

static char *describe(const Player *player)
{
    const PlayerEngine *engine = (const PlayerEngine *)player;

    return g_strdup_printf("engine:%s,%s=%" G_GUINT64_FORMAT, engine->settings->name,
                           ENGINE_LIMIT_NAMES[engine->limit.kind], engine->limit.amount);
}

static bool plays(const Game *game)
{
    return game == &GAME_CHESS;
}

static bool check(const Player *player, G_GNUC_UNUSED Memories *memories, GError **error)
{
    const EngineSettings *settings = ((const PlayerEngine *)player)->settings;
    g_autofree char *whose = g_strdup_printf("engine '%s'", settings->name);

    return engine_find_program(settings, whose, error);
}

static const char *title(const Player *player)
{
    return engine_title(((const PlayerEngine *)player)->engine);
}

static const char *command(const Player *player)
{
    return ((const PlayerEngine *)player)->settings->command;
}

static Choice choose(Player *player, const PlayerCall *call)
{
    Engine *engine = ((PlayerEngine *)player)->engine;
    Choice choice = engine_choose(engine, call->line, call->random);

    if (choice.kind != CHOICE_DRAW_CLAIM)
        return choice;
    if (!chess_may_claim_draw(call->line))
        return (Choice){.kind = CHOICE_FAILURE, .reason = "claims a draw without reason"};
    if (!call->line->rules.no_claims)
        return choice;
    choice = engine_choose_afresh(engine, call->line, call->random);
    if (choice.kind == CHOICE_DRAW_CLAIM)
        return (Choice){.kind = CHOICE_FAILURE,
                        .reason = "claims a draw where no claim is possible"};
    return choice;
}

const PlayerKind PLAYER_KIND_ENGINE = {
    .name = "engine",
    .usage = "engine:ENGINE,depth=N|nodes=N|movetime=MS",
    .summary = "a chess program with the UCI or XBoard protocol, and its limit per move",
    .create = create,
    .free = free_player,
    .describe = describe,
    .plays = plays,
    .check = check,
    .choose = choose,
    .title = title,
    .decides_once = true,
    .command = command,
};
