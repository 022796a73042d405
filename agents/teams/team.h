/* A team: what its agents see and hear, what is lost on the way, and how they decide. With nothing
 * but defaults it is the team of the thesis, and costs nothing.
 *
 * Source: what agents perceive in part and what communication costs are questions of multi-agent
 *         systems, G. Weiss (ed.), Multiagent Systems, 2nd edition, 2013, chapters 1 and 3; the
 *         definitions are ours (agents/README.md). */
#pragma once

#include "agents/agent.h"

typedef enum { TEAM_MASTER, TEAM_VOTE, TEAM_AUCTION, TEAM_LOT, TEAM_DECISION_COUNT } TeamDecision;

extern const char *const TEAM_DECISION_NAMES[TEAM_DECISION_COUNT];

#define TEAM_MAX_STEPS 15 /* no two squares of any board are farther apart */

/* All zero: sight and hearing are not limited, and the master decides. */
typedef struct {
    int sight;   /* an agent sees opponents at most this many king steps away, plus 1; 0: all */
    int hearing; /* likewise the agents that it hears */
    int share;   /* bool: it sees what those see that it hears */
    int message_loss; /* percent of requests, offers, consultations and answers that are lost */
    int report_loss;  /* percent of reports that do not reach the master, below 100 */
    int decision;     /* a TeamDecision */
    bool outside;     /* some agents, or the master, are another program */
} Team;

/* Report of an agent that is another program. */
typedef struct {
    int loss; /* where it stands */
    Suggestion attack, move;
} OutsideReport;

typedef struct {
    AgentSet agents; /* those that have a report here */
    OutsideReport report[PERCEPT_MAX_AGENTS];
} OutsideReports;

/* The questions to programs after the reports. */
typedef enum {
    OUTSIDE_CONSULT, /* what an agent would lose by an action of another */
    OUTSIDE_REQUEST, /* what it offers to the most threatened agent: the net */
    OUTSIDE_VOTE,    /* its score for a suggestion */
    OUTSIDE_END,     /* no question about actions: the game is over */
    OUTSIDE_MASTER,  /* what a suggestion is worth to the master */
    OUTSIDE_PHASE_COUNT
} OutsidePhase;

extern const char *const OUTSIDE_PHASE_NAMES[OUTSIDE_PHASE_COUNT];

/* One question about an action, and the answer in its place. */
typedef struct {
    int agent; /* that is asked; of OUTSIDE_MASTER: that suggests */
    int action;
    CandidateKind kind; /* of a suggestion or an offer */
    Exposure exposure;  /* of the agent after the action; of OUTSIDE_MASTER and OUTSIDE_REQUEST:
                           where the action ends */
    int number;         /* what the built-in agent, or master, says, and then what the program
                           says */
    bool is_withheld;   /* OUTSIDE_REQUEST: it does not offer this */
} OutsideItem;

typedef enum {
    OUTSIDE_FAULT, /* then no item is changed */
    OUTSIDE_ANSWERS,
    OUTSIDE_WANTS_HELP, /* OUTSIDE_MASTER: the most threatened agent shall ask for help first */
} OutsideReply;

#define OUTSIDE_MAX_ITEMS (PERCEPT_MAX_AGENTS * PERCEPT_MAX_ACTIONS)

/* Agents that are another program. In a decision the same question has the same answer. */
typedef struct {
    OutsideReports reports;
    AgentSet asked[OUTSIDE_PHASE_COUNT]; /* whom programs think for in this phase; OUTSIDE_MASTER:
                                            all or none */
    OutsideItem *items; /* OUTSIDE_MAX_ITEMS, for the question under way and its answer */
    int (*losses)[PERCEPT_MAX_ACTIONS]; /* of each agent after each action, as consulted last; -1:
                                           it was not asked about it */

    /* Asks about the first @count items, those of an agent one after the other. @worst is the most
     * threatened agent, NO_AGENT if there is none. */
    OutsideReply (*ask)(void *data, const Percept *percept, OutsidePhase phase, int worst,
                        int count);
    void *data;
} OutsideAgents;

/* Percepts of the agents of a team in one position, and which messages reach whom: a function of
 * the percept, the team and a number. */
struct TeamSenses {
    Team team;
    uint64_t key;                       /* decides what is lost */
    TargetSet seen[PERCEPT_MAX_AGENTS]; /* by each agent */
    AgentSet heard[PERCEPT_MAX_AGENTS]; /* by each agent, itself included */
    const OutsideAgents *outside;       /* NULL: all agents are ours */
    AgentSet reporting;                 /* whose reports reach the master */
};

/* Whether what is lost in a decision of @team is drawn. */
static inline bool team_draws(const Team *team)
{
    return (team->message_loss > 0 && team->message_loss < 100) || team->report_loss > 0;
}

/* Whether a team may have agents with @logics: those of the thesis; and where some are another
 * program, threat-move only with move-attack, without which the master evaluates actions itself. */
bool team_may_have(const Team *team, const LogicSet *logics);

/* Hides from the agents of @percept, which nothing was hidden from, what those of @team do not see,
 * and fills in @out_senses, which the percept keeps: neither may be moved in memory. @key is drawn
 * from all 64 bits if team_draws(). A team that is whole changes nothing. A capture of a piece that
 * is not seen becomes a move. */
void team_sense(const Team *team, uint64_t key, Percept *percept, TeamSenses *out_senses);

/* Perceives for @out_percept, the board of @percept taken once more, what @percept is hidden from;
 * @out_senses as in team_sense(). */
void team_sense_again(const Percept *percept, Percept *out_percept, TeamSenses *out_senses);

/* Lets the agents of @order think and speak as those of their team do: distance and loss stop
 * messages, and programs think for some of them. Nothing, if the team is whole. */
void team_join(Order *order);

static inline TeamDecision team_decision(const Percept *percept)
{
    return percept->senses != NULL ? (TeamDecision)percept->senses->team.decision : TEAM_MASTER;
}

/* The report of @agent, an external program; NULL: it is built in. */
static inline const OutsideReport *team_outside(const Percept *percept, int agent)
{
    return percept->senses != NULL && percept->senses->outside != NULL &&
                   percept->senses->outside->reports.agents >> agent & 1
               ? &percept->senses->outside->reports.report[agent]
               : NULL;
}

/* The agents that other programs think for in @phase. */
static inline AgentSet team_asked(const Percept *percept, OutsidePhase phase)
{
    return percept->senses != NULL && percept->senses->outside != NULL
               ? percept->senses->outside->asked[phase]
               : 0;
}

static inline OutsideReply team_ask(const Percept *percept, OutsidePhase phase, int worst,
                                    int count)
{
    const OutsideAgents *outside = percept->senses->outside;

    return count > 0 ? outside->ask(outside->data, percept, phase, worst, count) : OUTSIDE_ANSWERS;
}
