/* From a spec to numbered jobs, one game each. Pure: a job is a function of spec and number, so any
 * thread can take any job, and any game can be played again.
 *
 * The games of a pairing follow each other. Its first player has White in the first, third, ...
 * Two games in a row share their opening, so each opening is met with both colours; after the last
 * opening of a file comes the first again. Opening number k is the same in every pairing.
 *
 * Three players are seated in all six ways, one after the other, and six games in a row share their
 * opening; or any three are drawn for each game. */
#pragma once

#include "agents/random.h"
#include "experiments/spec/spec.h"

typedef struct {
    uint64_t number;               /* from 1 */
    int pairing;                   /* in Spec.pairings */
    uint64_t game;                 /* which game of its pairing it is, from 1 */
    int player[CONTEST_MAX_SIDES]; /* of each side, in Spec.players */
    int first_side;                /* what the first player of the pairing plays, if there is one */
    uint64_t opening;              /* from 1; 0: the start position */
} Job;

/* How many jobs there are. */
uint64_t schedule_count(const Spec *spec);

/* Job @number, from 1 to schedule_count(). */
Job schedule_job(const Spec *spec, uint64_t number);

/* Jobs that follow each other, @first to @last; none if @last is @first - 1. */
typedef struct {
    uint64_t first, last;
} JobRange;

/* One of the parts that several machines play, number @number of @count, from 1: together they are
 * all jobs, each once. Games in a row with the same opening stay together. Some parts may be empty.
 */
#define SCHEDULE_MAX_SHARDS 100000

typedef struct {
    uint64_t number, count;
} Shard;

JobRange schedule_shard(const Spec *spec, Shard shard);

/* The chance of a job's game. */
Random schedule_random(const Spec *spec, const Job *job);

/* The position the game of @job begins from, in which it is not over. @line, of the spec's game
 * and rules, is used and left in any state. */
GameState schedule_opening(const Spec *spec, const Job *job, GameLine *line);
