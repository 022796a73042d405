#include "experiments/result_json.h"

#include <stddef.h>

/* Numbers of PairingTotals that stand behind each other, and what they are called. */
typedef struct {
    const char *object; /* in which they stand; NULL: in that of the pairing itself */
    size_t offset;
    size_t count;
    const char *const *names; /* NULL: those of terminations */
} Numbers;

static const char *const RESULT_NAMES[] = {"wins",      "losses",      "draws",
                                           "draw_wins", "draw_losses", "plies"};
static const char *const PAIR_NAMES[] = {"0", "0.5", "1", "1.5", "2"}; /* points */

#define SCORE_NAMES 3 /* the first of RESULT_NAMES */
#define COLOR_OFFSET(color) \
    (offsetof(PairingTotals, as) + (size_t)(color) * sizeof(StatisticsScore))
#define FIRST_TERMINATION (TERMINATION_NONE + 1)

static const Numbers NUMBERS[] = {
    {NULL, offsetof(PairingTotals, wins), G_N_ELEMENTS(RESULT_NAMES), RESULT_NAMES},
    {"as_white", COLOR_OFFSET(TOTALS_WHITE), SCORE_NAMES, RESULT_NAMES},
    {"as_black", COLOR_OFFSET(TOTALS_BLACK), SCORE_NAMES, RESULT_NAMES},
    {"pairs", offsetof(PairingTotals, pairs.pairs), G_N_ELEMENTS(PAIR_NAMES), PAIR_NAMES},
    {"terminations", offsetof(PairingTotals, terminations) + sizeof(int64_t),
     TERMINATION_COUNT - FIRST_TERMINATION, NULL},
};

/* The name of number @index of @numbers. */
static const char *name_of(const Numbers *numbers, size_t index)
{
    return numbers->names != NULL ? numbers->names[index]
                                  : termination_name((Termination)(FIRST_TERMINATION + index));
}

static void add_numbers(JsonBuilder *json, const Numbers *numbers, const PairingTotals *totals)
{
    const int64_t *values = (const int64_t *)(const void *)((const char *)totals + numbers->offset);

    if (numbers->object != NULL) {
        json_builder_set_member_name(json, numbers->object);
        json_builder_begin_object(json);
    }
    for (size_t i = 0; i < numbers->count; i++)
        json_add_number(json, name_of(numbers, i), values[i]);
    if (numbers->object != NULL)
        json_builder_end_object(json);
}

/* A last game without a partner is in no pair. */
void result_json_add_pairing(JsonBuilder *json, const Spec *spec, const Totals *totals, int pairing)
{
    json_add_text(json, "player", spec->players[spec->pairings[pairing].player].name);
    json_add_text(json, "opponent", spec->players[spec->pairings[pairing].opponent].name);
    for (size_t i = 0; i < G_N_ELEMENTS(NUMBERS); i++)
        add_numbers(json, &NUMBERS[i], &totals->pairings[pairing]);
}

/* The object that has @numbers, or NULL. */
static JsonObject *find_object(JsonObject *pairing, const Numbers *numbers)
{
    JsonNode *node;

    if (numbers->object == NULL)
        return pairing;
    node = json_object_get_member(pairing, numbers->object);
    return node != NULL && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

/* An object of their own has nothing but the numbers. One that does not name a termination was
 * written when there was none of that name: no game ended so. */
static bool read_numbers(JsonObject *pairing, const Numbers *numbers, PairingTotals *out_totals)
{
    int64_t *values = (int64_t *)(void *)((char *)out_totals + numbers->offset);
    JsonObject *object = find_object(pairing, numbers);
    guint found = 0;

    for (size_t i = 0; object != NULL && i < numbers->count; i++) {
        JsonNode *node = json_object_get_member(object, name_of(numbers, i));
        if (node == NULL && numbers->names == NULL)
            continue;
        if (node == NULL || json_node_get_value_type(node) != G_TYPE_INT64)
            return false;
        values[i] = json_node_get_int(node);
        found++;
    }
    return object != NULL && (object == pairing || found == json_object_get_size(object));
}

/* The game that is in no pair made what the pairs did not. */
static bool find_waiting(PairingTotals *totals)
{
    int64_t games = pairing_totals_games(totals), half_points = 2 * totals->wins + totals->draws;

    for (int i = 0; i < (int)G_N_ELEMENTS(totals->pairs.pairs); i++) {
        games -= 2 * totals->pairs.pairs[i];
        half_points -= i * totals->pairs.pairs[i];
    }
    if (games == 1 && half_points >= 0 && half_points <= 2)
        totals->pairs.waiting[half_points] = 1;
    return pairing_totals_agree(totals);
}

/* Member @name, no less than 0. */
bool result_json_read_count(JsonObject *object, const char *name, int64_t *out_count)
{
    JsonNode *node = json_object_get_member(object, name);

    if (node == NULL || json_node_get_value_type(node) != G_TYPE_INT64)
        return false;
    *out_count = json_node_get_int(node);
    return *out_count >= 0 && *out_count <= MATCH_MOST;
}

static bool has_text(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);

    return node != NULL && json_node_get_value_type(node) == G_TYPE_STRING;
}

bool result_json_has_texts(JsonObject *object, const char *first, const char *second)
{
    return has_text(object, first) && has_text(object, second);
}

bool result_json_read_pairing(JsonObject *object, guint more, PairingTotals *out_totals)
{
    if (!result_json_has_texts(object, "player", "opponent") ||
        json_object_get_size(object) !=
            2 + G_N_ELEMENTS(RESULT_NAMES) + G_N_ELEMENTS(NUMBERS) - 1 + more)
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(NUMBERS); i++)
        if (!read_numbers(object, &NUMBERS[i], out_totals))
            return false;
    return find_waiting(out_totals);
}
