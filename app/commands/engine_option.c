#include "app/commands/engine_option.h"

#include <string.h>

#define STANDARD_KEY "command"

typedef struct {
    char *name, *key, *value;
} EngineSetting;

static void engine_setting_clear(EngineSetting *setting)
{
    g_free(setting->name);
    g_free(setting->key);
    g_free(setting->value);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(EngineSetting, engine_setting_clear)

static bool split(const char *text, EngineSetting *out_setting, GError **error)
{
    const char *equals = strchr(text, '=');
    const char *dot = memchr(text, '.', equals != NULL ? (size_t)(equals - text) : 0);

    if (equals == NULL) {
        g_set_error(error, ENGINE_ERROR, ENGINE_ERROR_SETTING,
                    "--engine %s: this is not NAME=COMMAND or NAME.KEY=VALUE", text);
        return false;
    }
    out_setting->name = g_strndup(text, (gsize)((dot != NULL ? dot : equals) - text));
    out_setting->key =
        dot != NULL ? g_strndup(dot + 1, (gsize)(equals - dot - 1)) : g_strdup(STANDARD_KEY);
    out_setting->value = g_strdup(equals + 1);
    return true;
}

Engines *engine_option_read(char **texts, GError **error)
{
    g_autoptr(Engines) engines = engines_new();

    for (; texts != NULL && *texts != NULL; texts++) {
        g_auto(EngineSetting) setting = {0};
        g_autoptr(GError) fault = NULL;

        if (!split(*texts, &setting, error))
            return NULL;
        if (!engines_set(engines, setting.name, setting.key, setting.value, &fault)) {
            g_set_error(error, ENGINE_ERROR, ENGINE_ERROR_SETTING, "--engine %s: %s", *texts,
                        fault->message);
            return NULL;
        }
    }
    return g_steal_pointer(&engines);
}

bool engine_option_add_settings(char **texts, GStrvBuilder *settings, GError **error)
{
    g_autoptr(Engines) engines = engine_option_read(texts, error);

    if (engines == NULL)
        return false;
    for (; texts != NULL && *texts != NULL; texts++) {
        g_auto(EngineSetting) setting = {0};
        g_autofree char *line = NULL;

        split(*texts, &setting, NULL);
        line = g_strdup_printf("engine %s.%s=%s", setting.name, setting.key, setting.value);
        g_strv_builder_add(settings, line);
    }
    return true;
}
