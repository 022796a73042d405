/* See gsl_matrix.h. */
#pragma once

double gsl_cdf_ugaussian_P(double x);
double gsl_cdf_ugaussian_Q(double x);
double gsl_cdf_ugaussian_Qinv(double share);
double gsl_cdf_chisq_Q(double x, double freedom);
double gsl_cdf_chisq_Qinv(double share, double freedom); /* of one degree of freedom */
double gsl_cdf_tdist_Pinv(double share, double freedom);
