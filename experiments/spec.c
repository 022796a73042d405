#include "experiments/spec.h"

#include <string.h>

#include "experiments/error.h"
#include "experiments/spec_keys.h"
#include "experiments/spec_text.h"
#include "players/memory_store.h"
#include "players/player_level.h"
#include "players/player_search.h"

#define PLAYERS "players"
#define ENGINE "engine " /* what the name of an engine's group begins with */

/* What the reading of one text needs. */
typedef struct {
    const char *source;
    const char *folder;
    const char *name;
    GKeyFile *file;
    GHashTable *settings; /* "GROUP.KEY" to the text behind --set */
    Spec *spec;
} Reader;

/* Says what is wrong with @key (NULL: with the group) and where it was said; returns false. */
static bool fail(const Reader *reader, GError **error, const char *group, const char *key,
                 const char *format, ...) G_GNUC_PRINTF(5, 6);

static bool fail(const Reader *reader, GError **error, const char *group, const char *key,
                 const char *format, ...)
{
    g_autofree char *id = g_strdup_printf("%s.%s", group, key != NULL ? key : "");
    const char *setting = g_hash_table_lookup(reader->settings, id);
    g_autofree char *sentence = NULL;
    va_list args;

    va_start(args, format);
    sentence = g_strdup_vprintf(format, args);
    va_end(args);
    if (setting != NULL)
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, "--set %s: %s", setting,
                    sentence);
    else
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "%s: [%s]%s%s: %s",
                    reader->source, group, key != NULL ? " " : "", key != NULL ? key : "",
                    sentence);
    return false;
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
    return g_str_equal(group, PLAYERS) || g_str_has_prefix(group, ENGINE);
}

/* The keys of @group, for a reader who has mistyped one. Owner: the caller. */
static char *list_keys(const char *group)
{
    g_autoptr(GString) list = g_string_new(NULL);

    for (size_t i = 0; i < SPEC_KEY_COUNT; i++)
        if (g_str_equal(SPEC_KEYS[i].group, group))
            g_string_append_printf(list, "%s%s", list->len > 0 ? ", " : "", SPEC_KEYS[i].key);
    return g_string_free(g_steal_pointer(&list), FALSE);
}

static bool check_name(const Reader *reader, const char *name, GError **error)
{
    if (*name == '\0' || strlen(name) > SPEC_MAX_NAME || has_control_characters(name) ||
        strpbrk(name, ":;[]=#") != NULL)
        return fail(reader, error, PLAYERS, name,
                    "a short name has 1 to %d bytes and none of : ; [ ] = #", SPEC_MAX_NAME);
    return true;
}

/* The groups, for the same reader. Owner: the caller. */
static char *list_groups(void)
{
    GString *list = g_string_new(NULL);
    const char *group = "";

    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        if (g_str_equal(group, SPEC_KEYS[i].group))
            continue;
        group = SPEC_KEYS[i].group;
        g_string_append_printf(list, "%s, ", group);
        if (g_str_equal(group, "experiment"))
            g_string_append(list, PLAYERS ", ");
    }
    g_string_append(list, ENGINE "NAME");
    return g_string_free(list, FALSE);
}

/* Whether @key may stand in @group; NULL asks for the group alone. */
static bool check_key(const Reader *reader, const char *group, const char *key, GError **error)
{
    g_autofree char *keys = NULL;

    if (!group_exists(group)) {
        g_autofree char *groups = list_groups();
        return fail(reader, error, group, key, "there is no such group, only %s", groups);
    }
    if (g_str_has_prefix(group, ENGINE))
        return true; /* read_engines() knows more of it */
    if (key == NULL || spec_key_find(group, key) != NULL)
        return true;
    if (g_str_equal(group, PLAYERS))
        return check_name(reader, key, error);
    keys = list_keys(group);
    return fail(reader, error, group, key, "there is no such key; the group has %s", keys);
}

