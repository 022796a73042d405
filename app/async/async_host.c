#include "app/async/async_host.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* So many instants are played before other work gets its turn. */
#define INSTANTS_AT_ONCE 500

static bool seat_player(AsyncHost *host, Color side, GError **error)
{
    const char *text = host->options.player[side];
    Player **player = &host->table.player[side];
    AsyncSeat *seat = &host->seat[side];
    g_autofree char *name = NULL;

    if (text == NULL)
        return true;
    *player = player_new(text, NULL, error);
    if (*player == NULL || !player_fits_in_time(*player, error)) {
        g_prefix_error(error, "--%s: ", ASYNC_ROLE_NAME[side]);
        return false;
    }
    name = player_describe(*player);
    async_message_copy_text(name, seat->name, sizeof seat->name);
    seat->is_taken = true;
    return true;
}

static void clear_game(AsyncHost *host)
{
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++) {
        g_clear_pointer(&host->table.player[side], player_free);
        host->seat[side] = (AsyncSeat){0};
    }
    g_clear_pointer(&host->table.game, async_game_free);
}

static bool set_up_game(AsyncHost *host, GError **error)
{
    const AsyncWorld start = async_world_start();
    const AsyncChance chance = {async_draw_by_seed, &host->options.seed};

    host->random = random_for_job(host->options.seed, 1);
    host->table = (AsyncTable){.game = async_game_new(&host->options.rules, &start, &chance),
                               .random = &host->random};
    host->has_begun = host->is_closed = false;
    host->base_ms = host->base_us = 0;
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        if (!seat_player(host, side, error))
            return false;
    return true;
}

AsyncHost *async_host_new(const AsyncHostOptions *options, GError **error)
{
    g_autoptr(AsyncHost) host = g_new0(AsyncHost, 1);

    host->options = *options;
    host->listeners = g_ptr_array_new();
    return set_up_game(host, error) ? g_steal_pointer(&host) : NULL;
}

bool async_host_restart(AsyncHost *host, uint64_t seed, GError **error)
{
    g_assert(host->is_closed && host->listeners->len == 0);
    clear_game(host);
    host->options.seed = seed;
    return set_up_game(host, error);
}

void async_host_free(AsyncHost *host)
{
    g_ptr_array_unref(host->listeners);
    clear_game(host);
    g_free(host);
}

bool async_host_is_running(const AsyncHost *host)
{
    return host->has_begun && !host->is_closed && host->table.game->world.end == ASYNC_GOES_ON;
}

static void tell_state(const AsyncHost *host, const AsyncSession *session)
{
    g_autofree char *line =
        async_state_format(host->table.game, async_host_is_running(host), session->role);

    session->output.send(line, session->output.data);
}

static void begin_if_all_are_there(AsyncHost *host, int64_t now_us)
{
    const AsyncSeat *white = &host->seat[COLOR_WHITE], *black = &host->seat[COLOR_BLACK];
    const char *const names[COLOR_COUNT] = {white->name, black->name};

    if (host->has_begun || !white->is_taken || !black->is_taken)
        return;
    host->has_begun = true;
    host->base_us = now_us;
    if (host->options.recording != NULL)
        async_recording_write_head(host->table.game, host->options.seed, names,
                                   host->options.recording);
    for (guint i = 0; i < host->listeners->len; i++)
        tell_state(host, host->listeners->pdata[i]);
}

static bool make_token(char out_token[static ASYNC_TOKEN_SIZE], GError **error)
{
    uint64_t words[2];

    if (getrandom(words, sizeof words, 0) != sizeof words)
        return experiments_fail(error, "cannot create a token: %s", g_strerror(errno));
    g_snprintf(out_token, ASYNC_TOKEN_SIZE, "%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x",
               words[0], words[1]);
    return true;
}

/* The role that the client comes back to with the token of @hello. */
static bool find_by_token(const AsyncHost *host, const AsyncHello *hello, AsyncRole *out_role,
                          GError **error)
{
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        if (g_str_equal(host->seat[side].token, hello->token)) {
            *out_role = (AsyncRole)side;
            return hello->role == *out_role || hello->role == ASYNC_ROLE_ANY ||
                   experiments_fail(error, "colour: the token belongs to %s, not to %s",
                                    ASYNC_ROLE_NAME[side], ASYNC_ROLE_NAME[hello->role]);
        }
    return experiments_fail(error, "token: no seat has this token");
}

