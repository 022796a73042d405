#include "players/engine/outside.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "players/engine/process.h"
#include "players/player.h"

/* So many faults in a row, and it is not asked again in the same game: a run must go on. */
#define MOST_FAULTS 3

struct Outside {
    const EngineSettings *settings;
    Process *process;  /* NULL: not running */
    gint64 id;         /* of the last question of the game */
    bool has_answered; /* since its start */
    int plies;         /* of the game when it was asked last */
    int faults;        /* in a row, in the same game */
    GString *question;
    char *fault, *words;
};

Outside *outside_new(const EngineSettings *settings)
{
    Outside *outside = g_new0(Outside, 1);

    outside->settings = settings;
    outside->question = g_string_new(NULL);
    return outside;
}

static void end(Outside *outside)
{
    if (outside->process != NULL)
        process_end(outside->process, 100);
    outside->process = NULL;
}

void outside_free(Outside *outside)
{
    end(outside);
    g_string_free(outside->question, TRUE);
    g_free(outside->fault);
    g_free(outside->words);
    g_free(outside);
}

const char *outside_fault(const Outside *outside)
{
    return outside->fault;
}

const char *outside_words(const Outside *outside)
{
    return outside->words;
}

/* Takes @sentence. */
static bool fail(Outside *outside, char *sentence)
{
    g_free(outside->fault);
    g_free(outside->words);
    outside->fault = sentence;
    outside->words = outside->process != NULL ? process_last_words(outside->process) : NULL;
    outside->faults++;
    end(outside);
    return false;
}

/* The question */

static bool is_asked(const Percept *percept, int agent, unsigned kinds)
{
    return kinds >> percept->agents[agent].type & 1;
}

static void append_name(GString *text, const Game *game, PieceType type, int square)
{
    g_autofree char *name = agent_name_format((AgentName){type, square}, game);

    g_string_append_printf(text, "\"agent\":\"%s\"", name);
}

static void append_exposure(GString *text, Exposure exposure)
{
    g_string_append_printf(text, ",\"exposure\":{\"cheapest\":%d,\"defended\":%s}",
                           exposure.cheapest, exposure.defended ? "true" : "false");
}

/* The opponents that could be attacked next: how each is defended, and whether a friend would back
 * the agent up there. */
static void append_targets(GString *text, const Game *game, const Percept *percept, int action)
{
    const Action *move = &percept->actions[action];
    const TargetSet backed = percept_others_attack(percept, move->agent, move->targets);
    const char *separator = "";

    g_string_append(text, ",\"targets\":[");
    for (TargetSet rest = move->targets; rest; rest &= rest - 1) {
        const int target = target_set_first(rest);
        g_string_append_printf(text, "%s{", separator);
        append_name(text, game, percept->targets[target].type,
                    percept_target_square(percept, target));
        g_string_append_printf(text, ",\"value\":%d,\"cheapest\":%d,\"backed\":%s}",
                               percept->targets[target].value,
                               percept_cheapest_defender(percept, move->agent, target),
                               backed >> target & 1 ? "true" : "false");
        separator = ",";
    }
    g_string_append_c(text, ']');
}

static void append_actions(GString *text, const Game *game, const Percept *percept, int first,
                           int last, bool attacks)
{
    g_string_append_printf(text, ",\"%s\":[", attacks ? "attacks" : "moves");
    for (int i = first; i < last; i++) {
        const Action *action = &percept->actions[i];
        char code[GAME_MOVE_TEXT_SIZE];
        game->format_move_code(action->move, code);
        g_string_append_printf(text, "%s{\"move\":\"%s\",\"value\":%d", i > first ? "," : "", code,
                               action->value);
        append_exposure(text, action->exposure);
        if (attacks)
            g_string_append_printf(text, ",\"captures\":%d", action->captured);
        else
            append_targets(text, game, percept, i);
        g_string_append_c(text, '}');
    }
    g_string_append_c(text, ']');
}

static void append_agent(GString *text, const Game *game, const Percept *percept, int agent)
{
    const Agent *self = &percept->agents[agent];

    append_name(text, game, self->type, self->square);
    g_string_append_printf(text, ",\"value\":%d", self->value);
    append_exposure(text, self->exposure);
    append_actions(text, game, percept, self->first_action, self->first_move, true);
    append_actions(text, game, percept, self->first_move, self->end_action, false);
}

