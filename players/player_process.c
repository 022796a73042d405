#include "players/player_process.h"

#include <string.h>

#include "players/engine.h"
#include "players/player_parameters.h"

#define ANSWER_MS "answer-ms="

typedef struct {
    Player player;
    char *command;
    EngineSettings settings; /* with that command */
    Engine *engine;
} PlayerProcess;

static bool read_answer_ms(const char *parameters, const char **out_command, uint64_t *out_ms,
                           GError **error)
{
    const char *text = parameters + strlen(ANSWER_MS);
    const size_t length = strcspn(text, ",");
    g_autofree char *digits = g_strndup(text, length);
    guint64 ms;

    if (text[length] == '\0')
        return player_parameters_fail(&PLAYER_KIND_PROCESS, parameters, error,
                                      "a command is needed, behind a comma");
    if (!g_ascii_string_to_unsigned(digits, 10, 1, ENGINE_MAX_MS, &ms, NULL))
        return player_parameters_fail(&PLAYER_KIND_PROCESS, parameters, error, "'%s' is not 1..%d",
                                      digits, ENGINE_MAX_MS);
    *out_command = text + length + 1;
    *out_ms = ms;
    return true;
}

static bool check_command(const char *command, const char *parameters, GError **error)
{
    g_autoptr(GError) fault = NULL;

    if (*command == '\0')
        return player_parameters_fail(&PLAYER_KIND_PROCESS, parameters, error,
                                      "a command is needed");
    for (const char *c = command; *c != '\0'; c++)
        if (g_ascii_iscntrl(*c))
            return player_parameters_fail(&PLAYER_KIND_PROCESS, parameters, error,
                                          "the command has a control character");
    return g_shell_parse_argv(command, NULL, NULL, &fault) ||
           player_parameters_fail(&PLAYER_KIND_PROCESS, parameters, error,
                                  "the command cannot be split as a shell would: %s",
                                  fault->message);
}

static Player *create(const char *parameters, G_GNUC_UNUSED const Engines *engines, GError **error)
{
    const char *rest = parameters;
    uint64_t answer_ms = ENGINE_ANSWER_MS;
    g_autofree char *command = NULL;
    PlayerProcess *process;

    if (g_str_has_prefix(parameters, ANSWER_MS) &&
        !read_answer_ms(parameters, &rest, &answer_ms, error))
        return NULL;
    command = g_strstrip(g_strdup(rest));
    if (!check_command(command, parameters, error))
        return NULL;
    process = g_new0(PlayerProcess, 1);
    process->player = (Player){.kind = &PLAYER_KIND_PROCESS, .depends_on_machine = true};
    process->command = g_steal_pointer(&command);
    process->settings = (EngineSettings){
        .name = "process",
        .command = process->command,
        .protocol = ENGINE_PROTOCOL_PLAIN,
        .start_ms = ENGINE_START_MS,
        .answer_ms = answer_ms,
    };
    process->engine = engine_new(&process->settings, (EngineLimit){0});
    return &process->player;
}

static void free_player(Player *player)
{
    PlayerProcess *process = (PlayerProcess *)player;

    engine_free(process->engine);
    g_free(process->command);
    g_free(process);
}

static char *describe(const Player *player)
{
    const PlayerProcess *process = (const PlayerProcess *)player;

    return g_strdup_printf("process:" ANSWER_MS "%" G_GUINT64_FORMAT ",%s",
                           process->settings.answer_ms, process->command);
}

static bool plays(G_GNUC_UNUSED const Game *game)
{
    return true;
}

static bool check(const Player *player, GError **error)
{
    const PlayerProcess *process = (const PlayerProcess *)player;
    g_autofree char *text = describe(player);
    g_autofree char *whose = g_strdup_printf("player '%s'", text);

    return engine_find_program(process->command, whose, error);
}

static Choice choose(Player *player, const GameLine *line, Random *random,
                     G_GNUC_UNUSED const Recorder *recorder)
{
    Engine *engine = ((PlayerProcess *)player)->engine;

    engine_show_clocks(engine, player->left_ms);
    return engine_choose(engine, line, random);
}

const PlayerKind PLAYER_KIND_PROCESS = {
    .name = "process",
    .usage = "process:[answer-ms=N,]COMMAND",
    .summary = "a program of your own, in any language: a line is asked, a line answered",
    .create = create,
    .free = free_player,
    .describe = describe,
    .plays = plays,
    .check = check,
    .choose = choose,
    .decides_once = true,
    .is_program = true,
};
