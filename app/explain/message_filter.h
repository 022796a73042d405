/* Which messages a reader wants to see. */
#pragma once

#include "agents/message.h"

/* An agent, or all that a word names: "rook", "d5", "rook d5", "master". */
typedef struct {
    AgentName name; /* PIECE_NONE: any kind of piece */
    bool is_anywhere;
} AgentPattern;

/* All zero: every message. */
typedef struct {
    unsigned kinds; /* a bit for each MessageKind; 0: all */
    GArray *agents; /* of AgentPattern; NULL: all */
} MessageFilter;

/* Reads "report,decision,rook d5": kinds of messages, and agents of @game by piece, by square, by
 * both or as "master", in any order. A message passes if it is of one of the kinds, and sent by or
 * to one of the agents. If no kind is given, all kinds pass; likewise for agents.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE, with the word that names neither. */
bool message_filter_parse(const char *text, const Game *game, MessageFilter *out_filter,
                          GError **error);
void message_filter_clear(MessageFilter *filter);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MessageFilter, message_filter_clear)

bool message_filter_passes(const MessageFilter *filter, const Message *message);
