/* A game of asynchronous chess with clients on no sockets and a clock that the test drives. */
#pragma once

#include <string.h>

#include "app/async/async_host.h"

#define LINES_PER_SECOND 100

typedef struct {
    AsyncSession *session;
    GPtrArray *heard; /* char *: lines */
} Client;

static inline void client_hear(const char *line, void *data)
{
    g_assert_null(strchr(line, '\n'));
    g_ptr_array_add(data, g_strdup(line));
}

static inline Client client_new(AsyncHost *host)
{
    GPtrArray *heard = g_ptr_array_new_with_free_func(g_free);
    const SessionOutput output = {client_hear, heard};

    return (Client){async_session_new(host, &output, LINES_PER_SECOND), heard};
}

static inline void client_clear(Client *client)
{
    g_clear_pointer(&client->session, async_session_free);
    g_clear_pointer(&client->heard, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Client, client_clear)

static inline void client_say(Client *client, const char *line, int64_t now_us)
{
    async_session_receive(client->session, line, strlen(line), now_us);
    async_session_receive(client->session, "\n", 1, now_us);
}

static inline void client_hello(Client *client, const char *color, const char *token,
                                int64_t now_us)
{
    g_autofree char *line = g_strdup_printf(
        "{\"type\":\"hello\",\"version\":1,\"name\":\"test\",\"colour\":\"%s\"%s%s%s}", color,
        token != NULL ? ",\"token\":\"" : "", token != NULL ? token : "",
        token != NULL ? "\"" : "");

    client_say(client, line, now_us);
}

static inline void client_command(Client *client, const char *from, const char *to, int64_t now_us)
{
    g_autofree char *line =
        g_strdup_printf("{\"type\":\"command\",\"from\":\"%s\",\"to\":\"%s\"}", from, to);

    client_say(client, line, now_us);
}

/* The last line that has been heard, "" if there was none. */
static inline const char *client_last(const Client *client)
{
    return client->heard->len > 0 ? client->heard->pdata[client->heard->len - 1] : "";
}

/* How many of the lines that were heard have @words in them. */
static inline int client_count(const Client *client, const char *words)
{
    int count = 0;

    for (guint i = 0; i < client->heard->len; i++)
        count += strstr(client->heard->pdata[i], words) != NULL;
    return count;
}

static inline void client_assert_heard(const Client *client, int times, const char *words)
{
    if (client_count(client, words) != times)
        g_test_message("'%s' was heard %d times, last '%s'", words, client_count(client, words),
                       client_last(client));
    g_assert_cmpint(client_count(client, words), ==, times);
}

/* The token that the client was given. Owner: the caller. */
static inline char *client_token(const Client *client)
{
    for (guint i = 0; i < client->heard->len; i++) {
        const char *token = strstr(client->heard->pdata[i], "\"token\":\"");
        if (token != NULL)
            return g_strndup(token + strlen("\"token\":\""), ASYNC_TOKEN_SIZE - 1);
    }
    return g_strdup("none");
}

static inline AsyncHost *host_new(const AsyncHostOptions *options)
{
    g_autoptr(GError) error = NULL;
    AsyncHost *host = async_host_new(options, &error);

    g_assert_no_error(error);
    if (host == NULL)
        g_error("there is no game");
    return host;
}
