#include "experiments/provenance.h"

#include <assert.h>
#include <json-glib/json-glib.h>
#include <stddef.h>
#include <string.h>
#include <sys/utsname.h>

#include "experiments/error.h"
#include "experiments/file_sum.h"
#include "experiments/folder.h"
#include "experiments/schedule.h"

#define PROGRAM "agentchess"
#define PACKAGE_NAME "datapackage_sha256"

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
static_assert(sizeof ZEROS - 1 == FILE_SUM_DIGITS, "a zero for each digit of a sum");

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static void add_string(JsonBuilder *json, const char *name, const char *value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, value);
}

static void add_number(JsonBuilder *json, const char *name, uint64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)value);
}

static void add_double(JsonBuilder *json, const char *name, double value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_double_value(json, value);
}

static void begin_object(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_object(json);
}

/* All values as texts, as they stand in the spec. */
static void add_spec(JsonBuilder *json, const Spec *spec)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_auto(GStrv) groups = NULL;

    g_key_file_load_from_data(file, spec->resolved, strlen(spec->resolved),
                              G_KEY_FILE_KEEP_TRANSLATIONS, NULL);
    groups = g_key_file_get_groups(file, NULL);
    begin_object(json, "spec");
    for (int i = 0; groups[i] != NULL; i++) {
        g_auto(GStrv) keys = g_key_file_get_keys(file, groups[i], NULL, NULL);
        begin_object(json, groups[i]);
        for (int j = 0; keys[j] != NULL; j++) {
            g_autofree char *value = g_key_file_get_value(file, groups[i], keys[j], NULL);
            add_string(json, keys[j], value);
        }
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

static void add_host(JsonBuilder *json)
{
    struct utsname host;

    begin_object(json, "host");
    if (uname(&host) == 0) {
        add_string(json, "name", host.nodename);
        add_string(json, "system", host.sysname);
        add_string(json, "release", host.release);
        add_string(json, "machine", host.machine);
    }
    add_number(json, "processors", g_get_num_processors());
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

    begin_object(json, "sprt");
    add_string(json, "decision", decisions[state.decision]);
    add_double(json, "log_ratio", state.log_ratio);
    add_double(json, "lower", state.lower);
    add_double(json, "upper", state.upper);
    json_builder_end_object(json);
}

static void add_times(JsonBuilder *json, const ProvenanceRun *run)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *finished = g_date_time_format_iso8601(now);
    const uint64_t games = (uint64_t)totals_games(run->totals);

    add_number(json, "jobs", (uint64_t)run->jobs);
    add_number(json, "games", games);
    add_string(json, "finished", finished);
    add_double(json, "seconds", run->seconds);
    add_double(json, "games_per_second", run->seconds > 0 ? (double)games / run->seconds : 0.0);
}

/* Numbers of PairingTotals that stand behind each other, and what they are called. */
typedef struct {
    const char *object; /* in which they stand; NULL: in that of the pairing itself */
    size_t offset;
    size_t count;
    const char *const *names; /* NULL: those of terminations */
} Numbers;

static const char *const RESULT_NAMES[] = {"wins",      "losses",      "draws",
                                           "draw_wins", "draw_losses", "plies"};
#define DISTINCT_NAME "distinct_games"
#define TIME_NAME "time_ms"                                            /* of all games in time */
static const char *const PAIR_NAMES[] = {"0", "0.5", "1", "1.5", "2"}; /* points */

#define SCORE_NAMES 3 /* the first of RESULT_NAMES */
#define COLOR_OFFSET(color) \
    (offsetof(PairingTotals, as) + (size_t)(color) * sizeof(StatisticsScore))
#define FIRST_TERMINATION (TERMINATION_NONE + 1)

static const Numbers NUMBERS[] = {
    {NULL, offsetof(PairingTotals, wins), G_N_ELEMENTS(RESULT_NAMES), RESULT_NAMES},
    {"as_white", COLOR_OFFSET(TOTALS_WHITE), SCORE_NAMES, RESULT_NAMES},
    {"as_black", COLOR_OFFSET(TOTALS_BLACK), SCORE_NAMES, RESULT_NAMES},
    {"pairs", offsetof(PairingTotals, pairs.pairs), G_N_ELEMENTS(PAIR_NAMES), PAIR_NAMES},
    {"terminations", offsetof(PairingTotals, terminations) + sizeof(int64_t),
     TERMINATION_COUNT - FIRST_TERMINATION, NULL},
};

/* The name of number @index of @numbers. */
static const char *name_of(const Numbers *numbers, size_t index)
{
    return numbers->names != NULL ? numbers->names[index]
                                  : termination_name((Termination)(FIRST_TERMINATION + index));
}

