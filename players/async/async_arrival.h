/* Who can be where, and when, in asynchronous chess: reasoning about what one side sees.
 *
 * All of it takes who is said to stand in the way as standing there for good, and everybody else as
 * out of it. So with those who are idle in the way, times are the earliest possible: who is under
 * way can only get into the way of others.
 *
 * Where paths are hidden, what is known of them is bounded. A path is straight and cannot be
 * changed, so a piece that was seen on two spaces goes on along their line, if that goes on.
 * (Unless between two looks it had reached its end and was sent off again, or had left and another
 * one of its kind came to its space. Nobody can see that.)
 *
 * Source: Asynchronous Chess, as in board/async_world.h. */
#pragma once

#include "board/async_view.h"

/* What is known of the path of a piece under way. */
typedef struct {
    Bitboard ends;         /* where it may end; one space if it is seen */
    int64_t due_least_ms;  /* its next space is not entered before */
    int64_t due_latest_ms; /* nor after */
} AsyncCourse;

/* What a side knows from looking at the world again and again; it begins as {0}. */
typedef struct {
    bool has_seen;
    AsyncWorld world;                 /* as it was seen last */
    AsyncCourse course[SQUARE_COUNT]; /* of who is under way on each space; else of no meaning */
} AsyncLook;

/* What is asked about: the world of the last look, and who stands in the way for good. */
typedef struct {
    const AsyncLook *look;
    const AsyncRules *rules;
    Bitboard in_the_way;
} AsyncOutlook;

/* A space on a path. */
typedef struct {
    Square space;
    int64_t time_ms; /* when it is entered */
} AsyncEntry;

/* A path has at most so many spaces to enter. */
#define ASYNC_ENTRIES_MAX 7

/* Looks at @seen, which is not before what was seen last in the same game. */
void async_look_at(AsyncLook *look, const AsyncWorld *seen, const AsyncRules *rules);

/* The spaces that the idle piece on @sq enters on its way to @to, which must be in its reach, if it
 * is sent off at @start_ms and nothing stops it. Returns how many. */
int async_arrival_path(const AsyncWorld *world, const AsyncRules *rules, Square sq, Square to,
                       int64_t start_ms, AsyncEntry out_entries[static ASYNC_ENTRIES_MAX]);

/* The earliest time at which the piece on @sq can enter @space with what is left of its path, if it
 * is under way, and one movement that starts at @start_ms or later; ASYNC_NEVER if it cannot so.
 * Who stands on @space now does not matter: @victim says whether one of the other side will, which
 * is all that pawns ask. */
int64_t async_arrival_ms(const AsyncOutlook *outlook, Square sq, Square space, bool victim,
                         int64_t start_ms);

/* When the piece on @sq, which must be under way, comes to @space with what is left of its path
 * alone: exactly, if its path is seen, else the earliest time; ASYNC_NEVER if it does not. */
int64_t async_arrival_under_way_ms(const AsyncOutlook *outlook, Square sq, Square space,
                                   bool victim);

/* Where the piece on @sq, which must be under way, may come to a stop; one space if its path is
 * seen. That it cannot even enter its next space is among them only if there is no other. */
Bitboard async_arrival_stops(const AsyncOutlook *outlook, Square sq);

/* The latest time at which the piece on @sq comes to a stop on @stop, one of these spaces, if it
 * does. */
int64_t async_arrival_stop_ms(const AsyncOutlook *outlook, Square sq, Square stop);
