/* Shows a game of asynchronous chess to people: its worlds on standard output, each at its time.
 *
 * On a terminal each picture replaces the one before, on a separate screen without a cursor;
 * closing the stage leaves that screen, and the last picture stays. Ctrl-C ends the show and
 * restores the terminal. Elsewhere pictures follow each other with an empty line between them. */
#pragma once

#include <gio/gio.h>

#include "board/async_world.h"

typedef struct {
    double speed;   /* milliseconds of the game in one of the wall clock; 0: no waiting */
    bool only_last; /* only the last picture is shown, when the stage closes */
} AsyncStageOptions;

typedef struct AsyncStage AsyncStage;

AsyncStage *async_stage_open(const AsyncStageOptions *options);

/* Restores the terminal, and shows what is still to be shown. */
void async_stage_close(AsyncStage *stage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncStage, async_stage_close)

/* Shows @world when as much time has passed since the world before as the game's clock says; on a
 * terminal the line @title stands above it. Returns false if the show was interrupted or nothing
 * can be written. */
bool async_stage_show(AsyncStage *stage, const char *title, const AsyncWorld *world);

/* Waits until there is something to be read from @socket, or it is closed; false as above. */
bool async_stage_wait_for(AsyncStage *stage, GSocket *socket);

/* Whether Ctrl-C, or another signal to end, has ended the show. */
bool async_stage_is_interrupted(const AsyncStage *stage);
