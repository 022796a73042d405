/* The player `async-patient`: it reasons about arrival. A piece goes only where no opponent can
 * arrive before it could be away again, or where what it would lose is won back. It moves off
 * before an opponent arrives that would kill it. It strikes where a moving piece will be, and comes
 * there after that piece.
 *
 * It is called every look_ms. What it decides takes effect think_ms later, and the arrival of its
 * own pieces is computed from then. At each call it sends off up to `commands` pieces, one after
 * the other: each time the movement with the highest mark, if that is above 0; it chooses at random
 * among equals. A strike that would come too early starts later; if its start is after the next
 * look, the piece waits for that look instead. A mark is the sum of these, in hundredths of a pawn:
 *
 *   + what is killed, at its value, times the chance that it is still there. That is 1 if the piece
 *     comes no later than the victim could be away, else the victim's time for a space over the
 *     time that it has had. A king that is not certain counts `uncertain_king`.
 *   + what is lost by staying, - what is lost by going there, - what is lost on the way.
 *   + the square and what the piece aims at from there, - those of where it stands, - `moving`.
 *
 * A victim is an opponent that stands on the space and is idle, or will be there until the piece
 * has come. An opponent whose path is seen is a victim on every space of it. A king or queen whose
 * path is hidden is a victim where it may stop; the chance is then shared among those spaces.
 *
 * What is lost on a space is the piece. If a friend that stands still can take there, it is the
 * piece less `taker` per cent of what takes it, as that may be gone before. The greatest loss
 * counts, over all opponents that can come there before the piece could be away again; of opponents
 * that are not seen to be under way to the space `coming` per cent of it. A piece is away when it
 * has arrived, the player has looked again, the decision has taken effect and the piece has entered
 * another space, if it has somewhere to go. On the way the whole piece is lost if an opponent whose
 * path is seen comes to its space while it is there, half of it at the instant of an entry, where
 * chance may decide, and `route` thousandths of it for opponents that could come but are idle or
 * have a hidden path.
 *
 * Squares are worth `centre` for each step from the nearest edge, not to kings and pawns; an
 * opponent king in reach is worth `king_in_reach`; pawns count 0, 2, 6, 12, 20 and 40 from their
 * second rank to the seventh, `pawns` per cent of that, and what they gain as a queen on the
 * eighth. What a piece leaves undefended when it goes does not count.
 *
 * The weights were tuned: experiments/specs/tune-async-patient.ini found them, from those that had
 * been chosen by hand; scripts/summaries check-async-patient is the check. Each is an option of
 * the player:
 *   commands=6           the most pieces that are sent off at a call (by hand: 4)
 *   moving=1             what a mark loses for moving at all (2)
 *   uncertain_king=2563  what a king counts that is not certain (2000)
 *   king_in_reach=38     what an opponent king in reach is worth (20)
 *   centre=9             each step from the nearest edge (4)
 *   pawns=216            per cent of what pawns count on their ranks (100)
 *   taker=40             per cent of the taker that a friend's cover brings back (50)
 *   coming=72            per cent of a loss to an opponent that is not seen to be coming (50)
 *   route=69             thousandths of a piece lost on the way to opponents that may come (125)
 *
 * Source: Asynchronous Chess, as in board/async_world.h, for the game: its agents are to reason
 *         about "the likelihood that their opponent will move in a specific amount of time, the
 *         cost and value of reasoning, the speed and movement of pieces". The player is ours. */
#include <string.h>

#include "players/async/async_arrival.h"
#include "players/player_kinds.h"

enum {
    THINK_MS,
    LOOK_MS,
    /* The weights, see the header. */
    COMMANDS,
    MOVING,
    UNCERTAIN_KING,
    KING_IN_REACH,
    CENTRE,
    PAWNS,
    TAKER,
    COMING,
    ROUTE,
    NUMBER_COUNT
};

#define WEIGHT(name, from, to, value)                                                             \
    {                                                                                             \
        .key = (name), .least = (from), .most = (to), .standard = (value), .omits_standard = true \
    }

