/* A game under the Universal Chess Interface, with us as the engine: it is fed the lines of the
 * other program and says ours. An agent decides at once, so no limit is ever reached; if the
 * protocol wants the engine to go on thinking, only the move is held back. A player that searches
 * keeps to the limits and reports every depth, and after a second also each move that it considers.
 *
 * Source: UCI protocol (Meyer-Kahlen, April 2006). */
#include "app/sessions/seat.h"
#include "board/chess.h"
#include "board/movegen.h"
#include "players/engine/uci.h"
#include "players/search/search.h"

/* When a move that is decided may be told. */
typedef enum {
    HOLD_NOTHING,    /* none is held back */
    HOLD_UNTIL_STOP, /* "go infinite" */
    HOLD_UNTIL_HIT   /* "go ponder": at the opponent's move, or at "stop" */
} Hold;

typedef struct {
    SessionHead head;
    bool debug;
    bool has_told; /* a thought of the search under way */
    Hold hold;
    Move best_move; /* MOVE_NONE: there is none */
} UciSession;

static void introduce(const UciSession *session)
{
    g_autofree char *player = player_describe(session->head.seat->player);

    session_say(&session->head.output, "id name %s %s", session->head.name, player);
    session_say(&session->head.output, "id author The AgentChess contributors");
    session_say(&session->head.output, "option name " SEAT_OPTION_PLAYER " type string default %s",
                player);
    session_say(&session->head.output,
                "option name " SEAT_OPTION_SEED " type spin default %" G_GUINT64_FORMAT
                " min 0 max %d",
                session->head.seat->seed, SEAT_MAX_SEED);
    session_say(&session->head.output, "uciok");
}

static void set_option(UciSession *session, const UciCommand *command)
{
    g_autoptr(GError) error = NULL;

    if (command->name == NULL)
        session_say(&session->head.output, "info string setoption without a name");
    else if (!seat_set_option(session->head.seat, command->name,
                              command->value != NULL ? command->value : "", &error))
        session_say(&session->head.output, "info string %s", error->message);
}

static void set_position(UciSession *session, const UciCommand *command)
{
    g_autoptr(GError) error = NULL;

    if (!command->is_set_up)
        session_say(&session->head.output,
                    "info string position is neither startpos nor fen: it is not changed");
    else if (!seat_set_up(session->head.seat, command->fen, command->moves, &error))
        session_say(&session->head.output, "info string %s: the position is not changed",
                    error->message);
}

static void tell_best_move(UciSession *session)
{
    session->hold = HOLD_NOTHING;
    session_say(&session->head.output, "bestmove %s",
                session->best_move != MOVE_NONE
                    ? game_move_code(&GAME_CHESS, session->best_move).text
                    : "(none)");
    memories_write_idle(session->head.seat->memories);
}

/* Without a legal move there is nothing to decide. */
static void find_no_move(UciSession *session)
{
    const bool is_mate =
        game_line_outcome(session->head.seat->line).termination == TERMINATION_CHECKMATE;

    session_say(&session->head.output, "info depth 0 score %s 0", is_mate ? "mate" : "cp");
    session->best_move = MOVE_NONE;
}

static void tell_reports(const UciSession *session, const SeatDecision *decision)
{
    for (int sq = 0; sq < SQUARE_COUNT; sq++)
        if (decision->report[sq] != NULL) {
            g_autofree char *text = seat_message_text(session->head.seat, decision->report[sq]);
            session_say(&session->head.output, "info string %s", text);
        }
    if (decision->decision != NULL) {
        g_autofree char *text = seat_message_text(session->head.seat, decision->decision);
        session_say(&session->head.output, "info string %s", text);
    }
}

/* The move to play: the decision, unless the choice is restricted to other moves, of which the
 * player knows nothing; then the first of those. */
static Move restrict_move(const UciSession *session, Move decided, const GArray *only)
{
    for (guint i = 0; i < only->len; i++)
        if (g_array_index(only, Move, i) == decided)
            return decided;
    if (only->len == 0)
        return decided;
    session_say(&session->head.output, "info string the decision is not among searchmoves");
    return g_array_index(only, Move, 0);
}

