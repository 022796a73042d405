/* Three-player chess as a Game. Sides are Blue, Green and Red; a state is a ThreePosition, its text
 * that of board/three_text.h, a move BD2BD4.
 *
 * A side wins by taking a king, whose owner loses; the third side neither wins nor loses. The
 * original ends a game in no other way. Here a game is also drawn by repetition or the limit of
 * plies, if the draw rules say so, and when the side to move has no legal move; the original waits
 * for ever then.
 *
 * A text does not say what was taken: in a state that was read no side has taken a king yet, even
 * if one is missing. */
#pragma once

#include "board/game.h"

extern const Game GAME_THREECHESS;
