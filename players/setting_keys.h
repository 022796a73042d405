/* Keys of groups that describe something, an engine or a team: a table that documents them, too. */
#pragma once

#include <stddef.h>

typedef struct {
    const char *key, *values, *standard, *meaning;
} SettingKey;

/* The index of the key @name in @keys; @count: there is none. */
size_t setting_keys_find(const SettingKey *keys, size_t count, const char *name);

/* The sentence for a key @name that @whose, "an engine", does not have. Owner: the caller. */
char *setting_keys_refuse(const SettingKey *keys, size_t count, const char *name,
                          const char *whose);
