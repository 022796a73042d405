/* The player `process`: a program of its own, in any language, that plays any game. It reads a line
 * for each move that it has to make and answers with a line; players/README.md describes the
 * protocol. */
#include <string.h>

#include "players/engine/engine.h"
#include "players/player_kinds.h"

#define ANSWER_MS "answer-ms="
#define DIR "dir="
#define OPTION_COUNT 2
#define BLANKS " \t\n\v\f\r"

typedef struct {
    Player player;
    char *command, *dir;
    EngineSettings settings; /* with these two */
    Engine *engine;
} PlayerProcess;

/* The options before the command. */
typedef struct {
    uint64_t answer_ms;
    char *dir; /* "": none is named. Owner: the caller of read_options() */
} Options;

static bool read_option(const char *parameters, const char *name, const char *value,
                        Options *options, GError **error)
{
    guint64 ms;

    if (g_str_equal(name, DIR)) {
        g_free(options->dir);
        options->dir = g_strdup(value);
        return *value != '\0' ||
               player_refuse(&PLAYER_KIND_PROCESS, parameters, error, "dir names nothing");
    }
    if (!g_ascii_string_to_unsigned(value, 10, 1, ENGINE_MAX_MS, &ms, NULL))
        return player_refuse(&PLAYER_KIND_PROCESS, parameters, error, "'%s' is not 1..%d", value,
                             ENGINE_MAX_MS);
    options->answer_ms = ms;
    return true;
}

/* Finds the option that @text begins with and takes its name from @names, as each option may come
 * only once; NULL: it begins with none. */
static const char *take_option(const char *text, const char *names[static OPTION_COUNT])
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (names[i] != NULL && g_str_has_prefix(text, names[i]))
            return g_steal_pointer(&names[i]);
    return NULL;
}

/* Reads the options at the beginning of @parameters; *@out_command is what follows. */
static bool read_options(const char *parameters, const char **out_command, Options *options,
                         GError **error)
{
    const char *names[OPTION_COUNT] = {ANSWER_MS, DIR};
    const char *text = parameters, *name;

    /* Blanks before the command count for nothing, so none may make a command of an option. */
    while ((name = take_option(text += strspn(text, BLANKS), names)) != NULL) {
        const char *value = text + strlen(name);
        g_autofree char *part = g_strndup(value, strcspn(value, ","));
        text = value + strlen(part);
        if (*text++ == '\0')
            return player_refuse(&PLAYER_KIND_PROCESS, parameters, error,
                                 "a command is needed, after a comma");
        if (!read_option(parameters, name, part, options, error))
            return false;
    }
    *out_command = text;
    return true;
}

static bool check_command(const char *command, const char *parameters, GError **error)
{
    g_autoptr(GError) fault = NULL;

    if (*command == '\0')
        return player_refuse(&PLAYER_KIND_PROCESS, parameters, error, "a command is needed");
    for (const char *c = command; *c != '\0'; c++)
        if (g_ascii_iscntrl(*c))
            return player_refuse(&PLAYER_KIND_PROCESS, parameters, error,
                                 "the command has a control character");
    return g_shell_parse_argv(command, NULL, NULL, &fault) ||
           player_refuse(&PLAYER_KIND_PROCESS, parameters, error,
                         "the command cannot be split as a shell would: %s", fault->message);
}

static Player *create(const char *parameters, G_GNUC_UNUSED const Engines *engines, GError **error)
{
    const char *rest = parameters;
    g_autofree char *command = NULL;
    Options options = {ENGINE_ANSWER_MS, g_strdup("")};
    PlayerProcess *process;
    const bool good = read_options(parameters, &rest, &options, error);

    command = g_strstrip(g_strdup(rest));
    if (!good || !check_command(command, parameters, error)) {
        g_free(options.dir);
        return NULL;
    }
    process = g_new0(PlayerProcess, 1);
    process->player = (Player){.kind = &PLAYER_KIND_PROCESS, .depends_on_machine = true};
    process->command = g_steal_pointer(&command);
    process->dir = options.dir;
    process->settings = (EngineSettings){
        .name = "process",
        .command = process->command,
        .protocol = ENGINE_PROTOCOL_PLAIN,
        .options = "",
        .init = "",
        .each_game = "",
        .dir = process->dir,
        .start_ms = ENGINE_START_MS,
        .answer_ms = options.answer_ms,
    };
    process->engine = engine_new(&process->settings, (EngineLimit){0});
    return &process->player;
}

static void free_player(Player *player)
{
    PlayerProcess *process = (PlayerProcess *)player;

    engine_free(process->engine);
    g_free(process->command);
    g_free(process->dir);
    g_free(process);
}

static char *describe(const Player *player)
{
    const PlayerProcess *process = (const PlayerProcess *)player;

    return g_strdup_printf("process:" ANSWER_MS "%" G_GUINT64_FORMAT "%s%s,%s",
                           process->settings.answer_ms, *process->dir != '\0' ? "," DIR : "",
                           process->dir, process->command);
}

static bool plays(G_GNUC_UNUSED const Game *game)
{
    return true;
}

static bool check(const Player *player, G_GNUC_UNUSED Memories *memories, GError **error)
{
    const PlayerProcess *process = (const PlayerProcess *)player;
    g_autofree char *text = describe(player);
    g_autofree char *whose = g_strdup_printf("player '%s'", text);

    return engine_find_program(&process->settings, whose, error);
}

static const char *command(const Player *player)
{
    return ((const PlayerProcess *)player)->command;
}

static void get_ready(Player *player)
{
    engine_get_ready(((PlayerProcess *)player)->engine);
}

static Choice choose(Player *player, const PlayerCall *call)
{
    Engine *engine = ((PlayerProcess *)player)->engine;

    engine_show_clocks(engine, call->left_ms);
    return engine_choose(engine, call->line, call->random);
}

const PlayerKind PLAYER_KIND_PROCESS = {
    .name = "process",
    .usage = "process:[answer-ms=N,][dir=DIR,]COMMAND",
    .summary = "your own program, in any language: it reads a line and answers with a line",
    .create = create,
    .free = free_player,
    .describe = describe,
    .plays = plays,
    .check = check,
    .choose = choose,
    .get_ready = get_ready,
    .decides_once = true,
    .command = command,
};
