/* The player `process`: a program of its own, in any language, that plays any game. It reads a line
 * for each move that it has to make and answers with a line; players/README.md describes the
 * protocol. */
#include <string.h>

#include "players/engine/engine_protocol.h"
#include "players/player_kinds.h"

#define ANSWER_MS "answer-ms="
#define DIR "dir="
#define BLANKS " \t\n\v\f\r"
#define READY "ready"  /* the answer to "ready?" */
#define CHANCE_BITS 31 /* bits of a number that any language can hold */

/* The protocol. Every line tells the whole game, so that a program need not remember anything. */

static bool start(Engine *engine)
{
    engine->startup_ms = engine->settings->start_ms;
    return true;
}

/* Any answer shows that the program is running. */
static bool hear_ready(Engine *engine, G_GNUC_UNUSED const char *line, G_GNUC_UNUSED void *data)
{
    engine->startup_ms = 0;
    return true;
}

/* Programs that do not know the question ignore it: they are waited for once. */
static bool wait_until_ready(Engine *engine)
{
    const gint64 deadline = engine_deadline(engine->settings->start_ms);

    g_string_append(engine->out, READY "?\n");
    return engine_send(engine, deadline) &&
           engine_listen(engine, deadline, hear_ready, NULL, &engine->says_no_ready);
}

static void append_moves(GString *out, const Game *game, const Move *moves, guint count)
{
    char text[GAME_MOVE_TEXT_SIZE];

    for (guint i = 0; i < count; i++) {
        if (i > 0)
            g_string_append_c(out, ' ');
        g_string_append_len(out, text, game->format_move_code(moves[i], text));
    }
}

static void append_clocks(GString *out, const int64_t *left_ms, int sides)
{
    for (int side = 0; left_ms != NULL && side < sides; side++)
        g_string_append_printf(out, "%c%" G_GINT64_FORMAT, side == 0 ? '\t' : ' ', left_ms[side]);
}

static void tell_to_move(Engine *engine)
{
    const Game *game = engine->game;
    g_autofree char *first = game->write_state(&engine->first);
    g_autofree char *present = game->write_state(&engine->state);
    const uint32_t chance = (uint32_t)(random_next(engine->random) >> (64 - CHANCE_BITS));
    Move legal[GAME_MAX_MOVES];

    g_string_append_printf(
        engine->out, "move\t%s\t%s\t%" G_GUINT64_FORMAT "\t%" G_GUINT32_FORMAT "\t%s\t", game->name,
        game->side_name[game->turn(&engine->state)], engine->settings->answer_ms, chance, first);
    append_moves(engine->out, game, (const Move *)(void *)engine->moves->data, engine->moves->len);
    g_string_append_printf(engine->out, "\t%s\t", present);
    append_moves(engine->out, game, legal, (guint)game->moves(&engine->state, legal));
    append_clocks(engine->out, engine->left_ms, game->sides);
    g_string_append_c(engine->out, '\n');
}

static bool understand(Engine *engine, const char *line, Choice *out_choice)
{
    if (g_str_equal(line, READY)) /* that was waited for in vain */
        return false;
    engine->knows_game = false; /* it is told again */
    if (g_str_equal(line, "resign"))
        *out_choice = (Choice){.kind = CHOICE_RESIGNATION};
    else
        *out_choice = engine_read_move(engine, line, (int)strlen(line));
    return true;
}

const EngineProtocol ENGINE_PLAIN = {
    .start = start,
    .get_ready = wait_until_ready,
    .tell_to_move = tell_to_move,
    .understand = understand,
};

/* The player */

typedef struct {
    Player player;
    char *command;
    char *dir;               /* NULL: none is named */
    EngineSettings settings; /* with these two */
    Engine *engine;
} PlayerProcess;

static bool read_option(PlayerProcess *process, bool is_dir, const char *value,
                        const char *parameters, GError **error)
{
    if (is_dir) {
        process->dir = g_strdup(value);
        return *value != '\0' ||
               player_refuse(&PLAYER_KIND_PROCESS, parameters, error, "dir names nothing");
    }
    return g_ascii_string_to_unsigned(value, 10, 1, ENGINE_MAX_MS, &process->settings.answer_ms,
                                      NULL) ||
           player_refuse(&PLAYER_KIND_PROCESS, parameters, error, "'%s' is not 1..%d", value,
                         ENGINE_MAX_MS);
}

/* Reads the options at the beginning of @parameters, each of which may come only once;
 * *@out_command is what follows. */
static bool read_options(PlayerProcess *process, const char *parameters, const char **out_command,
                         GError **error)
{
    const char *text = parameters;

    for (;;) {
        g_autofree char *value = NULL;
        bool is_dir, is_answer_ms;

        /* Blanks before the command count for nothing, so none may make a command of an option. */
        text += strspn(text, BLANKS);
        is_dir = process->dir == NULL && g_str_has_prefix(text, DIR);
        is_answer_ms = process->settings.answer_ms == 0 && g_str_has_prefix(text, ANSWER_MS);
        *out_command = text;
        if (!is_dir && !is_answer_ms)
            return true;
        text = strchr(text, '=') + 1;
        value = g_strndup(text, strcspn(text, ","));
        text += strlen(value);
        if (*text++ == '\0')
            return player_refuse(&PLAYER_KIND_PROCESS, parameters, error,
                                 "a command is needed, after a comma");
        if (!read_option(process, is_dir, value, parameters, error))
            return false;
    }
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

static void free_player(Player *player)
{
    PlayerProcess *process = (PlayerProcess *)player;

    g_clear_pointer(&process->engine, engine_free);
    g_free(process->command);
    g_free(process->dir);
    g_free(process);
}

static Player *create(const char *parameters, G_GNUC_UNUSED const Engines *engines, GError **error)
{
    PlayerProcess *process = g_new0(PlayerProcess, 1);
    const char *command;

    process->player = (Player){.kind = &PLAYER_KIND_PROCESS, .depends_on_machine = true};
    if (read_options(process, parameters, &command, error))
        process->command = g_strstrip(g_strdup(command));
    if (process->command == NULL || !check_command(process->command, parameters, error)) {
        free_player(&process->player);
        return NULL;
    }
    process->settings = (EngineSettings){
        .name = "process",
        .command = process->command,
        .protocol = ENGINE_PROTOCOL_PLAIN,
        .options = "",
        .init = "",
        .each_game = "",
        .dir = process->dir != NULL ? process->dir : "",
        .start_ms = ENGINE_START_MS,
        .answer_ms =
            process->settings.answer_ms != 0 ? process->settings.answer_ms : ENGINE_ANSWER_MS,
    };
    process->engine = engine_new(&process->settings, (EngineLimit){0});
    return &process->player;
}

static char *describe(const Player *player)
{
    const PlayerProcess *process = (const PlayerProcess *)player;

    return g_strdup_printf("process:" ANSWER_MS "%" G_GUINT64_FORMAT "%s%s,%s",
                           process->settings.answer_ms, process->dir != NULL ? "," DIR : "",
                           process->settings.dir, process->command);
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
