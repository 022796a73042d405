#include "app/session_uci.h"

#include "app/seat.h"
#include "board/movegen.h"
#include "players/uci.h"

/* When a move that is decided may be told. */
typedef enum {
    HOLD_NOTHING,    /* none is held back */
    HOLD_UNTIL_STOP, /* "go infinite" */
    HOLD_UNTIL_HIT   /* "go ponder": at the opponent's move, or at "stop" */
} Hold;

struct UciSession {
    char *name;
    Seat *seat;
    SessionOutput output;
    bool debug;
    Hold hold;
    char best_move[MOVE_TEXT_SIZE]; /* "" : there is none */
};

UciSession *uci_session_new(const char *name, const char *player, uint64_t seed,
                            const SessionOutput *output, GError **error)
{
    const DrawRules no_draws = {0}; /* the other program calls them; we move when we are told to */
    g_autoptr(Seat) seat = seat_new(player, seed, &no_draws, error);
    UciSession *session;

    if (seat == NULL)
        return NULL;
    session = g_new0(UciSession, 1);
    session->name = g_strdup(name);
    session->seat = g_steal_pointer(&seat);
    session->output = *output;
    return session;
}

void uci_session_free(UciSession *session)
{
    g_free(session->name);
    seat_free(session->seat);
    g_free(session);
}

static void introduce(const UciSession *session)
{
    g_autofree char *player = seat_player(session->seat);
    SeatOption option;

    session_say(&session->output, "id name %s %s", session->name, player);
    session_say(&session->output, "id author The AgentChess contributors");
    for (int i = 0; seat_option(session->seat, i, &option); i++) {
        g_autofree char *text =
            option.is_check ? uci_format_check(option.name, option.value != 0)
                            : uci_format_spin(option.name, option.value, option.min, option.max);
        session_say(&session->output, "%s", text);
    }
    session_say(&session->output, "uciok");
}

static void set_option(UciSession *session, const UciCommand *command)
{
    g_autoptr(GError) error = NULL;

    if (command->name == NULL)
        session_say(&session->output, "info string setoption without a name");
    else if (!seat_set_option(session->seat, command->name,
                              command->value != NULL ? command->value : "", &error))
        session_say(&session->output, "info string %s", error->message);
}

static void set_position(UciSession *session, const UciCommand *command)
{
    g_autoptr(GError) error = NULL;

    if (!command->is_set_up)
        session_say(&session->output,
                    "info string position is neither startpos nor fen: it stays as it was");
    else if (!seat_set_up(session->seat, command->fen, command->moves, &error))
        session_say(&session->output, "info string %s: the position stays as it was",
                    error->message);
}

static void tell_best_move(UciSession *session)
{
    session->hold = HOLD_NOTHING;
    session_say(&session->output, "bestmove %s",
                session->best_move[0] != '\0' ? session->best_move : "(none)");
}

/* Without a legal move there is nothing to decide. */
static void find_no_move(UciSession *session)
{
    const bool is_mate = seat_outcome(session->seat).termination == TERMINATION_CHECKMATE;

    session_say(&session->output, "info depth 0 score %s 0", is_mate ? "mate" : "cp");
    session->best_move[0] = '\0';
}

static void tell_reports(const UciSession *session, const SeatDecision *decision)
{
    for (int sq = 0; sq < SQUARE_COUNT; sq++)
        if (decision->report[sq] != NULL) {
            g_autofree char *text = seat_message_text(decision->report[sq]);
            session_say(&session->output, "info string %s", text);
        }
    if (decision->decision != NULL) {
        g_autofree char *text = seat_message_text(decision->decision);
        session_say(&session->output, "info string %s", text);
    }
}

/* The move to play: the decision, unless the search is restricted to other moves; then the first
 * legal one of those. */
static Move restrict_move(const UciSession *session, Move decided, char *const *search_moves)
{
    Move first = MOVE_NONE;

    for (; search_moves != NULL && *search_moves != NULL; search_moves++) {
        Move move;
        if (!seat_read_move(session->seat, *search_moves, &move, NULL))
            continue;
        if (move == decided)
            return decided;
        if (first == MOVE_NONE)
            first = move;
    }
    if (first == MOVE_NONE)
        return decided;
    session_say(&session->output, "info string searchmoves leaves out what was decided");
    return first;
}

static void find_move(UciSession *session, const UciCommand *command)
{
    g_auto(SeatDecision) decision = {0};

    seat_decide(session->seat, &decision);
    if (session->debug)
        tell_reports(session, &decision);
    move_format(restrict_move(session, decision.move, command->moves), session->best_move);
    if (decision.decision != NULL)
        session_say(&session->output, "info depth 1 score cp %d nodes %d time 0 pv %s",
                    seat_score_cp(decision.decision->proposal.worth), decision.message_count,
                    session->best_move);
    else
        session_say(&session->output, "info depth 1 time 0 pv %s", session->best_move);
}

static void go(UciSession *session, const UciCommand *command)
{
    if (session->hold != HOLD_NOTHING) /* the other program forgot to stop: each go has its move */
        tell_best_move(session);
    if (movegen_any(&seat_line(session->seat)->state.chess))
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

bool uci_session_feed(UciSession *session, const char *line)
{
    g_auto(UciCommand) command = uci_parse(line);

    switch (command.kind) {
    case UCI_UCI:
        introduce(session);
        break;
    case UCI_DEBUG:
        session->debug = command.on;
        break;
    case UCI_ISREADY:
        session_say(&session->output, "readyok");
        break;
    case UCI_SETOPTION:
        set_option(session, &command);
        break;
    case UCI_UCINEWGAME:
        seat_begin_game(session->seat);
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
    case UCI_REGISTER: /* nobody needs to */
        break;
    case UCI_COMMAND_COUNT:
        g_assert_not_reached();
    }
    return true;
}
