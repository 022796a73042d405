#include "players/engine_settings.h"

#include <string.h>

#include "board/text_lines.h"
#include "players/player.h"

size_t setting_keys_find(const SettingKey *keys, size_t count, const char *name)
{
    size_t index = 0;

    while (index < count && !g_str_equal(keys[index].member.name, name))
        index++;
    return index;
}

bool setting_keys_refuse(const SettingKey *keys, size_t count, const char *name, GError **error)
{
    Nearest nearest = nearest_to(name, -1);
    g_autoptr(GString) list = g_string_new(NULL);
    g_autofree char *question = NULL;

    for (size_t i = 0; i < count; i++) {
        nearest_try(&nearest, keys[i].member.name);
        g_string_append_printf(list, "%s%s", i > 0 ? ", " : "", keys[i].member.name);
    }
    question = nearest_question(&nearest);
    return player_refuse(error, "there is no key '%s'; the keys are %s%s", name, list->str,
                         question);
}

const char *const ENGINE_LIMIT_NAMES[ENGINE_LIMIT_COUNT + 1] = {
    [ENGINE_LIMIT_DEPTH] = "depth",
    [ENGINE_LIMIT_NODES] = "nodes",
    [ENGINE_LIMIT_MOVETIME] = "movetime",
};

const char *const ENGINE_PROTOCOL_NAMES[ENGINE_PROTOCOL_PLAIN] = {
    [ENGINE_PROTOCOL_UCI] = "uci",
    [ENGINE_PROTOCOL_CECP] = "xboard",
};

#define TIMES .start_ms = ENGINE_START_MS, .answer_ms = ENGINE_ANSWER_MS
#define BOTH .init = "", .dir = "", TIMES
#define UCI .protocol = ENGINE_PROTOCOL_UCI, .depth_command = "sd", .each_game = "", BOTH
#define CECP .protocol = ENGINE_PROTOCOL_CECP, .options = "", BOTH

/* Books, learning, resigning and thinking in the opponent's time are off: a limit shall be the only
 * difference to the agents. What must hold in a game is said in each, as "new" may take it back.
 * Tried with the packages of Debian 12, but for Crafty, which has none. */
const EngineSettings ENGINE_PRESETS[] = {
    /* Sleeps a second when it quits; answers in SAN; claims draws itself. */
    {"crafty", "crafty", CECP, .each_game = "book off; learn 0; resign 0; ponder off; log off",
     .depth_command = "sd"},
    {"fairy-stockfish", "fairy-stockfish", UCI, .options = "Threads=1"},
    /* Its XBoard side refuses "sd"; "go nodes" never ends. */
    {"gnuchess", "gnuchess --uci", UCI, .options = "OwnBook=false",
     .refuses = {[ENGINE_LIMIT_NODES] = true}},
    {"hoichess", "hoichess --xboard", CECP, .each_game = "book off", .depth_command = "sd"},
    /* Another limit sent after the depth takes the depth back. */
    {"phalanx", "phalanx -b- -l- -r 0", CECP, .each_game = "", .depth_command = "depth"},
    /* Learns from games it has lost, in ~/.sjeng. */
    {"sjeng", "sjeng", CECP, .each_game = "", .depth_command = "sd", .writes_at_home = true},
    {"stockfish", "stockfish", UCI, .options = "Threads=1"},
    {"toga2", "toga2", UCI, .options = "OwnBook=false"},
};
const size_t ENGINE_PRESET_COUNT = G_N_ELEMENTS(ENGINE_PRESETS);

/* The settings of an unknown engine. */
static const EngineSettings STANDARD = {"", "", UCI, .options = ""};

EngineSettings engine_settings_plain(const char *command, uint64_t answer_ms)
{
    EngineSettings settings = STANDARD;

    settings.protocol = ENGINE_PROTOCOL_PLAIN;
    settings.command = command;
    if (answer_ms > 0)
        settings.answer_ms = answer_ms;
    return settings;
}

#define TEXT(name, field, values, standard) \
    {MEMBER(name, STRING, EngineSettings, field)}, values, standard
#define MS(name, field, standard)                                                                 \
    {MEMBER(name, NUMBER, EngineSettings, field), .min = 1, .max = ENGINE_MAX_MS}, "1..86400000", \
        standard
#define PROTOCOL                                                                       \
    {MEMBER("protocol", NAME, EngineSettings, protocol), .max = ENGINE_PROTOCOL_PLAIN, \
     .names = ENGINE_PROTOCOL_NAMES},                                                  \
        "uci|xboard", "uci"

