/* Texts of groups and keys, as specs and files of teams are:
 *
 *     # a comment
 *     [group]
 *     key = value
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
    char *group;
    char *key;   /* NULL: the line [group] itself */
    char *value; /* without spaces around it; NULL: of a group */
    char *place; /* "--set rules.max-plies=9": where outside the text it was set; NULL: nowhere */
    int line;    /* in the text, from 1; 0: it is not in the text */
} IniEntry;

/* Reads @text.
 *
 * Shape:  the array contains IniEntry, in the order of the text.
 * Errors: BOARD_ERROR_SYNTAX, "line N: sentence"; a group or a key that occurs twice, or more than
 *         INI_MAX_GROUPS are an error.
 * Owner:  the caller. */
#define INI_MAX_GROUPS 1024 /* all entries are looked through for each of them */
GPtrArray *ini_parse(const char *text, GError **error);

/* A copy of @ini without the group @group. Owner: the caller. */
GPtrArray *ini_copy_without(const GPtrArray *ini, const char *group);

/* The entry of @key (NULL: of the group), or NULL. Borrowed. */
IniEntry *ini_find(const GPtrArray *ini, const char *group, const char *key);

/* The value of @key, or NULL. Borrowed. */
const char *ini_get(const GPtrArray *ini, const char *group, const char *key);

/* Sets the value of @key, which is appended if it is not there. Returns its entry, borrowed. */
IniEntry *ini_set(GPtrArray *ini, const char *group, const char *key, const char *value);

/* The next key of @group from *@at on, where a loop begins with 0; NULL at the end. Borrowed. */
const IniEntry *ini_next_key(const GPtrArray *ini, const char *group, guint *at);

/* The next group, likewise. */
const char *ini_next_group(const GPtrArray *ini, guint *at);
