#include "experiments/tools/file_sum.h"

#include <string.h>

#include "experiments/tools/error.h"
#include "experiments/tools/gzip.h"

#define BLOCK_SIZE (256 * 1024)

void file_summer_init(FileSummer *summer)
{
    summer->bytes = 0;
    sha256_init(&summer->state);
}

void file_summer_add(FileSummer *summer, const void *data, size_t size)
{
    summer->bytes += size;
    sha256_update(&summer->state, size, data);
}

FileSum file_summer_sum(const FileSummer *summer)
{
    struct sha256_ctx state = summer->state; /* to ask it for the digest ends it */
    FileSum sum = {.bytes = summer->bytes};
    uint8_t digest[SHA256_DIGEST_SIZE];

    sha256_digest(&state, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        g_snprintf(sum.sha256 + 2 * i, 3, "%02x", digest[i]);
    return sum;
}

FileSum file_sum_of(const void *data, size_t size)
{
    FileSummer summer;

    file_summer_init(&summer);
    file_summer_add(&summer, data, size);
    return file_summer_sum(&summer);
}

static bool read_stream(FileSummer *summer, GInputStream *stream, uint64_t most, GError **error)
{
    g_autofree char *block = g_malloc(BLOCK_SIZE);

    while (most > 0) {
        const gssize size = g_input_stream_read(stream, block, MIN(most, BLOCK_SIZE), NULL, error);
        if (size <= 0)
            return size == 0;
        file_summer_add(summer, block, (size_t)size);
        most -= (uint64_t)size;
    }
    return true;
}

bool file_summer_read(FileSummer *summer, const char *folder, const char *name, uint64_t most,
                      GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autoptr(GInputStream) stream = gzip_open(folder, name, error);

    if (stream == NULL)
        return false;
    if (read_stream(summer, stream, most, &cause))
        return true;
    if (g_error_matches(cause, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
        return experiments_fail(error, "'%s/%s" GZIP_END "' is truncated", folder, name);
    if (g_error_matches(cause, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
        return experiments_fail(error, "'%s/%s" GZIP_END "' is damaged: %s", folder, name,
                                cause->message);
    return experiments_fail(error, "cannot read '%s/%s': %s", folder, name, cause->message);
}

bool file_sum_read(const char *folder, const char *name, FileSum *out_sum, GError **error)
{
    FileSummer summer;

    file_summer_init(&summer);
    if (!file_summer_read(&summer, folder, name, G_MAXUINT64, error))
        return false;
    *out_sum = file_summer_sum(&summer);
    return true;
}

bool file_sum_equal(const FileSum *a, const FileSum *b)
{
    return a->bytes == b->bytes && g_str_equal(a->sha256, b->sha256);
}

static void free_file(gpointer file)
{
    g_free(((SummedFile *)file)->name);
    g_free(file);
}

GPtrArray *summed_files_new(void)
{
    return g_ptr_array_new_with_free_func(free_file);
}

void summed_files_add(GPtrArray *files, const char *name, const FileSum *sum, bool grows)
{
    const SummedFile file = {g_strdup(name), *sum, grows};

    g_ptr_array_add(files, g_memdup2(&file, sizeof file));
}

const SummedFile *summed_files_find(const GPtrArray *files, const char *name)
{
    const size_t length = strlen(name);

    for (guint i = 0; i < files->len; i++) {
        const SummedFile *file = files->pdata[i];
        if (g_str_has_prefix(file->name, name) &&
            (file->name[length] == '\0' || g_str_equal(file->name + length, GZIP_END)))
            return file;
    }
    return NULL;
}
