/* The tables that pictures are drawn from: what one run has recorded, arranged so that the drawing
 * program need not count anything. */
#pragma once

#include "experiments/report/results.h"
#include "experiments/tables/table.h"

typedef struct PictureTable PictureTable;
struct PictureTable {
    const Table *table;
    const char *source; /* the file of the run that it is made from; NULL: only run.json */
    bool any_contest;   /* of games of any number of players */

    /* Appends the rows. Some tables need a game of two players.
     *
     * Errors: G_FILE_ERROR, G_IO_ERROR, EXPERIMENTS_ERROR_FAILED. */
    bool (*arrange)(const PictureTable *table, const ResultsRun *run, TableRows *rows,
                    GError **error);
};

/* All of them, then NULL. */
extern const PictureTable *const PICTURE_TABLES[];

/* The rows of @table, of the finished run in @folder.
 *
 * Errors: as results_run_read(), but only the file that the table is made from is checked; also
 *         EXPERIMENTS_ERROR_FAILED, the run did not record it.
 * Owner:  the caller. */
TableRows *picture_table_rows(const PictureTable *table, const char *folder, GError **error);

/* Sets @error: @run has no @needed, "factors", which @picture requires. Always false. */
bool picture_table_lack(const PictureTable *picture, const ResultsRun *run, const char *needed,
                        GError **error);

/* Those of the other files. */
extern const PictureTable PICTURE_REQUESTS, PICTURE_THREATS;  /* picture_curves.c */
extern const PictureTable PICTURE_SCORES;                     /* picture_scores.c */
extern const PictureTable PICTURE_SEATS;                      /* report_seats.c */
extern const PictureTable PICTURE_DECISIONS, PICTURE_DECIDED; /* decisions.c */
