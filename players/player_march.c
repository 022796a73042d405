#include "players/player_march.h"

#include "board/chess.h"
#include "board/movegen.h"
#include "players/player_kinds.h"

#define SIGHT 10 /* for each piece that sees the square, and for danger */
#define CAPTURE_FACTOR 2

static int value_of(const Position *pos, Bitboard pieces, int king_value)
{
    int value = 0;

    while (pieces) {
        const PieceType type = position_type_at(pos, bitboard_pop(&pieces));
        value += type == PIECE_KING ? king_value : PIECE_VALUE[type];
    }
    return value;
}

static Bitboard sight(const Position *pos, Color color, Square sq)
{
    return attacks_from(position_type_at(pos, sq), color, sq, position_occupied(pos));
}

/* What the mover sees from its new square and did not see from its old one. */
static void mark_sights(const Position *pos, const Position *next, Move move, MarchMark *mark)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Bitboard before = sight(pos, us, move_from(move));
    const Bitboard after = sight(next, us, move_to(move));
    const Bitboard threatened_before = before & pos->by_color[them];
    const Bitboard defended_before = before & pos->by_color[us];

    mark->threats =
        value_of(next, after & next->by_color[them] & ~threatened_before, PIECE_VALUE[PIECE_QUEEN]);
    mark->defences = value_of(next, after & next->by_color[us] & ~defended_before, 0);
}

static int rank_from_own_side(Color color, Square sq)
{
    return color == COLOR_WHITE ? square_rank(sq) + 1 : 8 - square_rank(sq);
}

MarchMark player_march_mark(const Position *pos, Move move)
{
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Square to = move_to(move);
    const PieceType mover = position_type_at(pos, move_from(move));
    Position next = *pos;
    Bitboard seeing, opponents;
    MarchMark mark = {0};

    position_play(&next, move);
    seeing = position_attackers(&next, to, position_occupied(&next));
    opponents = seeing & next.by_color[them];
    mark.support = SIGHT * bitboard_count(seeing & next.by_color[us]);
    mark.opposition = -SIGHT * bitboard_count(opponents);
    if (move_is_capture(move))
        mark.capture =
            CAPTURE_FACTOR * PIECE_VALUE[position_type_at(pos, move_victim_square(move))];
    if (move_is_promotion(move))
        mark.promotion = PIECE_VALUE[move_promotion(move)] - PIECE_VALUE[PIECE_PAWN];
    if (opponents)
        mark.danger = -SIGHT - PIECE_VALUE[position_type_at(&next, to)];
    if (mover == PIECE_PAWN)
        mark.advance = rank_from_own_side(us, to);
    mark_sights(pos, &next, move, &mark);
    return mark;
}

int player_march_total(const MarchMark *mark)
{
    return mark->support + mark->opposition + mark->capture + mark->promotion + mark->threats +
           mark->defences + mark->danger + mark->advance;
}

static bool plays(const Game *game)
{
    return game == &GAME_CHESS;
}

static const char *const COLUMNS[] = {"support",  "opposition", "capture", "promotion", "threats",
                                      "defences", "danger",     "advance", "mark",      NULL};

static Choice choose(G_GNUC_UNUSED Player *player, const PlayerCall *call)
{
    const Position *pos = &call->line->state.chess;
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);
    int best = 0, equals = 0;

    grades_begin(call->grades, COLUMNS);
    for (int i = 0; i < count; i++) {
        const MarchMark mark = player_march_mark(pos, moves[i]);
        const int total = player_march_total(&mark);
        grades_add(call->grades, moves[i],
                   (int[]){mark.support, mark.opposition, mark.capture, mark.promotion,
                           mark.threats, mark.defences, mark.danger, mark.advance, total});
        if (equals == 0 || total > best) {
            best = total;
            equals = 0;
        }
        if (total == best)
            moves[equals++] = moves[i]; /* never ahead of the reading */
    }
    return choice_of_move(moves[random_below(call->random, (uint32_t)equals)]);
}

const PlayerKind PLAYER_KIND_MARCH = {
    .name = "march",
    .usage = "march",
    .summary = "Drogoul's MARCH (1993): the piece with the highest mark for a square moves",
    .plays = plays,
    .choose = choose,
};
