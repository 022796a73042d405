#include "experiments/spec/spec_text.h"

#include <string.h>

#include "board/text_lines.h"
#include "experiments/tools/error.h"
#include "players/team_settings.h"

void *spec_reader_fail(const SpecReader *reader, const char *group, const char *key,
                       const char *format, ...)
{
    const IniEntry *entry = ini_find(reader->ini, group, key);
    const bool has_place = entry != NULL && entry->place != NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    va_list args;

    if (has_place) {
        g_string_append_printf(text, "%s: ", entry->place);
    } else {
        if (reader->source != NULL && entry != NULL && entry->line > 0)
            g_string_append_printf(text, "%s, line %d: ", reader->source, entry->line);
        else if (reader->source != NULL)
            g_string_append_printf(text, "%s: ", reader->source);
        g_string_append_printf(text, "[%s]%s%s: ", group, key != NULL ? " " : "",
                               key != NULL ? key : "");
    }
    va_start(args, format);
    g_string_append_vprintf(text, format, args);
    va_end(args);
    return reader->source == NULL || has_place
               ? experiments_fail_usage(reader->error, "%s", text->str)
               : experiments_fail(reader->error, "%s", text->str);
}

void *spec_reader_require_format(const SpecReader *reader, const char *group, const char *key,
                                 const char *format)
{
    return spec_reader_fail(reader, group, key, "it requires format = %s", format);
}

void *spec_reader_require_three(const SpecReader *reader, const char *group, const char *key)
{
    return spec_reader_fail(reader, group, key, "'%s' requires a game of three players, not %s",
                            spec_reader_get(reader, group, key), reader->spec->game_name);
}

static bool group_exists(const char *group)
{
    for (size_t i = 0; i < SPEC_KEY_COUNT; i++)
        if (g_str_equal(SPEC_KEYS[i].group, group))
            return true;
    return g_str_equal(group, SPEC_PLAYERS) || g_str_equal(group, SPEC_FACTORS) ||
           g_str_equal(group, SPEC_PARAMETERS) || g_str_has_prefix(group, SPEC_ENGINE) ||
           g_str_has_prefix(group, TEAM_GROUP);
}

char *spec_list_words(GPtrArray *words, const char *typed)
{
    g_autofree char *list = NULL, *question = NULL;

    g_ptr_array_add(words, NULL);
    list = g_strjoinv(", ", (char **)words->pdata);
    question = nearest_question_among(typed, (const char *const *)words->pdata);
    return g_strconcat(list, question, NULL);
}

/* The keys of @group, for a reader who has mistyped @key. Owner: the caller. */
static char *list_keys(const char *group, const char *key)
{
    g_autoptr(GPtrArray) keys = g_ptr_array_new();

    for (size_t i = 0; i < SPEC_KEY_COUNT; i++)
        if (g_str_equal(SPEC_KEYS[i].group, group))
            g_ptr_array_add(keys, (char *)SPEC_KEYS[i].member.name);
    return spec_list_words(keys, key);
}

/* The groups, for a reader who has mistyped @typed. Owner: the caller. */
static char *list_groups(const char *typed)
{
    static const char *const others[] = {SPEC_PLAYERS, SPEC_FACTORS, SPEC_PARAMETERS,
                                         SPEC_ENGINE "NAME", TEAM_GROUP "NAME"};
    g_autoptr(GPtrArray) groups = g_ptr_array_new();

    for (size_t i = 0; i < SPEC_KEY_COUNT; i++)
        if (i == 0 || !g_str_equal(SPEC_KEYS[i].group, SPEC_KEYS[i - 1].group))
            g_ptr_array_add(groups, (char *)SPEC_KEYS[i].group);
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
        g_ptr_array_add(groups, (char *)others[i]);
    return spec_list_words(groups, typed);
}

bool spec_reader_check_name(const SpecReader *reader, const char *group, const char *key,
                            const char *name)
{
    if (*name == '\0' || strlen(name) > SPEC_MAX_NAME || text_has_control(name) ||
        strpbrk(name, ":;[]=#") != NULL)
        return spec_reader_fail(
            reader, group, key,
            "'%s' is not a short name: it must have 1 to %d bytes and contain none of : ; [ ] = #",
            name, SPEC_MAX_NAME);
    return true;
}

/* Whether @key may stand in @group; NULL asks for the group alone. */
static bool check_key(const SpecReader *reader, const char *group, const char *key)
{
    g_autofree char *keys = NULL;

    if (!group_exists(group)) {
        g_autofree char *groups = list_groups(group);
        return spec_reader_fail(reader, group, key, "there is no such group; the groups are %s",
                                groups);
    }
    if (g_str_has_prefix(group, SPEC_ENGINE) || g_str_has_prefix(group, TEAM_GROUP) ||
        g_str_equal(group, SPEC_FACTORS))
        return true; /* those that read their values check their keys */
    if (key == NULL || spec_key_find(group, key) != NULL)
        return true;
    if (g_str_equal(group, SPEC_PLAYERS) || g_str_equal(group, SPEC_PARAMETERS))
        return spec_reader_check_name(reader, group, key, key);
    keys = list_keys(group, key);
    return spec_reader_fail(reader, group, key, "there is no such key; the keys are %s", keys);
}