static void add_numbers(JsonBuilder *json, const Numbers *numbers, const PairingTotals *totals)
{
    const int64_t *values = (const int64_t *)(const void *)((const char *)totals + numbers->offset);

    if (numbers->object != NULL)
        begin_object(json, numbers->object);
    for (size_t i = 0; i < numbers->count; i++)
        add_number(json, name_of(numbers, i), (uint64_t)values[i]);
    if (numbers->object != NULL)
        json_builder_end_object(json);
}

static const char *const SEAT_NAMES[] = {"wins", "neither", "losses", "forfeits", "plies"};

/* Of each player and seat. */
static void add_seats(JsonBuilder *json, const Spec *spec, const Totals *totals)
{
    for (int i = 0; i < totals->seat_count; i++) {
        const int64_t *values = (const int64_t *)&totals->seats[i];
        json_builder_begin_object(json);
        add_string(json, "player", spec->players[i / 3].name);
        add_string(json, "side", spec->side_names[i % 3]);
        for (size_t j = 0; j < G_N_ELEMENTS(SEAT_NAMES); j++)
            add_number(json, SEAT_NAMES[j], (uint64_t)values[j]);
        json_builder_end_object(json);
    }
}

/* Of each pairing, in their order and seen from its first player. A last game without a partner is
 * in no pair. Or of each seat. */
static void add_results(JsonBuilder *json, const Spec *spec, const Totals *totals)
{
    json_builder_set_member_name(json, "results");
    json_builder_begin_array(json);
    for (int i = 0; i < totals->count; i++) {
        json_builder_begin_object(json);
        add_string(json, "player", spec->players[spec->pairings[i].player].name);
        add_string(json, "opponent", spec->players[spec->pairings[i].opponent].name);
        for (size_t j = 0; j < G_N_ELEMENTS(NUMBERS); j++)
            add_numbers(json, &NUMBERS[j], &totals->pairings[i]);
        if (totals->times != NULL)
            add_number(json, TIME_NAME, (uint64_t)totals->times[i].time_ms);
        else
            add_number(json, DISTINCT_NAME,
                       (uint64_t)pairing_totals_distinct(&totals->pairings[i]));
        json_builder_end_object(json);
    }
    add_seats(json, spec, totals);
    json_builder_end_array(json);
}

/* What the players that call themselves something do. */
static void add_titles(JsonBuilder *json, const Spec *spec, const char *const *titles)
{
    begin_object(json, "titles");
    for (int i = 0; titles != NULL && i < spec->player_count; i++)
        if (titles[i] != NULL)
            add_string(json, spec->players[i].name, titles[i]);
    json_builder_end_object(json);
}

/* For which players the same seed need not give the same games. */
static void add_machine_players(JsonBuilder *json, const Spec *spec)
{
    json_builder_set_member_name(json, "not_reproducible");
    json_builder_begin_array(json);
    for (int i = 0; i < spec->player_count; i++)
        if (spec->players[i].depends_on_machine)
            json_builder_add_string_value(json, spec->players[i].name);
    json_builder_end_array(json);
}

/* What became of questions to memories and of findings for them. */
static void add_memory(JsonBuilder *json, const MemoryTally *tally)
{
    json_builder_set_member_name(json, "memory");
    json_builder_begin_object(json);
    add_number(json, "asked", tally->asked);
    add_number(json, "found", tally->found);
    add_number(json, "stored", tally->stored);
    add_number(json, "spooled", tally->spooled);
    add_number(json, "lost", tally->lost);
    json_builder_end_object(json);
}

static JsonNode *build(const Spec *spec, const ProvenanceRun *run)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    json_builder_begin_object(json);
    add_string(json, "program", PROGRAM);
    add_string(json, "version", run->program->version);
    add_string(json, "commit", run->program->commit);
    add_string(json, "compiler", COMPILER);
    add_string(json, "identity", spec->identity);
    add_number(json, "seed", spec->seed);
    add_times(json, run);
    if (spec->format == SPEC_SPRT)
        add_sprt(json, spec, run->totals);
    add_host(json);
    add_machine_players(json, spec);
    add_titles(json, spec, run->titles);
    if (run->memory_sha256 != NULL)
        add_string(json, "memory_sha256", run->memory_sha256);
    if (run->memory != NULL)
        add_memory(json, run->memory);
    if (run->package_sha256 != NULL)
        add_string(json, PACKAGE_NAME, run->package_sha256);
    add_spec(json, spec);
    add_results(json, spec, run->totals);
    add_string(json, "hash", FILE_SUM_PREFIX ZEROS);
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

