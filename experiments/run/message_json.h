/* Messages of agents as JSON objects, by the table of their members
 * (agents/message_members.h).
 *
 *     {"kind": "report", "from": "knight g1", "to": "master", "attackers": 0, ...}
 *
 * Moves are in coordinates, as Game.format_move_code() writes them. experiments/messages.md
 * explains the members of every kind. */
#pragma once

#include <json-glib/json-glib.h>

#include "agents/message.h"
#include "board/game.h"

/* Adds the members of @message to the object that @json is building. */
void message_json_add(JsonBuilder *json, const Game *game, const Message *message);

/* The same without kind, sender and receiver. */
void message_json_add_content(JsonBuilder *json, const Game *game, const Message *message);
