#include "experiments/record/provenance.h"

#include <assert.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/utsname.h>

#include "experiments/spec/schedule.h"
#include "experiments/tools/error.h"
#include "experiments/tools/file_sum.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/json_writer.h"

#define PROGRAM "agentchess"
#define PACKAGE_NAME "datapackage_sha256"

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
static_assert(sizeof ZEROS - 1 == FILE_SUM_DIGITS, "a zero for each digit of a sum");

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* All values as texts, as they stand in the spec. */
static void add_spec(JsonBuilder *json, const Spec *spec)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_auto(GStrv) groups = NULL;

    g_key_file_load_from_data(file, spec->resolved, strlen(spec->resolved),
                              G_KEY_FILE_KEEP_TRANSLATIONS, NULL);
    groups = g_key_file_get_groups(file, NULL);
    json_begin_object(json, "spec");
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

static void add_host(JsonBuilder *json)
{
    struct utsname host;

    json_begin_object(json, "host");
    if (uname(&host) == 0) {
        json_add_text(json, "name", host.nodename);
        json_add_text(json, "system", host.sysname);
        json_add_text(json, "release", host.release);
        json_add_text(json, "machine", host.machine);
    }
    json_add_number(json, "processors", g_get_num_processors());
    json_builder_end_object(json);
}

static void add_sprt(JsonBuilder *json, const Spec *spec, const Totals *totals)
{
    static const char *const decisions[] = {
        [SPRT_CONTINUE] = "none",
        [SPRT_ACCEPT_H0] = "accept-h0",
        [SPRT_ACCEPT_H1] = "accept-h1",
    };
    const Scores scores = scores_of_pairs(&totals->pairings[0].pairs);
    const SprtState state = sprt_state(&spec->sprt, &scores);

    json_begin_object(json, "sprt");
    json_add_text(json, "decision", decisions[state.decision]);
    json_add_double(json, "log_ratio", state.log_ratio);
    json_add_double(json, "lower", state.lower);
    json_add_double(json, "upper", state.upper);
    json_builder_end_object(json);
}

static void add_times(JsonBuilder *json, const ProvenanceRun *run)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *finished = g_date_time_format_iso8601(now);
    const uint64_t games = (uint64_t)totals_games(run->totals) + run->more_games;

    json_add_number(json, "jobs", (uint64_t)run->jobs);
    json_add_number(json, "games", games);
    json_add_text(json, "finished", finished);
    json_add_double(json, "seconds", run->seconds);
    json_add_double(json, "games_per_second",
                    run->seconds > 0 ? (double)games / run->seconds : 0.0);
}

/* The results of each pairing, in order and seen from its first player, or of the parts that the
 * contest adds up. */