static bool find_role(const AsyncHost *host, const AsyncHello *hello, AsyncRole *out_role,
                      GError **error)
{
    if (hello->token[0] != '\0')
        return find_by_token(host, hello, out_role, error);
    *out_role = hello->role;
    if (hello->role == ASYNC_ROLE_SPECTATOR)
        return host->listeners->len < ASYNC_HOST_MAX_LISTENERS ||
               experiments_fail(error,
                                "the server is full: %d players and spectators are connected",
                                ASYNC_HOST_MAX_LISTENERS);
    if (hello->role == ASYNC_ROLE_ANY)
        *out_role = host->seat[COLOR_WHITE].is_taken ? ASYNC_ROLE_BLACK : ASYNC_ROLE_WHITE;
    return !host->seat[*out_role].is_taken ||
           (hello->role == ASYNC_ROLE_ANY
                ? experiments_fail(error, "colour: both sides are taken")
                : experiments_fail(error, "colour: %s is taken", ASYNC_ROLE_NAME[*out_role]));
}

static bool take_seat(AsyncHost *host, const AsyncHello *hello, AsyncSession *session,
                      GError **error)
{
    AsyncSeat *seat = &host->seat[session->role];
    AsyncSession *previous = seat->session;

    if (hello->token[0] == '\0') {
        if (!make_token(seat->token, error))
            return false;
        g_strlcpy(seat->name, hello->name, ASYNC_NAME_SIZE);
    }
    seat->is_taken = true;
    seat->session = session;
    if (previous != NULL) {
        g_ptr_array_remove(host->listeners, previous);
        async_session_dismiss(previous, "another connection has used this token");
    }
    return true;
}

static void tell_welcome(const AsyncHost *host, const AsyncSession *session)
{
    AsyncMessage message = {
        .kind = ASYNC_MESSAGE_WELCOME,
        .welcome = {.version = ASYNC_PROTOCOL_VERSION,
                    .role = session->role,
                    .rules = host->table.game->rules,
                    .speed = host->options.speed},
    };

    if (session->role != ASYNC_ROLE_SPECTATOR)
        g_strlcpy(message.welcome.token, host->seat[session->role].token, ASYNC_TOKEN_SIZE);
    async_message_send(&message, &session->output);
}

static bool join_game(AsyncSession *session, const AsyncHello *hello, int64_t now_us,
                      GError **error)
{
    AsyncHost *host = session->host;

    async_host_advance(host, now_us);
    if (host->is_closed)
        return experiments_fail(error, "the game is over");
    if (!find_role(host, hello, &session->role, error) ||
        (session->role != ASYNC_ROLE_SPECTATOR && !take_seat(host, hello, session, error)))
        return false;
    session->has_joined = true;
    g_ptr_array_add(host->listeners, session);
    tell_welcome(host, session);
    tell_state(host, session);
    begin_if_all_are_there(host, now_us);
    return true;
}

/* Takes @session out of the game, unless it has not joined or was dismissed. */
static void leave_game(AsyncSession *session)
{
    AsyncHost *host = session->host;
    AsyncSeat *seat = session->role < ASYNC_ROLE_SPECTATOR ? &host->seat[session->role] : NULL;

    if (!g_ptr_array_remove(host->listeners, session) || seat == NULL)
        return;
    seat->session = NULL;
    if (host->has_begun)
        return;             /* it may come back */
    *seat = (AsyncSeat){0}; /* the next client has a limit of its own */
}

static void tell_answers(const AsyncHost *host)
{
    const GArray *answered = host->table.game->answered;

    for (guint i = 0; i < answered->len; i++) {
        const AsyncMessage message = {.kind = ASYNC_MESSAGE_ANSWER,
                                      .answer = g_array_index(answered, AsyncAnswered, i)};
        const AsyncSession *session = host->seat[message.answer.command.side].session;
        if (session != NULL)
            async_message_send(&message, &session->output);
    }
}

