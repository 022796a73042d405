#include "board/async_world.h"

#include <string.h>

#include "tests/async_support.h"
#include "tests/test.h"

#define START                                                                              \
    "0 - Ra1 Nb1 Bc1 Qd1 Ke1 Bf1 Ng1 Rh1 Pa2 Pb2 Pc2 Pd2 Pe2 Pf2 Pg2 Ph2 pa7 pb7 pc7 pd7 " \
    "pe7 pf7 pg7 ph7 ra8 nb8 bc8 qd8 ke8 bf8 ng8 rh8"

static Square space(const char *name)
{
    return square_at(name[0] - 'a', name[1] - '1');
}

static AsyncAnswer command(AsyncWorld *world, const AsyncRules *rules, Color side, const char *text)
{
    return async_world_command(world, rules, side, space(text), space(text + 2));
}

TEST(the_usual_pieces_start_in_the_usual_places)
{
    const AsyncWorld world = async_world_start();

    async_assert_is(&world, START);
    g_assert_cmpstr(async_world_fault(&world), ==, NULL);
    g_assert_cmpint(async_world_next_ms(&world), ==, ASYNC_NEVER);
}

/* A world, a command of White's, and what becomes of it. */
typedef struct {
    const char *world, *command;
    AsyncAnswer answer;
    const char *after; /* NULL: nothing has changed */
} CommandCase;

static void assert_commands(const CommandCase *cases, size_t count, const AsyncRules *rules)
{
    for (size_t i = 0; i < count; i++) {
        const CommandCase *c = &cases[i];
        AsyncWorld world = async_read(c->world);
        g_test_message("%s: %s", c->world, c->command);
        g_assert_cmpint(command(&world, rules, COLOR_WHITE, c->command), ==, c->answer);
        async_assert_is(&world, c->after != NULL ? c->after : c->world);
        g_assert_cmpstr(async_world_fault(&world), ==, NULL);
    }
}

TEST(an_idle_piece_is_set_moving_whatever_stands_in_the_way)
{
    static const CommandCase cases[] = {
        {"0 - Ra1", "a1a8", ASYNC_ACCEPTED, "0 - Ra1a8@1000"},
        {"7 - Ra1", "a1h1", ASYNC_ACCEPTED, "7 - Ra1h1@1007"},
        {"7 - Ra1 Pa2 pa3", "a1a8", ASYNC_ACCEPTED, "7 - Ra1a8@1007 Pa2 pa3"},
        {"7 - Ra1 Pa2", "a1a2", ASYNC_ACCEPTED, "7 - Ra1a2@1007 Pa2"},
        {"7 - Bc1", "c1h6", ASYNC_ACCEPTED, "7 - Bc1h6@1007"},
        {"7 - Qd1", "d1a4", ASYNC_ACCEPTED, "7 - Qd1a4@1007"},
        {"7 - Ke1", "e1f2", ASYNC_ACCEPTED, "7 - Ke1f2@1007"},
        {"7 - Pe2 pe4", "e2e4", ASYNC_ACCEPTED, "7 - Pe2e4@1007 pe4"},
        {"7 - Pe2", "e2d3", ASYNC_ACCEPTED, "7 - Pe2d3@1007"},
        {"7 - Pe5", "e5e6", ASYNC_ACCEPTED, "7 - Pe5e6@1007"},
    };

    assert_commands(cases, G_N_ELEMENTS(cases), &ASYNC_RULES_DEFAULT);
}

