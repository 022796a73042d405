#include "tests/board/contract_game.h"

#include <glib.h>
#include <string.h>

#define GAMES_EACH 20
#define MAX_PLIES 300

static const DrawRules ALL_RULES = {.fifty_moves = true,
                                    .repetition = true,
                                    .insufficient_material = INSUFFICIENT_MATERIAL_FIDE,
                                    .max_plies = MAX_PLIES};

/* Plays random games to their ends and calls @check in every state. */
static void walk_random_games(const Game *game, void (*check)(const GameLine *line))
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    g_autoptr(GameLine) line = game_line_new(game, &ALL_RULES);

    for (int i = 0; i < GAMES_EACH; i++) {
        const GameState start = game->start();
        game_line_start(line, &start);
        check(line);
        while (game_line_outcome(line).termination == TERMINATION_NONE) {
            Move moves[GAME_MAX_MOVES];
            const int count = game->moves(&line->state, moves);
            game_line_play(line, moves[g_rand_int_range(rand, 0, count)]);
            check(line);
        }
    }
}

static void assert_same_state(const Game *game, const GameState *a, const GameState *b)
{
    g_autofree char *text_of_a = game->write_state(a);
    g_autofree char *text_of_b = game->write_state(b);

    g_assert_cmpstr(text_of_a, ==, text_of_b);
    g_assert_cmphex(game->key(a), ==, game->key(b));
    g_assert_cmpint(game->turn(a), ==, game->turn(b));
}

static void test_a_game_has_a_name_by_which_it_is_found(const void *data)
{
    const Game *game = data;

    g_assert_true(game_by_name(game->name) == game);
    g_assert_cmpuint(strlen(game->summary), >, 0);
    g_assert_cmpuint(strlen(game->move_examples), >, 0);
    g_assert_cmpint(game->sides, >=, 2);
    g_assert_cmpint(game->sides, <=, GAME_MAX_SIDES);
    for (int side = 0; side < game->sides; side++)
        g_assert_cmpuint(strlen(game->side_name[side]), >, 0);
}

static void check_moves(const GameLine *line)
{
    const Game *game = line->game;
    Move moves[GAME_MAX_MOVES], again[GAME_MAX_MOVES];
    const int count = game->moves(&line->state, moves);

    if (game_line_outcome(line).termination != TERMINATION_NONE)
        return;
    g_assert_cmpint(count, >, 0);
    g_assert_cmpint(count, <=, GAME_MAX_MOVES);
    g_assert_cmpint(game->moves(&line->state, again), ==, count);
    for (int i = 0; i < count; i++) {
        g_assert_cmpuint(moves[i], ==, again[i]);
        g_assert_cmpuint(moves[i], !=, MOVE_NONE);
        for (int j = 0; j < i; j++)
            g_assert_cmpuint(moves[i], !=, moves[j]);
    }
}

static void test_a_game_that_goes_on_has_distinct_moves_in_a_fixed_order(const void *game)
{
    walk_random_games(game, check_moves);
}

static void check_played_moves(const GameLine *line)
{
    const Game *game = line->game;
    const GameState before = line->state;
    Move moves[GAME_MAX_MOVES];
    const int count = game->moves(&line->state, moves);

    for (int i = 0; i < count; i++) {
        g_autoptr(GError) error = NULL;
        GameState next = line->state, read = line->state;
        g_autofree char *text = NULL;
        game->play(&next, moves[i]);
        text = game->write_state(&next);
        game_read_state(game, text, &read, &error);
        g_assert_no_error(error);
    }
    assert_same_state(game, &line->state, &before);
}

static void
test_every_move_leads_to_a_state_that_can_be_read_and_leaves_copies_alone(const void *game)
{
    walk_random_games(game, check_played_moves);
}

