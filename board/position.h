/* A chess position as a plain value: copied by =, played on in the copy, never undone. */
#pragma once

#include "board/attacks.h"
#include "board/bitboard.h"
#include "board/move.h"

/* A set of castling rights. */
enum {
    CASTLING_WHITE_KING = 1,
    CASTLING_WHITE_QUEEN = 2,
    CASTLING_BLACK_KING = 4,
    CASTLING_BLACK_QUEEN = 8
};

typedef struct {
    Bitboard by_type[PIECE_TYPE_COUNT];
    Bitboard by_color[COLOR_COUNT];
    uint8_t type_at[SQUARE_COUNT]; /* a PieceType; PIECE_NONE on an empty square */
    uint64_t key;                  /* Zobrist key of all but the two counters */
    uint8_t turn;                  /* the Color to move */
    uint8_t castling;              /* the rights that are left */
    Square en_passant;             /* SQUARE_NONE unless a capture en passant is legal */
    uint16_t halfmove_clock;       /* plies since the last capture or pawn move */
    uint16_t fullmove_number;      /* from 1, counted up after Black's moves */
} Position;

/* The initial position of chess. */
Position position_start(void);

/* Whether @pos is the initial position, counters included. */
bool position_is_start(const Position *pos);

/* An empty board, White to move, no rights. Not a legal position: place the pieces, then ask
 * position_fault(). */
Position position_empty(void);

/* Puts a piece on an empty square. */
void position_place(Position *pos, Color color, PieceType type, Square sq);

/* The castling rights whose king and rook are on their first squares. */
unsigned position_castling_at_home(const Position *pos);

/* Sets the side to move and the castling rights of a position that has neither yet. */
void position_set_state(Position *pos, Color turn, unsigned castling);

/* Notes that a pawn has just passed over @target, if a capture en passant is legal there. */
void position_set_en_passant(Position *pos, Square target);

/* The reason why @pos is impossible as a position of chess, in words, or NULL: kings, pawns on the
 * first or last rank, more pieces than promotions can make, the side not to move in check, castling
 * rights without king and rook at home. position_fault_of_board(): the same of any game with the
 * pieces of chess, where the side not to move may be attacked and kings may have been taken. */
const char *position_fault(const Position *pos);
const char *position_fault_of_board(const Position *pos);

/* Plays @move, which must be legal. */
void position_play(Position *pos, Move move);

/* The same for the pieces alone: all else, the key included, stays as it is. */
void position_move_pieces(Position *pos, Move move);

/* The position after @move, which must be legal. */
static inline Position position_after(const Position *pos, Move move)
{
    Position after = *pos;

    position_play(&after, move);
    return after;
}

/* The other side is to move, and nothing else has happened; the side to move must not be in check.
 * Not a rule of chess, but of games in which a side that cannot move is skipped. */
void position_pass(Position *pos);

static inline Bitboard position_occupied(const Position *pos)
{
    return pos->by_color[COLOR_WHITE] | pos->by_color[COLOR_BLACK];
}

static inline Bitboard position_pieces(const Position *pos, Color color, PieceType type)
{
    return pos->by_color[color] & pos->by_type[type];
}

/* The squares that are occupied after @move, found without playing it. */
static inline Bitboard position_occupied_after(const Position *pos, Move move)
{
    const Square to = move_to(move);
    Bitboard occupied = (position_occupied(pos) ^ bitboard_of(move_from(move))) | bitboard_of(to);

    if (move_is_en_passant(move))
        occupied ^= bitboard_of(move_victim_square(move));
    if (move_flag(move) == MOVE_CASTLE_KING)
        occupied ^= bitboard_of((Square)(to + 1)) | bitboard_of((Square)(to - 1));
    if (move_flag(move) == MOVE_CASTLE_QUEEN)
        occupied ^= bitboard_of((Square)(to - 2)) | bitboard_of((Square)(to + 1));
    return occupied;
}

