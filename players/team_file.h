/* Files of teams. */
#pragma once

#include <glib.h>

/* The text of the only group [team NAME] of the file @path.
 *
 * Errors: PLAYER_ERROR_TEXT, with the path.
 * Owner:  the caller. */
char *team_settings_of_file(const char *path, GError **error);
