/* The members of messages as a table (board/members.h): which kinds have a member, its type and its
 * range. All code that writes, reads or copies messages goes by it; one more member is one more
 * row.
 *
 * experiments/messages.md explains the members to readers of the files. */
#pragma once

#include "agents/message.h"
#include "board/members.h"

/* Of Message: kind, sender and receiver; and what each MessageKind adds. The context of its words
 * is a Game, on which the names of agents and moves depend. */
extern const MemberTable MESSAGE_HEAD, MESSAGE_MEMBERS;

/* No list in a message is longer. */
#define MESSAGE_LIST_MAX GAME_MAX_MOVES