static void add_results(JsonBuilder *json, const Spec *spec, const Totals *totals)
{
    json_builder_set_member_name(json, "results");
    json_builder_begin_array(json);
    for (int i = 0; i < totals->parts; i++) {
        json_builder_begin_object(json);
        totals->contest->tally->write_result(json, spec, totals, i);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

/* The names that players call themselves. */
static void add_titles(JsonBuilder *json, const Spec *spec, const char *const *titles)
{
    json_begin_object(json, "titles");
    for (int i = 0; titles != NULL && i < spec->player_count; i++)
        if (titles[i] != NULL)
            json_add_text(json, spec->players[i].name, titles[i]);
    json_builder_end_object(json);
}

/* The players with which the same seed need not give the same games. */
static void add_machine_players(JsonBuilder *json, const Spec *spec)
{
    json_builder_set_member_name(json, "not_reproducible");
    json_builder_begin_array(json);
    for (int i = 0; i < spec->player_count; i++)
        if (spec->players[i].depends_on_machine)
            json_builder_add_string_value(json, spec->players[i].name);
    json_builder_end_array(json);
}

/* The counts of questions to memories and of findings for them. */
static void add_memory(JsonBuilder *json, const MemoryTally *tally)
{
    json_begin_object(json, "memory");
    json_add_number(json, "asked", tally->asked);
    json_add_number(json, "found", tally->found);
    json_add_number(json, "stored", tally->stored);
    json_add_number(json, "spooled", tally->spooled);
    json_add_number(json, "lost", tally->lost);
    json_builder_end_object(json);
}

static JsonNode *build(const Spec *spec, const ProvenanceRun *run)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    json_builder_begin_object(json);
    json_add_text(json, "program", PROGRAM);
    json_add_text(json, "version", run->program->version);
    json_add_text(json, "commit", run->program->commit);
    json_add_text(json, "compiler", COMPILER);
    json_add_text(json, "identity", spec->identity);
    json_add_number(json, "seed", spec->seed);
    add_times(json, run);
    if (spec->format == SPEC_SPRT)
        add_sprt(json, spec, run->totals);
    add_host(json);
    add_machine_players(json, spec);
    add_titles(json, spec, run->titles);
    if (run->memory_sha256 != NULL)
        json_add_text(json, "memory_sha256", run->memory_sha256);
    if (run->memory != NULL)
        add_memory(json, run->memory);
    if (run->package_sha256 != NULL)
        json_add_text(json, PACKAGE_NAME, run->package_sha256);
    add_spec(json, spec);
    add_results(json, spec, run->totals);
    json_add_text(json, "hash", FILE_SUM_PREFIX ZEROS);
    json_builder_end_object(json);
    return json_builder_get_root(json);
}

/* The digits of the last member "hash" in @text, or NULL. */
static char *find_digits(char *text)
{
    char *hash = g_strrstr(text, "\"hash\" : \"" FILE_SUM_PREFIX);
    char *digits = hash != NULL ? strchr(hash, ':') + strlen(": \"" FILE_SUM_PREFIX) : NULL;

    return digits != NULL && strspn(digits, "0123456789abcdef") == FILE_SUM_DIGITS ? digits : NULL;
}

char *provenance_seal(const char *text)
{
    char *sealed = g_strdup(text);
    char *digits = find_digits(sealed);
    FileSum sum;

    if (digits == NULL)
        return sealed;
    memcpy(digits, ZEROS, FILE_SUM_DIGITS);
    sum = file_sum_of(sealed, strlen(sealed));
    memcpy(digits, sum.sha256, FILE_SUM_DIGITS);
    return sealed;
}

char *provenance_write(const Spec *spec, const ProvenanceRun *run)
{
    g_autoptr(JsonNode) root = build(spec, run);
    g_autofree char *text = json_to_string(root, TRUE);
    g_autofree char *line = g_strconcat(text, "\n", NULL);

    return provenance_seal(line);
}

/* The text of member @name, or NULL. */
static const char *get_string(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);

    return node != NULL && json_node_get_value_type(node) == G_TYPE_STRING
               ? json_node_get_string(node)
               : NULL;
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

/* The groups of member "spec" as the text of a spec, or NULL. */
static char *read_spec(JsonObject *object)
{
    g_autoptr(GString) text = g_string_new(NULL);
    JsonNode *spec = json_object_get_member(object, "spec");
    JsonObjectIter iter;
    const char *group;
    JsonNode *node;

    if (spec == NULL || !JSON_NODE_HOLDS_OBJECT(spec))
        return NULL;
    json_object_iter_init_ordered(&iter, json_node_get_object(spec));
    while (json_object_iter_next_ordered(&iter, &group, &node))
        if (!append_group(text, group, node))
            return NULL;
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The contest of the run, or NULL. */
static const Contest *read_contest(JsonObject *object)
{
    JsonNode *spec = json_object_get_member(object, "spec"), *group;
    const char *game;
    size_t index;

    if (spec == NULL || !JSON_NODE_HOLDS_OBJECT(spec))
        return NULL;
    group = json_object_get_member(json_node_get_object(spec), "experiment");
    if (group == NULL || !JSON_NODE_HOLDS_OBJECT(group))
        return NULL;
    game = get_string(json_node_get_object(group), "game");
    return game != NULL ? contest_of_game(game, &index) : NULL;
}

/* The member "results", or NULL. */
static Totals *read_results(JsonObject *object)
{
    JsonNode *node = json_object_get_member(object, "results");
    const Contest *contest = read_contest(object);
    g_autoptr(Totals) totals = NULL;
    JsonArray *results;

    if (contest == NULL || node == NULL || !JSON_NODE_HOLDS_ARRAY(node))
        return NULL;
    results = json_node_get_array(node);
    totals = totals_new(contest, (int)json_array_get_length(results));
    for (int i = 0; i < totals->parts; i++) {
        JsonNode *result = json_array_get_element(results, (guint)i);
        if (!JSON_NODE_HOLDS_OBJECT(result) ||
            !contest->tally->read_result(json_node_get_object(result), totals, i))
            return NULL;
    }
    return g_steal_pointer(&totals);
}

static Provenance *read_object(JsonObject *object)
{
    g_autoptr(Provenance) provenance = g_new0(Provenance, 1);

    if (g_strcmp0(get_string(object, "program"), PROGRAM) != 0)
        return NULL;
    provenance->identity = g_strdup(get_string(object, "identity"));
    provenance->resolved = read_spec(object);
    provenance->package_sha256 = g_strdup(get_string(object, PACKAGE_NAME));
    provenance->totals = read_results(object);
    if (provenance->identity == NULL || provenance->resolved == NULL || provenance->totals == NULL)
        return NULL;
    return g_steal_pointer(&provenance);
}

/* Whether the run.json @text of @file is as it was written. */
static bool check_seal(const char *file, char *text, GError **error)
{
    g_autofree char *sealed = provenance_seal(text);

    if (find_digits(text) == NULL)
        return experiments_fail(
            error, "%s has no hash: it was changed, or written by an earlier program", file);
    return g_str_equal(sealed, text) ||
           experiments_fail(error,
                            "%s was changed after the run had written it: bring it back from a "
                            "copy, or play the run anew with --force",
                            file);
}

Provenance *provenance_read(const char *path, GError **error)
{
    g_autofree char *file = g_build_filename(path, FOLDER_RUN, NULL);
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    g_autoptr(Provenance) provenance = NULL;
    g_autofree char *text = NULL;
    JsonNode *root;
    gsize size;

    if (!g_file_get_contents(file, &text, &size, error) ||
        (find_digits(text) != NULL && !check_seal(file, text, error)))
        return NULL;
    if (!json_parser_load_from_data(parser, text, (gssize)size, error)) {
        g_prefix_error(error, "%s is no JSON any more: ", file);
        return NULL;
    }
    root = json_parser_get_root(parser);
    if (root != NULL && JSON_NODE_HOLDS_OBJECT(root))
        provenance = read_object(json_node_get_object(root));
    if (provenance == NULL) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                    "%s was not written by a run", file);
        return NULL;
    }
    return check_seal(file, text, error) ? g_steal_pointer(&provenance) : NULL;
}

void provenance_free(Provenance *provenance)
{
    g_free(provenance->resolved);
    g_free(provenance->identity);
    g_free(provenance->package_sha256);
    g_clear_pointer(&provenance->totals, totals_free);
    g_free(provenance);
}
