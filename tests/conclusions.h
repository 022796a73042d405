/* Simulated experiments of a cell (a format, a share of draws, a size, a truth), and how often what
 * they conclude is true. Each format adds its cells in experiments/test_conclusions.c; the table of
 * all of them is in experiments/numbers/README.md. */
#pragma once

#include <math.h>
#include <stdlib.h>

#include "experiments/numbers/estimate.h"
#include "experiments/tools/gsl_tools.h"
#include "tests/test.h"

/* Counts over the experiments of a cell. */
typedef struct {
    int experiments;
    int intervals;      /* estimates that have an interval or a bound, */
    int held;           /* and those whose interval contains the truth */
    int contradictions; /* estimates on the other side of 0 than the score they come from */
    int verdicts;       /* decisions about the sign of the truth, */
    int false_verdicts; /* and those for the wrong one; if the truth is 0, any */
} Conclusions;

/* Whether all cells are played; the fast suite plays few of the slow ones. */
static inline bool conclusions_are_all(void)
{
    return g_getenv("AGENTCHESS_TRIALS") != NULL;
}

/* How many experiments a cell has: 1,000 for the table; fewer in the suites. */
static inline int conclusions_experiments(void)
{
    const char *trials = g_getenv("AGENTCHESS_TRIALS");

    return trials != NULL ? atoi(trials) : 200;
}

static inline int conclusions_sign(double x)
{
    return (x > 1e-9) - (x < -1e-9);
}

static inline bool conclusions_hold(Estimate estimate, double truth)
{
    const EstimateKindFacts *has = &ESTIMATE_KINDS[estimate.kind];

    return (!has->has_low || estimate.low <= truth) && (!has->has_high || truth <= estimate.high);
}

/* Adds an estimate of @truth by games in which the player was @seen ahead (an Elo, or a share above
 * one half; only the sign counts). */
static inline void conclusions_add(Conclusions *cell, Estimate estimate, double truth, double seen)
{
    const EstimateKindFacts *has = &ESTIMATE_KINDS[estimate.kind];

    if (has->has_low || has->has_high) {
        cell->intervals++;
        cell->held += conclusions_hold(estimate, truth);
    }
    cell->contradictions +=
        has->has_value && conclusions_sign(estimate.value) * conclusions_sign(seen) < 0;
}

/* Adds a decision: 1, the player is stronger; -1, the opponent; 0, undecided. */
static inline void conclusions_decide(Conclusions *cell, int verdict, double truth)
{
    cell->verdicts += verdict != 0;
    cell->false_verdicts += verdict != 0 && verdict != conclusions_sign(truth);
}

/* The sign of the number of which @estimate is, if the interval excludes 0; otherwise 0. */
static inline int conclusions_sign_of(Estimate estimate)
{
    const EstimateKindFacts *has = &ESTIMATE_KINDS[estimate.kind];

    return has->has_low && estimate.low > 0 ? 1 : has->has_high && estimate.high < 0 ? -1 : 0;
}

/* Three standard errors of a share @p of @count. */
static inline double conclusions_margin(double p, int count)
{
    return 3 * sqrt(p * (1 - p) / MAX(count, 1));
}

/* If fewer of the experiments print an interval, exceptional results do: no interval can contain
 * the truth in 95 % of those, but all experiments together still print few that do not. */
#define CONCLUSIONS_RARE 0.1

/* Prints the row of the table and checks the cell: no estimate contradicts its score; at most 5 %
 * of the experiments have a false verdict; 93 to 97 % of the intervals contain the truth, or, if
 * the cell @is_conservative (few outcomes are possible, or the interval is a bound), no fewer; so
 * at most 7 % of the experiments print an interval without the truth, also where few print any. All
 * of these limits are exceeded only by more than three standard errors of the number played. */
static inline void conclusions_check(const Conclusions *cell, const char *name,
                                     bool is_conservative)
{
    const int experiments = cell->experiments;
    const double printed = (double)cell->intervals / experiments;
    const double coverage = (double)cell->held / MAX(cell->intervals, 1);
    const double false_share = (double)cell->false_verdicts / experiments;
    const double margin = conclusions_margin(0.95, cell->intervals);

    if (cell->intervals == 0)
        g_test_message("| %s | 0 | - | %d | %.1f |", name, cell->contradictions, 100 * false_share);
    else
        g_test_message("| %s | %.0f | %.1f%s | %d | %.1f |", name, 100 * printed, 100 * coverage,
                       is_conservative ? " (at least)" : "", cell->contradictions,
                       100 * false_share);
    if (cell->contradictions > 0)
        g_test_fail_printf("%s: %d of %d estimates contradict their score", name,
                           cell->contradictions, experiments);
    if (false_share > 0.05 + conclusions_margin(0.05, experiments))
        g_test_fail_printf("%s: %.1f %% of verdicts are false", name, 100 * false_share);
    if (cell->intervals - cell->held > experiments * (0.07 + conclusions_margin(0.07, experiments)))
        g_test_fail_printf("%s: %d of %d experiments print an interval without the truth", name,
                           cell->intervals - cell->held, experiments);
    if (printed < CONCLUSIONS_RARE)
        return;
    if (coverage < 0.93 - margin)
        g_test_fail_printf("%s: only %.1f %% of intervals contain the truth", name, 100 * coverage);
    if (coverage > 0.97 + margin && !is_conservative)
        g_test_fail_printf("%s: %.1f %% of intervals contain the truth, more than stated", name,
                           100 * coverage);
}
