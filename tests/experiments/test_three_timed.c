/* Games of three with clocks as the table plays them, by players that take the time they are told
 * to: no test asks what time it is. */
#include "board/threechess.h"
#include "experiments/play/match.h"
#include "tests/run_support.h"
#include "tests/test.h"
#include "tests/three_oracle.h"
#include "tests/three_support.h"

#define MAX_PLIES 4096

/* What all three sides do, one after the other, and how long each takes. */
typedef struct {
    int64_t now_us, busy_us;
    int64_t idle_us; /* of each answer: the machine did not let the player think */
    int reads;       /* how often the clock was read */
    int next, count;
    const int64_t *left;  /* what the clocks show; NULL: there are none */
    Move move[MAX_PLIES]; /* MOVE_NONE: an answer that is no move */
    int64_t us[MAX_PLIES];
} Script;

typedef struct {
    Player player;
    Script *script;
} Actor;

static Choice act(Player *player, const PlayerCall *call)
{
    Script *script = ((Actor *)player)->script;

    g_assert_cmpint(script->next, <, script->count);
    script->left = call->left_ms;
    script->now_us += script->us[script->next];
    script->busy_us += script->us[script->next] - script->idle_us;
    if (script->move[script->next] == MOVE_NONE)
        return (Choice){.kind = CHOICE_FAILURE, .reason = "it said nothing"};
    return choice_of_move(script->move[script->next++]);
}

static const PlayerKind ACTOR = {.name = "actor", .choose = act};

static int64_t tell(void *data)
{
    Script *script = data;

    script->reads++;
    return script->now_us;
}

static int64_t tell_busy(void *data)
{
    return ((Script *)data)->busy_us;
}

static void append(Script *script, const char *text, int64_t us)
{
    script->move[script->count] =
        text == NULL ? MOVE_NONE
                     : three_move_make(three_square_parse(text), three_square_parse(text + 3));
    script->us[script->count++] = us;
}

/* A table for the games of @spec at which all play @script. Owner: the caller. */
static Match *table_of(const Spec *spec, Script *script)
{
    g_autoptr(GError) error = NULL;
    Match *match = match_new(spec, NULL, &error);
    const MatchClock clock = {tell, script, tell_busy};

    g_assert_no_error(error);
    match_set_clock(match, &clock);
    for (int i = 0; i < spec->player_count; i++) {
        Actor *actor = g_new0(Actor, 1);
        actor->player.kind = &ACTOR;
        actor->script = script;
        match_seat(match, i, &actor->player);
    }
    return match;
}

/* A spec of three with the rules of the original. Owner: the caller. */
static Spec *spec_with(int64_t limit_ms, const char *more)
{
    g_autofree char *text =
        g_strdup_printf("[experiment]\ngame=threechess\n[players]\nA=random\nB=random\nC=random\n"
                        "[rules]\nrules=threechess\ntime-limit-ms=%" G_GINT64_FORMAT "\n%s",
                        limit_ms, more);

    return spec_of(text);
}

/* Plays @script at a table with @limit_ms; *@out_left is what the clocks show at the end, if there
 * are any. Owner: the caller. */
static MatchRecord *play(Script *script, int64_t limit_ms, const char *more, int64_t *out_left)
{
    g_autoptr(Spec) spec = spec_with(limit_ms, more);
    g_autoptr(Match) match = table_of(spec, script);
    MatchRecord *record = match_record_new();

    match_play(match, 1, record);
    if (limit_ms > 0)
        memcpy(out_left, script->left, 3 * sizeof *out_left);
    else
        g_assert_null(script->left);
    return record;
}

static void assert_end(const MatchRecord *record, Termination termination, int winner, int loser,
                       int plies)
{
    g_assert_cmpstr(termination_name(record->outcome.termination), ==,
                    termination_name(termination));
    g_assert_cmpint(record->outcome.winner, ==, winner);
    g_assert_cmpint(record->outcome.loser, ==, loser);
    g_assert_cmpint(record->plies, ==, plies);
}

