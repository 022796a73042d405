/* The stand-in for GSL's vectors and matrices, as far as ratings need them. The declarations are
 * GSL's own; everything means what https://www.gnu.org/software/gsl/doc/html says of the same
 * name. */
#include <glib.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

gsl_vector *gsl_vector_calloc(const size_t count)
{
    gsl_vector *vector = g_new(gsl_vector, 1);

    *vector = (gsl_vector){.size = count, .stride = 1, .data = g_new0(double, count), .owner = 1};
    return vector;
}

gsl_vector *gsl_vector_alloc(const size_t count)
{
    return gsl_vector_calloc(count);
}

void gsl_vector_free(gsl_vector *vector)
{
    if (vector == NULL)
        return;
    g_free(vector->data);
    g_free(vector);
}

double *gsl_vector_ptr(gsl_vector *vector, const size_t i)
{
    return &vector->data[i * vector->stride];
}

double gsl_vector_get(const gsl_vector *vector, const size_t i)
{
    return vector->data[i * vector->stride];
}

void gsl_vector_set(gsl_vector *vector, const size_t i, double value)
{
    *gsl_vector_ptr(vector, i) = value;
}

void gsl_vector_set_all(gsl_vector *vector, double value)
{
    for (size_t i = 0; i < vector->size; i++)
        gsl_vector_set(vector, i, value);
}

void gsl_vector_set_zero(gsl_vector *vector)
{
    gsl_vector_set_all(vector, 0);
}

int gsl_vector_memcpy(gsl_vector *to, const gsl_vector *from)
{
    for (size_t i = 0; i < to->size; i++)
        gsl_vector_set(to, i, gsl_vector_get(from, i));
    return 0;
}

int gsl_vector_add(gsl_vector *to, const gsl_vector *vector)
{
    return gsl_blas_daxpy(1, vector, to);
}

int gsl_vector_add_constant(gsl_vector *vector, double constant)
{
    for (size_t i = 0; i < vector->size; i++)
        *gsl_vector_ptr(vector, i) += constant;
    return 0;
}

int gsl_vector_scale(gsl_vector *vector, double factor)
{
    for (size_t i = 0; i < vector->size; i++)
        *gsl_vector_ptr(vector, i) *= factor;
    return 0;
}

void gsl_vector_minmax(const gsl_vector *vector, double *out_least, double *out_most)
{
    *out_least = *out_most = gsl_vector_get(vector, 0);
    for (size_t i = 1; i < vector->size; i++) {
        *out_least = fmin(*out_least, gsl_vector_get(vector, i));
        *out_most = fmax(*out_most, gsl_vector_get(vector, i));
    }
}

gsl_matrix *gsl_matrix_alloc(const size_t rows, const size_t columns)
{
    gsl_matrix *matrix = g_new(gsl_matrix, 1);

    *matrix = (gsl_matrix){.size1 = rows,
                           .size2 = columns,
                           .tda = columns,
                           .data = g_new0(double, rows *columns),
                           .owner = 1};
    return matrix;
}

void gsl_matrix_free(gsl_matrix *matrix)
{
    if (matrix == NULL)
        return;
    g_free(matrix->data);
    g_free(matrix);
}

double *gsl_matrix_ptr(gsl_matrix *matrix, const size_t row, const size_t column)
{
    return &matrix->data[row * matrix->tda + column];
}

double gsl_matrix_get(const gsl_matrix *matrix, const size_t row, const size_t column)
{
    return matrix->data[row * matrix->tda + column];
}

void gsl_matrix_set(gsl_matrix *matrix, const size_t row, const size_t column, const double value)
{
    *gsl_matrix_ptr(matrix, row, column) = value;
}

void gsl_matrix_set_zero(gsl_matrix *matrix)
{
    memset(matrix->data, 0, matrix->size1 * matrix->tda * sizeof *matrix->data);
}

static gsl_vector part_of(const gsl_matrix *matrix, size_t first, size_t stride, size_t count)
{
    return (gsl_vector){.size = count, .stride = stride, .data = &matrix->data[first]};
}

_gsl_vector_view gsl_matrix_row(gsl_matrix *matrix, const size_t row)
{
    return (_gsl_vector_view){part_of(matrix, row * matrix->tda, 1, matrix->size2)};
}

