/* What agents of asynchronous chess perceive, against what comes of commands, and against what
 * agents perceive of the same pieces in chess. */
#include "agents/agent.h"
#include "agents/percept.h"
#include "board/async_settle.h"
#include "tests/async_support.h"
#include "tests/percepts.h"
#include "tests/test.h"

static const LogicSet NO_LOGICS = {0};

#define WORLDS 300
#define POSITIONS 3000

static Percept percept_of(const AsyncWorld *world, Color side)
{
    Percept percept;

    g_assert_true(percept_take_async(world, side, &NO_LOGICS, &percept));
    return percept;
}

static void send_some(AsyncWorld *world, GRand *rand)
{
    for (Bitboard rest = async_world_occupied(world); rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        if (g_rand_int(rand) % 4 == 0)
            async_world_set_path(world, sq, bitboard_first(async_world_reach(world, sq)), 1000);
    }
}

/* Worlds with kings missing or several, and some pieces under way. */
static void walk(void (*check)(const AsyncWorld *world))
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);

    for (int i = 0; i < WORLDS; i++) {
        AsyncWorld world = async_scatter(rand, g_rand_int_range(rand, 2, 25), PIECE_TYPE_COUNT);
        send_some(&world, rand);
        if (bitboard_count(world.by_color[COLOR_WHITE]) <= PERCEPT_MAX_AGENTS &&
            bitboard_count(world.by_color[COLOR_BLACK]) <= PERCEPT_MAX_AGENTS)
            check(&world);
    }
}

/* One piece alone moves: nothing is drawn. */
static Square choose_nobody(G_GNUC_UNUSED const void *source, G_GNUC_UNUSED const AsyncDraw *draw)
{
    g_assert_not_reached();
    return SQUARE_NONE;
}

/* Whether the piece on @from gets to @to if it is commanded there while all others stay where they
 * are. */
static bool gets_there(const AsyncWorld *world, Square from, Square to)
{
    static const AsyncChance chance = {choose_nobody, NULL};
    const Color side = async_world_color_at(world, from);
    AsyncWorld alone = *world;

    for (Bitboard rest = world->under_way; rest; rest &= rest - 1)
        async_world_halt(&alone, bitboard_first(rest));
    if (bitboard_has(world->by_color[side], to) ||
        async_world_command(&alone, &ASYNC_RULES_DEFAULT, side, from, to) != ASYNC_ACCEPTED)
        return false;
    while (alone.under_way && alone.end == ASYNC_GOES_ON)
        async_settle(&alone, &ASYNC_RULES_DEFAULT, &chance, async_world_next_ms(&alone));
    return bitboard_has(alone.by_color[side], to);
}

static bool has_action(const Percept *percept, Square from, Square to)
{
    bool found = false;

    for (int i = 0; i < percept->action_count; i++)
        found |=
            move_from(percept->actions[i].move) == from && move_to(percept->actions[i].move) == to;
    return found;
}

static void check_actions(const AsyncWorld *world)
{
    const Percept percept = percept_of(world, COLOR_WHITE);

    for (Bitboard rest = world->by_color[COLOR_WHITE]; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        for (Square to = 0; to < SQUARE_COUNT; to++)
            g_assert_cmpint(has_action(&percept, from, to), ==,
                            !bitboard_has(world->under_way, from) && gets_there(world, from, to));
    }
    for (int i = 0; i < percept.action_count; i++) {
        const Action *action = &percept.actions[i];
        const Square to = move_to(action->move);
        g_assert_cmpint(percept.agents[action->agent].square, ==, move_from(action->move));
        g_assert_cmpint(action->captured, ==, PIECE_VALUE[async_world_type_at(world, to)]);
        g_assert_cmpint(percept_target_captured(&percept, i), ==,
                        action->captured > 0 ? (int)to : NO_TARGET);
        g_assert_true(action->captured == 0 || action_is_attack(&percept, i));
    }
}

TEST(actions_are_what_gets_there_on_the_board_as_it_stands)
{
    walk(check_actions);
}

