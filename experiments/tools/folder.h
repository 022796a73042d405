/* The folder of a run: a lock for the process that works in it, and files that appear in it only
 * when they are whole. experiments/run/integrity.h tells what it holds. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#define FOLDER_CHECKPOINT "checkpoint"
#define FOLDER_CHECKPOINT_BEFORE "checkpoint.before" /* the last but one */
#define FOLDER_TOTALS "totals"                       /* the checkpoint behind the last game */
#define FOLDER_RUN "run.json"
#define FOLDER_DATAPACKAGE "datapackage.json"
#define FOLDER_MEMORY "memory.csv"
#define FOLDER_FINDINGS "findings.csv"
#define FOLDER_LOCK "lock"
#define FOLDER_NEW ".new" /* behind the name of a file that is being written */

/* Errors: EXPERIMENTS_ERROR_FAILED, there is no folder @path. */
bool folder_check(const char *path, GError **error);

/* The paths of the folders in the folder @path, sorted, so that nothing depends on the file system.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is no folder or cannot be read.
 * Owner:  the caller. */
GPtrArray *folder_list(const char *path, GError **error);

/* Takes the folder for this process; returns the argument for folder_unlock(). The lock ends with
 * the process, however that ends.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, another run works there, or no file can be made there. */
int folder_lock(const char *path, GError **error);
void folder_unlock(const char *path, int lock);

/* Whether another process has the folder. */
bool folder_is_locked(const char *path);

/* Whether @fd is still the file @name, which was neither removed nor replaced. */
bool folder_is_still_there(int fd, const char *path, const char *name);

/* Makes the empty file @name, in place of any file or symbolic link of that name: what a link
 * points to stays as it is. Returns its descriptor, for writing, or -1.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED. */
int folder_create(const char *path, const char *name, GError **error);

/* Writes NAME.new to the disk, to be put in the place of NAME by folder_publish(). The new name is
 * on the disk after folder_sync_file(@path, "").
 *
 * Errors: EXPERIMENTS_ERROR_FAILED; nothing is left of NAME.new. */
bool folder_prepare(const char *path, const char *name, const void *data, size_t size,
                    GError **error);
bool folder_publish(const char *path, const char *name, GError **error);

/* Writes NAME, whole or not at all: both of these. */
bool folder_put(const char *path, const char *name, const void *data, size_t size, GError **error);

/* Waits until the content of the file @name is on the disk; "": the names in the folder itself.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED. */
bool folder_sync_file(const char *path, const char *name, GError **error);

/* The same for an open file; false with errno set if it cannot. A file system that cannot do it at
 * all is no failure. */
bool folder_sync(int fd);

/* Whether the file @name begins with @head, of at most 64 bytes: other programs may have files of
 * the same name. */
bool folder_file_begins(const char *path, const char *name, const char *head);

/* Removes a file, if there is one. */
void folder_remove(const char *path, const char *name);

/* Writes all of @data to @fd; false with errno set if it cannot. */
bool folder_write(int fd, const void *data, size_t size);

/* Sets @error to "cannot ACTION 'FOLDER/NAME': what errno says". Always NULL. */
void *folder_fail(const char *action, const char *path, const char *name, GError **error);
