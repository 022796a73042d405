/* A decision and all that was said or thought on the way to it. */
#pragma once

#include <json-glib/json-glib.h>

#include "agents/message.h"
#include "board/game.h"
#include "master/beyond/reason.h"
#include "players/player.h"

typedef struct {
    GameLine *line; /* until the decision */
    Random random;  /* with which it was made */
    const Game *game;
    const GameState *state; /* the last one of the line */
    char *player;
    Move move;
    GPtrArray *messages; /* of Message, in order */
    GPtrArray *thoughts; /* of char *, a line each: what a player that searches has found when */
    Grades *grades; /* what a player without agents makes of each move; NULL: nothing is known */
    double metric;  /* what the position is worth to White, in pawns; NAN: nothing was
                       searched */
    int mate;       /* moves to a proven mate, negative if Black mates; 0: none */
    char *worth;    /* metric or mate in words; NULL: nothing was searched */
    Move *searched; /* the line that a search has decided on, its own move first; NULL: nothing was
                       searched */
    int searched_length;
    char *fault; /* what a program of some agents did, so that the built-in agents answered;
                    NULL: nothing */
} Explanation;

static inline const Message *explanation_message(const Explanation *explanation, guint i)
{
    return explanation->messages->pdata[i];
}

/* Lets @player answer @call, but with the generator of job 1 of an experiment with @seed, and
 * listens instead of the listener of @call. */
void explanation_make(Player *player, const PlayerCall *call, uint64_t seed,
                      Explanation *out_explanation);

/* The same with the chance of @call; a listener of @call that wants what is imagined is heard in
 * that. Returns what @player does, which need not be a move. */
Choice explanation_receive(Player *player, const PlayerCall *call, Explanation *out_explanation);

/* The same of @move, which @player has decided on where @line stands, and of @messages, which its
 * agents said then, which @out_explanation owns from now on. */
void explanation_of(const Player *player, const GameLine *line, GPtrArray *messages, Move move,
                    Explanation *out_explanation);
void explanation_clear(Explanation *explanation);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Explanation, explanation_clear)

/* The last message of the agents, the decision; NULL: the player has no agents. */
const Message *explanation_decision(const Explanation *explanation);

/* The reason of the decision; false: the player has given none. */
bool explanation_reason(const Explanation *explanation, Reason *out_reason);

/* Appends the moves @line, from the state of @explanation on, each after a space. */
void explanation_append_line(const Explanation *explanation, const Move *line, int length,
                             GString *text);

/* Whether there is more to tell than the move itself. */
bool explanation_tells(const Explanation *explanation);

/* All of it as one JSON object on a line; with @all_messages they are its member "messages".
 * Owner: the caller. */
char *explanation_to_json(const Explanation *explanation, bool all_messages);

/* Adds "move" and "san", @move in the position of @explanation, to the object that @json is
 * building. */
void explanation_add_move(const Explanation *explanation, Move move, JsonBuilder *json);

/* Adds the members of @explanation to that object. */
void explanation_add_json(const Explanation *explanation, bool all_messages, JsonBuilder *json);
