#include "experiments/run/message_json.h"

#include "agents/message_members.h"
#include "experiments/tools/json_members.h"

void message_json_add_content(JsonBuilder *json, const Game *game, const Message *message)
{
    json_members_write(json, &MESSAGE_MEMBERS, message->kind, message, game);
}

void message_json_add(JsonBuilder *json, const Game *game, const Message *message)
{
    json_members_write(json, &MESSAGE_HEAD, 0, message, game);
    message_json_add_content(json, game, message);
}
