#include <string.h>

#include "agents/logics.h"
#include "agents/message_members.h"
#include "experiments/record/message_json.h"
#include "experiments/tools/json_members.h"

/* A reader of one object. */
typedef struct {
    JsonMembers members;
    const Game *game;
    const GameState *state;
} Reader;

static bool parse_agent(Reader *reader, const char *name, const char *text, AgentName *out_agent)
{
    return agent_name_parse(text, reader->game, out_agent) ||
           json_members_fail(&reader->members, "%s: '%s' names no agent", name, text);
}

static bool read_agent(Reader *reader, const char *name, AgentName *out_agent)
{
    const char *text = json_members_text(&reader->members, name);

    return text != NULL && parse_agent(reader, name, text, out_agent);
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

static bool parse_logic(const Reader *reader, const char *name, const char *text, Logic *out_logic)
{
    g_autoptr(GError) fault = NULL;

    return logic_parse(text, -1, out_logic, &fault) ||
           json_members_fail(&reader->members, "%s: %s", name, fault->message);
}

/* Element @i of @list, which must be a text, or NULL. */
static const char *text_at(const Reader *reader, const char *name, JsonArray *list, guint i)
{
    JsonNode *node = json_array_get_element(list, i);

    if (json_node_get_value_type(node) == G_TYPE_STRING)
        return json_node_get_string(node);
    json_members_fail(&reader->members, "%s: it has elements that are not texts", name);
    return NULL;
}

static bool read_logics(Reader *reader, const char *name, uint32_t *out_logics)
{
    JsonArray *list = json_members_list(&reader->members, name);

    for (guint i = 0; list != NULL && i < json_array_get_length(list); i++) {
        const char *text = text_at(reader, name, list, i);
        Logic logic = LOGIC_FOUNDATION;
        if (text == NULL || !parse_logic(reader, name, text, &logic))
            return false;
        *out_logics |= 1U << logic;
    }
    return list != NULL;
}

static bool read_members(Reader *reader, const MessageObject *type, unsigned kinds, void *object);

static bool read_object(const Reader *outer, const MessageMember *member, const MessageObject *type,
                        JsonNode *node, void *object)
{
    Reader reader = *outer;

    if (!JSON_NODE_HOLDS_OBJECT(node))
        return json_members_fail(&outer->members, "%s: the object is missing", member->name);
    reader.members = json_members_of(json_node_get_object(node), outer->members.error);
    return read_members(&reader, type, 0, object) && json_members_end(&reader.members);
}

/* A proposal, or null for none. */
static bool read_proposal(Reader *reader, const MessageMember *member, Proposal *out_proposal)
{
    JsonNode *node = json_members_take(&reader->members, member->name);

    if (node == NULL)
        return json_members_fail(&reader->members, "%s is missing", member->name);
    return JSON_NODE_HOLDS_NULL(node) ||
           read_object(reader, member, &PROPOSAL_OBJECT, node, out_proposal);
}

/* The same for what may follow the action of @message. */
static bool read_answer(Reader *reader, const MessageMember *member, const Message *message,
                        Proposal *out_proposal)
{
    const GameState *before = reader->state;
    GameState after = *before;
    bool is_read;

    reader->game->play(&after, message->action);
    reader->state = &after;
    is_read = read_proposal(reader, member, out_proposal);
    reader->state = before;
    return is_read;
}

static bool read_element(const Reader *outer, const MessageMember *member, JsonArray *array,
                         guint i, void *element)
{
    Reader reader = *outer;
    const char *text;

    if (member->type == MEMBER_OBJECTS)
        return read_object(outer, member, member->object, json_array_get_element(array, i),
                           element);
    text = text_at(outer, member->name, array, i);
    return text != NULL &&
           (member->type == MEMBER_AGENTS ? parse_agent(&reader, member->name, text, element)
                                          : parse_move(&reader, member->name, text, element));
}

/* Whether the member before a list says how long it is. */
static bool is_length_told(const MessageMember *list)
{
    return list->kinds == list[-1].kinds && list[-1].type == MEMBER_NUMBER &&
           list[-1].offset == list->count;
}

/* The object owns the list at once, so that it is freed with the object, completely read or not. If
 * a length was given, it must be right. */
static bool read_list(Reader *reader, const MessageMember *member, void *object)
{
    JsonArray *array = json_members_list(&reader->members, member->name);
    const size_t size = message_member_element_size(member);
    int *count = (int *)(void *)((char *)object + member->count);
    guint length;
    char *list;

    if (array == NULL)
        return false;
    length = json_array_get_length(array);
    if (length < (guint)member->min || length > (guint)member->max)
        return json_members_fail(&reader->members, "%s: it has %u elements, not %d to %d",
                                 member->name, length, member->min, member->max);
    if (is_length_told(member) && (guint)*count != length)
        return json_members_fail(&reader->members, "%s: it has %u elements, not %d", member->name,
                                 length, *count);
    *count = (int)length;
    list = length > 0 ? g_malloc0_n(length, size) : NULL;
    *(void **)(void *)((char *)object + member->offset) = list;
    for (guint i = 0; i < length; i++)
        if (!read_element(reader, member, array, i, list + i * size))
            return false;
    return true;
}

static bool read_number(Reader *reader, const MessageMember *member, int *out_number)
{
    int64_t number;

    if (!json_members_number(&reader->members, member->name, member->min, member->max, &number))
        return false;
    *out_number = (int)number;
    return true;
}

static bool read_logic(Reader *reader, const char *name, Logic *out_logic)
{
    const char *text = json_members_text(&reader->members, name);

    return text != NULL && parse_logic(reader, name, text, out_logic);
}

static bool read_value(Reader *reader, const MessageMember *member, void *object)
{
    void *value = (char *)object + member->offset;

    switch (member->type) {
    case MEMBER_FLAG:
        return json_members_flag(&reader->members, member->name, value);
    case MEMBER_NUMBER:
        return read_number(reader, member, value);
    case MEMBER_NAME:
        return json_members_name(&reader->members, member->name, member->names, member->max, value);
    case MEMBER_LOGIC:
        return read_logic(reader, member->name, value);
    case MEMBER_LOGICS:
        return read_logics(reader, member->name, value);
    case MEMBER_AGENT:
        return read_agent(reader, member->name, value);
    case MEMBER_MOVE:
        return read_move(reader, member->name, value);
    case MEMBER_PROPOSAL:
        return member->follows ? read_answer(reader, member, object, value)
                               : read_proposal(reader, member, value);
    case MEMBER_AGENTS:
    case MEMBER_MOVES:
    case MEMBER_OBJECTS:
        return read_list(reader, member, object);
    case MEMBER_TYPE_COUNT:
        break;
    }
    g_assert_not_reached();
}

/* Whether @member is to be read: the first member with a flag says whether all with it are
 * there. */
static bool is_expected(Reader *reader, const MessageMember *member, void *object)
{
    bool *flag = (bool *)((char *)object + member->flag);

    if (member->presence == MEMBER_IF_FLAG && !*flag)
        return *flag = json_members_has(&reader->members, member->name);
    return member->presence != MEMBER_IF_ANY || json_members_has(&reader->members, member->name);
}

static bool read_members(Reader *reader, const MessageObject *type, unsigned kinds, void *object)
{
    for (int i = 0; i < type->count; i++) {
        const MessageMember *member = &type->members[i];
        if (member->kinds != kinds && (member->kinds & kinds) == 0)
            continue;
        if (is_expected(reader, member, object) && !read_value(reader, member, object))
            return false;
    }
    return true;
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
                   read_members(&reader, &MESSAGE_OBJECT, 1U << kind, message) &&
                   json_members_end(&reader.members)
               ? g_steal_pointer(&message)
               : NULL;
}
