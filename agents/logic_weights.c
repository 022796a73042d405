#include "agents/logic_weights.h"

#include <string.h>

const LogicWeights LOGIC_WEIGHTS_STANDARD = {{
#define WEIGHT(member, name, standard, ...) standard,
#include "agents/logic_weights.def"
}};

const LogicNumberEntry LOGIC_WEIGHT_ENTRIES[LOGIC_WEIGHT_COUNT] = {
#define WEIGHT(member, name, ...) {name, __VA_ARGS__},
#include "agents/logic_weights.def"
};

const LogicWeights *logic_weights_keep(const LogicWeights *weights)
{
    typedef struct Kept {
        LogicWeights weights;
        struct Kept *next;
    } Kept;
    static GMutex lock;
    static Kept *kept; /* few: those of players, or some thousand while weights are tuned */
    Kept *found;

    if (memcmp(weights, &LOGIC_WEIGHTS_STANDARD, sizeof *weights) == 0)
        return NULL;
    g_mutex_lock(&lock);
    for (found = kept; found != NULL; found = found->next)
        if (memcmp(weights, &found->weights, sizeof *weights) == 0)
            break;
    if (found == NULL) {
        found = g_new(Kept, 1);
        *found = (Kept){*weights, kept};
        kept = found;
    }
    g_mutex_unlock(&lock);
    return &found->weights;
}
