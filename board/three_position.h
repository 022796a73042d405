/* A position of three-player chess as a plain value: copied by =, played on in the copy.
 *
 * There is no check: a king may stay attacked and be taken, and that ends the game. The rules of
 * movement do not ask whether the game is over. Any arrangement of pieces is a position, also with
 * kings missing or several of them.
 *
 * Source: threeChess (github.com/drtnf/threeChess), 2020. Where the program and its description
 * differ, we follow the program. */
#pragma once

#include <glib.h>

#include "board/move.h"
#include "board/three_board.h"

#define THREE_NOBODY THREE_COLOR_COUNT /* no ThreeColor */

/* Values of the kinds of pieces in scores, a king 40; 0 for PIECE_NONE.
 *
 * Units: pawns. */
extern const uint8_t THREE_WORTH[PIECE_TYPE_COUNT + 1];

/* Contents of a square: PIECE_NONE, or 8 * ThreeColor + PieceType. */
typedef uint8_t ThreePiece;

typedef struct {
    uint64_t key; /* Zobrist key of the pieces and the side to move */
    ThreeSet by_type[PIECE_TYPE_COUNT];
    ThreeSet by_color[THREE_COLOR_COUNT];
    ThreePiece piece_at[THREE_SQUARE_COUNT];
    uint32_t quiet_plies;                  /* since the last capture or pawn move */
    uint16_t worth[THREE_COLOR_COUNT];     /* of all that each side has on the board, kings
                                              included */
    uint16_t captured[THREE_COLOR_COUNT];  /* of all that each side has taken, kings included */
    uint8_t king_taken[THREE_COLOR_COUNT]; /* by each side: whose king it took first, a ThreeColor
                                              or THREE_NOBODY */
    uint8_t turn;                          /* the ThreeColor to move */
} ThreePosition;

/* The start of a game, Blue to move. */
ThreePosition three_position_start(void);

/* An empty board, Blue to move, nothing taken. */
ThreePosition three_position_empty(void);

/* Puts a piece on an empty square. */
void three_position_place(ThreePosition *pos, ThreeColor color, PieceType type, ThreeSquare sq);

void three_position_set_turn(ThreePosition *pos, ThreeColor turn);

/* Plays @move, which must be legal; a game that is over can be played on. */
void three_position_play(ThreePosition *pos, Move move);

static inline PieceType three_piece_type(ThreePiece piece)
{
    return (PieceType)(piece & 7);
}

/* The side that owns @piece, which must not be PIECE_NONE. */
static inline ThreeColor three_piece_color(ThreePiece piece)
{
    return (ThreeColor)(piece >> 3);
}

static inline PieceType three_position_type_at(const ThreePosition *pos, ThreeSquare sq)
{
    return three_piece_type(pos->piece_at[sq]);
}

static inline ThreeSet three_position_occupied(const ThreePosition *pos)
{
    return three_set_union(three_set_union(pos->by_color[THREE_BLUE], pos->by_color[THREE_GREEN]),
                           pos->by_color[THREE_RED]);
}

static inline ThreeSet three_position_pieces(const ThreePosition *pos, ThreeColor color,
                                             PieceType type)
{
    return three_set_common(pos->by_color[color], pos->by_type[type]);
}

/* The pieces of @occupied that would attack @sq if they were all. */
ThreeSet three_position_attackers(const ThreePosition *pos, ThreeSquare sq,
                                  const ThreeSet *occupied);

/* The worth of what @color has on the board and of all that it has taken. */
static inline int three_position_score(const ThreePosition *pos, ThreeColor color)
{
    return pos->worth[color] + pos->captured[color];
}

/* The first side that has taken a king, Blue before Green before Red; THREE_NOBODY as long as the
 * game goes on. king_taken[] says whose king it took. */
static inline int three_position_winner(const ThreePosition *pos)
{
    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        if (pos->king_taken[color] != THREE_NOBODY)
            return color;
    return THREE_NOBODY;
}

/* Moves: bits 0-6 the square left, 7-13 the square entered. All else follows from the position:
 * a king that goes from E1 of its section to C1 or G1 castles, a pawn that enters row 1 of another
 * section becomes a queen. */
static inline Move three_move_make(ThreeSquare from, ThreeSquare to)
{
    return (Move)(from | to << 7);
}

static inline ThreeSquare three_move_from(Move move)
{
    return move & 127;
}

static inline ThreeSquare three_move_to(Move move)
{
    return move >> 7 & 127;
}

/* Where a piece on @sq that @move does not capture stands after it: a castling rook moves, too. */
static inline ThreeSquare three_position_square_after(const ThreePosition *pos, Move move,
                                                      ThreeSquare sq)
{
    const ThreeSquare from = three_move_from(move), to = three_move_to(move);
    const int rook = to > from ? to + THREE_ROWS : to - 2 * THREE_ROWS;

    if (sq == from)
        return to;
    return sq == rook && ABS(to - from) == 2 * THREE_ROWS &&
                   three_position_type_at(pos, from) == PIECE_KING
               ? (ThreeSquare)((from + to) / 2)
               : sq;
}

/* The legal moves of three-player chess. A game that is over has moves too: whether it is over is
 * not asked here. */

/* More than any arrangement of pieces has (tests/board/test_three_movegen.c adds it up): at most 9
 * lines lead to a square, and on each only the nearest piece reaches it; besides, at most 10
 * knights do. */
#define THREE_MAX_MOVES 1024

/* Where the piece of the side to move on @from may go; for castling the square that the king
 * enters. No square if no piece of that side stands there. */
ThreeSet three_movegen_destinations(const ThreePosition *pos, ThreeSquare from);

/* Whether the side to move may move what stands on @from to @to. */
bool three_movegen_is_legal(const ThreePosition *pos, ThreeSquare from, ThreeSquare to);

/* Writes all legal moves and returns how many there are.
 *
 * Shape:  0 to THREE_MAX_MOVES moves, the order fixed for a position. */
int three_movegen_moves(const ThreePosition *pos, Move out_moves[static THREE_MAX_MOVES]);

/* Whether there is a legal move. */
bool three_movegen_any(const ThreePosition *pos);
