#include "board/chess.h"
#include "master/beyond/decision.h"
#include "positions.h"

#include "tests/test.h"

enum { WHITE, BLACK };

/* What the master of @logics decides on in the present state of @line. */
static Move decide(const GameLine *line, const LogicSet *logics, Random *random)
{
    Deliberation deliberation;
    Percept percept;

    percept_take_chess(&line->state.chess, logics, &percept);
    percept.past = (Past){line->keys, line->plies};
    return decision_make(&percept, random, NULL, &deliberation);
}

/* Plays on from @fen until the game ends, by fifty moves if not sooner. */
static GameOutcome play_out(const char *fen, const char *white, const char *black)
{
    const DrawRules rules = {.repetition = true, .fifty_moves = true};
    const LogicSet logics[] = {[WHITE] = logics_of(white), [BLACK] = logics_of(black)};
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    Random random = random_for_job(1, 1);
    GameState state = {.chess = position_of(fen)};
    GameOutcome outcome;

    game_line_start(line, &state);
    while ((outcome = game_line_outcome(line)).termination == TERMINATION_NONE)
        game_line_play(line, decide(line, &logics[game_line_turn(line)], &random));
    return outcome;
}

static void check_won_against(const char *fen, const char *logics, const char *opponent)
{
    const GameOutcome outcome = play_out(fen, logics, opponent);

    if (outcome.termination != TERMINATION_CHECKMATE || outcome.winner != WHITE)
        g_test_fail_printf("%s: level %s does not win; the game ends by %s", fen, logics,
                           termination_name(outcome.termination));
}

static void check_won(const char *fen, const char *logics)
{
    check_won_against(fen, logics, "7");
}

/* Wins by one level without and one with whole-threat, from where the bare king stands best. */
static void check_wins(const char *fen)
{
    check_won(fen, "9");
    check_won(fen, "11");
}

/* Thesis, section 6: "a disorganized witch-hunt of the king". */
TEST(queen_and_rook_mate_the_bare_king)
{
    check_wins("8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
    check_wins("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
}

TEST(two_bishops_mate_the_bare_king)
{
    check_wins("8/8/8/3k4/8/8/8/K4BB1 w - - 0 1");
    check_wins("8/8/8/8/3k4/8/1K6/1BB5 w - - 0 1");
}

TEST(bishop_and_knight_mate_the_bare_king)
{
    check_wins("8/8/8/3k4/8/8/8/K4BN1 w - - 0 1");
    check_wins("7k/8/8/8/8/8/8/KBN5 w - - 0 1");
}

/* The king went along the edge beside the bare king; what was imagined outweighed the next step. */
TEST(levels_that_look_ahead_do_not_put_off_the_hunt)
{
    check_won("1B6/1K5k/8/8/8/8/8/R7 w - - 0 1", "12");
    check_won("7k/8/8/8/8/8/8/KBN5 w - - 0 1", "13");
}

/* Thesis, section 3.2.6: "the management of end game is a serious weakness". */
TEST(pawns_beside_the_queen_keep_nobody_from_the_hunt)
{
    check_wins("8/8/8/3k4/8/8/7P/KQ6 w - - 0 1");
    check_wins("8/8/8/3k4/8/8/P6P/KR6 w - - 0 1");
}

/* A queen shuffled beside a king with one piece until the fifty moves were made. */
TEST(a_king_with_one_piece_is_mated_from_level_11_on)
{
    check_won("8/8/3Q4/5k2/4b3/8/8/4K3 w - - 0 1", "11");
    check_won("8/3b4/4k3/8/8/8/8/QK6 w - - 0 1", "11");
    check_won("8/3r4/4k3/8/8/8/8/QK6 w - - 0 1", "13");
}

/* The rook kept the king in a small area, and the other king stood still for fifty moves. */
TEST(rook_and_bishop_mate_a_king_with_a_bishop)
{
    for (char **field; (field = NEXT_ROW("rook and bishop against bishop")) != NULL;)
        check_won_against(field[0], field[1], field[1]);
}

/* Pieces stood around a king with pawns until the fifty moves were made, or the last of them was
 * given for the last pawn. */
TEST(pawns_beside_a_king_keep_nobody_from_the_hunt_from_level_11_on)
{
    for (char **field; (field = NEXT_ROW("won against a king with pawns")) != NULL;)
        for (const char *const *logics = (const char *const[]){"11", "12", "13", NULL};
             *logics != NULL; logics++)
            check_won_against(field[0], *logics, "12");
}

/* A pawn that could become a queen at any time stayed a pawn for fifty moves. */
TEST(no_hunt_is_feared_for_what_is_left_of_it)
{
    check_won("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "12");
    check_won("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "13");
}

/* Whether agents with @text move a pawn or capture in @fen. */
static bool makes_progress(const char *fen, const char *text)
{
    const DrawRules rules = {.repetition = true, .fifty_moves = true};
    const LogicSet logics = logics_of(text);
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    Random random = random_for_job(1, 1);
    GameState state = {.chess = position_of(fen)};
    Move move;

    game_line_start(line, &state);
    move = decide(line, &logics, &random);
    return move_is_capture(move) || position_type_at(&state.chess, move_from(move)) == PIECE_PAWN;
}

/* It was imagined for a later turn until the king was mated. */
TEST_ROWS(a_promotion_is_not_put_off_until_the_mate)
{
    g_assert_true(makes_progress(field[0], "13"));
}

TEST(a_lead_is_not_shuffled_into_a_draw_by_fifty_moves)
{
    for (char **field;
         (field = NEXT_ROW("a lead is not shuffled into a draw by fifty moves")) != NULL;)
        g_assert_true(makes_progress("6k1/5pp1/7p/5n2/8/8/5PPP/2B1R1K1 w - - 98 80", field[0]));
    g_assert_false(makes_progress("6k1/5pp1/7p/5n2/8/8/5PPP/2B1R1K1 w - - 0 80", "11"));
    /* The move of the pawn was imagined for the next turn until there was none. */
    g_assert_true(
        makes_progress("2r2k2/5p1n/1p2p1p1/p5Pp/P1nP3P/2PN1PB1/4R1K1/1R6 w - - 70 90", "13"));
    /* The queen is captured, but so is the last piece beside the king. */
    g_assert_true(makes_progress("2r5/4PK2/8/5R2/3k4/8/6B1/8 w - - 82 120", "13"));
}
