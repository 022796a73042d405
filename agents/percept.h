/* What the agents of the side to move perceive: the facts their logics reason on, taken from the
 * board once a decision. Logics never look at squares, so another board needs another percept and
 * no other logic: its own facts in the union at the end of Percept, its own row of functions.
 *
 * Attackers are those of the board as it stands: pieces behind other pieces do not count, pins are
 * ignored, a piece attacks ("defends") the squares of its friends too (thesis, section 4.1). */
#pragma once

#include "board/async_world.h"
#include "board/movegen.h"
#include "board/three_movegen.h"

#define PERCEPT_MAX_AGENTS 16
#define PERCEPT_MAX_ACTIONS 512 /* 16 queens of three-player chess have 496 */
#define PERCEPT_MAX_TARGETS 64

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

/* A set of targets: bit i is target i. How targets are numbered is the percept's own affair; on a
 * board of 64 squares it is by the squares they stand on. */
typedef uint64_t TargetSet;

/* A set of agents: bit i is agent i. */
typedef uint32_t AgentSet;

static inline int target_set_first(TargetSet set)
{
    return __builtin_ctzll(set);
}

static inline int target_set_count(TargetSet set)
{
    return bitboard_count(set);
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
    Exposure exposure; /* where it stands */
    int first_action, first_move, end_action;
} Agent;

typedef struct PerceptBoard PerceptBoard;

/* What only the percepts of a board of 64 squares know: attack maps, for questions that only some
 * logics ask. */
typedef struct {
    Position pos; /* of other games than chess what stands where, and whose agents they are */
    uint8_t agent_at[SQUARE_COUNT];           /* which agent stands there; set only if one does */
    Bitboard own_once, own_twice;             /* attacked by one, by two or more agents */
    Bitboard enemy_by_type[PIECE_TYPE_COUNT]; /* attacked by opponents of that kind */
    Bitboard enemy_all;                       /* attacked by any opponent */
    Bitboard own_lines, enemy_lines; /* attacked by bishops, rooks and queens of either side */
    Bitboard cheapest_bit[3]; /* of each square PIECE_NONE minus the kind of the cheapest opponent
                                 that attacks it, in three bits; 0 if none does */
    Bitboard attacks_of[SQUARE_COUNT]; /* what the piece there attacks; set only if one is */
} PerceptOf64;

/* What only that of three-player chess knows. */
typedef struct {
    const ThreePosition *pos;
    uint8_t agent_at[THREE_SQUARE_COUNT];              /* set only if one stands there, */
    uint8_t target_at[THREE_SQUARE_COUNT];             /* and so is this */
    ThreeSquare square_of_target[PERCEPT_MAX_TARGETS]; /* @target_count of them */
    int target_count;
    ThreeSet own_once, own_twice;             /* attacked by one, by two or more agents */
    ThreeSet enemy_by_type[PIECE_TYPE_COUNT]; /* attacked by opponents of that kind */
    ThreeSet attacks_of[THREE_SQUARE_COUNT];  /* what the piece there attacks; set only if one is */
} PerceptOf96;

typedef struct {
    const PerceptBoard *board;
    int agent_count; /* in the order of their squares: a1 to h8, BA1 to RH4 */
    Agent agents[PERCEPT_MAX_AGENTS];
    Target targets[PERCEPT_MAX_TARGETS]; /* set only where there is one */
    TargetSet king_targets;
    int action_count;
    Action actions[PERCEPT_MAX_ACTIONS];
    union {
        PerceptOf64 of64;
        PerceptOf96 of96;
    };
} Percept;

/* What to perceive. */
typedef struct {
    bool promotions_are_attacks; /* promotions stand among the attacks, else among the moves */
    bool lifts_agent; /* backup is looked for with the agent lifted from its square: a friend
                         behind it on the same line counts */
    bool captures_are_forced; /* where there is a capture there is no other action */
} PerceptOptions;

/* Perceives @pos for the side to move. */
void percept_take_chess(const Position *pos, const PerceptOptions *options, Percept *out_percept);

/* The same of three-player chess, where both other sides are opponents, it does not matter whose
 * piece attacks or is lost, and kings are taken like other pieces; captures are never forced. False
 * if a side has more than PERCEPT_MAX_AGENTS pieces, which no game leads to. */
bool percept_take_three(const ThreePosition *pos, const PerceptOptions *options,
                        Percept *out_percept);

