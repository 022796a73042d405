#include "experiments/run/run_members.h"

#include <string.h>

#include "experiments/tools/error.h"
#include "experiments/tools/file_sum.h"
#include "experiments/tools/json_members.h"
#include "players/engine/process.h"

/* The spec */

/* All values as texts, as they stand in the spec. */
static void write_spec(JsonBuilder *json, const char *name, const void *value)
{
    const Provenance *provenance = value;
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_auto(GStrv) groups = NULL;

    g_key_file_load_from_data(file, provenance->resolved, strlen(provenance->resolved),
                              G_KEY_FILE_KEEP_TRANSLATIONS, NULL);
    groups = g_key_file_get_groups(file, NULL);
    json_begin_object(json, name);
    for (int i = 0; groups[i] != NULL; i++) {
        g_auto(GStrv) keys = g_key_file_get_keys(file, groups[i], NULL, NULL);
        json_begin_object(json, groups[i]);
        for (int j = 0; keys[j] != NULL; j++) {
            g_autofree char *text = g_key_file_get_value(file, groups[i], keys[j], NULL);
            json_add_text(json, keys[j], text);
        }
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

static bool append_group(GString *text, JsonMembers *groups, const char *group)
{
    JsonMembers keys;
    JsonObjectIter iter;
    const char *key;
    JsonNode *node;

    if (!json_members_object(groups, group, &keys))
        return false;
    g_string_append_printf(text, "[%s]\n", group);
    json_object_iter_init_ordered(&iter, keys.object);
    while (json_object_iter_next_ordered(&iter, &key, &node)) {
        if (json_node_get_value_type(node) != G_TYPE_STRING)
            return json_members_fail(&keys, "%s: the string is missing", key);
        g_string_append_printf(text, "%s=%s\n", key, json_node_get_string(node));
    }
    return true;
}

static bool read_spec(JsonMembers *members, const char *name, void *value)
{
    Provenance *provenance = value;
    g_autoptr(GString) text = g_string_new(NULL);
    JsonMembers groups;
    JsonObjectIter iter;
    const char *group;

    if (!json_members_object(members, name, &groups))
        return false;
    json_object_iter_init_ordered(&iter, groups.object);
    while (json_object_iter_next_ordered(&iter, &group, NULL))
        if (!append_group(text, &groups, group))
            return false;
    provenance->resolved = provenance->own_resolved = g_string_free(g_steal_pointer(&text), FALSE);
    return true;
}

static const struct MemberOwn SPEC = {write_spec, read_spec};

/* The results of each pairing, in order and seen from its first player, or of the parts that the
 * contest adds up */

static void write_results(JsonBuilder *json, const char *name, const void *value)
{
    const Provenance *provenance = value;
    const Totals *totals = provenance->run->totals;

    json_begin_list(json, name);
    for (int i = 0; i < totals->parts; i++)
        totals_write_result(json, provenance->spec, totals, i);
    json_builder_end_array(json);
}

/* The contest of the spec that was read, or NULL. */
static const Contest *contest_of(const Provenance *provenance)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autofree char *game = NULL;
    size_t index;

    g_key_file_load_from_data(file, provenance->resolved, strlen(provenance->resolved),
                              G_KEY_FILE_NONE, NULL);
    game = g_key_file_get_value(file, "experiment", "game", NULL);
    return game != NULL ? contest_of_game(game, &index) : NULL;
}

static bool read_results(JsonMembers *members, const char *name, void *value)
{
    Provenance *provenance = value;
    const Contest *contest = contest_of(provenance);
    JsonArray *results = json_members_list(members, name);

    if (results == NULL)
        return false;
    if (contest == NULL)
        return json_members_fail(members, "spec: there is no such game");
    provenance->totals = totals_new(contest, (int)json_array_get_length(results));
    for (int i = 0; i < provenance->totals->parts; i++) {
        JsonNode *result = json_array_get_element(results, (guint)i);
        if (!JSON_NODE_HOLDS_OBJECT(result) ||
            !totals_read_result(json_node_get_object(result), provenance->totals, i))
            return json_members_fail(members, "%s: element %d is not a result", name, i + 1);
    }
    return true;
}

static const struct MemberOwn RESULTS = {write_results, read_results};

/* The players */

/* The names that players call themselves. */
static void write_titles(JsonBuilder *json, const char *name, const void *value)
{
    const Provenance *provenance = value;
    const char *const *titles = provenance->run->titles;

    json_begin_object(json, name);
    for (int i = 0; titles != NULL && i < provenance->spec->player_count; i++)
        if (titles[i] != NULL)
            json_add_text(json, provenance->spec->players[i].name, titles[i]);
    json_builder_end_object(json);
}

static const struct MemberOwn TITLES = {write_titles, NULL};

/* The players with which the same seed need not give the same games. */
static void write_machine_players(JsonBuilder *json, const char *name, const void *value)
{
    const Spec *spec = ((const Provenance *)value)->spec;

    json_begin_list(json, name);
    for (int i = 0; i < spec->player_count; i++)
        if (spec->players[i].depends_on_machine)
            json_builder_add_string_value(json, spec->players[i].name);
    json_builder_end_array(json);
}

/* Adds the sums of the files that @command names. */
static void write_files(JsonBuilder *json, const char *command)
{
    g_auto(GStrv) words = NULL;

    if (!g_shell_parse_argv(command, NULL, &words, NULL))
        return;
    for (int i = 0; words[i] != NULL; i++) {
        g_autofree char *path = i == 0 ? process_find_program(words[i]) : g_strdup(words[i]);
        g_autofree char *text = NULL;
        size_t size;
        if (path == NULL || !g_file_get_contents(path, &text, &size, NULL))
            continue;
        json_add_text(json, words[i], file_sum_of(text, size).sha256);
    }
}

/* The external programs of players: the files that their command lines name, with their sums. */
static void write_programs(JsonBuilder *json, const char *name, const void *value)
{
    const Spec *spec = ((const Provenance *)value)->spec;

    json_begin_object(json, name);
    for (int i = 0; i < spec->player_count; i++) {
        g_auto(GStrv) commands = NULL;
        if (spec->players[i].command == NULL)
            continue;
        commands = g_strsplit(spec->players[i].command, "\n", -1);
        json_begin_object(json, spec->players[i].name);
        for (char **command = commands; *command != NULL; command++)
            write_files(json, *command);
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

static const struct MemberOwn PROGRAMS = {write_programs, NULL};

static const struct MemberOwn MACHINE_PLAYERS = {write_machine_players, NULL};

/* The tables */

#define STRING(text, struct, field) MEMBER(text, STRING, struct, field), .presence = MEMBER_IF_ANY
#define NUMBER(text, struct, field)                                            \
    MEMBER(text, NUMBER, struct, field), .min = G_MININT64, .max = G_MAXINT64, \
                                         .presence = MEMBER_KNOWN
#define REAL(text, struct, field)                                                \
    MEMBER(text, REAL, struct, field), .low = -G_MAXDOUBLE, .high = G_MAXDOUBLE, \
                                       .presence = MEMBER_KNOWN
#define OBJECT(text, field, is_there, rows)                                              \
    MEMBER(text, OBJECT, Provenance, field), .table = &rows, .presence = MEMBER_IF_FLAG, \
                                             .flag = offsetof(Provenance, is_there)
#define OWN(text, functions) .name = text, .type = MEMBER_OWN, .own = &functions

static const Member SPRT_ROWS[] = {
    {STRING("decision", ProvenanceSprt, decision)},
    {REAL("log_ratio", ProvenanceSprt, log_ratio)},
    {REAL("lower", ProvenanceSprt, lower)},
    {REAL("upper", ProvenanceSprt, upper)},
};
static const MemberTable SPRT = {MEMBER_TABLE(SPRT_ROWS, ProvenanceSprt), .is_open = true};

static const Member HOST_ROWS[] = {
    {STRING("name", ProvenanceHost, name)},
    {STRING("system", ProvenanceHost, system)},
    {STRING("release", ProvenanceHost, release)},
    {STRING("machine", ProvenanceHost, machine)},
    {NUMBER("processors", ProvenanceHost, processors)},
};
static const MemberTable HOST = {MEMBER_TABLE(HOST_ROWS, ProvenanceHost), .is_open = true};

static const Member MEMORY_ROWS[] = {
    {NUMBER("asked", MemoryTally, asked)},
    {NUMBER("found", MemoryTally, found)},
    {NUMBER("stored", MemoryTally, stored)},
    {NUMBER("lost", MemoryTally, lost)},
};
static const MemberTable MEMORY = {MEMBER_TABLE(MEMORY_ROWS, MemoryTally), .is_open = true};

static const Member RUN_ROWS[] = {
    {MEMBER("program", STRING, Provenance, program)},
    {STRING("version", Provenance, version)},
    {STRING("commit", Provenance, commit)},
    {STRING("compiler", Provenance, compiler)},
    {MEMBER("identity", STRING, Provenance, identity)},
    {NUMBER("seed", Provenance, seed)},
    {NUMBER("jobs", Provenance, jobs)},
    {NUMBER("games", Provenance, games)},
    {STRING("finished", Provenance, finished)},
    {REAL("seconds", Provenance, seconds)},
    {REAL("games_per_second", Provenance, games_per_second)},
    {OBJECT("sprt", sprt, has_sprt, SPRT)},
    {OBJECT("host", host, has_host, HOST)},
    {OWN("not_reproducible", MACHINE_PLAYERS)},
    {OWN("titles", TITLES)},
    {OWN("program_sha256", PROGRAMS)},
    {STRING("memory_sha256", Provenance, memory_sha256)},
    {OBJECT("memory", memory, has_memory, MEMORY)},
    {STRING("datapackage_sha256", Provenance, package_sha256)},
    {OWN("spec", SPEC)},
    {OWN("results", RESULTS)},
    {STRING("hash", Provenance, hash)},
};
static const MemberTable RUN = {MEMBER_TABLE(RUN_ROWS, Provenance)};

char *run_members_write(const Provenance *provenance)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    json_builder_begin_object(json);
    json_members_write(json, &RUN, 0, provenance, NULL);
    json_builder_end_object(json);
    return json_finish_indented(json);
}

bool run_members_read(JsonNode *root, Provenance *provenance, GError **error)
{
    JsonMembers members;

    provenance->document = json_node_ref(root);
    members = json_members_of(json_node_get_object(root), error);
    return json_members_read(&members, &RUN, 0, provenance, NULL);
}
