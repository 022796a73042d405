/* A folder for the files that a target is to read, in memory if there is such a place. */
#pragma once

#include <glib.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <stdint.h>

#include "require.h"

/* The folder, the same until the end; it is left behind empty but for the last file. */
static inline const char *fuzz_folder(void)
{
    static char *folder;

    if (folder == NULL) {
        const char *const place = g_file_test("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : "/tmp";
        folder = g_build_filename(place, "agentchess-fuzz-XXXXXX", NULL);
        require(g_mkdtemp(folder) != NULL, "no folder can be made", folder);
    }
    return folder;
}

/* Writes the file @name in the folder. */
static inline void fuzz_write(const char *name, const void *data, size_t size)
{
    g_autofree char *path = g_build_filename(fuzz_folder(), name, NULL);

    require(
        g_file_set_contents_full(path, data, (gssize)size, G_FILE_SET_CONTENTS_NONE, 0600, NULL),
        "cannot be written", path);
}
