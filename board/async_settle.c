#include "board/async_settle.h"

#include <glib.h>

#include "board/splitmix.h"

/* Mixes one more number into @hash. */
static uint64_t mix_hash(uint64_t hash, uint64_t number)
{
    return splitmix_mix((hash ^ number) + SPLITMIX_STEP);
}

Square async_draw_by_seed(const void *seed, const AsyncDraw *draw)
{
    const uint64_t about = (uint64_t)draw->kind << 16 | (uint64_t)draw->side << 8 | draw->space;
    const uint64_t hash =
        mix_hash(mix_hash(mix_hash(0, *(const uint64_t *)seed), (uint64_t)draw->time_ms), about);
    const uint64_t count = (uint64_t)bitboard_count(draw->candidates);
    Bitboard rest = draw->candidates;

    /* of 32 bits: no candidate is likelier than another by more than one in a hundred million */
    for (uint64_t i = (hash >> 32) * count >> 32; i > 0; i--)
        rest &= rest - 1;
    return bitboard_first(rest);
}

/* An instant while it is settled. Entries go by the spaces they come from. */
typedef struct {
    AsyncWorld *world;
    const AsyncRules *rules;
    const AsyncChance *chance;
    Bitboard live;             /* the entries that can still succeed */
    Bitboard won;              /* those of them that won a draw of step 4 */
    Square into[SQUARE_COUNT]; /* where each of them leads */
    bool king_killed[COLOR_COUNT];
    AsyncSettled settled;
} Instant;

static Bitboard live_of(const Instant *instant, Color color)
{
    return instant->live & instant->world->by_color[color];
}

/* Whether a piece of @color stands on @sq and stays there. */
static bool stays_on(const Instant *instant, Color color, Square sq)
{
    return bitboard_has(instant->world->by_color[color] & ~instant->live, sq);
}

/* Where the entries among @from lead. */
static Bitboard spaces_entered(const Instant *instant, Bitboard from)
{
    Bitboard spaces = 0;

    for (; from; from &= from - 1)
        spaces |= bitboard_of(instant->into[bitboard_first(from)]);
    return spaces;
}

/* Those among @from that lead to @space. */
static Bitboard entries_into(const Instant *instant, Bitboard from, Square space)
{
    Bitboard found = 0;

    for (; from; from &= from - 1)
        if (instant->into[bitboard_first(from)] == space)
            found |= from & -from;
    return found;
}

static void stop_at(Instant *instant, Square sq)
{
    instant->live &= ~bitboard_of(sq);
    instant->settled.stopped |= bitboard_of(sq);
    async_world_halt(instant->world, sq);
}

static void kill_at(Instant *instant, Square sq)
{
    if (instant->world->type_at[sq] == PIECE_KING)
        instant->king_killed[async_world_color_at(instant->world, sq)] = true;
    instant->live &= ~bitboard_of(sq);
    instant->settled.killed |= bitboard_of(sq);
    async_world_remove(instant->world, sq);
}

static Square draw(const Instant *instant, AsyncDrawKind kind, Square space, Color side,
                   Bitboard candidates)
{
    const AsyncDraw question = {
        .time_ms = instant->world->now_ms,
        .kind = kind,
        .space = space,
        .side = side,
        .candidates = candidates,
    };

    return instant->chance->choose(instant->chance->source, &question);
}

static void step_1_gather(Instant *instant)
{
    const AsyncWorld *world = instant->world;

    for (Bitboard rest = world->under_way; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        g_assert(world->due_ms[from] >= world->now_ms);
        if (world->due_ms[from] != world->now_ms)
            continue;
        instant->live |= bitboard_of(from);
        instant->into[from] = async_world_next_space(world, from);
    }
}

/* The spaces that several of the entries among @from lead to. */
static Bitboard spaces_entered_twice(const Instant *instant, Bitboard from)
{
    Bitboard once = 0, twice = 0;

    for (; from; from &= from - 1) {
        const Bitboard space = bitboard_of(instant->into[bitboard_first(from)]);
        twice |= once & space;
        once |= space;
    }
    return twice;
}

