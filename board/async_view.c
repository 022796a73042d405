#include "board/async_view.h"

AsyncWorld async_view_of(const AsyncWorld *world, const AsyncRules *rules, Color side)
{
    AsyncWorld seen = *world;
    const Bitboard opponents = world->by_color[color_opponent(side)];

    if (rules->see_paths)
        return seen;
    for (Bitboard rest = world->under_way & opponents; rest; rest &= rest - 1) {
        seen.to[bitboard_first(rest)] = SQUARE_NONE;
        seen.due_ms[bitboard_first(rest)] = 0;
    }
    return seen;
}
