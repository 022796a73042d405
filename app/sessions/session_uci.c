/* A game under the Universal Chess Interface, with us as the engine: it is fed the lines of the
 * other program and says ours. An agent decides at once, so no limit is ever reached; if the
 * protocol wants the engine to go on thinking, only the move is held back. A player that searches
 * keeps to the limits and reports every depth, and after a second also each move that it considers.
 *
 * Source: UCI protocol (Meyer-Kahlen, April 2006). */
#include <string.h>

#include "app/sessions/session_engine.h"
#include "board/chess.h"
#include "board/movegen.h"
#include "board/text_lines.h"
#include "players/search/search.h"

/* When a move that is decided may be told. */
enum {
    HOLD_UNTIL_HIT = 1, /* "go ponder": at the opponent's move, or at "stop" */
    HOLD_UNTIL_STOP = 2 /* "go infinite" */
};

/* What is sent in place of a move: without a legal one, and without a position. */
#define NO_LEGAL_MOVE "(none)"
#define NULL_MOVE "0000"

static void send_identity(Session *session, G_GNUC_UNUSED const SessionCommand *command)
{
    g_autofree char *player = player_describe(session->seat->player);

    session_send(&session->output, "id name %s %s", session->name, player);
    session_send(&session->output, "id author The AgentChess contributors");
    session_send(&session->output, "option name " SEAT_OPTION_PLAYER " type string default %s",
                 player);
    session_send(&session->output,
                 "option name " SEAT_OPTION_SEED " type spin default %" G_GUINT64_FORMAT
                 " min 0 max %d",
                 session->seat->seed, SEAT_MAX_SEED);
    session_send(&session->output, "uciok");
}

static bool is_word(const char *word, const char *name)
{
    return g_strcmp0(word, name) == 0;
}

/* The words from @words up to the word @end (NULL: all words), joined by spaces, or NULL if there
 * are none; points @out_rest behind them. Owner: the caller. */
static char *join_until(char *const *words, const char *end, char *const **out_rest)
{
    g_autoptr(GPtrArray) joined = g_ptr_array_new();

    for (; *words != NULL && g_strcmp0(*words, end) != 0; words++)
        g_ptr_array_add(joined, *words);
    *out_rest = words;
    if (joined->len == 0)
        return NULL;
    g_ptr_array_add(joined, NULL);
    return g_strjoinv(" ", (char **)joined->pdata);
}

static void set_option(Session *session, const SessionCommand *command)
{
    char *const *words = command->words;
    g_autofree char *name = NULL, *value = NULL;
    g_autoptr(GError) error = NULL;

    if (is_word(*words, "name"))
        name = join_until(words + 1, "value", &words);
    if (is_word(*words, "value"))
        value = join_until(words + 1, NULL, &words);
    if (name == NULL)
        session_send(&session->output, "info string setoption requires a name");
    else if (!seat_set_option(session->seat, name, value != NULL ? value : "", &error))
        session_send(&session->output, "info string %s", error->message);
}

static void begin_game(Session *session, G_GNUC_UNUSED const SessionCommand *command)
{
    seat_begin_game(session->seat, NULL);
    seat_get_ready(session->seat);
    session->is_broken = false;
}

/* A move in the position before would be one of another game. */
static void refuse_position(Session *session, const char *reason)
{
    session->is_broken = true;
    session_send(&session->output, "info string %s: no position is set up", reason);
}

/* Words without meaning at their place are ignored, as the protocol demands. */
static void set_position(Session *session, const SessionCommand *command)
{
    char *const *words = command->words;
    g_autofree char *fen = NULL;
    g_autoptr(GError) error = NULL;

    while (*words != NULL && !is_word(*words, "startpos") && !is_word(*words, "fen"))
        words++;
    if (is_word(*words, "fen"))
        fen = join_until(words + 1, "moves", &words);
    if (fen == NULL && !is_word(*words, "startpos")) {
        refuse_position(session, "neither startpos nor fen is given");
        return;
    }
    while (*words != NULL && !is_word(*words, "moves"))
        words++;
    session->is_broken = false;
    if (!seat_set_up(session->seat, fen, *words != NULL ? words + 1 : NULL, &error))
        refuse_position(session, error->message);
}

static void tell_best_move(Session *session)
{
    session->uci.hold = 0;
    session_send(&session->output, "bestmove %s", session->uci.best);
    memories_write_idle(session->seat->memories);
}

static void find_no_position(Session *session)
{
    session_send(&session->output, "info string no position is set up");
    g_strlcpy(session->uci.best, NULL_MOVE, sizeof session->uci.best);
}

/* Without a legal move there is nothing to decide. */
static void find_no_move(Session *session)
{
    const bool is_mate =
        game_line_outcome(session->seat->line).termination == TERMINATION_CHECKMATE;

    session_send(&session->output, "info depth 0 score %s 0", is_mate ? "mate" : "cp");
    g_strlcpy(session->uci.best, NO_LEGAL_MOVE, sizeof session->uci.best);
}

