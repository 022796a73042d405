/* Our results beside the thesis', cell by cell, for each of its tables that our results can
 * answer. */
#pragma once

#include "experiments/report/results.h"

/* How draw wins and draw losses are counted. */
typedef struct {
    /* Each is as likely to be a win as a loss, however ours fell: what the thesis' own ones, 228
     * and 223, look like. False: by the player whose king was bared first. */
    bool as_coin;
    bool in_all_draws; /* also of draws that the fifty-move rule did not end, by games.csv */
} PublishedDraws;

/* For each table of the thesis in @folder that our results can answer: a line for each cell, and a
 * line that counts them; at the end a line that counts all:
 *
 *     Table 3.1: wins-losses-draws in per cent of the games
 *                      ours  games    thesis  games      p  deviance
 *     L5 L7  17.7-24.9-57.4   1500  26-22-52    100  0.131       4.1  inside
 *     Table 3.1: 1 of 1 inside the 95 % region of our results, deviance 4.1
 *
 * p is that of statistics_agreement() or statistics_agreement_of_tries(), and inside is 0.05 or
 * more; the deviance is that of statistics_deviance() or statistics_deviance_of_tries(), added up
 * over the cells. The last line of all is "All tables: 1 of 1 inside the 95 % region of our
 * results, deviance 4.1", by which readings can be ranked. A level is compared as that level,
 * whatever its other logics and readings are. An engine, or a player called Crafty that is no
 * level, stands for the thesis' Crafty; a line before the tables says which player that is. A cell
 * that the thesis prints in two tables is compared with the first.
 *
 * Performed move-attacks are also tries, out of the planned ones. But defence requests and planned
 * move-attacks are counts over games, each of which may have several, and have no interval:
 *
 *     Table 3.8: defence requests in 100 games
 *             ours  games  thesis  games
 *     L7 L5  157.7   1500   227.0    100
 *     Table 3.8: without interval, as the thesis and requests.csv have only sums over games
 *
 * How much they scatter depends on the differences between games. It is more than Poisson's
 * distribution would say, whose intervals would be too narrow: in our games the variance was 1.4 to
 * 4.4 times the mean. The last line does not count these cells. What a run has not recorded is not
 * compared; a line before the tables says so.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, a table, the thesis' or ours, is damaged, or no
 *         table has anything that our results have.
 * Owner:  the caller. */
char *published_compare(const char *folder, const Results *results, PublishedDraws draws,
                        GError **error);
