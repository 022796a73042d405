/* Our results beside the thesis', cell by cell, for each of its tables that our results can
 * answer. */
#pragma once

#include "experiments/report/results.h"
#include "experiments/tables/table_text.h"

/* How draw wins and draw losses are counted. */
typedef struct {
    /* Each is as likely to be a win as a loss, however ours fell: what the thesis' own ones, 228
     * and 223, look like. False: by the player whose king was bared first. */
    bool as_coin;
    bool in_all_draws; /* also of draws that the fifty-move rule did not end, by games.csv */
} PublishedDraws;

typedef enum {
    PUBLISHED_RESULTS,
    PUBLISHED_DRAWS,
    PUBLISHED_COUNTS, /* of events over games, in 100 of them */
    PUBLISHED_SHARES, /* of events in others */
    PUBLISHED_SUITES
} PublishedKind;

#define PUBLISHED_MOST_PARTS 3

/* A table of the thesis, or those of its cells that say the same of different players. */
typedef struct {
    const char *number, *file;
    const char *meaning; /* of the numbers of a cell, in their order: "wins-losses-draws" */
    const char *whole;   /* that they are shares of: "games" */
    PublishedKind kind;
    const char *player, *opponent;           /* of all matches; NULL: each row names its own */
    const char *parts[PUBLISHED_MOST_PARTS]; /* columns of the numbers; the last one is what remains
                                              * of the whole, if that has a column */
    const char *all;                         /* the column of the whole; NULL: none */
    const char *recorded; /* of events: our file of them. It has the same columns; or its column
                           * "what" has the names of counts. */
} PublishedTable;

#define PUBLISHED_INSIDE 0.05 /* of results that are true, 5 % have a smaller p */

/* A number of a cell, in per cent of the whole or in 100 games; and the range, in as many tries as
 * the thesis had, that by our results 95 % of such matches have. */
typedef struct {
    double ours, thesis;
    int64_t low, high;
} PublishedPart;

/* A cell of the thesis' table, and ours. */
typedef struct {
    const PublishedTable *table;
    char *label; /* "L5 L7": the player, its opponent; of a suite "WAC level:7" */
    int parts;
    PublishedPart part[PUBLISHED_MOST_PARTS];
    int64_t our_whole, whole; /* the whole of ours, and the thesis' */
    bool stands_in;           /* another program plays as the thesis' Crafty */
    char *variant; /* of a run with factors: the values that are not the first, "-backup", or
                    * "reference"; NULL: no factors */

    /* How probable results as unusual as the thesis' are, the same corrected after Holm for all
     * cells, and the deviance: statistics_agreement() and so on. */
    double p, holm, deviance;
} PublishedCell;

typedef struct {
    GPtrArray *notes; /* texts: who stands for Crafty, what was not recorded, which
                       * players have readings that the tables chose */
    GArray *cells;    /* of PublishedCell, table by table */
} PublishedAnswer;

/* Puts our results beside each table of the thesis in @folder that they can answer. A level is
 * compared as that level, whatever its other logics and readings are. An engine, or a player called
 * Crafty that is no level, stands for the thesis' Crafty. A cell that the thesis prints in two
 * tables is compared with the first.
 *
 * Performed move-attacks are also tries, out of the planned ones. Defence requests and planned
 * move-attacks are counts over games, each of which may have several: how far a hundred games lie
 * from ours is judged by how much ours differ from each other (statistics_total()). That is more
 * than Poisson's distribution would say: in our games the variance was 1.4 to 4.4 times the mean.
 * What a run has not recorded is not compared; a note says so.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, a table, the thesis' or ours, is damaged, or no
 *         table has anything that our results have.
 * Owner:  the caller. */
PublishedAnswer *published_compare(const char *folder, const Results *results, PublishedDraws draws,
                                   GError **error);
void published_answer_free(PublishedAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PublishedAnswer, published_answer_free)

extern const Table PUBLISHED_AGREEMENT, PUBLISHED_VARIANTS;
