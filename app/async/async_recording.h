/* Recordings of asynchronous chess: files of lines as in async_message.h. The first is the game;
 * then comes, as it happened, an answer for each command that was accepted and an event for each
 * instant in which something happened, the last one with how the game ended. A game that was cut
 * short ends with a bye instead.
 *
 * Seed, start and commands make the whole game, so a recording can be checked by playing it again.
 */
#pragma once

#include "app/async/async_message.h"

typedef struct AsyncRecording AsyncRecording;

/* Begins a recording in a new file; one that is there is not touched.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED. */
AsyncRecording *async_recording_create(const char *path, GError **error);

/* Ends it; without a line it leaves no file.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it could not be written as a whole. */
bool async_recording_close(AsyncRecording *recording, GError **error);

/* Writes @line at once, as SessionOutput.say() of a recording. One that cannot be written as a
 * whole is taken back, and it is the last: what is there can be played again. */
void async_recording_write(const char *line, void *recording);

/* The result of the replay of a recording. */
typedef struct {
    AsyncGameHead head;
    int64_t commands, events;
    AsyncWorld
        world; /* at the end; if it goes on there, the recording was cut short, or breaks off */
    bool is_cut_short;
    char reason[ASYNC_SENTENCE_SIZE]; /* of that */
} AsyncReplay;

/* Sees the worlds of a recording that is played again: the first one, and the one after each event.
 */
typedef struct {
    void (*see)(const AsyncWorld *world, void *data);
    void *data;
} AsyncViewer;

/* Plays the commands of the recording @text again and compares, line by line and to the byte.
 * @viewer, or NULL, sees what comes before the first error, too.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, "line N: sentence", for the first line that is wrong or would
 *         not have been written so. */
bool async_recording_replay(const char *text, const AsyncViewer *viewer, AsyncReplay *out_replay,
                            GError **error);

/* The same of the recording at @path.
 *
 * Errors: also G_FILE_ERROR; the sentence names the file. */
bool async_recording_replay_file(const char *path, const AsyncViewer *viewer,
                                 AsyncReplay *out_replay, GError **error);