static void step_2_one_a_side(Instant *instant, Color side)
{
    Bitboard spaces = spaces_entered_twice(instant, live_of(instant, side));

    while (spaces) {
        const Square space = bitboard_pop(&spaces);
        Bitboard losers = entries_into(instant, live_of(instant, side), space);
        losers &= ~bitboard_of(draw(instant, ASYNC_DRAW_ONE_A_SIDE, space, side, losers));
        while (losers)
            stop_at(instant, bitboard_pop(&losers));
    }
}

static bool would_exchange(const Instant *instant, Square from, Color with)
{
    const Square to = instant->into[from];

    return bitboard_has(live_of(instant, with), to) && instant->into[to] == from;
}

/* Of two friends that would exchange spaces it is enough to stop one: it stands in the way of the
 * other. */
static void step_3_friends_in_the_way(Instant *instant, Color side)
{
    bool again = true;

    while (again) {
        again = false;
        for (Bitboard rest = live_of(instant, side); rest; rest &= rest - 1) {
            const Square from = bitboard_first(rest);
            if (!stays_on(instant, side, instant->into[from]) &&
                !would_exchange(instant, from, side))
                continue;
            stop_at(instant, from);
            again = true;
        }
    }
}

static void meet_head_on(Instant *instant, AsyncDrawKind kind, Square space, Bitboard pair)
{
    const Square winner = draw(instant, kind, space, COLOR_COUNT, pair);

    kill_at(instant, bitboard_first(pair & ~bitboard_of(winner)));
    instant->won |= bitboard_of(winner);
}

static void step_4_head_on(Instant *instant)
{
    for (Bitboard rest = live_of(instant, COLOR_WHITE); rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        const Bitboard pair = bitboard_of(from) | bitboard_of(instant->into[from]);
        if (would_exchange(instant, from, COLOR_BLACK))
            meet_head_on(instant, ASYNC_DRAW_HEAD_ON, bitboard_first(pair), pair);
    }
}

static void step_4_contested(Instant *instant)
{
    Bitboard spaces = spaces_entered(instant, live_of(instant, COLOR_WHITE)) &
                      spaces_entered(instant, live_of(instant, COLOR_BLACK));

    while (spaces) {
        const Square space = bitboard_pop(&spaces);
        meet_head_on(instant, ASYNC_DRAW_CONTESTED, space,
                     entries_into(instant, instant->live, space));
    }
}

/* Whether the piece on @from may enter its space. The pieces that stand there now are those that
 * stay. */
static bool may_enter(const Instant *instant, Square from)
{
    const Color us = async_world_color_at(instant->world, from);
    const Square to = instant->into[from];

    if (stays_on(instant, us, to))
        return false;
    if (instant->world->type_at[from] != PIECE_PAWN)
        return true;
    return (square_file(from) != square_file(to)) == stays_on(instant, color_opponent(us), to);
}

/* Judges those of @open, the live entries not yet judged, that can be judged now, and returns the
 * others: rings. */
static Bitboard judge_chains(Instant *instant, Bitboard open)
{
    for (Bitboard before = 0; open != before;) {
        before = open;
        for (Bitboard rest = open; rest; rest &= rest - 1) {
            const Square from = bitboard_first(rest);
            if (bitboard_has(open, instant->into[from]))
                continue;
            open &= ~bitboard_of(from);
            if (!may_enter(instant, from))
                stop_at(instant, from);
        }
    }
    return open;
}

/* The ring to which @from belongs. */
static Bitboard ring_of(const Instant *instant, Square from)
{
    Bitboard ring = 0;

    for (Square sq = from; !bitboard_has(ring, sq); sq = instant->into[sq])
        ring |= bitboard_of(sq);
    return ring;
}

/* The pieces in @ring that may not enter even if all others leave: pawns. */
static Bitboard stuck_in(const Instant *instant, Bitboard ring)
{
    Bitboard stuck = 0;

    for (Bitboard rest = ring; rest; rest &= rest - 1)
        if (!may_enter(instant, bitboard_first(rest)))
            stuck |= rest & -rest;
    return stuck;
}

