/* A master that deliberates: what it thinks with, how its agents are heard, and the steps that
 * drawing a decision, adding up its shares and following one of its actions have in common. An
 * agent without a master takes some of them, too. Two ways to choose are in files of their own:
 * foresight.c and ballot.c. */
#pragma once

#include "agents/suggestions.h"
#include "agents/team.h"
#include "master/candidates.h"

#define IMAGINATION_MAX_DEPTH 4 /* the most decisions that may be imagined */

/* The expected course after an action. */
typedef struct {
    bool is_imagined; /* else nothing is known: */
    bool is_bound;    /* the action may be worth less: it was imagined no further */
    Move answer; /* what the opponent's master might decide on; MOVE_NONE if it can do nothing */
    int worth;   /* what the action is worth in the end */
} Expectation;

/* The state of a master while it imagines (look-ahead) the boards after an action, and on each what
 * the sides might decide there. */
typedef struct {
    const Order *order;  /* of the decision: for its side, its recorder and what may interrupt it */
    bool is_interrupted; /* what is imagined from then on means nothing */
    int depth;           /* to which it is imagined */
    Expectation of[PERCEPT_MAX_ACTIONS];
    Move spoiler[IMAGINATION_MAX_DEPTH]; /* what was best after the action imagined last, by the
                                            decisions that are left then; MOVE_NONE: nothing yet.
                                            Often it spoils the next action, too: it is asked for
                                            first */

    Suggestions heard[IMAGINATION_MAX_DEPTH]; /* what agents suggested last, by the decisions that
                                                 are left then */

    Move line[3 * IMAGINATION_MAX_DEPTH]; /* what was imagined before */
    int line_count;
} Imagination;

/* The state of a deliberation. */
struct Council {
    Order order;
    Report reports[PERCEPT_MAX_AGENTS];
    int worst; /* the most threatened agent, or NO_AGENT */

    bool may_ask; /* it asks for help, once without and once with defence if that depends on the
                     draw among its own actions: */
    bool has_asked[2];
    Offers offers[2];

    const Offers *solution; /* what it found, for the table that is being made; or NULL */
    Source source[SOURCE_COUNT];
    int table_count;
    Watch *watch;                                       /* or NULL */
    Candidates candidates;                              /* the table made last */
    int votes[PERCEPT_MAX_ACTIONS][PERCEPT_MAX_AGENTS]; /* on each candidate, if the team votes */
    Prospects prospects;

    Imagination imagination; /* only if it looks ahead */
    AgentSet worst_ones;     /* the most threatened agents, which lose the same */
    bool is_mate;            /* something gives mate: nothing else is weighed */
    Candidates kept;         /* the table that was found, or in which a recorded decision was */
};

/* Whether agents fear losses: not where losing wins. */
bool council_fears_losses(const Percept *percept);

/* The loss of @agent on its square; 0 if agents fear no losses. */
static inline int council_loss(const Percept *percept, int agent)
{
    return council_fears_losses(percept) ? agent_loss(percept, agent) : 0;
}

/* Gain of its agent: a planned attack is a hope, not a gain. */
static inline int council_gain(const Percept *percept, int action)
{
    const Suggestion one = suggestion_of(percept, action);

    return suggestion_net(percept, &one);
}

/* The agents that lose most where they stand, all alike. Sets in @order all that lose something,
 * the worst loss, 0 if there is none, and whose loss is not prevented by an action of another: the
 * first of them, unless actions are weighed whole (whole-threat). */
AgentSet council_find_worst(Order *order);

/* Orders @agents to report, one after the other; the others suggest nothing. With defence
 * consideration they ask all others before they suggest anything; if nothing is left then, the
 * consultation is dropped and the other logics decide alone. @order must have the worst loss.
 *
 * Where agents report actions by worth, each is told a floor from the reports before its own: no
 * more is reported than can be among the best of all that @order asks for. */
void council_hear(Order *order, AgentSet agents, Report *out_reports);

/* Adds to @suggestions the actions of @report that are among the best. */
void council_merge(const Order *order, const Report *report, Suggestions *suggestions);

/* Offers of the other agents to the most threatened one, which has the actions of @council->source;
 * NULL: its logics do not allow it to ask. It asks the same only once. */
const Offers *council_ask(Council *council);

/* Whether its logics compare the actions of all agents by one figure. */
bool council_foresees(const Council *council);

/* Perceives the threats, and whether something gives mate. */
void council_open(Council *council, const Percept *percept, const Recorder *recorder);

/* Turns to the first of @worst, some of the most threatened agents, or to none. */
void council_turn_to(Council *council, AgentSet worst);

/* The agents report, the most threatened asks for help, and the master compares what they suggest:
 * those are the prospects, unless they are mates. Returns whether there are any. */
bool council_choose(Council *council);

/* Begins to weigh; sets what the order asks of the agents. */
void foresight_begin(Council *council);

/* Makes @council->prospects of the best of all that agents have reported, imagined if there is
 * look-ahead: those within the weight `margin` of the best if places are known and no king is
 * hunted. None if nothing is reported. Tells the recorder what is imagined;
 * @council->candidates are the best suggestions, chosen or not. */
void foresight_choose(Council *council);

/* Whether actions give mate, at once or by a few checks: then @council->prospects and
 * @council->candidates are those that do so soonest. */
bool foresight_find_mate(Council *council);

/* Whether the team of @percept decides without our master. */
static inline bool ballot_is_held(const Percept *percept)
{
    return team_decision(percept) != TEAM_MASTER || team_asked(percept, OUTSIDE_MASTER);
}

/* Makes @council->prospects from the reports and the offers, as candidates_choose() does: the
 * suggestions for which the way of the team to decide gives most; and @council->candidates, all
 * suggestions, the best first. The worth of one is the sum of the votes, or the bid. Equals are
 * told apart as in the master's table: by kind, by plan, then each agent is equally likely. A
 * master that is another program gives each suggestion its worth; if it is at fault, no ballot is
 * held any more. Returns whether it is. */
bool ballot_choose(Council *council);

/* The first of the suggestions with @action; NULL: there is none. */
const Candidate *ballot_find(const Council *council, int action);

/* Why the master refuses @action; OBJECTION_NONE: it does not. Only with mate-hunt does it refuse
 * any, and no mate. */
Objection council_objection(const Council *council, int action);

/* The first action of @ties, @count of them, that the master does not refuse; NO_ACTION: it refuses
 * all of them. */
int council_find_accepted(const Council *council, const Tie *ties, int count);

/* The possible decisions after one round of reports. */
typedef struct {
    double chance[PERCEPT_MAX_ACTIONS]; /* of each action, in parts of the sum; 0: it may not be */
    int objection[PERCEPT_MAX_ACTIONS]; /* how much speaks against it; set only if it may be */
    int least;                          /* the least of that in all rounds so far */
    bool is_better;                     /* it was more in the rounds before */
} Round;

#define NO_ROUND ((Round){.least = OBJECTION_COUNT})

/* Goes on from @round, at first NO_ROUND, to the next one, without what the rounds before it
 * suggested; false: nothing speaks against some action, or nothing is left. */
bool council_next_round(Council *council, Round *round);

/* master_list_shares() of the same board as agents with @logics perceive it; 0: the team may not
 * have them. */
int council_list_shares_with(const Percept *percept, const LogicSet *logics,
                             Share out_shares[static PERCEPT_MAX_ACTIONS]);
