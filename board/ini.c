#include "board/ini.h"

#include <string.h>

#include "board/text_lines.h"

static void entry_free(gpointer data)
{
    IniEntry *entry = data;

    g_free(entry->group);
    g_free(entry->key);
    g_free(entry->value);
    g_free(entry->place);
    g_free(entry);
}

static IniEntry *add_entry(GPtrArray *ini, const char *group, const char *key, int line)
{
    IniEntry *entry = g_new0(IniEntry, 1);

    entry->group = g_strdup(group);
    entry->key = g_strdup(key);
    entry->line = line;
    g_ptr_array_add(ini, entry);
    return entry;
}

/* A text that is read. */
typedef struct {
    GPtrArray *ini;
    GHashTable *lines; /* of each group, "group", and each key, "group]key": its line */
    int groups;
} IniReader;

/* The line before @line that has @name as well; 0: there is none, and @name is noted. Takes over
 * @name. */
static int note_name(IniReader *reader, char *name, int line)
{
    const int before = GPOINTER_TO_INT(g_hash_table_lookup(reader->lines, name));

    if (before == 0)
        g_hash_table_replace(reader->lines, name, GINT_TO_POINTER(line));
    else
        g_free(name);
    return before;
}

static bool read_group(IniReader *reader, const char *text, int line, GError **error)
{
    const char *end = strchr(text, ']');
    g_autofree char *group = end != NULL ? g_strndup(text + 1, (gsize)(end - text) - 1) : NULL;
    int before;

    if (end == NULL || end[1] != '\0')
        return board_fail_syntax(error, "'%s' is not a [GROUP] on a line of its own", text);
    before = note_name(reader, g_strdup(group), line);
    if (before > 0)
        return board_fail_syntax(error, "the group %s is already on line %d: put its keys there",
                                 text, before);
    if (++reader->groups > INI_MAX_GROUPS)
        return board_fail_syntax(error, "there are more than %d groups", INI_MAX_GROUPS);
    add_entry(reader->ini, group, NULL, line);
    return true;
}

/* Reads a key of the group of the last entry. */
static bool read_key(IniReader *reader, const char *text, int line, GError **error)
{
    GPtrArray *ini = reader->ini;
    const IniEntry *last = ini->len > 0 ? ini->pdata[ini->len - 1] : NULL;
    const char *equals = strchr(text, '=');
    g_autofree char *key = NULL;
    int before;

    if (last == NULL)
        return board_fail_syntax(
            error, "'%s' precedes the first [GROUP], such as [experiment] or [players]", text);
    if (equals == NULL)
        return board_fail_syntax(error, "[%s]: '%s' is not KEY = VALUE%s", last->group, text,
                                 strchr(text, ':') != NULL ? "; write '=' after the key" : "");
    key = g_strchomp(g_strndup(text, (gsize)(equals - text)));
    before = note_name(reader, g_strconcat(last->group, "]", key, NULL), line);
    if (before > 0)
        return board_fail_syntax(error, "[%s] %s: the key is given twice (lines %d and %d)",
                                 last->group, key, before, line);
    add_entry(ini, last->group, key, line)->value = g_strstrip(g_strdup(equals + 1));
    return true;
}

static bool check_encoding(const char *text, GError **error)
{
    const char *end;
    int line = 1;

    if (g_utf8_validate(text, -1, &end))
        return true;
    for (; text < end; text++)
        line += *text == '\n';
    return board_fail_syntax(error, "line %d: the text is not UTF-8", line);
}

GPtrArray *ini_parse(const char *text, GError **error)
{
    g_autoptr(GPtrArray) ini = g_ptr_array_new_with_free_func(entry_free);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    IniReader reader = {ini, seen, 0};
    bool good = check_encoding(text, error);

    for (int i = 0; good && lines[i] != NULL; i++) {
        const char *line = g_strstrip(lines[i]);
        if (*line == '[')
            good = read_group(&reader, line, i + 1, error);
        else if (*line != '#' && *line != '\0')
            good = read_key(&reader, line, i + 1, error);
        if (!good)
            g_prefix_error(error, "line %d: ", i + 1);
    }
    return good ? g_steal_pointer(&ini) : NULL;
}

GPtrArray *ini_copy_without(const GPtrArray *ini, const char *group)
{
    GPtrArray *copy = g_ptr_array_new_with_free_func(entry_free);

    for (guint i = 0; i < ini->len; i++) {
        const IniEntry *from = ini->pdata[i];
        if (!g_str_equal(from->group, group)) {
            IniEntry *to = add_entry(copy, from->group, from->key, from->line);
            to->value = g_strdup(from->value);
            to->place = g_strdup(from->place);
        }
    }
    return copy;
}

IniEntry *ini_find(const GPtrArray *ini, const char *group, const char *key)
{
    for (guint i = 0; i < ini->len; i++) {
        IniEntry *entry = ini->pdata[i];
        if (g_str_equal(entry->group, group) && g_strcmp0(entry->key, key) == 0)
            return entry;
    }
    return NULL;
}

const char *ini_get(const GPtrArray *ini, const char *group, const char *key)
{
    const IniEntry *entry = ini_find(ini, group, key);

    return entry != NULL ? entry->value : NULL;
}

IniEntry *ini_set(GPtrArray *ini, const char *group, const char *key, const char *value)
{
    IniEntry *entry = ini_find(ini, group, key);

    if (ini_find(ini, group, NULL) == NULL)
        add_entry(ini, group, NULL, 0);
    if (entry == NULL)
        entry = add_entry(ini, group, key, 0);
    g_free(entry->value);
    entry->value = g_strstrip(g_strdup(value));
    return entry;
}

const IniEntry *ini_next_key(const GPtrArray *ini, const char *group, guint *at)
{
    while (*at < ini->len) {
        const IniEntry *entry = ini->pdata[(*at)++];
        if (entry->key != NULL && g_str_equal(entry->group, group))
            return entry;
    }
    return NULL;
}

const char *ini_next_group(const GPtrArray *ini, guint *at)
{
    while (*at < ini->len) {
        const IniEntry *entry = ini->pdata[(*at)++];
        if (entry->key == NULL)
            return entry->group;
    }
    return NULL;
}
