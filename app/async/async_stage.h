/* Where people watch a game of asynchronous chess: its worlds on standard output, each at its time.
 *
 * On a terminal each picture takes the place of the one before, on a screen without a cursor that
 * is left again by closing the stage; the last picture stays. There Ctrl-C ends the show, and the
 * terminal is as it was. Elsewhere pictures follow each other with an empty line between them. */
#pragma once

#include <gio/gio.h>

#include "board/async_world.h"

typedef struct {
    double speed; /* milliseconds of the game in one of the wall clock; 0: nothing is waited for */
    bool only_last; /* the last picture alone is shown, when the stage closes */
} AsyncStageOptions;

typedef struct AsyncStage AsyncStage;

AsyncStage *async_stage_open(const AsyncStageOptions *options);

/* Leaves the terminal as it was, and shows what is still to be shown. */
void async_stage_close(AsyncStage *stage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncStage, async_stage_close)

/* Shows @world when as much time has passed since the world before as the clock of the game says,
 * on a terminal beneath @title, a line. Returns false if there is no sense in going on: the show
 * was interrupted, or nothing can be written. */
bool async_stage_show(AsyncStage *stage, const char *title, const AsyncWorld *world);

/* Waits until there is something to be read from @socket, or it is closed; false as above. */
bool async_stage_wait_for(AsyncStage *stage, GSocket *socket);

/* Whether Ctrl-C, or another signal to end, has ended the show. */
bool async_stage_is_interrupted(const AsyncStage *stage);
