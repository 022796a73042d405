/* What is wrong with a position of chess, also what only a bug can make wrong. */
#pragma once

#include <string.h>

#include "board/position.h"

/* position_fault() of @pos, or that its sets or its key are not those of what stands on its
 * squares; NULL: nothing is wrong. */
static inline const char *position_damage(const Position *pos)
{
    Position anew = position_empty();

    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        if (pos->type_at[sq] != PIECE_NONE)
            position_place(&anew, position_color_at(pos, sq), position_type_at(pos, sq), sq);
    position_set_state(&anew, (Color)pos->turn, pos->castling);
    if (pos->en_passant != SQUARE_NONE)
        position_set_en_passant(&anew, pos->en_passant);
    return memcmp(anew.by_type, pos->by_type, sizeof anew.by_type) != 0 ||
                   memcmp(anew.by_color, pos->by_color, sizeof anew.by_color) != 0 ||
                   anew.en_passant != pos->en_passant || anew.key != pos->key
               ? "sets, key and squares disagree"
               : position_fault(pos);
}
