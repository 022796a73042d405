/* Reads what the original program of three-player chess did: shared test material, a JSON object a
 * line. */
#pragma once

#include <json-glib/json-glib.h>

#include "tests/data_path.h"

/* The path of @name as it is or compressed, or NULL, and the test skips. */
static inline char *three_oracle_find(const char *name)
{
    g_autofree char *plain = shared_data_path(name);
    g_autofree char *zipped = g_strconcat(plain, ".gz", NULL);

    if (g_file_test(zipped, G_FILE_TEST_EXISTS))
        return g_steal_pointer(&zipped);
    if (g_file_test(plain, G_FILE_TEST_EXISTS))
        return g_steal_pointer(&plain);
    g_test_skip_printf("no shared test material: there is no %s", zipped);
    return NULL;
}

/* Hands every line of shared file @name to @check; how many there were, or -1 without the file. */
static inline int three_oracle_lines(const char *name,
                                     void (*check)(JsonObject *object, void *data), void *data)
{
    g_autofree char *path = three_oracle_find(name);
    g_autoptr(GInputStream) stream = path != NULL ? open_file(path) : NULL;
    g_autoptr(GDataInputStream) input = stream != NULL ? g_data_input_stream_new(stream) : NULL;
    g_autoptr(JsonParser) parser = json_parser_new();
    int count = 0;

    if (path == NULL)
        return -1;
    for (;;) {
        g_autoptr(GError) error = NULL;
        g_autofree char *line = g_data_input_stream_read_line(input, NULL, NULL, &error);
        g_assert_no_error(error);
        if (line == NULL || !json_parser_load_from_data(parser, line, -1, &error))
            return count;
        check(json_node_get_object(json_parser_get_root(parser)), data);
        count++;
    }
}