/* Of which group the key of @setting, "games=4", is, to end a sentence with. Owner: the caller. */
static char *guess_group(const char *setting)
{
    const size_t length = strcspn(setting, "=");

    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const char *name = SPEC_KEYS[i].member.name;
        if (text_is(setting, length, name))
            return g_strdup_printf("; did you mean '%s.%s'?", SPEC_KEYS[i].group, setting);
    }
    return g_strdup("");
}

/* Says that @value is not what @key may have, and what may help. */
static bool fail_value(const SpecReader *reader, const SpecKey *key, const char *value)
{
    g_autofree char *bare_values = spec_key_values(key);
    g_autofree char *values = member_values_in_words(&key->member, bare_values);
    g_autofree char *help = NULL;

    if (strpbrk(value, "#;") != NULL)
        help = g_strdup("; a comment is a separate line that begins with #");
    else
        help = key->member.type == MEMBER_NAME ? nearest_question_among(value, key->member.names)
                                               : g_strdup("");
    return spec_reader_fail(reader, key->group, key->member.name, "'%s' is not %s%s", value, values,
                            help);
}

/* Whether @key can have the value of @setting: a later setting may replace it before it is read. */
static bool check_setting(const SpecReader *reader, const SpecKey *key, const IniEntry *setting)
{
    g_autofree Spec *spec = NULL;

    if (key == NULL || key->member.type == MEMBER_STRING)
        return true;
    spec = g_new0(Spec, 1);
    return member_parse(&key->member, setting->value, spec) ||
           fail_value(reader, key, setting->value);
}

static bool apply_setting(const SpecReader *reader, const char *setting)
{
    const char *dot = strchr(setting, '.');
    const char *equals = dot != NULL ? strchr(dot, '=') : NULL;
    g_autofree char *group = NULL;
    g_autofree char *key = NULL;
    IniEntry *entry;

    if (equals == NULL || text_has_control(setting) || !g_utf8_validate(setting, -1, NULL)) {
        g_autofree char *question = guess_group(setting);
        return experiments_fail_usage(reader->error, "--set %s: it is not GROUP.KEY=VALUE%s",
                                      setting, question);
    }
    group = g_strstrip(g_strndup(setting, (gsize)(dot - setting)));
    key = g_strstrip(g_strndup(dot + 1, (gsize)(equals - dot - 1)));
    entry = ini_set(reader->ini, group, key, equals + 1);
    g_free(entry->place);
    entry->place = g_strconcat("--set ", setting, NULL);
    return check_key(reader, group, key) && check_setting(reader, spec_key_find(group, key), entry);
}

const char *spec_reader_get(const SpecReader *reader, const char *group, const char *key)
{
    const char *value = ini_get(reader->ini, group, key);

    return value != NULL && *value != '\0' ? value : NULL;
}

static bool check_all_keys(const SpecReader *reader)
{
    for (guint i = 0; i < reader->ini->len; i++) {
        const IniEntry *entry = reader->ini->pdata[i];
        if (!check_key(reader, entry->group, entry->key))
            return false;
    }
    return true;
}

char *spec_reader_path(const SpecReader *reader, const char *group, const char *key,
                       const char *path)
{
    const IniEntry *entry = ini_find(reader->ini, group, key);
    g_autofree char *folder = NULL;

    if (reader->folder != NULL && (entry == NULL || entry->place == NULL))
        folder = g_canonicalize_filename(reader->folder, NULL);
    return g_canonicalize_filename(path, folder);
}

/* The paths of @text, whole. */
static char *read_paths(const SpecReader *reader, const SpecKey *key, const char *text)
{
    g_auto(GStrv) paths = g_strsplit(text, ";", key->files == SPEC_ONE_FILE ? 1 : -1);
    g_autoptr(GString) all = g_string_new(NULL);

    for (char **path = paths; *path != NULL; path++)
        if (*g_strstrip(*path) != '\0') {
            g_autofree char *whole = spec_reader_path(reader, key->group, key->member.name, *path);
            g_string_append_printf(all, "%s%s", all->len > 0 ? "; " : "", whole);
        }
    return g_strdup(all->str);
}

static bool read_value(const SpecReader *reader, const SpecKey *key, const char *text)
{
    g_autofree char *paths = NULL;

    if (key->files != SPEC_NO_FILE)
        text = paths = read_paths(reader, key, text);
    return member_parse(&key->member, text, reader->spec);
}

bool spec_reader_fill(const SpecReader *reader)
{
    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const SpecKey *key = &SPEC_KEYS[i];
        const char *value = spec_reader_get(reader, key->group, key->member.name);
        const bool is_empty = value == NULL && key->member.type != MEMBER_STRING &&
                              ini_find(reader->ini, key->group, key->member.name) != NULL;

        if (is_empty || !read_value(reader, key, value != NULL ? value : key->standard))
            return fail_value(reader, key, value != NULL ? value : "");
    }
    return true;
}