_gsl_vector_const_view gsl_matrix_const_row(const gsl_matrix *matrix, const size_t row)
{
    return (_gsl_vector_const_view){part_of(matrix, row * matrix->tda, 1, matrix->size2)};
}

_gsl_vector_view gsl_matrix_column(gsl_matrix *matrix, const size_t column)
{
    return (_gsl_vector_view){part_of(matrix, column, matrix->tda, matrix->size1)};
}

_gsl_vector_const_view gsl_matrix_const_column(const gsl_matrix *matrix, const size_t column)
{
    return (_gsl_vector_const_view){part_of(matrix, column, matrix->tda, matrix->size1)};
}

_gsl_vector_view gsl_matrix_diagonal(gsl_matrix *matrix)
{
    return (_gsl_vector_view){
        part_of(matrix, 0, matrix->tda + 1, MIN(matrix->size1, matrix->size2))};
}

int gsl_blas_ddot(const gsl_vector *a, const gsl_vector *b, double *out_product)
{
    *out_product = 0;
    for (size_t i = 0; i < a->size; i++)
        *out_product += gsl_vector_get(a, i) * gsl_vector_get(b, i);
    return 0;
}

int gsl_blas_daxpy(double factor, const gsl_vector *from, gsl_vector *to)
{
    for (size_t i = 0; i < to->size; i++)
        *gsl_vector_ptr(to, i) += factor * gsl_vector_get(from, i);
    return 0;
}

/* Only of matrices that are not transposed. */
int gsl_blas_dgemv(G_GNUC_UNUSED CBLAS_TRANSPOSE_t transposed, double factor,
                   const gsl_matrix *matrix, const gsl_vector *vector, double kept, gsl_vector *to)
{
    for (size_t i = 0; i < matrix->size1; i++) {
        const gsl_vector row = gsl_matrix_const_row(matrix, i).vector;
        double product;
        gsl_blas_ddot(&row, vector, &product);
        gsl_vector_set(to, i, factor * product + (kept != 0 ? kept * gsl_vector_get(to, i) : 0));
    }
    return 0;
}

int gsl_blas_dger(double factor, const gsl_vector *a, const gsl_vector *b, gsl_matrix *to)
{
    for (size_t i = 0; i < to->size1; i++)
        for (size_t j = 0; j < to->size2; j++)
            *gsl_matrix_ptr(to, i, j) += factor * gsl_vector_get(a, i) * gsl_vector_get(b, j);
    return 0;
}

gsl_permutation *gsl_permutation_alloc(const size_t count)
{
    gsl_permutation *permutation = g_new(gsl_permutation, 1);

    *permutation = (gsl_permutation){count, g_new0(size_t, count)};
    return permutation;
}

void gsl_permutation_free(gsl_permutation *permutation)
{
    if (permutation == NULL)
        return;
    g_free(permutation->data);
    g_free(permutation);
}

/* L D L' of the matrix with rows and columns in the order of @order, in which the greatest pivot
 * comes first. A pivot that rounding has made 0 or negative becomes the least that GSL uses: what
 * Gill, Murray and Wright's method makes of a matrix that is not indefinite.
 *
 * Source: G. H. Golub and C. F. Van Loan, Matrix Computations, 3rd edition, 1996, section 4.2.9. */
int gsl_linalg_mcholesky_decomp(gsl_matrix *matrix, gsl_permutation *order,
                                G_GNUC_UNUSED gsl_vector *added)
{
    const size_t count = matrix->size1;
    double greatest = 1;

    for (size_t i = 0; i < count; i++) {
        order->data[i] = i;
        greatest = fmax(greatest, fabs(gsl_matrix_get(matrix, i, i)));
    }
    for (size_t k = 0; k < count; k++) {
        size_t pivot = k, place;
        double *divisor;
        for (size_t i = k; i < count; i++)
            if (gsl_matrix_get(matrix, order->data[i], order->data[i]) >
                gsl_matrix_get(matrix, order->data[pivot], order->data[pivot]))
                pivot = i;
        place = order->data[pivot];
        order->data[pivot] = order->data[k];
        order->data[k] = place;
        divisor = gsl_matrix_ptr(matrix, place, place);
        *divisor = fmax(*divisor, greatest * DBL_EPSILON);
        for (size_t i = k + 1; i < count; i++)
            for (size_t j = k + 1; j < count; j++)
                *gsl_matrix_ptr(matrix, order->data[i], order->data[j]) -=
                    gsl_matrix_get(matrix, order->data[i], place) *
                    gsl_matrix_get(matrix, place, order->data[j]) / *divisor;
    }
    return 0;
}