/* The object that has @numbers, or NULL. */
static JsonObject *find_object(JsonObject *pairing, const Numbers *numbers)
{
    JsonNode *node;

    if (numbers->object == NULL)
        return pairing;
    node = json_object_get_member(pairing, numbers->object);
    return node != NULL && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

/* An object of their own has nothing but the numbers. One that does not name a termination was
 * written when there was none of that name: no game ended so. */
static bool read_numbers(JsonObject *pairing, const Numbers *numbers, PairingTotals *out_totals)
{
    int64_t *values = (int64_t *)(void *)((char *)out_totals + numbers->offset);
    JsonObject *object = find_object(pairing, numbers);
    guint found = 0;

    for (size_t i = 0; object != NULL && i < numbers->count; i++) {
        JsonNode *node = json_object_get_member(object, name_of(numbers, i));
        if (node == NULL && numbers->names == NULL)
            continue;
        if (node == NULL || json_node_get_value_type(node) != G_TYPE_INT64)
            return false;
        values[i] = json_node_get_int(node);
        found++;
    }
    return object != NULL && (object == pairing || found == json_object_get_size(object));
}

/* The game that is in no pair made what the pairs did not. */
static bool find_waiting(PairingTotals *totals)
{
    int64_t games = pairing_totals_games(totals), half_points = 2 * totals->wins + totals->draws;

    for (int i = 0; i < (int)G_N_ELEMENTS(totals->pairs.pairs); i++) {
        games -= 2 * totals->pairs.pairs[i];
        half_points -= i * totals->pairs.pairs[i];
    }
    if (games == 1 && half_points >= 0 && half_points <= 2)
        totals->pairs.waiting[half_points] = 1;
    return pairing_totals_agree(totals);
}

/* Member @name, no less than 0. */
static bool read_count(JsonObject *object, const char *name, int64_t *out_count)
{
    JsonNode *node = json_object_get_member(object, name);

    if (node == NULL || json_node_get_value_type(node) != G_TYPE_INT64)
        return false;
    *out_count = json_node_get_int(node);
    return *out_count >= 0 && *out_count <= MATCH_MOST;
}

/* @out_times: NULL, or of a game in time. */
static bool read_result(JsonNode *node, PairingTotals *out_totals, TimeTotals *out_times)
{
    JsonObject *object = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
    /* Runs of older programs have not counted them. */
    const bool has_distinct = object != NULL && json_object_has_member(object, DISTINCT_NAME);

    if (object == NULL || get_string(object, "player") == NULL ||
        get_string(object, "opponent") == NULL ||
        json_object_get_size(object) != 2 + G_N_ELEMENTS(RESULT_NAMES) + G_N_ELEMENTS(NUMBERS) - 1 +
                                            (out_times != NULL || has_distinct ? 1 : 0) ||
        (has_distinct && !read_count(object, DISTINCT_NAME, &out_totals->distinct)) ||
        (out_times != NULL && !read_count(object, TIME_NAME, &out_times->time_ms)))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(NUMBERS); i++)
        if (!read_numbers(object, &NUMBERS[i], out_totals))
            return false;
    return find_waiting(out_totals);
}

static bool read_seat(JsonNode *node, SeatTotals *out_totals)
{
    JsonObject *object = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
    int64_t *values = (int64_t *)out_totals;

    if (object == NULL || get_string(object, "player") == NULL ||
        get_string(object, "side") == NULL ||
        json_object_get_size(object) != 2 + G_N_ELEMENTS(SEAT_NAMES))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(SEAT_NAMES); i++)
        if (!read_count(object, SEAT_NAMES[i], &values[i]))
            return false;
    return true;
}

/* Whether the first of @results has member @name: "side" if they are those of seats. */
static bool have_member(JsonArray *results, const char *name)
{
    JsonNode *first =
        json_array_get_length(results) > 0 ? json_array_get_element(results, 0) : NULL;

    return first != NULL && JSON_NODE_HOLDS_OBJECT(first) &&
           json_object_has_member(json_node_get_object(first), name);
}

/* The member "results", or NULL. */
static Totals *read_results(JsonObject *object)
{
    JsonNode *node = json_object_get_member(object, "results");
    JsonArray *results;
    g_autoptr(Totals) totals = NULL;
    int count;

    if (node == NULL || !JSON_NODE_HOLDS_ARRAY(node))
        return NULL;
    results = json_node_get_array(node);
    count = (int)json_array_get_length(results);
    totals = have_member(results, "side") ? totals_new(0, count) : totals_new(count, 0);
    if (have_member(results, TIME_NAME))
        totals_add_times(totals);
    for (int i = 0; i < totals->count; i++)
        if (!read_result(json_array_get_element(results, (guint)i), &totals->pairings[i],
                         totals->times != NULL ? &totals->times[i] : NULL))
            return NULL;
    for (int i = 0; i < totals->seat_count; i++)
        if (!read_seat(json_array_get_element(results, (guint)i), &totals->seats[i]))
            return NULL;
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
        (find_digits(text) != NULL && !check_seal(file, text, error)) ||
        !json_parser_load_from_data(parser, text, (gssize)size, error))
        return NULL;
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
