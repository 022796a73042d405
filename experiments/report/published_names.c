#include "experiments/report/published_names.h"

#include <string.h>

const char *published_level_name(const char *player)
{
    static const char *const names[] = {"Level 1", "Level 2", "Level 3", "Level 4",
                                        "Level 5", "Level 6", "Level 7", "Level 8"};
    const char *digit = player + strlen("level:");

    if (!g_str_has_prefix(player, "level:") || *digit < '1' || *digit > '8' ||
        g_ascii_isdigit(digit[1]))
        return NULL;
    return names[*digit - '1'];
}

static bool is_engine(const char *player)
{
    return g_str_has_prefix(player, "engine:");
}

const char *published_player_name(const SpecPlayer *player)
{
    const char *level = published_level_name(player->text);
    const bool is_crafty = is_engine(player->text) || g_str_equal(player->name, PUBLISHED_CRAFTY);

    return level == NULL && is_crafty ? PUBLISHED_CRAFTY : level;
}

char *published_solver_name(const char *player)
{
    static const char key[] = ",depth=";
    const char *depth = strstr(player, key);

    if (depth == NULL || !is_engine(player))
        return g_strdup(published_level_name(player));
    depth += strlen(key);
    return g_strdup_printf(PUBLISHED_CRAFTY " depth %.*s", (int)strcspn(depth, ","), depth);
}

bool published_stands_in(const SpecPlayer *player)
{
    return published_level_name(player->text) == NULL &&
           !g_str_has_prefix(player->text, "engine:crafty");
}

char *published_suite_name(const char *file)
{
    g_autofree char *name = g_strndup(file, strcspn(file, "."));

    return g_ascii_strup(name, -1);
}