static const PlayerNumber NUMBERS[] = {
    [THINK_MS] = {.key = "think_ms", .least = 0, .most = PLAYER_NUMBER_MAX_MS, .standard = 100},
    [LOOK_MS] = {.key = "look_ms", .least = 1, .most = PLAYER_NUMBER_MAX_MS, .standard = 200},
    [COMMANDS] = WEIGHT("commands", 1, 32, 6),
    [MOVING] = WEIGHT("moving", 0, 1000, 1),
    [UNCERTAIN_KING] = WEIGHT("uncertain_king", 0, 100000, 2563),
    [KING_IN_REACH] = WEIGHT("king_in_reach", 0, 10000, 38),
    [CENTRE] = WEIGHT("centre", 0, 1000, 9),
    [PAWNS] = WEIGHT("pawns", 0, 10000, 216),
    [TAKER] = WEIGHT("taker", 0, 1000, 40),
    [COMING] = WEIGHT("coming", 0, 1000, 72),
    [ROUTE] = WEIGHT("route", 0, 1000, 69),
};

static const int RANK_OF_PAWN[8] = {0, 0, 2, 6, 12, 20, 40, 0};

typedef struct {
    Player player;
    AsyncLook look;                  /* own pieces with a command that waits are under way in it */
    AsyncCommand last[SQUARE_COUNT]; /* the last command to the piece on each space */
} PlayerAsyncPatient;

/* The situation at a call. */
typedef struct {
    const int64_t *number; /* the player's, by what they are */
    const AsyncLook *look;
    const AsyncWorld *world; /* the world of the look */
    const AsyncRules *rules;
    Color side;
    Bitboard claimed;  /* where own pieces under way go */
    int64_t start_ms;  /* when a command takes effect */
    int64_t latest_ms; /* the latest time at which a waiting command takes effect */
} Situation;

/* A movement that may be commanded. */
typedef struct {
    Square from, to;
    PieceType type;
    int64_t start_ms;
    int64_t travel_ms;
} Movement;

static int64_t arrives_ms(const Movement *movement)
{
    return movement->start_ms + movement->travel_ms;
}

/* The context of questions about opponents once the piece on @mover has left. */
static AsyncOutlook outlook_without(const Situation *now, Square mover)
{
    const Bitboard idle = async_world_occupied(now->world) & ~now->world->under_way;

    return (AsyncOutlook){now->look, now->rules, idle & ~bitboard_of(mover)};
}

static Bitboard own_pieces(const Situation *now)
{
    return now->world->by_color[now->side];
}

static Bitboard opponent_pieces(const Situation *now)
{
    return now->world->by_color[color_opponent(now->side)];
}

/* Whether a friend of @mover that stands still can take on @space. */
static bool is_covered(const Situation *now, Square mover, Square space)
{
    const AsyncOutlook outlook = {now->look, now->rules,
                                  async_world_occupied(now->world) & ~bitboard_of(mover)};
    Bitboard friends =
        own_pieces(now) & ~now->world->under_way & ~bitboard_of(mover) & ~bitboard_of(space);

    while (friends)
        if (async_arrival_ms(&outlook, bitboard_pop(&friends), space, true, now->start_ms) !=
            ASYNC_NEVER)
            return true;
    return false;
}

/* Whether a piece of @type, which is now on @mover, has somewhere to go from @space. */
static bool has_exit(const Situation *now, PieceType type, Square mover, Square space)
{
    const Bitboard standing = async_world_occupied(now->world) & ~bitboard_of(mover);
    const Bitboard friends = own_pieces(now) & ~bitboard_of(mover);

    if (type == PIECE_PAWN)
        return !bitboard_has(standing, (Square)(now->side == COLOR_WHITE ? space + 8 : space - 8));
    return (attacks_from(type, now->side, space, ~UINT64_C(0)) & ~friends) != 0;
}

/* When a piece of @type that comes to @space at @time_ms can be away from there again. */
static int64_t away_ms(const Situation *now, PieceType type, Square mover, Square space,
                       int64_t time_ms)
{
    if (!has_exit(now, type, mover, space))
        return ASYNC_NEVER;
    return time_ms + (now->latest_ms - now->world->now_ms) + async_rules_space_ms(now->rules, type);
}

