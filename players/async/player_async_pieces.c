/* The player `async-pieces`: piece agents without a master. Each sleeps until something wakes it,
 * thinks for think_ms, acts for itself by the logics of its level (master/beyond/alone.h), and
 * sleeps again. It decides on the world as it was when it woke.
 *
 * A piece that is not thinking is woken by
 *
 * 1. a threat: it would lose something where it stands, also by an opponent whose path is seen to
 *    lead there;
 * 2. a friend's request for help, message_ms after it was sent; of several, by that of the friend
 *    that would lose most;
 * 3. a capture or a promotion by which it gains;
 * 4. its own time to look around, now and then, at random pauses of 1 to 2 * idle_ms, so that a
 *    game gets going.
 *
 * A piece under way is woken only by a threat, as all that it can do is ask for help. Threats and
 * captures are seen every look_ms, by all pieces at once. A piece acts if that makes it better off
 * than staying; if it only looks around, it is enough to be no worse off. A piece that loses
 * something whatever it does asks for help when it has thought, if its logics allow that. It then
 * waits until a friend that heard it can have thought too, and helps itself. A request reaches the
 * pieces that are idle and not thinking. Each of them that can help does so, as none is told that
 * another will.
 *
 * What is remembered of a piece follows it: the piece is looked for along its way, nearest first.
 * Of two pieces of a kind on one line, one may be taken for the other if the other is killed. */
#include "agents/logics.h"
#include "master/beyond/alone.h"
#include "players/player_kinds.h"

enum { THINK_MS, MESSAGE_MS, LOOK_MS, IDLE_MS, NUMBER_COUNT };

/* With the usual sixteen pieces, one of them looks around about every second. */
static const PlayerNumber NUMBERS[] = {
    [THINK_MS] = {.key = "think_ms", .least = 0, .most = PLAYER_NUMBER_MAX_MS, .standard = 500},
    [MESSAGE_MS] = {.key = "message_ms", .least = 0, .most = PLAYER_NUMBER_MAX_MS, .standard = 100},
    [LOOK_MS] = {.key = "look_ms", .least = 1, .most = PLAYER_NUMBER_MAX_MS, .standard = 100},
    [IDLE_MS] = {.key = "idle_ms", .least = 1, .most = PLAYER_NUMBER_MAX_MS, .standard = 16000},
};

/* Memory of a piece. */
typedef struct {
    PieceType type;     /* PIECE_NONE: the row is unused */
    Square at;          /* where it was seen last */
    Square to;          /* where it goes, or has resolved to go, or SQUARE_NONE */
    bool has_asked;     /* has asked for help and has not acted since */
    int64_t leaves_ms;  /* when it leaves for there; if that is not later than now, it may have
                           left */
    int64_t busy_ms;    /* until then it thinks or waits for help */
    int64_t idle_ms;    /* when it looks around */
    int64_t request_ms; /* when its request reaches the others; ASYNC_NEVER: it has sent none */
} Piece;

typedef struct {
    Player player;
    int64_t look_ms; /* when all pieces look at the board next */
    Piece pieces[PERCEPT_MAX_AGENTS];
} PlayerAsyncPieces;

/* A call in progress. */
typedef struct {
    PlayerAsyncPieces *self;
    const AsyncCall *call;
    Random *random;
    AsyncReply *reply;
    bool looks;        /* the pieces look at the board */
    AgentSet requests; /* the agents whose requests reach the others now */
    Percept percept;
    Piece *piece_of[PERCEPT_MAX_AGENTS]; /* of each agent */
} Scene;

static int64_t draw_idle_ms(const PlayerAsyncPieces *self, int64_t now_ms, Random *random)
{
    return now_ms + 1 + random_below(random, (uint32_t)(2 * self->player.number[IDLE_MS]));
}

static void forget_messages(PlayerAsyncPieces *self, int64_t now_ms)
{
    self->look_ms = now_ms;
    for (int i = 0; i < PERCEPT_MAX_AGENTS; i++)
        self->pieces[i].type = PIECE_NONE;
}