/* GKeyFile lets the last of several equal keys win in silence. */
static bool check_no_key_stands_twice(const Reader *reader, const char *text, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *group = g_strdup("");

    for (int i = 0; lines[i] != NULL; i++) {
        char *line = g_strstrip(lines[i]);
        if (*line == '[') {
            g_free(group);
            group = g_strndup(line + 1, strcspn(line + 1, "]"));
        } else if (*line != '#' && strchr(line, '=') != NULL) {
            *strchr(line, '=') = '\0';
            g_strchomp(line);
            if (!g_hash_table_add(seen, g_strdup_printf("%s]%s", group, line)))
                return fail(reader, error, group, line, "the key stands there twice (line %d)",
                            i + 1);
        }
    }
    return true;
}

static bool load_text(const Reader *reader, const char *text, GError **error)
{
    g_autoptr(GError) fault = NULL;
    const char *end;

    if (!g_utf8_validate(text, -1, &end)) {
        int line = 1;
        for (const char *c = text; c < end; c++)
            line += *c == '\n';
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "%s, line %d: no UTF-8",
                    reader->source, line);
        return false;
    }
    if (!g_key_file_load_from_data(reader->file, text, strlen(text), G_KEY_FILE_KEEP_TRANSLATIONS,
                                   &fault)) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "%s: %s", reader->source,
                    fault->message);
        return false;
    }
    return check_no_key_stands_twice(reader, text, error);
}

static bool apply_setting(const Reader *reader, const char *setting, GError **error)
{
    const char *dot = strchr(setting, '.');
    const char *equals = dot != NULL ? strchr(dot, '=') : NULL;
    g_autofree char *group = NULL;
    g_autofree char *key = NULL;

    if (equals == NULL || has_control_characters(setting) || !g_utf8_validate(setting, -1, NULL)) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE,
                    "--set %s: this is not GROUP.KEY=VALUE", setting);
        return false;
    }
    group = g_strstrip(g_strndup(setting, (gsize)(dot - setting)));
    key = g_strstrip(g_strndup(dot + 1, (gsize)(equals - dot - 1)));
    g_hash_table_insert(reader->settings, g_strdup_printf("%s.%s", group, key), g_strdup(setting));
    if (!check_key(reader, group, key, error))
        return false;
    g_key_file_set_value(reader->file, group, key, equals + 1);
    return true;
}

static bool check_all_keys(const Reader *reader, GError **error)
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

/* What stands behind the key, without blanks around it; NULL if nothing does. */
static char *get_value(const Reader *reader, const char *group, const char *key)
{
    char *value = g_key_file_get_value(reader->file, group, key, NULL);

    if (value != NULL && *g_strstrip(value) == '\0')
        g_clear_pointer(&value, g_free);
    return value;
}

static bool read_number(const char *text, const SpecKey *key, uint64_t *out_number)
{
    guint64 number;

    if (!g_ascii_string_to_unsigned(text, 10, key->min, key->max, &number, NULL))
        return false;
    *out_number = number;
    return true;
}

static bool read_real(const char *text, const SpecKey *key, double *out_number)
{
    char *end;

    *out_number = g_ascii_strtod(text, &end);
    return *text != '\0' && *end == '\0' && *out_number >= key->low && *out_number <= key->high;
}

static bool read_switch(const char *text, bool *out_on)
{
    if (!g_str_equal(text, "on") && !g_str_equal(text, "off"))
        return false;
    *out_on = g_str_equal(text, "on");
    return true;
}

static bool read_choice(const char *text, const SpecKey *key, int *out_choice)
{
    for (int i = 0; key->choices[i] != NULL; i++)
        if (g_str_equal(key->choices[i], text)) {
            *out_choice = i;
            return true;
        }
    return false;
}

/* A path from the command line starts where the user is, one in a file where the file is. */
static char *read_path(const Reader *reader, const SpecKey *key, const char *text)
{
    g_autofree char *id = g_strdup_printf("%s.%s", key->group, key->key);
    g_autofree char *folder = NULL;

    if (*text == '\0')
        return g_strdup("");
    if (reader->folder != NULL && !g_hash_table_contains(reader->settings, id))
        folder = g_canonicalize_filename(reader->folder, NULL);
    return g_canonicalize_filename(text, folder);
}

