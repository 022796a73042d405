/* A game under XBoard, with us as the engine: it is fed the lines of the other program and says
 * ours. An agent decides at once, so clocks and limits are accepted and never reached; a player
 * that searches keeps to them.
 *
 * Source: T. Mann and H. G. Muller, Chess Engine Communication Protocol, version 2,
 * http://www.gnu.org/software/xboard/engine-intf.html */
#pragma once

#include <glib.h>
#include <stdint.h>

#include "app/sessions/session.h"

typedef struct XboardSession XboardSession;

/* A session of @player, an engine that calls itself @name; @ear, or NULL, hears what ends a search
 * early.
 *
 * Errors: PLAYER_ERROR. */
XboardSession *xboard_session_new(const char *name, const char *player, uint64_t seed,
                                  const SessionOutput *output, const SessionEar *ear,
                                  GError **error);
void xboard_session_free(XboardSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(XboardSession, xboard_session_free)

/* What @line asks of a session that is thinking. */
SessionCall xboard_session_call(const char *line);

/* Obeys @line; false if it was "quit". */
bool xboard_session_feed(XboardSession *session, const char *line);
