/* What is counted of the agents of a player in each game: the columns of requests.csv,
 * move_attacks.csv and threats.csv, by their names. Of a game's counts the squares are added up,
 * too, so that a mean over games has an interval: events of a game hang together, and their sum
 * over games says nothing of how it scatters. */
#pragma once

#include "experiments/tally/events.h"

#define PER_GAME_COUNT 15

typedef struct {
    const char *name; /* "own_moves" */
    EventSet kinds;   /* any of these is one */
} PerGameQuantity;

extern const PerGameQuantity PER_GAME[PER_GAME_COUNT];

/* How many of @quantity there are, by how many there are of each kind. */
int64_t per_game_sum(const PerGameQuantity *quantity,
                     const int64_t counts[static EVENT_KIND_COUNT]);
