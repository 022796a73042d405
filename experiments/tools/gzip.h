/* Files of a run that are compressed once the run has ended: NAME.gz stands for NAME.
 *
 * The compressed file holds no time and no name, so that the same content gives the same bytes with
 * the same version of zlib.
 *
 * Source: RFC 1952. */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

#define GZIP_END ".gz" /* behind the name of a file that is compressed */

/* Makes NAME.gz of the file @name in @folder: whole, or not at all. The file itself stays.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED. */
bool gzip_file(const char *folder, const char *name, GError **error);

/* Whether the name of the file @path says that it is compressed. */
bool gzip_is_path(const char *path);

/* The content of the file @path, which is compressed if its name ends so; that of the file @name in
 * @folder or, if there is none, of NAME.gz. A compressed file may have several members.
 *
 * Errors: G_FILE_ERROR, it cannot be opened; EXPERIMENTS_ERROR_FAILED, by its name @path is
 *         compressed in another way; while reading G_IO_ERROR: it is damaged.
 * Owner:  the caller. */
GInputStream *gzip_open_path(const char *path, GError **error);
GInputStream *gzip_open(const char *folder, const char *name, GError **error);
