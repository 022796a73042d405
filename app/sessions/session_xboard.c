/* A game under XBoard, with us as the engine: it is fed the lines of the other program and says
 * ours. An agent decides at once, so clocks and limits are accepted and never reached; a player
 * that searches keeps to them.
 *
 * Source: T. Mann and H. G. Muller, Chess Engine Communication Protocol, version 2,
 * http://www.gnu.org/software/xboard/engine-intf.html */
#include <math.h>
#include <string.h>

#include "app/sessions/session_engine.h"
#include "board/chess.h"
#include "board/game.h"
#include "board/movegen.h"
#include "board/text_lines.h"
#include "players/search/player_search.h"
#include "players/search/search.h"
#include "players/search/search_settings.h"

#define INVALID_LIMIT "invalid limit"
#define NOT_LEGAL "command not legal now"
#define MAX_SECONDS 86400 /* the longest time for a move */

static void say_error(const Session *session, const char *kind, const SessionCommand *command)
{
    session_send(&session->output, "Error (%s): %s%s%s", kind, command->word,
                 command->rest[0] != '\0' ? " " : "", command->rest);
}

static void say_name(const Session *session)
{
    g_autofree char *player = player_describe(session->seat->player);

    session_send(&session->output, "feature myname=\"%s %s\"", session->name, player);
}

static void say_features(Session *session, const SessionCommand *command)
{
    g_autofree char *player = player_describe(session->seat->player);

    if (g_ascii_strtoll(command->rest, NULL, 10) < 2)
        return;
    session->xboard.has_sent = true;
    say_name(session);
    session_send(
        &session->output,
        "feature setboard=1 usermove=1 ping=1 san=0 time=1 draw=0 sigint=0 sigterm=0 nps=0");
    session_send(&session->output,
                 "feature reuse=1 analyze=1 colors=0 playother=1 debug=1 variants=\"normal\"");
    session_send(&session->output, "feature option=\"" SEAT_OPTION_PLAYER " -string %s\"", player);
    session_send(&session->output,
                 "feature option=\"" SEAT_OPTION_SEED " -spin %" G_GUINT64_FORMAT " 0 %d\"",
                 session->seat->seed, SEAT_MAX_SEED);
    session_send(&session->output, "feature done=1");
}

/* A thinking line: ply, score, time, nodes, and the move with what was said of it. */
static void say_thought(const Session *session, int ply, const Proposal *proposal, guint nodes,
                        const Message *message)
{
    g_autofree char *text = seat_message_text(session->seat, message);

    session_send(&session->output, "%d %d 0 %u %s%s(%s)", ply, seat_score_cp(proposal->worth),
                 nodes, game_move_code(&GAME_CHESS, proposal->move).text,
                 proposal->move != MOVE_NONE ? " " : "", text);
}

static const Proposal *better_proposal(const Message *report)
{
    static const Proposal none = {.move = MOVE_NONE};
    const Proposal *attack = &report->attack, *move = &report->move;

    if (attack->move != MOVE_NONE && (move->move == MOVE_NONE || attack->worth >= move->worth))
        return attack;
    return move->move != MOVE_NONE ? move : &none;
}

/* The agents' reports as thinking of one ply, the decision as that of the next. */
static void say_thoughts(const Session *session, const GPtrArray *messages)
{
    g_autoptr(GPtrArray) thoughts = seat_thoughts(messages);

    for (guint i = 0; i < thoughts->len; i++) {
        const Message *message = thoughts->pdata[i];
        if (message->kind == MESSAGE_DECISION)
            say_thought(session, 2, &message->proposal, messages->len, message);
        else
            say_thought(session, 1, better_proposal(message), i + 1, message);
    }
}

/* "stat01: time nodes ply moves-left moves", which may be asked for at any time. */
static void say_status(Session *session, G_GNUC_UNUSED const SessionCommand *command)
{
    const Thought *analysis = &session->xboard.analysis;

    if (session->xboard.analyzing && !session->is_broken)
        session_send(&session->output,
                     "stat01: %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT " %d %d %d",
                     (gint64)(analysis->time_ms / 10), (guint64)analysis->nodes, analysis->depth,
                     analysis->count - analysis->number, analysis->count);
}