/* The value of the cheapest piece of @side that gets to @sq, 0 if none does. */
static int cheapest_to(const AsyncWorld *world, Color side, Square sq)
{
    int cheapest = 0;

    for (Bitboard rest = world->by_color[side]; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        const int value = PIECE_VALUE[async_world_type_at(world, from)];
        if (gets_there(world, from, sq) && (cheapest == 0 || value < cheapest))
            cheapest = value;
    }
    return cheapest;
}

/* How the piece on @sq stands, by what would come of commands. */
static Exposure exposure_on(const AsyncWorld *world, Square sq)
{
    const Color side = async_world_color_at(world, sq);
    AsyncWorld taken = *world;

    async_world_remove(&taken, sq);
    async_world_place(&taken, color_opponent(side), PIECE_KNIGHT, sq);
    return (Exposure){cheapest_to(world, color_opponent(side), sq),
                      cheapest_to(&taken, side, sq) > 0};
}

static void check_agents(const AsyncWorld *world)
{
    const Percept percept = percept_of(world, COLOR_BLACK);

    g_assert_cmpint(percept.agent_count, ==, bitboard_count(world->by_color[COLOR_BLACK]));
    for (int i = 0; i < percept.agent_count; i++) {
        const Agent *agent = &percept.agents[i];
        const Exposure exposure = exposure_on(world, agent->square);
        g_assert_cmpint(agent->type, ==, async_world_type_at(world, agent->square));
        g_assert_cmpint(agent->exposure.cheapest, ==, exposure.cheapest);
        g_assert_cmpint(agent->exposure.defended, ==, exposure.defended);
    }
}

TEST(agents_stand_as_the_commands_of_the_others_would_show)
{
    walk(check_agents);
}

/* @world after the piece on @from has gone to @to. */
static AsyncWorld gone(const AsyncWorld *world, Square from, Square to)
{
    const Color side = async_world_color_at(world, from);
    const PieceType type = async_world_type_at(world, from);
    const bool at_the_end = square_rank(to) == 0 || square_rank(to) == 7;
    AsyncWorld after = *world;

    async_world_remove(&after, from);
    if (async_world_type_at(world, to) != PIECE_NONE)
        async_world_remove(&after, to);
    async_world_place(&after, side, type == PIECE_PAWN && at_the_end ? PIECE_QUEEN : type, to);
    return after;
}

static void check_consequences(const AsyncWorld *world)
{
    const LogicSet logics = logic_set_of_level(7);
    const Percept percept = percept_of(world, COLOR_WHITE);

    for (int action = 0; action < percept.action_count; action += 5) {
        const Move move = percept.actions[action].move;
        const AsyncWorld after = gone(world, move_from(move), move_to(move));
        Exposure exposures[PERCEPT_MAX_AGENTS] = {{0, false}};

        percept.board->threatened_after(&percept, action, exposures);
        for (int i = 0; i < percept.agent_count; i++) {
            const Agent *agent = &percept.agents[i];
            Exposure then;
            int reported;
            if (i == percept.actions[action].agent)
                continue;
            then = exposure_on(&after, agent->square);
            reported = loss_at(&logics, agent->value, exposures[i]);
            if (loss_at(&logics, agent->value, then) >
                loss_at(&logics, agent->value, agent->exposure))
                g_assert_cmpint(reported, ==, loss_at(&logics, agent->value, then));
            else
                g_assert_cmpint(reported, <=, loss_at(&logics, agent->value, agent->exposure));
        }
    }
}

TEST(whoever_is_worse_off_after_an_action_is_heard)
{
    walk(check_consequences);
}

TEST(kings_are_targets_and_step_where_they_can_be_taken)
{
    const AsyncWorld world = async_read("0 - Qd1 Ke1 kd8 re8");
    const Percept percept = percept_of(&world, COLOR_WHITE);
    const int queen = agent_on(&percept, "d1"), king = agent_on(&percept, "e1");

    g_assert_cmpint(bitboard_count(percept.king_targets), ==, 1);
    g_assert_true(has_action(&percept, square_of("d1"), square_of("d8")));
    g_assert_true(has_action(&percept, SQUARE_E1, square_of("e2")));
    g_assert_cmpint(percept.agents[king].exposure.cheapest, ==, PIECE_VALUE[PIECE_ROOK]);
    g_assert_cmpint(percept.actions[percept.agents[queen].first_action].captured, ==,
                    PIECE_VALUE[PIECE_KING]);
}

