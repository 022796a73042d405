#include "board/three_position.h"

#include <string.h>

#include "board/splitmix.h"

const uint8_t THREE_WORTH[PIECE_TYPE_COUNT + 1] = {
    [PIECE_PAWN] = 1, [PIECE_KNIGHT] = 3, [PIECE_BISHOP] = 3,
    [PIECE_ROOK] = 5, [PIECE_QUEEN] = 9,  [PIECE_KING] = 40,
};

#define PIECE_CODES (8 * THREE_COLOR_COUNT) /* more than any ThreePiece */

/* One number for each thing that can be true of a position.
 *
 * Source: A. L. Zobrist, A new hashing method with application for game playing, 1970. */
static uint64_t piece_numbers[PIECE_CODES][THREE_SQUARE_COUNT];
static uint64_t turn_numbers[THREE_COLOR_COUNT];

__attribute__((constructor)) static void draw_numbers(void)
{
    uint64_t counter = 2020;

    for (int piece = 0; piece < PIECE_CODES; piece++)
        for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++)
            piece_numbers[piece][sq] = splitmix_next(&counter);
    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        turn_numbers[color] = splitmix_next(&counter);
}

static inline ThreePiece piece_of(ThreeColor color, PieceType type)
{
    return (ThreePiece)(8 * color + type);
}

ThreePosition three_position_empty(void)
{
    ThreePosition pos = {.turn = THREE_BLUE, .key = turn_numbers[THREE_BLUE]};

    memset(pos.piece_at, PIECE_NONE, sizeof pos.piece_at);
    memset(pos.king_taken, THREE_NOBODY, sizeof pos.king_taken);
    return pos;
}

static inline void put_piece(ThreePosition *pos, ThreePiece piece, ThreeSquare sq)
{
    const ThreeColor color = three_piece_color(piece);
    const PieceType type = three_piece_type(piece);

    three_set_add(&pos->by_type[type], sq);
    three_set_add(&pos->by_color[color], sq);
    pos->piece_at[sq] = piece;
    pos->worth[color] = (uint16_t)(pos->worth[color] + THREE_WORTH[type]);
    pos->key ^= piece_numbers[piece][sq];
}

static inline void lift_piece(ThreePosition *pos, ThreePiece piece, ThreeSquare sq)
{
    const ThreeColor color = three_piece_color(piece);
    const PieceType type = three_piece_type(piece);

    three_set_remove(&pos->by_type[type], sq);
    three_set_remove(&pos->by_color[color], sq);
    pos->piece_at[sq] = PIECE_NONE;
    pos->worth[color] = (uint16_t)(pos->worth[color] - THREE_WORTH[type]);
    pos->key ^= piece_numbers[piece][sq];
}

void three_position_place(ThreePosition *pos, ThreeColor color, PieceType type, ThreeSquare sq)
{
    g_assert(pos->piece_at[sq] == PIECE_NONE);
    put_piece(pos, piece_of(color, type), sq);
}

void three_position_set_turn(ThreePosition *pos, ThreeColor turn)
{
    pos->key ^= turn_numbers[pos->turn] ^ turn_numbers[turn];
    pos->turn = (uint8_t)turn;
}

ThreePosition three_position_start(void)
{
    static const PieceType back_row[THREE_COLUMNS] = {PIECE_ROOK,   PIECE_KNIGHT, PIECE_BISHOP,
                                                      PIECE_QUEEN,  PIECE_KING,   PIECE_BISHOP,
                                                      PIECE_KNIGHT, PIECE_ROOK};
    ThreePosition pos = three_position_empty();

    for (ThreeColor color = 0; color < THREE_COLOR_COUNT; color++)
        for (int column = 0; column < THREE_COLUMNS; column++) {
            const ThreeSquare sq = three_square_at((int)color, column, 0);
            three_position_place(&pos, color, back_row[column], sq);
            three_position_place(&pos, color, PIECE_PAWN, (ThreeSquare)(sq + 1));
        }
    return pos;
}

static inline void capture_piece(ThreePosition *pos, ThreeColor us, ThreePiece victim,
                                 ThreeSquare sq)
{
    const PieceType type = three_piece_type(victim);

    lift_piece(pos, victim, sq);
    pos->captured[us] = (uint16_t)(pos->captured[us] + THREE_WORTH[type]);
    if (type == PIECE_KING && pos->king_taken[us] == THREE_NOBODY)
        pos->king_taken[us] = (uint8_t)three_piece_color(victim);
}

