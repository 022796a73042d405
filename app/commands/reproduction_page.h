/* The page of `agentchess report --reproduction`: which runs, which language, which file. */
#pragma once

#include "experiments/report/published.h"

typedef struct {
    const char *against; /* the folder of the thesis' tables; NULL: that of the program */
    const char *output;  /* a file; NULL: it is printed */
    bool markdown, html, latex;
    PublishedDraws draws;
} ReproductionWish;

/* The page of @folders, which end with NULL; if there is none, of those that scripts/reproduce
 * plays. Without a language it is that of the output's name, else Markdown.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE, and those of reproduction_new().
 * Owner:  the caller; what is to be printed. */
char *reproduction_page(const ReproductionWish *wish, char **folders, GError **error);
