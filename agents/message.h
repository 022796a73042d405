/* Messages between agents and master, as values. Without a recorder (agents/recorder.h) no
 * message is made.
 *
 * Source: thesis, figures 2.2a, 2.2b and 2.2c, which give the order of the messages. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "agents/logic.h"
#include "agents/parts.h"
#include "agents/recorder.h"
#include "board/game.h"

typedef enum {
    MESSAGE_ORDER,    /* master to agent: evaluate your position; to the most threatened: ask */
    MESSAGE_REPORT,   /* agent to master: threat, best attack, best move */
    MESSAGE_REQUEST,  /* the most threatened to all: who can help me? */
    MESSAGE_OFFER,    /* agent to the most threatened: I can */
    MESSAGE_SOLUTION, /* the most threatened to master: the best offer */
    MESSAGE_CONSULT,  /* agent to agent: what do you lose if I do this? */
    MESSAGE_ANSWER,   /* agent to agent: this much */
    MESSAGE_IMAGINE,  /* master to agent: how would the opponents answer this action? */
    MESSAGE_EXPECT,   /* an agent of the opponent to master: this might be done about it */
    MESSAGE_REFUSE,   /* master to agent: what you suggest must not be */
    MESSAGE_DECISION, /* master to all: what is played, and why */
    MESSAGE_KIND_COUNT
} MessageKind;

extern const char *const MESSAGE_KIND_NAMES[MESSAGE_KIND_COUNT];

/* An agent by its kind and square: the sender or receiver of a message, which may also be the
 * master or all agents, or an agent that is spoken of. */
typedef struct {
    PieceType type;
    int square; /* numbered as its board does, or one of the following */
} AgentName;

#define AGENT_MASTER ((AgentName){PIECE_NONE, -1})
#define AGENT_ALL ((AgentName){PIECE_NONE, -2})

/* Kinds of requests, offers and the master's candidates; at equal nets the kind listed first is
 * preferred. */
typedef enum {
    CANDIDATE_ATTACK,
    CANDIDATE_ATTACK_REQUEST,
    CANDIDATE_DEFENCE_REQUEST,
    CANDIDATE_PLANNED_MOVE,
    CANDIDATE_MOVE,
    CANDIDATE_KIND_COUNT
} CandidateKind;

extern const char *const CANDIDATE_KIND_NAMES[CANDIDATE_KIND_COUNT];

/* Objections to an action, for which the master refuses it (logic mate-hunt). */
typedef enum {
    OBJECTION_NONE,
    OBJECTION_LEAD,           /* it loses more than a pawn and a half of a lead of two that is to be
                                 kept, */
    OBJECTION_STALEMATE,      /* or wastes a lead: it stalemates the opponent, */
    OBJECTION_REPETITION,     /* goes back to an earlier position or lets the opponent repeat one
                                 for the third time */
    OBJECTION_MATE_BY_CHECKS, /* it lets the opponent mate by a few checks, */
    OBJECTION_MATE,           /* or at once */
    OBJECTION_COUNT
} Objection;

extern const char *const OBJECTION_NAMES[OBJECTION_COUNT]; /* "mate" */
extern const char
    *const OBJECTION_SENTENCES[OBJECTION_COUNT]; /* "the opponent could mate at once" */

/* The rank of @objection: both ways to a draw have the same. */
static inline int objection_weight(Objection objection)
{
    return objection == OBJECTION_STALEMATE ? OBJECTION_REPETITION : (int)objection;
}

/* An action and what it is thought to be worth, chosen among equals. */
typedef struct {
    Move move; /* MOVE_NONE: there is none */
    CandidateKind kind;
    int worth;          /* profit or net, in hundredths of a pawn */
    int equal_count;    /* how many were as good, the chosen one included */
    const Move *equals; /* which, or NULL: not known; for the call only */

    const AgentName *planned_on; /* CANDIDATE_PLANNED_MOVE of a report: the opponents, one of which
                                    is to be attacked next; for the call only */
    int planned_count;
    const WorthPart *parts; /* what @worth is made of: they sum to it; for the call only */
    int part_count;
} Proposal;

/* @move, whose worth is made of @parts. */
static inline Proposal proposal_of(Move move, CandidateKind kind, int worth, const Parts *parts)
{
    return (Proposal){.move = move,
                      .kind = kind,
                      .worth = worth,
                      .parts = parts->part,
                      .part_count = parts->count};
}

/* The vote of an agent on an action of a team. */
typedef struct {
    Move move;
    AgentName agent;
    int score; /* what it gains by it, less what it loses */
} Vote;

/* How likely an action was to be decided on. */
typedef struct {
    Move move;
    double share; /* above 0; all sum to 1 */
} Share;

/* The share of @move in such a list. */
double shares_find(const Share *shares, int count, Move move);

/* How far two lists of shares differ: half the sum of the differences, from 0 to 1. */
double shares_difference(const Share *one, int one_count, const Share *other, int other_count);

/* Shares that differ by less count as equal. */
#define SHARES_NOTICEABLE 0.01

