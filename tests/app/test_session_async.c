#include "players/player.h"
#include "tests/async_clients.h"
#include "tests/test.h"

#define MS 1000 /* microseconds */

static const AsyncHostOptions PLAIN = {
    .rules = {.ms_per_space = {1000, 1000, 1000, 1000, 1000, 1000},
              .time_limit_ms = 60000,
              .knight_spaces = 2},
    .seed = 1,
    .speed = 1,
};

/* A game with both sides taken, at 0. */
typedef struct {
    AsyncHost *host;
    Client white, black;
} Meeting;

static Meeting meeting_new(const AsyncHostOptions *options)
{
    Meeting game = {.host = host_new(options)};

    game.white = client_new(game.host);
    game.black = client_new(game.host);
    client_hello(&game.white, "white", NULL, 0);
    client_hello(&game.black, "black", NULL, 0);
    return game;
}

static void meeting_clear(Meeting *game)
{
    client_clear(&game->white);
    client_clear(&game->black);
    async_host_free(game->host);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Meeting, meeting_clear)

/* A game and its clients by name, those that have gone as well. */
typedef struct {
    AsyncHost *host;
    GHashTable *clients;
} Scene;

static void client_free(void *data)
{
    client_clear(data);
    g_free(data);
}

static Client *client_of(Scene *scene, const char *name)
{
    Client *client = g_hash_table_lookup(scene->clients, name);

    if (client == NULL) {
        client = g_new(Client, 1);
        *client = client_new(scene->host);
        g_hash_table_insert(scene->clients, g_strdup(name), client);
    }
    return client;
}

/* "token of NAME" is the token that the client was given; other texts are themselves, NULL too.
 * Owner: the caller. */
static char *words_of(Scene *scene, const char *text)
{
    if (text == NULL || !g_str_has_prefix(text, "token of "))
        return g_strdup(text);
    return client_token(client_of(scene, text + strlen("token of ")));
}

static void scene_begin(Scene *scene, bool empty, int speed)
{
    AsyncHostOptions options = PLAIN;

    options.speed = speed;
    scene->host = host_new(&options);
    scene->clients = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, client_free);
    if (empty)
        return;
    client_hello(client_of(scene, "white"), "white", NULL, 0);
    client_hello(client_of(scene, "black"), "black", NULL, 0);
}

/* The host: what is done to it, or what it is like. */
static void game_step(Scene *scene, const char *verb, const char *what)
{
    AsyncHost *host = scene->host;
    const int64_t next_us = async_host_next_us(host);
    const int64_t at_us = what != NULL ? g_ascii_strtoll(what, NULL, 10) * MS : 0;
    const bool expected = g_strcmp0(what, "true") == 0;

    if (g_str_equal(verb, "advance"))
        async_host_advance(host, g_str_equal(what, "next") ? next_us : at_us);
    else if (g_str_equal(verb, "restart"))
        g_assert_true(async_host_restart(host, 2, NULL));
    else if (g_str_equal(verb, "next") && g_str_equal(what, "never"))
        g_assert_cmpint(next_us, ==, INT64_MAX);
    else if (g_str_equal(verb, "next"))
        g_assert_true(next_us >= at_us && next_us <= at_us + 1);
    else if (g_str_equal(verb, "is running"))
        g_assert_true(async_host_is_running(host) == expected);
    else if (g_str_equal(verb, "is closed"))
        g_assert_true(host->is_closed == expected);
    else if (g_str_equal(verb, "has begun"))
        g_assert_true(host->has_begun == expected);
    else if (g_str_equal(verb, "under way"))
        g_assert_true((host->table.game->world.under_way != 0) == expected);
    else
        g_test_fail_printf("a game does not '%s'", verb);
}

static void client_step(Scene *scene, Client *client, char **field)
{
    const int64_t now_us = g_ascii_strtoll(field[0], NULL, 10) * MS;
    const char *verb = g_ascii_isdigit(*field[0]) ? field[1] : field[0];
    g_autofree char *words =
        words_of(scene, verb == field[0] && field[1] == NULL ? NULL : field[2]);

    if (g_str_equal(verb, "hello")) {
        g_autofree char *token = field[3] != NULL ? words_of(scene, field[3]) : NULL;
        client_hello(client, words, token, now_us);
    } else if (g_str_equal(verb, "command")) {
        client_command(client, field[2], field[3], now_us);
    } else if (g_str_equal(verb, "say")) {
        client_say(client, words, now_us);
    } else if (g_str_equal(verb, "begin")) {
        async_session_receive(client->session, words, strlen(words), now_us);
    } else if (g_str_equal(verb, "heard")) {
        client_assert_heard(client, atoi(field[1]), words);
    } else if (g_str_equal(verb, "last")) {
        g_assert_true(g_str_has_prefix(client_last(client), field[1]));
    } else if (g_str_equal(verb, "ended")) {
        g_assert_true(client->session->has_ended);
    } else if (g_str_equal(verb, "gone")) {
        g_clear_pointer(&client->session, async_session_free);
    } else if (!g_str_equal(verb, "connects")) {
        g_test_fail_printf("a client does not '%s'", verb);
    }
}