static bool read_value(const Reader *reader, const SpecKey *key, const char *text, void *member)
{
    switch (key->type) {
    case SPEC_TEXT:
        *(char **)member = g_strdup(text);
        return !has_control_characters(text);
    case SPEC_FILE:
        *(char **)member = read_path(reader, key, text);
        return !has_control_characters(text);
    case SPEC_NUMBER:
        return read_number(text, key, member);
    case SPEC_REAL:
        return read_real(text, key, member);
    case SPEC_SWITCH:
        return read_switch(text, member);
    case SPEC_CHOICE:
        return read_choice(text, key, member);
    }
    g_assert_not_reached();
}

static bool read_keys(const Reader *reader, GError **error)
{
    for (size_t i = 0; i < SPEC_KEY_COUNT; i++) {
        const SpecKey *key = &SPEC_KEYS[i];
        g_autofree char *value = get_value(reader, key->group, key->key);
        g_autofree char *values = spec_key_values(key);

        if (!read_value(reader, key, value != NULL ? value : key->standard,
                        (char *)reader->spec + key->offset))
            return fail(reader, error, key->group, key->key, "'%s' is not %s", value, values);
    }
    return true;
}

/* The name becomes a folder of results and a PGN tag. */
static bool check_experiment_name(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;

    if (*spec->name == '\0') {
        g_free(spec->name);
        spec->name = g_strdup(reader->name);
    }
    if (*spec->name == '\0' || *spec->name == '.' || strchr(spec->name, '/') != NULL ||
        strlen(spec->name) > SPEC_MAX_NAME)
        return fail(reader, error, "experiment", "name",
                    "'%s' names no folder: 1 to %d bytes, no / and no . in front", spec->name,
                    SPEC_MAX_NAME);
    return true;
}

static bool find_game(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;

    spec->game = game_by_name(spec->game_name);
    if (spec->game == NULL) {
        g_autofree char *names = game_list_names();
        return fail(reader, error, "experiment", "game", "there is no game '%s', only %s",
                    spec->game_name, names);
    }
    if (spec->game->sides == 2 && spec->format == SPEC_RANDOM_SEATS)
        return fail(reader, error, "experiment", "format",
                    "random-seats is for games of three sides, and %s has two", spec->game_name);
    if (spec->game->sides == 3 && spec->format != SPEC_ROUND_ROBIN &&
        spec->format != SPEC_RANDOM_SEATS)
        return fail(reader, error, "experiment", "format",
                    "%s has three sides: the format is round-robin or random-seats",
                    spec->game_name);
    return true;
}

static bool read_engine(const Reader *reader, const char *group, GError **error)
{
    g_auto(GStrv) keys = g_key_file_get_keys(reader->file, group, NULL, NULL);
    g_autofree char *name = g_strstrip(g_strdup(group + strlen(ENGINE)));

    for (int i = 0; keys[i] != NULL; i++) {
        g_autofree char *value = get_value(reader, group, keys[i]);
        g_autoptr(GError) fault = NULL;

        if (!engines_set(reader->spec->engines, name, keys[i], value != NULL ? value : "", &fault))
            return fail(reader, error, group, keys[i], "%s", fault->message);
    }
    return true;
}

static bool read_engines(const Reader *reader, GError **error)
{
    g_auto(GStrv) groups = g_key_file_get_groups(reader->file, NULL);

    reader->spec->engines = engines_new();
    for (int i = 0; groups[i] != NULL; i++)
        if (g_str_has_prefix(groups[i], ENGINE) && !read_engine(reader, groups[i], error))
            return false;
    return true;
}

