#include "app/sessions/seat.h"

#include <string.h>

#include "app/terminal/command.h"
#include "board/chess.h"
#include "board/text_lines.h"

/* Whether the programs of @player's agents answer: they are asked for a decision in the initial
 * position. What cannot be started, or fails at once, must not be replaced by the built-in agents
 * game after game. */
static bool try_programs(Player *player, const Game *game, const char *text, GError **error)
{
    g_autoptr(GameLine) line = game_line_new(game, &(DrawRules){0});
    Random random = random_for_job(1, 1);
    const PlayerCall call = {.line = line, .random = &random};
    g_autofree char *name = g_strdup_printf("player '%s': a program of its agents", text);
    Choice choice;

    if (player->kind->program == NULL || player->kind->program(player) == NULL)
        return true;
    choice = player_choose(player, &call);
    return choice.reason == NULL || player_fail_choice(name, &choice, error);
}

/* A player that can take @seat. Owner: the caller. */
static Player *read_player(const Seat *seat, const char *text, GError **error)
{
    g_autoptr(Player) player = player_new(text, seat->engines, error);

    if (player == NULL || !player_fits(player, seat->line->game, seat->memories, error))
        return NULL;
    if (player->kind->command != NULL && seat->engines == NULL)
        return player_refuse(
            error, "an external program cannot be the player here: '%s'; choose a built-in player",
            text);
    return try_programs(player, seat->line->game, text, error) ? g_steal_pointer(&player) : NULL;
}

Seat *seat_new(const char *player, const Engines *engines, GameLine *line, uint64_t seed,
               GError **error)
{
    g_autoptr(Seat) seat = g_new0(Seat, 1);

    seat->memories = command_memories();
    seat->engines = engines;
    seat->line = line;
    seat->seed = seed;
    seat->player = read_player(seat, player, error);
    if (seat->player == NULL)
        return NULL;
    seat_begin_game(seat, &line->first);
    return g_steal_pointer(&seat);
}

void seat_free(Seat *seat)
{
    g_clear_pointer(&seat->player, player_free);
    command_close_memories(seat->memories);
    game_line_free(seat->line);
    g_free(seat);
}

void seat_begin_game(Seat *seat, const GameState *start)
{
    const GameState usual = seat->line->game->start();

    game_line_start(seat->line, start != NULL ? start : &usual);
    seat->random = random_for_job(seat->seed, ++seat->games);
}

void seat_get_ready(const Seat *seat)
{
    if (seat->player->kind->get_ready != NULL)
        seat->player->kind->get_ready(seat->player);
    thinking_lag_test(&seat->player->lag);
}

bool seat_set_up(Seat *seat, const char *fen, char *const *moves, GError **error)
{
    GameLine *line = game_line_read(seat->line->game, &seat->line->rules, fen, moves, error);

    if (line == NULL)
        return false;
    game_line_free(seat->line);
    seat->line = line;
    return true;
}

bool seat_take_back(Seat *seat, int plies)
{
    GameLine *line = seat->line;
    const int kept = line->plies - plies;

    if (kept < 0)
        return false;
    game_line_start(line, &line->first);
    while (line->plies < kept)
        game_line_play(line, line->moves[line->plies]);
    return true;
}

PlayerCall seat_call(const Seat *seat, Random *random)
{
    return (PlayerCall){.line = seat->line, .random = random, .memories = seat->memories};
}

bool seat_is_interrupted(const Seat *seat, const SessionListener *listener)
{
    const SessionEvents events = session_read_events(listener);
    const bool is_endless = seat->limits != NULL && seat->limits->infinite;
    const bool is_long = g_get_monotonic_time() - seat->decide_begin_us >= SEAT_PATIENCE_MS * 1000;

    return events.stop || events.leave || (events.later_thought && is_endless) ||
           ((events.later_leave || events.end) && (is_long || is_endless));
}

Choice seat_decide(Seat *seat, const ThinkingLimits *limits, GPtrArray *messages)
{
    const Recorder recorder = {messages_keep, messages};
    PlayerCall call = seat_call(seat, &seat->random);
    Choice choice;

    call.recorder = &recorder;
    call.limits = limits;
    seat->limits = limits;
    seat->decide_begin_us = g_get_monotonic_time();
    choice = player_choose(seat->player, &call);
    seat->limits = NULL;
    return choice;
}

char *seat_failure(const Choice *choice)
{
    return choice->reason == NULL
               ? NULL
               : g_strdup_printf("a program of the agents %s%s; the built-in agents answered",
                                 choice->kind == CHOICE_INTERRUPTION ? "cannot be asked: " : "",
                                 choice->reason);
}

GPtrArray *seat_thoughts(const GPtrArray *messages)
{
    GPtrArray *thoughts = g_ptr_array_new();

    for (int sq = 0; sq < SQUARE_COUNT; sq++)
        for (guint i = 0; i < messages->len; i++)
            if (((const Message *)messages->pdata[i])->sender.square == sq &&
                messages_is_last_report(messages, i))
                g_ptr_array_add(thoughts, messages->pdata[i]);
    if (messages->len > 0)
        g_ptr_array_add(thoughts, messages->pdata[messages->len - 1]);
    return thoughts;
}

Choice seat_hint(const Seat *seat)
{
    Random random = seat->random;
    const PlayerCall call = seat_call(seat, &random);

    return player_choose(seat->player, &call);
}

char *seat_message_text(const Seat *seat, const Message *message)
{
    const Game *game = seat->line->game;
    g_autofree char *text = message_format(message, game);
    const char *content = strstr(text, ": ");

    return g_strconcat(agent_text(message->sender, game).text, content, NULL);
}

static bool set_player(Seat *seat, const char *text, GError **error)
{
    Player *player = read_player(seat, text, error);

    if (player == NULL)
        return false;
    player_free(seat->player);
    seat->player = player;
    return true;
}

static bool set_seed(Seat *seat, const char *text, GError **error)
{
    guint64 seed;

    if (!g_ascii_string_to_unsigned(text, 10, 0, SEAT_MAX_SEED, &seed, NULL))
        return player_refuse(
            error, "option '" SEAT_OPTION_SEED "' is '%s', not a whole number from 0 to %d", text,
            SEAT_MAX_SEED);
    seat->seed = seed;
    seat->random = random_for_job(seat->seed, seat->games);
    return true;
}

bool seat_set_option(Seat *seat, const char *name, const char *value, GError **error)
{
    if (g_ascii_strcasecmp(name, SEAT_OPTION_PLAYER) == 0)
        return set_player(seat, value, error);
    if (g_ascii_strcasecmp(name, SEAT_OPTION_SEED) == 0)
        return set_seed(seat, value, error);
    return player_refuse(
        error, "there is no option '%s', only " SEAT_OPTION_PLAYER " and " SEAT_OPTION_SEED, name);
}
