/* A move in 16 bits: from, to, and a flag that says what kind of move it is. */
#pragma once

#include <stdbool.h>

#include "board/bitboard.h"

/* Colours, kinds of pieces and what they are worth. */

typedef enum { COLOR_WHITE, COLOR_BLACK, COLOR_COUNT } Color;

typedef enum {
    PIECE_PAWN,
    PIECE_KNIGHT,
    PIECE_BISHOP,
    PIECE_ROOK,
    PIECE_QUEEN,
    PIECE_KING,
    PIECE_TYPE_COUNT,
    PIECE_NONE = PIECE_TYPE_COUNT
} PieceType;

/* "Infinite" in the thesis: larger than everything else on a board together. */
#define PIECE_KING_VALUE 1000000

/* The material value of each kind of piece, 0 for PIECE_NONE.
 *
 * Units:  hundredths of a pawn.
 * Source: thesis, table 2.2. */
extern const int PIECE_VALUE[PIECE_TYPE_COUNT + 1];

/* "pawn" .. "king". */
extern const char *const PIECE_NAME[PIECE_TYPE_COUNT];

/* "PNBRQK." of White, then "pnbrqk." of Black; the dot is for PIECE_NONE. */
extern const char PIECE_LETTERS[];

static inline char piece_letter(Color color, PieceType type)
{
    return PIECE_LETTERS[(PIECE_TYPE_COUNT + 1) * color + type];
}

static inline Color color_opponent(Color color)
{
    return (Color)(color ^ 1);
}

/* Whether pieces of @type look along lines as far as these are free. */
static inline bool piece_is_slider(PieceType type)
{
    return type == PIECE_BISHOP || type == PIECE_ROOK || type == PIECE_QUEEN;
}

/* Bits 0-5 the square left, 6-11 the square entered, 12-15 a MoveFlag. Games on other boards may
 * lay out the 16 bits in their own way; MOVE_NONE is a move in no game. */
typedef uint16_t Move;

#define MOVE_NONE ((Move)0)

typedef enum {
    MOVE_QUIET = 0,
    MOVE_DOUBLE_PUSH = 1,
    MOVE_CASTLE_KING = 2,
    MOVE_CASTLE_QUEEN = 3,
    MOVE_CAPTURE = 4,
    MOVE_EN_PASSANT = 5,
    MOVE_PROMOTION = 8 /* + 0..3 for knight, bishop, rook, queen; + MOVE_CAPTURE */
} MoveFlag;

/* Room for the text of any move in coordinates, "e7e8q" and its end. */
#define MOVE_TEXT_SIZE 6

static inline Move move_make(Square from, Square to, unsigned flag)
{
    return (Move)(from | to << 6 | flag << 12);
}

static inline Move move_make_promotion(Square from, Square to, PieceType piece, bool captures)
{
    return move_make(from, to,
                     MOVE_PROMOTION + (piece - PIECE_KNIGHT) + (captures ? MOVE_CAPTURE : 0));
}

static inline Square move_from(Move move)
{
    return move & 63;
}

static inline Square move_to(Move move)
{
    return move >> 6 & 63;
}

static inline unsigned move_flag(Move move)
{
    return move >> 12;
}

static inline bool move_is_capture(Move move)
{
    return move_flag(move) & MOVE_CAPTURE;
}

static inline bool move_is_promotion(Move move)
{
    return move_flag(move) & MOVE_PROMOTION;
}

static inline bool move_is_castling(Move move)
{
    return move_flag(move) == MOVE_CASTLE_KING || move_flag(move) == MOVE_CASTLE_QUEEN;
}

/* Where a piece on @sq that @move does not capture stands after it: a castling rook moves, too. */
static inline Square move_square_after(Move move, Square sq)
{
    if (sq == move_from(move))
        return move_to(move);
    if (move_is_castling(move) &&
        sq == (move_flag(move) == MOVE_CASTLE_KING ? move_to(move) + 1 : move_to(move) - 2))
        return (Square)((move_from(move) + move_to(move)) / 2);
    return sq;
}

static inline bool move_is_en_passant(Move move)
{
    return move_flag(move) == MOVE_EN_PASSANT;
}

/* The piece that the pawn becomes; only for promotions. */
static inline PieceType move_promotion(Move move)
{
    return (PieceType)(PIECE_KNIGHT + (move_flag(move) & 3));
}

/* The square of the piece that @move, a capture, takes: the square entered, except for en
 * passant. */
static inline Square move_victim_square(Move move)
{
    return move_is_en_passant(move) ? (Square)((move_from(move) & 56) | (move_to(move) & 7))
                                    : move_to(move);
}

/* Writes @move in coordinates: "e2e4", "e7e8q", castling as the king's move "e1g1"; returns the
 * length.
 *
 * Source: UCI protocol (Meyer-Kahlen, 2006), move format. */
int move_format(Move move, char out_text[static MOVE_TEXT_SIZE]);

/* "a1" .. "h8"; writes two characters, no end, and returns what is behind them. */
static inline char *square_format(Square sq, char *out_text)
{
    out_text[0] = (char)('a' + square_file(sq));
    out_text[1] = (char)('1' + square_rank(sq));
    return out_text + 2;
}

/* Name of a square, as a value. */
typedef struct {
    char text[3];
} SquareText;

static inline SquareText square_text(Square sq)
{
    SquareText text = {""};

    square_format(sq, text.text);
    return text;
}

/* The square that @text begins with, or SQUARE_NONE. */
static inline Square square_parse(const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return SQUARE_NONE;
    return square_at(text[0] - 'a', text[1] - '1');
}
