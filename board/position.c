#include "board/position.h"

#include "board/splitmix.h"
#include <glib.h>
#include <string.h>

/* One number for each thing that can be true of a position; combined by exclusive or they name it.
 * Built before main(), the same on every machine.
 *
 * Source: A. L. Zobrist, A new hashing method with application for game playing, 1970. */
typedef struct {
    uint64_t piece[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_COUNT];
    uint64_t castling[16];       /* by the set of castling rights */
    uint64_t en_passant_file[8]; /* only if a capture en passant is legal */
    uint64_t black_to_move;
} ZobristNumbers;

static ZobristNumbers ZOBRIST;

__attribute__((constructor)) static void draw_numbers(void)
{
    uint64_t counter = 2003;

    for (Color color = 0; color < COLOR_COUNT; color++)
        for (PieceType type = 0; type < PIECE_TYPE_COUNT; type++)
            for (Square sq = 0; sq < SQUARE_COUNT; sq++)
                ZOBRIST.piece[color][type][sq] = splitmix_next(&counter);
    for (int rights = 1; rights < 16; rights++)
        ZOBRIST.castling[rights] = splitmix_next(&counter);
    for (int file = 0; file < 8; file++)
        ZOBRIST.en_passant_file[file] = splitmix_next(&counter);
    ZOBRIST.black_to_move = splitmix_next(&counter);
}

/* Which rights are gone once a piece has left or entered a square. */
static const uint8_t RIGHTS_LOST[SQUARE_COUNT] = {
    [SQUARE_A1] = CASTLING_WHITE_QUEEN,
    [SQUARE_E1] = CASTLING_WHITE_KING | CASTLING_WHITE_QUEEN,
    [SQUARE_H1] = CASTLING_WHITE_KING,
    [SQUARE_A8] = CASTLING_BLACK_QUEEN,
    [SQUARE_E8] = CASTLING_BLACK_KING | CASTLING_BLACK_QUEEN,
    [SQUARE_H8] = CASTLING_BLACK_KING,
};

Position position_empty(void)
{
    Position pos = {.en_passant = SQUARE_NONE, .fullmove_number = 1};

    memset(pos.type_at, PIECE_NONE, sizeof pos.type_at);
    return pos;
}

static inline void place_piece(Position *pos, Color color, PieceType type, Square sq)
{
    pos->by_type[type] |= bitboard_of(sq);
    pos->by_color[color] |= bitboard_of(sq);
    pos->type_at[sq] = (uint8_t)type;
    pos->key ^= ZOBRIST.piece[color][type][sq];
}

static inline void lift_piece(Position *pos, Color color, PieceType type, Square sq)
{
    pos->by_type[type] &= ~bitboard_of(sq);
    pos->by_color[color] &= ~bitboard_of(sq);
    pos->type_at[sq] = PIECE_NONE;
    pos->key ^= ZOBRIST.piece[color][type][sq];
}

void position_place(Position *pos, Color color, PieceType type, Square sq)
{
    g_assert(pos->type_at[sq] == PIECE_NONE);
    place_piece(pos, color, type, sq);
}

void position_set_en_passant(Position *pos, Square target)
{
    Bitboard capturers = attacks_pawn(color_opponent((Color)pos->turn), target) &
                         position_pieces(pos, (Color)pos->turn, PIECE_PAWN);

    while (capturers && !position_allows_en_passant(pos, bitboard_first(capturers), target))
        capturers &= capturers - 1;
    if (!capturers)
        return;
    pos->en_passant = target;
    pos->key ^= ZOBRIST.en_passant_file[square_file(target)];
}

void position_set_state(Position *pos, Color turn, unsigned castling)
{
    pos->turn = (uint8_t)turn;
    pos->castling = (uint8_t)castling;
    pos->key ^= ZOBRIST.castling[castling] ^ (turn == COLOR_BLACK ? ZOBRIST.black_to_move : 0);
}

