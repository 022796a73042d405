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

static inline void put(ThreePosition *pos, ThreePiece piece, ThreeSquare sq)
{
    const ThreeColor color = three_piece_color(piece);
    const PieceType type = three_piece_type(piece);

    three_set_add(&pos->by_type[type], sq);
    three_set_add(&pos->by_color[color], sq);
    pos->piece_at[sq] = piece;
    pos->worth[color] = (uint16_t)(pos->worth[color] + THREE_WORTH[type]);
    pos->key ^= piece_numbers[piece][sq];
}

static inline void lift(ThreePosition *pos, ThreePiece piece, ThreeSquare sq)
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
    put(pos, piece_of(color, type), sq);
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

static inline void capture(ThreePosition *pos, ThreeColor us, ThreePiece victim, ThreeSquare sq)
{
    const PieceType type = three_piece_type(victim);

    lift(pos, victim, sq);
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

    lift(pos, rook, three_square_at((int)us, left ? THREE_COLUMN_A : THREE_COLUMN_H, 0));
    put(pos, rook, three_square_at((int)us, left ? THREE_COLUMN_D : THREE_COLUMN_F, 0));
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
        capture(pos, us, victim, to);
    lift(pos, piece, from);
    /* row 1 of its own section a pawn never enters */
    put(pos, type == PIECE_PAWN && three_square_row(to) == 0 ? piece_of(us, PIECE_QUEEN) : piece,
        to);
    if (type == PIECE_KING && is_castling(us, from, to))
        move_castling_rook(pos, us, to);
    three_position_set_turn(pos, three_color_next(us));
}

/* @pos put together anew from what stands on its squares. */
static ThreePosition rebuild(const ThreePosition *pos)
{
    ThreePosition anew = three_position_empty();

    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++)
        if (pos->piece_at[sq] != PIECE_NONE)
            three_position_place(&anew, three_piece_color(pos->piece_at[sq]),
                                 three_position_type_at(pos, sq), sq);
    three_position_set_turn(&anew, (ThreeColor)pos->turn);
    return anew;
}

const char *three_position_fault(const ThreePosition *pos)
{
    ThreePosition anew;

    if (pos->turn >= THREE_COLOR_COUNT)
        return "no side is to move";
    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++)
        if (pos->piece_at[sq] != PIECE_NONE &&
            (pos->piece_at[sq] >= PIECE_CODES || three_position_type_at(pos, sq) >= PIECE_NONE))
            return "there is no such piece";
    anew = rebuild(pos);
    if (memcmp(anew.by_type, pos->by_type, sizeof anew.by_type) != 0 ||
        memcmp(anew.by_color, pos->by_color, sizeof anew.by_color) != 0)
        return "the sets and the squares of the position disagree";
    if (memcmp(anew.worth, pos->worth, sizeof anew.worth) != 0)
        return "the worth of the pieces is counted wrongly";
    if (anew.key != pos->key)
        return "the key does not belong to the position";
    return NULL;
}
