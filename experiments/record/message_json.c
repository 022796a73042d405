#include "experiments/record/message_json.h"

#include "agents/logics.h"
#include "agents/message_members.h"
#include "experiments/tools/json_writer.h"

static void add_agent_value(JsonBuilder *json, const Game *game, AgentName agent)
{
    g_autofree char *text = agent_name_format(agent, game);

    json_builder_add_string_value(json, text);
}

static void add_move_value(JsonBuilder *json, const Game *game, Move move)
{
    char text[GAME_MOVE_TEXT_SIZE];

    game->format_move_code(move, text);
    json_builder_add_string_value(json, text);
}

static void add_logics(JsonBuilder *json, uint32_t logics)
{
    json_builder_begin_array(json);
    for (int logic = 0; logic < LOGIC_COUNT; logic++)
        if (logics >> logic & 1)
            json_builder_add_string_value(json, LOGICS[logic].name);
    json_builder_end_array(json);
}

static void add_members(JsonBuilder *json, const Game *game, const MessageObject *type,
                        unsigned kinds, const void *object);

static void add_object(JsonBuilder *json, const Game *game, const MessageObject *type,
                       const void *object)
{
    json_builder_begin_object(json);
    add_members(json, game, type, 0, object);
    json_builder_end_object(json);
}

static void add_proposal(JsonBuilder *json, const Game *game, const Proposal *proposal)
{
    if (proposal->move == MOVE_NONE)
        json_builder_add_null_value(json);
    else
        add_object(json, game, &PROPOSAL_OBJECT, proposal);
}

static void add_list(JsonBuilder *json, const Game *game, const MessageMember *member,
                     const void *object)
{
    const void *list = message_member_list(member, object);
    const int count = message_member_number(member, object);

    json_builder_begin_array(json);
    for (int i = 0; i < count; i++) {
        const void *element = (const char *)list + (size_t)i * message_member_element_size(member);
        if (member->type == MEMBER_AGENTS)
            add_agent_value(json, game, *(const AgentName *)element);
        else if (member->type == MEMBER_MOVES)
            add_move_value(json, game, *(const Move *)element);
        else
            add_object(json, game, member->object, element);
    }
    json_builder_end_array(json);
}

static void add_value(JsonBuilder *json, const Game *game, const MessageMember *member,
                      const void *object)
{
    const void *value = message_member_value(member, object);

    switch (member->type) {
    case MEMBER_FLAG:
        json_builder_add_boolean_value(json, *(const bool *)value);
        break;
    case MEMBER_NUMBER:
        json_builder_add_int_value(json, message_member_number(member, object));
        break;
    case MEMBER_NAME:
        json_builder_add_string_value(json, member->names[message_member_number(member, object)]);
        break;
    case MEMBER_LOGIC:
        json_builder_add_string_value(json, LOGICS[*(const Logic *)value].name);
        break;
    case MEMBER_LOGICS:
        add_logics(json, *(const uint32_t *)value);
        break;
    case MEMBER_AGENT:
        add_agent_value(json, game, *(const AgentName *)value);
        break;
    case MEMBER_MOVE:
        add_move_value(json, game, *(const Move *)value);
        break;
    case MEMBER_PROPOSAL:
        add_proposal(json, game, value);
        break;
    case MEMBER_AGENTS:
    case MEMBER_MOVES:
    case MEMBER_OBJECTS:
        add_list(json, game, member, object);
        break;
    case MEMBER_TYPE_COUNT:
        g_assert_not_reached();
    }
}

/* The members of @object; @kinds: of a message the bit of its kind, else 0. */
static void add_members(JsonBuilder *json, const Game *game, const MessageObject *type,
                        unsigned kinds, const void *object)
{
    for (int i = 0; i < type->count; i++) {
        const MessageMember *member = &type->members[i];
        if (member->kinds != kinds && (member->kinds & kinds) == 0)
            continue;
        if (!message_member_is_there(member, object))
            continue;
        json_builder_set_member_name(json, member->name);
        add_value(json, game, member, object);
    }
}

void message_json_add_content(JsonBuilder *json, const Game *game, const Message *message)
{
    add_members(json, game, &MESSAGE_OBJECT, 1U << message->kind, message);
}

static void add_agent(JsonBuilder *json, const Game *game, const char *name, AgentName agent)
{
    json_builder_set_member_name(json, name);
    add_agent_value(json, game, agent);
}

void message_json_add(JsonBuilder *json, const Game *game, const Message *message)
{
    json_add_text(json, "kind", MESSAGE_KIND_NAMES[message->kind]);
    add_agent(json, game, "from", message->sender);
    add_agent(json, game, "to", message->receiver);
    message_json_add_content(json, game, message);
}
