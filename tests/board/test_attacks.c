#include "board/attacks.h"

#include "tests/test.h"

#define RANDOM_OCCUPANCIES 1000

static const int DIAGONAL_STEPS[][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int STRAIGHT_STEPS[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int KNIGHT_STEPS[][2] = {{1, 2},   {2, 1},   {-1, 2}, {-2, 1},
                                      {-1, -2}, {-2, -1}, {1, -2}, {2, -1}};

/* The squares reached from @sq by going at most @reach times in one of the directions, up to and
 * including the first occupied square: slow, and told by no table. */
static Bitboard walk(Square sq, const int steps[][2], int count, int reach, Bitboard occupied)
{
    Bitboard reached = 0;

    for (int i = 0; i < count; i++)
        for (int n = 1; n <= reach; n++) {
            const int file = sq % 8 + n * steps[i][0], rank = sq / 8 + n * steps[i][1];
            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            reached |= UINT64_C(1) << (rank * 8 + file);
            if (occupied >> (rank * 8 + file) & 1)
                break;
        }
    return reached;
}

static void assert_sliders(Square sq, Bitboard occupied)
{
    const Bitboard diagonal = walk(sq, DIAGONAL_STEPS, 4, 7, occupied);
    const Bitboard straight = walk(sq, STRAIGHT_STEPS, 4, 7, occupied);

    g_assert_cmphex(attacks_bishop(sq, occupied), ==, diagonal);
    g_assert_cmphex(attacks_rook(sq, occupied), ==, straight);
    g_assert_cmphex(attacks_queen(sq, occupied), ==, diagonal | straight);
}

TEST(sliders_stop_at_the_first_piece_on_random_boards)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);

    for (int i = 0; i < RANDOM_OCCUPANCIES; i++) {
        Bitboard occupied = (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand);
        if (i % 3 > 0) /* half full, a quarter full, an eighth full */
            occupied &= (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand);
        if (i % 3 > 1)
            occupied &= (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand);
        for (Square sq = 0; sq < SQUARE_COUNT; sq++)
            assert_sliders(sq, occupied);
    }
}

TEST(sliders_stop_at_the_first_piece_whatever_stands_on_their_lines)
{
    /* A corner, an edge, a square beside the edge, and one in the middle with most lines. */
    static const Square squares[] = {SQUARE_A1, SQUARE_H8, SQUARE_E1, 8 + 6, 32, 27};

    for (size_t i = 0; i < G_N_ELEMENTS(squares); i++) {
        const Square sq = squares[i];
        const Bitboard lines[2] = {walk(sq, DIAGONAL_STEPS, 4, 7, 0),
                                   walk(sq, STRAIGHT_STEPS, 4, 7, 0)};
        for (int j = 0; j < 2; j++) {
            Bitboard occupied = 0;
            do { /* each subset of the lines once */
                assert_sliders(sq, occupied);
                occupied = (occupied - lines[j]) & lines[j];
            } while (occupied);
        }
    }
}

TEST(no_two_sets_of_blockers_share_an_entry_unless_they_leave_the_same_squares)
{
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Bitboard masks[2] = {ATTACKS_BISHOP[sq].mask, ATTACKS_ROOK[sq].mask};
        for (int j = 0; j < 2; j++) {
            Bitboard occupied = 0;
            do {
                assert_sliders(sq, occupied);
                occupied = (occupied - masks[j]) & masks[j];
            } while (occupied);
        }
    }
}

TEST(what_stands_on_no_line_of_a_slider_does_not_matter)
{
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Bitboard diagonal = walk(sq, DIAGONAL_STEPS, 4, 7, 0);
        const Bitboard straight = walk(sq, STRAIGHT_STEPS, 4, 7, 0);
        g_assert_cmphex(attacks_bishop(sq, ~diagonal), ==, diagonal);
        g_assert_cmphex(attacks_rook(sq, ~straight), ==, straight);
    }
}

TEST(kings_and_knights_leap_and_do_not_leave_the_board)
{
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        g_assert_cmphex(attacks_king(sq), ==,
                        walk(sq, DIAGONAL_STEPS, 4, 1, 0) | walk(sq, STRAIGHT_STEPS, 4, 1, 0));
        g_assert_cmphex(attacks_knight(sq), ==, walk(sq, KNIGHT_STEPS, 8, 1, 0));
    }
}

TEST(pawns_attack_the_two_squares_diagonally_before_them)
{
    static const int before[COLOR_COUNT][2][2] = {{{1, 1}, {-1, 1}}, {{1, -1}, {-1, -1}}};

    for (Color color = 0; color < COLOR_COUNT; color++)
        for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
            g_assert_cmphex(attacks_pawn(color, sq), ==, walk(sq, before[color], 2, 1, 0));
            g_assert_cmphex(attacks_pawns(color, bitboard_of(sq)), ==, attacks_pawn(color, sq));
        }
}

TEST(many_pawns_attack_what_each_of_them_attacks)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(2);

    for (int i = 0; i < RANDOM_OCCUPANCIES; i++) {
        const Bitboard pawns = (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand);
        for (Color color = 0; color < COLOR_COUNT; color++) {
            Bitboard attacked = 0;
            for (Bitboard rest = pawns; rest; rest &= rest - 1)
                attacked |= attacks_pawn(color, bitboard_first(rest));
            g_assert_cmphex(attacks_pawns(color, pawns), ==, attacked);
        }
    }
}

