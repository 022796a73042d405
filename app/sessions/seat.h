/* One of our players in a game against another chess program: the game so far, the options that the
 * program may set, and the player's decisions with what its agents said. The same for every
 * protocol. */
#pragma once

#include "agents/logic.h"
#include "agents/message.h"
#include "app/sessions/session.h"
#include "board/game.h"
#include "players/player.h"

/* The greatest seed: other programs keep options in 32 bits. */
#define SEAT_MAX_SEED G_MAXINT32

/* After so long the other program is told which move is being considered, and the end of the input
 * ends a search. Before that the search goes on, so that a script that ends its input still gets
 * its moves. */
#define SEAT_PATIENCE_MS 1000

/* Only to look at; seat_...() change it. */
typedef struct {
    Memories *memories;     /* of the player */
    const Engines *engines; /* NULL: no external program can take the seat */
    Player *player;
    GameLine *line; /* the game under way */
    uint64_t seed;
    uint64_t games; /* begun, this one included */
    Random random;
    const ThinkingTerms *terms; /* of the decision under way; NULL: none, or there is none */
    int64_t decide_begin_us;
} Seat;

/* A seat for the player that @player names, in @line, its first game, which it takes.
 *
 * Errors: PLAYER_ERROR. */
Seat *seat_new(const char *player, const Engines *engines, GameLine *line, uint64_t seed,
               GError **error);
void seat_free(Seat *seat);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Seat, seat_free)

/* Begins the next game, which has its own chance, from @start (NULL: the usual one). */
void seat_begin_game(Seat *seat, const GameState *start);

/* Lets the player do what takes time, before a clock runs. */
void seat_get_ready(const Seat *seat);

/* Sets up @fen (NULL: the initial position) and plays @moves (NULL: none) in it, all or nothing.
 *
 * Errors: BOARD_ERROR. */
bool seat_set_up(Seat *seat, const char *fen, char *const *moves, GError **error);

/* Takes @plies back; false, and nothing happens, if fewer were played. */
bool seat_take_back(Seat *seat, int plies);

/* The question to the player that decides with the chance of @random. */
PlayerCall seat_call(const Seat *seat, Random *random);

/* The player's decision; there must be a legal move. What its agents say goes to @messages
 * (agents/message.h). Players that think ahead keep to @terms, which may be NULL. */
Choice seat_decide(Seat *seat, const ThinkingTerms *terms, GPtrArray *messages);

/* What is worth telling of such messages: the last report of each agent, in the order of squares,
 * then the decision. Owner: the caller, of the list alone. */
GPtrArray *seat_thoughts(const GPtrArray *messages);

/* Whether the decision under way is to end after what @ear has heard: the answer is called for or
 * no longer wanted; the conversation ends and the decision has taken long already; or the decision
 * would never end and another one is asked for. */
bool seat_is_interrupted(const Seat *seat, const SessionEar *ear);

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