TEST(a_clock_may_be_run_down_to_zero_but_not_below)
{
    Script script = {.count = 0};
    int64_t left[3];
    g_autoptr(MatchRecord) record = NULL;

    append(&script, "BA2BA3", 1000000);
    append(&script, "GA2GA3", 0);
    append(&script, "RA2RA3", 300000);
    append(&script, "BA3BA4", 1000);
    record = play(&script, 1000, "", left);
    assert_end(record, TERMINATION_TIME, THREE_GREEN, THREE_BLUE, 3);
    g_assert_cmpint(left[THREE_BLUE], ==, -1);
    g_assert_cmpint(left[THREE_GREEN], ==, 1000);
    g_assert_cmpint(left[THREE_RED], ==, 700);
    for (int side = 0; side < 3; side++)
        g_assert_cmpint(match_record_points(record, side), ==, 0 - (side == 0) + (side == 1));
}

TEST(a_loss_on_time_is_doubtful_if_the_machine_is_why)
{
    static const struct {
        int64_t us, idle_us;
        bool is_doubtful;
    } cases[] = {{1001000, 0, false},
                 {1001000, 400, false},
                 {1001000, 1000, true},
                 {3000000, 1999000, false},
                 {3000000, 2000000, true}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        Script script = {.idle_us = cases[i].idle_us};
        int64_t left[3];
        g_autoptr(MatchRecord) record = NULL;
        append(&script, "BA2BA3", cases[i].us);
        record = play(&script, 1000, "", left);
        assert_end(record, TERMINATION_TIME, THREE_GREEN, THREE_BLUE, 0);
        g_assert_cmpint(record->delay_ms, ==, (cases[i].idle_us + 500) / 1000);
        g_assert_true(record->is_doubtful == cases[i].is_doubtful);
    }
}

TEST(less_than_half_a_millisecond_is_free)
{
    Script script = {.count = 0};
    int64_t left[3];
    g_autoptr(MatchRecord) record = NULL;

    append(&script, "BA2BA3", 499);
    append(&script, "GA2GA3", 500);
    append(&script, "RA2RA3", 1499);
    append(&script, NULL, 0);
    record = play(&script, 10, "", left);
    g_assert_cmpint(left[THREE_BLUE], ==, 10);
    g_assert_cmpint(left[THREE_GREEN], ==, 9);
    g_assert_cmpint(left[THREE_RED], ==, 9);
}

TEST(a_wait_of_years_is_a_time_out)
{
    Script script = {.count = 0};
    int64_t left[3];
    g_autoptr(MatchRecord) record = NULL;

    append(&script, "BA2BA3", INT64_C(1) << 52);
    record = play(&script, 2147483000, "", left);
    assert_end(record, TERMINATION_TIME, THREE_GREEN, THREE_BLUE, 0);
}

TEST(what_is_no_move_is_asked_before_the_time)
{
    Script script = {.count = 0};
    int64_t left[3];
    g_autoptr(MatchRecord) record = NULL;

    append(&script, "BA2BA3", 0);
    append(&script, NULL, 5000000);
    record = play(&script, 1000, "", left);
    assert_end(record, TERMINATION_FORFEIT, GAME_NOBODY, THREE_GREEN, 1);
    g_assert_cmpint(left[THREE_GREEN], ==, 1000);
    for (int side = 0; side < 3; side++)
        g_assert_cmpint(match_record_points(record, side), ==, side == THREE_GREEN ? -2 : 1);
}

/* Red takes Green's king with the rook on GE4 and thinks for @us; *@out_left as in play(). Owner:
 * the caller. */
static MatchRecord *take_king(int64_t us, int64_t *out_left)
{
    g_autofree char *folder = make_folder();
    g_autofree char *opening = g_strdup_printf("[openings]\nfile=%s/o.txt\n", folder);
    Script script = {.count = 0};
    MatchRecord *record;

    write_file(folder, "o.txt",
               "................K..............."
               "................k..4............"
               "................6............... R\n");
    append(&script, "GE4GE1", us);
    record = play(&script, 10, opening, out_left);
    remove_folder(folder);
    return record;
}

TEST(a_king_taken_too_late_is_not_taken)
{
    int64_t left[3];
    g_autoptr(MatchRecord) taken = take_king(10000, left);
    g_autoptr(MatchRecord) late = NULL;

    assert_end(taken, TERMINATION_KING_CAPTURE, THREE_RED, THREE_GREEN, 1);
    g_assert_cmpint(left[THREE_RED], ==, 0);
    late = take_king(11000, left);
    assert_end(late, TERMINATION_TIME, THREE_BLUE, THREE_RED, 0);
    g_assert_cmpint(left[THREE_RED], ==, -1);
}