static void tell_messages(const Session *session, const GPtrArray *messages)
{
    g_autoptr(GPtrArray) thoughts = seat_thoughts(messages);

    for (guint i = 0; i < thoughts->len; i++) {
        g_autofree char *text = seat_message_text(session->seat, thoughts->pdata[i]);
        session_send(&session->output, "info string %s", text);
    }
}

/* A search is asked now and then whether it is to end. Whether we are ready is asked at any time
 * and answered at once: UCI protocol, "isready". */
static bool is_interrupted(void *data)
{
    const Session *session = data;
    /* First, so that a question before a stop that has just come is answered before the stop. */
    const bool ends = seat_is_interrupted(session->seat, &session->listener);

    while (session_take_question(&session->listener))
        session_send(&session->output, "readyok");
    return ends;
}

/* "mate 3", "mate -2" or "cp 47". Owner: the caller. */
static char *format_score(const Thought *thought)
{
    if (thought->mate != 0)
        return g_strdup_printf("mate %d", thought->mate);
    return g_strdup_printf("cp %d", seat_score_cp(thought->score_cp));
}

static void tell_depth(const Session *session, const Thought *thought)
{
    const int64_t time_ms = MAX(thought->time_ms, 1);
    g_autofree char *score = format_score(thought);
    g_autoptr(GString) moves = g_string_new(NULL);

    for (int i = 0; i < thought->line_length; i++)
        g_string_append_printf(moves, " %s", game_move_code(&GAME_CHESS, thought->line[i]).text);
    session_send(&session->output,
                 "info depth %d score %s nodes %" G_GUINT64_FORMAT " nps %" G_GUINT64_FORMAT
                 " time %" G_GINT64_FORMAT " pv%s",
                 thought->depth, score, (guint64)thought->nodes,
                 (guint64)thought->nodes * 1000 / (guint64)time_ms, (gint64)thought->time_ms,
                 moves->str);
}

/* Nothing was looked at, so there is no speed to tell. */
static void tell_remembered(const Session *session, const Thought *thought)
{
    g_autofree char *score = format_score(thought);

    session_send(&session->output, "info depth %d score %s time 0 pv %s", thought->depth, score,
                 game_move_code(&GAME_CHESS, thought->line[0]).text);
}

static void tell_thought(const Thought *thought, void *data)
{
    Session *session = data;
    const GameLine *line = session->seat->line;
    g_autofree char *text = NULL;

    session->uci.has_sent |= thought->kind != THOUGHT_CONSIDERING;
    if (thought->kind == THOUGHT_DEPTH || thought->kind == THOUGHT_STOPPED) {
        tell_depth(session, thought);
        return;
    }
    if (thought->kind == THOUGHT_REMEMBERED)
        tell_remembered(session, thought);
    else if (session->uci.debug || thought->time_ms >= SEAT_PATIENCE_MS)
        session_send(&session->output, "info depth %d currmove %s currmovenumber %d",
                     thought->depth, game_move_code(&GAME_CHESS, thought->move).text,
                     thought->number);
    else
        return;
    text = thought_format(thought, line->game, &line->state);
    session_send(&session->output, "info string %s", text);
}

/* Limits of a search. */
enum {
    LIMIT_WHITE_TIME,
    LIMIT_BLACK_TIME,
    LIMIT_WHITE_INCREMENT,
    LIMIT_BLACK_INCREMENT,
    LIMIT_MOVES_TO_GO,
    LIMIT_DEPTH,
    LIMIT_NODES,
    LIMIT_MATE,
    LIMIT_MOVE_TIME,
    LIMIT_COUNT
};

static const char *const LIMITS[LIMIT_COUNT] = {
    "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime",
};

/* The least that is given. A clock that has run out, or nothing to look at, leaves as good as
 * nothing; increments may be 0, and no moves to go are no limit. */
static const int64_t LEAST[LIMIT_COUNT] = {1, 1, 0, 0, 0, 1, 1, 1, 1};

#define MOST INT64_C(1000000000000) /* a trillion nodes, or thirty years */

/* What "go" asks for. */
typedef struct {
    int64_t limit[LIMIT_COUNT]; /* 0 where none was given */
    int hold;
    Move only[GAME_MAX_MOVES]; /* the moves that the search is restricted to; none: it is not */
    int only_count;
} Order;

static bool is_move_text(const char *word)
{
    const size_t length = strlen(word);

    return (length == 4 || length == 5) && strchr("abcdefgh", word[0]) != NULL &&
           g_ascii_isdigit(word[1]);
}

/* Reads the moves behind "searchmoves", of which the legal ones count, and returns the last of
 * them, or "searchmoves" if there is none. */
static char *const *read_moves(const Session *session, char *const *words, Order *order)
{
    order->only_count = 0;
    for (; words[1] != NULL && is_move_text(words[1]); words++)
        if (order->only_count < GAME_MAX_MOVES &&
            GAME_CHESS.parse_move(&session->seat->line->state, words[1],
                                  &order->only[order->only_count], NULL))
            order->only_count++;
    return words;
}

static bool is_number(const char *word)
{
    return word != NULL && g_ascii_isdigit(word[*word == '-']);
}

