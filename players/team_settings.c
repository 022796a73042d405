#include "players/team_settings.h"

#include <string.h>

#include "agents/beyond/logic_text.h"
#include "agents/logics.h"
#include "board/chess.h"
#include "board/threechess.h"
#include "players/player.h"

/* In the order of the keys. */
enum {
    KEY_SIGHT,
    KEY_HEARING,
    KEY_SHARE,
    KEY_MESSAGE_LOSS,
    KEY_REPORT_LOSS,
    KEY_DECISION,
    KEY_PROGRAM,
    KEY_KNIGHT,
    KEY_MASTER,
    KEY_ANSWER_MS,
    KEY_LEVEL,
    KEY_COUNT
};

static const char *const SWITCH[] = {"off", "on"};
static const char *const STEPS[TEAM_MAX_STEPS + 2] = {
    "all", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15",
};

#define NAME(name, field, list)                                                             \
    {                                                                                       \
        MEMBER(name, NAME, TeamSettings, field), .names = (list), .max = G_N_ELEMENTS(list) \
    }
#define NUMBER(name, field, least, most)                                         \
    {                                                                            \
        MEMBER(name, NUMBER, TeamSettings, field), .min = (least), .max = (most) \
    }
#define OWN(text)      \
    {                  \
        .name = (text) \
    }

const SettingKey TEAM_KEYS[] = {
    {NAME("sight", team.sight, STEPS), "all|0..15", "all",
     "the greatest distance, in king moves, at which an agent sees opponents"},
    {NAME("hearing", team.hearing, STEPS), "all|0..15", "all",
     "the greatest distance, in king moves, at which agents hear each other"},
    {NAME("share", team.share, SWITCH), "on|off", "off",
     "an agent also sees the opponents seen by the agents that it hears"},
    {NUMBER("message-loss", team.message_loss, 0, 100), "0..100", "0",
     "percentage of requests, offers, consultations and answers that are lost"},
    {NUMBER("report-loss", team.report_loss, 0, 99), "0..99", "0",
     "percentage of reports that do not reach the master; only with `decision = master`"},
    {NAME("decision", team.decision, TEAM_DECISION_NAMES), "master|vote|auction|lot", "master",
     "who decides: `master`, the MasterAgent; `vote`, the sum of all agents' votes; `auction`, the "
     "highest bid; `lot`, an agent drawn at random"},
    {OWN("program"), "text without commas", "",
     "the command line of a program that replaces all agents (players/teams.md)"},
    {OWN("knight"), "text without commas", "",
     "a program that replaces only the knights; any other kind, from `pawn` to `king`, and any "
     "starting square, such as `g1`, can also be a key"},
    {OWN("master"), "text without commas", "",
     "a program that replaces the MasterAgent; only with `decision = master`"},
    {NUMBER("answer-ms", answer_ms, 1, ENGINE_MAX_MS), "1..86400000", "30000",
     "time limit of a program for an answer, in milliseconds"},
    {OWN("level"), "as in level:N", "",
     "the level of the agents, 1 to 8; "
     "logics and readings can be changed as in `level:N`; required"},
};
const size_t TEAM_KEY_COUNT = G_N_ELEMENTS(TEAM_KEYS);

/* The name of @place: "program", "knight", "g1", "BE4" or "master". */
static void format_place(int place, char out_name[static 8])
{
    if (place >= TEAM_PLACE_THREE_SQUARE && place < TEAM_PLACE_MASTER)
        GAME_THREECHESS.format_square(place - TEAM_PLACE_THREE_SQUARE, out_name);
    else if (place >= TEAM_PLACE_SQUARE && place < TEAM_PLACE_MASTER)
        GAME_CHESS.format_square(place - TEAM_PLACE_SQUARE, out_name);
    else
        g_strlcpy(out_name,
                  place == TEAM_PLACE_ALL      ? "program"
                  : place == TEAM_PLACE_MASTER ? "master"
                                               : PIECE_NAME[place - TEAM_PLACE_KIND],
                  8);
}

/* TEAM_PLACE_COUNT: @name names none. */
static int find_place(const char *name)
{
    int place = 0;
    char known[8];

    for (; place < TEAM_PLACE_COUNT; place++) {
        format_place(place, known);
        if (g_str_equal(known, name))
            break;
    }
    return place;
}

/* The logics that look at one action or at one message: those of the thesis. */
static bool read_level(const char *value, LogicSet *out_logics, GError **error)
{
    const uint32_t known = logics_of_thesis();
    g_autoptr(GError) fault = NULL;

    if (!logic_set_parse(value, out_logics, &fault))
        return player_refuse(error, "level: %s", fault->message);
    return !(out_logics->logics & ~known) ||
           player_refuse(error,
                         "level: a team cannot use the logic '%s', only those of levels 1 to 8",
                         LOGICS[__builtin_ctz(out_logics->logics & ~known)].name);
}

static bool read_program(const char *name, const char *value, char **out_program, GError **error)
{
    if (!engine_command_check(value, error)) {
        g_prefix_error(error, "%s: ", name);
        return false;
    }
    *out_program = g_strdup(value);
    return true;
}

static bool set_value(int key, const char *value, TeamSettings *settings, GError **error)
{
    g_autofree char *values = NULL;

    if (key == KEY_LEVEL)
        return read_level(value, &settings->logics, error);
    if (member_parse(&TEAM_KEYS[key].member, value, settings))
        return true;
    values = member_values_in_words(&TEAM_KEYS[key].member, TEAM_KEYS[key].values);
    return player_refuse(error, "%s is '%s', not %s", TEAM_KEYS[key].member.name, value, values);
}

