#include "players/player.h"
#include "players/team_settings.h"

static char *fail(GError **error, const char *path, const char *sentence)
{
    g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT, "%s: %s", path, sentence);
    return NULL;
}

/* The only group of a team, or NULL. Owner: the caller. */
static char *find_group(GKeyFile *file)
{
    g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);

    return groups[0] != NULL && groups[1] == NULL && g_str_has_prefix(groups[0], TEAM_GROUP)
               ? g_strdup(groups[0])
               : NULL;
}

char *team_settings_of_file(const char *path, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) fault = NULL;
    g_autofree char *group = NULL;
    char *text;

    if (!g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_TRANSLATIONS, &fault))
        return fail(error, path, fault->message);
    group = find_group(file);
    if (group == NULL)
        return fail(error, path, "a file of a team has one group, [" TEAM_GROUP "NAME]");
    text = team_settings_of_group(file, group, &fault);
    return text != NULL ? text : fail(error, path, fault->message);
}
