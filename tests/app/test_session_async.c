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

TEST(the_game_begins_when_both_sides_are_taken)
{
    g_autoptr(AsyncHost) host = host_new(&PLAIN);
    g_auto(Client) first = client_new(host), second = client_new(host), third = client_new(host);

    client_hello(&first, "any", NULL, 0);
    client_assert_heard(&first, 1, "\"type\":\"welcome\",\"version\":1,\"colour\":\"white\"");
    client_assert_heard(&first, 1, "\"running\":false");
    g_assert_false(async_host_is_running(host));
    g_assert_cmpint(async_host_next_us(host), ==, INT64_MAX);
    client_hello(&second, "white", NULL, 0);
    client_assert_heard(&second, 1, "colour: white is taken");
    client_hello(&second, "any", NULL, 5 * MS);
    client_assert_heard(&second, 1, "\"colour\":\"black\",\"token\"");
    client_assert_heard(&first, 1, "\"time_ms\":0,\"running\":true");
    client_assert_heard(&second, 1, "\"time_ms\":0,\"running\":true");
    g_assert_true(async_host_is_running(host));
    client_hello(&third, "any", NULL, 6 * MS);
    client_assert_heard(&third, 1, "colour: each side is taken");
}

TEST(a_command_takes_effect_when_it_arrives)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);

    client_command(&game.white, "e2", "e4", 250 * MS);
    client_assert_heard(&game.white, 1,
                        "\"answer\",\"time_ms\":250,\"colour\":\"white\",\"from\":\"e2\",\"to\":"
                        "\"e4\",\"answer\":\"accepted\"");
    client_assert_heard(&game.white, 1, "\"under_way\":true,\"to\":\"e4\",\"due_ms\":1250");
    client_assert_heard(&game.black, 0, "\"answer\"");
    client_assert_heard(&game.black, 1, "\"piece\":\"pawn\",\"under_way\":true}]");
    async_host_advance(game.host, 1249 * MS);
    client_assert_heard(&game.black, 0, "\"from\":\"e2\",\"to\":\"e3\"");
    g_assert_cmpint(async_host_next_us(game.host), <=, 1250 * MS + 1);
    async_host_advance(game.host, 1250 * MS);
    client_assert_heard(&game.black, 1,
                        "\"time_ms\":1250,\"entered\":[{\"from\":\"e2\",\"to\":\"e3\"}]");
}

TEST(what_is_refused_changes_nothing)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);

    client_command(&game.white, "e7", "e5", 1 * MS);
    client_command(&game.white, "e4", "e5", 2 * MS);
    client_command(&game.white, "a1", "b3", 3 * MS);
    client_assert_heard(&game.white, 1, "\"the piece is the opponent's\"");
    client_assert_heard(&game.white, 1, "\"no piece is there\"");
    client_assert_heard(&game.white, 1, "\"the piece does not move so\"");
    client_assert_heard(&game.white, 0, "\"event\"");
    g_assert_cmpuint(async_host_world(game.host)->under_way, ==, 0);
}

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
    async_session_hear(game.white.session, "{}\0\n", 4, 0);
    client_assert_heard(&game.white, 1, "a NUL character");
    client_assert_heard(&game.white, 0, "\"bye\"");
    client_command(&game.white, "e2", "e4", 0);
    client_assert_heard(&game.white, 1, "\"accepted\"");
}

TEST(nobody_commands_who_has_not_said_hello)
{
    g_autoptr(AsyncHost) host = host_new(&PLAIN);
    g_auto(Client) client = client_new(host), spectator = client_new(host);

    client_command(&client, "e2", "e4", 0);
    client_assert_heard(&client, 1, "say hello first");
    client_hello(&client, "white", NULL, 0);
    client_command(&client, "e2", "e4", 0);
    client_assert_heard(&client, 1, "the game has not begun");
    client_hello(&spectator, "spectator", NULL, 0);
    client_command(&spectator, "e2", "e4", 0);
    client_assert_heard(&spectator, 1, "a spectator cannot command pieces");
    client_assert_heard(&spectator, 0, "token");
}

TEST(too_many_errors_end_the_conversation)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);

    for (int i = 0; i < ASYNC_SESSION_MAX_ERRORS + 5; i++)
        client_say(&game.white, "{}", 0);
    client_assert_heard(&game.white, ASYNC_SESSION_MAX_ERRORS, "\"error\"");
    g_assert_cmpstr(client_last(&game.white), ==,
                    "{\"type\":\"bye\",\"reason\":\"too many errors\"}");
    g_assert_true(async_session_has_ended(game.white.session));
    g_assert_true(async_host_is_running(game.host));
}

