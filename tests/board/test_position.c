#include "board/position.h"

#include "board/fen.h"
#include "board/movegen.h"
#include "board/san.h"

#include "tests/test.h"

#define GAMES 100
#define MAX_PLIES 300

static Position position_from(const char *fen)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_start();

    fen_parse(fen, &pos, &error);
    g_assert_no_error(error);
    return pos;
}

static Position position_after(const char *fen, const char *move_text)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_from(fen);
    Move move = MOVE_NONE;

    if (san_parse(&pos, move_text, &move, &error))
        position_play(&pos, move);
    g_assert_no_error(error);
    return pos;
}

static void assert_fen(const Position *pos, const char *expected)
{
    char fen[FEN_TEXT_SIZE];

    fen_format(pos, fen);
    g_assert_cmpstr(fen, ==, expected);
}

TEST(the_start_position_is_that_of_the_rules)
{
    const Position pos = position_start();

    g_assert_null(position_fault(&pos));
    assert_fen(&pos, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    g_assert_cmpint(position_material(&pos, COLOR_WHITE), ==, 4000);
    g_assert_cmpint(position_material(&pos, COLOR_BLACK), ==, 4000);
}

/* position_fault() computes the key from the board. */
TEST(key_and_boards_stay_right_along_random_games)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);

    for (int game = 0; game < GAMES; game++) {
        Position pos = position_start();
        for (int ply = 0; ply < MAX_PLIES; ply++) {
            Move moves[MOVEGEN_MAX_MOVES];
            const int count = movegen_moves(&pos, moves);
            if (count == 0)
                break;
            position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
            g_assert_cmpstr(position_fault(&pos), ==, NULL);
        }
    }
}

