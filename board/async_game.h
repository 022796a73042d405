/* A game of asynchronous chess under way: a world, the commands that wait for their time, and when
 * the sides are to be called. It goes from instant to instant on the virtual clock of its world.
 * Between instants nothing happens, and no real clock is read.
 *
 * In an instant first all entries due are settled. Then the commands due are carried out: White's
 * first, those of each side in the order given. Then the caller shows the same world to all sides
 * that are awake and hands in their commands. Commands for the present time make another instant at
 * the same time, in which no side is awake.
 *
 * A game ends when a king is killed, or at the limit of time; the instant at the limit is still
 * played.
 *
 * Source: Asynchronous Chess, as in async_world.h; that agents are called at times they ask for is
 *         our reading of "players may move any piece at anytime". */
#pragma once

#include <glib.h>
#include <stddef.h>

#include "board/async_settle.h"
#include "board/position.h"

typedef struct {
    int64_t time_ms; /* when it is to take effect */
    Color side;
    Square from, to;
} AsyncCommand;

/* A command that was carried out or refused. */
typedef struct {
    AsyncCommand command;
    AsyncAnswer answer;
} AsyncAnswered;

typedef struct {
    AsyncRules rules;
    AsyncChance chance;
    AsyncWorld world;
    int64_t wake_ms[COLOR_COUNT]; /* when each side is called next, or ASYNC_NEVER */
    GArray *waiting;              /* AsyncCommand: in the order in which they take effect */

    /* The changes of the last instant. */
    AsyncSettled settled;
    GArray *answered;        /* AsyncAnswered, in their order */
    bool awake[COLOR_COUNT]; /* the sides to call now; none in a game that is over */
} AsyncGame;

/* A game that starts from @world, which must not be over, with both sides awake. @rules must have
 * no fault.
 *
 * Owner: the source of @chance is borrowed for the life of the game. */
AsyncGame *async_game_new(const AsyncRules *rules, const AsyncWorld *world,
                          const AsyncChance *chance);
void async_game_free(AsyncGame *game);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AsyncGame, async_game_free)

/* Lets @command wait for its time; if that has passed, it is carried out now. */
void async_game_command(AsyncGame *game, const AsyncCommand *command);

/* Has @side called at @time_ms, or at the next millisecond if that is not after now. Only the last
 * time asked for counts. A side that asks for none is not called again. */
void async_game_wake(AsyncGame *game, Color side, int64_t time_ms);

/* The time of the next instant; ASYNC_NEVER if there is none or the game is over. */
int64_t async_game_next_ms(const AsyncGame *game);

/* Plays the next instant of a game that goes on; if there is none up to the limit of time, the game
 * ends there. */
void async_game_advance(AsyncGame *game);

/* A game without turns, as tables and lists name it. */
typedef struct {
    const char *name;    /* "async" */
    const char *summary; /* one line for people */
    const char *const *side_name;
} TimedGame;

extern const TimedGame ASYNC_CHESS;