Position position_start(void)
{
    static const PieceType back_rank[8] = {PIECE_ROOK, PIECE_KNIGHT, PIECE_BISHOP, PIECE_QUEEN,
                                           PIECE_KING, PIECE_BISHOP, PIECE_KNIGHT, PIECE_ROOK};
    Position pos = position_empty();

    for (int file = 0; file < 8; file++) {
        place_piece(&pos, COLOR_WHITE, back_rank[file], square_at(file, 0));
        place_piece(&pos, COLOR_WHITE, PIECE_PAWN, square_at(file, 1));
        place_piece(&pos, COLOR_BLACK, PIECE_PAWN, square_at(file, 6));
        place_piece(&pos, COLOR_BLACK, back_rank[file], square_at(file, 7));
    }
    position_set_state(&pos, COLOR_WHITE, 15);
    return pos;
}

bool position_is_start(const Position *pos)
{
    const Position start = position_start();

    return pos->key == start.key && pos->halfmove_clock == 0 && pos->fullmove_number == 1;
}

static bool has_piece(const Position *pos, Color color, PieceType type, Square sq)
{
    return bitboard_has(position_pieces(pos, color, type), sq);
}

unsigned position_castling_at_home(const Position *pos)
{
    static const struct {
        Color color;
        Square king, rook;
    } homes[] = {
        {COLOR_WHITE, SQUARE_E1, SQUARE_H1},
        {COLOR_WHITE, SQUARE_E1, SQUARE_A1},
        {COLOR_BLACK, SQUARE_E8, SQUARE_H8},
        {COLOR_BLACK, SQUARE_E8, SQUARE_A8},
    };
    unsigned rights = 0;

    for (unsigned i = 0; i < G_N_ELEMENTS(homes); i++)
        if (has_piece(pos, homes[i].color, PIECE_KING, homes[i].king) &&
            has_piece(pos, homes[i].color, PIECE_ROOK, homes[i].rook))
            rights |= 1U << i;
    return rights;
}

static const char *castling_fault(const Position *pos)
{
    static const char *const faults[] = {
        "castling right K requires a white king on e1 and a white rook on h1",
        "castling right Q requires a white king on e1 and a white rook on a1",
        "castling right k requires a black king on e8 and a black rook on h8",
        "castling right q requires a black king on e8 and a black rook on a8",
    };
    const unsigned wrong = pos->castling & ~position_castling_at_home(pos);

    return wrong != 0 ? faults[__builtin_ctz(wrong)] : NULL;
}

/* Whether @color has no more promoted pieces than pawns are missing. Then no position has more than
 * 218 moves, which fixed arrays of moves rely on. */
static bool can_have_promoted(const Position *pos, Color color)
{
    static const int at_start[PIECE_TYPE_COUNT] = {8, 2, 2, 2, 1, 1};
    const int missing = 8 - bitboard_count(position_pieces(pos, color, PIECE_PAWN));
    int promoted = 0;

    for (PieceType type = PIECE_KNIGHT; type < PIECE_KING; type++)
        promoted += MAX(0, bitboard_count(position_pieces(pos, color, type)) - at_start[type]);
    return promoted <= missing;
}

#define NO_WHITE_KING "White does not have exactly one king"
#define NO_BLACK_KING "Black does not have exactly one king"

const char *position_fault_of_board(const Position *pos)
{
    if (bitboard_has_several(position_pieces(pos, COLOR_WHITE, PIECE_KING)))
        return NO_WHITE_KING;
    if (bitboard_has_several(position_pieces(pos, COLOR_BLACK, PIECE_KING)))
        return NO_BLACK_KING;
    if (pos->by_type[PIECE_PAWN] & (RANK_1 | RANK_8))
        return "a pawn is on the first or last rank";
    if (bitboard_count(position_pieces(pos, COLOR_WHITE, PIECE_PAWN)) > 8)
        return "White has more than 8 pawns";
    if (bitboard_count(position_pieces(pos, COLOR_BLACK, PIECE_PAWN)) > 8)
        return "Black has more than 8 pawns";
    if (!can_have_promoted(pos, COLOR_WHITE))
        return "White has more promoted pieces than missing pawns";
    if (!can_have_promoted(pos, COLOR_BLACK))
        return "Black has more promoted pieces than missing pawns";
    return castling_fault(pos);
}

