
#include "agents/percept_of64.h"

/* The agents that @move may leave worse off: of those that opponents attack, those that the acting
 * one defends now and those that a friend defends through the square it enters; and those behind it
 * on a line that an opponent looks along. Castling and en passant change more lines: then all. */
static Bitboard possibly_worse_off(const Percept *percept, Move move)
{
    const Position *pos = &percept->of64.pos;
    const Square from = move_from(move), to = move_to(move);
    const Bitboard occupied = position_occupied(pos);
    const Bitboard others = pos->by_color[pos->turn] & ~bitboard_of(from);
    Bitboard worse = percept->of64.attacks_of[from];

    if (move_is_castling(move) || move_is_en_passant(move))
        return others;
    if (bitboard_has(percept->of64.own_lines, to) && !move_is_capture(move))
        worse |= attacks_queen(to, occupied);
    worse &= percept->of64.opponent_all;
    if (bitboard_has(percept->of64.opponent_lines, from))
        worse |= attacks_queen(from, occupied);
    return worse & others;
}

/* The agents worth more than @value. */
static inline Bitboard agents_above(const Percept *percept, int value)
{
    const Position *pos = &percept->of64.pos;
    Bitboard above = 0;

    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++)
        if (PIECE_VALUE[type] > value)
            above |= pos->by_type[type];
    return above & pos->by_color[pos->turn];
}

/* How the agents of @squares would stand after @move by what they see; returns those that are
 * attacked. */
static AgentSet expose(const Percept *percept, Move move, Bitboard squares,
                       Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    const Position *pos = &percept->of64.pos;
    const Color us = (Color)pos->turn;
    const Square from = move_from(move), to = move_to(move);
    const Bitboard occupied = position_occupied_after(pos, move);
    const Bitboard opponents = occupied & percept_of64_opponents(percept) & ~bitboard_of(to);
    const Bitboard friends = occupied & pos->by_color[us];
    Bitboard moved = attacks_from(
        move_is_promotion(move) ? PIECE_QUEEN : position_type_at(pos, from), us, to, occupied);
    AgentSet attacked = 0;

    if (move_is_castling(move))
        moved |= attacks_rook((Square)((from + to) / 2), occupied);
    for (; squares; squares &= squares - 1) {
        const int agent = percept->of64.agent_at[bitboard_first(squares)];
        const Square sq = move_square_after(move, bitboard_first(squares));
        const Bitboard attackers = position_attackers(pos, sq, occupied);
        const Bitboard seen = attackers & opponents & percept_seen(percept, agent);
        out_exposures[agent] = (Exposure){percept_of64_cheapest(pos, seen),
                                          (attackers & friends) != 0 || bitboard_has(moved, sq)};
        attacked |= (AgentSet)(seen != 0) << agent;
    }
    return attacked;
}

AgentSet bystanders_stand_after(const Percept *percept, int action, int bearable,
                                Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    return expose(percept, percept->actions[action].move, agents_above(percept, bearable),
                  out_exposures) &
           percept_others(percept, percept->actions[action].agent);
}

AgentSet bystanders_threatened_after(const Percept *percept, int action, int bearable,
                                     Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    const Move move = percept->actions[action].move;
    Bitboard worse = possibly_worse_off(percept, move);

    if (worse)
        worse &= agents_above(percept, bearable);
    return worse ? expose(percept, move, worse, out_exposures) : 0;
}

/* Squares that opponents would attack through @sq if it were empty. */
static inline Bitboard revealed_behind(const Percept *percept, Square sq)
{
    const Position *pos = &percept->of64.pos;
    const Bitboard occupied = position_occupied(pos);
    Bitboard revealed = 0;

    if (!bitboard_has(percept->of64.opponent_lines, sq))
        return 0;
    for (Bitboard rest = position_sliders_to(pos, sq, occupied) & percept_of64_opponents(percept);
         rest; rest &= rest - 1) {
        const Square slider = bitboard_first(rest);
        revealed |= attacks_from(position_type_at(pos, slider), COLOR_WHITE, slider,
                                 occupied ^ bitboard_of(sq)) &
                    ~percept->of64.attacks_of[slider];
    }
    return revealed;
}

/* Between those agents of @pressed that friends defend along lines and these friends. */
static Bitboard lines_of_defence(const Percept *percept, Bitboard pressed)
{
    const Position *pos = &percept->of64.pos;
    Bitboard lines = 0;

    for (Bitboard rest = pressed & percept->of64.own_lines; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        for (Bitboard friends =
                 position_sliders_to(pos, sq, position_occupied(pos)) & pos->by_color[pos->turn];
             friends; friends &= friends - 1)
            lines |= attacks_between(sq, bitboard_first(friends));
    }
    return lines;
}

/* Where an action of @self may end a defence along @lines, or open lines by emptying two squares.
 */
