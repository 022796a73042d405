#include "agents/places_of96.h"

/* What the agents know of places here, in hundredths of a pawn: pieces attack as much as they can,
 * knights and bishops leave home, and the seams are the centre. The figures are ours. */
static const struct {
    int mobility, home, centre;
} KINDS[PIECE_TYPE_COUNT] = {
    [PIECE_PAWN] = {0, 0, 3}, [PIECE_KNIGHT] = {4, -8, 4}, [PIECE_BISHOP] = {4, -8, 1},
    [PIECE_ROOK] = {2, 0, 0}, [PIECE_QUEEN] = {1, 0, 0},   [PIECE_KING] = {0, 0, -12},
};

int three_places_worth(const ThreePosition *pos, PieceType type, ThreeColor color, ThreeSquare sq,
                       const ThreeSet *occupied)
{
    const ThreeSet attacks =
        three_set_without(three_attacks_from(type, color, sq, occupied), pos->by_color[color]);
    const bool is_home = three_square_row(sq) == 0 && three_square_section(sq) == (int)color;

    return KINDS[type].mobility * three_set_count(attacks) + (is_home ? KINDS[type].home : 0) +
           KINDS[type].centre * three_square_row(sq);
}

int three_places_pawn(ThreeColor color, ThreeSquare sq, const ThreeSet *occupied)
{
    static const int BY_STEPS[] = {0, 0, 3, 8, 20, 45, 90, 0};
    const int row = three_square_row(sq);
    const int steps = three_square_section(sq) == (int)color ? row : 7 - row;
    const ThreeSet blocked = three_set_common(THREE_PAWN_ADVANCE[color][sq], *occupied);

    return three_set_is_empty(blocked) ? BY_STEPS[steps] : BY_STEPS[steps] / 2;
}
