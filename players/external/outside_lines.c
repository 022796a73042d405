#include "players/external/outside_lines.h"

#include "agents/agent.h"
#include "players/json_text.h"
#include "players/player.h"

/* The question */

/* Begins the next object of a list. */
static void begin_object(GString *text)
{
    g_string_append(text, text->str[text->len - 1] == '[' ? "{" : ",{");
}

static void append_name(GString *text, const char *member, const Game *game, PieceType type,
                        int square)
{
    g_string_append_printf(text, "\"%s\":\"%s\"", member,
                           agent_text((AgentName){type, square}, game).text);
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

    g_string_append(text, ",\"targets\":[");
    for (TargetSet rest = move->targets; rest; rest &= rest - 1) {
        const int target = target_set_first(rest);
        const int square = percept_target_square(percept, target);
        const bool backed = percept->board->backed(percept, move->agent, square);
        begin_object(text);
        append_name(text, "agent", game, percept->targets[target].type, square);
        g_string_append_printf(
            text, ",\"value\":%d,\"cheapest\":%d,\"backed\":%s}", percept->targets[target].value,
            percept_cheapest_defender(percept, move->agent, target), backed ? "true" : "false");
    }
    g_string_append_c(text, ']');
}

static void append_actions(GString *text, const Game *game, const Percept *percept, int first,
                           int last, bool attacks)
{
    g_string_append_printf(text, ",\"%s\":[", attacks ? "attacks" : "moves");
    for (int i = first; i < last; i++) {
        const Action *action = &percept->actions[i];
        begin_object(text);
        g_string_append_printf(text, "\"move\":\"%s\",\"value\":%d",
                               game_move_code(game, action->move).text, action->value);
        append_exposure(text, action->exposure);
        if (attacks)
            g_string_append_printf(text, ",\"captures\":%d", action->captured);
        else
            append_targets(text, game, percept, i);
        g_string_append_c(text, '}');
    }
    g_string_append_c(text, ']');
}

/* Begins the object of @self. */
static void begin_agent(GString *text, const Game *game, const Agent *self)
{
    begin_object(text);
    append_name(text, "agent", game, self->type, self->square);
    g_string_append_printf(text, ",\"value\":%d", self->value);
    append_exposure(text, self->exposure);
}

void outside_append_played(GString *played, const Game *game, Move move)
{
    g_string_append_printf(played, "%s\"%s\"", played->len > 0 ? "," : "",
                           game_move_code(game, move).text);
}

void outside_write_end(GString *text, const char *played, const char *result)
{
    g_string_printf(text, "\"phase\":\"end\",\"result\":\"%s\",\"played\":[%s]}\n", result, played);
}

void outside_write_reports(GString *text, const GameLine *line, const char *played,
                           const Percept *percept, AgentSet agents)
{
    const Game *game = line->game;
    g_autofree char *position = game->write_state(&line->state);

    g_string_printf(
        text,
        "\"phase\":\"report\",\"game\":\"%s\",\"position\":\"%s\",\"played\":[%s],\"agents\":[",
        game->name, position, played);
    for (AgentSet rest = agents; rest; rest &= rest - 1) {
        const Agent *self = &percept->agents[__builtin_ctz(rest)];
        begin_agent(text, game, self);
        append_actions(text, game, percept, self->first_action, self->first_move, true);
        append_actions(text, game, percept, self->first_move, self->end_action, false);
        g_string_append_c(text, '}');
    }
    g_string_append(text, "]}\n");
}

/* The question to the agent about one action. */
static void append_item(GString *text, const Game *game, const Percept *percept, OutsidePhase phase,
                        const OutsideItem *item)
{
    const Action *action = &percept->actions[item->action];
    const Agent *acting = &percept->agents[action->agent];

    begin_object(text);
    g_string_append_printf(text, "\"move\":\"%s\",", game_move_code(game, action->move).text);
    append_name(text, "by", game, acting->type, acting->square);
    g_string_append_printf(text, ",\"number\":%d", item->number);
    if (phase != OUTSIDE_CONSULT)
        g_string_append_printf(text, ",\"kind\":\"%s\"", CANDIDATE_KIND_NAMES[item->kind]);
    append_exposure(text, item->exposure);
    g_string_append_c(text, '}');
}

void outside_write_items(GString *text, const Game *game, const Percept *percept,
                         const OutsideItems *asked)
{
    g_string_printf(text, "\"phase\":\"%s\"", OUTSIDE_PHASE_NAMES[asked->phase]);
    if (asked->worst != NO_AGENT) {
        const Agent *worst = &percept->agents[asked->worst];
        g_string_append_c(text, ',');
        append_name(text, "worst", game, worst->type, worst->square);
    }
    g_string_append(text, ",\"agents\":[");
    for (AgentSet rest = asked->agents; rest; rest &= rest - 1) {
        const int agent = __builtin_ctz(rest);
        begin_agent(text, game, &percept->agents[agent]);
        g_string_append(text, ",\"about\":[");
        for (int i = 0; i < asked->count; i++)
            if (asked->item[i].agent == agent)
                append_item(text, game, percept, asked->phase, &asked->item[i]);
        g_string_append(text, "]}");
    }
    g_string_append(text, "]}\n");
}

