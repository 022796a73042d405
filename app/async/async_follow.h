/* Shows a game of asynchronous chess to people, one that was recorded or one on a server: its
 * worlds on standard output, each at its time.
 *
 * On a terminal each picture replaces the one before, on a separate screen without a cursor, and at
 * the end the last picture stays. Ctrl-C ends the show and restores the terminal. Elsewhere
 * pictures follow each other with an empty line between them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* How a game is shown. */
typedef struct {
    double speed;   /* milliseconds of the game in one of the wall clock; 0: no waiting */
    bool only_last; /* only the last picture is shown, when the stage closes */
} AsyncStageOptions;

#define ASYNC_FOLLOW_FROM_START (-1)

/* Shows the game in the recording at @path from the world at @from_ms on, or from its start. A
 * damaged recording is shown up to the damage; then a sentence on stderr says what is wrong and in
 * which line. Returns the exit status of the command. */
int async_follow_recording(const char *path, int64_t from_ms, const AsyncStageOptions *options);

/* Shows the game on the server at @address, "HOST:PORT", as a spectator sees it, until it is over
 * or the server has closed the connection, which a sentence on stderr says. Returns the exit status
 * of the command.
 */
int async_follow_server(const char *address, const AsyncStageOptions *options);
