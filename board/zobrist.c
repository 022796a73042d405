#include "board/zobrist.h"

#include "board/splitmix.h"

ZobristNumbers ZOBRIST;

__attribute__((constructor)) static void draw_numbers(void)
{
    uint64_t counter = 2003;

    for (Color color = 0; color < COLOR_COUNT; color++)
        for (PieceType type = 0; type < PIECE_TYPE_COUNT; type++)
            for (Square sq = 0; sq < SQUARE_COUNT; sq++)
                ZOBRIST.piece[color][type][sq] = splitmix_next(&counter);
    for (int rights = 1; rights < 16; rights++)
        ZOBRIST.castling[rights] = splitmix_next(&counter);
    for (int file = 0; file < 8; file++)
        ZOBRIST.en_passant_file[file] = splitmix_next(&counter);
    ZOBRIST.black_to_move = splitmix_next(&counter);
}
