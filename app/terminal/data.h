/* Files that come with the program: specs, the thesis' tables, test suites, the page of the studio.
 * They are found beside the program, in share/agentchess where it is installed, or else in the
 * source tree in whose build folder it is. */
#pragma once

#include <glib.h>

typedef enum {
    DATA_SPEC,
    DATA_PUBLISHED,
    DATA_SUITE,
    DATA_STUDIO,
    DATA_SCRIPTS,
    DATA_EXAMPLE
} DataKind;

/* The path of the file or folder that the user calls @name: @name itself if it exists, also with
 * the ending of its kind ("thesis" for "thesis.ini"), or else what came with the program under that
 * name. Its folder in the source tree may be before it, as "experiments/specs/thesis.ini". NULL as
 * @name: what came with the program, of which there is one, as the folder of DATA_PUBLISHED.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, with a suggestion where a known name is near.
 * Owner:  the caller. */
char *data_find(DataKind kind, const char *name, GError **error);

/* The names of all files of @kind that came with the program, without their ending, in the order of
 * the alphabet. Owner: the caller. */
GStrv data_names(DataKind kind);

/* @text, in which pages are named as in the source tree ("app/glossary.md"), with the paths of
 * those installed beside the program, if they are. Owner: the caller. */
char *data_name_pages(const char *text);

/* Lets agents in Python import the module agentchess and the examples wherever they are: the
 * programs that this one starts find their folders, after those of the user, in PYTHONPATH. To be
 * called before threads. */
void data_offer_scripts(void);
