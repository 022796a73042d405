#include "experiments/numbers/factorial.h"

#include <gsl/gsl_blas.h>
#include <math.h>

#include "experiments/numbers/likelihood.h"
#include "experiments/numbers/ratings_fit.h"

struct FactorialFit {
    gsl_vector *effects;  /* then White's advantage and the logarithm of the constant of draws */
    gsl_matrix *variance; /* of these, without the dispersion */
    gsl_matrix *untold;   /* projects on directions of which no games tell */
    double scale;         /* points a nat */
    bool has_scale;       /* and there are games enough for intervals */
    RatingsGoodness goodness;
};

/* The parameters of ratings as linear functions of those of the fit. */
static gsl_matrix *extend(const gsl_matrix *design)
{
    gsl_matrix *extended = gsl_matrix_calloc(design->size1 + 2, design->size2 + 2);
    gsl_matrix_view inner = gsl_matrix_submatrix(extended, 0, 0, design->size1, design->size2);

    gsl_matrix_memcpy(&inner.matrix, design);
    for (size_t i = 0; i < 2; i++)
        gsl_matrix_set(extended, design->size1 + i, design->size2 + i, 1);
    return extended;
}

/* The likelihood as a function of the effects. */
typedef struct {
    const RatingsData *data;
    const gsl_matrix *extended;
    gsl_vector *parameters; /* of ratings, by the effects */
} Effective;

static double log_likelihood(void *data, const gsl_vector *effects)
{
    const Effective *of = data;

    gsl_blas_dgemv(CblasNoTrans, 1, of->extended, effects, 0, of->parameters);
    return ratings_log_likelihood(of->data, of->parameters);
}

static void differentiate(void *data, const gsl_vector *effects, gsl_vector *gradient,
                          gsl_matrix *information)
{
    const Effective *of = data;
    const gsl_matrix *extended = of->extended;
    g_autoptr(gsl_vector) full_gradient = gsl_vector_alloc(extended->size1);
    g_autoptr(gsl_matrix) full = gsl_matrix_alloc(extended->size1, extended->size1);
    g_autoptr(gsl_matrix) half = gsl_matrix_alloc(extended->size1, extended->size2);

    gsl_blas_dgemv(CblasNoTrans, 1, extended, effects, 0, of->parameters);
    ratings_information(of->data, of->parameters, full_gradient, full);
    gsl_blas_dgemv(CblasTrans, 1, extended, full_gradient, 0, gradient);
    gsl_blas_dsymm(CblasLeft, CblasUpper, 1, full, extended, 0, half);
    gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, extended, half, 0, information);
}

static void climb(const RatingsData *data, const gsl_matrix *extended, FactorialFit *fit)
{
    g_autoptr(gsl_vector) parameters = gsl_vector_alloc(extended->size1);
    g_autoptr(gsl_vector) gradient = gsl_vector_alloc(extended->size2);
    g_autoptr(gsl_matrix) information = gsl_matrix_alloc(extended->size2, extended->size2);
    Effective of = {data, extended, parameters};
    const Likelihood likelihood = {&of, log_likelihood, differentiate};

    likelihood_climb(&likelihood, fit->effects);
    differentiate(&of, fit->effects, gradient, information);
    ratings_split(information, fit->variance, fit->untold);
}

static RatingsGoodness judge(const RatingsData *data, const gsl_matrix *extended,
                             const FactorialFit *fit)
{
    g_autoptr(gsl_vector) parameters = gsl_vector_alloc(extended->size1);
    const int64_t told = ratings_count_told(fit->untold);
    RatingsGoodness goodness;

    gsl_blas_dgemv(CblasNoTrans, 1, extended, fit->effects, 0, parameters);
    goodness = ratings_judge(data, parameters, told);
    ratings_judge_pairings(data, parameters, told - 2, &goodness); /* less White and draws */
    return goodness;
}

FactorialFit *factorial_fit(const gsl_matrix *design, const RatingsGames *games, size_t count,
                            const Ratings *ratings)
{
    const RatingsData data = {(int)design->size1, games, count};
    g_autoptr(gsl_matrix) extended = extend(design);
    FactorialFit *fit = g_new0(FactorialFit, 1);

    fit->effects = gsl_vector_calloc(extended->size2);
    fit->variance = gsl_matrix_alloc(extended->size2, extended->size2);
    fit->untold = gsl_matrix_alloc(extended->size2, extended->size2);
    climb(&data, extended, fit);
    fit->scale = ratings_scale(ratings);
    fit->has_scale =
        ratings_has_scale(ratings) && ratings_are_enough(games, count, (int)design->size2 + 1);
    fit->goodness = judge(&data, extended, fit);
    return fit;
}

void factorial_fit_free(FactorialFit *fit)
{
    gsl_vector_free(fit->effects);
    gsl_matrix_free(fit->variance);
    gsl_matrix_free(fit->untold);
    g_free(fit);
}

RatingsGoodness factorial_goodness(const FactorialFit *fit)
{
    return fit->goodness;
}

/* w' M w */
static double square(const gsl_matrix *matrix, const gsl_vector *w)
{
    g_autoptr(gsl_vector) product = gsl_vector_alloc(w->size);
    double value;

    gsl_blas_dsymv(CblasUpper, 1, matrix, w, 0, product);
    gsl_blas_ddot(w, product, &value);
    return fmax(value, 0);
}

Estimate factorial_estimate(const FactorialFit *fit, const gsl_vector *weights, double *out_p)
{
    g_autoptr(gsl_vector) w = gsl_vector_calloc(fit->effects->size);
    gsl_vector_view of_effects = gsl_vector_subvector(w, 0, weights->size);
    double value, variance, margin;

    gsl_vector_memcpy(&of_effects.vector, weights);
    if (out_p != NULL)
        *out_p = 1;
    if (!fit->has_scale ||
        square(fit->untold, w) > RATINGS_PART_OF_NOTHING * gsl_blas_dnrm2(w) * gsl_blas_dnrm2(w))
        return (Estimate){.kind = ESTIMATE_UNKNOWN};
    gsl_blas_ddot(w, fit->effects, &value);
    variance = square(fit->variance, w);
    if (out_p != NULL)
        *out_p = ratings_p(&fit->goodness, value, variance);
    margin = ratings_margin(&fit->goodness, variance);
    return (Estimate){ESTIMATE_INTERVAL, fit->scale * value, fit->scale * (value - margin),
                      fit->scale * (value + margin)};
}
