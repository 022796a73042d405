/* A game under XBoard, with us as the engine: it is fed the lines of the other program and says
 * ours. An agent decides at once, so clocks and limits are accepted and never reached; a player
 * that searches keeps to them.
 *
 * Source: T. Mann and H. G. Muller, Chess Engine Communication Protocol, version 2,
 * http://www.gnu.org/software/xboard/engine-intf.html */
#include "app/sessions/seat.h"
#include "board/chess.h"
#include "board/game.h"
#include "board/movegen.h"
#include "players/engine/cecp.h"
#include "players/search/search.h"
#include "players/search/search_settings.h"

typedef struct {
    SessionHead head;
    Color opponent; /* plays against us unless moves are only taken down */
    bool forced, analyzing, posting;
    bool has_told; /* its features, to a program that knows some */
    CecpLevel level;
    int64_t movetime_ms, clock_ms; /* 0: not told */
    int depth;                     /* half moves; 0: not told */
    bool is_broken; /* the position set up last is none: nothing can be played in it */
} XboardSession;

static void say_error(const XboardSession *session, const char *kind, const CecpCommand *command)
{
    session_say(&session->head.output, "Error (%s): %s%s%s", kind, command->word,
                command->rest[0] != '\0' ? " " : "", command->rest);
}

static void say_name(const XboardSession *session)
{
    g_autofree char *player = player_describe(session->head.seat->player);

    session_say(&session->head.output, "feature myname=\"%s %s\"", session->head.name, player);
}

static void say_features(XboardSession *session)
{
    g_autofree char *player = player_describe(session->head.seat->player);

    session->has_told = true;
    say_name(session);
    session_say(
        &session->head.output,
        "feature setboard=1 usermove=1 ping=1 san=0 time=1 draw=0 sigint=0 sigterm=0 nps=0");
    session_say(&session->head.output,
                "feature reuse=1 analyze=1 colors=0 playother=1 debug=1 variants=\"normal\"");
    session_say(&session->head.output, "feature option=\"" SEAT_OPTION_PLAYER " -string %s\"",
                player);
    session_say(&session->head.output,
                "feature option=\"" SEAT_OPTION_SEED " -spin %" G_GUINT64_FORMAT " 0 %d\"",
                session->head.seat->seed, SEAT_MAX_SEED);
    session_say(&session->head.output, "feature done=1");
}

