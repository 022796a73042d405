/* The effect of each value of a factor on the strength of a gauntlet's hero.
 *
 * The strength of the hero in a cell is a constant, plus for each factor the effect of its value,
 * plus the named interactions, see factorial.h; the opponents, which are the same in all cells,
 * have a strength each. An effect is counted against the first value of its factor, and is the mean
 * over equally weighted values of the factors with which it interacts. "opponent" is a factor with
 * which others may interact: an effect is then the mean over the opponents, and there is an effect
 * against each of them. */
#pragma once

#include "experiments/numbers/factorial.h"
#include "experiments/report/results.h"
#include "experiments/tables/table.h"

typedef struct {
    const char *quantity; /* "effect", "against", "interaction", "shapley" or "all" */
    char *of;             /* "+exchange", "sight 3", "sight 3, L5" */
    bool is_scored;       /* an effect, also against one opponent: then the next two are set */
    StatisticsScore first, value; /* results of the hero with the first value of the factor, and
                                     with this one */
    Estimate estimate;            /* in points of rating */
    bool is_tested;               /* then the next two are set */
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
 * There is no estimate of an effect that has another sign than the difference of the scores.
 *
 * An effect whose sign is not that of the difference of the scores is ESTIMATE_UNKNOWN.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED: the run has no factors, no hero or opponents that differ
 *         between cells; EXPERIMENTS_ERROR_USAGE: @interactions names no factors, or the opponent
 *         of a run that has only one.
 * Source: L. S. Shapley, A value for n-person games, Contributions to the Theory of Games II,
 *         1953: the sum over the subsets S of the other changes of |S|! (n - |S| - 1)! / n! times
 *         v(S and the change) - v(S).
 * Owner:  the caller. */
GArray *effects_new(const ResultsRun *run, const char *interactions, RatingsGoodness *out_goodness,
                    GError **error);

/* The lines. */
extern const Table EFFECTS_TABLE;
