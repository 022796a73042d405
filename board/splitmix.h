/* SplitMix64: well-mixed numbers of 64 bits.
 *
 * Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators,
 *         OOPSLA 2014. */
#pragma once

#include <stdint.h>

#define SPLITMIX_STEP                                                          \
    UINT64_C(0x9e3779b97f4a7c15) /* of the counter: 2^64 over the golden ratio \
                                  */

/* The mixing function, a bijection of the 64-bit numbers. */
static inline uint64_t splitmix_mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* The next number of the stream whose counter is *@counter. */
static inline uint64_t splitmix_next(uint64_t *counter)
{
    return splitmix_mix(*counter += SPLITMIX_STEP);
}
