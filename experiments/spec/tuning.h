/* Parameters of a tuning: numbers of a player, each with a start, bounds and a step. The player is
 * a text; the value of a parameter replaces {NAME} in it, or, if there is no such place, is
 * appended to it as one more setting, NAME=VALUE. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "experiments/numbers/spsa.h"

#define TUNING_MAX_PARAMETERS 256
#define TUNING_MOST INT64_C(1000000000) /* no value is farther from 0 */

typedef struct {
    char *name;
    int64_t start, low, high; /* low < high */
    double step;              /* how far it is perturbed at first; above 0 */
} TuningParameter;

typedef struct {
    char *player;      /* the text of [tune] player */
    GArray *parameter; /* of TuningParameter; NULL: nothing is tuned */
    uint64_t iterations;
    SpsaGains gains;      /* with the stability as a share of the iterations */
    uint64_t check_games; /* of each pairing; 0: nothing is checked */
    uint64_t held_back;   /* openings that only the check plays */

    uint64_t first_opening; /* of an iteration: how many turns of openings there were before */
} Tuning;

/* Adds the parameter @name from @text, "START; LOW; HIGH; STEP".
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, with what is wrong in @text. */
bool tuning_add(Tuning *tuning, const char *name, const char *text, GError **error);

/* The text of a parameter in one spelling. Owner: the caller. */
char *tuning_format(const TuningParameter *parameter);

static inline int tuning_count(const Tuning *tuning)
{
    return tuning->parameter != NULL ? (int)tuning->parameter->len : 0;
}

static inline const TuningParameter *tuning_parameter(const Tuning *tuning, int i)
{
    return &g_array_index(tuning->parameter, TuningParameter, i);
}

/* The value of a parameter that players begin with, or that bounds it. */
typedef enum { TUNING_START, TUNING_LOW, TUNING_HIGH } TuningPoint;

/* The values of all parameters at @point. Owner: the caller. */
int64_t *tuning_values(const Tuning *tuning, TuningPoint point);

/* The text of the player with @values, one a parameter. Owner: the caller. */
char *tuning_player(const Tuning *tuning, const int64_t *values);

/* Whether the text of the player sets @name itself, "NAME=5", so that a parameter cannot. */
bool tuning_player_sets(const Tuning *tuning, const char *name);

void tuning_clear(Tuning *tuning);
