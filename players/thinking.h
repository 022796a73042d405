/* Communication between a player that thinks ahead and the caller that waits for its move: how long
 * it may think, and its findings so far. A player that decides at once needs none of this. */
#pragma once

#include "board/game.h"

typedef enum {
    THOUGHT_CONSIDERING, /* it begins to look at a move of its own */
    THOUGHT_DEPTH,       /* it has looked at all moves to this depth */
    THOUGHT_STOPPED,     /* it was stopped at this depth, where it had found another line */
    THOUGHT_REMEMBERED   /* another search has, and the memory knows the best move */
} ThoughtKind;

/* A move that the player could make, and what it has come to. */
typedef struct {
    Move move;
    int score_cp;  /* as in Thought; mates too */
    bool is_exact; /* false: it is worth @score_cp at most, which was enough to refuse it */
} ThoughtMove;

typedef struct {
    ThoughtKind kind;
    int depth;      /* half moves */
    uint64_t nodes; /* positions looked at so far */
    int64_t time_ms;

    /* The best line so far, the player's own move first; there is none while the first move is
     * considered. */
    const Move *line;
    int line_length;
    int score_cp; /* what the line is worth to the player, in hundredths of a pawn */
    int mate; /* moves to the mate that the line leads to, negative if the player is mated; 0: no
                 mate, or not known how far. In antichess: moves to the end of the game, won or
                 lost */

    const ThoughtMove *moves; /* THOUGHT_DEPTH: all moves, @count of them, the best first */

    /* THOUGHT_CONSIDERING: @move is number @number, from 1, of @count, and has @replies. */
    Move move;
    int number, count, replies;

    const char *player; /* THOUGHT_REMEMBERED: the text of the player that looked at @nodes
                           positions */
} Thought;

/* The position metric: what @thought of the side @turn, which is to move, is worth to White, in
 * pawns. */
static inline double thought_metric(const Thought *thought, int turn)
{
    return (turn == COLOR_WHITE ? thought->score_cp : -thought->score_cp) / 100.0;
}

typedef struct ThinkingLag ThinkingLag;

/* Set by the caller before it asks for a move. 0 and NULL: nothing is said. */
typedef struct {
    int depth; /* half moves */
    uint64_t nodes;
    int64_t movetime_ms;
    int64_t clock_ms, increment_ms; /* what is left on the clock, and what each move adds */
    int moves_to_go;                /* moves until the clock is set again */
    bool infinite;                  /* think until interrupted */
    const Move *only;               /* the moves to choose from, @only_count of them; 0: all */
    int only_count;

    void (*listen)(const Thought *thought, void *data);
    bool (*is_interrupted)(void *data); /* whether to answer now with the best so far */
    void *data;

    ThinkingLag *lag; /* of the player that is asked; set by player_choose() */
} ThinkingLimits;

/* How late the answers of a player are, learned from its own. Where many programs share a
 * processor, one that has thought for more than a millisecond may wait for the next one for a tenth
 * of a second. Depends on the machine, as all that limits in time do. */
struct ThinkingLag {
    int64_t lag_us; /* the longest delay of the last answers; it fades with each further one */

    /* The thought under way, or the last one. */
    int64_t begin_us, end_us; /* when it began and has to end; 0: none began, it has no limit */
    int64_t taken_us, late_us;
    uint64_t key; /* of the position, after @plies of the game */
    int plies;
    int64_t clock_ms; /* with the increment for the move; 0: there is none */
};

/* Notes that a thought begins about the last position of @line, and how late the answer before was:
 * behind its limit and, if it was one of the same game, on the way, which the clock of @limits
 * shows.
 */
void thinking_lag_begin(ThinkingLag *lag, const GameLine *line, const ThinkingLimits *limits);

/* Notes the answer. */
void thinking_lag_end(ThinkingLag *lag);

/* Learns before a game, when no clock runs, how late an answer would be: keeps the processor busy
 * for some milliseconds. */
void thinking_lag_test(ThinkingLag *lag);

/* How long the clock and the time for a move of @limits let a player think about a move: beyond the
 * soft limit it begins nothing new, at the hard limit it answers. A player that knows no soft limit
 * answers at the steady limit: it can take that long for every move. All are at least 1, or 0 if
 * there is no such limit; the time for a move is no soft limit.
 *
 * The limits are for machines on which others compute, too. Each move is expected to cost
 * THINKING_OVERHEAD_MS beyond what the player thinks; a longer lag that it has learned is taken
 * from its limits. Of THINKING_RESERVE_MS of the clock, or twice the lag, nothing is used:
 * when less is left the player answers at once, and as they come near it thinks less and less. */
typedef struct {
    int64_t soft_us, steady_us, hard_us;
} ThinkingTime;

#define THINKING_OVERHEAD_MS 30
#define THINKING_RESERVE_MS 400

ThinkingTime thinking_time(const ThinkingLimits *limits);

/* The smaller of two limits, where 0 means no limit. */
static inline int64_t thinking_least(int64_t a, int64_t b)
{
    return a == 0 ? b : b == 0 ? a : a < b ? a : b;
}

/* A thought under way, and what ends it. */
typedef struct {
    const ThinkingLimits *limits; /* which are asked for interruption; or NULL */
    int64_t begin_us;
    int64_t most_us; /* 0: no limit */
} ThinkingDeadline;

/* The deadline of a thought that begins now, or began when the player was asked with a clock. */
ThinkingDeadline thinking_deadline_new(const ThinkingLimits *limits, int64_t most_us);

int64_t thinking_deadline_elapsed_us(const ThinkingDeadline *deadline);

/* Whether anything but the end of the thought may end it. */
static inline bool thinking_deadline_can_end(const ThinkingDeadline *deadline)
{
    return deadline->most_us > 0 ||
           (deadline->limits != NULL && deadline->limits->is_interrupted != NULL);
}

/* Whether to answer now with the best so far. A player that searches asks every millisecond or
 * so. */
bool thinking_deadline_is_over(const ThinkingDeadline *deadline);

/* A search asks once in so many positions. */
#define THINKING_NODES_BETWEEN 1024

/* Worth of @thought of the side to move in @state: "0.47" to the first side, or "mate in 3 for
 * Black", in antichess "win in 3 for Black". Owner: the caller. */
char *thought_format_worth(const Thought *thought, const Game *game, const GameState *state);

/* "Considering c5 (21) of 30 moves, 39 replies, 1852544 positions: Bc5 (0.47)", as the homeostatic
 * player says it, or "From the memory: depth 4, 1725 positions, by homeostatic:depth=4: Bc5
 * (0.47)"; @thought is of one of these two kinds, @state the position it is about. Owner: the
 * caller.
 *
 * Source: R. J. Wagner, The homeostatic chess player, rjwagner49.com, 2001 to 2021. */
char *thought_format(const Thought *thought, const Game *game, const GameState *state);
