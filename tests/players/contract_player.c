#include "tests/players/contract_player.h"

#include <limits.h>
#include <string.h>

#include "board/chess.h"
#include "board/threechess.h"
#include "tests/data_path.h"
#include "tests/legal.h"
#include "tests/players/toy_engine.h"
#include "tests/three_support.h"

#define GAMES_EACH 2
#define MAX_PLIES 100
#define ARRANGEMENTS 60

static const DrawRules RULES = {.fifty_moves = true,
                                .repetition = true,
                                .insufficient_material = INSUFFICIENT_MATERIAL_BARE_KINGS,
                                .max_plies = MAX_PLIES};

/* The engine that plays for those of its kind; kept to the end. */
static const Engines *toys(void)
{
    static Engines *engines;

    if (engines == NULL)
        engines = toy_engines("xboard", "", "60000");
    return engines;
}

static Player *create(const char *text)
{
    g_autoptr(GError) error = NULL;
    Player *player = player_new(text, toys(), &error);

    g_assert_no_error(error);
    if (player == NULL)
        g_error("'%s' names no player", text);
    return player;
}

/* What the tests do at each ply of a game that goes on; the move to play. */
typedef Move (*AtPly)(Player *player, const GameLine *line, Random *random, void *data);

/* Games of the player against itself, at every game it plays. */
static void play_games(const char *text, AtPly at_ply, void *data)
{
    g_autoptr(Player) player = create(text);

    for (size_t i = 0; i < GAME_COUNT; i++) {
        g_autoptr(GameLine) line = NULL;
        if (!player_kind_plays(player->kind, GAMES[i]))
            continue;
        line = game_line_new(GAMES[i], &RULES);
        for (uint64_t number = 0; number < GAMES_EACH; number++) {
            const GameState start = GAMES[i]->start();
            Random random = random_for_job(1, number);
            game_line_start(line, &start);
            while (game_line_outcome(line).termination == TERMINATION_NONE) {
                const Move move = at_ply(player, line, &random, data);
                if (!is_legal(line->game, &line->state, move)) {
                    g_test_message("%s plays %04x, which is not legal", text, move);
                    g_test_fail();
                    return;
                }
                game_line_play(line, move);
            }
        }
    }
}

/* Pins, checks, promotions, single moves: a move must come whatever stands on the board. */
static void test_a_legal_move_is_found_in_every_position_of_the_test_data(const void *text)
{
    g_auto(GStrv) lines = data_lines("chess.perft");
    g_autoptr(Player) player = create(text);
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &(DrawRules){0});
    Random random = random_for_job(2, 1);

    if (!player_kind_plays(player->kind, &GAME_CHESS)) {
        g_test_skip("does not play chess");
        return;
    }
    for (char **entry = lines; *entry != NULL; entry++) {
        GameState state = GAME_CHESS.start();
        if (!g_str_has_prefix(*entry, "epd "))
            continue;
        g_assert_true(game_read_state(&GAME_CHESS, *entry + 4, &state, NULL));
        game_line_start(line, &state);
        if (game_line_outcome(line).termination == TERMINATION_NONE)
            g_assert_true(is_legal(
                line->game, &line->state,
                player_choose(player, &(PlayerCall){.line = line, .random = &random}).move));
    }
}

/* Sides without kings, pawns about to promote, kings to be taken. */
static void test_a_legal_move_is_found_in_any_arrangement_of_three_player_chess(const void *text)
{
    g_autoptr(Player) player = create(text);
    g_autoptr(GameLine) line = game_line_new(&GAME_THREECHESS, &(DrawRules){0});
    g_autoptr(GRand) rand = g_rand_new_with_seed(3);
    Random random = random_for_job(3, 1);

    if (!player_kind_plays(player->kind, &GAME_THREECHESS)) {
        g_test_skip("does not play three-player chess");
        return;
    }
    for (int i = 0; i < ARRANGEMENTS; i++) {
        const GameState state = {.three = three_scatter(rand, g_rand_int_range(rand, 3, 30))};
        game_line_start(line, &state);
        if (game_line_outcome(line).termination == TERMINATION_NONE)
            g_assert_true(is_legal(
                line->game, &line->state,
                player_choose(player, &(PlayerCall){.line = line, .random = &random}).move));
    }
}