/* All listeners of one role are told the same line, if anything has happened since @before. */
static void tell_event(const AsyncHost *host, const AsyncWorld *before)
{
    char *lines[ASYNC_ROLE_COUNT] = {NULL};

    for (guint i = 0; i < host->listeners->len; i++) {
        const AsyncSession *session = host->listeners->pdata[i];
        char **line = &lines[session->role];
        if (*line == NULL &&
            (*line = async_event_format(host->table.game, before, session->role)) == NULL)
            return;
        session->output.send(*line, session->output.data);
    }
    for (int role = 0; role < ASYNC_ROLE_COUNT; role++)
        g_free(lines[role]);
}

static void dismiss_all(AsyncHost *host, const char *reason)
{
    host->is_closed = true;
    for (guint i = 0; i < host->listeners->len; i++)
        async_session_dismiss(host->listeners->pdata[i], reason);
    g_ptr_array_set_size(host->listeners, 0);
    host->seat[COLOR_WHITE].session = host->seat[COLOR_BLACK].session = NULL;
}

static void play_instant(AsyncHost *host)
{
    const AsyncWorld before = host->table.game->world;

    async_table_advance(&host->table);
    if (host->options.recording != NULL)
        async_recording_write_instant(host->table.game, &before, false, host->options.recording);
    tell_answers(host);
    tell_event(host, &before);
    if (host->table.game->world.end != ASYNC_GOES_ON)
        dismiss_all(host, "the game is over");
}

/* When the game has something to do: its next instant, or its end, after the last instant that is
 * played. */
static int64_t next_ms(const AsyncHost *host)
{
    return MIN(async_game_next_ms(host->table.game), host->table.game->rules.time_limit_ms + 1);
}

static int64_t time_ms(const AsyncHost *host, int64_t now_us)
{
    return host->base_ms + (int64_t)((double)(now_us - host->base_us) * host->options.speed / 1000);
}

void async_host_advance(AsyncHost *host, int64_t now_us)
{
    int count = 0;

    begin_if_all_are_there(host, now_us);
    while (async_host_is_running(host) && next_ms(host) <= time_ms(host, now_us)) {
        if (count++ == INSTANTS_AT_ONCE) {
            host->base_ms = next_ms(host) - 1;
            host->base_us = now_us;
            break;
        }
        play_instant(host);
    }
}

int64_t async_host_next_us(const AsyncHost *host)
{
    const bool waits = !host->has_begun && !host->is_closed && host->seat[COLOR_WHITE].is_taken &&
                       host->seat[COLOR_BLACK].is_taken;

    if (waits)
        return 0;
    if (!async_host_is_running(host))
        return INT64_MAX;
    return host->base_us +
           (int64_t)((double)(next_ms(host) - host->base_ms) * 1000 / host->options.speed) + 1;
}

void async_host_close(AsyncHost *host, const char *reason)
{
    const AsyncMessage bye = async_message_of_sentence(ASYNC_MESSAGE_BYE, reason);

    if (host->is_closed)
        return;
    if (host->has_begun && host->options.recording != NULL)
        async_message_send(&bye, host->options.recording);
    dismiss_all(host, reason);
}

/* A client */

static void send_sentence(const AsyncSession *session, AsyncMessageKind kind, const char *sentence)
{
    const AsyncMessage message = async_message_of_sentence(kind, sentence);

    async_message_send(&message, &session->output);
}

void async_session_dismiss(AsyncSession *session, const char *reason)
{
    if (session->has_ended)
        return;
    session->has_ended = true;
    send_sentence(session, ASYNC_MESSAGE_BYE, reason);
}

AsyncSession *async_session_new(AsyncHost *host, const SessionOutput *replies, int lines_per_second)
{
    AsyncSession *session = g_new0(AsyncSession, 1);

    session->host = host;
    session->role = ASYNC_ROLE_SPECTATOR;
    session->output = *replies;
    session->lines_per_second = lines_per_second;
    return session;
}

void async_session_free(AsyncSession *session)
{
    leave_game(session);
    g_free(session);
}

/* Ends the conversation because of something the client did. */
static void cut_off(AsyncSession *session, const char *reason)
{
    leave_game(session);
    async_session_dismiss(session, reason);
}

