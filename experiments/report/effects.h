/* The effect of each value of a factor on the strength of a gauntlet's hero.
 *
 * The strength of the hero in a cell is a constant, plus for each factor the effect of its value,
 * plus the named interactions, see factorial.h; the opponents, which are the same in all cells,
 * have a strength each. An effect is counted against the first value of its factor, and is the mean
 * over equally weighted values of the factors with which it interacts. */
#pragma once

#include "experiments/numbers/factorial.h"
#include "experiments/report/results.h"
#include "experiments/tables/table.h"

typedef struct {
    const char *quantity; /* "effect", "interaction", "shapley" or "all" */
    char *of;             /* "+exchange", "sight 3" */
    Estimate estimate;    /* in points of rating */
    bool is_tested;       /* then the next two are set */
    double p,
        holm; /* of no effect; the same corrected after Holm for all effects and interactions */
} EffectsLine;

/* The effects of the finished run @run, an array of EffectsLine in the order of printing;
 * *@out_goodness is that of the model that has them. @interactions is a list, "sight*hearing;
 * sight*rule", "all" for those of any two factors, or "" for none.
 *
 * If the cells are all combinations of options of the hero with two values each, such as logics, it
 * adds their Shapley values: by how much an option raises the strength, averaged over all orders
 * of switching the options one after another, with a strength for each cell. Their sum is the
 * difference of all options and none.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED: the run has no factors, no hero or opponents that differ
 *         between cells; EXPERIMENTS_ERROR_USAGE: @interactions names no factors.
 * Source: L. S. Shapley, A value for n-person games, Contributions to the Theory of Games II,
 *         1953: the sum over the subsets S of the other changes of |S|! (n - |S| - 1)! / n! times
 *         v(S and the change) - v(S).
 * Owner:  the caller. */
GArray *effects_new(const ResultsRun *run, const char *interactions,
                    RatingsGoodness *out_goodness, GError **error);

/* The lines. */
extern const Table EFFECTS_TABLE;
