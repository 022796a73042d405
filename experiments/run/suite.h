/* Test suites: positions with the moves that solve them, and how often a player decides on one. */
#pragma once

#include "board/epd.h"
#include "players/player.h"

#define SUITE_FILE "suites.csv"

typedef struct {
    int line; /* of the file, from 1 */
    EpdRecord record;
} SuitePosition;

typedef struct {
    char *name;          /* of the file, without its folder */
    GArray *positions;   /* of SuitePosition */
    GPtrArray *warnings; /* "FILE:LINE: what was corrected" */
    GPtrArray *faults; /* "FILE:LINE: why the line is no position of a suite"; no position at all */
} Suite;

/* Reads the suite @path: an EPD record with bm or am a line; empty lines and lines that begin with
 * # are passed over. A line that cannot be read is among the faults; the others count.
 *
 * Errors: G_FILE_ERROR.
 * Owner:  the caller. */
Suite *suite_read(const char *path, GError **error);
void suite_free(Suite *suite);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Suite, suite_free)

static inline int suite_count(const Suite *suite)
{
    return (int)suite->positions->len;
}

static inline const SuitePosition *suite_position(const Suite *suite, int index)
{
    return &g_array_index(suite->positions, SuitePosition, index);
}

typedef struct {
    const char *const *players; /* texts that name players of chess */
    int player_count;
    const Engines *engines; /* of the user; may be NULL */
    Memories *memories;     /* of the players; may be NULL */
    uint64_t seed;
    int draws; /* how often a player that does not know its shares decides in each position, at
                  least 1; an engine once */
    int jobs;  /* threads, at least 1; any number gives the same answers */

    /* Called a few times a second with how many of the decisions are made, unless NULL. */
    void (*show)(int done, int total, void *data);
    void *show_data;
} SuiteOptions;

/* A player's answer to a position. */
typedef struct {
    double share; /* of its decisions that solve the position, from 0 to 1 */
    int draws;    /* how often it decided; 0: the share is exact */
} SuiteAnswer;

/* The answers of each player to each position. Draw n has the generator of job n of an experiment
 * with the seed, in every position; see player_shares().
 *
 * Shape:  player_count rows of suite_count() answers.
 * Errors: PLAYER_ERROR; one player that fails ends it.
 * Owner:  the caller frees it with g_free(). */
SuiteAnswer *suite_run(const Suite *suite, const SuiteOptions *options, GError **error);

/* "WAC.epd level:1 57.3 of 300 19.1 %": the expected number of positions that the player of row
 * @player solves. Owner: the caller. */
char *suite_summary(const Suite *suite, const SuiteOptions *options, const SuiteAnswer *answers,
                    int player);

/* Appends a row of suites.csv for every position and player, player by player. */
void suite_append_rows(GString *csv, const Suite *suite, const SuiteOptions *options,
                       const SuiteAnswer *answers);
