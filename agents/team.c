#include "agents/team.h"

#include "agents/logics.h"
#include "board/splitmix.h"

const char *const TEAM_DECISION_NAMES[TEAM_DECISION_COUNT] = {
    [TEAM_MASTER] = "master",
    [TEAM_VOTE] = "vote",
    [TEAM_AUCTION] = "auction",
    [TEAM_LOT] = "lot",
};

const char *const OUTSIDE_PHASE_NAMES[OUTSIDE_PHASE_COUNT] = {
    [OUTSIDE_CONSULT] = "consult",
    [OUTSIDE_REQUEST] = "request",
    [OUTSIDE_VOTE] = "vote",
    [OUTSIDE_MASTER] = "master",
};

static bool is_within(int steps, int limit)
{
    return limit == 0 || steps < limit;
}

/* The opponents that each agent sees itself, and the agents that it hears. */
static void look_and_listen(const Percept *percept, TeamSenses *senses)
{
    const PerceptBoard *board = percept->board;

    for (int i = 0; i < percept->agent_count; i++) {
        const int square = percept->agents[i].square;
        for (TargetSet rest = percept->all_targets; rest; rest &= rest - 1) {
            const int target = percept_target_square(percept, target_set_first(rest));
            if (is_within(board->steps(square, target), senses->team.sight))
                senses->seen[i] |= rest & -rest;
        }
        for (int j = 0; j < percept->agent_count; j++)
            if (is_within(board->steps(square, percept->agents[j].square), senses->team.hearing))
                senses->heard[i] |= (AgentSet)1 << j;
    }
}

/* Adds what the others see themselves; it is passed on once. */
static void share_what_is_seen(const Percept *percept, TeamSenses *senses)
{
    TargetSet own[PERCEPT_MAX_AGENTS];

    memcpy(own, senses->seen, sizeof own);
    for (int i = 0; i < percept->agent_count; i++)
        for (AgentSet rest = senses->heard[i]; rest; rest &= rest - 1)
            senses->seen[i] |= own[__builtin_ctz(rest)];
}

static void hide_from_action(Percept *percept, int action)
{
    Action *done = &percept->actions[action];
    const TargetSet seen = percept->seen[done->agent];

    if (done->captured > 0 && !(seen >> percept_target_captured(percept, action) & 1))
        done->captured = 0;
    if (done->exposure.cheapest > 0)
        done->exposure.cheapest = percept_cheapest_of(
            percept,
            percept->board->attackers_of(percept, percept_destination(percept, action), NO_SQUARE) &
                seen);
    done->targets &= seen;
}

/* Moves the actions of @self that are no longer attacks behind those that are, in their order. Its
 * moves keep their places, so that those that are alike stay so. */
static void sort_attacks(Percept *percept, Agent *self)
{
    Action moves[64];
    int attacks = self->first_action, move_count = 0;

    for (int i = self->first_action; i < self->first_move; i++) {
        const Action action = percept->actions[i];
        if (action.captured > 0 ||
            (action.is_promotion && percept_reads(percept, READING_PROMOTION_AS_ATTACK)))
            percept->actions[attacks++] = action;
        else
            moves[move_count++] = action;
    }
    for (int i = 0; i < move_count; i++)
        percept->actions[attacks + i] = moves[i];
    self->first_move = attacks;
}

static void hide(Percept *percept)
{
    for (int i = 0; i < percept->agent_count; i++) {
        Agent *self = &percept->agents[i];
        if (self->exposure.cheapest > 0)
            self->exposure.cheapest = percept_cheapest_of(percept, percept_attackers(percept, i));
        for (int action = self->first_action; action < self->end_action; action++)
            hide_from_action(percept, action);
        sort_attacks(percept, self);
    }
}

/* Draws whose reports arrive, anew until one that can do something is among them: a master that
 * hears nothing orders once more. */
static AgentSet draw_reporting(const Percept *percept, const TeamSenses *senses)
{
    uint64_t counter = senses->key;
    AgentSet reporting = percept_everyone(percept);
    bool any = senses->team.report_loss == 0;

    while (!any) {
        reporting = 0;
        for (int i = 0; i < percept->agent_count; i++) {
            const Agent *self = &percept->agents[i];
            if ((splitmix_next(&counter) >> 32) * 100 >> 32 < (uint64_t)senses->team.report_loss)
                continue;
            reporting |= (AgentSet)1 << i;
            any |= self->end_action > self->first_action;
        }
    }
    return reporting;
}

bool team_may_have(const Team *team, const LogicSet *logics)
{
    if (logics->logics & ~logics_of_thesis())
        return false;
    return !team->outside || !logic_is_on(logics, LOGIC_THREAT_MOVE) ||
           logic_is_on(logics, LOGIC_MOVE_ATTACK);
}

void team_sense(const Team *team, uint64_t key, Percept *percept, TeamSenses *out_senses)
{
    if (team->sight == 0 && team->hearing == 0 && team->message_loss == 0 &&
        team->report_loss == 0 && team->decision == TEAM_MASTER && !team->outside)
        return;
    *out_senses = (TeamSenses){.team = *team, .key = key};
    look_and_listen(percept, out_senses);
    if (team->share)
        share_what_is_seen(percept, out_senses);
    out_senses->reporting = draw_reporting(percept, out_senses);
    percept->senses = out_senses;
    if (team->sight == 0)
        return;
    percept->seen = out_senses->seen;
    hide(percept);
}

void team_sense_again(const Percept *percept, Percept *out_percept, TeamSenses *out_senses)
{
    if (percept->senses == NULL)
        return;
    team_sense(&percept->senses->team, percept->senses->key, out_percept, out_senses);
    /* Programs speak of actions by their numbers, which do not depend on logics. */
    g_assert(out_percept->action_count == percept->action_count);
    out_senses->outside = percept->senses->outside;
}

bool team_loses(const Percept *percept, MessageKind kind, int sender, int receiver, int action)
{
    const TeamSenses *senses = percept->senses;
    const uint64_t message = ((uint64_t)kind << 32 | (uint64_t)sender << 24 |
                              (uint64_t)receiver << 16 | (uint64_t)(action + 1)) *
                             SPLITMIX_STEP;

    if (senses == NULL || senses->team.message_loss == 0)
        return false;
    return (splitmix_mix(senses->key ^ message) >> 32) * 100 >> 32 <
           (uint64_t)senses->team.message_loss;
}

bool team_conveys(const Percept *percept, MessageKind kind, int sender, int receiver, int action)
{
    return percept->senses->heard[receiver] >> sender & 1 &&
           !team_loses(percept, kind, sender, receiver, action);
}
