#include "board/async_draw.h"

#include "board/splitmix.h"

/* Mixes one more number into @hash. */
static uint64_t mix(uint64_t hash, uint64_t number)
{
    return splitmix_mix((hash ^ number) + SPLITMIX_STEP);
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
