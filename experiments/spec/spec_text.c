#include "experiments/spec/spec_text.h"

#include <string.h>

#include "board/text_lines.h"
#include "experiments/tools/error.h"
#include "players/team_settings.h"

/* "FILE, line 7", where @key (NULL: the group) stands, or "FILE" if it does not. Owner: the caller.
 */
static char *find_place(const SpecReader *reader, const char *group, const char *key)
{
    g_autofree char *id =
        key != NULL ? g_strdup_printf("%s]%s", group, key) : g_strdup_printf("[%s]", group);
    const int line = GPOINTER_TO_INT(g_hash_table_lookup(reader->lines, id));

    return line > 0 ? g_strdup_printf("%s, line %d", reader->source, line)
                    : g_strdup(reader->source);
}

bool spec_reader_fail(const SpecReader *reader, GError **error, const char *group, const char *key,
                      const char *format, ...)
{
    g_autofree char *id = g_strdup_printf("%s.%s", group, key != NULL ? key : "");
    g_autofree char *place = find_place(reader, group, key);
    const char *setting = g_hash_table_lookup(reader->settings, id);
    g_autofree char *sentence = NULL;
    va_list args;

    va_start(args, format);
    sentence = g_strdup_vprintf(format, args);
    va_end(args);
    if (setting != NULL)
        return experiments_fail_usage(error, "--set %s: %s", setting, sentence);
    return experiments_fail(error, "%s: [%s]%s%s: %s", place, group, key != NULL ? " " : "",
                            key != NULL ? key : "", sentence);
}

static bool has_control_characters(const char *text)
{
    for (; *text != '\0'; text++)
        if (g_ascii_iscntrl(*text))
            return true;
    return false;
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

/* The list of @words for a reader who has mistyped @typed. Owner: the caller. */
static char *list_words(GPtrArray *words, const char *typed)
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
    return list_words(keys, key);
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
    return list_words(groups, typed);
}

bool spec_reader_check_name(const SpecReader *reader, const char *group, const char *key,
                            const char *name, GError **error)
{
    if (*name == '\0' || strlen(name) > SPEC_MAX_NAME || has_control_characters(name) ||
        strpbrk(name, ":;[]=#") != NULL)
        return spec_reader_fail(reader, error, group, key,
                                "'%s' is not a short name: 1 to %d bytes, none of : ; [ ] = #",
                                name, SPEC_MAX_NAME);
    return true;
}

/* Whether @key may stand in @group; NULL asks for the group alone. */
static bool check_key(const SpecReader *reader, const char *group, const char *key, GError **error)
{
    g_autofree char *keys = NULL;

    if (!group_exists(group)) {
        g_autofree char *groups = list_groups(group);
        return spec_reader_fail(reader, error, group, key, "there is no such group, only %s",
                                groups);
    }
    if (g_str_has_prefix(group, SPEC_ENGINE) || g_str_has_prefix(group, TEAM_GROUP) ||
        g_str_equal(group, SPEC_FACTORS))
        return true; /* those that read their values check their keys */
    if (key == NULL || spec_key_find(group, key) != NULL)
        return true;
    if (g_str_equal(group, SPEC_PLAYERS) || g_str_equal(group, SPEC_PARAMETERS))
        return spec_reader_check_name(reader, group, key, key, error);
    keys = list_keys(group, key);
    return spec_reader_fail(reader, error, group, key, "there is no such key; the group has %s",
                            keys);
}

