#include <math.h>

#include "board/chess.h"
#include "board/fen.h"
#include "board/san.h"
#include "players/player.h"
#include "tests/test.h"

/* The terms of a mark, in the order of the columns of its grades. */
typedef struct {
    int support, opposition, capture, promotion, threats, defences, danger, advance;
} MarchMark;

static Position position_from(const char *fen)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_start();

    fen_parse(fen, &pos, &error);
    g_assert_no_error(error);
    return pos;
}

static GameLine *line_from(const char *fen)
{
    const GameState state = {.chess = position_from(fen)};
    GameLine *line = game_line_new(&GAME_CHESS, &(DrawRules){0});

    game_line_start(line, &state);
    return line;
}

/* The mark of @code in @fen is @expected, term by term. */
static void assert_mark(const char *fen, const char *code, MarchMark expected)
{
    const int terms[] = {expected.support,   expected.opposition, expected.capture,
                         expected.promotion, expected.threats,    expected.defences,
                         expected.danger,    expected.advance};
    g_autoptr(Player) player = player_new("march", NULL, NULL);
    g_autoptr(GameLine) line = line_from(fen);
    g_autoptr(GError) error = NULL;
    Random random = random_for_job(1, 1);
    Move move = MOVE_NONE;
    Grades grades;
    int row = 0, total = 0;

    san_parse(&line->state.chess, code, &move, &error);
    g_assert_no_error(error);
    player_choose(player, &(PlayerCall){.line = line, .random = &random, .grades = &grades});
    while (grades.grade[row].move != move)
        row++;
    for (size_t i = 0; i < G_N_ELEMENTS(terms); i++) {
        g_assert_cmpint(grades.grade[row].value[i], ==, terms[i]);
        total += terms[i];
    }
    g_assert_cmpint(grades.grade[row].value[G_N_ELEMENTS(terms)], ==, total);
}

TEST(each_own_piece_that_sees_the_square_adds_10)
{
    assert_mark("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1d1", (MarchMark){.support = 10});
    assert_mark("4k3/8/8/8/8/4N3/8/R3K3 w - - 0 1", "a1d1", (MarchMark){.support = 20});
    assert_mark("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1", (MarchMark){0});
}

TEST(each_opponent_piece_that_sees_it_takes_10_and_the_danger_once)
{
    assert_mark("4k3/8/8/4n3/8/8/8/R3K3 w - - 0 1", "a1a4", (MarchMark){0});
    assert_mark("4k3/8/8/4n3/8/8/8/1R2K3 w - - 0 1", "b1d1", (MarchMark){.support = 10});
    assert_mark("4k3/8/8/2n5/8/8/8/R3K3 w - - 0 1", "a1a4",
                (MarchMark){.opposition = -10, .danger = -510});
    assert_mark("4k3/8/8/2n5/3b4/8/8/R3K3 w - - 0 1", "a1a4",
                (MarchMark){.opposition = -10, .danger = -510, .threats = 350});
    assert_mark("4k3/8/2b5/2n5/8/8/8/R3K3 w - - 0 1", "a1a4",
                (MarchMark){.opposition = -20, .danger = -510});
}

TEST(a_capture_adds_twice_the_value)
{
    assert_mark("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5",
                (MarchMark){.capture = 1800, .advance = 5});
    assert_mark("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6",
                (MarchMark){.capture = 200, .advance = 6});
}

TEST(a_piece_newly_threatened_adds_its_value)
{
    assert_mark("3qk3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1d1",
                (MarchMark){.support = 10, .opposition = -10, .danger = -510, .threats = 900});
    /* The pawn was threatened before. */
    assert_mark("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", "a1a2", (MarchMark){0});
    /* What another piece threatens, uncovered, is not the mover's. */
    assert_mark("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1", "e2c4", (MarchMark){0});
    /* A king counts as a queen. */
    assert_mark("4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", (MarchMark){.threats = 900});
}

TEST(a_piece_newly_defended_adds_its_value)
{
    assert_mark("4k3/8/8/8/8/2P5/8/R3K3 w - - 0 1", "a1c1", (MarchMark){.defences = 100});
    assert_mark("4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", "a1a2", (MarchMark){0});
    assert_mark("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "e1g1",
                (MarchMark){.support = 10, .defences = 700});
}

TEST(a_pawn_adds_its_rank_seen_from_its_side)
{
    assert_mark("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", (MarchMark){.advance = 4});
    assert_mark("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e5", (MarchMark){.advance = 4});
    assert_mark("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e6", (MarchMark){.advance = 3});
}

TEST(a_promotion_adds_what_the_pawn_gains)
{
    assert_mark("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q",
                (MarchMark){.promotion = 800, .advance = 8});
    assert_mark("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8n",
                (MarchMark){.promotion = 200, .advance = 8});
    /* In danger is the new piece. */
    assert_mark("8/Pk6/8/8/8/8/8/4K3 w - - 0 1", "a7a8r",
                (MarchMark){.promotion = 400, .opposition = -10, .danger = -510, .advance = 8});
}

/* The shares of the moves that are chosen in @fen, of 500 draws; how many. */
static int shares_in(const char *fen, Share *out_shares)
{
    g_autoptr(Player) player = player_new("march", NULL, NULL);
    g_autoptr(GameLine) line = line_from(fen);

    return player_shares(player, &(PlayerCall){.line = line}, 1, 500, out_shares, NULL);
}

TEST(the_best_mark_moves_and_equals_are_drawn)
{
    Share king[GAME_MAX_MOVES];

    g_assert_cmpint(shares_in("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", king), ==, 1);
    g_assert_cmpint(shares_in("4k3/8/8/8/8/8/8/4K3 w - - 0 1", king), ==, 5);
    for (int i = 0; i < 5; i++)
        g_assert_cmpfloat(fabs(king[i].share - 0.2), <, 0.08);
}