/* Carries out a command that arrives at @now_us. */
static bool carry_out_command(AsyncSession *session, const AsyncCommand *way, int64_t now_us,
                              GError **error)
{
    AsyncHost *host = session->host;
    AsyncCommand command = {.side = (Color)session->role, .from = way->from, .to = way->to};

    if (session->role == ASYNC_ROLE_SPECTATOR)
        return experiments_fail(error, "a spectator cannot command pieces");
    async_host_advance(host, now_us);
    if (!async_host_is_running(host))
        return experiments_fail(error,
                                host->has_begun ? "the game is over" : "the game has not begun");
    command.time_ms = MAX(time_ms(host, now_us), host->table.game->world.now_ms);
    async_game_command(host->table.game, &command);
    play_instant(host);
    return true;
}

static bool handle_message(AsyncSession *session, const AsyncMessage *message, int64_t now_us,
                           GError **error)
{
    switch (message->kind) {
    case ASYNC_MESSAGE_BYE:
        cut_off(session, "the client has left");
        return true;
    case ASYNC_MESSAGE_HELLO:
        return (!session->has_joined ||
                experiments_fail(error, "the message 'hello' has already been received")) &&
               join_game(session, &message->hello, now_us, error);
    case ASYNC_MESSAGE_COMMAND:
        return (session->has_joined ||
                experiments_fail(error, "the first message must be 'hello'")) &&
               carry_out_command(session, &message->command, now_us, error);
    default:
        return experiments_fail(error, "only the server sends this message");
    }
}

/* Whether the client may send a line now. A side's limit does not begin again with a connection.
 *
 * Source: the token bucket, J. S. Turner, New directions in communications, IEEE Communications
 *         Magazine 24, 1986. */
static bool may_send(AsyncSession *session, int64_t now_us)
{
    const double rate = session->lines_per_second;
    LineLimit *limit = session->has_joined && session->role != ASYNC_ROLE_SPECTATOR
                           ? &session->host->seat[session->role].limit
                           : &session->limit;
    const double passed = (double)(now_us - limit->at_us) * rate / G_USEC_PER_SEC;
    const double sent = MAX(limit->sent - passed, 0) + 1;

    if (sent > rate * LINE_LIMIT_BURST_SECONDS)
        return false;
    *limit = (LineLimit){sent, now_us};
    return true;
}

static void send_error(AsyncSession *session, const char *sentence)
{
    if (session->has_ended) /* as the game did before the line was obeyed */
        return;
    send_sentence(session, ASYNC_MESSAGE_ERROR, sentence);
    if (++session->errors == ASYNC_SESSION_MAX_ERRORS)
        cut_off(session, "too many errors");
}

static void hear_line(AsyncSession *session, int64_t now_us)
{
    g_autoptr(GError) error = NULL;
    AsyncMessage message;

    session->line[session->length] = '\0';
    if (!may_send(session, now_us))
        cut_off(session, "too many lines per second");
    else if (strlen(session->line) < session->length)
        send_error(session, "invalid JSON: it contains a NUL character");
    else if (!async_message_parse(session->line, &message, &error) ||
             !handle_message(session, &message, now_us, &error))
        send_error(session, error->message);
    session->length = 0;
}

/* Takes the bytes that belong to the present line and returns how many they are. */
static size_t take_line(AsyncSession *session, const char *bytes, size_t length, int64_t now_us)
{
    const char *end = memchr(bytes, '\n', length);
    const size_t more = end != NULL ? (size_t)(end - bytes) : length;

    if (session->length + more > ASYNC_LINE_MAX_TO_SERVER) {
        send_error(session, "the line is longer than 1024 bytes");
        cut_off(session, "a line is too long");
        return length;
    }
    memcpy(session->line + session->length, bytes, more);
    session->length += more;
    if (end == NULL)
        return length;
    hear_line(session, now_us);
    return more + 1;
}

void async_session_receive(AsyncSession *session, const char *bytes, size_t length, int64_t now_us)
{
    while (length > 0 && !session->has_ended) {
        const size_t taken = take_line(session, bytes, length, now_us);
        bytes += taken;
        length -= taken;
    }
}
