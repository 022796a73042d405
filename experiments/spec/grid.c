#include "experiments/spec/grid.h"

#include <string.h>

#include "experiments/tools/error.h"

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
