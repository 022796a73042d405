#include "agents/suggestion.h"

#include <limits.h>

/* Worse than any attack. */
#define NO_PLAN INT_MIN

Suggestion suggestion_of_attack(const LogicSet *logics, const Percept *percept, int action)
{
    const Action *attack = &percept->actions[action];
    const int promoted = attack->value - percept->agents[attack->agent].value;
    Suggestion suggestion = {action, attack->captured + promoted, false};

    if (logic_is_on(logics, LOGIC_BACKUP))
        suggestion.profit -= threat_loss(logics, attack->value, attack->exposure);
    return suggestion;
}

/* What the agent would gain by attacking @target next. */
static int plan_net(const LogicSet *logics, const Percept *percept, int agent, int target)
{
    const Target *victim = &percept->targets[target];
    Exposure exposure = {victim->cheapest_defender, false};

    if (!logic_is_on(logics, LOGIC_BACKUP) || exposure.cheapest == 0)
        return victim->value;
    exposure.defended = percept_others_attack(percept, agent, target);
    return victim->value - threat_loss(logics, percept->agents[agent].value, exposure);
}

/* The net of the attack planned on one of @targets, or NO_PLAN. */
static int best_plan(const LogicSet *logics, const Percept *percept, int agent, TargetSet targets)
{
    const bool most_expensive = reading_is_on(logics, READING_PLAN_FOR_MOST_EXPENSIVE);
    int best = NO_PLAN, best_value = 0;

    for (TargetSet rest = targets; rest; rest &= rest - 1) {
        const int target = __builtin_ctz(rest);
        const int net = plan_net(logics, percept, agent, target);
        const int value = most_expensive ? percept->targets[target].value : 0;
        if (value > best_value || (value == best_value && net > best)) {
            best = net;
            best_value = value;
        }
    }
    return best;
}

static TargetSet hunted(const LogicSet *logics, const Percept *percept, TargetSet targets)
{
    const bool is_level_2 =
        logic_is_on(logics, LOGIC_BACKUP) && !logic_is_on(logics, LOGIC_MOVE_ATTACK);

    return is_level_2 && !reading_is_on(logics, READING_LEVEL_2_HUNTS_KING)
               ? targets & ~percept->king_target
               : targets;
}

Suggestion suggestion_of_eventful_move(const LogicSet *logics, const Percept *percept, int action)
{
    const Action *move = &percept->actions[action];
    const bool looks_first = logic_is_on(logics, LOGIC_MOVE_ATTACK);
    const int danger = looks_first ? threat_loss(logics, move->value, move->exposure) : 0;
    int plan;

    if (danger > 0)
        return (Suggestion){action, -danger, false};
    plan = best_plan(logics, percept, move->agent, hunted(logics, percept, move->targets));
    if (plan > 0 || (plan == 0 && looks_first))
        return (Suggestion){action, plan, true};
    return (Suggestion){action, 0, false};
}

bool suggestion_is_safe_check(const LogicSet *logics, const Percept *percept,
                              const Suggestion *suggestion)
{
    const Action *move = &percept->actions[suggestion->action];

    return move->targets & percept->king_target &&
           threat_loss(logics, move->value, move->exposure) == 0;
}