static void check_state_text(const GameLine *line)
{
    const Game *game = line->game;
    g_autoptr(GError) error = NULL;
    g_autofree char *text = game->write_state(&line->state);
    GameState read = game->start();
    Move moves[GAME_MAX_MOVES], moves_of_read[GAME_MAX_MOVES];
    int material[GAME_MAX_SIDES] = {0}, material_of_read[GAME_MAX_SIDES] = {0};

    game_read_state(game, text, &read, &error);
    g_assert_no_error(error);
    assert_same_state(game, &line->state, &read);
    game->material(&line->state, material);
    game->material(&read, material_of_read);
    g_assert_cmpmem(material, sizeof material, material_of_read, sizeof material_of_read);
    if (game_line_outcome(line).termination == TERMINATION_NONE) {
        const int count = game->moves(&line->state, moves);
        g_assert_cmpint(game->moves(&read, moves_of_read), ==, count);
        for (int i = 0; i < count; i++)
            g_assert_cmpuint(moves[i], ==, moves_of_read[i]);
    }
}

static void test_a_state_is_read_as_it_is_written(const void *game)
{
    walk_random_games(game, check_state_text);
}

/* @text, made of @move by @game, is its only name and is read back as it. */
static void assert_names(const GameLine *line, Move move, const char *text, int length,
                         GHashTable *names)
{
    g_autoptr(GError) error = NULL;
    Move read = MOVE_NONE;

    g_assert_cmpint(length, ==, (int)strlen(text));
    g_assert_cmpint(length, <, GAME_MOVE_TEXT_SIZE);
    line->game->parse_move(&line->state, text, &read, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(read, ==, move);
    g_assert_true(g_hash_table_add(names, g_strdup(text)));
}

static void check_move_texts(const GameLine *line)
{
    const Game *game = line->game;
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) codes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Move moves[GAME_MAX_MOVES];
    const int count = game_line_outcome(line).termination == TERMINATION_NONE
                          ? game->moves(&line->state, moves)
                          : 0;

    for (int i = 0; i < count; i++) {
        char text[GAME_MOVE_TEXT_SIZE];
        int length = game->format_move(&line->state, moves[i], text);
        assert_names(line, moves[i], text, length, names);
        length = game->format_move_code(moves[i], text);
        assert_names(line, moves[i], text, length, codes);
    }
}

static void test_a_move_is_read_as_it_is_written_in_both_ways(const void *game)
{
    walk_random_games(game, check_move_texts);
}

static void check_outcome(const GameLine *line)
{
    const Game *game = line->game;
    const GameOutcome outcome = game_line_outcome(line);
    const GameOutcome again = game_line_outcome(line);
    Move moves[GAME_MAX_MOVES];

    g_assert_cmpint(outcome.termination, ==, again.termination);
    g_assert_cmpint(outcome.winner, ==, again.winner);
    g_assert_cmpint(outcome.loser, ==, again.loser);
    g_assert_nonnull(termination_name(outcome.termination));
    g_assert_cmpint(outcome.winner, >=, GAME_NOBODY);
    g_assert_cmpint(outcome.winner, <, game->sides);
    g_assert_cmpint(outcome.loser, >=, GAME_NOBODY);
    g_assert_cmpint(outcome.loser, <, game->sides);
    g_assert_true((outcome.winner == GAME_NOBODY) == (outcome.loser == GAME_NOBODY));
    g_assert_true(outcome.winner == GAME_NOBODY || outcome.winner != outcome.loser);
    if (outcome.termination == TERMINATION_NONE) {
        g_assert_cmpint(outcome.winner, ==, GAME_NOBODY);
        g_assert_cmpint(game->moves(&line->state, moves), >, 0);
        g_assert_cmpint(line->plies, <, MAX_PLIES);
    }
    g_assert_cmpint(line->plies, <=, MAX_PLIES);
}

static void test_an_outcome_is_stable_and_only_an_ended_game_has_one(const void *game)
{
    walk_random_games(game, check_outcome);
}

static void check_turn_and_material(const GameLine *line)
{
    const Game *game = line->game;
    int material[GAME_MAX_SIDES] = {0};

    g_assert_cmpint(game_line_turn(line), >=, 0);
    g_assert_cmpint(game_line_turn(line), <, game->sides);
    game->material(&line->state, material);
    for (int side = 0; side < game->sides; side++)
        g_assert_cmpint(material[side], >=, 0);
}

static void test_turn_is_a_side_and_material_is_never_negative(const void *game)
{
    walk_random_games(game, check_turn_and_material);
}

