#include "agents/agent.h"
#include "agents/beyond/percept_beyond.h"
#include "agents/random.h"
#include "percepts.h"

#include "tests/test.h"

static Percept percept_of(const Position *pos)
{
    const LogicSet logics = logics_of("1");
    Percept percept;

    percept_take_chess(pos, &logics, &percept);
    return percept;
}

static bool is_underpromotion(Move move)
{
    return move_is_promotion(move) && move_promotion(move) != PIECE_QUEEN;
}

static void check_actions_are_the_legal_moves(const Position *pos)
{
    const Percept percept = percept_of(pos);
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);
    int expected = 0;

    for (int i = 0; i < count; i++) {
        bool found = false;
        if (is_underpromotion(moves[i]))
            continue;
        expected++;
        for (int j = 0; j < percept.action_count; j++)
            found |= percept.actions[j].move == moves[i];
        g_assert_true(found);
    }
    g_assert_cmpint(percept.action_count, ==, expected);
}

/* How the piece of the side that has just moved stands on @sq, found square by square. */
static Exposure exposure_after(const Position *after, Square sq)
{
    const Color us = color_opponent((Color)after->turn);
    const Bitboard attackers = position_attackers(after, sq, position_occupied(after));
    Exposure exposure = {0, (attackers & after->by_color[us]) != 0};

    for (Bitboard rest = attackers & after->by_color[after->turn]; rest; rest &= rest - 1) {
        const int value = PIECE_VALUE[position_type_at(after, bitboard_first(rest))];
        if (exposure.cheapest == 0 || value < exposure.cheapest)
            exposure.cheapest = value;
    }
    return exposure;
}

/* Where a bystander of @move stands after it: a castling rook has moved. */
static Square place_after(Move move, Square sq)
{
    if (move_flag(move) == MOVE_CASTLE_KING && sq == move_to(move) + 1)
        return (Square)(move_to(move) - 1);
    if (move_flag(move) == MOVE_CASTLE_QUEEN && sq == move_to(move) - 2)
        return (Square)(move_to(move) + 1);
    return sq;
}

/* Makes @action and compares what every bystander loses then with what it loses now. */
static void check_action(const Position *pos, const Percept *percept, int action)
{
    const LogicSet logics = logic_set_of_level(7);
    const Move move = percept->actions[action].move;
    Exposure exposures[PERCEPT_MAX_AGENTS];
    const AgentSet threatened = percept->board->threatened_after(percept, action, exposures);
    Position after = *pos;

    position_play(&after, move);
    for (int agent = 0; agent < percept->agent_count; agent++) {
        const Agent *bystander = &percept->agents[agent];
        const Exposure exposure = exposure_after(&after, place_after(move, bystander->square));
        if (agent == percept->actions[action].agent) {
            g_assert_false(threatened >> agent & 1);
        } else if (threatened >> agent & 1) {
            g_assert_cmpint(exposures[agent].cheapest, ==, exposure.cheapest);
            g_assert_cmpint(exposures[agent].defended, ==, exposure.defended);
        } else {
            g_assert_cmpint(loss_at(&logics, bystander->value, exposure), <=,
                            loss_at(&logics, bystander->value, bystander->exposure));
        }
    }
}

/* What a move meets, found square by square. */
static void check_meetings(const Position *pos)
{
    const Percept percept = percept_of(pos);
    const Color us = (Color)pos->turn;
    const Bitboard opponents = pos->by_color[color_opponent(us)];

    for (int i = 0; i < percept.action_count; i++) {
        const Action *action = &percept.actions[i];
        const Square from = move_from(action->move), to = move_to(action->move);
        const Bitboard occupied = position_occupied(pos) ^ bitboard_of(from);
        const Bitboard attackers = position_attackers(pos, to, position_occupied(pos)) & opponents;
        if (action_is_attack(&percept, i))
            continue;
        g_assert_cmphex(action->targets, ==,
                        attacks_from(position_type_at(pos, from), us, to, occupied) & opponents);
        g_assert_cmpint(action->exposure.cheapest > 0, ==, attackers != 0);
    }
}

static void check_threatened_after(const Position *pos)
{
    const Percept percept = percept_of(pos);

    for (int action = 0; action < percept.action_count; action++)
        check_action(pos, &percept, action);
}

static void play_random_games(void (*check)(const Position *pos), int games)
{
    for (int game = 0; game < games; game++) {
        Random random = random_for_job(11, (uint64_t)game);
        Position pos = position_start();
        Move moves[MOVEGEN_MAX_MOVES];
        int count;
        for (int ply = 0; ply < 200 && (count = movegen_moves(&pos, moves)) > 0; ply++) {
            check(&pos);
            position_play(&pos, moves[random_below(&random, (uint32_t)count)]);
        }
    }
}

TEST(actions_are_the_legal_moves_without_underpromotions)
{
    play_random_games(check_actions_are_the_legal_moves, 60);
}

TEST(whoever_is_worse_off_on_the_board_after_the_action_is_heard)
{
    play_random_games(check_threatened_after, 20);
}

TEST(attackers_are_those_of_the_board_as_it_stands)
{
    /* The rook on d8 stands behind the one on d7; the pinned bishop still attacks. */
    const Position pos = position_of("3rk3/3r4/8/8/3Q4/4b3/8/K3R2B w - - 0 1");
    const Percept percept = percept_of(&pos);
    const int queen = agent_on(&percept, "d4");

    g_assert_cmpint(bitboard_count(percept_attackers(&percept, queen)), ==, 2);
    g_assert_cmpint(percept.agents[queen].exposure.cheapest, ==, 350);
    g_assert_false(percept.agents[queen].exposure.defended);
}

