#include "players/player.h"

#include <string.h>

#include "board/chess.h"
#include "board/threechess.h"
#include "tests/players/contract_async_player.h"
#include "tests/players/contract_player.h"
#include "tests/players/toy_engine.h"
#include "tests/test.h"

/* Players that keep the contract; every kind of player has a line here. */
static const char *const PLAYERS[] = {
    "random",
    "march",
    "greedy",
    "maxn:depth=2",
    "paranoid:depth=2",
    "mcts:playouts=40",
    "engine:toy,depth=1",
    "process:toy_engine plain",
    "level:1",
    "level:2",
    "level:3",
    "level:4",
    "level:5",
    "level:6",
    "level:7",
    "level:8",
    "level:7-defence-request",
    "level:5+defence-consideration,even-trade=on",
    "team:level=7",
    "team:sight=3,hearing=2,share=on,message-loss=30,report-loss=20,level=7",
    "team:sight=4,message-loss=30,decision=vote,level=8",
    "team:hearing=2,decision=auction,level=6",
    "team:decision=lot,level=3",
    "homeostatic:depth=2,resign=off",
    "homeostatic:nodes=300,resign=off",
    "search:depth=2,hash=1",
    "search:nodes=500,hash=1",
    "async-random",
    "async-random:pause_ms=50",
    "async-patient",
    "async-patient:think_ms=400,look_ms=150",
    "async-master:level=1",
    "async-master:level=7,think_ms=200,agent_ms=2,pause_ms=0",
    "async-master:level=5+defence-consideration,even-trade=on,pause_ms=300",
    "async-pieces:level=1,think_ms=0,message_ms=0,idle_ms=2000",
    "async-pieces:level=7",
    "async-pieces:level=8,look_ms=3000,idle_ms=1000",
};

TEST(every_kind_of_player_has_a_player_that_keeps_the_contract)
{
    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++) {
        bool found = false;
        for (size_t j = 0; j < G_N_ELEMENTS(PLAYERS); j++)
            found |= player_kind_of(PLAYERS[j]) == PLAYER_KINDS[i];
        if (!found)
            g_test_message("no player of kind '%s' is tested", PLAYER_KINDS[i]->name);
        g_assert_true(found);
    }
}

TEST(every_kind_of_player_has_a_name_of_its_own_and_says_how_to_use_it)
{
    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++) {
        const PlayerKind *kind = PLAYER_KINDS[i];
        g_assert_true(player_kind_of(kind->name) == kind);
        g_assert_null(strchr(kind->name, ':'));
        g_assert_true(g_str_has_prefix(kind->usage, kind->name));
        g_assert_cmpuint(strlen(kind->summary), >, 0);
    }
}

TEST_ROWS(a_text_that_names_no_player_is_refused_with_a_sentence)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(field[0], NULL, &error);
    const char *colon = strchr(field[0], ':');
    const char *value = colon != NULL ? colon + 1 : field[0]; /* at least this is named */
    if (player != NULL)
        g_test_message("'%s' is accepted", field[0]);
    g_assert_null(player);
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT);
    if (strstr(error->message, value) == NULL)
        g_test_message("'%s' does not name '%s'", error->message, value);
    g_assert_nonnull(strstr(error->message, value));
}

TEST_ROWS(players_sit_down_only_at_boards_they_play_on)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(field[0], NULL, NULL);
    const Game *not_its = g_str_equal(field[1], "true") ? &GAME_THREECHESS : &GAME_CHESS;
    g_assert_cmpint(player_kind_plays(player->kind, &GAME_CHESS), ==,
                    g_str_equal(field[1], "true"));
    g_assert_cmpint(player_kind_plays(player->kind, &GAME_THREECHESS), ==,
                    g_str_equal(field[2], "true"));
    g_assert_cmpint(player->kind->act != NULL, ==, g_str_equal(field[3], "true"));
    if (g_str_equal(field[1], "true") && g_str_equal(field[2], "true"))
        return;
    g_assert_false(player_fits(player, not_its, NULL, &error));
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT);
}

TEST_ROWS(player_fits_refuses_what_the_game_does_not_have)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(field[0], NULL, NULL);

    g_assert_true(player_fits(player, &GAME_CHESS, NULL, NULL));
    g_assert_false(player_fits(player, &GAME_THREECHESS, NULL, &error));
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT);
    g_assert_cmpstr(error->message, ==, field[1]);
}

/* A game in which each move takes its limit and as long again as @delay_ms; what is left of the
 * clock at its lowest. */