static void judge_ring(Instant *instant, Bitboard ring)
{
    const Bitboard stuck = stuck_in(instant, ring);
    Square first;

    if (stuck == 0)
        return;
    first = bitboard_first(stuck);
    if (bitboard_has_several(stuck))
        first = draw(instant, ASYNC_DRAW_RING, first, COLOR_COUNT, stuck);
    stop_at(instant, first);
    judge_chains(instant, ring & ~bitboard_of(first));
}

static void step_5_legal(Instant *instant)
{
    Bitboard rings = judge_chains(instant, instant->live);

    while (rings) {
        const Bitboard ring = ring_of(instant, bitboard_first(rings));
        judge_ring(instant, ring);
        rings &= ~ring;
    }
}

/* A piece on its way from one space to the next. */
typedef struct {
    Square space, to;
    Color color;
    PieceType type;
    bool won;
} Mover;

static Mover lift_mover(Instant *instant, Square from)
{
    AsyncWorld *world = instant->world;
    const Mover mover = {
        .space = instant->into[from],
        .to = world->to[from],
        .color = async_world_color_at(world, from),
        .type = async_world_type_at(world, from),
        .won = bitboard_has(instant->won, from),
    };

    async_world_remove(world, from);
    return mover;
}

static bool is_promoted(const Mover *mover)
{
    return mover->type == PIECE_PAWN && (bitboard_of(mover->space) & (RANK_1 | RANK_8)) != 0;
}

static void put_down(Instant *instant, const Mover *mover)
{
    AsyncWorld *world = instant->world;
    const Square sq = mover->space;
    const bool kills = bitboard_has(async_world_occupied(world), sq);

    if (kills)
        kill_at(instant, sq);
    async_world_place(world, mover->color, is_promoted(mover) ? PIECE_QUEEN : mover->type, sq);
    if (sq != mover->to && !kills && !mover->won)
        async_world_set_path(world, sq, mover->to,
                             world->now_ms + async_world_space_ms(world, instant->rules, sq));
}

static void step_6_enter(Instant *instant)
{
    Mover movers[SQUARE_COUNT];
    int count = 0;

    instant->settled.entered = instant->live;
    for (Bitboard rest = instant->live; rest; rest &= rest - 1)
        movers[count++] = lift_mover(instant, bitboard_first(rest));
    instant->live = 0;
    for (int i = 0; i < count; i++)
        put_down(instant, &movers[i]);
}

static void step_7_king_killed(Instant *instant)
{
    static const AsyncEnd ends[2][2] = {
        {ASYNC_GOES_ON, ASYNC_BLACK_KING_KILLED},
        {ASYNC_WHITE_KING_KILLED, ASYNC_BOTH_KINGS_KILLED},
    };

    instant->world->end =
        ends[instant->king_killed[COLOR_WHITE]][instant->king_killed[COLOR_BLACK]];
}

AsyncSettled async_settle(AsyncWorld *world, const AsyncRules *rules, const AsyncChance *chance,
                          int64_t time_ms)
{
    Instant instant;

    g_assert(world->end == ASYNC_GOES_ON && time_ms >= world->now_ms);
    world->now_ms = time_ms;
    instant.world = world;
    instant.rules = rules;
    instant.chance = chance;
    instant.live = instant.won = 0;
    instant.king_killed[COLOR_WHITE] = instant.king_killed[COLOR_BLACK] = false;
    instant.settled = (AsyncSettled){0};

    step_1_gather(&instant);
    step_2_one_a_side(&instant, COLOR_WHITE);
    step_2_one_a_side(&instant, COLOR_BLACK);
    step_3_friends_in_the_way(&instant, COLOR_WHITE);
    step_3_friends_in_the_way(&instant, COLOR_BLACK);
    if (!rules->exchange_head_on)
        step_4_head_on(&instant);
    step_4_contested(&instant);
    step_5_legal(&instant);
    step_6_enter(&instant);
    step_7_king_killed(&instant);
    return instant.settled;
}
