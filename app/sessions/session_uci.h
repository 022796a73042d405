/* A game under the Universal Chess Interface, with us as the engine: it is fed the lines of the
 * other program and says ours. An agent decides at once, so no limit is ever reached; if the
 * protocol wants the engine to go on thinking, only the move is held back. A player that searches
 * keeps to the limits and reports every depth, and after a second also each move that it considers.
 *
 * Source: UCI protocol (Meyer-Kahlen, April 2006). */
#pragma once

#include <glib.h>
#include <stdint.h>

#include "app/sessions/session.h"

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
