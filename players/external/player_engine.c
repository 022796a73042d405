/* The players that are other programs: `engine`, a chess program with the protocol of chess
 * programs, and `process`, a program in any language that plays any game (engine_plain.c). */
#include <string.h>

#include "board/chess.h"
#include "board/text_lines.h"
#include "players/external/engine.h"
#include "players/player_kinds.h"

/* the greatest limit: a trillion nodes, or thirty years */
#define MAX_AMOUNT INT64_C(1000000000000)

typedef struct {
    Player player;
    EngineSettings settings;
    EngineLimit limit;   /* of `engine` */
    char *command, *dir; /* in the settings of `process`; NULL: none is named */
    Engine *engine;
} PlayerEngine;

static void make_engine(PlayerEngine *player)
{
    player->player.depends_on_machine = true;
    player->player.draws_nothing = true;
    player->engine = engine_new(&player->settings, player->limit);
}

static bool read_limit(const char *text, EngineLimit *out_limit, GError **error)
{
    const char *amount_text = strchr(text, '=') != NULL ? strchr(text, '=') + 1 : text;
    g_autofree char *name = g_strndup(text, (gsize)MAX(amount_text - text - 1, 0));
    const int kind = text_place(name, ENGINE_LIMIT_NAMES, ENGINE_LIMIT_COUNT);
    gint64 amount;

    if (kind < 0) {
        g_autofree char *question = nearest_question_among(name, ENGINE_LIMIT_NAMES);
        return player_refuse(error, "'%s' is not depth=N, nodes=N or movetime=MS%s", text,
                             question);
    }
    if (!player_read_number(name, amount_text, 1, MAX_AMOUNT, &amount, error))
        return false;
    *out_limit = (EngineLimit){(EngineLimitKind)kind, (uint64_t)amount};
    return true;
}

static bool check_limit(const EngineSettings *settings, EngineLimit limit, GError **error)
{
    const bool cecp = settings->protocol == ENGINE_PROTOCOL_CECP;

    if (settings->refuses[limit.kind] || (cecp && limit.kind == ENGINE_LIMIT_NODES))
        return player_refuse(error, "this engine cannot be limited by %s",
                             ENGINE_LIMIT_NAMES[limit.kind]);
    if (cecp && limit.kind == ENGINE_LIMIT_MOVETIME && limit.amount % 1000 != 0)
        return player_refuse(
            error, "this engine accepts only whole seconds: movetime must be a multiple of 1000");
    return true;
}

static bool refuse_name(const Engines *engines, const char *name, GError **error)
{
    Nearest nearest = nearest_to(name, -1);
    g_autofree char *question = NULL;
    const EngineSettings *own;

    for (size_t i = 0; i < ENGINE_PRESET_COUNT; i++)
        nearest_try(&nearest, ENGINE_PRESETS[i].name);
    for (size_t i = 0; engines != NULL && (own = engines_at(engines, i)) != NULL; i++)
        nearest_try(&nearest, own->name);
    question = nearest_question(&nearest);
    return player_refuse(error, "there is no engine '%s' (see 'agentchess players')%s", name,
                         question);
}

static bool read_engine(Player *player, const char *parameters, const Engines *engines,
                        GError **error)
{
    PlayerEngine *out = (PlayerEngine *)player;
    g_auto(GStrv) parts = g_strsplit(parameters, ",", -1);
    const EngineSettings *settings;

    if (g_strv_length(parts) != 2)
        return player_refuse(error, "'%s' is not NAME,depth=N, NAME,nodes=N or NAME,movetime=MS",
                             parameters);
    settings = engines_find(engines, parts[0]);
    if (settings == NULL)
        return refuse_name(engines, parts[0], error);
    if (*settings->command == '\0')
        return player_refuse(error, "the engine '%s' has no command", parts[0]);
    out->settings = *settings;
    if (!read_limit(parts[1], &out->limit, error) || !check_limit(settings, out->limit, error))
        return false;
    make_engine(out);
    return true;
}

#define ANSWER_MS "answer-ms="
#define DIR "dir="
#define BLANKS " \t\n\v\f\r"

static bool read_option(PlayerEngine *out, bool is_dir, char *value, GError **error)
{
    gint64 ms = 0;

    if (is_dir) {
        out->dir = g_strdup(value);
        return *value != '\0' || player_refuse(error, "dir is empty");
    }
    if (!player_read_number("answer-ms", value, 1, ENGINE_MAX_MS, &ms, error))
        return false;
    out->settings.answer_ms = (uint64_t)ms;
    return true;
}

/* Reads the options at the beginning of @parameters, each of which may come only once;
 * *@out_command is what follows. */
