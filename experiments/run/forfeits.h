/* Forfeits of the players of a run: how many, how many in a row, and the reason of the first;
 * likewise the turns in which programs of their agents were at fault. */
#pragma once

#include "experiments/play/match.h"
#include "experiments/tally/totals.h"

/* Games, or turns, in which something is wrong. */
typedef struct {
    int64_t count;
    uint64_t first_game; /* number of the first game with one; 0: none */
    char *reason;        /* what the player did in that game; NULL or "": there is none */
    char *words;         /* the last lines that its program wrote to standard error in that game, or
                          * ""; NULL or "" if there is none */
} Failings;

/* Those of one player. */
typedef struct {
    Failings games; /* that it has forfeited */
    int64_t in_a_row;
    Failings faults; /* turns, see MatchFaults */
} ForfeitsOf;

typedef struct {
    int count;
    ForfeitsOf *of; /* each player, in the order of the spec */
} Forfeits;

/* The forfeits of @players players, none yet. */
Forfeits *forfeits_new(int players);
void forfeits_free(Forfeits *forfeits);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Forfeits, forfeits_free)

/* Adds a finished game of @sides, with its faults. A forfeited game says nothing about the other
 * players in it: only a game without a forfeit ends the rows of all its players. */
void forfeits_add(Forfeits *forfeits, const MatchRecord *record, int sides);

/* Adds the next part of the same run. */
void forfeits_merge(Forfeits *forfeits, const Forfeits *next);

/* Whether player number @player has played games, with @totals, and forfeited all of them. */
bool forfeits_of_all_games(const Forfeits *forfeits, const Totals *totals, const Spec *spec,
                           int player);

/* A sentence for each player that has forfeited games, and for each with faults: how many, and the
 * first reason, with the program's last words below. NULL if there is none. Owner: the caller. */
char *forfeits_report(const Forfeits *forfeits, const Spec *spec);

/* The forfeits as one value, and back; NULL for a value that contradicts itself.
 *
 * Owner: the variant is floating; the forfeits are the caller's. */
#define FORFEITS_VARIANT_TYPE "a((xtss)x(xtss))"
GVariant *forfeits_store(const Forfeits *forfeits);
Forfeits *forfeits_load(GVariant *variant);
