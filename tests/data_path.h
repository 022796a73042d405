/* Where tests find the files they read: their own in tests/data, and the shared test material,
 * which is not part of the project. */
#pragma once

#include <glib.h>

static inline char **lines_of_file(const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;

    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return g_strsplit(text != NULL ? g_strchomp(text) : "", "\n", -1);
}

/* The lines of tests/data/@name. Owner: the caller. */
static inline char **data_lines(const char *name)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "data", name, NULL);

    return lines_of_file(path);
}

/* The path of @name, "perft/perftsuite.epd", in the shared test material. It is where
 * AGENTCHESS_DATA says, or else in shared/data beside the project. Owner: the caller. */
static inline char *shared_data_path(const char *name)
{
    const char *folder = g_getenv("AGENTCHESS_DATA");

    if (folder != NULL)
        return g_build_filename(folder, name, NULL);
    return g_test_build_filename(G_TEST_DIST, "..", "..", "shared", "data", name, NULL);
}

/* The lines of @name in the shared test material; NULL, and the test says that it skips, if it is
 * not there. Owner: the caller. */
static inline char **shared_data_lines(const char *name)
{
    g_autofree char *path = shared_data_path(name);

    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        g_test_skip_printf("no shared test material: there is no %s", path);
        return NULL;
    }
    return lines_of_file(path);
}
