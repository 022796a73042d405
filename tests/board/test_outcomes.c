/* How games of all kinds end. */
#include <stdlib.h>
#include <string.h>

#include "board/chess.h"
#include "tests/test.h"
#include "tests/three_support.h"

/* The rules with the names in @text: "fifty half-moves repetition bare-kings fide plies=N". */
static DrawRules rules_of(const char *text)
{
    const char *plies = strstr(text, "plies=");

    return (DrawRules){
        .fifty_moves = strstr(text, "fifty") != NULL,
        .fifty_counts_half_moves = strstr(text, "half-moves") != NULL,
        .repetition = strstr(text, "repetition") != NULL,
        .insufficient_material = strstr(text, "bare-kings") != NULL
                                     ? INSUFFICIENT_MATERIAL_BARE_KINGS
                                 : strstr(text, "fide") != NULL ? INSUFFICIENT_MATERIAL_FIDE
                                                                : INSUFFICIENT_MATERIAL_OFF,
        .max_plies = plies != NULL ? atoi(plies + strlen("plies=")) : 0,
    };
}

static GameState state_of(const Game *game, const char *text)
{
    g_autoptr(GError) error = NULL;
    GameState state = game->start();

    if (game == &GAME_THREECHESS && !g_str_equal(text, "start"))
        state.three = three_arrange(text);
    else if (!g_str_equal(text, "start"))
        game_read_state(game, text, &state, &error);
    g_assert_no_error(error);
    return state;
}

static const char *side_name(const Game *game, int side)
{
    return side == GAME_NOBODY ? "-" : game->side_name[side];
}

/* The game goes on before each move, and after the last one ends as the row says. */
static void run_row(char **field)
{
    const Game *game = game_by_name(field[0]);
    const DrawRules rules = rules_of(field[3]);
    const GameState state = state_of(game, field[1]);
    g_autoptr(GameLine) line = game_line_new(game, &rules);
    g_auto(GStrv) moves = g_strsplit(field[2], " ", -1);
    GameOutcome outcome;

    game_line_start(line, &state);
    for (char **text = moves; *text != NULL; text++) {
        g_autoptr(GError) error = NULL;
        Move move = MOVE_NONE;
        g_assert_cmpstr(termination_name(game_line_outcome(line).termination), ==, "none");
        if (game->parse_move(&line->state, *text, &move, &error))
            game_line_play(line, move);
        g_assert_no_error(error);
    }
    outcome = game_line_outcome(line);
    g_assert_cmpstr(termination_name(outcome.termination), ==, field[4]);
    g_assert_cmpstr(side_name(game, outcome.winner), ==, field[5]);
    if (outcome.winner == GAME_NOBODY)
        g_assert_cmpint(outcome.loser, ==, GAME_NOBODY);
    else
        g_assert_cmpstr(side_name(game, outcome.loser), ==,
                        field[6] != NULL ? field[6] : game->side_name[1 - outcome.winner]);
}

TEST_EACH(the_side_that_mates_wins, run_row);
TEST_EACH(a_side_without_moves_and_without_check_is_stalemated, run_row);
TEST_EACH(a_hundred_plies_without_capture_or_pawn_move_are_a_draw, run_row);
TEST_EACH(fifty_may_count_half_moves, run_row);
TEST_EACH(a_mate_or_stalemate_on_the_last_ply_counts, run_row);
TEST_EACH(the_third_time_a_position_stands_is_a_draw, run_row);
TEST_EACH(positions_with_different_castling_rights_are_not_the_same, run_row);
TEST_EACH(positions_with_different_en_passant_rights_are_not_the_same, run_row);
TEST_EACH(the_last_capture_ends_the_game_between_bare_kings, run_row);
TEST_EACH(a_game_of_as_many_plies_as_the_limit_is_a_draw, run_row);
TEST_EACH(material_is_insufficient_as_the_rule_says, run_row);
TEST_EACH(a_side_that_loses_its_pieces_wins, run_row);
TEST_EACH(draws_of_antichess_are_called_only_where_they_are_asked_for, run_row);
TEST_EACH(who_takes_a_king_wins_and_its_owner_loses, run_row);
TEST_EACH(rights_to_castle_do_not_tell_positions_of_three_apart, run_row);
TEST_EACH(draws_of_chess_are_not_called_with_three, run_row);

TEST_ROWS(draws_are_claimed_when_fifty_moves_have_passed_or_a_position_repeats)
{
    const DrawRules rules = {0};
    const GameState state = state_of(&GAME_CHESS, field[0]);
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    g_auto(GStrv) moves = g_strsplit(field[1], " ", -1);

    game_line_start(line, &state);
    for (char **text = moves; *text != NULL; text++) {
        Move move;
        g_assert_true(GAME_CHESS.parse_move(&line->state, *text, &move, NULL));
        g_assert_false(chess_may_claim_draw(line));
        game_line_play(line, move);
    }
    g_assert_cmpint(chess_may_claim_draw(line), ==, g_str_equal(field[2], "true"));
}
