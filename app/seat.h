/* A player of ours at the table of another chess program: the game so far, the options that program
 * may set, and the player's decisions with what its agents said. The same for every protocol. */
#pragma once

#include "agents/logic.h"
#include "agents/message.h"
#include "app/session.h"
#include "board/game.h"
#include "players/player.h"

/* The greatest seed: other programs keep options in 32 bits. */
#define SEAT_MAX_SEED G_MAXINT32

/* After so long the other program is told which move is being considered, and the end of a
 * conversation ends a search, too; before, the moves that a script asks for still come. */
#define SEAT_PATIENCE_MS 1000

typedef struct Seat Seat;

/* The player that @player names, at chess, with the start position before it. @rules say when
 * seat_outcome() is a draw.
 *
 * Errors: PLAYER_ERROR. */
Seat *seat_new(const char *player, uint64_t seed, const DrawRules *rules, GError **error);
void seat_free(Seat *seat);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Seat, seat_free)

/* The text that names the player in full. Owner: the caller. */
char *seat_player(const Seat *seat);

/* Begins the next game, which has its own chance, from the start position. */
void seat_begin_game(Seat *seat);

/* Sets up @fen (NULL: the start position) and plays @moves (NULL: none) in it, all or nothing.
 *
 * Errors: BOARD_ERROR. */
bool seat_set_up(Seat *seat, const char *fen, char *const *moves, GError **error);

/* The game as it stands, for those who only look. */
const GameLine *seat_line(const Seat *seat);
GameOutcome seat_outcome(const Seat *seat);

/* Reads a move in SAN or coordinates, as san_parse().
 *
 * Errors: BOARD_ERROR. */
bool seat_read_move(const Seat *seat, const char *text, Move *out_move, GError **error);
void seat_play(Seat *seat, Move move);

/* Takes @plies back; false, and nothing happens, if fewer were played. */
bool seat_take_back(Seat *seat, int plies);

/* What the player decided and what was said. */
typedef struct {
    Move move; /* also if it resigns: what it would play */
    bool resigns;
    int message_count;
    const Message *report[SQUARE_COUNT]; /* of the agent on that square, the last one; or NULL */
    const Message *decision;             /* NULL: the player has no agents */
    GPtrArray *messages;                 /* of Message: owns what is pointed at */
} SeatDecision;

void seat_decision_clear(SeatDecision *decision);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SeatDecision, seat_decision_clear)

/* Lets the player decide; there must be a legal move. Players that think ahead keep to @terms, or
 * NULL. */
void seat_decide(Seat *seat, const ThinkingTerms *terms, SeatDecision *out_decision);

/* Whether the decision under way is to end, as @ear has heard: it is called for or not wanted any
 * more; the conversation ends and the decision takes long already; or it would never end and
 * another one is asked for. */
bool seat_is_interrupted(const Seat *seat, const SessionEar *ear);

/* What the player would play, without touching its chance. */
Move seat_hint(const Seat *seat);

/* Whether the player thinks ahead: it has limits to keep to and thoughts to tell. */
bool seat_thinks(const Seat *seat);

/* @worth as a protocol's score in hundredths of a pawn: short of what would announce a mate. A king
 * that is attacked is more than all pieces to an agent, but no pawns won: it counts nothing, and
 * the rest of @worth remains. */
static inline int seat_score_cp(int worth)
{
    if (worth > PIECE_KING_VALUE / 2)
        worth -= PIECE_KING_VALUE;
    else if (worth < -PIECE_KING_VALUE / 2)
        worth += PIECE_KING_VALUE;
    return CLAMP(worth, -9999, 9999);
}

/* What @message says, a report or decision, behind the name of who says it: "rook f4: not
 * attacked; ...". Owner: the caller. */
char *seat_message_text(const Seat *seat, const Message *message);

/* What the other program may set. */
typedef struct {
    const char *name;
    bool is_check; /* on or off; else a number from @min to @max */
    int64_t value; /* at present */
    int64_t min, max;
} SeatOption;

/* The options, in the order in which they are to be offered and set: the level (which brings its
 * logics with it), the logics, the readings, the seed. A player that searches has its parts and the
 * size of its table, others only the seed. False, and @i is behind the last option. */
bool seat_option(const Seat *seat, int i, SeatOption *out_option);

/* Sets an option; names are the same in upper and lower case. The player is another one from its
 * next decision on.
 *
 * Errors: G_OPTION_ERROR_UNKNOWN_OPTION, G_OPTION_ERROR_BAD_VALUE. */
bool seat_set_option(Seat *seat, const char *name, const char *value, GError **error);