/* Red's only piece, a pawn, is blocked by Green's knight. */
TEST(in_the_original_who_cannot_move_has_no_legal_answer)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *theirs = g_strdup_printf("[openings]\nfile=%s/o.txt\n", folder);
    Script script = {.count = 0};
    int64_t left[3];
    g_autoptr(MatchRecord) record = NULL;

    write_file(folder, "o.txt",
               "..n............................."
               "................k..............."
               "1n.............................. G\n");
    append(&script, "GE1GE2", 0);
    record = play(&script, 10, theirs, left);
    assert_end(record, TERMINATION_FORFEIT, GAME_NOBODY, THREE_RED, 1);
    g_assert_cmpstr(record->reason, ==, "had no legal move");
}

/* A program that plays on as long as it is told that all clocks show a minute, else resigns. */
#define READER                                                                                \
    "process:sh -c 'while IFS= read -r q; do case \"$(printf %s \"$q\" | cut -f10)\" in "     \
    "\"60000 60000 60000\") printf %s \"$q\" | cut -f9 | cut -d\" \" -f1;; *) echo resign;; " \
    "esac; done'"

static void assert_program_sees(const char *limit, Termination termination)
{
    g_autofree char *text =
        g_strconcat("[experiment]\ngame=threechess\n[players]\nA=" READER "\nB=" READER
                    "\nC=" READER "\n[rules]\nmax-plies=4\ntime-limit-ms=",
                    limit, "\n", NULL);
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(GError) error = NULL;
    g_autoptr(Match) match = match_new(spec, NULL, &error);
    g_autoptr(MatchRecord) record = match_record_new();
    Script script = {.count = 0};
    const MatchClock clock = {tell, &script};

    g_assert_no_error(error);
    match_set_clock(match, &clock);
    match_play(match, 1, record);
    g_assert_cmpstr(termination_name(record->outcome.termination), ==,
                    termination_name(termination));
}

TEST(a_program_is_told_what_the_clocks_show)
{
    assert_program_sees("60000", TERMINATION_PLY_LIMIT);
    assert_program_sees("59999", TERMINATION_RESIGNATION);
    assert_program_sees("0", TERMINATION_RESIGNATION);
}

/* The toy sleeps a while when it starts, and then says that it is ready. */
TEST(a_clock_does_not_pay_for_the_start_of_a_program)
{
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *text =
        g_strdup_printf("[experiment]\ngame=threechess\n[players]\nA=process:%s plain ready\n"
                        "B=random\nC=random\n[rules]\nmax-plies=4\ntime-limit-ms=900\n",
                        quoted);
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    const gint64 begun = g_get_monotonic_time();

    match_play(match, 1, record);
    g_assert_cmpint(g_get_monotonic_time() - begun, >, G_USEC_PER_SEC);
    g_assert_cmpstr(record->reason, ==, "");
    g_assert_cmpint(record->outcome.termination, ==, TERMINATION_PLY_LIMIT);
}

static void append_dance(Script *script, int rounds)
{
    static const char *const moves[] = {"BB1BA3", "GB1GA3", "RB1RA3", "BA3BB1", "GA3GB1", "RA3RB1"};

    for (int i = 0; i < 6 * rounds; i++)
        append(script, moves[i % 6], 0);
}

TEST(the_original_calls_no_repetition_unless_it_is_named)
{
    Script endless = {.count = 0}, repeated = {.count = 0}, limited = {.count = 0};
    int64_t left[3];
    g_autoptr(MatchRecord) whole = NULL, drawn = NULL, cut = NULL;

    append_dance(&endless, 100);
    append(&endless, NULL, 0);
    append_dance(&repeated, 100);
    append_dance(&limited, 100);
    whole = play(&endless, 0, "", left);
    assert_end(whole, TERMINATION_FORFEIT, GAME_NOBODY, THREE_BLUE, 600);
    g_assert_cmpint(endless.reads, ==, 0);
    drawn = play(&repeated, 0, "repetition=on\n", left);
    assert_end(drawn, TERMINATION_REPETITION, GAME_NOBODY, GAME_NOBODY, 12);
    cut = play(&limited, 5, "max-plies=50\n", left);
    assert_end(cut, TERMINATION_PLY_LIMIT, GAME_NOBODY, GAME_NOBODY, 50);
    g_assert_cmpint(limited.reads, ==, 100);
}

