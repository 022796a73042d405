/* The draws of lots in asynchronous chess: one of some pieces is chosen. The rules ask, and the
 * caller that plays the game answers, so that a test can force any outcome.
 *
 * A draw is identified by its fields, and no instant has two that are the same. An answer computed
 * from these fields alone does not depend on the order in which the spaces are looked at. */
#pragma once

#include "board/bitboard.h"
#include "board/piece.h"

typedef enum {
    ASYNC_DRAW_ONE_A_SIDE, /* which of the pieces of `side` enters `space` */
    ASYNC_DRAW_HEAD_ON,    /* which of two opponents that would exchange their spaces wins */
    ASYNC_DRAW_CONTESTED,  /* which of two opponents that enter `space` wins */
    ASYNC_DRAW_RING,       /* which of some pawns in a ring stops */
    ASYNC_DRAW_KIND_COUNT
} AsyncDrawKind;

typedef struct {
    int64_t time_ms;
    AsyncDrawKind kind;
    Square space;        /* the space entered; head on and in a ring the lowest of the candidates */
    Color side;          /* COLOR_COUNT if the draw is between both sides */
    Bitboard candidates; /* where they stand; two or more */
} AsyncDraw;

/* Answers each draw with one of its candidates, by means of @source. */
typedef struct {
    Square (*choose)(const void *source, const AsyncDraw *draw);
    const void *source;
} AsyncChance;

/* A choose() whose source is a seed, a uint64_t: all candidates are equally likely, and draws that
 * differ in anything but the candidates are independent of each other. */
Square async_draw_by_seed(const void *seed, const AsyncDraw *draw);
