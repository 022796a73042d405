#include "experiments/run/provenance.h"

#include <assert.h>
#include <string.h>
#include <sys/utsname.h>

#include "board/ini.h"
#include "experiments/tools/error.h"
#include "experiments/tools/file_sum.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/json_members.h"
#include "experiments/tools/text_file.h"
#include "players/external/process.h"

#define PROGRAM "agentchess"

/* No run.json is nested deeper. */
#define DEPTH_MAX 16

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
static_assert(sizeof ZEROS - 1 == FILE_SUM_DIGITS, "a zero for each digit of a sum");

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

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

static void write_sprt(JsonBuilder *json, const Spec *spec, const Totals *totals)
{
    static const char *const decisions[] = {
        [SPRT_CONTINUE] = "none",
        [SPRT_ACCEPT_H0] = "accept-h0",
        [SPRT_ACCEPT_H1] = "accept-h1",
    };
    const Scores scores = pairing_totals_pairs(&totals->pairings[0]);
    const SprtState state = sprt_state(&spec->sprt, &scores);

    json_begin_object(json, "sprt");
    json_add_text(json, "decision", decisions[state.decision]);
    json_add_double(json, "log_ratio", state.log_ratio);
    json_add_double(json, "lower", state.lower);
    json_add_double(json, "upper", state.upper);
    json_builder_end_object(json);
}

static void write_host(JsonBuilder *json)
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

/* Adds the sums of the files that @command names. */
static void write_files(JsonBuilder *json, const char *command)
{
    g_auto(GStrv) words = NULL;

    if (!g_shell_parse_argv(command, NULL, &words, NULL))
        return;
    for (int i = 0; words[i] != NULL; i++) {
        g_autofree char *path = i == 0 ? process_find_program(words[i]) : g_strdup(words[i]);
        g_autofree char *sum = NULL;
        if (path != NULL && g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
            (sum = text_file_sha256(path, NULL)) != NULL)
            json_add_text(json, words[i], sum);
    }
}

/* The players with which the same seed need not give the same games; what players call themselves;
 * and the files, with their sums, that the command lines of their programs name. */
