/* A world of asynchronous chess as a picture for people: the board, the clock, how the game stands,
 * and what is under way. */
#pragma once

#include <glib.h>

#include "board/async_world.h"

/* The picture of @world, whose paths may be hidden as in async_view.h: capitals are White's pieces,
 * small letters Black's, and behind one under way stands a *, in colour too if @in_color. Beneath
 * the board stand the pieces under way, in the order in which they enter their next spaces.
 *
 * Shape:  ASCII in lines that all end; the colours tell nothing that the letters do not.
 * Units:  times as minutes:seconds.milliseconds.
 * Owner:  the caller. */
char *async_picture_draw(const AsyncWorld *world, bool in_color);
