#include "app/sessions/seat.h"

#include <string.h>

#include "app/terminal/command.h"
#include "board/chess.h"
#include "players/search/player_search.h"

struct Seat {
    Memories *memories; /* of the player */
    Player *player;
    GameLine *line;
    GameState start;
    GArray *moves; /* Move, those played from the start */
    uint64_t seed;
    uint64_t games;             /* begun, this one included */
    const ThinkingTerms *terms; /* of the decision under way; NULL: none, or there is none */
    int64_t decide_begin_us;
    Random random;
};

/* A player that can take the seat. Owner: the caller. */
static Player *read_player(const char *text, Memories *memories, GError **error)
{
    g_autoptr(Player) player = player_new(text, NULL, error);

    if (player == NULL || !player_fits(player, &GAME_CHESS, memories, error))
        return NULL;
    if (player->kind->command == NULL)
        return g_steal_pointer(&player);
    g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT,
                "the player '%s' is a program of its own already", text);
    return NULL;
}

Seat *seat_new(const char *player_text, uint64_t seed, const DrawRules *rules, GError **error)
{
    g_autoptr(Memories) memories = command_memories();
    g_autoptr(Player) player = read_player(player_text, memories, error);
    Seat *seat;

    if (player == NULL)
        return NULL;
    seat = g_new0(Seat, 1);
    seat->memories = g_steal_pointer(&memories);
    seat->player = g_steal_pointer(&player);
    seat->line = game_line_new(&GAME_CHESS, rules);
    seat->moves = g_array_new(FALSE, FALSE, sizeof(Move));
    seat->seed = seed;
    seat_begin_game(seat);
    return seat;
}

void seat_free(Seat *seat)
{
    player_free(seat->player);
    command_close_memories(seat->memories);
    game_line_free(seat->line);
    g_array_unref(seat->moves);
    g_free(seat);
}

char *seat_player(const Seat *seat)
{
    return player_describe(seat->player);
}

static void start_from(Seat *seat, const GameState *state)
{
    seat->start = *state;
    g_array_set_size(seat->moves, 0);
    game_line_start(seat->line, state);
}

void seat_begin_game(Seat *seat)
{
    const GameState start = GAME_CHESS.start();

    start_from(seat, &start);
    seat->random = random_for_job(seat->seed, ++seat->games);
}

bool seat_set_up(Seat *seat, const char *fen, char *const *moves, GError **error)
{
    GameState start = GAME_CHESS.start(), state;
    g_autoptr(GArray) read = g_array_new(FALSE, FALSE, sizeof(Move));

    if (fen != NULL && !game_read_state(&GAME_CHESS, fen, &start, error))
        return false;
    state = start;
    for (; moves != NULL && *moves != NULL; moves++) {
        Move move;
        if (!GAME_CHESS.parse_move(&state, *moves, &move, error))
            return false;
        GAME_CHESS.play(&state, move);
        g_array_append_val(read, move);
    }
    start_from(seat, &start);
    for (guint i = 0; i < read->len; i++)
        seat_play(seat, g_array_index(read, Move, i));
    return true;
}

const GameLine *seat_line(const Seat *seat)
{
    return seat->line;
}

GameOutcome seat_outcome(const Seat *seat)
{
    return game_line_outcome(seat->line);
}

bool seat_read_move(const Seat *seat, const char *text, Move *out_move, GError **error)
{
    return GAME_CHESS.parse_move(&seat->line->state, text, out_move, error);
}

void seat_play(Seat *seat, Move move)
{
    g_array_append_val(seat->moves, move);
    game_line_play(seat->line, move);
}

bool seat_take_back(Seat *seat, int plies)
{
    const guint played = seat->moves->len;

    if (played < (guint)plies)
        return false;
    g_array_set_size(seat->moves, played - (guint)plies);
    game_line_start(seat->line, &seat->start);
    for (guint i = 0; i < seat->moves->len; i++)
        game_line_play(seat->line, g_array_index(seat->moves, Move, i));
    return true;
}

