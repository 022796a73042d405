#include "agents/random.h"

/* SplitMix64's mixing function: a bijection of the 64-bit numbers. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

Random random_for_job(uint64_t seed, uint64_t number)
{
    const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t counter = mix(seed + golden) ^ mix(mix(number + golden));
    Random random;

    for (int i = 0; i < 4; i++)
        random.word[i] = mix(counter += golden);
    return random;
}