/* A second player, never used before, of the description of the first decides the same. Programs
 * take a while to start: they are asked now and then. */
static Move choose_twice(Player *player, const GameLine *line, Random *random, void *description)
{
    Random random_of_second = *random;
    const Move move = player_choose(player, &(PlayerCall){.line = line, .random = random}).move;
    g_autoptr(Player) second = NULL;

    if (player->depends_on_machine && line->plies % 30 != 0)
        return move;
    second = create(description);
    g_assert_cmpuint(
        player_choose(second, &(PlayerCall){.line = line, .random = &random_of_second}).move, ==,
        move);
    g_assert_cmpmem(random, sizeof *random, &random_of_second, sizeof random_of_second);
    return move;
}

static void test_the_same_description_and_seed_give_the_same_moves(const void *text)
{
    g_autoptr(Player) player = create(text);
    g_autofree char *description = player_describe(player);
    g_autoptr(Player) described = create(description);
    g_autofree char *again = player_describe(described);

    g_assert_cmpstr(description, ==, again);
    g_assert_true(described->kind == player->kind);
    g_assert_cmpint(strncmp(description, player->kind->name, strlen(player->kind->name)), ==, 0);
    play_games(text, choose_twice, description);
}

static void count_message(const Message *message, void *data)
{
    int *count = data;

    g_assert_nonnull(message);
    ++*count;
}

/* @move has the best grade, if the player gives any. */
static void check_grades(const Grades *grades, Move move)
{
    int best = INT_MIN, of_move = INT_MIN;

    for (int i = 0; i < grades->count; i++) {
        best = MAX(best, grades->grade[i].value[grades->by]);
        if (grades->grade[i].move == move)
            of_move = grades->grade[i].value[grades->by];
    }
    g_assert_cmpint(of_move, ==, best);
}

static Move choose_observed(Player *player, const GameLine *line, Random *random, void *data)
{
    const Recorder recorder = {count_message, data};
    Random random_when_observed = *random;
    g_autofree Grades *grades = g_new0(Grades, 1);
    const Move move = player_choose(player, &(PlayerCall){.line = line, .random = random}).move;

    g_assert_cmpuint(player_choose(player, &(PlayerCall){.line = line,
                                                         .random = &random_when_observed,
                                                         .recorder = &recorder,
                                                         .grades = grades})
                         .move,
                     ==, move);
    check_grades(grades, move);
    g_assert_cmpmem(random, sizeof *random, &random_when_observed, sizeof random_when_observed);
    return move;
}

static void test_an_observer_changes_nothing(const void *text)
{
    int messages = 0;

    play_games(text, choose_observed, &messages);
    g_test_message("%d messages", messages);
}

static Move choose_and_compare_lines(Player *player, const GameLine *line, Random *random,
                                     G_GNUC_UNUSED void *data)
{
    g_autofree char *before = line->game->write_state(&line->state), *after = NULL;
    const int plies = line->plies;
    const Move move = player_choose(player, &(PlayerCall){.line = line, .random = random}).move;

    after = line->game->write_state(&line->state);
    g_assert_cmpstr(before, ==, after);
    g_assert_cmpint(line->plies, ==, plies);
    return move;
}

static void test_only_legal_moves_are_played_and_the_game_is_left_as_it_was(const void *text)
{
    play_games(text, choose_and_compare_lines, NULL);
}

static void add(const char *text, const char *sentence, GTestDataFunc test)
{
    g_autofree char *path = g_strdup_printf("/player/contract/%s/%s", text, sentence);

    g_test_add_data_func(path, text, test);
}

void contract_player_add_tests(const char *text)
{
    add(text, "only-legal-moves-are-played-and-the-game-is-left-as-it-was",
        test_only_legal_moves_are_played_and_the_game_is_left_as_it_was);
    add(text, "a-legal-move-is-found-in-every-position-of-the-test-data",
        test_a_legal_move_is_found_in_every_position_of_the_test_data);
    add(text, "a-legal-move-is-found-in-any-arrangement-of-three-player-chess",
        test_a_legal_move_is_found_in_any_arrangement_of_three_player_chess);
    add(text, "the-same-description-and-seed-give-the-same-moves",
        test_the_same_description_and_seed_give_the_same_moves);
    add(text, "an-observer-changes-nothing", test_an_observer_changes_nothing);
}
