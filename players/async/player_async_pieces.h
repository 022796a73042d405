/* The player `async-pieces`: piece agents without a master. Each sleeps until something wakes it,
 * thinks for think_ms, acts for itself by the logics of its level (master/alone.h), and sleeps
 * again. What it resolves is made of the world at which it woke.
 *
 * A piece that does not think already is woken by
 *
 * 1. a threat: it would lose something where it stands, also by an enemy whose path is seen to lead
 *    there;
 * 2. a friend's request for help, message_ms after it was sent; of several the one of whom most can
 *    be lost;
 * 3. a capture or a promotion that it profits by;
 * 4. its own time to look around, now and then, at random pauses of 1 to 2 * idle_ms, so that a
 *    game gets going.
 *
 * One under way is woken by a threat alone, as all that it can do is ask for help. Threats and
 * captures are seen every look_ms, by all pieces at once. A piece acts if it is better off by that
 * than if it stays, or, only looking around, no worse. Who loses something whatever it does, and
 * may ask by its logics, asks when it has thought; it waits until a friend that heard it can have
 * thought too, and then helps itself. A request reaches who is idle and does not think; each of
 * those that can help does, as nobody tells them that another will.
 *
 * What it remembers of a piece goes with it: a piece is looked for on its way, nearest first. Of
 * two of a kind one behind the other on one line, one may be taken for the other if it is killed.
 */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_ASYNC_PIECES;
