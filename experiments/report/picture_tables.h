/* The tables that pictures are drawn from: what one run has recorded, arranged so that the drawing
 * program need not count anything. */
#pragma once

#include "experiments/record/metrics.h"
#include "experiments/report/results.h"

#define PICTURE_BLOCK_MAX 4

typedef struct PictureTable PictureTable;
struct PictureTable {
    const char *name; /* "material" */
    const MetricsTable *table;
    const char *source; /* the file of the run that it is made from; NULL: only run.json */
    const char *enough; /* for curves: the column of @source that says how many games or decisions
                         * there are */
    bool pooled;        /* for curves: all opponents are taken together */

    /* Appends the rows, each a GStrv with a cell a column. Some need a game of two players.
     *
     * Errors: G_FILE_ERROR, G_IO_ERROR, EXPERIMENTS_ERROR_FAILED. */
    bool (*arrange)(const PictureTable *table, const ResultsRun *run, GPtrArray *rows,
                    GError **error);

    /* Columns, then NULL. Rows with the same cells in these columns stand together and are drawn as
     * one curve. */
    const char *block[PICTURE_BLOCK_MAX + 1];
};

/* All of them, then NULL. */
extern const PictureTable *const PICTURE_TABLES[];

/* The table called @name, or NULL. */
const PictureTable *picture_table_find(const char *name);

/* The rows of @table, of the finished run in @folder.
 *
 * Shape:  GStrv, each as long as the table has columns.
 * Errors: as results_run_read(), but only the file that the table is made from is checked; also
 *         EXPERIMENTS_ERROR_FAILED, the run did not record it.
 * Owner:  the caller. */
GPtrArray *picture_table_rows(const PictureTable *table, const char *folder, GError **error);

/* The tables themselves, by what they are made of. */
extern const PictureTable PICTURE_MATERIAL, PICTURE_REQUESTS, PICTURE_ALL_REQUESTS, PICTURE_THREATS,
    PICTURE_ALL_THREATS;                   /* picture_curves.c */
extern const PictureTable PICTURE_LENGTHS; /* picture_lengths.c */
extern const PictureTable PICTURE_SCORES;  /* picture_scores.c */
extern const PictureTable PICTURE_SPRT;    /* picture_sprt.c */
extern const PictureTable PICTURE_EFFECTS; /* picture_effects.c */
extern const PictureTable PICTURE_SEATS;   /* picture_seats.c */
