#include "board/movegen.h"

#include <string.h>

#include "board/fen.h"
#include "tests/data_path.h"
#include "tests/test.h"

#define GAMES 20
#define MAX_PLIES 120

/* What each flag promises: a capture takes a piece, a promotion a pawn to the end, and so on. */
static void assert_flag(const Position *pos, Move move)
{
    const Square from = move_from(move), to = move_to(move);
    const PieceType type = position_type_at(pos, from);
    const int step = ABS((int)to - (int)from);
    const bool pawn = type == PIECE_PAWN;
    const bool enters_piece = position_type_at(pos, to) != PIECE_NONE;
    const bool ends = square_rank(to) == 0 || square_rank(to) == 7;
    const bool en_passant = pawn && !enters_piece && square_file(from) != square_file(to);

    g_assert_true(move != MOVE_NONE);
    g_assert_true(move_is_promotion(move) == (pawn && ends));
    g_assert_true(move_is_en_passant(move) == en_passant);
    g_assert_true(move_is_capture(move) == (enters_piece || en_passant));
    g_assert_true(move_is_castling(move) == (type == PIECE_KING && step == 2));
    g_assert_true((move_flag(move) == MOVE_DOUBLE_PUSH) == (pawn && step == 16));
    if (move_is_capture(move))
        g_assert_true(bitboard_has(pos->by_color[color_opponent((Color)pos->turn)],
                                   move_victim_square(move)));
}

/* Goes along random games from the start and from every position of tests/data and calls @check at
 * each ply. */
static void walk_random_games(void (*check)(const Position *pos, const Move *moves, int count))
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    g_auto(GStrv) lines = data_lines("chess.perft");
    g_autoptr(GPtrArray) starts = g_ptr_array_new();

    for (char **line = lines; *line != NULL; line++)
        if (g_str_has_prefix(*line, "epd "))
            g_ptr_array_add(starts, *line + 4);
    g_assert_cmpuint(starts->len, >, 40);
    for (guint game = 0; game < GAMES + starts->len; game++) {
        Position pos = position_start();
        if (game < starts->len)
            g_assert_true(fen_parse(starts->pdata[game], &pos, NULL));
        for (int ply = 0; ply < MAX_PLIES; ply++) {
            Move moves[MOVEGEN_MAX_MOVES];
            const int count = movegen_moves(&pos, moves);
            check(&pos, moves, count);
            if (count == 0)
                break;
            position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
        }
    }
}

static void check_flags(const Position *pos, const Move *moves, int count)
{
    for (int i = 0; i < count; i++)
        assert_flag(pos, moves[i]);
}

TEST(flags_say_what_kind_of_move_it_is)
{
    walk_random_games(check_flags);
}

static void check_counts(const Position *pos, G_GNUC_UNUSED const Move *moves, int count)
{
    g_assert_cmpint(movegen_count(pos), ==, count);
    g_assert_true(movegen_any(pos) == (count > 0));
    g_assert_cmpuint(movegen_perft(pos, 0), ==, 1);
    g_assert_cmpuint(movegen_perft(pos, 1), ==, (uint64_t)count);
}

TEST(counting_finds_as_many_moves_as_listing)
{
    walk_random_games(check_counts);
}

static void check_captures(const Position *pos, const Move *moves, int count)
{
    Move captures[MOVEGEN_MAX_MOVES];
    const int found = movegen_captures(pos, captures);
    int next = 0;

    for (int i = 0; i < count; i++)
        if (move_is_capture(moves[i]) || move_is_promotion(moves[i]))
            g_assert_cmphex(next < found ? captures[next++] : MOVE_NONE, ==, moves[i]);
    g_assert_cmpint(next, ==, found);
}

TEST(captures_are_the_listed_ones_in_their_order)
{
    walk_random_games(check_captures);
}

static void check_destinations(const Position *pos, const Move *moves, int count)
{
    const Legality legality = movegen_legality(pos);
    Bitboard destinations[SQUARE_COUNT] = {0}, castlings = 0;

    for (int i = 0; i < count; i++) {
        const Square from = move_from(moves[i]), to = move_to(moves[i]);
        destinations[from] |= bitboard_of(to);
        if (move_is_castling(moves[i]))
            castlings |= bitboard_of(to);
        if (!move_is_promotion(moves[i]) || move_promotion(moves[i]) == PIECE_QUEEN)
            g_assert_cmphex(movegen_move_to(pos, from, to), ==, moves[i]);
    }
    for (Bitboard rest = pos->by_color[pos->turn]; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        g_assert_cmphex(movegen_destinations(pos, &legality, from), ==, destinations[from]);
    }
    if (!legality.checkers)
        g_assert_cmphex(movegen_castlings(pos), ==, castlings);
}

TEST(destinations_are_the_listed_moves_square_by_square)
{
    walk_random_games(check_destinations);
}

static void check_legality(const Position *pos, G_GNUC_UNUSED const Move *moves,
                           G_GNUC_UNUSED int count)
{
    const Legality legality = movegen_legality(pos);
    Bitboard pinned = 0;

    g_assert_cmpuint(legality.king, ==, position_king(pos, (Color)pos->turn));
    g_assert_cmphex(legality.checkers, ==, position_checkers(pos));
    /* Lifted from the board, a pinned piece lets a further opponent give check. */
    for (Bitboard rest = pos->by_color[pos->turn] & ~bitboard_of(legality.king); rest;
         rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        Position lifted = *pos;
        lifted.by_color[pos->turn] &= ~bitboard_of(sq);
        lifted.by_type[pos->type_at[sq]] &= ~bitboard_of(sq);
        if (position_checkers(&lifted) != legality.checkers)
            pinned |= bitboard_of(sq);
    }
    g_assert_cmphex(legality.pinned, ==, pinned);
}

TEST(checkers_and_pinned_pieces_are_found)
{
    walk_random_games(check_legality);
}

TEST(the_order_of_the_moves_is_fixed)
{
    const Position pos = position_start();
    Move first[MOVEGEN_MAX_MOVES], second[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(&pos, first);

    g_assert_cmpint(count, ==, 20);
    g_assert_cmpint(movegen_moves(&pos, second), ==, 20);
    g_assert_cmpmem(first, 20 * sizeof(Move), second, 20 * sizeof(Move));
}
