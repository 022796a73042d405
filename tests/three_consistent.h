/* Whether the sets, the worths and the key of a position of three-player chess are those of the
 * pieces on its squares. */
#pragma once

#include <string.h>

#include "board/three_position.h"

static inline bool three_is_consistent(const ThreePosition *pos)
{
    ThreePosition anew = three_position_empty();

    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++)
        if (pos->piece_at[sq] != PIECE_NONE)
            three_position_place(&anew, three_piece_color(pos->piece_at[sq]),
                                 three_position_type_at(pos, sq), sq);
    three_position_set_turn(&anew, (ThreeColor)pos->turn);
    return memcmp(anew.by_type, pos->by_type, sizeof anew.by_type) == 0 &&
           memcmp(anew.by_color, pos->by_color, sizeof anew.by_color) == 0 &&
           memcmp(anew.worth, pos->worth, sizeof anew.worth) == 0 && anew.key == pos->key;
}
