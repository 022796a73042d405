/* Results as text for people. */
#pragma once

#include "experiments/run/runner.h"
#include "experiments/spec/spec.h"

/* The cross table: a cell is "wins-losses-draws" of the player of the row against the one of the
 * column; X is the player itself, - a pairing that stands on the other side of the X. A sweep has a
 * row for each of its players and a column for each of those they meet. A game of three has a row a
 * player, the best one first: games by what they brought, and points a game, also as each side.
 *
 * Source: thesis, table 3.1.
 * Owner:  the caller. */
char *report_cross_table(const Spec *spec, const Totals *totals);

/* "A against B: 2 of 100 games count, and the others repeat them, ..."; or that all openings were
 * played more than once, so that a result holds for these; "" where neither matters. Owner: the
 * caller. */
char *report_repeats(const Spec *spec, const Totals *totals, int pairing);

/* The same in lines for all pairings. Owner: the caller. */
char *report_repeated_games(const Spec *spec, const Totals *totals);

/* The rule that decides how many games are played: "sprt: H1 is accepted after 1234 games: log
 * ratio 2.96, limits -2.94 and 2.94" with the lines "score" and "elo" for a fixed number of games,
 * and "elo corrected for the stopping rule 12 [3, 21], superiority 0.99" by sprt_pairing(); "race:
 * after 1234 games, 3 of 120 pairs of players need more games for an order; the order of 80
 * ..."; NULL for other experiments. Owner: the caller. */
char *report_decision(const Spec *spec, const Totals *totals);

/* How a run stands: "12/100 games  3.1 games/s  0:28 left", and the score of the pairing that is
 * played. Owner: the caller. */
char *report_progress(const Spec *spec, const RunnerProgress *progress);

/* Result of a match in three lines: the first player's share of the points and its lead in points
 * of rating, each with the interval that is not refuted at the 5 % level, and a verdict; where
 * nothing is decided yet, about how many games would, were the score to stay as it is: the interval
 * shrinks with the root of their number. Of a sequential test, report_decision(). "" without games.
 * Owner: the caller. */
char *report_verdict(const Spec *spec, const Totals *totals, const Forfeits *forfeits);

/* The rows of the table of results by pairing, as Contest.result_rows. */
GPtrArray *report_pairing_rows(const Spec *spec, const Totals *totals);