/* Whether a piece on @sq can be @piece, which may have become a queen on its way. */
static bool can_be(const Piece *piece, const AsyncWorld *world, Square sq)
{
    const PieceType type = async_world_type_at(world, sq);
    const bool is_at_the_end = square_rank(sq) == 0 || square_rank(sq) == 7;

    return type == piece->type ||
           (piece->type == PIECE_PAWN && type == PIECE_QUEEN && is_at_the_end);
}

/* Whether @piece may have left the space where it was seen last. */
static bool has_gone(const Piece *piece, const AsyncWorld *world)
{
    return piece->to != SQUARE_NONE && world->now_ms > piece->leaves_ms;
}

/* The space among @unknown on which @piece probably stands now: the first on its way that fits;
 * SQUARE_NONE if none does. */
static Square find_piece(const Piece *piece, const AsyncWorld *world, Bitboard unknown)
{
    const Square end = has_gone(piece, world) ? piece->to : piece->at;

    for (Square sq = piece->at;; sq = async_path_next(sq, end)) {
        if (bitboard_has(unknown, sq) && can_be(piece, world, sq))
            return sq;
        if (sq == end)
            return SQUARE_NONE;
    }
}

static void see_at(Piece *piece, const AsyncWorld *world, Square sq)
{
    piece->type = async_world_type_at(world, sq);
    piece->at = sq;
    if (bitboard_has(world->under_way, sq)) {
        piece->to = world->to[sq];
        piece->leaves_ms = MIN(piece->leaves_ms, world->now_ms);
    } else if (world->now_ms >= piece->leaves_ms) {
        piece->to = SQUARE_NONE;
    }
}

/* The rows of the pieces that may have left, if @gone; else of those that cannot have left. */
static AgentSet rows_of(const PlayerAsyncPieces *self, const AsyncWorld *world, bool gone)
{
    AgentSet rows = 0;

    for (int i = 0; i < PERCEPT_MAX_AGENTS; i++)
        if (self->pieces[i].type != PIECE_NONE && has_gone(&self->pieces[i], world) == gone)
            rows |= (AgentSet)1 << i;
    return rows;
}

/* Finds the pieces of @rows and takes them out of *@unknown; forgets those that are no longer
 * there. */
static void find_all(PlayerAsyncPieces *self, const AsyncWorld *world, AgentSet rows,
                     Bitboard *unknown)
{
    for (; rows; rows &= rows - 1) {
        Piece *piece = &self->pieces[__builtin_ctz(rows)];
        const Square sq = find_piece(piece, world, *unknown);
        if (sq == SQUARE_NONE) {
            piece->type = PIECE_NONE;
            continue;
        }
        *unknown &= ~bitboard_of(sq);
        see_at(piece, world, sq);
    }
}

/* Takes note of a piece that is not known yet. There is always room for it. */
static void meet_piece(PlayerAsyncPieces *self, const AsyncWorld *world, Square sq, Random *random)
{
    Piece *piece = self->pieces;

    while (piece->type != PIECE_NONE)
        piece++;
    *piece = (Piece){
        .to = SQUARE_NONE,
        .leaves_ms = world->now_ms,
        .busy_ms = world->now_ms,
        .idle_ms = draw_idle_ms(self, world->now_ms, random),
        .request_ms = ASYNC_NEVER,
    };
    see_at(piece, world, sq);
}

/* Pieces that stand still are found first, as others may stop in front of them. */
static void follow_pieces(PlayerAsyncPieces *self, const AsyncCall *call, Random *random)
{
    const AgentSet standing = rows_of(self, call->world, false);
    const AgentSet gone = rows_of(self, call->world, true);
    Bitboard unknown = call->world->by_color[call->side];

    find_all(self, call->world, standing, &unknown);
    find_all(self, call->world, gone, &unknown);
    for (; unknown; unknown &= unknown - 1)
        meet_piece(self, call->world, bitboard_first(unknown), random);
}