TEST(who_is_under_way_defends_and_can_be_lost_but_has_no_actions)
{
    const AsyncWorld world = async_read("0 - Ra1a5@1000 Ke1 Pa2 bc3 ra8 ke8");
    const Percept percept = percept_of(&world, COLOR_WHITE);
    const int rook = agent_on(&percept, "a1"), pawn = agent_on(&percept, "a2");

    g_assert_cmpint(percept.agents[rook].first_action, ==, percept.agents[rook].end_action);
    g_assert_cmpint(percept.agents[rook].exposure.cheapest, ==, PIECE_VALUE[PIECE_BISHOP]);
    g_assert_cmpint(percept.agents[pawn].exposure.cheapest, ==, PIECE_VALUE[PIECE_ROOK]);
    g_assert_true(percept.agents[pawn].exposure.defended);
}

TEST(an_opponent_under_way_counts_where_it_stands)
{
    const AsyncWorld world = async_read("0 - Ke1 Qa4 ra8h8@1000 ke8");
    const Percept percept = percept_of(&world, COLOR_WHITE);
    const int queen = agent_on(&percept, "a4");

    g_assert_cmpint(percept.agents[queen].exposure.cheapest, ==, PIECE_VALUE[PIECE_ROOK]);
    g_assert_true(has_action(&percept, square_of("a4"), SQUARE_A8));
}

TEST(a_side_may_have_no_king_and_no_piece)
{
    const AsyncWorld world = async_read("0 - Pd2 Pe4");
    const Percept white = percept_of(&world, COLOR_WHITE);
    const Percept black = percept_of(&world, COLOR_BLACK);
    Exposure exposures[PERCEPT_MAX_AGENTS];

    g_assert_cmpint(white.action_count, ==, 3);
    for (int i = 0; i < white.action_count; i++)
        g_assert_cmphex(white.board->threatened_after(&white, i, exposures), ==, 0);
    g_assert_cmpuint(white.king_targets, ==, 0);
    g_assert_cmpint(black.agent_count, ==, 0);
    g_assert_cmpint(black.action_count, ==, 0);
}

TEST(more_pieces_than_agents_are_refused)
{
    AsyncWorld world = async_world_start();
    Percept percept;

    g_assert_true(percept_take_async(&world, COLOR_WHITE, &NO_LOGICS, &percept));
    async_world_place(&world, COLOR_BLACK, PIECE_KING, square_of("d4"));
    g_assert_false(percept_take_async(&world, COLOR_WHITE, &NO_LOGICS, &percept));
    g_assert_false(percept_take_async(&world, COLOR_BLACK, &NO_LOGICS, &percept));
}

/* A position of chess with what stands in @world, and @turn to move, without check and pins; false
 * if there is none. */
static bool position_of_world(const AsyncWorld *world, Color turn, Position *out_pos)
{
    Position pos = position_empty();
    Legality legality;

    for (Bitboard rest = async_world_occupied(world); rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        position_place(&pos, async_world_color_at(world, sq), async_world_type_at(world, sq), sq);
    }
    position_set_state(&pos, turn, 0);
    if (position_fault(&pos) != NULL)
        return false;
    legality = movegen_legality(&pos);
    *out_pos = pos;
    return !legality.checkers && !legality.pinned;
}

/* A world without kings gets one a side. */
static void crown(AsyncWorld *world, GRand *rand)
{
    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++)
        async_world_place(world, color, PIECE_KING,
                          async_random_space(rand, ~async_world_occupied(world)));
}

/* Where no opponent attacks it does not matter which friends defend. */
static void assert_same_exposure(Exposure a, Exposure b)
{
    g_assert_cmpint(a.cheapest, ==, b.cheapest);
    if (a.cheapest > 0)
        g_assert_cmpint(a.defended, ==, b.defended);
}

