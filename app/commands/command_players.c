#include <stdio.h>

#include "agents/beyond/logic_weights.h"
#include "agents/logic.h"
#include "app/commands/commands.h"
#include "app/terminal/screen.h"
#include "players/player.h"
#include "players/search/search_settings.h"

static void append_kinds(GString *text)
{
    g_string_append(text, "Kinds of players\n");
    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++)
        g_string_append_printf(text, "  %s\n      %s\n", PLAYER_KINDS[i]->usage,
                               PLAYER_KINDS[i]->summary);
}

/* The thesis' table 2.1, and ours on its right; the tens of the levels' numbers stand above, so
 * that the table fits a narrow screen. */
static void append_levels(GString *text)
{
    g_string_append_printf(text,
                           "\nLOGIC, and the levels that use it (thesis, table 2.1; levels 9 to %d "
                           "are new;\nr: another logic of the level replaces it)\n  %-28s",
                           LEVEL_COUNT, "");
    for (int level = 1; level <= LEVEL_COUNT; level++)
        g_string_append_printf(text, "%2s", level < 10 ? "" : "1");
    g_string_append_printf(text, "\n  %-28s", "");
    for (int level = 1; level <= LEVEL_COUNT; level++)
        g_string_append_printf(text, "%2d", level % 10);
    g_string_append_c(text, '\n');
    for (Logic logic = 0; LOGICS[logic].name != NULL; logic++) {
        g_string_append_printf(text, "  %-28s", LOGICS[logic].name);
        for (int level = 1; level <= LEVEL_COUNT; level++) {
            const LogicSet set = logic_set_of_level(level);
            const bool is_replaced = logic_replaced_by(set.logics, logic) != NO_LOGIC;
            g_string_append_printf(text, "%2c",
                                   !logic_is_on(&set, logic) ? '.'
                                   : is_replaced             ? 'r'
                                                             : 'x');
        }
        g_string_append_printf(text, "\n      %s\n", LOGICS[logic].summary);
    }
}

static void append_numbers(GString *text)
{
    g_string_append(
        text, "\nNUMBER: options of look-ahead, with their defaults (level 13: look-ahead=2)\n");
    for (LogicNumber number = 0; number < LOGIC_NUMBER_COUNT; number++)
        g_string_append_printf(
            text, "  %s%s=%d\n      %s, %d to %d\n", number == LOGIC_NUMBER_LOOK_AHEAD ? "+" : "",
            LOGIC_NUMBERS[number].name, LOGIC_NUMBERS[number].standard,
            LOGIC_NUMBERS[number].summary, LOGIC_NUMBERS[number].least, LOGIC_NUMBERS[number].most);
}

static void append_readings(GString *text)
{
    g_string_append(
        text,
        "\nREADING: interpretations of ambiguous passages of the thesis, with their defaults\n");
    for (Reading reading = 0; READINGS[reading].name != NULL; reading++)
        g_string_append_printf(text, "  %s=%s\n      %s\n", READINGS[reading].name,
                               READINGS[reading].on_by_default ? "on" : "off",
                               READINGS[reading].summary);
}

static void append_search(GString *text)
{
    g_string_append(
        text, "\nPART: options of the searches, with their defaults for homeostatic and search\n");
    for (size_t i = 0; i < SEARCH_KEY_COUNT; i++) {
        const Member *member = &SEARCH_KEYS[i].member;
        if (SEARCH_KEYS[i].meaning != NULL) {
            g_autofree char *homeostatic = member_format(member, &SEARCH_SETTINGS_HOMEOSTATIC);
            g_autofree char *search = member_format(member, &SEARCH_SETTINGS_SEARCH);
            g_string_append_printf(text, "  %s=%s, %s\n      %s\n", member->name, homeostatic,
                                   search, SEARCH_KEYS[i].meaning);
        }
    }
    g_string_append(
        text, "  quiescence=truncated, full\n"
              "      captures that are searched beyond the depth: one or two (truncated), all\n"
              "      that do not lose material (full), or none (off)\n");
    g_string_append(text, "  hash=16, 16\n      mebibytes of the transposition table\n");
    g_string_append(text, "\nWEIGHT: 'agentchess players --weights' lists all weights\n");
}

static void append_weights_of_levels(GString *text)
{
    const int16_t *value = LOGIC_WEIGHTS_STANDARD.of;

    g_string_append(
        text, "WEIGHT: weights of levels 9 to 13, with their defaults. The first of two values "
              "applies with all\npieces on the board, the second (NAME-end) with pawns only; "
              "other positions use a weighted mean\n");
    for (int i = 0; i < LOGIC_WEIGHT_COUNT; i++) {
        const LogicNumberEntry *weight = &LOGIC_WEIGHT_ENTRIES[i];
        g_string_append_printf(text, "  %s=%d", weight->name, value[i]);
        if (i + 1 < LOGIC_WEIGHT_COUNT && g_str_has_suffix(weight[1].name, "-end"))
            g_string_append_printf(text, ", %d", value[++i]);
        g_string_append_printf(text, "\n      %s; %s, %d to %d\n", weight->summary, weight->unit,
                               weight->least, weight->most);
    }
}

static void append_weights_of_search(GString *text)
{
    g_string_append_printf(
        text,
        "\nWEIGHT: weights of homeostatic, and of search without piece-squares, with their "
        "defaults; in 1/100\npawn, 0 to %d\n",
        WEIGHT_MAX);
    for (size_t i = SEARCH_KEY_WEIGHTS; i < SEARCH_KEY_FIGURES; i++) {
        g_autofree char *value = member_format(&SEARCH_KEYS[i].member, &SEARCH_SETTINGS_SEARCH);
        g_string_append_printf(text, "  %s=%s\n", SEARCH_KEYS[i].member.name, value);
    }
    g_string_append_printf(
        text,
        "\nWEIGHT: weights of search with piece-squares, with their defaults in "
        "the middlegame and\n(NAME-end) in the endgame; in 1/100 pawn, %d to %d\n",
        -FIGURE_MOST, FIGURE_MOST);
#define FIGURE(id, name, middle, end) \
    g_string_append_printf(text, "  %s=%d, %d\n", name, middle, end);
#define UNUSED_FIGURE(id)
#include "players/search/evaluation_figures.def"
}

static void append_engines(GString *text)
{
    g_string_append(text, "\nENGINE: known engines with their protocol and command\n");
    for (size_t i = 0; i < ENGINE_PRESET_COUNT; i++) {
        const EngineSettings *engine = &ENGINE_PRESETS[i];
        g_string_append_printf(text, "  %-16s %-7s %s\n", engine->name,
                               ENGINE_PROTOCOL_NAMES[engine->protocol], engine->command);
    }
}

int command_players(const Command *command, int argc, char **argv, G_GNUC_UNUSED GError **error)
{
    bool weights = false;
    const Option entries[] = {
        {"weights", 'w', NULL, "List the tunable weights of levels and searches", .on = &weights},
        {NULL},
    };
    g_autoptr(GString) text = g_string_new(NULL);

    command_parse(command, entries, &argc, argv);
    if (weights) {
        append_weights_of_levels(text);
        append_weights_of_search(text);
        screen_print(text->str);
        return STATUS_OK;
    }
    append_kinds(text);
    append_levels(text);
    append_numbers(text);
    append_readings(text);
    append_search(text);
    append_engines(text);
    screen_print(text->str);
    return STATUS_OK;
}