/* Loss if the opponent on @opponent takes a piece of @type, which is now on @mover, on @space. */
static int64_t capture_loss(const Situation *now, PieceType type, Square mover, Square space,
                            Square opponent)
{
    const int value = PIECE_VALUE[type];
    const int taker = PIECE_VALUE[now->world->type_at[opponent]];

    if (type == PIECE_KING || !is_covered(now, mover, space))
        return value;
    return MAX(0, value - taker * now->number[TAKER] / 100);
}

/* Whether the opponent on @opponent is under way to @space, as far as can be seen. */
static bool is_coming(const Situation *now, const AsyncOutlook *outlook, Square opponent,
                      Square space)
{
    return bitboard_has(now->world->under_way, opponent) &&
           async_arrival_ms(outlook, opponent, space, true, ASYNC_NEVER) != ASYNC_NEVER;
}

/* Possible loss of the piece of @type, which is now on @mover, on @space if it comes there at
 * @time_ms and kills the opponent that stands there, if any. */
static int64_t loss_on(const Situation *now, PieceType type, Square mover, Square space,
                       int64_t time_ms)
{
    const AsyncOutlook outlook = outlook_without(now, mover);
    const int64_t until_ms = away_ms(now, type, mover, space, time_ms);
    int64_t most = 0;

    for (Bitboard rest = opponent_pieces(now) & ~bitboard_of(space); rest; rest &= rest - 1) {
        const Square opponent = bitboard_first(rest);
        const int64_t arrival_ms =
            async_arrival_ms(&outlook, opponent, space, true, now->world->now_ms);
        if (arrival_ms == ASYNC_NEVER || arrival_ms > until_ms)
            continue;
        most =
            MAX(most, capture_loss(now, type, mover, space, opponent) *
                          (is_coming(now, &outlook, opponent, space) ? 100 : now->number[COMING]) /
                          100);
    }
    return most;
}

/* Possible loss of a piece worth @value to the opponent on @opponent, on a space where it is from
 * @entry to @exit_ms. */
static int64_t loss_passing(const Situation *now, const AsyncOutlook *outlook, int64_t value,
                            Square opponent, const AsyncEntry *entry, int64_t exit_ms)
{
    const bool exact =
        bitboard_has(now->world->under_way, opponent) && async_view_has_path(now->world, opponent);
    const int64_t arrival_ms = async_arrival_ms(outlook, opponent, entry->space, true,
                                                exact ? ASYNC_NEVER : now->world->now_ms);

    if (arrival_ms == ASYNC_NEVER || arrival_ms > exit_ms)
        return 0;
    if (!exact)
        return value * now->number[ROUTE] / 1000;
    if (arrival_ms == entry->time_ms || arrival_ms == exit_ms)
        return value / 2;
    return arrival_ms > entry->time_ms ? value : 0;
}

/* The most that the piece stands to lose on the spaces before the last one. */
static int64_t loss_on_route(const Situation *now, const Movement *movement)
{
    const AsyncOutlook outlook = outlook_without(now, movement->from);
    const int64_t value = PIECE_VALUE[movement->type];
    AsyncEntry entries[ASYNC_ENTRIES_MAX];
    const int count = async_arrival_path(now->world, now->rules, movement->from, movement->to,
                                         movement->start_ms, entries);
    int64_t most = 0;

    for (int i = 0; i + 1 < count; i++)
        for (Bitboard rest = opponent_pieces(now); rest; rest &= rest - 1)
            most = MAX(most, loss_passing(now, &outlook, value, bitboard_first(rest), &entries[i],
                                          entries[i + 1].time_ms));
    return most;
}

/* Worth of a strike at a piece of @type that could be away from its space after @stay_ms, with a
 * piece that comes @late_ms after that time has begun, if it is there in one of @places. */
static int64_t strike_worth(const Situation *now, PieceType type, int64_t stay_ms, int64_t late_ms,
                            int places)
{
    const int64_t value = PIECE_VALUE[type];
    const int64_t hope = type == PIECE_KING ? now->number[UNCERTAIN_KING] : value;

    if (places == 1)
        return late_ms <= stay_ms ? value : hope * stay_ms / late_ms;
    return hope / places * stay_ms / MAX(stay_ms, late_ms);
}

