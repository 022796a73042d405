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

/* A protocol between chess programs, with one of our players as the engine: what is of one protocol
 * alone, zero at first; a session; the commands of the other program. */

typedef struct {
    bool debug;
    bool has_told; /* a thought of the search under way */
    int hold;      /* what the move is held back for: 0, or a bit of session_uci.c */
    char best[GAME_MOVE_TEXT_SIZE]; /* the move that is decided, or what is sent for none */
} UciState;

typedef struct {
    Color opponent; /* plays against us unless moves are only taken down */
    bool forced, analyzing, posting;
    bool has_told;   /* its features, to a program that knows some */
    int level_moves; /* until the clock is set again; 0: the game has one time */
    int level_plies; /* of the game that were played when that began */
    int64_t increment_ms;
    int64_t movetime_ms; /* 0: not given */
    int64_t clock_ms;    /* 0: not given */
    guint64 depth;       /* half moves; 0: not given */
    bool is_cut;         /* the analysis has ended because another line had come */
    Thought analysis;    /* how far it is, without its line */
} XboardState;

typedef struct {
    const SessionProtocol *protocol;
    char *name; /* the engine calls itself so */
    Seat *seat;
    SessionOutput output;
    SessionEar ear; /* hears what ends a search early */
    bool is_broken; /* the position set up last is none: nothing can be played in it */
    union {
        UciState uci;
        XboardState xboard;
    };
} Session;

/* A command as the other program gives it. */
typedef struct {
    const char *word;
    const char *rest;   /* of the line, without spaces around it */
    char *const *words; /* of the rest */
    int argument;       /* that of its row */
} SessionCommand;

typedef void SessionObey(Session *session, const SessionCommand *command);

/* A row of the table of commands. */
typedef struct {
    const char *word;
    SessionCall call;  /* the effect on a session that thinks; SESSION_CALL_LEAVE ends any */
    SessionObey *obey; /* NULL: there is nothing to do */
    int argument;
} SessionRow;

struct SessionProtocol {
    DrawRules rules;
    const SessionRow *rows; /* ends with {NULL} */
    bool skips_words;       /* before a command */
    SessionObey *other;     /* obeys a line that begins with no command; NULL: it means nothing */
    void (*after)(Session *session); /* is called after each line; NULL: there is nothing to do */
};

extern const SessionProtocol SESSION_UCI, SESSION_XBOARD;

/* A session of @player; @ear may be NULL.
 *
 * Errors: PLAYER_ERROR.
 * Owner:  the caller, who ends it. */
Session *session_begin(const SessionProtocol *protocol, const char *name, const char *player,
                       uint64_t seed, const SessionOutput *output, const SessionEar *ear,
                       GError **error);
void session_end(void *session);

/* Obeys a line; false if it ends the session. */
bool session_feed(void *session, const char *line);
