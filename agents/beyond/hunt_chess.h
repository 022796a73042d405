/* How near a king that is bare, or has one piece and pawns beside it, is to being mated on a board
 * of 64 squares: what drives it to a corner of purpose.
 *
 * Source: thesis, section 6, third point: "a disorganized witch-hunt of the king", and section
 *         3.2.6 ("good end game logic"). That the bare king has to go to the edge, with bishops to
 *         a corner, and with bishop and knight to one of the bishop's colour, and the other king
 *         with it, is in every primer; the values are ours. */
#pragma once

#include "agents/percept.h"

/* Whether @hunter has enough to mate the king of the other side, which is bare: a queen, a rook, or
 * two lesser pieces and no pawn, which had better become a queen. */
bool hunt_is_on(const Position *pos, Color hunter);

/* Whether the other king has at most one piece and any pawns beside it, but is not bare, and
 * @hunter has a piece and leads by at least what a queen is worth more than a rook. Unless it
 * @is_late, the other king has no pawn either, and @hunter has a queen or a rook. Both sides have a
 * king. */
bool hunt_of_guarded_is_on(const Position *pos, Color hunter, bool is_late);

/* Progress of the hunters in @pos by @weights, the more the better. Without queen and rook
 * it depends on where the bare king would flee to.
 *
 * Units: hundredths of a pawn; never above 0. */
int hunt_worth(const Position *pos, Color hunter, const LogicWeights *weights);

/* Whether a side of @percept, which knows the hunt, hunts the king of the other side; then the
 * places of the actions are set to the progress of the hunt. A side that still has a piece beside
 * its king defends itself by places, not by the hunt. */
bool hunt_perceive(Percept *percept);