/* Gain from the opponent that stands at the end of the movement. */
static int64_t gain_standing(const Situation *now, const Movement *movement)
{
    const AsyncWorld *world = now->world;
    const Square to = movement->to;
    const PieceType victim = async_world_type_at(world, to);

    if (!bitboard_has(opponent_pieces(now), to))
        return 0;
    if (!bitboard_has(world->under_way, to))
        return strike_worth(now, victim, async_rules_space_ms(now->rules, victim),
                            arrives_ms(movement) - world->now_ms, 1);
    return arrives_ms(movement) < now->look->course[to].due_least_ms ? PIECE_VALUE[victim] : 0;
}

/* An opponent under way that may be met on a space. */
typedef struct {
    int64_t there_ms; /* when it is there */
    int64_t stay_ms;  /* how long it stays at least, if it is sent off again at once */
    int places;       /* on how many spaces it may stop, this one included */
    bool passes;      /* it only passes there */
} Meeting;

/* Whether the opponent on @opponent may be met on @space; @out_meeting then says when. If its path
 * is seen, the times are known; if its path is hidden, only kings and queens are waited for, where
 * they may stop. */
static bool will_be_on(const Situation *now, const AsyncOutlook *outlook, Square opponent,
                       Square space, Meeting *out_meeting)
{
    const PieceType type = async_world_type_at(now->world, opponent);
    const bool seen = async_view_has_path(now->world, opponent);
    Bitboard stops;
    int64_t there_ms = ASYNC_NEVER;

    if (space == opponent || (!seen && type != PIECE_KING && type != PIECE_QUEEN))
        return false;
    stops = async_arrival_stops(outlook, opponent);
    if (seen)
        there_ms = async_arrival_ms(outlook, opponent, space, false, ASYNC_NEVER);
    else if (bitboard_has(stops, space))
        there_ms = async_arrival_stop_ms(outlook, opponent, space);
    if (there_ms == ASYNC_NEVER)
        return false;
    *out_meeting = (Meeting){
        .there_ms = there_ms,
        .stay_ms = async_rules_space_ms(now->rules, type),
        .places = bitboard_count(stops),
        .passes = !bitboard_has(stops, space),
    };
    return true;
}

/* Gain from the moving @opponent at the end of the movement, which is made to start late enough to
 * come after it. */
static int64_t gain_from_moving(const Situation *now, Square opponent, Movement *movement)
{
    const AsyncOutlook outlook = outlook_without(now, movement->from);
    const PieceType victim = async_world_type_at(now->world, opponent);
    Meeting meeting;
    int64_t late_ms;

    if (!will_be_on(now, &outlook, opponent, movement->to, &meeting))
        return 0;
    movement->start_ms = MAX(movement->start_ms, meeting.there_ms + 1 - movement->travel_ms);
    late_ms = arrives_ms(movement) - meeting.there_ms;
    if (meeting.passes)
        return late_ms < meeting.stay_ms ? PIECE_VALUE[victim] : 0;
    return strike_worth(now, victim, meeting.stay_ms, late_ms, meeting.places);
}

/* Gain from the best of all victims; sets when the movement starts for it. */
static int64_t capture_gain(const Situation *now, Movement *movement)
{
    int64_t best = gain_standing(now, movement);
    int64_t start_ms = movement->start_ms;

    for (Bitboard rest = opponent_pieces(now) & now->world->under_way; rest; rest &= rest - 1) {
        Movement timed = *movement;
        const int64_t found = gain_from_moving(now, bitboard_first(rest), &timed);
        if (found <= best)
            continue;
        best = found;
        start_ms = timed.start_ms;
    }
    movement->start_ms = start_ms;
    return best;
}

/* How many steps the nearest edge is away. */
static int64_t steps_to_centre(Square sq)
{
    const int file = MIN(square_file(sq), 7 - square_file(sq));
    const int rank = MIN(square_rank(sq), 7 - square_rank(sq));

    return MIN(file, rank);
}

