#include <glib/gstdio.h>
#include <string.h>

#include "board/chess.h"
#include "players/engine_settings.h"
#include "tests/players/toy_engine.h"
#include "tests/test.h"

#define MAX_PLIES 60
#define PATIENT "20000" /* milliseconds: never waited for unless a test fails */
#define HASTY "300"

static const char *const PROTOCOLS[] = {"uci", "xboard"};

static const DrawRules RULES = {.max_plies = MAX_PLIES};

/* How a game ends for the engine that has White, and after how many plies. */
typedef struct {
    Choice choice;
    char *reason;
    int plies;
} End;

static void end_clear(End *end)
{
    g_free(end->reason);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(End, end_clear)

/* A game of the engine against one that plays any move, from the start or @fen. */
static End play(Player *player, const char *fen)
{
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &RULES);
    g_autoptr(Player) other = player_new("random", NULL, NULL);
    Random random = random_for_job(1, 1);
    End end = {.choice.kind = CHOICE_MOVE};
    GameState state;

    if (fen != NULL) {
        g_assert_true(game_read_state(&GAME_CHESS, fen, &state, NULL));
        game_line_start(line, &state);
    }
    while (game_line_outcome(line).termination == TERMINATION_NONE) {
        const bool engine = game_line_turn(line) == 0;
        const Choice choice =
            player_choose(engine ? player : other, &(PlayerCall){.line = line, .random = &random});
        if (choice.kind != CHOICE_MOVE) {
            end.choice = choice;
            end.reason = g_strdup(choice.reason);
            break;
        }
        game_line_play(line, choice.move);
    }
    end.plies = line->plies;
    return end;
}

/* What a toy is to do, and what comes of each of its games. */
typedef struct {
    const char *protocol, *fault;
    ChoiceKind kind;
    const char *reason; /* a pattern; NULL: there is none */
} Case;

/* The games of one case, played in a thread, as engines are waited for most of the time. */
typedef struct {
    const Case *expected;
    const char *answer_ms;
    GThread *thread;
    End ends[2];
} Table;

static void *play_games(void *data)
{
    static const char fen[] = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 3 11";
    Table *table = data;
    g_auto(ToyPlayer) toy =
        toy_player_new(table->expected->protocol, table->expected->fault, table->answer_ms);

    for (size_t game = 0; game < G_N_ELEMENTS(table->ends); game++)
        table->ends[game] = play(toy.player, game == 1 ? fen : NULL);
    return NULL;
}

/* In each game the engine does what it is to do with its third answer, after four plies; with a
 * mere habit it plays on. */
static void assert_played(const Case *cases, size_t count, const char *answer_ms)
{
    g_autofree Table *tables = g_new0(Table, count);

    for (size_t i = 0; i < count; i++) {
        tables[i] = (Table){.expected = &cases[i], .answer_ms = answer_ms};
        tables[i].thread = g_thread_new(cases[i].fault, play_games, &tables[i]);
    }
    for (size_t i = 0; i < count; i++) {
        g_thread_join(tables[i].thread);
        for (size_t game = 0; game < G_N_ELEMENTS(tables[i].ends); game++) {
            g_auto(End) end = tables[i].ends[game];
            const char *reason = end.reason != NULL ? end.reason : "";
            const char *pattern = cases[i].reason != NULL ? cases[i].reason : "";
            if (end.choice.kind != cases[i].kind || !g_pattern_match_simple(pattern, reason) ||
                (cases[i].kind == CHOICE_MOVE ? end.plies <= 10 : end.plies != 4))
                g_test_fail_printf("%s %s ends game %zu after %d plies: %s", cases[i].protocol,
                                   cases[i].fault, game, end.plies, reason);
        }
    }
}

