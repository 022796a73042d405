#include "players/external/engine.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "board/threechess.h"
#include "players/external/engine_protocol.h"

#define QUIT_MS 3000 /* how long an engine may take to quit; Crafty sleeps a second */
#define MAX_QUOTE 24 /* how many bytes of an engine's words a message repeats */

static const EngineProtocol *const PROTOCOLS[] = {
    [ENGINE_PROTOCOL_UCI] = &ENGINE_UCI,
    [ENGINE_PROTOCOL_CECP] = &ENGINE_CECP,
    [ENGINE_PROTOCOL_PLAIN] = &ENGINE_PLAIN,
};

Engine *engine_new(const EngineSettings *settings, EngineLimit limit)
{
    Engine *engine = g_new0(Engine, 1);

    engine->settings = settings;
    engine->limit = limit;
    engine->protocol = PROTOCOLS[settings->protocol];
    engine->title = g_string_new(NULL);
    engine->reason = g_string_new(NULL);
    engine->out = g_string_new(NULL);
    engine->moves = g_array_new(FALSE, FALSE, sizeof(Move));
    engine->moves_text = g_string_new(NULL);
    engine->uci_options = g_ptr_array_new_with_free_func(g_free);
    return engine;
}

void engine_end(Engine *engine, int grace_ms)
{
    if (engine->process != NULL)
        process_end(engine->process, grace_ms);
    engine->process = NULL;
    engine->knows_game = false;
    engine->is_ready = false;
}

void engine_free(Engine *engine)
{
    if (engine->process != NULL)
        process_write(engine->process, "quit\n", strlen("quit\n"), engine_deadline(QUIT_MS));
    engine_end(engine, QUIT_MS);
    g_string_free(engine->title, TRUE);
    g_string_free(engine->reason, TRUE);
    g_free(engine->words);
    g_string_free(engine->out, TRUE);
    g_array_free(engine->moves, TRUE);
    g_free(engine->first_text);
    g_string_free(engine->moves_text, TRUE);
    g_ptr_array_free(engine->uci_options, TRUE);
    g_free(engine);
}

const char *engine_title(const Engine *engine)
{
    return engine->title->len > 0 ? engine->title->str : NULL;
}

bool engine_fail(Engine *engine, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_string_vprintf(engine->reason, format, args);
    va_end(args);
    engine->is_interrupted = engine->is_late = false;
    return false;
}

/* A process that is in the middle of something has no time to quit. */
void engine_give_up(Engine *engine)
{
    engine->answer_ms = 0;
    g_free(engine->words);
    engine->words = engine->process != NULL ? process_last_words(engine->process) : NULL;
    engine_end(engine, 0);
}

Choice engine_failure(Engine *engine)
{
    engine_give_up(engine);
    return (Choice){.kind = engine->is_interrupted ? CHOICE_INTERRUPTION : CHOICE_FAILURE,
                    .reason = engine->reason->str,
                    .words = engine->words,
                    .is_late = engine->is_late,
                    .delay_us = engine->delay_us};
}

gint64 engine_deadline(uint64_t ms)
{
    return g_get_monotonic_time() + (gint64)ms * (G_USEC_PER_SEC / 1000);
}

static bool fail_as_closed(Engine *engine)
{
    g_autofree char *end = process_describe_end(engine->process);

    return engine_fail(engine, "%s", end);
}

/* Of PROCESS_FAULT. */
static bool interrupt_by_errno(Engine *engine)
{
    return engine_interrupt(engine, "lines cannot be exchanged with the program: %s",
                            g_strerror(errno));
}

static bool send_out(Engine *engine, gint64 deadline)
{
    const ProcessResult result =
        process_write(engine->process, engine->out->str, engine->out->len, deadline);

    g_string_truncate(engine->out, 0); /* which leaves errno as it is */
    switch (result) {
    case PROCESS_OK:
        return true;
    case PROCESS_TIMEOUT:
        engine_fail(engine, "does not read its standard input");
        engine->is_late = true;
        return false;
    case PROCESS_CLOSED:
        return fail_as_closed(engine);
    case PROCESS_FAULT:
        return interrupt_by_errno(engine);
    }
    g_assert_not_reached();
}

