/* Experiments in asynchronous chess as text. */
#include "experiments/spec/contest.h"
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_text.h"
#include "tests/spec_support.h"
#include "tests/test.h"

#define IN_TIME "[players]\nA=async-random\nB=async-random\n[experiment]\ngame=async\n"
#define FACTORS                                                                               \
    "[experiment]\nformat=gauntlet\nhero=H\ngame=async\ngames=4\n[players]\nH=async-random\n" \
    "A=async-random\nB=async-random\n[factors]\nplayer.pause_ms=50;500\n"

static void assert_same_rules(const AsyncRules *a, const AsyncRules *b)
{
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        g_assert_cmpint(a->ms_per_space[type], ==, b->ms_per_space[type]);
    g_assert_cmpint(a->time_limit_ms, ==, b->time_limit_ms);
    g_assert_cmpint(a->knight_spaces, ==, b->knight_spaces);
    g_assert_cmpint(a->exchange_head_on, ==, b->exchange_head_on);
    g_assert_cmpint(a->see_paths, ==, b->see_paths);
}

TEST(without_keys_the_rules_are_those_of_the_game)
{
    g_autoptr(Spec) spec = spec_of(IN_TIME);
    const AsyncRules rules = spec_async_rules(spec, &spec->pairings[0]);

    g_assert_true(spec->contest == &CONTEST_TIME);
    g_assert_cmpuint(spec->pairings[0].ms_per_space, ==, 1000);
    assert_same_rules(&rules, &ASYNC_RULES_DEFAULT);
}

TEST(every_key_is_a_rule)
{
    g_autoptr(Spec) spec =
        spec_of(IN_TIME "[async]\nms-per-space=700\npawn-ms=1\nknight-ms=2\nbishop-ms=3\n"
                        "rook-ms=4\nking-ms=6\ntime-limit-ms=90000\nknight-spaces=3\n"
                        "head-on=pass\nsee-paths=on\n");
    const AsyncRules expected = {
        .ms_per_space = {[PIECE_PAWN] = 1,
                         [PIECE_KNIGHT] = 2,
                         [PIECE_BISHOP] = 3,
                         [PIECE_ROOK] = 4,
                         [PIECE_QUEEN] = 700,
                         [PIECE_KING] = 6},
        .time_limit_ms = 90000,
        .knight_spaces = 3,
        .exchange_head_on = true,
        .see_paths = true,
    };
    const AsyncRules rules = spec_async_rules(spec, &spec->pairings[0]);

    assert_same_rules(&rules, &expected);
}

TEST_ROWS(what_would_mean_nothing_is_refused)
{
    assert_refused(field[0], field[1], field[2]);
}

TEST(what_is_said_by_default_may_be_said_anywhere)
{
    g_autoptr(Spec) chess =
        spec_of(TWO_RANDOM_PLAYERS "[async]\nms-per-space=1000\nhead-on=meet\nking-ms=0\n");
    g_autoptr(Spec) in_time = spec_of(IN_TIME "[rules]\nrepetition=on\nmax-plies=0\n"
                                              "[openings]\nrandom-plies=0\nfile=\n");
    g_autoptr(Spec) quiet = spec_of(IN_TIME "[record]\npgn=off\nrequests=off\n");

    g_assert_cmpuint(chess->pairings[0].ms_per_space, ==, 0);
    g_assert_cmpstr(in_time->game_name, ==, "async");
    g_assert_false(quiet->record.pgn);
}

TEST(the_pace_may_be_a_factor)
{
    g_autoptr(Spec) spec = spec_of(FACTORS "async.ms-per-space=250; 1000;4000\n");
    int pairing = 0;

    g_assert_cmpint(spec->named_count, ==, 2);
    g_assert_cmpint(spec->player_count, ==, 8);
    g_assert_cmpstr(spec->players[3].name, ==, "H pause_ms 50 ms-per-space 1000");
    g_assert_cmpstr(spec->players[3].text, ==, "async-random:pause_ms=50");
    g_assert_cmpint(spec->pairing_count, ==, 12);
    for (int pause = 0; pause < 2; pause++)
        for (int pace = 0; pace < 3; pace++)
            for (int opponent = 0; opponent < 2; opponent++, pairing++) {
                const AsyncRules rules = spec_async_rules(spec, &spec->pairings[pairing]);
                g_assert_cmpint(spec->pairings[pairing].opponent, ==, opponent);
                g_assert_cmpuint(spec->pairings[pairing].ms_per_space, ==, 250 << 2 * pace);
                g_assert_cmpint(rules.ms_per_space[PIECE_ROOK], ==, 250 << 2 * pace);
            }
    g_assert_cmpuint(schedule_count(spec), ==, 48);
}

TEST(games_played_by_other_rules_of_time_are_told_apart)
{
    g_autoptr(Spec) one = spec_of(IN_TIME);
    g_autoptr(Spec) other = spec_of(IN_TIME "[async]\nhead-on=pass\n");
    g_autofree char *difference =
        spec_text_difference(one->resolved, "one", other->resolved, "other", SPEC_TEXT_GAMES);
    g_autofree char *none =
        spec_text_difference("[rules]\n", "old", one->resolved, "one", SPEC_TEXT_GAMES);

    g_assert_cmpstr(difference, ==, "[async] head-on is 'meet' in 'one', but 'pass' in 'other'");
    g_assert_true(none == NULL || strstr(none, "[async]") == NULL);
}
