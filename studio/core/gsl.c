/* What the ratings take of the GNU Scientific Library (stand-in/gsl), for matrices of some hundred
 * rows at most, and where a function is zero (experiments/tools/root.h). */
#include "experiments/tools/root.h"

#include <glib.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

#define MOST_HALVINGS 200
#define MOST_SWEEPS 100    /* of Jacobi's rotations; ten are usual */
#define LEAST_PIVOT 1e-300 /* a matrix that tells nothing of a direction */

gsl_vector *gsl_vector_alloc(size_t size)
{
    gsl_vector *vector = g_new(gsl_vector, 1);

    *vector = (gsl_vector){size, 1, g_new0(double, size)};
    return vector;
}

gsl_vector *gsl_vector_calloc(size_t size)
{
    return gsl_vector_alloc(size);
}

void gsl_vector_free(gsl_vector *vector)
{
    if (vector != NULL)
        g_free(vector->data);
    g_free(vector);
}

void gsl_vector_scale(gsl_vector *vector, double factor)
{
    for (size_t i = 0; i < vector->size; i++)
        *gsl_vector_ptr(vector, i) *= factor;
}

void gsl_vector_add_constant(gsl_vector *vector, double number)
{
    for (size_t i = 0; i < vector->size; i++)
        *gsl_vector_ptr(vector, i) += number;
}

void gsl_vector_set_zero(gsl_vector *vector)
{
    for (size_t i = 0; i < vector->size; i++)
        gsl_vector_set(vector, i, 0);
}

void gsl_vector_memcpy(gsl_vector *to, const gsl_vector *from)
{
    for (size_t i = 0; i < to->size; i++)
        gsl_vector_set(to, i, gsl_vector_get(from, i));
}

void gsl_vector_minmax(const gsl_vector *vector, double *out_least, double *out_most)
{
    *out_least = *out_most = gsl_vector_get(vector, 0);
    for (size_t i = 1; i < vector->size; i++) {
        *out_least = fmin(*out_least, gsl_vector_get(vector, i));
        *out_most = fmax(*out_most, gsl_vector_get(vector, i));
    }
}

gsl_matrix *gsl_matrix_alloc(size_t rows, size_t columns)
{
    gsl_matrix *matrix = g_new(gsl_matrix, 1);

    *matrix = (gsl_matrix){rows, columns, g_new0(double, rows *columns)};
    return matrix;
}

void gsl_matrix_free(gsl_matrix *matrix)
{
    if (matrix != NULL)
        g_free(matrix->data);
    g_free(matrix);
}

void gsl_matrix_set_zero(gsl_matrix *matrix)
{
    memset(matrix->data, 0, matrix->size1 * matrix->size2 * sizeof *matrix->data);
}

gsl_vector_view gsl_matrix_const_row(const gsl_matrix *matrix, size_t row)
{
    return (gsl_vector_view){{matrix->size2, 1, &matrix->data[row * matrix->size2]}};
}

gsl_vector_view gsl_matrix_const_column(const gsl_matrix *matrix, size_t column)
{
    return (gsl_vector_view){{matrix->size1, matrix->size2, &matrix->data[column]}};
}

gsl_vector_view gsl_matrix_row(gsl_matrix *matrix, size_t row)
{
    return gsl_matrix_const_row(matrix, row);
}

gsl_vector_view gsl_matrix_column(gsl_matrix *matrix, size_t column)
{
    return gsl_matrix_const_column(matrix, column);
}

gsl_vector_view gsl_matrix_diagonal(gsl_matrix *matrix)
{
    return (gsl_vector_view){{MIN(matrix->size1, matrix->size2), matrix->size2 + 1, matrix->data}};
}

void gsl_blas_ddot(const gsl_vector *a, const gsl_vector *b, double *out_product)
{
    *out_product = 0;
    for (size_t i = 0; i < a->size; i++)
        *out_product += gsl_vector_get(a, i) * gsl_vector_get(b, i);
}

