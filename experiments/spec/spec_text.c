#include "experiments/spec/spec_text.h"

#include <string.h>

#include "experiments/spec/spec_keys.h"

/* The line of @key, unless it is to be left out. */
static void append_key(GString *text, const SpecKey *key, const Spec *spec, bool with_paths)
{
    g_autofree char *value = member_format(&key->member, spec);

    if ((key->files == SPEC_NO_FILE || with_paths) &&
        !(key->omits_standard && g_str_equal(value, key->standard)))
        g_string_append_printf(text, "%s=%s\n", key->member.name, value);
}

/* The players of a sweep follow from its group. */
static void append_players(GString *text, const Spec *spec)
{
    g_string_append(text, "\n[players]\n");
    for (int i = 0; i < spec->named_count; i++)
        g_string_append_printf(text, "%s=%s\n", spec->players[i].name, spec->players[i].text);
}

static void append_parameters(GString *text, const Tuning *tuning)
{
    g_string_append(text, "\n[parameters]\n");
    for (int i = 0; i < tuning_count(tuning); i++) {
        g_autofree char *values = tuning_format(tuning_parameter(tuning, i));
        g_string_append_printf(text, "%s=%s\n", tuning_parameter(tuning, i)->name, values);
    }
}

static bool has_player_with(const Spec *spec, const EngineSettings *engine)
{
    g_autofree char *begin = g_strdup_printf("engine:%s,", engine->name);

    for (int i = 0; i < spec->player_count; i++)
        if (g_str_has_prefix(spec->players[i].text, begin))
            return true;
    return false;
}

static void append_engine(GString *text, const EngineSettings *engine)
{
    g_string_append_printf(text, "\n[engine %s]\n", engine->name);
    for (size_t i = 0; i < ENGINE_KEY_COUNT; i++) {
        g_autofree char *value = engine_settings_get(engine, ENGINE_KEYS[i].key);
        g_string_append_printf(text, "%s=%s\n", ENGINE_KEYS[i].key, value);
    }
}

/* The engines that play, with all that is known of them: another program may know otherwise. */
static void append_engines(GString *text, const Spec *spec)
{
    const EngineSettings *engine;

    for (size_t i = 0; i < ENGINE_PRESET_COUNT; i++) {
        engine = engines_find(spec->engines, ENGINE_PRESETS[i].name);
        if (has_player_with(spec, engine))
            append_engine(text, engine);
    }
    for (size_t i = 0; (engine = engines_at(spec->engines, i)) != NULL; i++)
        if (engines_find(NULL, engine->name) == NULL && has_player_with(spec, engine))
            append_engine(text, engine);
}

char *spec_text_write(const Spec *spec, bool with_paths)
{
    GString *text = g_string_new(NULL);
    const char *group = "";

    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const SpecKey *key = &SPEC_KEYS[i];
        if (g_str_equal(key->group, "tune") && spec->format != SPEC_TUNE)
            continue; /* what was a spec before there was the group stays the same one */
        if (!g_str_equal(group, key->group)) {
            if (g_str_equal(group, "experiment"))
                append_players(text, spec);
            if (g_str_equal(group, "tune"))
                append_parameters(text, &spec->tuning);
            g_string_append_printf(text, "%s[%s]\n", i > 0 ? "\n" : "", key->group);
            group = key->group;
        }
        append_key(text, key, spec, with_paths);
    }
    append_engines(text, spec);
    return g_string_free(text, FALSE);
}

/* Every key of the resolved texts, "[group] key", to its value; in the order of @out_ids. */
static GHashTable *index_values(const char *text, GPtrArray *out_ids)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_auto(GStrv) groups = NULL;
    GHashTable *values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);

    g_key_file_load_from_data(file, text, strlen(text), G_KEY_FILE_KEEP_TRANSLATIONS, NULL);
    groups = g_key_file_get_groups(file, NULL);
    for (int i = 0; groups[i] != NULL; i++) {
        g_auto(GStrv) keys = g_key_file_get_keys(file, groups[i], NULL, NULL);
        for (int j = 0; keys != NULL && keys[j] != NULL; j++) {
            char *id = g_strdup_printf("[%s] %s", groups[i], keys[j]);
            g_ptr_array_add(out_ids, g_strdup(id));
            g_hash_table_insert(values, id, g_key_file_get_value(file, groups[i], keys[j], NULL));
        }
    }
    return values;
}

/* A key in which two texts differ, and what they say; NULL: they do not have it. */
typedef struct {
    const char *id, *there, *here;
} Difference;

static bool counts(const Difference *difference)
{
    return !g_str_equal(difference->id, "[openings] file") &&
           !g_str_equal(difference->id, "[openings] sets");
}

/* An engine of which only one says something plays only there; a text without games in time says
 * nothing of them. */
static bool counts_for_games(const Difference *difference)
{
    const char *id = difference->id;

    if (g_str_has_prefix(id, "[engine ") || g_str_has_prefix(id, "[async]"))
        return difference->there != NULL && difference->here != NULL;
    return g_str_equal(id, "[experiment] game") || g_str_has_prefix(id, "[rules]") ||
           (g_str_has_prefix(id, "[openings]") && counts(difference));
}

/* The first difference that @wanted takes, as a sentence; NULL if there is none. */
static char *find_difference(const char *there, const char *there_name, const char *here,
                             const char *here_name, bool (*wanted)(const Difference *difference))
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) theirs = index_values(there, ids);
    g_autoptr(GHashTable) ours = index_values(here, ids);

    for (guint i = 0; i < ids->len; i++) {
        const char *id = g_ptr_array_index(ids, i);
        const Difference found = {id, g_hash_table_lookup(theirs, id),
                                  g_hash_table_lookup(ours, id)};
        if (g_strcmp0(found.there, found.here) != 0 && wanted(&found))
            return g_strdup_printf("%s is '%s' %s, '%s' %s", id,
                                   found.there != NULL ? found.there : "", there_name,
                                   found.here != NULL ? found.here : "", here_name);
    }
    return NULL;
}

char *spec_text_difference(const char *there, const char *here)
{
    return find_difference(there, "there", here, "here", counts);
}

char *spec_text_difference_of_games(const char *there, const char *there_name, const char *here,
                                    const char *here_name)
{
    g_autofree char *in_there = g_strconcat("in ", there_name, NULL);
    g_autofree char *in_here = g_strconcat("in ", here_name, NULL);

    return find_difference(there, in_there, here, in_here, counts_for_games);
}
