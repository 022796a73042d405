/* What is true of any instant of asynchronous chess, over random ones. AGENTCHESS_INSTANTS says
 * over how many, a hundred thousand without it. */
#include <stdlib.h>
#include <string.h>

#include "board/async_settle.h"
#include "tests/async_support.h"
#include "tests/test.h"

#define SEED 11
#define INSTANTS_A_GAME 100

/* A game of random commands, as crowded as can be: whenever a piece enters a space, idle pieces may
 * be sent off again, so that most of them come and go at the same times. */
typedef struct {
    AsyncRules rules;
    AsyncWorld world;
    uint64_t seed;
    int64_t since_ms[SQUARE_COUNT]; /* when the piece there has entered, or was sent off */
} RandomGame;

static AsyncChance chance_of(const uint64_t *seed)
{
    return (AsyncChance){async_draw_by_seed, seed};
}

/* Sends off some of the idle pieces. */
static void command_some(RandomGame *game, GRand *rand)
{
    AsyncWorld *world = &game->world;

    for (Bitboard rest = async_world_occupied(world) & ~world->under_way; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        const Bitboard reach = async_world_reach(world, from);
        if (reach == 0 || g_rand_int(rand) % 4 == 0)
            continue;
        g_assert_cmpint(async_world_command(world, &game->rules, async_world_color_at(world, from),
                                            from, async_random_space(rand, reach)),
                        ==, ASYNC_ACCEPTED);
        game->since_ms[from] = world->now_ms;
    }
}

/* Every other game has kings, and so an early end. */
static void start(RandomGame *game, GRand *rand, int number)
{
    game->rules = ASYNC_RULES_DEFAULT;
    game->rules.exchange_head_on = number % 4 >= 2;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        game->rules.ms_per_space[type] = number % 3 == 0 ? 1 + type % 3 : 5;
    game->rules.knight_spaces = 1 + number % 3;
    game->world = number % 2 == 0 ? async_scatter(rand, g_rand_int_range(rand, 2, 50), PIECE_KING)
                                  : async_world_start();
    game->seed = (uint64_t)number;
    command_some(game, rand);
}

static bool goes_on(const RandomGame *game)
{
    return game->world.end == ASYNC_GOES_ON && game->world.under_way != 0;
}

/* The piece that was on @from is now on @to, if it is a piece of @world still. */
static bool is_same_piece(const AsyncWorld *before, Square from, const AsyncWorld *world, Square to)
{
    const uint8_t was = before->type_at[from], is = world->type_at[to];
    const bool promoted =
        was == PIECE_PAWN && is == PIECE_QUEEN &&
        square_rank(to) == (async_world_color_at(before, from) == COLOR_WHITE ? 7 : 0);

    return is != PIECE_NONE && (is == was || promoted) &&
           async_world_color_at(world, to) == async_world_color_at(before, from);
}

/* A piece that has entered a space was due, and has taken its time for it. */
static bool check_entry(RandomGame *game, const AsyncWorld *before, Square from)
{
    const Square to = async_world_next_space(before, from);
    const int64_t now_ms = game->world.now_ms;
    const bool in_time =
        now_ms - game->since_ms[from] == async_world_space_ms(before, &game->rules, from);

    return bitboard_has(before->under_way, from) && in_time &&
           is_same_piece(before, from, &game->world, to);
}

static bool check_entries(RandomGame *game, const AsyncWorld *before, Bitboard entered)
{
    int64_t since_ms[SQUARE_COUNT];

    memcpy(since_ms, game->since_ms, sizeof since_ms);
    for (Bitboard rest = entered; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        if (!check_entry(game, before, from))
            return false;
        since_ms[async_world_next_space(before, from)] = game->world.now_ms;
    }
    memcpy(game->since_ms, since_ms, sizeof since_ms);
    return true;
}

/* A piece that has neither entered a space nor been killed is where it was; its path is as it was
 * or at its end. */
