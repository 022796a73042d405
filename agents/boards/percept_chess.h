/* The percept of a board of 64 squares, in any game. The percepts of
 * those games use it and say what their rules allow. */
#pragma once

#include "agents/percept.h"

/* Perceives @pos for the side to move as agents of levels 1 to 8 do; only the pieces of @able may
 * move. If kings are taken they are like other pieces: they step where they are attacked, do not
 * castle, and there may be any number of them. Captures are not forced yet. */
void percept_chess_perceive(const Position *pos, Bitboard able, PerceptMode mode,
                            const LogicSet *logics, Percept *out_percept);

/* The same with what lies beyond these levels: exchanges, places and boards after actions, as
 * @logics say; forced captures, too. */
void percept_take_64_squares(const Position *pos, Bitboard able, PerceptMode mode,
                             const LogicSet *logics, Percept *out_percept);

/* The answers of the board as it stands. The members of PerceptBoard with these names say what each
 * answers. */
extern const PerceptBoard PERCEPT_CHESS_BOARD;
bool percept_chess_backed(const Percept *percept, int agent, int square);
TargetSet percept_chess_attackers_of(const Percept *percept, int square, int shield);
bool percept_chess_strikes(const Percept *percept, int action, int square);
int percept_chess_steps(int from, int to);

static inline Bitboard percept_chess_opponents(const Percept *percept)
{
    return percept->chess.pos.by_color[color_opponent((Color)percept->chess.pos.turn)];
}

/* The squares that agents other than @agent attack. */
static inline Bitboard percept_chess_attacks_of_others(const Percept *percept, const Agent *agent)
{
    return percept->chess.own_twice |
           (percept->chess.own_once & ~percept->chess.attacks_of[agent->square]);
}

/* The value of the cheapest of @pieces, 0 if there are none. */
static inline int percept_chess_cheapest(const Position *pos, Bitboard pieces)
{
    if (pieces)
        for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++)
            if (pieces & pos->by_type[type])
                return PIECE_VALUE[type];
    return 0;
}

/* bystanders_chess.c: what an action does to the agents that do not act, the answers to defence
 * consideration. The members of PerceptBoard with these names say what each answers. */
AgentSet bystanders_stand_after(const Percept *percept, int action,
                                Exposure out_exposures[static PERCEPT_MAX_AGENTS]);
AgentSet bystanders_threatened_after(const Percept *percept, int action,
                                     Exposure out_exposures[static PERCEPT_MAX_AGENTS]);
