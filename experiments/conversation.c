#include "experiments/conversation.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "experiments/error.h"
#include "experiments/folder.h"
#include "experiments/message_json.h"
#include "experiments/metrics.h"
#include "experiments/number_list.h"
#include "experiments/run_rows.h"

#define KIND_START "start"
#define KIND_MOVE "move"
#define KIND_END "end"

/* Who writes down what is said in a game. */
typedef struct {
    const Game *rules;
    uint64_t number;
    int ply;
    GString *text;
} Scribe;

static void add_number(JsonBuilder *json, const char *name, gint64 value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, value);
}

static void add_text(JsonBuilder *json, const char *name, const char *value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, value);
}

static JsonBuilder *begin_line(const Scribe *scribe)
{
    JsonBuilder *json = json_builder_new();

    json_builder_begin_object(json);
    add_number(json, "game", (gint64)scribe->number);
    add_number(json, "ply", scribe->ply);
    return json;
}

static void end_line(const Scribe *scribe, JsonBuilder *json)
{
    g_autoptr(JsonNode) root = NULL;
    g_autofree char *line = NULL;

    json_builder_end_object(json);
    root = json_builder_get_root(json);
    line = json_to_string(root, FALSE);
    g_string_append(scribe->text, line);
    g_string_append_c(scribe->text, '\n');
    g_object_unref(json);
}

static void write_message(const Message *message, void *data)
{
    const Scribe *scribe = data;
    JsonBuilder *json = begin_line(scribe);

    message_json_add(json, scribe->rules, message);
    end_line(scribe, json);
}

static void write_start(const Scribe *scribe, const Spec *spec, const MatchRecord *record)
{
    JsonBuilder *json = begin_line(scribe);
    g_autofree char *position = spec->game->write_state(&record->opening);

    add_text(json, "kind", KIND_START);
    add_text(json, "rules", spec->game->name);
    add_number(json, "seed", (gint64)spec->seed);
    json_builder_set_member_name(json, "players");
    json_builder_begin_array(json);
    for (int side = 0; side < spec->game->sides; side++)
        json_builder_add_string_value(json, spec->players[record->job.player[side]].text);
    json_builder_end_array(json);
    add_text(json, "position", position);
    end_line(scribe, json);
}

static void write_move(const Scribe *scribe, Move move)
{
    JsonBuilder *json = begin_line(scribe);
    char text[GAME_MOVE_TEXT_SIZE];

    scribe->rules->format_move_code(move, text);
    add_text(json, "kind", KIND_MOVE);
    add_text(json, "move", text);
    end_line(scribe, json);
}

static void write_end(const Scribe *scribe, const MatchRecord *record)
{
    JsonBuilder *json = begin_line(scribe);

    add_text(json, "kind", KIND_END);
    add_text(json, "result", metrics_result(record));
    add_text(json, "termination", termination_name(record->outcome.termination));
    end_line(scribe, json);
}

void conversation_append_game(const Spec *spec, Match *match, uint64_t number, MatchRecord *record,
                              GString *text)
{
    Scribe scribe = {spec->game, number, 0, text};
    const Recorder recorder = {write_message, &scribe};

    match_begin(match, number, record);
    write_start(&scribe, spec, record);
    for (scribe.ply = 1; match_step(match, record, &recorder); scribe.ply++)
        write_move(&scribe, record->ply[scribe.ply - 1].move);
    scribe.ply = record->plies;
    write_end(&scribe, record);
}

static bool agrees_with_run(const ConversationOptions *options, RunRows *rows,
                            const MatchRecord *record, GError **error)
{
    g_autofree char *row = NULL;

    if (run_rows_compare(rows, options->spec, record, &row) != RUN_ROWS_OTHER)
        return true;
    return experiments_fail(
        error, "game %" G_GUINT64_FORMAT " is not the same when it is played again: %s has '%s'",
        record->job.number, rows->path, row);
}

/* Sets @error from errno; always false. */
static bool fail_to_write(const char *path, GError **error)
{
    return folder_fail("write", path, "", error);
}

static bool write_range(const ConversationOptions *options, const NumberRange *range, int fd,
                        RunRows *rows, Match *match, GError **error)
{
    g_autoptr(MatchRecord) record = match_record_new();
    g_autoptr(GString) text = g_string_new(NULL);

    for (uint64_t number = range->first; number <= range->last && !*options->stop; number++) {
        g_string_truncate(text, 0);
        conversation_append_game(options->spec, match, number, record, text);
        if (!agrees_with_run(options, rows, record, error))
            return false;
        if (!folder_write(fd, text->str, text->len))
            return fail_to_write(options->path, error);
        while (g_main_context_iteration(NULL, FALSE))
            ;
    }
    return true;
}

