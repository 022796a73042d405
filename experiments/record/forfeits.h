/* What the players of a run forfeit: how often, how often in a row, and why at first. */
#pragma once

#include "experiments/play/match.h"

/* Of one player. */
typedef struct {
    int64_t games, in_a_row;
    uint64_t first_game; /* number of the first one; 0: none */
    char *reason;        /* of that one: what the player did; "" if none */
    char *words;         /* the last lines that its program wrote then to standard error, or "" */
} ForfeitsOf;

typedef struct {
    int count;
    ForfeitsOf *of; /* each player, in the order of the spec */
} Forfeits;

/* Of @players that have forfeited nothing yet. */
Forfeits *forfeits_new(int players);
void forfeits_free(Forfeits *forfeits);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Forfeits, forfeits_free)

/* Adds a finished game of @sides. A game that is forfeited says nothing about the others in it:
 * only one that is not ends the row of all of them. */
void forfeits_add(Forfeits *forfeits, const MatchRecord *record, int sides);

/* Adds the next part of the same run. */
void forfeits_merge(Forfeits *forfeits, const Forfeits *next);

/* Who has forfeited how much and why at first, a sentence each, with the last words below; NULL if
 * nobody has. Owner: the caller. */
char *forfeits_report(const Forfeits *forfeits, const Spec *spec);

/* As one value, and back; NULL for a value that contradicts itself.
 *
 * Owner: the variant is floating; the forfeits are the caller's. */
#define FORFEITS_VARIANT_TYPE "a(xxtss)"
GVariant *forfeits_store(const Forfeits *forfeits);
Forfeits *forfeits_load(GVariant *variant);
