#include "board/async_world.h"

#include <glib.h>
#include <string.h>

const AsyncRules ASYNC_RULES_DEFAULT = {
    .ms_per_space = {1000, 1000, 1000, 1000, 1000, 1000},
    .time_limit_ms = 3600000,
    .knight_spaces = 2,
};

const char *const ASYNC_ANSWER_TEXT[ASYNC_ANSWER_COUNT] = {
    [ASYNC_ACCEPTED] = "accepted",
    [ASYNC_REFUSED_GAME_OVER] = "the game is over",
    [ASYNC_REFUSED_NO_PIECE] = "no piece stands there",
    [ASYNC_REFUSED_NOT_OWN] = "the piece is the opponent's",
    [ASYNC_REFUSED_UNDER_WAY] = "the piece is under way",
    [ASYNC_REFUSED_MOVEMENT] = "the piece does not move so",
};

const char *async_rules_fault(const AsyncRules *rules)
{
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        if (rules->ms_per_space[type] < 1 || rules->ms_per_space[type] > ASYNC_MAX_MS)
            return "a piece needs less than 1 ms or more than 30 years for a space";
    if (rules->time_limit_ms < 1 || rules->time_limit_ms > ASYNC_MAX_MS)
        return "the limit of time is less than 1 ms or more than 30 years";
    if (rules->knight_spaces < 1 || rules->knight_spaces > ASYNC_MAX_KNIGHT_SPACES)
        return "a knight needs less than 1 or more than 1000 spaces' time";
    return NULL;
}

AsyncWorld async_world_empty(void)
{
    AsyncWorld world = {.end = ASYNC_GOES_ON};

    memset(world.type_at, PIECE_NONE, sizeof world.type_at);
    memset(world.to, SQUARE_NONE, sizeof world.to);
    return world;
}

void async_world_place(AsyncWorld *world, Color color, PieceType type, Square sq)
{
    g_assert(world->type_at[sq] == PIECE_NONE);
    world->by_color[color] |= bitboard_of(sq);
    world->type_at[sq] = (uint8_t)type;
}

AsyncWorld async_world_start(void)
{
    static const PieceType back_rank[8] = {PIECE_ROOK, PIECE_KNIGHT, PIECE_BISHOP, PIECE_QUEEN,
                                           PIECE_KING, PIECE_BISHOP, PIECE_KNIGHT, PIECE_ROOK};
    AsyncWorld world = async_world_empty();

    for (int file = 0; file < 8; file++) {
        async_world_place(&world, COLOR_WHITE, back_rank[file], square_at(file, 0));
        async_world_place(&world, COLOR_WHITE, PIECE_PAWN, square_at(file, 1));
        async_world_place(&world, COLOR_BLACK, PIECE_PAWN, square_at(file, 6));
        async_world_place(&world, COLOR_BLACK, back_rank[file], square_at(file, 7));
    }
    return world;
}

void async_world_halt(AsyncWorld *world, Square sq)
{
    world->under_way &= ~bitboard_of(sq);
    world->to[sq] = SQUARE_NONE;
    world->due_ms[sq] = 0;
}

void async_world_remove(AsyncWorld *world, Square sq)
{
    g_assert(world->type_at[sq] != PIECE_NONE);
    async_world_halt(world, sq);
    world->by_color[COLOR_WHITE] &= ~bitboard_of(sq);
    world->by_color[COLOR_BLACK] &= ~bitboard_of(sq);
    world->type_at[sq] = PIECE_NONE;
}

void async_world_set_path(AsyncWorld *world, Square sq, Square to, int64_t due_ms)
{
    g_assert(!bitboard_has(world->under_way, sq));
    world->under_way |= bitboard_of(sq);
    world->to[sq] = to;
    world->due_ms[sq] = due_ms;
}

/* One space ahead, and from its own second rank two. */
static Bitboard pawn_advances(Color color, Square sq)
{
    const Bitboard pawn = bitboard_of(sq);
    const bool at_home = square_rank(sq) == (color == COLOR_WHITE ? 1 : 6);

    if (color == COLOR_WHITE)
        return pawn << 8 | (at_home ? pawn << 16 : 0);
    return pawn >> 8 | (at_home ? pawn >> 16 : 0);
}

