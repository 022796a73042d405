/* What agents of three-player chess perceive, against what the moves of the game say. */
#include "agents/percept.h"

#include <stdlib.h>

#include "tests/test.h"
#include "tests/three_support.h"

static const LogicSet NO_LOGICS = {0};

/* Any arrangement in which no side has more pieces than there are agents. */
static ThreePosition scatter(GRand *rand)
{
    return three_scatter(rand, g_rand_int_range(rand, 2, 30));
}

/* The value of the cheapest piece of a side other than @us that could take what stands on @sq, 0 if
 * none can: by the moves of the game. */
static int cheapest_taker(const ThreePosition *pos, ThreeColor us, ThreeSquare sq)
{
    ThreePosition turned = *pos;
    int cheapest = 0;

    for (int from = 0; from < THREE_SQUARE_COUNT; from++) {
        const int value = PIECE_VALUE[three_position_type_at(pos, (ThreeSquare)from)];
        if (value == 0 || three_piece_color(pos->piece_at[from]) == us)
            continue;
        three_position_set_turn(&turned, three_piece_color(pos->piece_at[from]));
        if (three_movegen_is_legal(&turned, (ThreeSquare)from, sq))
            cheapest = cheapest == 0 ? value : MIN(cheapest, value);
    }
    return cheapest;
}

/* @pos with a pawn of another side than @us on @sq. */
static ThreePosition with_opponent_on(const ThreePosition *pos, ThreeColor us, ThreeSquare sq)
{
    ThreePosition other = three_position_empty();

    for (int i = 0; i < THREE_SQUARE_COUNT; i++)
        if (i != sq && pos->piece_at[i] != PIECE_NONE)
            three_position_place(&other, three_piece_color(pos->piece_at[i]),
                                 three_position_type_at(pos, (ThreeSquare)i), (ThreeSquare)i);
    three_position_place(&other, three_color_next(us), PIECE_PAWN, sq);
    three_position_set_turn(&other, us);
    return other;
}

/* Whether a piece of @us other than the one on @sq could take back there. */
static bool is_defended(const ThreePosition *pos, ThreeColor us, ThreeSquare sq)
{
    const ThreePosition taken = with_opponent_on(pos, us, sq);

    for (int from = 0; from < THREE_SQUARE_COUNT; from++)
        if (three_movegen_is_legal(&taken, (ThreeSquare)from, sq))
            return true;
    return false;
}

static void check_agents(const ThreePosition *pos, const Percept *percept)
{
    const ThreeColor us = (ThreeColor)pos->turn;

    g_assert_cmpint(percept->agent_count, ==, three_set_count(pos->by_color[us]));
    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *agent = &percept->agents[i];
        g_assert_cmpint(agent->type, ==, three_position_type_at(pos, agent->square));
        g_assert_cmpint(agent->exposure.cheapest, ==, cheapest_taker(pos, us, agent->square));
        g_assert_cmpint(agent->exposure.defended, ==, is_defended(pos, us, agent->square));
    }
}

static int compare_moves(const void *a, const void *b)
{
    return three_compare_moves(a, b);
}

static void check_actions(const ThreePosition *pos, const Percept *percept)
{
    Move expected[THREE_MAX_MOVES], moves[PERCEPT_MAX_ACTIONS];
    const int count = three_sorted_moves(pos, expected);

    g_assert_cmpint(percept->action_count, ==, count);
    for (int i = 0; i < percept->action_count; i++) {
        const Action *action = &percept->actions[i];
        const ThreeSquare to = three_move_to(action->move);
        moves[i] = action->move;
        g_assert_cmpint(percept->agents[action->agent].square, ==, three_move_from(action->move));
        g_assert_cmpint(action->captured, ==, PIECE_VALUE[three_position_type_at(pos, to)]);
        g_assert_cmpint(percept_target_captured(percept, i) != NO_TARGET, ==, action->captured > 0);
        if (action->captured > 0)
            g_assert_true(action_is_attack(percept, i));
    }
    qsort(moves, (size_t)count, sizeof *moves, compare_moves);
    g_assert_cmpmem(moves, (size_t)count * sizeof *moves, expected,
                    (size_t)count * sizeof *expected);
}