/* Games of the original. */

typedef struct {
    Script script;
    int64_t budget_ms;
    int late; /* moves of the game that were not made */
    int games, time_outs;
} Original;

static int side_of(JsonObject *object, const char *name)
{
    const char *letter = json_object_get_string_member_with_default(object, name, NULL);

    return letter == NULL ? GAME_NOBODY
                          : (int)(strchr(THREE_COLOR_LETTERS, *letter) - THREE_COLOR_LETTERS);
}

static void assert_numbers(JsonObject *object, const char *name, const int64_t found[3])
{
    JsonArray *array = json_object_get_array_member(object, name);

    for (guint i = 0; i < 3; i++)
        g_assert_cmpint(json_array_get_int_element(array, i), ==, found[i]);
}

static void check_game(Original *original, JsonObject *end)
{
    int64_t left[3], points[3];
    g_autoptr(MatchRecord) record = play(&original->script, original->budget_ms, "", left);

    g_assert_true(json_object_get_boolean_member(end, "over"));
    assert_end(record, original->late > 0 ? TERMINATION_TIME : TERMINATION_KING_CAPTURE,
               side_of(end, "winner"), side_of(end, "loser"),
               (int)json_object_get_int_member(end, "moves"));
    g_assert_cmpint(record->plies + original->late, ==, json_object_get_int_member(end, "plies"));
    for (int side = 0; side < 3; side++)
        points[side] = match_record_points(record, side);
    assert_numbers(end, "points", points);
    assert_numbers(end, "left", left);
    original->games++;
    original->time_outs += original->late;
}

static void follow(JsonObject *object, void *data)
{
    Original *original = data;
    const char *kind = json_object_get_string_member(object, "k");

    if (g_str_equal(kind, "game")) {
        original->script = (Script){.count = 0};
        original->late = 0;
        original->budget_ms = json_object_get_int_member(object, "budget_ms");
    } else if (g_str_equal(kind, "ply")) {
        append(&original->script, json_object_get_string_member(object, "mv"),
               1000 * json_object_get_int_member(object, "t"));
        original->late += strchr(json_object_get_string_member(object, "fl"), 'T') != NULL;
    } else {
        check_game(original, object);
    }
}

TEST(timed_games_end_as_in_the_original)
{
    g_autofree Original *original = g_new0(Original, 1);

    if (three_oracle_lines("threechess/threechess-oracle-timed-public.jsonl", follow, original) < 0)
        return;
    g_assert_cmpint(original->games, ==, 64);
    g_assert_cmpint(original->time_outs, ==, 46);
}

/* The spec. */

static void assert_refused(const char *text, const char *sentence)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = spec_parse(text, "test.ini", NULL, "test", NULL, &error);

    g_assert_null(spec);
    g_assert_nonnull(error);
    g_assert_cmpstr(error->message, ==, sentence);
}

TEST(other_games_have_neither_clocks_nor_these_rules)
{
    assert_refused(TWO_RANDOM_PLAYERS "[rules]\ntime-limit-ms=5\n",
                   "test.ini, line 5: [rules] time-limit-ms: '5' requires a game of three "
                   "players, not chess");
    assert_refused(TWO_RANDOM_PLAYERS "[rules]\nrules=threechess\n",
                   "test.ini, line 5: [rules] rules: 'threechess' requires a game of "
                   "three players, not chess");
}

TEST(with_clocks_no_player_is_reproducible)
{
    g_autoptr(Spec) timed = spec_with(5, "");
    g_autoptr(Spec) again = spec_of(timed->resolved);
    g_autoptr(Spec) untimed = spec_with(0, "");

    g_assert_cmpstr(timed->identity, !=, untimed->identity);
    g_assert_cmpstr(timed->resolved, ==, again->resolved);
    g_assert_false(again->rules.draws.repetition);
    for (int i = 0; i < 3; i++) {
        g_assert_true(timed->players[i].depends_on_machine);
        g_assert_false(untimed->players[i].depends_on_machine);
    }
}