static void play_scene(const char *section)
{
    Scene scene = {NULL, NULL};

    for (char **field; (field = NEXT_ROW(section)) != NULL;) {
        const bool is_game = g_str_equal(field[0], "game");
        const bool begins =
            is_game && (g_str_equal(field[1], "empty") || g_str_equal(field[1], "speed"));
        if (scene.host == NULL)
            scene_begin(&scene, begins && g_str_equal(field[1], "empty"),
                        begins && field[2] != NULL ? atoi(field[2]) : 1);
        if (is_game && !begins)
            game_step(&scene, field[1], field[2]);
        else if (!is_game)
            client_step(&scene, client_of(&scene, field[0]), field + 1);
    }
    g_hash_table_unref(scene.clients);
    async_host_free(scene.host);
}

#define SCENE(name)        \
    TEST(name)             \
    {                      \
        play_scene(#name); \
    }                      \
    static void test_##name(void)

SCENE(the_game_begins_when_both_sides_are_taken);
SCENE(a_command_takes_effect_when_it_arrives);
SCENE(what_is_refused_changes_nothing);
TEST(who_says_something_wrong_is_told_and_the_game_goes_on)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);

    for (char **field;
         (field = NEXT_ROW("who says something wrong is told and the game goes on")) != NULL;) {
        client_say(&game.white, field[0], 0);
        g_assert_true(g_str_has_prefix(client_last(&game.white), "{\"type\":\"error\""));
        if (strstr(client_last(&game.white), field[1]) == NULL)
            g_test_message("'%s' does not say '%s'", client_last(&game.white), field[1]);
        g_assert_nonnull(strstr(client_last(&game.white), field[1]));
    }
    async_session_receive(game.white.session, "{}\0\n", 4, 0);
    client_assert_heard(&game.white, 1, "a NUL character");
    client_assert_heard(&game.white, 0, "\"bye\"");
    client_command(&game.white, "e2", "e4", 0);
    client_assert_heard(&game.white, 1, "\"accepted\"");
}

SCENE(a_client_commands_no_piece_before_it_has_said_hello);
TEST(too_many_errors_end_the_conversation)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);

    for (int i = 0; i < ASYNC_SESSION_MAX_ERRORS + 5; i++)
        client_say(&game.white, "{}", 0);
    client_assert_heard(&game.white, ASYNC_SESSION_MAX_ERRORS, "\"error\"");
    g_assert_cmpstr(client_last(&game.white), ==,
                    "{\"type\":\"bye\",\"reason\":\"too many errors\"}");
    g_assert_true(game.white.session->has_ended);
    g_assert_true(async_host_is_running(game.host));
}

TEST(a_line_that_is_too_long_ends_the_conversation)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    char bytes[100];

    memset(bytes, ' ', sizeof bytes);
    for (int i = 0; i < 10; i++)
        async_session_receive(game.white.session, bytes, sizeof bytes, 0);
    g_assert_false(game.white.session->has_ended);
    for (int i = 0; i < 1000; i++)
        async_session_receive(game.white.session, bytes, sizeof bytes, 0);
    client_assert_heard(&game.white, 1, "longer than 1024 bytes");
    client_assert_heard(&game.white, 1, "\"bye\"");
    g_assert_true(game.white.session->has_ended);
}

TEST(a_flood_ends_the_conversation_and_a_stream_does_not)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    int64_t now_us = 0;

    for (int i = 0; i < 20 * LINES_PER_SECOND; i++) {
        client_command(&game.white, "e4", "e5", now_us);
        now_us += G_USEC_PER_SEC / LINES_PER_SECOND;
    }
    g_assert_false(game.white.session->has_ended);
    for (int i = 0; i < 2 * LINE_LIMIT_BURST_SECONDS * LINES_PER_SECOND; i++)
        client_command(&game.white, "e4", "e5", now_us);
    g_assert_true(game.white.session->has_ended);
    client_assert_heard(&game.white, 1, "too many lines per second");
    client_command(&game.black, "e7", "e5", now_us);
    client_assert_heard(&game.black, 1, "\"accepted\"");
}

