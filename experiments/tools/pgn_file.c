#include "experiments/tools/pgn_file.h"

#include <stdlib.h>
#include <string.h>

#include "experiments/tools/error.h"
#include "experiments/tools/gzip.h"
#include "experiments/tools/text_file.h"

#define BLOCK_SIZE (1 << 20)

/* The most bytes of a game, so that a file of zeros or one without an end is refused before it
 * fills the memory. */
#define MOST_OF_A_GAME (64 << 20)

struct PgnFile {
    GInputStream *stream;
    char *path;
    bool with_moves;
    char *buffer; /* what was read last, with a NUL behind its end */
    size_t size, end;
    bool at_end; /* of the stream */
    PgnReader reader;
};

void read_count_clear(ReadCount *count)
{
    g_clear_pointer(&count->first, g_free);
}

void read_count_skip(ReadCount *count, const char *path, int line, const char *reason)
{
    if (count->skipped++ > 0)
        return;
    count->first = count->names_paths ? g_strdup_printf("%s, line %d, %s", path, line, reason)
                                      : g_strdup_printf("line %d, %s", line, reason);
}

char *read_count_describe(const ReadCount *count, const char *what)
{
    g_autofree char *read = g_strdup_printf("read %" G_GINT64_FORMAT " %s%s", count->read, what,
                                            count->read == 1 ? "" : "s");

    if (count->skipped == 0)
        return g_steal_pointer(&read);
    return g_strdup_printf("%s, skipped %" G_GINT64_FORMAT " (first: %s)", read, count->skipped,
                           count->first);
}

bool pgn_file_is_path(const char *path)
{
    g_autofree char *lower = g_ascii_strdown(path, -1);
    char *dot = strrchr(lower, '.');

    if (dot != NULL && !g_str_has_suffix(lower, ".pgn"))
        *dot = '\0';
    return g_str_has_suffix(lower, ".pgn");
}

PgnFile *pgn_file_open(const char *path, bool with_moves, GError **error)
{
    g_autoptr(GInputStream) stream = gzip_open_path(path, error);
    PgnFile *file;

    if (stream == NULL)
        return NULL;
    file = g_new0(PgnFile, 1);
    file->stream = g_steal_pointer(&stream);
    file->path = g_strdup(path);
    file->with_moves = with_moves;
    file->size = BLOCK_SIZE;
    file->buffer = g_malloc(file->size);
    file->buffer[0] = '\0';
    file->reader = pgn_reader_begin(file->buffer);
    return file;
}

void pgn_file_free(PgnFile *file)
{
    g_object_unref(file->stream);
    g_free(file->path);
    g_free(file->buffer);
    g_free(file);
}

/* Moves what the reader still needs to the front of the buffer: the text, and the character before
 * it. */
static bool make_room(PgnFile *file, GError **error)
{
    const size_t text = (size_t)(file->reader.text - file->buffer);
    const size_t kept = text > 0 ? text - 1 : 0;

    memmove(file->buffer, file->buffer + kept, file->end - kept);
    file->end -= kept;
    if (file->end > file->size / 2 && file->size >= MOST_OF_A_GAME)
        return experiments_fail(error, "'%s': the game in line %d is larger than %d bytes",
                                file->path, file->reader.line, MOST_OF_A_GAME / 2);
    if (file->end > file->size / 2)
        file->buffer = g_realloc(file->buffer, file->size *= 2);
    file->reader.begin = file->buffer;
    file->reader.text = file->buffer + (text - kept);
    return true;
}

/* Fills the buffer, at the end of the file with what is left. */
static bool read_more(PgnFile *file, GError **error)
{
    const bool is_first = file->end == 0;
    size_t before, count;

    if (!make_room(file, error))
        return false;
    before = file->end;
    do {
        if (!text_stream_read(file->stream, file->path, file->buffer + file->end,
                              file->size - 1 - file->end, &count, error))
            return false;
        file->end += count;
    } while (count > 0 && file->end < file->size - 1);
    file->buffer[file->end] = '\0';
    file->at_end = count == 0;
    if (is_first)
        file->reader = pgn_reader_begin(file->buffer);
    return text_file_check(file->path, file->buffer + before, file->end - before, error);
}

/* A game that reaches to the end of the buffer may go on in the file: it is read again with more.
 */
static PgnGame *read_game(PgnFile *file, GError **out_fault, GError **error)
{
    for (;;) {
        const PgnReader before = file->reader;
        g_autoptr(PgnGame) game = file->with_moves ? pgn_reader_next(&file->reader, out_fault)
                                                   : pgn_reader_next_tags(&file->reader, out_fault);
        if (*file->reader.text != '\0' || file->at_end)
            return g_steal_pointer(&game);
        g_clear_error(out_fault);
        file->reader = before;
        if (!read_more(file, error))
            return NULL;
    }
}

/* Counts the game of which @fault, "line 12: REASON", is said. */
static void skip_game(const PgnFile *file, const GError *fault, ReadCount *count)
{
    const char *reason = strstr(fault->message, ": ");

    read_count_skip(count, file->path, atoi(fault->message + strlen("line ")),
                    reason + strlen(": "));
}

PgnGame *pgn_file_next(PgnFile *file, ReadCount *count, GError **error)
{
    for (;;) {
        g_autoptr(GError) fault = NULL, cause = NULL;
        PgnGame *game = read_game(file, &fault, &cause);
        if (cause != NULL)
            g_propagate_error(error, g_steal_pointer(&cause));
        else if (fault != NULL)
            skip_game(file, fault, count);
        if (fault == NULL)
            return game;
    }
}