static bool check_others(const RandomGame *game, const AsyncWorld *before, AsyncSettled settled)
{
    const AsyncWorld *world = &game->world;
    const Bitboard moved = settled.entered | settled.killed;

    for (Bitboard rest = async_world_occupied(before) & ~moved; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        const bool stopped = bitboard_has(settled.stopped, sq);
        if (!is_same_piece(before, sq, world, sq) ||
            world->to[sq] != (stopped ? SQUARE_NONE : before->to[sq]))
            return false;
    }
    return true;
}

/* No two pieces share a space, so only killed pieces are lost; a piece that is due enters, stops or
 * is killed. */
static bool check_counts(const AsyncWorld *world, const AsyncWorld *before, AsyncSettled settled)
{
    Bitboard due = 0;

    for (Bitboard rest = before->under_way; rest; rest &= rest - 1)
        if (before->due_ms[bitboard_first(rest)] == world->now_ms)
            due |= rest & -rest;
    return bitboard_count(async_world_occupied(world)) ==
               bitboard_count(async_world_occupied(before)) - bitboard_count(settled.killed) &&
           (settled.entered & (settled.stopped | settled.killed)) == 0 &&
           (settled.entered | settled.stopped) == (due & ~(settled.killed & ~settled.stopped));
}

static bool check_end(const AsyncWorld *world, const AsyncWorld *before, Bitboard killed)
{
    bool lost[COLOR_COUNT] = {false, false};

    for (Bitboard rest = killed; rest; rest &= rest - 1)
        if (before->type_at[bitboard_first(rest)] == PIECE_KING)
            lost[async_world_color_at(before, bitboard_first(rest))] = true;
    return world->end == (lost[0] && lost[1] ? ASYNC_BOTH_KINGS_KILLED
                          : lost[0]          ? ASYNC_WHITE_KING_KILLED
                          : lost[1]          ? ASYNC_BLACK_KING_KILLED
                                             : ASYNC_GOES_ON);
}

static bool check_instant(RandomGame *game, const AsyncWorld *before, AsyncSettled settled)
{
    return async_world_fault(&game->world) == NULL && check_counts(&game->world, before, settled) &&
           check_entries(game, before, settled.entered) && check_others(game, before, settled) &&
           check_end(&game->world, before, settled.killed);
}

static bool play_instant(RandomGame *game)
{
    const AsyncWorld before = game->world;
    const AsyncChance chance = chance_of(&game->seed);
    const AsyncSettled settled =
        async_settle(&game->world, &game->rules, &chance, async_world_next_ms(&game->world));
    char text[ASYNC_TEXT_SIZE];

    if (check_instant(game, &before, settled))
        return true;
    async_text_format(&before, text);
    g_test_message("before: %s", text);
    async_text_format(&game->world, text);
    g_test_message("after: %s", text);
    return false;
}

static int instants(void)
{
    const char *text = g_getenv("AGENTCHESS_INSTANTS");

    return text != NULL ? atoi(text) : 100000;
}

/* Calls @play with so many instants of random games, until it is not content. */
static void for_random_instants(int count, bool (*play)(RandomGame *game))
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    RandomGame game;

    for (int number = 0; count > 0; number++) {
        start(&game, rand, number);
        for (int i = 0; i < INSTANTS_A_GAME && goes_on(&game) && count > 0; i++, count--) {
            if (!play(&game)) {
                g_test_fail();
                return;
            }
            if (game.world.end == ASYNC_GOES_ON)
                command_some(&game, rand);
        }
    }
}

TEST(no_two_pieces_share_a_space_and_none_is_faster_than_its_rate)
{
    for_random_instants(instants(), play_instant);
}

/* A mirror: the bits of a square in which it and its image differ. */
typedef enum {
    LEFT_TO_RIGHT = 7,
    TOP_TO_BOTTOM = 56 /* the sides are exchanged with it */
} Mirror;

static Bitboard mirror_set(Mirror mirror, Bitboard set)
{
    Bitboard image = 0;

    for (; set; set &= set - 1)
        image |= bitboard_of(bitboard_first(set) ^ mirror);
    return image;
}

static Color mirror_side(Mirror mirror, Color side)
{
    return mirror == TOP_TO_BOTTOM && side != COLOR_COUNT ? color_opponent(side) : side;
}

