#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/command_report.h"
#include "app/commands/commands.h"
#include "app/terminal/data.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/text_file.h"

#define PLACE_OF_RUNS "<!-- runs -->"

/* Files of a run for the page, plain or compressed by --gzip; of the first it reads the
 * experiment. */
static const char *const FILES[] = {
    "run.json",         "games.csv",   "material_mean.csv", "requests.csv",
    "move_attacks.csv", "threats.csv", "commands.csv",
};

static GBytes *compress_page(const char *data, gsize length, GError **error)
{
    g_autoptr(GZlibCompressor) compressor =
        g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
    g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
    g_autoptr(GOutputStream) stream =
        g_converter_output_stream_new(memory, G_CONVERTER(compressor));

    if (!g_output_stream_write_all(stream, data, length, NULL, NULL, error) ||
        !g_output_stream_close(stream, NULL, error))
        return NULL;
    return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
}

/* The file @name of the run in @folder, compressed; NULL without an error: there is none. */
static GBytes *read_file(const char *folder, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *packed_path = g_strconcat(path, ".gz", NULL);
    g_autofree char *data = NULL;
    gsize length;

    if (g_file_get_contents(packed_path, &data, &length, NULL))
        return g_bytes_new_take(g_steal_pointer(&data), length);
    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return NULL;
    data = text_file_read_most(path, SIZE_MAX, &length, error);
    return data != NULL ? compress_page(data, length, error) : NULL;
}

static void append_file(GString *page, const char *run, const char *name, GBytes *bytes)
{
    g_autofree char *text = g_base64_encode(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));

    g_string_append_printf(page,
                           "<script type=\"application/gzip\" class=\"run\" data-run=\"%s\" "
                           "data-file=\"%s\">%s</script>\n",
                           run, name, text);
}

/* Appends the run as elements that nothing in the page executes. */
static bool append_run(GString *page, char *folder, GError **error)
{
    g_autofree char *absolute = g_canonicalize_filename(folder, NULL);
    g_autofree char *base = g_path_get_basename(absolute);
    g_autofree char *valid = g_utf8_make_valid(base, -1);
    g_autofree char *name = g_markup_escape_text(valid, -1);

    if (!folder_check(folder, error))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(FILES); i++) {
        g_autoptr(GError) fault = NULL;
        g_autoptr(GBytes) bytes = read_file(folder, FILES[i], &fault);
        if (fault != NULL) {
            g_propagate_error(error, g_steal_pointer(&fault));
            return false;
        }
        if (bytes == NULL && i == 0)
            return experiments_fail(error, "'%s' contains no finished run", folder);
        if (bytes != NULL)
            append_file(page, name, FILES[i], bytes);
    }
    return true;
}

/* Writes the page at @path with the runs in @folders to @output. */
static bool write_page(const char *path, char *const *folders, const char *output, GError **error)
{
    g_autofree char *text = text_file_read(path, NULL, error);
    g_autoptr(GString) page = g_string_new(NULL);
    const char *place;

    if (text == NULL)
        return false;
    place = strstr(text, PLACE_OF_RUNS);
    if (place == NULL)
        return experiments_fail(
            error, "'%s' is not a page that can contain runs: rebuild it with scripts/studio",
            path);
    g_string_append_len(page, text, place - text);
    for (; *folders != NULL; folders++)
        if (!append_run(page, *folders, error))
            return false;
    g_string_append(page, place + strlen(PLACE_OF_RUNS));
    return g_file_set_contents(output, page->str, (gssize)page->len, error);
}

static bool has_display(void)
{
    return g_getenv("DISPLAY") != NULL || g_getenv("WAYLAND_DISPLAY") != NULL;
}

/* Opens @path with the browser of the desktop. */
static void open_page(const char *path, const char *page)
{
    g_autofree char *uri = g_filename_to_uri(path, NULL, NULL);
    g_autofree char *link = g_strconcat(uri, page, NULL);
    g_autoptr(GError) error = NULL;

    if (!g_app_info_launch_default_for_uri(link, NULL, &error))
        command_print_note("no browser was opened: %s", error->message);
}

int command_studio(const Command *command, int argc, char **argv, GError **error)
{
    const char *output = NULL;
    bool no_open = false;
    const Option entries[] = {
        {"output", 'o', "FILE", "File to write (studio.html in the first RUN)", .file = &output},
        {"no-open", 0, NULL, "Only print the path of the page", .on = &no_open},
        {NULL},
    };
    g_autofree char *page = NULL;
    g_autofree char *own_output = NULL;
    g_autofree char *path = NULL;

    command_parse(command, entries, &argc, argv);
    page = data_find(DATA_STUDIO, NULL, error);
    if (page == NULL)
        return STATUS_FAILURE;
    if (output == NULL && argv[1] != NULL)
        output = own_output = g_build_filename(argv[1], "studio.html", NULL);
    path = output != NULL ? g_canonicalize_filename(output, NULL) : g_strdup(page);
    if (output != NULL && !write_page(page, argv + 1, path, error))
        return STATUS_FAILURE;
    if (!no_open && !has_display())
        command_print_note("there is no display; open this file in a browser, on any machine:");
    puts(path);
    if (!no_open && has_display())
        open_page(path, argv[1] != NULL ? "#/results" : "");
    return STATUS_OK;
}
