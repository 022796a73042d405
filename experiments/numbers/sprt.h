/* When enough games are played: the sequential probability ratio test of two differences of
 * ratings. Its decision after a game depends only on the counts up to that game, so it is the same
 * in however many parts the games are counted, as long as they are taken in job order. */
#pragma once

#include "agents/random.h"
#include "experiments/numbers/elo.h"

#include <glib.h>

/* The meaning of points: those of elo_from_share(), or those of elo_normalized(). */
typedef enum { SPRT_LOGISTIC, SPRT_NORMALIZED } SprtScale;

/* H0: the first player is @elo0 better; H1: @elo1. */
typedef struct {
    double elo0, elo1;  /* elo0 < elo1 */
    double alpha, beta; /* probabilities of accepting H1 though H0 holds, and H0 though H1 holds */
    int scale;          /* a SprtScale */
    int64_t most;       /* units after which the test ends undecided; 0: any number */
} Sprt;

typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtDecision;

typedef struct {
    SprtDecision decision;
    double log_ratio;    /* of the likelihoods of H1 and H0 */
    double lower, upper; /* H0 is accepted at or below lower, H1 at or above upper */
} SprtState;

/* Whether @sprt is a test: elo0 below elo1, both between -4000 and 4000; alpha and beta above 0,
 * and their sum below 1.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE. */
bool sprt_check(const Sprt *sprt, GError **error);

/* How the test stands, by pairs of games if @scores counts pairs, otherwise by games. A pair is one
 * step: nothing is decided in the middle of it.
 *
 * Source: A. Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics
 *         16, 1945, for the limits ln(beta / (1 - alpha)) and ln((1 - beta) / alpha). The ratio is
 *         of maximum likelihoods, each under its expected score and otherwise over all
 *         distributions: M. Van den Bergh, A practical introduction to the GSPRT,
 *         https://www.cantate.be/Fishtest/GSPRT_approximation.pdf, equation 1.1, not approximated,
 *         as fishtest has it (LLRcalc.py); in normalized points as scores_log_ratio_of_lead() has
 *         it. There is no correction for overshoot, as the counts do not tell how they were
 *         reached; so the error probabilities are smaller than stated. */
SprtState sprt_state(const Sprt *sprt, const Scores *scores);

/* Plays units with the probabilities @probability of their values, in addition to those of
 * @scores, until the test ends: where sprt_state() first decides, or where @sprt->most units are
 * played.
 *
 * Shape: @scores, which may be empty, has not yet ended the test. */
void sprt_play(const Sprt *sprt, const double *probability, Random *random, Scores *scores);

/* Estimate of the players' difference corrected for the stopping rule, for a test that was ended by
 * its decision or by the last of its units: elo_pairing(), which is for a fixed number of units, is
 * biased where the results decide the number.
 *
 * The test is simulated (sprt_play()) with the most probable distributions of different means, and
 * its outcomes are ordered by the share of the points. The value is the mean with which half of the
 * tests end with a greater share; at the ends of the interval 2.5 and 97.5 % do; the superiority is
 * the probability of a lesser share between equal players. Value and superiority are never on the
 * other side of equality than the score: there they are 0 and 1/2. The draws are always the same,
 * so the same counts have the same estimate. README.md has its coverage.
 *
 * Where all units have the same score it is elo_pairing(), whose bounds stopping does not affect:
 * all of n units are alike with 5 % at most. With fewer than two units, or if the test was stopped
 * in another way, nothing is known: ESTIMATE_UNKNOWN, and the superiority is 1/2.
 *
 * Source: the order of outcomes by their mean: S. S. Emerson and T. R. Fleming, Parameter
 *         estimation following group sequential hypothesis testing, Biometrika 77, 1990;
 *         reweighting by the mixture of all distributions simulated: E. Veach and L. J. Guibas,
 *         Optimally combining sampling techniques for Monte Carlo rendering, SIGGRAPH 1995 (the
 *         balance heuristic). */
EloPairing sprt_pairing(const Sprt *sprt, const Scores *scores);