static bool write_games(const ConversationOptions *options, int fd, GError **error)
{
    g_autoptr(RunMemory) memory = run_memory_new(options->spec, NULL, NULL);
    g_autoptr(Match) match = NULL;
    g_auto(RunRows) rows = run_rows_open(options->folder);

    if ((options->folder != NULL && !run_memory_read(memory, options->folder, error)) ||
        !(match = match_new(options->spec, memory, error)))
        return false;
    for (guint i = 0; i < options->games->len; i++)
        if (!write_range(options, &g_array_index(options->games, NumberRange, i), fd, &rows, match,
                         error))
            return false;
    return true;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(FILE, fclose)

#define BEGINNING "{\"game\":"

bool conversation_can_replace(const char *path)
{
    g_autoptr(FILE) file = fopen(path, "re");
    char text[sizeof BEGINNING] = "";

    if (file == NULL)
        return errno == ENOENT;
    return fread(text, 1, sizeof BEGINNING - 1, file) == sizeof BEGINNING - 1 &&
           g_str_equal(text, BEGINNING);
}

bool conversation_write(const ConversationOptions *options, bool *out_stopped, GError **error)
{
    g_autofree char *new_path = g_strconcat(options->path, FOLDER_NEW, NULL);
    bool good;
    int fd;

    if (!conversation_can_replace(options->path)) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                    "%s holds something else than messages and is not replaced", options->path);
        return false;
    }
    fd = open(new_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return fail_to_write(options->path, error);
    good = write_games(options, fd, error);
    if (close(fd) != 0 && good)
        good = fail_to_write(options->path, error);
    if (good && !*options->stop && g_rename(new_path, options->path) != 0)
        good = fail_to_write(options->path, error);
    if (!good || *options->stop)
        g_unlink(new_path);
    *out_stopped = good && *options->stop;
    return good;
}

ConversationReader conversation_reader_begin(const char *text)
{
    return (ConversationReader){.rest = text};
}

static void clear_players(ConversationReader *reader)
{
    for (int side = 0; side < GAME_MAX_SIDES; side++)
        g_clear_pointer(&reader->players[side], g_free);
}

void conversation_reader_clear(ConversationReader *reader)
{
    clear_players(reader);
    g_clear_pointer(&reader->message, message_free);
}

/* The text of member @name of a line; NULL with an error if there is none. */
static const char *get_text(JsonObject *object, const char *name, GError **error)
{
    JsonNode *node = json_object_get_member(object, name);

    if (node != NULL && json_node_get_value_type(node) == G_TYPE_STRING)
        return json_node_get_string(node);
    experiments_fail(error, "%s: the text is missing", name);
    return NULL;
}

static bool get_number(JsonObject *object, const char *name, gint64 min, gint64 max,
                       gint64 *out_number, GError **error)
{
    JsonNode *node = json_object_get_member(object, name);

    if (node == NULL || json_node_get_value_type(node) != G_TYPE_INT64)
        return experiments_fail(error, "%s: the whole number is missing", name);
    *out_number = json_node_get_int(node);
    return (*out_number >= min && *out_number <= max) ||
           experiments_fail(error,
                            "%s: %" G_GINT64_FORMAT " is not from %" G_GINT64_FORMAT
                            " to %" G_GINT64_FORMAT,
                            name, *out_number, min, max);
}

static bool has_members(JsonObject *object, guint count, GError **error)
{
    return json_object_get_size(object) == count ||
           experiments_fail(error, "there is a member too many");
}

static bool read_players(ConversationReader *reader, JsonObject *object, GError **error)
{
    JsonNode *node = json_object_get_member(object, "players");
    JsonArray *array =
        node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;

    if (array == NULL || (int)json_array_get_length(array) != reader->rules->sides)
        return experiments_fail(error, "players: there is not one for each side");
    clear_players(reader);
    for (int side = 0; side < reader->rules->sides; side++) {
        JsonNode *player = json_array_get_element(array, (guint)side);
        if (json_node_get_value_type(player) != G_TYPE_STRING)
            return experiments_fail(error, "players: there is something else than texts");
        reader->players[side] = g_strdup(json_node_get_string(player));
    }
    return true;
}

static bool read_start(ConversationReader *reader, JsonObject *object, gint64 game, GError **error)
{
    const char *rules, *position;
    gint64 seed;

    if (reader->is_under_way)
        return experiments_fail(error, "game %" G_GUINT64_FORMAT " has no end", reader->game);
    rules = get_text(object, "rules", error);
    if (rules == NULL)
        return false;
    reader->rules = game_by_name(rules);
    if (reader->rules == NULL)
        return experiments_fail(error, "rules: there is no game '%s'", rules);
    position = get_text(object, "position", error);
    if (position == NULL || !reader->rules->read_state(position, &reader->state, error) ||
        !get_number(object, "seed", 0, G_MAXINT64, &seed, error) ||
        !read_players(reader, object, error) || !has_members(object, 7, error))
        return false;
    reader->kind = CONVERSATION_START;
    reader->game = (uint64_t)game;
    reader->plies = 0;
    reader->is_under_way = true;
    return true;
}

static bool read_move(ConversationReader *reader, JsonObject *object, GError **error)
{
    const char *text = get_text(object, "move", error);

    reader->kind = CONVERSATION_MOVE;
    return text != NULL && has_members(object, 4, error) &&
           reader->rules->parse_move(&reader->state, text, &reader->move, error);
}