static SessionCall call_of(const char *line)
{
    static const SessionCall calls[UCI_COMMAND_COUNT] = {
        [UCI_ISREADY] = SESSION_CALL_QUESTION, [UCI_GO] = SESSION_CALL_THOUGHT,
        [UCI_STOP] = SESSION_CALL_STOP,        [UCI_PONDERHIT] = SESSION_CALL_STOP,
        [UCI_QUIT] = SESSION_CALL_LEAVE,
    };
    g_auto(UciCommand) command = uci_parse(line);

    return calls[command.kind];
}

/* A search is asked now and then whether it is to end. Whether we are ready is asked at any time
 * and answered at once: UCI protocol, "isready". */
static bool is_interrupted(void *data)
{
    const UciSession *session = data;
    /* First, so that a question before a stop that has just come is answered before the stop. */
    const bool ends = seat_is_interrupted(session->head.seat, &session->head.ear);

    while (session_take_question(&session->head.ear))
        session_say(&session->head.output, "readyok");
    return ends;
}

/* "mate 3", "mate -2" or "cp 47". */
static void append_score(GString *text, const Thought *thought)
{
    if (thought->mate != 0)
        g_string_append_printf(text, "mate %d", thought->mate);
    else
        g_string_append_printf(text, "cp %d", seat_score_cp(thought->score_cp));
}

static void tell_depth(const UciSession *session, const Thought *thought)
{
    g_autoptr(GString) text = g_string_new(NULL);
    const int64_t time_ms = MAX(thought->time_ms, 1);

    g_string_printf(text, "info depth %d score ", thought->depth);
    append_score(text, thought);
    g_string_append_printf(
        text, " nodes %" G_GUINT64_FORMAT " nps %" G_GUINT64_FORMAT " time %" G_GINT64_FORMAT " pv",
        (guint64)thought->nodes, (guint64)thought->nodes * 1000 / (guint64)time_ms,
        (gint64)thought->time_ms);
    for (int i = 0; i < thought->line_length; i++)
        g_string_append_printf(text, " %s", game_move_code(&GAME_CHESS, thought->line[i]).text);
    session_say(&session->head.output, "%s", text->str);
}

/* Nothing was looked at, so there is no speed to tell. */
static void tell_remembered(const UciSession *session, const Thought *thought)
{
    const GameLine *line = session->head.seat->line;
    g_autofree char *text = thought_format_remembered(thought, line->game, &line->state);
    g_autoptr(GString) score = g_string_new(NULL);

    append_score(score, thought);
    session_say(&session->head.output, "info depth %d score %s time 0 pv %s", thought->depth,
                score->str, game_move_code(&GAME_CHESS, thought->line[0]).text);
    session_say(&session->head.output, "info string %s", text);
}

static void tell_considering(const UciSession *session, const Thought *thought)
{
    const GameLine *line = session->head.seat->line;
    g_autofree char *text = thought_format_considering(thought, line->game, &line->state);

    session_say(&session->head.output, "info depth %d currmove %s currmovenumber %d",
                thought->depth, game_move_code(&GAME_CHESS, thought->move).text, thought->number);
    session_say(&session->head.output, "info string %s", text);
}

static void tell_thought(const Thought *thought, void *data)
{
    UciSession *session = data;

    if (thought->kind == THOUGHT_DEPTH) {
        tell_depth(session, thought);
        session->has_told = true;
    } else if (thought->kind == THOUGHT_REMEMBERED) {
        tell_remembered(session, thought);
        session->has_told = true;
    } else if (session->debug || thought->time_ms >= SEAT_PATIENCE_MS) {
        tell_considering(session, thought);
    }
}

/* Time left on a clock that the interface has sent; a flag that has fallen leaves as good as
 * nothing. */
static int64_t clock_of(int64_t left_ms, int64_t increment_ms)
{
    return left_ms != 0 || increment_ms > 0 ? MAX(left_ms, 1) : 0;
}