/* The keys of a sweep stand for nothing in another format. */
static bool check_no_sweep(const Reader *reader, GError **error)
{
    const Spec *spec = reader->spec;
    const struct {
        const char *key, *value;
    } keys[] = {
        {"base", spec->sweep_base},
        {"logics", spec->sweep_logics},
        {"readings", spec->sweep_readings},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        if (*keys[i].value != '\0')
            return fail(reader, error, "sweep", keys[i].key, "it is read only with format sweep");
    return true;
}

static bool read_sweep(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;
    g_autoptr(GError) fault = NULL;

    if (spec->format != SPEC_SWEEP)
        return check_no_sweep(reader, error);
    if (*spec->sweep_base == '\0')
        return fail(reader, error, "sweep", "base", "a sweep needs a level to change");
    if (!sweep_begin(spec->sweep_base, &spec->sweep, &fault))
        return fail(reader, error, "sweep", "base", "%s", fault->message);
    if (!PLAYER_KIND_LEVEL.plays(spec->game))
        return fail(reader, error, "sweep", "base", "'%s' does not play %s", spec->sweep_base,
                    spec->game->name);
    if (!sweep_add_logics(&spec->sweep, spec->sweep_logics, &fault))
        return fail(reader, error, "sweep", "logics", "%s", fault->message);
    if (!sweep_add_readings(&spec->sweep, spec->sweep_readings, &fault))
        return fail(reader, error, "sweep", "readings", "%s", fault->message);
    if (!sweep_check(&spec->sweep, &fault))
        return fail(reader, error, "sweep", "logics", "%s", fault->message);
    return true;
}

/* What a run remembers must be told in one table, so what is frozen is one memory. */
static bool note_memory(const Reader *reader, const SpecPlayer *player, GError **error)
{
    Spec *spec = reader->spec;
    g_autofree char *ours = NULL, *theirs = NULL;

    if (player->memory == NULL || spec->memory != SPEC_MEMORY_FROZEN)
        return true;
    if (spec->frozen == NULL)
        spec->frozen = player->memory;
    if (g_str_equal(spec->frozen, player->memory))
        return true;
    ours = memory_store_mask(player->memory);
    theirs = memory_store_mask(spec->frozen);
    return fail(reader, error, PLAYERS, player->name,
                "only one memory can be frozen, and before '%s' there is '%s': "
                "[experiment] memory = live has any number",
                ours, theirs);
}

static bool read_player(const Reader *reader, const char *name, SpecPlayer *out_player,
                        GError **error)
{
    g_autofree char *text = get_value(reader, PLAYERS, name);
    g_autoptr(GError) fault = NULL;
    g_autoptr(Player) player = NULL;

    if (text == NULL)
        return fail(reader, error, PLAYERS, name, "the text that names the player is missing");
    player = player_new(text, reader->spec->engines, &fault);
    if (player == NULL)
        return fail(reader, error, PLAYERS, name, "%s", fault->message);
    if (!player_kind_plays(player->kind, reader->spec->game))
        return fail(reader, error, PLAYERS, name, "'%s' does not play %s", text,
                    reader->spec->game->name);
    *out_player = (SpecPlayer){
        .name = g_strdup(name),
        .text = player_describe(player),
        .given = g_steal_pointer(&text),
        .memory = g_strdup(player_search_memory(player)),
        .depends_on_machine = player->depends_on_machine,
    };
    if (out_player->memory != NULL && reader->spec->memory == SPEC_MEMORY_LIVE)
        out_player->depends_on_machine = true; /* on what others store */
    if (reader->spec->time_limit_ms > 0)
        out_player->depends_on_machine = true; /* on how long it takes */
    return true;
}

static bool read_players(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;
    const int points = spec->format == SPEC_SWEEP ? sweep_points(&spec->sweep) : 0;
    const gsize least = points > 0 ? 1 : (gsize)spec->game->sides,
                most = (gsize)(SPEC_MAX_PLAYERS - points);
    gsize count = 0;
    g_auto(GStrv) names = g_key_file_get_keys(reader->file, PLAYERS, &count, NULL);

    if (count < least || count > most)
        return fail(reader, error, PLAYERS, NULL,
                    "%" G_GSIZE_FORMAT " to %" G_GSIZE_FORMAT
                    " players are needed, there are %" G_GSIZE_FORMAT,
                    least, most, count);
    spec->players = g_new0(SpecPlayer, count + (gsize)points);
    while (spec->player_count < (int)count) {
        SpecPlayer *player = &spec->players[spec->player_count];
        if (!read_player(reader, names[spec->player_count], player, error))
            return false;
        spec->player_count++;
        if (!note_memory(reader, player, error))
            return false;
    }
    spec->named_count = spec->player_count;
    return true;
}

/* The number of the player with the short name @name, or -1. */
static int find_player(const Spec *spec, const char *name)
{
    for (int i = 0; i < spec->player_count; i++)
        if (g_str_equal(spec->players[i].name, name))
            return i;
    return -1;
}

static void add_pairing(Spec *spec, int player, int opponent)
{
    spec->pairings[spec->pairing_count++] = (SpecPairing){.player = player, .opponent = opponent};
}

/* How many pairings there can be. */
static size_t count_pairings(const Spec *spec)
{
    const size_t count = (size_t)spec->player_count;

    if (spec->format == SPEC_SWEEP)
        return count * (size_t)sweep_points(&spec->sweep);
    return spec->game->sides == 3 ? count * (count - 1) * (count - 2) / 6 : count * (count - 1) / 2;
}

static void pair_everybody(Spec *spec)
{
    for (int i = 0; i < spec->player_count; i++)
        for (int j = i + 1; j < spec->player_count; j++)
            add_pairing(spec, i, j);
}

/* All threes, in the order of their players. */
static void seat_everybody(Spec *spec)
{
    for (int i = 0; i < spec->player_count; i++)
        for (int j = i + 1; j < spec->player_count; j++)
            for (int k = j + 1; k < spec->player_count; k++)
                spec->pairings[spec->pairing_count++] = (SpecPairing){i, j, k};
}

static bool pair_hero(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;
    const int hero = find_player(spec, spec->hero);

    if (*spec->hero == '\0')
        return fail(reader, error, "experiment", "hero", "a gauntlet needs a hero");
    if (hero < 0)
        return fail(reader, error, "experiment", "hero", "no player is called '%s'", spec->hero);
    for (int i = 0; i < spec->player_count; i++)
        if (i != hero)
            add_pairing(spec, hero, i);
    return true;
}

static bool has_pairing(const Spec *spec, int player, int opponent)
{
    for (int i = 0; i < spec->pairing_count; i++) {
        const SpecPairing *pair = &spec->pairings[i];
        if ((pair->player == player && pair->opponent == opponent) ||
            (pair->player == opponent && pair->opponent == player))
            return true;
    }
    return false;
}

static bool read_pair(const Reader *reader, const char *text, GError **error)
{
    g_auto(GStrv) names = g_strsplit(text, ":", -1);
    int players[2];

    if (g_strv_length(names) != 2)
        return fail(reader, error, "experiment", "pairs", "'%s' is not two names, A:B", text);
    for (int i = 0; i < 2; i++) {
        players[i] = find_player(reader->spec, g_strstrip(names[i]));
        if (players[i] < 0)
            return fail(reader, error, "experiment", "pairs", "no player is called '%s'", names[i]);
    }
    if (players[0] == players[1])
        return fail(reader, error, "experiment", "pairs",
                    "'%s' pairs a player with itself: give it a second short name", text);
    if (has_pairing(reader->spec, players[0], players[1]))
        return fail(reader, error, "experiment", "pairs", "'%s' stands there twice", text);
    add_pairing(reader->spec, players[0], players[1]);
    return true;
}

static bool read_pairs(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;
    g_auto(GStrv) pairs = g_strsplit(spec->pairs, ";", -1);

    for (int i = 0; pairs[i] != NULL; i++)
        if (*g_strstrip(pairs[i]) != '\0' && !read_pair(reader, pairs[i], error))
            return false;
    return spec->pairing_count > 0 ||
           fail(reader, error, "experiment", "pairs", "there is no pairing");
}

/* Makes a player of each point of the sweep and pairs him with those that the text names. */
static bool pair_points(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;

    for (int point = 0; point < sweep_points(&spec->sweep); point++) {
        g_autofree char *name = sweep_point_name(&spec->sweep, point, SPEC_MAX_NAME);

        if (find_player(spec, name) >= 0)
            return fail(reader, error, PLAYERS, name, "a player of the sweep is called so");
        spec->players[spec->player_count++] = (SpecPlayer){
            .name = g_steal_pointer(&name),
            .text = sweep_point_player(&spec->sweep, point),
            .given = sweep_point_player(&spec->sweep, point),
        };
        for (int i = 0; i < spec->named_count; i++)
            add_pairing(spec, spec->player_count - 1, i);
    }
    return true;
}

/* A sequential test has one question, and a game that decides it. */
static bool pair_two(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;
    g_autoptr(GError) fault = NULL;

    if (spec->player_count != 2)
        return fail(reader, error, "experiment", "format", "sprt is for two players, there are %d",
                    spec->player_count);
    if (!sprt_check(&spec->sprt, &fault))
        return fail(reader, error, "sprt", NULL, "%s", fault->message);
    add_pairing(spec, 0, 1);
    return true;
}

static bool make_pairings(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;

    if (*spec->hero != '\0' && spec->format != SPEC_GAUNTLET)
        return fail(reader, error, "experiment", "hero", "only a gauntlet has a hero");
    if (*spec->pairs != '\0' && spec->format != SPEC_PAIRS)
        return fail(reader, error, "experiment", "pairs", "they are played only with format pairs");
    spec->pairings = g_new(SpecPairing, count_pairings(spec));
    switch ((SpecFormat)spec->format) {
    case SPEC_ROUND_ROBIN:
        if (spec->game->sides == 3)
            seat_everybody(spec);
        else
            pair_everybody(spec);
        return true;
    case SPEC_RANDOM_SEATS:
        spec->pairings[spec->pairing_count++] = (SpecPairing){0};
        return true;
    case SPEC_GAUNTLET:
        return pair_hero(reader, error);
    case SPEC_PAIRS:
        return read_pairs(reader, error);
    case SPEC_SPRT:
        return pair_two(reader, error);
    case SPEC_SWEEP:
        return pair_points(reader, error);
    }
    g_assert_not_reached();
}

/* What only three sides have. The original calls no draw, but an experiment may. */
static bool check_rules_of_three(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;
    g_autofree char *repetition = get_value(reader, "rules", "repetition");

    if (spec->rules_of == SPEC_RULES_THREECHESS && repetition == NULL)
        spec->repetition = false;
    if (spec->game->sides == 3)
        return true;
    if (spec->rules_of != SPEC_RULES_OWN)
        return fail(reader, error, "rules", "rules",
                    "threechess has three sides, and %s has its own rules alone", spec->game->name);
    return spec->time_limit_ms == 0 ||
           fail(reader, error, "rules", "time-limit-ms",
                "only games of three sides have clocks, and %s has two", spec->game->name);
}

static bool check_rules(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;

    if (!check_rules_of_three(reader, error))
        return false;
    /* Of three sides nobody counts moves without capture. */
    if (spec->rules_of == SPEC_RULES_OWN && !(spec->fifty_moves && spec->game->sides == 2) &&
        !spec->repetition && spec->max_plies == 0)
        return fail(reader, error, "rules", "max-plies",
                    "without fifty-moves, repetition and a limit a game may never end");
    spec->rules = (DrawRules){
        .fifty_moves = spec->fifty_moves,
        .repetition = spec->repetition,
        .insufficient_material = (InsufficientMaterial)spec->insufficient_material,
        .max_plies = (int)spec->max_plies,
    };
    return true;
}

static bool read_openings(const Reader *reader, GError **error)
{
    Spec *spec = reader->spec;
    g_autoptr(GError) fault = NULL;

    if (*spec->openings_file == '\0')
        return *spec->openings_sha256 == '\0' ||
               fail(reader, error, "openings", "sha256", "there is no file to check");
    if (spec->random_plies > 0)
        return fail(reader, error, "openings", "random-plies",
                    "openings come from a file or from random plies, not from both");
    if (!openings_read(spec->openings_file, spec->game, &spec->rules, &spec->openings, &fault))
        return fail(reader, error, "openings", "file", "%s", fault->message);
    if (*spec->openings_sha256 != '\0' &&
        g_ascii_strcasecmp(spec->openings_sha256, spec->openings.sha256) != 0)
        return fail(reader, error, "openings", "sha256", "%s has another checksum, %s",
                    spec->openings_file, spec->openings.sha256);
    g_free(spec->openings_sha256);
    spec->openings_sha256 = g_strdup(spec->openings.sha256);
    return true;
}

/* The pairings in one spelling, so that blanks make no other experiment. */
static void respell_pairs(Spec *spec)
{
    GString *text = g_string_new(NULL);

    for (int i = 0; spec->format == SPEC_PAIRS && i < spec->pairing_count; i++)
        g_string_append_printf(text, "%s%s:%s", i > 0 ? "; " : "",
                               spec->players[spec->pairings[i].player].name,
                               spec->players[spec->pairings[i].opponent].name);
    g_free(spec->pairs);
    spec->pairs = g_string_free(text, FALSE);
}

/* The lists of a sweep in one spelling; @readings: its readings, else its logics. */
static void respell_changes(const Sweep *sweep, bool readings, char **text)
{
    GString *list = g_string_new(NULL);

    for (int i = 0; i < sweep->changes; i++) {
        g_autofree char *name = sweep_change_name(sweep, i);
        if ((sweep->turned[i].readings != 0) == readings)
            g_string_append_printf(list, "%s%s", list->len > 0 ? "; " : "", name + 1);
    }
    g_free(*text);
    *text = g_string_free(list, FALSE);
}

static void respell_sweep(Spec *spec)
{
    if (spec->format != SPEC_SWEEP)
        return;
    g_free(spec->sweep_base);
    spec->sweep_base = sweep_point_player(&spec->sweep, 0);
    respell_changes(&spec->sweep, false, &spec->sweep_logics);
    respell_changes(&spec->sweep, true, &spec->sweep_readings);
}

static void resolve(Spec *spec)
{
    g_autofree char *text = NULL;

    respell_pairs(spec);
    respell_sweep(spec);
    spec->resolved = spec_text_write(spec, true);
    text = spec_text_write(spec, false);
    spec->identity = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

static bool read_spec(const Reader *reader, const char *text, const char *const *settings,
                      GError **error)
{
    if (!load_text(reader, text, error) || !check_all_keys(reader, error))
        return false;
    for (int i = 0; settings != NULL && settings[i] != NULL; i++)
        if (!apply_setting(reader, settings[i], error))
            return false;
    if (!read_keys(reader, error) || !check_experiment_name(reader, error) ||
        !find_game(reader, error) || !read_engines(reader, error) || !read_sweep(reader, error) ||
        !read_players(reader, error) || !make_pairings(reader, error) ||
        !check_rules(reader, error) || !read_openings(reader, error))
        return false;
    resolve(reader->spec);
    return true;
}

Spec *spec_parse(const char *text, const char *source, const char *folder, const char *name,
                 const char *const *settings, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GHashTable) table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(Spec) spec = g_new0(Spec, 1);
    const Reader reader = {source, folder, name, file, table, spec};

    return read_spec(&reader, text, settings, error) ? g_steal_pointer(&spec) : NULL;
}

Spec *spec_load(const char *path, const char *const *settings, GError **error)
{
    g_autofree char *text = NULL;
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *name = g_path_get_basename(path);
    gsize length;

    if (!g_file_get_contents(path, &text, &length, error))
        return NULL;
    if (strlen(text) != length) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "%s: this is no text",
                    path);
        return NULL;
    }
    if (g_str_has_suffix(name, ".ini"))
        name[strlen(name) - strlen(".ini")] = '\0';
    return spec_parse(text, path, folder, name, settings, error);
}

void spec_free(Spec *spec)
{
    for (size_t i = 0; i < SPEC_KEY_COUNT; i++)
        if (SPEC_KEYS[i].type == SPEC_TEXT || SPEC_KEYS[i].type == SPEC_FILE)
            g_free(*(char **)((char *)spec + SPEC_KEYS[i].offset));
    for (int i = 0; i < spec->player_count; i++) {
        g_free(spec->players[i].name);
        g_free(spec->players[i].text);
        g_free(spec->players[i].given);
        g_free(spec->players[i].memory);
    }
    g_free(spec->players);
    g_free(spec->pairings);
    g_clear_pointer(&spec->engines, engines_free);
    openings_clear(&spec->openings);
    g_free(spec->resolved);
    g_free(spec->identity);
    g_free(spec);
}