static bool read_options(PlayerEngine *out, const char *parameters, const char **out_command,
                         GError **error)
{
    const char *text = parameters;

    for (;;) {
        g_autofree char *value = NULL;
        bool is_dir, is_answer_ms;

        /* Blanks before the command count for nothing, so none may make a command of an option. */
        text += strspn(text, BLANKS);
        is_dir = out->dir == NULL && g_str_has_prefix(text, DIR);
        is_answer_ms = out->settings.answer_ms == 0 && g_str_has_prefix(text, ANSWER_MS);
        *out_command = text;
        if (!is_dir && !is_answer_ms)
            return true;
        text = strchr(text, '=') + 1;
        value = g_strndup(text, strcspn(text, ","));
        if (!read_option(out, is_dir, value, error))
            return false;
        text += strlen(value);
        text += *text == ',';
    }
}

static bool read_process(Player *player, const char *parameters,
                         G_GNUC_UNUSED const Engines *engines, GError **error)
{
    PlayerEngine *out = (PlayerEngine *)player;
    const char *command;

    if (!read_options(out, parameters, &command, error))
        return false;
    out->command = g_strstrip(g_strdup(command));
    if (!engine_command_check(out->command, error))
        return false;
    out->settings = engine_settings_plain(out->command, out->settings.answer_ms);
    if (out->dir != NULL)
        out->settings.dir = out->dir;
    make_engine(out);
    return true;
}

static void clear_engine(Player *player)
{
    PlayerEngine *engine = (PlayerEngine *)player;

    g_clear_pointer(&engine->engine, engine_free);
    g_free(engine->command);
    g_free(engine->dir);
}

static char *describe_engine(const Player *player)
{
    const PlayerEngine *engine = (const PlayerEngine *)player;

    return g_strdup_printf("engine:%s,%s=%" G_GUINT64_FORMAT, engine->settings.name,
                           ENGINE_LIMIT_NAMES[engine->limit.kind], engine->limit.amount);
}

static char *describe_process(const Player *player)
{
    const EngineSettings *settings = &((const PlayerEngine *)player)->settings;

    return g_strdup_printf("process:" ANSWER_MS "%" G_GUINT64_FORMAT "%s%s,%s", settings->answer_ms,
                           *settings->dir != '\0' ? "," DIR : "", settings->dir, settings->command);
}

static bool check_engine(const Player *player, G_GNUC_UNUSED Memories *memories, GError **error)
{
    return engine_find_program(&((const PlayerEngine *)player)->settings, player, error);
}

static const char *engine_of_player(const Player *player)
{
    return engine_title(((const PlayerEngine *)player)->engine);
}

static const char *engine_command(const Player *player)
{
    return ((const PlayerEngine *)player)->settings.command;
}

static void get_ready(Player *player)
{
    engine_get_ready(((PlayerEngine *)player)->engine);
}

static Choice choose_by_engine(Player *player, const PlayerCall *call)
{
    Engine *engine = ((PlayerEngine *)player)->engine;
    Choice choice = engine_choose(engine, call);

    if (choice.kind != CHOICE_DRAW_CLAIM)
        return choice;
    if (!chess_may_claim_draw(call->line))
        return (Choice){.kind = CHOICE_FAILURE,
                        .reason = "claimed a draw that the laws of chess do not allow"};
    if (!call->line->rules.no_claims)
        return choice;
    choice = engine_choose_afresh(engine, call);
    if (choice.kind == CHOICE_DRAW_CLAIM)
        return (Choice){.kind = CHOICE_FAILURE,
                        .reason = "claimed a draw, but draws cannot be claimed in this game"};
    return choice;
}

const PlayerKind PLAYER_KIND_ENGINE = {
    .name = "engine",
    .usage = "engine:ENGINE,depth=N|nodes=N|movetime=MS",
    .summary = "an external engine that uses the UCI or XBoard protocol, with a limit per move",
    .size = sizeof(PlayerEngine),
    .read = read_engine,
    .clear = clear_engine,
    .describe = describe_engine,
    .games = {&GAME_CHESS},
    .check = check_engine,
    .choose = choose_by_engine,
    .title = engine_of_player,
    .decides_once = true,
    .command = engine_command,
};

const PlayerKind PLAYER_KIND_PROCESS = {
    .name = "process",
    .usage = "process:[answer-ms=N,][dir=DIR,]COMMAND",
    .summary = "your own program, in any language: "
               "it reads questions and writes moves (players/README.md)",
    .size = sizeof(PlayerEngine),
    .read = read_process,
    .clear = clear_engine,
    .describe = describe_process,
    .plays_all = true,
    .check = check_engine,
    .choose = choose_by_engine,
    .get_ready = get_ready,
    .decides_once = true,
    .command = engine_command,
};