/* In analysis any command is obeyed at once; the question how far it is does not end it. */
static bool is_interrupted(void *data)
{
    Session *session = data;

    if (!session->xboard.analyzing)
        return seat_is_interrupted(session->seat, &session->listener);
    while (session_take_question(&session->listener))
        say_status(session, NULL);
    session->xboard.is_cut = session_read_events(&session->listener).any;
    return session->xboard.is_cut;
}

/* The protocol's value of mate in N moves: 100000 + N, or -100000 - N.
 *
 * Source: Chess Engine Communication Protocol, section 10, Thinking Output. */
static int protocol_score(const Thought *thought)
{
    if (thought->mate > 0)
        return 100000 + thought->mate;
    return thought->mate < 0 ? -100000 + thought->mate : seat_score_cp(thought->score_cp);
}

/* A thinking line: ply, score, hundredths of a second, nodes, and the line that is expected or,
 * after a second, what is being considered. */
static void say_search(const Thought *thought, void *data)
{
    Session *session = data;
    const GameLine *line = session->seat->line;
    g_autoptr(GString) text = g_string_new(NULL);

    if (thought->kind == THOUGHT_CONSIDERING)
        session->xboard.analysis = *thought;
    if (!(session->xboard.posting || session->xboard.analyzing) ||
        (thought->kind == THOUGHT_CONSIDERING && thought->time_ms < SEAT_PATIENCE_MS))
        return;
    if (thought->kind == THOUGHT_CONSIDERING || thought->kind == THOUGHT_REMEMBERED) {
        g_autofree char *words = thought_format(thought, line->game, &line->state);
        g_string_append_printf(text, " (%s)", words);
    }
    for (int i = 0; i < thought->line_length; i++)
        g_string_append_printf(text, " %s", game_move_code(&GAME_CHESS, thought->line[i]).text);
    session_send(&session->output, "%d %d %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT "%s",
                 thought->depth, protocol_score(thought), (gint64)(thought->time_ms / 10),
                 (guint64)thought->nodes, text->str);
}

/* Moves of the side to move until the clock is set again; 0: never. The clock does not know the
 * moves before a position that was set up. */
static int moves_to_go(const Session *session)
{
    const int moves = session->xboard.level_moves;
    const int played = (session->seat->line->plies - session->xboard.level_plies) / 2;

    return moves > 0 ? moves - played % moves : 0;
}

static ThinkingLimits limits_of(Session *session)
{
    ThinkingLimits limits = {
        .depth = (int)session->xboard.depth,
        .listen = say_search,
        .is_interrupted = is_interrupted,
        .data = session,
    };

    if (session->xboard.analyzing) {
        limits.depth = 0;
        limits.infinite = session->listener.read_events != NULL; /* else nothing would end it */
    } else if (session->xboard.movetime_ms > 0) {
        limits.movetime_ms = session->xboard.movetime_ms;
    } else {
        limits.clock_ms = session->xboard.clock_ms;
        limits.increment_ms = session->xboard.increment_ms;
        limits.moves_to_go = moves_to_go(session);
    }
    return limits;
}

static bool has_move(const Session *session)
{
    return !session->is_broken && movegen_any(&session->seat->line->state.chess);
}

/* Says the result if the game is over. */
static bool announce_end(const Session *session)
{
    static const char *const draws[TERMINATION_COUNT] = {
        [TERMINATION_STALEMATE] = "Stalemate",
        [TERMINATION_FIFTY_MOVES] = "Draw by fifty-move rule",
        [TERMINATION_REPETITION] = "Draw by repetition",
        [TERMINATION_INSUFFICIENT_MATERIAL] = "Draw by insufficient material",
    };
    const GameOutcome outcome = game_line_outcome(session->seat->line);

    if (outcome.termination == TERMINATION_NONE)
        return false;
    if (outcome.winner == COLOR_WHITE)
        session_send(&session->output, RESULT_WHITE_WINS " {White mates}");
    else if (outcome.winner == COLOR_BLACK)
        session_send(&session->output, RESULT_BLACK_WINS " {Black mates}");
    else
        session_send(&session->output, RESULT_DRAW " {%s}", draws[outcome.termination]);
    return true;
}

