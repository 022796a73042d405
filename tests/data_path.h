/* Where tests find the files they read: their own in tests/data, and the shared test material,
 * which is not part of the project. */
#pragma once

#include <gio/gio.h>

/* The content of the file at @path, decompressed if its name ends in ".gz". Owner: the caller. */
static inline GInputStream *open_file(const char *path)
{
    g_autoptr(GFile) file = g_file_new_for_path(path);
    g_autoptr(GError) error = NULL;
    g_autoptr(GInputStream) stream = G_INPUT_STREAM(g_file_read(file, NULL, &error));
    g_autoptr(GZlibDecompressor) unzip = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP);

    g_assert_no_error(error);
    return g_str_has_suffix(path, ".gz") ? g_converter_input_stream_new(stream, G_CONVERTER(unzip))
                                         : g_object_ref(stream);
}

/* Owner: the caller. */
static inline char **lines_of_file(const char *path)
{
    g_autoptr(GInputStream) stream = open_file(path);
    g_autoptr(GOutputStream) text = g_memory_output_stream_new_resizable();
    g_autoptr(GError) error = NULL;
    g_autofree char *content = NULL;

    g_output_stream_splice(text, stream, G_OUTPUT_STREAM_SPLICE_NONE, NULL, &error);
    g_output_stream_write(text, "", 1, NULL, &error);
    g_output_stream_close(text, NULL, &error);
    g_assert_no_error(error);
    content = g_memory_output_stream_steal_data(G_MEMORY_OUTPUT_STREAM(text));
    return g_strsplit(g_strchomp(content), "\n", -1);
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
