/* Finished runs put together: results of the same two players are added up, in whichever run they
 * met, whichever was named first and whatever they were called there; in asynchronous chess those
 * at one pace. */
#pragma once

#include "experiments/report/results.h"
#include "experiments/tools/pgn_file.h"

/* Players are the same if their texts are; if one run has a text twice, its second player is the
 * second one of other runs. */
typedef struct {
    char *name; /* the short one; the text, if that could be another player's */
    char *text; /* in full: "level:7" */
    int same;   /* how many before it have the same text */
} PoolPlayer;

typedef struct {
    int player, opponent; /* in Pool.players */
    uint64_t
        ms_per_space;     /* in an asynchronous game: games at another pace are another pairing's */
    PairingTotals totals; /* without curves and events */
    const Sprt *sprt;     /* of the run: the one sequential test that all games are of, or NULL */
} PoolPairing;

typedef struct {
    GArray *players;  /* of PoolPlayer, in the order of the runs */
    GArray *pairings; /* of PoolPairing, in the order of the runs */
    bool is_race;     /* the games of a run depend on earlier results */
    GPtrArray *notes; /* texts: what one should know, as runs played by different rules */
    GHashTable *keys; /* of players and pairings, to their indices + 1 */
} Pool;

/* A pool of nothing, to put something into. Owner: the caller. */
Pool *pool_new_empty(void);

/* The player with that text; the pairing of two players at a pace, whichever is the first. A new
 * one is added. */
int pool_add_player(Pool *pool, const char *name, const char *text, int same);
PoolPairing *pool_add_pairing(Pool *pool, int player, int opponent, uint64_t ms_per_space);

/* Puts @runs, which are ResultsRun and must live as long, together.
 *
 * Errors: EXPERIMENTS_ERROR_FAILED, there is no run, one comes twice, or they have more players
 *         than can be rated.
 * Owner:  the caller. */
Pool *pool_new(const GPtrArray *runs, GError **error);
void pool_free(Pool *pool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Pool, pool_free)

#define POOL_NOBODY (-1)

/* Errors: EXPERIMENTS_ERROR_FAILED, there are more players than can be rated. */
bool pool_check_size(const Pool *pool, GError **error);

/* The player with that name or text, or POOL_NOBODY. */
int pool_find(const Pool *pool, const char *name);

static inline const PoolPlayer *pool_player(const Pool *pool, int player)
{
    return &g_array_index(pool->players, PoolPlayer, player);
}

static inline const PoolPairing *pool_pairing(const Pool *pool, int pairing)
{
    return &g_array_index(pool->pairings, PoolPairing, pairing);
}
