/* The options that name a position, the same for every command that takes one. */
#pragma once

#include "app/terminal/command.h"
#include "board/game.h"

typedef struct {
    char *game;
    char *position;
    char *fen;
    gboolean play; /* moves follow: only with POSITION_OPTION_PLAY_ENTRY */
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

/* The entry of --play, for commands that take moves as words. */
#define POSITION_OPTION_PLAY_ENTRY(option)                       \
    {                                                            \
        "play", 'p', 0, G_OPTION_ARG_NONE, &(option)->play,      \
            "First play the moves on the rest of the line", NULL \
    }

/* The game and the position that the options name: the start position unless they give a text.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE, no such game, one without turns, two texts, or a FEN of another
 *         game than chess; BOARD_ERROR. */
bool position_option_read(const PositionOption *option, const Game **out_game, GameState *out_state,
                          GError **error);

/* The same after the moves that @words name, from left to right.
 *
 * Errors: also G_OPTION_ERROR_BAD_VALUE, words without --play; BOARD_ERROR, with the number of the
 *         move. */
bool position_option_read_played(const PositionOption *option, char *const *words,
                                 const Game **out_game, GameState *out_state, GError **error);

/* Whether the command line has words only after --play.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE. */
bool position_option_check_words(const PositionOption *option, char *const *words, GError **error);

/* Whether there is at most one text, and a FEN only of chess.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE. */
bool position_option_check_fen(const PositionOption *option, const char *game, GError **error);

void position_option_clear(PositionOption *option);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PositionOption, position_option_clear)
