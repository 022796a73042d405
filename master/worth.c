#include "master/worth.h"

#include <limits.h>

/* What an action is worth to a master that does not weigh it whole: its profit and its place, or
 * what the worst threatened agent loses meanwhile. */
static int plain_worth(const LogicSet *logics, const Percept *percept, int action, int worst,
                       int worst_loss)
{
    const Suggestion suggestion = action_is_attack(percept, action)
                                      ? suggestion_of_attack(logics, percept, action)
                                      : suggestion_of_move(logics, percept, action);
    const int gain = action_is_attack(percept, action)
                         ? suggestion.profit
                         : candidates_net_of_move(logics, &suggestion);

    return gain + suggestion.place - (percept->actions[action].agent == worst ? 0 : worst_loss);
}

int worth_of_action(const LogicSet *logics, const Percept *percept, int action, int worst,
                    int worst_loss, int floor)
{
    return logic_is_on(logics, LOGIC_WHOLE_THREAT)
               ? suggestion_worth_above(logics, percept, action, floor)
               : plain_worth(logics, percept, action, worst, worst_loss);
}

int worth_find_worst(const LogicSet *logics, const Percept *percept, int *out_loss)
{
    int worst = NO_AGENT;

    *out_loss = 0;
    if (logic_is_on(logics, LOGIC_WHOLE_THREAT) || reading_is_on(logics, READING_LOSING_WINS))
        return worst;
    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *agent = &percept->agents[i];
        const int loss = threat_loss(logics, agent->value, agent->exposure);
        if (loss > *out_loss) {
            *out_loss = loss;
            worst = i;
        }
    }
    return worst;
}

void suggestions_insert(Suggestions *suggestions, int action, int worth, int most)
{
    int at = suggestions->count;

    if (at == most) {
        if (worth <= suggestions->suggestion[at - 1].worth)
            return;
        at--;
    } else {
        suggestions->count++;
    }
    for (; at > 0 && suggestions->suggestion[at - 1].worth < worth; at--)
        suggestions->suggestion[at] = suggestions->suggestion[at - 1];
    suggestions->suggestion[at].action = action;
    suggestions->suggestion[at].worth = worth;
}

int suggestions_floor(const Suggestions *suggestions, int most)
{
    return suggestions->count < most ? INT_MIN : suggestions->suggestion[most - 1].worth;
}