const char *position_fault(const Position *pos)
{
    const Color them = color_opponent((Color)pos->turn);
    const char *fault = position_fault_of_board(pos);

    if (fault != NULL)
        return fault;
    if (position_pieces(pos, COLOR_WHITE, PIECE_KING) == 0)
        return NO_WHITE_KING;
    if (position_pieces(pos, COLOR_BLACK, PIECE_KING) == 0)
        return NO_BLACK_KING;
    return position_attackers(pos, position_king(pos, them), position_occupied(pos)) &
                   pos->by_color[pos->turn]
               ? "the side not to move is in check"
               : NULL;
}

static inline void move_castling_rook(Position *pos, Color us, Move move)
{
    const bool king_side = move_flag(move) == MOVE_CASTLE_KING;
    const Square rook = (Square)(move_to(move) + (king_side ? 1 : -2));
    const Square entered = (Square)(move_to(move) + (king_side ? -1 : 1));

    lift_piece(pos, us, PIECE_ROOK, rook);
    place_piece(pos, us, PIECE_ROOK, entered);
}

/* The next count; the greatest stays as it is. */
static inline uint16_t one_more(uint16_t counter)
{
    return (uint16_t)(counter + (counter < UINT16_MAX));
}

static inline void move_pieces(Position *pos, Move move)
{
    const Color us = (Color)pos->turn;
    const Square from = move_from(move), to = move_to(move);
    const PieceType type = position_type_at(pos, from);

    if (move_is_capture(move)) {
        const Square victim = move_victim_square(move);
        lift_piece(pos, color_opponent(us), position_type_at(pos, victim), victim);
    }
    lift_piece(pos, us, type, from);
    place_piece(pos, us, move_is_promotion(move) ? move_promotion(move) : type, to);
    if (move_is_castling(move))
        move_castling_rook(pos, us, move);
}

void position_move_pieces(Position *pos, Move move)
{
    const uint64_t key = pos->key;

    move_pieces(pos, move);
    pos->key = key;
}

void position_play(Position *pos, Move move)
{
    const Color us = (Color)pos->turn;
    const Color them = color_opponent(us);
    const Square from = move_from(move), to = move_to(move);
    const PieceType type = position_type_at(pos, from);
    const uint8_t rights = pos->castling & (uint8_t) ~(RIGHTS_LOST[from] | RIGHTS_LOST[to]);

    if (pos->en_passant != SQUARE_NONE) {
        pos->key ^= ZOBRIST.en_passant_file[square_file(pos->en_passant)];
        pos->en_passant = SQUARE_NONE;
    }
    pos->halfmove_clock = one_more(pos->halfmove_clock);
    if (type == PIECE_PAWN || move_is_capture(move))
        pos->halfmove_clock = 0;

    move_pieces(pos, move);
    pos->key ^= ZOBRIST.castling[pos->castling] ^ ZOBRIST.castling[rights] ^ ZOBRIST.black_to_move;
    pos->castling = rights;
    pos->turn = (uint8_t)them;
    if (us == COLOR_BLACK)
        pos->fullmove_number = one_more(pos->fullmove_number);
    if (move_flag(move) == MOVE_DOUBLE_PUSH &&
        attacks_pawn(us, (Square)((from + to) / 2)) & position_pieces(pos, them, PIECE_PAWN))
        position_set_en_passant(pos, (Square)((from + to) / 2));
}

void position_pass(Position *pos)
{
    if (pos->en_passant != SQUARE_NONE)
        pos->key ^= ZOBRIST.en_passant_file[square_file(pos->en_passant)];
    pos->en_passant = SQUARE_NONE;
    pos->key ^= ZOBRIST.black_to_move;
    if (pos->turn == COLOR_BLACK)
        pos->fullmove_number = one_more(pos->fullmove_number);
    pos->turn = (uint8_t)color_opponent((Color)pos->turn);
}

int position_material(const Position *pos, Color color)
{
    int material = 0;

    for (PieceType type = PIECE_PAWN; type < PIECE_KING; type++)
        material += PIECE_VALUE[type] * bitboard_count(position_pieces(pos, color, type));
    return material;
}
