#include "board/position.h"

#include "board/fen.h"
#include "board/movegen.h"
#include "board/san.h"

#include "tests/position_damage.h"
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

static Position played(const char *fen, const char *move_text)
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
            g_assert_cmpstr(position_damage(&pos), ==, NULL);
        }
    }
}

TEST_ROWS(en_passant_is_kept_only_if_a_capture_is_legal)
{
    const Position after = played(field[0], field[1]);
    const Position read = position_from(field[2]);

    assert_fen(&after, field[2]);
    g_assert_cmphex(after.key, ==, read.key);
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

TEST_ROWS(castling_rights_go_with_king_and_rook)
{
    const Position after = played(field[0], field[1]);

    assert_fen(&after, field[2]);
    g_assert_cmpstr(position_damage(&after), ==, NULL);
    g_assert_cmphex(after.key, ==, position_from(field[2]).key);
}

TEST_ROWS(pieces_end_where_the_move_takes_them)
{
    const Position after = played(field[0], field[1]);

    assert_fen(&after, field[2]);
    g_assert_cmpstr(position_damage(&after), ==, NULL);
}

TEST(counters_that_are_full_stay_full)
{
    const Position after = played("4k3/8/8/8/8/8/8/R3K3 b - - 65535 65535", "Kd8");

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
        g_assert_cmpstr(position_fault(&pos), ==, "a pawn is on the first or last rank");
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
                    "Black has more promoted pieces than missing pawns");
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
                    "White has more promoted pieces than missing pawns");
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
