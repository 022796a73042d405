#include <stdio.h>

#include "agents/logics.h"
#include "app/commands/commands.h"
#include "players/player.h"
#include "players/search/search_settings.h"

static void print_kinds(void)
{
    puts("Kinds of players");
    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++)
        printf("  %s\n      %s\n", PLAYER_KINDS[i]->usage, PLAYER_KINDS[i]->summary);
}

/* The thesis' table 2.1, and ours on its right. */
static void print_levels(void)
{
    printf("\nLOGIC, and the levels that have it (thesis, table 2.1; levels 9 to %d are ours)\n"
           "  %-28s",
           LEVEL_COUNT, "");
    for (int level = 1; level <= LEVEL_COUNT; level++)
        printf(" %2d", level);
    putchar('\n');
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++) {
        printf("  %-28s", LOGICS[logic].name);
        for (int level = 1; level <= LEVEL_COUNT; level++) {
            const LogicSet set = logic_set_of_level(level);
            printf(" %2c", logic_is_on(&set, logic) ? 'x' : '.');
        }
        printf("\n      %s\n", LOGICS[logic].summary);
    }
}

static void print_numbers(void)
{
    puts("\nNUMBER of look-ahead, and its default (2 decisions for level 13)");
    for (LogicNumber number = 0; number < LOGIC_NUMBER_COUNT; number++)
        printf("  %s=%d\n      %s, %d to %d\n", LOGIC_NUMBERS[number].name,
               LOGIC_NUMBERS[number].standard, LOGIC_NUMBERS[number].summary,
               LOGIC_NUMBERS[number].least, LOGIC_NUMBERS[number].most);
}

static void print_readings(void)
{
    puts("\nREADING, and its default: where the thesis can be read in two ways");
    for (Reading reading = 0; reading < READING_COUNT; reading++)
        printf("  %s=%s\n      %s\n", READINGS[reading].name,
               READINGS[reading].on_by_default ? "on" : "off", READINGS[reading].summary);
}

static const char *on_or_off(const SearchSettings *settings, SearchPart part)
{
    return search_settings_has(settings, part) ? "on" : "off";
}

static void print_search(void)
{
    puts("\nPART, and its defaults for homeostatic and search");
    for (SearchPart part = 0; part < SEARCH_PART_COUNT; part++)
        printf("  %s=%s, %s\n      %s\n", SEARCH_PARTS[part].name,
               on_or_off(&SEARCH_SETTINGS_HOMEOSTATIC, part),
               on_or_off(&SEARCH_SETTINGS_SEARCH, part), SEARCH_PARTS[part].summary);
    puts("  quiescence=truncated, full\n"
         "      search captures behind the horizon: one or two, all that pay, or none (off)");
    puts("  hash=16, 16\n      mebibytes of the transposition table");
    puts("\nWEIGHT, in hundredths of a pawn, and its default: what counts without piece-squares");
    for (Weight weight = 0; weight < WEIGHT_COUNT; weight++)
        printf("  %s=%d\n", WEIGHTS[weight].name, WEIGHTS[weight].value);
}

static void print_engines(void)
{
    puts("\nENGINE, those that are known: the protocol and the command");
    for (size_t i = 0; i < ENGINE_PRESET_COUNT; i++) {
        g_autofree char *protocol = engine_settings_get(&ENGINE_PRESETS[i], "protocol");
        printf("  %-16s %-7s %s\n", ENGINE_PRESETS[i].name, protocol, ENGINE_PRESETS[i].command);
    }
}

static int run(int argc, char **argv)
{
    int status;

    if (!command_parse(&COMMAND_PLAYERS, NULL, &argc, &argv, 0, 0, &status))
        return status;
    print_kinds();
    print_levels();
    print_numbers();
    print_readings();
    print_search();
    print_engines();
    return STATUS_OK;
}

const Command COMMAND_PLAYERS = {
    .name = "players",
    .summary = "List the kinds of players, levels, logics, readings, searches and engines",
    .details = "Wherever a player is asked for, its name is a text such as\n"
               "  random\n"
               "  level:7\n"
               "  level:7-defence-request                        (without one logic)\n"
               "  level:5+defence-consideration,even-trade=on    (one more, another reading)\n"
               "  level:12,suggestions=16                        (imagines more of them)\n"
               "  level:7+exchange+look-ahead=2                  (logics beyond the thesis)\n"
               "  search:depth=6,null-move=off                   (looks ahead, without one part)\n"
               "  homeostatic:pace=1s..5s                        (finds its depth by its pace)\n"
               "  engine:stockfish,depth=1                       (a chess program)\n"
               "  maxn:depth=3                                   (of three-player chess)\n"
               "  process:./mine.py                              (a program of your own)\n"
               "Other chess programs are named with --engine, or in a spec.",
    .run = run,
};
