#include "experiments/run/message_json.h"

#include "agents/message_members.h"
#include "experiments/tools/json_members.h"

void message_json_add_content(JsonBuilder *json, const Game *game, const Message *message)
{
    MessageContext context;

    context.game = game;
    json_members_write(json, &MESSAGE_MEMBERS, message->kind, message, &context);
}

void message_json_add(JsonBuilder *json, const Game *game, const Message *message)
{
    MessageContext context;

    context.game = game;
    json_members_write(json, &MESSAGE_HEAD, 0, message, &context);
    json_members_write(json, &MESSAGE_MEMBERS, message->kind, message, &context);
}

Message *message_json_read(JsonObject *object, const char *const *others, const Game *game,
                           const GameState *state, GError **error)
{
    JsonMembers members = json_members_of(object, error);
    g_autoptr(Message) message = g_new0(Message, 1);
    MessageContext context;

    context.game = game;
    context.state = state;
    for (; *others != NULL; others++)
        json_members_take(&members, *others);
    return json_members_read(&members, &MESSAGE_HEAD, 0, message, &context) &&
                   json_members_read(&members, &MESSAGE_MEMBERS, message->kind, message,
                                     &context) &&
                   json_members_end(&members)
               ? g_steal_pointer(&message)
               : NULL;
}
