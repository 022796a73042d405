/* The draws of asynchronous chess: which of some pieces it is. The rules ask, whoever plays the
 * game answers, so that a test can force any outcome.
 *
 * A draw is known by what it is about, and in no instant are there two about the same. An answer
 * made of that alone does not depend on the order in which the spaces are looked at. */
#pragma once

#include "board/bitboard.h"
#include "board/piece.h"

typedef enum {
    ASYNC_DRAW_ONE_A_SIDE, /* which of the pieces of `side` enters `space` */
    ASYNC_DRAW_HEAD_ON,    /* which of two enemies that would exchange their spaces wins */
    ASYNC_DRAW_CONTESTED,  /* which of two enemies that enter `space` wins */
    ASYNC_DRAW_RING,       /* which of some pawns in a ring stops */
    ASYNC_DRAW_KIND_COUNT
} AsyncDrawKind;

typedef struct {
    int64_t time_ms;
    AsyncDrawKind kind;
    Square space;        /* what is entered; head on and in a ring the lowest of the candidates */
    Color side;          /* COLOR_COUNT where it is between both sides */
    Bitboard candidates; /* where they stand; two or more */
} AsyncDraw;

/* Answers draws out of @source with one of the candidates. */
typedef struct {
    Square (*choose)(const void *source, const AsyncDraw *draw);
    const void *source;
} AsyncChance;

/* A choose() whose source is a seed, a uint64_t: all candidates are equally likely, and draws that
 * differ in anything but the candidates have nothing to do with each other. */
Square async_draw_by_seed(const void *seed, const AsyncDraw *draw);
