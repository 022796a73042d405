/* The options that name a world of asynchronous chess: a position and the commands in it. */
#pragma once

#include "app/commands/position_option.h"
#include "board/async_world.h"

typedef struct {
    char *at, *seed;
} WorldOption;

/* The entries of --at and --seed, for a table of GOptionEntry. */
#define WORLD_OPTION_ENTRIES(option)                                                            \
    {"at", 0, 0, G_OPTION_ARG_STRING, &(option)->at, "async: go on until this time", "MS"},     \
    {                                                                                           \
        "seed", 0, 0, G_OPTION_ARG_STRING, &(option)->seed, "async: seed of the draws (1)", "N" \
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

void world_option_clear(WorldOption *option);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(WorldOption, world_option_clear)
