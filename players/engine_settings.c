#include "players/engine_settings.h"

#include <string.h>

#include "board/text_lines.h"

G_DEFINE_QUARK(engine_error, engine_error)

size_t setting_keys_find(const SettingKey *keys, size_t count, const char *name)
{
    size_t index = 0;

    while (index < count && !g_str_equal(keys[index].key, name))
        index++;
    return index;
}

char *setting_keys_refuse(const SettingKey *keys, size_t count, const char *name, const char *whose)
{
    Nearest nearest = nearest_to(name, -1);
    g_autoptr(GString) list = g_string_new(NULL);
    g_autofree char *question = NULL;

    for (size_t i = 0; i < count; i++) {
        nearest_try(&nearest, keys[i].key);
        g_string_append_printf(list, "%s%s", i > 0 ? ", " : "", keys[i].key);
    }
    question = nearest_question(&nearest);
    return g_strdup_printf("there is no key '%s' of %s, only %s%s", name, whose, list->str,
                           question);
}

const char *const ENGINE_LIMIT_NAMES[ENGINE_LIMIT_COUNT] = {
    [ENGINE_LIMIT_DEPTH] = "depth",
    [ENGINE_LIMIT_NODES] = "nodes",
    [ENGINE_LIMIT_MOVETIME] = "movetime",
};

static const char *const PROTOCOL_NAMES[] = {
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

typedef enum { VALUE_TEXT, VALUE_PROTOCOL, VALUE_WORD, VALUE_MS } ValueKind;

static const struct {
    ValueKind kind;
    size_t offset;
} MEMBERS[] = {
    {VALUE_TEXT, offsetof(EngineSettings, command)},
    {VALUE_PROTOCOL, offsetof(EngineSettings, protocol)},
    {VALUE_TEXT, offsetof(EngineSettings, options)},
    {VALUE_TEXT, offsetof(EngineSettings, init)},
    {VALUE_TEXT, offsetof(EngineSettings, each_game)},
    {VALUE_TEXT, offsetof(EngineSettings, dir)},
    {VALUE_WORD, offsetof(EngineSettings, depth_command)},
    {VALUE_MS, offsetof(EngineSettings, start_ms)},
    {VALUE_MS, offsetof(EngineSettings, answer_ms)},
};

/* In the order of MEMBERS. */
const SettingKey ENGINE_KEYS[] = {
    {"command", "text", "", "the program and its arguments, split as by a shell"},
    {"protocol", "uci|xboard", "uci", "the protocol it speaks"},
    {"options", "text", "", "options to set, as NAME=VALUE; NAME=VALUE"},
    {"init", "text", "", "lines to send after the start, as LINE; LINE"},
    {"each-game", "text", "", "lines to send after each new (xboard) or ucinewgame (uci)"},
    {"dir", "text", "",
     "the folder it runs in; default: a new empty folder, which is removed at the end"},
    {"depth-command", "word", "sd", "the word that limits the depth; only with xboard"},
    {"start-ms", "1..86400000", "10000", "time limit for its start, in milliseconds"},
    {"answer-ms", "1..86400000", "30000",
     "time limit per move beyond its movetime, in milliseconds"},
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

/* A copy of @text that lives as long as @engines. */
static const char *keep_text(Engines *engines, const char *text)
{
    char *copy = g_strdup(text);

    g_ptr_array_add(engines->texts, copy);
    return copy;
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

static EngineSettings *add(Engines *engines, const char *name)
{
    const EngineSettings *known = find_known(name);
    EngineSettings *own = g_new(EngineSettings, 1);

    *own = known != NULL ? *known : STANDARD;
    own->name = keep_text(engines, name);
    g_ptr_array_add(engines->settings, own);
    return own;
}

static bool fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static bool fail(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (error != NULL)
        *error = g_error_new_valist(ENGINE_ERROR, ENGINE_ERROR_SETTING, format, args);
    va_end(args);
    return false;
}

static bool check_name(const char *name, GError **error)
{
    const char *c = name;

    while (g_ascii_isalnum(*c) || *c == '-' || *c == '_')
        c++;
    return (c > name && *c == '\0') ||
           fail(error, "the name of an engine consists of letters, digits, - and _; '%s' does not",
                name);
}

static bool check_command(const char *value, GError **error)
{
    g_autoptr(GError) fault = NULL;

    return g_shell_parse_argv(value, NULL, NULL, &fault) ||
           fail(error, "'%s' cannot be split as a shell would: %s", value, fault->message);
}

static bool set_protocol(EngineProtocolKind *member, const char *value, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(PROTOCOL_NAMES); i++)
        if (g_str_equal(PROTOCOL_NAMES[i], value)) {
            *member = (EngineProtocolKind)i;
            return true;
        }
    return fail(error, "'%s' is not uci|xboard", value);
}

static bool set_ms(uint64_t *member, const char *value, GError **error)
{
    guint64 number;

    if (!g_ascii_string_to_unsigned(value, 10, 1, ENGINE_MAX_MS, &number, NULL))
        return fail(error, "'%s' is not 1..%d", value, ENGINE_MAX_MS);
    *member = number;
    return true;
}

static bool set_member(Engines *engines, ValueKind kind, void *member, const char *value,
                       GError **error)
{
    switch (kind) {
    case VALUE_WORD:
        if (*value == '\0' || strpbrk(value, " \t") != NULL)
            return fail(error, "'%s' is not one word", value);
        *(const char **)member = keep_text(engines, value);
        return true;
    case VALUE_TEXT:
        *(const char **)member = keep_text(engines, value);
        return true;
    case VALUE_PROTOCOL:
        return set_protocol(member, value, error);
    case VALUE_MS:
        return set_ms(member, value, error);
    }
    g_assert_not_reached();
}

static size_t key_index(const char *key)
{
    return setting_keys_find(ENGINE_KEYS, ENGINE_KEY_COUNT, key);
}

static bool refuse_key(const char *key, GError **error)
{
    g_autofree char *sentence =
        setting_keys_refuse(ENGINE_KEYS, ENGINE_KEY_COUNT, key, "an engine");

    return fail(error, "%s", sentence);
}

bool engines_set(Engines *engines, const char *name, const char *key, const char *value,
                 GError **error)
{
    const size_t index = key_index(key);
    EngineSettings *settings = find_own(engines, name);

    if (!check_name(name, error))
        return false;
    if (index == ENGINE_KEY_COUNT)
        return refuse_key(key, error);
    for (const char *c = value; *c != '\0'; c++)
        if (g_ascii_iscntrl(*c))
            return fail(error, "the value has a control character");
    if (g_str_equal(key, "command") && !check_command(value, error))
        return false;
    if (settings == NULL)
        settings = add(engines, name);
    return set_member(engines, MEMBERS[index].kind, (char *)settings + MEMBERS[index].offset, value,
                      error);
}

char *engine_settings_get(const EngineSettings *settings, const char *key)
{
    const size_t index = key_index(key);
    const char *member = (const char *)settings + MEMBERS[index].offset;

    switch (MEMBERS[index].kind) {
    case VALUE_TEXT:
    case VALUE_WORD:
        return g_strdup(*(const char *const *)(const void *)member);
    case VALUE_PROTOCOL:
        return g_strdup(PROTOCOL_NAMES[*(const EngineProtocolKind *)(const void *)member]);
    case VALUE_MS:
        return g_strdup_printf("%" G_GUINT64_FORMAT, *(const uint64_t *)(const void *)member);
    }
    g_assert_not_reached();
}
