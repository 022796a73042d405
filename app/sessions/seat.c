#include "app/sessions/seat.h"

#include <string.h>

#include "agents/logics.h"
#include "app/terminal/command.h"
#include "board/chess.h"
#include "board/text_lines.h"
#include "players/player_level.h"
#include "players/search/player_search.h"

struct Seat {
    Memories *memories; /* of the player */
    Player *player;
    GameLine *line;
    GameState start;
    GArray *moves;           /* Move, those played from the start */
    int level;               /* of a player with agents: the one chosen last, */
    int choice[LOGIC_COUNT]; /* what was chosen of each logic, */
    char *readings;          /* and what follows the logics in the text of the player */
    uint64_t seed;
    uint64_t games;             /* begun, this one included */
    const ThinkingTerms *terms; /* of the decision under way; NULL: none, or there is none */
    int64_t decide_begin_us;
    Random random;
};

static void note_choices(Seat *seat);

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
    note_choices(seat);
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
    g_free(seat->readings);
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

#define OPTION_LEVEL "Level"
#define OPTION_READINGS "Readings"
#define OPTION_HASH "Hash" /* the name that UCI has for it */
#define OPTION_SEED "Seed"

/* What may be chosen of a logic, and of look-ahead, which is asked for by how far it goes. */
enum { CHOICE_OF_LEVEL, CHOICE_OFF, CHOICE_ON };
static const char *const CHOICES[] = {"level", "off", "on", NULL};
static const char *const CHOICES_AHEAD[] = {"level", "off", "1", "2", "3", "4", NULL};

/* The level in place of the foundation, and the readings behind the logics. */
#define AGENT_OPTIONS (LOGIC_COUNT + 1)
#define SEARCH_OPTIONS (SEARCH_PART_COUNT + 1)

/* Takes level, choices and readings from the player. */
static void note_choices(Seat *seat)
{
    const LogicSet *logics = player_level_logics(seat->player);
    g_autofree char *text = player_describe(seat->player);
    const char *readings = strchr(text, ',');
    LogicSet standard;

    if (logics == NULL)
        return;
    seat->level = (int)g_ascii_strtoll(text + strlen("level:"), NULL, 10);
    seat->readings = g_strdup(readings != NULL ? readings + 1 : "");
    standard = logic_set_of_level(seat->level);
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++)
        if (logic_is_on(logics, logic) != logic_is_on(&standard, logic))
            seat->choice[logic] = logic_is_on(logics, logic) ? CHOICE_ON : CHOICE_OFF;
    if (logic_is_on(logics, LOGIC_LOOK_AHEAD) &&
        (!logic_is_on(&standard, LOGIC_LOOK_AHEAD) ||
         logics->number[LOGIC_NUMBER_LOOK_AHEAD] != standard.number[LOGIC_NUMBER_LOOK_AHEAD]))
        seat->choice[LOGIC_LOOK_AHEAD] = CHOICE_OFF + logics->number[LOGIC_NUMBER_LOOK_AHEAD];
}

/* Seats the player of a level with these choices and @readings, which become the seat's. */
static bool seat_level(Seat *seat, const char *readings, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    Player *player;

    g_string_printf(text, "level:%d", seat->level);
    for (Logic logic = 0; logic < LOGIC_COUNT; logic++) {
        const int choice = seat->choice[logic];
        if (choice != CHOICE_OF_LEVEL)
            g_string_append_printf(text, "%c%s", choice == CHOICE_OFF ? '-' : '+',
                                   LOGICS[logic].name);
        if (logic == LOGIC_LOOK_AHEAD && choice >= CHOICE_ON)
            g_string_append_printf(text, "=%d", choice - CHOICE_OFF);
    }
    if (*readings != '\0')
        g_string_append_printf(text, ",%s", readings);
    player = player_new(text->str, NULL, error);
    if (player == NULL)
        return false;
    player_free(seat->player);
    seat->player = player;
    if (readings != seat->readings) {
        g_free(seat->readings);
        seat->readings = g_strdup(readings);
    }
    return true;
}

/* Option @i, one of AGENT_OPTIONS, of a player with agents. */
static SeatOption agent_option(const Seat *seat, int i)
{
    if (i == 0)
        return (SeatOption){OPTION_LEVEL, SEAT_OPTION_SPIN, seat->level, 1, LEVEL_COUNT, NULL,
                            NULL};
    if (i < LOGIC_COUNT)
        return (SeatOption){LOGICS[i].name,
                            SEAT_OPTION_COMBO,
                            seat->choice[i],
                            0,
                            0,
                            i == LOGIC_LOOK_AHEAD ? CHOICES_AHEAD : CHOICES,
                            NULL};
    return (SeatOption){OPTION_READINGS, SEAT_OPTION_STRING, 0, 0, 0, NULL, seat->readings};
}

/* Option @i, one of SEARCH_OPTIONS, of a player that searches. */
static SeatOption search_option(const SearchSettings *settings, int i)
{
    if (i < SEARCH_PART_COUNT)
        return (SeatOption){SEARCH_PARTS[i].name,
                            SEAT_OPTION_CHECK,
                            search_settings_has(settings, (SearchPart)i),
                            0,
                            1,
                            NULL,
                            NULL};
    return (SeatOption){
        OPTION_HASH, SEAT_OPTION_SPIN, settings->hash_mebibytes, 1, SEARCH_MAX_HASH, NULL, NULL};
}

