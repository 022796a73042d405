#include "experiments/numbers/spsa.h"

#include <glib.h>
#include <math.h>

double spsa_gain(const SpsaGains *gains, uint64_t iteration)
{
    const double first = gains->stability + 1;

    return gains->gain * pow(first / (first + (double)iteration), gains->alpha);
}

double spsa_aside(const SpsaGains *gains, uint64_t iteration)
{
    return pow((double)iteration + 1, -gains->gamma);
}

static double within(const SpsaParameter *parameter, double value)
{
    return CLAMP(value, parameter->low, parameter->high);
}

Random spsa_begin(const SpsaGains *gains, SpsaParameter *parameter, int count, uint64_t seed,
                  uint64_t iteration)
{
    const double aside = spsa_aside(gains, iteration);
    Random random = random_for_job(seed, iteration + 1);

    for (SpsaParameter *of = parameter; of < parameter + count; of++) {
        of->direction = random_below(&random, 2) == 0 ? -1 : 1;
        of->plus = within(of, of->value + aside * of->step * of->direction);
        of->minus = within(of, of->value - aside * of->step * of->direction);
    }
    return random;
}

/* The slope along a direction of 1 or -1 is divided by it, which is the same as times it. */
void spsa_follow(const SpsaGains *gains, SpsaParameter *parameter, int count, uint64_t iteration,
                 double half_difference)
{
    const double slope = half_difference / spsa_aside(gains, iteration);
    const double gain = spsa_gain(gains, iteration);

    for (SpsaParameter *of = parameter; of < parameter + count; of++)
        of->value = within(of, of->value + gain * slope * of->step * (double)of->direction);
}
