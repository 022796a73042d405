/* Ratings of all players of a tournament together, from the results of all its pairings.
 *
 * The model: between players whose strengths differ by s, counted from White's side and with
 * White's advantage included, White wins, Black wins and draws have probabilities in the
 * proportion exp(s / 2) to exp(-s / 2) to n, where n, the same for all, makes draws. The most
 * probable values of all of them are found at once.
 *
 * Points of rating are those of elo_pairing(), as far as one scale can be right for all pairings:
 * they are ratings_scale() times s. The scale brings the differences of all pairings, weighted with
 * their games, as near as possible to what elo_from_share() says of the score that the model
 * expects of the two players over both colours. For two players they agree exactly. Without White's
 * advantage they also agree for any number of players if there are no draws (n = 0), or if half of
 * the games between equals are drawn (n = 2).
 *
 * Source: R. R. Davidson, On extending the Bradley-Terry model to accommodate ties in paired
 *         comparison experiments, Journal of the American Statistical Association 65, 1970; with
 *         the advantage of R. R. Davidson and R. J. Beaver, On extending the Bradley-Terry model to
 *         incorporate within-pair order effects, Biometrics 33, 1977, whose constant of draws is
 *         ours times the root of that advantage. The scale is fitted as that of R. Coulom's
 * bayeselo is, https://www.remi-coulom.fr/Bayesian-Elo, but to all differences, not to small ones.
 */
#pragma once

#include "agents/random.h"
#include "experiments/numbers/estimate.h"
#include "experiments/numbers/statistics.h"

#include <glib.h>
#include <gsl/gsl_rng.h>

/* Games of two players with the same colours. */
typedef struct {
    int white, black;      /* players, from 0 */
    StatisticsScore score; /* seen from White */
} RatingsGames;

typedef struct Ratings Ratings;

/* The ratings that make the results most probable.
 *
 * Shape:  2 to 256 players; no player plays itself; the same two may be listed any number of times.
 * Owner:  @games is copied. */
Ratings *ratings_new(int players, const RatingsGames *games, size_t count);
void ratings_free(Ratings *ratings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Ratings, ratings_free)

/* How much better @player is than @other.
 *
 * ESTIMATE_INTERVAL has the 95 % interval of a normal distribution with the variance that the
 * curvature of the likelihood gives, by the delta method; where the dispersion of
 * ratings_goodness() is above 1, the variance is multiplied by it and the distribution is
 * Student's. Games are taken to be independent: if two share an opening that is good for one
 * colour, the interval is wider than it need be.
 *
 * Results can also leave a difference without a greatest likelihood: a player or a group won
 * everything against the rest, or drew only where no other games tell how usual draws are. Then it
 * is ESTIMATE_AT_LEAST or ESTIMATE_AT_MOST, with the bound at which the results are 20 times less
 * probable than at best; for two players that never drew it is the bound of elo_pairing(). The
 * other players have their intervals as if those games had not been played. It is ESTIMATE_UNKNOWN
 * if no results tell which of the two is better: no chain of games connects them, both beat a third
 * player and did not meet, or everything was drawn.
 *
 * Units:  points of rating.
 * Source: C. J. Geyer, Likelihood inference in exponential families and directions of recession,
 *         Electronic Journal of Statistics 3, 2009, for the bounds; D. J. Eck and C. J. Geyer,
 *         Computationally efficient likelihood inference in exponential families when the maximum
 *         likelihood estimator does not exist, same journal 15, 2021, for telling such differences
 *         by the null space of the information. */
Estimate ratings_difference(const Ratings *ratings, int player, int other);

/* The rating of @player if that of @anchor is @anchor_rating; ESTIMATE_GIVEN for the anchor itself.
 * A player that has lost or won everything makes a poor anchor. */
Estimate ratings_rating(const Ratings *ratings, int player, int anchor, double anchor_rating);

/* How many points of rating a nat of strength is. */
double ratings_scale(const Ratings *ratings);

