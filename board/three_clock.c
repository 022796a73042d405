#include "board/three_clock.h"

#include "board/three_movegen.h"

ThreePlay three_clocks_play(ThreeClocks *clocks, ThreePosition *pos, ThreeSquare from,
                            ThreeSquare to, int ms)
{
    int64_t *left_ms = &clocks->left_ms[pos->turn];

    if (!three_movegen_is_legal(pos, from, to))
        return THREE_ILLEGAL;
    *left_ms -= ms;
    if (*left_ms < 0) {
        clocks->is_over = true;
        return THREE_TIMED_OUT;
    }
    three_position_play(pos, three_move_make(from, to));
    return THREE_PLAYED;
}

/* Which of the two others wins because @color has run out of time. */
static int winner_over(const ThreePosition *pos, ThreeColor color)
{
    const ThreeColor next = three_color_next(color), previous = three_color_previous(color);
    const ThreeColor earlier = MIN(next, previous), later = MAX(next, previous);

    return (int)(three_position_score(pos, later) > three_position_score(pos, earlier) ? later
                                                                                       : earlier);
}

ThreeResult three_clocks_result(const ThreeClocks *clocks, const ThreePosition *pos)
{
    ThreeResult result = {clocks->is_over || three_position_winner(pos) != THREE_NOBODY,
                          THREE_NOBODY, THREE_NOBODY};

    for (ThreeColor color = 0; result.is_over && color < THREE_COLOR_COUNT; color++) {
        if (pos->king_taken[color] != THREE_NOBODY)
            return (ThreeResult){true, (int)color, pos->king_taken[color]};
        if (clocks->left_ms[color] < 0)
            return (ThreeResult){true, winner_over(pos, color), (int)color};
    }
    return result;
}
