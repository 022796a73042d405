#include "experiments/message_json.h"

#include <string.h>

#include "experiments/error.h"

static void add_text(JsonBuilder *json, const char *name, const char *value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, value);
}

static void add_number(JsonBuilder *json, const char *name, int value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, value);
}

static void add_flag(JsonBuilder *json, const char *name, bool value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_boolean_value(json, value);
}

static void add_agent(JsonBuilder *json, const char *name, AgentName agent)
{
    g_autofree char *text = agent_name_format(agent);

    add_text(json, name, text);
}

static void add_move(JsonBuilder *json, const Game *game, const char *name, Move move)
{
    char text[GAME_MOVE_TEXT_SIZE];

    game->format_move_code(move, text);
    add_text(json, name, text);
}

static void add_moves(JsonBuilder *json, const Game *game, const char *name, const Move *moves,
                      int count)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
    for (int i = 0; i < count; i++) {
        char text[GAME_MOVE_TEXT_SIZE];
        game->format_move_code(moves[i], text);
        json_builder_add_string_value(json, text);
    }
    json_builder_end_array(json);
}

static void add_proposal_members(JsonBuilder *json, const Game *game, const Proposal *proposal)
{
    json_builder_begin_object(json);
    add_move(json, game, "move", proposal->move);
    add_text(json, "kind", CANDIDATE_KIND_NAMES[proposal->kind]);
    add_number(json, "worth", proposal->worth);
    if (proposal->equals != NULL)
        add_moves(json, game, "equals", proposal->equals, proposal->equal_count);
    else if (proposal->equal_count > 0)
        add_number(json, "equal_count", proposal->equal_count);
    json_builder_end_object(json);
}

static void add_proposal(JsonBuilder *json, const Game *game, const char *name,
                         const Proposal *proposal)
{
    json_builder_set_member_name(json, name);
    if (proposal->move == MOVE_NONE)
        json_builder_add_null_value(json);
    else
        add_proposal_members(json, game, proposal);
}

static void add_report(JsonBuilder *json, const Game *game, const Message *report)
{
    add_number(json, "attackers", report->attackers);
    add_number(json, "cheapest_attacker", report->cheapest_attacker);
    add_flag(json, "defended", report->defended);
    add_number(json, "loss", report->loss);
    if (!report->has_actions)
        return;
    add_proposal(json, game, "attack", &report->attack);
    add_proposal(json, game, "move", &report->move);
    add_moves(json, game, "disregarded", report->disregarded, report->disregarded_count);
}

static void add_decision(JsonBuilder *json, const Game *game, const Message *decision)
{
    if (decision->worst.square != AGENT_ALL.square) {
        add_agent(json, "worst_threat", decision->worst);
        add_number(json, "worst_loss", decision->loss);
    }
    json_builder_set_member_name(json, "candidates");
    json_builder_begin_array(json);
    for (int i = 0; i < decision->candidate_count; i++)
        add_proposal_members(json, game, &decision->candidates[i]);
    json_builder_end_array(json);
    add_proposal(json, game, "played", &decision->proposal);
}

void message_json_add_content(JsonBuilder *json, const Game *game, const Message *message)
{
    switch (message->kind) {
    case MESSAGE_ORDER:
        add_flag(json, "may_ask", message->may_ask);
        break;
    case MESSAGE_REPORT:
        add_report(json, game, message);
        break;
    case MESSAGE_REQUEST:
        add_flag(json, "wants_attack", message->wants_attack);
        add_flag(json, "wants_defence", message->wants_defence);
        break;
    case MESSAGE_OFFER:
    case MESSAGE_SOLUTION:
        add_proposal(json, game, "offer", &message->proposal);
        break;
    case MESSAGE_ANSWER:
        add_number(json, "loss", message->loss);
        add_move(json, game, "action", message->action);
        break;
    case MESSAGE_CONSULT:
        add_move(json, game, "action", message->action);
        break;
    case MESSAGE_DECISION:
        add_decision(json, game, message);
        break;
    case MESSAGE_KIND_COUNT:
        g_assert_not_reached();
    }
}

void message_json_add(JsonBuilder *json, const Game *game, const Message *message)
{
    add_text(json, "kind", MESSAGE_KIND_NAMES[message->kind]);
    add_agent(json, "from", message->sender);
    add_agent(json, "to", message->receiver);
    message_json_add_content(json, game, message);
}

/* The reading of one object. */
typedef struct {
    JsonObject *object;
    const Game *game;
    const GameState *state;
    guint taken; /* members asked for that are there */
    GError **error;
} Reader;

