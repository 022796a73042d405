/* Three-player chess as a Game. Sides are Blue, Green and Red; a state is a ThreePosition, its text
 * that of board/three_text.h, a move BD2BD4.
 *
 * A side wins by taking a king, whose owner loses; the third comes away with nothing. The original
 * ends a game in no other way. Here a game is a draw when its draw rules say so, of which
 * repetition and the limit of plies apply, and when the side to move has no legal move, which in
 * the original waits for ever.
 *
 * A text does not say what was taken: in a state that was read nobody has taken a king yet, even
 * if one is missing. */
#pragma once

#include "board/game.h"

extern const Game GAME_THREECHESS;
