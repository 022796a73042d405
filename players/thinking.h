/* What passes between a player that thinks ahead and the one that waits for its move: how long it
 * may think, and what it has found so far. A player that decides at once needs none of it. */
#pragma once

#include "board/game.h"

typedef enum {
    THOUGHT_CONSIDERING, /* it begins to look at a move of its own */
    THOUGHT_DEPTH,       /* it has looked at all of them so deep */
    THOUGHT_REMEMBERED   /* somebody else has, and the memory knows the move that was best */
} ThoughtKind;

typedef struct {
    ThoughtKind kind;
    int depth;      /* half moves */
    uint64_t nodes; /* positions looked at so far */
    int64_t time_ms;

    /* The best line so far, the own move first; while the first move is considered there is none.
     */
    const Move *line;
    int line_length;
    int score_cp; /* what it is worth to the player, in hundredths of a pawn */
    int mate; /* moves to the mate that it leads to, negative if the player is mated; 0: no mate, or
                 not known how far. In antichess: to the end of the game, which is won or lost */

    /* THOUGHT_CONSIDERING: @move is number @number, from 1, of @count, and has @replies. */
    Move move;
    int number, count, replies;

    const char *player; /* THOUGHT_REMEMBERED: who looked at @nodes positions; a text */
} Thought;

/* The position metric: what @thought of the side to move @turn is worth to White, in pawns. */
static inline double thought_metric(const Thought *thought, int turn)
{
    return (turn == COLOR_WHITE ? thought->score_cp : -thought->score_cp) / 100.0;
}

/* Set by who asks for a move, before. 0 and NULL: nothing is said of it. */
typedef struct {
    int depth; /* half moves */
    uint64_t nodes;
    int64_t movetime_ms;
    int64_t clock_ms, increment_ms; /* what is left, and what a move brings */
    int moves_to_go;                /* until the clock is set again */
    bool infinite;                  /* until it is interrupted */
    const Move *only;               /* the moves to choose from, @only_count of them; 0: all */
    int only_count;

    void (*listen)(const Thought *thought, void *data);
    bool (*is_interrupted)(void *data); /* whether to answer with what there is */
    void *data;
} ThinkingTerms;

/* How long the clock of @terms lets a player think about a move: beyond the soft limit it begins
 * nothing new, at the hard one it answers. Both are at least 1; 0: there is no clock. */
typedef struct {
    int64_t soft_ms, hard_ms;
} ThinkingTime;

ThinkingTime thinking_time_of_clock(const ThinkingTerms *terms);

/* The least of limits of which 0 says nothing; 0 if none says anything. */
static inline int64_t thinking_least(int64_t a, int64_t b)
{
    return a == 0 ? b : b == 0 ? a : a < b ? a : b;
}

/* A thought under way, and what ends it. */
typedef struct {
    const ThinkingTerms *terms; /* whom to ask; or NULL */
    int64_t begin_us;
    int64_t most_ms; /* 0: as long as it takes */
} ThinkingWatch;

/* Begins now. */
ThinkingWatch thinking_watch_new(const ThinkingTerms *terms, int64_t most_ms);

int64_t thinking_watch_elapsed_ms(const ThinkingWatch *watch);

/* Whether to answer with what there is. A player that searches asks every millisecond or so. */
bool thinking_watch_is_over(const ThinkingWatch *watch);

/* How often a search asks, in positions. */
#define THINKING_NODES_BETWEEN 1024

/* What @thought of the side to move in @state is worth: "0.47" to the first side, or "mate in 3 for
 * Black", in antichess "win in 3 for Black". Owner: the caller. */
char *thought_format_worth(const Thought *thought, const Game *game, const GameState *state);

/* "Considering c5 (21) of 30 moves, 39 replies, 1852544 positions: Bc5 (0.47)", as the homeostatic
 * player tells it; @state is where it thinks. Only for THOUGHT_CONSIDERING. Owner: the caller.
 *
 * Source: R. J. Wagner, The homeostatic chess player, rjwagner49.com, 2001 to 2021. */
char *thought_format_considering(const Thought *thought, const Game *game, const GameState *state);

/* "From the memory: depth 4, 1725 positions, by homeostatic:depth=4: Bc5 (0.47)". Only for
 * THOUGHT_REMEMBERED. Owner: the caller. */
char *thought_format_remembered(const Thought *thought, const Game *game, const GameState *state);
