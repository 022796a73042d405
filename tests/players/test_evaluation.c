#include "players/search/evaluation.h"

#include <string.h>

#include "agents/random.h"
#include "board/movegen.h"
#include "players/search/search_settings.h"
#include "tests/positions.h"
#include "tests/test.h"

static const int ONLY_UNMOVED[WEIGHT_COUNT] = {[WEIGHT_UNMOVED] = 1};
static const int ONLY_ADVANCE[WEIGHT_COUNT] = {[WEIGHT_ADVANCE] = 1};
static const int ONLY_FREEDOM[WEIGHT_COUNT] = {[WEIGHT_FREEDOM] = 1};

static void default_weights(int out_weight[static WEIGHT_COUNT])
{
    memcpy(out_weight, SEARCH_SETTINGS_SEARCH.weight, sizeof SEARCH_SETTINGS_SEARCH.weight);
}

static int plain(const char *fen, const int weight[static WEIGHT_COUNT])
{
    const Position pos = position_of(fen);

    return evaluation_plain(&pos, weight, false, 0, 0);
}

TEST(the_start_position_favours_nobody)
{
    const Position pos = position_start();
    int weight[WEIGHT_COUNT];

    default_weights(weight);
    g_assert_cmpint(evaluation_plain(&pos, weight, false, 20, 20), ==, 0);
    g_assert_cmpint(evaluation_plain(&pos, weight, true, 20, 20), ==, 0);
}

TEST(material_counts_for_or_against_who_has_it)
{
    const Position pos = position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    const int weight[WEIGHT_COUNT] = {100, 300, 300, 500, 900};

    g_assert_cmpint(evaluation_plain(&pos, weight, false, 0, 0), ==, 500);
    g_assert_cmpint(evaluation_plain(&pos, weight, true, 0, 0), ==, -500);
}

TEST(freedom_is_the_difference_of_the_numbers_of_moves)
{
    const Position pos = position_start();

    g_assert_cmpint(evaluation_plain(&pos, ONLY_FREEDOM, false, 30, 12), ==, 18);
}

TEST(castling_relieves_of_two_penalties)
{
    const int before = plain("4k3/8/8/8/8/8/8/4K2R w K - 0 1", ONLY_UNMOVED);
    const int rook_moved = plain("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", ONLY_UNMOVED);
    const int castled = plain("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", ONLY_UNMOVED);

    g_assert_cmpint(before, ==, -1); /* two against the black king */
    g_assert_cmpint(rook_moved, ==, 0);
    g_assert_cmpint(castled, ==, 1);
}

TEST(pawns_are_rewarded_by_rank)
{
    g_assert_cmpint(plain("4k3/8/P7/8/8/8/7P/4K3 w - - 0 1", ONLY_ADVANCE), ==, 4);
    g_assert_cmpint(plain("4k3/8/8/8/8/p7/7p/4K3 w - - 0 1", ONLY_ADVANCE), ==, -9);
    g_assert_cmpint(plain("4k3/8/8/8/8/p7/7p/4K3 b - - 0 1", ONLY_ADVANCE), ==, 9);
}

/* The position with colours and board turned round. */
static Position mirrored(const Position *pos)
{
    Position other = position_empty();

    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        if (position_type_at(pos, sq) != PIECE_NONE)
            position_place(&other, color_opponent(position_color_at(pos, sq)),
                           position_type_at(pos, sq), sq ^ 56);
    position_set_state(&other, color_opponent((Color)pos->turn), 0);
    return other;
}

TEST(both_evaluations_treat_both_sides_alike)
{
    Random random = random_for_job(1, 1);
    int weight[WEIGHT_COUNT];

    default_weights(weight);
    for (int game = 0; game < 100; game++) {
        Position pos = position_start();
        Move moves[MOVEGEN_MAX_MOVES];
        int count;
        for (int ply = 0; ply < 100 && (count = movegen_moves(&pos, moves)) > 0; ply++) {
            const Position other = mirrored(&pos);
            g_assert_cmpint(evaluation_phased(&pos, NULL), ==, evaluation_phased(&other, NULL));
            g_assert_cmpint(evaluation_plain(&pos, weight, false, 3, 4), ==,
                            evaluation_plain(&other, weight, false, 3, 4));
            position_play(&pos, moves[random_below(&random, (uint32_t)count)]);
        }
    }
}

