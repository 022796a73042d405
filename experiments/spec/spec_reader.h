/* The text of a spec on its way into a Spec: groups and keys, what prevails over them, and what is
 * wrong with them. Only the spec*.c have a use for it. */
#pragma once

#include "experiments/spec/spec_keys.h"

/* The groups of players and of readings, whose keys are names, and what the name of an engine's
 * group begins with. */
#define SPEC_PLAYERS "players"
#define SPEC_READINGS "readings"
#define SPEC_ENGINE "engine "

/* What the reading of one text needs. */
struct SpecReader {
    const char *source;
    const char *folder;
    const char *name;
    GKeyFile *file;
    GHashTable *settings; /* "GROUP.KEY" to the text behind --set */
    GHashTable *lines;    /* "[GROUP]" and "GROUP]KEY" to the line in which it stands */
    Spec *spec;
};

/* Says what is wrong with @key (NULL: with the group) and where it was said; returns false. */
bool spec_reader_fail(const SpecReader *reader, GError **error, const char *group, const char *key,
                      const char *format, ...) G_GNUC_PRINTF(5, 6);

/* Reads @text and @settings, NULL or NULL-terminated, and fills in what SPEC_KEYS has. */
bool spec_reader_load(const SpecReader *reader, const char *text, const char *const *settings,
                      GError **error);

/* What stands behind the key, without blanks around it; NULL if nothing does. Owner: the caller. */
char *spec_reader_get(const SpecReader *reader, const char *group, const char *key);

/* Whether @text is a number that @key may have. */
bool spec_reader_number(const char *text, const SpecKey *key, uint64_t *out_number);

/* Whether @name, which @key in @group makes, is a short name. */
bool spec_reader_check_name(const SpecReader *reader, const char *group, const char *key,
                            const char *name, GError **error);

/* Whether the format is one of two players; says what is wrong. */
bool spec_check_format_of_two(const SpecReader *reader, GError **error);
