#include "agents/beyond/mates_chess.h"

#include "agents/boards/percept_chess.h"
#include "board/movegen.h"

/* Half moves without a capture or a pawn move that draw, unless the last of them gives mate. */
#define FIFTY_MOVES 100

/* With more than two moves left, checks that leave more answers are not followed. */
#define MOST_ANSWERS 2

/* From where the pieces of the side to move could give check. */
typedef struct {
    Bitboard by_type[PIECE_TYPE_COUNT]; /* where each kind would attack the other king, */
    Bitboard before_sliders;            /* own pieces alone between a slider and that king, */
    Square king;                        /* and that king itself */
} Checking;

static Checking checking_in(const Position *pos)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Square king = position_king(pos, them);
    const Bitboard occupied = position_occupied(pos), own = pos->by_color[us];
    const Bitboard bishops = attacks_bishop(king, occupied), rooks = attacks_rook(king, occupied);
    Checking checking = {.by_type = {[PIECE_PAWN] = attacks_pawn(them, king),
                                     [PIECE_KNIGHT] = attacks_knight(king),
                                     [PIECE_BISHOP] = bishops,
                                     [PIECE_ROOK] = rooks,
                                     [PIECE_QUEEN] = bishops | rooks},
                         .king = king};

    for (Bitboard rest = position_sliders_to(pos, king, 0) & own; rest; rest &= rest - 1) {
        const Bitboard between = attacks_between(king, bitboard_first(rest)) & occupied;
        if (!bitboard_has_several(between))
            checking.before_sliders |= between & own;
    }
    return checking;
}

/* The squares on which the piece on @from might give check if it could go there; none is missing,
 * but some may be too many. */
static Bitboard may_check_on(const Checking *checking, const Position *pos, Square from)
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

/* The answers of the king of the side that is not to move to a check. */
typedef struct {
    Bitboard steps;    /* where it could step if no slider attacked it, */
    Bitboard lines;    /* what bishops, rooks and queens of the side to move attack */
    Bitboard occupied; /* where pieces stand, both as if it did not stand there */
} Escape;

static Escape escape_in(const Position *pos, const Checking *checking)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Square king = checking->king;
    const Bitboard own = pos->by_color[us], occupied = position_occupied(pos) ^ bitboard_of(king);
    const Bitboard attacks = attacks_pawns(us, pos->by_type[PIECE_PAWN] & own) |
                             attacks_knights(pos->by_type[PIECE_KNIGHT] & own) |
                             attacks_king(position_king(pos, us));

    return (Escape){
        .steps = attacks_king(king) & ~(pos->by_color[them] | attacks),
        .lines = position_attacks_of_sliders(pos, own, occupied),
        .occupied = occupied,
    };
}

/* Whether the piece stays what it is and nothing but its own square is left. */
static bool is_simple(const Position *pos, Move move)
{
    return position_type_at(pos, move_from(move)) != PIECE_KING && !move_is_promotion(move) &&
           !move_is_en_passant(move);
}

/* Where the king can step after a simple @move, perhaps not everywhere. */
static Bitboard flights_left(const Position *pos, const Escape *escape, Move move)
{
    const Square from = move_from(move), to = move_to(move);
    const Bitboard left = bitboard_of(from), entered = bitboard_of(to);
    const Bitboard occupied = (escape->occupied ^ left) | entered;
    const Bitboard steps =
        escape->steps & ~entered &
        ~attacks_from(position_type_at(pos, from), (Color)pos->turn, to, occupied);

    if (!steps || !(escape->lines & left))
        return steps & ~escape->lines;
    return steps & ~position_attacks_of_sliders(pos, pos->by_color[pos->turn] ^ left, occupied);
}

/* Whether a check by @move surely leaves more than @most answers; found without playing it. */
static bool leaves_more(const Position *pos, const Escape *escape, Move move, int most)
{
    return is_simple(pos, move) && bitboard_count(flights_left(pos, escape, move)) > most;
}

bool mates_whatever(const Position *pos, int most, int moves)
{
    Move answers[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, answers);

    for (int i = 0; i < count && count <= most; i++) {
        const Position next = position_after(pos, answers[i]);
        if (next.halfmove_clock == FIFTY_MOVES || !mates_within(&next, moves))
            return false;
    }
    return count <= most;
}