static bool check_result(const char *result, GError **error)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", NULL};

    return result != NULL && (g_strv_contains(results, result) ||
                              experiments_fail(error, "result: there is no '%s'", result));
}

static bool check_termination(const char *termination, GError **error)
{
    for (int i = TERMINATION_NONE + 1; termination != NULL && i < TERMINATION_COUNT; i++)
        if (g_str_equal(termination_name((Termination)i), termination))
            return true;
    return termination != NULL &&
           experiments_fail(error, "termination: there is no '%s'", termination);
}

static bool read_end(ConversationReader *reader, JsonObject *object, GError **error)
{
    reader->kind = CONVERSATION_END;
    return check_result(get_text(object, "result", error), error) &&
           check_termination(get_text(object, "termination", error), error) &&
           has_members(object, 5, error);
}

static bool read_message(ConversationReader *reader, JsonObject *object, GError **error)
{
    static const char *const others[] = {"game", "ply", NULL};

    reader->kind = CONVERSATION_MESSAGE;
    reader->message = message_json_read(object, others, reader->rules, &reader->state, error);
    return reader->message != NULL;
}

/* The end comes after the last ply, all else before the next one. */
static bool check_place(const ConversationReader *reader, gint64 game, gint64 ply, bool is_end,
                        GError **error)
{
    const int expected = reader->plies + !is_end;

    if (!reader->is_under_way || (uint64_t)game != reader->game)
        return experiments_fail(error, "game %" G_GINT64_FORMAT " has not begun", game);
    return ply == expected ||
           experiments_fail(error, "ply: it is %" G_GINT64_FORMAT ", not %d", ply, expected);
}

static bool read_object(ConversationReader *reader, JsonObject *object, GError **error)
{
    const char *kind = get_text(object, "kind", error);
    gint64 game = 0, ply = 0;

    if (kind == NULL || !get_number(object, "game", 1, G_MAXINT64, &game, error) ||
        !get_number(object, "ply", 0, G_MAXINT, &ply, error))
        return false;
    if (g_str_equal(kind, KIND_START))
        return (ply == 0 || experiments_fail(error, "ply: a game starts with 0")) &&
               read_start(reader, object, game, error);
    if (!check_place(reader, game, ply, g_str_equal(kind, KIND_END), error))
        return false;
    if (g_str_equal(kind, KIND_MOVE))
        return read_move(reader, object, error);
    return g_str_equal(kind, KIND_END) ? read_end(reader, object, error)
                                       : read_message(reader, object, error);
}

/* Ours go three levels deep; the parser would go on until its stack is full. */
#define DEPTH_MAX 8

static bool is_too_deep(const char *line)
{
    bool in_text = false;
    int depth = 0;

    for (; *line != '\0' && depth <= DEPTH_MAX; line++) {
        if (*line == '"')
            in_text = !in_text;
        else if (in_text && *line == '\\' && line[1] != '\0')
            line++;
        else if (!in_text)
            depth += (*line == '{' || *line == '[') - (*line == '}' || *line == ']');
    }
    return depth > DEPTH_MAX;
}

static bool read_line(ConversationReader *reader, const char *line, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    g_autoptr(GError) fault = NULL;
    JsonNode *root;

    if (!g_utf8_validate(line, -1, NULL) || is_too_deep(line))
        return experiments_fail(error, "it is no line of a conversation");
    if (!json_parser_load_from_data(parser, line, -1, &fault))
        return experiments_fail(error, "it is no JSON: %s", fault->message);
    root = json_parser_get_root(parser);
    if (root == NULL || !JSON_NODE_HOLDS_OBJECT(root))
        return experiments_fail(error, "it is no JSON object");
    return read_object(reader, json_node_get_object(root), error);
}

/* What the line before has left to be done. */
static void leave_line(ConversationReader *reader)
{
    g_clear_pointer(&reader->message, message_free);
    if (!reader->is_under_way)
        return;
    if (reader->kind == CONVERSATION_MOVE) {
        reader->rules->play(&reader->state, reader->move);
        reader->plies++;
    }
    reader->is_under_way = reader->kind != CONVERSATION_END;
}

bool conversation_reader_next(ConversationReader *reader, GError **error)
{
    const size_t length = strcspn(reader->rest, "\n");
    g_autofree char *line = g_strndup(reader->rest, length);

    leave_line(reader);
    if (*reader->rest == '\0')
        return !reader->is_under_way
                   ? false
                   : experiments_fail(error,
                                      "line %d: the text ends within game %" G_GUINT64_FORMAT,
                                      reader->line, reader->game);
    reader->line++;
    if (reader->rest[length] == '\0')
        return experiments_fail(error, "line %d: it has no end", reader->line);
    reader->rest += length + 1;
    if (read_line(reader, line, error))
        return true;
    g_prefix_error(error, "line %d: ", reader->line);
    return false;
}
