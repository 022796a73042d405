/* The percept of the agents of the side to move: the facts their logics reason on, taken from the
 * board once a decision. Logics do not look at squares (terms.c does), so another board needs
 * another percept but no other logics: its own facts in the union at the end of Percept, its own
 * row of functions.
 *
 * Attacks are those on the present board (thesis, section 4.1). Attackers behind other pieces are
 * not seen (3.2.5), but a friend behind the acting agent is (reading battery-backup). A piece
 * attacks
 * ("defends") the squares of its friends, too. Pins are ignored, which the thesis leaves open. */
#pragma once

#include <limits.h>
#include <string.h>

#include "agents/boards/facts_chess.h"
#include "agents/logic.h"
#include "agents/parts.h"
#include "board/async_world.h"
#include "board/movegen.h"
#include "board/three_position.h"

#define PERCEPT_MAX_AGENTS 16
#define PERCEPT_MAX_ACTIONS 512 /* 16 queens of three-player chess have 496 */
#define PERCEPT_MAX_TARGETS 64

/* The exposure of an agent on a square. With the logic exchange, an agent counts as attacked only
 * if it loses something, and @cheapest is what the opponents lose in the exchange. */
typedef struct {
    int cheapest;  /* the value of the cheapest opponent that attacks the square, 0 if none does */
    bool defended; /* a friend other than the agent attacks it too */
} Exposure;

/* An opponent, as something to attack. */
typedef struct {
    PieceType type;
    int value;
    int cheapest_defender; /* the value of the cheapest of its friends that defend it, 0 if none
                              does */
} Target;

/* A set of targets: bit i is target i. Each percept numbers targets in its own way; on a board of
 * 64 squares they have the numbers of their squares. */
typedef uint64_t TargetSet;

/* A set of agents: bit i is agent i. */
typedef uint32_t AgentSet;

static inline int target_set_first(TargetSet set)
{
    return __builtin_ctzll(set);
}

/* A set of actions of one agent: bit i is its action number first_action + i. No piece can do more
 * than there are bits. */
typedef uint64_t ActionSet;

