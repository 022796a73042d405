#include "experiments/tools/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiments/tools/error.h"
#include "experiments/tools/gzip.h"

#define BLOCK_SIZE (64 * 1024)

static bool fail_with_path(const char *action, const char *path, GError **error)
{
    const int cause = errno;

    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(cause), "cannot %s '%s': %s",
                action, path, g_strerror(cause));
    return false;
}

static bool fail_size(const char *path, size_t most, GError **error)
{
    return experiments_fail(error, "'%s' is larger than the limit of %zu bytes", path, most);
}

static bool read_all(int fd, const char *path, size_t most, GString *text, GError **error)
{
    g_autofree char *block = g_malloc(BLOCK_SIZE);
    ssize_t size;

    while ((size = read(fd, block, BLOCK_SIZE)) != 0) {
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return fail_with_path("read", path, error);
        g_string_append_len(text, block, size);
        if (text->len > most)
            return fail_size(path, most, error);
    }
    return true;
}

/* Whether @path names what the caller of the program has opened: standard input, or the pipe of a
 * process substitution. */
static bool is_inherited(const char *path)
{
    return g_str_equal(path, "/dev/stdin") || g_str_has_prefix(path, "/dev/fd/") ||
           g_str_has_prefix(path, "/proc/self/fd/");
}

/* What the file in @mode is, in words; NULL: it can be read to its end. */
static const char *kind_fault(mode_t mode)
{
    return S_ISREG(mode)    ? NULL
           : S_ISDIR(mode)  ? "a folder"
           : S_ISFIFO(mode) ? "a named pipe"
                            : "a device or a socket";
}

/* The opening does not wait for the writer of a pipe. */
int text_file_open(const char *path, GError **error)
{
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    const char *fault = NULL;
    struct stat info;

    if (fd < 0 || fstat(fd, &info) != 0)
        fail_with_path("open", path, error);
    else if (!is_inherited(path))
        fault = kind_fault(info.st_mode);
    if (fault != NULL) {
        experiments_fail(error, "cannot read '%s': it is %s, not a file", path, fault);
        close(fd);
        return -1;
    }
    if (fd >= 0)
        fcntl(fd, F_SETFL, O_RDONLY);
    return fd;
}

char *text_file_read_most(const char *path, size_t most, size_t *out_length, GError **error)
{
    const int fd = text_file_open(path, error);
    GString *text;
    bool good;

    if (fd < 0)
        return NULL;
    text = g_string_new(NULL);
    good = read_all(fd, path, most, text, error);
    close(fd);
    if (good && out_length != NULL)
        *out_length = text->len;
    return g_string_free(text, !good);
}

char *text_file_read(const char *path, size_t *out_length, GError **error)
{
    return text_file_read_most(path, TEXT_FILE_MOST, out_length, error);
}

bool text_file_check(const char *path, const char *text, size_t length, GError **error)
{
    static const struct {
        const char *begin, *is;
    } KINDS[] = {{"\x1f\x8b", "is compressed: its name must end with .gz"},
                 {"\xff\xfe", "is UTF-16, not UTF-8"},
                 {"\xfe\xff", "is UTF-16, not UTF-8"},
                 {"", "contains a NUL character"}};
    size_t kind = 0;

    while (!g_str_has_prefix(text, KINDS[kind].begin))
        kind++;
    return strlen(text) == length || experiments_fail(error, "'%s' %s", path, KINDS[kind].is);
}

struct LineReader {
    GInputStream *stream;
    char *name;
    char *buffer;
    size_t size;       /* of the buffer */
    size_t begin, end; /* what was read and not handed out yet */
    uint64_t lines;    /* handed out */
    bool at_end;       /* of the stream */
};

LineReader *line_reader_new(GInputStream *stream, const char *name)
{
    LineReader *reader = g_new0(LineReader, 1);

    reader->stream = g_object_ref(stream);
    reader->name = g_strdup(name);
    reader->size = BLOCK_SIZE;
    reader->buffer = g_malloc(reader->size);
    return reader;
}

