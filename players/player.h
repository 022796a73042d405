/* Whoever can take a seat at a game. A player is named by text, "level:7,even-trade=on"; the kinds
 * are rows of a table. */
#pragma once

#include "agents/message.h"
#include "agents/random.h"
#include "board/game.h"
#include "master/deliberation.h"
#include "players/async_play.h"
#include "players/engine_settings.h"
#include "players/memories.h"
#include "players/thinking.h"

typedef enum {
    PLAYER_ERROR_TEXT,    /* the text names no player */
    PLAYER_ERROR_MISSING, /* what the player needs is not on this machine */
    PLAYER_ERROR_FAILED   /* it has chosen nothing that can be played */
} PlayerError;

#define PLAYER_ERROR (player_error_quark())
GQuark player_error_quark(void);

typedef struct Player Player;

typedef enum {
    CHOICE_MOVE,
    CHOICE_RESIGNATION, /* with the move that it would play */
    CHOICE_DRAW_CLAIM,  /* a right one */
    CHOICE_FAILURE      /* nothing that can be played */
} ChoiceKind;

/* What a player answers when it is its turn. */
typedef struct {
    ChoiceKind kind;
    Move move;          /* CHOICE_MOVE, CHOICE_RESIGNATION: a legal one, or there is none to tell */
    const char *reason; /* CHOICE_FAILURE: what happened, in a few words; the player's, until it is
                           asked again */
    const char *words;  /* CHOICE_FAILURE: the last lines that a program wrote to its standard
                           error, each with its end, or NULL; likewise the player's */
    Deliberation deliberation; /* what led to the move; zero if the player is no MasterAgent */
} Choice;

static inline Choice choice_of_move(Move move)
{
    return (Choice){.kind = CHOICE_MOVE, .move = move};
}

typedef struct {
    const char *name;    /* what stands before the colon: "level" */
    const char *usage;   /* "level:N[+LOGIC|-LOGIC]...[,READING=on|off]..." */
    const char *summary; /* one line for people */

    /* A player from what stands behind the colon ("" if there is none); NULL with PLAYER_ERROR. */
    Player *(*create)(const char *parameters, const Engines *engines, GError **error);
    void (*free)(Player *player);

    /* The text that names the player in full, the same for equal players. Owner: the caller. */
    char *(*describe)(const Player *player);

    bool (*plays)(const Game *game); /* of games with turns; NULL: none */

    /* Whether the player can play on this machine; NULL: any can.
     * Errors: PLAYER_ERROR_MISSING. */
    bool (*check)(const Player *player, GError **error);

    /* What @player does in a game that is not over. Draws from @random alone; tells @recorder,
     * unless it is NULL, who said what, which changes nothing. */
    Choice (*choose)(Player *player, const GameLine *line, Random *random,
                     const Recorder *recorder);

    /* Waits until @player can be asked with a running clock, so that its clock does not pay for its
     * start; NULL: it always can. */
    void (*get_ready)(Player *player);

    /* What @player does when it is called in a game of asynchronous chess that goes on; NULL: it
     * does not play that. Draws from @random alone. *@reply comes empty. */
    void (*act)(Player *player, const AsyncCall *call, Random *random, AsyncReply *reply);

    /* What the player has called itself so far, "Stockfish 15.1", or NULL; NULL: it never does. */
    const char *(*title)(const Player *player);

    bool is_program;   /* of others, that is only asked for moves */
    bool decides_once; /* deciding often in one position is not worth the time it takes */
} PlayerKind;

/* What every kind of player begins with. */
struct Player {
    const PlayerKind *kind;
    bool depends_on_machine; /* its choices are not made of line and random numbers alone */

    /* Set by who asks, at any time between two choices; NULL, as at first: nothing is said. Players
     * that decide at once have no use for it. */
    const ThinkingTerms *terms;

    /* Set by who seats the player, before it is asked for anything; NULL, as at first: it neither
     * asks a memory nor tells one. Players that do not search have no use for it. */
    Memories *memories;

    /* Set likewise, in games with clocks: the milliseconds that each side has left, as they are
     * when the player is asked; NULL, as at first: there are no clocks. */
    const int64_t *left_ms;
};

/* The watch over a thought of @player that begins now and is limited by time alone: what it was
 * asked for, and the clock of the game, if there is one. */
ThinkingWatch player_watch(const Player *player, const GameLine *line);

extern const PlayerKind *const PLAYER_KINDS[];
extern const size_t PLAYER_KIND_COUNT;

/* The kind of the player that @text names, or NULL if there is no such kind. */
const PlayerKind *player_kind_of(const char *text);

/* The player that @text names; @engines, NULL or as long-lived as the player, are those of the
 * user.
 *
 * Errors: PLAYER_ERROR_TEXT, with what is wrong in it.
 * Owner:  the caller; a player is used by one thread at a time. */
Player *player_new(const char *text, const Engines *engines, GError **error);
void player_free(Player *player);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Player, player_free)

static inline char *player_describe(const Player *player)
{
    return player->kind->describe(player);
}

/* Whether players of @kind play @game, and whether they play in time. */
bool player_kind_plays(const PlayerKind *kind, const Game *game);
bool player_kind_acts(const PlayerKind *kind);

/* Whether @player can play on this machine; whether it plays @game as well, or in time.
 *
 * Errors: PLAYER_ERROR_TEXT, PLAYER_ERROR_MISSING. */
bool player_check(const Player *player, GError **error);
bool player_fits(const Player *player, const Game *game, GError **error);
bool player_fits_in_time(const Player *player, GError **error);

/* Sets @error to what a player of @kind does not play; false. */
bool player_kind_refuse(const PlayerKind *kind, const char *game_name, GError **error);

static inline Choice player_choose(Player *player, const GameLine *line, Random *random,
                                   const Recorder *recorder)
{
    return player->kind->choose(player, line, random, recorder);
}

static inline void player_act(Player *player, const AsyncCall *call, Random *random,
                              AsyncReply *reply)
{
    player->kind->act(player, call, random, reply);
}
