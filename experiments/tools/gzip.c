#include "experiments/tools/gzip.h"

#include <gio/gunixinputstream.h>
#include <glib/gstdio.h>

#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/text_file.h"

/* The best that zlib can is 1 % smaller than this and takes twice the time. */
#define LEVEL 6

static GInputStream *open_file(const char *path, GError **error)
{
    const int fd = text_file_open(path, error);

    return fd >= 0 ? g_unix_input_stream_new(fd, true) : NULL;
}

/* Writes what @from holds into the file @path, compressed. */
static bool compress_stream(GInputStream *from, const char *path, GError **error)
{
    g_autoptr(GFile) file = g_file_new_for_path(path);
    g_autoptr(GFileOutputStream) bytes = g_file_create(file, G_FILE_CREATE_NONE, NULL, error);
    g_autoptr(GZlibCompressor) compressor =
        g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, LEVEL);
    g_autoptr(GOutputStream) to = NULL;

    if (bytes == NULL)
        return false;
    to = g_converter_output_stream_new(G_OUTPUT_STREAM(bytes), G_CONVERTER(compressor));
    return g_output_stream_splice(
               to, from, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
               NULL, error) >= 0;
}

bool gzip_file(const char *folder, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *compressed = g_strconcat(name, GZIP_END, NULL);
    g_autofree char *new_name = g_strconcat(compressed, FOLDER_NEW, NULL);
    g_autofree char *new_path = g_build_filename(folder, new_name, NULL);
    g_autoptr(GError) cause = NULL;
    g_autoptr(GInputStream) from = open_file(path, error);

    g_unlink(new_path); /* what a run that was killed has left */
    if (from == NULL)
        return false;
    if (compress_stream(from, new_path, &cause))
        return folder_sync_file(folder, new_name, error) &&
               folder_publish(folder, compressed, error);
    g_unlink(new_path);
    return experiments_fail(error, "cannot compress '%s': %s", path, cause->message);
}

/* Decompresses all members of a file (RFC 1952, section 2.2): pigz, bgzip and cat write several.
 * GZlibDecompressor alone ends with the first one, and the rest would be lost without an error. */
typedef struct {
    GObject parent;
    GConverter *member;
    bool is_between; /* at the end of a member, where the file may end, too */
} Members;

typedef struct {
    GObjectClass parent;
} MembersClass;

static GConverterResult convert_members(GConverter *converter, const void *in, gsize in_size,
                                        void *out, gsize out_size, GConverterFlags flags,
                                        gsize *out_read, gsize *out_written, GError **error)
{
    Members *members = (Members *)converter;
    GConverterResult result;

    if (members->is_between && in_size == 0 && flags & G_CONVERTER_INPUT_AT_END)
        return G_CONVERTER_FINISHED;
    result = g_converter_convert(members->member, in, in_size, out, out_size, flags, out_read,
                                 out_written, error);
    if (result == G_CONVERTER_ERROR)
        return result;
    members->is_between = result == G_CONVERTER_FINISHED;
    if (members->is_between)
        g_converter_reset(members->member);
    return G_CONVERTER_CONVERTED;
}

static void members_set_functions(GConverterIface *functions)
{
    functions->convert = convert_members;
}

static GType members_get_type(void);
G_DEFINE_TYPE_WITH_CODE(Members, members, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_CONVERTER, members_set_functions))

static void members_init(Members *members)
{
    members->member = G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP));
}

static void members_finalize(GObject *object)
{
    g_object_unref(((Members *)object)->member);
    G_OBJECT_CLASS(members_parent_class)->finalize(object);
}

static void members_class_init(MembersClass *class)
{
    G_OBJECT_CLASS(class)->finalize = members_finalize;
}

static GInputStream *open_compressed(const char *path, GError **error)
{
    g_autoptr(GInputStream) bytes = open_file(path, error);
    g_autoptr(GConverter) members = NULL;

    if (bytes == NULL)
        return NULL;
    members = g_object_new(members_get_type(), NULL);
    return g_converter_input_stream_new(bytes, members);
}

bool gzip_is_path(const char *path)
{
    g_autofree char *lower = g_ascii_strdown(path, -1);

    return g_str_has_suffix(lower, GZIP_END);
}

/* Refuses what other programs compress, with the command that unpacks it. */
static bool check_compression(const char *path, GError **error)
{
    static const char *const others[][2] = {
        {".zst", "zstd -d"}, {".xz", "xz -d"},  {".bz2", "bzip2 -d"},
        {".lz4", "lz4 -d"},  {".zip", "unzip"}, {".7z", "7z x"},
    };
    g_autofree char *lower = g_ascii_strdown(path, -1);

    for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
        if (g_str_has_suffix(lower, others[i][0]))
            return experiments_fail(
                error, "'%s': %s files are not read, only .gz; unpack it first: %s '%s'", path,
                others[i][0], others[i][1], path);
    return true;
}

GInputStream *gzip_open_path(const char *path, GError **error)
{
    if (!check_compression(path, error))
        return NULL;
    return gzip_is_path(path) ? open_compressed(path, error) : open_file(path, error);
}

GInputStream *gzip_open(const char *folder, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *compressed = g_strconcat(path, GZIP_END, NULL);

    if (g_file_test(path, G_FILE_TEST_EXISTS) || !g_file_test(compressed, G_FILE_TEST_EXISTS))
        return open_file(path, error);
    return open_compressed(compressed, error);
}