static bool fail_line(const SpecReader *reader, int line, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

static bool fail_line(const SpecReader *reader, int line, GError **error, const char *format, ...)
{
    g_autofree char *sentence = NULL;
    va_list args;

    va_start(args, format);
    sentence = g_strdup_vprintf(format, args);
    va_end(args);
    return experiments_fail(error, "%s, line %d: %s", reader->source, line, sentence);
}

/* Lines under way. */
typedef struct {
    GHashTable *lines;
    char *group; /* of the line; NULL: before the first */
} LineCheck;

/* The line in which @id stood before, or 0. Takes @id. */
static int note_line(LineCheck *check, char *id, int line)
{
    const int before = GPOINTER_TO_INT(g_hash_table_lookup(check->lines, id));

    g_hash_table_insert(check->lines, id, GINT_TO_POINTER(line));
    return before;
}

static bool check_group_line(LineCheck *check, const SpecReader *reader, const char *text, int line,
                             GError **error)
{
    const char *end = strchr(text, ']');
    int before;

    if (end == NULL || end[1] != '\0')
        return fail_line(reader, line, error, "'%s' is not a [GROUP] alone on its line", text);
    g_free(check->group);
    check->group = g_strndup(text + 1, (gsize)(end - text) - 1);
    before = note_line(check, g_strdup(text), line);
    return before == 0 ||
           fail_line(reader, line, error, "the group %s is already on line %d: put its keys there",
                     text, before);
}

static bool check_key_line(LineCheck *check, const SpecReader *reader, const char *text, int line,
                           GError **error)
{
    const char *equals = strchr(text, '=');
    g_autofree char *key = NULL;
    int before;

    if (check->group == NULL)
        return fail_line(reader, line, error,
                         "'%s' precedes the first [GROUP], such as [experiment] or [players]",
                         text);
    if (equals == NULL)
        return fail_line(reader, line, error, "[%s]: '%s' is not KEY = VALUE%s", check->group, text,
                         strchr(text, ':') != NULL ? ", with = instead of :" : "");
    key = g_strchomp(g_strndup(text, (gsize)(equals - text)));
    before = note_line(check, g_strdup_printf("%s]%s", check->group, key), line);
    return before == 0 ||
           spec_reader_fail(reader, error, check->group, key,
                            "the key is given twice (lines %d and %d)", before, line);
}

/* What GKeyFile says without a line, or takes in silence: it merges groups, and of equal keys the
 * last one wins. */
static bool check_lines(const SpecReader *reader, const char *text, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    LineCheck check = {.lines = reader->lines};
    bool good = true;

    for (int i = 0; good && lines[i] != NULL; i++) {
        const char *line = g_strstrip(lines[i]);
        if (*line == '[')
            good = check_group_line(&check, reader, line, i + 1, error);
        else if (*line != '#' && *line != '\0')
            good = check_key_line(&check, reader, line, i + 1, error);
    }
    g_free(check.group);
    return good;
}

static bool load_text(const SpecReader *reader, const char *text, GError **error)
{
    g_autoptr(GError) fault = NULL;
    const char *end;

    if (!g_utf8_validate(text, -1, &end)) {
        int line = 1;
        for (const char *c = text; c < end; c++)
            line += *c == '\n';
        return fail_line(reader, line, error, "no UTF-8");
    }
    if (!check_lines(reader, text, error))
        return false;
    if (!g_key_file_load_from_data(reader->file, text, strlen(text), G_KEY_FILE_KEEP_TRANSLATIONS,
                                   &fault))
        return experiments_fail(error, "%s: %s", reader->source, fault->message);
    return true;
}

/* Of which group the key of @setting, "games=4", is, to end a sentence with. Owner: the caller. */
static char *guess_group(const char *setting)
{
    const size_t length = strcspn(setting, "=");

    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const char *name = SPEC_KEYS[i].member.name;
        if (strlen(name) == length && strncmp(name, setting, length) == 0)
            return g_strdup_printf("; did you mean '%s.%s'?", SPEC_KEYS[i].group, setting);
    }
    return g_strdup("");
}

static bool apply_setting(const SpecReader *reader, const char *setting, GError **error)
{
    const char *dot = strchr(setting, '.');
    const char *equals = dot != NULL ? strchr(dot, '=') : NULL;
    g_autofree char *group = NULL;
    g_autofree char *key = NULL;

    if (equals == NULL || has_control_characters(setting) || !g_utf8_validate(setting, -1, NULL)) {
        g_autofree char *question = guess_group(setting);
        return experiments_fail_usage(error, "--set %s: it is not GROUP.KEY=VALUE%s", setting,
                                      question);
    }
    group = g_strstrip(g_strndup(setting, (gsize)(dot - setting)));
    key = g_strstrip(g_strndup(dot + 1, (gsize)(equals - dot - 1)));
    g_hash_table_insert(reader->settings, g_strdup_printf("%s.%s", group, key), g_strdup(setting));
    if (!check_key(reader, group, key, error))
        return false;
    g_key_file_set_value(reader->file, group, key, equals + 1);
    return true;
}

