#include "agents/mates_of64.h"

#include "board/movegen.h"

/* With more than two moves left, checks that leave more answers are not followed. */
#define MOST_ANSWERS 2

Checking mates_checking_in(const Position *pos)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Square king = position_king(pos, them);
    const Bitboard occupied = position_occupied(pos), own = pos->by_color[us];
    Checking checking = {.before_sliders = 0};

    for (int type = PIECE_PAWN; type < PIECE_KING; type++)
        checking.by_type[type] = attacks_from((PieceType)type, them, king, occupied);
    checking.king = king;
    for (Bitboard rest = position_sliders_to(pos, king, pos->by_color[them]) & own; rest;
         rest &= rest - 1) {
        const Bitboard between = attacks_between(king, bitboard_first(rest)) & own;
        if (!bitboard_has_several(between))
            checking.before_sliders |= between;
    }
    return checking;
}

Bitboard mates_may_check_on(const Checking *checking, const Position *pos, Square from)
{
    const PieceType type = position_type_at(pos, from);
    Bitboard to = checking->by_type[type];

    if (bitboard_has(checking->before_sliders, from))
        to |= ~attacks_line(checking->king, from);
    if (type == PIECE_KING && pos->castling)
        to |= bitboard_of(from) << 2 | bitboard_of(from) >> 2;
    if (type == PIECE_PAWN)
        to |= RANK_1 | RANK_8;
    if (type == PIECE_PAWN && pos->en_passant != SQUARE_NONE)
        to |= bitboard_of(pos->en_passant);
    return to;
}

bool mates_gives(const Position *pos, Move move)
{
    Position after = *pos;

    position_play(&after, move);
    return position_checkers(&after) && !movegen_any(&after);
}

Escape mates_escape_in(const Position *pos)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Bitboard king = position_pieces(pos, them, PIECE_KING), own = pos->by_color[us];
    const Bitboard queens = pos->by_type[PIECE_QUEEN], occupied = position_occupied(pos) ^ king;
    const Bitboard lines = attacks_bishops((pos->by_type[PIECE_BISHOP] | queens) & own, occupied) |
                           attacks_rooks((pos->by_type[PIECE_ROOK] | queens) & own, occupied);
    const Bitboard others = attacks_pawns(us, pos->by_type[PIECE_PAWN] & own) |
                            attacks_knights(pos->by_type[PIECE_KNIGHT] & own) |
                            attacks_kings(pos->by_type[PIECE_KING] & own);

    return (Escape){attacks_kings(king) & ~(pos->by_color[them] | lines | others), lines, occupied};
}

/* How many of its flights a check by @move leaves to the king at least: those that the piece does
 * not attack from where it goes. 0 if other lines may open, or if the piece becomes another. */
static int flights_left(const Position *pos, const Escape *escape, Move move)
{
    const Square from = move_from(move), to = move_to(move);
    const PieceType type = position_type_at(pos, from);

    if (bitboard_has(escape->lines, from) || type == PIECE_KING || move_is_promotion(move) ||
        move_is_en_passant(move))
        return 0;
    return bitboard_count(
        escape->flights & ~bitboard_of(to) &
        ~attacks_from(type, (Color)pos->turn, to, escape->occupied ^ bitboard_of(from)));
}

/* Whether the piece on @from gives mate on @to. What a rook or a bishop would mate, a queen mates;
 * a knight may mate alone. */
static bool mates_on(const Position *pos, const Escape *escape, Square from, Square to)
{
    const Move move = movegen_move_to(pos, from, to);

    if (flights_left(pos, escape, move) > 0)
        return false;
    return mates_gives(pos, move) ||
           (move_is_promotion(move) &&
            mates_gives(pos, move_make_promotion(from, to, PIECE_KNIGHT, move_is_capture(move))));
}

bool mates_begins(const Position *pos, const Escape *escape, Move move, int moves)
{
    Position after;
    Move answers[MOVEGEN_MAX_MOVES];
    int count;

    if (moves != 2 && flights_left(pos, escape, move) > (moves == 1 ? 0 : MOST_ANSWERS))
        return false;
    after = *pos;
    position_play(&after, move);
    if (!position_checkers(&after))
        return false;
    if (moves == 1)
        return !movegen_any(&after);
    count = movegen_moves(&after, answers);
    if (moves > 2 && count > MOST_ANSWERS)
        return false;
    for (int i = 0; i < count; i++) {
        Position next = after;
        position_play(&next, answers[i]);
        if (!mates_within(&next, moves - 1))
            return false;
    }
    return true;
}

/* The moves of a piece that may give check. */
typedef struct {
    Square from;
    Bitboard to;
} Checks;

/* Where the piece on @from could go if there were no check, and perhaps elsewhere. */
static Bitboard reach(const Position *pos, Square from)
{
    const PieceType type = position_type_at(pos, from);

    if (type == PIECE_KING)
        return ~UINT64_C(0);
    if (type != PIECE_PAWN)
        return attacks_from(type, (Color)pos->turn, from, position_occupied(pos));
    return movegen_pawn_reach(pos, from) |
           (pos->en_passant != SQUARE_NONE ? bitboard_of(pos->en_passant) : 0);
}

static int find_checks(const Position *pos, Checks out_checks[static SQUARE_COUNT])
{
    const Checking checking = mates_checking_in(pos);
    const Legality legality = movegen_legality(pos);
    int count = 0;

    for (Bitboard rest = pos->by_color[pos->turn]; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        Bitboard to = mates_may_check_on(&checking, pos, from) & reach(pos, from);
        if (to)
            to &= movegen_destinations(pos, &legality, from);
        if (to)
            out_checks[count++] = (Checks){from, to};
    }
    return count;
}

bool mates_within(const Position *pos, int moves)
{
    Checks checks[SQUARE_COUNT];
    const int count = find_checks(pos, checks);
    Escape escape;

    if (count == 0)
        return false;
    escape = mates_escape_in(pos);
    for (int i = 0; i < count; i++)
        for (Bitboard to = checks[i].to; to; to &= to - 1)
            if (mates_on(pos, &escape, checks[i].from, bitboard_first(to)))
                return true;
    for (int i = 0; i < count && moves > 1; i++)
        for (Bitboard to = checks[i].to; to; to &= to - 1)
            if (mates_begins(pos, &escape, movegen_move_to(pos, checks[i].from, bitboard_first(to)),
                             moves))
                return true;
    return false;
}

bool mates_any(const Position *pos)
{
    return mates_within(pos, 1);
}

bool mates_whatever(const Position *pos, int most)
{
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);

    for (int i = 0; i < count && count <= most; i++) {
        Position after = *pos;
        position_play(&after, moves[i]);
        if (!mates_any(&after))
            return false;
    }
    return count > 0 && count <= most;
}
