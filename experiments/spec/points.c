#include "experiments/spec/points.h"

#include <string.h>

#include "agents/logics.h"
#include "experiments/tools/error.h"
#include "players/player_level.h"

/* Grids */

void grid_free(Grid *grid)
{
    for (int i = 0; i < grid->axes; i++) {
        g_free(grid->axis[i].before);
        g_free(grid->axis[i].name);
        g_strfreev(grid->axis[i].choices);
    }
    g_free(grid->after);
    g_free(grid);
}

int grid_points(const Grid *grid)
{
    int points = 1;

    for (int i = 0; i < grid->axes; i++)
        points *= grid->axis[i].count;
    return points;
}

/* The word that @before ends with, if an equals sign follows it. Owner: the caller. */
static char *name_of(const char *before)
{
    const char *end = before + strlen(before);
    const char *begin;

    if (end == before || end[-1] != '=')
        return g_strdup("");
    begin = --end;
    while (begin > before && strchr(",:=+- ", begin[-1]) == NULL)
        begin--;
    return g_strndup(begin, (gsize)(end - begin));
}

static bool check_choices(const GridAxis *axis, GError **error)
{
    for (int i = 0; i < axis->count; i++) {
        if (*axis->choices[i] == '\0')
            return experiments_fail(error, "after '%s' a choice is empty", axis->before);
        for (int j = 0; j < i; j++)
            if (g_str_equal(axis->choices[i], axis->choices[j]))
                return experiments_fail(error, "'%s' is given twice after '%s'", axis->choices[i],
                                        axis->before);
    }
    return true;
}

/* Adds the axis whose choices stand from @begin to @end, behind @before. */
static bool add_axis(Grid *grid, char *before, const char *begin, const char *end, GError **error)
{
    g_autofree char *list = g_strndup(begin, (gsize)(end - begin));
    GridAxis *axis = &grid->axis[grid->axes++];

    axis->before = before;
    axis->name = name_of(before);
    axis->choices = g_strsplit(list, ";", -1);
    axis->count = (int)g_strv_length(axis->choices);
    for (int i = 0; i < axis->count; i++)
        g_strstrip(axis->choices[i]);
    if (axis->count == 0)
        return experiments_fail(error, "after '%s' a choice is empty", before);
    if (!check_choices(axis, error))
        return false;
    if (axis->count > GRID_MAX_POINTS || grid_points(grid) > GRID_MAX_POINTS)
        return experiments_fail(error, "these are more than %d players", GRID_MAX_POINTS);
    return true;
}

Grid *grid_new(const char *text, GError **error)
{
    g_autoptr(Grid) grid = g_new0(Grid, 1);
    const char *begin;

    while ((begin = strchr(text, '{')) != NULL) {
        const char *end = begin + 1 + strcspn(begin + 1, "{}");
        if (*end != '}') {
            experiments_fail(error, "a brace is not closed: '%s'", begin);
            return NULL;
        }
        if (grid->axes == GRID_MAX_AXES) {
            experiments_fail(error, "there are more than %d lists of choices", GRID_MAX_AXES);
            return NULL;
        }
        if (!add_axis(grid, g_strndup(text, (gsize)(begin - text)), begin + 1, end, error))
            return NULL;
        text = end + 1;
    }
    grid->after = g_strdup(text);
    if (grid->axes == 0) {
        experiments_fail(error, "'%s' has no choices in braces, as level={1;4;7}", text);
        return NULL;
    }
    return g_steal_pointer(&grid);
}

/* Which of its choices each axis has at @point. */
static void decode(const Grid *grid, int point, int out_choice[static GRID_MAX_AXES])
{
    for (int i = grid->axes - 1; i >= 0; i--) {
        out_choice[i] = point % grid->axis[i].count;
        point /= grid->axis[i].count;
    }
}

char *grid_point_name(const Grid *grid, int point)
{
    GString *name = g_string_new(NULL);
    int choice[GRID_MAX_AXES];

    decode(grid, point, choice);
    for (int i = 0; i < grid->axes; i++) {
        const GridAxis *axis = &grid->axis[i];
        g_string_append_printf(name, "%s%s%s%s", i > 0 ? " " : "", axis->name,
                               *axis->name != '\0' ? " " : "", axis->choices[choice[i]]);
    }
    return g_string_free(name, FALSE);
}

char *grid_point_player(const Grid *grid, int point)
{
    GString *player = g_string_new(NULL);
    int choice[GRID_MAX_AXES];

    decode(grid, point, choice);
    for (int i = 0; i < grid->axes; i++)
        g_string_append_printf(player, "%s%s", grid->axis[i].before,
                               grid->axis[i].choices[choice[i]]);
    g_string_append(player, grid->after);
    return g_string_free(player, FALSE);
}

char *grid_format(const Grid *grid)
{
    GString *text = g_string_new(NULL);

    for (int i = 0; i < grid->axes; i++) {
        g_autofree char *list = g_strjoinv(";", grid->axis[i].choices);
        g_string_append_printf(text, "%s{%s}", grid->axis[i].before, list);
    }
    g_string_append(text, grid->after);
    return g_string_free(text, FALSE);
}

/* Sweeps */

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