bool spec_reader_load(SpecReader *reader, const char *text, const char *const *settings)
{
    g_autoptr(GError) fault = NULL;

    reader->ini = ini_parse(text_skip_mark(text), &fault);
    if (reader->ini == NULL)
        return reader->source != NULL
                   ? experiments_fail(reader->error, "%s, %s", reader->source, fault->message)
                   : experiments_fail_usage(reader->error, "%s", fault->message);
    if (!check_all_keys(reader))
        return false;
    for (int i = 0; settings != NULL && settings[i] != NULL; i++)
        if (!apply_setting(reader, settings[i]))
            return false;
    return true;
}

bool spec_check_format_of_two(const SpecReader *reader)
{
    return reader->spec->format != SPEC_RANDOM_SEATS ||
           spec_reader_require_three(reader, "experiment", "format");
}

/* Writing and comparing */

/* The line of @key, unless it is to be left out. */
static void append_key(GString *text, const SpecKey *key, const Spec *spec, bool with_paths)
{
    g_autofree char *value = member_format(&key->member, spec);

    if ((key->files == SPEC_NO_FILE || with_paths) &&
        !(key->omits_standard && g_str_equal(value, key->standard)))
        g_string_append_printf(text, "%s=%s\n", key->member.name, value);
}

static void append_players(GString *text, const Spec *spec)
{
    g_string_append(text, "\n[players]\n");
    if (spec->factors.count > 0) {
        g_autofree char *factors = factors_format(&spec->factors);
        g_string_append_printf(text, "%s\n[factors]\n%s", spec->factors_players, factors);
        return;
    }
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
        const Member *member = &ENGINE_KEYS[i].member;
        g_autofree char *value = member_format(member, engine);
        g_string_append_printf(text, "%s=%s\n", member->name, value);
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

/* A key in which two texts differ, and what they say; NULL: they do not have it. */
typedef struct {
    const char *group, *key, *there, *here;
} Difference;

static bool is_file(const Difference *difference)
{
    return g_str_equal(difference->group, "openings") &&
           (g_str_equal(difference->key, "file") || g_str_equal(difference->key, "sets"));
}

/* An engine of which only one says something plays only there; a text without asynchronous games
 * says nothing of them. */
static bool counts_for_games(const Difference *difference)
{
    const char *group = difference->group;

    if (g_str_has_prefix(group, SPEC_ENGINE) || g_str_equal(group, "async"))
        return difference->there != NULL && difference->here != NULL;
    return (g_str_equal(group, "experiment") && g_str_equal(difference->key, "game")) ||
           g_str_equal(group, "rules") || (g_str_equal(group, "openings") && !is_file(difference));
}

/* An engine that plays only in the larger experiment is new there. */
static bool is_fixed(const Difference *difference)
{
    const char *group = difference->group, *key = difference->key;

    if (g_str_has_prefix(group, SPEC_ENGINE))
        return difference->there != NULL;
    if (g_str_equal(group, SPEC_FACTORS) && !g_str_equal(key, "design"))
        return difference->there == NULL || difference->here == NULL;
    return !g_str_equal(group, SPEC_PLAYERS) &&
           !(g_str_equal(group, "experiment") &&
             (g_str_equal(key, "games") || g_str_equal(key, "pairs")));
}

static bool counts(const Difference *difference, SpecTextScope scope)
{
    if (scope == SPEC_TEXT_GAMES)
        return counts_for_games(difference);
    return !is_file(difference) && (scope == SPEC_TEXT_ALL || is_fixed(difference));
}

static char *quote_value(const char *value)
{
    return value != NULL ? g_strdup_printf("'%s'", value) : g_strdup("missing");
}

static char *tell_difference(const Difference *found, const char *there_name, const char *here_name)
{
    g_autofree char *there = quote_value(found->there);
    g_autofree char *here = quote_value(found->here);

    return g_strdup_printf("[%s] %s is %s in '%s', but %s in %s", found->group, found->key, there,
                           there_name, here, here_name);
}

char *spec_text_difference(const char *there, const char *there_name, const char *here,
                           const char *here_name, SpecTextScope scope)
{
    g_autoptr(GPtrArray) theirs = ini_parse(there, NULL);
    g_autoptr(GPtrArray) ours = ini_parse(here, NULL);
    g_autofree char *name =
        here_name != NULL ? g_strdup_printf("'%s'", here_name) : g_strdup("this experiment");

    if (theirs == NULL || ours == NULL)
        return NULL; /* of a damaged run */
    for (guint i = 0; i < theirs->len + ours->len; i++) {
        const IniEntry *of = i < theirs->len ? theirs->pdata[i] : ours->pdata[i - theirs->len];
        const Difference found = {of->group, of->key, ini_get(theirs, of->group, of->key),
                                  ini_get(ours, of->group, of->key)};
        if (g_strcmp0(found.there, found.here) != 0 && counts(&found, scope))
            return tell_difference(&found, there_name, name);
    }
    return NULL;
}
