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

/* What the folder @path holds. A checkpoint counts more than a run.json: it stays until the very
 * end, and a run that starts again writes it first.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it is no folder or cannot be read. */
bool folder_inspect(const char *path, FolderState *out_state, GError **error);
