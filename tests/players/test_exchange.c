
#include "agents/random.h"
#include "board/exchange.h"
#include "board/movegen.h"
#include "tests/positions.h"
#include "tests/test.h"

static const struct {
    const char *fen;
    const char *from_to; /* "e1e5" */
    int worth;
} EXCHANGES[] = {
    {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},           /* undefended */
    {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200}, /* x-rays */
    {"4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", -400},
    {"4k3/8/3p4/4p3/3P4/8/8/4RK2 w - - 0 1", "d4e5", 100},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
    {"4k3/8/3r4/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", 500},
    {"4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -800},
    {"4k3/3r4/8/3p4/8/3R4/3Q4/4K3 w - - 0 1", "d3d5", 100}, /* the queen stands behind */
    {"8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400},     /* a king guards */
    {"8/8/4k3/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", 100},    /* and may not, with a rook behind */
    {"4k3/8/8/8/8/2p5/8/R3K2R w KQ - 0 1", "e1g1", 0},
    {"4k3/8/8/3n4/8/8/8/3QK3 w - - 0 1", "d1a4", 0},
};

static Move find(const Position *pos, const char *from_to)
{
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);
    char text[MOVE_TEXT_SIZE];

    for (int i = 0; i < count; i++) {
        move_format(moves[i], text);
        if (g_str_has_prefix(text, from_to))
            return moves[i];
    }
    g_error("%s is not legal", from_to);
}

TEST(exchanges_are_worth_what_they_bring)
{
    for (size_t i = 0; i < G_N_ELEMENTS(EXCHANGES); i++) {
        const Position pos = position_of(EXCHANGES[i].fen);
        const Move move = find(&pos, EXCHANGES[i].from_to);
        if (!exchange_wins(&pos, move, EXCHANGES[i].worth) ||
            exchange_wins(&pos, move, EXCHANGES[i].worth + 1))
            g_test_fail_printf("%s %s is not worth %d", EXCHANGES[i].fen, EXCHANGES[i].from_to,
                               EXCHANGES[i].worth);
    }
}

/* A board that knows nothing but what stands where. */
typedef struct {
    const Position *pos;
    Bitboard occupied;
} Board;

static int value_of(PieceType type)
{
    return type == PIECE_KING ? 0 : PIECE_VALUE[type];
}

static Square cheapest_attacker(const Board *board, Square to, Color color)
{
    Bitboard attackers = position_attackers(board->pos, to, board->occupied) & board->occupied &
                         board->pos->by_color[color];
    Square best = SQUARE_NONE;

    while (attackers) {
        const Square sq = bitboard_pop(&attackers);
        if (best == SQUARE_NONE || board->pos->type_at[sq] < board->pos->type_at[best])
            best = sq;
    }
    return best;
}

/* What @color wins on @to, where @standing stands, if it may also leave it. */
static int best_exchange(Board board, Square to, PieceType standing, Color color)
{
    const Square from = cheapest_attacker(&board, to, color);
    Board next = board;
    int worth;

    if (from == SQUARE_NONE)
        return 0;
    next.occupied ^= bitboard_of(from);
    if (position_type_at(board.pos, from) == PIECE_KING &&
        cheapest_attacker(&next, to, color_opponent(color)) != SQUARE_NONE)
        return 0;
    worth = value_of(standing) -
            best_exchange(next, to, position_type_at(board.pos, from), color_opponent(color));
    return MAX(worth, 0);
}

static int worth_of(const Position *pos, Move move)
{
    const Square to = move_to(move);
    const Board board = {pos, position_occupied_after(pos, move) & ~bitboard_of(to)};
    const int gain =
        move_is_capture(move) ? value_of(position_type_at(pos, move_victim_square(move))) : 0;

    return gain - best_exchange(board, to, position_type_at(pos, move_from(move)),
                                color_opponent((Color)pos->turn));
}

TEST(it_agrees_with_taking_turn_by_turn)
{
    Random random = random_for_job(1, 1);
    int asked = 0;

    for (int game = 0; game < 200; game++) {
        Position pos = position_start();
        Move moves[MOVEGEN_MAX_MOVES];
        int count;
        for (int ply = 0; ply < 120 && (count = movegen_moves(&pos, moves)) > 0; ply++) {
            for (int i = 0; i < count; i++) {
                if (move_is_castling(moves[i]))
                    continue;
                const int worth = worth_of(&pos, moves[i]);
                asked++;
                g_assert_true(exchange_wins(&pos, moves[i], worth));
                g_assert_false(exchange_wins(&pos, moves[i], worth + 1));
            }
            position_play(&pos, moves[random_below(&random, (uint32_t)count)]);
        }
    }
    g_assert_cmpint(asked, >, 100000);
}
