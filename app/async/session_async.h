/* A client of a game of asynchronous chess, as a state machine that is fed the bytes it sends.
 *
 * The client says hello first; then a player sends commands and hears answers. A wrong line gets an
 * error that says what is wrong, and the conversation goes on. The conversation ends, with a bye
 * that says why, when the client says bye, sends a line that is too long, makes
 * ASYNC_SESSION_MAX_ERRORS errors, or sends more lines than it may; and
 * when the host dismisses it. */
#pragma once

#include "app/async/async_host.h"

#define ASYNC_SESSION_MAX_ERRORS 20

typedef struct AsyncSession AsyncSession;

/* A client of @host. It may send @lines_per_second, at least one; a player may send so
 * many over all its connections together.
 *
 * Owner: @host must stay as long as the session; @replies->data too. */
AsyncSession *async_session_new(AsyncHost *host, const SessionOutput *replies,
                                int lines_per_second);

/* The client is gone. */
void async_session_free(AsyncSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncSession, async_session_free)

/* Hears @length bytes of the client at @now_us. */
void async_session_hear(AsyncSession *session, const char *bytes, size_t length, int64_t now_us);

/* Ends the conversation with a bye that says @reason, unless it has ended. */
void async_session_dismiss(AsyncSession *session, const char *reason);

/* Whether the conversation has ended: nothing more is said or heard. */
bool async_session_has_ended(const AsyncSession *session);

/* Whether the client has a role in the game. */
bool async_session_has_joined(const AsyncSession *session);