TEST(a_flood_does_not_begin_anew_on_another_connection)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    g_autofree char *token = client_token(&game.white);
    int answers = 0;

    for (int connection = 0; connection < 5; connection++) {
        for (int i = 0; i < 10 * LINES_PER_SECOND; i++)
            client_command(&game.white, "e4", "e5", 0);
        answers += client_count(&game.white, "\"answer\"");
        client_assert_heard(&game.white, 1, "too many lines per second");
        client_clear(&game.white);
        game.white = client_new(game.host);
        client_hello(&game.white, "white", token, 0);
    }
    g_assert_cmpint(answers, ==, LINE_LIMIT_BURST_SECONDS * LINES_PER_SECOND);
    client_command(&game.white, "e2", "e4", 20 * MS);
    client_assert_heard(&game.white, 1, "\"accepted\"");
}

TEST(wrong_tokens_are_errors_and_keep_no_player_out)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    g_autofree char *token = client_token(&game.white);
    g_auto(Client) guesser = client_new(game.host), again = client_new(game.host);

    for (int guess = 1; guess <= ASYNC_SESSION_MAX_ERRORS; guess++) {
        g_assert_false(guesser.session->has_ended);
        client_hello(&guesser, "any", "guess", 0);
        client_assert_heard(&guesser, guess, "token: no seat has this token");
    }
    client_assert_heard(&guesser, 1, "too many errors");
    client_hello(&again, "white", token, 1);
    client_assert_heard(&again, 1, "\"welcome\"");
}

SCENE(another_game_has_seats_of_its_own);
SCENE(a_seat_is_left_before_the_game_and_kept_in_it);
SCENE(a_token_that_comes_again_dismisses_who_had_it);
SCENE(a_spectator_learns_no_path_that_a_side_does_not_see);
TEST(so_many_spectators_are_welcome_that_players_can_come_back)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    Client crowd[ASYNC_HOST_MAX_LISTENERS];
    g_autofree char *token = client_token(&game.white);
    int welcome = 0;

    for (int i = 0; i < ASYNC_HOST_MAX_LISTENERS; i++) {
        crowd[i] = client_new(game.host);
        client_hello(&crowd[i], "spectator", NULL, 0);
        welcome += client_count(&crowd[i], "welcome");
    }
    g_assert_cmpint(welcome, ==, ASYNC_HOST_MAX_LISTENERS - 2);
    client_assert_heard(&crowd[ASYNC_HOST_MAX_LISTENERS - 1], 1,
                        "the server is full: 200 players and spectators are connected");
    client_clear(&game.white);
    game.white = client_new(game.host);
    client_hello(&game.white, "white", token, 0);
    client_assert_heard(&game.white, 1, "welcome");
    for (int i = 0; i < ASYNC_HOST_MAX_LISTENERS; i++)
        client_clear(&crowd[i]);
}

SCENE(the_clock_goes_as_fast_as_asked);
SCENE(time_runs_out);
SCENE(nothing_is_said_after_bye);
TEST(the_clock_waits_where_the_machine_cannot_keep_up)
{
    AsyncHostOptions options = PLAIN;
    g_autoptr(AsyncHost) host = NULL;
    int64_t before_ms = -1;
    int steps = 0;

    options.player[COLOR_WHITE] = options.player[COLOR_BLACK] = "async-random:pause_ms=1";
    host = host_new(&options);
    g_assert_cmpint(async_host_next_us(host), ==, 0);
    async_host_advance(host, 0);
    while (async_host_is_running(host) && steps++ < 100000) {
        const int64_t now_us = (int64_t)3600 * G_USEC_PER_SEC * steps;
        async_host_advance(host, now_us);
        g_assert_cmpint(host->table.game->world.now_ms, >, before_ms);
        g_assert_cmpint(host->table.game->world.now_ms - before_ms, <=, 2000);
        before_ms = host->table.game->world.now_ms;
    }
    g_assert_cmpint(steps, >, 5);
    g_assert_false(async_host_is_running(host));
}

TEST(a_player_that_cannot_play_so_is_refused)
{
    AsyncHostOptions options = PLAIN;
    g_autoptr(GError) error = NULL;

    options.player[COLOR_BLACK] = "level:7";
    g_assert_null(async_host_new(&options, &error));
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT);
}