const SettingKey ENGINE_KEYS[] = {
    {TEXT("command", command, "text", ""),
     "the program and its arguments, split into words as by a shell"},
    {PROTOCOL, "the protocol of the program"},
    {TEXT("options", options, "text", ""), "options to set, as NAME=VALUE; NAME=VALUE"},
    {TEXT("init", init, "text", ""), "lines to send after the start, as LINE; LINE"},
    {TEXT("each-game", each_game, "text", ""),
     "lines to send after each `new` (xboard) or `ucinewgame` (uci)"},
    {TEXT("dir", dir, "text", ""),
     "the folder in which the program runs; if empty, a new folder, which is removed when the "
     "program ends"},
    {TEXT("depth-command", depth_command, "word", "sd"),
     "the command that limits the depth; only with `xboard`"},
    {MS("start-ms", start_ms, "10000"), "time limit for the start of the program, in milliseconds"},
    {MS("answer-ms", answer_ms, "30000"),
     "time limit per move in addition to `movetime`, in milliseconds"},
};
const size_t ENGINE_KEY_COUNT = G_N_ELEMENTS(ENGINE_KEYS);

struct Engines {
    GPtrArray *settings; /* EngineSettings, owned */
    GPtrArray *texts;    /* the texts of @settings */
};

Engines *engines_new(void)
{
    Engines *engines = g_new(Engines, 1);

    engines->settings = g_ptr_array_new_with_free_func(g_free);
    engines->texts = g_ptr_array_new_with_free_func(g_free);
    return engines;
}

void engines_free(Engines *engines)
{
    g_ptr_array_free(engines->settings, TRUE);
    g_ptr_array_free(engines->texts, TRUE);
    g_free(engines);
}

const EngineSettings *engines_at(const Engines *engines, size_t index)
{
    return index < engines->settings->len ? g_ptr_array_index(engines->settings, index) : NULL;
}

static EngineSettings *find_own(const Engines *engines, const char *name)
{
    for (guint i = 0; i < engines->settings->len; i++) {
        EngineSettings *settings = g_ptr_array_index(engines->settings, i);
        if (g_str_equal(settings->name, name))
            return settings;
    }
    return NULL;
}

static const EngineSettings *find_known(const char *name)
{
    for (size_t i = 0; i < ENGINE_PRESET_COUNT; i++)
        if (g_str_equal(ENGINE_PRESETS[i].name, name))
            return &ENGINE_PRESETS[i];
    return NULL;
}

const EngineSettings *engines_find(const Engines *engines, const char *name)
{
    const EngineSettings *own = engines != NULL ? find_own(engines, name) : NULL;

    return own != NULL ? own : find_known(name);
}

static EngineSettings *add_engine(Engines *engines, const char *name)
{
    const EngineSettings *known = find_known(name);
    EngineSettings *own = g_new(EngineSettings, 1);

    *own = known != NULL ? *known : STANDARD;
    own->name = g_strdup(name);
    g_ptr_array_add(engines->texts, (char *)own->name);
    g_ptr_array_add(engines->settings, own);
    return own;
}

static bool check_name(const char *name, GError **error)
{
    const char *c = name;

    while (g_ascii_isalnum(*c) || *c == '-' || *c == '_')
        c++;
    return (c > name && *c == '\0') ||
           player_refuse(error, "'%s' is not an engine name: use letters, digits, - and _", name);
}

static void *refuse_control(GError **error)
{
    return player_refuse(error, "it contains a control character");
}

bool engine_command_check(const char *command, GError **error)
{
    g_autoptr(GError) fault = NULL;

    if (text_has_control(command))
        return refuse_control(error);
    if (command[strspn(command, " ")] == '\0')
        return player_refuse(error, "the command is missing");
    return g_shell_parse_argv(command, NULL, NULL, &fault) ||
           player_refuse(error, "the command is not valid shell syntax: %s", fault->message);
}

/* The word begins a line to the engine, before the depth. */
static bool check_word(const char *value, GError **error)
{
    return (*value != '\0' && strpbrk(value, " \t") == NULL) ||
           player_refuse(error, "'%s' is not one word", value);
}

bool engines_set(Engines *engines, const char *name, const char *key, const char *value,
                 GError **error)
{
    const size_t index = setting_keys_find(ENGINE_KEYS, ENGINE_KEY_COUNT, key);
    EngineSettings *settings = find_own(engines, name);
    const Member *member;

    if (!check_name(name, error))
        return false;
    if (index == ENGINE_KEY_COUNT)
        return setting_keys_refuse(ENGINE_KEYS, ENGINE_KEY_COUNT, key, error);
    member = &ENGINE_KEYS[index].member;
    if ((g_str_equal(key, "command") && !engine_command_check(value, error)) ||
        (g_str_equal(key, "depth-command") && !check_word(value, error)))
        return false;
    if (settings == NULL)
        settings = add_engine(engines, name);
    if (!member_parse(member, value, settings)) {
        g_autofree char *values = member_values_in_words(member, ENGINE_KEYS[index].values);
        return member->type == MEMBER_STRING
                   ? refuse_control(error)
                   : player_refuse(error, "'%s' is not %s", value, values);
    }
    if (member->type == MEMBER_STRING)
        g_ptr_array_add(engines->texts, *(char **)member_at(member, settings));
    return true;
}