char *spec_reader_get(const SpecReader *reader, const char *group, const char *key)
{
    char *value = g_key_file_get_value(reader->file, group, key, NULL);

    if (value != NULL && *g_strstrip(value) == '\0')
        g_clear_pointer(&value, g_free);
    return value;
}

static bool check_all_keys(const SpecReader *reader, GError **error)
{
    g_auto(GStrv) groups = g_key_file_get_groups(reader->file, NULL);

    for (int i = 0; groups[i] != NULL; i++) {
        g_auto(GStrv) keys = g_key_file_get_keys(reader->file, groups[i], NULL, NULL);
        if (!check_key(reader, groups[i], NULL, error))
            return false;
        for (int j = 0; keys[j] != NULL; j++)
            if (!check_key(reader, groups[i], keys[j], error))
                return false;
    }
    return true;
}

/* A path from the command line starts where the user is, one in a file where the file is. */
static char *read_path(const SpecReader *reader, const SpecKey *key, const char *text)
{
    g_autofree char *id = g_strdup_printf("%s.%s", key->group, key->member.name);
    g_autofree char *folder = NULL;

    if (*text == '\0')
        return g_strdup("");
    if (reader->folder != NULL && !g_hash_table_contains(reader->settings, id))
        folder = g_canonicalize_filename(reader->folder, NULL);
    return g_canonicalize_filename(text, folder);
}

/* The same of each. */
static char *read_paths(const SpecReader *reader, const SpecKey *key, const char *text)
{
    g_auto(GStrv) paths = g_strsplit(text, ";", -1);
    g_autoptr(GString) all = g_string_new(NULL);

    for (char **path = paths; *path != NULL; path++) {
        g_autofree char *whole = read_path(reader, key, g_strstrip(*path));
        if (*whole != '\0')
            g_string_append_printf(all, "%s%s", all->len > 0 ? "; " : "", whole);
    }
    return g_strdup(all->str);
}

static bool read_value(const SpecReader *reader, const SpecKey *key, const char *text)
{
    g_autofree char *paths = NULL;

    if (key->files == SPEC_ONE_FILE)
        text = paths = read_path(reader, key, text);
    else if (key->files == SPEC_SOME_FILES)
        text = paths = read_paths(reader, key, text);
    return member_parse(&key->member, text, reader->spec);
}

/* Says that @value is not what @key may have, and what may help. */
static bool fail_value(const SpecReader *reader, const SpecKey *key, const char *value,
                       GError **error)
{
    g_autofree char *values = spec_key_values(key);
    g_autofree char *help = NULL;

    if (strpbrk(value, "#;") != NULL)
        help = g_strdup("; a comment is a separate line that begins with #");
    else
        help = key->member.type == MEMBER_NAME ? nearest_question_among(value, key->member.names)
                                               : g_strdup("");
    return spec_reader_fail(reader, error, key->group, key->member.name, "'%s' is not %s%s", value,
                            values, help);
}

bool spec_reader_fill(const SpecReader *reader, GError **error)
{
    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const SpecKey *key = &SPEC_KEYS[i];
        g_autofree char *value = spec_reader_get(reader, key->group, key->member.name);
        g_autofree char *values = spec_key_values(key);

        if (value == NULL && key->member.type != MEMBER_STRING &&
            g_key_file_has_key(reader->file, key->group, key->member.name, NULL))
            return spec_reader_fail(reader, error, key->group, key->member.name,
                                    "the value after = is missing, %s; the default is %s", values,
                                    key->standard);
        if (!read_value(reader, key, value != NULL ? value : key->standard))
            return fail_value(reader, key, value, error);
    }
    return true;
}

bool spec_reader_load(const SpecReader *reader, const char *text, const char *const *settings,
                      GError **error)
{
    if (!load_text(reader, text_skip_mark(text), error) || !check_all_keys(reader, error))
        return false;
    for (int i = 0; settings != NULL && settings[i] != NULL; i++)
        if (!apply_setting(reader, settings[i], error))
            return false;
    return spec_reader_fill(reader, error);
}

bool spec_check_format_of_two(const SpecReader *reader, GError **error)
{
    return reader->spec->format != SPEC_RANDOM_SEATS ||
           spec_reader_fail(reader, error, "experiment", "format",
                            "random-seats is for games of three sides; %s has two",
                            reader->spec->game_name);
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

/* An engine of which only one says something plays only there; a text without asynchronous games
 * says nothing of them. */
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
