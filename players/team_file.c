#include "players/team_file.h"
#include "players/player.h"
#include "players/team_settings.h"

static char *fail_with_path(GError **error, const char *path, const char *sentence)
{
    g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT, "%s: %s", path, sentence);
    return NULL;
}

char *team_settings_of_file(const char *path, GError **error)
{
    g_autoptr(GPtrArray) ini = NULL;
    g_autoptr(GError) fault = NULL;
    g_autofree char *content = NULL;
    const char *group;
    guint at = 0;
    char *text;

    if (g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return fail_with_path(error, path, "it is a folder, a named pipe or a device, not a file");
    if (!g_file_get_contents(path, &content, NULL, &fault))
        return g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT)
                   ? player_fail(error, PLAYER_ERROR_TEXT,
                                 "there is no group [" TEAM_GROUP "%s] and no file '%s'", path,
                                 path)
                   : fail_with_path(error, path, "the file cannot be read");
    if ((ini = ini_parse(content, &fault)) == NULL)
        return fail_with_path(error, path, fault->message);
    group = ini_next_group(ini, &at);
    if (group == NULL || !g_str_has_prefix(group, TEAM_GROUP) || ini_next_group(ini, &at) != NULL)
        return fail_with_path(error, path,
                              "the file does not consist of one group, [" TEAM_GROUP "NAME]");
    text = team_settings_of_group(ini, group, &fault);
    return text != NULL ? text : fail_with_path(error, path, fault->message);
}