TEST(what_an_engine_does_ends_the_game_or_is_survived_and_the_next_one_is_played)
{
    static const Case cases[] = {
        {"uci", "illegal", CHOICE_FAILURE, "played 'a1a1', which is not a legal move"},
        {"uci", "none", CHOICE_FAILURE, "played '(none)', which is not a legal move"},
        {"uci", "die", CHOICE_FAILURE, "has exited with status 3"},
        {"uci", "kill", CHOICE_FAILURE, "was killed by signal 9"},
        {"xboard", "illegal", CHOICE_FAILURE, "played 'a1a1', which is not a legal move"},
        {"xboard", "die", CHOICE_FAILURE, "has exited with status 3"},
        {"xboard", "kill", CHOICE_FAILURE, "was killed by signal 9"},
        {"xboard", "draw", CHOICE_FAILURE, "claimed a draw that the laws of chess do not allow"},
        {"xboard", "win", CHOICE_FAILURE, "claimed a win, but the game is not won"},
        {"xboard", "complain", CHOICE_FAILURE, "rejected the legal move ???? as illegal"},
        {"xboard", "resign", CHOICE_RESIGNATION, NULL},
        {"xboard", "loss", CHOICE_RESIGNATION, NULL},
        {.protocol = "uci", .fault = ""},
        {.protocol = "uci", .fault = "slow-start"},
        {.protocol = "uci", .fault = "garbage"},
        {.protocol = "uci", .fault = "stale"},
        {.protocol = "xboard", .fault = ""},
        {.protocol = "xboard", .fault = "slow-start"},
        {.protocol = "xboard", .fault = "san"},
        {.protocol = "xboard", .fault = "garbage"},
        {.protocol = "xboard", .fault = "stale"},
    };

    assert_played(cases, G_N_ELEMENTS(cases), PATIENT);
}

TEST(an_engine_that_takes_seconds_to_start_or_to_end_is_waited_for)
{
    static const Case cases[] = {
        {"uci", "close", CHOICE_FAILURE, "has closed its output"},
        {"xboard", "close", CHOICE_FAILURE, "has closed its output"},
        {.protocol = "xboard", .fault = "no-done"},
        {.protocol = "uci", .fault = "linger"},
        {.protocol = "xboard", .fault = "busy"},
        {.protocol = "xboard", .fault = "linger"},
    };

    assert_played(cases, G_N_ELEMENTS(cases), PATIENT);
}

TEST(an_engine_that_does_not_answer_in_time_fails)
{
    static const Case cases[] = {
        {"uci", "silent", CHOICE_FAILURE, "has not answered for 300 ms"},
        {"uci", "flood", CHOICE_FAILURE, "has not answered for 300 ms"},
        {"xboard", "silent", CHOICE_FAILURE, "has not answered for 300 ms"},
        {"xboard", "flood", CHOICE_FAILURE, "has not answered for 300 ms"},
    };

    assert_played(cases, G_N_ELEMENTS(cases), HASTY);
}

/* The player @text, for whom the program of engine:crafty is the toy. */
static ToyPlayer crafty_new(const char *dir)
{
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "toy_engine", NULL);
    g_autofree char *quoted = g_shell_quote(program);
    g_autofree char *command = g_strconcat(quoted, " xboard crafty", NULL);
    ToyPlayer crafty = {.engines = engines_new()};

    g_assert_true(engines_set(crafty.engines, "crafty", "command", command, NULL));
    g_assert_true(engines_set(crafty.engines, "crafty", "dir", dir, NULL));
    crafty.player = player_new("engine:crafty,depth=1", crafty.engines, NULL);
    return crafty;
}

static bool has_learnt(const char *dir)
{
    g_autofree char *path = g_build_filename(dir, "position.lrn", NULL);
    const bool has = g_file_test(path, G_FILE_TEST_EXISTS);

    g_unlink(path);
    return has;
}

/* Crafty learns and resigns again after each "new". */
TEST(crafty_neither_learns_nor_resigns_in_any_game)
{
    g_autofree char *dir = g_dir_make_tmp("agentchess-XXXXXX", NULL);
    g_auto(ToyPlayer) crafty = crafty_new(dir);

    for (int game = 0; game < 3; game++) {
        g_auto(End) end = play(crafty.player, NULL);
        g_assert_cmpint(end.choice.kind, ==, CHOICE_MOVE);
        g_assert_cmpint(end.plies, >, 10);
    }
    g_assert_false(has_learnt(dir));
    g_rmdir(dir);
}

/* The toy says where it stands before it ends. */
static char *place_in(const char *words)
{
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);

    g_assert_true(g_str_has_prefix(lines[0], "standing in "));
    return g_strdup(lines[0] + strlen("standing in "));
}

