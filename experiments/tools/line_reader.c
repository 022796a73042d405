#include "experiments/tools/line_reader.h"

#include <string.h>

#include "experiments/tools/error.h"

#define FIRST_SIZE (64 * 1024)

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
    reader->size = FIRST_SIZE;
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

static bool read_more(LineReader *reader, GError **error)
{
    gssize count;

    if (!make_room(reader, error))
        return false;
    count = g_input_stream_read(reader->stream, reader->buffer + reader->end,
                                reader->size - 1 - reader->end, NULL, error);
    if (count < 0) {
        g_prefix_error(error, "%s: ", reader->name);
        return false;
    }
    reader->at_end = count == 0;
    reader->end += (size_t)count;
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
