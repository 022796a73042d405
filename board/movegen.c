#include "board/movegen.h"

#include <stddef.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Where generated moves go: into a list, or, if there is none, only into the count. In the counting
 * variants the list is NULL at compile time, so that the compiler makes two generators out of one
 * text. */
typedef struct {
    Move *moves;
    unsigned count;
} Sink;

typedef struct {
    Color us;
    Bitboard own, opponents, occupied;
} Sides;

ALWAYS_INLINE Sides sides_of(const Position *pos)
{
    const Color us = (Color)pos->turn;

    return (Sides){us, pos->by_color[us], pos->by_color[color_opponent(us)],
                   position_occupied(pos)};
}

ALWAYS_INLINE void add(Sink *sink, Square from, Square to, unsigned flag)
{
    if (sink->moves)
        sink->moves[sink->count] = move_make(from, to, flag);
    sink->count++;
}

ALWAYS_INLINE void add_targets(Sink *sink, Square from, Bitboard targets, Bitboard opponents)
{
    if (!sink->moves) {
        sink->count += (unsigned)bitboard_count(targets);
        return;
    }
    for (Bitboard rest = targets & opponents; rest; rest &= rest - 1)
        add(sink, from, bitboard_first(rest), MOVE_CAPTURE);
    for (Bitboard rest = targets & ~opponents; rest; rest &= rest - 1)
        add(sink, from, bitboard_first(rest), MOVE_QUIET);
}

/* Adds the moves of pawns that all made the same step, @step squares on; @to is where they stand
 * now. */
ALWAYS_INLINE void add_pawns(Sink *sink, Bitboard to, int step, unsigned flag)
{
    const Bitboard promoted = to & (RANK_1 | RANK_8);

    if (!sink->moves) {
        sink->count += (unsigned)bitboard_count(to);
        if (promoted)
            sink->count += 3 * (unsigned)bitboard_count(promoted);
        return;
    }
    for (Bitboard rest = to ^ promoted; rest; rest &= rest - 1)
        add(sink, (Square)(bitboard_first(rest) - step), bitboard_first(rest), flag);
    for (Bitboard rest = promoted; rest; rest &= rest - 1)
        for (PieceType type = PIECE_QUEEN; type >= PIECE_KNIGHT; type--)
            add(sink, (Square)(bitboard_first(rest) - step), bitboard_first(rest),
                MOVE_PROMOTION + (type - PIECE_KNIGHT) + flag);
}

/* The opponent sliders that would give check if the own pieces were not there. */
ALWAYS_INLINE Bitboard snipers(const Position *pos, Square king, const Sides *sides)
{
    const Bitboard queens = pos->by_type[PIECE_QUEEN];

    return sides->opponents &
           ((attacks_bishop(king, sides->opponents) & (pos->by_type[PIECE_BISHOP] | queens)) |
            (attacks_rook(king, sides->opponents) & (pos->by_type[PIECE_ROOK] | queens)));
}

ALWAYS_INLINE Legality legality_of(const Position *pos, const Sides *sides)
{
    const Square king = position_king(pos, sides->us);
    Legality legality = {.king = king, .targets = ~sides->own};

    legality.checkers =
        sides->opponents & ((attacks_knight(king) & pos->by_type[PIECE_KNIGHT]) |
                            (attacks_pawn(sides->us, king) & pos->by_type[PIECE_PAWN]));
    for (Bitboard rest = snipers(pos, king, sides); rest; rest &= rest - 1) {
        const Bitboard between = attacks_between(king, bitboard_first(rest)) & sides->own;
        if (!between)
            legality.checkers |= rest & -rest;
        else if (!bitboard_has_several(between))
            legality.pinned |= between;
    }
    if (legality.checkers)
        legality.targets &=
            bitboard_has_several(legality.checkers)
                ? 0
                : legality.checkers | attacks_between(king, bitboard_first(legality.checkers));
    return legality;
}

/* Whether the king may stand on @sq, the king itself lifted from the board. */
ALWAYS_INLINE bool king_is_safe_on(const Position *pos, const Sides *sides, Square king, Square sq)
{
    return !(position_attackers(pos, sq, sides->occupied ^ bitboard_of(king)) & sides->opponents);
}

ALWAYS_INLINE Bitboard king_steps(const Position *pos, const Sides *sides, Square king,
                                  Bitboard targets)
{
    Bitboard safe = 0;

    for (Bitboard rest = attacks_king(king) & targets; rest; rest &= rest - 1)
        if (king_is_safe_on(pos, sides, king, bitboard_first(rest)))
            safe |= rest & -rest;
    return safe;
}

