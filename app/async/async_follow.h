/* Shows how a game of asynchronous chess goes on: one that was recorded, or one on a server. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "app/async/async_stage.h"

#define ASYNC_FOLLOW_FROM_START (-1)

/* Shows the game in the recording at @path from the world at @from_ms on, or from its start. A
 * damaged recording is shown up to the damage; then a sentence on stderr says what is wrong and in
 * which line. Returns the exit status of the command. */
int async_follow_recording(const char *path, int64_t from_ms, const AsyncStageOptions *options);

/* Shows the game on the server at @address, "HOST:PORT", as a spectator sees it, until it is over
 * or the server is gone, which a sentence on stderr says. Returns the exit status of the command.
 */
int async_follow_server(const char *address, const AsyncStageOptions *options);
