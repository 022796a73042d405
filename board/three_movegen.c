#include "board/three_movegen.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The first row without the corners and the king: what castling jumps over. */
#define BETWEEN_A_AND_E UINT32_C(0x00001110)
#define BETWEEN_E_AND_H UINT32_C(0x01100000)

typedef struct {
    ThreeColor us;
    ThreeSet own, opponents, occupied;
} Sides;

ALWAYS_INLINE Sides sides_of(const ThreePosition *pos)
{
    const ThreeColor us = (ThreeColor)pos->turn;
    const ThreeSet occupied = three_position_occupied(pos);

    return (Sides){us, pos->by_color[us], three_set_without(occupied, pos->by_color[us]), occupied};
}

ALWAYS_INLINE ThreeSet pawn_destinations(const Sides *sides, ThreeSquare from)
{
    const ThreeColor us = sides->us;
    const ThreeSet captures = three_set_common(THREE_PAWN_CAPTURES[us][from], sides->opponents);
    const ThreeSet advance = three_set_without(THREE_PAWN_ADVANCE[us][from], sides->occupied);
    ThreeSet to = three_set_union(advance, captures);

    /* one step that leads to row 3 of the own section comes from row 2 */
    to.section[us] |= (advance.section[us] & THREE_ROW(2)) << 1 & ~sides->occupied.section[us];
    return to;
}

/* Where a king castles to. Only what stands in its first row matters. */
ALWAYS_INLINE ThreeSet castlings(const ThreePosition *pos, const Sides *sides, ThreeSquare king)
{
    const int us = (int)sides->us;
    const uint32_t occupied = sides->occupied.section[us];
    const ThreeSet rooks = three_position_pieces(pos, sides->us, PIECE_ROOK);
    ThreeSet to = {{0}};

    if (king != three_square_at(us, THREE_COLUMN_E, 0))
        return to;
    if (three_set_has(&rooks, three_square_at(us, THREE_COLUMN_A, 0)) &&
        !(occupied & BETWEEN_A_AND_E))
        three_set_add(&to, three_square_at(us, THREE_COLUMN_C, 0));
    if (three_set_has(&rooks, three_square_at(us, THREE_COLUMN_H, 0)) &&
        !(occupied & BETWEEN_E_AND_H))
        three_set_add(&to, three_square_at(us, THREE_COLUMN_G, 0));
    return to;
}

/* Where the piece on @from, which is of @type, may go. */
ALWAYS_INLINE ThreeSet destinations(const ThreePosition *pos, const Sides *sides, PieceType type,
                                    ThreeSquare from)
{
    ThreeSet to = {{0}};

    switch (type) {
    case PIECE_PAWN:
        return pawn_destinations(sides, from);
    case PIECE_KNIGHT:
        to = THREE_KNIGHT_STEPS[from];
        break;
    case PIECE_BISHOP:
        to = three_attacks_bishop(from, &sides->occupied);
        break;
    case PIECE_ROOK:
        to = three_attacks_rook(from, &sides->occupied);
        break;
    case PIECE_QUEEN:
        to = three_set_union(three_attacks_bishop(from, &sides->occupied),
                             three_attacks_rook(from, &sides->occupied));
        break;
    case PIECE_KING:
        to = three_set_union(THREE_KING_STEPS[from], castlings(pos, sides, from));
        break;
    case PIECE_NONE:
        break;
    }
    return three_set_without(to, sides->own);
}

ALWAYS_INLINE Move *add_moves(Move *end, ThreeSquare from, const ThreeSet *to)
{
    for (uint64_t rest = three_set_low(to); rest; rest &= rest - 1)
        *end++ = three_move_make(from, three_square_first_low(rest));
    for (uint32_t rest = to->section[THREE_RED]; rest; rest &= rest - 1)
        *end++ = three_move_make(from, three_square_first(THREE_RED, rest));
    return end;
}

/* All moves of the pieces of @type on @squares. The type is known when this is compiled, so that
 * each has a loop of its own. */
