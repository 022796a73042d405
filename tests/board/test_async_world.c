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

/* In a world White gives a command: the answer, and what the world is then unless nothing has
 * changed. */
static void assert_command(char **field, const AsyncRules *rules)
{
    AsyncWorld world = async_read(field[0]);

    g_assert_cmpstr(ASYNC_ANSWER_TEXT[command(&world, rules, COLOR_WHITE, field[1])], ==, field[2]);
    async_assert_is(&world, field[3] != NULL ? field[3] : field[0]);
    g_assert_cmpstr(async_world_fault(&world), ==, NULL);
}

TEST_ROWS(an_idle_piece_is_set_moving_whatever_stands_in_the_way)
{
    assert_command(field, &ASYNC_RULES_DEFAULT);
}

TEST_ROWS(what_is_refused_changes_nothing_and_is_told_why)
{
    assert_command(field, &ASYNC_RULES_DEFAULT);
}

TEST(each_kind_of_piece_has_its_rate_and_a_knight_needs_that_of_two_spaces)
{
    AsyncRules rules = ASYNC_RULES_DEFAULT;

    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        rules.ms_per_space[type] = type + 1;
    for (char **field; (field = NEXT_ROW("each kind of piece has its rate and a knight needs that "
                                         "of two spaces")) != NULL;)
        assert_command(field, &rules);
    rules.knight_spaces = 3;
    for (char **field; (field = NEXT_ROW("a knight that needs that of three")) != NULL;)
        assert_command(field, &rules);
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
    g_assert_cmpstr(async_world_fault(&world), ==, "the result of the game is unknown");
    world = sound;
    world.by_color[COLOR_BLACK] |= bitboard_of(SQUARE_A1);
    g_assert_cmpstr(async_world_fault(&world), ==, "two pieces share a space");
    world = sound;
    world.type_at[SQUARE_A1] = PIECE_NONE;
    g_assert_cmpstr(async_world_fault(&world), ==,
                    "the lists of pieces and of occupied spaces differ");
    world = sound;
    world.type_at[SQUARE_A1] = PIECE_PAWN;
    g_assert_cmpstr(async_world_fault(&world), ==, "a pawn is on the first or last rank");
    world = sound;
    world.under_way |= bitboard_of(SQUARE_H8);
    g_assert_cmpstr(async_world_fault(&world), ==, "a moving piece starts from an empty space");
    world = sound;
    world.under_way = 0;
    g_assert_cmpstr(async_world_fault(&world), ==, "a piece that is not moving has a destination");
    world = sound;
    world.to[SQUARE_A1] = SQUARE_H8;
    g_assert_cmpstr(async_world_fault(&world), ==, "a piece moves to a space that it cannot reach");
    world = sound;
    world.to[SQUARE_A1] = SQUARE_NONE;
    g_assert_cmpstr(async_world_fault(&world), ==, "a piece moves to a space that it cannot reach");
    world = sound;
    world.due_ms[SQUARE_A1] = 5;
    g_assert_cmpstr(async_world_fault(&world), ==, "a moving piece should already have arrived");
}

TEST(who_loses_the_king_loses_the_game)
{
    g_assert_cmpint(async_end_winner(ASYNC_BLACK_KING_KILLED), ==, COLOR_WHITE);
    g_assert_cmpint(async_end_winner(ASYNC_WHITE_KING_KILLED), ==, COLOR_BLACK);
    g_assert_cmpint(async_end_winner(ASYNC_BOTH_KINGS_KILLED), ==, COLOR_COUNT);
    g_assert_cmpint(async_end_winner(ASYNC_TIME_UP), ==, COLOR_COUNT);
    g_assert_cmpint(async_end_winner(ASYNC_GOES_ON), ==, COLOR_COUNT);
}
