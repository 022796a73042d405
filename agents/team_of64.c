#include "agents/percept_of64.h"
#include "agents/team_board.h"

static TargetSet targets(const Percept *percept)
{
    return percept_of64_opponents(percept);
}

static int steps(int from, int to)
{
    const int files = ABS(from % 8 - to % 8), ranks = ABS(from / 8 - to / 8);

    return MAX(files, ranks);
}

static int destination(Move move)
{
    return move_to(move);
}

static TargetSet attackers_of(const Percept *percept, int square)
{
    const Position *pos = &percept->of64.pos;

    return position_attackers(pos, (Square)square, position_occupied(pos)) &
           percept_of64_opponents(percept);
}

static void stand_after(const Percept *percept, int action,
                        Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    const Color us = (Color)percept->of64.pos.turn, them = color_opponent(us);
    const Move move = percept->actions[action].move;
    Position after = percept->of64.pos;
    Bitboard occupied;

    position_play(&after, move);
    occupied = position_occupied(&after);
    for (int i = 0; i < percept->agent_count; i++) {
        const Square sq = percept_of64_square_after(move, percept->agents[i].square);
        const Bitboard attackers = position_attackers(&after, sq, occupied);
        out_exposures[i] =
            (Exposure){percept_of64_cheapest(&after, attackers & after.by_color[them] &
                                                         percept->senses->seen[i]),
                       (attackers & after.by_color[us]) != 0};
    }
}

const TeamBoard TEAM_BOARD_OF64 = {targets, steps, destination, attackers_of, stand_after};
