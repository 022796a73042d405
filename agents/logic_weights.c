#include "agents/logic_weights.h"

#include <string.h>

#define PHASED(weight, middle, end) [(weight)] = (middle), [(weight) + 1] = (end)
#define PLACE(type, figure, middle, end) \
    PHASED(LOGIC_WEIGHT_PLACES + 2 * (PLACE_FIGURES * (type) + (figure)), (middle), (end))

/* That pieces are worth more where they attack more is E. Slater's measurement (Statistics for the
 * chess computer and the factor of mobility, 1950), that they are in the centre and that
 * undeveloped ones are not is C. Shannon's list (Programming a computer for playing chess, 1950,
 * appendix 1), with which the weights of rooks, pawns and the exposed king begin as well. The
 * figures are ours: small beside a pawn, as his are. */
const LogicWeights LOGIC_WEIGHTS_STANDARD = {.of = {
                                                 PLACE(PIECE_PAWN, PLACE_CENTRE, 4, 0),
                                                 PLACE(PIECE_PAWN, PLACE_FORWARD, 2, 4),
                                                 PLACE(PIECE_PAWN, PLACE_PRESSURE, 2, 0),
                                                 PLACE(PIECE_KNIGHT, PLACE_CENTRE, 5, 5),
                                                 PLACE(PIECE_KNIGHT, PLACE_FORWARD, 2, 0),
                                                 PLACE(PIECE_KNIGHT, PLACE_MOBILITY, 4, 3),
                                                 PLACE(PIECE_KNIGHT, PLACE_PRESSURE, 6, 1),
                                                 PLACE(PIECE_KNIGHT, PLACE_HOME, -8, 0),
                                                 PLACE(PIECE_BISHOP, PLACE_CENTRE, 2, 2),
                                                 PLACE(PIECE_BISHOP, PLACE_FORWARD, 1, 0),
                                                 PLACE(PIECE_BISHOP, PLACE_MOBILITY, 4, 4),
                                                 PLACE(PIECE_BISHOP, PLACE_PRESSURE, 5, 1),
                                                 PLACE(PIECE_BISHOP, PLACE_HOME, -8, 0),
                                                 PLACE(PIECE_ROOK, PLACE_CENTRE, 1, 0),
                                                 PLACE(PIECE_ROOK, PLACE_FORWARD, 0, 1),
                                                 PLACE(PIECE_ROOK, PLACE_MOBILITY, 2, 4),
                                                 PLACE(PIECE_ROOK, PLACE_PRESSURE, 6, 1),
                                                 PLACE(PIECE_QUEEN, PLACE_CENTRE, 1, 4),
                                                 PLACE(PIECE_QUEEN, PLACE_FORWARD, -1, 2),
                                                 PLACE(PIECE_QUEEN, PLACE_MOBILITY, 1, 3),
                                                 PLACE(PIECE_QUEEN, PLACE_PRESSURE, 7, 2),
                                                 PLACE(PIECE_KING, PLACE_CENTRE, -8, 9),
                                                 PLACE(PIECE_KING, PLACE_FORWARD, -14, 2),
                                                 PHASED(LOGIC_WEIGHT_OPEN_FILE, 20, 8),
                                                 PHASED(LOGIC_WEIGHT_HALF_OPEN_FILE, 10, 5),
                                                 PHASED(LOGIC_WEIGHT_BISHOP_PAIR, 28, 45),
                                                 PHASED(LOGIC_WEIGHT_DOUBLED, -8, -16),
                                                 PHASED(LOGIC_WEIGHT_ISOLATED, -10, -12),
                                                 PHASED(LOGIC_WEIGHT_COVER, 12, 0),
                                                 [LOGIC_WEIGHT_PASSED] = 5,
                                                 10,
                                                 20,
                                                 40,
                                                 70,
                                                 110,
                                                 [LOGIC_WEIGHT_SECOND_THREAT] = 8,
                                                 [LOGIC_WEIGHT_HOPE] = 4,
                                                 [LOGIC_WEIGHT_SECOND_HOPE] = 16,
                                                 [LOGIC_WEIGHT_HOPE_WITH_CHECK] = 8,
                                                 [LOGIC_WEIGHT_OVERLOAD] = 48,
                                                 [LOGIC_WEIGHT_FORK] = 48,
                                                 [LOGIC_WEIGHT_MARGIN] = 3,
                                             }};

static const char *const KIND_NAMES[PIECE_TYPE_COUNT] = {
    [PIECE_PAWN] = "pawn", [PIECE_KNIGHT] = "knight", [PIECE_BISHOP] = "bishop",
    [PIECE_ROOK] = "rook", [PIECE_QUEEN] = "queen",   [PIECE_KING] = "king",
};

static const char *const FIGURE_NAMES[PLACE_FIGURES] = {
    [PLACE_CENTRE] = "centre",     [PLACE_FORWARD] = "forward", [PLACE_MOBILITY] = "mobility",
    [PLACE_PRESSURE] = "pressure", [PLACE_HOME] = "home",
};

/* The first of two phases; the others have one. */
static const char *const PHASED_NAMES[] = {
    "open-file", "half-open-file", "bishop-pair", "doubled", "isolated", "cover",
};

static const char *const OTHER_NAMES[] = {
    "second-threat", "hope", "second-hope", "hope-with-check", "overload", "fork", "margin",
};

char *logic_weight_name(LogicWeight weight)
{
    const int number = (int)weight, pair = number / 2;
    const char *end = number % 2 == 1 ? "-end" : "";

    if (weight < LOGIC_WEIGHT_OPEN_FILE)
        return g_strdup_printf("%s-%s%s", KIND_NAMES[pair / PLACE_FIGURES],
                               FIGURE_NAMES[pair % PLACE_FIGURES], end);
    if (weight < LOGIC_WEIGHT_PASSED)
        return g_strconcat(PHASED_NAMES[(number - LOGIC_WEIGHT_OPEN_FILE) / 2], end, NULL);
    if (weight < LOGIC_WEIGHT_SECOND_THREAT)
        return g_strdup_printf("passed-%d", number - LOGIC_WEIGHT_PASSED + 1);
    return g_strdup(OTHER_NAMES[number - LOGIC_WEIGHT_SECOND_THREAT]);
}

#define MOST_OF_PLACE 500

/* Parts are of what would be gained: less than nothing, or more than all, makes no sense. */
static bool is_part(LogicWeight weight)
{
    return weight >= LOGIC_WEIGHT_SECOND_THREAT && weight < LOGIC_WEIGHT_MARGIN;
}

int logic_weight_least(LogicWeight weight)
{
    return weight >= LOGIC_WEIGHT_SECOND_THREAT ? 0 : -MOST_OF_PLACE;
}

int logic_weight_most(LogicWeight weight)
{
    return is_part(weight) ? LOGIC_WEIGHT_WHOLE : MOST_OF_PLACE;
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