static void compare_agents(const Percept *async, const Percept *chess)
{
    g_assert_cmpint(async->agent_count, ==, chess->agent_count);
    for (int i = 0; i < chess->agent_count; i++) {
        g_assert_cmpint(async->agents[i].square, ==, chess->agents[i].square);
        g_assert_cmpint(async->agents[i].type, ==, chess->agents[i].type);
        assert_same_exposure(async->agents[i].exposure, chess->agents[i].exposure);
        g_assert_cmphex(percept_attackers(async, i), ==, percept_attackers(chess, i));
    }
    g_assert_cmphex(async->king_targets, ==, chess->king_targets);
    for (Bitboard rest = chess->chess.pos.by_color[color_opponent(chess->chess.pos.turn)]; rest;
         rest &= rest - 1) {
        const int target = target_set_first(rest);
        g_assert_cmpint(async->targets[target].value, ==, chess->targets[target].value);
        g_assert_cmpint(async->targets[target].cheapest_defender, ==,
                        chess->targets[target].cheapest_defender);
        for (int i = 0; i < chess->agent_count; i++)
            g_assert_cmpint(async->board->backed(async, i, target), ==,
                            chess->board->backed(chess, i, target));
    }
}

static void compare_consequences(const Percept *async, int a, const Percept *chess, int c)
{
    Exposure of_async[PERCEPT_MAX_AGENTS], of_chess[PERCEPT_MAX_AGENTS];
    const AgentSet threatened = async->board->threatened_after(async, a, of_async);

    g_assert_cmphex(threatened, ==, chess->board->threatened_after(chess, c, of_chess));
    for (AgentSet rest = threatened; rest; rest &= rest - 1)
        assert_same_exposure(of_async[__builtin_ctz(rest)], of_chess[__builtin_ctz(rest)]);
    for (int i = 0; i < chess->agent_count; i++) {
        const Assistance here = percept_assistance(async, i, a);
        const Assistance there = percept_assistance(chess, i, c);
        g_assert_cmpint(here.defends, ==, there.defends);
        g_assert_cmphex(here.blocked, ==, there.blocked);
        assert_same_exposure(here.helper_exposure, there.helper_exposure);
    }
}

/* The action of @percept that goes where @move does. */
static int counterpart(const Percept *percept, Move move)
{
    for (int i = 0; i < percept->action_count; i++)
        if (move_from(percept->actions[i].move) == move_from(move) &&
            move_to(percept->actions[i].move) == move_to(move))
            return i;
    g_error("there is no such action");
}

static void compare_actions(const Percept *async, const Percept *chess)
{
    for (int c = 0; c < chess->action_count; c++) {
        const Action *action = &chess->actions[c];
        const int a = counterpart(async, action->move);
        g_assert_cmpint(async->actions[a].captured, ==, action->captured);
        g_assert_cmpint(async->actions[a].value, ==, action->value);
        g_assert_cmpint(async->actions[a].is_promotion, ==, action->is_promotion);
        g_assert_cmphex(async->actions[a].targets, ==, action->targets);
        assert_same_exposure(async->actions[a].exposure, action->exposure);
        g_assert_cmpint(action_is_attack(async, a), ==, action_is_attack(chess, c));
        g_assert_cmpint(percept_target_captured(async, a), ==, percept_target_captured(chess, c));
        compare_consequences(async, a, chess, c);
    }
    for (int a = 0; a < async->action_count; a++)
        if (async->agents[async->actions[a].agent].type != PIECE_KING)
            counterpart(chess, async->actions[a].move);
}

TEST(where_nobody_is_in_check_or_pinned_agents_perceive_what_they_do_in_chess)
{
    static const char *const texts[] = {"1", "1,battery-backup=off", "1,promotion-as-attack=off",
                                        "1,battery-backup=off,promotion-as-attack=off"};
    g_autoptr(GRand) rand = g_rand_new_with_seed(8);
    int compared = 0;

    for (int i = 0; i < POSITIONS; i++) {
        AsyncWorld world = async_scatter(rand, g_rand_int_range(rand, 0, 13), PIECE_KING);
        Position pos;
        Percept async, chess;
        const LogicSet logics = logics_of(texts[i / COLOR_COUNT % 4]);
        crown(&world, rand);
        if (!position_of_world(&world, (Color)(i % COLOR_COUNT), &pos))
            continue;
        g_assert_true(percept_take_async(&world, (Color)pos.turn, &logics, &async));
        percept_take_chess(&pos, &logics, &chess);
        compare_agents(&async, &chess);
        compare_actions(&async, &chess);
        compared++;
    }
    g_assert_cmpint(compared, >, POSITIONS / 4);
}
