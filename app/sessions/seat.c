#include "app/sessions/seat.h"

#include <string.h>

#include "agents/logics.h"
#include "app/terminal/command.h"
#include "board/chess.h"
#include "board/nearest.h"
#include "players/player_level.h"
#include "players/search/player_search.h"

struct Seat {
    Memories *memories; /* of the player */
    Player *player;
    GameLine *line;
    GameState start;
    GArray *moves; /* Move, those played from the start */
    int level;     /* the one chosen last */
    uint64_t seed;
    uint64_t games;             /* begun, this one included */
    const ThinkingTerms *terms; /* of the decision under way; NULL: none, or there is none */
    int64_t decide_begin_us;
    Random random;
};

/* The level that the text of a player begins with. */
static int level_of(const Player *player)
{
    g_autofree char *text = player_describe(player);

    return player_level_logics(player) != NULL ? text[strlen("level:")] - '0' : 0;
}

Seat *seat_new(const char *player_text, uint64_t seed, const DrawRules *rules, GError **error)
{
    g_autoptr(Memories) memories = command_memories();
    g_autoptr(Player) player = player_new(player_text, NULL, error);
    Seat *seat;

    if (player == NULL)
        return NULL;
    if (!player_fits(player, &GAME_CHESS, memories, error))
        return NULL;
    if (player->kind->command != NULL) {
        g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT,
                    "the player '%s' is a program of its own already", player_text);
        return NULL;
    }
    seat = g_new0(Seat, 1);
    seat->memories = g_steal_pointer(&memories);
    seat->player = g_steal_pointer(&player);
    seat->level = level_of(seat->player);
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

    if (fen != NULL && !GAME_CHESS.read_state(fen, &start, error))
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

#define OPTION_LEVEL "Level"
#define OPTION_HASH "Hash" /* the name that UCI has for it */
#define OPTION_SEED "Seed"

/* Look-ahead is asked for by how far it goes, 0 for not at all; how wide it is are options too. */
#define WIDTHS (LOGIC_NUMBER_COUNT - LOGIC_NUMBER_SUGGESTIONS)
#define AGENT_OPTIONS (1 + LOGIC_COUNT + WIDTHS + READING_COUNT)
#define SEARCH_OPTIONS (SEARCH_PART_COUNT + 1)

/* Option @i, one of AGENT_OPTIONS, of a player with agents. */
static SeatOption agent_option(const Seat *seat, const LogicSet *logics, int i)
{
    if (i == 0)
        return (SeatOption){OPTION_LEVEL, false, seat->level, 1, LEVEL_COUNT};
    i -= 1;
    if (i == LOGIC_LOOK_AHEAD)
        return (SeatOption){
            LOGICS[i].name, false,
            logic_is_on(logics, LOGIC_LOOK_AHEAD) ? logics->number[LOGIC_NUMBER_LOOK_AHEAD] : 0, 0,
            LOGIC_NUMBERS[LOGIC_NUMBER_LOOK_AHEAD].most};
    if (i < LOGIC_COUNT)
        return (SeatOption){LOGICS[i].name, true, logic_is_on(logics, (Logic)i), 0, 1};
    i -= LOGIC_COUNT;
    if (i < WIDTHS) {
        const int number = LOGIC_NUMBER_SUGGESTIONS + i;
        return (SeatOption){LOGIC_NUMBERS[number].name, false, logics->number[number],
                            LOGIC_NUMBERS[number].least, LOGIC_NUMBERS[number].most};
    }
    i -= WIDTHS;
    return (SeatOption){READINGS[i].name, true, reading_is_on(logics, (Reading)i), 0, 1};
}

/* Option @i, one of SEARCH_OPTIONS, of a player that searches. */
static SeatOption search_option(const SearchSettings *settings, int i)
{
    if (i < SEARCH_PART_COUNT)
        return (SeatOption){SEARCH_PARTS[i].name, true,
                            search_settings_has(settings, (SearchPart)i), 0, 1};
    return (SeatOption){OPTION_HASH, false, settings->hash_mebibytes, 1, SEARCH_MAX_HASH};
}

bool seat_option(const Seat *seat, int i, SeatOption *out_option)
{
    const LogicSet *logics = player_level_logics(seat->player);
    const SearchSettings *settings = player_search_settings(seat->player);
    const int own = logics != NULL ? AGENT_OPTIONS : settings != NULL ? SEARCH_OPTIONS : 0;

    if (i > own)
        return false;
    if (i == own)
        *out_option = (SeatOption){OPTION_SEED, false, (int64_t)seat->seed, 0, SEAT_MAX_SEED};
    else if (logics != NULL)
        *out_option = agent_option(seat, logics, i);
    else
        *out_option = search_option(settings, i);
    return true;
}