/* Reads "KEY=VALUE". What is of no team follows the level and is of it: a reading. */
static bool read_part(const char *part, guint *seen, GString *level, TeamSettings *settings,
                      GError **error)
{
    const size_t length = strcspn(part, "=");
    g_autofree char *name = g_strstrip(g_strndup(part, length));
    g_autofree char *value = g_strstrip(g_strdup(part + length + (part[length] == '=')));
    const int key = (int)setting_keys_find(TEAM_KEYS, KEY_COUNT, name), place = find_place(name);

    if (place < TEAM_PLACE_COUNT && part[length] == '=' && settings->program[place] == NULL)
        return read_program(name, value, &settings->program[place], error);
    if (key == KEY_COUNT && place == TEAM_PLACE_COUNT && *seen >> KEY_LEVEL & 1 &&
        logic_find_name(NAMES_OF_READINGS, name, &(Reading){0})) {
        g_string_append_printf(level, ",%s", part);
        return true;
    }
    if (key == KEY_COUNT && place == TEAM_PLACE_COUNT)
        return setting_keys_refuse(TEAM_KEYS, KEY_COUNT, name, error);
    if (part[length] != '=')
        return player_refuse(error, "'%s' is not KEY=VALUE", part);
    if (place < TEAM_PLACE_COUNT || *seen >> key & 1)
        return player_refuse(error, "%s is given twice", name);
    *seen |= 1U << key;
    if (key != KEY_LEVEL)
        return set_value(key, value, settings, error);
    g_string_append(level, value);
    return true;
}

static bool read_parts(const char *text, guint *seen, TeamSettings *settings, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    g_autoptr(GString) level = g_string_new(NULL);

    for (char **part = parts; *part != NULL; part++)
        if (!read_part(*part, seen, level, settings, error))
            return false;
    return !(*seen >> KEY_LEVEL & 1) || set_value(KEY_LEVEL, level->str, settings, error);
}

void team_settings_clear(TeamSettings *settings)
{
    for (int place = 0; place < TEAM_PLACE_COUNT; place++)
        g_clear_pointer(&settings->program[place], g_free);
}

static bool check_programs(TeamSettings *settings, guint seen, GError **error)
{
    Team *team = &settings->team;

    for (int place = 0; place < TEAM_PLACE_COUNT; place++)
        team->outside |= settings->program[place] != NULL;
    if ((team->report_loss > 0 || settings->program[TEAM_PLACE_MASTER] != NULL) &&
        team->decision != TEAM_MASTER)
        return player_refuse(error, "%s requires decision=master, not decision=%s",
                             team->report_loss > 0 ? "report-loss" : "master",
                             TEAM_DECISION_NAMES[team->decision]);
    if (!team->outside)
        return !(seen >> KEY_ANSWER_MS & 1) || player_refuse(error, "answer-ms requires a program");
    return team_may_have(team, &settings->logics) ||
           player_refuse(
               error,
               "level: in a team with a program, the logic threat-move requires move-attack");
}

bool team_settings_parse(const char *text, TeamSettings *out_settings, GError **error)
{
    guint seen = 0;

    *out_settings = (TeamSettings){.answer_ms = ENGINE_ANSWER_MS};
    if (*text != '\0' && !read_parts(text, &seen, out_settings, error))
        return false;
    if (!(seen >> KEY_LEVEL & 1))
        return player_refuse(error, "level=N is missing");
    return check_programs(out_settings, seen, error);
}

static void append_programs(GString *text, const TeamSettings *settings)
{
    char name[8];

    for (int place = 0; place < TEAM_PLACE_COUNT; place++) {
        if (settings->program[place] == NULL)
            continue;
        format_place(place, name);
        g_string_append_printf(text, "%s=%s,", name, settings->program[place]);
    }
    if (settings->team.outside && settings->answer_ms != ENGINE_ANSWER_MS)
        g_string_append_printf(text, "answer-ms=%" G_GUINT64_FORMAT ",", settings->answer_ms);
}

char *team_settings_format(const TeamSettings *settings)
{
    GString *text = g_string_new(NULL);
    g_autofree char *level = logic_set_format(&settings->logics);

    for (int key = KEY_SIGHT; key <= KEY_DECISION; key++) {
        const Member *member = &TEAM_KEYS[key].member;
        g_autofree char *value = member_format(member, settings);
        if (member_load(member_at(member, settings), member->size) != 0)
            g_string_append_printf(text, "%s=%s,", member->name, value);
    }
    append_programs(text, settings);
    g_string_append_printf(text, "level=%s", level);
    return g_string_free(text, FALSE);
}

char *team_settings_of_group(const GPtrArray *ini, const char *group, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    const char *level = NULL;
    const IniEntry *entry;

    for (guint at = 0; (entry = ini_next_key(ini, group, &at)) != NULL;) {
        const int key = (int)setting_keys_find(TEAM_KEYS, KEY_COUNT, entry->key);
        if (key == KEY_COUNT && find_place(entry->key) == TEAM_PLACE_COUNT) {
            setting_keys_refuse(TEAM_KEYS, KEY_COUNT, entry->key, error);
            return NULL;
        }
        if (key == KEY_LEVEL)
            level = entry->value;
        else if (strchr(entry->value, ',') != NULL) {
            player_refuse(error, "%s: '%s' contains a comma", entry->key, entry->value);
            return NULL;
        } else
            g_string_append_printf(text, "%s=%s,", entry->key, entry->value);
    }
    if (level != NULL)
        g_string_append_printf(text, "level=%s", level);
    else if (text->len > 0)
        g_string_truncate(text, text->len - 1);
    return g_strdup(text->str);
}
