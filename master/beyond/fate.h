/* Fate of one action on the way to a decision: how far it comes, and what stops it.
 *
 * The same deliberation that decides is followed step by step; nothing is guessed from messages. */
#pragma once

#include "agents/message.h"

typedef struct Percept Percept; /* agents/percept.h */

/* The step at which an action is lost, in the order of the course. */
typedef enum {
    FATE_MATE,        /* another one gives mate, which leaves nothing to weigh */
    FATE_SILENCE,     /* the report of its agent is lost (teams) */
    FATE_CONSULTED,   /* its agent does not suggest it, as another one would lose too much */
    FATE_REPORT,      /* its agent has something better */
    FATE_COMPARISON,  /* another agent has something better of the kind */
    FATE_IMAGINATION, /* it is not among those that the master imagines */
    FATE_CHOICE,      /* the master prefers another candidate */
    FATE_REFUSAL,     /* the master refuses it */
    FATE_DRAW,        /* it is not lost: its share is above 0 */
    FATE_COUNT
} FateStep;

extern const char *const FATE_STEP_NAMES[FATE_COUNT]; /* "report" */

/* An action and what it is worth. */
typedef struct {
    Move move; /* MOVE_NONE: it is not known */
    AgentName agent;
    CandidateKind kind;
    bool is_unknown; /* a program thinks for its agent, and does not report it */
    int worth;
    Parts parts; /* none: they are not known */
} FateWorth;

/* Why one candidate goes before another; from PREFERENCE_THREAT on, its worth may be less. */
typedef enum {
    PREFERENCE_WORTH,
    PREFERENCE_KIND,    /* at equal worth */
    PREFERENCE_PLAN,    /* at equal worth and kind */
    PREFERENCE_THREAT,  /* the other does not make up for the greatest loss */
    PREFERENCE_READING, /* the other does, but as a move, which does not count */
    PREFERENCE_NO_NEED, /* it makes up for the greatest loss, so no request is answered */
    PREFERENCE_SURE,    /* it answers a request, and the other's worth is only planned */
    PREFERENCE_ATTACK,  /* it is an attack that wins */
    PREFERENCE_EVEN,    /* it is an attack without profit, which goes before moves by a reading */
    PREFERENCE_PROFIT   /* its profit is greater: attacks and moves are compared without places */
} Preference;

typedef struct {
    FateStep step;
    double share; /* that it is decided on, from 0 to 1 */

    FateWorth reported;    /* as its agent judges it */
    bool is_weighed;       /* the following is known: */
    FateWorth weighed;     /* as the master does */
    bool is_bound;         /* it may be worth less: it was imagined no further */
    Move expected;         /* what is expected in answer if it was imagined, else MOVE_NONE */
    FateWorth rival;       /* FATE_MATE to FATE_CHOICE: what goes before it */
    Preference preference; /* FATE_CHOICE */

    AgentName worst; /* the most threatened agent then; its loss is 0 if there is none */
    int worst_loss;
    AgentName loser; /* FATE_CONSULTED: the agent that would lose most */
    int loss;
    Objection objection;      /* FATE_REFUSAL; */
    Move kept;                /* and the action that is decided on, or one of them, */
    Objection kept_objection; /* with what speaks against it, if there are objections to all */

    bool is_offered; /* it answers a request: */
    CandidateKind offered_as;
    int offered_net;
    Move best_offer; /* MOVE_NONE: it does not reach the most threatened agent */
    int best_net;
} Fate;

/* How likely @move were with other logics on the same board.
 *
 * Shape: a bit for each. */
typedef struct {
    uint32_t without; /* logics: without any one of them its share were above 0 */
    uint32_t with;    /* logics: with any one of them added it were */
    uint32_t levels;  /* levels that could play it, with the readings, the weights and the
                         numbers of the logics, but for how far a level looks ahead */
} FateOtherwise;

/* Fate of @move when the agents of @percept decide; of those that are equally threatened, @worst
 * was drawn. False if @move is none of its actions, as is a promotion to another piece than a
 * queen. */
bool fate_follow(const Percept *percept, Move move, AgentName worst, Fate *out_fate,
                 FateOtherwise *out_otherwise);