ALWAYS_INLINE bool king_can_step(const Position *pos, const Sides *sides, Square king)
{
    for (Bitboard rest = attacks_king(king) & ~sides->own; rest; rest &= rest - 1)
        if (king_is_safe_on(pos, sides, king, bitboard_first(rest)))
            return true;
    return false;
}

/* The squares a king out of check castles to. */
ALWAYS_INLINE Bitboard castlings(const Position *pos, const Sides *sides, Square king)
{
    const unsigned rights = pos->castling >> (sides->us == COLOR_WHITE ? 0 : 2) & 3;
    const unsigned row = sides->us == COLOR_WHITE ? 0 : 56;
    Bitboard squares = 0;

    if (!rights)
        return 0;
    if (rights & CASTLING_WHITE_KING && !(sides->occupied >> row & 0x60) &&
        king_is_safe_on(pos, sides, king, (Square)(row + SQUARE_F1)) &&
        king_is_safe_on(pos, sides, king, (Square)(row + SQUARE_G1)))
        squares |= bitboard_of((Square)(row + SQUARE_G1));
    if (rights & CASTLING_WHITE_QUEEN && !(sides->occupied >> row & 0x0e) &&
        king_is_safe_on(pos, sides, king, (Square)(row + SQUARE_D1)) &&
        king_is_safe_on(pos, sides, king, (Square)(row + SQUARE_C1)))
        squares |= bitboard_of((Square)(row + SQUARE_C1));
    return squares;
}

ALWAYS_INLINE void generate_free_pawns(const Sides *sides, Bitboard pawns, Bitboard targets,
                                       Sink *sink)
{
    const bool white = sides->us == COLOR_WHITE;
    const Bitboard west = white ? (pawns & ~FILE_A) << 7 : (pawns & ~FILE_A) >> 9;
    const Bitboard east = white ? (pawns & ~FILE_H) << 9 : (pawns & ~FILE_H) >> 7;
    Bitboard doubled;
    const Bitboard single = movegen_pushes(sides->us, pawns, ~sides->occupied, &doubled);

    add_pawns(sink, single & targets, white ? 8 : -8, MOVE_QUIET);
    add_pawns(sink, doubled & targets, white ? 16 : -16, MOVE_DOUBLE_PUSH);
    add_pawns(sink, west & sides->opponents & targets, white ? 7 : -9, MOVE_CAPTURE);
    add_pawns(sink, east & sides->opponents & targets, white ? 9 : -7, MOVE_CAPTURE);
}

ALWAYS_INLINE void generate_pawns(const Position *pos, const Sides *sides, const Legality *legality,
                                  Sink *sink)
{
    const Bitboard pawns = pos->by_type[PIECE_PAWN] & sides->own;

    generate_free_pawns(sides, pawns & ~legality->pinned, legality->targets, sink);
    for (Bitboard rest = pawns & legality->pinned; rest; rest &= rest - 1)
        generate_free_pawns(sides, rest & -rest,
                            legality->targets & attacks_line(legality->king, bitboard_first(rest)),
                            sink);
    if (pos->en_passant == SQUARE_NONE)
        return;
    for (Bitboard rest = attacks_pawn(color_opponent(sides->us), pos->en_passant) & pawns; rest;
         rest &= rest - 1)
        if (position_allows_en_passant(pos, bitboard_first(rest), pos->en_passant))
            add(sink, bitboard_first(rest), pos->en_passant, MOVE_EN_PASSANT);
}

ALWAYS_INLINE void generate_pieces(const Position *pos, const Sides *sides,
                                   const Legality *legality, Sink *sink)
{
    const Bitboard own = sides->own;
    const Bitboard queens = pos->by_type[PIECE_QUEEN];

    for (Bitboard rest = pos->by_type[PIECE_KNIGHT] & own & ~legality->pinned; rest;
         rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        add_targets(sink, from, attacks_knight(from) & legality->targets, sides->opponents);
    }
    for (Bitboard rest = (pos->by_type[PIECE_BISHOP] | queens) & own; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        const Bitboard attacks = attacks_bishop(from, sides->occupied);
        add_targets(sink, from, legality_restrict(legality, from, attacks), sides->opponents);
    }
    for (Bitboard rest = (pos->by_type[PIECE_ROOK] | queens) & own; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        const Bitboard attacks = attacks_rook(from, sides->occupied);
        add_targets(sink, from, legality_restrict(legality, from, attacks), sides->opponents);
    }
}

