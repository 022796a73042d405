#include "experiments/tools/random_gsl.h"

static void set(void *state, unsigned long seed)
{
    *(Random *)state = random_for_job(seed, 0);
}

/* An unsigned long has 32 bits on some machines; more of them would draw other numbers there. */
static unsigned long get(void *state)
{
    return (unsigned long)(random_next(state) >> 32);
}

static double get_double(void *state)
{
    return (double)(random_next(state) >> 11) * 0x1p-53;
}

static const gsl_rng_type TYPE = {
    .name = "xoshiro256++",
    .max = 0xffffffff,
    .min = 0,
    .size = sizeof(Random),
    .set = set,
    .get = get,
    .get_double = get_double,
};

gsl_rng random_gsl(Random *random)
{
    return (gsl_rng){.type = &TYPE, .state = random};
}
