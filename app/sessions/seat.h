/* One of our players in a game against another chess program, under any protocol: the game so far,
 * the options that the program can set, and the decisions with the messages of the agents. */
#pragma once

#include "agents/logic.h"
#include "agents/message.h"
#include "app/sessions/session.h"
#include "board/game.h"
#include "players/player.h"

/* The greatest seed: other programs keep options in 32 bits. */
#define SEAT_MAX_SEED G_MAXINT32

/* A search that takes longer reports the move being considered, and is ended by the end of the
 * input. A shorter search is not, so that a script that ends its input still receives its moves. */
#define SEAT_PATIENCE_MS 1000

/* Read only; seat_...() change it. */
typedef struct {
    Memories *memories;     /* of the player */
    const Engines *engines; /* NULL: external programs are refused */
    Player *player;
    GameLine *line; /* the game under way */
    uint64_t seed;
    uint64_t games; /* begun, this one included */
    Random random;
    const ThinkingLimits *limits; /* of the decision under way; NULL: none, or there is none */
    int64_t decide_begin_us;
} Seat;

/* A seat for the player named @player, whose first game is @line. Takes over @line.
 *
 * Errors: PLAYER_ERROR; also that a program of its agents does not answer. */
Seat *seat_new(const char *player, const Engines *engines, GameLine *line, uint64_t seed,
               GError **error);
void seat_free(Seat *seat);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Seat, seat_free)

/* Begins the next game from @start (NULL: the initial position), with its own random numbers. */
void seat_begin_game(Seat *seat, const GameState *start);

/* Prepares the player before a clock runs. */
void seat_get_ready(const Seat *seat);

/* Sets up @fen (NULL: the initial position) and plays @moves (NULL: none) in it, all or nothing.
 *
 * Errors: BOARD_ERROR. */
bool seat_set_up(Seat *seat, const char *fen, char *const *moves, GError **error);

/* Takes back @plies; returns false and changes nothing if fewer were played. */
bool seat_take_back(Seat *seat, int plies);

/* The call of the player for a decision with the random numbers of @random. */
PlayerCall seat_call(const Seat *seat, Random *random);

/* The player's decision; there must be a legal move. The messages of its agents are added to
 * @messages (agents/message.h). @limits, of players that search, may be NULL. */
Choice seat_decide(Seat *seat, const ThinkingLimits *limits, GPtrArray *messages);

/* That a program of the agents has failed in @choice, so that the built-in agents answered; NULL:
 * none has. Owner: the caller. */
char *seat_failure(const Choice *choice);

/* The last report of each agent in @messages, in the order of squares, then the decision. Owner:
 * the caller, of the list alone. */
GPtrArray *seat_thoughts(const GPtrArray *messages);

/* Whether the events of @listener end the decision under way: a request to decide or to drop it;
 * the end of the conversation, after SEAT_PATIENCE_MS; or the next request, if the search has no
 * limit. */
bool seat_is_interrupted(const Seat *seat, const SessionListener *listener);

/* The player's decision, without effect on its random numbers. */
Choice seat_hint(const Seat *seat);

/* @worth as a protocol's score in hundredths of a pawn: short of what would announce a mate. To an
 * agent an attacked king is worth more than all pieces, but it wins no pawns: it counts nothing
 * here, and the rest of @worth remains. */
static inline int seat_score_cp(int worth)
{
    if (worth > PIECE_KING_VALUE / 2)
        worth -= PIECE_KING_VALUE;
    else if (worth < -PIECE_KING_VALUE / 2)
        worth += PIECE_KING_VALUE;
    return CLAMP(worth, -9999, 9999);
}

/* The text of @message, a report or decision, after the name of its sender: "rook f4: not attacked;
 * ...". Owner: the caller. */
char *seat_message_text(const Seat *seat, const Message *message);

/* The options that the other program may set: the text of the player, and the seed. */
#define SEAT_OPTION_PLAYER "Player"
#define SEAT_OPTION_SEED "Seed"

/* Sets an option; names are the same in upper and lower case. The change takes effect with the
 * player's next decision.
 *
 * Errors: PLAYER_ERROR_TEXT. */
bool seat_set_option(Seat *seat, const char *name, const char *value, GError **error);
