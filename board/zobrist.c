#include "board/zobrist.h"

ZobristNumbers ZOBRIST;

/* SplitMix64, a stream of well-mixed numbers from a counter.
 *
 * Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators,
 * OOPSLA 2014. */
static uint64_t next_number(uint64_t *counter)
{
    uint64_t z = *counter += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

__attribute__((constructor)) static void draw_numbers(void)
{
    uint64_t counter = 2003;

    for (Color color = 0; color < COLOR_COUNT; color++)
        for (PieceType type = 0; type < PIECE_TYPE_COUNT; type++)
            for (Square sq = 0; sq < SQUARE_COUNT; sq++)
                ZOBRIST.piece[color][type][sq] = next_number(&counter);
    for (int rights = 1; rights < 16; rights++)
        ZOBRIST.castling[rights] = next_number(&counter);
    for (int file = 0; file < 8; file++)
        ZOBRIST.en_passant_file[file] = next_number(&counter);
    ZOBRIST.black_to_move = next_number(&counter);
}
