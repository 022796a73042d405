#include "agents/logic_weights.h"

#include <string.h>

#define MOST 500 /* that a place may be worth, in hundredths of a pawn */

#define OF_PLACE(type, figure) 2 * (PLACE_FIGURES * PIECE_##type + PLACE_##figure)

const LogicWeights LOGIC_WEIGHTS_STANDARD = {.of = {
#define PLACE(type, figure, middle, end) \
    [OF_PLACE(type, figure)] = (middle), [OF_PLACE(type, figure) + 1] = (end),
#define PHASED(member, name, middle, end, summary) \
    [LOGIC_WEIGHT_##member] = (middle), [LOGIC_WEIGHT_##member##_END] = (end),
#define POINTS(member, name, standard, least, most, summary) [LOGIC_WEIGHT_##member] = (standard),
#define PART(member, name, standard, summary) [LOGIC_WEIGHT_##member] = (standard),
#define COUNT(member, name, standard, least, most, summary) [LOGIC_WEIGHT_##member] = (standard),
#include "agents/logic_weights.def"
                                             }};

/* Of the weights that are rows of their own. */
typedef struct {
    const char *name;
    int16_t least, most;
    const char *unit, *summary;
} Row;

static const Row ROWS[] = {
#define ROW_OF(member, ...) [LOGIC_WEIGHT_##member - LOGIC_WEIGHT_LAST_PLACE] = {__VA_ARGS__},
#define PHASED(member, name, middle, end, summary)               \
    ROW_OF(member, name, -MOST, MOST, "1/100 pawn", summary)     \
    ROW_OF(member##_END, name "-end", -MOST, MOST, "1/100 pawn", \
           summary ", when only pawns are left")
#define POINTS(member, name, standard, least, most, summary) \
    ROW_OF(member, name, least, most, "1/100 pawn", summary)
#define PART(member, name, standard, summary) \
    ROW_OF(member, name, 0, LOGIC_WEIGHT_WHOLE, "1/64", summary)
#define COUNT(member, name, standard, least, most, summary) \
    ROW_OF(member, name, least, most, "squares", summary)
#include "agents/logic_weights.def"
};

static const Row PLACE_ROW = {.least = -MOST, .most = MOST, .unit = "1/100 pawn"};

static const Row *row_of(LogicWeight weight)
{
    return weight <= LOGIC_WEIGHT_LAST_PLACE ? &PLACE_ROW : &ROWS[weight - LOGIC_WEIGHT_LAST_PLACE];
}

static const struct {
    const char *name, *summary;
} FIGURES[PLACE_FIGURES] = {
    [PLACE_CENTRE] = {"centre", "per step towards the centre"},
    [PLACE_FORWARD] = {"forward", "per rank from its first rank"},
    [PLACE_MOBILITY] = {"mobility",
                        "per attacked square that no friendly piece occupies and no pawn guards"},
    [PLACE_PRESSURE] = {"pressure", "per attacked square near the opponent's king"},
    [PLACE_HOME] = {"home", "on its first rank"},
};

char *logic_weight_name(LogicWeight weight)
{
    const int number = (int)weight, pair = number / 2;

    if (weight > LOGIC_WEIGHT_LAST_PLACE)
        return g_strdup(row_of(weight)->name);
    return g_strdup_printf("%s-%s%s", PIECE_NAME[pair / PLACE_FIGURES],
                           FIGURES[pair % PLACE_FIGURES].name, number % 2 == 1 ? "-end" : "");
}

char *logic_weight_summary(LogicWeight weight)
{
    const int number = (int)weight, pair = number / 2;

    if (weight > LOGIC_WEIGHT_LAST_PLACE)
        return g_strdup(row_of(weight)->summary);
    return g_strdup_printf("a %s: %s%s", PIECE_NAME[pair / PLACE_FIGURES],
                           FIGURES[pair % PLACE_FIGURES].summary,
                           number % 2 == 1 ? ", when only pawns are left" : "");
}

const char *logic_weight_unit(LogicWeight weight)
{
    return row_of(weight)->unit;
}

int logic_weight_least(LogicWeight weight)
{
    return row_of(weight)->least;
}

int logic_weight_most(LogicWeight weight)
{
    return row_of(weight)->most;
}

bool logic_weight_find(const char *text, size_t length, LogicWeight *out_weight)
{
    for (int weight = 0; weight < LOGIC_WEIGHT_COUNT; weight++) {
        g_autofree char *name = logic_weight_name((LogicWeight)weight);
        if (strlen(name) == length && strncmp(name, text, length) == 0) {
            *out_weight = (LogicWeight)weight;
            return true;
        }
    }
    return false;
}

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
