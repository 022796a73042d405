/* The chance of one game: a small generator that belongs to the game, never to a thread, so that
 * the same seed gives the same game on any machine.
 *
 * Source: xoshiro256++, D. Blackman and S. Vigna, Scrambled linear pseudorandom number generators,
 * ACM Transactions on Mathematical Software 47, 2021; seeded by SplitMix64 as they advise. */
#pragma once

#include "board/splitmix.h"

typedef struct {
    uint64_t word[4];
} Random;

/* A generator for job @number of an experiment with @seed. Different seeds or numbers give
 * independent streams; all 64 bits of both count. */
static inline Random random_for_job(uint64_t seed, uint64_t number)
{
    uint64_t counter =
        splitmix_mix(seed + SPLITMIX_STEP) ^ splitmix_mix(splitmix_mix(number + SPLITMIX_STEP));
    Random random;

    for (int i = 0; i < 4; i++)
        random.word[i] = splitmix_next(&counter);
    return random;
}

static inline uint64_t random_rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

static inline uint64_t random_next(Random *random)
{
    uint64_t *s = random->word;
    const uint64_t result = random_rotate(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = random_rotate(s[3], 45);
    return result;
}

/* A number from 0 to @count - 1, all equally likely. If @count is 1, nothing is drawn.
 *
 * Source: D. Lemire, Fast random integer generation in an interval, ACM Transactions on Modeling
 * and Computer Simulation 29, 2019. */
static inline uint32_t random_below(Random *random, uint32_t count)
{
    uint64_t product;

    if (count <= 1)
        return 0;
    product = (random_next(random) >> 32) * count;
    if ((uint32_t)product < count) {
        const uint32_t threshold = -count % count;
        while ((uint32_t)product < threshold)
            product = (random_next(random) >> 32) * count;
    }
    return (uint32_t)(product >> 32);
}
