/* A game under the Universal Chess Interface, with us as the engine: fed with the lines of the
 * other program, it says ours. An agent decides at once, so no limit is ever reached; where the
 * protocol wants the engine to go on thinking, only the move is held back. A player that searches
 * keeps to the limits and tells of every depth; after a second also of each move that it considers.
 *
 * Source: UCI protocol (Meyer-Kahlen, April 2006). */
#pragma once

#include <glib.h>
#include <stdint.h>

#include "app/session.h"

typedef struct UciSession UciSession;

/* A session of @player, an engine that calls itself @name; @ear, or NULL, hears what ends a search
 * early.
 *
 * Errors: PLAYER_ERROR. */
UciSession *uci_session_new(const char *name, const char *player, uint64_t seed,
                            const SessionOutput *output, const SessionEar *ear, GError **error);
void uci_session_free(UciSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UciSession, uci_session_free)

/* What @line asks of a session that is thinking. */
SessionCall uci_session_call(const char *line);

/* Obeys @line; false if it was "quit". */
bool uci_session_feed(UciSession *session, const char *line);
