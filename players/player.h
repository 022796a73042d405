/* Players: all that can take a seat at a game. A player is named by a text,
 * "level:7,even-trade=on"; the kinds are rows of a table. */
#pragma once

#include "agents/logic.h"
#include "agents/message.h"
#include "agents/random.h"
#include "agents/recorder.h"
#include "board/async_game.h"
#include "board/async_world.h"
#include "board/game.h"
#include "master/beyond/deliberation.h"
#include "master/beyond/fate.h"
#include "players/engine_settings.h"
#include "players/memory/position_memory.h"
#include "players/thinking.h"

/* Interface to a player of asynchronous chess: the call and the reply. A player is called at times
 * that it asks for, and decides for its whole side.
 *
 * Reasoning costs time: what is decided on the world of time t takes effect when the player says,
 * and a player that thinks names a later time. No clock is read.
 *
 * Source: Asynchronous Chess, as in board/async_world.h; that players are called at times they ask
 *         for is our reading of "players may move any piece at anytime". */

typedef struct {
    const AsyncWorld *world; /* as the side sees it */
    const AsyncRules *rules;
    Color side;
    bool begins; /* the first call of a game: what the player remembers is of an earlier one */
} AsyncCall;

/* More commands than pieces: a player may plan for later. */
#define ASYNC_REPLY_MAX 64

typedef struct {
    int count;
    AsyncCommand commands[ASYNC_REPLY_MAX];
    int64_t wake_ms; /* when it wants to be called next; now or earlier: in the next millisecond;
                        ASYNC_NEVER: not again */
} AsyncReply;

/* Adds the command that the piece on @from goes to @to, at @time_ms; dropped if @reply is full. */
static inline void async_reply_add(AsyncReply *reply, Square from, Square to, int64_t time_ms)
{
    if (reply->count < ASYNC_REPLY_MAX)
        reply->commands[reply->count++] =
            (AsyncCommand){.time_ms = time_ms, .from = from, .to = to};
}

/* Values of each move by a player without agents: a table that its choose() fills in while it
 * decides, if its caller wants one. */
#define GRADE_COLUMNS 9
#define GRADE_LINE_MOVES 10

typedef struct {
    Move move;
    int value[GRADE_COLUMNS];
} Grade;

typedef struct {
    const char *column[GRADE_COLUMNS + 1]; /* their names, then NULL */
    int by;                                /* the column of which the greatest is chosen */
    int count;                             /* 0: the player fills in no such table */
    Grade grade[GAME_MAX_MOVES];
    Move line[GRADE_LINE_MOVES]; /* what is expected, the chosen move first, as far as is known */
    int line_length;
} Grades;

/* Adds a row to @grades, unless that is NULL.
 *
 * Shape: @values, as many as there are columns. */
static inline void grades_add(Grades *grades, Move move, const int *values)
{
    if (grades == NULL)
        return;
    grades->grade[grades->count].move = move;
    for (int i = 0; grades->column[i] != NULL; i++)
        grades->grade[grades->count].value[i] = values[i];
    grades->count++;
}

/* Begins a table of @columns, a list that ends with NULL; the move is chosen by the last. */
static inline void grades_begin(Grades *grades, const char *const *columns)
{
    if (grades == NULL)
        return;
    grades->count = 0;
    for (grades->by = -1; columns[grades->by + 1] != NULL; grades->by++)
        grades->column[grades->by + 1] = columns[grades->by + 1];
    grades->column[grades->by + 1] = NULL;
}

typedef enum {
    PLAYER_ERROR_TEXT,    /* the text names no player */
    PLAYER_ERROR_MISSING, /* what the player needs is not on this machine */
    PLAYER_ERROR_FAILED   /* it has made no choice that can be played */
} PlayerError;

#define PLAYER_ERROR (player_error_quark())
GQuark player_error_quark(void);

/* Sets PLAYER_ERROR with @code, or PLAYER_ERROR_TEXT, and a sentence, and returns false. */
#define player_fail(error, code, ...) fail_with(error, PLAYER_ERROR, code, __VA_ARGS__)
#define player_refuse(error, ...) player_fail(error, PLAYER_ERROR_TEXT, __VA_ARGS__)
/* Reads @text, the value of option @name. */
bool player_read_number(const char *name, const char *text, gint64 least, gint64 most,
                        gint64 *out_number, GError **error);
/* Takes the length of the option's name, the name, and what nearest_question() returns. */
#define PLAYER_NO_OPTION "there is no option '%.*s' (see 'agentchess players')%s"

typedef struct Player Player;

