/* The length and the SHA-256 of a file: with them any changed byte is noticed. */
#pragma once

#include <gio/gio.h>
#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdint.h>

#define FILE_SUM_DIGITS (2 * SHA256_DIGEST_SIZE)

/* The prefix of a checksum in our JSON, required by Frictionless Data. */
#define FILE_SUM_PREFIX "sha256:"

typedef struct {
    uint64_t bytes;
    char sha256[FILE_SUM_DIGITS + 1]; /* hexadecimal, small letters */
} FileSum;

/* A file of a run, as it stands in its folder. */
typedef struct {
    char *name; /* "games.csv", "games.csv.gz" */
    FileSum sum;
    bool grows; /* bytes behind those of the sum do not count yet */
} SummedFile;

/* A list of SummedFile, which it owns; another one, whose arguments are copied; and the file called
 * @name in it, compressed or not, or NULL. */
GPtrArray *summed_files_new(void);
void summed_files_add(GPtrArray *files, const char *name, const FileSum *sum, bool grows);
const SummedFile *summed_files_find(const GPtrArray *files, const char *name);

/* A sum that grows with its file. */
typedef struct {
    uint64_t bytes;
    struct sha256_ctx state;
} FileSummer;

void file_summer_init(FileSummer *summer);
void file_summer_add(FileSummer *summer, const void *data, size_t size);

/* The sum of all that was added so far; more may be added. */
FileSum file_summer_sum(const FileSummer *summer);

/* The sum of @size bytes. */
FileSum file_sum_of(const void *data, size_t size);

/* Adds the first @most bytes of the file @name in @folder to @summer, or all bytes if it has fewer.
 * If there is no NAME, the content of NAME.gz is added.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, it cannot be read. */
bool file_summer_read(FileSummer *summer, const char *folder, const char *name, uint64_t most,
                      GError **error);

/* The sum of the whole file. Errors: as file_summer_read(). */
bool file_sum_read(const char *folder, const char *name, FileSum *out_sum, GError **error);

bool file_sum_equal(const FileSum *a, const FileSum *b);