static inline bool is_castling(ThreeColor us, ThreeSquare from, ThreeSquare to)
{
    return from == three_square_at((int)us, THREE_COLUMN_E, 0) &&
           (to == three_square_at((int)us, THREE_COLUMN_C, 0) ||
            to == three_square_at((int)us, THREE_COLUMN_G, 0));
}

static void move_castling_rook(ThreePosition *pos, ThreeColor us, ThreeSquare king_to)
{
    const bool left = three_square_column(king_to) == THREE_COLUMN_C;
    const ThreePiece rook = piece_of(us, PIECE_ROOK);

    lift_piece(pos, rook, three_square_at((int)us, left ? THREE_COLUMN_A : THREE_COLUMN_H, 0));
    put_piece(pos, rook, three_square_at((int)us, left ? THREE_COLUMN_D : THREE_COLUMN_F, 0));
}

void three_position_play(ThreePosition *pos, Move move)
{
    const ThreeColor us = (ThreeColor)pos->turn;
    const ThreeSquare from = three_move_from(move), to = three_move_to(move);
    const ThreePiece piece = pos->piece_at[from], victim = pos->piece_at[to];
    const PieceType type = three_piece_type(piece);

    pos->quiet_plies++;
    if (type == PIECE_PAWN || victim != PIECE_NONE)
        pos->quiet_plies = 0;
    if (victim != PIECE_NONE)
        capture_piece(pos, us, victim, to);
    lift_piece(pos, piece, from);
    /* row 1 of its own section a pawn never enters */
    put_piece(pos,
              type == PIECE_PAWN && three_square_row(to) == 0 ? piece_of(us, PIECE_QUEEN) : piece,
              to);
    if (type == PIECE_KING && is_castling(us, from, to))
        move_castling_rook(pos, us, to);
    three_position_set_turn(pos, three_color_next(us));
}

/* The sliders of all sides that would attack @sq if @occupied were all the pieces. */
static ThreeSet sliders_to(const ThreePosition *pos, ThreeSquare sq, const ThreeSet *occupied)
{
    const ThreeSet *by_type = pos->by_type;
    const ThreeSet diagonal = three_set_union(by_type[PIECE_BISHOP], by_type[PIECE_QUEEN]);
    const ThreeSet straight = three_set_union(by_type[PIECE_ROOK], by_type[PIECE_QUEEN]);
    ThreeSet sliders = {{0}};

    if (!three_set_is_empty(three_set_common(THREE_LINES[sq].diagonal, diagonal)))
        sliders = three_set_common(three_attacks_bishop(sq, occupied), diagonal);
    if (!three_set_is_empty(three_set_common(THREE_LINES[sq].straight, straight)))
        sliders =
            three_set_union(sliders, three_set_common(three_attacks_rook(sq, occupied), straight));
    return sliders;
}

/* The pawns that attack @sq: they are among those that a king there would attack. */
static ThreeSet pawns_to(const ThreePosition *pos, ThreeSquare sq)
{
    ThreeSet pawns = {{0}};

    FOR_EACH_THREE_SQUARE (from, three_set_common(THREE_KING_STEPS[sq], pos->by_type[PIECE_PAWN]))
        if (three_set_has(&THREE_PAWN_CAPTURES[three_piece_color(pos->piece_at[from])][from], sq))
            three_set_add(&pawns, from);
    return pawns;
}

ThreeSet three_position_attackers(const ThreePosition *pos, ThreeSquare sq,
                                  const ThreeSet *occupied)
{
    const ThreeSet steppers =
        three_set_union(three_set_common(THREE_KNIGHT_STEPS[sq], pos->by_type[PIECE_KNIGHT]),
                        three_set_common(THREE_KING_STEPS[sq], pos->by_type[PIECE_KING]));

    return three_set_common(*occupied, three_set_union(three_set_union(steppers, pawns_to(pos, sq)),
                                                       sliders_to(pos, sq, occupied)));
}

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
    ThreeSet to;

    if (type == PIECE_PAWN)
        return pawn_destinations(sides, from);
    to = three_attacks_from(type, sides->us, from, &sides->occupied);
    if (type == PIECE_KING)
        to = three_set_union(to, castlings(pos, sides, from));
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