bool engine_listen(Engine *engine, gint64 deadline, EngineListener hear, void *data,
                   bool *out_timeout)
{
    const gint64 started = g_get_monotonic_time();
    const char *line;

    process_forget_delay(engine->process);
    if (!send_out(engine, deadline))
        return false;
    for (;;)
        switch (process_read_line(engine->process, deadline, &line)) {
        case PROCESS_OK:
            if (hear(engine, line, data))
                return true;
            break;
        case PROCESS_TIMEOUT:
            if (out_timeout == NULL) {
                engine_fail(engine, "has not answered for %" G_GUINT64_FORMAT " ms",
                            engine->answer_ms > 0 ? engine->answer_ms
                                                  : (uint64_t)(deadline - started + 999) / 1000);
                engine->is_late = true;
                return false;
            }
            *out_timeout = true;
            return true;
        case PROCESS_CLOSED:
            return fail_as_closed(engine);
        case PROCESS_FAULT:
            return interrupt_by_errno(engine);
        }
}

void engine_send_lines(Engine *engine, const char *before, const char *lines)
{
    g_auto(GStrv) parts = g_strsplit(lines, ";", -1);

    for (char **part = parts; *part != NULL; part++)
        if (*g_strstrip(*part) != '\0')
            g_string_append_printf(engine->out, "%s%s\n", before, *part);
}

void engine_append_move(const Engine *engine, Move move, GString *text)
{
    if (text->len > 0)
        g_string_append_c(text, ' ');
    g_string_append(text, game_move_code(engine->game, move).text);
}

/* Output of an engine as a message may quote it: short, without characters that control a terminal
 * or break a table. Owner: the caller. */
static char *quote_output(const char *text, int length)
{
    g_autofree char *part = g_strndup(text, (gsize)MIN(length, MAX_QUOTE));
    char *valid = g_utf8_make_valid(part, -1);

    for (char *c = valid; *c != '\0'; c++)
        if (g_ascii_iscntrl(*c) || strchr("\"'{}", *c) != NULL)
            *c = '?';
    return valid;
}

Choice engine_read_move(Engine *engine, const char *text, int length)
{
    g_autofree char *word = g_strndup(text, (gsize)length);
    Move move;

    if (!engine->game->parse_move(&engine->state, word, &move, NULL)) {
        g_autofree char *said = quote_output(text, length);
        if (length == 0)
            engine_fail(engine, "answered without a move");
        else
            engine_fail(engine, "played '%s', which is not a legal move", said);
        return ENGINE_FAILURE;
    }
    return choice_of_move(move);
}

bool engine_start(Engine *engine)
{
    g_auto(GStrv) argv = NULL;
    const EngineSettings *settings = engine->settings;
    const ProcessPlace place = {.dir = *settings->dir != '\0' ? settings->dir : NULL,
                                .is_home = settings->writes_at_home};
    g_autoptr(GError) error = NULL;

    if (engine->process != NULL)
        return true;
    if (!g_shell_parse_argv(settings->command, NULL, &argv, &error) ||
        (engine->process = process_start((const char *const *)argv, &place, &error)) == NULL)
        return engine_interrupt(engine, "the program cannot be started: %s", error->message);
    return engine->protocol->start(engine);
}

static void know_move(Engine *engine, Move move)
{
    engine->game->play(&engine->state, move);
    g_array_append_val(engine->moves, move);
    engine_append_move(engine, move, engine->moves_text);
}

/* Whether @line is the game that the engine knows with a move of each other side, of which some may
 * be out of the game. */
static bool goes_on(const Engine *engine, const GameLine *line)
{
    const guint known = engine->moves->len;
    const int more = line->plies - (int)known;
    const Game *game = line->game;
    const Position *first = &engine->first.chess, *other = &line->first.chess;

    return engine->knows_game && engine->game == game && more >= 1 && more < game->sides &&
           game->key(&engine->first) == game->key(&line->first) &&
           (game == &GAME_THREECHESS || (first->halfmove_clock == other->halfmove_clock &&
                                         first->fullmove_number == other->fullmove_number)) &&
           memcmp(engine->moves->data, line->moves, known * sizeof(Move)) == 0;
}

static bool begin_game(Engine *engine, const GameLine *line)
{
    engine->game = line->game;
    engine->first = engine->state = line->first;
    g_array_set_size(engine->moves, 0);
    g_string_truncate(engine->moves_text, 0);
    g_free(engine->first_text);
    engine->first_text = line->game->write_state(&line->first);
    engine->knows_game = true;
    return engine->protocol->begin == NULL || engine->protocol->begin(engine);
}