static ThinkingTerms terms_of(UciSession *session, const UciLimits *limits)
{
    const bool is_white = game_line_turn(session->head.seat->line) == COLOR_WHITE;
    const int64_t left_ms = is_white ? limits->white_time_ms : limits->black_time_ms;
    const int64_t increment_ms = is_white ? limits->white_increment_ms : limits->black_increment_ms;
    const int64_t depth = limits->depth > 0 ? limits->depth : 2 * limits->mate;

    return (ThinkingTerms){
        .depth = (int)CLAMP(depth, 0, SEARCH_MAX_DEPTH),
        .nodes = (uint64_t)MAX(limits->nodes, 0),
        .movetime_ms = MAX(limits->move_time_ms, 0),
        .clock_ms = clock_of(left_ms, increment_ms),
        .increment_ms = MAX(increment_ms, 0),
        .moves_to_go = (int)CLAMP(limits->moves_to_go, 0, G_MAXINT),
        .infinite = session->head.ear.hear != NULL && (limits->infinite || limits->ponder),
        .listen = tell_thought,
        .is_interrupted = is_interrupted,
        .data = session,
    };
}

/* The moves of @texts, or NULL, that are legal. Owner: the caller. */
static GArray *read_moves(const UciSession *session, char *const *texts)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(Move));

    for (; texts != NULL && *texts != NULL; texts++) {
        Move move;
        if (GAME_CHESS.parse_move(&session->head.seat->line->state, *texts, &move, NULL))
            g_array_append_val(moves, move);
    }
    return moves;
}

static void find_move(UciSession *session, const UciCommand *command)
{
    ThinkingTerms terms = terms_of(session, &command->limits);
    g_autoptr(GArray) only = read_moves(session, command->moves);
    g_auto(SeatDecision) decision = {0};
    MoveText best;

    terms.only = (const Move *)only->data;
    terms.only_count = (int)only->len;

    session->has_told = false;
    seat_decide(session->head.seat, &terms, &decision);
    if (session->debug)
        tell_reports(session, &decision);
    session->best_move = restrict_move(session, decision.move, only);
    best = game_move_code(&GAME_CHESS, session->best_move);
    if (decision.decision != NULL)
        session_say(&session->head.output, "info depth 1 score cp %d nodes %d time 0 pv %s",
                    seat_score_cp(decision.decision->proposal.worth), decision.message_count,
                    best.text);
    else if (!session->has_told)
        session_say(&session->head.output, "info depth 1 time 0 pv %s", best.text);
}

static void go(UciSession *session, const UciCommand *command)
{
    if (session->hold != HOLD_NOTHING) /* the other program forgot to stop: each go has its move */
        tell_best_move(session);
    if (movegen_any(&session->head.seat->line->state.chess))
        find_move(session, command);
    else
        find_no_move(session);
    if (command->limits.infinite)
        session->hold = HOLD_UNTIL_STOP;
    else if (command->limits.ponder)
        session->hold = HOLD_UNTIL_HIT;
    else
        tell_best_move(session);
}

static bool feed(void *data, const char *line)
{
    UciSession *session = data;
    g_auto(UciCommand) command = uci_parse(line);

    switch (command.kind) {
    case UCI_UCI:
        introduce(session);
        break;
    case UCI_DEBUG:
        session->debug = command.on;
        break;
    case UCI_ISREADY:
        session_say(&session->head.output, "readyok");
        break;
    case UCI_SETOPTION:
        set_option(session, &command);
        break;
    case UCI_UCINEWGAME:
        seat_begin_game(session->head.seat, NULL);
        break;
    case UCI_POSITION:
        set_position(session, &command);
        break;
    case UCI_GO:
        go(session, &command);
        break;
    case UCI_STOP:
        if (session->hold != HOLD_NOTHING)
            tell_best_move(session);
        break;
    case UCI_PONDERHIT:
        if (session->hold == HOLD_UNTIL_HIT)
            tell_best_move(session);
        break;
    case UCI_QUIT:
        return false;
    case UCI_NOTHING:
    case UCI_REGISTER: /* not needed */
        break;
    case UCI_COMMAND_COUNT:
        g_assert_not_reached();
    }
    return true;
}

/* Draws are for the other program to call: we move when we are told to. */
const SessionProtocol SESSION_UCI = {.size = sizeof(UciSession), .call = call_of, .feed = feed};
