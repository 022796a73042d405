#include "app/async/async_guest.h"

#include "app/async/async_event.h"
#include "board/async_world.h"
#include "players/player.h"

/* Commands that wait for their time, and answers that wait to be told: more are dropped. */
#define MAX_WAITING 1024

struct AsyncGuest {
    Player *player;
    Random random;
    SessionOutput server;
    AsyncRole wanted;
    bool is_welcome, is_running, has_ended;
    AsyncWelcome welcome;
    AsyncWorld world;
    int64_t base_ms, base_us; /* the same moment on the game's clock and on the wall clock */
    int64_t wake_ms;
    bool was_called;
    int64_t called_ms; /* when it was called last */
    GArray *waiting;   /* AsyncCommand, in the order of their times */
    GArray *answered;  /* AsyncAnswered, since the last call */
    char bye[ASYNC_SENTENCE_SIZE];
};

void async_guest_say_hello(AsyncGuest *guest, const char *token)
{
    AsyncMessage message = {
        .kind = ASYNC_MESSAGE_HELLO,
        .hello = {.version = ASYNC_PROTOCOL_VERSION, .role = guest->wanted},
    };
    g_autofree char *name = player_describe(guest->player);

    async_message_copy_text(name, message.hello.name, ASYNC_NAME_SIZE);
    if (token != NULL)
        g_strlcpy(message.hello.token, token, ASYNC_TOKEN_SIZE);
    async_message_say(&message, &guest->server);
}

AsyncGuest *async_guest_new(const AsyncGuestOptions *options, GError **error)
{
    g_autoptr(Player) player = player_new(options->player, NULL, error);
    AsyncGuest *guest;

    if (player == NULL || !player_fits_in_time(player, error))
        return NULL;
    guest = g_new0(AsyncGuest, 1);
    guest->player = g_steal_pointer(&player);
    guest->random = random_for_job(options->seed, 1);
    guest->server = options->server;
    guest->wanted = options->role;
    guest->world = async_world_empty();
    guest->wake_ms = ASYNC_NEVER;
    guest->waiting = g_array_new(FALSE, FALSE, sizeof(AsyncCommand));
    guest->answered = g_array_new(FALSE, FALSE, sizeof(AsyncAnswered));
    return guest;
}

void async_guest_free(AsyncGuest *guest)
{
    player_free(guest->player);
    g_array_unref(guest->waiting);
    g_array_unref(guest->answered);
    g_free(guest);
}

const AsyncWelcome *async_guest_welcome(const AsyncGuest *guest)
{
    return guest->is_welcome ? &guest->welcome : NULL;
}

const AsyncWorld *async_guest_world(const AsyncGuest *guest)
{
    return &guest->world;
}

const char *async_guest_bye(const AsyncGuest *guest)
{
    return guest->has_ended ? guest->bye : NULL;
}

/* The game's clock at @now_us is at @game_ms: what is heard has just happened. */
static void set_clock(AsyncGuest *guest, int64_t game_ms, int64_t now_us)
{
    guest->base_ms = game_ms;
    guest->base_us = now_us;
}

/* The game's clock does not go past the next instant until that has been heard: so no piece is ever
 * late, and a player that thinks often does not think more often when the server is slow. */
static int64_t latest_ms(const AsyncGuest *guest)
{
    int64_t latest_ms = guest->welcome.rules.time_limit_ms;

    for (Bitboard rest = guest->world.under_way; rest; rest &= rest - 1)
        if (async_view_has_path(&guest->world, bitboard_first(rest)))
            latest_ms = MIN(latest_ms, guest->world.due_ms[bitboard_first(rest)] - 1);
    return latest_ms;
}

static int64_t time_ms(const AsyncGuest *guest, int64_t now_us)
{
    const int64_t passed_ms =
        (int64_t)((double)(now_us - guest->base_us) * guest->welcome.speed / 1000);

    return MIN(guest->base_ms + passed_ms, latest_ms(guest));
}

static bool hear_welcome(AsyncGuest *guest, const AsyncWelcome *welcome, GError **error)
{
    if (guest->is_welcome || welcome->role == ASYNC_ROLE_SPECTATOR)
        return async_fail(error, "the server's welcome comes twice, or not to a player");
    guest->welcome = *welcome;
    guest->is_welcome = true;
    return true;
}

/* Players rely on seeing where their own pieces go. */
static bool check_own_paths(const AsyncGuest *guest, const AsyncWorld *world, GError **error)
{
    const Bitboard own = world->by_color[guest->welcome.role];

    for (Bitboard rest = world->under_way & own; rest; rest &= rest - 1)
        if (!async_view_has_path(world, bitboard_first(rest)))
            return async_fail(error, "the server hides where a piece of our own goes");
    return true;
}

/* The player is never called at an earlier time than before, even if the server's clock goes
 * back. */