/* How much better @better is than @worse for White, which is to move in both. */
static int gain(const char *better, const char *worse)
{
    const Position a = position_of(better), b = position_of(worse);

    return evaluation_phased(&a, NULL) - evaluation_phased(&b, NULL);
}

TEST(the_phased_evaluation_knows_what_is_good)
{
    /* a passed pawn */
    g_assert_cmpint(gain("4k3/7p/8/2P5/8/8/8/4K3 w - - 0 1", "4k3/2p5/8/2P5/8/8/8/4K3 w - - 0 1"),
                    >, 0);
    /* no doubled pawns */
    g_assert_cmpint(gain("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/pp6/8/8/8/P7/P7/4K3 w - - 0 1"),
                    >, 0);
    /* a king in the middle when few pieces are left, and behind pawns when many are */
    g_assert_cmpint(gain("4k3/p7/8/8/4K3/8/P7/8 w - - 0 1", "4k3/p7/8/8/8/8/P7/6K1 w - - 0 1"), >,
                    0);
    g_assert_cmpint(gain("r2qkb1r/pppppppp/8/8/8/8/PPPPPPPP/R2Q1RK1 w - - 0 1",
                         "r2qkb1r/pppppppp/8/8/4K3/8/PPPPPPPP/R2Q1R2 w - - 0 1"),
                    >, 0);
    /* both bishops, an open file */
    g_assert_cmpint(
        gain("4k3/p7/8/8/8/8/P7/2B1KB2 w - - 0 1", "4k3/p7/8/8/8/8/P7/2B1KN2 w - - 0 1"), >, 0);
    g_assert_cmpint(gain("4k3/p7/8/8/8/8/P7/1R2K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1"),
                    >, 0);
}

/* What @fen is worth with the figure @name set to @value. */
static int with_figure(const char *fen, const char *name, int value)
{
    const Position pos = position_of(fen);
    g_autofree EvaluationFigures *made = NULL;
    g_autofree char *text = g_strdup_printf("%s=%d", name, value);
    SearchSettings settings;

    g_assert_true(search_settings_parse(text, &SEARCH_SETTINGS_SEARCH, &settings, NULL, NULL));
    made = evaluation_figures_new(settings.figures);
    return evaluation_phased(&pos, made);
}

/* Alone with its own change, each counts as often as it occurs, and as much as its phase does. */
TEST(every_figure_counts)
{
    static const char middle[] = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const char end[] = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1";
    static const char pawns[] = "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1";
    static const struct {
        const char *fen, *name;
        int value, more;
    } cases[] = {
        {middle, "knight-value", 325 + 100, 96},
        {middle, "knight-value-end", 295 + 100, 4},
        {end, "knight-value-end", 295 + 24, 23},
        {end, "knight-mobility-end", 3 + 10, 29},
        {end, "tempo-end", 6 + 24, 23},
        {pawns, "doubled-end", -18 + 10, 20},
        {pawns, "isolated-end", -14 + 10, 20},
        {pawns, "passed-1-end", 10 + 7, 7},
        {pawns, "pawn-forward-end", 6 + 10, 30},
        {pawns, "king-centre", 100, 0},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "open-file", 22 + 24, 2},
        {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "bishop-pair-end", 45 + 24, 22},
        {"4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", "cover", 12 + 24, 2},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Position pos = position_of(cases[i].fen);
        g_test_message("%s", cases[i].name);
        g_assert_cmpint(with_figure(cases[i].fen, cases[i].name, cases[i].value), ==,
                        evaluation_phased(&pos, NULL) + cases[i].more);
    }
    g_assert_cmpint(with_figure("k7/7Q/8/8/8/8/8/KQQQ4 w - - 0 1", "queen-mobility", 2000), ==,
                    EVALUATION_MOST);
}

TEST(the_standard_figures_need_no_tables_of_their_own)
{
    g_assert_null(evaluation_figures_new(FIGURES_STANDARD));
}
