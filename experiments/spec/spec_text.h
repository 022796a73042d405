/* A spec as text: reading and writing. A reader is for the files of this room and for contests. */
#pragma once

#include "board/ini.h"
#include "experiments/spec/spec_keys.h"

/* The groups whose keys are names, and the beginning of the name of an engine's group. */
#define SPEC_PLAYERS "players"
#define SPEC_PARAMETERS "parameters"
#define SPEC_FACTORS "factors"
#define SPEC_ENGINE "engine "

/* A reader of one text. */
struct SpecReader {
    const char *source; /* the file, for errors; NULL: the command line */
    const char *folder;
    const char *name;
    GPtrArray *ini; /* of IniEntry */
    Spec *spec;
    GError **error; /* of all functions that read */
};

/* Sets the error to what is wrong with @key (NULL: with the group) and where it stands; returns
 * NULL. */
void *spec_reader_fail(const SpecReader *reader, const char *group, const char *key,
                       const char *format, ...) G_GNUC_PRINTF(4, 5);

/* spec_reader_fail() for what only @format, such as "tune", can have. */
void *spec_reader_require_format(const SpecReader *reader, const char *group, const char *key,
                                 const char *format);

/* The same for a value of @key that only games of three players can have. */
void *spec_reader_require_three(const SpecReader *reader, const char *group, const char *key);

/* Reads @text and @settings, NULL or NULL-terminated, into reader->ini, which is the caller's, also
 * after an error. */
bool spec_reader_load(SpecReader *reader, const char *text, const char *const *settings);

/* "rules, async; did you mean 'rules'?": the list of @words, which gets an end, for a reader who
 * has mistyped @typed. Owner: the caller. */
char *spec_list_words(GPtrArray *words, const char *typed);

/* Fills in what SPEC_KEYS has from the text of @reader. */
bool spec_reader_fill(const SpecReader *reader);

/* The value of the key; NULL if it is empty. Borrowed. */
const char *spec_reader_get(const SpecReader *reader, const char *group, const char *key);

/* @path, which the key names, from the root: a path from the command line starts where the user is,
 * one in a file where the file is. Owner: the caller. */
char *spec_reader_path(const SpecReader *reader, const char *group, const char *key,
                       const char *path);

/* Whether @name, which @key in @group makes, is a short name. */
bool spec_reader_check_name(const SpecReader *reader, const char *group, const char *key,
                            const char *name);

/* Whether the format is one of two players; says what is wrong. */
bool spec_check_format_of_two(const SpecReader *reader);

/* The text of @spec, whose other members must be filled in. @with_paths: also the paths of files,
 * which do not change the games. Owner: the caller. */
char *spec_text_write(const Spec *spec, bool with_paths);

/* What of two texts is compared. */
typedef enum {
    SPEC_TEXT_ALL,
    SPEC_TEXT_GAMES, /* what makes the same players play other games: rules, openings, engines */
    SPEC_TEXT_FIXED  /* all but what may grow: games, players, and values of factors */
} SpecTextScope;

/* The first difference between two such texts, "[experiment] seed is '1' in 'THERE_NAME', but '2'
 * in 'HERE_NAME'", where NULL is the spec; NULL if they say the same. Owner: the caller. */
char *spec_text_difference(const char *there, const char *there_name, const char *here,
                           const char *here_name, SpecTextScope scope);
