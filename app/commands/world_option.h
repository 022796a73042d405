/* The options that name a world of asynchronous chess: a position and the commands in it. */
#pragma once

#include "app/commands/position_option.h"
#include "board/async_world.h"

typedef struct {
    uint64_t at;   /* WORLD_NOT_GIVEN: the option was not given */
    uint64_t seed; /* likewise */
} WorldOption;

#define WORLD_NOT_GIVEN UINT64_MAX
#define WORLD_OPTION_NONE ((WorldOption){WORLD_NOT_GIVEN, WORLD_NOT_GIVEN})

/* --at and --seed, for a table of Option. */
#define WORLD_OPTIONS(option)                                                             \
    {"at",                                                                                \
     0,                                                                                   \
     "MS",                                                                                \
     "async: the time of the position",                                                   \
     .number = &(option)->at,                                                             \
     .max = ASYNC_MAX_MS},                                                                \
    {                                                                                     \
        "seed", 0, "N", "async: seed of the random draws (1)", .number = &(option)->seed, \
                                                               .max = G_MAXINT64          \
    }

/* Whether the game that @position asks for is asynchronous chess. */
bool world_option_is_wanted(const PositionOption *position);

/* The world that @position names, the start unless it has a text, after the commands @words and at
 * the time asked for, by the usual rules. "1500:d7d5" sends the piece on d7 to d5 at 1500 ms.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE, words without --play, something that is no number, a time that
 *         has passed, or a FEN; BOARD_ERROR, with the number of the command. */
bool world_option_read(const WorldOption *option, const PositionOption *position,
                       char *const *words, AsyncWorld *out_world, GError **error);

/* Whether no option was given that only a world has.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE. */
bool world_option_is_unused(const WorldOption *option, GError **error);