/* How well the model fits the results of each two players with the same colours. */
typedef struct {
    double
        statistic; /* Pearson's; its expected value is the degrees of freedom if the model holds */
    double dispersion; /* statistic / freedom, at least 1: all variances are multiplied by it */
    int64_t freedom;   /* degrees of freedom; 0: the model can fit any results */
    double p;          /* how probable such a statistic is if the model holds; 1 without freedom */
    int64_t pairings;  /* degrees of freedom of the dispersion if it is that of the points of
                        * pairings (ratings_judge_pairings()); otherwise 0 */
} RatingsGoodness;

/* Pearson's statistic. Results that the model rules out, such as a further win of a player that won
 * everything, add no degree of freedom. Where few games of a result are expected the statistic
 * scatters more than chi-square does; its probability is then that of a multiple of chi-square with
 * the same mean and variance. (Twice the log-likelihood ratio, the deviance, is far from chi-square
 * there: with five games for each pairing and colour it rejects true models in up to 21 %.)
 *
 * Source: P. McCullagh and J. A. Nelder, Generalized Linear Models, 2nd edition, 1989, section 4.5;
 *         for the variance, J. B. S. Haldane, The exact value of the moments of the distribution of
 *         chi-square, used as a test of goodness of fit, when expectations are small, Biometrika
 *         29, 1937. */
RatingsGoodness ratings_goodness(const Ratings *ratings);

/* Whether there are enough games for intervals and bounds that contain the truth as often as they
 * say: RATINGS_MIN_DECISIVE games that were not drawn for each of @strengths that are to be
 * estimated, or, if it is 0, for each player that played. With fewer, White's advantage and draws
 * cannot be told from strength, and any scale of points is a guess. */
bool ratings_are_enough(const RatingsGames *games, size_t count, int strengths);
#define RATINGS_MIN_DECISIVE 3

/* The part of a pairing's points that the model does not explain. */
typedef struct {
    int player, other; /* player < other */
    int64_t games;
    double score, expected; /* the share of the points of @player, 0 to 1, in these games with their
                             * colours */
    double elo;             /* how much better @player is, by the ratings */
    bool is_standard;       /* the standard deviation is not 0 */
    double z;               /* score less expected, in standard deviations */
    double p;               /* how probable a deviance as great is if the model holds, corrected
                             * after Holm for all pairings; 1 if @z is not standard */
} RatingsResidual;

/* The residuals of all pairings that were played, in the order of players. The standard deviations
 * allow for the fact that the ratings were fitted to the same games.
 *
 * Source: S. J. Haberman, The analysis of residuals in cross-classified tables, Biometrics 29,
 *         1973.
 * Owner:  a GArray of RatingsResidual, the caller's. */
GArray *ratings_residuals(const Ratings *ratings);

/* How much better a player is with White; ESTIMATE_GIVEN and 0 if the colours of the games cannot
 * tell, for example because one player always had White.
 *
 * The interval is that of the likelihood: its ends are as much less probable as chi-square says,
 * with all else fitted again. One from the curvature holds the truth too seldom, in 91.0 and 93.9 %
 * of matches of 20 and 100 games, as the games that make the advantage great make the scale great,
 * too; this one in 94.1 and 94.5 %, and both in 95.0 % with 500 games.
 *
 * Units:  points of rating.
 * Source: D. J. Venzon and S. H. Moolgavkar, A method for computing profile-likelihood-based
 *         confidence intervals, Applied Statistics 37, 1988. */
Estimate ratings_white_advantage(const Ratings *ratings);

/* The share of games that two equal players draw, their colours apart: n / (2 + n). */
Estimate ratings_draw_share(const Ratings *ratings);

/* The same ratings with intervals from resampled games: as many games of each entry of the list are
 * drawn from its results, with replacement, @resamples times, and the ratings that follow have 95 %
 * of their values in the interval. It is slower and assumes nothing about the model; games that
 * share an opening are still taken to be independent. If more than 2.5 % of the resamples have no
 * greatest likelihood, the interval has no end on that side. Where ratings_rating() has no
 * interval, there is none here either.
 *
 * Shape:  @resamples from 100; @out_ratings has an entry a player.
 * Source: B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13. */
void ratings_resample(const Ratings *ratings, int anchor, double anchor_rating, int resamples,
                      Random *random, Estimate *out_ratings);
