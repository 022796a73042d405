/* What the folder of a run holds. */
#pragma once

#include "experiments/tools/folder.h"

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