/* A legal move that an agent may suggest; promotions are to a queen. */
typedef struct {
    Move move;
    uint8_t agent;     /* whose it is */
    bool is_promotion; /* the agent becomes worth @value */
    int captured;      /* the value of the piece captured, 0 if none is */
    int value;         /* what the agent is worth where it goes */
    Exposure exposure; /* where it goes; cheapest first, then backup */
    int place;         /* what the action gains in the agent's place, in passed pawns and in driving
                          a king; set only if the percept knows places */
    TargetSet targets; /* of a move: the targets that the agent attacks from where it goes */
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
typedef struct PerceptBeyond PerceptBeyond; /* agents/beyond/percept_beyond.h */
typedef struct TeamSenses TeamSenses;       /* agents/teams/team.h */

/* The earlier positions of the game, by their keys. */
typedef struct {
    const uint64_t *keys;
    int count;
} Past;

/* Asked, while a master imagines, whether it must decide now: agents and master read no clock. */
typedef struct {
    bool (*is_over)(void *data);
    void *data;
} Interruption;

/* How a board is perceived. */
typedef struct {
    bool kings_are_taken;     /* like other pieces: no side is ever in check */
    bool captures_are_forced; /* if a capture is possible, there is no other action */
    bool is_imagined;         /* it does not stand yet: only what is asked of it counts */
} PerceptMode;

/* The data of percepts of a board of 64 squares only: attack maps, for questions that only some
 * logics ask. */
typedef struct {
    Position pos;  /* for games other than chess: what stands where, and which side perceives */
    Bitboard able; /* the pieces that may move at all */
    uint8_t agent_at[SQUARE_COUNT]; /* which agent stands there; set only if one does */
    Bitboard own_once, own_twice;   /* attacked by one, by two or more agents */
    Bitboard opponent_by_type[PIECE_TYPE_COUNT]; /* attacked by opponents of that kind */
    Bitboard opponent_all;                       /* attacked by any opponent */
    Bitboard own_lines, opponent_lines; /* attacked by bishops, rooks and queens of either side */
    uint8_t cheapest_at[SQUARE_COUNT]; /* the kind of the cheapest opponent that attacks the square,
                                          PIECE_NONE if none does */
    Bitboard attacks_of[SQUARE_COUNT]; /* what the piece there attacks; set only if one is */
    Bitboard striking[PIECE_TYPE_COUNT]; /* from where an own piece of that kind, if there is one,
                                            would attack an opponent */
    /* Only if boards after actions will be asked for: */
    Arrangement arrangement;         /* what stands where, with its pins, */
    bool keeps_lead;                 /* there is a lead to be kept, */
    bool may_be_unstoppable;         /* a pawn, so that no piece can stop it, */
    Bitboard pin_lines[COLOR_COUNT]; /* where something must change if its pins are to, */
    Bitboard king_lines; /* or one of the own sliders must come to: the opponent's king is seen
                            from there */
    Places places;       /* only if Action.place is made of them */
} PerceptChess;

/* The data of percepts of three-player chess only. */
typedef struct {
    const ThreePosition *pos;
    ThreePosition imagined;                /* @pos of a percept that imagine() has made */
    ThreeSet own, opponents, occupied;     /* the pieces on @pos */
    uint8_t target_at[THREE_SQUARE_COUNT]; /* set only if one stands there */
    ThreeSquare square_of_target[PERCEPT_MAX_TARGETS];
} PerceptThree;

typedef struct Percept Percept;
struct Percept {
    const PerceptBoard *board;
    LogicSet logics; /* with which the agents think: what no logic asks for is not perceived */
    PerceptMode mode;
    int side;              /* of the game whose agents perceive */
    bool knows_any_place;  /* Action.place is set, */
    bool finds_places;     /* but only by percept_find_place() */
    bool foresees;         /* agents know the board after their actions */
    bool considers_backup; /* agents consider who defends a square */
    bool hunts;            /* a king is being driven: a check that is no mate counts as no
                              plan */
    int urgency; /* what a capture or a move of a pawn adds to its worth: the lead that the
                    fifty-move rule would otherwise cost; a king's step to a pawn adds a
                    part of it */
    Past past;   /* empty, unless the caller sets it after taking the percept */
    const Interruption *interruption; /* likewise NULL */
    const TeamSenses *senses;         /* NULL: sight and hearing are not limited */
    const TargetSet *seen;            /* what each agent sees; NULL: everything */
    int agent_count;                  /* in the order of their squares: a1 to h8, BA1 to RH4 */
    Agent agents[PERCEPT_MAX_AGENTS];
    Target targets[PERCEPT_MAX_TARGETS]; /* set only where there is one */
    TargetSet all_targets, king_targets;
    TargetSet spared_targets; /* those that no attack is planned on */
    /* What logics beyond the thesis add to the worth of @action; NULL: nothing. */
    int (*terms)(const Percept *percept, int action, Parts *parts);
    int action_count;
    Action actions[PERCEPT_MAX_ACTIONS];
    union {
        PerceptChess chess;
        PerceptThree three;
    };
};

/* Whether the agents think with @logic, or by @reading. */
static inline bool percept_has(const Percept *percept, Logic logic)
{
    return logic_is_on(&percept->logics, logic);
}

static inline bool percept_reads(const Percept *percept, Reading reading)
{
    return reading_is_on(&percept->logics, reading);
}

/* Perceives @pos for the side to move as agents with @logics do. */
void percept_take_chess(const Position *pos, const LogicSet *logics, Percept *out_percept);

/* The same where a capture that is possible must be made. */
void percept_take_antichess(const Position *pos, const LogicSet *logics, Percept *out_percept);

/* The same for three-player chess. Both other sides are opponents: it does not matter which of them
 * a piece belongs to. Kings are taken like other pieces; captures are never forced. False if a side
 * has more than PERCEPT_MAX_AGENTS pieces, which no game leads to. */
bool percept_take_three(const ThreePosition *pos, const LogicSet *logics, Percept *out_percept);

/* The same for asynchronous chess and @side; @world is the world as @side sees it. The percept says
 * what pieces could do and suffer if each stayed on the space that it entered last. Actions are
 * movements that reach their end on the board as it stands; a command names where they begin and
 * end. Pieces under way cannot be commanded and have no actions, but they defend and can be lost.
 * Opponents under way attack and are attacked where they stand, like others: there they can be
 * killed, their ends are mostly not seen, and they may stop at any space before. Kings are taken
 * like other pieces and may step where they can be taken; there may be none, or several. Captures
 * are never forced.
 *
 * False if a side has more than PERCEPT_MAX_AGENTS pieces, which no game leads to. */
bool percept_take_async(const AsyncWorld *world, Color side, const LogicSet *logics,
                        Percept *out_percept);

static inline bool action_is_attack(const Percept *percept, int action)
{
    return action < percept->agents[percept->actions[action].agent].first_move;
}

/* The set of @action alone. */
static inline ActionSet percept_only(const Percept *percept, int action)
{
    return (ActionSet)1 << (action - percept->agents[percept->actions[action].agent].first_action);
}

static inline ActionSet agent_attacks(const Agent *agent)
{
    return ((ActionSet)1 << (agent->first_move - agent->first_action)) - 1;
}

static inline ActionSet agent_moves(const Agent *agent)
{
    return (((ActionSet)1 << (agent->end_action - agent->first_action)) - 1) &
           ~agent_attacks(agent);
}

#define NO_TARGET (-1)
#define NO_ACTION (-1)

/* The action with @move; NO_ACTION: there is none. */
static inline int percept_find(const Percept *percept, Move move)
{
    for (int i = 0; i < percept->action_count; i++)
        if (percept->actions[i].move == move)
            return i;
    return NO_ACTION;
}

/* The effect of another agent's move on @threatened on its square. */
typedef struct {
    bool defends;      /* after it the helper attacks the square of the threatened agent */
    TargetSet blocked; /* attackers of the threatened agent whose line the helper blocks after
                          it; none unless a friend defends the helper there */
    Exposure helper_exposure; /* on the square it goes to, on the present board */
} Assistance;

/* The other questions of logics to a board. */
struct PerceptBoard {
    bool has_64_squares; /* its squares and sets of squares are those of chess */

    /* Whether an agent other than @agent attacks @square. */
    bool (*backed)(const Percept *percept, int agent, int square);

    /* The targets that would attack @square if @shield, which may be NO_SQUARE, were occupied,
     * whether they are seen or not. */
    TargetSet (*attackers_of)(const Percept *percept, int square, int shield);

    /* Whether the agent of @action would attack @square from where it goes. */
    bool (*strikes)(const Percept *percept, int action, int square);

    /* How many steps a king needs between two squares of an empty board. */
    int (*steps)(int from, int to);

    /* The exposures of all agents after @action by what they see. Returns the attacked agents other
     * than the acting one. Not for a percept of exchanges. */
    AgentSet (*stand_after)(const Percept *percept, int action,
                            Exposure out_exposures[static PERCEPT_MAX_AGENTS]);

    /* Agents other than the acting one that are attacked after @action, and their exposures;
     * without exchanges, by what they see. All agents that are worse off than now are among them;
     * some others may be. The king is never among them where legal moves do not leave it attacked.
     */
    AgentSet (*threatened_after)(const Percept *percept, int action,
                                 Exposure out_exposures[static PERCEPT_MAX_AGENTS]);

    /* How the agent of @action, a move, would stand on the square of @target if it captured there
     * next. */
    Exposure (*exposed_in_plan)(const Percept *percept, int action, int target);

    /* The answers to questions of logics beyond levels 1 to 8; NULL: it has none. */
    const PerceptBeyond *beyond;
};

/* The square to which @action goes, by its number on the board. */
static inline int percept_destination(const Percept *percept, int action)
{
    const Move move = percept->actions[action].move;

    return percept->board->has_64_squares ? (int)move_to(move) : (int)three_move_to(move);
}

/* The target that @action is seen to capture, or NO_TARGET. */
static inline int percept_target_captured(const Percept *percept, int action)
{
    const Action *done = &percept->actions[action];

    if (done->captured == 0)
        return NO_TARGET;
    return percept->board->has_64_squares ? (int)move_victim_square(done->move)
                                          : percept->three.target_at[three_move_to(done->move)];
}

/* The square on which @target stands, by its number on the board. */
static inline int percept_target_square(const Percept *percept, int target)
{
    return percept->board->has_64_squares ? target : percept->three.square_of_target[target];
}

/* The opponents that @agent sees. */
static inline TargetSet percept_seen(const Percept *percept, int agent)
{
    return percept->seen == NULL ? ~(TargetSet)0 : percept->seen[agent];
}

/* The targets that attack @agent where it stands, as far as it sees them. */
static inline TargetSet percept_attackers(const Percept *percept, int agent)
{
    return percept->board->attackers_of(percept, percept->agents[agent].square, NO_SQUARE) &
           percept_seen(percept, agent);
}

/* The value of the cheapest of @targets, 0 if there are none. */
int percept_cheapest_of(const Percept *percept, TargetSet targets);

/* The value of the cheapest defender of @target that @agent sees, 0 if it sees none. */
static inline int percept_cheapest_defender(const Percept *percept, int agent, int target)
{
    if (percept->seen == NULL)
        return percept->targets[target].cheapest_defender;
    return percept_cheapest_of(
        percept,
        percept->board->attackers_of(percept, percept_target_square(percept, target), NO_SQUARE) &
            percept->seen[agent]);
}

/* PerceptBoard.exposed_in_plan for the board as it stands. */
Exposure percept_exposed_in_plan(const Percept *percept, int action, int target);

/* How @agent would stand where it is without the opponents in @gone and without @helper as a
 * defender. */
Exposure percept_exposure_without(const Percept *percept, int agent, TargetSet gone, int helper);

/* What @action, a move, does for @threatened, another agent. */
Assistance percept_assistance(const Percept *percept, int threatened, int action);

/* Whether there are three sides. */
static inline bool percept_is_of_three(const Percept *percept)
{
    return !percept->board->has_64_squares;
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

/* Begins to perceive a board for @side in @mode with @logics; nothing is known of it yet. */
void percept_begin(Percept *percept, int side, PerceptMode mode, const LogicSet *logics);