TEST(what_is_refused_changes_nothing_and_is_told_why)
{
    static const CommandCase cases[] = {
        {"0 k Ra1", "a1a8", ASYNC_REFUSED_GAME_OVER, NULL},
        {"0 time Ra1", "b1b2", ASYNC_REFUSED_GAME_OVER, NULL},
        {"0 - Ra1", "b1b2", ASYNC_REFUSED_NO_PIECE, NULL},
        {"0 - ra1", "a1a2", ASYNC_REFUSED_NOT_OWN, NULL},
        {"0 - ra1a2@5", "a1a2", ASYNC_REFUSED_NOT_OWN, NULL},
        {"0 - Ra1a2@5", "a1b1", ASYNC_REFUSED_UNDER_WAY, NULL},
        {"0 - Ra1a2@5", "a1b2", ASYNC_REFUSED_UNDER_WAY, NULL},
        {"0 - Ra1", "a1b2", ASYNC_REFUSED_MOVEMENT, NULL},
        {"0 - Ra1", "a1a1", ASYNC_REFUSED_MOVEMENT, NULL},
        {"0 - Nb1", "b1b2", ASYNC_REFUSED_MOVEMENT, NULL},
        {"0 - Pe3", "e3e5", ASYNC_REFUSED_MOVEMENT, NULL},
        {"0 - Pe3", "e3e2", ASYNC_REFUSED_MOVEMENT, NULL},
        {"0 - Pe3", "e3d2", ASYNC_REFUSED_MOVEMENT, NULL},
        {"0 - Ph3", "h3a4", ASYNC_REFUSED_MOVEMENT, NULL},
        /* no castling */
        {"0 - Ke1 Rh1", "e1g1", ASYNC_REFUSED_MOVEMENT, NULL},
    };

    assert_commands(cases, G_N_ELEMENTS(cases), &ASYNC_RULES_DEFAULT);
    for (int answer = 0; answer < ASYNC_ANSWER_COUNT; answer++)
        g_assert_cmpuint(strlen(ASYNC_ANSWER_TEXT[answer]), >, 0);
}

TEST(each_kind_of_piece_has_its_rate_and_a_knight_needs_that_of_two_spaces)
{
    static const CommandCase cases[] = {
        {"10 - Pe2", "e2e4", ASYNC_ACCEPTED, "10 - Pe2e4@11"},
        {"10 - Nb1", "b1c3", ASYNC_ACCEPTED, "10 - Nb1c3@14"},
        {"10 - Bc1", "c1d2", ASYNC_ACCEPTED, "10 - Bc1d2@13"},
        {"10 - Ra1", "a1a2", ASYNC_ACCEPTED, "10 - Ra1a2@14"},
        {"10 - Qd1", "d1d2", ASYNC_ACCEPTED, "10 - Qd1d2@15"},
        {"10 - Ke1", "e1e2", ASYNC_ACCEPTED, "10 - Ke1e2@16"},
    };
    static const CommandCase three[] = {
        {"10 - Nb1", "b1a3", ASYNC_ACCEPTED, "10 - Nb1a3@16"},
    };
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        rules.ms_per_space[type] = type + 1;
    assert_commands(cases, G_N_ELEMENTS(cases), &rules);
    rules.knight_spaces = 3;
    assert_commands(three, G_N_ELEMENTS(three), &rules);
}

TEST(black_pawns_go_down)
{
    AsyncWorld world = async_world_start();

    g_assert_cmpint(command(&world, &ASYNC_RULES_DEFAULT, COLOR_BLACK, "e7e5"), ==, ASYNC_ACCEPTED);
    g_assert_cmpint(command(&world, &ASYNC_RULES_DEFAULT, COLOR_BLACK, "d7c6"), ==, ASYNC_ACCEPTED);
    g_assert_cmpint(command(&world, &ASYNC_RULES_DEFAULT, COLOR_BLACK, "a7a8"), ==,
                    ASYNC_REFUSED_MOVEMENT);
    world = async_read("0 - pe6");
    g_assert_cmpint(command(&world, &ASYNC_RULES_DEFAULT, COLOR_BLACK, "e6e4"), ==,
                    ASYNC_REFUSED_MOVEMENT);
}

/* Walks from @from to @to. */
static void assert_path(const char *from, const char *to, const char *spaces)
{
    g_autoptr(GString) walked = g_string_new(NULL);

    for (Square sq = space(from); sq != space(to);) {
        sq = async_path_next(sq, space(to));
        g_string_append_printf(walked, "%c%d ", 'a' + square_file(sq), square_rank(sq) + 1);
    }
    g_assert_cmpstr(walked->str, ==, spaces);
}

TEST(a_path_is_the_line_and_that_of_a_knight_its_destination)
{
    assert_path("a1", "a4", "a2 a3 a4 ");
    assert_path("h8", "e8", "g8 f8 e8 ");
    assert_path("a1", "d4", "b2 c3 d4 ");
    assert_path("a4", "d1", "b3 c2 d1 ");
    assert_path("d1", "a4", "c2 b3 a4 ");
    assert_path("h8", "f6", "g7 f6 ");
    assert_path("b1", "c3", "c3 ");
    assert_path("g8", "e7", "e7 ");
}