static bool hear_state(AsyncGuest *guest, const AsyncState *state, int64_t now_us, GError **error)
{
    const int64_t now_ms = state->world.now_ms;

    if (!guest->is_welcome)
        return async_fail(error, "the server has sent no welcome");
    if (!check_own_paths(guest, &state->world, error))
        return false;
    guest->world = state->world;
    set_clock(guest, now_ms, now_us);
    if (state->is_running && !guest->is_running)
        guest->wake_ms = guest->was_called ? MAX(now_ms, guest->called_ms + 1) : now_ms;
    guest->is_running = state->is_running;
    return true;
}

static bool hear_event(AsyncGuest *guest, const AsyncEvent *event, int64_t now_us, GError **error)
{
    if (!async_event_apply(event, &guest->world, error) ||
        !check_own_paths(guest, &guest->world, error))
        return false;
    set_clock(guest, event->now.now_ms, now_us);
    guest->is_running = guest->is_running && guest->world.end == ASYNC_GOES_ON;
    return true;
}

static void hear_answer(AsyncGuest *guest, const AsyncAnswered *answered)
{
    if (guest->wake_ms != ASYNC_NEVER && guest->answered->len < MAX_WAITING)
        g_array_append_val(guest->answered, *answered);
}

static bool hear_message(AsyncGuest *guest, const AsyncMessage *message, int64_t now_us,
                         GError **error)
{
    switch (message->kind) {
    case ASYNC_MESSAGE_WELCOME:
        return hear_welcome(guest, &message->welcome, error);
    case ASYNC_MESSAGE_STATE:
        return hear_state(guest, &message->state, now_us, error);
    case ASYNC_MESSAGE_EVENT:
        return hear_event(guest, &message->event, now_us, error);
    case ASYNC_MESSAGE_ANSWER:
        hear_answer(guest, &message->answer);
        return true;
    case ASYNC_MESSAGE_ERROR:
        return async_fail(error, "the server says: %s", message->sentence);
    case ASYNC_MESSAGE_BYE:
        guest->has_ended = true;
        guest->is_running = false;
        g_strlcpy(guest->bye, message->sentence, sizeof guest->bye);
        return true;
    default:
        return async_fail(error, "the server has sent what only clients may send");
    }
}

bool async_guest_hear(AsyncGuest *guest, const char *line, int64_t now_us, GError **error)
{
    AsyncMessage message;

    if (!async_message_parse(line, &message, error)) {
        g_prefix_error(error, "the server's line cannot be read: ");
        return false;
    }
    return hear_message(guest, &message, now_us, error);
}

static void add_command(AsyncGuest *guest, const AsyncCommand *command)
{
    guint i = guest->waiting->len;

    if (i == MAX_WAITING)
        return;
    while (i > 0 && g_array_index(guest->waiting, AsyncCommand, i - 1).time_ms > command->time_ms)
        i--;
    g_array_insert_val(guest->waiting, i, *command);
}

static void call_player(AsyncGuest *guest, int64_t now_ms)
{
    AsyncWorld world = guest->world;
    const AsyncCall call = {
        .world = &world,
        .rules = &guest->welcome.rules,
        .side = (Color)guest->welcome.role,
        .begins = !guest->was_called,
        .answered = (const AsyncAnswered *)(const void *)guest->answered->data,
        .answered_count = (int)guest->answered->len,
    };
    AsyncReply reply = {.wake_ms = ASYNC_NEVER};

    world.now_ms = now_ms;
    player_act(guest->player, &call, &guest->random, &reply);
    guest->was_called = true;
    guest->called_ms = now_ms;
    g_array_set_size(guest->answered, 0);
    for (int i = 0; i < reply.count; i++)
        add_command(guest, &reply.commands[i]);
    guest->wake_ms = MAX(reply.wake_ms, now_ms + 1);
}

static void send_due(AsyncGuest *guest, int64_t now_ms)
{
    guint count = 0;

    for (; count < guest->waiting->len; count++) {
        const AsyncMessage message = {
            .kind = ASYNC_MESSAGE_COMMAND,
            .command = g_array_index(guest->waiting, AsyncCommand, count),
        };
        if (message.command.time_ms > now_ms)
            break;
        async_message_say(&message, &guest->server);
    }
    g_array_remove_range(guest->waiting, 0, count);
}

void async_guest_act(AsyncGuest *guest, int64_t now_us)
{
    const int64_t now_ms = time_ms(guest, now_us);

    if (!guest->is_running || !guest->is_welcome)
        return;
    if (guest->wake_ms <= now_ms)
        call_player(guest, now_ms);
    send_due(guest, now_ms);
}

int64_t async_guest_next_us(const AsyncGuest *guest)
{
    int64_t next_ms = guest->wake_ms;

    if (!guest->is_running || !guest->is_welcome)
        return INT64_MAX;
    if (guest->waiting->len > 0)
        next_ms = MIN(next_ms, g_array_index(guest->waiting, AsyncCommand, 0).time_ms);
    if (next_ms > latest_ms(guest))
        return INT64_MAX;
    return guest->base_us +
           (int64_t)((double)(next_ms - guest->base_ms) * 1000 / guest->welcome.speed) + 1;
}
