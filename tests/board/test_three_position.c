#include "board/three_position.h"

#include <stdlib.h>

#include "tests/test.h"
#include "tests/three_consistent.h"
#include "tests/three_support.h"

static void assert_stands(const ThreePosition *pos, const char *expected)
{
    char text[THREE_TEXT_SIZE];

    three_text_format(pos, text);
    g_assert_cmpstr(text, ==, expected);
    g_assert_true(three_is_consistent(pos));
}

/* @expected arranges where the pieces stand after the moves @text from the position @before. */
static ThreePosition assert_leads(const char *before, const char *text, const char *expected)
{
    const ThreePosition wanted = three_arrange(expected);
    g_auto(GStrv) word = g_strsplit(text, " ", -1);
    ThreePosition pos = three_arrange(before);
    char position[THREE_TEXT_SIZE];

    for (int i = 0; word[i] != NULL; i++)
        three_play(&pos, word[i]);
    three_text_format(&wanted, position);
    assert_stands(&pos, position);
    g_assert_cmphex(pos.key, ==, wanted.key);
    return pos;
}

TEST(each_section_starts_alike_and_blue_moves)
{
    const ThreePosition pos = three_position_start();

    assert_stands(&pos, "RP..NP..BP..QP..KP..BP..NP..RP.."
                        "rp..np..bp..qp..kp..bp..np..rp.."
                        "41..21..31..51..61..31..21..41.. B");
    for (ThreeColor color = 0; color < THREE_COLOR_COUNT; color++) {
        g_assert_cmpint(pos.worth[color], ==, 79);
        g_assert_cmpint(three_position_score(&pos, color), ==, 79);
        g_assert_cmpint(pos.king_taken[color], ==, THREE_NOBODY);
    }
    g_assert_cmpint(three_position_winner(&pos), ==, THREE_NOBODY);
}

TEST(a_captured_piece_counts_for_who_took_it)
{
    const ThreePosition pos =
        assert_leads("B BRBA1 GQBA4 GKGE1 RKRE1", "BA1BA4", "G BRBA4 GKGE1 RKRE1");

    g_assert_cmpint(three_position_score(&pos, THREE_BLUE), ==, 5 + 9);
    g_assert_cmpint(three_position_score(&pos, THREE_GREEN), ==, 40);
    g_assert_cmpint(three_position_winner(&pos), ==, THREE_NOBODY);
}

TEST(a_pawn_becomes_a_queen_at_the_end_of_another_section)
{
    ThreePosition pos = assert_leads("B BPGC2 RNGB1", "GC2GC1", "G BQGC1 RNGB1");

    g_assert_cmpint(three_position_score(&pos, THREE_BLUE), ==, 9);
    pos = assert_leads("B BPGC2 RNGB1", "GC2GB1", "G BQGB1");
    g_assert_cmpint(three_position_score(&pos, THREE_BLUE), ==, 9 + 3);
    /* a queen that is taken counts as one */
    pos = assert_leads("G BQGC1 GRGA1", "GA1GC1", "R GRGC1");
    g_assert_cmpint(three_position_score(&pos, THREE_GREEN), ==, 5 + 9);
    assert_leads("B BRGC2", "GC2GC1", "G BRGC1");
    assert_leads("B BPGC3", "GC3GC2", "G BPGC2");
}

TEST(castling_moves_the_rook_over_the_king)
{
    assert_leads("B BKBE1 BRBH1 BRBA1", "BE1BG1", "G BKBG1 BRBF1 BRBA1");
    assert_leads("B BKBE1 BRBH1 BRBA1", "BE1BC1", "G BKBC1 BRBH1 BRBD1");
    assert_leads("R RKRE1 RRRH1 RRRA1", "RE1RC1", "B RKRC1 RRRH1 RRRD1");
    /* whatever king and rook have done before */
    assert_leads("B BKBE2 BRBH2 GKGE1 RKRE1", "BE2BE1 GE1GE2 RE1RE2 BH2BH1 GE2GE1 RE2RE1 BE1BG1",
                 "G BKBG1 BRBF1 GKGE1 RKRE1");
    /* another piece that goes there is just that */
    assert_leads("B BRBE1 BRBH1", "BE1BG1", "G BRBG1 BRBH1");
}

TEST(who_takes_a_king_wins_and_the_turn_goes_on)
{
    const ThreePosition pos =
        assert_leads("R RRGE4 BKBE1 GKGE1 RKRE1", "GE4GE1", "B RRGE1 BKBE1 RKRE1");

    g_assert_cmpint(three_position_winner(&pos), ==, THREE_RED);
    g_assert_cmpint(pos.king_taken[THREE_RED], ==, THREE_GREEN);
    g_assert_cmpint(three_position_score(&pos, THREE_RED), ==, 5 + 40 + 40);
}

TEST(the_first_king_of_the_first_side_decides)
{
    /* Green takes Red's king, Red Blue's, then Blue, before both in the order of colours, two */
    const ThreePosition pos =
        assert_leads("G GRRE4 RKRE1 RRBE4 BKBE1 BRGE4 GKGE1 RKGH1",
                     "RE4RE1 BE4BE1 GE4GE1 RE1RD1 BE1BD1 GE1GH1", "G GRRD1 RRBD1 BRGH1");

    g_assert_cmpint(three_position_winner(&pos), ==, THREE_BLUE);
    g_assert_cmpint(pos.king_taken[THREE_BLUE], ==, THREE_GREEN);
    g_assert_cmpint(pos.king_taken[THREE_GREEN], ==, THREE_RED);
    g_assert_cmpint(pos.king_taken[THREE_RED], ==, THREE_BLUE);
    g_assert_cmpint(three_position_score(&pos, THREE_BLUE), ==, 5 + 2 * 40);
}

TEST(quiet_plies_begin_anew_with_captures_and_pawn_moves)
{
    ThreePosition pos = three_arrange("B BKBE1 BPBA2 GKGE1 RKRE1 RNBC4");

    for (char **field;
         (field = NEXT_ROW("quiet plies begin anew with captures and pawn moves")) != NULL;) {
        three_play(&pos, field[0]);
        g_assert_cmpint(pos.quiet_plies, ==, atoi(field[1]));
    }
}

TEST(games_leave_no_fault_and_copies_alone)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(3);

    for (int game = 0; game < 40; game++) {
        ThreePosition pos = game < 20 ? three_position_start() : three_scatter(rand, 60);
        for (int ply = 0; ply < 300; ply++) {
            Move moves[THREE_MAX_MOVES];
            const int count = three_movegen_moves(&pos, moves);
            const ThreePosition before = pos;
            ThreePosition next = pos;
            if (count == 0)
                break;
            three_position_play(&next, moves[g_rand_int_range(rand, 0, count)]);
            g_assert_true(three_is_consistent(&next));
            g_assert_cmpmem(&pos, sizeof pos, &before, sizeof before);
            pos = next;
        }
    }
}

TEST(keys_tell_positions_and_sides_to_move_apart)
{
    const ThreePosition one = three_arrange("B BKBE1 GKGE1"), same = three_arrange("B GKGE1 BKBE1");

    g_assert_cmphex(one.key, ==, same.key);
    for (char **field; (field = NEXT_ROW("keys tell positions and sides to move apart")) != NULL;)
        g_assert_cmphex(three_arrange(field[0]).key, !=, one.key);
}
