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

Spsa *spsa_new(const SpsaGains *gains, const SpsaParameter *parameter, int count)
{
    Spsa *spsa = g_new0(Spsa, 1);

    *spsa = (Spsa){
        .gains = *gains,
        .count = count,
        .parameter = parameter,
        .value = g_new(double, (gsize)count),
        .trial.direction = g_new(int, (gsize)count),
        .trial.plus = g_new(double, (gsize)count),
        .trial.minus = g_new(double, (gsize)count),
    };
    for (int i = 0; i < count; i++)
        spsa->value[i] = parameter[i].start;
    return spsa;
}

void spsa_free(Spsa *spsa)
{
    g_free(spsa->value);
    g_free(spsa->trial.direction);
    g_free(spsa->trial.plus);
    g_free(spsa->trial.minus);
    g_free(spsa);
}

static double within(const SpsaParameter *parameter, double value)
{
    return CLAMP(value, parameter->low, parameter->high);
}

static void begin_trial(Spsa *spsa, uint64_t iteration, Random *random)
{
    const double aside = spsa_aside(&spsa->gains, iteration);
    SpsaTrial *trial = &spsa->trial;

    trial->iteration = iteration;
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *parameter = &spsa->parameter[i];
        trial->direction[i] = random_below(random, 2) == 0 ? -1 : 1;
        trial->plus[i] =
            within(parameter, spsa->value[i] + aside * parameter->step * trial->direction[i]);
        trial->minus[i] =
            within(parameter, spsa->value[i] - aside * parameter->step * trial->direction[i]);
    }
}

/* The slope along a direction of 1 or -1 is divided by it, which is the same as times it. */
static void follow(Spsa *spsa, double half_difference)
{
    const uint64_t iteration = spsa->trial.iteration;
    const double slope = half_difference / spsa_aside(&spsa->gains, iteration);
    const double gain = spsa_gain(&spsa->gains, iteration);

    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *parameter = &spsa->parameter[i];
        spsa->value[i] = within(parameter, spsa->value[i] + gain * slope * parameter->step *
                                                                (double)spsa->trial.direction[i]);
    }
}

bool spsa_run(Spsa *spsa, uint64_t seed, uint64_t iterations, const SpsaTask *task, void *data)
{
    for (uint64_t iteration = 0; iteration < iterations; iteration++) {
        Random random = random_for_job(seed, iteration + 1);
        double half_difference;

        begin_trial(spsa, iteration, &random);
        if (!task->measure(spsa, &random, &half_difference, data))
            return false;
        follow(spsa, half_difference);
        if (task->tell != NULL && !task->tell(spsa, data))
            return false;
    }
    return true;
}