/* Worth to a piece of @type, which is now on @mover, of standing on @sq. */
static int64_t square_worth(const Situation *now, PieceType type, Square mover, Square sq)
{
    const AsyncWorld *world = now->world;
    const Bitboard standing = async_world_occupied(world) & ~bitboard_of(mover);
    const int rank = now->side == COLOR_WHITE ? square_rank(sq) : 7 - square_rank(sq);
    int64_t worth = 0;

    if (type == PIECE_PAWN && rank == 7)
        return PIECE_VALUE[PIECE_QUEEN] - PIECE_VALUE[PIECE_PAWN];
    if (type == PIECE_PAWN)
        worth += RANK_OF_PAWN[rank] * now->number[PAWNS] / 100;
    else if (type != PIECE_KING)
        worth += steps_to_centre(sq) * now->number[CENTRE];
    for (Bitboard rest = attacks_from(type, now->side, sq, standing) & opponent_pieces(now); rest;
         rest &= rest - 1)
        if (async_world_type_at(world, bitboard_first(rest)) == PIECE_KING)
            return worth + now->number[KING_IN_REACH];
    return worth;
}

/* Whether no piece is in the way, and no friend is or will be at the end. */
static bool is_open(const Situation *now, Square from, Square to)
{
    return (attacks_between(from, to) & async_world_occupied(now->world)) == 0 &&
           !bitboard_has(own_pieces(now) | now->claimed, to);
}

/* Whether a pawn may go so: straight onto an empty space, diagonally to gain something. */
static bool pawn_may(const Situation *now, const Movement *movement, int64_t gained)
{
    if (square_file(movement->from) != square_file(movement->to))
        return gained > 0;
    return !bitboard_has(async_world_occupied(now->world), movement->to);
}

/* The type of the piece at the end of the movement. */
static PieceType type_at_end(const Movement *movement)
{
    const bool promoted =
        movement->type == PIECE_PAWN && (bitboard_of(movement->to) & (RANK_1 | RANK_8)) != 0;

    return promoted ? PIECE_QUEEN : movement->type;
}

/* Reasons that keep a piece on a space, or drive it off. */
typedef struct {
    int64_t worth, loss;
} Stay;

/* The mark of @movement; INT64_MIN if it must not be commanded. A later start may be set; a piece
 * that waits for it bears the loss of staying until then. */
static int64_t mark_of(const Situation *now, const Stay *stay, Movement *movement)
{
    const Square from = movement->from, to = movement->to;
    const int64_t gained = capture_gain(now, movement);
    const int64_t saved = movement->start_ms <= now->latest_ms ? stay->loss : 0;

    if (movement->type == PIECE_PAWN && !pawn_may(now, movement, gained))
        return INT64_MIN;
    return gained + saved + square_worth(now, movement->type, from, to) - stay->worth -
           loss_on(now, type_at_end(movement), from, to, arrives_ms(movement)) -
           loss_on_route(now, movement) - now->number[MOVING];
}

/* The best movement so far. */
typedef struct {
    Movement movement;
    int64_t mark;
    uint32_t equals; /* how many movements had this mark */
} Best;

static void compare_to_best(Best *best, const Movement *movement, int64_t mark, Random *random)
{
    if (mark < best->mark || mark <= 0)
        return;
    best->equals = mark == best->mark ? best->equals + 1 : 1;
    best->mark = mark;
    if (random_below(random, best->equals) == 0)
        best->movement = *movement;
}

/* The movement of the piece on @from to @to, as early as it can be. */
static Movement movement_of(const Situation *now, Square from, Square to)
{
    AsyncEntry entries[ASYNC_ENTRIES_MAX];
    const int count = async_arrival_path(now->world, now->rules, from, to, now->start_ms, entries);

    return (Movement){
        .from = from,
        .to = to,
        .type = async_world_type_at(now->world, from),
        .start_ms = now->start_ms,
        .travel_ms = entries[count - 1].time_ms - now->start_ms,
    };
}

/* The best movement of the piece on @from. */
static Best best_from(const Situation *now, Square from, Random *random)
{
    const PieceType type = async_world_type_at(now->world, from);
    const Stay stay = {
        .worth = square_worth(now, type, from, from),
        .loss = loss_on(now, type, from, from, now->world->now_ms),
    };
    Bitboard reach = async_world_reach(now->world, from);
    Best best = {.mark = 0};

    while (reach) {
        Movement movement = movement_of(now, from, bitboard_pop(&reach));
        int64_t mark;
        if (!is_open(now, from, movement.to))
            continue;
        mark = mark_of(now, &stay, &movement); /* and its start */
        compare_to_best(&best, &movement, mark, random);
    }
    return best;
}