static int64_t lowest_clock(int64_t clock_ms, int64_t increment_ms, int64_t delay_ms, bool hard)
{
    int64_t lowest_ms = clock_ms;

    for (int move = 0; move < 400; move++) {
        const ThinkingLimits limits = {.clock_ms = MAX(clock_ms, 1), .increment_ms = increment_ms};
        const ThinkingTime time = thinking_time(&limits);
        g_assert_cmpint(time.soft_us, <=, time.steady_us);
        g_assert_cmpint(time.steady_us, <=, time.hard_us);
        clock_ms -= (hard ? time.hard_us : time.steady_us) / 1000 + delay_ms;
        lowest_ms = MIN(lowest_ms, clock_ms);
        clock_ms += increment_ms;
    }
    return lowest_ms;
}

TEST(a_player_that_uses_its_limits_keeps_a_reserve_on_the_clock)
{
    g_assert_cmpint(lowest_clock(10000, 100, THINKING_OVERHEAD_MS, true), >, THINKING_RESERVE_MS);
    g_assert_cmpint(lowest_clock(10000, 100, THINKING_OVERHEAD_MS, false), >,
                    2 * THINKING_RESERVE_MS);
    g_assert_cmpint(lowest_clock(1000, 10, 8, true), >, THINKING_RESERVE_MS / 2);
    g_assert_cmpint(lowest_clock(60000, 0, 0, true), >, 0);
    g_assert_cmpint(lowest_clock(60000, 0, 0, false), >, 0);
}

/* Notes that @lag answers after @taken_ms of @limit_ms, and that the answer takes @way_ms to
 * arrive;
 * @line has a move more then. */
static void answer(ThinkingLag *lag, GameLine *line, ThinkingLimits *limits, int64_t limit_ms,
                   int64_t taken_ms, int64_t way_ms)
{
    Move moves[GAME_MAX_MOVES];

    thinking_lag_begin(lag, line, limits);
    limits->clock_ms -= taken_ms + way_ms;
    lag->taken_us = 1000 * taken_ms; /* a test does not wait */
    lag->late_us = 1000 * MAX(taken_ms - limit_ms, 0);
    line->game->moves(&line->state, moves);
    game_line_play(line, moves[0]);
}

TEST(thinking_lag_is_learned_from_limits_that_are_missed_and_from_the_clock)
{
    static const struct {
        int64_t limit_ms, taken_ms, way_ms, lag_ms;
    } cases[] = {{100, 100, 0, 0},
                 {100, 180, 0, 80},
                 {100, 100, 60, 60},
                 {100, 180, 60, 140},
                 {100, 9000, 9000, 1000}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const DrawRules rules = {0};
        g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
        ThinkingLimits limits = {.clock_ms = 60000, .moves_to_go = 20};
        ThinkingLag lag = {0};
        const int64_t free_us = thinking_time(&limits).steady_us;
        int64_t late_us;

        answer(&lag, line, &limits, cases[i].limit_ms, cases[i].taken_ms, cases[i].way_ms);
        answer(&lag, line, &limits, 100, 0, 0);
        g_assert_cmpint(lag.lag_us, ==, 1000 * cases[i].lag_ms);

        /* What is beyond the overhead is taken from the limit, until answers come in time. */
        limits = (ThinkingLimits){.clock_ms = 60000, .moves_to_go = 20, .lag = &lag};
        late_us = 1000 * MAX(cases[i].lag_ms - THINKING_OVERHEAD_MS, 0);
        if (cases[i].lag_ms < 200)
            g_assert_cmpint(thinking_time(&limits).steady_us, ==, free_us - late_us);
        for (int n = 0; n < 40; n++)
            answer(&lag, line, &limits, 100, 90, 0);
        limits.clock_ms = 60000;
        g_assert_cmpint(thinking_time(&limits).steady_us, ==, free_us);
    }
}

TEST(thinking_lag_of_another_game_is_not_read_from_its_clock)
{
    const DrawRules rules = {0};
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    g_autoptr(GameLine) other = game_line_new(&GAME_CHESS, &rules);
    ThinkingLimits limits = {.clock_ms = 60000};
    ThinkingLag lag = {0};

    answer(&lag, line, &limits, 100, 50, 0);
    limits.clock_ms = 1000;
    answer(&lag, other, &limits, 100, 50, 0);
    g_assert_cmpint(lag.lag_us, ==, 0);
    limits.clock_ms = 500000; /* it was set again */
    answer(&lag, other, &limits, 100, 50, 0);
    g_assert_cmpint(lag.lag_us, ==, 0);
}

