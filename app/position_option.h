/* The options that name a position, the same for every command that takes one. */
#pragma once

#include "app/command.h"
#include "board/game.h"

typedef struct {
    char *game;
    char *position;
    char *fen;
} PositionOption;

#define POSITION_OPTION_ENTRY(name, letter, text, help, value)            \
    {                                                                     \
        (name), (letter), 0, G_OPTION_ARG_STRING, (text), (help), (value) \
    }

/* The entries of --fen, --position and --game, for a table of GOptionEntry. */
#define POSITION_OPTION_ENTRIES(option)                                                     \
    POSITION_OPTION_ENTRY("fen", 'f', &(option)->fen, "Chess position (the start)", "FEN"), \
        POSITION_OPTION_ENTRY("position", 0, &(option)->position,                           \
                              "The same for any game, in its own notation", "TEXT"),        \
        POSITION_OPTION_ENTRY("game", 0, &(option)->game, "The game (chess)", "NAME")

/* The game and the position that were asked for: the start position unless there is a text.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE, no such game, or two texts; BOARD_ERROR. */
bool position_option_read(const PositionOption *option, const Game **out_game, GameState *out_state,
                          GError **error);

void position_option_clear(PositionOption *option);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PositionOption, position_option_clear)