static uint64_t mirror_end(Mirror mirror, uint64_t end)
{
    if (mirror == TOP_TO_BOTTOM && end == ASYNC_WHITE_KING_KILLED)
        return ASYNC_BLACK_KING_KILLED;
    if (mirror == TOP_TO_BOTTOM && end == ASYNC_BLACK_KING_KILLED)
        return ASYNC_WHITE_KING_KILLED;
    return end;
}

static AsyncWorld mirror_world(Mirror mirror, const AsyncWorld *world)
{
    AsyncWorld image = *world;

    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        image.by_color[mirror_side(mirror, side)] = mirror_set(mirror, world->by_color[side]);
    image.under_way = mirror_set(mirror, world->under_way);
    image.end = mirror_end(mirror, world->end);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Square to = world->to[sq];
        image.type_at[sq ^ mirror] = world->type_at[sq];
        image.due_ms[sq ^ mirror] = world->due_ms[sq];
        image.to[sq ^ mirror] = to != SQUARE_NONE ? to ^ mirror : SQUARE_NONE;
    }
    return image;
}

/* What a mirrored game draws from. */
typedef struct {
    Mirror mirror;
    uint64_t seed;
} MirroredSeed;

/* Answers as in the world of which this one is the image. */
static Square draw_mirrored(const void *source, const AsyncDraw *draw)
{
    const MirroredSeed *mirrored = source;
    const Mirror mirror = mirrored->mirror;
    AsyncDraw image = *draw;

    image.candidates = mirror_set(mirror, draw->candidates);
    image.side = mirror_side(mirror, draw->side);
    image.space = draw->kind == ASYNC_DRAW_HEAD_ON || draw->kind == ASYNC_DRAW_RING
                      ? bitboard_first(image.candidates)
                      : draw->space ^ mirror;
    return async_draw_by_seed(&mirrored->seed, &image) ^ mirror;
}

/* Plays the next instant of @game, and that of its image. */
static bool play_both(RandomGame *game, Mirror mirror)
{
    const int64_t time_ms = async_world_next_ms(&game->world);
    const MirroredSeed seed = {mirror, game->seed};
    const AsyncChance chance = chance_of(&game->seed), mirrored_chance = {draw_mirrored, &seed};
    AsyncWorld image = mirror_world(mirror, &game->world);
    const AsyncSettled mirrored = async_settle(&image, &game->rules, &mirrored_chance, time_ms);
    const AsyncSettled settled = async_settle(&game->world, &game->rules, &chance, time_ms);

    image = mirror_world(mirror, &image);
    return memcmp(&image, &game->world, sizeof image) == 0 &&
           mirror_set(mirror, mirrored.entered) == settled.entered &&
           mirror_set(mirror, mirrored.stopped) == settled.stopped &&
           mirror_set(mirror, mirrored.killed) == settled.killed;
}

static bool play_left_to_right(RandomGame *game)
{
    return play_both(game, LEFT_TO_RIGHT);
}

static bool play_top_to_bottom(RandomGame *game)
{
    return play_both(game, TOP_TO_BOTTOM);
}

TEST(a_world_mirrored_left_to_right_goes_on_as_the_mirror_image)
{
    for_random_instants(instants() / 2, play_left_to_right);
}

TEST(a_world_turned_over_with_its_sides_goes_on_as_the_mirror_image)
{
    for_random_instants(instants() / 2, play_top_to_bottom);
}

/* How often each kind of draw was asked. */
static int asked[ASYNC_DRAW_KIND_COUNT];

static Square count_draws(const void *seed, const AsyncDraw *draw)
{
    asked[draw->kind]++;
    return async_draw_by_seed(seed, draw);
}

static bool play_counting(RandomGame *game)
{
    const AsyncChance chance = {count_draws, &game->seed};

    async_settle(&game->world, &game->rules, &chance, async_world_next_ms(&game->world));
    return true;
}

TEST(the_random_instants_have_draws_of_every_kind)
{
    for_random_instants(100000, play_counting);
    for (int kind = 0; kind < ASYNC_DRAW_KIND_COUNT; kind++) {
        g_test_message("kind %d: %d", kind, asked[kind]);
        g_assert_cmpint(asked[kind], >, 0);
    }
}
