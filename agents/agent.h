/* One piece agent: an order of the MasterAgent in, a report out.
 *
 * Source: thesis, sections 2.2.2 and 2.2.3. */
#pragma once

#include "agents/chance.h"
#include "agents/message.h"
#include "agents/percept.h"

#define NO_AGENT (-1)

/* The worth of an action to its agent: all that a master looks at. */
typedef struct {
    int profit;      /* material gained, negative for a loss */
    int terms;       /* added by logics beyond the thesis (Percept.terms) */
    bool planned;    /* a move that prepares an attack which does not lose */
    bool safe_check; /* a move that attacks the king from a square where nothing is lost; set only
                        with threat-move */
} Worth;

/* The best attacks or the best moves of an agent, all equally good to it. */
typedef struct {
    ActionSet actions; /* none: it has nothing to suggest */
    Worth worth;       /* of one of them */
    bool is_mixed;     /* the master would not rank all of them alike */
} Suggestion;

typedef struct {
    Suggestion attack, move;
} Report;

/* The offer of an agent to the most threatened one. */
typedef struct {
    int action;
    CandidateKind kind;
    int net; /* what is gained or lost by it, less the loss that remains */
    Parts parts;
} Offer;

typedef struct Order Order;

/* How an agent thinks. Each agent of a side has a mind: that of the thesis (MIND_OF_THESIS), one
 * beyond it, or an external program. */
typedef struct {
    /* The worth of @action, and its parts, unless @out_parts is NULL. */
    Worth (*worth)(const Order *order, int action, Parts *out_parts);

    /* What @agent loses after @action, or NO_ACTION: as it stands. It is then exposed as in
     * @exposure. */
    int (*loss)(const Order *order, int agent, int action, Exposure exposure);

    /* What the most threatened agent still loses if @action of another one helps it, and how that
     * agent is then exposed; NO_HELP: it does not help. */
    int (*remaining)(const Order *order, int action, Exposure *out_own);

    /* Finds the best attacks and the best moves of @agent. */
    void (*report)(Order *order, int agent, Report *out_report);

    /* Whether the agent makes @offer, whose net it may change; NULL: it does. */
    bool (*offers)(const Order *order, Offer *offer);

    bool is_program; /* external: the parts of its worths are unknown */
} Mind;

#define NO_HELP INT_MAX

extern const Mind MIND_OF_THESIS;

/* How messages go from mind to mind, where distance or loss can stop them. */
typedef struct {
    bool (*hears)(const Order *order, int receiver, int sender);
    bool (*loses)(const Order *order, MessageKind kind, int sender, int receiver, int action);
    bool (*reports)(const Order *order, int agent); /* to the master */

    /* Before agents consult each other, and before the most threatened one hears @helpers. */
    void (*before_consultation)(Order *order);
    void (*before_offers)(Order *order, AgentSet helpers, bool wants_defence);
} Channel;

/* The order of the MasterAgent to its agents, to evaluate their position. */
struct Order {
    const Percept *percept;
    const Recorder *recorder; /* or NULL */
    const Channel *channel;   /* NULL: every message arrives */
    const Mind *mind[PERCEPT_MAX_AGENTS];

    AgentSet threatened; /* the agents that lose something where they stand */
    AgentSet worst_ones; /* those of them that lose most, */
    int worst_loss;      /* and what that is, 0 if none is threatened */
    int worst;           /* the most threatened agent, drawn from @worst_ones, or NO_AGENT */
    bool consults;       /* agents ask each other before they suggest anything (level 7) */
    int asked; /* number of answers requested, the cost of communication: a report of each agent;
                  with consultation an answer of each other agent on every action; and an offer of
                  each helper on a request */

    int offer_count; /* how many offers programs have been asked about in the present request */

    /* Of each agent: */
    ActionSet refused[PERCEPT_MAX_AGENTS];     /* actions that the master has refused */
    ActionSet consulted[PERCEPT_MAX_AGENTS];   /* what it has asked the others about, */
    ActionSet disregarded[PERCEPT_MAX_AGENTS]; /* and what it does not suggest for their answers */
};