TEST(a_line_that_is_too_long_ends_the_conversation)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    char bytes[100];

    memset(bytes, ' ', sizeof bytes);
    for (int i = 0; i < 10; i++)
        async_session_hear(game.white.session, bytes, sizeof bytes, 0);
    g_assert_false(async_session_has_ended(game.white.session));
    for (int i = 0; i < 1000; i++)
        async_session_hear(game.white.session, bytes, sizeof bytes, 0);
    client_assert_heard(&game.white, 1, "longer than 1024 bytes");
    client_assert_heard(&game.white, 1, "\"bye\"");
    g_assert_true(async_session_has_ended(game.white.session));
}

TEST(a_flood_ends_the_conversation_and_a_stream_does_not)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    int64_t now_us = 0;

    for (int i = 0; i < 20 * LINES_PER_SECOND; i++) {
        client_command(&game.white, "e4", "e5", now_us);
        now_us += G_USEC_PER_SEC / LINES_PER_SECOND;
    }
    g_assert_false(async_session_has_ended(game.white.session));
    for (int i = 0; i < 2 * LINE_LIMIT_BURST_SECONDS * LINES_PER_SECOND; i++)
        client_command(&game.white, "e4", "e5", now_us);
    g_assert_true(async_session_has_ended(game.white.session));
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
        g_assert_false(async_session_has_ended(guesser.session));
        client_hello(&guesser, "any", "guess", 0);
        client_assert_heard(&guesser, guess, "token: no seat has it");
    }
    client_assert_heard(&guesser, 1, "too many errors");
    client_hello(&again, "white", token, 1);
    client_assert_heard(&again, 1, "\"welcome\"");
}

TEST(another_game_has_seats_of_its_own)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    g_auto(Client) waiting = client_new(game.host), old = client_new(game.host);
    g_autofree char *token = client_token(&game.white);

    async_host_advance(game.host, 60001 * MS);
    g_assert_true(async_host_is_closed(game.host));
    g_assert_true(async_host_restart(game.host, 2, NULL));
    g_assert_false(async_host_is_closed(game.host));
    g_assert_false(async_host_has_begun(game.host));
    client_hello(&waiting, "white", NULL, 60002 * MS);
    client_assert_heard(&waiting, 1, "\"time_ms\":0,\"running\":false");
    client_hello(&old, "white", token, 60002 * MS);
    client_assert_heard(&old, 1, "token: no seat has it");
    client_hello(&old, "any", NULL, 60003 * MS);
    client_assert_heard(&old, 1, "\"colour\":\"black\",\"token\"");
    client_command(&waiting, "e2", "e4", 60005 * MS);
    client_assert_heard(&waiting, 1, "\"time_ms\":2,\"colour\":\"white\"");
}

TEST(a_seat_is_left_before_the_game_and_kept_in_it)
{
    g_autoptr(AsyncHost) host = host_new(&PLAIN);
    g_auto(Client) gone = client_new(host), white = client_new(host), black = client_new(host);
    g_auto(Client) again = client_new(host), thief = client_new(host);
    g_autofree char *token = NULL, *old = NULL;

    client_hello(&gone, "white", NULL, 0);
    old = client_token(&gone);
    client_say(&gone, "{\"type\":\"bye\"}", 0);
    client_assert_heard(&gone, 1, "\"bye\"");
    client_hello(&white, "white", NULL, 0);
    token = client_token(&white);
    g_assert_cmpstr(token, !=, old);
    client_hello(&black, "black", NULL, 0);
    client_command(&white, "e2", "e4", 0);
    async_session_hear(white.session, "{\"type\":\"comm", 13, 0);
    client_clear(&white);
    async_host_advance(host, 1000 * MS);
    client_assert_heard(&black, 1, "{\"from\":\"e2\",\"to\":\"e3\"}");
    client_hello(&thief, "white", NULL, 1001 * MS);
    client_assert_heard(&thief, 1, "white is taken");
    client_hello(&thief, "white", old, 1001 * MS);
    client_assert_heard(&thief, 1, "token: no seat has it");
    client_hello(&thief, "black", token, 1001 * MS);
    client_assert_heard(&thief, 1, "colour: the token is of white, not of black");
    client_hello(&again, "any", token, 1500 * MS);
    client_assert_heard(&again, 1, token);
    client_assert_heard(&again, 1, "\"time_ms\":1000,\"running\":true");
    client_assert_heard(&again, 1, "\"to\":\"e4\",\"due_ms\":2000");
    client_command(&again, "d2", "d4", 1600 * MS);
    client_assert_heard(&again, 1, "\"time_ms\":1600,\"colour\":\"white\"");
}

