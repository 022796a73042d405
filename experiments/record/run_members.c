#include "experiments/record/run_members.h"

#include <string.h>

#include "experiments/tools/json_writer.h"

typedef enum {
    RUN_TEXT,   /* const char *; NULL: left out */
    RUN_NUMBER, /* int64_t or uint64_t */
    RUN_REAL,   /* double */
    RUN_OBJECT, /* bool: whether it is there; its members are rows, too */
    RUN_OWN     /* with functions of its own */
} RunMemberType;

typedef struct RunMember {
    const char *name;
    RunMemberType type;
    bool must_be_there; /* in what is read */
    size_t offset;      /* of the value in Provenance */
    const struct RunMember *members;
    int member_count;
    /* Of RUN_OWN. @read is NULL of what can be told from the rest and nobody reads. */
    void (*write)(JsonBuilder *json, const char *name, const Provenance *provenance);
    bool (*read)(JsonNode *node, Provenance *provenance);
} RunMember;

/* The text of member @name, or NULL. */
static const char *get_string(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);

    return node != NULL && json_node_get_value_type(node) == G_TYPE_STRING
               ? json_node_get_string(node)
               : NULL;
}

/* The spec */

/* All values as texts, as they stand in the spec. */
static void write_spec(JsonBuilder *json, const char *name, const Provenance *provenance)
{
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
            g_autofree char *value = g_key_file_get_value(file, groups[i], keys[j], NULL);
            json_add_text(json, keys[j], value);
        }
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

static bool append_group(GString *text, const char *group, JsonNode *node)
{
    JsonObjectIter iter;
    const char *key;

    if (!JSON_NODE_HOLDS_OBJECT(node))
        return false;
    g_string_append_printf(text, "[%s]\n", group);
    json_object_iter_init_ordered(&iter, json_node_get_object(node));
    while (json_object_iter_next_ordered(&iter, &key, NULL)) {
        const char *value = get_string(json_node_get_object(node), key);
        if (value == NULL)
            return false;
        g_string_append_printf(text, "%s=%s\n", key, value);
    }
    return true;
}

static bool read_spec(JsonNode *node, Provenance *provenance)
{
    g_autoptr(GString) text = g_string_new(NULL);
    JsonObjectIter iter;
    const char *group;
    JsonNode *keys;

    if (!JSON_NODE_HOLDS_OBJECT(node))
        return false;
    json_object_iter_init_ordered(&iter, json_node_get_object(node));
    while (json_object_iter_next_ordered(&iter, &group, &keys))
        if (!append_group(text, group, keys))
            return false;
    provenance->resolved = provenance->own_resolved = g_string_free(g_steal_pointer(&text), FALSE);
    return true;
}

/* The results of each pairing, in order and seen from its first player, or of the parts that the
 * contest adds up */

