/* The player `async-patient`: it reasons about arrival. A piece goes only where nothing can come
 * upon it before it could be away again, or where what it would lose is won back; it moves off
 * before something arrives that would kill it; and it strikes where a moving piece will be, so that
 * it comes there after it.
 *
 * It is called every look_ms. What it decides takes effect think_ms later, and all it asks about
 * its own arrival starts then. At each call it sends off up to four pieces, one after the other:
 * each time the movement with the highest mark, if that is above 0; a draw decides among equals. A
 * strike that would come too early starts later; if its start is after the next look, the piece
 * waits for that look instead. A mark is, in hundredths of a pawn:
 *
 *   + what is killed, at its value, times the chance that it is still there. That is 1 if the piece
 *     comes no later than the victim could be away, else the victim's time for a space over the
 *     time that it has had. A king that is not certain counts 2000.
 *   + what is lost by staying, - what is lost by going there, - what is lost on the way.
 *   + the square and what the piece aims at from there, - those of where it stands, - 2.
 *
 * A victim is whoever stands on the space and is idle, or will be there until the piece has come;
 * whose path is seen, on every space of it; and a king or queen whose path is hidden, where it may
 * stop, the chance then shared among those spaces.
 *
 * What is lost on a space is the piece, or if a friend that stands still can take there, the piece
 * less half of what takes it, as that may be gone before: the most over all enemies that can come
 * there before the piece could be away again, halved for those that are not under way to it, as far
 * as can be seen. A piece can be away when it has come there, the next look has been, what it
 * decides has taken effect and the first space is entered, if it has somewhere to go. On the way it
 * is the whole piece if an enemy whose path is seen comes to its space while it is there, half at
 * the instant of an entry, where chance may decide who lives, and an eighth for enemies that could
 * come and are idle, or whose path is hidden.
 *
 * Squares are worth up to 12 towards the centre, not to kings and pawns; an enemy king in reach is
 * worth 20; pawns count 0, 2, 6, 12, 20 and 40 from their second rank to the seventh, and what they
 * gain as a queen on the eighth. The weights are ours, made up and not tuned. What a piece leaves
 * uncovered when it goes is not asked.
 *
 * Source: Asynchronous Chess, as in board/async_world.h, for the game: its agents are to reason
 *         about "the likelihood that their opponent will move in a specific amount of time, the
 *         cost and value of reasoning, the speed and movement of pieces". The player is ours. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_ASYNC_PATIENT;