static void note_message(const Message *message, void *data)
{
    SeatDecision *decision = data;
    Message *copy;

    decision->message_count++;
    if (message->kind != MESSAGE_DECISION &&
        (message->kind != MESSAGE_REPORT || !message->has_actions))
        return;
    copy = message_copy(message);
    g_ptr_array_add(decision->messages, copy);
    if (message->kind == MESSAGE_DECISION)
        decision->decision = copy;
    else
        decision->report[message->sender.square] = copy;
}

/* Whether the decision under way would never end. */
static bool is_endless(const Seat *seat)
{
    return seat->terms != NULL && seat->terms->infinite;
}

static bool takes_long(const Seat *seat)
{
    return g_get_monotonic_time() - seat->decide_begin_us >= SEAT_PATIENCE_MS * 1000;
}

bool seat_is_interrupted(const Seat *seat, const SessionEar *ear)
{
    const SessionNews news = session_hear(ear);

    return news.stop || news.leave || (news.later_thought && is_endless(seat)) ||
           ((news.later_leave || news.end) && (takes_long(seat) || is_endless(seat)));
}

void seat_decide(Seat *seat, const ThinkingTerms *terms, SeatDecision *out_decision)
{
    SeatDecision decision = {
        .messages = messages_new(),
    };
    const Recorder recorder = {note_message, &decision};
    const PlayerCall call = {
        .line = seat->line,
        .random = &seat->random,
        .recorder = &recorder,
        .terms = terms,
        .memories = seat->memories,
    };
    Choice choice;

    seat->terms = terms;
    seat->decide_begin_us = g_get_monotonic_time();
    choice = player_choose(seat->player, &call);
    seat->terms = NULL;
    decision.move = choice.move;
    decision.resigns = choice.kind == CHOICE_RESIGNATION;
    *out_decision = decision;
}

void seat_decision_clear(SeatDecision *decision)
{
    g_clear_pointer(&decision->messages, g_ptr_array_unref);
}

void seat_rest(Seat *seat)
{
    memories_write_idle(seat->memories);
}

Move seat_hint(const Seat *seat)
{
    Random random = seat->random;
    const PlayerCall call = {.line = seat->line, .random = &random, .memories = seat->memories};

    return player_choose(seat->player, &call).move;
}

bool seat_thinks(const Seat *seat)
{
    return player_search_settings(seat->player) != NULL;
}

char *seat_message_text(const Seat *seat, const Message *message)
{
    const Game *game = seat->line->game;
    g_autofree char *sender = agent_name_format(message->sender, game);
    g_autofree char *text = message_format(message, game);
    const char *content = strstr(text, ": ");

    return g_strconcat(sender, content, NULL);
}

static bool set_player(Seat *seat, const char *text, GError **error)
{
    Player *player = read_player(text, seat->memories, error);

    if (player == NULL)
        return false;
    player_free(seat->player);
    seat->player = player;
    return true;
}

static bool set_seed(Seat *seat, const char *text, GError **error)
{
    guint64 seed;

    if (!g_ascii_string_to_unsigned(text, 10, 0, SEAT_MAX_SEED, &seed, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "option '" SEAT_OPTION_SEED "' is '%s', not a number from 0 to %d", text,
                    SEAT_MAX_SEED);
        return false;
    }
    seat->seed = seed;
    seat->random = random_for_job(seat->seed, seat->games);
    return true;
}

uint64_t seat_seed(const Seat *seat)
{
    return seat->seed;
}

bool seat_set_option(Seat *seat, const char *name, const char *value, GError **error)
{
    if (g_ascii_strcasecmp(name, SEAT_OPTION_PLAYER) == 0)
        return set_player(seat, value, error);
    if (g_ascii_strcasecmp(name, SEAT_OPTION_SEED) == 0)
        return set_seed(seat, value, error);
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
                "there is no option '%s', only " SEAT_OPTION_PLAYER " and " SEAT_OPTION_SEED, name);
    return false;
}