TEST(an_engine_stands_in_a_folder_of_its_own_which_is_gone_afterwards)
{
    g_auto(ToyPlayer) toy = toy_player_new("xboard", "cry", PATIENT);
    g_autofree char *here = g_get_current_dir();
    g_autofree char *before = NULL;

    for (int game = 0; game < 2; game++) {
        g_auto(End) end = play(toy.player, NULL);
        g_autofree char *place = NULL;
        g_assert_cmpint(end.choice.kind, ==, CHOICE_FAILURE);
        g_assert_nonnull(end.choice.words);
        place = place_in(end.choice.words);
        g_assert_cmpstr(place, !=, here);
        g_assert_cmpstr(place, !=, before);
        g_assert_false(g_file_test(place, G_FILE_TEST_EXISTS));
        g_free(before);
        before = g_steal_pointer(&place);
    }
    g_assert_false(has_learnt(here));
}

TEST(an_engine_stands_in_the_folder_that_is_named)
{
    g_autofree char *dir = g_dir_make_tmp("agentchess-XXXXXX", NULL);
    g_auto(ToyPlayer) toy = {.engines = toy_engines("xboard", "cry", PATIENT)};
    g_autoptr(GError) error = NULL;

    g_assert_true(engines_set(toy.engines, "toy", "dir", dir, NULL));
    toy.player = player_new("engine:toy,depth=1", toy.engines, NULL);
    {
        g_auto(End) end = play(toy.player, NULL);
        g_autofree char *place = place_in(end.choice.words);
        g_assert_cmpstr(place, ==, dir);
    }
    g_assert_cmpint(g_rmdir(dir), ==, 0);
    g_assert_false(player_fits(toy.player, &GAME_CHESS, NULL, &error));
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_MISSING);
}

TEST(the_last_words_are_fit_to_be_shown)
{
    g_auto(ToyPlayer) toy = toy_player_new("uci", "cry", PATIENT);
    g_auto(End) end = play(toy.player, NULL);

    g_assert_true(g_str_has_suffix(end.choice.words, "\n?[1mred\n\357\277\275\n"));
}

/* What is not called, but right by the laws, ends the game unless claims are off; then the engine
 * plays on. */
static void assert_claim(bool no_claims)
{
    const DrawRules rules = {.max_plies = 12, .no_claims = no_claims};
    g_auto(ToyPlayer) toy = toy_player_new("xboard", "fifty", PATIENT);
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    g_autoptr(Player) other = player_new("random", NULL, NULL);
    Random random = random_for_job(1, 1);
    Choice choice = {.kind = CHOICE_MOVE};
    GameState state;

    g_assert_true(
        game_read_state(&GAME_CHESS, "4k3/8/8/3q4/3Q4/8/8/4K3 w - - 98 80", &state, NULL));
    game_line_start(line, &state);
    state.chess.halfmove_clock = 100;
    game_line_start(line, &state);
    while (choice.kind == CHOICE_MOVE && game_line_outcome(line).termination == TERMINATION_NONE) {
        choice = player_choose(game_line_turn(line) == 0 ? toy.player : other,
                               &(PlayerCall){.line = line, .random = &random});
        if (choice.kind == CHOICE_MOVE)
            game_line_play(line, choice.move);
    }
    g_assert_cmpstr(choice.reason, ==, NULL);
    g_assert_cmpint(choice.kind, ==, no_claims ? CHOICE_MOVE : CHOICE_DRAW_CLAIM);
    g_assert_cmpint(line->plies, >=, no_claims ? 2 : 0);
}

TEST(a_claim_is_heeded_unless_the_rules_forbid_it)
{
    assert_claim(false);
    assert_claim(true);
}