TEST(a_friend_behind_the_agent_backs_it_up)
{
    const Position pos = position_of("3qk3/8/8/8/8/8/3R4/K2R4 w - - 0 1");
    const LogicSet as_it_stands = logics_of("1,battery-backup=off");
    const Percept lifted = percept_of(&pos);
    Percept standing;

    percept_take_chess(&pos, &as_it_stands, &standing);
    g_assert_true(lifted.actions[action_of(&lifted, "d2d8")].exposure.defended);
    g_assert_false(standing.actions[action_of(&standing, "d2d8")].exposure.defended);
    g_assert_cmpint(lifted.actions[action_of(&lifted, "d2d8")].captured, ==, 900);
}

TEST(an_agent_sees_its_targets_with_its_own_square_left)
{
    const Position pos = position_of("6k1/8/8/8/q2R4/8/8/7K w - - 0 1");
    const Percept percept = percept_of(&pos);
    const Action *along = &percept.actions[action_of(&percept, "d4e4")];
    const Action *away = &percept.actions[action_of(&percept, "d4d1")];

    g_assert_cmpuint(along->targets, ==, bitboard_of(square_of("a4")));
    g_assert_cmpuint(away->targets, ==, 0);
}

TEST(en_passant_is_an_attack_of_value_p)
{
    const Position pos = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    const Percept percept = percept_of(&pos);
    const int action = action_of(&percept, "e5d6");

    g_assert_true(action_is_attack(&percept, action));
    g_assert_cmpint(percept.actions[action].captured, ==, 100);
}

TEST(a_promotion_is_an_attack_worth_a_queen_or_a_move_of_a_pawn)
{
    const Position pos = position_of("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    const LogicSet as_moves = logics_of("1,promotion-as-attack=off");
    const Percept attack = percept_of(&pos);
    Percept move;

    percept_take_chess(&pos, &as_moves, &move);
    g_assert_true(action_is_attack(&attack, action_of(&attack, "a7a8q")));
    g_assert_cmpint(attack.actions[action_of(&attack, "a7a8q")].value, ==, 900);
    g_assert_false(action_is_attack(&move, action_of(&move, "a7a8q")));
    g_assert_cmpint(move.actions[action_of(&move, "a7a8q")].value, ==, 100);
}

TEST(assistance_defends_or_blocks)
{
    const Position pos = position_of("6k1/8/8/8/r2P4/1P6/8/2R3NK w - - 0 1");
    const Position alone = position_of("6k1/8/8/8/r2P4/8/8/2R3NK w - - 0 1");
    const Percept percept = percept_of(&pos), other = percept_of(&alone);
    const int pawn = agent_on(&percept, "d4");
    const TargetSet rook = bitboard_of(square_of("a4"));
    const Assistance knight = percept_assistance(&percept, pawn, action_of(&percept, "g1f3"));
    const Assistance block = percept_assistance(&percept, pawn, action_of(&percept, "c1c4"));
    const Assistance undefended =
        percept_assistance(&other, agent_on(&other, "d4"), action_of(&other, "c1c4"));
    const Assistance idle = percept_assistance(&percept, pawn, action_of(&percept, "g1h3"));

    g_assert_true(knight.defends);
    g_assert_cmpuint(knight.blocked, ==, 0);
    g_assert_true(block.defends); /* from c4 the rook attacks d4 too */
    g_assert_cmpuint(block.blocked, ==, rook);
    g_assert_true(block.helper_exposure.defended);
    g_assert_cmpint(block.helper_exposure.cheapest, ==, 500);
    g_assert_false(undefended.helper_exposure.defended || undefended.blocked);
    g_assert_false(idle.defends || idle.blocked);
}

TEST(what_remains_without_an_attacker_and_a_defender)
{
    const Position pos = position_of("6k1/8/8/2p5/r2N4/2P5/8/3R3K w - - 0 1");
    const Percept percept = percept_of(&pos);
    const int knight = agent_on(&percept, "d4");
    const TargetSet pawn = bitboard_of(square_of("c5")), rook = bitboard_of(square_of("a4"));
    const int helper = agent_on(&percept, "c3"), king = agent_on(&percept, "h1");

    g_assert_cmpint(percept_exposure_without(&percept, knight, 0, king).cheapest, ==, 100);
    g_assert_cmpint(percept_exposure_without(&percept, knight, pawn, king).cheapest, ==, 500);
    g_assert_cmpint(percept_exposure_without(&percept, knight, pawn | rook, king).cheapest, ==, 0);
    g_assert_true(percept_exposure_without(&percept, knight, 0, helper).defended); /* by the rook */
}

/* Rook and king go back and forth; @last is what White does then. */
static bool lets_repeat(const char *last)
{
    static const char *const STEPS[][2] = {{"a1", "a2"}, {"h8", "g8"}, {"a2", "a1"},
                                           {"g8", "h8"}, {"a1", "a2"}, {"h8", "g8"}};
    Position pos = position_of("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    uint64_t keys[G_N_ELEMENTS(STEPS)];
    Percept percept;

    for (size_t i = 0; i < G_N_ELEMENTS(STEPS); i++) {
        keys[i] = pos.key;
        position_play(&pos, movegen_move_to(&pos, square_of(STEPS[i][0]), square_of(STEPS[i][1])));
    }
    percept = percept_of(&pos);
    percept.past = (Past){keys, G_N_ELEMENTS(keys)};
    return percept_lets_repeat(&percept, action_of(&percept, last));
}

TEST(an_answer_may_repeat_a_position_for_the_third_time)
{
    g_assert_true(lets_repeat("a2a1"));
    g_assert_false(lets_repeat("a2a3"));
}

TEST(percept_take_chess_finds_what_a_move_meets)
{
    play_random_games(check_meetings, 20);
}