/* The best movement of all. A piece whose best movement would start after the next look waits for
 * that look. */
static Best best_movement(const Situation *now, Random *random)
{
    Best best = {.mark = 0};

    for (Bitboard idle = own_pieces(now) & ~now->world->under_way; idle; idle &= idle - 1) {
        const Best found = best_from(now, bitboard_first(idle), random);
        if (found.equals > 0 && found.movement.start_ms <= now->latest_ms)
            compare_to_best(&best, &found.movement, found.mark, random);
    }
    return best;
}

/* Treats a piece whose command still waits as under way. */
static void expect_command(AsyncLook *look, const AsyncRules *rules, const AsyncCommand *command)
{
    const int64_t space_ms = async_world_space_ms(&look->world, rules, command->from);

    async_world_set_path(&look->world, command->from, command->to, command->time_ms + space_ms);
    look->course[command->from] = (AsyncCourse){
        .ends = bitboard_of(command->to),
        .due_least_ms = command->time_ms + space_ms,
        .due_latest_ms = command->time_ms + space_ms,
    };
}

static void look_at(PlayerAsyncPatient *player, const AsyncCall *call)
{
    const AsyncWorld *world = call->world;
    const Bitboard idle = world->by_color[call->side] & ~world->under_way;

    if (call->begins) {
        player->look = (AsyncLook){0};
        memset(player->last, 0, sizeof player->last);
    }
    async_look_at(&player->look, world, call->rules);
    for (Bitboard rest = idle; rest; rest &= rest - 1) {
        const AsyncCommand *last = &player->last[bitboard_first(rest)];
        if (last->time_ms > world->now_ms &&
            bitboard_has(async_world_reach(world, last->from), last->to))
            expect_command(&player->look, call->rules, last);
    }
}

static Bitboard claimed_by(const AsyncWorld *world, Color side)
{
    Bitboard claimed = 0;

    for (Bitboard rest = world->by_color[side] & world->under_way; rest; rest &= rest - 1)
        claimed |= bitboard_of(world->to[bitboard_first(rest)]);
    return claimed;
}

static void send_command(PlayerAsyncPatient *player, const AsyncRules *rules,
                         const Movement *movement, AsyncReply *reply)
{
    AsyncCommand *last = &player->last[movement->from];

    *last =
        (AsyncCommand){.time_ms = movement->start_ms, .from = movement->from, .to = movement->to};
    expect_command(&player->look, rules, last);
    async_reply_add(reply, movement->from, movement->to, movement->start_ms);
}

static void act_when_safe(Player *base, const AsyncCall *call, Random *random, AsyncReply *reply)
{
    PlayerAsyncPatient *player = (PlayerAsyncPatient *)base;
    const int64_t now_ms = call->world->now_ms;
    Situation now = {
        .number = base->number,
        .look = &player->look,
        .world = &player->look.world,
        .rules = call->rules,
        .side = call->side,
        .start_ms = now_ms + base->number[THINK_MS],
        .latest_ms = now_ms + base->number[LOOK_MS] + base->number[THINK_MS],
    };

    look_at(player, call);
    reply->wake_ms = now_ms + base->number[LOOK_MS];
    for (int i = 0; i < base->number[COMMANDS]; i++) {
        Best best;
        now.claimed = claimed_by(now.world, call->side);
        best = best_movement(&now, random);
        if (best.equals == 0)
            return;
        send_command(player, call->rules, &best.movement, reply);
    }
}

const PlayerKind PLAYER_KIND_ASYNC_PATIENT = {
    .name = "async-patient",
    .usage = "async-patient[:think_ms=N][,look_ms=N][,WEIGHT=N]...",
    .summary =
        "asynchronous chess: moves pieces to spaces that no opponent can reach first, and captures "
        "moving pieces at their predicted spaces",
    .numbers = NUMBERS,
    .number_count = NUMBER_COUNT,
    .size = sizeof(PlayerAsyncPatient),
    .act = act_when_safe,
};