void gsl_blas_dger(double factor, const gsl_vector *a, const gsl_vector *b, gsl_matrix *sum)
{
    for (size_t i = 0; i < a->size; i++)
        for (size_t j = 0; j < b->size; j++)
            *gsl_matrix_ptr(sum, i, j) += factor * gsl_vector_get(a, i) * gsl_vector_get(b, j);
}

void gsl_blas_dgemv(G_GNUC_UNUSED CBLAS_TRANSPOSE_t transpose, double factor,
                    const gsl_matrix *matrix, const gsl_vector *vector, double of_sum,
                    gsl_vector *sum)
{
    for (size_t i = 0; i < sum->size; i++) {
        const gsl_vector_const_view row = gsl_matrix_const_row(matrix, i);
        double product;
        gsl_blas_ddot(&row.vector, vector, &product);
        gsl_vector_set(sum, i, of_sum * gsl_vector_get(sum, i) + factor * product);
    }
}

gsl_permutation *gsl_permutation_alloc(size_t size)
{
    gsl_permutation *permutation = g_new(gsl_permutation, 1);

    permutation->size = size;
    return permutation;
}

void gsl_permutation_free(gsl_permutation *permutation)
{
    g_free(permutation);
}

/* L D L' in place: D on the diagonal, L below it. Rows stay where they are: what is decomposed here
 * is never negative, so that rounding alone could make a pivot vanish. */
void gsl_linalg_mcholesky_decomp(gsl_matrix *matrix, G_GNUC_UNUSED gsl_permutation *permutation,
                                 G_GNUC_UNUSED gsl_vector *added)
{
    for (size_t j = 0; j < matrix->size1; j++) {
        for (size_t k = 0; k < j; k++) {
            const double part = gsl_matrix_get(matrix, j, k) * gsl_matrix_get(matrix, k, k);
            for (size_t i = j; i < matrix->size1; i++)
                *gsl_matrix_ptr(matrix, i, j) -= gsl_matrix_get(matrix, i, k) * part;
        }
        gsl_matrix_set(matrix, j, j, fmax(gsl_matrix_get(matrix, j, j), LEAST_PIVOT));
        for (size_t i = j + 1; i < matrix->size1; i++)
            *gsl_matrix_ptr(matrix, i, j) /= gsl_matrix_get(matrix, j, j);
    }
}

void gsl_linalg_mcholesky_solve(const gsl_matrix *matrix,
                                G_GNUC_UNUSED const gsl_permutation *permutation,
                                const gsl_vector *right, gsl_vector *out_vector)
{
    const size_t size = matrix->size1;

    gsl_vector_memcpy(out_vector, right);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < i; j++)
            *gsl_vector_ptr(out_vector, i) -=
                gsl_matrix_get(matrix, i, j) * gsl_vector_get(out_vector, j);
    for (size_t i = size; i-- > 0;) {
        *gsl_vector_ptr(out_vector, i) /= gsl_matrix_get(matrix, i, i);
        for (size_t j = i + 1; j < size; j++)
            *gsl_vector_ptr(out_vector, i) -=
                gsl_matrix_get(matrix, j, i) * gsl_vector_get(out_vector, j);
    }
}

gsl_eigen_symmv_workspace *gsl_eigen_symmv_alloc(size_t size)
{
    gsl_eigen_symmv_workspace *workspace = g_new(gsl_eigen_symmv_workspace, 1);

    workspace->size = size;
    return workspace;
}

void gsl_eigen_symmv_free(gsl_eigen_symmv_workspace *workspace)
{
    g_free(workspace);
}

/* Turns columns @p and @q of @matrix by the angle with that sine and cosine. */
static void turn_columns(gsl_matrix *matrix, size_t p, size_t q, double sine, double cosine)
{
    for (size_t i = 0; i < matrix->size1; i++) {
        const double a = gsl_matrix_get(matrix, i, p), b = gsl_matrix_get(matrix, i, q);
        gsl_matrix_set(matrix, i, p, cosine * a - sine * b);
        gsl_matrix_set(matrix, i, q, sine * a + cosine * b);
    }
}