/* A logic on which a decision depends: without this one, with all others as they are, the shares
 * differ noticeably. */
typedef struct {
    Logic logic;
    Move otherwise;    /* the likeliest action then */
    double difference; /* how far the shares differ then */
} Decider;

/* The grounds of a decision that its members do not contain. */
typedef struct {
    uint32_t readings;     /* that are on, a bit for each Reading */
    int source;            /* a CandidateSource (master/master.h) */
    int team_decision;     /* a TeamDecision (agents/teams/team.h) */
    bool hunts, is_hunted; /* the part `place` of the action is about the hunt of a king; */
    int passed;            /* else so much of it is of passed pawns */
    Parts parts;           /* of the action, as its agent evaluates it by itself */
    AgentName planned_on;  /* a target of the attack that it prepares, AGENT_ALL: none */
} Grounds;

/* One message. Only the fields of its kind count. */
struct Message {
    MessageKind kind;
    AgentName sender, receiver;

    int attackers;                /* report: how many opponents attack the agent */
    const AgentName *attacked_by; /* report: which; for the call only */
    int cheapest_attacker;   /* report: the value of the cheapest of them, 0 if there is none */
    bool defended;           /* report: a friend defends the agent */
    int loss;                /* report: what the agent loses where it stands; answer: what it would
                                lose */
    const AgentName *unseen; /* report: the opponents that the agent does not see; for the call
                                only */
    int unseen_count;
    bool is_lost;                /* report, offer, answer: it does not arrive */
    bool is_outside;             /* report: the agent is another program */
    const AgentName *unheard_by; /* request, consult: agents too far away; for the call only */
    int unheard_count;
    const AgentName *lost_to; /* request, consult: those near enough that do not get it; for the
                                 call only */
    int lost_count;
    bool has_actions;      /* report: attack and move are part of it */
    Proposal attack, move; /* report */

    const Move *disregarded; /* report: what the agent will not do, as another agent would lose too
                                much by it; for the call only */
    int disregarded_count;

    bool may_ask;                     /* order: ask the others for help */
    bool wants_attack, wants_defence; /* request */
    Move action;                      /* consult, answer, imagine, expect, refuse: what is
                                         planned */
    Objection objection;              /* refuse: why */
    Proposal proposal;                /* offer, solution, decision: what is chosen; expect: what
                                         might be answered, none if nothing can, and what the
                                         planned action is worth then at most */
    bool is_threatened;               /* decision: some agent is threatened */
    AgentName worst;                  /* decision: the most threatened agent; its loss is @loss */
    const Proposal *candidates;       /* decision: what the action was chosen from; expect on boards
                                         imagined after others: what agents there suggest, the best
                                         first; for the call only */
    int candidate_count;
    const Move *line; /* imagine, expect: the moves imagined before; for the call only */
    int line_count;
    const Vote *votes; /* decision: what agents say of the candidates, without those that say 0;
                          for the call only */
    int vote_count;
    const Share *shares; /* decision: all that could have been decided on, the likeliest first; for
                            the call only */
    int share_count;
    uint32_t logics;         /* decision: the logics that are on, a bit for each Logic */
    const Decider *deciders; /* decision: the logics on which it depends, the one without which the
                                shares differ most first; for the call only */
    int decider_count;
    Grounds grounds; /* decision */
};

/* A copy of @message that owns what it points at. Owner: the caller. */
Message *message_copy(const Message *message);
void message_free(Message *message);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Message, message_free)

/* An empty list of messages that owns them; record() of a Recorder that keeps a copy of each in
 * such a list. Owner: the caller. */
GPtrArray *messages_new(void);
void messages_keep(const Message *message, void *messages);

/* Whether message @i of such a list is an agent's last report of its actions: if the consultation
 * leaves nothing, the agents report once more. */
bool messages_is_last_report(const GPtrArray *messages, guint i);

/* "knight g1", "master", "all", with the names that squares have in @game. */
typedef struct {
    char text[16];
} AgentText;

AgentText agent_text(AgentName name, const Game *game);

/* The worth of a mate: more than an attack on the king. */
#define WORTH_OF_MATE (2 * PIECE_KING_VALUE)

/* Whether @worth is that of a mate, for or against the side that evaluates. */
static inline bool worth_is_mate(int worth)
{
    return ABS(worth) > WORTH_OF_MATE - PIECE_KING_VALUE / 2;
}

/* A worth or a loss as text: a number, or "king" or "mate", which are beyond counting. */
typedef struct {
    char text[32];
} WorthText;

WorthText worth_text(int worth);

/* Reads such a name; false if @text names none. */
bool agent_name_parse(const char *text, const Game *game, AgentName *out_name);

/* @message, said in @game, as a line of text for people, without a line end. Owner: the caller. */
char *message_format(const Message *message, const Game *game);

/* "decided by defence-consideration (else d5d6)" or "no logic decided it alone". Owner: the
 * caller. */
char *message_format_deciders(const Message *decision, const Game *game);