static void write_players(JsonBuilder *json, const Spec *spec, const char *const *titles)
{
    json_begin_list(json, "not_reproducible");
    for (int i = 0; i < spec->player_count; i++)
        if (spec->players[i].depends_on_machine)
            json_builder_add_string_value(json, spec->players[i].name);
    json_builder_end_array(json);
    json_begin_object(json, "titles");
    for (int i = 0; titles != NULL && i < spec->player_count; i++)
        if (titles[i] != NULL)
            json_add_text(json, spec->players[i].name, titles[i]);
    json_builder_end_object(json);
    json_begin_object(json, "program_sha256");
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

static void write_memory(JsonBuilder *json, const MemoryTally *memory)
{
    json_begin_object(json, "memory");
    json_add_number(json, "asked", (int64_t)memory->asked);
    json_add_number(json, "found", (int64_t)memory->found);
    json_add_number(json, "stored", (int64_t)memory->stored);
    json_add_number(json, "lost", (int64_t)memory->lost);
    json_builder_end_object(json);
}

static void stage_free(gpointer data)
{
    ProvenanceStage *stage = data;

    g_free(stage->identity);
    g_free(stage->finished);
    g_free(stage);
}

GPtrArray *provenance_stages_new(void)
{
    return g_ptr_array_new_with_free_func(stage_free);
}

void provenance_stages_add(GPtrArray *stages, const ProvenanceStage *stage)
{
    ProvenanceStage *copy = g_memdup2(stage, sizeof *stage);

    copy->identity = g_strdup(stage->identity);
    copy->finished = g_strdup(stage->finished);
    g_ptr_array_add(stages, copy);
}

static void write_history(JsonBuilder *json, const GPtrArray *stages)
{
    json_begin_list(json, "history");
    for (guint i = 0; i < stages->len; i++) {
        const ProvenanceStage *stage = stages->pdata[i];
        json_builder_begin_object(json);
        json_add_text(json, "identity", stage->identity);
        json_add_number(json, "games", stage->games);
        if (stage->finished != NULL)
            json_add_text(json, "finished", stage->finished);
        json_add_double(json, "seconds", stage->seconds);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

/* All values as texts, as the spec has them. */
static void write_spec(JsonBuilder *json, const char *resolved)
{
    g_autoptr(GPtrArray) ini = ini_parse(resolved, NULL);
    const char *group;

    json_begin_object(json, "spec");
    for (guint i = 0; (group = ini_next_group(ini, &i)) != NULL;) {
        const IniEntry *entry;
        json_begin_object(json, group);
        for (guint j = 0; (entry = ini_next_key(ini, group, &j)) != NULL;)
            json_add_text(json, entry->key, entry->value);
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

char *provenance_write(const Spec *spec, const ProvenanceRun *run)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *finished = g_date_time_format_iso8601(now);
    const int64_t games = totals_games(run->totals);
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autofree char *text = NULL;

    json_builder_begin_object(json);
    json_add_text(json, "program", PROGRAM);
    json_add_text(json, "version", run->program->version);
    json_add_text(json, "commit", run->program->commit);
    json_add_text(json, "compiler", COMPILER);
    json_add_text(json, "identity", spec->identity);
    json_add_number(json, "seed", (int64_t)spec->seed);
    json_add_number(json, "jobs", run->jobs);
    json_add_number(json, "games", games);
    json_add_text(json, "finished", finished);
    json_add_double(json, "seconds", run->seconds);
    json_add_double(json, "games_per_second",
                    run->seconds > 0 ? (double)games / run->seconds : 0.0);
    if (run->history != NULL)
        write_history(json, run->history);
    if (spec->format == SPEC_SPRT)
        write_sprt(json, spec, run->totals);
    write_host(json);
    write_players(json, spec, run->titles);
    if (run->memory_sha256 != NULL)
        json_add_text(json, "memory_sha256", run->memory_sha256);
    if (run->memory != NULL)
        write_memory(json, run->memory);
    if (run->package_sha256 != NULL)
        json_add_text(json, "datapackage_sha256", run->package_sha256);
    forfeits_write(run->forfeits, spec, json);
    write_spec(json, spec->resolved);
    json_begin_list(json, "results");
    for (int i = 0; i < run->totals->parts; i++)
        totals_write_result(json, spec, run->totals, i);
    json_builder_end_array(json);
    json_add_text(json, "hash", FILE_SUM_PREFIX ZEROS);
    json_builder_end_object(json);
    text = json_finish_indented(json);
    return provenance_seal(text);
}

bool provenance_fail(const char *path, const char *fault, GError **error)
{
    return experiments_fail(
        error, "'%s' %s: restore it from a copy, or repeat the run with --force", path, fault);
}

/* Whether the run.json @text of @file is as it was written. */
static bool check_seal(const char *file, char *text, GError **error)
{
    g_autofree char *sealed = provenance_seal(text);

    if (find_digits(text) == NULL)
        return experiments_fail(error,
                                "'%s' contains no checksum: the file was changed, or an earlier "
                                "version of the program wrote it",
                                file);
    return g_str_equal(sealed, text) || provenance_fail(file, PROVENANCE_CHANGED, error);
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
            return json_members_fail(&keys, "the member '%s' is not a string", key);
        g_string_append_printf(text, "%s=%s\n", key, json_node_get_string(node));
    }
    return true;
}

/* The spec as text again. Owner: the caller. */
static char *read_spec(JsonMembers *members)
{
    g_autoptr(GString) text = g_string_new(NULL);
    JsonMembers groups;
    JsonObjectIter iter;
    const char *group;

    if (!json_members_object(members, "spec", &groups))
        return NULL;
    json_object_iter_init_ordered(&iter, groups.object);
    while (json_object_iter_next_ordered(&iter, &group, NULL))
        if (!append_group(text, &groups, group))
            return NULL;
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The contest of the spec @resolved, or NULL. */
static const Contest *contest_of(const char *resolved)
{
    g_autoptr(GPtrArray) ini = ini_parse(resolved, NULL);
    const char *game = ini != NULL ? ini_get(ini, "experiment", "game") : NULL;
    const Game *found;

    return game != NULL ? contest_of_game(game, &found) : NULL;
}

static bool read_results(JsonMembers *members, Provenance *provenance)
{
    const Contest *contest = contest_of(provenance->resolved);
    JsonArray *results = json_members_list(members, "results");

    if (results == NULL)
        return false;
    if (contest == NULL)
        return json_members_fail(members, "spec: the game is unknown");
    provenance->totals = totals_new(contest, (int)json_array_get_length(results));
    for (int i = 0; i < provenance->totals->parts; i++) {
        JsonNode *result = json_array_get_element(results, (guint)i);
        if (!JSON_NODE_HOLDS_OBJECT(result) ||
            !totals_read_result(json_node_get_object(result), provenance->totals, i))
            return json_members_fail(members, "results: element %d is not a result", i + 1);
    }
    return totals_agree(provenance->totals) ||
           json_members_fail(members, "results: the sums of all elements are not possible");
}

/* No player has failed where there is no such member. */
static bool read_forfeits(JsonMembers *members, Provenance *provenance)
{
    JsonArray *list;

    if (!json_members_has(members, FORFEITS_MEMBER))
        return true;
    list = json_members_list(members, FORFEITS_MEMBER);
    provenance->forfeits = list != NULL ? forfeits_read(list) : NULL;
    return provenance->forfeits != NULL ||
           (list != NULL && json_members_fail(members, FORFEITS_MEMBER ": no run writes it so"));
}

/* The members of run.json, or of an element of its history, that make a stage. */
static bool add_stage(JsonMembers *members, GPtrArray *stages)
{
    const ProvenanceStage stage = {
        .identity = (char *)json_members_text(members, "identity"),
        .games = json_object_get_int_member_with_default(members->object, "games", 0),
        .seconds = json_object_get_double_member_with_default(members->object, "seconds", 0),
        .finished =
            (char *)json_object_get_string_member_with_default(members->object, "finished", NULL),
    };

    if (stage.identity != NULL)
        provenance_stages_add(stages, &stage);
    return stage.identity != NULL;
}

static bool read_stages(JsonMembers *members, GPtrArray *stages)
{
    JsonArray *history = NULL;

    if (json_members_has(members, "history") &&
        (history = json_members_list(members, "history")) == NULL)
        return false;
    for (guint i = 0; history != NULL && i < json_array_get_length(history); i++) {
        JsonNode *node = json_array_get_element(history, i);
        JsonMembers stage;
        if (!JSON_NODE_HOLDS_OBJECT(node))
            return json_members_fail(members, "history: element %u is not an object", i + 1);
        stage = json_members_of(json_node_get_object(node), members->error);
        if (!add_stage(&stage, stages))
            return false;
    }
    return add_stage(members, stages);
}

static bool read_members(JsonObject *object, Provenance *provenance, GError **error)
{
    JsonMembers members = json_members_of(object, error);
    const char *program = json_members_text(&members, "program");

    if (program == NULL)
        return false;
    if (!g_str_equal(program, PROGRAM))
        return json_members_fail(&members, "it was written by the program '%s'", program);
    provenance->identity = g_strdup(json_members_text(&members, "identity"));
    provenance->resolved = provenance->identity != NULL ? read_spec(&members) : NULL;
    if (provenance->resolved != NULL && json_members_has(&members, "datapackage_sha256"))
        provenance->package_sha256 = g_strdup(json_members_text(&members, "datapackage_sha256"));
    provenance->stages = provenance_stages_new();
    return provenance->resolved != NULL && read_stages(&members, provenance->stages) &&
           read_results(&members, provenance) && read_forfeits(&members, provenance);
}

/* A text without a seal is looked at first: most likely it is of another program. */
Provenance *provenance_read(const char *path, GError **error)
{
    g_autofree char *file = g_build_filename(path, FOLDER_RUN, NULL);
    g_autoptr(Provenance) provenance = g_new0(Provenance, 1);
    g_autoptr(JsonNode) root = NULL;
    gsize size;
    g_autofree char *text = folder_check(path, error) ? text_file_read(file, &size, error) : NULL;

    if (text == NULL)
        return NULL;
    if (!text_file_check(file, text, size, error))
        return NULL;
    if (find_digits(text) != NULL && !check_seal(file, text, error))
        return NULL;
    root = json_line_read(text, DEPTH_MAX, error);
    if (root == NULL) {
        g_prefix_error(error, "%s: ", file);
        return NULL;
    }
    if (!read_members(json_node_get_object(root), provenance, error)) {
        g_prefix_error(error, "'%s' was not written by a run: ", file);
        return NULL;
    }
    return check_seal(file, text, error) ? g_steal_pointer(&provenance) : NULL;
}

void provenance_free(Provenance *provenance)
{
    g_free(provenance->identity);
    g_free(provenance->package_sha256);
    g_free(provenance->resolved);
    g_clear_pointer(&provenance->totals, totals_free);
    g_clear_pointer(&provenance->forfeits, forfeits_free);
    g_clear_pointer(&provenance->stages, g_ptr_array_unref);
    g_free(provenance);
}