/* The answer */

typedef struct {
    const Game *game;
    const Percept *percept;
    int agent;
} AgentReading;

#define refuse(error, ...) player_fail(error, PLAYER_ERROR_FAILED, __VA_ARGS__)

/* Whether @node, NULL: there is none, is a value of @type. */
static bool node_holds(JsonNode *node, GType type)
{
    return node != NULL && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type;
}

static bool holds_true(JsonNode *node)
{
    return node_holds(node, G_TYPE_BOOLEAN) && json_node_get_boolean(node);
}

/* The text in @node; "": it has none. */
static const char *text_in(JsonNode *node)
{
    return node_holds(node, G_TYPE_STRING) ? json_node_get_string(node) : "";
}

static bool read_int(JsonNode *node, int least, int most, int *out_number)
{
    const gint64 number = node_holds(node, G_TYPE_INT64) ? json_node_get_int(node) : G_MININT64;

    if (number < least || number > most)
        return false;
    *out_number = (int)number;
    return true;
}

/* The list @name of @object, or NULL. */
static JsonArray *find_list(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);

    return node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

static bool read_number(JsonObject *object, const char *name, int least, int *out_number,
                        GError **error)
{
    return read_int(json_object_get_member(object, name), least, PIECE_KING_VALUE, out_number) ||
           refuse(error, "returned no member '%s' with a whole number from %d to %d", name, least,
                  PIECE_KING_VALUE);
}

/* The action of the agent with the code @text, from @first to @last; NO_ACTION: there is none. */
static int find_action(const AgentReading *reading, const char *text, int first, int last)
{
    for (int i = first; i < last; i++)
        if (g_str_equal(game_move_code(reading->game, reading->percept->actions[i].move).text,
                        text))
            return i;
    return -1;
}

static bool read_moves(const AgentReading *reading, JsonArray *moves, int first, int last,
                       ActionSet *out_actions, GError **error)
{
    *out_actions = 0;
    for (guint i = 0; i < json_array_get_length(moves); i++) {
        const char *text = text_in(json_array_get_element(moves, i));
        const int action = find_action(reading, text, first, last);
        if (action < 0) {
            g_autofree char *shown = g_strescape(text, NULL);
            return refuse(error, "returned '%.32s', which is not an action of the agent", shown);
        }
        *out_actions |= percept_only(reading->percept, action);
    }
    return true;
}

/* Reads "attack" or "move", which may be missing or null. */
static bool read_suggestion(const AgentReading *reading, JsonObject *report, bool attacks,
                            Suggestion *out_best, GError **error)
{
    const Agent *self = &reading->percept->agents[reading->agent];
    JsonNode *node = json_object_get_member(report, attacks ? "attack" : "move");
    JsonObject *object;
    JsonArray *moves;

    *out_best = (Suggestion){.actions = 0};
    if (node == NULL || JSON_NODE_HOLDS_NULL(node))
        return true;
    object = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
    moves = object != NULL ? find_list(object, "moves") : NULL;
    if (moves == NULL || json_array_get_length(moves) == 0)
        return refuse(error, "returned '%s' without moves", attacks ? "attack" : "move");
    out_best->worth.planned = !attacks && holds_true(json_object_get_member(object, "planned"));
    if (!read_moves(reading, moves, attacks ? self->first_action : self->first_move,
                    attacks ? self->first_move : self->end_action, &out_best->actions, error))
        return false;
    return read_number(object, "profit", -PIECE_KING_VALUE, &out_best->worth.profit, error);
}

static bool read_report(const AgentReading *reading, JsonObject *object, OutsideReport *out_report,
                        GError **error)
{
    return read_number(object, "loss", 0, &out_report->loss, error) &&
           read_suggestion(reading, object, true, &out_report->attack, error) &&
           read_suggestion(reading, object, false, &out_report->move, error);
}

/* The @what of the agent called @name in the list @list of @object, or NULL with an error. */
static JsonObject *find_answer(JsonObject *object, const char *list, const char *what,
                               const char *name, GError **error)
{
    JsonArray *answers = find_list(object, list);

    for (guint i = 0; answers != NULL && i < json_array_get_length(answers); i++) {
        JsonNode *node = json_array_get_element(answers, i);
        if (JSON_NODE_HOLDS_OBJECT(node) &&
            g_str_equal(text_in(json_object_get_member(json_node_get_object(node), "agent")), name))
            return json_node_get_object(node);
    }
    refuse(error, "returned no %s for %s", what, name);
    return NULL;
}

/* The phases other than reports in which the program wants to be asked. */
static unsigned read_phases(JsonObject *object)
{
    JsonArray *names = find_list(object, "phases");
    unsigned phases = 0;

    for (guint i = 0; names != NULL && i < json_array_get_length(names); i++)
        for (OutsidePhase phase = 0; phase < OUTSIDE_MASTER; phase++)
            if (g_str_equal(text_in(json_array_get_element(names, i)), OUTSIDE_PHASE_NAMES[phase]))
                phases |= 1U << phase;
    return phases;
}

