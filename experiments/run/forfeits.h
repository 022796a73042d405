/* Failures of the players of a run: how many games they forfeited, how many in a row, and the
 * reason of the first; likewise the turns in which programs of their agents were at fault, so that
 * the built-in agents answered, and the games whose end they were told in vain. */
#pragma once

#include "experiments/play/match.h"
#include "experiments/tally/totals.h"

/* Games, turns, or ends of games in which something is wrong. */
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
    Failings faults;      /* turns, see MatchRecord */
    Failings ends;        /* of games, likewise */
    int64_t faulty_games; /* with such turns */
    int64_t played;       /* all its games */
    int64_t turns;        /* in them */
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

/* Whether the score of player number @player says nothing about it: it has forfeited all its games,
 * or programs of its agents were at fault in each of them or in one of FORFEITS_VOID_TURNS turns.
 */
#define FORFEITS_VOID_TURNS 10
bool forfeits_void_score(const Forfeits *forfeits, int player);

/* "forfeited 3 of 20 games", "the built-in agents answered in 668 of 702 turns, in 20 of 20 games",
 * "a program failed when it was told the end of 2 of 20 games", those that are so, with a semicolon
 * between two; NULL: player number @player has not failed. Owner: the caller. */
char *forfeits_describe(const Forfeits *forfeits, int player);

/* Adds these texts after the names of the players to @notes, after @before. */
void forfeits_add_notes(const Forfeits *forfeits, const Spec *spec, const char *before,
                        GPtrArray *notes);

/* A sentence for each player that has forfeited games, and for each with faults: how many, and the
 * first reason, with the program's last words below. NULL if there is none. Owner: the caller. */
char *forfeits_report(const Forfeits *forfeits, const Spec *spec);

/* The forfeits as one value, and back; NULL for a value that contradicts itself.
 *
 * Owner: the variant is floating; the forfeits are the caller's. */
#define FORFEITS_VARIANT_TYPE "a((xtss)x(xtss)(xtss)xxx)"
GVariant *forfeits_store(const Forfeits *forfeits);
Forfeits *forfeits_load(GVariant *variant);

/* Of JSON-GLib, which only the sources that write results include. */
struct _JsonBuilder;
struct _JsonArray;

/* The same as the member "failures" of run.json, which is there if a player has failed, without the
 * last words of programs and the rows of forfeits. */
#define FORFEITS_MEMBER "failures"
void forfeits_write(const Forfeits *forfeits, const Spec *spec, struct _JsonBuilder *json);
Forfeits *forfeits_read(struct _JsonArray *list);