static void walk(void (*check)(const ThreePosition *pos, const Percept *percept))
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(3);

    for (int i = 0; i < 300; i++) {
        const ThreePosition pos = scatter(rand);
        Percept percept;
        if (percept_take_three(&pos, &NO_LOGICS, &percept))
            check(&pos, &percept);
        else
            g_test_fail_printf("position %d cannot be perceived", i);
    }
}

TEST(agents_stand_as_the_moves_of_the_others_say)
{
    walk(check_agents);
}

TEST(actions_are_the_legal_moves)
{
    walk(check_actions);
}

static void check_consequences(const ThreePosition *pos, const Percept *percept)
{
    const ThreeColor us = (ThreeColor)pos->turn;

    for (int action = 0; action < percept->action_count; action += 7) {
        Exposure exposures[PERCEPT_MAX_AGENTS];
        const AgentSet threatened = percept->board->threatened_after(percept, action, exposures);
        ThreePosition after = *pos;
        three_position_play(&after, percept->actions[action].move);
        for (int i = 0; i < percept->agent_count; i++) {
            const ThreeSquare sq = percept->agents[i].square;
            const bool is_threatened = threatened >> i & 1;
            if (i == percept->actions[action].agent || after.piece_at[sq] != pos->piece_at[sq])
                continue; /* it moves itself, or is the rook of castling */
            g_assert_cmpint(is_threatened ? exposures[i].cheapest : 0, ==,
                            cheapest_taker(&after, us, sq));
            if (is_threatened)
                g_assert_cmpint(exposures[i].defended, ==, is_defended(&after, us, sq));
        }
    }
}

TEST(who_stands_attacked_after_an_action_is_heard)
{
    walk(check_consequences);
}

/* The action that @text names, BD2BD4. */
static int action_of(const ThreePosition *pos, const Percept *percept, const char *text)
{
    Move move = MOVE_NONE;

    g_assert_true(three_text_parse_move(pos, text, &move, NULL));
    for (int i = 0; i < percept->action_count; i++)
        if (percept->actions[i].move == move)
            return i;
    g_test_fail_printf("%s is no action", text);
    return 0;
}

TEST(both_opponents_threaten)
{
    /* Blue's rook is attacked by a green bishop and a red queen. */
    const ThreePosition pos = three_arrange("B BKBE1 BRBD3 GKGE1 GBBB1 RKRE1 RQBH3");
    Percept percept;
    int rook = 0;

    g_assert_true(percept_take_three(&pos, &NO_LOGICS, &percept));
    while (percept.agents[rook].type != PIECE_ROOK)
        rook++;
    g_assert_cmpint(bitboard_count(percept_attackers(&percept, rook)), ==, 2);
    g_assert_cmpint(percept.agents[rook].exposure.cheapest, ==, PIECE_VALUE[PIECE_BISHOP]);
    g_assert_cmpint(bitboard_count(percept.king_targets), ==, 2);
}

TEST(a_helper_defends_or_blocks)
{
    const ThreePosition pos = three_arrange("B BKBE1 BRBD3 BNBB2 BBBF1 GKGE1 RKRE1 RQBH3");
    Percept percept;
    int rook = 0;
    Assistance knight, bishop;

    g_assert_true(percept_take_three(&pos, &NO_LOGICS, &percept));
    while (percept.agents[rook].type != PIECE_ROOK)
        rook++;
    knight = percept_assistance(&percept, rook, action_of(&pos, &percept, "BB2BC4"));
    bishop = percept_assistance(&percept, rook, action_of(&pos, &percept, "BF1BG2"));
    g_assert_false(knight.defends);
    g_assert_cmpuint(knight.blocked, ==, 0);
    g_assert_cmpuint(bishop.blocked, ==, 0);
    g_assert_false(bishop.defends);
    bishop = percept_assistance(&percept, rook, action_of(&pos, &percept, "BF1BE2"));
    g_assert_true(bishop.defends);
    bishop = percept_assistance(&percept, rook, action_of(&pos, &percept, "BF1BH3"));
    g_assert_cmpuint(bishop.blocked, ==, 0); /* it takes the queen instead */
}

TEST(more_pieces_than_agents_are_refused)
{
    ThreePosition pos = three_position_start();
    Percept percept;

    g_assert_true(percept_take_three(&pos, &NO_LOGICS, &percept));
    three_position_place(&pos, THREE_RED, PIECE_QUEEN, three_square_parse("BD3"));
    g_assert_false(percept_take_three(&pos, &NO_LOGICS, &percept));
}
