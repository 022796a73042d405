#include "experiments/message_json.h"

#include <string.h>

#include "experiments/json_members.h"

static void add_agent(JsonBuilder *json, const char *name, AgentName agent)
{
    g_autofree char *text = agent_name_format(agent);

    json_add_text(json, name, text);
}

static void add_move(JsonBuilder *json, const Game *game, const char *name, Move move)
{
    char text[GAME_MOVE_TEXT_SIZE];

    game->format_move_code(move, text);
    json_add_text(json, name, text);
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
    json_add_text(json, "kind", CANDIDATE_KIND_NAMES[proposal->kind]);
    json_add_number(json, "worth", proposal->worth);
    if (proposal->equals != NULL)
        add_moves(json, game, "equals", proposal->equals, proposal->equal_count);
    else if (proposal->equal_count > 0)
        json_add_number(json, "equal_count", proposal->equal_count);
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
    json_add_number(json, "attackers", report->attackers);
    json_add_number(json, "cheapest_attacker", report->cheapest_attacker);
    json_add_flag(json, "defended", report->defended);
    json_add_number(json, "loss", report->loss);
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
        json_add_number(json, "worst_loss", decision->loss);
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
        json_add_flag(json, "may_ask", message->may_ask);
        break;
    case MESSAGE_REPORT:
        add_report(json, game, message);
        break;
    case MESSAGE_REQUEST:
        json_add_flag(json, "wants_attack", message->wants_attack);
        json_add_flag(json, "wants_defence", message->wants_defence);
        break;
    case MESSAGE_OFFER:
    case MESSAGE_SOLUTION:
        add_proposal(json, game, "offer", &message->proposal);
        break;
    case MESSAGE_ANSWER:
        json_add_number(json, "loss", message->loss);
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
    json_add_text(json, "kind", MESSAGE_KIND_NAMES[message->kind]);
    add_agent(json, "from", message->sender);
    add_agent(json, "to", message->receiver);
    message_json_add_content(json, game, message);
}

/* The reading of one object. */
typedef struct {
    JsonMembers members;
    const Game *game;
    const GameState *state;
} Reader;

static bool read_number(Reader *reader, const char *name, int min, int max, int *out_number)
{
    int64_t number;

    if (!json_members_number(&reader->members, name, min, max, &number))
        return false;
    *out_number = (int)number;
    return true;
}

static bool read_agent(Reader *reader, const char *name, AgentName *out_agent)
{
    const char *text = json_members_text(&reader->members, name);

    return text != NULL &&
           (agent_name_parse(text, out_agent) ||
            json_members_fail(&reader->members, "%s: '%s' names no agent", name, text));
}

static bool parse_move(const Reader *reader, const char *name, const char *text, Move *out_move)
{
    g_autoptr(GError) fault = NULL;
    char code[GAME_MOVE_TEXT_SIZE];

    if (!reader->game->parse_move(reader->state, text, out_move, &fault))
        return json_members_fail(&reader->members, "%s: %s", name, fault->message);
    reader->game->format_move_code(*out_move, code);
    return g_str_equal(code, text) ||
           json_members_fail(&reader->members, "%s: '%s' is not in coordinates (%s)", name, text,
                             code);
}

static bool read_move(Reader *reader, const char *name, Move *out_move)
{
    const char *text = json_members_text(&reader->members, name);

    return text != NULL && parse_move(reader, name, text, out_move);
}

