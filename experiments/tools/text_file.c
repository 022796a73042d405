#include "experiments/tools/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "experiments/tools/error.h"

#define BLOCK_SIZE (64 * 1024)

static bool fail(const char *action, const char *path, GError **error)
{
    const int cause = errno;

    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(cause),
                "Failed to %s file “%s”: %s", action, path, g_strerror(cause));
    return false;
}

static bool read_all(int fd, const char *path, size_t most, GString *text, GError **error)
{
    g_autofree char *block = g_malloc(BLOCK_SIZE);
    ssize_t size;

    while ((size = read(fd, block, BLOCK_SIZE)) != 0) {
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return fail("read from", path, error);
        g_string_append_len(text, block, size);
        if (text->len > most)
            return experiments_fail(error, "%s is larger than the %zu bytes that are read of it",
                                    path, most);
    }
    return true;
}

char *text_file_read_most(const char *path, size_t most, size_t *out_length, GError **error)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    GString *text;
    bool good;

    if (fd < 0) {
        fail("open", path, error);
        return NULL;
    }
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