static void match_agents(Scene *scene)
{
    for (int i = 0; i < PERCEPT_MAX_AGENTS; i++) {
        Piece *piece = &scene->self->pieces[i];
        if (piece->type != PIECE_NONE)
            scene->piece_of[scene->percept.chess.agent_at[piece->at]] = piece;
    }
}

/* Whether the piece under way on @from, whose path is seen, is still to enter @sq and kills there:
 * a pawn going straight does not. */
static bool leads_to(const AsyncWorld *world, Square from, Square sq)
{
    const Square to = world->to[from];

    if (async_world_type_at(world, from) == PIECE_PAWN && square_file(from) == square_file(to))
        return false;
    return sq == to || bitboard_has(attacks_between(from, to), sq);
}

/* Opponents seen on their way to an agent threaten it, even if a piece stands between now. */
static void notice_paths(Percept *percept, const AsyncCall *call)
{
    const AsyncWorld *world = call->world;
    const Bitboard opponents = world->by_color[color_opponent(call->side)] & world->under_way;

    for (Bitboard rest = opponents; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        const int value = PIECE_VALUE[async_world_type_at(world, from)];
        if (!async_view_has_path(world, from))
            continue;
        for (int i = 0; i < percept->agent_count; i++) {
            Agent *agent = &percept->agents[i];
            if (leads_to(world, from, agent->square) &&
                (agent->exposure.cheapest == 0 || value < agent->exposure.cheapest))
                agent->exposure.cheapest = value;
        }
    }
}

static int loss_of(const Scene *scene, int agent)
{
    return alone_loss(&scene->percept, agent);
}

/* The agent whose request reaches @agent now and that has most to lose, or -1. */
static int find_request(const Scene *scene, int agent)
{
    int found = -1, greatest = 0;

    for (AgentSet rest = scene->requests & ~((AgentSet)1 << agent); rest; rest &= rest - 1) {
        const int asking = __builtin_ctz(rest);
        if (loss_of(scene, asking) > greatest) {
            greatest = loss_of(scene, asking);
            found = asking;
        }
    }
    return found;
}

/* Acts on @resolve; the action takes effect when @piece has finished thinking. */
static void act_on(Scene *scene, Piece *piece, const Resolve *resolve, int least_gain)
{
    piece->busy_ms = scene->call->world->now_ms + scene->self->player.number[THINK_MS];
    piece->has_asked = false;
    if (resolve->move == MOVE_NONE || resolve->gain < least_gain)
        return;
    piece->to = move_to(resolve->move);
    piece->leaves_ms = piece->busy_ms;
    async_reply_add(scene->reply, piece->at, piece->to, piece->leaves_ms);
}

/* Sends a request when @piece has finished thinking, and lets it wait until its helpers can have
 * thought too. */
static void request_help(Scene *scene, Piece *piece)
{
    const int64_t *number = scene->self->player.number;

    piece->request_ms = scene->call->world->now_ms + number[THINK_MS] + number[MESSAGE_MS];
    piece->busy_ms = piece->request_ms + number[THINK_MS];
    piece->has_asked = true;
}

static Resolve decide_for_agent(Scene *scene, int agent)
{
    return alone_decide(&scene->percept, scene->random, agent);
}

static void meet_threat(Scene *scene, int agent)
{
    Piece *piece = scene->piece_of[agent];
    const Resolve resolve = decide_for_agent(scene, agent);

    if (resolve.needs_help && !piece->has_asked)
        request_help(scene, piece);
    else
        act_on(scene, piece, &resolve, 1);
}

/* Whether @piece is to look around now; if so, sets its next time. */
static bool is_time_to_look_around(const Scene *scene, Piece *piece)
{
    const int64_t now_ms = scene->call->world->now_ms;

    if (now_ms < piece->idle_ms)
        return false;
    piece->idle_ms = draw_idle_ms(scene->self, now_ms, scene->random);
    return true;
}