/* A thinking line: ply, score, time, nodes, and the move with what was said of it. */
static void say_thought(const XboardSession *session, int ply, const Proposal *proposal, int nodes,
                        const Message *message)
{
    g_autofree char *text = seat_message_text(session->head.seat, message);

    session_say(&session->head.output, "%d %d 0 %d %s%s(%s)", ply, seat_score_cp(proposal->worth),
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
static void say_thoughts(const XboardSession *session, const SeatDecision *decision)
{
    int nodes = 0;

    for (int sq = 0; sq < SQUARE_COUNT; sq++)
        if (decision->report[sq] != NULL)
            say_thought(session, 1, better_proposal(decision->report[sq]), ++nodes,
                        decision->report[sq]);
    if (decision->decision != NULL)
        say_thought(session, 2, &decision->decision->proposal, decision->message_count,
                    decision->decision);
}

static SessionCall call_of(const char *line)
{
    g_auto(CecpCommand) command = cecp_parse(line);

    switch (command.kind) {
    case CECP_MOVE_NOW:
        return SESSION_CALL_STOP;
    case CECP_FORCE:
    case CECP_NEW:
    case CECP_RESULT:
        return SESSION_CALL_DROP;
    case CECP_QUIT:
        return SESSION_CALL_LEAVE;
    case CECP_GO:
    case CECP_PLAYOTHER:
    case CECP_USERMOVE:
        return SESSION_CALL_THOUGHT;
    default:
        return SESSION_CALL_NONE;
    }
}

/* In analysis any command is obeyed at once. */
static bool is_interrupted(void *data)
{
    const XboardSession *session = data;

    if (session->analyzing)
        return session_hear(&session->head.ear).any;
    return seat_is_interrupted(session->head.seat, &session->head.ear);
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
    const XboardSession *session = data;
    const GameLine *line = session->head.seat->line;
    g_autoptr(GString) text = g_string_new(NULL);

    if (!(session->posting || session->analyzing) ||
        (thought->kind == THOUGHT_CONSIDERING && thought->time_ms < SEAT_PATIENCE_MS))
        return;
    if (thought->kind == THOUGHT_CONSIDERING) {
        g_autofree char *considering =
            thought_format_considering(thought, line->game, &line->state);
        g_string_append_printf(text, " (%s)", considering);
    }
    if (thought->kind == THOUGHT_REMEMBERED) {
        g_autofree char *remembered = thought_format_remembered(thought, line->game, &line->state);
        g_string_append_printf(text, " (%s)", remembered);
    }
    for (int i = 0; i < thought->line_length; i++)
        g_string_append_printf(text, " %s", game_move_code(&GAME_CHESS, thought->line[i]).text);
    session_say(&session->head.output, "%d %d %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT "%s",
                thought->depth, protocol_score(thought), (gint64)(thought->time_ms / 10),
                (guint64)thought->nodes, text->str);
}

/* Moves until the clock is set again; 0: never. */
static int moves_to_go(const XboardSession *session)
{
    const GameLine *line = session->head.seat->line;
    const int moves = session->level.moves;

    return moves > 0 ? moves - (int)(line->state.chess.fullmove_number - 1) % moves : 0;
}

static ThinkingTerms terms_of(XboardSession *session)
{
    ThinkingTerms terms = {
        .depth = session->depth,
        .listen = say_search,
        .is_interrupted = is_interrupted,
        .data = session,
    };

    if (session->analyzing) {
        terms.depth = 0;
        terms.infinite = session->head.ear.hear != NULL; /* else nothing would end it */
    } else if (session->movetime_ms > 0) {
        terms.movetime_ms = session->movetime_ms;
    } else {
        terms.clock_ms = session->clock_ms;
        terms.increment_ms = session->level.increment_ms;
        terms.moves_to_go = moves_to_go(session);
    }
    return terms;
}

static bool has_move(const XboardSession *session)
{
    return !session->is_broken && movegen_any(&session->head.seat->line->state.chess);
}

/* Says the result if the game is over. */
static bool announce_end(const XboardSession *session)
{
    static const char *const draws[TERMINATION_COUNT] = {
        [TERMINATION_STALEMATE] = "Stalemate",
        [TERMINATION_FIFTY_MOVES] = "Draw by fifty-move rule",
        [TERMINATION_REPETITION] = "Draw by repetition",
        [TERMINATION_INSUFFICIENT_MATERIAL] = "Draw by insufficient material",
    };
    const GameOutcome outcome = game_line_outcome(session->head.seat->line);

    if (outcome.termination == TERMINATION_NONE)
        return false;
    if (outcome.winner == COLOR_WHITE)
        session_say(&session->head.output, RESULT_WHITE_WINS " {White mates}");
    else if (outcome.winner == COLOR_BLACK)
        session_say(&session->head.output, RESULT_BLACK_WINS " {Black mates}");
    else
        session_say(&session->head.output, RESULT_DRAW " {%s}", draws[outcome.termination]);
    return true;
}

static void move_if_on_turn(XboardSession *session)
{
    const ThinkingTerms terms = terms_of(session);
    g_auto(SeatDecision) decision = {0};

    if (session->forced || session->is_broken || announce_end(session) ||
        game_line_turn(session->head.seat->line) == (int)session->opponent)
        return;
    seat_decide(session->head.seat, &terms, &decision);
    if (player_search_settings(session->head.seat->player) != NULL &&
        session_hear(&session->head.ear).drop)
        return;
    if (decision.resigns) {
        session_say(&session->head.output, "resign");
        session->forced = true;
        return;
    }
    if (session->posting)
        say_thoughts(session, &decision);
    session_say(&session->head.output, "move %s", game_move_code(&GAME_CHESS, decision.move).text);
    game_line_play(session->head.seat->line, decision.move);
    announce_end(session);
    memories_write_idle(session->head.seat->memories);
}

/* After a change of position: in analysis the agents say what they think of it. */
static void look_again(XboardSession *session)
{
    const ThinkingTerms terms = terms_of(session);
    g_auto(SeatDecision) decision = {0};

    if (!session->analyzing || !has_move(session))
        return;
    seat_decide(session->head.seat, &terms, &decision);
    say_thoughts(session, &decision);
}

static void begin_game(XboardSession *session)
{
    seat_begin_game(session->head.seat, NULL);
    session->is_broken = false;
    session->opponent = COLOR_WHITE;
    session->forced = session->analyzing;
    look_again(session);
}

static void set_board(XboardSession *session, const char *fen)
{
    session->is_broken = !seat_set_up(session->head.seat, fen, NULL, NULL);
    if (session->is_broken)
        session_say(&session->head.output, "tellusererror Illegal position");
    look_again(session);
}

/* Plays the opponent's move @text. A word that is no command either is answered as such. */
static void play(XboardSession *session, const char *text, const CecpCommand *command)
{
    g_autoptr(GError) error = NULL;
    Move move;

    if (!session->is_broken &&
        GAME_CHESS.parse_move(&session->head.seat->line->state, text, &move, &error)) {
        game_line_play(session->head.seat->line, move);
        look_again(session);
        move_if_on_turn(session);
    } else if (command->kind == CECP_UNKNOWN &&
               (error == NULL || g_error_matches(error, BOARD_ERROR, BOARD_ERROR_SYNTAX))) {
        say_error(session, "unknown command", command);
    } else {
        session_say(&session->head.output, "Illegal move: %s", text);
    }
}

static void go(XboardSession *session, Color opponent)
{
    session->opponent = opponent;
    session->forced = false;
    session->analyzing = false;
    move_if_on_turn(session);
}

static void take_back(XboardSession *session, int plies, const CecpCommand *command)
{
    if (!seat_take_back(session->head.seat, plies))
        say_error(session, "command not legal now", command);
    else
        look_again(session);
}

static void say_hint(const XboardSession *session)
{
    if (!has_move(session))
        return;
    session_say(&session->head.output, "Hint: %s",
                game_move_code(&GAME_CHESS, seat_hint(session->head.seat).move).text);
}

static void say_status(const XboardSession *session)
{
    if (session->analyzing && !session->is_broken)
        session_say(&session->head.output, "stat01: 0 0 2 0 %d",
                    movegen_count(&session->head.seat->line->state.chess));
}

static void set_option(XboardSession *session, const CecpCommand *command)
{
    g_autofree char *player = player_describe(session->head.seat->player);
    g_autofree char *player_now = NULL;
    g_autoptr(GError) error = NULL;

    if (!seat_set_option(session->head.seat, command->rest, command->value, &error))
        session_say(&session->head.output, "Error (%s): option %s=%s", error->message,
                    command->rest, command->value);
    player_now = player_describe(session->head.seat->player);
    if (session->has_told && !g_str_equal(player, player_now))
        say_name(session);
}

static void set_analysis(XboardSession *session, bool on)
{
    session->analyzing = on;
    session->forced = true;
    look_again(session);
}

static void set_variant(const XboardSession *session, const CecpCommand *command)
{
    if (!g_str_equal(command->rest, "normal"))
        say_error(session, "unsupported variant", command);
}

static bool set_number(int64_t *out, const char *text, int64_t most, int64_t factor)
{
    guint64 number;

    if (!g_ascii_string_to_unsigned(text, 10, 0, (guint64)most, &number, NULL))
        return false;
    *out = (int64_t)number * factor;
    return true;
}

/* Limits of a search: level, st, sd and time. Of level and st the later one counts, sd is combined
 * with both. */
static bool set_limit(XboardSession *session, const CecpCommand *command)
{
    int64_t depth;

    switch (command->kind) {
    case CECP_LEVEL:
        session->movetime_ms = 0;
        return cecp_parse_level(command->rest, &session->level);
    case CECP_SECONDS:
        return cecp_parse_seconds(command->rest, &session->movetime_ms);
    case CECP_DEPTH:
        if (!set_number(&depth, command->rest, SEARCH_MAX_DEPTH, 1))
            return false;
        session->depth = (int)depth;
        return true;
    default:
        return set_number(&session->clock_ms, command->rest, G_MAXINT, 10);
    }
}

static bool feed(void *data, const char *line)
{
    XboardSession *session = data;
    g_auto(CecpCommand) command = cecp_parse(line);
    const Color turn = (Color)game_line_turn(session->head.seat->line);

    switch (command.kind) {
    case CECP_NOTHING:
    case CECP_IGNORED:
    case CECP_MOVE_NOW: /* the move is there already */
        break;
    case CECP_UNKNOWN:
        play(session, command.word, &command);
        break;
    case CECP_XBOARD:
        session_say(&session->head.output, "%s", "");
        break;
    case CECP_PROTOVER:
        if (g_ascii_strtoll(command.rest, NULL, 10) >= 2)
            say_features(session);
        break;
    case CECP_NEW:
        begin_game(session);
        break;
    case CECP_VARIANT:
        set_variant(session, &command);
        break;
    case CECP_QUIT:
        return false;
    case CECP_FORCE:
    case CECP_RESULT:
        session->forced = true;
        break;
    case CECP_GO:
        go(session, color_opponent(turn));
        break;
    case CECP_PLAYOTHER:
        go(session, turn);
        break;
    case CECP_WHITE: /* these two speak of the opponent; the side to move is right already */
        session->opponent = COLOR_WHITE;
        break;
    case CECP_BLACK:
        session->opponent = COLOR_BLACK;
        break;
    case CECP_USERMOVE:
        play(session, command.rest, &command);
        break;
    case CECP_PING:
        session_say(&session->head.output, "pong %s", command.rest);
        break;
    case CECP_SETBOARD:
        set_board(session, command.rest);
        break;
    case CECP_HINT:
        say_hint(session);
        break;
    case CECP_BOOK:
        session_say(&session->head.output, " The agents have no opening book.");
        session_say(&session->head.output, "%s", "");
        break;
    case CECP_UNDO:
        take_back(session, 1, &command);
        break;
    case CECP_REMOVE:
        take_back(session, 2, &command);
        break;
    case CECP_POST:
    case CECP_NOPOST:
        session->posting = command.kind == CECP_POST;
        break;
    case CECP_ANALYZE:
    case CECP_EXIT:
        set_analysis(session, command.kind == CECP_ANALYZE);
        break;
    case CECP_STATUS:
        say_status(session);
        break;
    case CECP_OPTION:
        set_option(session, &command);
        break;
    case CECP_LEVEL:
    case CECP_SECONDS:
    case CECP_DEPTH:
    case CECP_TIME:
        if (!set_limit(session, &command))
            say_error(session, "unknown limit", &command);
        break;
    }
    return true;
}

const SessionProtocol SESSION_XBOARD = {
    .size = sizeof(XboardSession),
    .rules = {.fifty_moves = true,
              .repetition = true,
              .insufficient_material = INSUFFICIENT_MATERIAL_FIDE},
    .call = call_of,
    .feed = feed,
};