static inline Square position_king(const Position *pos, Color color)
{
    return bitboard_first(position_pieces(pos, color, PIECE_KING));
}

static inline PieceType position_type_at(const Position *pos, Square sq)
{
    return (PieceType)pos->type_at[sq];
}

static inline Color position_color_at(const Position *pos, Square sq)
{
    return bitboard_has(pos->by_color[COLOR_BLACK], sq) ? COLOR_BLACK : COLOR_WHITE;
}

/* The sliders of both colours that would attack @sq if @occupied were all the pieces. Always
 * inlined, as exchanges ask for it most. */
static inline __attribute__((always_inline)) Bitboard
position_sliders_to(const Position *pos, Square sq, Bitboard occupied)
{
    const Bitboard queens = pos->by_type[PIECE_QUEEN];

    return (attacks_bishop(sq, occupied) & (pos->by_type[PIECE_BISHOP] | queens)) |
           (attacks_rook(sq, occupied) & (pos->by_type[PIECE_ROOK] | queens));
}

/* The pieces of both colours that would attack @sq if @occupied were all the blockers. */
static inline Bitboard position_attackers(const Position *pos, Square sq, Bitboard occupied)
{
    const Bitboard pawns = pos->by_type[PIECE_PAWN];

    return position_sliders_to(pos, sq, occupied) |
           (attacks_knight(sq) & pos->by_type[PIECE_KNIGHT]) |
           (attacks_king(sq) & pos->by_type[PIECE_KING]) |
           (attacks_pawn(COLOR_BLACK, sq) & pawns & pos->by_color[COLOR_WHITE]) |
           (attacks_pawn(COLOR_WHITE, sq) & pawns & pos->by_color[COLOR_BLACK]);
}

/* The squares that the sliders of @pieces would attack if @occupied were all the blockers. */
static inline Bitboard position_attacks_of_sliders(const Position *pos, Bitboard pieces,
                                                   Bitboard occupied)
{
    const Bitboard queens = pos->by_type[PIECE_QUEEN];
    Bitboard attacks = 0;

    for (Bitboard rest = pieces & (pos->by_type[PIECE_BISHOP] | queens); rest; rest &= rest - 1)
        attacks |= attacks_bishop(bitboard_first(rest), occupied);
    for (Bitboard rest = pieces & (pos->by_type[PIECE_ROOK] | queens); rest; rest &= rest - 1)
        attacks |= attacks_rook(bitboard_first(rest), occupied);
    return attacks;
}

/* The squares that the pieces of @color would attack if @occupied were all the blockers. */
static inline Bitboard position_attacks(const Position *pos, Color color, Bitboard occupied)
{
    const Bitboard own = pos->by_color[color];

    return attacks_pawns(color, own & pos->by_type[PIECE_PAWN]) |
           attacks_knights(own & pos->by_type[PIECE_KNIGHT]) |
           attacks_kings(own & pos->by_type[PIECE_KING]) |
           position_attacks_of_sliders(pos, own, occupied);
}

/* The pieces that give check to the side to move. */
static inline Bitboard position_checkers(const Position *pos)
{
    return position_attackers(pos, position_king(pos, pos->turn), position_occupied(pos)) &
           pos->by_color[color_opponent(pos->turn)];
}

/* Whether the pawn of the side to move on @from may capture en passant on @target: the two pawns
 * that leave must not open a line to the king. */
static inline bool position_allows_en_passant(const Position *pos, Square from, Square target)
{
    const Bitboard victim = bitboard_of((Square)(target ^ 8));
    const Bitboard occupied =
        (position_occupied(pos) ^ bitboard_of(from) ^ victim) | bitboard_of(target);

    return !(position_attackers(pos, position_king(pos, pos->turn), occupied) &
             pos->by_color[color_opponent(pos->turn)] & ~victim);
}

/* The material of one side without its king, in hundredths of a pawn. */
int position_material(const Position *pos, Color color);
