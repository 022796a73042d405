/* What is recorded of a game in time. */
#pragma once

#include <glib.h>

#include "board/position.h"

/* What the pieces of a side did and suffered. */
typedef struct {
    int64_t commands; /* commands whose time came while the game went on */
    int64_t refused;  /* commands of these that were refused */
    int64_t stopped;  /* how often one of its pieces stopped on its way and lived */
    int64_t killed;   /* how many of its pieces were killed */
} MatchDoings;

/* The material from a certain time on. Units: hundredths of a pawn, without kings. */
typedef struct {
    int64_t time_ms;
    int32_t material[COLOR_COUNT];
} MatchChange;

/* The record of a game in time. */
typedef struct {
    int64_t ms_per_space;
    int64_t step_ms; /* of the mean curve of material */
    int64_t time_ms; /* how long the game has lasted */
    GArray *changes; /* of MatchChange, by time: the start, each change, and always the end of the
                        game */
    MatchDoings of[COLOR_COUNT];
} MatchTimes;

void match_times_init(MatchTimes *times);
void match_times_clear(MatchTimes *times);

/* Change number @i, from 0 to times->changes->len - 1. */
static inline const MatchChange *match_times_change(const MatchTimes *times, int i)
{
    return &g_array_index(times->changes, MatchChange, i);
}

/* The material of @side when the game is over. */
int32_t match_times_last_material(const MatchTimes *times, int side);
