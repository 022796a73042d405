#include "agents/boards/percept_chess.h"

/* The agents that @move may leave worse off: attacked agents whose defender moves away or whose
 * line to a defender is blocked, and agents that the move uncovers to an attacker. Castling and en
 * passant change more lines: then all. */
static Bitboard possibly_worse_off(const Percept *percept, Move move)
{
    const Position *pos = &percept->chess.pos;
    const Square from = move_from(move), to = move_to(move);
    const Bitboard occupied = position_occupied(pos);
    const Bitboard others = pos->by_color[pos->turn] & ~bitboard_of(from);
    Bitboard worse = percept->chess.attacks_of[from];

    if (move_is_castling(move) || move_is_en_passant(move))
        return others;
    if (bitboard_has(percept->chess.own_lines, to) && !move_is_capture(move))
        worse |= attacks_queen(to, occupied);
    worse &= percept->chess.opponent_all;
    if (bitboard_has(percept->chess.opponent_lines, from))
        worse |= attacks_queen(from, occupied);
    return worse & others;
}

/* Writes the exposures of the agents on @squares after @move, to opponents that each of them sees.
 * Returns the attacked agents. */
static AgentSet expose(const Percept *percept, Move move, Bitboard squares,
                       Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    const Position *pos = &percept->chess.pos;
    const Color us = (Color)pos->turn;
    const Square from = move_from(move), to = move_to(move);
    const Bitboard occupied = position_occupied_after(pos, move);
    const Bitboard opponents = occupied & percept_chess_opponents(percept) & ~bitboard_of(to);
    const Bitboard friends = occupied & pos->by_color[us];
    Bitboard moved = attacks_from(
        move_is_promotion(move) ? PIECE_QUEEN : position_type_at(pos, from), us, to, occupied);
    AgentSet attacked = 0;

    if (move_is_castling(move))
        moved |= attacks_rook((Square)((from + to) / 2), occupied);
    for (; squares; squares &= squares - 1) {
        const int agent = percept->chess.agent_at[bitboard_first(squares)];
        const Square sq = move_square_after(move, bitboard_first(squares));
        const Bitboard attackers = position_attackers(pos, sq, occupied);
        const Bitboard seen = attackers & opponents & percept_seen(percept, agent);
        out_exposures[agent] = (Exposure){percept_chess_cheapest(pos, seen),
                                          (attackers & friends) != 0 || bitboard_has(moved, sq)};
        attacked |= (AgentSet)(seen != 0) << agent;
    }
    return attacked;
}

AgentSet bystanders_stand_after(const Percept *percept, int action,
                                Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    return expose(percept, percept->actions[action].move,
                  percept->chess.pos.by_color[percept->chess.pos.turn], out_exposures) &
           percept_others(percept, percept->actions[action].agent);
}

AgentSet bystanders_threatened_after(const Percept *percept, int action,
                                     Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    const Move move = percept->actions[action].move;
    const Bitboard worse = possibly_worse_off(percept, move);

    return worse ? expose(percept, move, worse, out_exposures) : 0;
}
