/* The option --engine, with which a user names chess programs on the command line. */
#pragma once

#include "players/engine_settings.h"

/* It, for a table of Option; @all points at a char **. */
#define ENGINE_OPTION(all)                                                            \
    {                                                                                 \
        "engine", 'e', "NAME=COMMAND",                                                \
            "An external engine, or another key of it (NAME.KEY=VALUE)", .texts = all \
    }

/* The engines of @texts, NULL or NULL-terminated.
 *
 * Errors: ENGINE_ERROR_SETTING.
 * Owner:  the caller. */
Engines *engine_option_read(char **texts, GError **error);

/* Adds them to the settings of a spec, as "engine NAME.KEY=VALUE".
 *
 * Errors: ENGINE_ERROR_SETTING. */
bool engine_option_add_settings(char **texts, GStrvBuilder *settings, GError **error);
