/* From a spec to numbered jobs, one game each. A job depends only on spec and number, so any thread
 * can take any job, and any game can be played again.
 *
 * The games are played in rounds, in each of which every pairing has the games of one opening, one
 * after the other: two, so that each opening is played with both colours. A run that ends early is
 * a smaller run of all pairings. What does not fill a round is played in a last one. The first
 * player of a pairing has White in its first, third, ... game; after the last opening of a file
 * comes the first again. Opening number k is the same in every pairing. A race leaves out the games
 * of a round that are not needed (RunPolicy).
 *
 * Three players are seated in all six ways, one after the other, and these six games share their
 * opening; or three players are drawn for each game. */
#pragma once

#include "agents/random.h"
#include "experiments/spec/spec.h"

typedef struct {
    uint64_t number;               /* from 1 */
    int pairing;                   /* in Spec.pairings */
    uint64_t game;                 /* the number of the game in its pairing, from 1 */
    int player[CONTEST_MAX_SIDES]; /* of each side, in Spec.players */
    int first_side;                /* the side of the pairing's first player, if there is one */
    uint64_t opening;              /* from 1; 0: the initial position */
} Job;

/* Whether @player has one of the first @sides sides. */
static inline bool job_seats(const Job *job, int sides, int player)
{
    for (int side = 0; side < sides; side++)
        if (job->player[side] == player)
            return true;
    return false;
}

/* How many jobs there are, fewer than the games of all pairings in a sequential test of players
 * that must repeat their games: it ends with the last opening; and how many games are played at
 * most, fewer in a race: in each of its rounds as many pairings as there are players. */
uint64_t schedule_count(const Spec *spec);
uint64_t schedule_games(const Spec *spec);

/* Job @number, from 1 to schedule_count(). */
Job schedule_job(const Spec *spec, uint64_t number);

/* The number of the job that is game @game of @pairing. */
uint64_t schedule_number(const Spec *spec, int pairing, uint64_t game);

/* Successive jobs, @first to @last; none if @last is @first - 1. */
typedef struct {
    uint64_t first, last;
} JobRange;

/* One of the parts that several machines play, number @number of @count, from 1. Together they have
 * all jobs, each once. Successive games with the same opening stay together. Some parts may be
 * empty. */
#define SCHEDULE_MAX_SHARDS 100000

typedef struct {
    uint64_t number, count;
} Shard;

JobRange schedule_shard(const Spec *spec, Shard shard);

/* The chance of a job's game. It depends only on the seed, the names of the pairing's players and
 * the number of the game in its pairing, so that more games and players keep all earlier games. In
 * an iteration of a tuning the games in which its sides change their places have the same
 * chance. */
Random schedule_random(const Spec *spec, const Job *job);

/* The position from which the game of @job begins; the game is not over in it. @line, of the spec's
 * game and rules, is used and left in any state. */
GameState schedule_opening(const Spec *spec, const Job *job, GameLine *line);