/* Reads "numbers", one for each item of @agent. */
static bool read_numbers(JsonObject *object, const OutsideItems *asked, int agent, GError **error)
{
    JsonArray *numbers = find_list(object, "numbers");
    const guint count = numbers != NULL ? json_array_get_length(numbers) : 0;
    const int least = asked->phase == OUTSIDE_CONSULT ? 0 : -OUTSIDE_MAX_NUMBER;
    bool is_good = true;
    guint next = 0;

    for (int i = 0; i < asked->count; i++) {
        OutsideItem *item = &asked->item[i];
        JsonNode *node;
        if (item->agent != agent)
            continue;
        node = next < count ? json_array_get_element(numbers, next++) : NULL;
        item->is_withheld =
            asked->phase == OUTSIDE_REQUEST && node != NULL && JSON_NODE_HOLDS_NULL(node);
        is_good &= item->is_withheld || read_int(node, least, OUTSIDE_MAX_NUMBER, &item->number);
    }
    return (is_good && next == count) ||
           refuse(error,
                  "returned no list 'numbers' with one whole number from %d to %d per action",
                  least, OUTSIDE_MAX_NUMBER);
}

/* Adds the place, the @what of @name, to @fault. */
static bool refuse_in(const GError *fault, const char *what, const char *name, GError **error)
{
    return refuse(error, "%s in the %s of %s", fault->message, what, name);
}

/* Whether an agent has a fault in place of its answer @object: *@out_fault is the first reason. */
static bool declares_fault(JsonObject *object, char **out_fault)
{
    JsonNode *node = json_object_get_member(object, "fault");
    const bool declares = node_holds(node, G_TYPE_STRING);

    if (declares && *out_fault == NULL)
        *out_fault = g_strdup(json_node_get_string(node));
    return declares;
}

#define DEPTH_MAX 8 /* no correct answer is nested deeper */

/* The object of @answer if it is one to question @id; else NULL. Owner: the caller, of the node in
 * *@out_root. */
static JsonObject *read_object(const char *answer, gint64 id, JsonNode **out_root, GError **error)
{
    JsonNode *root = json_text_read(answer, DEPTH_MAX, NULL);
    JsonNode *answered;

    *out_root = root;
    if (root == NULL) {
        refuse(error, "returned a line that is not a JSON object");
        return NULL;
    }
    answered = json_object_get_member(json_node_get_object(root), "id");
    if (!node_holds(answered, G_TYPE_INT64) || json_node_get_int(answered) != id) {
        refuse(error, "returned an id other than %" G_GINT64_FORMAT, id);
        return NULL;
    }
    return json_node_get_object(root);
}

bool outside_read_reports(const char *answer, gint64 id, const Game *game, const Percept *percept,
                          AgentSet agents, OutsideReports *out_reports, unsigned *out_phases,
                          char **out_fault, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_autoptr(JsonNode) root = NULL;
    JsonObject *object = read_object(answer, id, &root, error);

    if (object == NULL)
        return false;
    for (AgentSet rest = agents; rest; rest &= rest - 1) {
        const int i = __builtin_ctz(rest);
        const Agent *self = &percept->agents[i];
        const AgentText name = agent_text((AgentName){self->type, self->square}, game);
        JsonObject *report = find_answer(object, "reports", "report", name.text, error);
        if (report == NULL)
            return false;
        if (declares_fault(report, out_fault))
            agents &= ~((AgentSet)1 << i);
        else if (!read_report(&(AgentReading){game, percept, i}, report, &out_reports->report[i],
                              &fault))
            return refuse_in(fault, "report", name.text, error);
    }
    out_reports->agents |= agents;
    *out_phases = read_phases(object);
    return true;
}

bool outside_read_end(const char *answer, gint64 id, GError **error)
{
    g_autoptr(JsonNode) root = NULL;

    return read_object(answer, id, &root, error) != NULL;
}

bool outside_read_items(const char *answer, gint64 id, const Game *game, const Percept *percept,
                        const OutsideItems *asked, OutsideReply *out_reply, char **out_fault,
                        GError **error)
{
    g_autoptr(JsonNode) root = NULL;
    g_autoptr(GError) fault = NULL;
    JsonObject *object = read_object(answer, id, &root, error);

    if (object == NULL)
        return false;
    if (holds_true(json_object_get_member(object, "help"))) {
        *out_reply = OUTSIDE_WANTS_HELP;
        return (asked->phase == OUTSIDE_MASTER && asked->worst != NO_AGENT) ||
               refuse(error, "asked for help, although no agent can request it now");
    }
    for (AgentSet rest = asked->agents; rest; rest &= rest - 1) {
        const Agent *self = &percept->agents[__builtin_ctz(rest)];
        const AgentText name = agent_text((AgentName){self->type, self->square}, game);
        JsonObject *one = find_answer(object, "answers", "answer", name.text, error);
        if (one == NULL)
            return false;
        if (!declares_fault(one, out_fault) &&
            !read_numbers(one, asked, __builtin_ctz(rest), &fault))
            return refuse_in(fault, "answer", name.text, error);
    }
    *out_reply = OUTSIDE_ANSWERS;
    return true;
}
