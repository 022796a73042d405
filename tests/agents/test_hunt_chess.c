#include "agents/beyond/hunt_chess.h"
#include "agents/beyond/logic_weights.h"
#include "percepts.h"

#include "tests/test.h"

/* What White has reached, with the side of @fen to move. */
static int worth(const char *fen)
{
    const Position pos = position_of(fen);

    return hunt_worth(&pos, COLOR_WHITE, &LOGIC_WEIGHTS_STANDARD);
}

static bool is_on(const char *fen)
{
    const Position pos = position_of(fen);

    return hunt_is_on(&pos, COLOR_WHITE);
}

TEST(a_bare_king_is_hunted_by_what_can_mate_it)
{
    g_assert_true(is_on("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    g_assert_true(is_on("4k3/8/8/8/8/8/8/1BB1K3 w - - 0 1"));
    g_assert_false(is_on("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"));
    g_assert_true(is_on("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1"));
    g_assert_false(is_on("4k3/8/8/8/8/8/P7/1BB1K3 w - - 0 1")); /* the pawn becomes a queen first */
    g_assert_false(is_on("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1"));   /* not bare */
    g_assert_false(is_on("r3k3/8/8/8/8/8/8/4K3 w - - 0 1"));
}

TEST(a_guarded_king_is_hunted_by_a_side_far_ahead)
{
    static const struct {
        const char *fen;
        bool at_once, late;
    } ROWS[] = {
        {"3nk3/8/8/8/8/8/8/Q3K3 w - - 0 1", true, true},
        {"3nk3/8/8/8/8/8/8/RN2K3 w - - 0 1", true, true},
        {"3rk3/8/8/8/8/8/8/R3K2R w - - 0 1", true, true},
        {"3bk3/8/8/8/8/8/8/RN2K3 w - - 0 1", true, true},
        {"3rk3/8/8/8/8/8/8/Q3K3 w - - 0 1", true, true},
        {"3nk3/8/8/8/8/8/8/BBB1K3 w - - 0 1", false, true},
        {"3bk3/8/8/8/8/8/8/R3K3 w - - 0 1", false, false},
        {"3nk3/p7/8/8/8/8/8/Q3K3 w - - 0 1", false, true},
        {"4k3/p7/8/8/8/8/8/Q3K3 w - - 0 1", false, true},
        {"3bk3/pp6/8/8/8/8/8/R3K3 w - - 0 1", false, false},
        {"2nnk3/p7/8/8/8/8/8/Q2RK3 w - - 0 1", false, false},
        {"4k3/p7/8/8/8/8/PPPPPP2/4K3 w - - 0 1", false, false}, /* pawns make a queen first */
        {"4k3/p7/8/8/8/8/PPP5/2B1K3 w - - 0 1", false, true},
        {"4k3/8/8/8/8/8/PPPPP3/2B1K3 w - - 0 1", false, false}, /* a bare king: hunt_is_on() */
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        const Position pos = position_of(ROWS[i].fen);
        g_test_message("%s", ROWS[i].fen);
        g_assert_false(hunt_is_on(&pos, COLOR_WHITE));
        g_assert_cmpint(hunt_of_guarded_is_on(&pos, COLOR_WHITE, false), ==, ROWS[i].at_once);
        g_assert_cmpint(hunt_of_guarded_is_on(&pos, COLOR_WHITE, true), ==, ROWS[i].late);
    }
}

/* Thesis, section 6: "a disorganized witch-hunt of the king". */
TEST(the_bare_king_is_driven_to_the_edge_and_the_other_king_comes)
{
    g_assert_cmpint(worth("4k3/8/8/8/4K3/8/R7/8 w - - 0 1"), >,
                    worth("8/8/8/4k3/8/8/R7/4K3 w - - 0 1"));
    g_assert_cmpint(worth("4k3/8/4K3/8/8/8/8/R7 w - - 0 1"), >,
                    worth("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    /* A rook cuts the king off. */
    g_assert_cmpint(worth("8/4k3/R7/8/8/8/8/4K3 w - - 0 1"), >,
                    worth("8/4k3/8/8/8/8/8/R3K3 w - - 0 1"));
}

TEST(bishops_drive_it_to_a_corner_and_their_king_goes_where_it_helps)
{
    static const char edge[] = "4k3/8/4K3/2BB4/8/8/8/8 w - - 0 1";
    static const char corner[] = "7k/8/6K1/2BB4/8/8/8/8 w - - 0 1";
    static const char beside[] = "7k/8/8/2BB3K/8/8/8/8 w - - 0 1";
    static const char *const other_corners[] = {"k7/8/1K6/4BB2/8/8/8/8 w - - 0 1",
                                                "8/8/8/8/2BB4/6K1/8/7k w - - 0 1",
                                                "8/8/8/8/4BB2/1K6/8/k7 w - - 0 1"};

    for (size_t i = 0; i < G_N_ELEMENTS(other_corners); i++)
        g_assert_cmpint(worth(other_corners[i]), ==, worth(corner));
    g_assert_cmpint(worth(corner), >, worth(edge));
    g_assert_cmpint(worth(corner), >, worth(beside));
    /* A single bishop of light squares guards no dark corner. */
    g_assert_cmpint(worth("k7/8/1K2B3/8/3N4/8/8/8 w - - 0 1"), >,
                    worth("7k/8/4B1K1/8/3N4/8/8/8 w - - 0 1"));
}

TEST(the_bare_king_is_expected_to_flee_where_least_is_reached)
{
    static const char with_white[] = "8/8/8/3k4/8/3K4/2BB4/8 w - - 0 1";
    static const char with_black[] = "8/8/8/3k4/8/3K4/2BB4/8 b - - 0 1";
    static const char flights[][40] = {
        "8/8/2k5/8/8/3K4/2BB4/8 w - - 0 1", "8/8/3k4/8/8/3K4/2BB4/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/2BB4/8 w - - 0 1", "8/8/8/2k5/8/3K4/2BB4/8 w - - 0 1",
        "8/8/8/4k3/8/3K4/2BB4/8 w - - 0 1"};
    int least = INT_MAX;

    for (size_t i = 0; i < G_N_ELEMENTS(flights); i++)
        least = MIN(least, worth(flights[i]));
    g_assert_cmpint(worth(with_black), ==, least);
    g_assert_cmpint(worth(with_white), !=, least);
    /* One that it can take leaves nothing to hunt with. */
    g_assert_cmpint(worth("8/8/8/8/8/2k5/2B5/B3K3 b - - 0 1"), <, worth(with_black) - 1000);
}

TEST(both_sides_hunt_alike)
{
    const Position pos = position_of("8/8/8/8/2bb4/6k1/8/7K b - - 0 1");

    g_assert_cmpint(hunt_worth(&pos, COLOR_BLACK, &LOGIC_WEIGHTS_STANDARD), ==,
                    worth("7k/8/6K1/2BB4/8/8/8/8 w - - 0 1"));
}

/* Where kings are taken, the hunt may end so. */
TEST(a_king_taken_is_the_end_of_the_hunt)
{
    Position pos = position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    const int before = hunt_worth(&pos, COLOR_WHITE, &LOGIC_WEIGHTS_STANDARD);

    pos.by_color[COLOR_BLACK] = 0;
    pos.by_type[PIECE_KING] &= pos.by_color[COLOR_WHITE];
    g_assert_cmpint(hunt_worth(&pos, COLOR_WHITE, &LOGIC_WEIGHTS_STANDARD), >, before);
    g_assert_cmpint(hunt_worth(&pos, COLOR_BLACK, &LOGIC_WEIGHTS_STANDARD), <, before);
}

/* A hunter without weights sees no difference; with one of them alone, just that. */
TEST(other_weights_make_another_worth)
{
    const Position near = position_of("4k3/8/4K3/8/8/8/8/R7 w - - 0 1");
    const Position far = position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    LogicWeights weights = LOGIC_WEIGHTS_STANDARD;

    for (int i = 0; i < LOGIC_WEIGHT_COUNT; i++)
        weights.of[i] = 0;
    g_assert_cmpint(hunt_worth(&near, COLOR_WHITE, &weights), ==, 0);
    weights.of[LOGIC_WEIGHT_HUNT_DISTANCE] = 100;
    g_assert_cmpint(hunt_worth(&near, COLOR_WHITE, &weights), ==, -200);
    g_assert_cmpint(hunt_worth(&far, COLOR_WHITE, &weights), ==, -700);
    weights.of[LOGIC_WEIGHT_HUNT_DISTANCE] = 0;
    weights.of[LOGIC_WEIGHT_HUNT_KING_CENTRE] = 100;
    g_assert_cmpint(hunt_worth(&near, COLOR_WHITE, &weights), ==, 500);
    g_assert_cmpint(hunt_worth(&far, COLOR_WHITE, &weights), ==, 300);
}