/* Once a game: XBoard shows each such line in a window. */
static void send_failure(Session *session, const Choice *choice)
{
    g_autofree char *failure = seat_failure(choice);

    if (failure != NULL && !session->xboard.has_sent_failure)
        session_send(&session->output, "tellusererror %s", failure);
    session->xboard.has_sent_failure |= failure != NULL;
}

static void move_if_on_turn(Session *session)
{
    const ThinkingLimits limits = limits_of(session);
    g_autoptr(GPtrArray) messages = messages_new();
    Choice choice;

    if (session->xboard.forced || session->is_broken || announce_end(session) ||
        game_line_turn(session->seat->line) == (int)session->xboard.opponent)
        return;
    choice = seat_decide(session->seat, &limits, messages);
    if (player_search_settings(session->seat->player) != NULL &&
        session_read_events(&session->listener).drop)
        return;
    if (choice.kind == CHOICE_RESIGNATION) {
        session_send(&session->output, "resign");
        session->xboard.forced = true;
        return;
    }
    send_failure(session, &choice);
    if (session->xboard.posting)
        say_thoughts(session, messages);
    session_send(&session->output, "move %s", game_move_code(&GAME_CHESS, choice.move).text);
    game_line_play(session->seat->line, choice.move);
    announce_end(session);
    memories_write_idle(session->seat->memories);
}

/* After a change of position: in analysis the agents say what they think of it. */
static void look_again(Session *session)
{
    const ThinkingLimits limits = limits_of(session);
    g_autoptr(GPtrArray) messages = messages_new();
    Choice choice;
    int count;

    session->xboard.is_cut = false;
    if (!session->xboard.analyzing || !has_move(session))
        return;
    /* Agents decide at once: two plies, no move is left. */
    count = movegen_count(&session->seat->line->state.chess);
    session->xboard.analysis = (Thought){.depth = 2, .number = count, .count = count};
    choice = seat_decide(session->seat, &limits, messages);
    send_failure(session, &choice);
    say_thoughts(session, messages);
}

/* After a line that has left the position as it is. */
static void resume_analysis(Session *session)
{
    if (session->xboard.is_cut && !session_read_events(&session->listener).any)
        look_again(session);
}

static void begin_game(Session *session, G_GNUC_UNUSED const SessionCommand *command)
{
    seat_begin_game(session->seat, NULL);
    seat_get_ready(session->seat);
    session->is_broken = session->xboard.has_sent_failure = false;
    session->xboard.level_plies = 0;
    session->xboard.clock_ms = 0;
    session->xboard.depth = 0;
    session->xboard.opponent = COLOR_WHITE;
    session->xboard.forced = session->xboard.analyzing;
    look_again(session);
}

static void set_board(Session *session, const SessionCommand *command)
{
    session->is_broken = !seat_set_up(session->seat, command->rest, NULL, NULL);
    session->xboard.level_plies = 0;
    if (session->is_broken)
        session_send(&session->output, "tellusererror Illegal position");
    look_again(session);
}

/* Plays the opponent's move: that of usermove, which has an argument, or a line that is no command;
 * if it is no move either, it is answered as such. */
static void play_opponent_move(Session *session, const SessionCommand *command)
{
    const bool is_named = command->argument != 0;
    const char *text = is_named ? command->rest : command->word;
    g_autoptr(GError) error = NULL;
    Move move;

    if (!session->is_broken &&
        GAME_CHESS.parse_move(&session->seat->line->state, text, &move, &error)) {
        game_line_play(session->seat->line, move);
        look_again(session);
        move_if_on_turn(session);
    } else if (!is_named &&
               (error == NULL || g_error_matches(error, BOARD_ERROR, BOARD_ERROR_SYNTAX))) {
        say_error(session, "unknown command", command);
    } else {
        session_send(&session->output, "Illegal move: %s", text);
    }
}

/* The engine plays the side to move, or with an argument the other one. */
static void start_engine(Session *session, const SessionCommand *command)
{
    const Color turn = (Color)game_line_turn(session->seat->line);

    session->xboard.opponent = command->argument != 0 ? turn : color_opponent(turn);
    session->xboard.forced = false;
    session->xboard.analyzing = false;
    move_if_on_turn(session);
}

