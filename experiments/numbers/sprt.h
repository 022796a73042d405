/* When enough games are played: the sequential probability ratio test of two differences of
 * ratings. What it decides after a game depends on the counts up to that game alone, so it is the
 * same whoever counts, in whatever pieces, as long as the games are taken in job order. */
#pragma once

#include "experiments/numbers/scores.h"

#include <glib.h>

/* What points are: those of elo_from_share(), or those of elo_normalized(). */
typedef enum { SPRT_LOGISTIC, SPRT_NORMALIZED } SprtScale;

/* H0: the first player is @elo0 better; H1: @elo1. */
typedef struct {
    double elo0, elo1;  /* elo0 < elo1 */
    double alpha, beta; /* probabilities of accepting H1 though H0 holds, and the reverse */
    int scale;          /* a SprtScale */
} Sprt;

typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtDecision;

typedef struct {
    SprtDecision decision;
    double log_ratio;    /* of the likelihoods, H1 to H0 */
    double lower, upper; /* H0 is accepted at or below lower, H1 at or above upper */
} SprtState;

/* Whether @sprt is a test: elo0 below elo1, both between -4000 and 4000; alpha and beta above 0,
 * and their sum below 1.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE. */
bool sprt_check(const Sprt *sprt, GError **error);

/* How the test stands, by pairs of games if @scores counts pairs, otherwise by games. A pair is
 * one step: in the middle of it nothing is decided.
 *
 * Source: A. Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics
 *         16, 1945, for the limits ln(beta / (1 - alpha)) and ln((1 - beta) / alpha). The ratio is
 *         of maximum likelihoods, each under its expected score and otherwise over all
 *         distributions: M. Van den Bergh, A practical introduction to the GSPRT,
 *         https://www.cantate.be/Fishtest/GSPRT_approximation.pdf, equation 1.1, not approximated,
 *         as fishtest has it (LLRcalc.py); in normalized points as scores_log_ratio_of_lead()
 *         has it. Nothing is taken off for overshoot, as the counts do not
 *         tell how they were reached; the errors are the smaller for it. */
SprtState sprt_state(const Sprt *sprt, const Scores *scores);