/* Whether @move, which is legal, gives mate. */
static bool gives(const Position *pos, const Escape *escape, Move move)
{
    Position after;

    if (leaves_more(pos, escape, move, 0))
        return false;
    after = position_after(pos, move);
    return position_checkers(&after) && !movegen_any(&after);
}

/* Whether @move, which is legal, is the first of @moves moves by which mates_within() mates. */
static bool begins(const Position *pos, const Escape *escape, Move move, int moves)
{
    const int most = moves == 2 ? MOVEGEN_MAX_MOVES : MOST_ANSWERS;
    Position after;

    if (moves == 1)
        return gives(pos, escape, move);
    if (moves != 2 && leaves_more(pos, escape, move, most))
        return false;
    after = position_after(pos, move);
    if (!position_checkers(&after))
        return false;
    return mates_whatever(&after, most, moves - 1);
}

/* The own pieces but for pawns and a king that cannot give check. */
static Bitboard may_check(const Position *pos, const Checking *checking)
{
    const Color us = (Color)pos->turn;
    const Bitboard own = pos->by_color[us], pawns = pos->by_type[PIECE_PAWN] & own;
    Bitboard idle = pos->castling ? 0 : pos->by_type[PIECE_KING], doubled;
    const Bitboard single = movegen_pushes(us, pawns, ~position_occupied(pos), &doubled);
    const Bitboard captures = attacks_pawns(us, pawns) & pos->by_color[color_opponent(us)];

    if (pos->en_passant == SQUARE_NONE &&
        !((single | doubled | captures) & (checking->by_type[PIECE_PAWN] | RANK_1 | RANK_8)))
        idle |= pawns;
    return own & ~(idle & ~checking->before_sliders);
}

/* Writes the moves that may give check, no promotions but to queens; returns how many. */
static int find_checks(const Position *pos, const Checking *checking,
                       Move out_checks[static MOVEGEN_MAX_MOVES])
{
    const Legality legality = movegen_legality(pos);
    int count = 0;

    for (Bitboard rest = may_check(pos, checking); rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        const PieceType type = position_type_at(pos, from);
        Bitboard to = may_check_on(checking, pos, from);
        if (type == PIECE_KING || (type == PIECE_PAWN && pos->en_passant != SQUARE_NONE))
            to &= movegen_destinations(pos, &legality, from);
        else
            to &= legality_restrict(&legality, from,
                                    movegen_reach(pos, (Color)pos->turn, type, from));
        for (; to; to &= to - 1)
            out_checks[count++] = movegen_move_of(pos, type, from, bitboard_first(to));
    }
    return count;
}

/* What a rook or a bishop would mate, a queen mates; a knight may mate alone. */
static Move as_knight(Move promotion)
{
    return move_make_promotion(move_from(promotion), move_to(promotion), PIECE_KNIGHT,
                               move_is_capture(promotion));
}

bool mates_within(const Position *pos, int moves)
{
    const Checking checking = checking_in(pos);
    Move checks[MOVEGEN_MAX_MOVES];
    const int count = find_checks(pos, &checking, checks);
    Escape escape;

    if (count == 0)
        return false;
    escape = escape_in(pos, &checking);
    for (int i = 0; i < count; i++)
        if (gives(pos, &escape, checks[i]) ||
            (move_is_promotion(checks[i]) && gives(pos, &escape, as_knight(checks[i]))))
            return true;
    for (int i = 0; i < count && moves > 1; i++)
        if (begins(pos, &escape, checks[i], moves))
            return true;
    return false;
}

int mates_find(const Percept *percept, int moves, int out_actions[static PERCEPT_MAX_ACTIONS])
{
    const Position *pos = &percept->chess.pos;
    const Checking checking = checking_in(pos);
    int checks[PERCEPT_MAX_ACTIONS];
    int check_count = 0, count = 0;
    Escape escape;

    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *self = &percept->agents[i];
        const Bitboard to = may_check_on(&checking, pos, self->square);
        for (int action = self->first_action; to && action < self->end_action; action++)
            if (bitboard_has(to, move_to(percept->actions[action].move)))
                checks[check_count++] = action;
    }
    if (check_count == 0)
        return 0;
    escape = escape_in(pos, &checking);
    for (int within = 1; within <= moves && count == 0; within++)
        for (int i = 0; i < check_count; i++)
            if (begins(pos, &escape, percept->actions[checks[i]].move, within))
                out_actions[count++] = checks[i];
    return count;
}