bool seat_option(const Seat *seat, int i, SeatOption *out_option)
{
    const bool has_agents = player_level_logics(seat->player) != NULL;
    const SearchSettings *settings = player_search_settings(seat->player);
    const int own = has_agents ? AGENT_OPTIONS : settings != NULL ? SEARCH_OPTIONS : 0;

    if (i > own)
        return false;
    if (i == own)
        *out_option = (SeatOption){
            OPTION_SEED, SEAT_OPTION_SPIN, (int64_t)seat->seed, 0, SEAT_MAX_SEED, NULL, NULL};
    else
        *out_option = has_agents ? agent_option(seat, i) : search_option(settings, i);
    return true;
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
            settings.parts = (settings.parts & ~(1U << part)) | (uint32_t)on << part;
    player_search_change(seat->player, &settings);
}

static bool fail_value(const SeatOption *option, const char *value, const char *expected,
                       GError **error)
{
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "option '%s' is '%s', not %s",
                option->name, value, expected);
    return false;
}

static int find_choice(const SeatOption *option, const char *text)
{
    for (int i = 0; option->choices[i] != NULL; i++)
        if (g_ascii_strcasecmp(text, option->choices[i]) == 0)
            return i;
    return -1;
}

/* A choice, also in the words of a switch: true, false, 1 and 0. */
static bool read_choice(const SeatOption *option, const char *text, gint64 *out_value,
                        GError **error)
{
    const bool is_true = g_ascii_strcasecmp(text, "true") == 0 || g_str_equal(text, "1");
    const bool is_false = g_ascii_strcasecmp(text, "false") == 0 || g_str_equal(text, "0");
    g_autofree char *expected = NULL;

    *out_value = find_choice(option, text);
    if (*out_value < 0 && (is_true || is_false))
        *out_value = is_true ? CHOICE_ON : CHOICE_OFF;
    if (*out_value >= 0)
        return true;
    expected = g_strjoinv(", ", (char **)option->choices);
    return fail_value(option, text, expected, error);
}

static bool read_value(const SeatOption *option, const char *text, gint64 *out_value,
                       GError **error)
{
    const bool is_true = g_ascii_strcasecmp(text, "true") == 0;
    g_autofree char *expected = NULL;

    if (option->kind == SEAT_OPTION_COMBO)
        return read_choice(option, text, out_value, error);
    if (option->kind == SEAT_OPTION_CHECK && (is_true || g_ascii_strcasecmp(text, "false") == 0)) {
        *out_value = is_true;
        return true;
    }
    if (g_ascii_string_to_signed(text, 10, option->min, option->max, out_value, NULL))
        return true;
    if (option->kind == SEAT_OPTION_CHECK)
        return fail_value(option, text, "true or false", error);
    expected = g_strdup_printf("a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                               (gint64)option->min, (gint64)option->max);
    return fail_value(option, text, expected, error);
}

static bool find_option(const Seat *seat, const char *name, SeatOption *out_option, GError **error)
{
    Nearest nearest = nearest_to(name, -1);
    g_autofree char *question = NULL;
    g_autofree char *small = g_ascii_strdown(name, -1);
    Logic logic;

    if (logic_parse(small, -1, &logic, NULL))
        name = LOGICS[logic].name; /* its own spelling */
    for (int i = 0; seat_option(seat, i, out_option); i++) {
        if (g_ascii_strcasecmp(out_option->name, name) == 0)
            return true;
        nearest_try(&nearest, out_option->name);
    }
    question = nearest_question(&nearest);
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION, "there is no option '%s'%s",
                name, question);
    return false;
}

/* Sets an option of a player with agents whose value is a number. */
static void set_agents(Seat *seat, const SeatOption *option, int value)
{
    Logic logic;

    if (option->kind == SEAT_OPTION_COMBO && logic_parse(option->name, -1, &logic, NULL))
        seat->choice[logic] = value;
    else
        seat->level = value;
    seat_level(seat, seat->readings, NULL);
}

bool seat_set_option(Seat *seat, const char *name, const char *value, GError **error)
{
    SeatOption option = {0};
    gint64 number;

    if (!find_option(seat, name, &option, error))
        return false;
    if (option.kind == SEAT_OPTION_STRING)
        return seat_level(seat, g_str_equal(value, "<empty>") ? "" : value, error);
    if (!read_value(&option, value, &number, error))
        return false;
    if (g_str_equal(option.name, OPTION_SEED)) {
        seat->seed = (uint64_t)number;
        seat->random = random_for_job(seat->seed, seat->games);
    } else if (g_str_equal(option.name, OPTION_HASH)) {
        set_hash(seat, (int)number);
    } else if (option.kind == SEAT_OPTION_CHECK) {
        set_part(seat, option.name, number != 0);
    } else {
        set_agents(seat, &option, (int)number);
    }
    return true;
}
