/* The address of a store of positions, as people write it, with and without its passwords: a URL
 * can have them behind the user and in parameters. */
#pragma once

#include <glib.h>

/* @where as it may be shown: without passwords. Owner: the caller. */
char *memory_address_mask(const char *where);

/* @where without passwords, as it may be written to a file. It can be opened again if the password
 * is known elsewhere; libpq looks in the file .pgpass. Owner: the caller. */
char *memory_address_without_password(const char *where);

/* @text without the passwords in @where, as it may be shown. Owner: the caller. */
char *memory_address_mask_text(const char *where, const char *text);
