#include "app/terminal/completion.h"

#include <stdio.h>
#include <string.h>

#include "agents/logics.h"
#include "app/terminal/data.h"
#include "experiments/spec/spec_text.h"
#include "players/engine_settings.h"
#include "players/player.h"

/* The word to be completed: all of it, and how much is before the part that is offered for. */
typedef struct {
    const char *word;
    const char *before; /* the option before the candidates: "--player=" */
} Asked;

/* Prints @parts put together, NULL-terminated, if the word can become that. */
static void offer(const Asked *asked, const char *explanation, ...)
{
    g_autoptr(GString) text = g_string_new(asked->before);
    va_list parts;

    va_start(parts, explanation);
    for (const char *part; (part = va_arg(parts, const char *)) != NULL;)
        g_string_append(text, part);
    va_end(parts);
    if (g_str_has_prefix(text->str, asked->word))
        printf(explanation != NULL ? "%s\t%s\n" : "%s\n", text->str, explanation);
}

/* What may follow @base, a level and changes that can be read. */
static void offer_changes(const Asked *asked, const char *base)
{
    LogicSet set;

    if (!logic_set_parse(base, &set, NULL))
        return;
    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++)
        offer(asked, LOGICS[logic].summary, "level:", base, logic_is_on(&set, logic) ? "-" : "+",
              LOGICS[logic].name, NULL);
    for (Reading reading = 0; reading < READING_COUNT; reading++)
        offer(asked, READINGS[reading].summary, "level:", base, ",", READINGS[reading].name,
              reading_is_on(&set, reading) ? "=off" : "=on", NULL);
}

/* A level, and what changes it: behind what has been typed, and behind each part of it that can be
 * read. */
static void offer_levels(const Asked *asked, const char *typed)
{
    if (strpbrk(typed, "+-,") == NULL)
        for (int level = 1; level <= LEVEL_COUNT; level++) {
            g_autofree char *number = g_strdup_printf("%d", level);
            offer(asked, NULL, "level:", number, NULL);
        }
    for (const char *end = typed + strlen(typed); end > typed; end--) {
        g_autofree char *base = g_strndup(typed, (gsize)(end - typed));
        if (*end == '\0' || strchr("+-,", *end) != NULL)
            offer_changes(asked, base);
    }
}

static void offer_players(const Asked *asked)
{
    const char *typed = asked->word + strlen(asked->before);

    if (g_str_has_prefix(typed, "level:")) {
        offer_levels(asked, typed + strlen("level:"));
        return;
    }
    if (g_str_has_prefix(typed, "engine:")) {
        for (size_t i = 0; i < ENGINE_PRESET_COUNT; i++)
            offer(asked, NULL, "engine:", ENGINE_PRESETS[i].name, NULL);
        return;
    }
    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++) {
        const PlayerKind *kind = PLAYER_KINDS[i];
        const bool needs_more = kind->usage[strlen(kind->name)] == ':';
        offer(asked, kind->summary, kind->name, needs_more ? ":" : "", NULL);
    }
}

/* "GROUP.KEY=", and behind it the choices. */
static void offer_keys(const Asked *asked)
{
    const char *typed = asked->word + strlen(asked->before);
    const bool has_value = strchr(typed, '=') != NULL;

    for (size_t k = 0; k < SPEC_KEY_COUNT; k++) {
        const SpecKey *key = &SPEC_KEYS[k];
        const Member *member = &key->member;
        if (!has_value)
            offer(asked, key->meaning, key->group, ".", member->name, "=", NULL);
        else if (member->type == MEMBER_FLAG)
            for (int on = 0; on < 2; on++)
                offer(asked, NULL, key->group, ".", member->name, "=", on ? "on" : "off", NULL);
        else if (member->type == MEMBER_NAME)
            for (int i = 0; i < member->max; i++)
                offer(asked, NULL, key->group, ".", member->name, "=", member->names[i], NULL);
    }
}

static void offer_games(const Asked *asked)
{
    for (size_t i = 0; i < GAME_COUNT; i++)
        offer(asked, GAMES[i]->summary, GAMES[i]->name, NULL);
}

/* The specs that came with the program, and folders and files *.ini. */
static void offer_specs(const Asked *asked)
{
    g_auto(GStrv) names = data_names(DATA_SPEC);
    const char *slash = strrchr(asked->word, '/');
    g_autofree char *folder = slash != NULL ? g_path_get_dirname(asked->word) : g_strdup(".");
    g_autofree char *before =
        g_strndup(asked->word, slash != NULL ? (gsize)(slash + 1 - asked->word) : 0);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);

    for (char **name = names; *name != NULL; name++)
        offer(asked, NULL, *name, NULL);
    for (const char *name; dir != NULL && (name = g_dir_read_name(dir)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR))
            offer(asked, NULL, before, name, "/", NULL);
        else if (g_str_has_suffix(name, ".ini"))
            offer(asked, NULL, before, name, NULL);
    }
}

