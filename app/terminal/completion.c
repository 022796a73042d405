#include "app/terminal/completion.h"

#include <stdio.h>
#include <string.h>

#include "agents/logics.h"
#include "experiments/spec/spec_keys.h"
#include "players/engine_settings.h"
#include "players/player.h"

/* The word to be completed: all of it, and how much is before the part that is offered for. */
typedef struct {
    const char *word;
    const char *before; /* an option that the candidates stand behind: "--player=" */
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

/* Of the values of options those that are known. */
static const struct {
    const char *option;
    void (*offer)(const Asked *asked);
} VALUES[] = {
    {"--player=", offer_players},
    {"--against=", offer_players},
    {"--set=", offer_keys},
    {"--game=", offer_games},
};

void completion_print_options(const GOptionEntry *entries)
{
    for (; entries != NULL && entries->long_name != NULL; entries++)
        printf("--%s%s\t%s\n", entries->long_name, entries->arg == G_OPTION_ARG_NONE ? "" : "=",
               entries->description);
}

static void complete_value(const char *word)
{
    for (size_t i = 0; i < G_N_ELEMENTS(VALUES); i++)
        if (g_str_has_prefix(word, VALUES[i].option))
            VALUES[i].offer(&(Asked){word, VALUES[i].option});
}

/* Of a command that is told what to do by its first word, "stats|import STORE", these. */
static void complete_first_word(const Command *command, const Asked *asked)
{
    g_autofree char *first = g_strndup(command->arguments, strcspn(command->arguments, " "));
    g_auto(GStrv) verbs = g_strsplit(first, "|", -1);

    for (char **verb = verbs; g_strv_length(verbs) > 1 && *verb != NULL; verb++)
        if (g_ascii_islower(**verb))
            offer(asked, NULL, *verb, NULL);
}

/* The shells choose among all options of @command those that begin with what was typed. */
static void complete_option(const Command *command)
{
    char *words[] = {(char *)command->name, (char *)COMPLETION_OPTIONS, NULL};

    command->run(2, words);
}

void completion_print(const Command *const *commands, size_t command_count, int word_count,
                      char **words)
{
    const char *word = word_count > 0 ? words[word_count - 1] : "";
    const Asked asked = {word, ""};
    const Command *command = NULL;

    for (size_t i = 0; i < command_count; i++)
        if (word_count <= 1)
            offer(&asked, commands[i]->summary, commands[i]->name, NULL);
        else if (g_str_equal(commands[i]->name, words[0]))
            command = commands[i];
    if (command == NULL)
        return;
    if (strchr(word, '=') != NULL && word[0] == '-')
        complete_value(word);
    else if (word[0] == '-')
        complete_option(command);
    else if (command->arguments != NULL && strstr(command->arguments, "PLAYER") != NULL)
        offer_players(&asked);
    else if (command->arguments != NULL && word_count == 2)
        complete_first_word(command, &asked);
}