/* The same of asynchronous chess for @side, to which @world is as it sees it: what pieces could do
 * and suffer if each stayed on the space that it entered last. Actions are movements that reach
 * their end on the board as it stands, to be commanded by where they go from and to. Pieces under
 * way cannot be commanded and have none, but defend and can be lost. Enemies under way attack and
 * are attacked where they stand, as others: there they can be killed, where they go is mostly not
 * seen, and until they arrive they may stop at any space. Kings are taken like other pieces and
 * step where they can be taken; there may be none, or several. Captures are never forced.
 *
 * False if a side has more than PERCEPT_MAX_AGENTS pieces, which no game leads to. */
bool percept_take_async(const AsyncWorld *world, Color side, const PerceptOptions *options,
                        Percept *out_percept);

static inline bool action_is_attack(const Percept *percept, int action)
{
    return action < percept->agents[percept->actions[action].agent].first_move;
}

#define NO_TARGET (-1)

/* What a move of another agent does for @threatened where it stands. */
typedef struct {
    bool defends;         /* the helper then attacks the square of the threatened agent */
    TargetSet blocked;    /* attackers of the threatened agent whose line the helper then blocks */
    Exposure destination; /* where the helper goes, on the board as it stands */
} Assistance;

/* An agent that would stand attacked. */
typedef struct {
    int agent;
    Exposure exposure;
} Threatened;

/* What else logics ask, as a board answers it: see the functions of these names. */
struct PerceptBoard {
    bool has_64_squares; /* they, and the sets of squares made of them, are those of chess */
    bool (*others_attack)(const Percept *percept, int agent, int target);
    int (*target_captured)(const Percept *percept, int action);
    TargetSet (*attackers)(const Percept *percept, int agent);
    Exposure (*exposure_without)(const Percept *percept, int agent, TargetSet gone, int helper);
    Assistance (*assistance)(const Percept *percept, int threatened, int action);
    int (*threatened_after)(const Percept *percept, int action,
                            Threatened out_threatened[static PERCEPT_MAX_AGENTS]);
};

/* The square on which @target stands, numbered as its board does. */
static inline int percept_target_square(const Percept *percept, int target)
{
    return percept->board->has_64_squares ? target : percept->of96.square_of_target[target];
}

/* Whether an agent other than @agent attacks @target. */
static inline bool percept_others_attack(const Percept *percept, int agent, int target)
{
    return percept->board->others_attack(percept, agent, target);
}

/* The target that @action captures, or NO_TARGET. */
static inline int percept_target_captured(const Percept *percept, int action)
{
    return percept->board->target_captured(percept, action);
}

/* The targets that attack @agent where it stands. */
static inline TargetSet percept_attackers(const Percept *percept, int agent)
{
    return percept->board->attackers(percept, agent);
}

/* How @agent would stand where it is without the opponents in @gone, @helper not counting among
 * its defenders. */
static inline Exposure percept_exposure_without(const Percept *percept, int agent, TargetSet gone,
                                                int helper)
{
    return percept->board->exposure_without(percept, agent, gone, helper);
}

static inline Assistance percept_assistance(const Percept *percept, int threatened, int action)
{
    return percept->board->assistance(percept, threatened, action);
}

/* The agents other than the acting one that would stand attacked after @action and may be worse off
 * than now, and how they would stand; how many. Who is worse off is among them, some who are not
 * may be. The king never is where legal moves do not leave it attacked. */
static inline int percept_threatened_after(const Percept *percept, int action,
                                           Threatened out_threatened[static PERCEPT_MAX_AGENTS])
{
    return percept->board->threatened_after(percept, action, out_threatened);
}

static inline AgentSet percept_everyone(const Percept *percept)
{
    return ((AgentSet)1 << percept->agent_count) - 1;
}

/* The agents other than @agent. */
static inline AgentSet percept_others(const Percept *percept, int agent)
{
    return percept_everyone(percept) & ~((AgentSet)1 << agent);
}

/* The squares of the agents of @set, on a board of 64. */
Bitboard percept_squares_of(const Percept *percept, AgentSet set);

/* Takes away all actions that capture nothing, if one captures something. */
void percept_keep_captures(Percept *percept);

/* Takes away all actions but those with one of @moves, @count of them. */
void percept_keep_moves(Percept *percept, const Move *moves, int count);
