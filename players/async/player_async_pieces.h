/* The player `async-pieces`: piece agents without a master. Each sleeps until something wakes it,
 * thinks for think_ms, acts for itself by the logics of its level (master/alone.h), and sleeps
 * again. It decides on the world as it was when it woke.
 *
 * A piece that is not thinking is woken by
 *
 * 1. a threat: it would lose something where it stands, also by an opponent whose path is seen to
 *    lead there;
 * 2. a friend's request for help, message_ms after it was sent; of several, by that of the friend
 *    that would lose most;
 * 3. a capture or a promotion by which it gains;
 * 4. its own time to look around, now and then, at random pauses of 1 to 2 * idle_ms, so that a
 *    game gets going.
 *
 * A piece under way is woken only by a threat, as all that it can do is ask for help. Threats and
 * captures are seen every look_ms, by all pieces at once. A piece acts if that makes it better off
 * than staying; if it only looks around, it is enough to be no worse off. A piece that loses
 * something whatever it does asks for help when it has thought, if its logics allow that. It then
 * waits until a friend that heard it can have thought too, and helps itself. A request reaches the
 * pieces that are idle and not thinking. Each of them that can help does so, as none is told that
 * another will.
 *
 * What is remembered of a piece follows it: the piece is looked for along its way, nearest first.
 * Of two pieces of a kind on one line, one may be taken for the other if the other is killed. */
#pragma once

#include "players/player.h"

extern const PlayerKind PLAYER_KIND_ASYNC_PIECES;
