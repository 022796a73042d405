#include "agents/beyond/logic_weights.h"

#include <string.h>

const LogicWeights LOGIC_WEIGHTS_STANDARD = {{
#define WEIGHT(member, name, standard, ...) standard,
#include "agents/beyond/logic_weights.def"
}};

const LogicNumberEntry LOGIC_WEIGHT_ENTRIES[LOGIC_WEIGHT_COUNT] = {
#define WEIGHT(member, name, ...) {name, __VA_ARGS__},
#include "agents/beyond/logic_weights.def"
};

static guint hash_weights(gconstpointer data)
{
    const LogicWeights *weights = data;
    guint hash = 5381;

    for (int i = 0; i < LOGIC_WEIGHT_COUNT; i++)
        hash = hash * 33 + (guint)weights->of[i];
    return hash;
}

static gboolean equal_weights(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(LogicWeights)) == 0;
}

const LogicWeights *logic_weights_keep(const LogicWeights *weights)
{
    static GMutex lock;
    static GHashTable *kept;
    LogicWeights *found;

    if (equal_weights(weights, &LOGIC_WEIGHTS_STANDARD))
        return NULL;
    g_mutex_lock(&lock);
    if (kept == NULL)
        kept = g_hash_table_new(hash_weights, equal_weights);
    found = g_hash_table_lookup(kept, weights);
    if (found == NULL) {
        found = g_memdup2(weights, sizeof *weights);
        g_hash_table_add(kept, found);
    }
    g_mutex_unlock(&lock);
    return found;
}