/* A limit without a number means nothing. */
static Order read_order(const Session *session, char *const *words)
{
    Order order = {0};

    for (; *words != NULL; words++) {
        const int place = text_place(*words, LIMITS, LIMIT_COUNT);
        if (place >= 0 && is_number(words[1])) {
            const int64_t number = g_ascii_strtoll(*++words, NULL, 10);
            order.limit[place] = CLAMP(number, LEAST[place], MOST);
        } else if (is_word(*words, "infinite"))
            order.hold = HOLD_UNTIL_STOP;
        else if (is_word(*words, "ponder"))
            order.hold = MAX(order.hold, HOLD_UNTIL_HIT);
        else if (is_word(*words, "searchmoves"))
            words = read_moves(session, words, &order);
    }
    return order;
}

static ThinkingLimits limits_of(Session *session, const Order *order)
{
    const int64_t *limit = order->limit;
    const int turn = game_line_turn(session->seat->line);
    const int64_t depth = limit[LIMIT_DEPTH] > 0 ? limit[LIMIT_DEPTH] : 2 * limit[LIMIT_MATE];

    return (ThinkingLimits){
        .depth = (int)MIN(depth, SEARCH_MAX_DEPTH),
        .nodes = (uint64_t)limit[LIMIT_NODES],
        .movetime_ms = limit[LIMIT_MOVE_TIME],
        .clock_ms = limit[LIMIT_WHITE_TIME + turn],
        .increment_ms = limit[LIMIT_WHITE_INCREMENT + turn],
        .moves_to_go = (int)MIN(limit[LIMIT_MOVES_TO_GO], G_MAXINT),
        .infinite = session->listener.read_events != NULL && order->hold != 0,
        .only = order->only,
        .only_count = order->only_count,
        .listen = tell_thought,
        .is_interrupted = is_interrupted,
        .data = session,
    };
}

/* The move to play: the decision, unless the choice is restricted to other moves, of which the
 * player knows nothing; then the first of those. */
static Move restrict_move(const Session *session, Move decided, const Order *order)
{
    for (int i = 0; i < order->only_count; i++)
        if (order->only[i] == decided)
            return decided;
    if (order->only_count == 0)
        return decided;
    session_send(&session->output, "info string the decision is not among searchmoves");
    return order->only[0];
}

static void find_move(Session *session, const Order *order)
{
    const ThinkingLimits limits = limits_of(session, order);
    g_autoptr(GPtrArray) messages = messages_new();
    char *best = session->uci.best;
    g_autofree char *failure = NULL;
    Choice choice;
    Move decided;

    session->uci.has_sent = false;
    choice = seat_decide(session->seat, &limits, messages);
    decided = choice.move;
    failure = seat_failure(&choice);
    if (failure != NULL)
        session_send(&session->output, "info string %s", failure);
    if (session->uci.debug)
        tell_messages(session, messages);
    decided = restrict_move(session, decided, order);
    g_strlcpy(best, game_move_code(&GAME_CHESS, decided).text, sizeof session->uci.best);
    if (messages->len > 0) {
        const Message *decision = messages->pdata[messages->len - 1];
        session_send(&session->output, "info depth 1 score cp %d nodes %u time 0 pv %s",
                     seat_score_cp(decision->proposal.worth), messages->len, best);
    }
    if (messages->len == 0 && !session->uci.has_sent)
        session_send(&session->output, "info depth 1 time 0 pv %s", best);
}

static void start_search(Session *session, const SessionCommand *command)
{
    const Order order = read_order(session, command->words);

    if (session->uci.hold != 0) /* the other program forgot to stop: each go has its move */
        tell_best_move(session);
    if (session->is_broken)
        find_no_position(session);
    else if (movegen_any(&session->seat->line->state.chess))
        find_move(session, &order);
    else
        find_no_move(session);
    session->uci.hold = order.hold;
    if (order.hold == 0)
        tell_best_move(session);
}

/* Ends what the argument of @command has bits of. */
static void end_search(Session *session, const SessionCommand *command)
{
    if ((session->uci.hold & command->argument) != 0)
        tell_best_move(session);
}

static void set_debug(Session *session, const SessionCommand *command)
{
    session->uci.debug = !is_word(command->words[0], "off");
}

static void say_ready(Session *session, G_GNUC_UNUSED const SessionCommand *command)
{
    session_send(&session->output, "readyok");
}

static const SessionRow ROWS[] = {
    {"uci", .obey = send_identity},
    {"debug", .obey = set_debug},
    {"isready", SESSION_CALL_QUESTION, say_ready},
    {"setoption", .obey = set_option},
    {"register"}, /* not needed */
    {"ucinewgame", .obey = begin_game},
    {"position", .obey = set_position},
    {"go", SESSION_CALL_THOUGHT, start_search},
    {"stop", SESSION_CALL_STOP, end_search, HOLD_UNTIL_STOP | HOLD_UNTIL_HIT},
    {"ponderhit", SESSION_CALL_STOP, end_search, HOLD_UNTIL_HIT},
    {"quit", SESSION_CALL_LEAVE},
    {NULL},
};

/* Draws are for the other program to call: we move when we are told to. */
const SessionProtocol SESSION_UCI = {.rows = ROWS, .skips_words = true};
