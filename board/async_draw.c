#include "board/async_draw.h"

/* Mixes one more number into @hash.
 *
 * Source: the finalizer of SplitMix64, G. L. Steele, D. Lea, C. H. Flood, Fast splittable
 * pseudorandom number generators, OOPSLA 2014. */
static uint64_t mix(uint64_t hash, uint64_t number)
{
    uint64_t z = (hash ^ number) + UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

Square async_draw_by_seed(const void *seed, const AsyncDraw *draw)
{
    const uint64_t about = (uint64_t)draw->kind << 16 | (uint64_t)draw->side << 8 | draw->space;
    const uint64_t hash = mix(mix(mix(0, *(const uint64_t *)seed), (uint64_t)draw->time_ms), about);
    const uint64_t count = (uint64_t)bitboard_count(draw->candidates);
    Bitboard rest = draw->candidates;

    /* of 32 bits: no candidate is likelier than another by more than one in a hundred million */
    for (uint64_t i = (hash >> 32) * count >> 32; i > 0; i--)
        rest &= rest - 1;
    return bitboard_first(rest);
}
