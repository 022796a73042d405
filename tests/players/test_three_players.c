/* The players of three-player chess: what they take, and that chance is all that makes them differ.
 */

#include "board/threechess.h"
#include "players/player.h"
#include "tests/test.h"
#include "tests/three_support.h"

#define DRAWS 300

/* What the player does in @arrangement with the generator number @seed, as text. */
static void decide(Player *player, const char *arrangement, uint64_t seed,
                   char out_text[static THREE_MOVE_TEXT_SIZE])
{
    g_autoptr(GameLine) line = game_line_new(&GAME_THREECHESS, &(DrawRules){0});
    const GameState state = {.three = three_arrange(arrangement)};
    Random random = random_for_job(seed, 1);

    game_line_start(line, &state);
    three_text_format_move(
        player_choose(player, &(PlayerCall){.line = line, .random = &random}).move, out_text);
}

static Player *create(const char *text)
{
    g_autoptr(GError) error = NULL;
    Player *player = player_new(text, NULL, &error);

    g_assert_no_error(error);
    return player;
}

static const char *const PLAYERS[] = {"greedy",           "maxn:depth=1",     "maxn:depth=3",
                                      "paranoid:depth=1", "paranoid:depth=3", "mcts:playouts=1",
                                      "mcts:playouts=100"};

TEST(a_king_that_can_be_taken_is_taken)
{
    static const struct {
        const char *arrangement, *move;
    } cases[] = {
        {"B BKBE1 BRGE4 GKGE1 GQGA4 RKRE1", "GE4GE1"},
        {"G BKBE1 BQBD1 GNBC2 GRGA1 GQGB3 GKGE1 RKRE1", "BC2BE1"},
        {"R BKBE1 GKGE1 RKRE1 RPBD2 RQRA1 GRRA2", "BD2BE1"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(PLAYERS); i++) {
        g_autoptr(Player) player = create(PLAYERS[i]);
        for (size_t j = 0; j < G_N_ELEMENTS(cases); j++)
            for (uint64_t seed = 0; seed < 10; seed++) {
                char text[THREE_MOVE_TEXT_SIZE];
                decide(player, cases[j].arrangement, seed, text);
                if (!g_str_equal(text, cases[j].move))
                    g_test_fail_printf("%s plays %s, not %s", PLAYERS[i], text, cases[j].move);
            }
    }
}

TEST(greedy_takes_the_most_and_promotes)
{
    g_autoptr(Player) player = create("greedy");

    for (char **field; (field = NEXT_ROW("greedy takes the most and promotes")) != NULL;)
        for (uint64_t seed = 0; seed < 10; seed++) {
            char text[THREE_MOVE_TEXT_SIZE];
            decide(player, field[0], seed, text);
            g_assert_cmpstr(text, ==, field[1]);
        }
}

/* Of n equal moves each is drawn about once in n times. */
TEST(equal_moves_are_drawn)
{
    static const char arrangement[] = "B BKBE1 BRBA1 GKGE1 GQBA4 RKRE1 RQBB1"; /* two queens */

    for (char **field; (field = NEXT_ROW("equal moves are drawn")) != NULL;) {
        g_autoptr(Player) player = create(field[0]);
        int first = 0;
        for (uint64_t seed = 0; seed < DRAWS; seed++) {
            char text[THREE_MOVE_TEXT_SIZE];
            decide(player, arrangement, seed, text);
            first += g_str_equal(text, "BA1BA4");
            g_assert_true(g_str_equal(text, "BA1BA4") || g_str_equal(text, "BA1BB1"));
        }
        g_assert_cmpint(ABS(first - DRAWS / 2), <, DRAWS / 8);
    }
}

/* The king of Blue stands on the file of a rook; next comes its owner. */
TEST(mcts_does_not_leave_its_king_to_be_taken)
{
    static const char arrangement[] = "B BKBE1 BRBH1 BPBB2 BPBG2 GKGH1 GRRD2 RKRC1";
    g_autoptr(Player) player = create("mcts:playouts=1000");

    for (uint64_t seed = 0; seed < 10; seed++) {
        g_autoptr(GameLine) line = game_line_new(&GAME_THREECHESS, &(DrawRules){0});
        const GameState state = {.three = three_arrange(arrangement)};
        Random random = random_for_job(seed, 1);
        Move moves[THREE_MAX_MOVES];
        game_line_start(line, &state);
        g_assert_cmpint(three_movegen_moves(&state.three, moves), >, 15);
        game_line_play(line,
                       player_choose(player, &(PlayerCall){.line = line, .random = &random}).move);
        for (int i = three_movegen_moves(&line->state.three, moves) - 1; i >= 0; i--)
            g_assert_cmpint(three_position_type_at(&line->state.three, three_move_to(moves[i])), !=,
                            PIECE_KING);
    }
}

/* What it has looked at before, and the memory that took, changes nothing. */
TEST(mcts_decides_the_same_whatever_it_decided_before)
{
    static const char start[] = "B BKBE1 BQBD1 BPBD2 GKGE1 GQGD1 GPGD2 RKRE1 RQRD1 RPRD2";
    g_autoptr(Player) used = create("mcts:playouts=500");
    int differing = 0;
    char first[THREE_MOVE_TEXT_SIZE];

    decide(used, start, 0, first);
    for (uint64_t seed = 0; seed < 20; seed++) {
        g_autoptr(Player) fresh = create("mcts:playouts=500");
        char text[THREE_MOVE_TEXT_SIZE], again[THREE_MOVE_TEXT_SIZE];
        decide(used, start, seed, text);
        decide(fresh, start, seed, again);
        g_assert_cmpstr(text, ==, again);
        differing += !g_str_equal(text, first);
    }
    g_assert_cmpint(differing, >, 0);
}

static bool interrupt(G_GNUC_UNUSED void *data)
{
    return true;
}

/* Alone they would think for hours. */
TEST(players_that_look_ahead_answer_in_time)
{
    static const int64_t left_ms[] = {300, 300, 300};
    const ThinkingLimits stopped = {.is_interrupted = interrupt}, hurried = {.movetime_ms = 20};
    g_autoptr(GameLine) line = game_line_new(&GAME_THREECHESS, &(DrawRules){0});
    const GameState start = GAME_THREECHESS.start();
    const int64_t begin_us = g_get_monotonic_time();

    game_line_start(line, &start);
    for (char **field; (field = NEXT_ROW("players that look ahead answer in time")) != NULL;)
        for (int limit = 0; limit < 3; limit++) {
            g_autoptr(Player) player = create(field[0]);
            Random random = random_for_job(1, 1);
            const PlayerCall call = {
                .line = line,
                .random = &random,
                .left_ms = limit == 0 ? left_ms : NULL,
                .limits = limit == 1   ? &stopped
                          : limit == 2 ? &hurried
                                       : NULL,
            };
            g_assert_cmpuint(player_choose(player, &call).move, !=, MOVE_NONE);
        }
    g_assert_cmpint(g_get_monotonic_time() - begin_us, <, 60 * G_USEC_PER_SEC);
}