static void stop_engine(Session *session, G_GNUC_UNUSED const SessionCommand *command)
{
    session->xboard.forced = true;
}

static void set_opponent(Session *session, const SessionCommand *command)
{
    session->xboard.opponent = (Color)command->argument;
}

static void take_back(Session *session, const SessionCommand *command)
{
    XboardState *xboard = &session->xboard;

    if (session->is_broken || !seat_take_back(session->seat, command->argument)) {
        say_error(session, NOT_LEGAL, command);
        return;
    }
    xboard->level_plies = MIN(xboard->level_plies, session->seat->line->plies);
    look_again(session);
}

static void say_hint(Session *session, const SessionCommand *command)
{
    Choice hint;

    if (!has_move(session)) {
        say_error(session, NOT_LEGAL, command);
        return;
    }
    hint = seat_hint(session->seat);
    send_failure(session, &hint);
    session_send(&session->output, "Hint: %s", game_move_code(&GAME_CHESS, hint.move).text);
}

static void say_line(Session *session, G_GNUC_UNUSED const SessionCommand *command)
{
    session_send(&session->output, "%s", "");
}

static void say_book(Session *session, const SessionCommand *command)
{
    session_send(&session->output, " The agents have no opening book.");
    say_line(session, command);
}

static void answer_ping(Session *session, const SessionCommand *command)
{
    session_send(&session->output, "pong %s", command->rest);
}

/* "option NAME=VALUE" */
static void set_option(Session *session, const SessionCommand *command)
{
    const char *equals = strchr(command->rest, '=');
    g_autofree char *name = g_strchomp(g_strndup(command->rest, strcspn(command->rest, "=")));
    g_autofree char *value = g_strchug(g_strdup(equals != NULL ? equals + 1 : ""));
    g_autofree char *player = player_describe(session->seat->player), *player_now = NULL;
    g_autoptr(GError) error = NULL;

    if (!seat_set_option(session->seat, name, value, &error))
        session_send(&session->output, "Error (%s): option %s=%s", error->message, name, value);
    player_now = player_describe(session->seat->player);
    if (session->xboard.has_sent && !g_str_equal(player, player_now))
        say_name(session);
}

static void set_posting(Session *session, const SessionCommand *command)
{
    session->xboard.posting = command->argument != 0;
}

static void set_analysis(Session *session, const SessionCommand *command)
{
    session->xboard.analyzing = command->argument != 0;
    session->xboard.forced = true;
    look_again(session);
}

static void set_variant(Session *session, const SessionCommand *command)
{
    if (!g_str_equal(command->rest, "normal"))
        say_error(session, "unsupported variant", command);
}

/* Limits of a search. Of level and st the later one counts, sd is combined with both. */

/* Reads "40 5 0" or "0 2:30 12.5". The time on the clock at the beginning is left out, as "time"
 * gives the time left before each move. */
static bool read_level(const char *rest, XboardState *xboard)
{
    g_auto(GStrv) words = text_words(rest);
    guint64 moves;
    double increment_s;
    char *end;

    if (g_strv_length(words) != 3 ||
        !g_ascii_string_to_unsigned(words[0], 10, 0, G_MAXINT, &moves, NULL) ||
        words[1][strspn(words[1], "0123456789:.")] != '\0')
        return false;
    increment_s = g_ascii_strtod(words[2], &end);
    if (end == words[2] || *end != '\0' || !(increment_s >= 0 && increment_s < 1e6))
        return false;
    xboard->level_moves = (int)moves;
    xboard->increment_ms = (int64_t)(increment_s * 1000);
    return true;
}

static void set_level(Session *session, const SessionCommand *command)
{
    if (!read_level(command->rest, &session->xboard)) {
        say_error(session, INVALID_LIMIT, command);
        return;
    }
    session->xboard.movetime_ms = 0;
    session->xboard.level_plies = session->seat->line->plies;
}

/* Reads seconds, also 0.5, or minutes:seconds. No time at all is as good as none: 0 would mean no
 * limit. */