static inline Bitboard entangled(const Percept *percept, const Agent *self, Bitboard lines)
{
    const PerceptOf64 *of64 = &percept->of64;

    if (self->type == PIECE_KING) /* it castles to where it does not attack */
        return lines | ~of64->attacks_of[self->square];
    if (self->type == PIECE_PAWN && of64->pos.en_passant != SQUARE_NONE)
        return lines | bitboard_of(of64->pos.en_passant);
    return lines;
}

/* An agent is missed where it alone defends another, or shields it from an opponent. */
void bystanders_unmissed(const Percept *percept, int bearable,
                         ActionSet out_unmissed[static PERCEPT_MAX_AGENTS])
{
    const PerceptOf64 *of64 = &percept->of64;
    const Bitboard dear = agents_above(percept, bearable), pressed = dear & of64->opponent_all;
    const Bitboard lines = lines_of_defence(percept, pressed);

    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *self = &percept->agents[i];
        const Bitboard alone = of64->attacks_of[self->square] & ~of64->own_twice;
        const bool is_missed = (alone & pressed) || (revealed_behind(percept, self->square) & dear);
        out_unmissed[i] =
            is_missed ? 0 : ~percept_of64_actions_to(percept, i, entangled(percept, self, lines));
    }
}

/* Where something must stand otherwise if the captures on a square are to go otherwise: on the
 * lines that lead to it, as far as pieces that may take part in them let see; and where knights
 * jump. */
static Bitboard bearing_on(const Position *pos, Square sq)
{
    const Bitboard occupied = position_occupied(pos), queens = pos->by_type[PIECE_QUEEN];
    const Bitboard pawns = pos->by_type[PIECE_PAWN] & attacks_king(sq);

    return bitboard_of(sq) | (attacks_knight(sq) & pos->by_type[PIECE_KNIGHT]) |
           attacks_bishop(sq, occupied & ~(pos->by_type[PIECE_BISHOP] | queens | pawns)) |
           attacks_rook(sq, occupied & ~(pos->by_type[PIECE_ROOK] | queens));
}

/* The actions of agent @index after which captures may go otherwise on which @bearing bears: of a
 * knight all, as it may jump to where it takes part in them. */
static ActionSet actions_that_stir(const Percept *percept, int index, Bitboard bearing)
{
    const PerceptOf64 *of64 = &percept->of64;
    const Agent *self = &percept->agents[index];
    const Bitboard squares = bearing | of64->pin_lines[COLOR_WHITE] | of64->pin_lines[COLOR_BLACK];
    Bitboard to = entangled(percept, self, squares);

    if (self->type == PIECE_KNIGHT || bitboard_has(squares, self->square))
        return ~(ActionSet)0;
    if (piece_is_slider(self->type))
        to |= of64->king_lines;
    if (self->type == PIECE_PAWN)
        to |= of64->king_lines & (RANK_1 | RANK_8);
    return percept_of64_actions_to(percept, index, to);
}

/* The king's exchanges are those of other pieces only where kings are taken; else no action leaves
 * it attacked. */
void bystanders_unmissed_in_exchanges(const Percept *percept, int bearable,
                                      ActionSet out_unmissed[static PERCEPT_MAX_AGENTS])
{
    const PerceptOf64 *of64 = &percept->of64;
    const Bitboard kings = of64->pos.by_type[PIECE_KING];
    const Bitboard dear =
        agents_above(percept, bearable) & (percept->mode.kings_are_taken ? ~UINT64_C(0) : ~kings);
    const Bitboard pressed = dear & of64->opponent_all;
    Bitboard bearing_of[SQUARE_COUNT];

    for (Bitboard rest = pressed; rest; rest &= rest - 1)
        bearing_of[bitboard_first(rest)] = bearing_on(&of64->pos, bitboard_first(rest));
    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *self = &percept->agents[i];
        Bitboard bearing = 0;
        for (Bitboard rest = pressed & ~bitboard_of(self->square); rest; rest &= rest - 1)
            bearing |= bearing_of[bitboard_first(rest)];
        if (pressed & kings || revealed_behind(percept, self->square) & dear)
            out_unmissed[i] = 0;
        else if (bearing == 0)
            out_unmissed[i] = ~percept_of64_actions_to(percept, i, entangled(percept, self, 0));
        else
            out_unmissed[i] = ~actions_that_stir(percept, i, bearing);
    }
}

void bystanders_assisting_in_exchanges(const Percept *percept, int threatened,
                                       ActionSet out_assisting[static PERCEPT_MAX_AGENTS])
{
    const Agent *self = &percept->agents[threatened];
    const Bitboard bearing = bearing_on(&percept->of64.pos, self->square);

    for (int i = 0; i < percept->agent_count; i++)
        out_assisting[i] =
            self->type == PIECE_KING ? ~(ActionSet)0 : actions_that_stir(percept, i, bearing);
}