TEST(en_passant_is_kept_only_if_a_capture_is_legal)
{
    static const struct {
        const char *fen, *move, *after;
    } cases[] = {
        /* No pawn stands beside the pushed one. */
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/7p/8/p7/1P6/4K3 w - - 0 1", "b4", "4k3/8/8/7p/1P6/p7/8/4K3 b - - 0 1"},
        /* Only a piece, or a pawn of the same side, stands beside it. */
        {"4k3/8/8/8/3n1P2/8/4P3/4K3 w - - 0 1", "e4", "4k3/8/8/8/3nPP2/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
        {"4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1", "e5", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2"},
        {"4k3/7p/8/6P1/8/8/8/4K3 b - - 0 1", "h5", "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 2"},
        /* The edges of the board are no neighbours. */
        {"4k3/8/8/8/p7/8/7P/4K3 w - - 0 1", "h4", "4k3/8/8/8/p6P/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", "a4", "4k3/8/8/8/P6p/8/8/4K3 b - - 0 1"},
        /* The capturer is pinned: on its file, on a diagonal, on the diagonal it captures along. */
        {"3rk3/4p3/8/3P4/8/8/8/3K4 b - - 0 1", "e5", "3rk3/8/8/3Pp3/8/8/8/3K4 w - - 0 2"},
        {"4k3/1b2p3/8/3P4/4K3/8/8/8 b - - 0 1", "e5", "4k3/1b6/8/3Pp3/4K3/8/8/8 w - - 0 2"},
        {"6bk/4p3/8/3P4/2K5/8/8/8 b - - 0 1", "e5", "6bk/8/8/3Pp3/2K5/8/8/8 w - e6 0 2"},
        /* Both pawns leave the rank of the king; with a third one beside them it stays closed. */
        {"4k3/4p3/8/K2P3r/8/8/8/8 b - - 0 1", "e5", "4k3/8/8/K2Pp2r/8/8/8/8 w - - 0 2"},
        {"4k3/4p3/8/K2P1P1r/8/8/8/8 b - - 0 1", "e5", "4k3/8/8/K2PpP1r/8/8/8/8 w - e6 0 2"},
        /* One of two capturers is pinned. */
        {"2r1k3/3p4/8/2P1P3/8/8/8/2K5 b - - 0 1", "d5", "2r1k3/8/8/2PpP3/8/8/8/2K5 w - d6 0 2"},
        /* The pushed pawn gives check and can be taken; a discovered check it does not end. */
        {"4k3/4p3/8/3P4/3K4/8/8/8 b - - 0 1", "e5", "4k3/8/8/3Pp3/3K4/8/8/8 w - e6 0 2"},
        {"1b5k/2p5/8/1P2K3/8/8/8/8 b - - 0 1", "c5", "1b5k/8/8/1Pp1K3/8/8/8/8 w - - 0 2"},
        /* The right lasts one ply. */
        {"4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2", "Kd1", "4k3/8/8/3Pp3/8/8/8/3K4 b - - 1 2"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Position after = position_after(cases[i].fen, cases[i].move);
        const Position read = position_from(cases[i].after);
        assert_fen(&after, cases[i].after);
        g_assert_cmphex(after.key, ==, read.key);
    }
}

TEST(a_right_to_capture_en_passant_is_in_the_key)
{
    const Position with = position_from("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2");
    const Position without = position_from("4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 2");
    const Position impossible = position_from("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 2");
    const Position same = position_from("4k3/8/8/4p3/8/8/8/4K3 w - - 0 2");

    g_assert_cmphex(with.key, !=, without.key);
    g_assert_cmphex(impossible.key, ==, same.key);
}

TEST(turn_rights_and_pieces_are_in_the_key_and_counters_are_not)
{
    static const char *const different[] = {
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1",  "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1",  "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",    "r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1",
        "q3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
    };
    const Position first = position_from(different[0]);
    const Position later = position_from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 17 40");

    g_assert_cmphex(first.key, ==, later.key);
    for (size_t i = 0; i < G_N_ELEMENTS(different); i++)
        for (size_t j = 0; j < i; j++)
            g_assert_cmphex(position_from(different[i]).key, !=, position_from(different[j]).key);
}

TEST(castling_rights_go_with_king_and_rook)
{
    static const struct {
        const char *fen, *move, *after;
    } cases[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kd2", "r3k2r/8/8/8/8/8/3K4/R6R b kq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rh3", "r3k2r/8/8/8/8/7R/8/R3K3 b Qkq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ra3", "r3k2r/8/8/8/8/R7/8/4K2R b Kkq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "Ke7", "r6r/4k3/8/8/8/8/8/R3K2R w KQ - 1 2"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "Rg8", "r3k1r1/8/8/8/8/8/8/R3K2R w KQq - 1 2"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "Rb8", "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 1 2"},
        /* A rook takes a rook: both sides lose a right. */
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxh8+", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "Rxa1+", "4k2r/8/8/8/8/8/8/r3K2R w Kk - 0 2"},
        /* Another piece takes the rook at home, even by promotion. */
        {"r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1", "gxh8=N", "r3k2N/8/8/8/8/8/8/R3K2R b KQq - 0 1"},
        {"r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", "Bxh1", "r3k2r/8/8/8/8/8/8/R3K2b w Qkq - 0 2"},
        /* Castling moves both pieces and uses up both rights. */
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 6 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "O-O-O", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 6 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "O-O", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 6 10"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "O-O-O", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 6 10"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Position after = position_after(cases[i].fen, cases[i].move);
        assert_fen(&after, cases[i].after);
        g_assert_cmpstr(position_fault(&after), ==, NULL);
        g_assert_cmphex(after.key, ==, position_from(cases[i].after).key);
    }
}

TEST(pieces_end_where_the_move_takes_them)
{
    static const struct {
        const char *fen, *move, *after;
    } cases[] = {
        {"4k3/8/8/3Pp3/8/8/8/4K3 w - e6 3 2", "dxe6", "4k3/8/4P3/8/8/8/8/4K3 b - - 0 2"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 3 2", "dxe3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 3"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 3 2", "a8=R", "Rn2k3/8/8/8/8/8/8/4K3 b - - 0 2"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 3 2", "axb8=B", "1B2k3/8/8/8/8/8/8/4K3 b - - 0 2"},
        {"4k3/8/8/8/8/8/p7/4K3 b - - 3 2", "a1=N", "4k3/8/8/8/8/8/8/n3K3 w - - 0 3"},
        {"4k3/8/8/8/8/8/P7/4K2R w - - 3 2", "Rh4", "4k3/8/8/8/7R/8/P7/4K3 b - - 4 2"},
        {"4k3/8/8/8/7n/8/P7/4K2R w - - 3 2", "Rxh4", "4k3/8/8/8/7R/8/P7/4K3 b - - 0 2"},
        {"4k3/8/8/8/7n/8/P7/4K2R w - - 3 2", "a3", "4k3/8/8/8/7n/P7/8/4K2R b - - 0 2"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Position after = position_after(cases[i].fen, cases[i].move);
        assert_fen(&after, cases[i].after);
        g_assert_cmpstr(position_fault(&after), ==, NULL);
    }
}

TEST(counters_that_are_full_stay_full)
{
    const Position after = position_after("4k3/8/8/8/8/8/8/R3K3 b - - 65535 65535", "Kd8");

    assert_fen(&after, "3k4/8/8/8/8/8/8/R3K3 w - - 65535 65535");
}

/* A position that is only wrong in what the caller adds to it: kings on e1 and e8. */
static Position kings(void)
{
    Position pos = position_empty();

    position_place(&pos, COLOR_WHITE, PIECE_KING, SQUARE_E1);
    position_place(&pos, COLOR_BLACK, PIECE_KING, SQUARE_E8);
    return pos;
}

TEST(a_position_with_a_king_each_has_no_fault)
{
    const Position pos = kings();

    g_assert_cmpstr(position_fault(&pos), ==, NULL);
}

TEST(a_side_without_or_with_several_kings_is_named)
{
    Position none = position_empty(), two = kings(), black = kings();

    position_place(&none, COLOR_BLACK, PIECE_KING, SQUARE_E8);
    position_place(&two, COLOR_WHITE, PIECE_KING, SQUARE_A1);
    position_place(&black, COLOR_BLACK, PIECE_KING, SQUARE_A8);
    g_assert_cmpstr(position_fault(&none), ==, "White does not have exactly one king");
    g_assert_cmpstr(position_fault(&two), ==, "White does not have exactly one king");
    g_assert_cmpstr(position_fault(&black), ==, "Black does not have exactly one king");
}

TEST(a_pawn_on_the_first_or_last_rank_is_named)
{
    for (int i = 0; i < 4; i++) {
        Position pos = kings();
        position_place(&pos, i & 1 ? COLOR_BLACK : COLOR_WHITE, PIECE_PAWN,
                       i & 2 ? SQUARE_A8 : SQUARE_A1);
        g_assert_cmpstr(position_fault(&pos), ==, "a pawn stands on the first or last rank");
    }
}

TEST(more_pieces_than_pawns_could_become_are_named)
{
    Position pawns = kings(), knights = kings(), promoted = kings();

    for (Square sq = 8; sq < 8 + 9; sq++)
        position_place(&pawns, COLOR_WHITE, PIECE_PAWN, sq);
    g_assert_cmpstr(position_fault(&pawns), ==, "White has more than 8 pawns");
    for (Square sq = 16; sq < 16 + 11; sq++)
        position_place(&knights, COLOR_BLACK, PIECE_KNIGHT, sq);
    g_assert_cmpstr(position_fault(&knights), ==,
                    "Black has more pieces than its pawns could have promoted to");
    for (Square sq = 8; sq < 8 + 5; sq++)
        position_place(&promoted, COLOR_WHITE, PIECE_PAWN, sq);
    for (Square sq = 21; sq < 21 + 5; sq++)
        position_place(&promoted, COLOR_WHITE, PIECE_ROOK, sq);
    g_assert_cmpstr(position_fault(&promoted), ==, NULL);
    position_place(&promoted, COLOR_WHITE, PIECE_KNIGHT, 26);
    position_place(&promoted, COLOR_WHITE, PIECE_KNIGHT, 27);
    g_assert_cmpstr(position_fault(&promoted), ==, NULL);
    position_place(&promoted, COLOR_WHITE, PIECE_KNIGHT, 28);
    g_assert_cmpstr(position_fault(&promoted), ==,
                    "White has more pieces than its pawns could have promoted to");
}

TEST(a_king_that_could_be_captured_is_named)
{
    Position pos = kings(), touching = position_empty();

    position_place(&pos, COLOR_WHITE, PIECE_ROOK, 8 * 3 + 4);
    g_assert_cmpstr(position_fault(&pos), ==, "the side not to move is in check");
    position_set_state(&pos, COLOR_BLACK, 0);
    g_assert_cmpstr(position_fault(&pos), ==, NULL);
    position_place(&touching, COLOR_WHITE, PIECE_KING, SQUARE_E1);
    position_place(&touching, COLOR_BLACK, PIECE_KING, SQUARE_F1);
    g_assert_cmpstr(position_fault(&touching), ==, "the side not to move is in check");
}

TEST(castling_rights_without_king_and_rook_at_home_are_named)
{
    static const char letters[] = "KQkq";

    for (int i = 0; i < 4; i++) {
        const Color color = i < 2 ? COLOR_WHITE : COLOR_BLACK;
        const Square rook = (Square)((i % 2 == 0 ? SQUARE_H1 : SQUARE_A1) ^ (i < 2 ? 0 : 56));
        Position without = kings(), with = kings(), opponent = kings(), away = position_empty();
        g_autofree char *fault = g_strdup_printf("castling right %c", letters[i]);

        position_set_state(&without, COLOR_WHITE, 1U << i);
        g_assert_true(g_str_has_prefix(position_fault(&without), fault));
        position_place(&with, color, PIECE_ROOK, rook);
        position_set_state(&with, color, 1U << i);
        g_assert_cmpstr(position_fault(&with), ==, NULL);
        position_place(&opponent, color_opponent(color), PIECE_ROOK, rook);
        position_set_state(&opponent, color, 1U << i);
        g_assert_true(g_str_has_prefix(position_fault(&opponent), fault));
        position_place(&away, COLOR_WHITE, PIECE_KING, SQUARE_E1 + 16);
        position_place(&away, COLOR_BLACK, PIECE_KING, SQUARE_E8 - 16);
        position_place(&away, color, PIECE_ROOK, rook);
        position_set_state(&away, color, 1U << i);
        g_assert_true(g_str_has_prefix(position_fault(&away), fault));
    }
}

TEST(boards_and_keys_that_disagree_are_named)
{
    Position key = kings(), type = kings(), color = kings(), square = kings(), both = kings();

    key.key ^= 1;
    g_assert_cmpstr(position_fault(&key), ==, "the key does not belong to the position");
    type.by_type[PIECE_QUEEN] |= 1;
    g_assert_cmpstr(position_fault(&type), ==, "the boards of the position disagree");
    color.by_color[COLOR_WHITE] |= 1;
    g_assert_cmpstr(position_fault(&color), ==, "the boards of the position disagree");
    square.type_at[SQUARE_A1] = PIECE_QUEEN;
    g_assert_cmpstr(position_fault(&square), ==, "the boards of the position disagree");
    both.by_color[COLOR_WHITE] |= both.by_color[COLOR_BLACK];
    g_assert_cmpstr(position_fault(&both), ==, "the boards of the position disagree");
}

TEST(attackers_are_found_through_what_is_taken_away)
{
    const Position pos = position_from("4k3/8/8/4q3/2p1r3/3P4/4Q3/4K3 w - - 0 1");
    const Square e3 = 16 + 4, e4 = 24 + 4, d3 = 16 + 3;
    const Bitboard occupied = position_occupied(&pos);

    g_assert_cmphex(position_attackers(&pos, d3, occupied), ==,
                    bitboard_of(24 + 2) | bitboard_of(8 + 4));
    g_assert_cmphex(position_attackers(&pos, e4, occupied), ==,
                    bitboard_of(32 + 4) | bitboard_of(8 + 4) | bitboard_of(d3));
    g_assert_cmphex(position_sliders_to(&pos, e3, occupied), ==,
                    bitboard_of(e4) | bitboard_of(8 + 4));
    g_assert_cmphex(position_sliders_to(&pos, e3, occupied & ~bitboard_of(e4)), ==,
                    bitboard_of(32 + 4) | bitboard_of(e4) | bitboard_of(8 + 4));
    g_assert_cmphex(position_checkers(&pos), ==, 0);
    g_assert_cmpint(position_material(&pos, COLOR_WHITE), ==, 1000);
    g_assert_cmpint(position_material(&pos, COLOR_BLACK), ==, 1500);
}
