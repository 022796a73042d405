/* Reads the text of a spec into a Spec: groups and keys, the settings that override them, and
 * errors. Only the spec*.c use it. */
#pragma once

#include "experiments/spec/spec_keys.h"

/* The groups of players, of readings and of parameters, whose keys are names, and the beginning of
 * the name of an engine's group. */
#define SPEC_PLAYERS "players"
#define SPEC_READINGS "readings"
#define SPEC_PARAMETERS "parameters"
#define SPEC_ENGINE "engine "

/* A reader of one text. */
struct SpecReader {
    const char *source;
    const char *folder;
    const char *name;
    GKeyFile *file;
    GHashTable *settings; /* "GROUP.KEY" to the text behind --set */
    GHashTable *lines;    /* "[GROUP]" and "GROUP]KEY" to the line in which it stands */
    Spec *spec;
};

/* Sets @error to what is wrong with @key (NULL: with the group) and where it stands; returns
 * false. */
bool spec_reader_fail(const SpecReader *reader, GError **error, const char *group, const char *key,
                      const char *format, ...) G_GNUC_PRINTF(5, 6);

/* Reads @text and @settings, NULL or NULL-terminated, and fills in what SPEC_KEYS has. */
bool spec_reader_load(const SpecReader *reader, const char *text, const char *const *settings,
                      GError **error);

/* What stands behind the key, without blanks around it; NULL if nothing does. Owner: the caller. */
char *spec_reader_get(const SpecReader *reader, const char *group, const char *key);

/* Whether @name, which @key in @group makes, is a short name. */
bool spec_reader_check_name(const SpecReader *reader, const char *group, const char *key,
                            const char *name, GError **error);

/* Whether the format is one of two players; says what is wrong. */
bool spec_check_format_of_two(const SpecReader *reader, GError **error);