static bool fail(const Reader *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Always false. */
static bool fail(const Reader *reader, const char *format, ...)
{
    g_autofree char *sentence = NULL;
    va_list args;

    va_start(args, format);
    sentence = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(reader->error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, sentence);
    return false;
}

/* The member @name, or NULL. */
static JsonNode *take(Reader *reader, const char *name)
{
    JsonNode *node = json_object_get_member(reader->object, name);

    reader->taken += node != NULL;
    return node;
}

static bool check_nothing_is_left(const Reader *reader, guint others)
{
    return json_object_get_size(reader->object) == reader->taken + others ||
           fail(reader, "there is a member too many");
}

static const char *read_text(Reader *reader, const char *name)
{
    JsonNode *node = take(reader, name);

    if (node != NULL && json_node_get_value_type(node) == G_TYPE_STRING)
        return json_node_get_string(node);
    fail(reader, "%s: the text is missing", name);
    return NULL;
}

static bool read_number(Reader *reader, const char *name, int min, int max, int *out_number)
{
    JsonNode *node = take(reader, name);
    gint64 number;

    if (node == NULL || json_node_get_value_type(node) != G_TYPE_INT64)
        return fail(reader, "%s: the whole number is missing", name);
    number = json_node_get_int(node);
    if (number < min || number > max)
        return fail(reader, "%s: %" G_GINT64_FORMAT " is not from %d to %d", name, number, min,
                    max);
    *out_number = (int)number;
    return true;
}

static bool read_flag(Reader *reader, const char *name, bool *out_flag)
{
    JsonNode *node = take(reader, name);

    if (node == NULL || json_node_get_value_type(node) != G_TYPE_BOOLEAN)
        return fail(reader, "%s: true or false is missing", name);
    *out_flag = json_node_get_boolean(node);
    return true;
}

/* The number of the name in a table of @count; the error calls it @name. */
static bool read_name(Reader *reader, const char *name, const char *const *names, int count,
                      int *out_number)
{
    const char *text = read_text(reader, name);

    for (int i = 0; text != NULL && i < count; i++)
        if (g_str_equal(names[i], text)) {
            *out_number = i;
            return true;
        }
    return text != NULL && fail(reader, "%s: there is no '%s'", name, text);
}

static bool read_agent(Reader *reader, const char *name, AgentName *out_agent)
{
    const char *text = read_text(reader, name);

    return text != NULL && (agent_name_parse(text, out_agent) ||
                            fail(reader, "%s: '%s' names no agent", name, text));
}

static bool parse_move(const Reader *reader, const char *name, const char *text, Move *out_move)
{
    g_autoptr(GError) fault = NULL;
    char code[GAME_MOVE_TEXT_SIZE];

    if (!reader->game->parse_move(reader->state, text, out_move, &fault))
        return fail(reader, "%s: %s", name, fault->message);
    reader->game->format_move_code(*out_move, code);
    return g_str_equal(code, text) ||
           fail(reader, "%s: '%s' is not in coordinates (%s)", name, text, code);
}

static bool read_move(Reader *reader, const char *name, Move *out_move)
{
    const char *text = read_text(reader, name);

    return text != NULL && parse_move(reader, name, text, out_move);
}

/* Owner: the caller, of the moves. */
static bool read_moves(Reader *reader, const char *name, const Move **out_moves, int *out_count)
{
    JsonNode *node = take(reader, name);
    JsonArray *array =
        node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    const guint count = array != NULL ? json_array_get_length(array) : 0;
    g_autofree Move *moves = g_new(Move, MAX(count, 1));

    if (array == NULL || count > GAME_MAX_MOVES)
        return fail(reader, "%s: the list of moves is missing or too long", name);
    for (guint i = 0; i < count; i++) {
        JsonNode *move = json_array_get_element(array, i);
        if (json_node_get_value_type(move) != G_TYPE_STRING)
            return fail(reader, "%s: there is something else than moves", name);
        if (!parse_move(reader, name, json_node_get_string(move), &moves[i]))
            return false;
    }
    *out_count = (int)count;
    *out_moves = count > 0 ? g_steal_pointer(&moves) : NULL;
    return true;
}

#define WORTH_MAX (4 * PIECE_KING_VALUE) /* no net is greater, nor smaller than its negative */

/* How many were as good, or which, if that is told. */
static bool read_equals(Reader *reader, Proposal *out_proposal)
{
    if (json_object_has_member(reader->object, "equals"))
        return read_moves(reader, "equals", &out_proposal->equals, &out_proposal->equal_count) &&
               (out_proposal->equal_count > 0 || fail(reader, "equals: the list is empty"));
    return !json_object_has_member(reader->object, "equal_count") ||
           read_number(reader, "equal_count", 1, GAME_MAX_MOVES, &out_proposal->equal_count);
}

static bool read_proposal_members(const Reader *outer, const char *name, JsonNode *node,
                                  bool has_equals, Proposal *out_proposal)
{
    Reader reader = *outer;
    int kind;

    if (!JSON_NODE_HOLDS_OBJECT(node))
        return fail(outer, "%s: the proposal is missing", name);
    reader.object = json_node_get_object(node);
    reader.taken = 0;
    if (!read_move(&reader, "move", &out_proposal->move) ||
        !read_name(&reader, "kind", CANDIDATE_KIND_NAMES, CANDIDATE_KIND_COUNT, &kind) ||
        !read_number(&reader, "worth", -WORTH_MAX, WORTH_MAX, &out_proposal->worth))
        return false;
    out_proposal->kind = (CandidateKind)kind;
    return (!has_equals || read_equals(&reader, out_proposal)) && check_nothing_is_left(&reader, 0);
}

/* A proposal, or null for none. */
static bool read_proposal(Reader *reader, const char *name, Proposal *out_proposal)
{
    JsonNode *node = take(reader, name);

    if (node == NULL)
        return fail(reader, "%s is missing", name);
    return JSON_NODE_HOLDS_NULL(node) ||
           read_proposal_members(reader, name, node, true, out_proposal);
}

#define ATTACKERS_MAX 16

static bool read_report(Reader *reader, Message *report)
{
    if (!read_number(reader, "attackers", 0, ATTACKERS_MAX, &report->attackers) ||
        !read_number(reader, "cheapest_attacker", 0, PIECE_KING_VALUE,
                     &report->cheapest_attacker) ||
        !read_flag(reader, "defended", &report->defended) ||
        !read_number(reader, "loss", 0, PIECE_KING_VALUE, &report->loss))
        return false;
    report->has_actions = json_object_has_member(reader->object, "attack");
    return !report->has_actions ||
           (read_proposal(reader, "attack", &report->attack) &&
            read_proposal(reader, "move", &report->move) &&
            read_moves(reader, "disregarded", &report->disregarded, &report->disregarded_count));
}

static bool read_candidates(Reader *reader, Message *decision)
{
    JsonNode *node = take(reader, "candidates");
    JsonArray *array =
        node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    const guint count = array != NULL ? json_array_get_length(array) : 0;
    Proposal *candidates;

    if (count == 0 || count > GAME_MAX_MOVES)
        return fail(reader, "candidates: the list is missing, empty or too long");
    candidates = g_new0(Proposal, count);
    decision->candidates = candidates;
    decision->candidate_count = (int)count;
    for (guint i = 0; i < count; i++)
        if (!read_proposal_members(reader, "candidates", json_array_get_element(array, i), false,
                                   &candidates[i]))
            return false;
    return true;
}

static bool read_decision(Reader *reader, Message *decision)
{
    decision->worst = AGENT_ALL;
    if (json_object_has_member(reader->object, "worst_threat") &&
        (!read_agent(reader, "worst_threat", &decision->worst) ||
         !read_number(reader, "worst_loss", 1, PIECE_KING_VALUE, &decision->loss)))
        return false;
    return read_candidates(reader, decision) &&
           read_proposal(reader, "played", &decision->proposal);
}

static bool read_content(Reader *reader, Message *message)
{
    switch (message->kind) {
    case MESSAGE_ORDER:
        return read_flag(reader, "may_ask", &message->may_ask);
    case MESSAGE_REPORT:
        return read_report(reader, message);
    case MESSAGE_REQUEST:
        return read_flag(reader, "wants_attack", &message->wants_attack) &&
               read_flag(reader, "wants_defence", &message->wants_defence);
    case MESSAGE_OFFER:
    case MESSAGE_SOLUTION:
        return read_proposal(reader, "offer", &message->proposal);
    case MESSAGE_ANSWER:
        return read_number(reader, "loss", 1, PIECE_KING_VALUE, &message->loss) &&
               read_move(reader, "action", &message->action);
    case MESSAGE_CONSULT:
        return read_move(reader, "action", &message->action);
    case MESSAGE_DECISION:
        return read_decision(reader, message);
    case MESSAGE_KIND_COUNT:
        break;
    }
    g_assert_not_reached();
}

static guint count_others(JsonObject *object, const char *const *others)
{
    guint count = 0;

    for (; *others != NULL; others++)
        count += json_object_has_member(object, *others);
    return count;
}

Message *message_json_read(JsonObject *object, const char *const *others, const Game *game,
                           const GameState *state, GError **error)
{
    Reader reader = {object, game, state, 0, error};
    g_autoptr(Message) message = g_new0(Message, 1);
    int kind;

    if (!read_name(&reader, "kind", MESSAGE_KIND_NAMES, MESSAGE_KIND_COUNT, &kind))
        return NULL;
    message->kind = (MessageKind)kind;
    return read_agent(&reader, "from", &message->sender) &&
                   read_agent(&reader, "to", &message->receiver) &&
                   read_content(&reader, message) &&
                   check_nothing_is_left(&reader, count_others(object, others))
               ? g_steal_pointer(&message)
               : NULL;
}