void line_reader_free(LineReader *reader)
{
    g_object_unref(reader->stream);
    g_free(reader->name);
    g_free(reader->buffer);
    g_free(reader);
}

/* Makes room for more bytes, and for a NUL. */
static bool make_room(LineReader *reader, GError **error)
{
    memmove(reader->buffer, reader->buffer + reader->begin, reader->end - reader->begin);
    reader->end -= reader->begin;
    reader->begin = 0;
    if (reader->end < reader->size - 1)
        return true;
    if (reader->end > LINE_READER_MOST)
        return experiments_fail(error, "%s:%" G_GUINT64_FORMAT ": the line is longer than %d bytes",
                                reader->name, reader->lines + 1, LINE_READER_MOST);
    reader->size *= 2;
    reader->buffer = g_realloc(reader->buffer, reader->size);
    return true;
}

bool text_stream_read(GInputStream *stream, const char *name, char *block, size_t size,
                      size_t *out_count, GError **error)
{
    g_autoptr(GError) fault = NULL;
    const gssize count = g_input_stream_read(stream, block, size, NULL, &fault);

    if (g_error_matches(fault, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
        return experiments_fail(error, "'%s' is truncated", name);
    if (count < 0) {
        g_propagate_prefixed_error(error, g_steal_pointer(&fault), "%s: ", name);
        return false;
    }
    *out_count = (size_t)count;
    return true;
}

char *text_file_unpack(const char *path, size_t most, size_t *out_length, GError **error)
{
    g_autoptr(GInputStream) stream = gzip_open_path(path, error);
    g_autoptr(GString) text = g_string_new(NULL);
    g_autofree char *block = NULL;
    size_t count;

    if (stream == NULL)
        return NULL;
    if (!gzip_is_path(path))
        return text_file_read_most(path, most, out_length, error);
    block = g_malloc(BLOCK_SIZE);
    do {
        if (!text_stream_read(stream, path, block, BLOCK_SIZE, &count, error))
            return NULL;
        g_string_append_len(text, block, (gssize)count);
        if (text->len > most) {
            fail_size(path, most, error);
            return NULL;
        }
    } while (count > 0);
    *out_length = text->len;
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *text_file_sha256(const char *path, GError **error)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *block = g_malloc(BLOCK_SIZE);
    const int fd = text_file_open(path, error);
    ssize_t size;

    if (fd < 0)
        return NULL;
    while ((size = read(fd, block, BLOCK_SIZE)) > 0 || (size < 0 && errno == EINTR))
        g_checksum_update(sum, (guchar *)block, MAX(size, 0));
    if (size < 0)
        fail_with_path("read", path, error);
    close(fd);
    return size < 0 ? NULL : g_strdup(g_checksum_get_string(sum));
}

static bool read_more(LineReader *reader, GError **error)
{
    size_t count;

    if (!make_room(reader, error) ||
        !text_stream_read(reader->stream, reader->name, reader->buffer + reader->end,
                          reader->size - 1 - reader->end, &count, error))
        return false;
    reader->at_end = count == 0;
    reader->end += count;
    return true;
}

char *line_reader_next(LineReader *reader, size_t *out_length, GError **error)
{
    size_t seen = 0; /* bytes that have no line feed */
    char *line, *feed = NULL;

    for (;;) {
        line = reader->buffer + reader->begin;
        feed = memchr(line + seen, '\n', reader->end - reader->begin - seen);
        if (feed != NULL || reader->at_end)
            break;
        seen = reader->end - reader->begin;
        if (!read_more(reader, error))
            return NULL;
    }
    if (feed == NULL && reader->begin == reader->end)
        return NULL;
    if (feed == NULL)
        feed = reader->buffer + reader->end;
    *feed = '\0';
    reader->begin = MIN((size_t)(feed - reader->buffer) + 1, reader->end);
    reader->lines++;
    if (out_length != NULL)
        *out_length = (size_t)(feed - line);
    return line;
}
