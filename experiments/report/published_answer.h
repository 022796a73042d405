/* The comparison with the thesis as text. */
#pragma once

#include "experiments/report/published.h"

/* In text the notes; for each table a line for each cell and one that counts them; at the end one
 * that counts all, by which readings can be ranked:
 *
 *     Table 3.1: wins-losses-draws in per cent of the games
 *                      ours  games    thesis  games      p   Holm  deviance
 *     L5 L7  17.7-24.9-57.4   1500  26-22-52    100  0.131  0.131       4.1  inside
 *     Table 3.1: 1 of 1 cell inside the 95 % prediction region of our results, deviance 4.1
 *
 *     Table 3.8: defence requests in 100 games
 *             ours  games  thesis  games       p    Holm  deviance
 *     L7 L5  157.7   1500   227.0    100  <0.001  <0.001      19.3  outside
 *     Table 3.8: 0 of 1 cell inside the 95 % prediction region of our results, deviance 19.3
 *
 *     All tables: 1 of 2 cells inside the 95 % prediction region of our results, deviance 23.4
 *
 * In other formats the cells of tables 3.1 to 3.10 as a table: a row for each number of each cell;
 * in JSON also the notes and, with factors, the sums of each variant. Owner: the caller. */
char *published_answer_format(const PublishedAnswer *answer, TableFormat format);
