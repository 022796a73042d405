/* The player `march`: A. Drogoul's MARCH, the thesis' predecessor, which it never played. Every
 * piece marks the squares that it can move to by what it sees from there; the move with the best
 * mark is played, at random among equals.
 *
 * Source: A. Drogoul, When ants play chess (or can strategies emerge from tactical behaviors?),
 * MAAMAW 1993. The paper was not at hand, only a summary of its mark, which is certain:
 *   +10 for each own piece that sees the square, -10 for each opponent piece that does;
 *   +2 times the value of a captured piece;
 *   + the value of every piece newly threatened or newly defended;
 *   -10 and - the mover's value if it can be taken there;
 *   + its rank for a pawn.
 * Our reading of what the summary leaves open:
 *   values are the thesis' (table 2.2, a pawn is 100), and a king counts as a queen when
 * threatened, 0 when defended; the pieces that see the square are those on the board after the
 * move, pins or not, like attackers in the thesis; a piece can be taken where an opponent piece
 * sees it; pieces newly threatened or defended are those that the mover attacks from its new square
 * and did not attack from its old one; what it uncovers or leaves behind does not count; the rank
 * is that of the square entered, 1 to 8 seen from the own side; a promotion adds what the pawn
 * gains in value, and is then judged as the new piece; castling is a move of the king. */
#include "board/chess.h"
#include "board/movegen.h"
#include "players/player_kinds.h"

#define SIGHT 10 /* for each piece that sees the square, and for danger */
#define CAPTURE_FACTOR 2

/* The terms of a mark, each with its sign, and their sum. */
enum {
    SUPPORT,    /* own pieces that see the square */
    OPPOSITION, /* opponent pieces that see the square */
    CAPTURE,
    PROMOTION,
    THREATS,  /* pieces newly threatened */
    DEFENCES, /* pieces newly defended */
    DANGER,   /* the mover can be taken there */
    ADVANCE,  /* of a pawn */
    MARK,
    TERM_COUNT
};

static const char *const TERMS[] = {"support",  "opposition", "capture", "promotion", "threats",
                                    "defences", "danger",     "advance", "mark",      NULL};

G_STATIC_ASSERT(TERM_COUNT <= GRADE_COLUMNS);

static int value_of(const Position *pos, Bitboard pieces, int king_value)
{
    int value = 0;

    while (pieces) {
        const PieceType type = position_type_at(pos, bitboard_pop(&pieces));
        value += type == PIECE_KING ? king_value : PIECE_VALUE[type];
    }
    return value;
}

static Bitboard sight_of(const Position *pos, Color color, Square sq)
{
    return attacks_from(position_type_at(pos, sq), color, sq, position_occupied(pos));
}

/* Marks the pieces that the mover sees from its new square and did not see from its old one. */
static void mark_sights(const Position *pos, const Position *next, Move move, int *mark)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Bitboard before = sight_of(pos, us, move_from(move));
    const Bitboard after = sight_of(next, us, move_to(move));
    const Bitboard threatened_before = before & pos->by_color[them];
    const Bitboard defended_before = before & pos->by_color[us];

    mark[THREATS] =
        value_of(next, after & next->by_color[them] & ~threatened_before, PIECE_VALUE[PIECE_QUEEN]);
    mark[DEFENCES] = value_of(next, after & next->by_color[us] & ~defended_before, 0);
}

static int rank_from_own_side(Color color, Square sq)
{
    return color == COLOR_WHITE ? square_rank(sq) + 1 : 8 - square_rank(sq);
}

/* Marks @move, which must be legal in @pos; all of @mark is 0 before. */
static void mark_move(const Position *pos, Move move, int mark[static TERM_COUNT])
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Square to = move_to(move);
    const PieceType mover = position_type_at(pos, move_from(move));
    Position next = *pos;
    Bitboard seeing, opponents;

    position_play(&next, move);
    seeing = position_attackers(&next, to, position_occupied(&next));
    opponents = seeing & next.by_color[them];
    mark[SUPPORT] = SIGHT * bitboard_count(seeing & next.by_color[us]);
    mark[OPPOSITION] = -SIGHT * bitboard_count(opponents);
    if (move_is_capture(move))
        mark[CAPTURE] =
            CAPTURE_FACTOR * PIECE_VALUE[position_type_at(pos, move_victim_square(move))];
    if (move_is_promotion(move))
        mark[PROMOTION] = PIECE_VALUE[move_promotion(move)] - PIECE_VALUE[PIECE_PAWN];
    if (opponents)
        mark[DANGER] = -SIGHT - PIECE_VALUE[position_type_at(&next, to)];
    if (mover == PIECE_PAWN)
        mark[ADVANCE] = rank_from_own_side(us, to);
    mark_sights(pos, &next, move, mark);
    for (int term = 0; term < MARK; term++)
        mark[MARK] += mark[term];
}

static Choice choose_by_force(G_GNUC_UNUSED Player *player, const PlayerCall *call)
{
    const Position *pos = &call->line->state.chess;
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);
    int best = 0, equals = 0;

    grades_begin(call->grades, TERMS);
    for (int i = 0; i < count; i++) {
        int mark[TERM_COUNT] = {0};
        mark_move(pos, moves[i], mark);
        grades_add(call->grades, moves[i], mark);
        if (equals == 0 || mark[MARK] > best) {
            best = mark[MARK];
            equals = 0;
        }
        if (mark[MARK] == best)
            moves[equals++] = moves[i]; /* never ahead of the reading */
    }
    return choice_of_move(moves[random_below(call->random, (uint32_t)equals)]);
}

const PlayerKind PLAYER_KIND_MARCH = {
    .name = "march",
    .usage = "march",
    .summary =
        "Drogoul's MARCH (1993): each piece marks the squares that it can reach, and the move "
        "with the highest mark is played",
    .games = {&GAME_CHESS},
    .choose = choose_by_force,
};
