/* One page with every table and figure of the thesis' chapter 3 beside ours: intervals, what fits
 * and what does not, and the runs with their seeds and specs. The figures are diagrams without
 * numbers; what the thesis says it sees in them stands beside what ours show. */
#pragma once

#include "experiments/report/document.h"
#include "experiments/report/published.h"

/* The page as HTML; @published is the folder of the thesis' tables, @answer their comparison with
 * @results.
 *
 * Errors: as published_compare().
 * Owner:  the caller. */
char *reproduction_page(const char *published, const PublishedAnswer *answer,
                        const Results *results, GError **error);

/* Its part with figures 3.1 to 3.5. Pictures are those of scripts/plot, in the folder plots of each
 * run.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, a table of ours is damaged. */
bool reproduction_add_figures(GString *page, const Results *results, GError **error);
