#include "agents/percept.h"

#include "agents/logics.h"

int percept_cheapest_of(const Percept *percept, TargetSet targets)
{
    int cheapest = 0;

    for (; targets; targets &= targets - 1) {
        const int value = percept->targets[target_set_first(targets)].value;
        cheapest = cheapest == 0 ? value : MIN(cheapest, value);
    }
    return cheapest;
}

Exposure percept_exposed_in_plan(const Percept *percept, int action, int target)
{
    const int agent = percept->actions[action].agent;
    const int cheapest = percept_cheapest_defender(percept, agent, target);

    return (Exposure){cheapest, cheapest > 0 &&
                                    percept->board->backed(percept, agent,
                                                           percept_target_square(percept, target))};
}

Exposure percept_exposure_without(const Percept *percept, int agent, TargetSet gone, int helper)
{
    return (Exposure){percept_cheapest_of(percept, percept_attackers(percept, agent) & ~gone),
                      percept->board->backed(percept, helper, percept->agents[agent].square)};
}

Assistance percept_assistance(const Percept *percept, int threatened, int action)
{
    const PerceptBoard *board = percept->board;
    const Action *move = &percept->actions[action];
    const int square = percept->agents[threatened].square;
    const int to = percept_destination(percept, action);
    Assistance assistance = {
        .defends = board->strikes(percept, action, square),
        .helper_exposure = {move->exposure.cheapest, board->backed(percept, move->agent, to)},
    };

    if (assistance.helper_exposure.defended)
        assistance.blocked =
            percept_attackers(percept, threatened) & ~board->attackers_of(percept, square, to);
    return assistance;
}

void percept_begin(Percept *percept, int side, PerceptMode mode, const LogicSet *logics)
{
    percept->side = side;
    percept->logics = *logics;
    percept->mode = mode;
    percept->past = (Past){NULL, 0};
    percept->interruption = NULL;
    percept->senses = NULL;
    percept->seen = NULL;
    percept->hunts = percept->finds_places = false;
    percept->urgency = percept->action_count = 0;
    percept->considers_backup = logic_any_is_on(logics, 1U << LOGIC_BACKUP | 1U << LOGIC_EXCHANGE);
    percept->spared_targets = 0;
    percept->terms = NULL;
}