/* The matrix holds each column of L times its pivot, below that. */
int gsl_linalg_mcholesky_solve(const gsl_matrix *matrix, const gsl_permutation *order,
                               const gsl_vector *right, gsl_vector *out_solution)
{
    const size_t count = matrix->size1, *at = order->data;

    gsl_vector_memcpy(out_solution, right);
    for (size_t k = 0; k < count; k++)
        for (size_t i = k + 1; i < count; i++)
            *gsl_vector_ptr(out_solution, at[i]) -= gsl_matrix_get(matrix, at[i], at[k]) /
                                                    gsl_matrix_get(matrix, at[k], at[k]) *
                                                    gsl_vector_get(out_solution, at[k]);
    for (size_t k = count; k-- > 0;) {
        double *value = gsl_vector_ptr(out_solution, at[k]);
        *value /= gsl_matrix_get(matrix, at[k], at[k]);
        for (size_t i = k + 1; i < count; i++)
            *value -= gsl_matrix_get(matrix, at[i], at[k]) / gsl_matrix_get(matrix, at[k], at[k]) *
                      gsl_vector_get(out_solution, at[i]);
    }
    return 0;
}

gsl_eigen_symmv_workspace *gsl_eigen_symmv_alloc(G_GNUC_UNUSED const size_t count)
{
    return g_new0(gsl_eigen_symmv_workspace, 1);
}

void gsl_eigen_symmv_free(gsl_eigen_symmv_workspace *workspace)
{
    g_free(workspace);
}

#define SWEEPS 100 /* ten are usual */

/* Turns rows @p and @q of @matrix, or with @stride its columns. */
static void turn(double *p, double *q, size_t stride, size_t count, double cosine, double sine)
{
    for (size_t i = 0; i < count; i++) {
        const double first = p[i * stride], second = q[i * stride];
        p[i * stride] = cosine * first - sine * second;
        q[i * stride] = sine * first + cosine * second;
    }
}

/* Source: C. G. J. Jacobi, Journal für die reine und angewandte Mathematik 30, 1846; the angle as
 *         in Golub and Van Loan, section 8.4.2. */
int gsl_eigen_symmv(gsl_matrix *matrix, gsl_vector *out_values, gsl_matrix *out_vectors,
                    G_GNUC_UNUSED gsl_eigen_symmv_workspace *workspace)
{
    const size_t count = matrix->size1, tda = matrix->tda;
    double off = 1, all = 1;

    gsl_matrix_set_zero(out_vectors);
    for (size_t i = 0; i < count; i++)
        gsl_matrix_set(out_vectors, i, i, 1);
    for (int sweep = 0; sweep < SWEEPS && off > 1e-32 * all; sweep++) {
        off = all = 0;
        for (size_t p = 0; p < count; p++)
            for (size_t q = p + 1; q < count; q++) {
                const double a = gsl_matrix_get(matrix, p, q);
                const double apart = gsl_matrix_get(matrix, q, q) - gsl_matrix_get(matrix, p, p);
                const double ratio = apart / (2 * a);
                const double tangent = copysign(1, ratio) / (fabs(ratio) + hypot(1, ratio));
                const double cosine = 1 / hypot(1, tangent);
                off += a * a;
                if (a == 0)
                    continue;
                turn(gsl_matrix_ptr(matrix, p, 0), gsl_matrix_ptr(matrix, q, 0), 1, count, cosine,
                     tangent * cosine);
                turn(gsl_matrix_ptr(matrix, 0, p), gsl_matrix_ptr(matrix, 0, q), tda, count, cosine,
                     tangent * cosine);
                turn(gsl_matrix_ptr(out_vectors, 0, p), gsl_matrix_ptr(out_vectors, 0, q),
                     out_vectors->tda, count, cosine, tangent * cosine);
            }
        for (size_t i = 0; i < count; i++)
            all += gsl_matrix_get(matrix, i, i) * gsl_matrix_get(matrix, i, i);
    }
    for (size_t i = 0; i < count; i++)
        gsl_vector_set(out_values, i, gsl_matrix_get(matrix, i, i));
    return 0;
}
