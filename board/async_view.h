/* What one side sees of the world of asynchronous chess: all pieces, the clock, and where its own
 * pieces go. Of an opponent under way it sees the space it stands on and that it moves, but not
 * where to [reading: see_paths in the rules]. */
#pragma once

#include "board/async_world.h"

/* @world as @side sees it. Opponents whose paths are hidden are under way to SQUARE_NONE, at 0 ms;
 * nothing that follows paths may be asked about them. */
AsyncWorld async_view_of(const AsyncWorld *world, const AsyncRules *rules, Color side);

/* Whether @seen shows where the piece on @sq, which must be under way, goes. */
static inline bool async_view_has_path(const AsyncWorld *seen, Square sq)
{
    return seen->to[sq] != SQUARE_NONE;
}
