/* Asynchronous games as a match plays and records them. */
#include "experiments/play/match.h"

#include "tests/run_support.h"
#include "tests/test.h"

#define IN_TIME "[players]\nA=async-random:pause_ms=200\nB=async-random\n[experiment]\ngame=async\n"

/* A player that gives the commands of a list, each at its time, when it is first called. */
typedef struct {
    Player player;
    AsyncReply reply;
} Scripted;

static void act(Player *player, const AsyncCall *call, G_GNUC_UNUSED Random *random,
                AsyncReply *reply)
{
    if (call->begins)
        *reply = ((Scripted *)player)->reply;
    reply->wake_ms = ASYNC_NEVER;
}

static const PlayerKind SCRIPTED = {.name = "scripted", .act = act};

/* The player that commands what @text says: "0:e2e4 1000:d1h5". */
static Player *scripted(const char *text)
{
    g_auto(GStrv) commands = g_strsplit(text, " ", -1);
    Scripted *scripted = g_new0(Scripted, 1);

    scripted->player.kind = &SCRIPTED;
    for (int i = 0; commands[i] != NULL && *commands[i] != '\0'; i++) {
        char *move;
        const int64_t time_ms = g_ascii_strtoll(commands[i], &move, 10);
        async_reply_add(&scripted->reply, square_at(move[1] - 'a', move[2] - '1'),
                        square_at(move[3] - 'a', move[4] - '1'), time_ms);
    }
    return &scripted->player;
}

/* Begins game @number of @spec between two scripts. Owner: the caller. */
static Match *begin_scripts(const Spec *spec, uint64_t number, const char *white, const char *black,
                            MatchRecord *record)
{
    Match *match = match_new(spec, NULL, NULL);
    const Job job = schedule_job(spec, number);

    match_seat(match, job.player[COLOR_WHITE], scripted(white));
    match_seat(match, job.player[COLOR_BLACK], scripted(black));
    match_begin(match, number, record);
    return match;
}

/* A game of two scripts. Owner: the caller. */
static MatchRecord *play_scripts(const char *spec_text, const char *white, const char *black)
{
    g_autoptr(Spec) spec = spec_of(spec_text);
    MatchRecord *record = match_record_new();
    g_autoptr(Match) match = begin_scripts(spec, 1, white, black, record);

    while (match_step(match, record, NULL))
        ;
    return record;
}

static void assert_change(const MatchTimes *times, int i, int64_t time_ms, int white, int black)
{
    const MatchChange *change;

    g_assert_cmpint(i, <, (int)times->changes->len);
    if (i >= (int)times->changes->len)
        return;
    change = match_times_change(times, i);
    g_assert_cmpint(change->time_ms, ==, time_ms);
    g_assert_cmpint(change->material[COLOR_WHITE], ==, white);
    g_assert_cmpint(change->material[COLOR_BLACK], ==, black);
}

/* White's queen takes a pawn and the king; a knight is told what it cannot do, and a rook stops
 * behind its pawn. */
#define QUEEN_ON_KING "0:e2e4 0:b1b3 0:a1a3 1000:d1h5 5000:h5e8 7000:f7e8"

TEST(a_captured_king_wins_and_all_is_counted)
{
    g_autoptr(MatchRecord) record = play_scripts(IN_TIME, QUEEN_ON_KING, "");

    g_assert_cmpint(record->outcome.termination, ==, TERMINATION_KING_CAPTURE);
    g_assert_cmpint(record->outcome.winner, ==, COLOR_WHITE);
    g_assert_cmpint(record->outcome.loser, ==, COLOR_BLACK);
    g_assert_cmpint(record->times.time_ms, ==, 8000);
    g_assert_cmpint(record->times.ms_per_space, ==, 1000);
    g_assert_cmpint(record->times.of[COLOR_WHITE].commands, ==, 6);
    g_assert_cmpint(record->times.of[COLOR_WHITE].refused, ==, 1);
    g_assert_cmpint(record->times.of[COLOR_WHITE].stopped, ==, 1);
    g_assert_cmpint(record->times.of[COLOR_WHITE].killed, ==, 0);
    g_assert_cmpint(record->times.of[COLOR_BLACK].commands, ==, 0);
    g_assert_cmpint(record->times.of[COLOR_BLACK].killed, ==, 2);
    g_assert_cmpuint(record->times.changes->len, ==, 3);
    assert_change(&record->times, 0, 0, 4000, 4000);
    assert_change(&record->times, 1, 7000, 4000, 3900);
    assert_change(&record->times, 2, 8000, 4000, 3900);
    g_assert_cmpint(match_times_last_material(&record->times, COLOR_BLACK), ==, 3900);
}

TEST(two_kings_captured_in_one_instant_are_a_draw)
{
    g_autoptr(MatchRecord) record = play_scripts(IN_TIME, "0:e2e4 1000:d1h5 5000:h5e8 7000:f7e8",
                                                 "0:e7e5 1000:d8h4 5000:h4e1 7000:f2e1");

    g_assert_cmpint(record->outcome.termination, ==, TERMINATION_KING_CAPTURE);
    g_assert_cmpint(record->outcome.winner, ==, GAME_NOBODY);
    g_assert_cmpint(record->outcome.loser, ==, GAME_NOBODY);
    g_assert_cmpint(record->times.time_ms, ==, 8000);
    g_assert_cmpint(record->times.of[COLOR_WHITE].killed, ==, 2);
    g_assert_cmpint(record->times.of[COLOR_BLACK].killed, ==, 2);
}

