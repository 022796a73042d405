/* Results as text for people. */
#pragma once

#include "experiments/runner.h"
#include "experiments/spec.h"

/* Appends @rows, each an array of texts (GStrv) of the same length, a line each: the first column
 * to the left, the others to the right, two blanks between them. */
void report_append_rows(GString *text, const GPtrArray *rows);

/* The cross table: a cell is "wins-losses-draws" of the player of the row against the one of the
 * column; X is the player itself, - a pairing that stands on the other side of the X. A sweep has a
 * row for each of its players and a column for each of those they meet. A game of three has a row a
 * player, the best one first: games by what they brought, and points a game, also as each side.
 *
 * Source: thesis, table 3.1.
 * Owner:  the caller. */
char *report_cross_table(const Spec *spec, const Totals *totals);

/* "sprt: H1 is accepted after 1234 games: log ratio 2.96, limits -2.94 and 2.94"; NULL for other
 * experiments. Owner: the caller. */
char *report_sprt(const Spec *spec, const Totals *totals);

/* How a run stands, for a line of @width columns: bar, games, games/s, time left, score of the
 * pairing that is played. @color makes the bar green. Owner: the caller. */
char *report_progress(const Spec *spec, const RunnerProgress *progress, int width, bool color);

/* What a contest tells people of its results. */
struct ContestReport {
    /* The rows of the table of results, for report_append_rows(). Owner: the caller. */
    GPtrArray *(*rows)(const Spec *spec, const Totals *totals);

    /* Of games of one pairing: lines that say how long they were; only of contests by pairing. */
    void (*append_lengths)(GString *text, const Totals *totals);
};

extern const ContestReport REPORT_OF_PAIRINGS, REPORT_OF_SEATS, REPORT_OF_TIMES;
