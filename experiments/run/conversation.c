#include "experiments/run/conversation.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "board/game.h"
#include "experiments/run/message_json.h"
#include "experiments/run/run_rows.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/json_members.h"
#include "experiments/tools/number_list.h"

#define KIND_START "start"
#define KIND_MOVE "move"
#define KIND_END "end"

/* Writes down what is said in a game. */
typedef struct {
    const Game *rules;
    uint64_t number;
    int ply;
    GString *text;
} Scribe;

static JsonBuilder *begin_line(const Scribe *scribe)
{
    JsonBuilder *json = json_builder_new();

    json_builder_begin_object(json);
    json_add_number(json, "game", (gint64)scribe->number);
    json_add_number(json, "ply", scribe->ply);
    return json;
}

static void end_line(const Scribe *scribe, JsonBuilder *json)
{
    g_autofree char *line = NULL;

    json_builder_end_object(json);
    line = json_finish_line(json);
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

    json_add_text(json, "kind", KIND_START);
    json_add_text(json, "rules", spec->game->name);
    json_add_number(json, "seed", (gint64)spec->seed);
    json_builder_set_member_name(json, "players");
    json_builder_begin_array(json);
    for (int side = 0; side < spec->contest->sides; side++)
        json_builder_add_string_value(json, spec->players[record->job.player[side]].text);
    json_builder_end_array(json);
    json_add_text(json, "position", position);
    end_line(scribe, json);
}

static void write_move(const Scribe *scribe, Move move)
{
    JsonBuilder *json = begin_line(scribe);
    char text[GAME_MOVE_TEXT_SIZE];

    scribe->rules->format_move_code(move, text);
    json_add_text(json, "kind", KIND_MOVE);
    json_add_text(json, "move", text);
    end_line(scribe, json);
}

static void write_end(const Scribe *scribe, const MatchRecord *record)
{
    JsonBuilder *json = begin_line(scribe);

    json_add_text(json, "kind", KIND_END);
    json_add_text(json, "result", run_result(record));
    json_add_text(json, "termination", termination_name(record->outcome.termination));
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
    g_autoptr(RunMemory) memory = run_memory_new(options->spec, NULL);
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
                    "%s contains something other than messages and is not replaced", options->path);
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

static bool read_players(ConversationReader *reader, JsonMembers *members, GError **error)
{
    JsonArray *array = json_members_list(members, "players");

    if (array == NULL)
        return false;
    if ((int)json_array_get_length(array) != reader->rules->sides)
        return experiments_fail(error, "players: there must be one for each side");
    clear_players(reader);
    for (int side = 0; side < reader->rules->sides; side++) {
        JsonNode *player = json_array_get_element(array, (guint)side);
        if (json_node_get_value_type(player) != G_TYPE_STRING)
            return experiments_fail(error, "players: it has elements that are not strings");
        reader->players[side] = g_strdup(json_node_get_string(player));
    }
    return true;
}

static bool read_start(ConversationReader *reader, JsonMembers *members, gint64 game,
                       GError **error)
{
    const char *rules, *position;
    int64_t seed;

    if (reader->is_under_way)
        return experiments_fail(error, "game %" G_GUINT64_FORMAT " has no end", reader->game);
    rules = json_members_text(members, "rules");
    if (rules == NULL)
        return false;
    reader->rules = game_by_name(rules);
    if (reader->rules == NULL)
        return experiments_fail(error, "rules: there is no game '%s'", rules);
    position = json_members_text(members, "position");
    if (position == NULL || !reader->rules->read_state(position, &reader->state, error) ||
        !json_members_number(members, "seed", 0, G_MAXINT64, &seed) ||
        !read_players(reader, members, error) || !json_members_end(members))
        return false;
    reader->kind = CONVERSATION_START;
    reader->game = (uint64_t)game;
    reader->plies = 0;
    reader->is_under_way = true;
    return true;
}

static bool read_move(ConversationReader *reader, JsonMembers *members, GError **error)
{
    const char *text = json_members_text(members, "move");

    reader->kind = CONVERSATION_MOVE;
    return text != NULL && json_members_end(members) &&
           reader->rules->parse_move(&reader->state, text, &reader->move, error);
}

static bool check_result(const char *result, GError **error)
{
    return result != NULL && (result_parse(result, strlen(result)) >= 0 ||
                              experiments_fail(error, "result: there is no '%s'", result));
}

static bool check_termination(const char *termination, GError **error)
{
    return termination != NULL &&
           (termination_parse(termination) != TERMINATION_NONE ||
            experiments_fail(error, "termination: there is no '%s'", termination));
}

static bool read_end(ConversationReader *reader, JsonMembers *members, GError **error)
{
    reader->kind = CONVERSATION_END;
    return check_result(json_members_text(members, "result"), error) &&
           check_termination(json_members_text(members, "termination"), error) &&
           json_members_end(members);
}

static bool read_message(ConversationReader *reader, JsonMembers *members, GError **error)
{
    static const char *const others[] = {"game", "ply", NULL};

    reader->kind = CONVERSATION_MESSAGE;
    reader->message =
        message_json_read(members->object, others, reader->rules, &reader->state, error);
    return reader->message != NULL;
}

/* Whether a line is in its place: the end comes after the last ply, all else before the next
 * one. */
static bool check_place(const ConversationReader *reader, gint64 game, gint64 ply, bool is_end,
                        GError **error)
{
    const int expected = reader->plies + !is_end;

    if (!reader->is_under_way || (uint64_t)game != reader->game)
        return experiments_fail(error, "game %" G_GINT64_FORMAT " has not begun", game);
    return ply == expected ||
           experiments_fail(error, "ply: it is %" G_GINT64_FORMAT ", not %d", ply, expected);
}

static bool read_object(ConversationReader *reader, JsonMembers *members, GError **error)
{
    const char *kind = json_members_text(members, "kind");
    int64_t game = 0, ply = 0;

    if (kind == NULL || !json_members_number(members, "game", 1, G_MAXINT64, &game) ||
        !json_members_number(members, "ply", 0, G_MAXINT, &ply))
        return false;
    if (g_str_equal(kind, KIND_START))
        return (ply == 0 || experiments_fail(error, "ply: a game starts with 0")) &&
               read_start(reader, members, game, error);
    if (!check_place(reader, game, ply, g_str_equal(kind, KIND_END), error))
        return false;
    if (g_str_equal(kind, KIND_MOVE))
        return read_move(reader, members, error);
    return g_str_equal(kind, KIND_END) ? read_end(reader, members, error)
                                       : read_message(reader, members, error);
}

/* Ours go three levels deep. */
#define DEPTH_MAX 8

static bool read_line(ConversationReader *reader, const char *line, GError **error)
{
    g_autoptr(JsonNode) root = json_line_read(line, DEPTH_MAX, error);
    JsonMembers members;

    if (root == NULL)
        return false;
    members = json_members_of(json_node_get_object(root), error);
    return read_object(reader, &members, error);
}

/* Does what the line before has left to be done. */
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
