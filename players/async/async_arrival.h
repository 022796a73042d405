/* Which pieces can be where, and when, in asynchronous chess: reasoning about what one side sees.
 *
 * The pieces that the caller names as standing in the way are taken to stay there for good; all
 * others do not stand in the way. If the caller names the idle pieces, times are the earliest
 * possible: pieces under way could only delay others.
 *
 * Where paths are hidden, they are known only within bounds. A path is straight and cannot be
 * changed, so a piece that was seen on two spaces goes on along their line, if that goes on.
 * (Unless between two looks it reached its end and was sent off again, or left and another piece of
 * its kind came to its space. That cannot be seen.)
 *
 * Source: Asynchronous Chess, as in board/async_world.h. */
#pragma once

#include "board/async_world.h"

/* The known part of the path of a moving piece. */
typedef struct {
    Bitboard ends;         /* where it may end; one space if it is seen */
    int64_t due_least_ms;  /* its next space is entered at this time or later */
    int64_t due_latest_ms; /* and at this time or earlier */
} AsyncCourse;

/* The knowledge of a side from repeated observations of the world; it begins as {0}. */
typedef struct {
    bool has_seen;
    AsyncWorld world;                 /* as it was seen last */
    AsyncCourse course[SQUARE_COUNT]; /* by space; set only where a piece is under way */
} AsyncLook;

/* The context of all questions: the world of the last look, and the pieces that stand in the way
 * for good. */
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

/* The most spaces that a path enters. */
#define ASYNC_ENTRIES_MAX 7

/* Looks at @seen, which is not before what was seen last in the same game. */
void async_look_at(AsyncLook *look, const AsyncWorld *seen, const AsyncRules *rules);

/* The spaces that the idle piece on @sq enters on its way to @to, which must be in its reach, if it
 * is sent off at @start_ms and nothing stops it. Returns how many. */
int async_arrival_path(const AsyncWorld *world, const AsyncRules *rules, Square sq, Square to,
                       int64_t start_ms, AsyncEntry out_entries[static ASYNC_ENTRIES_MAX]);

/* The earliest time at which the piece on @sq can enter @space with what is left of its path, if it
 * is under way, and one movement that starts at @start_ms or later; ASYNC_NEVER if it cannot. It
 * does not matter what stands on @space now: @victim says whether an opponent will stand there, as
 * pawns need to know. With ASYNC_NEVER for @start_ms there is no such movement, and the piece must
 * be under way; the time is the exact one if its path is seen. */
int64_t async_arrival_ms(const AsyncOutlook *outlook, Square sq, Square space, bool victim,
                         int64_t start_ms);

/* Where the piece on @sq, which must be under way, may come to a stop; one space if its path is
 * seen. Its present space, if it cannot even enter the next one, is included only if there is no
 * other. */
Bitboard async_arrival_stops(const AsyncOutlook *outlook, Square sq);

/* The latest time at which the piece on @sq comes to a stop on @stop, one of these spaces, if it
 * does. */
int64_t async_arrival_stop_ms(const AsyncOutlook *outlook, Square sq, Square stop);