static void write_results(JsonBuilder *json, const char *name, const Provenance *provenance)
{
    const Totals *totals = provenance->run->totals;

    json_begin_list(json, name);
    for (int i = 0; i < totals->parts; i++) {
        json_builder_begin_object(json);
        totals->contest->tally->write_result(json, provenance->spec, totals, i);
        json_builder_end_object(json);
    }
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

static bool read_results(JsonNode *node, Provenance *provenance)
{
    const Contest *contest = contest_of(provenance);
    JsonArray *results;

    if (contest == NULL || !JSON_NODE_HOLDS_ARRAY(node))
        return false;
    results = json_node_get_array(node);
    provenance->totals = totals_new(contest, (int)json_array_get_length(results));
    for (int i = 0; i < provenance->totals->parts; i++) {
        JsonNode *result = json_array_get_element(results, (guint)i);
        if (!JSON_NODE_HOLDS_OBJECT(result) ||
            !contest->tally->read_result(json_node_get_object(result), provenance->totals, i))
            return false;
    }
    return true;
}

/* The players */

/* The names that players call themselves. */
static void write_titles(JsonBuilder *json, const char *name, const Provenance *provenance)
{
    const char *const *titles = provenance->run->titles;

    json_begin_object(json, name);
    for (int i = 0; titles != NULL && i < provenance->spec->player_count; i++)
        if (titles[i] != NULL)
            json_add_text(json, provenance->spec->players[i].name, titles[i]);
    json_builder_end_object(json);
}

/* The players with which the same seed need not give the same games. */
static void write_machine_players(JsonBuilder *json, const char *name, const Provenance *provenance)
{
    const Spec *spec = provenance->spec;

    json_begin_list(json, name);
    for (int i = 0; i < spec->player_count; i++)
        if (spec->players[i].depends_on_machine)
            json_builder_add_string_value(json, spec->players[i].name);
    json_builder_end_array(json);
}

/* The tables */

#define MEMBER(text, kind, field) .name = text, .type = kind, .offset = offsetof(Provenance, field)
#define OBJECT(text, field, rows) \
    MEMBER(text, RUN_OBJECT, field), .members = rows, .member_count = G_N_ELEMENTS(rows)

static const RunMember SPRT[] = {
    {MEMBER("decision", RUN_TEXT, sprt.decision)},
    {MEMBER("log_ratio", RUN_REAL, sprt.log_ratio)},
    {MEMBER("lower", RUN_REAL, sprt.lower)},
    {MEMBER("upper", RUN_REAL, sprt.upper)},
};

static const RunMember HOST[] = {
    {MEMBER("name", RUN_TEXT, host.name)},
    {MEMBER("system", RUN_TEXT, host.system)},
    {MEMBER("release", RUN_TEXT, host.release)},
    {MEMBER("machine", RUN_TEXT, host.machine)},
    {MEMBER("processors", RUN_NUMBER, host.processors)},
};

static const RunMember MEMORY[] = {
    {MEMBER("asked", RUN_NUMBER, memory.asked)},   {MEMBER("found", RUN_NUMBER, memory.found)},
    {MEMBER("stored", RUN_NUMBER, memory.stored)}, {MEMBER("spooled", RUN_NUMBER, memory.spooled)},
    {MEMBER("lost", RUN_NUMBER, memory.lost)},
};

static const RunMember RUN[] = {
    {MEMBER("program", RUN_TEXT, program), .must_be_there = true},
    {MEMBER("version", RUN_TEXT, version)},
    {MEMBER("commit", RUN_TEXT, commit)},
    {MEMBER("compiler", RUN_TEXT, compiler)},
    {MEMBER("identity", RUN_TEXT, identity), .must_be_there = true},
    {MEMBER("seed", RUN_NUMBER, seed)},
    {MEMBER("jobs", RUN_NUMBER, jobs)},
    {MEMBER("games", RUN_NUMBER, games)},
    {MEMBER("finished", RUN_TEXT, finished)},
    {MEMBER("seconds", RUN_REAL, seconds)},
    {MEMBER("games_per_second", RUN_REAL, games_per_second)},
    {OBJECT("sprt", has_sprt, SPRT)},
    {OBJECT("host", has_host, HOST)},
    {.name = "not_reproducible", .type = RUN_OWN, .write = write_machine_players},
    {.name = "titles", .type = RUN_OWN, .write = write_titles},
    {MEMBER("memory_sha256", RUN_TEXT, memory_sha256)},
    {OBJECT("memory", has_memory, MEMORY)},
    {MEMBER("datapackage_sha256", RUN_TEXT, package_sha256)},
    {.name = "spec",
     .type = RUN_OWN,
     .write = write_spec,
     .read = read_spec,
     .must_be_there = true},
    {.name = "results",
     .type = RUN_OWN,
     .write = write_results,
     .read = read_results,
     .must_be_there = true},
    {MEMBER("hash", RUN_TEXT, hash)},
};

/* Writing and reading by them */

static void write_members(JsonBuilder *json, const RunMember *rows, int count,
                          const Provenance *provenance)
{
    for (int i = 0; i < count; i++) {
        const RunMember *row = &rows[i];
        const void *value = (const char *)provenance + row->offset;
        const char *text;

        switch (row->type) {
        case RUN_TEXT:
            text = *(const char *const *)value;
            if (text != NULL)
                json_add_text(json, row->name, text);
            break;
        case RUN_NUMBER:
            json_add_number(json, row->name, *(const int64_t *)value);
            break;
        case RUN_REAL:
            json_add_double(json, row->name, *(const double *)value);
            break;
        case RUN_OBJECT:
            if (!*(const bool *)value)
                break;
            json_begin_object(json, row->name);
            write_members(json, row->members, row->member_count, provenance);
            json_builder_end_object(json);
            break;
        case RUN_OWN:
            row->write(json, row->name, provenance);
            break;
        }
    }
}

char *run_members_write(const Provenance *provenance)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    json_builder_begin_object(json);
    write_members(json, RUN, G_N_ELEMENTS(RUN), provenance);
    json_builder_end_object(json);
    return json_finish_indented(json);
}

static bool read_members(JsonObject *object, const RunMember *rows, int count,
                         Provenance *provenance);

static bool read_member(const RunMember *row, JsonNode *node, Provenance *provenance)
{
    void *value = (char *)provenance + row->offset;
    const GType type = json_node_get_value_type(node);

    switch (row->type) {
    case RUN_TEXT:
        if (type != G_TYPE_STRING)
            return false;
        *(const char **)value = json_node_get_string(node);
        return true;
    case RUN_NUMBER:
        if (type != G_TYPE_INT64)
            return false;
        *(int64_t *)value = json_node_get_int(node);
        return true;
    case RUN_REAL:
        if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
            return false;
        *(double *)value = json_node_get_double(node);
        return true;
    case RUN_OBJECT:
        if (!JSON_NODE_HOLDS_OBJECT(node))
            return false;
        *(bool *)value = true;
        return read_members(json_node_get_object(node), row->members, row->member_count,
                            provenance);
    case RUN_OWN:
        return row->read == NULL || row->read(node, provenance);
    }
    g_assert_not_reached();
}

static bool read_members(JsonObject *object, const RunMember *rows, int count,
                         Provenance *provenance)
{
    for (int i = 0; i < count; i++) {
        JsonNode *node = json_object_get_member(object, rows[i].name);
        if (node == NULL ? rows[i].must_be_there : !read_member(&rows[i], node, provenance))
            return false;
    }
    return true;
}

bool run_members_read(JsonNode *root, Provenance *provenance)
{
    if (root == NULL || !JSON_NODE_HOLDS_OBJECT(root))
        return false;
    provenance->document = json_node_ref(root);
    return read_members(json_node_get_object(root), RUN, G_N_ELEMENTS(RUN), provenance);
}