/* An engine of the first version of the protocol says nothing when it starts. */
TEST(an_engine_without_features_plays_from_the_start_position_only)
{
    g_auto(ToyPlayer) toy = {.engines = toy_engines("xboard", "mute", PATIENT)};
    g_auto(End) from_start = {0};
    g_auto(End) from_position = {0};

    engines_set(toy.engines, "toy", "start-ms", "300", NULL);
    toy.player = player_new("engine:toy,depth=1", toy.engines, NULL);
    from_start = play(toy.player, NULL);
    from_position = play(toy.player, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    g_assert_cmpint(from_start.choice.kind, ==, CHOICE_MOVE);
    g_assert_cmpint(from_position.choice.kind, ==, CHOICE_FAILURE);
    g_assert_cmpstr(from_position.reason, ==,
                    "cannot set up a position, because it does not support setboard");
}

TEST(a_right_claim_of_a_draw_ends_the_game)
{
    g_auto(ToyPlayer) toy = toy_player_new("xboard", "fifty", PATIENT);
    g_auto(End) end = play(toy.player, "4k2r/8/8/8/8/8/8/R3K3 w - - 98 80");

    g_assert_cmpint(end.choice.kind, ==, CHOICE_DRAW_CLAIM);
    g_assert_cmpint(end.plies, ==, 2);
}

TEST(an_option_is_set_and_one_it_has_not_is_named)
{
    static const struct {
        const char *options, *reason;
    } cases[] = {
        {"own book = false; ", NULL},
        {"Hash=16", "the engine has no option 'Hash'"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(ToyPlayer) toy = {.engines = toy_engines("uci", "", PATIENT)};
        g_auto(End) end = {0};
        engines_set(toy.engines, "toy", "options", cases[i].options, NULL);
        toy.player = player_new("engine:toy,depth=1", toy.engines, NULL);
        end = play(toy.player, NULL);
        g_assert_cmpstr(end.reason, ==, cases[i].reason);
        g_assert_cmpint(end.choice.kind, ==,
                        cases[i].reason == NULL ? CHOICE_MOVE : CHOICE_INTERRUPTION);
    }
}

TEST(a_program_that_is_missing_is_named_before_the_game)
{
    g_auto(ToyPlayer) toy = {.engines = engines_new()};
    g_autoptr(GError) error = NULL;

    engines_set(toy.engines, "toy", "options", "", NULL);
    g_assert_null(player_new("engine:toy,depth=1", toy.engines, &error));
    g_assert_nonnull(strstr(error->message, "the engine 'toy' has no command"));
    g_clear_error(&error);
    engines_set(toy.engines, "toy", "command", "no-such-program --quiet", NULL);
    toy.player = player_new("engine:toy,depth=1", toy.engines, NULL);
    g_assert_false(player_fits(toy.player, &GAME_CHESS, NULL, &error));
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_MISSING);
    g_assert_cmpstr(error->message, ==,
                    "player 'engine:toy,depth=1': there is no program 'no-such-program' on PATH or "
                    "in /usr/games");
}

TEST(an_engine_that_is_asked_again_answers_again)
{
    for (size_t i = 0; i < G_N_ELEMENTS(PROTOCOLS); i++) {
        g_auto(ToyPlayer) toy = toy_player_new(PROTOCOLS[i], "", PATIENT);
        g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &RULES);
        const Choice first = player_choose(toy.player, &(PlayerCall){.line = line});
        const Choice again = player_choose(toy.player, &(PlayerCall){.line = line});

        g_assert_cmpint(first.kind, ==, CHOICE_MOVE);
        g_assert_cmpint(first.move, ==, again.move);
    }
}

TEST_ROWS(texts_of_the_player)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(field[0], NULL, &error);
    g_autofree char *text = player != NULL ? player_describe(player) : NULL;

    g_assert_cmpstr(error != NULL ? error->message : NULL, ==, field[1]);
    g_assert_cmpstr(text, ==, field[1] == NULL ? field[0] : NULL);
}

TEST(settings_are_read_checked_and_told)
{
    g_autoptr(Engines) engines = engines_new();

    for (char **field; (field = NEXT_ROW("settings are read checked and told")) != NULL;) {
        g_autoptr(GError) error = NULL;
        const bool good = engines_set(engines, field[0], field[1], field[2], &error);

        g_assert_cmpstr(error != NULL ? error->message : NULL, ==, field[3]);
        if (good) {
            const size_t key = setting_keys_find(ENGINE_KEYS, ENGINE_KEY_COUNT, field[1]);
            g_autofree char *value =
                member_format(&ENGINE_KEYS[key].member, engines_find(engines, field[0]));
            g_assert_cmpstr(value, ==, field[2]);
        }
    }
    g_assert_false(engines_set(engines, "mine", "command", "it's", NULL));
    g_assert_cmpstr(engines_find(engines, "stockfish")->command, ==, "stockfish");
    g_assert_null(engines_find(engines, "other"));
}

TEST(the_keys_tell_what_an_unknown_engine_has)
{
    g_autoptr(Engines) engines = engines_new();

    engines_set(engines, "mine", "protocol", "uci", NULL);
    for (size_t i = 0; i < ENGINE_KEY_COUNT; i++) {
        g_autofree char *value =
            member_format(&ENGINE_KEYS[i].member, engines_find(engines, "mine"));
        g_assert_cmpstr(value, ==, ENGINE_KEYS[i].standard);
    }
}
