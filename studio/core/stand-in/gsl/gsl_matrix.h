/* The parts of the GNU Scientific Library that the ratings take, defined in gsl.c. All means what
 * https://www.gnu.org/software/gsl/doc/html says of the same name. A function that is declared and
 * not defined is named only in code that the page never calls. */
#pragma once

#include <stddef.h>

typedef struct {
    size_t size, stride;
    double *data;
} gsl_vector;
typedef struct {
    gsl_vector vector;
} gsl_vector_view;
typedef gsl_vector_view gsl_vector_const_view;

typedef struct {
    size_t size1, size2; /* rows, columns */
    double *data;
} gsl_matrix;

gsl_vector *gsl_vector_alloc(size_t size);
gsl_vector *gsl_vector_calloc(size_t size);
void gsl_vector_free(gsl_vector *vector);
void gsl_vector_set_zero(gsl_vector *vector);
void gsl_vector_memcpy(gsl_vector *to, const gsl_vector *from);
void gsl_vector_scale(gsl_vector *vector, double factor);
void gsl_vector_add_constant(gsl_vector *vector, double number);
void gsl_vector_minmax(const gsl_vector *vector, double *out_least, double *out_most);

static inline double *gsl_vector_ptr(gsl_vector *vector, size_t i)
{
    return &vector->data[i * vector->stride];
}

static inline double gsl_vector_get(const gsl_vector *vector, size_t i)
{
    return vector->data[i * vector->stride];
}

static inline void gsl_vector_set(gsl_vector *vector, size_t i, double number)
{
    *gsl_vector_ptr(vector, i) = number;
}

gsl_matrix *gsl_matrix_alloc(size_t rows, size_t columns);
void gsl_matrix_free(gsl_matrix *matrix);
void gsl_matrix_set_zero(gsl_matrix *matrix);

static inline double *gsl_matrix_ptr(gsl_matrix *matrix, size_t row, size_t column)
{
    return &matrix->data[row * matrix->size2 + column];
}

static inline double gsl_matrix_get(const gsl_matrix *matrix, size_t row, size_t column)
{
    return matrix->data[row * matrix->size2 + column];
}

static inline void gsl_matrix_set(gsl_matrix *matrix, size_t row, size_t column, double number)
{
    *gsl_matrix_ptr(matrix, row, column) = number;
}

gsl_vector_view gsl_matrix_row(gsl_matrix *matrix, size_t row);
gsl_vector_view gsl_matrix_column(gsl_matrix *matrix, size_t column);
gsl_vector_view gsl_matrix_diagonal(gsl_matrix *matrix);
gsl_vector_const_view gsl_matrix_const_row(const gsl_matrix *matrix, size_t row);
gsl_vector_const_view gsl_matrix_const_column(const gsl_matrix *matrix, size_t column);
