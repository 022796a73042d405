/* Factors of an experiment: keys of a spec, or options of players, each with a list of values. A
 * cell is the experiment with one value of each factor; a design is the list of cells that are
 * played. The first values together are the reference.
 *
 * Source: G. E. P. Box, J. S. Hunter and W. G. Hunter, Statistics for Experimenters, 2nd edition,
 *         2005, chapters 5 and 6. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define FACTORS_MAX 32
#define FACTORS_MAX_VALUES 64
#define FACTORS_MAX_CELLS 255 /* each has a player, and there is an opponent */

typedef struct {
    char *key;     /* "rules.repetition"; "player.sight", an option of players */
    char **values; /* two or more; the first is the reference */
    int count;
} SpecFactor;

typedef struct {
    int count; /* 0: the experiment has no factors */
    SpecFactor factor[FACTORS_MAX];
    char *design; /* "full", "one-at-a-time", "random 20" */
    int cells;
    uint8_t *chosen; /* the number of the value of factor f in cell c: [c * count + f] */
} Factors;

void factors_clear(Factors *factors);

/* Adds the factor @key with @values, "off; on"; "1..7" are the integers from 1 to 7.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED: there are fewer than two values, too many, an empty or a
 *         repeated one, or too many factors. */
bool factors_add(Factors *factors, const char *key, const char *values, GError **error);

/* Makes the cells of @design: all combinations, of which the last factor changes first; the
 * reference and each other value alone; or N different combinations drawn at random by @seed.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED: there is no such design, or it has too many cells. */
bool factors_make_cells(Factors *factors, const char *design, guint64 seed, GError **error);

static inline int factors_chosen(const Factors *factors, int cell, int factor)
{
    return factors->chosen[cell * factors->count + factor];
}

static inline const char *factors_value(const Factors *factors, int cell, int factor)
{
    return factors->factor[factor].values[factors_chosen(factors, cell, factor)];
}

/* Whether the cells are all combinations of factors that each switch a logic or an option of
 * players between two values. */
bool factors_are_switches(const Factors *factors);

/* The last word of the key of @factor, "sight". Borrowed. */
const char *factor_name(const SpecFactor *factor);

/* "+exchange" for a switch that is on, "sight 3" for another value. Owner: the caller. */
char *factor_value_name(const SpecFactor *factor, int value);

/* The name of the player @name in @cell: "L7+exchange-backup", "L7 sight 3"; switches at their
 * first value are left out. If the longest name of a cell had more than @max_length bytes, the
 * names of factors are shortened: to the initials of their parts, or to three letters, "L7+ma-bac".
 * Owner: the caller. */
char *factors_player_name(const Factors *factors, int cell, const char *name, size_t max_length);

/* The values of @cell that are not the first ones, "-backup sight 3", or "reference"; NULL without
 * factors. Owner: the caller. */
char *factors_variant_name(const Factors *factors, int cell);

/* The player @text with the option or logic @option set to @value: "level:4+exchange",
 * "team:sight=3". Owner: the caller. */
char *factors_set_option(const char *text, const char *option, const char *value);

/* The group [factors] as text, a line for each key. Owner: the caller. */
char *factors_format(const Factors *factors);