/* Begins a decision in which nothing is asked or refused yet and all agents have @mind. */
void order_begin(Order *order, const Percept *percept, const Recorder *recorder, const Mind *mind);

static inline AgentName order_agent_name(const Order *order, int agent)
{
    return (AgentName){order->percept->agents[agent].type, order->percept->agents[agent].square};
}

/* The agent of @action. */
static inline AgentName order_actor(const Percept *percept, int action)
{
    const Agent *agent = &percept->agents[percept->actions[action].agent];

    return (AgentName){agent->type, agent->square};
}

static inline Move order_move(const Order *order, int action)
{
    return order->percept->actions[action].move;
}

static inline bool order_refuses(const Order *order, int action)
{
    return (order->refused[order->percept->actions[action].agent] &
            percept_only(order->percept, action)) != 0;
}

static inline void order_refuse(Order *order, int action)
{
    order->refused[order->percept->actions[action].agent] |= percept_only(order->percept, action);
}

/* Those of @receivers that a message of @sender to all about @action, or NO_ACTION, reaches. */
AgentSet order_reached(const Order *order, MessageKind kind, int sender, AgentSet receivers,
                       int action);

/* Whether the report of @agent reaches the master. */
static inline bool order_reports(const Order *order, int agent)
{
    return order->channel == NULL || order->channel->reports(order, agent);
}

/* The loss of a piece of @value with @exposure, 0 or more.
 *
 * Level 1: all of it if it is attacked. From level 2 on "the opponent will use the cheapest piece
 * possible", which is lost in turn if a friend defends. A king that is the only attacker of a
 * defended square is no threat: it is worth more than anything it could take. */
int loss_of(const Percept *percept, int value, Exposure exposure);

/* The loss of @agent where it stands, as it reports it. */
static inline int agent_loss(const Order *order, int agent)
{
    return order->mind[agent]->loss(order, agent, NO_ACTION,
                                    order->percept->agents[agent].exposure);
}

/* The worth of @action by the logics of the thesis, and its parts unless @out_parts is NULL. */
Worth worth_of(const Percept *percept, int action, Parts *out_parts);

/* The opponents that an attack planned from where @action, a move, ends may attack. */
TargetSet worth_plan_targets(const Percept *percept, int action);

/* Gain of the agent of @action, a move, if it attacks @target next. */
int worth_of_plan(const Percept *percept, int action, int target);

/* The targets of the attack that @action, a move with a planned attack, prepares: all by which the
 * plan would gain what the move is worth, as none of them is preferred. A king is never among
 * others, as it is worth more than they. */
TargetSet worth_planned_targets(const Percept *percept, int action);

/* The order in which actions are preferred: by profit and terms, and from level 3 on a move with a
 * planned attack before one without. Greater is better. */
int worth_rank(const Percept *percept, const Worth *worth);

/* The profit of @action for sure: a planned attack is only a hope, so of a move at most 0 (reading
 * plans-count: its profit). */
int worth_gain(const Percept *percept, int action, const Worth *worth);

/* Whether a master sees no difference between two attacks, or between two moves. */
bool worth_is_same(const Worth *one, const Worth *other);

static inline const Suggestion *report_best(const Report *report, bool attacks)
{
    return attacks ? &report->attack : &report->move;
}

/* The kind of candidate that an attack is, or a move, which may be planned to prepare an attack. */
static inline CandidateKind agent_candidate(bool is_attack, bool is_planned)
{
    return is_attack ? CANDIDATE_ATTACK : is_planned ? CANDIDATE_PLANNED_MOVE : CANDIDATE_MOVE;
}

/* MIND_OF_THESIS.loss and .report. */
int agent_loss_after(const Order *order, int agent, int action, Exposure exposure);
void agent_report(Order *order, int agent, Report *out_report);
