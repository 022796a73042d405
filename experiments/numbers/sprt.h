/* When enough games are played: the sequential probability ratio test of two differences of
 * ratings. Its decision after a game depends only on the counts up to that game, so it is the same
 * in however many parts the games are counted, as long as they are taken in job order. */
#pragma once

#include "experiments/numbers/elo.h"

#include <glib.h>

/* The meaning of points: those of elo_from_share(), or those of elo_normalized(). */
typedef enum { SPRT_LOGISTIC, SPRT_NORMALIZED } SprtScale;

/* H0: the first player is @elo0 better; H1: @elo1. */
typedef struct {
    double elo0, elo1;  /* elo0 < elo1 */
    double alpha, beta; /* probabilities of accepting H1 though H0 holds, and H0 though H1 holds */
    int scale;          /* a SprtScale */
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

/* Estimate of the players' difference after a test, stopped by its decision or by the last of its
 * games; elo_pairing(), whose number of games is fixed, is biased where the results decide it. The
 * value is the median-unbiased estimate: the test does better than it did, decides for H1 sooner or
 * for H0 later, with a probability of one half. At the ends of the interval it does so with 2.5 and
 * 97.5 %; the superiority is the probability that it does worse between equal players.
 *
 * The log ratio is taken as a Brownian motion, whose limits lie as much farther out as a test in
 * steps ends beyond them on average. The interval holds the truth in 95 to 96 % of tests, in up to
 * 98 % of those with fewer than 50 pairs (README.md); with some 25 pairs and elo1 - elo0 = 100 the
 * value is low by 14. Where all units have the same score it is elo_pairing().
 *
 * Source: D. Siegmund, Sequential Analysis, 1985, chapter 3 for the estimate and section 3.4 for
 * the limits; drift and variance as fishtest has them (sprt.py, LLRcalc.py). */
EloPairing sprt_pairing(const Sprt *sprt, const Scores *scores);
