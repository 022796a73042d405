#include "app/async/session_async.h"

#include <string.h>

struct AsyncSession {
    AsyncHost *host;
    AsyncListener listener;
    bool has_joined, has_ended;
    int errors;
    int lines_per_second;
    LineLimit limit;                         /* while the client has no side */
    char line[ASYNC_LINE_MAX_TO_SERVER + 1]; /* what has come so far of the line */
    size_t length;
};

static void say(const AsyncSession *session, AsyncMessageKind kind, const char *sentence)
{
    const AsyncMessage message = async_message_of_sentence(kind, sentence);

    async_message_say(&message, &session->listener.output);
}

void async_session_dismiss(AsyncSession *session, const char *reason)
{
    if (session->has_ended)
        return;
    session->has_ended = true;
    say(session, ASYNC_MESSAGE_BYE, reason);
}

static void dismiss(const char *reason, void *data)
{
    async_session_dismiss(data, reason);
}

AsyncSession *async_session_new(AsyncHost *host, const SessionOutput *replies, int lines_per_second)
{
    AsyncSession *session = g_new0(AsyncSession, 1);

    session->host = host;
    session->listener = (AsyncListener){
        .role = ASYNC_ROLE_SPECTATOR,
        .output = *replies,
        .dismiss = dismiss,
        .data = session,
    };
    session->lines_per_second = lines_per_second;
    return session;
}

void async_session_free(AsyncSession *session)
{
    async_host_leave(session->host, &session->listener);
    g_free(session);
}

bool async_session_has_ended(const AsyncSession *session)
{
    return session->has_ended;
}

bool async_session_has_joined(const AsyncSession *session)
{
    return session->has_joined;
}

/* Ends the conversation because of something the client did; the host no longer dismisses it. */
static void leave(AsyncSession *session, const char *reason)
{
    async_host_leave(session->host, &session->listener);
    async_session_dismiss(session, reason);
}

static bool join(AsyncSession *session, const AsyncHello *hello, int64_t now_us, GError **error)
{
    session->has_joined = async_host_join(session->host, hello, &session->listener, now_us, error);
    return session->has_joined;
}

static bool command(AsyncSession *session, const AsyncCommand *way, int64_t now_us, GError **error)
{
    const AsyncRole role = session->listener.role;

    if (role == ASYNC_ROLE_SPECTATOR)
        return async_fail(error, "a spectator cannot command pieces");
    return async_host_command(session->host, (Color)role, way->from, way->to, now_us, error);
}

static bool obey(AsyncSession *session, const AsyncMessage *message, int64_t now_us, GError **error)
{
    switch (message->kind) {
    case ASYNC_MESSAGE_BYE:
        leave(session, "you said so");
        return true;
    case ASYNC_MESSAGE_HELLO:
        return session->has_joined ? async_fail(error, "you have said hello before")
                                   : join(session, &message->hello, now_us, error);
    case ASYNC_MESSAGE_COMMAND:
        return session->has_joined ? command(session, &message->command, now_us, error)
                                   : async_fail(error, "say hello first");
    default:
        return async_fail(error, "only the server may send that");
    }
}

/* Whether the client may send a line now. A side's limit does not begin again with a connection. */
static bool may_send(AsyncSession *session, int64_t now_us)
{
    const AsyncRole role = session->listener.role;
    LineLimit *limit = session->has_joined && role != ASYNC_ROLE_SPECTATOR
                           ? async_host_limit(session->host, (Color)role)
                           : &session->limit;

    return line_limit_allows(limit, session->lines_per_second, now_us);
}

static void complain(AsyncSession *session, const char *sentence)
{
    if (session->has_ended) /* as the game did before the line was obeyed */
        return;
    say(session, ASYNC_MESSAGE_ERROR, sentence);
    if (++session->errors == ASYNC_SESSION_MAX_ERRORS)
        leave(session, "too many errors");
}

static void hear_line(AsyncSession *session, int64_t now_us)
{
    g_autoptr(GError) error = NULL;
    AsyncMessage message;

    session->line[session->length] = '\0';
    if (!may_send(session, now_us))
        leave(session, "too many lines per second");
    else if (strlen(session->line) < session->length)
        complain(session, "it is not JSON: it has a NUL character");
    else if (!async_message_parse(session->line, &message, &error) ||
             !obey(session, &message, now_us, &error))
        complain(session, error->message);
    session->length = 0;
}

/* Takes the bytes that belong to the present line and returns how many they are. */
static size_t take(AsyncSession *session, const char *bytes, size_t length, int64_t now_us)
{
    const char *end = memchr(bytes, '\n', length);
    const size_t more = end != NULL ? (size_t)(end - bytes) : length;

    if (session->length + more > ASYNC_LINE_MAX_TO_SERVER) {
        complain(session, "the line is longer than 1024 bytes");
        leave(session, "a line is too long");
        return length;
    }
    memcpy(session->line + session->length, bytes, more);
    session->length += more;
    if (end == NULL)
        return length;
    hear_line(session, now_us);
    return more + 1;
}

void async_session_hear(AsyncSession *session, const char *bytes, size_t length, int64_t now_us)
{
    while (length > 0 && !session->has_ended) {
        const size_t taken = take(session, bytes, length, now_us);
        bytes += taken;
        length -= taken;
    }
}