static void write_question(Outside *outside, const GameLine *line, const Percept *percept,
                           unsigned kinds)
{
    const Game *game = line->game;
    g_autofree char *position = game->write_state(&line->state);
    const char *separator = "";

    g_string_printf(outside->question,
                    "{\"id\":%" G_GINT64_FORMAT
                    ",\"phase\":\"report\",\"game\":\"%s\",\"position\":\"%s\",\"agents\":[",
                    outside->id, game->name, position);
    for (int i = 0; i < percept->agent_count; i++)
        if (is_asked(percept, i, kinds)) {
            g_string_append_printf(outside->question, "%s{", separator);
            append_agent(outside->question, game, percept, i);
            g_string_append_c(outside->question, '}');
            separator = ",";
        }
    g_string_append(outside->question, "]}\n");
}

/* The answer */

typedef struct {
    const Game *game;
    const Percept *percept;
    int agent;
} AgentReading;

static bool refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static bool refuse(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    *error = g_error_new_valist(PLAYER_ERROR, PLAYER_ERROR_FAILED, format, args);
    va_end(args);
    return false;
}

/* The value of the member @name of @object if it is of @type, else NULL. */
static JsonNode *find_value(JsonObject *object, const char *name, GType type)
{
    JsonNode *node = json_object_get_member(object, name);

    return node != NULL && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type
               ? node
               : NULL;
}

static bool read_number(JsonObject *object, const char *name, int least, int *out_number,
                        GError **error)
{
    JsonNode *node = find_value(object, name, G_TYPE_INT64);
    const gint64 number = node != NULL ? json_node_get_int(node) : G_MININT64;

    *out_number = (int)number;
    return (number >= least && number <= PIECE_KING_VALUE) ||
           refuse(error, "answers without a number '%s' from %d to %d", name, least,
                  PIECE_KING_VALUE);
}

/* The action of the agent with the code @text, from @first to @last; NO_ACTION: there is none. */
static int find_action(const AgentReading *reading, const char *text, int first, int last)
{
    for (int i = first; i < last; i++) {
        char code[GAME_MOVE_TEXT_SIZE];
        reading->game->format_move_code(reading->percept->actions[i].move, code);
        if (g_str_equal(code, text))
            return i;
    }
    return -1;
}

static bool read_moves(const AgentReading *reading, JsonArray *moves, int first, int last,
                       ActionSet *out_actions, GError **error)
{
    *out_actions = 0;
    for (guint i = 0; i < json_array_get_length(moves); i++) {
        JsonNode *node = json_array_get_element(moves, i);
        const char *text =
            JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING
                ? json_node_get_string(node)
                : "";
        const int action = find_action(reading, text, first, last);
        if (action < 0) {
            g_autofree char *shown = g_strescape(text, NULL);
            return refuse(error, "answers '%.32s', which is none of the agent's", shown);
        }
        *out_actions |= percept_only(reading->percept, action);
    }
    return *out_actions != 0 || refuse(error, "answers without a move");
}

/* Reads "attack" or "move", which may be missing or null. */
static bool read_equals(const AgentReading *reading, JsonObject *report, bool attacks,
                        OutsideEquals *out_equals, GError **error)
{
    const Agent *self = &reading->percept->agents[reading->agent];
    JsonNode *node = json_object_get_member(report, attacks ? "attack" : "move");
    JsonObject *object;
    JsonNode *moves, *planned;

    *out_equals = (OutsideEquals){.actions = 0};
    if (node == NULL || JSON_NODE_HOLDS_NULL(node))
        return true;
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return refuse(error, "answers with a proposal that is not an object");
    object = json_node_get_object(node);
    moves = json_object_get_member(object, "moves");
    planned = find_value(object, "planned", G_TYPE_BOOLEAN);
    out_equals->planned = !attacks && planned != NULL && json_node_get_boolean(planned);
    if (moves == NULL || !JSON_NODE_HOLDS_ARRAY(moves))
        return refuse(error, "answers without a list of moves");
    return read_moves(reading, json_node_get_array(moves),
                      attacks ? self->first_action : self->first_move,
                      attacks ? self->first_move : self->end_action, &out_equals->actions, error) &&
           read_number(object, "profit", -PIECE_KING_VALUE, &out_equals->profit, error);
}

static bool read_report(const AgentReading *reading, JsonObject *object, OutsideReport *out_report,
                        GError **error)
{
    return read_number(object, "loss", 0, &out_report->loss, error) &&
           read_equals(reading, object, true, &out_report->attack, error) &&
           read_equals(reading, object, false, &out_report->move, error);
}

/* The report of the agent called @name among @reports, or NULL. */
static JsonObject *find_report(JsonArray *reports, const char *name)
{
    for (guint i = 0; i < json_array_get_length(reports); i++) {
        JsonNode *node = json_array_get_element(reports, i);
        JsonNode *agent = JSON_NODE_HOLDS_OBJECT(node)
                              ? find_value(json_node_get_object(node), "agent", G_TYPE_STRING)
                              : NULL;
        if (agent != NULL && g_str_equal(json_node_get_string(agent), name))
            return json_node_get_object(node);
    }
    return NULL;
}