TEST(the_limit_of_time_is_a_draw_and_its_instant_is_played)
{
    static const struct {
        int limit_ms;
        Termination termination;
    } cases[] = {{8000, TERMINATION_KING_CAPTURE}, {7999, TERMINATION_TIME_LIMIT}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text =
            g_strdup_printf(IN_TIME "[async]\ntime-limit-ms=%d\n", cases[i].limit_ms);
        g_autoptr(MatchRecord) record = play_scripts(text, QUEEN_ON_KING, "");

        g_assert_cmpint(record->outcome.termination, ==, cases[i].termination);
        g_assert_cmpint(record->times.time_ms, ==, cases[i].limit_ms);
        assert_change(&record->times, 2, cases[i].limit_ms, 4000, 3900);
    }
}

TEST(the_rules_of_the_spec_are_played)
{
    g_autoptr(MatchRecord) slow_queen =
        play_scripts(IN_TIME "[async]\nms-per-space=100\nqueen-ms=1000\n", QUEEN_ON_KING, "");
    g_autoptr(MatchRecord) fast = play_scripts(IN_TIME "[async]\nms-per-space=100\n",
                                               "0:e2e4 200:d1h5 600:h5e8 800:f7e8", "");

    g_assert_cmpint(slow_queen->times.time_ms, ==, 8000);
    g_assert_cmpint(slow_queen->times.ms_per_space, ==, 100);
    g_assert_cmpint(fast->times.time_ms, ==, 900);
}

/* A pawn that becomes a queen is a change, too. */
TEST(a_pawn_that_is_promoted_changes_the_material)
{
    g_autoptr(MatchRecord) record =
        play_scripts(IN_TIME "[async]\ntime-limit-ms=60000\n",
                     "0:a2a4 2000:a4a5 3000:a5a6 4000:a6b7 5000:b7a8", "");
    assert_change(&record->times, 1, 5000, 4000, 3900);
    assert_change(&record->times, 2, 6000, 4800, 3400);
    assert_change(&record->times, 3, 60000, 4800, 3400);
    g_assert_cmpuint(record->times.changes->len, ==, 4);
}

static void assert_same_times(const MatchTimes *a, const MatchTimes *b)
{
    g_assert_cmpint(a->time_ms, ==, b->time_ms);
    g_assert_cmpmem(a->of, sizeof a->of, b->of, sizeof b->of);
    g_assert_cmpmem(a->changes->data, a->changes->len * sizeof(MatchChange), b->changes->data,
                    b->changes->len * sizeof(MatchChange));
}

TEST(a_game_depends_on_spec_and_number_alone)
{
    g_autoptr(Spec) spec = spec_of(IN_TIME);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();

    g_assert_null(match_line(match));
    for (uint64_t number = 20; number > 0; number--) {
        g_autoptr(Match) fresh = match_new(spec, NULL, NULL);
        g_autoptr(MatchRecord) alone = match_record_new();
        match_play(fresh, number, alone);
        match_play(match, number, record);
        g_assert_cmpuint(record->job.number, ==, number);
        g_assert_cmpint(record->outcome.winner, ==, alone->outcome.winner);
        assert_same_times(&record->times, &alone->times);
    }
}

TEST(steps_make_the_same_game)
{
    g_autoptr(Spec) spec = spec_of(IN_TIME);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) whole = match_record_new();
    g_autoptr(MatchRecord) stepped = match_record_new();

    match_play(match, 4, whole);
    match_begin(match, 4, stepped);
    g_assert_cmpint(match_game_in_time(match)->world.now_ms, ==, 0);
    while (match_step(match, stepped, NULL))
        g_assert_cmpint(match_game_in_time(match)->world.now_ms, ==, stepped->times.time_ms);
    g_assert_false(match_step(match, stepped, NULL));
    g_assert_cmpint(stepped->outcome.termination, ==, whole->outcome.termination);
    assert_same_times(&whole->times, &stepped->times);
}

/* Two knights meet on e5, and no other piece draws anything. */
TEST(the_draws_of_a_game_come_from_its_number)
{
    g_autoptr(Spec) spec = spec_of(IN_TIME);
    int white = 0;

    for (uint64_t number = 1; number <= 40; number++) {
        g_autoptr(MatchRecord) record = match_record_new();
        g_autoptr(Match) match =
            begin_scripts(spec, number, "0:g1f3 2000:f3e5", "0:b8c6 2000:c6e5", record);
        const MatchDoings *of = record->times.of;
        while (of[COLOR_WHITE].killed + of[COLOR_BLACK].killed == 0)
            match_step(match, record, NULL);
        g_assert_cmpint(record->times.time_ms, ==, 4000);
        white += (int)of[COLOR_BLACK].killed;
    }
    g_assert_cmpint(white, >, 5);
    g_assert_cmpint(white, <, 35);
}