/* Whatever it answers, the player waits a tenth of a second if it thinks longer than a millisecond,
 * as where many programs share a processor. */
TEST(thinking_time_loses_no_game_where_answers_are_late)
{
    const DrawRules rules = {0};
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    ThinkingLag lag = {0};
    ThinkingLimits limits = {.clock_ms = 1000, .increment_ms = 10, .lag = &lag};
    int late = 0;

    for (int move = 0; move < 200; move++) {
        const int64_t limit_ms = thinking_time(&limits).hard_us / 1000;
        const bool waits = limit_ms >= 1;

        late += waits;
        answer(&lag, line, &limits, limit_ms, limit_ms + (waits ? 100 : 0), 0);
        g_assert_cmpint(limits.clock_ms, >, 0);
        limits.clock_ms += limits.increment_ms;
    }
    g_assert_cmpint(late, >, 0); /* it tries again */
    g_assert_cmpint(late, <, 20);
}

TEST(an_increment_counts_beyond_the_cost_of_a_move)
{
    const ThinkingLimits limits[] = {{.clock_ms = 10000},
                                     {.clock_ms = 10000, .increment_ms = 30},
                                     {.clock_ms = 10000, .increment_ms = 32}};
    int64_t steady_us[G_N_ELEMENTS(limits)];

    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++)
        steady_us[i] = thinking_time(&limits[i]).steady_us;
    g_assert_cmpint(steady_us[1], ==, steady_us[0]);
    g_assert_cmpint(steady_us[2], ==, steady_us[0] + 1500);
}

TEST(without_a_clock_there_is_no_limit)
{
    const ThinkingTime time = thinking_time(&(ThinkingLimits){.increment_ms = 10});
    const ThinkingTime move = thinking_time(&(ThinkingLimits){.movetime_ms = 10});

    g_assert_cmpint(time.soft_us, ==, 0);
    g_assert_cmpint(time.steady_us, ==, 0);
    g_assert_cmpint(time.hard_us, ==, 0);
    g_assert_cmpint(move.soft_us, ==, 0);
    g_assert_cmpint(move.steady_us, ==, 10000);
    g_assert_cmpint(move.hard_us, ==, 10000);
}

/* A caller that interrupts the player after so many questions. */
typedef struct {
    int left, asked;
} Patience;

static bool lose_patience(void *data)
{
    Patience *patience = data;

    patience->asked++;
    return patience->left-- <= 0;
}

static Move choose_with(const char *player_text, const Game *game, const ThinkingLimits *limits)
{
    g_autoptr(Player) player = player_new(player_text, NULL, NULL);
    const DrawRules rules = {0};
    g_autoptr(GameLine) line = game_line_new(game, &rules);
    Random random = random_for_job(1, 1);
    const PlayerCall call = {.line = line, .random = &random, .limits = limits};

    return player_choose(player, &call).move;
}

/* Look-ahead is asked depth by depth if it may be interrupted, which changes nothing by itself; an
 * interruption leaves the choice of the last whole depth. */
TEST(look_ahead_ends_when_it_is_interrupted)
{
    static const struct {
        const char *player;
        const Game *game;
    } cases[] = {
        {"level:13+look-ahead=3", &GAME_CHESS},
        {"level:13+look-ahead=2", &GAME_THREECHESS},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        Patience ample = {.left = G_MAXINT}, little = {.left = 20}, none = {0};
        ThinkingLimits limits = {.is_interrupted = lose_patience, .data = &ample};
        const Move whole = choose_with(cases[i].player, cases[i].game, NULL);
        g_assert_cmpuint(choose_with(cases[i].player, cases[i].game, &limits), ==, whole);
        g_assert_cmpint(ample.asked, >, 40);
        limits.data = &little;
        g_assert_cmpuint(choose_with(cases[i].player, cases[i].game, &limits), !=, MOVE_NONE);
        g_assert_cmpint(little.asked, ==, 21);
        limits.data = &none;
        g_assert_cmpuint(choose_with(cases[i].player, cases[i].game, &limits), !=, MOVE_NONE);
        g_assert_cmpint(none.asked, ==, 1);
    }
}

TEST_CASES()
{
    toy_engine_add_to_path();
    for (size_t i = 0; i < G_N_ELEMENTS(PLAYERS); i++)
        if (player_kind_of(PLAYERS[i])->act != NULL)
            contract_async_player_add_tests(PLAYERS[i]);
        else
            contract_player_add_tests(PLAYERS[i]);
}
