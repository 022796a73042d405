/* What the commands have in common that are an engine of another chess program. */
#pragma once

#include "app/sessions/session.h"
#include "app/terminal/command.h"

/* A protocol between chess programs; @session is what begin() answers. */
typedef struct {
    /* A session of @player, an engine that calls itself @name.
     *
     * Errors: PLAYER_ERROR.
     * Owner:  the caller, end(). */
    void *(*begin)(const char *name, const char *player, uint64_t seed, const SessionOutput *output,
                   const SessionEar *ear, GError **error);
    SessionCall (*call)(const char *line);         /* what a line asks of a session that thinks */
    bool (*feed)(void *session, const char *line); /* obeys a line; false if it ends the session */
    void (*end)(void *session);
} EngineProtocol;

/* Runs @command: reads --player and --seed, and converses by @protocol on standard input and
 * output. Returns the exit status. */
int be_engine(const Command *command, const EngineProtocol *protocol, int argc, char **argv);