TEST(the_next_instant_is_that_of_the_next_entry)
{
    const AsyncWorld world = async_read("0 - Ra1a2@700 rh1h2@300 Pa2 ph7h6@900");

    g_assert_cmpint(async_world_next_ms(&world), ==, 300);
}

TEST(rules_that_cannot_be_played_by_have_a_fault)
{
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    g_assert_cmpstr(async_rules_fault(&rules), ==, NULL);
    rules.ms_per_space[PIECE_KING] = 0;
    g_assert_nonnull(async_rules_fault(&rules));
    rules.ms_per_space[PIECE_KING] = ASYNC_MAX_MS + 1;
    g_assert_nonnull(async_rules_fault(&rules));
    rules = ASYNC_RULES_DEFAULT;
    rules.time_limit_ms = 0;
    g_assert_nonnull(async_rules_fault(&rules));
    rules.time_limit_ms = ASYNC_MAX_MS + 1;
    g_assert_nonnull(async_rules_fault(&rules));
    rules = ASYNC_RULES_DEFAULT;
    rules.knight_spaces = 0;
    g_assert_nonnull(async_rules_fault(&rules));
    rules.knight_spaces = 1001;
    g_assert_nonnull(async_rules_fault(&rules));
    rules.knight_spaces = 1000;
    g_assert_cmpstr(async_rules_fault(&rules), ==, NULL);
}

TEST(a_world_that_contradicts_itself_has_a_fault)
{
    const AsyncWorld sound = async_read("5 - Ra1a2@700 Pa2 ph7");
    AsyncWorld world = sound;

    g_assert_cmpstr(async_world_fault(&world), ==, NULL);
    world.now_ms = -1;
    g_assert_cmpstr(async_world_fault(&world), ==, "the time is before the start of the game");
    world = sound;
    world.end = ASYNC_END_COUNT;
    g_assert_cmpstr(async_world_fault(&world), ==, "there is no such end");
    world = sound;
    world.by_color[COLOR_BLACK] |= bitboard_of(SQUARE_A1);
    g_assert_cmpstr(async_world_fault(&world), ==, "two pieces share a space");
    world = sound;
    world.type_at[SQUARE_A1] = PIECE_NONE;
    g_assert_cmpstr(async_world_fault(&world), ==, "the sets and the spaces disagree");
    world = sound;
    world.type_at[SQUARE_A1] = PIECE_PAWN;
    g_assert_cmpstr(async_world_fault(&world), ==, "a pawn stands on the first or last rank");
    world = sound;
    world.under_way |= bitboard_of(SQUARE_H8);
    g_assert_cmpstr(async_world_fault(&world), ==, "nothing is under way");
    world = sound;
    world.under_way = 0;
    g_assert_cmpstr(async_world_fault(&world), ==, "an idle piece has a path");
    world = sound;
    world.to[SQUARE_A1] = SQUARE_H8;
    g_assert_cmpstr(async_world_fault(&world), ==, "a piece goes where it does not move");
    world = sound;
    world.to[SQUARE_A1] = SQUARE_NONE;
    g_assert_cmpstr(async_world_fault(&world), ==, "a piece goes where it does not move");
    world = sound;
    world.due_ms[SQUARE_A1] = 5;
    g_assert_cmpstr(async_world_fault(&world), ==, "a piece is late");
}

TEST(who_loses_the_king_loses_the_game)
{
    g_assert_cmpint(async_end_winner(ASYNC_BLACK_KING_KILLED), ==, COLOR_WHITE);
    g_assert_cmpint(async_end_winner(ASYNC_WHITE_KING_KILLED), ==, COLOR_BLACK);
    g_assert_cmpint(async_end_winner(ASYNC_BOTH_KINGS_KILLED), ==, COLOR_COUNT);
    g_assert_cmpint(async_end_winner(ASYNC_TIME_UP), ==, COLOR_COUNT);
    g_assert_cmpint(async_end_winner(ASYNC_GOES_ON), ==, COLOR_COUNT);
}