static void turn_rows(gsl_matrix *matrix, size_t p, size_t q, double sine, double cosine)
{
    for (size_t i = 0; i < matrix->size2; i++) {
        const double a = gsl_matrix_get(matrix, p, i), b = gsl_matrix_get(matrix, q, i);
        gsl_matrix_set(matrix, p, i, cosine * a - sine * b);
        gsl_matrix_set(matrix, q, i, sine * a + cosine * b);
    }
}

/* One rotation that makes the entry at @p, @q vanish. Returns whether it had not. */
static bool rotate(gsl_matrix *matrix, gsl_matrix *vectors, size_t p, size_t q)
{
    const double aside = gsl_matrix_get(matrix, p, q);
    const double first = gsl_matrix_get(matrix, p, p), second = gsl_matrix_get(matrix, q, q);
    double ratio, tangent, cosine;

    if (fabs(aside) <= 1e-18 * (fabs(first) + fabs(second)) || aside == 0)
        return false;
    ratio = (second - first) / (2 * aside);
    tangent = (ratio < 0 ? -1 : 1) / (fabs(ratio) + sqrt(ratio * ratio + 1));
    cosine = 1 / sqrt(tangent * tangent + 1);
    turn_columns(matrix, p, q, tangent * cosine, cosine);
    turn_rows(matrix, p, q, tangent * cosine, cosine);
    turn_columns(vectors, p, q, tangent * cosine, cosine);
    return true;
}

/* Jacobi's rotations. Source: G. H. Golub and C. F. Van Loan, Matrix Computations, section 8.5. */
void gsl_eigen_symmv(gsl_matrix *matrix, gsl_vector *out_values, gsl_matrix *out_vectors,
                     G_GNUC_UNUSED gsl_eigen_symmv_workspace *workspace)
{
    const size_t size = matrix->size1;
    bool is_turning = true;

    gsl_matrix_set_zero(out_vectors);
    for (size_t i = 0; i < size; i++)
        gsl_matrix_set(out_vectors, i, i, 1);
    for (int sweep = 0; is_turning && sweep < MOST_SWEEPS; sweep++) {
        is_turning = false;
        for (size_t p = 0; p + 1 < size; p++)
            for (size_t q = p + 1; q < size; q++)
                is_turning |= rotate(matrix, out_vectors, p, q);
    }
    for (size_t i = 0; i < size; i++)
        gsl_vector_set(out_values, i, gsl_matrix_get(matrix, i, i));
}

double gsl_cdf_ugaussian_P(double x)
{
    return erfc(-x * M_SQRT1_2) / 2;
}

double gsl_cdf_ugaussian_Q(double x)
{
    return erfc(x * M_SQRT1_2) / 2;
}

static double more_than(double x, void *data)
{
    return gsl_cdf_ugaussian_Q(x) - *(double *)data;
}

double gsl_cdf_ugaussian_Qinv(double share)
{
    return root_find(more_than, &share, -40, 40, 1e-15);
}

/* By halving: there are few to find. */
double root_find(double (*function)(double x, void *data), void *data, double low, double high,
                 double tolerance)
{
    const double at_low = function(low, data);

    if (at_low == 0)
        return low;
    for (int i = 0; i < MOST_HALVINGS && fabs(high - low) > tolerance; i++) {
        const double middle = low + (high - low) / 2, value = function(middle, data);
        if (value == 0)
            return middle;
        if ((value < 0) == (at_low < 0))
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}

double gsl_cdf_chisq_Qinv(double share, G_GNUC_UNUSED double freedom)
{
    const double root = gsl_cdf_ugaussian_Qinv(share / 2);

    return root * root;
}