Bitboard async_world_reach(const AsyncWorld *world, Square sq)
{
    const PieceType type = async_world_type_at(world, sq);
    const Color color = async_world_color_at(world, sq);
    const Bitboard reach = attacks_from(type, color, sq, 0);

    return type == PIECE_PAWN ? reach | pawn_advances(color, sq) : reach;
}

int64_t async_rules_space_ms(const AsyncRules *rules, PieceType type)
{
    return rules->ms_per_space[type] * (type == PIECE_KNIGHT ? rules->knight_spaces : 1);
}

int64_t async_world_space_ms(const AsyncWorld *world, const AsyncRules *rules, Square sq)
{
    return async_rules_space_ms(rules, async_world_type_at(world, sq));
}

AsyncAnswer async_world_command(AsyncWorld *world, const AsyncRules *rules, Color side, Square from,
                                Square to)
{
    if (world->end != ASYNC_GOES_ON)
        return ASYNC_REFUSED_GAME_OVER;
    if (world->type_at[from] == PIECE_NONE)
        return ASYNC_REFUSED_NO_PIECE;
    if (async_world_color_at(world, from) != side)
        return ASYNC_REFUSED_NOT_OWN;
    if (bitboard_has(world->under_way, from))
        return ASYNC_REFUSED_UNDER_WAY;
    if (!bitboard_has(async_world_reach(world, from), to))
        return ASYNC_REFUSED_MOVEMENT;
    async_world_set_path(world, from, to, world->now_ms + async_world_space_ms(world, rules, from));
    return ASYNC_ACCEPTED;
}

int64_t async_world_next_ms(const AsyncWorld *world)
{
    int64_t next_ms = ASYNC_NEVER;

    for (Bitboard rest = world->under_way; rest; rest &= rest - 1)
        next_ms = MIN(next_ms, world->due_ms[bitboard_first(rest)]);
    return next_ms;
}

/* What is wrong with the space @sq and its piece, if one stands there. */
static const char *space_fault(const AsyncWorld *world, Square sq)
{
    const bool occupied = bitboard_has(async_world_occupied(world), sq);
    const bool under_way = bitboard_has(world->under_way, sq);
    const bool at_the_edge = square_rank(sq) == 0 || square_rank(sq) == 7;

    if (world->type_at[sq] > PIECE_NONE || occupied != (world->type_at[sq] != PIECE_NONE))
        return "the sets and the spaces disagree";
    if (world->type_at[sq] == PIECE_PAWN && at_the_edge)
        return "a pawn stands on the first or last rank";
    if (under_way && !occupied)
        return "nothing is under way";
    if (!under_way && (world->to[sq] != SQUARE_NONE || world->due_ms[sq] != 0))
        return "an idle piece has a path";
    if (under_way && (world->to[sq] >= SQUARE_COUNT ||
                      !bitboard_has(async_world_reach(world, sq), world->to[sq])))
        return "a piece goes where it does not move";
    if (under_way && world->due_ms[sq] <= world->now_ms)
        return "a piece is late";
    return NULL;
}

const char *async_world_fault(const AsyncWorld *world)
{
    if (world->now_ms < 0)
        return "the time is before the start of the game";
    if (world->end >= ASYNC_END_COUNT)
        return "there is no such end";
    if (world->by_color[COLOR_WHITE] & world->by_color[COLOR_BLACK])
        return "two pieces share a space";
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const char *fault = space_fault(world, sq);
        if (fault != NULL)
            return fault;
    }
    return NULL;
}

AsyncWorld async_view_of(const AsyncWorld *world, const AsyncRules *rules, Color side)
{
    AsyncWorld seen = *world;
    const Bitboard opponents = world->by_color[color_opponent(side)];

    if (rules->see_paths)
        return seen;
    for (Bitboard rest = world->under_way & opponents; rest; rest &= rest - 1) {
        seen.to[bitboard_first(rest)] = SQUARE_NONE;
        seen.due_ms[bitboard_first(rest)] = 0;
    }
    return seen;
}