TEST(many_pieces_attack_what_each_of_them_attacks)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(3);

    for (int i = 0; i < RANDOM_OCCUPANCIES; i++) {
        const Bitboard thin = (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand);
        const Bitboard occupied = thin & ((uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand));
        const Bitboard pieces = occupied & ((uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand));
        Bitboard attacked[PIECE_TYPE_COUNT] = {0};
        for (PieceType type = PIECE_KNIGHT; type < PIECE_TYPE_COUNT; type++)
            for (Bitboard rest = pieces; rest; rest &= rest - 1)
                attacked[type] |= attacks_from(type, COLOR_WHITE, bitboard_first(rest), occupied);
        g_assert_cmphex(attacks_knights(pieces), ==, attacked[PIECE_KNIGHT]);
        g_assert_cmphex(attacks_bishops(pieces, occupied), ==, attacked[PIECE_BISHOP]);
        g_assert_cmphex(attacks_rooks(pieces, occupied), ==, attacked[PIECE_ROOK]);
        g_assert_cmphex(attacks_kings(pieces), ==, attacked[PIECE_KING]);
    }
}

TEST(every_kind_of_piece_has_its_own_attacks)
{
    const Bitboard occupied = UINT64_C(0x00ff0412a0481100);

    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        g_assert_cmphex(attacks_from(PIECE_PAWN, COLOR_WHITE, sq, occupied), ==,
                        attacks_pawn(COLOR_WHITE, sq));
        g_assert_cmphex(attacks_from(PIECE_PAWN, COLOR_BLACK, sq, occupied), ==,
                        attacks_pawn(COLOR_BLACK, sq));
        g_assert_cmphex(attacks_from(PIECE_KNIGHT, COLOR_WHITE, sq, occupied), ==,
                        attacks_knight(sq));
        g_assert_cmphex(attacks_from(PIECE_BISHOP, COLOR_WHITE, sq, occupied), ==,
                        attacks_bishop(sq, occupied));
        g_assert_cmphex(attacks_from(PIECE_ROOK, COLOR_WHITE, sq, occupied), ==,
                        attacks_rook(sq, occupied));
        g_assert_cmphex(attacks_from(PIECE_QUEEN, COLOR_WHITE, sq, occupied), ==,
                        attacks_queen(sq, occupied));
        g_assert_cmphex(attacks_from(PIECE_KING, COLOR_WHITE, sq, occupied), ==, attacks_king(sq));
        g_assert_cmphex(attacks_from(PIECE_NONE, COLOR_WHITE, sq, occupied), ==, 0);
    }
}

/* The squares strictly between @a and @b and those of the whole line, found by walking along each
 * direction from @a. */
static void walk_line(Square a, Square b, Bitboard *out_between, Bitboard *out_line)
{
    *out_between = *out_line = 0;
    for (int i = 0; i < 8; i++) {
        const int *step = i < 4 ? DIAGONAL_STEPS[i] : STRAIGHT_STEPS[i - 4];
        const int back[2] = {-step[0], -step[1]};
        const Bitboard forward = walk(a, (const int(*)[2])step, 1, 7, 0);
        if (forward >> b & 1) {
            *out_between = walk(a, (const int(*)[2])step, 1, 7, bitboard_of(b)) & ~bitboard_of(b);
            *out_line = forward | walk(a, &back, 1, 7, 0) | bitboard_of(a);
        }
    }
}

TEST(lines_run_through_both_squares_and_between_them)
{
    for (Square a = 0; a < SQUARE_COUNT; a++)
        for (Square b = 0; b < SQUARE_COUNT; b++) {
            Bitboard between, line;
            walk_line(a, b, &between, &line);
            g_assert_cmphex(attacks_between(a, b), ==, between);
            g_assert_cmphex(attacks_line(a, b), ==, line);
        }
    g_assert_cmphex(attacks_between(SQUARE_A1, SQUARE_D1), ==, UINT64_C(0x06));
    g_assert_cmphex(attacks_line(SQUARE_C1, SQUARE_E1), ==, RANK_1);
    g_assert_cmphex(attacks_line(SQUARE_A1, SQUARE_A1), ==, 0);
}

TEST(squares_of_a_set_are_counted_and_taken_out_from_the_lowest)
{
    Bitboard set = UINT64_C(0x8000000000000011);

    g_assert_cmpint(bitboard_count(0), ==, 0);
    g_assert_cmpint(bitboard_count(~UINT64_C(0)), ==, 64);
    g_assert_cmpint(bitboard_count(set), ==, 3);
    g_assert_true(bitboard_has_several(set));
    g_assert_cmpuint(bitboard_pop(&set), ==, SQUARE_A1);
    g_assert_cmpuint(bitboard_pop(&set), ==, SQUARE_E1);
    g_assert_false(bitboard_has_several(set));
    g_assert_cmpuint(bitboard_pop(&set), ==, SQUARE_H8);
    g_assert_cmphex(set, ==, 0);
    g_assert_false(bitboard_has_several(set));
}
