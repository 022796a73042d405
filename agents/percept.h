/* What the agents of the side to move perceive: the facts their logics reason on, taken from the
 * board once a decision. Logics never look at squares, so another board needs another percept and
 * no other logic.
 *
 * Attackers are those of the board as it stands: pieces behind other pieces do not count, pins are
 * ignored, a piece attacks ("defends") the squares of its friends too (thesis, section 4.1). */
#pragma once

#include "board/movegen.h"

#define PERCEPT_MAX_AGENTS 16
#define PERCEPT_MAX_ACTIONS MOVEGEN_MAX_MOVES

/* How an agent stands, or would stand, on a square. */
typedef struct {
    int cheapest;  /* the value of the cheapest opponent that attacks the square, 0 if none does */
    bool defended; /* a friend other than the agent attacks it too */
} Exposure;

/* An opponent, as something to attack. */
typedef struct {
    PieceType type;
    int value;
    int cheapest_defender; /* the value of the cheapest of its friends that defends it, 0 if none */
} Target;

/* A set of targets: bit i is target i. How targets are numbered is the percept's own affair; here
 * it is by the squares they stand on. */
typedef uint64_t TargetSet;

static inline int target_set_first(TargetSet set)
{
    return __builtin_ctzll(set);
}

static inline int target_set_count(TargetSet set)
{
    return bitboard_count(set);
}

/* The squares that the targets of @set stand on, as a set of squares of a board of 64. */
static inline Bitboard target_set_squares(TargetSet set)
{
    return set;
}

/* A legal move that an agent may suggest; promotions are to a queen. */
typedef struct {
    Move move;
    uint8_t agent;     /* whose it is */
    bool is_promotion; /* the agent becomes worth @value */
    int captured;      /* the value of the piece captured, 0 if none is */
    int value;         /* what the agent is worth where it goes */
    Exposure exposure; /* where it goes; cheapest first, then backup */
    TargetSet targets; /* a move's: whom the agent attacks from where it goes */
} Action;

/* One piece agent. Its actions are @first_action .. @end_action - 1, attacks before moves. */
typedef struct {
    Square square;
    PieceType type;
    int value;
    Exposure exposure;        /* where it stands */
    TargetSet shared_targets; /* those that another friend attacks now */
    int first_action, first_move, end_action;
} Agent;

typedef struct {
    const Position *pos;
    int agent_count; /* a1 to h8 */
    Agent agents[PERCEPT_MAX_AGENTS];
    uint8_t agent_at[SQUARE_COUNT]; /* which agent stands there; set only if one does */
    Target targets[SQUARE_COUNT];   /* set only where one stands */
    TargetSet king_target;
    int action_count;
    Action actions[PERCEPT_MAX_ACTIONS];

    /* Attack maps, for questions that only some logics ask. */
    Bitboard own_once, own_twice;             /* attacked by one, by two or more agents */
    Bitboard enemy_by_type[PIECE_TYPE_COUNT]; /* attacked by opponents of that kind */
    Bitboard enemy_all;                       /* attacked by any opponent */
    Bitboard own_lines, enemy_lines; /* attacked by bishops, rooks and queens of either side */
    Bitboard cheapest_bit[3]; /* of each square PIECE_NONE minus the kind of the cheapest opponent
                                 that attacks it, in three bits; 0 if none does */
    Bitboard attacks_of[SQUARE_COUNT]; /* what the piece there attacks; set only if one is */
} Percept;

/* What to perceive. */
typedef struct {
    bool promotions_are_attacks; /* promotions stand among the attacks, else among the moves */
    bool lifts_agent; /* backup is looked for with the agent lifted from its square: a friend
                         behind it on the same line counts */
} PerceptOptions;

/* Perceives @pos for the side to move; @pos must live as long as the percept. */
void percept_take(const Position *pos, const PerceptOptions *options, Percept *out_percept);

static inline bool action_is_attack(const Percept *percept, int action)
{
    return action < percept->agents[percept->actions[action].agent].first_move;
}

/* Whether an agent other than @agent attacks @target. */
bool percept_others_attack(const Percept *percept, int agent, int target);

/* The target that @action captures, or NO_TARGET. */
int percept_target_captured(const Percept *percept, int action);
#define NO_TARGET (-1)

/* The targets that attack @agent where it stands. */
TargetSet percept_attackers(const Percept *percept, int agent);

/* How @agent would stand where it is without the opponents in @gone, @helper not counting among
 * its defenders. */
Exposure percept_exposure_without(const Percept *percept, int agent, TargetSet gone, int helper);

/* What a move of another agent does for @threatened where it stands. */
typedef struct {
    bool defends;         /* the helper then attacks the square of the threatened agent */
    TargetSet blocked;    /* attackers of the threatened agent whose line the helper then blocks */
    Exposure destination; /* where the helper goes, on the board as it stands */
} Assistance;

Assistance percept_assistance(const Percept *percept, int threatened, int action);

/* An agent that would stand attacked. */
typedef struct {
    int agent;
    Exposure exposure;
} Threatened;

/* The agents other than the acting one that would stand attacked after @action and may be worse off
 * than now, and how they would stand; how many. Who is worse off is among them, some who are not
 * may be. The king never is: legal moves do not leave it attacked. */
int percept_threatened_after(const Percept *percept, int action,
                             Threatened out_threatened[static PERCEPT_MAX_AGENTS]);