static bool read_seconds(const char *rest, int64_t *out_ms)
{
    const char *colon = strchr(rest, ':');
    const char *seconds_text = colon != NULL ? colon + 1 : rest;
    g_autofree char *minutes_text = colon != NULL ? g_strndup(rest, (size_t)(colon - rest)) : NULL;
    guint64 minutes = 0;
    double seconds;
    char *end;

    if ((minutes_text != NULL &&
         !g_ascii_string_to_unsigned(minutes_text, 10, 0, 1440, &minutes, NULL)) ||
        !(g_ascii_isdigit(*seconds_text) || *seconds_text == '.'))
        return false;
    seconds = g_ascii_strtod(seconds_text, &end);
    if (end == seconds_text || *end != '\0' || !(seconds >= 0 && seconds <= MAX_SECONDS))
        return false;
    *out_ms = MAX((int64_t)minutes * 60000 + (int64_t)ceil(seconds * 1000), 1);
    return true;
}

static void set_seconds(Session *session, const SessionCommand *command)
{
    if (!read_seconds(command->rest, &session->xboard.movetime_ms))
        say_error(session, INVALID_LIMIT, command);
}

static void set_depth(Session *session, const SessionCommand *command)
{
    if (!g_ascii_string_to_unsigned(command->rest, 10, 0, SEARCH_MAX_DEPTH, &session->xboard.depth,
                                    NULL))
        say_error(session, INVALID_LIMIT, command);
}

/* Hundredths of a second. After the flag has fallen XBoard goes on counting below 0: as good as
 * nothing is left. */
static void set_clock(Session *session, const SessionCommand *command)
{
    gint64 clock_cs;

    if (g_ascii_string_to_signed(command->rest, 10, G_MININT, G_MAXINT, &clock_cs, NULL))
        session->xboard.clock_ms = MAX(10 * clock_cs, 1);
    else
        say_error(session, INVALID_LIMIT, command);
}

static const SessionRow ROWS[] = {
    {"xboard", .obey = say_line},
    {"protover", .obey = say_features},
    {"new", SESSION_CALL_DROP, begin_game},
    {"variant", .obey = set_variant},
    {"quit", SESSION_CALL_LEAVE},
    {"force", SESSION_CALL_DROP, stop_engine},
    {"result", SESSION_CALL_DROP, stop_engine},
    {"go", SESSION_CALL_THOUGHT, start_engine},
    {"playother", SESSION_CALL_THOUGHT, start_engine, true},
    {"white", .obey = set_opponent, .argument = COLOR_WHITE}, /* the side to move stays */
    {"black", .obey = set_opponent, .argument = COLOR_BLACK},
    {"usermove", SESSION_CALL_THOUGHT, play_opponent_move, true},
    {"ping", .obey = answer_ping},
    {"setboard", .obey = set_board},
    {"hint", .obey = say_hint},
    {"bk", .obey = say_book},
    {"undo", .obey = take_back, .argument = 1},
    {"remove", .obey = take_back, .argument = 2},
    {"post", .obey = set_posting, .argument = true},
    {"nopost", .obey = set_posting},
    {"analyze", .obey = set_analysis, .argument = true},
    {"exit", .obey = set_analysis},
    {".", SESSION_CALL_QUESTION, say_status},
    {"option", .obey = set_option},
    {"level", .obey = set_level},
    {"st", .obey = set_seconds},
    {"sd", .obey = set_depth},
    {"time", .obey = set_clock},
    {"?", SESSION_CALL_STOP}, /* the move is there already */

    /* Without meaning for an engine that decides at once. */
    {"accepted"},
    {"rejected"},
    {"random"},
    {"nps"},
    {"otim"},
    {"draw"},
    {"hard"},
    {"easy"},
    {"name"},
    {"rating"},
    {"ics"},
    {"computer"},
    {NULL},
};

const SessionProtocol SESSION_XBOARD = {
    .rules = {.fifty_moves = true,
              .repetition = true,
              .insufficient_material = INSUFFICIENT_MATERIAL_FIDE},
    .rows = ROWS,
    .other = play_opponent_move,
    .after = resume_analysis,
};