/* Takes out of @text all from an escape to the next 'm'. */
static void remove_colors(char *text)
{
    char *end = text;
    bool escaped = false;

    for (; *text != '\0'; text++) {
        escaped |= *text == '\033';
        if (!escaped)
            *end++ = *text;
        escaped = escaped && *text != 'm';
    }
    *end = '\0';
}

static void check_drawing(const GameLine *line)
{
    g_autofree char *text = line->game->draw(&line->state, false);
    g_autofree char *colored = line->game->draw(&line->state, true);

    g_assert_true(g_str_has_suffix(text, "\n"));
    g_assert_true(g_utf8_validate(text, -1, NULL));
    remove_colors(colored);
    g_assert_cmpstr(colored, ==, text);
}

static void test_the_board_is_drawn_in_whole_lines_and_the_same_in_colour(const void *game)
{
    walk_random_games(game, check_drawing);
}

static void test_texts_that_mean_nothing_are_refused_with_a_sentence(const void *data)
{
    static const char *const texts[] = {"", " ", "nonsense", "%s%n", "-"};
    const Game *game = data;
    const GameState start = game->start();

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) state_error = NULL, move_error = NULL;
        GameState state = start;
        Move move = MOVE_NONE;
        g_assert_false(game_read_state(game, texts[i], &state, &state_error));
        g_assert_true(state_error != NULL && state_error->domain == BOARD_ERROR);
        assert_same_state(game, &state, &start);
        g_assert_false(game->parse_move(&start, texts[i], &move, &move_error));
        g_assert_true(move_error != NULL && move_error->domain == BOARD_ERROR);
        g_assert_cmpuint(move, ==, MOVE_NONE);
    }
}

static void test_without_draw_rules_only_the_end_of_moves_or_a_win_ends_a_game(const void *data)
{
    static const DrawRules no_rules = {0};
    const Game *game = data;
    g_autoptr(GRand) rand = g_rand_new_with_seed(2);
    g_autoptr(GameLine) line = game_line_new(game, &no_rules);

    for (int ply = 0; ply < 2000; ply++) {
        Move moves[GAME_MAX_MOVES];
        const int count = game->moves(&line->state, moves);
        const GameOutcome outcome = game_line_outcome(line);
        if (outcome.termination != TERMINATION_NONE) {
            g_assert_true(count == 0 || outcome.winner != GAME_NOBODY);
            break;
        }
        game_line_play(line, moves[g_rand_int_range(rand, 0, count)]);
    }
}

static void add(const Game *game, const char *sentence, GTestDataFunc test)
{
    g_autofree char *path = g_strdup_printf("/game/contract/%s/%s", game->name, sentence);

    g_test_add_data_func(path, game, test);
}

void contract_game_add_tests(const Game *game)
{
    add(game, "a-game-has-a-name-by-which-it-is-found",
        test_a_game_has_a_name_by_which_it_is_found);
    add(game, "a-game-that-goes-on-has-distinct-moves-in-a-fixed-order",
        test_a_game_that_goes_on_has_distinct_moves_in_a_fixed_order);
    add(game, "every-move-leads-to-a-state-that-can-be-read-and-leaves-copies-alone",
        test_every_move_leads_to_a_state_that_can_be_read_and_leaves_copies_alone);
    add(game, "a-state-is-read-as-it-is-written", test_a_state_is_read_as_it_is_written);
    add(game, "a-move-is-read-as-it-is-written-in-both-ways",
        test_a_move_is_read_as_it_is_written_in_both_ways);
    add(game, "an-outcome-is-stable-and-only-an-ended-game-has-one",
        test_an_outcome_is_stable_and_only_an_ended_game_has_one);
    add(game, "turn-is-a-side-and-material-is-never-negative",
        test_turn_is_a_side_and_material_is_never_negative);
    add(game, "the-board-is-drawn-in-whole-lines-and-the-same-in-colour",
        test_the_board_is_drawn_in_whole_lines_and_the_same_in_colour);
    add(game, "texts-that-mean-nothing-are-refused-with-a-sentence",
        test_texts_that_mean_nothing_are_refused_with_a_sentence);
    add(game, "without-draw-rules-only-the-end-of-moves-or-a-win-ends-a-game",
        test_without_draw_rules_only_the_end_of_moves_or_a_win_ends_a_game);
}
