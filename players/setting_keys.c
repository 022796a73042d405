#include "players/setting_keys.h"

#include "board/text_lines.h"

size_t setting_keys_find(const SettingKey *keys, size_t count, const char *name)
{
    size_t index = 0;

    while (index < count && !g_str_equal(keys[index].key, name))
        index++;
    return index;
}

char *setting_keys_refuse(const SettingKey *keys, size_t count, const char *name, const char *whose)
{
    Nearest nearest = nearest_to(name, -1);
    g_autoptr(GString) list = g_string_new(NULL);
    g_autofree char *question = NULL;

    for (size_t i = 0; i < count; i++) {
        nearest_try(&nearest, keys[i].key);
        g_string_append_printf(list, "%s%s", i > 0 ? ", " : "", keys[i].key);
    }
    question = nearest_question(&nearest);
    return g_strdup_printf("there is no key '%s' of %s, only %s%s", name, whose, list->str,
                           question);
}
