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
