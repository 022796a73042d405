#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <json-glib/json-glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/explain/question.h"
#include "experiments/tools/error.h"
#include "experiments/tools/json_members.h"

#define DEFAULT_PLAYER "level:7"
#define DEFAULT_DRAWS 300
#define MAX_DRAWS 1000000

/* No question is nested deeper; an id may be. */
#define DEPTH_MAX 8

/* A kind of question: what answers it with a text, and whether that text is JSON. */
typedef struct {
    const char *name;
    char *(*answer)(const Question *question, GError **error);
    bool is_json;
} Asked;

static const Asked ASKED[] = {
    {"decide", question_decide, false},
    {"explain", question_explain, true},
    {"shares", question_shares, true},
};

static bool fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static bool fail(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    *error = g_error_new_valist(EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, format, args);
    va_end(args);
    return false;
}

/* Reads the member @name of @object, of @type, into @node. */
static bool read_member(const char *name, JsonNode *node, Question *question, GError **error)
{
    const struct {
        const char *name;
        const char **text;
    } texts[] = {
        {"game", &question->game},         {"fen", &question->position},
        {"position", &question->position}, {"moves", &question->moves},
        {"player", &question->player},     {"without", &question->without},
    };
    const bool is_text =
        JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING;
    const bool is_number =
        JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_INT64;
    const gint64 number = is_number ? json_node_get_int(node) : -1;

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (g_str_equal(texts[i].name, name)) {
            if (is_text)
                *texts[i].text = json_node_get_string(node);
            return is_text || fail(error, "%s: it is not a string", name);
        }
    if (g_str_equal(name, "seed")) {
        question->seed = (uint64_t)number;
        return number >= 0 || fail(error, "seed: it is not a number of 0 or more");
    }
    if (g_str_equal(name, "draws")) {
        question->draws = (int)number;
        return (number >= 1 && number <= MAX_DRAWS) ||
               fail(error, "draws: it is not a number from 1 to %d", MAX_DRAWS);
    }
    return fail(error,
                "there is no member '%s', only player, game, fen, position, moves, without, "
                "seed and draws",
                name);
}

static bool read_question(JsonObject *object, Question *question, GError **error)
{
    JsonObjectIter iter;
    const char *name;
    JsonNode *node;

    json_object_iter_init(&iter, object);
    while (json_object_iter_next(&iter, &name, &node))
        if (!read_member(name, node, question, error))
            return false;
    return true;
}

/* What is asked: the only member but id. */
static const Asked *find_asked(JsonObject *object, JsonObject **out_question, GError **error)
{
    const guint members = json_object_get_size(object) - json_object_has_member(object, "id");

    for (size_t i = 0; members == 1 && i < G_N_ELEMENTS(ASKED); i++) {
        JsonNode *node = json_object_get_member(object, ASKED[i].name);
        if (node != NULL && JSON_NODE_HOLDS_OBJECT(node)) {
            *out_question = json_node_get_object(node);
            return &ASKED[i];
        }
    }
    fail(error, "a question is {\"decide\": {...}}, {\"explain\": {...}} or {\"shares\": {...}}");
    return NULL;
}

/* The line that answers @object. Owner: the caller. */
static char *answer_object(JsonObject *object, Memories *memories, const Asked **out_asked,
                           GError **error)
{
    Question question = {.game = "chess",
                         .position = "",
                         .moves = "",
                         .player = DEFAULT_PLAYER,
                         .without = "",
                         .seed = 1,
                         .draws = DEFAULT_DRAWS,
                         .memories = memories};
    JsonObject *members;

    *out_asked = find_asked(object, &members, error);
    return *out_asked != NULL && read_question(members, &question, error)
               ? (*out_asked)->answer(&question, error)
               : NULL;
}

/* Prints {"id": ..., "NAME": ...} or {"id": ..., "error": "..."}. */
static void print_answer(JsonNode *id, const char *name, const char *value, bool is_json)
{
    g_autofree char *id_text = id != NULL ? json_to_string(id, FALSE) : NULL;
    g_autoptr(JsonNode) node = is_json ? NULL : json_node_init_string(json_node_alloc(), value);
    g_autofree char *text = is_json ? g_strdup(value) : json_to_string(node, FALSE);

    if (id_text != NULL)
        printf("{\"id\":%s,\"%s\":%s}\n", id_text, name, text);
    else
        printf("{\"%s\":%s}\n", name, text);
    fflush(stdout);
}

static void answer_line(const char *line, Memories *memories)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(JsonNode) root = json_line_read(line, DEPTH_MAX, &error);
    g_autofree char *answer = NULL;
    const Asked *asked = NULL;
    JsonNode *id = NULL;

    if (root != NULL) {
        id = json_object_get_member(json_node_get_object(root), "id");
        answer = answer_object(json_node_get_object(root), memories, &asked, &error);
    }
    if (answer != NULL)
        print_answer(id, asked->name, answer, asked->is_json);
    else
        print_answer(id, "error", error->message, false);
}

static int run(int argc, char **argv)
{
    g_autoptr(GInputStream) input = g_unix_input_stream_new(STDIN_FILENO, FALSE);
    g_autoptr(GDataInputStream) lines = g_data_input_stream_new(input);
    g_autoptr(Memories) memories = command_memories();
    g_autoptr(GError) error = NULL;
    char *line;
    int status;

    if (!command_parse(&COMMAND_ASK, NULL, &argc, &argv, 0, 0, &status))
        return status;
    while ((line = g_data_input_stream_read_line(lines, NULL, NULL, &error)) != NULL) {
        answer_line(line, memories);
        g_free(line);
    }
    return error == NULL ? STATUS_OK : command_fail(STATUS_FAILURE, error);
}

const Command COMMAND_ASK = {
    .name = "ask",
    .summary = "Answer questions about players, one JSON object per line",
    .run = run,
};