/* Owner: the caller, of the moves. */
static bool read_moves(Reader *reader, const char *name, const Move **out_moves, int *out_count)
{
    JsonNode *node = json_members_take(&reader->members, name);
    JsonArray *array =
        node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    const guint count = array != NULL ? json_array_get_length(array) : 0;
    g_autofree Move *moves = g_new(Move, MAX(count, 1));

    if (array == NULL || count > GAME_MAX_MOVES)
        return json_members_fail(&reader->members, "%s: the list of moves is missing or too long",
                                 name);
    for (guint i = 0; i < count; i++) {
        JsonNode *move = json_array_get_element(array, i);
        if (json_node_get_value_type(move) != G_TYPE_STRING)
            return json_members_fail(&reader->members, "%s: there is something else than moves",
                                     name);
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
    if (json_members_has(&reader->members, "equals"))
        return read_moves(reader, "equals", &out_proposal->equals, &out_proposal->equal_count) &&
               (out_proposal->equal_count > 0 ||
                json_members_fail(&reader->members, "equals: the list is empty"));
    return !json_members_has(&reader->members, "equal_count") ||
           read_number(reader, "equal_count", 1, GAME_MAX_MOVES, &out_proposal->equal_count);
}

static bool read_proposal_members(const Reader *outer, const char *name, JsonNode *node,
                                  bool has_equals, Proposal *out_proposal)
{
    Reader reader = *outer;
    int kind;

    if (!JSON_NODE_HOLDS_OBJECT(node))
        return json_members_fail(&outer->members, "%s: the proposal is missing", name);
    reader.members = json_members_of(json_node_get_object(node), outer->members.error);
    if (!read_move(&reader, "move", &out_proposal->move) ||
        !json_members_name(&reader.members, "kind", CANDIDATE_KIND_NAMES, CANDIDATE_KIND_COUNT,
                           &kind) ||
        !read_number(&reader, "worth", -WORTH_MAX, WORTH_MAX, &out_proposal->worth))
        return false;
    out_proposal->kind = (CandidateKind)kind;
    return (!has_equals || read_equals(&reader, out_proposal)) && json_members_end(&reader.members);
}

/* A proposal, or null for none. */
static bool read_proposal(Reader *reader, const char *name, Proposal *out_proposal)
{
    JsonNode *node = json_members_take(&reader->members, name);

    if (node == NULL)
        return json_members_fail(&reader->members, "%s is missing", name);
    return JSON_NODE_HOLDS_NULL(node) ||
           read_proposal_members(reader, name, node, true, out_proposal);
}

#define ATTACKERS_MAX 16

static bool read_report(Reader *reader, Message *report)
{
    if (!read_number(reader, "attackers", 0, ATTACKERS_MAX, &report->attackers) ||
        !read_number(reader, "cheapest_attacker", 0, PIECE_KING_VALUE,
                     &report->cheapest_attacker) ||
        !json_members_flag(&reader->members, "defended", &report->defended) ||
        !read_number(reader, "loss", 0, PIECE_KING_VALUE, &report->loss))
        return false;
    report->has_actions = json_members_has(&reader->members, "attack");
    return !report->has_actions ||
           (read_proposal(reader, "attack", &report->attack) &&
            read_proposal(reader, "move", &report->move) &&
            read_moves(reader, "disregarded", &report->disregarded, &report->disregarded_count));
}

static bool read_candidates(Reader *reader, Message *decision)
{
    JsonNode *node = json_members_take(&reader->members, "candidates");
    JsonArray *array =
        node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    const guint count = array != NULL ? json_array_get_length(array) : 0;
    Proposal *candidates;

    if (count == 0 || count > GAME_MAX_MOVES)
        return json_members_fail(&reader->members,
                                 "candidates: the list is missing, empty or too long");
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
    if (json_members_has(&reader->members, "worst_threat") &&
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
        return json_members_flag(&reader->members, "may_ask", &message->may_ask);
    case MESSAGE_REPORT:
        return read_report(reader, message);
    case MESSAGE_REQUEST:
        return json_members_flag(&reader->members, "wants_attack", &message->wants_attack) &&
               json_members_flag(&reader->members, "wants_defence", &message->wants_defence);
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

Message *message_json_read(JsonObject *object, const char *const *others, const Game *game,
                           const GameState *state, GError **error)
{
    Reader reader = {json_members_of(object, error), game, state};
    g_autoptr(Message) message = g_new0(Message, 1);
    int kind;

    for (; *others != NULL; others++)
        json_members_take(&reader.members, *others);
    if (!json_members_name(&reader.members, "kind", MESSAGE_KIND_NAMES, MESSAGE_KIND_COUNT, &kind))
        return NULL;
    message->kind = (MessageKind)kind;
    return read_agent(&reader, "from", &message->sender) &&
                   read_agent(&reader, "to", &message->receiver) &&
                   read_content(&reader, message) && json_members_end(&reader.members)
               ? g_steal_pointer(&message)
               : NULL;
}