/* Wakes a piece that nothing threatens, if there is a reason. */
static void wake_unthreatened(Scene *scene, int agent, bool is_idle, int asking)
{
    Piece *piece = scene->piece_of[agent];
    Resolve resolve;

    piece->has_asked = false;
    if (bitboard_has(scene->call->world->under_way, piece->at))
        return;
    if (asking >= 0) {
        resolve = alone_answer(&scene->percept, scene->random, agent, asking);
        act_on(scene, piece, &resolve, 1);
    } else if (is_idle || alone_sees_profit(&scene->percept, agent)) {
        resolve = decide_for_agent(scene, agent);
        act_on(scene, piece, &resolve, is_idle ? 0 : 1);
    }
}

/* Wakes @agent if it sleeps and there is a reason. */
static void wake_agent(Scene *scene, int agent)
{
    Piece *piece = scene->piece_of[agent];
    const bool is_idle = is_time_to_look_around(scene, piece);
    const int asking = find_request(scene, agent);

    if (scene->call->world->now_ms < piece->busy_ms || (!scene->looks && !is_idle && asking < 0))
        return;
    if (loss_of(scene, agent) > 0)
        meet_threat(scene, agent);
    else
        wake_unthreatened(scene, agent, is_idle, asking);
}

/* Collects the requests that reach the others now; each is heard once. */
static void receive_requests(Scene *scene)
{
    scene->requests = 0;
    for (int i = 0; i < scene->percept.agent_count; i++) {
        Piece *piece = scene->piece_of[i];
        if (piece->request_ms > scene->call->world->now_ms)
            continue;
        piece->request_ms = ASYNC_NEVER;
        scene->requests |= (AgentSet)1 << i;
    }
}

static int64_t next_call_ms(const PlayerAsyncPieces *self)
{
    int64_t next_ms = self->look_ms;

    for (int i = 0; i < PERCEPT_MAX_AGENTS; i++)
        if (self->pieces[i].type != PIECE_NONE)
            next_ms = MIN(next_ms, MIN(self->pieces[i].idle_ms, self->pieces[i].request_ms));
    return next_ms;
}

static void act_by_agents(Player *player, const AsyncCall *call, Random *random, AsyncReply *reply)
{
    PlayerAsyncPieces *self = (PlayerAsyncPieces *)player;
    const int64_t now_ms = call->world->now_ms;
    Scene scene;

    if (call->begins)
        forget_messages(self, now_ms);
    scene.self = self;
    scene.call = call;
    scene.random = random;
    scene.reply = reply;
    scene.looks = now_ms >= self->look_ms;
    if (scene.looks)
        self->look_ms = now_ms + self->player.number[LOOK_MS];
    if (!percept_take_async(call->world, call->side, &self->player.logics, &scene.percept)) {
        reply->wake_ms = self->look_ms;
        return;
    }
    follow_pieces(self, call, random);
    match_agents(&scene);
    notice_paths(&scene.percept, call);
    receive_requests(&scene);
    for (int i = 0; i < scene.percept.agent_count; i++)
        wake_agent(&scene, i);
    reply->wake_ms = next_call_ms(self);
}

const PlayerKind PLAYER_KIND_ASYNC_PIECES = {
    .name = "async-pieces",
    .usage = "async-pieces:level=N[+LOGIC|-LOGIC]...[,READING=on|off]...[,think_ms=N]"
             "[,message_ms=N][,look_ms=N][,idle_ms=N]",
    .summary = "asynchronous chess: agents without a master, each of which decides for itself",
    .numbers = NUMBERS,
    .number_count = NUMBER_COUNT,
    .has_logics = true,
    .unused_logics = 1U << LOGIC_LOOK_AHEAD,
    .size = sizeof(PlayerAsyncPieces),
    .act = act_by_agents,
};