static bool read_reports(JsonArray *reports, const Game *game, const Percept *percept,
                         unsigned kinds, OutsideReports *out_reports, GError **error)
{
    out_reports->agents = 0;
    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *self = &percept->agents[i];
        g_autofree char *name = agent_name_format((AgentName){self->type, self->square}, game);
        JsonObject *object = is_asked(percept, i, kinds) ? find_report(reports, name) : NULL;
        if (!is_asked(percept, i, kinds))
            continue;
        if (object == NULL)
            return refuse(error, "answers without a report of %s", name);
        if (!read_report(&(AgentReading){game, percept, i}, object, &out_reports->report[i],
                         error)) {
            g_prefix_error(error, "%s: ", name);
            return false;
        }
        out_reports->agents |= (AgentSet)1 << i;
    }
    return true;
}

/* No sound answer has more brackets within each other: a parser that calls itself for each of them
 * would run out of its stack. */
#define MOST_BRACKETS 8

static bool is_shallow(const char *text)
{
    bool quoted = false;
    int depth = 0;

    for (; *text != '\0' && depth <= MOST_BRACKETS; text++) {
        if (quoted && *text == '\\' && text[1] != '\0')
            text++;
        else if (*text == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (*text == '{' || *text == '[') - (*text == '}' || *text == ']');
    }
    return depth <= MOST_BRACKETS;
}

bool outside_read(const char *answer, gint64 id, const Game *game, const Percept *percept,
                  unsigned kinds, OutsideReports *out_reports, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    JsonNode *root = is_shallow(answer) && json_parser_load_from_data(parser, answer, -1, NULL)
                         ? json_parser_get_root(parser)
                         : NULL;
    JsonNode *answered, *reports;

    if (root == NULL || !JSON_NODE_HOLDS_OBJECT(root))
        return refuse(error, "answers with a line that is not a JSON object");
    answered = find_value(json_node_get_object(root), "id", G_TYPE_INT64);
    if (answered == NULL || json_node_get_int(answered) != id)
        return refuse(error, "answers another question than %" G_GINT64_FORMAT, id);
    reports = json_object_get_member(json_node_get_object(root), "reports");
    if (reports == NULL || !JSON_NODE_HOLDS_ARRAY(reports))
        return refuse(error, "answers without a list of reports");
    return read_reports(json_node_get_array(reports), game, percept, kinds, out_reports, error);
}

/* The program */

static bool start(Outside *outside)
{
    const EngineSettings *settings = outside->settings;
    const ProcessPlace place = {*settings->dir != '\0' ? settings->dir : NULL, false};
    g_auto(GStrv) argv = NULL;
    g_autoptr(GError) error = NULL;

    if (outside->process != NULL)
        return true;
    outside->has_answered = false;
    if (g_shell_parse_argv(settings->command, NULL, &argv, &error))
        outside->process = process_start((const char *const *)argv, &place, &error);
    return outside->process != NULL ||
           fail(outside, g_strdup_printf("cannot be started: %s", error->message));
}

static bool fail_talk(Outside *outside, ProcessResult result)
{
    g_autofree char *ended = NULL;

    if (result == PROCESS_TIMEOUT)
        return fail(outside, g_strdup_printf("has not answered in %" G_GUINT64_FORMAT " ms",
                                             outside->settings->answer_ms));
    ended = process_describe_end(outside->process);
    return fail(outside, g_strdup(ended));
}

/* All that a program is sent in a game depends on that game alone. */
static void note_game(Outside *outside, const GameLine *line)
{
    if (line->plies <= outside->plies)
        outside->id = outside->faults = 0;
    outside->plies = line->plies;
}

bool outside_ask(Outside *outside, const GameLine *line, const Percept *percept, unsigned kinds,
                 OutsideReports *out_reports)
{
    g_autoptr(GError) error = NULL;
    ProcessResult result;
    const char *answer;
    gint64 deadline;

    note_game(outside, line);
    if (outside->faults >= MOST_FAULTS || !start(outside))
        return false;
    outside->id++;
    write_question(outside, line, percept, kinds);
    deadline = g_get_monotonic_time() +
               1000 * (gint64)(outside->settings->answer_ms +
                               (outside->has_answered ? 0 : outside->settings->start_ms));
    result =
        process_write(outside->process, outside->question->str, outside->question->len, deadline);
    if (result == PROCESS_OK)
        result = process_read_line(outside->process, deadline, &answer);
    if (result != PROCESS_OK)
        return fail_talk(outside, result);
    outside->has_answered = true;
    if (!outside_read(answer, outside->id, line->game, percept, kinds, out_reports, &error))
        return fail(outside, g_strdup(error->message));
    outside->faults = 0;
    return true;
}