/* What values of a name can be, where that is known. */
static const struct {
    const char *value;
    void (*offer)(const Asked *asked);
} VALUES[] = {
    {"PLAYER", offer_players}, {"OPPONENT", offer_players}, {"GROUP.KEY=VALUE", offer_keys},
    {"GAME", offer_games},     {"SPEC", offer_specs},
};

static void offer_value(const Asked *asked, const char *value)
{
    for (size_t i = 0; i < G_N_ELEMENTS(VALUES); i++)
        if (g_strcmp0(VALUES[i].value, value) == 0)
            VALUES[i].offer(asked);
}

static void offer_values_of(const Asked *asked, const Option *option)
{
    for (const char *const *choice = option->choices; choice != NULL && *choice != NULL; choice++)
        offer(asked, NULL, *choice, NULL);
    offer_value(asked, option->value);
}

static void offer_options(const Asked *asked, const Option *options)
{
    for (; options->name != NULL; options++)
        offer(asked, options->meaning, "--", options->name, options->on != NULL ? "" : "=", NULL);
}

/* What word number @number of the arguments of @command can be: "stats|show STORE [FILE]" begins
 * with one of two words, and "RUN ..." has any number of runs. */
static void offer_words(const Asked *asked, const Command *command, int number)
{
    g_auto(GStrv) words = g_strsplit(command->arguments != NULL ? command->arguments : "", " ", -1);
    const int count = (int)g_strv_length(words);
    g_auto(GStrv) verbs = NULL;

    if (count == 0)
        return;
    number = g_str_has_prefix(words[count - 1], "...") ? MIN(number, count - 2) : number;
    if (number >= count)
        return;
    g_strdelimit(words[number], "[]", ' ');
    verbs = g_strsplit(g_strstrip(words[number]), "|", -1);
    for (char **verb = verbs; *verb != NULL; verb++)
        if (g_ascii_islower(**verb))
            offer(asked, NULL, *verb, NULL);
        else
            offer_value(asked, *verb);
}

void completion_print_words(const Command *command, const Option *options, char **words)
{
    const Option *waiting = NULL; /* the option whose value comes next */
    int number = 0;
    Asked asked = {"", ""};

    for (; *words != NULL && words[1] != NULL; words++) {
        const Option *option = waiting == NULL && words[0][0] == '-' && words[0][1] != '\0'
                                   ? option_of_word(options, *words)
                                   : NULL;
        number += waiting == NULL && words[0][0] != '-';
        waiting = option != NULL && option_wants_word(option, *words) ? option : NULL;
    }
    asked.word = *words != NULL ? *words : "";
    if (waiting != NULL) {
        offer_values_of(&asked, waiting);
    } else if (g_str_has_prefix(asked.word, "--") && strchr(asked.word, '=') != NULL) {
        const Option *option = option_of_word(options, asked.word);
        g_autofree char *before = option != NULL ? g_strdup_printf("--%s=", option->name) : NULL;
        asked.before = before;
        if (option != NULL)
            offer_values_of(&asked, option);
    } else if (asked.word[0] == '-') {
        offer_options(&asked, options);
    } else {
        offer_words(&asked, command, number);
    }
}

void completion_print(const Command *const *commands, size_t command_count, int word_count,
                      char **words)
{
    const Asked asked = {word_count > 0 ? words[word_count - 1] : "", ""};
    const bool helps = word_count == 2 && g_str_equal(words[0], "help");
    g_autoptr(GPtrArray) asking = g_ptr_array_new();

    for (size_t i = 0; i < command_count; i++) {
        const Command *command = commands[i];
        if (word_count <= 1 || helps) {
            offer(&asked, command->summary, command->name, NULL);
        } else if (g_str_equal(command->name, words[0])) {
            g_ptr_array_add(asking, (char *)command->name);
            g_ptr_array_add(asking, (char *)COMPLETION_WORD);
            for (int j = 1; j < word_count; j++)
                g_ptr_array_add(asking, words[j]);
            g_ptr_array_add(asking, NULL);
            command->run((int)asking->len - 1, (char **)asking->pdata);
        }
    }
}

bool completion_is_player(const char *word)
{
    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++) {
        const char *name = PLAYER_KINDS[i]->name;
        if (g_str_has_prefix(word, name) && strchr(":", word[strlen(name)]) != NULL)
            return true;
    }
    return false;
}
