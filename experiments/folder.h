/* The folder of a run: what it holds, who may work in it, and files that appear in it whole. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#define FOLDER_CHECKPOINT "checkpoint"
#define FOLDER_RUN "run.json"
#define FOLDER_DATAPACKAGE "datapackage.json"
#define FOLDER_MEMORY "memory.csv"
#define FOLDER_LOCK "lock"
#define FOLDER_NEW ".new" /* behind the name of a file that is being written */

typedef enum {
    FOLDER_MISSING,
    FOLDER_EMPTY, /* or what a run left that was killed before it had begun */
    FOLDER_UNFINISHED,
    FOLDER_FINISHED,
    FOLDER_FOREIGN /* files, but no run */
} FolderState;

/* What the folder @path holds. A checkpoint counts more than a run.json: it is there until the very
 * end, and it is the first thing of a run that starts anew.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is no folder or cannot be read. */
bool folder_inspect(const char *path, FolderState *out_state, GError **error);

/* The paths of the folders in the folder @path, sorted, so that nothing depends on the file system.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is no folder or cannot be read.
 * Owner:  the caller. */
GPtrArray *folder_list(const char *path, GError **error);

/* Takes the folder for this process; returns what folder_unlock() wants. The lock goes when the
 * process does, however it ends.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, another run has it, or no file can be made in it. */
int folder_lock(const char *path, GError **error);
void folder_unlock(const char *path, int lock);

/* Whether another process has the folder. */
bool folder_is_locked(const char *path);

/* Whether @fd is the file @name still, not one that was removed or replaced by another. */
bool folder_is_still_there(int fd, const char *path, const char *name);

/* Writes NAME.new, to be put in the place of NAME by folder_publish().
 *
 * Errors: EXPERIMENTS_ERROR_FAILED; nothing is left of NAME.new. */
bool folder_prepare(const char *path, const char *name, const void *data, size_t size,
                    GError **error);
bool folder_publish(const char *path, const char *name, GError **error);

/* Removes a file, if there is one. */
void folder_remove(const char *path, const char *name);

/* Writes all of @data to @fd; false with errno set if it cannot. */
bool folder_write(int fd, const void *data, size_t size);

/* Sets @error to "cannot ACTION FOLDER/NAME: what errno says". Always false. */
bool folder_fail(const char *action, const char *path, const char *name, GError **error);
