/* One job, one record. */
#include "experiments/play/match.h"
#include "tests/run_support.h"
#include "tests/test.h"

/* Plays game @number of the spec @text. Owner: the caller. */
static MatchRecord *play(const char *text, uint64_t number)
{
    g_autoptr(Spec) spec = spec_of(text);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    MatchRecord *record = match_record_new();

    match_play(match, number, record);
    return record;
}

/* A spec with one opening, read from a file that is gone again. Owner: the caller. */
static Spec *spec_with_opening(const char *opening, const char *text)
{
    g_autofree char *folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "e.ini", NULL);
    g_autofree char *whole = g_strconcat(text, "[openings]\nfile=o.epd\n", NULL);
    g_autoptr(GError) error = NULL;
    Spec *spec;

    write_file(folder, "o.epd", opening);
    write_file(folder, "e.ini", whole);
    spec = spec_load(path, NULL, &error);
    g_assert_no_error(error);
    remove_folder(folder);
    return spec;
}

static void assert_same_record(const MatchRecord *a, const MatchRecord *b)
{
    g_assert_cmpint(a->plies, ==, b->plies);
    g_assert_cmpint(a->outcome.termination, ==, b->outcome.termination);
    g_assert_cmpint(a->outcome.winner, ==, b->outcome.winner);
    g_assert_cmpint(a->bare_side, ==, b->bare_side);
    for (int i = 0; i < MIN(a->plies, b->plies); i++) {
        g_assert_cmpuint(a->ply[i].move, ==, b->ply[i].move);
        g_assert_cmpint(a->ply[i].material[0], ==, b->ply[i].material[0]);
        g_assert_cmpint(a->ply[i].material[1], ==, b->ply[i].material[1]);
    }
}

TEST(a_game_depends_on_spec_and_number_alone)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();

    for (uint64_t number = 20; number > 0; number--) {
        g_autoptr(MatchRecord) alone = play(TWO_RANDOM_PLAYERS, number);
        match_play(match, number, record);
        g_assert_cmpuint(record->job.number, ==, number);
        assert_same_record(record, alone);
    }
}

TEST(the_record_is_the_game)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);
    g_autoptr(GameLine) line = game_line_new(spec->game, &spec->rules.draws);

    for (uint64_t number = 1; number <= 10; number++) {
        g_autoptr(MatchRecord) record = play(TWO_RANDOM_PLAYERS, number);
        int bare = MATCH_NO_SIDE;
        game_line_start(line, &record->opening);
        for (int i = 0; i < record->plies; i++) {
            int material[GAME_MAX_SIDES];
            g_assert_cmpint(game_line_outcome(line).termination, ==, TERMINATION_NONE);
            game_line_play(line, record->ply[i].move);
            spec->game->material(&line->state, material);
            for (int side = 0; side < 2; side++) {
                g_assert_cmpint(match_record_material(record, side, i + 1), ==, material[side]);
                if (material[side] == 0 && bare == MATCH_NO_SIDE)
                    bare = side;
            }
        }
        g_assert_cmpint(game_line_outcome(line).termination, ==, record->outcome.termination);
        g_assert_cmpint(record->bare_side, ==, bare);
    }
}

TEST(the_limit_of_plies_ends_a_game)
{
    g_autoptr(MatchRecord) record = play(TWO_RANDOM_PLAYERS "[rules]\nmax-plies=9\n", 1);

    g_assert_cmpint(record->plies, ==, 9);
    g_assert_cmpint(record->outcome.termination, ==, TERMINATION_PLY_LIMIT);
    g_assert_cmpint(record->outcome.winner, ==, GAME_NOBODY);
}

TEST(a_king_that_is_bare_from_the_beginning_is_the_first)
{
    g_autoptr(Spec) spec = spec_with_opening("7k/8/8/8/8/8/Q7/K7 w - -\n", TWO_RANDOM_PLAYERS);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();

    match_play(match, 1, record);
    g_assert_cmpint(record->bare_side, ==, 1);
    g_assert_cmpint(match_record_material(record, 0, 0), ==, 900);
    g_assert_cmpint(match_record_material(record, 1, 0), ==, 0);
}

TEST(of_two_kings_bare_from_the_beginning_none_is_the_first)
{
    g_autoptr(Spec) spec = spec_with_opening("7k/8/8/8/8/8/8/K7 w - -\n", TWO_RANDOM_PLAYERS
                                             "[rules]\ninsufficient-material=off\n");
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();

    match_play(match, 1, record);
    g_assert_cmpint(record->bare_side, ==, MATCH_NO_SIDE);
}

TEST(a_game_longer_than_expected_is_recorded_whole)
{
    g_autoptr(MatchRecord) record = play(
        TWO_RANDOM_PLAYERS "[rules]\nfifty-moves=off\nrepetition=off\ninsufficient-material=off\n"
                           "max-plies=5000\n",
        1);

    g_assert_cmpint(record->plies, ==, 5000);
    g_assert_cmpuint(record->capacity, >=, 5000);
    g_assert_cmpint(record->outcome.termination, ==, TERMINATION_PLY_LIMIT);
}

TEST(steps_make_the_same_game)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) whole = match_record_new();
    g_autoptr(MatchRecord) stepped = match_record_new();
    int steps = 0;

    match_play(match, 4, whole);
    match_begin(match, 4, stepped);
    while (match_step(match, stepped, NULL)) {
        steps++;
        g_assert_cmpint(match_line(match)->plies, ==, steps);
    }
    assert_same_record(whole, stepped);
}

static Choice told_end; /* what the first player answers */

static Choice be_told(G_GNUC_UNUSED Player *player, G_GNUC_UNUSED const GameLine *line,
                      G_GNUC_UNUSED int side, G_GNUC_UNUSED const GameOutcome *outcome)
{
    return told_end;
}

/* Plays a game whose first player answers @choice when it is told the end. Owner: the caller. */
static MatchRecord *play_and_tell(Choice choice)
{
    g_autoptr(Spec) spec = spec_of("[players]\nA=random\nB=random\n[rules]\nmax-plies=9\n");
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    Player *player = player_new("random", NULL, NULL);
    PlayerKind kind = *player->kind;
    MatchRecord *record = match_record_new();

    told_end = choice;
    kind.end_game = be_told;
    player->kind = &kind;
    match_seat(match, 0, player);
    g_assert_true(match_play(match, 1, record) == (choice.kind != CHOICE_INTERRUPTION));
    return record;
}

TEST(a_fault_at_the_end_is_no_turn)
{
    g_autoptr(MatchRecord) record = play_and_tell((Choice){.reason = "has exited"});

    g_assert_cmpint(match_record_faults(record), ==, 0);
    g_assert_cmpint(record->end_faults[0].count, ==, 1);
    g_assert_cmpstr(record->end_faults[0].reason, ==, "has exited");
    g_assert_cmpint(record->end_faults[1].count, ==, 0);
}

TEST(what_cannot_be_told_the_end_is_no_fault)
{
    g_autoptr(MatchRecord) record =
        play_and_tell((Choice){.kind = CHOICE_INTERRUPTION, .reason = "too many open files"});

    g_assert_cmpint(record->end_faults[0].count, ==, 0);
    g_assert_cmpstr(record->interruption, ==, "A: too many open files");
}