typedef enum {
    CHOICE_MOVE,
    CHOICE_RESIGNATION, /* with the move that it would otherwise play */
    CHOICE_DRAW_CLAIM,  /* a right one */
    CHOICE_FAILURE,     /* nothing that can be played */
    CHOICE_INTERRUPTION /* the player could not be asked, which is not its fault: this system could
                           not do what the question needs, or the spec is wrong */
} ChoiceKind;

/* The answer of a player that is to move. */
typedef struct {
    ChoiceKind kind;
    Move move;          /* CHOICE_MOVE: a legal one; CHOICE_RESIGNATION: likewise, or MOVE_NONE */
    const char *reason; /* CHOICE_FAILURE: what happened, in a few words; CHOICE_INTERRUPTION:
                           likewise, for a colon before it; CHOICE_MOVE: what a program of some
                           agents did, so that the built-in agents answered in its place, or NULL.
                           Owned by the player, valid until it is asked again */
    const char *words;  /* with a reason: the last lines that a program wrote to its standard
                           error, each with its line end, or NULL; owned by the player likewise */
    bool is_late;       /* CHOICE_FAILURE: no answer came in time */
    int64_t delay_us; /* the greatest delay with which this program took notice of what an external
                         program did, or did not do in time; 0 without one */
    Deliberation deliberation; /* what led to the move; all zero if the player is no MasterAgent */
} Choice;

/* A call to a player of a game with turns, as an AsyncCall is one of asynchronous chess. All but
 * the line may be missing: NULL. */
typedef struct {
    const GameLine *line; /* the game so far; it is not over */
    Random *random;       /* all chance is drawn from it; not missing for players that draw some */
    const Recorder *recorder; /* is told who said what, which changes nothing */

    Grades *grades; /* filled in by players without agents that weigh each move */

    /* Limits and listeners of the caller. Players that decide at once have no use for them. */
    const ThinkingLimits *limits;

    /* The memories of positions; the same in all calls of a player, and when it was checked.
     * Players that do not search have no use for them. */
    Memories *memories;

    const int64_t *left_ms; /* in games with clocks the milliseconds that each side has left */
} PlayerCall;

/* The deadline of a thought that begins now and is limited only by time. */
ThinkingDeadline player_call_deadline(const PlayerCall *call);

static inline Choice choice_of_move(Move move)
{
    return (Choice){.kind = CHOICE_MOVE, .move = move};
}

/* A number that a player is given by name, "think_ms=200". It may be left out unless it is
 * required. */
typedef struct {
    const char *key;
    int64_t least, most, standard;
    bool is_required;
    bool omits_standard; /* the player's text names it only if it is another one than @standard */
} PlayerNumber;

#define PLAYER_MAX_NUMBERS 11
#define PLAYER_MAX_GAMES 4
#define PLAYER_NUMBER_MAX_MS 1000000000 /* the longest time, more than eleven days */

typedef struct {
    const char *name;    /* what stands before the colon: "level" */
    const char *usage;   /* "level:N[+LOGIC|-LOGIC]...[,READING=on|off]..." */
    const char *summary; /* one line for people */

    /* Settings after the colon, unless read() reads them: @number_count numbers, KEY=N with
     * commas between them, and the logics of agents, "level=7" with all differences that
     * logic_set_parse() reads. */
    const PlayerNumber *numbers;
    int number_count;
    bool has_logics;
    uint32_t unused_logics; /* a bit for each logic that changes nothing for such a player */
    size_t size; /* of the struct that begins with a Player, all else in it 0; 0: it is a Player */

    /* Reads what stands behind the colon into @player, all 0 but for its kind, which is freed after
     * an error; NULL: its numbers and logics are read.
     * Errors: a sentence, which player_new() begins with the text of the player. */
    bool (*read)(Player *player, const char *parameters, const Engines *engines, GError **error);
    void (*clear)(Player *player); /* frees what it owns; NULL: it owns nothing */

    /* The text that names the player in full, the same for equal players; NULL: its numbers and
     * logics do. Owner: the caller. */
    char *(*describe)(const Player *player);

    const Game *games[PLAYER_MAX_GAMES]; /* with turns, that it plays */
    bool plays_all;                      /* all games with turns */

    /* Whether the player can play on this machine with @memories, NULL if there are none; NULL: it
     * always can.
     * Errors: PLAYER_ERROR_MISSING. */
    bool (*check)(const Player *player, Memories *memories, GError **error);

    /* The decision of @player in a game that is not over. */
    Choice (*choose)(Player *player, const PlayerCall *call);

    /* Takes note of how the game @line, in which @player was @side, has ended. The answer has no
     * move; its reason, words and delay are those of a fault, see Choice. NULL: it takes no note.
     */
    Choice (*end_game)(Player *player, const GameLine *line, int side, const GameOutcome *outcome);

    /* Writes all moves that @player may choose, the likeliest first, and returns how many they are;
     * 0: not known, it has to be asked many times. NULL: likewise. See player_shares(). */
    int (*shares)(const Player *player, const PlayerCall *call,
                  Share out_shares[static GAME_MAX_MOVES]);

    /* Fate of @move on the way to a decision with @worst as the most threatened agent, and its
     * probability with other logics; false: the player has no agents, or they cannot suggest @move;
     * NULL: likewise. */
    bool (*follow)(const Player *player, const PlayerCall *call, Move move, AgentName worst,
                   Fate *out_fate, FateOtherwise *out_otherwise);

    /* Waits until @player can be asked with a running clock, so that its start takes no time off
     * the clock; NULL: it always can, at once. */
    void (*get_ready)(Player *player);

    /* Reply of @player to a call in a game of asynchronous chess that is not over; NULL: it does
     * not play that. Draws only from @random. *@reply is empty at first. */
    void (*act)(Player *player, const AsyncCall *call, Random *random, AsyncReply *reply);

    /* The name that the player has given itself so far, "Stockfish 15.1", or NULL; NULL: it never
     * does. */
    const char *(*title)(const Player *player);

    /* The command line of the external program that @player starts and only asks for moves; NULL:
     * players of this kind start none. The text lives as long as the player. */
    const char *(*command)(const Player *player);

    /* The command lines of programs that @player starts to help it, with a line end between two, or
     * NULL; NULL: players of this kind start none. The text lives as long as the player. */
    const char *(*program)(const Player *player);

    bool decides_once; /* deciding many times in one position would take too long */
} PlayerKind;

