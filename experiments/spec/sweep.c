#include "experiments/spec/sweep.h"

#include <string.h>

#include "agents/logics.h"
#include "experiments/tools/error.h"
#include "players/player_level.h"

/* Logics of which the second does nothing beside the first.
 *
 * Source: master.c; a restricted request is one that is not always made. */
static const struct {
    Logic prevails, idle;
} EXCLUSIVE[] = {
    {LOGIC_DEFENCE_REQUEST, LOGIC_RESTRICTED_DEFENCE_REQUEST},
};

bool sweep_begin(const char *text, Sweep *out_sweep, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_autoptr(Player) player = player_new(text, NULL, &fault);
    const LogicSet *logics = player != NULL ? player_level_logics(player) : NULL;

    if (player == NULL)
        return experiments_fail(error, "%s", fault->message);
    if (logics == NULL)
        return experiments_fail(error, "'%s' is not a level such as level:4", text);
    *out_sweep = (Sweep){.base = *logics};
    return true;
}

static bool add_change(Sweep *sweep, LogicSet turned, const char *name, GError **error)
{
    for (int i = 0; i < sweep->changes; i++)
        if (sweep->turned[i].logics == turned.logics &&
            sweep->turned[i].readings == turned.readings)
            return experiments_fail(error, "'%s' is given twice", name);
    if (sweep->changes == SWEEP_MAX_CHANGES)
        return experiments_fail(
            error, "'%s' is one change more than %d, whose subsets are %d players already", name,
            SWEEP_MAX_CHANGES, 1 << SWEEP_MAX_CHANGES);
    sweep->turned[sweep->changes++] = turned;
    return true;
}

static bool add_logic(Sweep *sweep, const char *name, GError **error)
{
    g_autoptr(GError) fault = NULL;
    Logic logic;

    if (!logic_parse(name, -1, &logic, &fault))
        return experiments_fail(error, "%s", fault->message);
    if (logic == LOGIC_FOUNDATION)
        return experiments_fail(error, "no agent thinks without the '%s'", name);
    return add_change(sweep, (LogicSet){.logics = 1U << logic}, name, error);
}

static bool add_reading(Sweep *sweep, const char *name, GError **error)
{
    g_autoptr(GError) fault = NULL;
    Reading reading;

    if (!reading_parse(name, -1, &reading, &fault))
        return experiments_fail(error, "%s", fault->message);
    return add_change(sweep, (LogicSet){.readings = 1U << reading}, name, error);
}

static bool add_all(Sweep *sweep, const char *names,
                    bool (*add)(Sweep *sweep, const char *name, GError **error), GError **error)
{
    g_auto(GStrv) words = g_strsplit(names, ";", -1);

    for (int i = 0; words[i] != NULL; i++) {
        g_strstrip(words[i]);
        if (strchr(words[i], ',') != NULL)
            return experiments_fail(error, "'%s': between names stands ;, not a comma", words[i]);
        if (*words[i] != '\0' && !add(sweep, words[i], error))
            return false;
    }
    return true;
}

bool sweep_add_logics(Sweep *sweep, const char *names, GError **error)
{
    return add_all(sweep, names, add_logic, error);
}

bool sweep_add_readings(Sweep *sweep, const char *names, GError **error)
{
    return add_all(sweep, names, add_reading, error);
}

static LogicSet set_of_point(const Sweep *sweep, int point)
{
    LogicSet set = sweep->base;

    for (int i = 0; i < sweep->changes; i++)
        if (point >> i & 1) {
            set.logics ^= sweep->turned[i].logics;
            set.readings ^= sweep->turned[i].readings;
        }
    return set;
}

bool sweep_check(const Sweep *sweep, GError **error)
{
    if (sweep->changes == 0)
        return experiments_fail(error, "a sweep needs logics or readings to switch");
    for (int point = 0; point < sweep_points(sweep); point++) {
        const LogicSet set = set_of_point(sweep, point);
        for (size_t i = 0; i < G_N_ELEMENTS(EXCLUSIVE); i++)
            if (logic_is_on(&set, EXCLUSIVE[i].prevails) && logic_is_on(&set, EXCLUSIVE[i].idle))
                return experiments_fail(
                    error, "some players would have both '%s' and '%s', which then is idle",
                    LOGICS[EXCLUSIVE[i].prevails].name, LOGICS[EXCLUSIVE[i].idle].name);
    }
    return true;
}

/* The name of the logic or reading that a change turns, and whether it turns it on. */
static const char *get_change(const Sweep *sweep, int change, bool *out_on)
{
    const LogicSet turned = sweep->turned[change];

    if (turned.logics != 0) {
        *out_on = (sweep->base.logics & turned.logics) == 0;
        return LOGICS[__builtin_ctz(turned.logics)].name;
    }
    *out_on = (sweep->base.readings & turned.readings) == 0;
    return READINGS[__builtin_ctz(turned.readings)].name;
}

/* "move-attack" is ma, "position" pos. */
static void append_initials(GString *text, const char *name)
{
    if (strchr(name, '-') == NULL) {
        g_string_append_len(text, name, 3);
        return;
    }
    for (const char *c = name; *c != '\0'; c++)
        if (c == name || c[-1] == '-')
            g_string_append_c(text, *c);
}

static void append_change(const Sweep *sweep, int change, bool initials, GString *text)
{
    bool on;
    const char *name = get_change(sweep, change, &on);

    g_string_append_c(text, on ? '+' : '-');
    if (initials)
        append_initials(text, name);
    else
        g_string_append(text, name);
}

static char *write_point(const Sweep *sweep, int point, bool initials)
{
    GString *text = g_string_new(point == 0 ? "base" : NULL);

    for (int i = 0; i < sweep->changes; i++)
        if (point >> i & 1)
            append_change(sweep, i, initials, text);
    return g_string_free(text, FALSE);
}

char *sweep_change_name(const Sweep *sweep, int change)
{
    return write_point(sweep, 1 << change, false);
}

char *sweep_point_name(const Sweep *sweep, int point, size_t max_length)
{
    g_autofree char *longest = write_point(sweep, sweep_points(sweep) - 1, false);

    return write_point(sweep, point, strlen(longest) > max_length);
}

char *sweep_point_player(const Sweep *sweep, int point)
{
    const LogicSet set = set_of_point(sweep, point);
    g_autofree char *logics = logic_set_format(&set);

    return g_strdup_printf("level:%s", logics);
}