static void send_position(Engine *engine, const GameLine *line)
{
    for (int i = (int)engine->moves->len; i < line->plies; i++) {
        if (engine->protocol->tell_move != NULL)
            engine->protocol->tell_move(engine, line->moves[i]);
        know_move(engine, line->moves[i]);
    }
    engine->protocol->tell_to_move(engine);
}

static bool hear_answer(Engine *engine, const char *line, void *data)
{
    return engine->protocol->understand(engine, line, data);
}

bool engine_ask(Engine *engine, EngineListener hear, void *data)
{
    const uint64_t thinking =
        engine->limit.kind == ENGINE_LIMIT_MOVETIME ? engine->limit.amount : 0;
    gint64 deadline;
    bool good;

    engine->answer_ms = engine->settings->answer_ms + thinking + engine->startup_ms;
    engine->startup_ms = 0;
    deadline = engine_deadline(engine->answer_ms);
    good = engine_listen(engine, deadline, hear, data, NULL);
    engine->delay_us = process_delay(engine->process);
    engine->answer_ms = 0;
    return good;
}

static Choice ask_for_choice(Engine *engine)
{
    Choice choice;

    if (!engine_ask(engine, hear_answer, &choice))
        return engine_failure(engine);
    choice.delay_us = engine->delay_us;
    switch (choice.kind) {
    case CHOICE_MOVE:
        know_move(engine, choice.move);
        return choice;
    case CHOICE_FAILURE:
    case CHOICE_INTERRUPTION:
        return engine_failure(engine);
    case CHOICE_RESIGNATION:
    case CHOICE_DRAW_CLAIM:
        engine->knows_game = false;
        return choice;
    }
    g_assert_not_reached();
}

/* Forgets what a program has written to standard error in earlier games: it says nothing about this
 * one. */
static void note_game(Engine *engine, const GameLine *line)
{
    if (engine->process != NULL && line->plies <= engine->plies_seen)
        process_forget_words(engine->process);
    engine->plies_seen = line->plies;
}

void engine_get_ready(Engine *engine)
{
    if (engine->is_ready)
        return;
    engine->is_ready =
        engine_start(engine) && (engine->protocol->get_ready == NULL || engine->says_no_ready ||
                                 engine->protocol->get_ready(engine));
}

Choice engine_choose(Engine *engine, const PlayerCall *call)
{
    const GameLine *line = call->line;

    engine->call = call;
    note_game(engine, line);
    if (!engine_start(engine) || (!goes_on(engine, line) && !begin_game(engine, line)))
        return engine_failure(engine);
    send_position(engine, line);
    return ask_for_choice(engine);
}

Choice engine_choose_afresh(Engine *engine, const PlayerCall *call)
{
    const GameLine *line = call->line;
    GameLine afresh = {.game = line->game, .first = line->state, .state = line->state};
    PlayerCall asked = *call;
    Choice choice;

    afresh.first.chess.halfmove_clock = afresh.state.chess.halfmove_clock = 0;
    asked.line = &afresh;
    choice = engine_choose(engine, &asked);
    engine->knows_game = false;
    return choice;
}

bool engine_find_program(const EngineSettings *settings, const Player *player, GError **error)
{
    g_auto(GStrv) argv = NULL;
    g_autofree char *text = player_describe(player);
    g_autofree char *program = NULL;
    g_autofree char *reason = NULL;

    if (!g_shell_parse_argv(settings->command, NULL, &argv, error))
        return false;
    if (*settings->dir != '\0' && !g_file_test(settings->dir, G_FILE_TEST_IS_DIR))
        return player_fail(error, PLAYER_ERROR_MISSING, "player '%s': there is no folder '%s'",
                           text, settings->dir);
    if (*settings->dir != '\0' && g_access(settings->dir, X_OK) != 0)
        return player_fail(error, PLAYER_ERROR_MISSING,
                           "player '%s': the folder '%s' cannot be entered: %s", text,
                           settings->dir, g_strerror(errno));
    program = process_find_program(argv[0]);
    if (program != NULL)
        return true;
    reason = process_explain_missing(argv[0]);
    return player_fail(error, PLAYER_ERROR_MISSING, "player '%s': %s", text, reason);
}