static void set_logics(Seat *seat, const LogicSet *logics)
{
    g_autofree char *text = logic_set_format(logics);
    g_autofree char *name = g_strconcat("level:", text, NULL);
    Player *player = player_new(name, NULL, NULL);

    g_assert(player != NULL);
    player_free(seat->player);
    seat->player = player;
}

/* Sets bit @bit of @bits. */
static void set_bit(uint32_t *bits, int bit, bool on)
{
    *bits = (*bits & ~(1U << bit)) | (uint32_t)on << bit;
}

static void set_level(Seat *seat, int level)
{
    LogicSet logics = logic_set_of_level(level);

    logics.readings = player_level_logics(seat->player)->readings;
    seat->level = level;
    set_logics(seat, &logics);
}

static void set_hash(Seat *seat, int mebibytes)
{
    SearchSettings settings = *player_search_settings(seat->player);

    settings.hash_mebibytes = mebibytes;
    player_search_change(seat->player, &settings);
}

static void set_part(Seat *seat, const char *name, bool on)
{
    SearchSettings settings = *player_search_settings(seat->player);

    for (int part = 0; part < SEARCH_PART_COUNT; part++)
        if (g_str_equal(SEARCH_PARTS[part].name, name))
            set_bit(&settings.parts, part, on);
    player_search_change(seat->player, &settings);
}

/* How far or how wide the agents look ahead; not at all if @value is 0. */
static void set_logic_number(Seat *seat, const char *name, int value)
{
    LogicSet logics = *player_level_logics(seat->player);

    for (int number = 0; number < LOGIC_NUMBER_COUNT; number++)
        if (g_str_equal(LOGIC_NUMBERS[number].name, name) && value > 0)
            logics.number[number] = (uint8_t)value;
    if (g_str_equal(LOGICS[LOGIC_LOOK_AHEAD].name, name))
        set_bit(&logics.logics, LOGIC_LOOK_AHEAD, value > 0);
    set_logics(seat, &logics);
}

static bool set_logic(Seat *seat, const char *name, bool on, GError **error)
{
    LogicSet logics = *player_level_logics(seat->player);

    if (g_str_equal(name, LOGICS[LOGIC_FOUNDATION].name) && !on) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "'%s' is the foundation of all logic and stays on", name);
        return false;
    }
    for (int logic = 0; logic < LOGIC_COUNT; logic++)
        if (g_str_equal(LOGICS[logic].name, name))
            set_bit(&logics.logics, logic, on);
    for (int reading = 0; reading < READING_COUNT; reading++)
        if (g_str_equal(READINGS[reading].name, name))
            set_bit(&logics.readings, reading, on);
    set_logics(seat, &logics);
    return true;
}

static bool read_value(const SeatOption *option, const char *text, gint64 *out_value,
                       GError **error)
{
    const bool is_true = g_ascii_strcasecmp(text, "true") == 0;

    if (option->is_check && (is_true || g_ascii_strcasecmp(text, "false") == 0)) {
        *out_value = is_true;
        return true;
    }
    if (g_ascii_string_to_signed(text, 10, option->min, option->max, out_value, NULL))
        return true;
    if (option->is_check)
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "option '%s' is '%s', not true or false", option->name, text);
    else
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "option '%s' is '%s', not a number from %" G_GINT64_FORMAT
                    " to %" G_GINT64_FORMAT,
                    option->name, text, (gint64)option->min, (gint64)option->max);
    return false;
}

bool seat_set_option(Seat *seat, const char *name, const char *value, GError **error)
{
    SeatOption option = {0};
    gint64 number;
    int i = 0;

    g_autofree char *small = g_ascii_strdown(name, -1); /* capitals count for nothing there */
    Nearest nearest = nearest_to(name, -1);
    Logic logic;

    if (logic_parse(small, -1, &logic, NULL))
        name = LOGICS[logic].name; /* its own spelling */
    while (seat_option(seat, i, &option) && g_ascii_strcasecmp(option.name, name) != 0) {
        nearest_try(&nearest, option.name);
        i++;
    }
    if (!seat_option(seat, i, &option)) {
        g_autofree char *question = nearest_question(&nearest);
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
                    "there is no option '%s'%s", name, question);
        return false;
    }
    if (!read_value(&option, value, &number, error))
        return false;
    if (option.is_check && !seat_thinks(seat))
        return set_logic(seat, option.name, number != 0, error);
    if (option.is_check) {
        set_part(seat, option.name, number != 0);
    } else if (g_str_equal(option.name, OPTION_HASH)) {
        set_hash(seat, (int)number);
    } else if (g_str_equal(option.name, OPTION_LEVEL)) {
        set_level(seat, (int)number);
    } else if (!g_str_equal(option.name, OPTION_SEED)) {
        set_logic_number(seat, option.name, (int)number);
    } else {
        seat->seed = (uint64_t)number;
        seat->random = random_for_job(seat->seed, seat->games);
    }
    return true;
}
