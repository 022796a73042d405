/* The members of messages as a table (board/members.h): which kinds have a member, its type and its
 * range. All code that writes, reads or copies messages goes by it; one more member is one more
 * row.
 *
 * results/README.md explains the members to readers of the files. */
#pragma once

#include "agents/message.h"
#include "board/members.h"

/* The context on which the names of agents and moves depend. */
typedef struct {
    const Game *game;
    const GameState *state; /* before the moves that are read; not needed to write */
    GameState after;        /* place for the state after the action of an expectation */
} MessageContext;

/* Of Message, with a MessageContext: kind, sender and receiver; and what each MessageKind adds. */
extern const MemberTable MESSAGE_HEAD, MESSAGE_MEMBERS;

/* No list in a message is longer. */
#define MESSAGE_LIST_MAX GAME_MAX_MOVES
