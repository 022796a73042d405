/* Our results beside the thesis': each of its tables that they can answer, cell by cell. */
#pragma once

#include "experiments/results.h"

/* For each table of the thesis in @folder that our results can answer, a line a cell, and one that
 * counts; in the end one that counts them all:
 *
 *     Table 3.1: wins-losses-draws in per cent of the games
 *                      ours  games    thesis  games      p  deviance
 *     L5 L7  17.7-24.9-57.4   1500  26-22-52    100  0.131       4.1  inside
 *     Table 3.1: 1 of 1 inside the 95 % region of our results, deviance 4.1
 *
 * p is that of statistics_agreement() or statistics_agreement_of_tries(), and inside is 0.05 or
 * more; the deviance is that of statistics_deviance() or statistics_deviance_of_tries(), added up
 * over the cells. The last line of all is "All tables: 1 of 1 inside the 95 % region of our
 * results, deviance 4.1", by which readings can be ranked. A level is compared as that level
 * whatever its other logics and readings are. An engine, or a player called Crafty that is no
 * level, stands for the thesis' Crafty; a line before the tables says who. A cell that the thesis
 * prints in two tables is compared with the first.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, a table says something wrong, or no table has
 *         anything of our results.
 * Owner:  the caller. */
char *published_compare(const char *folder, const Results *results, GError **error);