ALWAYS_INLINE Move *add_from(Move *end, const ThreePosition *pos, const Sides *sides,
                             PieceType type, const ThreeSet *squares)
{
    for (uint64_t rest = three_set_low(squares); rest; rest &= rest - 1) {
        const ThreeSquare from = three_square_first_low(rest);
        const ThreeSet to = destinations(pos, sides, type, from);
        end = add_moves(end, from, &to);
    }
    for (uint32_t rest = squares->section[THREE_RED]; rest; rest &= rest - 1) {
        const ThreeSquare from = three_square_first(THREE_RED, rest);
        const ThreeSet to = destinations(pos, sides, type, from);
        end = add_moves(end, from, &to);
    }
    return end;
}

ALWAYS_INLINE Move *add_pieces(Move *end, const ThreePosition *pos, const Sides *sides,
                               PieceType type)
{
    const ThreeSet squares = three_position_pieces(pos, sides->us, type);

    return add_from(end, pos, sides, type, &squares);
}

/* Adds the moves of pawns in their own section that all made the same step; @to is where they stand
 * now. */
ALWAYS_INLINE Move *add_steps(Move *end, ThreeColor us, uint32_t to, int step)
{
    for (uint32_t rest = to; rest; rest &= rest - 1) {
        const ThreeSquare sq = three_square_first(us, rest);
        *end++ = three_move_make((ThreeSquare)(sq - step), sq);
    }
    return end;
}

/* Most pawns stand in their own section, not yet at the seam, and move as in chess. Captures over
 * the edges beside columns A and H fall off the word. */
ALWAYS_INLINE Move *add_pawns(Move *end, const ThreePosition *pos, const Sides *sides)
{
    const ThreeColor us = sides->us;
    const uint32_t empty = ~sides->occupied.section[us], opponents = sides->opponents.section[us];
    ThreeSet others = three_position_pieces(pos, us, PIECE_PAWN);
    const uint32_t pawns = others.section[us] & ~THREE_ROW(3);
    const uint32_t single = pawns << 1 & empty;

    end = add_steps(end, us, single, 1);
    end = add_steps(end, us, (single & THREE_ROW(2)) << 1 & empty, 2);
    end = add_steps(end, us, pawns >> 3 & opponents, -3);
    end = add_steps(end, us, pawns << 5 & opponents, 5);
    others.section[us] ^= pawns;
    return add_from(end, pos, sides, PIECE_PAWN, &others);
}

int three_movegen_moves(const ThreePosition *pos, Move out_moves[static THREE_MAX_MOVES])
{
    const Sides sides = sides_of(pos);
    Move *end = add_pawns(out_moves, pos, &sides);

    end = add_pieces(end, pos, &sides, PIECE_KNIGHT);
    end = add_pieces(end, pos, &sides, PIECE_BISHOP);
    end = add_pieces(end, pos, &sides, PIECE_ROOK);
    end = add_pieces(end, pos, &sides, PIECE_QUEEN);
    end = add_pieces(end, pos, &sides, PIECE_KING);
    return (int)(end - out_moves);
}

ThreeSet three_movegen_destinations(const ThreePosition *pos, ThreeSquare from)
{
    const Sides sides = sides_of(pos);

    if (!three_set_has(&sides.own, from))
        return (ThreeSet){{0}};
    return destinations(pos, &sides, three_position_type_at(pos, from), from);
}

bool three_movegen_is_legal(const ThreePosition *pos, ThreeSquare from, ThreeSquare to)
{
    const ThreeSet set = three_movegen_destinations(pos, from);

    return three_set_has(&set, to);
}

bool three_movegen_any(const ThreePosition *pos)
{
    const Sides sides = sides_of(pos);

    for (int s = 0; s < THREE_COLOR_COUNT; s++)
        for (uint32_t rest = sides.own.section[s]; rest; rest &= rest - 1) {
            const ThreeSquare from = three_square_first(s, rest);
            const PieceType type = three_position_type_at(pos, from);
            if (!three_set_is_empty(destinations(pos, &sides, type, from)))
                return true;
        }
    return false;
}