ALWAYS_INLINE void generate_king(const Position *pos, const Sides *sides, const Legality *legality,
                                 bool captures, Sink *sink)
{
    const Square king = legality->king;

    add_targets(sink, king, king_steps(pos, sides, king, captures ? sides->opponents : ~sides->own),
                sides->opponents);
    if (legality->checkers || captures)
        return;
    for (Bitboard rest = castlings(pos, sides, king); rest; rest &= rest - 1)
        add(sink, king, bitboard_first(rest),
            bitboard_first(rest) > king ? MOVE_CASTLE_KING : MOVE_CASTLE_QUEEN);
}

/* All moves, or the captures and promotions alone. */
ALWAYS_INLINE unsigned generate(const Position *pos, Move *moves, bool captures)
{
    const Sides sides = sides_of(pos);
    Legality legality = legality_of(pos, &sides);
    const Bitboard targets = legality.targets;
    Sink sink = {moves, 0};

    generate_king(pos, &sides, &legality, captures, &sink);
    if (!targets) /* double check */
        return sink.count;
    if (captures) /* or a pawn promotes there */
        legality.targets = targets & (sides.opponents | RANK_1 | RANK_8);
    generate_pawns(pos, &sides, &legality, &sink);
    if (captures)
        legality.targets = targets & sides.opponents;
    generate_pieces(pos, &sides, &legality, &sink);
    return sink.count;
}

int movegen_moves(const Position *pos, Move out_moves[static MOVEGEN_MAX_MOVES])
{
    return (int)generate(pos, out_moves, false);
}

int movegen_captures(const Position *pos, Move out_moves[static MOVEGEN_MAX_MOVES])
{
    return (int)generate(pos, out_moves, true);
}

int movegen_count(const Position *pos)
{
    return (int)generate(pos, NULL, false);
}

Bitboard movegen_castlings(const Position *pos)
{
    const Sides sides = sides_of(pos);

    return castlings(pos, &sides, position_king(pos, sides.us));
}

Legality movegen_legality(const Position *pos)
{
    const Sides sides = sides_of(pos);

    return legality_of(pos, &sides);
}

static Bitboard pawn_destinations(const Position *pos, const Sides *sides, const Legality *legality,
                                  Square from)
{
    const Bitboard to = legality_restrict(legality, from, movegen_pawn_reach(pos, sides->us, from));

    if (pos->en_passant != SQUARE_NONE &&
        bitboard_has(attacks_pawn(sides->us, from), pos->en_passant) &&
        position_allows_en_passant(pos, from, pos->en_passant))
        return to | bitboard_of(pos->en_passant);
    return to;
}

Bitboard movegen_destinations(const Position *pos, const Legality *legality, Square from)
{
    const Sides sides = sides_of(pos);
    const PieceType type = position_type_at(pos, from);

    if (type == PIECE_PAWN)
        return pawn_destinations(pos, &sides, legality, from);
    if (type == PIECE_KING)
        return king_steps(pos, &sides, from, ~sides.own) |
               (legality->checkers ? 0 : castlings(pos, &sides, from));
    return legality_restrict(legality, from, attacks_from(type, sides.us, from, sides.occupied));
}

ALWAYS_INLINE bool any_pawn_steps(const Position *pos, const Sides *sides, const Legality *legality)
{
    const Bitboard pawns = pos->by_type[PIECE_PAWN] & sides->own & ~legality->pinned;
    Bitboard doubled;
    const Bitboard single = movegen_pushes(sides->us, pawns, ~sides->occupied, &doubled);

    return (single | doubled) & legality->targets;
}

bool movegen_any(const Position *pos)
{
    const Sides sides = sides_of(pos);
    const Legality legality = legality_of(pos, &sides);

    /* Most often some pawn can step, or the king out of check. */
    if (any_pawn_steps(pos, &sides, &legality))
        return true;
    if (legality.checkers && king_can_step(pos, &sides, legality.king))
        return true;
    if (!legality.targets) /* double check */
        return false;
    for (Bitboard rest = sides.own ^ bitboard_of(legality.king); rest; rest &= rest - 1)
        if (movegen_destinations(pos, &legality, bitboard_first(rest)))
            return true;
    /* The king could step to the square that it passes in castling. */
    return !legality.checkers && king_can_step(pos, &sides, legality.king);
}

uint64_t movegen_perft(const Position *pos, int depth)
{
    Move moves[MOVEGEN_MAX_MOVES];
    uint64_t nodes = 0;
    int count;

    if (depth == 0)
        return 1;
    if (depth == 1)
        return (uint64_t)movegen_count(pos);
    count = movegen_moves(pos, moves);
    for (int i = 0; i < count; i++) {
        Position next = *pos;
        position_play(&next, moves[i]);
        nodes += movegen_perft(&next, depth - 1);
    }
    return nodes;
}
