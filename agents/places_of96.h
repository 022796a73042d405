/* What a square of the board of three-player chess is worth to the piece that stands there: what
 * the logics position and promotion know there.
 *
 * Units: hundredths of a pawn. */
#pragma once

#include "board/three_position.h"

/* What its place is worth to a piece of @type and @color on @sq if @occupied were all the pieces.
 */
int three_places_worth(const ThreePosition *pos, PieceType type, ThreeColor color, ThreeSquare sq,
                       const ThreeSet *occupied);

/* What a pawn is worth by the steps it has come towards the far end, half if its way is blocked.
 * Whether it is passed does not count: two opponents may still come to stop it. */
int three_places_pawn(ThreeColor color, ThreeSquare sq, const ThreeSet *occupied);
