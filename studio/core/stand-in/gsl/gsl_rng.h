/* Only named: see glib.h in the folder above. */
#pragma once

typedef struct {
    int unused;
} gsl_rng;
typedef struct StandInGslRngType gsl_rng_type;