TEST(a_token_that_comes_again_dismisses_who_had_it)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    g_auto(Client) again = client_new(game.host);
    g_autofree char *token = client_token(&game.white);

    client_hello(&again, "white", token, 0);
    g_assert_true(async_session_has_ended(game.white.session));
    client_assert_heard(&game.white, 1, "another connection has used this token");
    client_clear(&game.white);
    client_command(&again, "e2", "e4", 0);
    client_assert_heard(&again, 1, "\"accepted\"");
}

TEST(a_spectator_learns_no_path_that_a_side_does_not_see)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    g_auto(Client) early = client_new(game.host), late = client_new(game.host);

    client_hello(&early, "spectator", NULL, 0);
    client_command(&game.white, "a2", "a4", 0);
    client_command(&game.black, "a7", "a5", 0);
    client_hello(&late, "spectator", NULL, 10 * MS);
    async_host_advance(game.host, 1000 * MS);
    client_assert_heard(&early, 3, "\"event\"");
    client_assert_heard(&early, 0, "\"due_ms\"");
    client_assert_heard(&early, 0, "\"to\":\"a4\"");
    client_assert_heard(&late, 0, "\"due_ms\"");
    client_assert_heard(&late, 1, "\"state\"");
}

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
    client_assert_heard(&crowd[ASYNC_HOST_MAX_LISTENERS - 1], 1, "200 clients listen already");
    client_clear(&game.white);
    game.white = client_new(game.host);
    client_hello(&game.white, "white", token, 0);
    client_assert_heard(&game.white, 1, "welcome");
    for (int i = 0; i < ASYNC_HOST_MAX_LISTENERS; i++)
        client_clear(&crowd[i]);
}

TEST(the_clock_goes_as_fast_as_asked)
{
    AsyncHostOptions options = PLAIN;

    options.speed = 20;
    g_auto(Meeting) game = meeting_new(&options);
    client_command(&game.white, "e2", "e3", 10 * MS);
    client_assert_heard(&game.white, 1, "\"time_ms\":200,\"colour\"");
    g_assert_cmpint(async_host_next_us(game.host), >=, 60 * MS);
    g_assert_cmpint(async_host_next_us(game.host), <=, 60 * MS + 1);
    async_host_advance(game.host, async_host_next_us(game.host));
    client_assert_heard(&game.white, 1, "\"time_ms\":1200,\"entered\"");
}

TEST(time_runs_out)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);
    g_auto(Client) late = client_new(game.host);

    client_command(&game.white, "e2", "e3", 60000 * MS);
    client_assert_heard(&game.white, 1, "\"accepted\"");
    async_host_advance(game.host, 60001 * MS);
    client_assert_heard(&game.black, 1, "\"over\":{\"winner\":null,\"reason\":\"time up\"}");
    g_assert_cmpstr(client_last(&game.black), ==,
                    "{\"type\":\"bye\",\"reason\":\"the game is over\"}");
    g_assert_true(async_host_is_closed(game.host));
    g_assert_cmpint(async_host_next_us(game.host), ==, INT64_MAX);
    client_hello(&late, "spectator", NULL, 60001 * MS);
    client_assert_heard(&late, 1, "the game is over");
}

/* A command that comes after the end is not obeyed, and nothing follows the bye. */
TEST(nothing_is_said_after_bye)
{
    g_auto(Meeting) game = meeting_new(&PLAIN);

    client_command(&game.white, "e2", "e3", 70000 * MS);
    client_assert_heard(&game.white, 1, "time up");
    client_assert_heard(&game.white, 0, "\"answer\"");
    g_assert_true(g_str_has_prefix(client_last(&game.white), "{\"type\":\"bye\""));
}

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
        g_assert_cmpint(async_host_world(host)->now_ms, >, before_ms);
        g_assert_cmpint(async_host_world(host)->now_ms - before_ms, <=, 2000);
        before_ms = async_host_world(host)->now_ms;
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
