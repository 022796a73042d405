#include "agents/team.h"

#include "agents/team_board.h"
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

static const TeamBoard *board_of(const Percept *percept)
{
    return percept->board->has_64_squares ? &TEAM_BOARD_OF64 : &TEAM_BOARD_OF96;
}

static bool is_within(int steps, int limit)
{
    return limit == 0 || steps < limit;
}

/* The opponents that each agent sees itself. */
static void look(const Percept *percept, TeamSenses *senses)
{
    const TeamBoard *board = board_of(percept);
    const TargetSet all = board->targets(percept);

    for (int i = 0; i < percept->agent_count; i++) {
        senses->seen[i] = 0;
        for (TargetSet rest = all; rest; rest &= rest - 1) {
            const int square = percept_target_square(percept, target_set_first(rest));
            if (is_within(board->steps(percept->agents[i].square, square), senses->team.sight))
                senses->seen[i] |= rest & -rest;
        }
    }
}

static void listen(const Percept *percept, TeamSenses *senses)
{
    const TeamBoard *board = board_of(percept);

    for (int i = 0; i < percept->agent_count; i++) {
        senses->heard[i] = (AgentSet)1 << i;
        for (int j = 0; j < percept->agent_count; j++)
            if (is_within(board->steps(percept->agents[i].square, percept->agents[j].square),
                          senses->team.hearing))
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

/* The value of the cheapest of @targets, 0 if there are none. */
static int cheapest_of(const Percept *percept, TargetSet targets)
{
    int cheapest = 0;

    for (; targets; targets &= targets - 1) {
        const int value = percept->targets[target_set_first(targets)].value;
        cheapest = cheapest == 0 ? value : MIN(cheapest, value);
    }
    return cheapest;
}

/* Whether the agent of @action does not see what it captures. */
static bool captures_unseen(const Percept *percept, int action)
{
    const Action *done = &percept->actions[action];

    return done->captured > 0 && !(percept->senses->seen[done->agent] >>
                                       percept->senses->whole->target_captured(percept, action) &
                                   1);
}

static void hide_from_action(Percept *percept, int action)
{
    Action *done = &percept->actions[action];
    const TargetSet seen = percept->senses->seen[done->agent];

    if (captures_unseen(percept, action))
        done->captured = 0;
    if (done->exposure.cheapest > 0)
        done->exposure.cheapest = cheapest_of(
            percept,
            board_of(percept)->attackers_of(percept, board_of(percept)->destination(done->move)) &
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
        if (action.captured > 0 || (action.is_promotion && percept->options.promotions_are_attacks))
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
            self->exposure.cheapest = cheapest_of(percept, percept->board->attackers(percept, i));
        for (int action = self->first_action; action < self->end_action; action++)
            hide_from_action(percept, action);
        sort_attacks(percept, self);
    }
}

/* What the percept answers where something is hidden */

static TargetSet attackers_seen(const Percept *percept, int agent)
{
    return percept->senses->whole->attackers(percept, agent) & percept->senses->seen[agent];
}

static int captured_if_seen(const Percept *percept, int action)
{
    return percept->actions[action].captured > 0
               ? percept->senses->whole->target_captured(percept, action)
               : NO_TARGET;
}

static Exposure exposure_seen_without(const Percept *percept, int agent, TargetSet gone, int helper)
{
    return percept->senses->whole->exposure_without(percept, agent,
                                                    gone | ~percept->senses->seen[agent], helper);
}

static Assistance assistance_seen(const Percept *percept, int threatened, int action)
{
    Assistance assistance = percept->senses->whole->assistance(percept, threatened, action);

    assistance.blocked &= percept->senses->seen[threatened];
    return assistance;
}

static int threatened_by_seen_after(const Percept *percept, int action, G_GNUC_UNUSED int bearable,
                                    Threatened out_threatened[static PERCEPT_MAX_AGENTS])
{
    Exposure exposures[PERCEPT_MAX_AGENTS];
    int count = 0;

    team_stand_after(percept, action, exposures);
    for (int i = 0; i < percept->agent_count; i++)
        if (i != percept->actions[action].agent && exposures[i].cheapest > 0)
            out_threatened[count++] = (Threatened){i, exposures[i]};
    return count;
}

static int defender_seen(const Percept *percept, int agent, int target)
{
    return cheapest_of(
        percept, board_of(percept)->attackers_of(percept, percept_target_square(percept, target)) &
                     percept->senses->seen[agent]);
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

void team_sense(const Team *team, uint64_t key, Percept *percept, TeamSenses *out_senses)
{
    TeamSenses *senses = out_senses;

    if (team_is_whole(team))
        return;
    *senses = (TeamSenses){.team = *team, .key = key, .whole = percept->board};
    look(percept, senses);
    listen(percept, senses);
    if (team->share)
        share_what_is_seen(percept, senses);
    senses->reporting = draw_reporting(percept, senses);
    senses->board = *percept->board;
    senses->board.unmissed = NULL; /* it asks what is whole */
    percept->board = &senses->board;
    percept->senses = senses;
    if (team->sight == 0)
        return;
    senses->board.attackers = attackers_seen;
    senses->board.target_captured = captured_if_seen;
    senses->board.exposure_without = exposure_seen_without;
    senses->board.assistance = assistance_seen;
    senses->board.threatened_after = threatened_by_seen_after;
    senses->board.defender = defender_seen;
    hide(percept);
}

/* Programs speak of actions by their numbers. */
static bool has_same_actions(const Percept *percept, const Percept *other)
{
    bool same = percept->action_count == other->action_count;

    for (int i = 0; same && i < percept->action_count; i++)
        same = percept->actions[i].move == other->actions[i].move;
    return same;
}

void team_sense_again(const Percept *percept, Percept *out_percept, TeamSenses *out_senses)
{
    if (percept->senses == NULL)
        return;
    team_sense(&percept->senses->team, percept->senses->key, out_percept, out_senses);
    if (has_same_actions(percept, out_percept))
        out_senses->outside = percept->senses->outside;
}

TargetSet team_unseen(const Percept *percept, int agent)
{
    return percept->senses == NULL
               ? 0
               : board_of(percept)->targets(percept) & ~percept->senses->seen[agent];
}

AgentSet team_deaf_to(const Percept *percept, int agent)
{
    return percept->senses == NULL ? 0 : percept_everyone(percept) & ~percept->senses->heard[agent];
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

void team_stand_after(const Percept *percept, int action,
                      Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    board_of(percept)->stand_after(percept, action, out_exposures);
}