/* The head of every kind of player. */
struct Player {
    const PlayerKind *kind;
    bool depends_on_machine; /* its choices depend on more than the line and the random numbers */
    bool draws_nothing; /* it uses no random numbers of its call or, as an external program, is not
                           known to use them */
    int64_t number[PLAYER_MAX_NUMBERS]; /* by kind->numbers */
    LogicSet logics;                    /* of its agents, if it has some */
    ThinkingLag lag;
};

extern const PlayerKind *const PLAYER_KINDS[];
extern const size_t PLAYER_KIND_COUNT;

/* The kind of the player that @text names, or NULL if there is no such kind. */
const PlayerKind *player_kind_of(const char *text);

/* The player that @text names. @engines are those of the user, or NULL; they must live as long as
 * the player.
 *
 * Errors: PLAYER_ERROR_TEXT, with what is wrong in it.
 * Owner:  the caller; a player is used by one thread at a time. */
Player *player_new(const char *text, const Engines *engines, GError **error);
void player_free(Player *player);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Player, player_free)

/* The text that names @player in full. Owner: the caller. */
char *player_describe(const Player *player);

/* Whether players of @kind play @game. */
bool player_kind_plays(const PlayerKind *kind, const Game *game);

/* Whether @player, of a kind that plays the game called @name, has no logic that the game does not
 * have. @game: NULL if it has no turns.
 *
 * Errors: PLAYER_ERROR_TEXT. */
bool player_logics_fit(const Player *player, const Game *game, const char *name, GError **error);

/* Whether @player can play on this machine; player_fits(): and plays @game; player_fits_in_time():
 * and plays asynchronous chess.
 * @memories are those that it will be called with, or NULL.
 *
 * Errors: PLAYER_ERROR_TEXT, PLAYER_ERROR_MISSING. */
bool player_check(const Player *player, Memories *memories, GError **error);
bool player_fits(const Player *player, const Game *game, Memories *memories, GError **error);
bool player_fits_in_time(const Player *player, GError **error);

/* Sets @error to a sentence that says that players of @kind do not play the game; returns false. */
bool player_kind_refuse(const PlayerKind *kind, const char *game_name, GError **error);

/* The decision of @player in a game that is not over. */
Choice player_choose(Player *player, const PlayerCall *call);

/* Sets @error to a sentence on @choice, which has a reason, of the player called @name; returns
 * false.
 *
 * Errors: PLAYER_ERROR_FAILED. */
bool player_fail_choice(const char *name, const Choice *choice, GError **error);

/* Writes the moves that @player may decide on, the likeliest first, and returns how many they are.
 * The shares are exact if it knows them. Else it answers @call @draws times, and the shares are
 * those of its answers; answer number n, from 1, has the generator of job n of an experiment with
 * @seed. Resignations and claims of a draw are no moves: then the shares sum to less than 1.
 *
 * Errors: PLAYER_ERROR_FAILED; the answer is -1. */
int player_shares(Player *player, const PlayerCall *call, uint64_t seed, int draws,
                  Share out_shares[static GAME_MAX_MOVES], GError **error);
